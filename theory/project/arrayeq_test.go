package project

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// TestDifference asks for an index at which arrays differ: arrays that differ at a few indices, and
// those that differ at all but a few.
func TestDifference(t *testing.T) {
	st := term.NewStore()
	m := model.New(st, model.Options{})
	r := New(st).start(m, nil)
	rng := rand.New(rand.NewPCG(1, 1))
	pair := st.ArraySort(term.Int, term.Int)
	bools := st.ArraySort(term.Bool, term.Bool)
	for _, index := range []term.Sort{
		term.Bool, term.Int, term.Real, st.BitVecSort(2), st.UninterpretedSort("S"), pair, bools, st.ArraySort(term.Bool, st.BitVecSort(2)),
		st.ArraySort(pair, term.Bool), // constant arrays alone are but two: the search for a third did not end
	} {
		sort := st.ArraySort(index, term.Int)
		for range 100 {
			var v [2]model.Value
			for i := range v {
				v[i] = model.ConstArray(st, sort, model.Int64(int64(rng.IntN(2))))
				for range rng.IntN(4) {
					v[i] = v[i].Store(r.nth(index, int64(rng.IntN(5))), model.Int64(int64(rng.IntN(2))))
				}
			}
			if v[0].Equal(v[1]) {
				continue
			}
			if k := r.difference(v[0], v[1]); k.Sort() != index || v[0].Select(k).Equal(v[1].Select(k)) {
				t.Errorf("%v and %v do not differ at %v", v[0], v[1], k)
			}
		}
	}
}

package preprocess

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestSystems compares random systems of linear equations with what becomes of them, at all points.
func TestSystems(t *testing.T) {
	changed, refuted := 0, 0
	for seed := range extent.Of(int64(300), 1500) {
		rnd := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		rw := rewrite.New(st)
		width := 2 + rnd.Intn(2)
		var xs []term.Term
		for range 6 - width {
			xs = append(xs, st.FreshConst("x", st.BitVecSort(width)))
		}
		p := New(rw)
		var before []term.Term
		for range 2 + rnd.Intn(4) {
			sum := []term.Term{st.Uint(width, rnd.Uint64())}
			for _, x := range xs {
				sum = append(sum, st.BvMul(st.Uint(width, uint64(1+rnd.Intn(1<<width-1))), x))
			}
			before = append(before, rw.Simplify(st.Eq(st.BvAdd(sum...), st.Uint(width, 0))))
		}
		for _, f := range before {
			p.batch = append(p.batch, assertion{t: f})
		}
		if p.systems() == 0 {
			continue
		}
		changed++
		var after []term.Term
		for _, a := range p.batch {
			after = append(after, a.t)
		}
		f, g := st.And(before...), st.And(after...)
		if g == st.False() {
			refuted++
		}
		tie := st.Distinct(f, g)
		enumerate(st, []term.Term{tie}, func(*model.Model) bool {
			t.Fatalf("seed %d: %s became %s", seed, st.String(f), st.String(g))
			return false
		})
	}
	if changed < extent.Of(60, 300) || refuted < extent.Of(20, 100) {
		t.Errorf("%d systems changed, %d of them refuted", changed, refuted)
	}
}

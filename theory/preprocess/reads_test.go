package preprocess

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestReads: no read of an if-then-else at a numeral is left, and formulas over arrays
// that are written and chosen at random keep their values.
func TestReads(t *testing.T) {
	rounds := 200
	if invariant.Enabled {
		rounds = 2000
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		st := term.NewStore()
		rw := rewrite.New(st)
		sort := st.ArraySort(term.Int, term.Int)
		arrays, ints := []term.Term{st.FreshConst("a", sort), st.FreshConst("b", sort)}, []term.Term{st.FreshConst("x", term.Int), st.Int(1)}
		consts := []term.Term{arrays[0], arrays[1], ints[0]}
		pick := func(ts []term.Term) term.Term { return ts[len(ts)-1-min(r.IntN(len(ts)), r.IntN(len(ts)))] }
		index := func() term.Term {
			if r.IntN(5) == 0 {
				return pick(ints)
			}
			return st.Int(r.Int64N(3))
		}
		for range 20 {
			switch r.IntN(3) {
			case 0:
				arrays = append(arrays, rw.Store(pick(arrays), index(), pick(ints)))
			case 1:
				arrays = append(arrays, rw.Ite(rw.Le(pick(ints), pick(ints)), pick(arrays), pick(arrays)))
			default:
				ints = append(ints, rw.Select(pick(arrays), index()))
			}
		}
		p := New(rw)
		var was []term.Term
		for range 3 {
			f := rw.Le(pick(ints), pick(ints))
			was = append(was, f)
			p.batch = append(p.batch, assertion{t: f})
		}
		for p.reads() > 0 {
		}
		p.pushBatch()
		p.walk(func(u term.Term) {
			if p.readsIte(u) {
				t.Fatalf("seed %d: %s is left", seed, st.String(u))
			}
		})
		for range 5 {
			m := model.New(st, model.Options{})
			m.SetConst(consts[2], model.Int64(r.Int64N(3)))
			env := rewrite.New(st)
			for _, a := range consts[:2] {
				v := st.ConstArray(sort, st.Int(r.Int64N(3)))
				for i := range int64(3) {
					v = env.Store(v, st.Int(i), st.Int(r.Int64N(3)))
				}
				value, err := m.Eval(v)
				if err != nil {
					t.Fatal(err)
				}
				m.SetConst(a, value)
			}
			for i, f := range was {
				v, err := m.EvalBool(f)
				w, err2 := m.EvalBool(p.batch[i].t)
				if err != nil || err2 != nil || v != w {
					t.Fatalf("seed %d: %s is %t (%v), %s %t (%v)", seed, st.String(f), v, err, st.String(p.batch[i].t), w, err2)
				}
			}
		}
	}
}

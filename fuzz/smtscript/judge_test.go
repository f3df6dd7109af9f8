package smtscript

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// TestBox compares the search in a box with all values of all symbols, for several lists of the same
// formulas.
func TestBox(t *testing.T) {
	counts := [2]int{}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		st := term.NewStore()
		three, one := st.BitVecSort(3), st.BitVecSort(1)
		x, y, b := st.FreshConst("x", three), st.FreshConst("y", three), st.FreshConst("b", term.Bool)
		f := st.DeclareFun("f", []term.Sort{one}, one)
		words := []term.Term{x, y, st.BvAdd(x, y), st.BvMul(x, x), st.Uint(3, r.Uint64N(8)), st.ZeroExtend(2, st.App(f, st.Extract(0, 0, x)))}
		word := func() term.Term { return words[r.IntN(len(words))] }
		s := &Script{Store: st, Box: []Range{{Sym: f, Width: 4}, {Sym: st.Sym(x), Width: 8}, {Sym: st.Sym(y), Width: 8}}}
		var all []term.Term
		for range 8 {
			t := st.BvUle(word(), word())
			switch r.IntN(4) {
			case 0:
				t = st.Not(st.Eq(word(), word()))
			case 1:
				t = st.Or(st.Not(t), b)
			case 2:
				t = st.Eq(b, t)
			}
			all = append(all, t)
			s.Add(Assert, t)
		}
		j := newJudge(s)
		for range 6 {
			r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
			fs := all[:1+r.IntN(len(all))]
			got, err := j.inBox(fs)
			if want := satisfiable(t, s, b, fs); err != nil || got != want {
				t.Fatalf("seed %d: %v, %v, want %v", seed, got, err, want)
			} else if want {
				counts[1]++
			} else {
				counts[0]++
			}
		}
	}
	if counts[0] < 100 || counts[1] < 100 {
		t.Errorf("%d lists without a model and %d with one test little", counts[0], counts[1])
	}
}

// satisfiable tries all values of the box and of b.
func satisfiable(t *testing.T, s *Script, b term.Term, fs []term.Term) bool {
	n := int64(2)
	for _, r := range s.Box {
		n *= r.Width
	}
	for k := range n {
		m := model.New(s.Store, model.Options{})
		m.SetConst(b, model.Bool(k&1 != 0))
		k >>= 1
		for _, r := range s.Box {
			r.set(m, k%r.Width)
			k /= r.Width
		}
		all := true
		for _, f := range fs {
			ok, err := m.EvalBool(f)
			if err != nil {
				t.Fatal(err)
			}
			all = all && ok
		}
		if all {
			return true
		}
	}
	return false
}

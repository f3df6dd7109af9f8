package preprocess

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestSteps: formulas over sums and choices of bit-vectors keep their values.
func TestSteps(t *testing.T) {
	done := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 29))
		st := term.NewStore()
		rw := rewrite.New(st)
		sort := st.BitVecSort(1 + r.IntN(5))
		consts := []term.Term{st.FreshConst("x", sort), st.FreshConst("y", sort), st.FreshConst("z", sort)}
		words := append([]term.Term{st.Bits(sort, num.FromInt64(1))}, consts...)
		pick := func() term.Term { return words[len(words)-1-min(r.IntN(len(words)), r.IntN(len(words)))] }
		for range 12 {
			a := pick()
			b := rw.BvAdd(a, st.Bits(sort, num.FromInt64(r.Int64N(1<<st.WidthOf(a)))))
			switch r.IntN(4) {
			case 0:
				a, b = rw.BvNot(b), rw.BvSub(words[0], a)
			case 1:
				b = rw.BvAdd(b, pick())
			}
			words = append(words, rw.Ite(rw.BvUle(pick(), pick()), a, b))
		}
		p := New(rw)
		var was []term.Term
		for range 3 {
			f := rw.BvUle(pick(), pick())
			was = append(was, f)
			p.batch = append(p.batch, assertion{t: f})
		}
		done += p.steps()
		for range 5 {
			m := model.New(st, model.Options{})
			for _, x := range consts {
				m.SetConst(x, model.Bits(st, sort, num.FromInt64(r.Int64N(1<<st.WidthOf(x)))))
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
	if done < 300 {
		t.Errorf("something was taken out of %d choices", done)
	}
}

// TestStepChains: the ends of two chains whose steps are chosen together differ by what the steps
// say, whether these are choices or disjunctions, in as many ways as there are.
func TestStepChains(t *testing.T) {
	const n = 60
	for _, disjunctions := range []bool{false, true} {
		st := term.NewStore()
		rw := rewrite.New(st)
		sort := st.BitVecSort(16)
		one := st.Bits(sort, num.FromInt64(1))
		x, y := st.FreshConst("x", sort), st.FreshConst("y", sort)
		sum := rw.BvAdd(x, y, st.Bits(sort, num.FromInt64(n)))
		var batch []term.Term
		for range n {
			u, v := st.FreshConst("x", sort), st.FreshConst("y", sort)
			c := st.FreshConst("c", term.Bool)
			if disjunctions {
				batch = append(batch, rw.Or(
					rw.And(rw.Eq(u, rw.BvAdd(x, one)), rw.Eq(v, y)),
					rw.And(rw.Eq(v, rw.BvAdd(y, one)), rw.Eq(u, x))))
			} else {
				batch = append(batch, rw.Eq(u, rw.Ite(c, rw.BvAdd(x, one), x)), rw.Eq(v, rw.Ite(c, y, rw.BvAdd(y, one))))
			}
			x, y = u, v
		}
		p := New(rw)
		left := p.Assert(append(batch, rw.Not(rw.Eq(rw.BvAdd(x, y), sum))), nil, nil)
		if len(left) != 1 {
			t.Errorf("%d assertions are left, want one about the sum of all choices", len(left))
		}
		for _, s := range p.Stats() {
			if s.Name == "steps" && s.Done != 2*n {
				t.Errorf("%d steps, want %d", s.Done, 2*n)
			}
		}
	}
}

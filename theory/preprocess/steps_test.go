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
	for _, form := range []string{"choices", "disjunctions", "implications", "branches"} {
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
			first := rw.And(rw.Eq(u, rw.BvAdd(x, one)), rw.Eq(v, y))
			second := rw.And(rw.Eq(v, rw.BvAdd(y, one)), rw.Eq(u, x))
			switch form {
			case "disjunctions":
				batch = append(batch, rw.Or(first, second))
			case "implications":
				batch = append(batch, rw.Or(rw.Not(c), first), rw.Or(c, second))
			case "branches":
				batch = append(batch, rw.Ite(c, first, second))
			default:
				batch = append(batch, rw.Eq(u, rw.Ite(c, rw.BvAdd(x, one), x)), rw.Eq(v, rw.Ite(c, y, rw.BvAdd(y, one))))
			}
			x, y = u, v
		}
		p := New(rw)
		left := p.Assert(append(batch, rw.Not(rw.Eq(rw.BvAdd(x, y), sum))), nil, nil)
		if len(left) != 1 {
			t.Errorf("%s: %d assertions are left, want one about the sum of all choices", form, len(left))
		}
		for _, s := range p.Stats() {
			if s.Name == "steps" && s.Done != 2*n {
				t.Errorf("%s: %d steps, want %d", form, s.Done, 2*n)
			}
		}
	}
}

// TestDiamonds: disjunctions and implications that define bit-vectors have the same solutions as the definitions that are
// made of them, whatever else they say.
func TestDiamonds(t *testing.T) {
	done := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 30))
		st := term.NewStore()
		rw := rewrite.New(st)
		sort := st.BitVecSort(2)
		var xs, all []term.Term
		for range 3 {
			xs = append(xs, st.FreshConst("x", sort))
		}
		c := st.FreshConst("c", term.Bool)
		x := func() term.Term { return xs[r.IntN(len(xs))] }
		equation := func(x, y term.Term) term.Term {
			return rw.Eq(x, rw.BvAdd(rw.BvMul(st.Bits(sort, num.FromInt64(r.Int64N(3))), y), st.Bits(sort, num.FromInt64(r.Int64N(4)))))
		}
		for range 1 + r.IntN(3) { // steps of chains
			u, v, y := x(), x(), x()
			first, second := rw.And(equation(u, y), equation(v, y)), rw.And(equation(u, x()), equation(v, x()))
			guard := []term.Term{c, rw.BvUle(x(), x()), rw.Eq(y, u)}[r.IntN(3)]
			switch r.IntN(3) {
			case 0:
				all = append(all, rw.Or(first, second))
			case 1:
				all = append(all, rw.Or(rw.Not(guard), first), rw.Or(guard, second))
			default:
				all = append(all, rw.Ite(guard, first, second))
			}
		}
		p := New(rw)
		for _, f := range all {
			p.batch = append(p.batch, assertion{t: f})
		}
		done += p.diamonds()
		var after []term.Term
		for _, a := range p.batch {
			after = append(after, a.t)
		}
		for n := range 1 << 7 {
			m := model.New(st, model.Options{})
			for k, x := range xs {
				m.SetConst(x, model.Bits(st, sort, num.FromInt64(int64(n>>(2*k)&3))))
			}
			m.SetConst(c, model.Bool(n>>6 == 1))
			was, is := holds(t, m, all), false
			for choice := range 1 << len(p.made) {
				for k, x := range p.made {
					m.SetConst(x, model.Bool(choice>>k&1 == 1))
				}
				is = is || holds(t, m, after)
			}
			if was != is {
				t.Fatalf("seed %d: %s is %t, %s %t", seed, st.String(rw.And(all...)), was, st.String(rw.And(after...)), is)
			}
		}
	}
	if done < 200 {
		t.Errorf("only %d were made", done)
	}
}

// holds reports whether formulas hold in a model.
func holds(t *testing.T, m *model.Model, fs []term.Term) bool {
	for _, f := range fs {
		ok, err := m.EvalBool(f)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return false
		}
	}
	return true
}

package preprocess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestResidues: formulas over sums and choices keep their values, no choice whose branches
// differ by a multiple is left, and a chain of such choices has its parity without a split.
func TestResidues(t *testing.T) {
	done := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 23))
		st := term.NewStore()
		rw := rewrite.New(st)
		consts := []term.Term{st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshConst("z", term.Int)}
		ints := append([]term.Term{rw.Int(3)}, consts...)
		pick := func() term.Term { return ints[r.IntN(len(ints))] }
		for range 12 {
			a, k := pick(), rw.Int([]int64{2, 3, 4, 6, -6}[r.IntN(5)])
			b := rw.Add(a, rw.Mul(k, rw.Sub(pick(), pick())), rw.Mul(k, rw.Int(r.Int64N(3))))
			ints = append(ints, rw.Ite(rw.Le(pick(), pick()), a, b))
		}
		p := New(rw)
		var was []term.Term
		for range 3 {
			f := rw.Le(pick(), pick())
			was = append(was, f)
			p.batch = append(p.batch, assertion{t: f})
		}
		for range 20 {
			n := p.residues()
			done += n
			if n == 0 {
				break
			}
		}
		p.pushBatch()
		p.walk(func(u term.Term) {
			if st.Op(u) == term.OpIte && st.Sort(u) == term.Int {
				if v, ok := p.residue(u); ok {
					t.Fatalf("seed %d: %s is left, instead of %s", seed, st.String(u), st.String(v))
				}
			}
		})
		for range 5 {
			m := model.New(st, model.Options{})
			for _, x := range consts {
				m.SetConst(x, model.Int64(r.Int64N(9)-4))
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
		t.Errorf("%d choices taken apart", done)
	}
	st := term.NewStore()
	rw := rewrite.New(st)
	x := rw.Add(rw.Int(1), rw.Mul(rw.Int(2), st.FreshConst("y", term.Int)))
	for range 50 {
		y, c := st.FreshConst("y", term.Int), st.FreshConst("c", term.Bool)
		x = rw.Ite(c, rw.Add(x, rw.Mul(rw.Int(2), y)), rw.Sub(rw.Mul(rw.Int(3), x), rw.Mul(rw.Int(4), y)))
	}
	out := New(rw).Assert([]term.Term{rw.Eq(rw.Mod(x, rw.Int(2)), rw.Int(0))}, nil, nil)
	if len(out) != 1 || out[0] != st.False() {
		t.Errorf("parity is open: %d assertions", len(out))
	}
}

// TestCongruences: what is added to disjunctions of equations, and to equations under a condition
// and its negation, follows from them.
func TestCongruences(t *testing.T) {
	added := 0
	for seed := range uint64(500) {
		x := newTrial(seed, 3, 4)
		rw := x.rw
		equation := func() term.Term {
			k := rw.Int([]int64{2, 3, -4}[x.IntN(3)])
			right := rw.Add(x.xs[x.IntN(3)], rw.Mul(k, x.xs[x.IntN(3)]), rw.Int(x.Int64N(3)))
			return rw.Eq(x.xs[x.IntN(3)], right)
		}
		if c := rw.Le(x.xs[0], rw.Int(1)); x.IntN(2) == 0 {
			x.hold(rw.Or(c, equation()), rw.Or(rw.Not(c), equation()))
		} else {
			x.hold(rw.Or(equation(), equation()))
		}
		p := New(rw)
		for _, f := range x.fs {
			p.batch = append(p.batch, assertion{t: f})
		}
		n := p.congruences()
		if added += n; n == 0 {
			continue
		}
		all := x.fs
		for _, a := range p.batch[len(all):] {
			x.fs = append(slices.Clone(all), rw.Not(a.t))
			if x.possible(t, 4) {
				t.Fatalf("seed %d: %s does not follow", seed, x.st.String(a.t))
			}
		}
	}
	if added < 10 {
		t.Errorf("%d congruences", added)
	}
}

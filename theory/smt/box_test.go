package smt_test

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/term"
)

// A box bounds every constant that is a number, so that enumeration of all
// values is a complete oracle: those of sort Int are lo + k, those of sort Real
// lo + k/2, for all k below width.
type box struct {
	lo    []num.Int
	width int64
}

// numbers are the constants with a place in the box.
func (g *gen) numbers() []term.Term {
	all := g.consts[term.Int]
	if g.reals {
		all = append(all[:len(all):len(all)], g.consts[term.Real]...)
	}
	return all
}

// value is lo + k or lo + k/2.
func (b box) value(sort term.Sort, i int, k int64) model.Value {
	if sort == term.Int {
		return model.Int(b.lo[i].Add(num.FromInt64(k)))
	}
	return model.Rat(num.RatFromInt(b.lo[i]).Add(num.FromInts(num.FromInt64(k), num.FromInt64(2))))
}

func newBox(g *gen) box {
	b := box{width: 2 + int64(g.Intn(4))}
	if g.reals {
		b.width = min(b.width, 3) // of twice as many constants
	}
	for range g.numbers() {
		lo := num.FromInt64(int64(g.Intn(7) - 4))
		if g.big {
			lo = g.st.Num(g.numeral()).Add(lo)
		}
		b.lo = append(b.lo, lo)
	}
	return b
}

// bounds says that the constants are in the box, in one of several ways.
func (b box) bounds(g *gen) []term.Term {
	st := g.st
	var out []term.Term
	for i, x := range g.numbers() {
		if st.Sort(x) == term.Real {
			out = append(out, b.grid(g, i, x)...)
			continue
		}
		lo, hi := st.Numeral(b.lo[i]), st.Numeral(b.lo[i].Add(num.FromInt64(b.width-1)))
		switch g.Intn(4) {
		case 0:
			var alt []term.Term
			for k := range b.width {
				alt = append(alt, st.Eq(x, st.Numeral(b.lo[i].Add(num.FromInt64(k)))))
			}
			out = append(out, st.Or(alt...))
		case 1:
			d := st.FreshConst("d", term.Int)
			out = append(out, st.Eq(x, st.Add(d, lo)), st.Le(st.Int(0), d), st.Lt(d, st.Int(b.width)))
		case 2:
			two := st.Int(2)
			out = append(out, st.Le(st.Mul(two, lo), st.Mul(two, x)), st.Not(st.Lt(hi, x)))
		default:
			out = append(out, st.And(st.Le(lo, x), st.Le(x, hi)))
		}
	}
	return out
}

// grid says that the Real constant x is in the box, in one of several ways.
func (b box) grid(g *gen, i int, x term.Term) []term.Term {
	st := g.st
	at := func(k int64) term.Term {
		t, _ := b.value(term.Real, i, k).Term(st)
		return t
	}
	two := st.Rat(num.RatFromInt64(2))
	switch g.Intn(4) {
	case 0:
		var alt []term.Term
		for k := range b.width {
			alt = append(alt, st.Eq(x, at(k)))
		}
		return []term.Term{st.Or(alt...)}
	case 1:
		d := st.FreshConst("d", term.Int)
		return []term.Term{st.Eq(x, st.Add(st.Quo(st.ToReal(d), two), at(0))), st.Le(st.Int(0), d), st.Lt(d, st.Int(b.width))}
	case 2:
		return []term.Term{st.IsInt(st.Add(x, x)), st.Le(at(0), x), st.Lt(x, at(b.width))}
	}
	d := st.FreshConst("d", term.Int)
	return []term.Term{st.Eq(st.ToReal(d), st.Mul(two, x)), st.Le(at(0), x), st.Not(st.Le(at(b.width), x))}
}

// some returns whether there are values in the box that satisfy fs.
func (b box) some(g *gen, fs []term.Term) (bool, error) {
	numbers, bools := g.numbers(), g.consts[term.Bool]
	total := int64(1) << len(bools)
	for range numbers {
		total *= b.width
	}
	m := model.New(g.st, model.Options{})
	for k := range total {
		rest := k
		for i, x := range numbers {
			m.SetConst(x, b.value(g.st.Sort(x), i, rest%b.width))
			rest /= b.width
		}
		for _, c := range bools {
			m.SetConst(c, model.Bool(rest&1 != 0))
			rest >>= 1
		}
		all := true
		for _, f := range fs {
			ok, err := m.EvalBool(f)
			if err != nil {
				return false, err
			}
			if all = ok; !ok {
				break
			}
		}
		if all {
			return true, nil
		}
	}
	return false, nil
}

// enumerated compares all answers with the enumeration of the box.
func (b box) enumerated(g *gen, s *script, bounds map[term.Term]bool, noRelevancy bool) error {
	sol := smt.New(s.st, smt.Options{NoRelevancy: noRelevancy})
	return s.visit(sol, func(o op, a answer) error {
		if err := sound(sol, o, a, g.profile, nil); err != nil {
			return err
		}
		var fs []term.Term
		for _, f := range append(append([]term.Term(nil), a.all...), a.core...) {
			if !bounds[f] {
				fs = append(fs, f)
			}
		}
		if a.Status != sat.Unsat {
			return nil
		}
		if some, err := b.some(g, fs); err != nil || some {
			return fmt.Errorf("unsat, but the box has a model (%v)", err)
		}
		return nil
	})
}

// boxes are the profiles of boxed scripts.
func boxes() []profile {
	return []profile{
		{name: "boxlinear", plain: true, divmod: true, depth: 3, decided: true},
		{name: "boxbig", plain: true, divmod: true, big: true, depth: 3, decided: true},
		{name: "boxlira", plain: true, reals: true, divmod: true, depth: 3, decided: true},
		{name: "boxnra", plain: true, reals: true, divmod: true, products: true, depth: 2},
		{name: "boxnonlinear", plain: true, divmod: true, products: true, depth: 2},
		{name: "boxnonlinearbig", plain: true, divmod: true, products: true, big: true, depth: 2},
	}
}

// boxed makes a script in a box.
func boxed(p profile, seed int64) sample {
	g := newGen(seed, p)
	b := newBox(g)
	s := g.session()
	bounds := map[term.Term]bool{}
	first := &script{st: g.st}
	for _, f := range b.bounds(g) {
		bounds[f] = true
		first.add(opAssert, f)
	}
	s.ops = append(first.ops, s.ops...)
	return sample{s, p, func(s *script) error {
		for f := range bounds {
			if !s.asserts(f) {
				return nil // the oracle needs the box
			}
		}
		return b.enumerated(g, s, bounds, seed%4 == 0)
	}}
}

func TestBoxes(t *testing.T) {
	from, to := seeds(60)
	for _, p := range chosen(boxes()) {
		t.Run(p.name, func(t *testing.T) {
			for seed := from; seed <= to; seed++ {
				boxed(p, seed).test(t, seed)
			}
		})
	}
}

package solver_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// bitGen makes random formulas with quantifiers over short bit-vectors, each together with
// its expansion over all values.
type bitGen struct {
	*rand.Rand
	st     *term.Store
	free   []term.Term // constants and bound variables in scope
	values []term.Term // what free is in the expansion
	f      term.Sym
}

const bitGenWidth = 2

func (g *bitGen) vector(depth int) (t, expanded term.Term) {
	st := g.st
	if depth == 0 || g.IntN(4) == 0 {
		if g.IntN(4) == 0 {
			c := st.Uint(bitGenWidth, g.Uint64N(4))
			return c, c
		}
		k := g.IntN(len(g.free))
		return g.free[k], g.values[k]
	}
	x, y := g.vector(depth - 1)
	switch g.IntN(5) {
	case 0:
		return st.App(g.f, x), st.App(g.f, y)
	case 1:
		return st.BvNot(x), st.BvNot(y)
	}
	z, w := g.vector(depth - 1)
	if g.IntN(2) == 0 {
		return st.BvAdd(x, z), st.BvAdd(y, w)
	}
	return st.BvMul(x, z), st.BvMul(y, w)
}

func (g *bitGen) formula(depth int) (t, expanded term.Term) {
	st := g.st
	if depth > 0 {
		switch g.IntN(5) {
		case 0:
			x, y := g.formula(depth - 1)
			return st.Not(x), st.Not(y)
		case 1:
			x, y := g.formula(depth - 1)
			z, w := g.formula(depth - 1)
			return st.Or(x, z), st.Or(y, w)
		case 2:
			x, y := g.formula(depth - 1)
			z, w := g.formula(depth - 1)
			return st.Eq(x, z), st.Eq(y, w)
		default:
			return g.quantified(depth - 1)
		}
	}
	x, y := g.vector(2)
	z, w := g.vector(2)
	if g.IntN(2) == 0 {
		return st.Eq(x, z), st.Eq(y, w)
	}
	return st.BvUle(x, z), st.BvUle(y, w)
}

// quantified makes a body, and its expansion by the same random choices for each value.
func (g *bitGen) quantified(depth int) (t, expanded term.Term) {
	st := g.st
	x := st.BoundVar("x", st.BitVecSort(bitGenWidth))
	n := len(g.free)
	seed, op := g.Uint64(), term.OpForall
	if g.IntN(2) == 0 {
		op = term.OpExists
	}
	var body term.Term
	var cases []term.Term
	outer := g.Rand
	for v := range uint64(1) << bitGenWidth {
		g.Rand = rand.New(rand.NewPCG(seed, 7))
		g.free, g.values = append(g.free[:n:n], x), append(g.values[:n:n], st.Uint(bitGenWidth, v))
		b, e := g.formula(depth)
		if v == 0 {
			body = b
		}
		cases = append(cases, e)
	}
	g.Rand, g.free, g.values = outer, g.free[:n], g.values[:n]
	t = st.Quantify(op, term.Quant{Vars: []term.Term{x}, Body: body})
	if op == term.OpForall {
		return t, st.And(cases...)
	}
	return t, st.Or(cases...)
}

// TestBitQuantifiers compares formulas with their expansions, with a proof and without one.
func TestBitQuantifiers(t *testing.T) {
	from, to := extent.Of(uint64(3), 0), extent.Of(uint64(33), 150) // seed 2 alone takes half a minute
	answers := map[sat.Status]int{}
	for seed := from; seed < to; seed++ {
		st := term.NewStore()
		g := &bitGen{Rand: rand.New(rand.NewPCG(seed, 3)), st: st}
		s := st.BitVecSort(bitGenWidth)
		g.f = st.DeclareFun("f", []term.Sort{s}, s)
		for k := range 2 {
			c := st.FreshConst(fmt.Sprint("c", k), s)
			g.free, g.values = append(g.free, c), append(g.values, c)
		}
		var log bytes.Buffer
		x, y := solver.New(st, solver.Options{CheckModels: true}), solver.New(st, solver.Options{CheckModels: true})
		z := solver.New(st, solver.Options{Proof: &log})
		unsat := 0
		for range 3 {
			a, b := g.formula(3)
			x.Push()
			x.Assert(a)
			y.Assert(b)
			z.Push()
			z.Assert(a)
			got, want, proved := x.Check(context.Background()), y.Check(context.Background()), z.Check(context.Background())
			if got.Status != want.Status || proved.Status != want.Status {
				t.Fatalf("seed %d: %v, with a proof %v, want %v for %s", seed, got, proved, want, st.String(a))
			}
			answers[got.Status]++
			if got.Status == sat.Unsat {
				unsat++
			}
		}
		if err := z.FlushProof(); err != nil {
			t.Fatal(err)
		}
		if sum, err := proof.Check(&log); err != nil || !sum.Complete() || sum.Unsat != unsat {
			t.Fatalf("seed %d: %v, %+v", seed, err, sum)
		}
	}
	if few := int(to-from) / 3; answers[sat.Sat] < few || answers[sat.Unsat] < few {
		t.Errorf("answers: %v", answers)
	}
}

// TestBitQuantifiersOfElements has quantifiers over an uninterpreted sort beside bit-vectors.
func TestBitQuantifiersOfElements(t *testing.T) {
	st := term.NewStore()
	u, bits := st.UninterpretedSort("U"), st.BitVecSort(2)
	f := st.DeclareFun("f", []term.Sort{bits}, u)
	a, b := st.BoundVar("a", bits), st.BoundVar("b", bits)
	injective := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{a, b}, Body: st.Or(st.Eq(a, b), st.Not(st.Eq(st.App(f, a), st.App(f, b))))})
	few := func(n int) term.Term {
		y := st.BoundVar("y", u)
		var equal []term.Term
		for range n {
			equal = append(equal, st.Eq(y, st.FreshConst("c", u)))
		}
		return st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{y}, Body: st.Or(equal...)})
	}
	s := solver.New(st, solver.Options{CheckModels: true})
	s.Assert(injective)
	for n, want := range map[int]sat.Status{3: sat.Unsat, 4: sat.Sat} {
		s.Push()
		s.Assert(few(n))
		if got := s.Check(context.Background()); got.Status != want {
			t.Errorf("%d elements: %v, want %v", n, got, want)
		}
		s.Pop()
	}
}

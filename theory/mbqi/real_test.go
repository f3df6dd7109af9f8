package mbqi_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// line is a*x + b*y + c, compared with 0: at most, less, or equal.
type line struct {
	a, b, c num.Rat
	op      int
}

func (l line) holds(x, y num.Rat) bool {
	s := l.a.Mul(x).Add(l.b.Mul(y)).Add(l.c).Sign()
	return [3]bool{s <= 0, s < 0, s == 0}[l.op]
}

// plane is a formula over lines: clauses of possibly negated lines.
type plane [][]struct {
	line
	neg bool
}

func (p plane) holds(x, y num.Rat) bool {
	for _, c := range p {
		ok := false
		for _, l := range c {
			ok = ok || l.holds(x, y) != l.neg
		}
		if !ok {
			return false
		}
	}
	return true
}

func (p plane) term(st *term.Store, x, y term.Term) term.Term {
	var all []term.Term
	for _, c := range p {
		var any []term.Term
		for _, l := range c {
			sum, zero := st.Add(st.Mul(st.Rat(l.a), x), st.Mul(st.Rat(l.b), y), st.Rat(l.c)), st.Rat(num.Rat{})
			t := [3]term.Term{st.Le(sum, zero), st.Not(st.Le(zero, sum)), st.Eq(sum, zero)}[l.op]
			if l.neg {
				t = st.Not(t)
			}
			any = append(any, t)
		}
		all = append(all, st.Or(any...))
	}
	return st.And(all...)
}

// between returns the points, one between each two neighbours, and one beyond each end.
func between(points []num.Rat) []num.Rat {
	slices.SortFunc(points, num.Rat.Cmp)
	one, half := num.RatFromInt64(1), num.FromInts(num.FromInt64(1), num.FromInt64(2))
	out := []num.Rat{{}}
	for i, p := range points {
		out = append(out, p, p.Add(one), p.Sub(one))
		if i > 0 {
			out = append(out, p.Add(points[i-1]).Mul(half))
		}
	}
	return out
}

// holdsFor reports whether for all x (or some) p holds for all y (or some).
func (p plane) holdsFor(allX, allY bool) bool {
	var lines []line
	for _, c := range p {
		for _, l := range c {
			lines = append(lines, l.line)
		}
	}
	var xs []num.Rat
	for i, l := range lines {
		if l.b.IsZero() && !l.a.IsZero() {
			xs = append(xs, l.c.Neg().Div(l.a))
		}
		for _, k := range lines[:i] {
			if d := l.a.Mul(k.b).Sub(k.a.Mul(l.b)); !d.IsZero() {
				xs = append(xs, k.c.Mul(l.b).Sub(l.c.Mul(k.b)).Div(d))
			}
		}
	}
	for _, x := range between(xs) {
		var ys []num.Rat
		for _, l := range lines {
			if !l.b.IsZero() {
				ys = append(ys, l.a.Mul(x).Add(l.c).Neg().Div(l.b))
			}
		}
		some := slices.ContainsFunc(between(ys), func(y num.Rat) bool { return p.holds(x, y) != allY })
		if inner := some != allY; inner != allX {
			return inner
		}
	}
	return allX
}

// TestReals compares quantifiers over two Real variables with evaluation at the corners
// of the plane and between them.
func TestReals(t *testing.T) {
	count := [2]int{}
	for seed := range int64(300) {
		rng := rand.New(rand.NewSource(seed))
		small := func() num.Rat { return num.RatFromInt64(int64(rng.Intn(7) - 3)) }
		p := make(plane, 1+rng.Intn(3))
		for i := range p {
			for range 1 + rng.Intn(3) {
				p[i] = append(p[i], struct {
					line
					neg bool
				}{line{small(), small(), small(), rng.Intn(3)}, rng.Intn(2) == 0})
			}
		}
		allX, allY := rng.Intn(2) == 0, rng.Intn(2) == 0
		st := term.NewStore()
		x, y := st.BoundVar("x", term.Real), st.BoundVar("y", term.Real)
		ops := map[bool]term.Op{true: term.OpForall, false: term.OpExists}
		f := st.Quantify(ops[allY], term.Quant{Vars: []term.Term{y}, Body: p.term(st, x, y)})
		f = st.Quantify(ops[allX], term.Quant{Vars: []term.Term{x}, Body: f})
		want := sat.Unsat
		if p.holdsFor(allX, allY) {
			want = sat.Sat
			count[0]++
		} else {
			count[1]++
		}
		s := solver.New(st, solver.Options{CheckModels: true})
		s.Assert(f)
		got := s.Check(context.Background())
		if got.Status != want {
			t.Fatalf("seed %d: %v (%s), want %v: %s", seed, got.Status, got.Reason, want, st.String(f))
		}
	}
	t.Logf("%d hold, %d do not", count[0], count[1])
}

// TestIntegralPart has a term that is not linear in the variable.
func TestIntegralPart(t *testing.T) {
	st := term.NewStore()
	x, two := st.BoundVar("x", term.Real), st.Rat(num.RatFromInt64(2))
	whole := st.Eq(st.Mul(two, x), st.Mul(two, st.ToReal(st.ToInt(x))))
	s := solver.New(st, solver.Options{CheckModels: true})
	s.Assert(st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: whole}))
	if got := s.Check(context.Background()); got.Status != sat.Unsat {
		t.Errorf("%v (%s)", got.Status, got.Reason)
	}
}

// Division by a variable is not interpreted, so the answer is unknown.
func TestDivisionByVariable(t *testing.T) {
	st := term.NewStore()
	x, one := st.BoundVar("x", term.Real), st.Rat(num.RatFromInt64(1))
	f := st.Or(st.Le(x, one), st.Lt(st.Quo(one, x), st.Rat(num.RatFromInt64(2))))
	s := solver.New(st, solver.Options{})
	s.Assert(st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: f}))
	if r := s.Check(t.Context()); r.Status != sat.Unknown || r.Reason.Kind != reason.Quantifiers {
		t.Errorf("%v (%s)", r.Status, r.Reason)
	}
}

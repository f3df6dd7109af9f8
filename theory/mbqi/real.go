package mbqi

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// affine is c*x + rest, of sort Real.
type affine struct {
	c    num.Rat
	rest term.Term
}

// side is a bound: t, whose value is at, allowed itself unless strict. If t is 0 there is
// no bound.
type side struct {
	t      term.Term
	at     num.Rat
	strict bool
}

// interval has the bounds that comparisons put on a Real variable in the counterexample.
type interval struct {
	x         term.Term
	low, high side
	exact     term.Term
}

// realBound returns a term for variable i, of sort Real: the solution of an
// equation, the greatest lower bound or the least upper one if it is allowed
// itself, else the middle of both, or a point beyond the only one. These are
// the test points of Ferrante and Rackoff ("A decision procedure for the first
// order theory of real addition with order", 1975): every comparison has the same truth
// for the term as for the value, and there are finitely many.
func (c *chooser) realBound(i int, value model.Value) term.Term {
	if c.way == byValue {
		return c.st.Rat(value.Rat())
	}
	l := &interval{x: c.q.Vars[i]}
	for _, a := range c.atoms {
		c.compareReal(l, c.resolved(a))
	}
	one := num.RatFromInt64(1)
	low, high := l.low.t != 0, l.high.t != 0
	switch useLow := low && !l.low.strict; {
	case l.exact != 0:
		return l.exact
	case useLow && c.way == fromBelow:
		return l.low.t
	case high && !l.high.strict:
		return l.high.t
	case useLow:
		return l.low.t
	case low && high:
		return c.mk.Mul(c.st.Rat(num.FromInts(num.FromInt64(1), num.FromInt64(2))), c.mk.Add(l.low.t, l.high.t))
	case low:
		return c.mk.Add(l.low.t, c.st.Rat(one))
	case high:
		return c.mk.Sub(l.high.t, c.st.Rat(one))
	}
	return c.st.Rat(value.Rat())
}

// compareReal notes the bounds that a comparison puts on x.
func (c *chooser) compareReal(l *interval, a term.Term) {
	op := c.st.Op(a)
	if op != term.OpLe && op != term.OpEq || c.st.Sort(c.st.Arg(a, 0)) != term.Real || !c.mentions(a, l.x) {
		return
	}
	f, ok := c.affine(l.x, c.mk.Sub(c.st.Arg(a, 0), c.st.Arg(a, 1)), maxReadDepth)
	truth, err := c.env.Eval(a)
	if !ok || f.c.IsZero() || err != nil {
		return
	}
	t := c.mk.Mul(c.st.Rat(num.RatFromInt64(-1).Div(f.c)), f.rest)
	x, err := c.env.Eval(l.x)
	v, err2 := c.env.Eval(t)
	if err != nil || err2 != nil {
		return
	}
	b := side{t, v.Rat(), !truth.IsTrue()}
	above := (f.c.Sign() > 0) == truth.IsTrue()
	if op == term.OpEq {
		above = x.Rat().Less(b.at)
	}
	switch {
	case op == term.OpEq && truth.IsTrue():
		l.exact = t
	case above && (l.high.t == 0 || b.at.Less(l.high.at) || b.at.Equal(l.high.at) && b.strict):
		l.high = b
	case !above && (l.low.t == 0 || l.low.at.Less(b.at) || b.at.Equal(l.low.at) && b.strict):
		l.low = b
	}
}

// affine reads t as a linear function of x; false if it is not one in the
// counterexample.
func (c *chooser) affine(x, t term.Term, depth int) (affine, bool) {
	zero := c.st.Rat(num.Rat{})
	switch {
	case depth == 0:
		return affine{}, false
	case t == x:
		return affine{num.RatFromInt64(1), zero}, true
	case !c.mentions(t, x):
		return affine{num.Rat{}, t}, c.ours(t)
	}
	args := c.st.Args(t)
	switch c.st.Op(t) {
	case term.OpAdd:
		sum := affine{num.Rat{}, zero}
		for _, a := range args {
			f, ok := c.affine(x, a, depth-1)
			if !ok {
				return f, false
			}
			sum = affine{sum.c.Add(f.c), c.mk.Add(sum.rest, f.rest)}
		}
		return sum, true
	case term.OpMul:
		k, ok := c.st.NumeralValue(args[0])
		if !ok {
			return affine{}, false
		}
		f, ok := c.affine(x, args[1], depth-1)
		if !ok {
			return affine{}, false
		}
		return affine{f.c.Mul(k), c.mk.Mul(c.st.Rat(k), f.rest)}, true
	case term.OpIte:
		v, err := c.env.Eval(args[0])
		if err != nil {
			return affine{}, false
		}
		if v.IsTrue() {
			return c.affine(x, args[1], depth-1)
		}
		return c.affine(x, args[2], depth-1)
	}
	return affine{}, false
}

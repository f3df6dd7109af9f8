package mbqi

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// linear is (c*x + rest) / d, with d > 0. It holds for the values of x that have the same
// residues as in the counterexample.
type linear struct {
	c, d num.Int
	rest term.Term
}

// limits are the bounds that comparisons put on one variable.
type limits struct {
	x          term.Term
	modulus    num.Int   // x keeps its residue modulo this
	residue    term.Term // a term with x's residue, from an equation
	low, high  term.Term
	lowAt      num.Int
	highAt     num.Int
	exact      term.Term
	haveLow    bool
	haveHigh   bool
	haveExact  bool
	unreadable bool // set while a term is read: it is not linear in x
}

// bound returns a term for variable i: the greatest lower bound in the
// counterexample, else the least upper one, moved to the residue of its
// value; the value itself if there is no bound.
func (c *chooser) bound(i int, value model.Value) term.Term {
	v := value.Int()
	if c.way == byValue {
		return c.mk.Numeral(v)
	}
	l := &limits{x: c.q.Vars[i], modulus: num.FromInt64(1)}
	for _, a := range c.atoms {
		c.compare(l, c.resolved(a))
	}
	switch {
	case l.haveExact:
		return l.exact
	case l.haveLow && (c.way == fromBelow || !l.haveHigh):
		_, r := v.Sub(l.lowAt).EuclidDivMod(l.modulus)
		return c.mk.Add(l.low, c.mk.Numeral(r))
	case l.haveHigh:
		_, r := l.highAt.Sub(v).EuclidDivMod(l.modulus)
		return c.mk.Add(l.high, c.mk.Numeral(r.Neg()))
	case l.residue != 0:
		if at, err := c.env.Eval(l.residue); err == nil {
			_, r := v.Sub(at.Int()).EuclidDivMod(l.modulus)
			return c.mk.Add(l.residue, c.mk.Numeral(r))
		}
	}
	return c.mk.Numeral(v)
}

// resolved returns a comparison with the terms chosen so far.
func (c *chooser) resolved(a term.Term) term.Term {
	s := term.NewSubst(c.st, c.mk)
	for i, v := range c.q.Vars {
		if c.terms[i] != 0 {
			s.Bind(v, c.terms[i])
		}
	}
	return s.Apply(a)
}

// compare notes the bounds that a comparison puts on x.
func (c *chooser) compare(l *limits, a term.Term) {
	op := c.st.Op(a)
	if op != term.OpLe && op != term.OpEq || c.st.Sort(c.st.Arg(a, 0)) != term.Int || !c.mentions(a, l.x) {
		return
	}
	l.unreadable = false
	p := c.read(l, c.st.Arg(a, 0))
	q := c.read(l, c.st.Arg(a, 1))
	if l.unreadable {
		return
	}
	f := c.minus(p, q)
	truth, err := c.env.Eval(a)
	if f.c.IsZero() || err != nil {
		return
	}
	one := c.mk.Int(1)
	switch {
	case op == term.OpLe && truth.IsTrue():
		c.atMost(l, f)
	case op == term.OpLe:
		// c*x + rest >= 1
		f = c.negated(f)
		f.rest = c.mk.Add(f.rest, one)
		c.atMost(l, f)
	case truth.IsTrue():
		c.exactly(l, f)
	default:
		x, err := c.env.Eval(l.x)
		r, err2 := c.env.Eval(f.rest)
		if err != nil || err2 != nil {
			return
		}
		if f.c.Mul(x.Int()).Add(r.Int()).Sign() > 0 {
			f = c.negated(f)
		}
		f.rest = c.mk.Add(f.rest, one)
		c.atMost(l, f)
	}
}

func (c *chooser) negated(f linear) linear {
	return linear{f.c.Neg(), f.d, c.mk.Neg(f.rest)}
}

// exactly notes c*x + rest = 0.
func (c *chooser) exactly(l *limits, f linear) {
	if f.c.Sign() > 0 {
		f = c.negated(f)
	}
	l.exact, l.haveExact = c.divide(f.rest, f.c.Neg()), true
}

// atMost notes c*x + rest <= 0.
func (c *chooser) atMost(l *limits, f linear) {
	v, err := c.env.Eval(f.rest)
	if err != nil {
		return
	}
	if f.c.Sign() < 0 { // x >= rest / -c, rounded up
		k := f.c.Neg()
		at := v.Int().CeilDiv(k)
		if !l.haveLow || l.lowAt.Cmp(at) < 0 {
			l.low = c.mk.Neg(c.divide(c.mk.Neg(f.rest), k))
			l.lowAt, l.haveLow = at, true
		}
		return
	}
	at := v.Int().Neg().FloorDiv(f.c)
	if !l.haveHigh || at.Cmp(l.highAt) < 0 {
		l.high = c.divide(c.mk.Neg(f.rest), f.c)
		l.highAt, l.haveHigh = at, true
	}
}

// divide returns t/k, rounded down, for k > 0.
func (c *chooser) divide(t term.Term, k num.Int) term.Term {
	if k.IsOne() {
		return t
	}
	return c.mk.Div(t, c.mk.Numeral(k))
}

// minus returns p - q.
func (c *chooser) minus(p, q linear) linear {
	rest := c.mk.Sub(c.scaled(p.rest, q.d), c.scaled(q.rest, p.d))
	return linear{p.c.Mul(q.d).Sub(q.c.Mul(p.d)), p.d.Mul(q.d), rest}
}

func (c *chooser) scaled(t term.Term, k num.Int) term.Term {
	if k.IsOne() {
		return t
	}
	return c.mk.Mul(c.mk.Numeral(k), t)
}

// mentions reports whether x occurs in t.
func (c *chooser) mentions(t, x term.Term) bool {
	found := false
	c.st.Visit(func(u term.Term) bool {
		found = found || u == x
		return !found && !c.st.Ground(u)
	}, t)
	return found
}

// maxReadDepth bounds the depth to which sums are read.
const maxReadDepth = 100

// read returns t as a linear function of x.
func (c *chooser) read(l *limits, t term.Term) linear { return c.readTo(l, t, maxReadDepth) }

func (c *chooser) readTo(l *limits, t term.Term, depth int) linear {
	zero, one := num.Int{}, num.FromInt64(1)
	switch {
	case l.unreadable || depth == 0:
		l.unreadable = true
		return linear{zero, one, c.mk.Int(0)}
	case t == l.x:
		return linear{one, one, c.mk.Int(0)}
	case !c.mentions(t, l.x):
		l.unreadable = l.unreadable || !c.ours(t)
		return linear{zero, one, t}
	}
	args := c.st.Args(t)
	switch op := c.st.Op(t); {
	case op == term.OpAdd:
		sum := linear{zero, one, c.mk.Int(0)}
		for _, a := range args {
			f := c.readTo(l, a, depth-1)
			sum = c.minus(sum, c.negated(f))
		}
		return sum
	case op == term.OpMul && c.st.IsNum(args[0]):
		k := c.st.Num(args[0])
		f := c.readTo(l, args[1], depth-1)
		return linear{f.c.Mul(k), f.d, c.mk.Mul(args[0], f.rest)}
	case op == term.OpIte:
		v, err := c.env.Eval(args[0])
		if err == nil && v.IsTrue() {
			return c.readTo(l, args[1], depth-1)
		}
		if err == nil {
			return c.readTo(l, args[2], depth-1)
		}
	case (op == term.OpDiv || op == term.OpMod) && c.st.IsNum(args[1]) && c.st.Num(args[1]).Sign() > 0:
		return c.readQuotient(l, t, depth)
	}
	l.unreadable = true
	return linear{zero, one, c.mk.Int(0)}
}

// readQuotient reads p div k, which is (p - r)/k where r is the residue of p in the
// counterexample, or p mod k, which is r.
func (c *chooser) readQuotient(l *limits, t term.Term, depth int) linear {
	k := c.st.Num(c.st.Arg(t, 1))
	f := c.readTo(l, c.st.Arg(t, 0), depth-1)
	v, err := c.env.Eval(c.st.Arg(t, 0))
	if l.unreadable || err != nil {
		l.unreadable = true
		return f
	}
	_, r := v.Int().EuclidDivMod(k)
	period := k.Mul(f.d) // x plus this leaves the residue
	if f.d.IsOne() {
		period, _ = k.QuoRem(k.GCD(f.c))
	}
	l.modulus = l.modulus.LCM(period)
	if c.st.Op(t) == term.OpMod {
		if f.d.IsOne() && !f.c.IsZero() && l.residue == 0 {
			// c*x = r - rest, solved for x, has the residue of x.
			g := f
			g.rest = c.mk.Sub(f.rest, c.mk.Numeral(r))
			if g.c.Sign() > 0 {
				g = c.negated(g)
			}
			l.residue = c.divide(g.rest, g.c.Neg())
		}
		return linear{num.Int{}, num.FromInt64(1), c.mk.Numeral(r)}
	}
	rest := c.mk.Sub(f.rest, c.mk.Numeral(r.Mul(f.d)))
	return linear{f.c, f.d.Mul(k), rest}
}

// ours reports whether all variables of t are the quantifier's own.
func (c *chooser) ours(t term.Term) bool {
	ours := true
	c.st.Visit(func(u term.Term) bool {
		if c.st.Op(u) == term.OpBound {
			_, own := c.env.Get(u)
			ours = ours && own
		}
		return ours && !c.st.Ground(u)
	}, t)
	return ours
}

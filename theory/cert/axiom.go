package cert

import (
	"errors"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

var errShape = errors.New("the clause is no instance of its axiom")

// axiom verifies a clause that is an instance of an axiom: it is refuted with
// the axiom's premises put in by hand.
func (k *Checker) axiom(c *Certificate) error {
	r := &refutation{classes: newClasses(k.st), hyps: map[Literal]bool{}, bounds: map[uint64]bound{}}
	for _, l := range c.Clause {
		r.assume(Literal{l.T, !l.Neg})
	}
	for _, t := range c.Args {
		if t == 0 || int(t) >= k.st.Len() {
			return errShape
		}
	}
	ok := false
	switch c.Rule {
	case Trichotomy:
		ok = r.trichotomy()
	case DivMod:
		ok = len(c.Args) == 1 && r.divMod(c.Args[0])
	case IteDef:
		ok = len(c.Args) == 1 && r.iteDef(c.Args[0])
	case ReadOver:
		ok = len(c.Args) == 2 && r.readOver(c.Args[0], c.Args[1])
	case ReadAgree:
		ok = len(c.Args) == 4 && r.readAgree(c.Args[0], c.Args[1], c.Args[2], c.Args[3])
	case Extensionality:
		ok = len(c.Args) == 3 && r.extensional(k, c.Args[0], c.Args[1], c.Args[2])
	}
	if !ok {
		return errShape
	}
	return nil
}

// trichotomy looks for a disequality and both inequalities that rule it out.
func (r *refutation) trichotomy() bool {
	for _, e := range r.unequal {
		if r.st.Sort(e[0]) != term.Int {
			continue
		}
		f := difference(r.st, e[0], e[1], num.Int{})
		g := newLinear()
		g.addScaled(&f, num.RatFromInt64(-1))
		if r.atMostZero(f) && r.atMostZero(g) {
			return true
		}
	}
	return false
}

// atMostZero reports whether one literal says that f <= 0.
func (r *refutation) atMostZero(f linear) bool {
	f = tighten(f)
	for l := range r.hyps {
		if r.st.Op(l.T) != term.OpLe {
			continue
		}
		g := difference(r.st, r.st.Arg(l.T, 0), r.st.Arg(l.T, 1), num.Int{})
		if l.Neg {
			h := newLinear()
			h.addScaled(&g, num.RatFromInt64(-1))
			h.c = h.c.Add(num.RatFromInt64(1))
			g = h
		}
		if k, ok := f.ratio(&g); ok && k.Sign() > 0 {
			h := newLinear()
			h.addScaled(&g, k)
			h = tighten(h)
			if f.c.Cmp(h.c) <= 0 {
				return true
			}
		}
	}
	return false
}

// violated reports whether a literal says that f <= 0 is false.
func (r *refutation) violated(f linear) bool {
	g := newLinear()
	g.addScaled(&f, num.RatFromInt64(-1))
	g.c = g.c.Add(num.RatFromInt64(1))
	return r.atMostZero(g)
}

// divMod refutes the negation of what defines a div or mod by a numeral.
func (r *refutation) divMod(t term.Term) bool {
	st := r.st
	if op := st.Op(t); op != term.OpDiv && op != term.OpMod || !st.IsNum(st.Arg(t, 1)) || st.Num(st.Arg(t, 1)).IsZero() {
		return false
	}
	x, k := st.Arg(t, 0), st.Arg(t, 1)
	if r.divModBy(t, st.Div(x, k), num.Int{}) {
		return true
	}
	// The quotient may be written as one of another multiple of k away.
	for l := range r.hyps {
		if op := st.Op(l.T); op != term.OpEq && op != term.OpLe || st.Sort(st.Arg(l.T, 0)) != term.Int {
			continue
		}
		f := difference(st, st.Arg(l.T, 0), st.Arg(l.T, 1), num.Int{})
		for _, q := range f.terms() {
			if st.Op(q) != term.OpDiv || st.Arg(q, 1) != k {
				continue
			}
			d := difference(st, st.Arg(q, 0), x, num.Int{})
			j := d.c.Div(num.RatFromInt(st.Num(k)))
			if len(d.coeff) == 0 && j.IsInt() && r.divModBy(t, q, j.Num()) {
				return true
			}
		}
	}
	return false
}

// divModBy refutes the negation of what defines t, with q - j as the quotient.
func (r *refutation) divModBy(t, q term.Term, j num.Int) bool {
	st := r.st
	k := st.Arg(t, 1)
	rest := form(st, st.Arg(t, 0))
	qf := form(st, q)
	qf.c = qf.c.Sub(num.RatFromInt(j))
	rest.addScaled(&qf, num.RatFromInt(st.Num(k)).Neg())
	if st.Op(t) == term.OpMod {
		tf := form(st, t)
		tf.addScaled(&rest, num.RatFromInt64(-1))
		for _, e := range r.unequal {
			f := difference(st, e[0], e[1], num.Int{})
			if m, ok := f.ratio(&tf); ok && f.c.Equal(tf.c.Mul(m)) {
				return true
			}
		}
		return false
	}
	low := newLinear() // 0 <= rest
	low.addScaled(&rest, num.RatFromInt64(-1))
	high := newLinear() // rest <= |k| - 1
	high.addScaled(&rest, num.RatFromInt64(1))
	high.c = high.c.Sub(num.RatFromInt(st.Num(k).Abs())).Add(num.RatFromInt64(1))
	return r.violated(low) || r.violated(high)
}

// iteDef refutes c and t != a, or not c and t != b, for t = ite(c,a,b).
func (r *refutation) iteDef(t term.Term) bool {
	st := r.st
	if st.Op(t) != term.OpIte {
		return false
	}
	c := st.Arg(t, 0)
	if r.holds(Literal{c, false}) && r.excludes(t, st.Arg(t, 1)) {
		return true
	}
	return r.holds(Literal{c, true}) && r.excludes(t, st.Arg(t, 2))
}

// excludes reports whether a literal says that a and b differ; so do numerals.
func (r *refutation) excludes(a, b term.Term) bool {
	if r.st.Sort(a) == term.Int {
		f := difference(r.st, a, b, num.Int{})
		if g := f.content(); g.IsZero() {
			return !f.c.IsZero()
		} else if !f.c.Div(g).IsInt() {
			return true // even and odd, so to speak
		}
	}
	for _, e := range r.unequal {
		if r.st.Sort(e[0]) == r.st.Sort(a) && r.alike(e[0], e[1], a, b) {
			return true
		}
	}
	return r.st.Sort(a) == term.Bool && r.compare(a, b) == -1
}

// equals reports whether a literal says that a and b are equal.
func (r *refutation) equals(a, b term.Term) bool {
	if r.same(a, b) {
		return true
	}
	for l := range r.hyps {
		if r.st.Op(l.T) == term.OpEq && !l.Neg && r.st.Sort(r.st.Arg(l.T, 0)) == r.st.Sort(a) &&
			r.alike(r.st.Arg(l.T, 0), r.st.Arg(l.T, 1), a, b) {
			return true
		}
	}
	return r.st.Sort(a) == term.Bool && r.compare(a, b) == 1
}

// compare returns 1 if two formulas are known to be equivalent, -1 if each is
// known to be the negation of the other, and 0 if neither is known.
func (r *refutation) compare(a, b term.Term) int {
	a, signA := r.strip(a)
	b, signB := r.strip(b)
	if a == b {
		return signA * signB
	}
	if x, y := r.truth(a), r.truth(b); x*y != 0 {
		return signA * signB * x * y
	}
	for l := range r.hyps {
		if r.st.Op(l.T) != term.OpEq || r.st.Sort(r.st.Arg(l.T, 0)) != term.Bool {
			continue
		}
		x, signX := r.strip(r.st.Arg(l.T, 0))
		y, signY := r.strip(r.st.Arg(l.T, 1))
		if x == a && y == b || x == b && y == a {
			sign := signA * signB * signX * signY
			if l.Neg {
				sign = -sign
			}
			return sign
		}
	}
	return 0
}

// strip takes the negation off a formula, and returns -1 if there was one.
func (r *refutation) strip(t term.Term) (term.Term, int) {
	if r.st.Op(t) == term.OpNot {
		return r.st.Arg(t, 0), -1
	}
	return t, 1
}

// truth is 1 for true, -1 for false, 0 for unknown.
func (r *refutation) truth(t term.Term) int {
	switch {
	case r.same(t, r.st.True()):
		return 1
	case r.same(t, r.st.False()):
		return -1
	}
	return 0
}

// readOver refutes i != j and select(store(a,j,v),i) != select(a,i).
func (r *refutation) readOver(m, i term.Term) bool {
	st := r.st
	if st.Op(m) != term.OpStore || st.Sort(i) != st.Sort(st.Arg(m, 1)) {
		return false
	}
	return r.excludes(i, st.Arg(m, 1)) && r.excludes(st.Select(m, i), st.Select(st.Arg(m, 0), i))
}

// readAgree refutes i = j and select(a,i) != v, where v is what a has at j.
func (r *refutation) readAgree(a, j, v, i term.Term) bool {
	st := r.st
	isRead := st.Op(v) == term.OpSelect && st.Arg(v, 0) == a && st.Arg(v, 1) == j
	isStored := st.Op(a) == term.OpStore && st.Arg(a, 1) == j && st.Arg(a, 2) == v
	if !isRead && !isStored || st.Sort(i) != st.Sort(j) {
		return false
	}
	return r.equals(i, j) && r.excludes(st.Select(a, i), v)
}

// extensional refutes a != b and select(a,w) = select(b,w), for a witness w
// that stands for nothing else. It is younger than both arrays, so it does not
// occur in them.
func (r *refutation) extensional(k *Checker, a, b, w term.Term) bool {
	st := r.st
	if !st.IsConst(w) || w < a || w < b || !st.IsArray(st.Sort(a)) || st.Sort(a) != st.Sort(b) {
		return false
	}
	if i, _ := st.ArraySorts(st.Sort(a)); i != st.Sort(w) {
		return false
	}
	pair := [2]term.Term{min(a, b), max(a, b)}
	if old, ok := k.witnesses[w]; ok && old != pair {
		return false
	}
	k.witnesses[w] = pair
	return r.equals(st.Select(a, w), st.Select(b, w)) && r.excludes(a, b)
}

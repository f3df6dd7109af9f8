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
	q := st.Div(x, k)
	rest := form(st, x)
	qf := form(st, q)
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
		if f := difference(r.st, a, b, num.Int{}); len(f.coeff) == 0 {
			return !f.c.IsZero()
		}
	}
	for _, e := range r.unequal {
		if r.st.Sort(e[0]) == r.st.Sort(a) && r.alike(e[0], e[1], a, b) {
			return true
		}
	}
	if r.st.Sort(a) == term.Bool {
		x, y := r.truth(a), r.truth(b)
		return x != 0 && y != 0 && x != y
	}
	return false
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
	equal := r.same(i, j)
	for l := range r.hyps {
		if st.Op(l.T) == term.OpEq && !l.Neg && st.Sort(st.Arg(l.T, 0)) == st.Sort(i) {
			equal = equal || r.alike(st.Arg(l.T, 0), st.Arg(l.T, 1), i, j)
		}
	}
	return equal && r.excludes(st.Select(a, i), v)
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
	x, y := st.Select(a, w), st.Select(b, w)
	equal := r.same(x, y)
	for l := range r.hyps {
		if st.Op(l.T) == term.OpEq && !l.Neg && st.Sort(st.Arg(l.T, 0)) == st.Sort(x) {
			equal = equal || r.alike(st.Arg(l.T, 0), st.Arg(l.T, 1), x, y)
		}
	}
	return equal && r.excludes(a, b)
}

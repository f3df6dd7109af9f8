package cert

import (
	"errors"

	"github.com/muster-smt/muster/theory/term"
)

var (
	errShape = errors.New("the arguments do not fit the axiom")
	errAxiom = errors.New("the clause does not follow from its axiom")
)

// maxSplits bounds how often one check splits on an atom.
const maxSplits = 200

// axiom verifies a clause that follows from an instance of an axiom: the
// instance is false where all literals are.
func (k *Checker) axiom(c *Certificate) error {
	st := k.z.st
	for _, t := range c.Args {
		if t == 0 || int(t) >= st.Len() || !st.Ground(t) {
			return errShape
		}
	}
	phi, ok := k.instance(c)
	if !ok {
		return errShape
	}
	k.z.work = 0
	f := newFacts(k.z)
	for _, l := range c.Clause {
		f.add(k.z.of(l.T), l.Neg)
	}
	budget := maxSplits
	if c.Rule == Trichotomy && f.opposite() || f.contradict(phi, &budget) {
		return nil
	}
	return errAxiom
}

// instance returns the instance of the axiom that a certificate names; it is true
// if normal forms make it so.
func (k *Checker) instance(c *Certificate) (node, bool) {
	st, z := k.z.st, k.z
	ok := false
	switch a := c.Args; c.Rule {
	case Trichotomy:
		return z.tru, len(a) == 0
	case DivMod:
		if len(a) != 1 {
			return 0, false
		}
		switch st.Op(a[0]) {
		case term.OpDiv, term.OpMod:
			return z.euclid(z.of(st.Arg(a[0], 0)), z.of(st.Arg(a[0], 1))), true
		case term.OpQuo:
			return z.divides(z.of(st.Arg(a[0], 0)), z.of(st.Arg(a[0], 1)), z.of(a[0])), true
		case term.OpToInt:
			return z.below(z.of(a[0]), z.of(st.Arg(a[0], 0))), true
		}
	case IteDef:
		return z.tru, len(a) == 1 && st.Op(a[0]) == term.OpIte
	case ReadOver:
		ok = len(a) == 2 && st.Op(a[0]) == term.OpStore && st.Sort(a[1]) == st.Sort(st.Arg(a[0], 1))
		if ok {
			return z.readOver(a[0], a[1]), true
		}
	case ReadAgree:
		ok = len(a) == 4 && isElement(st, a[0], a[1], a[2]) && st.Sort(a[1]) == st.Sort(a[3])
		if ok {
			same := z.equal(st.Sort(a[1]), []node{z.of(a[1]), z.of(a[3])})
			agree := z.equal(st.Sort(a[2]), []node{z.read(z.of(a[0]), z.of(a[3])), z.of(a[2])})
			return z.or([]node{z.not(same), agree}), true
		}
	case Extensionality:
		if len(a) == 3 && k.isWitness(a[0], a[1], a[2]) {
			x, y, w := z.of(a[0]), z.of(a[1]), z.of(a[2])
			_, elm := st.ArraySorts(st.Sort(a[0]))
			differ := z.not(z.equal(elm, []node{z.read(x, w), z.read(y, w)}))
			return z.or([]node{z.equal(st.Sort(a[0]), []node{x, y}), differ}), true
		}
	case WordNumber:
		return z.wordNumber(a)
	case Instance:
		return k.bodyOf(c)
	case Skolem:
		return k.skolemized(c)
	}
	return 0, false
}

// readOver returns i = j or select(store(a,j,v),i) = select(a,i).
func (z *normalizer) readOver(m, i term.Term) node {
	a, j := z.st.Arg(m, 0), z.st.Arg(m, 1)
	_, elm := z.st.ArraySorts(z.st.Sort(a))
	same := z.equal(z.st.Sort(i), []node{z.of(i), z.of(j)})
	equal := z.equal(elm, []node{z.read(z.of(m), z.of(i)), z.read(z.of(a), z.of(i))})
	return z.or([]node{same, equal})
}

// isElement reports whether v is the element of array a at j.
func isElement(st *term.Store, a, j, v term.Term) bool {
	return st.Op(v) == term.OpSelect && st.Arg(v, 0) == a && st.Arg(v, 1) == j ||
		st.Op(a) == term.OpStore && st.Arg(a, 1) == j && st.Arg(a, 2) == v
}

// euclid returns the definition of x div y and x mod y for y other than 0:
//
//	x = y*(x div y) + x mod y and 0 <= x mod y < |y|
func (z *normalizer) euclid(x, y node) node {
	one, minus := rat(1), rat(-1)
	p, d := z.poly(x), z.poly(y)
	q := z.apply(term.OpDiv, 0, term.Int, []node{x, y})
	r := z.poly(z.apply(term.OpMod, 0, term.Int, []node{x, y}))
	zero := z.isZero(d)
	sum := z.isZero(p.plus(z.poly(z.times(y, q)), minus).plus(r, minus))
	low := z.atMostZero(poly{}.plus(r, minus))
	positive := z.atMostZero(poly{c: one}.plus(d, minus))
	negative := z.atMostZero(poly{c: one}.plus(d, one))
	below := z.atMostZero(poly{c: one}.plus(r, one).plus(d, minus))
	above := z.atMostZero(poly{c: one}.plus(r, one).plus(d, one))
	return z.and([]node{
		z.or([]node{zero, sum}), z.or([]node{zero, low}),
		z.or([]node{z.not(positive), below}), z.or([]node{z.not(negative), above}),
	})
}

// divides returns y = 0 or x = y*q, for q = x/y.
func (z *normalizer) divides(x, y, q node) node {
	sum := z.isZero(z.poly(x).plus(z.poly(z.times(y, q)), rat(-1)))
	return z.or([]node{z.isZero(z.poly(y)), sum})
}

// below returns n <= x < n+1, for the greatest integer n not above x.
func (z *normalizer) below(n, x node) node {
	d := z.poly(n).plus(z.poly(x), rat(-1)) // n - x
	return z.and([]node{z.atMostZero(d), z.lessThanZero(poly{c: rat(-1)}.plus(d, rat(-1)))})
}

// isWitness reports whether w may be the index at which a and b differ, if they
// do: it stands for nothing else, and being younger than both arrays it does
// not occur in them.
func (k *Checker) isWitness(a, b, w term.Term) bool {
	st := k.z.st
	if !st.IsConst(w) || w < a || w < b || !st.IsArray(st.Sort(a)) || st.Sort(a) != st.Sort(b) {
		return false
	}
	if i, _ := st.ArraySorts(st.Sort(a)); i != st.Sort(w) {
		return false
	}
	return k.own(w, [2]term.Term{min(a, b), max(a, b)})
}

// skolemized returns the body of the quantifier that the first literal says to be false, if it is
// universal, or true: with the quantifier's constants, and negated if it is universal. The constants
// stand for nothing else, and being younger than the quantifier they do not occur in it.
func (k *Checker) skolemized(c *Certificate) (node, bool) {
	st := k.z.st
	if len(c.Args) == 0 || len(c.Clause) == 0 {
		return 0, false
	}
	t, cs := c.Args[0], c.Args[1:]
	all := st.Op(t) == term.OpForall
	if !all && st.Op(t) != term.OpExists || c.Clause[0] != (Literal{t, !all}) || len(cs) != len(st.Quant(t).Vars) {
		return 0, false
	}
	e := &env{vars: map[term.Term]node{}, memo: map[term.Term]node{}}
	for i, v := range st.Quant(t).Vars {
		if w := cs[i]; !st.IsConst(w) || w < t || st.Sort(w) != st.Sort(v) || !k.own(w, [2]term.Term{t, v}) {
			return 0, false
		}
		e.vars[v] = k.z.of(cs[i])
	}
	body := k.z.build(st.Quant(t).Body, e)
	if all {
		body = k.z.not(body)
	}
	return body, true
}

// own makes a constant stand for something, and reports whether it stands for nothing else.
func (k *Checker) own(w term.Term, what [2]term.Term) bool {
	if old, ok := k.witnesses[w]; ok && old != what {
		return false
	}
	k.witnesses[w] = what
	return true
}

// bodyOf returns the body of a universal quantifier that the first literal negates, with terms for
// its variables, or the negated body of an existential one that it is. If there are more terms,
// they are for the variables of the quantifier that the body is, and so on.
func (k *Checker) bodyOf(c *Certificate) (node, bool) {
	st := k.z.st
	if len(c.Args) == 0 || len(c.Clause) == 0 {
		return 0, false
	}
	negated := st.Op(c.Args[0]) == term.OpExists
	if !negated && st.Op(c.Args[0]) != term.OpForall || c.Clause[0] != (Literal{c.Args[0], !negated}) {
		return 0, false
	}
	e := &env{vars: map[term.Term]node{}, memo: map[term.Term]node{}}
	q, args := st.Quant(c.Args[0]), c.Args[1:]
	for {
		if len(args) < len(q.Vars) {
			return 0, false
		}
		for i, v := range q.Vars {
			if st.Sort(v) != st.Sort(args[i]) {
				return 0, false
			}
			e.vars[v] = k.z.of(args[i])
		}
		if args = args[len(q.Vars):]; len(args) == 0 {
			break
		}
		inner := q.Body
		if negated = negated != (st.Op(inner) == term.OpNot); st.Op(inner) == term.OpNot {
			inner = st.Arg(inner, 0)
		}
		if negated && st.Op(inner) != term.OpExists || !negated && st.Op(inner) != term.OpForall {
			return 0, false
		}
		q = st.Quant(inner)
	}
	body := k.z.build(q.Body, e)
	if negated {
		body = k.z.not(body)
	}
	return body, true
}

package combine_test

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// set is a set of interpretations, those in which a formula holds: a bit for each.
type set []uint64

func (s set) and(t set) set {
	out := make(set, len(s))
	for i := range s {
		out[i] = s[i] & t[i]
	}
	return out
}

func (s set) or(t set) set { return s.not().and(t.not()).not() }

func (s set) not() set {
	out := make(set, len(s))
	for i := range s {
		out[i] = ^s[i]
	}
	return out
}

func (s set) same(t set) set { return s.and(t).or(s.not().and(t.not())) }

func (s set) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// formula is a formula, and where it holds.
type formula struct {
	t   term.Term
	set set
}

// The oracle knows all interpretations of a few terms: partitions of the terms of sort U
// that respect congruence, and values of the Boolean constants and of the predicate. A
// formula over these terms is satisfiable if it holds in one of them.
//
// Terms of sort U, by number:
const (
	tA = iota // constants
	tB
	tFA // f(a)
	tFB // f(b)
	tFFA
	tH0    // h(q0)
	tH1    // h(q1)
	tHNot0 // h(not q0)
	numTerms
)

const (
	numBools = 3
	numPreds = 2 // p(a), p(b)
)

// interpretations are tables of all of them, independent of a store.
type interpretations struct {
	equal [numTerms][numTerms]set
	bools [numBools]set
	preds [numPreds]set
	all   set
	n     int
}

func (x *interpretations) init() {
	for i := range x.equal {
		for j := range x.equal[i] {
			x.equal[i][j] = set{}
		}
	}
	x.partition(make([]int, 0, numTerms), 0)
}

// partition extends a partition, given by the class of each term.
func (x *interpretations) partition(class []int, classes int) {
	if len(class) < numTerms {
		for c := range classes + 1 {
			x.partition(append(class, c), max(classes, c+1))
		}
		return
	}
	implies := func(a, b, fa, fb int) bool { return class[a] != class[b] || class[fa] == class[fb] }
	if !implies(tA, tB, tFA, tFB) || !implies(tA, tFA, tFA, tFFA) || !implies(tB, tFA, tFB, tFFA) {
		return
	}
	for bools := range 1 << numBools {
		same := tH0 // as h(q1)
		if bools&1 != bools>>1&1 {
			same = tHNot0
		}
		if class[same] != class[tH1] {
			continue
		}
		for preds := range 1 << numPreds {
			if class[tA] != class[tB] || preds&1 == preds>>1 {
				x.add(class, bools, preds)
			}
		}
	}
}

func (x *interpretations) add(class []int, bools, preds int) {
	put := func(s *set, holds bool) {
		if x.n%64 == 0 {
			*s = append(*s, 0)
		}
		if holds {
			(*s)[x.n/64] |= 1 << (x.n % 64)
		}
	}
	for i := range x.equal {
		for j := range x.equal[i] {
			put(&x.equal[i][j], class[i] == class[j])
		}
	}
	for i := range x.bools {
		put(&x.bools[i], bools>>i&1 == 1)
	}
	for i := range x.preds {
		put(&x.preds[i], preds>>i&1 == 1)
	}
	put(&x.all, true)
	x.n++
}

// language makes formulas over the terms of the oracle in one store.
type language struct {
	*interpretations
	st    *term.Store
	rw    *rewrite.Rewriter
	terms [numTerms]term.Term
	q     [numBools]term.Term
	f, p  term.Sym
}

func newLanguage(x *interpretations) *language {
	st := term.NewStore()
	l := &language{interpretations: x, st: st, rw: rewrite.New(st)}
	u := st.UninterpretedSort("U")
	l.f = st.DeclareFun("f", []term.Sort{u}, u)
	l.p = st.DeclareFun("p", []term.Sort{u}, term.Bool)
	h := st.DeclareFun("h", []term.Sort{term.Bool}, u)
	for i := range l.q {
		l.q[i] = st.FreshConst("q", term.Bool)
	}
	l.terms[tA], l.terms[tB] = st.FreshConst("a", u), st.FreshConst("b", u)
	l.terms[tFA], l.terms[tFB] = st.App(l.f, l.terms[tA]), st.App(l.f, l.terms[tB])
	l.terms[tFFA] = st.App(l.f, l.terms[tFA])
	l.terms[tH0], l.terms[tH1], l.terms[tHNot0] = st.App(h, l.q[0]), st.App(h, l.q[1]), st.App(h, st.Not(l.q[0]))
	return l
}

func (l *language) not(x formula) formula { return formula{l.st.Not(x.t), x.set.not()} }
func (l *language) or(x, y formula) formula {
	return formula{l.st.Or(x.t, y.t), x.set.or(y.set)}
}

// random makes a formula.
func (l *language) random(r *rand.Rand, depth int) formula {
	if depth == 0 {
		return l.atom(r)
	}
	x, y := l.random(r, depth-1), l.random(r, r.IntN(depth))
	switch r.IntN(6) {
	case 0:
		return l.not(x)
	case 1:
		return formula{l.st.And(x.t, y.t), x.set.and(y.set)}
	case 2:
		return formula{l.st.Eq(x.t, y.t), x.set.same(y.set)}
	case 3:
		z := l.random(r, 0)
		return formula{l.st.Ite(z.t, x.t, y.t), z.set.and(x.set).or(z.set.not().and(y.set))}
	}
	return l.or(x, y)
}

func (l *language) atom(r *rand.Rand) formula {
	i, j, k := r.IntN(numTerms), r.IntN(numTerms), r.IntN(numTerms)
	q := r.IntN(numBools)
	pick := l.bools[q]
	choose := func(x, y set) set { return pick.and(x).or(pick.not().and(y)) }
	switch r.IntN(12) {
	case 0, 1:
		return formula{l.q[q], pick}
	case 2:
		n := r.IntN(numPreds)
		return formula{l.st.App(l.p, l.terms[n]), l.preds[n]}
	case 3:
		return formula{l.st.App(l.p, l.st.Ite(l.q[q], l.terms[tA], l.terms[tB])), choose(l.preds[0], l.preds[1])}
	case 4:
		return formula{l.st.Eq(l.st.Ite(l.q[q], l.terms[i], l.terms[j]), l.terms[k]), choose(l.equal[i][k], l.equal[j][k])}
	case 5:
		f := l.st.App(l.f, l.st.Ite(l.q[q], l.terms[tA], l.terms[tB]))
		return formula{l.st.Eq(f, l.terms[k]), choose(l.equal[tFA][k], l.equal[tFB][k])}
	case 6:
		s := l.equal[i][j].or(l.equal[j][k]).or(l.equal[i][k])
		return formula{l.st.Distinct(l.terms[i], l.terms[j], l.terms[k]), s.not()}
	}
	return formula{l.st.Eq(l.terms[i], l.terms[j]), l.equal[i][j]}
}

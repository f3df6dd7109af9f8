package game

import (
	"slices"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Supports reports whether t is a formula of linear arithmetic, with quantifiers only where formulas
// are.
func Supports(st *term.Store, t term.Term) bool {
	ok := true
	quantified := quantifiers{st: st, has: map[term.Term]bool{}}
	seen := map[term.Term]bool{}
	term.TopDown(func(t term.Term) []term.Term {
		if seen[t] || !ok {
			return nil
		}
		seen[t] = true
		sort, args := st.Sort(t), st.Args(t)
		switch st.Op(t) {
		case term.OpTrue, term.OpFalse, term.OpNum, term.OpRat, term.OpNot, term.OpAnd, term.OpOr, term.OpAdd, term.OpLe,
			term.OpToReal, term.OpToInt:
		case term.OpEq, term.OpDistinct:
			s := st.Sort(args[0])
			ok = s == term.Bool || s.IsNumber()
		case term.OpIte:
			ok = sort == term.Bool || sort.IsNumber() && !quantified.in(t)
		case term.OpMul:
			_, ok = st.NumeralValue(args[0])
		case term.OpDiv, term.OpMod:
			v, known := st.NumeralValue(args[1])
			ok = known && v.Sign() > 0
		case term.OpForall, term.OpExists:
			args = args[:1]
			for _, x := range st.Quant(t).Vars {
				ok = ok && (st.Sort(x) == term.Bool || st.Sort(x).IsNumber())
			}
		case term.OpApp, term.OpBound:
			ok = len(args) == 0 && (sort == term.Bool || sort.IsNumber())
		default:
			ok = false
		}
		return args
	}, t)
	return ok
}

// quantifiers finds out where there are quantifiers.
type quantifiers struct {
	st  *term.Store
	has map[term.Term]bool // never ranged over
}

// in reports whether there is a quantifier in t.
func (q *quantifiers) in(t term.Term) bool {
	known := func(u term.Term) bool { _, ok := q.has[u]; return ok }
	for u := range term.BottomUp(t, q.st.Args, known) {
		q.has[u] = q.st.IsQuantifier(u) || slices.ContainsFunc(q.st.Args(u), func(a term.Term) bool { return q.has[a] })
	}
	return q.has[t]
}

// prenex takes quantifiers out of formulas.
type prenex struct {
	st         *term.Store
	rw         *rewrite.Rewriter
	quantified quantifiers
	level      map[term.Term]int // by constant that stands for a variable; never ranged over
	done       map[place]term.Term
	next       map[place]term.Term // what stands for a quantifier or for a connective without polarity
}

// place is a formula with the polarity of an occurrence.
type place struct {
	t        term.Term
	positive bool
}

func newPrenex(rw *rewrite.Rewriter) *prenex {
	st := rw.Terms()
	return &prenex{
		st: st, rw: rw, quantified: quantifiers{st: st, has: map[term.Term]bool{}},
		level: map[term.Term]int{}, done: map[place]term.Term{}, next: map[place]term.Term{},
	}
}

// matrix returns t without quantifiers: with new constants for their variables, each of which has a level.
func (p *prenex) matrix(t term.Term) term.Term {
	root := place{t, true}
	below := func(at place) []place { parts, _ := p.parts(at); return parts }
	done := func(at place) bool { return p.done[at] != 0 }
	for at := range term.BottomUp(root, below, done) {
		parts, rebuild := p.parts(at)
		images := make([]term.Term, len(parts))
		for i, part := range parts {
			images[i] = p.done[part]
		}
		switch {
		case len(parts) == 0:
			p.done[at] = at.t
		case rebuild:
			p.done[at] = p.rw.Rebuild(at.t, images)
		default:
			p.done[at] = images[0]
		}
	}
	return p.done[root]
}

// parts returns the places of which the matrix of a place consists, none if it is the formula itself.
// Either the formula is rebuilt from their matrices, or there is one that stands for it.
func (p *prenex) parts(at place) (parts []place, rebuild bool) {
	if !p.quantified.in(at.t) {
		return nil, false
	}
	switch p.st.Op(at.t) {
	case term.OpNot:
		return []place{{p.st.Arg(at.t, 0), !at.positive}}, true
	case term.OpAnd, term.OpOr:
		for _, a := range p.st.Args(at.t) {
			parts = append(parts, place{a, at.positive})
		}
		return parts, true
	}
	if p.next[at] == 0 {
		p.next[at] = p.simpler(at)
	}
	return []place{{p.next[at], at.positive}}, false
}

// simpler returns the body of a quantifier with constants for its variables, or a connective without
// polarity in terms of those that have one.
func (p *prenex) simpler(at place) term.Term {
	st, args := p.st, p.st.Args(at.t)
	switch st.Op(at.t) {
	case term.OpForall, term.OpExists:
		q := st.Quant(at.t)
		level := p.levelOf(at.t)
		if mine := (st.Op(at.t) == term.OpExists) == at.positive; mine != (level%2 == 0) {
			level++
		}
		u := term.NewSubst(st, p.rw)
		for _, x := range q.Vars {
			c := st.FreshConst(st.SymName(st.BoundSym(x)), st.Sort(x))
			p.level[c] = level
			u.Bind(x, c)
		}
		return u.Apply(q.Body)
	case term.OpIte:
		c, a, b := args[0], args[1], args[2]
		return p.rw.And(p.rw.Or(p.rw.Not(c), a), p.rw.Or(c, b))
	case term.OpDistinct:
		if len(args) > 2 {
			return st.False() // there are two truth values
		}
		return p.rw.Not(p.same(args[0], args[1]))
	}
	return p.same(args[0], args[1])
}

func (p *prenex) same(a, b term.Term) term.Term {
	return p.rw.And(p.rw.Or(p.rw.Not(a), b), p.rw.Or(a, p.rw.Not(b)))
}

// levelOf returns the highest level of a constant in t.
func (p *prenex) levelOf(t term.Term) int {
	level := 0
	p.st.Visit(func(u term.Term) bool {
		level = max(level, p.level[u])
		return true
	}, t)
	return level
}

// free returns the constants in t that stand for no variable.
func (p *prenex) free(t term.Term) []term.Term {
	var out []term.Term
	p.st.Visit(func(u term.Term) bool {
		if _, bound := p.level[u]; !bound && p.st.IsConst(u) {
			out = append(out, u)
		}
		return true
	}, t)
	return out
}

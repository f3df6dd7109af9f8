package chc

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// maxRules bounds the clauses of one assertion, and the steps to them, and maxLiterals their bodies together:
// equivalences around predicates multiply clauses, and conjunctions of heads repeat the body.
const (
	maxRules    = 1 << 16
	maxLiterals = 1 << 22
)

// goal is a disjunction of the heads under a body.
type goal struct {
	body  *chain
	heads []Literal
}

// chain is a list of literals that goals share.
type chain struct {
	l    Literal
	rest *chain
}

// literalsOf returns literals of these formulas.
func literalsOf(formulas []term.Term, want bool) []Literal {
	out := make([]Literal, len(formulas))
	for k, f := range formulas {
		out[k] = Literal{f, want}
	}
	return out
}

// literals returns the chain as a slice, the first one added first, with conjunctions around predicates taken apart.
func (c *chain) literals(m *masks) (all []Literal) {
	st := m.s.Store
	var first []Literal
	for ; c != nil; c = c.rest {
		first = append(first, c.l)
	}
	slices.Reverse(first)
	seen := map[Literal]bool{}
	term.TopDown(func(l Literal) (next []Literal) {
		for st.Op(l.Formula) == term.OpNot {
			l = Literal{st.Arg(l.Formula, 0), !l.Want}
		}
		op := st.Op(l.Formula)
		switch {
		case seen[l] || l.Want && op == term.OpTrue || !l.Want && op == term.OpFalse:
		case m.of(l.Formula) != 0 && (op == term.OpAnd && l.Want || op == term.OpOr && !l.Want):
			next = literalsOf(st.Args(l.Formula), l.Want)
		default:
			all = append(all, l)
		}
		seen[l] = true
		return next
	}, first...)
	return all
}

// split makes the rules of an assertion. What is asserted is a disjunction of literals; what has no positive predicate
// goes to the body, and at most one literal may be left, which is taken apart.
func (s *Script) split(m *masks, assertion int) error {
	a := &s.Assertions[assertion]
	goals := []goal{{heads: []Literal{{a.Matrix, true}}}}
	literals := 0
	for steps := 0; len(goals) > 0; steps++ {
		if steps > maxRules || literals > maxLiterals {
			return fault(a.Pos, "unsupported: more than %d Horn clauses in one assertion, or %d literals in them", maxRules,
				maxLiterals)
		}
		g := goals[len(goals)-1]
		goals = goals[:len(goals)-1]
		body, heads := s.flatten(m, g)
		if len(heads) > 1 {
			return fault(a.Pos, "not a Horn clause: predicates %s and %s are both in its head", s.positiveName(m, heads[0]),
				s.positiveName(m, heads[1]))
		}
		rule := Rule{Assertion: assertion}
		if len(heads) == 1 {
			if s.isAtom(heads[0].Formula) {
				rule.Head = heads[0].Formula
			} else {
				more := s.conjuncts(m, heads[0])
				for k := len(more) - 1; k >= 0; k-- {
					goals = append(goals, goal{body, more[k]})
				}
				continue
			}
		}
		rule.Body = body.literals(m)
		literals += len(rule.Body)
		s.Rules = append(s.Rules, rule)
	}
	return nil
}

func (s *Script) isAtom(t term.Term) bool {
	return s.Store.Op(t) == term.OpApp && s.isPred[s.Store.Sym(t)]
}

// flatten moves what has no positive predicate to the body. The heads that it returns are distinct and no disjunctions.
func (s *Script) flatten(m *masks, g goal) (body *chain, heads []Literal) {
	st := s.Store
	body = g.body
	term.TopDown(func(l Literal) []Literal {
		op := st.Op(l.Formula)
		switch {
		case !m.positive(l):
			body = &chain{Literal{l.Formula, !l.Want}, body}
		case op == term.OpNot:
			return literalsOf(st.Args(l.Formula), !l.Want)
		case op == term.OpOr && l.Want || op == term.OpAnd && !l.Want:
			return literalsOf(st.Args(l.Formula), l.Want)
		case !slices.Contains(heads, l):
			heads = append(heads, l)
		}
		return nil
	}, g.heads...)
	return body, heads
}

// conjuncts returns the disjunctions whose conjunction is the literal, which is none.
func (s *Script) conjuncts(m *masks, l Literal) [][]Literal {
	st := s.Store
	args := st.Args(l.Formula)
	yes := func(t term.Term) Literal { return Literal{t, l.Want} }
	switch st.Op(l.Formula) {
	case term.OpIte:
		c, a, b := args[0], args[1], args[2]
		return [][]Literal{{{c, false}, yes(a)}, {{c, true}, yes(b)}}
	case term.OpEq:
		a, b := args[0], args[1]
		return [][]Literal{{{a, false}, yes(b)}, {{a, true}, {b, !l.Want}}}
	}
	var all [][]Literal
	var rest []term.Term // what has no positive predicate: one clause
	for _, t := range args {
		if m.positive(yes(t)) {
			all = append(all, []Literal{yes(t)})
		} else {
			rest = append(rest, t)
		}
	}
	switch {
	case len(rest) == 0:
	case l.Want:
		all = append(all, []Literal{yes(st.And(rest...))})
	default:
		all = append(all, []Literal{yes(st.Or(rest...))})
	}
	return all
}

// positiveName returns the name of a predicate that occurs positively in the literal.
func (s *Script) positiveName(m *masks, l Literal) string {
	for !s.isAtom(l.Formula) {
		for _, t := range s.Store.Args(l.Formula) {
			next := Literal{t, l.Want != (s.Store.Op(l.Formula) == term.OpNot)}
			if other := (Literal{t, !next.Want}); !m.positive(next) && m.positive(other) && s.bothWays(l.Formula, t) {
				next = other
			}
			if m.positive(next) {
				l = next
				break
			}
		}
	}
	return s.name(s.Store.Sym(l.Formula))
}

// bothWays reports whether an argument of t occurs in it with both polarities.
func (s *Script) bothWays(t, arg term.Term) bool {
	return s.Store.Op(t) == term.OpEq || s.Store.Op(t) == term.OpIte && s.Store.Arg(t, 0) == arg
}

package chc

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// mask says how predicates occur in a formula.
type mask uint8

const (
	positive mask = 1 << iota
	negative
	buried // in what is no formula, or is one below another predicate or operator
)

func (m mask) negated() mask {
	return m&buried | m&positive<<1 | m&negative>>1
}

// masks knows the masks of formulas.
type masks struct {
	s       *Script
	known   map[term.Term]mask
	culprit term.Sym // the first predicate that is buried
}

func newMasks(s *Script) *masks { return &masks{s: s, known: map[term.Term]mask{}} }

// below returns the arguments of t that count: of a quantifier only its body.
func below(st *term.Store, t term.Term) []term.Term {
	args := st.Args(t)
	if op := st.Op(t); op == term.OpForall || op == term.OpExists {
		return args[:1]
	}
	return args
}

// of returns the mask of t.
func (m *masks) of(t term.Term) mask {
	below := func(t term.Term) []term.Term { return below(m.s.Store, t) }
	known := func(t term.Term) bool { _, ok := m.known[t]; return ok }
	for u := range term.BottomUp(t, below, known) {
		m.known[u] = m.node(u)
	}
	return m.known[t]
}

// node computes the mask of a term from those of its arguments.
func (m *masks) node(t term.Term) mask {
	st := m.s.Store
	args := below(st, t)
	var all mask
	for _, a := range args {
		all |= m.known[a]
	}
	switch op := st.Op(t); {
	case op == term.OpApp && m.s.isPred[st.Sym(t)]:
		if all == 0 {
			return positive
		}
	case all&buried != 0 || all == 0:
		return all
	case op == term.OpNot:
		return all.negated()
	case op == term.OpAnd || op == term.OpOr || op == term.OpForall || op == term.OpExists:
		return all
	case op == term.OpIte && st.Sort(t) == term.Bool:
		c := m.known[args[0]]
		return all | c.negated()
	case op == term.OpEq && st.Sort(args[0]) == term.Bool:
		return all | all.negated()
	}
	m.blame(args)
	return all | buried
}

// blame notes a predicate in one of the terms.
func (m *masks) blame(ts []term.Term) {
	if m.culprit != 0 {
		return
	}
	for _, t := range ts {
		if m.known[t] != 0 {
			m.culprit = m.s.Store.Sym(m.s.atoms(t)[0])
			return
		}
	}
}

// positive reports whether a predicate occurs positively in the literal.
func (m *masks) positive(l Literal) bool {
	if l.Want {
		return m.of(l.Formula)&positive != 0
	}
	return m.of(l.Formula)&negative != 0
}

// opener takes quantifiers around predicates away. Its substitutions are used again, as their tables are as long as the
// store.
type opener struct{ body, whole *term.Subst }

func newOpener(st *term.Store) opener { return opener{term.NewSubst(st, st), term.NewSubst(st, st)} }

// open replaces variables by constants: those of universal quantifiers that the formula asserts, and of existential
// ones that it denies. Others around predicates are no Horn clause's; others without predicates stay.
func (o *opener) open(s *Script, m *masks, pos smtlib.Pos, f term.Term) (
	matrix term.Term, vars []term.Term, err error) {
	for {
		qs, err := outermost(s, m, pos, f)
		if err != nil || len(qs) == 0 {
			return f, vars, err
		}
		bodies := make([]term.Term, len(qs))
		for i, q := range qs {
			var fresh []term.Term
			bodies[i], fresh = o.instance(s.Store, q)
			vars = append(vars, fresh...)
		}
		if qs[0] == f {
			f = bodies[0]
			continue
		}
		o.whole.Reset()
		o.whole.BindAll(qs, bodies)
		f = o.whole.Apply(f)
	}
}

// instance returns the body of a quantifier, and of those of its kind that follow at once, with fresh constants for the
// variables.
func (o *opener) instance(st *term.Store, q term.Term) (body term.Term, fresh []term.Term) {
	o.body.Reset()
	op := st.Op(q)
	for body = q; st.Op(body) == op; {
		quant := st.Quant(body)
		for _, x := range quant.Vars {
			c := st.FreshConst(st.SymName(st.BoundSym(x)), st.Sort(x))
			o.body.Bind(x, c)
			fresh = append(fresh, c)
		}
		body = quant.Body
	}
	return o.body.Apply(body), fresh
}

// outermost returns the quantifiers to open that are in no other one.
func outermost(s *Script, m *masks, pos smtlib.Pos, f term.Term) ([]term.Term, error) {
	st := s.Store
	seen := map[Literal]bool{}
	var qs, inner []term.Term // inner: where quantifiers stay
	stays := map[term.Term]bool{}
	var err error
	term.TopDown(func(l Literal) (next []Literal) {
		if seen[l] || err != nil {
			return nil
		}
		seen[l] = true
		args := st.Args(l.Formula)
		switch op := st.Op(l.Formula); {
		case op == term.OpForall || op == term.OpExists:
			opens := (op == term.OpForall) == l.Want
			if m.of(l.Formula) == 0 {
				inner = append(inner, args[0])
				stays[l.Formula] = stays[l.Formula] || !opens
			} else if !opens {
				err = fault(pos, "not a Horn clause: predicate %s is below %s", s.name(st.Sym(s.atoms(l.Formula)[0])),
					wrongQuantifier(op))
			}
			if opens {
				qs = append(qs, l.Formula)
			}
		case op == term.OpNot:
			return literalsOf(args, !l.Want)
		case op == term.OpAnd || op == term.OpOr:
			return literalsOf(args, l.Want)
		case (op == term.OpIte || op == term.OpEq) && st.Sort(args[1]) == term.Bool:
			for k, a := range args {
				if op == term.OpEq || k == 0 {
					next = append(next, Literal{a, !l.Want})
				}
				next = append(next, Literal{a, l.Want})
			}
		default:
			inner = append(inner, l.Formula)
		}
		return next
	}, Literal{f, true})
	if err != nil {
		return nil, err
	}
	// One without predicates stays where it does not occur only so that it can be opened.
	st.Visit(func(t term.Term) bool {
		if op := st.Op(t); op == term.OpForall || op == term.OpExists {
			stays[t] = true
		}
		return true
	}, inner...)
	return slices.DeleteFunc(qs, func(q term.Term) bool { return stays[q] && m.of(q) == 0 }), nil
}

// wrongQuantifier describes where a quantifier is that cannot be opened.
func wrongQuantifier(op term.Op) string {
	if op == term.OpForall {
		return "a universal quantifier in a body"
	}
	return "an existential quantifier in a head"
}

// fault returns an error at a position.
func fault(pos smtlib.Pos, format string, args ...any) *smtlib.Error {
	return &smtlib.Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

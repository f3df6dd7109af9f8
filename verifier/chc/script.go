package chc

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Script is a set of assertions about predicates, and the Horn clauses that they are.
type Script struct {
	File  string
	Store *term.Store
	Preds []term.Sym // the predicates, in the order of their declarations
	// Free are the functions and constants that the script declares beside the predicates.
	Free       []term.Sym
	Assertions []Assertion
	Rules      []Rule
	WantsModel bool // it has a get-model after its check-sat
	// Query says that the script asks in Z3's fixedpoint dialect. There the answers have the opposite names: sat if what
	// is queried can be derived, so that its denial and the rules have no solution.
	Query bool

	isPred map[term.Sym]bool
	isFree map[term.Sym]bool
	opener opener
}

// Assertion is a formula that the script asserts: Matrix holds for all values of Vars.
type Assertion struct {
	Pos     smtlib.Pos
	Formula term.Term   // as it stands in the script
	Vars    []term.Term // constants in place of what is quantified around predicates
	Matrix  term.Term   // where no predicate is in a quantifier
}

// Rule is a Horn clause: if the body holds, then so does the head. Each assertion has one or more.
type Rule struct {
	Assertion int       // its index
	Head      term.Term // an application of a predicate; 0 stands for false
	Body      []Literal
}

// Literal says that a formula holds, or that it does not. Predicates occur in a body only so that they are wanted true.
type Literal struct {
	Formula term.Term
	Want    bool
}

// New returns a Script without predicates for terms of st.
func New(file string, st *term.Store) *Script {
	return &Script{
		File: file, Store: st, isPred: map[term.Sym]bool{}, isFree: map[term.Sym]bool{},
		opener: newOpener(st),
	}
}

// Declare adds a symbol: a predicate if its result is Bool, and a free function or constant otherwise.
func (s *Script) Declare(f term.Sym) {
	if _, res := s.Store.SymSorts(f); res == term.Bool {
		s.Preds, s.isPred[f] = append(s.Preds, f), true
	} else {
		s.Free, s.isFree[f] = append(s.Free, f), true
	}
}

// IsPred reports whether f is a predicate of the script.
func (s *Script) IsPred(f term.Sym) bool { return s.isPred[f] }

// Assert adds a closed formula. The error is a *smtlib.Error at pos if it is not Horn.
func (s *Script) Assert(pos smtlib.Pos, formula term.Term) error {
	m := newMasks(s)
	if m.of(formula)&buried != 0 {
		return fault(pos, "not a Horn clause: predicate %s occurs inside a term", s.name(m.culprit))
	}
	if err := s.symbols(pos, formula, m.of(formula) != 0); err != nil {
		return err
	}
	a := Assertion{Pos: pos, Formula: formula}
	var err error
	if a.Matrix, a.Vars, err = s.opener.open(s, m, pos, formula); err != nil {
		return err
	}
	s.Assertions = append(s.Assertions, a)
	return s.split(m, len(s.Assertions)-1)
}

// symbols checks that there is nothing in a formula but what the script declares.
func (s *Script) symbols(pos smtlib.Pos, formula term.Term, predicates bool) (err error) {
	s.Store.Visit(func(t term.Term) bool {
		if s.Store.Op(t) != term.OpApp || err != nil {
			return err == nil
		}
		switch f := s.Store.Sym(t); {
		case s.isPred[f]:
		case !s.isFree[f]:
			err = fault(pos, "unsupported: a function that is given by a term (lambda or define-fun-rec) in a Horn clause")
		case !predicates:
			err = fault(pos, "unsupported: an assertion about %s and no predicate", s.name(f))
		}
		return true
	}, formula)
	return err
}

func (s *Script) name(f term.Sym) string { return string(smtlib.AppendSymbol(nil, s.Store.SymName(f))) }

// atoms returns the applications of predicates in t, in the order of their numbers.
func (s *Script) atoms(t term.Term) (all []term.Term) {
	s.Store.Visit(func(t term.Term) bool {
		if s.Store.Op(t) == term.OpApp && s.isPred[s.Store.Sym(t)] {
			all = append(all, t)
			return false
		}
		return true
	}, t)
	slices.Sort(all)
	return all
}

// In returns the script in a clone of its store (term.Store.Clone).
func (s *Script) In(st *term.Store) *Script {
	out := *s
	out.Store, out.opener = st, newOpener(st)
	out.isPred, out.isFree = maps.Clone(s.isPred), maps.Clone(s.isFree)
	out.Preds, out.Free = slices.Clip(s.Preds), slices.Clip(s.Free)
	out.Assertions, out.Rules = slices.Clip(s.Assertions), slices.Clip(s.Rules)
	return &out
}

// Copy returns a copy of s in a store of its own.
func (s *Script) Copy() *Script {
	st := term.NewStore()
	c := term.NewCopier(s.Store, st)
	out := New(s.File, st)
	out.WantsModel, out.Query = s.WantsModel, s.Query
	syms := func(all []term.Sym) {
		for _, f := range all {
			out.Declare(c.Sym(f))
		}
	}
	syms(s.Preds)
	syms(s.Free)
	for _, a := range s.Assertions {
		b := Assertion{Pos: a.Pos, Formula: c.Term(a.Formula), Matrix: c.Term(a.Matrix)}
		for _, x := range a.Vars {
			b.Vars = append(b.Vars, c.Term(x))
		}
		out.Assertions = append(out.Assertions, b)
	}
	for _, r := range s.Rules {
		q := Rule{Assertion: r.Assertion}
		if r.Head != 0 {
			q.Head = c.Term(r.Head)
		}
		for _, l := range r.Body {
			q.Body = append(q.Body, Literal{c.Term(l.Formula), l.Want})
		}
		out.Rules = append(out.Rules, q)
	}
	return out
}

package smtscript

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Kind is the kind of an operation.
type Kind uint8

// The operations.
const (
	Assert Kind = iota // a formula
	Flow               // a formula that is implied where it matters; see solver.Solver.AssertFlow
	Push
	Pop   // without a scope, it does nothing
	Check // under assumptions
	Aside // like Check, but the answer is not compared
)

// Op is an operation.
type Op struct {
	Kind  Kind
	Terms []term.Term
}

// Script is a list of operations over one store.
type Script struct {
	Store  *term.Store
	Ops    []Op
	Family string // the family of the generator
	Peers  bool   // ask other solvers, too
	// Decided says that every check must be answered sat or unsat.
	Decided bool
	// Candidates says that a candidate is enough: no model of this solver satisfies the
	// axioms of the script, or an engine asked for it.
	Candidates bool
	Plan       string // the plan of the second run; empty means certificates
	Seed       uint64 // of the random choices of the plan
	// Box holds values among which models can be found by enumeration. The first Fixed
	// operations only assert that models lie in the box.
	Box   []Range
	Fixed int
	// Small makes small models in which the script's quantifiers hold, if there are any; if
	// it is nil, any small models are tried.
	Small func() *model.Model

	judge  *judge          // nil until something is refuted
	again  bool            // the second run: models were looked for already
	stop   func() error    // ends Visit, unless nil
	ctx    context.Context // ends checks, unless nil
	each   int64           // steps of a check; 0 if checkSteps is yet to find out
	late   *int            // counts checks that ran out of steps, unless nil
	before func(*solver.Solver)
}

// Add appends an operation.
func (s *Script) Add(k Kind, ts ...term.Term) { s.Ops = append(s.Ops, Op{k, ts}) }

// Answer is the result of a check.
type Answer struct {
	solver.Result
	Core []term.Term
	All  []term.Term // the assertions
}

// Visit runs a script on a solver and calls f with every answer; an error ends it.
func (s *Script) Visit(sol *solver.Solver, f func(Op, Answer) error) error {
	scopes := [][]term.Term{nil}
	for _, o := range s.Ops {
		top := len(scopes) - 1
		if s.stop != nil {
			if err := s.stop(); err != nil {
				return err
			}
		}
		if s.before != nil {
			s.before(sol)
		}
		switch o.Kind {
		case Assert:
			scopes[top] = append(scopes[top], o.Terms[0])
			sol.Assert(o.Terms[0])
		case Flow:
			scopes[0] = append(scopes[0], o.Terms[0])
			sol.AssertFlow(o.Terms[0])
		case Push:
			scopes = append(scopes, nil)
			sol.Push()
		case Pop:
			if top > 0 {
				scopes = scopes[:top]
				sol.Pop()
			}
		default:
			a := Answer{Result: s.check(sol, o.Terms), All: slices.Concat(scopes...)}
			if a.Status == sat.Unsat {
				a.Core = sol.Core()
			}
			if err := f(o, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// Before returns the script with an action before each operation.
func (s *Script) Before(f func(*solver.Solver)) *Script {
	c := *s
	c.before = f
	return &c
}

// with returns the script with other operations.
func (s *Script) with(ops []Op) *Script {
	c := *s
	c.Ops = ops
	return &c
}

// Subterms returns the subterms of t, outermost first.
func Subterms(st *term.Store, ts ...term.Term) []term.Term {
	seen := map[term.Term]bool{}
	var all []term.Term
	see := func(t term.Term) {
		if !seen[t] {
			seen[t] = true
			all = append(all, t)
		}
	}
	for _, t := range ts {
		see(t)
	}
	for i := 0; i < len(all); i++ {
		for _, a := range st.Args(all[i]) {
			see(a)
		}
	}
	return all
}

// QuantifiedVars returns the variables that quantifiers in a ground term bind. A term that is
// substituted into t must not bind any of those of t; see term.Subst.
func QuantifiedVars(st *term.Store, t term.Term) map[term.Term]bool {
	vars := map[term.Term]bool{}
	for _, s := range Subterms(st, t) {
		if st.Op(s) == term.OpBound {
			vars[s] = true
		}
	}
	return vars
}

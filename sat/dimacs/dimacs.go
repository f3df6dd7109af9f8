package dimacs

import (
	"fmt"
	"iter"
	"slices"

	"github.com/muster-smt/muster/sat"
)

// MaxVars bounds the variables that a formula may have.
const MaxVars = 1<<31 - 1

// Formula is a formula in conjunctive normal form.
type Formula struct {
	Vars        int     // as declared; at least MaxVar
	MaxVar      sat.Var // the greatest one that occurs
	Incremental bool    // iCNF
	Queries     []Query // of an incremental formula
	clauses     int
	lits        int // of the clauses
	store       store
	names       []sat.Var // of a sparse formula: its variables, and 0 first
}

// Query asks whether the first Clauses clauses are satisfiable under the assumptions.
type Query struct {
	Clauses     int
	Assumptions []sat.Lit
}

// Len is the number of clauses.
func (f *Formula) Len() int { return f.clauses }

// Clauses yields the clauses in order. Each is valid until the next one.
func (f *Formula) Clauses() iter.Seq[[]sat.Lit] {
	return func(yield func([]sat.Lit) bool) {
		r := f.store.all()
		for range f.clauses {
			if !yield(r.next()) {
				return
			}
		}
	}
}

// Solver is a solver to which a formula can be added.
type Solver interface {
	NewVar() sat.Var
	NumVars() int
	Add(lits []sat.Lit, kind sat.ClauseKind) bool
}

// Load adds the formula to a solver, after making variables up to MaxVar. It returns
// false if the solver already knows that the formula is unsatisfiable.
func (f *Formula) Load(s Solver) bool { return f.Loader(s)(f.clauses) }

// Reserver is a Solver that makes room for what is going to be added.
type Reserver interface {
	Reserve(vars, clauses, literals int)
}

// Loader makes variables for the formula and returns a function that adds the first n
// clauses, except those that it has added before. The function returns false like Load. The
// solver's literal of a literal in the file is its Number.
func (f *Formula) Loader(s Solver) func(n int) bool {
	if r, ok := s.(Reserver); ok {
		r.Reserve(f.Made(), f.clauses, f.lits)
	}
	for s.NumVars() < f.Made() {
		s.NewVar()
	}
	r, i := f.store.all(), 0
	return func(n int) bool {
		for ; i < n; i++ {
			c := r.next()
			if f.Sparse() {
				for k, l := range c {
					c[k] = f.Number(l)
				}
			}
			if !s.Add(c, sat.Irredundant) {
				return false
			}
		}
		return true
	}
}

// Evaluate checks that a model satisfies a query. The model is a list of true literals;
// no literal of a variable that is not in it is true.
func (f *Formula) Evaluate(q Query, model []sat.Lit) error {
	held := make([]bool, 2*(f.Made()+1))
	for _, l := range model {
		n := f.Number(l)
		if n == sat.NoLit {
			continue
		}
		if held[n.Not()] {
			return fmt.Errorf("the model has both %d and %d", l.Dimacs(), -l.Dimacs())
		}
		held[n] = true
	}
	for _, l := range q.Assumptions {
		if !held[f.Number(l)] {
			return fmt.Errorf("the model does not satisfy the assumption %d", l.Dimacs())
		}
	}
	r := f.store.all()
	for i := range q.Clauses {
		if !slices.ContainsFunc(r.next(), func(l sat.Lit) bool { return held[f.Number(l)] }) {
			return fmt.Errorf("the model does not satisfy clause %d", i+1)
		}
	}
	return nil
}

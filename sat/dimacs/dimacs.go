package dimacs

import (
	"fmt"
	"iter"
	"slices"

	"github.com/muster-smt/muster/sat"
)

// MaxVars bounds the variables that a formula may have.
const MaxVars = 1 << 28

// Formula is a formula in conjunctive normal form.
type Formula struct {
	Vars        int     // as declared; at least MaxVar
	MaxVar      sat.Var // the greatest one that occurs
	Incremental bool    // iCNF
	Queries     []Query // of an incremental formula
	clauses     int
	lits        []sat.Lit // of the clauses, NoLit after each
}

// Query asks whether the first Clauses clauses are satisfiable under the assumptions.
type Query struct {
	Clauses     int
	Assumptions []sat.Lit
}

// Len is the number of clauses.
func (f *Formula) Len() int { return f.clauses }

// Clauses yields the clauses in order. They must not be changed.
func (f *Formula) Clauses() iter.Seq[[]sat.Lit] {
	return func(yield func([]sat.Lit) bool) {
		start := 0
		for end, l := range f.lits {
			if l != sat.NoLit {
				continue
			}
			if !yield(f.lits[start:end:end]) {
				return
			}
			start = end + 1
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

// Loader makes variables up to MaxVar and returns a function that adds the first n
// clauses, except those that it has added before. The function returns false like Load.
func (f *Formula) Loader(s Solver) func(n int) bool {
	for s.NumVars() < int(f.MaxVar) {
		s.NewVar()
	}
	start, i := 0, 0
	return func(n int) bool {
		for ; i < n; i++ {
			end := start
			for f.lits[end] != sat.NoLit {
				end++
			}
			if !s.Add(f.lits[start:end:end], sat.Irredundant) {
				return false
			}
			start = end + 1
		}
		return true
	}
}

// Satisfied reports whether every clause has a literal for which value returns True.
func (f *Formula) Satisfied(value func(sat.Lit) sat.Value) bool {
	for c := range f.Clauses() {
		if !slices.ContainsFunc(c, func(l sat.Lit) bool { return value(l) == sat.True }) {
			return false
		}
	}
	return true
}

// Evaluate checks that a model satisfies a query. The model is a list of true literals;
// no literal of a variable that is not in it is true.
func (f *Formula) Evaluate(q Query, model []sat.Lit) error {
	held := make([]bool, 2*(int(f.MaxVar)+1))
	for _, l := range model {
		if l.Var() > f.MaxVar {
			continue
		}
		if held[l.Not()] {
			return fmt.Errorf("the model has both %d and %d", l.Dimacs(), -l.Dimacs())
		}
		held[l] = true
	}
	for _, l := range q.Assumptions {
		if !held[l] {
			return fmt.Errorf("the model does not satisfy the assumption %d", l.Dimacs())
		}
	}
	i, ok := 0, false
	for _, l := range f.lits {
		switch {
		case i == q.Clauses:
			return nil
		case l != sat.NoLit:
			ok = ok || held[l]
		case !ok:
			return fmt.Errorf("the model does not satisfy clause %d", i+1)
		default:
			i, ok = i+1, false
		}
	}
	return nil
}

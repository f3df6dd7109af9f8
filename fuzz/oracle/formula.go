package oracle

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/gini"
)

// Bounds of the slow oracles of Formula.
const (
	enumerated = 16   // variables, for Models
	searched   = 2000 // decisions, for Decide
)

// Formula is a set of clauses in groups. It answers by Models while there are few variables,
// whatever their numbers, then by Decide and, where that is too slow, by a new gini solver.
type Formula struct {
	names   map[sat.Var]sat.Var
	vars    int
	clauses [][]sat.Lit // with variables from 1 to vars
	groups  []int       // number of clauses when each group began
	models  *Models     // of the first known clauses; nil if there are too many variables
	known   int
}

// NewFormula returns a formula without clauses.
func NewFormula() *Formula {
	return &Formula{names: map[sat.Var]sat.Var{}, models: NewModels(0)}
}

// rename translates to the variables of the formula.
func (f *Formula) rename(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(lits))
	for i, l := range lits {
		v, ok := f.names[l.Var()]
		if !ok {
			v = f.grow()
			f.names[l.Var()] = v
		}
		out[i] = v.Pos() | l&1
	}
	return out
}

func (f *Formula) grow() sat.Var {
	f.vars++
	switch {
	case f.vars > enumerated:
		f.models = nil
	case f.models != nil:
		f.models.Grow()
	}
	return sat.Var(f.vars)
}

// Add adds a clause to the innermost group.
func (f *Formula) Add(clause []sat.Lit) { f.clauses = append(f.clauses, f.rename(clause)) }

// Push begins a group.
func (f *Formula) Push() { f.groups = append(f.groups, len(f.clauses)) }

// Pop removes the innermost group.
func (f *Formula) Pop() {
	n := len(f.groups) - 1
	f.clauses, f.groups = f.clauses[:f.groups[n]], f.groups[:n]
	if f.known > len(f.clauses) && f.models != nil {
		f.models, f.known = NewModels(f.vars), 0
	}
}

// Holds says whether the clauses and the literals are satisfiable.
func (f *Formula) Holds(lits []sat.Lit) sat.Status {
	own := f.rename(lits)
	if f.models == nil {
		if st := Decide(f.vars, f.clauses, own, searched); st != sat.Unknown {
			return st
		}
		return f.ask(own)
	}
	for ; f.known < len(f.clauses); f.known++ {
		f.models.Restrict(f.clauses[f.known])
	}
	if f.models.Some(own) {
		return sat.Sat
	}
	return sat.Unsat
}

func (f *Formula) ask(lits []sat.Lit) sat.Status {
	g := gini.NewBackend()
	for range f.vars {
		g.NewVar()
	}
	for _, c := range f.clauses {
		g.Add(c, sat.Irredundant)
	}
	return g.Solve(nil, lits, sat.Budget{})
}

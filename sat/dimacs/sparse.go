package dimacs

import (
	"slices"
	"sort"

	"github.com/muster-smt/muster/sat"
)

// A formula may have few of the variables up to its greatest one. Then it costs what its
// clauses need: solvers know its variables by consecutive numbers.

// sparseFrom is the number of variables up to which all are made for solvers.
const sparseFrom = 1 << 16

// Sparse reports whether solvers know the variables by other numbers: the greatest variable
// is greater than twice the number of literals.
func (f *Formula) Sparse() bool { return f.names != nil }

// number gives the variables of a sparse formula consecutive numbers.
func (f *Formula) number() {
	if f.MaxVar <= sparseFrom || int(f.MaxVar)/2 <= f.lits {
		return
	}
	names := []sat.Var{0}
	for c := range f.Clauses() {
		for _, l := range c {
			names = append(names, l.Var())
		}
	}
	for _, q := range f.Queries {
		for _, l := range q.Assumptions {
			names = append(names, l.Var())
		}
	}
	slices.Sort(names)
	f.names = slices.Clip(slices.Compact(names))
}

// Name is the literal in the file of a solver's literal. A variable that the solver has
// made gets a number that does not occur.
func (f *Formula) Name(l sat.Lit) sat.Lit {
	if f.names == nil {
		return l
	}
	v := l.Var()
	n := sat.Var(len(f.names))
	if v < n {
		return f.names[v].Pos() | l&1
	}
	i := sort.Search(len(f.names), func(i int) bool { return f.names[i]-sat.Var(i) > v-n })
	return (v - n + sat.Var(i)).Pos() | l&1
}

// Number is the solver's literal of a literal in the file, or NoLit if its variable does
// not occur.
func (f *Formula) Number(l sat.Lit) sat.Lit {
	if f.names == nil {
		if l.Var() > f.MaxVar {
			return sat.NoLit
		}
		return l
	}
	i, ok := slices.BinarySearch(f.names, l.Var())
	if !ok {
		return sat.NoLit
	}
	return sat.Var(i).Pos() | l&1
}

// Made is the number of variables that Load makes.
func (f *Formula) Made() int {
	if f.names == nil {
		return int(f.MaxVar)
	}
	return len(f.names) - 1
}

// Model is the model of a solver, in the literals of the file: one of each variable that
// is declared, or of each that occurs if more are declared than the clauses have literals.
// Variables that do not occur are false.
func (f *Formula) Model(value func(sat.Lit) sat.Value) []sat.Lit {
	made := sat.Var(f.Made())
	n := max(int(made), f.Vars)
	if f.Sparse() || n > sparseFrom && n > f.lits {
		n = int(made)
	}
	m := make([]sat.Lit, n)
	for i := range m {
		v := sat.Var(i + 1)
		l := v.Neg()
		if v <= made && value(v.Pos()) == sat.True {
			l = v.Pos()
		}
		m[i] = f.Name(l)
	}
	return m
}

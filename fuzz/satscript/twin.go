package satscript

import "github.com/muster-smt/muster/sat"

// twin is the oracle of recordings: a solver that gets the clauses alone, and gives up early.
type twin struct {
	s     *sat.Solver
	names map[sat.Var]sat.Var // by variable of the script
	made  []sat.Var           // in the order in which they got names
	marks []int               // len(made) when each group began: its variables end with it
}

// twinConflicts bounds a question.
const twinConflicts = 10_000

func newTwin() *twin { return &twin{s: sat.New(sat.Options{}), names: map[sat.Var]sat.Var{}} }

// Push implements Oracle.
func (t *twin) Push() {
	t.s.Push()
	t.marks = append(t.marks, len(t.made))
}

// Pop implements Oracle.
func (t *twin) Pop() {
	n := len(t.marks) - 1
	for _, v := range t.made[t.marks[n]:] {
		delete(t.names, v)
	}
	t.made, t.marks = t.made[:t.marks[n]], t.marks[:n]
	t.s.Pop()
}

// Add implements Oracle.
func (t *twin) Add(clause []sat.Lit) { t.s.AddClause(t.lits(clause)...) }

// Holds implements Oracle.
func (t *twin) Holds(lits []sat.Lit) sat.Status {
	return t.s.Solve(nil, t.lits(lits), sat.Budget{Conflicts: twinConflicts})
}

func (t *twin) lits(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(lits))
	for i, l := range lits {
		v, ok := t.names[l.Var()]
		if !ok {
			v = t.s.NewVar()
			t.names[l.Var()] = v
			t.made = append(t.made, l.Var())
		}
		out[i] = v.Pos() | l&1
	}
	return out
}

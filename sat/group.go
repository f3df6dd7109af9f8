package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// A group of clauses has an activation literal (Eén, Sörensson, BMC 2003): each clause
// of the group contains its negation, and Solve assumes it; Core leaves it out. Since no
// clause contains it positively, whatever follows from a clause of the group contains
// the negation too. So everything derived from the group can be removed with it, and so
// can the variables that were made in it. Their numbers are used again (recycle.go).

// groups are the open groups, and what closed ones have left.
type groups struct {
	open    []group
	role    []role // by variable
	retired []Var  // variables that may still be in clauses
	free    []Var  // variables whose numbers NewVar may use again
	words   int    // of clauses that retired activation literals satisfy
	least   int    // up to this many retired variables are not collected
	out     int    // variables that are in no clause and have not been used again
	buf     []Lit
}

func (g *groups) init() { g.role, g.least = make([]role, 1), recycleLeast }

// group is an open group.
type group struct {
	act   Lit   // activation literal
	vars  []Var // made while the group was the innermost one
	words int   // of its clauses
}

// role is where a variable comes from, and whether it still exists for the owner.
type role uint8

const (
	roleOwner      role = iota // made by NewVar
	roleActivation             // made by Activate
	roleGroup                  // made by Push
	roleRetired                // it was retired, or popped with its group
	roleFree                   // its number waits for NewVar
)

// Activate returns a new activation literal a. Clauses with a.Not() hold if a is
// assumed, until Retire(a). No clause may have a itself.
func (s *Solver) Activate() Lit {
	s.edit("Activate")
	a := s.activation(roleActivation)
	s.rec.variable("activate", a.Var())
	return a
}

func (s *Solver) activation(r role) Lit {
	v := s.newVar()
	s.groups.role[v] = r
	s.ext.frozen[v] = true
	s.phases.saved[v] = 0
	return v.Pos()
}

// Retire ends the use of an activation literal: it is false from now on. Its clauses
// are removed, and its number is used again.
func (s *Solver) Retire(a Lit) {
	s.edit("Retire")
	if a.Sign() || s.groups.role[a.Var()] != roleActivation {
		invariant.Check(false, "Retire: no activation literal")
		return
	}
	s.rec.variable("retire", a.Var())
	s.retire(a)
	s.recycle()
}

func (s *Solver) retire(a Lit) {
	s.backToRoot()
	s.add([]Lit{a.Not()}, Irredundant, 0)
	s.groups.role[a.Var()] = roleRetired
	if s.reusesVars() {
		s.groups.retired = append(s.groups.retired, a.Var())
	}
}

// Push opens a group: it gets the clauses that Add adds and the variables that NewVar
// makes from now on, until Pop. The clauses of all open groups hold in Solve and Imply.
// Clauses of a propagator are in no group.
func (s *Solver) Push() {
	s.edit("Push")
	s.rec.line("push", nil)
	s.groups.open = append(s.groups.open, group{act: s.activation(roleGroup)})
}

// Depth is the number of open groups.
func (s *Solver) Depth() int { return len(s.groups.open) }

// Pop removes the clauses and variables of the innermost open group. The numbers of
// the variables are used again, unless there is a Tracer, a propagator or an Exchange.
// The owner must not use the variables any more.
func (s *Solver) Pop() {
	s.edit("Pop")
	g := &s.groups
	if len(g.open) == 0 {
		invariant.Check(false, "Pop: no group is open")
		return
	}
	s.rec.line("pop", nil)
	top := g.open[len(g.open)-1]
	g.open = g.open[:len(g.open)-1]
	s.retire(top.act)
	g.words += top.words
	if s.reusesVars() {
		for _, v := range top.vars {
			if g.role[v] < roleRetired {
				g.role[v] = roleRetired
				g.retired = append(g.retired, v)
				s.outside(v)
			}
		}
	}
	s.recycle()
}

// inGroup returns a clause of the owner as one of the innermost open group, valid until
// the next call.
func (s *Solver) inGroup(lits []Lit) []Lit {
	n := len(s.groups.open)
	if n == 0 {
		return lits
	}
	top := &s.groups.open[n-1]
	top.words += hdrWords + 1 + len(lits)
	s.groups.buf = append(append(s.groups.buf[:0], lits...), top.act.Not())
	return s.groups.buf
}

// requireLive panics, in every build, if a variable was retired or popped and its number
// is not used again: there would be no right answer.
func (s *Solver) requireLive(lits []Lit, method string) {
	g := &s.groups
	if len(g.retired)+len(g.free) == 0 {
		return
	}
	for _, l := range lits {
		if g.role[l.Var()] >= roleRetired {
			panic("sat: " + method + ": the variable was retired, or popped with its group")
		}
	}
}

// withoutGroups removes the activation literals of groups from a list.
func (s *Solver) withoutGroups(lits []Lit) []Lit {
	if len(s.groups.open) == 0 {
		return lits
	}
	return slices.DeleteFunc(lits, func(l Lit) bool { return s.groups.role[l.Var()] == roleGroup })
}

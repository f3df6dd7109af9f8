package satscript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// session is a solver with what is known about its clauses. The variables of the script have
// other numbers in the solver, which reuses the numbers of released variables.
type session struct {
	s       *sat.Solver
	oracle  Oracle
	clauses [][]sat.Lit // the script's literals
	groups  []int       // number of clauses when each group began
	slots   []slot      // by variable of the script, from 1
	low     sat.Var     // all variables before it exist
	back    []sat.Var   // by variable of the solver: the script's, or 0
	proof   *witness    // or nil
	demand  *[]sat.Lit  // the constraint of the next solve, or nil
	failed  *[]sat.Lit  // the constraint of the last solve, if it caused unsat
	unsat   bool        // the last call was a solve that answered unsat
	lost    bool        // the clauses were unsatisfiable, and have only grown since
	exact   bool        // variables are made one by one
}

// slot is a variable of the script.
type slot struct {
	v       sat.Var // of the solver; 0 if it does not exist
	depth   int     // of groups when it was created
	act     bool    // an activation literal
	freezes int     // without a matching melt
}

func newSession(s *sat.Solver, o Oracle, p *witness) *session {
	n := &session{s: s, oracle: o, proof: p, slots: make([]slot, 1), low: 1, back: make([]sat.Var, 1)}
	if p != nil {
		p.named = n.named
	}
	return n
}

// clone returns a session of a copy of the solver, with an oracle of its own.
func (s *session) clone(o Oracle) *session {
	c := newSession(s.s.Clone(), o, nil)
	c.clauses, c.groups = slices.Clone(s.clauses), slices.Clone(s.groups)
	c.slots, c.back = slices.Clone(s.slots), slices.Clone(s.back)
	c.low, c.demand, c.exact = s.low, s.demand, s.exact
	c.tell()
	return c
}

// tell adds all clauses to a new oracle.
func (s *session) tell() {
	groups := s.groups
	for i, c := range s.clauses {
		for ; len(groups) > 0 && groups[0] == i; groups = groups[1:] {
			s.oracle.Push()
		}
		s.oracle.Add(c)
	}
	for range groups {
		s.oracle.Push()
	}
}

// grow makes room for the variables up to v.
func (s *session) grow(v sat.Var) {
	for sat.Var(len(s.slots)) <= v {
		s.slots = append(s.slots, slot{})
	}
}

// expect sets the clause, if any, that the proof may have as an axiom now.
func (s *session) expect(lits []sat.Lit) {
	if s.proof != nil {
		s.proof.given, s.proof.giving = lits, true
	}
}

// make creates the variables up to v, including released ones.
func (s *session) make(v sat.Var) error {
	s.grow(v)
	if s.exact {
		if s.slots[v].v != 0 {
			return nil
		}
		return s.name(v, s.s.NewVar(), false)
	}
	for i := s.low; i <= v; i++ {
		if s.slots[i].v == 0 {
			if err := s.name(i, s.s.NewVar(), false); err != nil {
				return err
			}
		}
	}
	s.low = max(s.low, v+1)
	return nil
}

// name makes variable v of the solver that of variable i of the script.
func (s *session) name(i, v sat.Var, act bool) error {
	for sat.Var(len(s.back)) <= v {
		s.back = append(s.back, 0)
	}
	if s.back[v] != 0 {
		return fmt.Errorf("the new variable %d is in use already", v)
	}
	s.slots[i], s.back[v] = slot{v: v, depth: len(s.groups), act: act}, i
	return nil
}

// leave releases variables, by a call on the solver. It replaces a constraint that contains
// one of them by one that always holds.
func (s *session) leave(goes func(slot) bool, call func()) error {
	s.lost = false
	broken := s.demand != nil && slices.ContainsFunc(*s.demand, func(l sat.Lit) bool { return goes(s.slots[l.Var()]) })
	call()
	for i := range s.slots {
		if v := s.slots[i].v; v != 0 && goes(s.slots[i]) {
			s.back[v], s.slots[i] = 0, slot{}
			s.low = min(s.low, sat.Var(i))
		}
	}
	if !broken {
		return nil
	}
	if err := s.make(1); err != nil {
		return err
	}
	s.demand = &[]sat.Lit{2, 3}
	s.s.Constrain(s.lits(*s.demand)...)
	return nil
}

// named reports whether a variable of the solver belongs to the script.
func (s *session) named(v sat.Var) bool { return int(v) < len(s.back) && s.back[v] != 0 }

func (s *session) lit(l sat.Lit) sat.Lit { return s.slots[l.Var()].v.Pos() | l&1 }

// lits translates literals of the script to the solver.
func (s *session) lits(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(lits))
	for i, l := range lits {
		out[i] = s.lit(l)
	}
	return out
}

// own translates those literals of the solver that belong to the script.
func (s *session) own(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, 0, len(lits))
	for _, l := range lits {
		if s.named(l.Var()) {
			out = append(out, s.back[l.Var()].Pos()|l&1)
		}
	}
	return out
}

// holds asks the oracle about literals and, unless it is nil, a constraint.
func (s *session) holds(lits []sat.Lit, demand *[]sat.Lit) sat.Status {
	if demand == nil {
		return s.oracle.Holds(lits)
	}
	s.oracle.Push()
	defer s.oracle.Pop()
	s.oracle.Add(*demand)
	return s.oracle.Holds(lits)
}

// satisfied checks a model, and that the trail agrees with it.
func (s *session) satisfied(assumptions []sat.Lit, demand *[]sat.Lit) error {
	holds := func(l sat.Lit) bool { return s.s.ModelValue(s.lit(l)) == sat.True }
	for _, c := range s.clauses {
		if !slices.ContainsFunc(c, holds) {
			return fmt.Errorf("the model does not satisfy the clause %v", signed(c))
		}
	}
	if demand != nil && !slices.ContainsFunc(*demand, holds) {
		return fmt.Errorf("the model does not satisfy the constraint %v", signed(*demand))
	}
	for _, a := range assumptions {
		if !holds(a) {
			return fmt.Errorf("the model does not satisfy the assumption %d", a.Dimacs())
		}
	}
	for i := range s.slots {
		if v := s.slots[i].v; v != 0 {
			if now, then := s.s.Value(v.Pos()), s.s.ModelValue(v.Pos()); now != sat.Undef && now != then {
				return fmt.Errorf("variable %d is %v, but %v in the model", i, now, then)
			}
		}
	}
	return nil
}

// refuted checks that the clauses contradict the assumptions and the constraint, and even the
// core and the failed constraint, unless that is nil.
func (s *session) refuted(assumptions []sat.Lit, demand, failed *[]sat.Lit) error {
	if err := s.isCore(s.own(s.s.Core()), assumptions, failed); err != nil {
		if s.holds(assumptions, demand) == sat.Sat {
			return errors.New("unsat, but it is satisfiable")
		}
		return err
	}
	if s.proof == nil {
		return nil
	}
	return s.proof.ends(s.s.Core())
}

func (s *session) isCore(core, assumptions []sat.Lit, failed *[]sat.Lit) error {
	if len(core) < len(s.s.Core()) {
		return fmt.Errorf("the core %v has unknown literals", s.s.Core())
	}
	for _, a := range core {
		if !slices.Contains(assumptions, a) {
			return fmt.Errorf("literal %d of the core is not an assumption", a.Dimacs())
		}
	}
	if s.holds(core, failed) == sat.Sat {
		return fmt.Errorf("the core %v is satisfiable", signed(core))
	}
	return nil
}

// okay checks that Okay is false only if the clauses are unsatisfiable.
func (s *session) okay() error {
	if s.s.Okay() || s.lost {
		return nil
	}
	if s.oracle.Holds(nil) == sat.Sat {
		return errors.New("the solver is not okay, but the clauses are satisfiable")
	}
	s.lost = true
	return nil
}

// excused checks that an answer may be unknown.
func (s *session) excused(lim *limit.Limit, b sat.Budget) error {
	why := s.s.WhyUnknown()
	if lim.Stopped() && why == lim.Reason() ||
		b.Conflicts > 0 && why == limit.Conflicts ||
		b.Decisions > 0 && why == limit.Decisions ||
		b.Propagations > 0 && why == limit.Propagations ||
		b.Bytes > 0 && why == limit.Memory {
		return nil
	}
	return fmt.Errorf("unknown because of %v, which was not requested", why)
}

// signed returns literals as in DIMACS.
func signed(lits []sat.Lit) []int {
	out := make([]int, len(lits))
	for i, l := range lits {
		out[i] = l.Dimacs()
	}
	return out
}

package satscript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// session is a solver, and what is known of its clauses. The script's variables
// have other numbers in the solver, which gives numbers of what has gone out again.
type session struct {
	s       *sat.Solver
	oracle  Oracle
	clauses [][]sat.Lit // the script's literals
	groups  []int       // number of clauses when each group began
	slots   []slot      // by variable of the script, from 1
	low     sat.Var     // those before are made
	back    []sat.Var   // by variable of the solver: the script's, or 0
	proof   *witness    // or nil
	demand  *[]sat.Lit  // the constraint of the next solve, or nil
	failed  *[]sat.Lit  // that of the last one, if it was unsat because of it
	unsat   bool        // the last call was a solve that said so
	lost    bool        // the clauses, which only grew since, cannot hold
}

// slot is a variable of the script.
type slot struct {
	v       sat.Var // of the solver; 0: not made
	depth   int     // of groups when it was made
	act     bool    // an activation literal
	freezes int     // without a melt
}

func newSession(s *sat.Solver, o Oracle, p *witness) *session {
	n := &session{s: s, oracle: o, proof: p, slots: make([]slot, 1), low: 1, back: make([]sat.Var, 1)}
	if p != nil {
		p.named = n.named
	}
	return n
}

// clone is the session of a copy of the solver, with an oracle of its own.
func (s *session) clone(o Oracle) *session {
	c := newSession(s.s.Clone(), o, nil)
	c.clauses, c.groups = slices.Clone(s.clauses), slices.Clone(s.groups)
	c.slots, c.back = slices.Clone(s.slots), slices.Clone(s.back)
	c.low, c.demand = s.low, s.demand
	c.tell()
	return c
}

// tell tells the oracle, which knows nothing, all clauses.
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

// expect says which clause, if any, the proof may have as axiom now.
func (s *session) expect(lits []sat.Lit) {
	if s.proof != nil {
		s.proof.given, s.proof.giving = lits, true
	}
}

// make makes the variables up to v, and those that have gone since.
func (s *session) make(v sat.Var) error {
	s.grow(v)
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

// name makes v of the solver the variable i of the script.
func (s *session) name(i, v sat.Var, act bool) error {
	for sat.Var(len(s.back)) <= v {
		s.back = append(s.back, 0)
	}
	if s.back[v] != 0 {
		return fmt.Errorf("the new variable %d is one that is in use", v)
	}
	s.slots[i], s.back[v] = slot{v: v, depth: len(s.groups), act: act}, i
	return nil
}

// leave makes variables go, by a call on the solver. A constraint that speaks of
// one is replaced by one that always holds.
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

// named reports whether a variable of the solver is one of the script.
func (s *session) named(v sat.Var) bool { return int(v) < len(s.back) && s.back[v] != 0 }

func (s *session) lit(l sat.Lit) sat.Lit { return s.slots[l.Var()].v.Pos() | l&1 }

// lits are literals of the script in the solver.
func (s *session) lits(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(lits))
	for i, l := range lits {
		out[i] = s.lit(l)
	}
	return out
}

// own are the literals among those of the solver that the script knows.
func (s *session) own(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, 0, len(lits))
	for _, l := range lits {
		if s.named(l.Var()) {
			out = append(out, s.back[l.Var()].Pos()|l&1)
		}
	}
	return out
}

// holds asks the oracle about literals, and a constraint unless it is nil.
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

// refuted checks that the assumptions cannot hold with the constraint, because of
// the core and, unless it is nil, the constraint that failed.
func (s *session) refuted(assumptions []sat.Lit, demand, failed *[]sat.Lit) error {
	if err := s.isCore(s.own(s.s.Core()), assumptions, failed); err != nil {
		if s.holds(assumptions, demand) == sat.Sat {
			return errors.New("unsat, but it can hold")
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
		return fmt.Errorf("the core %v has literals that nobody knows", s.s.Core())
	}
	for _, a := range core {
		if !slices.Contains(assumptions, a) {
			return fmt.Errorf("%d of the core is no assumption", a.Dimacs())
		}
	}
	if s.holds(core, failed) == sat.Sat {
		return fmt.Errorf("the core %v can hold", signed(core))
	}
	return nil
}

// okay checks that the solver gave up for good only what cannot hold.
func (s *session) okay() error {
	if s.s.Okay() || s.lost {
		return nil
	}
	if s.oracle.Holds(nil) == sat.Sat {
		return errors.New("the solver is not okay, but the clauses can hold")
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
	return fmt.Errorf("unknown because of %v, which nobody asked for", why)
}

// signed are literals as in DIMACS.
func signed(lits []sat.Lit) []int {
	out := make([]int, len(lits))
	for i, l := range lits {
		out[i] = l.Dimacs()
	}
	return out
}

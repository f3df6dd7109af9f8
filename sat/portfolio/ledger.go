package portfolio

import (
	"sync"

	"github.com/muster-smt/muster/sat"
)

// ledger is the proof of all workers.
type ledger struct {
	mu      sync.Mutex
	tracer  sat.Tracer
	last    sat.ClauseID
	axioms  []sat.ClauseID // ids of the formula's clauses
	vars    sat.Var        // the last one in an axiom
	defined sat.Var        // variables defined since then
	closed  bool           // after the empty clause
}

// axiom adds a clause of the formula, before any worker gets it.
func (g *ledger) axiom(lits []sat.Lit) {
	g.last++
	g.axioms = append(g.axioms, g.last)
	for _, l := range lits {
		g.vars = max(g.vars, l.Var())
	}
	g.defined = 0
	g.tracer.Axiom(g.last, lits, false, 0)
	g.closed = g.closed || len(lits) == 0
}

// scribe adds the steps of one worker to the ledger. It is the worker's sat.Tracer. A
// name is the id of a clause in the common proof.
type scribe struct {
	ledger   *ledger
	names    []sat.ClauseID // by the worker's id
	axioms   int            // clauses of the formula that the worker has
	imported sat.ClauseID   // name of the last clause from another worker
	ants     []sat.ClauseID
	fresh    map[sat.Var]sat.Var // the names of variables that the worker defines
	lits     []sat.Lit
}

// kept is set in the name of a clause that others may use: it is not deleted.
const kept = 1 << 63

// setName sets the name of a clause of the worker.
func (s *scribe) setName(id, name sat.ClauseID) {
	for sat.ClauseID(len(s.names)) <= id {
		s.names = append(s.names, 0)
	}
	s.names[id] = name
}

// keep marks a clause as kept, and returns its name.
func (s *scribe) keep(id sat.ClauseID) sat.ClauseID {
	s.names[id] |= kept
	return s.names[id] &^ kept
}

// Antecedents implements sat.Tracer.
func (s *scribe) Antecedents() bool { return s.ledger.tracer.Antecedents() }

// Axiom implements sat.Tracer. A lemma is a clause from another worker.
func (s *scribe) Axiom(id sat.ClauseID, _ []sat.Lit, lemma bool, _ sat.Origin) {
	if lemma {
		s.setName(id, s.imported|kept)
		return
	}
	s.fresh = nil
	s.setName(id, s.ledger.axioms[s.axioms]|kept)
	s.axioms++
}

// Derived implements sat.Tracer.
func (s *scribe) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	g := s.ledger
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.step(id, antecedents) {
		g.tracer.Derived(g.last, s.rename(lits), s.ants)
		g.closed = len(lits) == 0
	}
}

// step gives a clause and its antecedents their names. It returns false after the empty
// clause. The ledger is locked.
func (s *scribe) step(id sat.ClauseID, antecedents []sat.ClauseID) bool {
	g := s.ledger
	if g.closed {
		s.setName(id, 0)
		return false
	}
	s.ants = s.ants[:0]
	for _, a := range antecedents {
		s.ants = append(s.ants, s.names[a]&^kept)
	}
	g.last++
	s.setName(id, g.last)
	return true
}

// rename gives fresh variables their names in the common proof.
func (s *scribe) rename(lits []sat.Lit) []sat.Lit {
	if len(s.fresh) == 0 {
		return lits
	}
	s.lits = append(s.lits[:0], lits...)
	for i, l := range s.lits {
		if v, ok := s.fresh[l.Var()]; ok {
			s.lits[i] = v.Pos() | l&1
		}
	}
	return s.lits
}

// Deleted implements sat.Tracer.
func (s *scribe) Deleted(id sat.ClauseID, lits []sat.Lit) {
	name := s.names[id]
	if name&kept != 0 {
		return
	}
	g := s.ledger
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.tracer.Deleted(name, s.rename(lits))
	}
}

// definer is the scribe for a tracer that is a sat.Definer.
type definer struct{ *scribe }

// Defined implements sat.Definer. The workers may define the same variable, so each gets
// a name of its own. There are no such names any more when the formula grows.
func (s definer) Defined(id sat.ClauseID, lits []sat.Lit, blocked []sat.ClauseID) {
	g := s.ledger
	g.mu.Lock()
	defer g.mu.Unlock()
	if !s.step(id, blocked) {
		return
	}
	if _, ok := s.fresh[lits[0].Var()]; !ok {
		if s.fresh == nil {
			s.fresh = map[sat.Var]sat.Var{}
		}
		g.defined++
		s.fresh[lits[0].Var()] = g.vars + g.defined
	}
	g.tracer.(sat.Definer).Defined(g.last, s.rename(lits), s.ants)
}

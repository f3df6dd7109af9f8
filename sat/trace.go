package sat

import "slices"

// Tracer receives the events of a proof. Slices are valid during the call only.
//
// Axioms are clauses that come from outside: the owner's (lemma false), or a
// theory's lemmas, conflicts and explanations (lemma true); from is what the owner
// or the propagator gave with the clause, 0 if nothing. Derived clauses
// follow by reverse unit propagation from the antecedents, taken in the given
// order (LRAT). An Unsat answer ends with a derived clause that consists of the
// negations of the core, unless that is a literal with its negation; it is the
// empty clause if the core is empty. After the empty clause, which may also be an
// axiom, clauses are only deleted.
//
// Antecedents, asked once, says whether the tracer wants them. If not, Derived
// may be told none, or a part; it saves the time to collect them.
type Tracer interface {
	Antecedents() bool
	Axiom(id ClauseID, lits []Lit, lemma bool, from Origin)
	Derived(id ClauseID, lits []Lit, antecedents []ClauseID)
	Deleted(id ClauseID, lits []Lit)
}

// proofState is what the steps of a proof need.
type proofState struct {
	lastID ClauseID
	unitID []ClauseID // by variable at level 0: its unit clause
	chain  chainBuilder
}

func (p *proofState) init(t Tracer) {
	p.unitID = make([]ClauseID, 1)
	p.chain.wanted = t != nil && t.Antecedents()
}

func (s *Solver) nextID() ClauseID {
	s.proof.lastID++
	return s.proof.lastID
}

// traceAxiom reports a clause from outside.
func (s *Solver) traceAxiom(lits []Lit, kind ClauseKind, from Origin) ClauseID {
	id := s.nextID()
	s.tracer.Axiom(id, lits, kind == Learned || !s.idle(), from)
	return id
}

// traceAdded reports an added clause and, if it differs, its normal form c.
func (s *Solver) traceAdded(lits, c []Lit, kind ClauseKind, from Origin, redundant bool) ClauseID {
	id := s.traceAxiom(lits, kind, from)
	if redundant {
		s.tracer.Deleted(id, lits)
		return 0
	}
	if len(c) == len(lits) {
		return id
	}
	b := &s.proof.chain
	b.ids = b.ids[:0]
	for i, l := range lits {
		if s.vals[l] == False && !slices.Contains(c, l) && !slices.Contains(lits[:i], l) {
			b.ids = append(b.ids, s.proof.unitID[l.Var()])
		}
	}
	b.ids = append(b.ids, id)
	short := s.nextID()
	s.tracer.Derived(short, c, b.ids)
	s.tracer.Deleted(id, lits)
	return short
}

// traceUnit derives the unit clause of a level-0 literal from its reason.
func (s *Solver) traceUnit(l Lit) {
	vd := &s.vars[l.Var()]
	if vd.ref == crefTheory {
		s.explain(l)
	}
	c, last := s.reason(l.Var())
	if len(c) == 1 && vd.ref != crefExplained {
		s.proof.unitID[l.Var()] = last
		return
	}
	b := &s.proof.chain
	b.ids = b.ids[:0]
	for _, q := range c {
		if q != l {
			b.ids = append(b.ids, s.proof.unitID[q.Var()])
		}
	}
	b.ids = append(b.ids, last)
	id := s.nextID()
	s.proof.unitID[l.Var()] = id
	b.unit[0] = l
	s.tracer.Derived(id, b.unit[:], b.ids)
}

// reason is the clause that implies the literal of v, with its id; nil for a
// decision. A lazy theory reason must have been explained.
func (s *Solver) reason(v Var) ([]Lit, ClauseID) {
	vd := &s.vars[v]
	switch vd.ref {
	case crefNone, crefTheory:
		return nil, 0
	case crefExplained:
		return s.explained(vd.other), ClauseID(s.expl.records[vd.other+1])
	}
	return s.lits(vd.ref), s.clauseID(vd.ref)
}

// chainBuilder collects the antecedents of a derived clause.
type chainBuilder struct {
	wanted bool     // the tracer wants them
	mark   []uint32 // by variable
	stamp  uint32
	stack  []chainFrame
	ids    []ClauseID
	unit   [1]Lit
}

// chainFrame is a clause whose false literals are being expanded.
type chainFrame struct {
	rest []Lit
	id   ClauseID
}

// antecedents lists, in an order of unit propagation, the clauses that refute
// the false literals from when nothing above the literals stop is expanded; last
// is the clause that is false in the end. A clause comes after those that make
// its literals false.
func (s *Solver) antecedents(from []Lit, last ClauseID, stop []Lit) []ClauseID {
	b := &s.proof.chain
	if !b.wanted {
		return nil
	}
	for len(b.mark) < len(s.vars) {
		b.mark = append(b.mark, 0)
	}
	b.stamp++
	b.ids = b.ids[:0]
	for _, l := range stop {
		b.mark[l.Var()] = b.stamp
	}
	b.stack = append(b.stack[:0], chainFrame{from, last})
walk:
	for len(b.stack) > 0 {
		top := &b.stack[len(b.stack)-1]
		for i, l := range top.rest {
			v := l.Var()
			if b.mark[v] == b.stamp {
				continue
			}
			b.mark[v] = b.stamp
			vd := &s.vars[v]
			switch {
			case vd.level == 0:
				b.ids = append(b.ids, s.proof.unitID[v])
				continue
			case vd.ref == crefTheory:
				s.explain(s.trueLit(v))
			}
			top.rest = top.rest[i+1:]
			c, id := s.reason(v)
			b.stack = append(b.stack, chainFrame{c, id})
			continue walk
		}
		if top.id != 0 {
			b.ids = append(b.ids, top.id)
		}
		*top = chainFrame{} // or it keeps an arena of old
		b.stack = b.stack[:len(b.stack)-1]
	}
	return b.ids
}

// derive reports a clause that follows from its antecedents.
func (s *Solver) derive(c []Lit, ants []ClauseID) ClauseID {
	id := s.nextID()
	s.tracer.Derived(id, c, ants)
	return id
}

package sat

import "slices"

// Tracer receives the events of a proof. Slices are valid during the call only.
//
// Axioms are clauses that the solver did not derive: those of the owner (lemma false),
// and the lemmas, conflicts and explanations of a theory (lemma true). From is the
// origin that was given with the clause, 0 if none was. Derived clauses follow by
// reverse unit propagation from the antecedents, taken in the given order (LRAT). An
// Unsat answer ends with a derived clause of the negated literals of the core, unless
// the core is a literal and its negation; if the core is empty, that is the empty
// clause. After the empty clause, which may also be an axiom, clauses are only deleted.
//
// Antecedents is called once: does the tracer need antecedents? If not, Derived may get
// none, or some of them, which saves the time to collect them.
type Tracer interface {
	Antecedents() bool
	Axiom(id ClauseID, lits []Lit, lemma bool, from Origin)
	Derived(id ClauseID, lits []Lit, antecedents []ClauseID)
	Deleted(id ClauseID, lits []Lit)
}

// Definer is a Tracer that accepts definitions of fresh variables, which the solver does
// not know. Defined adds a clause of the definition of the variable of the first literal:
// no clause of the proof has that variable, except those of its definition so far. Resolved
// on that literal with any of the clauses blocked, which are all that have its negation,
// the clause gives a tautology. All clauses with fresh variables are deleted, or the empty
// clause is derived, before the next axiom. Each variable is defined once, but the owner may
// make one with the same number later.
type Definer interface {
	Tracer
	Defined(id ClauseID, lits []Lit, blocked []ClauseID)
}

// proofState is what the steps of a proof need.
type proofState struct {
	lastID ClauseID
	unitID []ClauseID // by variable at level 0: its unit clause
	fresh  Var        // the last one defined, or greater
	chain  chainBuilder
}

func (p *proofState) init(t Tracer) {
	p.unitID = make([]ClauseID, 1)
	p.chain.wanted = t != nil && t.Antecedents()
}

// nextID makes the id of a new clause.
func (s *Solver) nextID() ClauseID {
	s.proof.lastID++
	return s.proof.lastID
}

// traceAxiom reports an axiom.
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

// chainBuilder collects the antecedents of a derived clause, in postorder of the
// implication graph: each clause after those that make its literals false. LRAT needs no
// more, and nothing is sorted.
type chainBuilder struct {
	wanted bool     // the tracer needs them
	mark   []uint32 // by variable: stamp, if it was expanded
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

// antecedents lists the clauses that propagate to a conflict with the clause last, whose
// literals from are false. The literals stop are taken as given and not expanded.
func (s *Solver) antecedents(from []Lit, last ClauseID, stop []Lit) []ClauseID {
	b := &s.proof.chain
	if !b.wanted {
		return nil
	}
	b.mark = lengthen(b.mark, len(s.vars), 0)
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
		*top = chainFrame{} // so that it does not keep an old arena alive
		b.stack = b.stack[:len(b.stack)-1]
	}
	return b.ids
}

// derive reports a clause that follows from its antecedents, to a Tracer if there is one. It returns the id.
func (s *Solver) derive(c []Lit, ants []ClauseID) ClauseID {
	if s.tracer == nil {
		return 0
	}
	id := s.nextID()
	s.tracer.Derived(id, c, ants)
	return id
}

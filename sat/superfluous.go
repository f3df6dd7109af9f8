package sat

import "slices"

// Minimizer is implemented by a Propagator that knows which literals of a learned clause
// follow from its others, whatever their reasons say.
type Minimizer interface {
	// Superfluous appends to dst the places of true literals that follow from others,
	// which are not superfluous themselves. The first one has to stay. It calls nothing
	// but what reads.
	Superfluous(lits []Lit, dst []int32) []int32
	// ExplainSuperfluous appends to dst those others, for a place that the last call of
	// Superfluous found. It is called with a Tracer only, which gets the clause.
	ExplainSuperfluous(place int32, dst []Lit) ([]Lit, Origin)
}

// superfluous is the working memory of minimization by the propagator.
type superfluous struct {
	lits   []Lit
	places []int32
	// The proof of what is left of the clause.
	clauses []Lit      // the lemmas, and the whole clause
	ends    []int      // of each of them
	ids     []ClauseID // none: nothing was removed
}

// minimizeByTheory removes the literals from the learned clause that are false whenever
// its others are, as the propagator knows.
func (s *Solver) minimizeByTheory() {
	m, f := s.theory.minimizer, &s.superfluous
	f.ids = f.ids[:0]
	learnt := s.analysis.learnt
	if m == nil || len(learnt) < 3 {
		return
	}
	f.lits = f.lits[:0]
	for _, l := range learnt {
		f.lits = append(f.lits, l.Not())
	}
	before := s.state
	s.state = stateExplain
	f.places = m.Superfluous(f.lits, f.places[:0])
	s.state = before
	if len(f.places) == 0 {
		return
	}
	if s.tracer != nil {
		s.traceSuperfluous(m)
	}
	for _, i := range f.places {
		learnt[i] = NoLit
	}
	kept := slices.DeleteFunc(learnt, func(l Lit) bool { return l == NoLit })
	s.stats.MinimizedLiterals += int64(len(learnt) - len(kept))
	s.analysis.learnt = kept
}

// traceSuperfluous reports the whole learned clause, and lemmas that say why literals of it
// are superfluous.
func (s *Solver) traceSuperfluous(m Minimizer) {
	f := &s.superfluous
	f.clauses, f.ends = f.clauses[:0], f.ends[:0]
	for _, place := range f.places {
		from := len(f.clauses)
		before := s.state
		s.state = stateExplain
		lits, origin := m.ExplainSuperfluous(place, f.clauses)
		s.state = before
		for i := range lits[from:] {
			lits[from+i] = lits[from+i].Not()
		}
		f.clauses = append(lits, f.lits[place])
		f.ends = append(f.ends, len(f.clauses))
		f.ids = append(f.ids, s.traceAxiom(f.clauses[from:], Learned, origin))
	}
	ants := s.antecedents(s.conflict.lits, s.conflict.id, s.analysis.learnt)
	f.clauses = append(f.clauses, s.analysis.learnt...)
	f.ends = append(f.ends, len(f.clauses))
	f.ids = append(f.ids, s.derive(s.analysis.learnt, ants))
}

// traceLearned reports the learned clause, if there is a Tracer.
func (s *Solver) traceLearned(c []Lit) ClauseID {
	f := &s.superfluous
	if len(f.ids) == 0 {
		return s.derive(c, s.antecedents(s.conflict.lits, s.conflict.id, c))
	}
	id, from := s.derive(c, f.ids), 0
	for i, end := range f.ends {
		s.tracer.Deleted(f.ids[i], f.clauses[from:end])
		from = end
	}
	return id
}

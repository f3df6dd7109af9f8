package sat

import "github.com/muster-smt/muster/sat/invariant"

// Explanations of theory propagations are lazy: Explain is called when conflict
// analysis or a proof needs one. The clause is then kept until its literal is
// unassigned.

// explanations holds the clauses of explained theory propagations: size, id, then the
// literals with the implied one first.
type explanations struct {
	records []Lit
	live    int // number of records whose literals are assigned
	waste   int // words of the other records
	slack   int // fewer words are not compacted
	buf     []Lit
}

const (
	explHeader       = 2
	explanationSlack = 1 << 14
)

// askExplain calls the propagator's Explain. The result is valid until the next call.
func (s *Solver) askExplain(l Lit, reason uint32) ([]Lit, Origin) {
	s.stats.Explanations++
	before := s.state
	s.state = stateExplain
	lits, from := s.theory.prop.Explain(l, reason, s.expl.buf[:0])
	s.expl.buf = lits
	s.state = before
	if invariant.Enabled {
		for _, a := range lits {
			invariant.Check(s.vals[a] == True, "Explain: an antecedent is not true")
			invariant.Check(s.vals[l] != True || s.vars[a.Var()].pos < s.vars[l.Var()].pos,
				"Explain: an antecedent is not older than the literal")
		}
	}
	return lits, from
}

// explain replaces the reason token of the true literal l by its explanation.
func (s *Solver) explain(l Lit) {
	vd := &s.vars[l.Var()]
	ants, from := s.askExplain(l, uint32(vd.other))
	off := len(s.expl.records)
	s.expl.records = append(s.expl.records, 0, 0, l)
	for _, a := range ants {
		if s.tracer == nil && s.vars[a.Var()].level == 0 {
			continue
		}
		s.expl.records = append(s.expl.records, a.Not())
	}
	s.expl.records[off] = Lit(len(s.expl.records) - off - explHeader)
	s.expl.live++
	if s.tracer != nil {
		s.expl.records[off+1] = Lit(s.traceAxiom(s.expl.records[off+explHeader:], Learned, from))
	}
	vd.ref, vd.other = crefExplained, Lit(off)
}

// explained is the clause of an explained theory propagation.
func (s *Solver) explained(off Lit) []Lit {
	n := int(off) + explHeader
	return s.expl.records[n : n+int(s.expl.records[off])]
}

// forgetExplanation is called when a literal with an explained reason is unassigned.
func (s *Solver) forgetExplanation(off Lit) {
	if s.tracer != nil {
		s.tracer.Deleted(ClauseID(s.expl.records[off+1]), s.explained(off))
	}
	s.expl.live--
	s.expl.waste += int(s.expl.records[off]) + explHeader
	if s.expl.live == 0 {
		s.expl.records = s.expl.records[:0]
		s.expl.waste = 0
	}
}

// compactExplanations moves the live records together once most are dead.
func (s *Solver) compactExplanations() {
	if len(s.expl.records) <= s.expl.slack || s.expl.waste < len(s.expl.records)/2 {
		return
	}
	var moved []Lit
	for _, l := range s.trail {
		vd := &s.vars[l.Var()]
		if vd.ref != crefExplained {
			continue
		}
		off := int(vd.other)
		vd.other = Lit(len(moved))
		moved = append(moved, s.expl.records[off:off+explHeader+int(s.expl.records[off])]...)
	}
	s.expl.records = moved
	s.expl.waste = 0
}

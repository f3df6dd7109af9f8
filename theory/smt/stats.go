package smt

import "github.com/muster-smt/muster/theory"

// Counter is a named statistic.
type Counter struct {
	Name  string
	Value int64
}

// Stats returns the counters, always in the same order.
func (s *Solver) Stats() []Counter {
	var out []Counter
	add := func(name string, n int64) { out = append(out, Counter{name, n}) }
	t := s.e.SAT().Stats()
	add("checks", s.checks)
	add("conflicts", t.Conflicts)
	add("decisions", t.Decisions)
	add("propagations", t.Propagations)
	add("restarts", t.Restarts)
	add("theory-propagations", t.TheoryPropagations)
	add("theory-conflicts", t.TheoryConflicts)
	add("final-checks", t.FinalChecks)
	add("terms", int64(s.st.Len()))
	add("nodes", int64(s.e.Graph().NumNodes()))
	add("merges", s.e.Graph().Merges)
	lemmas := int64(0)
	for id := theory.LemmaNone + 1; id < theory.NumLemmaIDs; id++ {
		if n := s.e.LemmaCount[id]; n > 0 {
			add("lemma-"+id.String(), n)
			lemmas += n
		}
	}
	add("theory-lemmas", lemmas)
	add("lemmas-resent", s.e.Resent)
	add("splits", s.e.Splits)
	for _, p := range s.e.Plugins() {
		p.Stats(func(name string, n int64) { add(p.Name()+"-"+name, n) })
	}
	return out
}

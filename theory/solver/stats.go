package solver

import (
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory"
)

// Stats returns the counters of all engines so far, in the same order each time,
// except for those of rare lemmas, and of rules of rewriting that were not applied.
func (s *Solver) Stats() []stat.Counter {
	out := []stat.Counter{{Name: "checks", Value: s.checks}, {Name: "renewals", Value: s.renewals},
		{Name: "assertions-swept", Value: s.asleep.swept}, {Name: "definitions-asleep", Value: int64(len(s.asleep.at)), Gauge: true}}
	if s.proof != nil {
		out = append(out, stat.Counter{Name: "scout-models", Value: s.scout.models})
	}
	out = append(out, stat.Sum(s.past, s.counted())...)
	s.rw.Stats(func(rule string, n int64) { out = append(out, stat.Counter{Name: "rewrite-" + rule, Value: n}) })
	return out
}

// counted returns the counters of the present engine.
func (s *Solver) counted() []stat.Counter {
	var out []stat.Counter
	add := func(name string, n int64) { out = append(out, stat.Counter{Name: name, Value: n}) }
	gauge := func(name string, n int64) { out = append(out, stat.Counter{Name: name, Value: n, Gauge: true}) }
	t := s.satCore().Stats()
	add("conflicts", t.Conflicts)
	add("decisions", t.Decisions)
	add("propagations", t.Propagations)
	add("restarts", t.Restarts)
	add("assumptions-met", t.Met)
	add("inprocessing-rounds", t.Rounds)
	add("clauses-vivified", t.Vivified)
	add("clauses-subsumed", t.Subsumed+t.Strengthened)
	add("theory-propagations", t.TheoryPropagations)
	add("theory-conflicts", t.TheoryConflicts)
	add("final-checks", t.FinalChecks)
	for i, n := range s.e.Checks {
		add("theory-checks-"+theory.Effort(i).String(), n)
	}
	if s.way == direct {
		add("refinements", s.bits.Rounds)
		add("refinement-lemmas", s.bits.Lemmas)
		add("bit-quantifier-instances", s.quantified.instances)
		swept, merged := s.bits.Sweeps()
		add("gate-sweep-ticks", swept.Ticks)
		add("gate-sweep-questions", swept.Asked)
		add("gate-sweep-proofs", swept.Proved)
		add("gates-merged", merged)
		walks := s.bits.Walks()
		add("local-search-ticks", walks.Ticks)
		add("local-search-moves", walks.Moves)
		add("local-search-models", walks.Solved)
		gauge("gates", int64(s.bits.Gates()))
	}
	gauge("terms", int64(s.st.Len()))
	gauge("nodes", int64(s.e.Graph().NumNodes()))
	atoms, relevant := s.e.Atoms()
	gauge("atoms", atoms)
	gauge("relevant-atoms", relevant) // at some point of the last check
	gauge("variables", t.Variables)
	gauge("relevancy-clauses", int64(s.e.NumClauses()))
	gauge("irredundant-clauses", t.Irredundant)
	gauge("learned-clauses", t.Redundant)
	gauge("sat-bytes", t.Bytes)
	add("merges", s.e.Graph().Merges)
	add("explanations", s.e.Graph().Explained)
	add("explanation-shortcuts", s.e.Graph().Shortcuts)
	add("explanation-shortcuts-younger", s.e.Graph().Older)
	add("join-atoms", s.e.Joins)
	add("superfluous-literals", s.e.Superfluities)
	add("cases-tried", s.e.Tried)
	add("case-facts", s.e.Facts)
	lemmas := int64(0)
	s.e.Lemmas(func(name string, n int64) {
		if n > 0 {
			add("lemma-"+name, n)
			lemmas += n
		}
	})
	add("theory-lemmas", lemmas)
	add("lemmas-resent", s.e.Resent)
	add("lemmas-forgotten", t.Forgotten)
	add("lemmas-recalled", s.e.Recalled())
	add("splits", s.e.Splits)
	for _, p := range s.e.Plugins() {
		p.Stats(func(name string, n int64) { add(p.Name()+"-"+name, n) })
	}
	if s.pre != nil {
		for _, p := range s.pre.Stats() {
			add("preprocess-"+p.Name, p.Done)
		}
	}
	return out
}

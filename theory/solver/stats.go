package solver

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
)

// Stats returns the counters of all engines so far, in the same order each time,
// except for those of rare lemmas, and of rules of rewriting that were not applied.
func (s *Solver) Stats() []stat.Counter {
	out := []stat.Counter{{Name: "checks", Value: s.checks}, {Name: "renewals", Value: s.renewals},
		{Name: "assertions-swept", Value: s.asleep.swept},
		{Name: "definitions-asleep", Value: int64(len(s.asleep.at)), Gauge: true}}
	if s.proof != nil {
		out = append(out, stat.Counter{Name: "finder-models", Value: s.finder.models})
	}
	out = append(out, stat.Sum(s.past, s.counted())...)
	s.rw.Stats(func(rule string, n int64) { out = append(out, stat.Counter{Name: "rewrite-" + rule, Value: n}) })
	return out
}

// counted returns the counters of the present backend.
func (s *Solver) counted() []stat.Counter {
	var t tally
	s.backend.count(&t)
	if s.pre != nil {
		for _, p := range s.pre.Stats() {
			t.add("preprocess-"+p.Name, p.Done)
		}
	}
	return t.all
}

// tally collects counters.
type tally struct{ all []stat.Counter }

func (t *tally) add(name string, n int64) {
	t.all = append(t.all, stat.Counter{Name: name, Value: n})
}

func (t *tally) gauge(name string, n int64) {
	t.all = append(t.all, stat.Counter{Name: name, Value: n, Gauge: true})
}

// search adds what a SAT core has done.
func (t *tally) search(s *sat.Stats) {
	t.add("conflicts", s.Conflicts)
	t.add("decisions", s.Decisions)
	t.add("propagations", s.Propagations)
	t.add("restarts", s.Restarts)
	t.add("assumptions-met", s.Met)
	t.add("inprocessing-rounds", s.Rounds)
	t.add("clauses-vivified", s.Vivified)
	t.add("clauses-subsumed", s.Subsumed+s.Strengthened)
	t.add("theory-propagations", s.TheoryPropagations)
	t.add("theory-conflicts", s.TheoryConflicts)
	t.add("final-checks", s.FinalChecks)
}

// clauses adds what a SAT core has.
func (t *tally) clauses(s *sat.Stats) {
	t.gauge("irredundant-clauses", s.Irredundant)
	t.gauge("learned-clauses", s.Redundant)
	t.gauge("sat-bytes", s.Bytes)
}

package sat

import "github.com/muster-smt/muster/sat/limit"

// A call ends early when its limit stops it or its budget is spent. Every answer,
// Unknown too, leaves the solver usable.
//
// Where there are millions of clauses, one pass over all of them takes longer than a
// stop may. So these passes poll the limit for each clause, and return early. A pass
// that only collects candidates is dropped; one that changes clauses has changed some.
// Clauses, trail and records are right at every such moment; the watches need not be
// (watch.go).

// stopCheck is why and when a call stops.
type stopCheck struct {
	budget Budget
	start  Stats        // counters when the call began
	why    limit.Reason // why it was Unknown
	seen   bool         // propagation or a pass saw that the limit has stopped
}

// stopping polls the limit and the budget.
func (s *Solver) stopping() bool {
	c := &s.stop
	switch b := &c.budget; {
	case s.lim.Stopped():
		c.why = s.lim.Reason()
	case b.Conflicts > 0 && s.stats.Conflicts-c.start.Conflicts >= b.Conflicts:
		c.why = limit.Conflicts
	case b.Decisions > 0 && s.stats.Decisions-c.start.Decisions >= b.Decisions:
		c.why = limit.Decisions
	case b.Propagations > 0 && s.stats.Propagations-c.start.Propagations >= b.Propagations:
		c.why = limit.Propagations
	case b.Bytes > 0 && s.bytes() >= b.Bytes:
		c.why = limit.Memory
	default:
		return false
	}
	return true
}

// WhyUnknown says why the last Solve returned Unknown.
func (s *Solver) WhyUnknown() limit.Reason { return s.stop.why }

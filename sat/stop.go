package sat

import "github.com/muster-smt/muster/sat/limit"

// A call ends early when its limit stops it or its budget is spent. The solver can be
// used again after that, as after every answer.
//
// With millions of clauses one pass over all of them takes longer than a stop may take.
// So these passes poll the limit for each clause, or each few, and return early. The result of a pass
// that collects candidates is discarded; a pass that changes clauses has changed some.
// Clauses, trail and records are consistent whenever the limit is polled; the watches
// need not be (watch.go).

// stopCheck is when and why a call stops.
type stopCheck struct {
	budget Budget
	start  Stats        // counters when the call began
	why    limit.Reason // why it was Unknown
	seen   bool         // propagation ended early, since the limit has stopped
	steps  uint32       // of scanStopped
	spent  int64        // propagations that the limit knows of
}

// stopping polls the limit and the budget.
func (s *Solver) stopping() bool {
	c := &s.stop
	s.lim.Spend(s.stats.Propagations - c.spent)
	c.spent = s.stats.Propagations
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

// scanStopped polls the limit in one of 64 calls, for passes with short steps: polls are
// also a measure of effort (limit.Turns).
func (s *Solver) scanStopped() bool {
	s.stop.steps++
	return s.stop.steps%64 == 0 && s.lim.Stopped()
}

// WhyUnknown says why the last Solve returned Unknown, or MinimizeCore false.
func (s *Solver) WhyUnknown() limit.Reason { return s.stop.why }

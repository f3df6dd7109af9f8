// Package session records what an engine asks its solver, ends runs by budgets
// that do not depend on the clock, and writes what was asked as SMT-LIB.
package session

import (
	"context"
	"io"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// Options of a Recorder.
type Options struct {
	Start time.Time // of the run
	Keep  bool      // keep questions and answers, to be written
	Budget
}

// Budget limits a run independently of the clock; 0 means no limit.
type Budget struct {
	NoCheck      bool // end at the first check
	Checks       int
	Asserts      int
	Conflicts    int64 // of each check
	Propagations int64 // of the run; no further check after them
}

// Recorder is an inline.Solver that passes everything on to another one.
type Recorder struct {
	inner inline.Solver
	st    *term.Store
	opt   Options
	stop  context.CancelFunc

	first   time.Duration // when the first check came; 0 before
	firstMB int64         // the peak resident size until then
	ops     []op
	checks  int
	asserts int
	ended   string
}

// New returns a recorder over inner; stop ends the run when the budget is used
// up.
func New(inner inline.Solver, st *term.Store, opt Options, stop context.CancelFunc) *Recorder {
	r := &Recorder{inner: inner, st: st, opt: opt, stop: stop}
	r.SetBudget(0)
	return r
}

// First returns when the first check came, as time since the start of the run,
// and the peak resident size until then, in MB; 0 if there was none.
func (s *Recorder) First() (time.Duration, int64) { return s.first, s.firstMB }

// Checks returns the number of checks.
func (s *Recorder) Checks() int { return s.checks }

// Asserts returns the number of assertions.
func (s *Recorder) Asserts() int { return s.asserts }

// Ended returns what ended the run early: a budget or "clock"; else it is empty.
func (s *Recorder) Ended() string { return s.ended }

// op is an assertion or a check.
type op struct {
	check   bool
	ts      []term.Term // the assertion, or the assumptions
	outcome inline.Outcome
	core    []term.Term
}

var (
	_ inline.Solver   = (*Recorder)(nil)
	_ inline.Budgeter = (*Recorder)(nil)
	_ inline.Coner    = (*Recorder)(nil)
	_ io.Closer       = (*Recorder)(nil)
)

// Assert implements inline.Solver.
func (s *Recorder) Assert(t term.Term) {
	s.note(t)
	s.inner.Assert(t)
}

// AssertFlow implements inline.Solver. A session that is written has the
// constraint as an ordinary assertion: if there is a model, some model satisfies
// it, so it changes no verdict.
func (s *Recorder) AssertFlow(t term.Term) {
	s.note(t)
	s.inner.AssertFlow(t)
}

func (s *Recorder) note(t term.Term) {
	s.asserts++
	if s.opt.Keep && s.st.Op(t) != term.OpTrue {
		s.ops = append(s.ops, op{ts: []term.Term{t}})
	}
}

// Hint implements inline.Solver.
func (s *Recorder) Hint(t term.Term, phase bool) { s.inner.Hint(t, phase) }

// SetBudget implements inline.Budgeter, within the budget of each check.
func (s *Recorder) SetBudget(conflicts int64) {
	if m := s.opt.Conflicts; m > 0 && (conflicts == 0 || conflicts > m) {
		conflicts = m
	}
	if b, ok := s.inner.(inline.Budgeter); ok {
		b.SetBudget(conflicts)
	}
}

// Check implements inline.Solver.
func (s *Recorder) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	if s.first == 0 {
		s.first, s.firstMB = time.Since(s.opt.Start), measure.SelfPeakMB()
	}
	if why := s.exhausted(); why != "" {
		s.ended = why
		s.stop()
		return inline.Outcome{Reason: reason.Reason{Kind: reason.Steps, Detail: why}}
	}
	s.checks++
	out := s.inner.Check(ctx, assumptions)
	if ctx.Err() != nil {
		// The clock ended it: another run may get a different answer.
		s.ended = "clock"
		return out
	}
	if s.opt.Keep {
		x := op{check: true, ts: append([]term.Term(nil), assumptions...), outcome: out}
		if out.Status == inline.StatusUnsat {
			x.core = append(x.core, s.inner.Core()...)
		}
		s.ops = append(s.ops, x)
	}
	return out
}

// exhausted says which budget allows no further check.
func (s *Recorder) exhausted() string {
	switch {
	case s.opt.NoCheck:
		return "first query"
	case s.opt.Checks > 0 && s.checks >= s.opt.Checks:
		return "checks"
	case s.opt.Asserts > 0 && s.asserts > s.opt.Asserts:
		return "asserts"
	case s.opt.Propagations > 0 && s.Counter("propagations") > s.opt.Propagations:
		return "propagations"
	}
	return ""
}

// Counter returns a counter of the solver; 0 if it has none of this name.
func (s *Recorder) Counter(name string) int64 {
	for _, c := range s.inner.Stats() {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// Core implements inline.Solver.
func (s *Recorder) Core() []term.Term { return s.inner.Core() }

// Reached implements inline.Solver.
func (s *Recorder) Reached(guard term.Term) bool { return s.inner.Reached(guard) }

// Model implements inline.Solver.
func (s *Recorder) Model() (*model.Model, error) { return s.inner.Model() }

// Stats implements inline.Solver.
func (s *Recorder) Stats() []stat.Counter { return s.inner.Stats() }

// Tag implements inline.Coner.
func (s *Recorder) Tag(n int32) {
	if c, ok := s.inner.(inline.Coner); ok {
		c.Tag(n)
	}
}

// Cone implements inline.Coner.
func (s *Recorder) Cone() []int32 {
	if c, ok := s.inner.(inline.Coner); ok {
		return c.Cone()
	}
	return nil
}

// Close implements io.Closer.
func (s *Recorder) Close() error {
	if c, ok := s.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// session is an inline.Solver that passes everything on to another one. It
// notes when the first check came, keeps what was asked and answered if it is
// told to record, and ends the run when a budget is used up.
type session struct {
	inner inline.Solver
	st    *term.Store
	limit sessionLimits
	stop  context.CancelFunc

	start   time.Time
	first   time.Duration // when the first check came; 0 before
	firstMB int64         // the greatest resident size by then
	record  bool
	ops     []sessionOp
	checks  int
	asserts int
	ended   string
}

// sessionLimits are budgets that do not depend on the clock; 0 is no limit.
type sessionLimits struct {
	noCheck   bool // end at the first one
	checks    int
	asserts   int
	conflicts int64 // of each check
	effort    int64 // propagations after which there is no further check
}

// newSession returns a session over inner; stop ends the run at a limit.
func newSession(inner inline.Solver, st *term.Store, limit sessionLimits, stop context.CancelFunc) *session {
	s := &session{inner: inner, st: st, limit: limit, stop: stop, start: time.Now()}
	s.SetBudget(0)
	return s
}

// sessionOp is an assertion or a check of a session.
type sessionOp struct {
	check   bool
	ts      []term.Term // the assertion, or the assumptions
	outcome inline.Outcome
	core    []term.Term
}

var (
	_ inline.Solver   = (*session)(nil)
	_ inline.Budgeter = (*session)(nil)
	_ inline.Coner    = (*session)(nil)
	_ io.Closer       = (*session)(nil)
)

// Assert implements inline.Solver.
func (s *session) Assert(t term.Term) {
	s.note(t)
	s.inner.Assert(t)
}

// AssertFlow implements inline.Solver. In a session that is written the
// constraint is an assertion like any other: it holds in some model whenever
// there is one, so it changes no verdict.
func (s *session) AssertFlow(t term.Term) {
	s.note(t)
	s.inner.AssertFlow(t)
}

func (s *session) note(t term.Term) {
	s.asserts++
	if s.record && s.st.Op(t) != term.OpTrue {
		s.ops = append(s.ops, sessionOp{ts: []term.Term{t}})
	}
}

// Hint implements inline.Solver.
func (s *session) Hint(t term.Term, phase bool) { s.inner.Hint(t, phase) }

// SetBudget implements inline.Budgeter; the limit of the session stays above.
func (s *session) SetBudget(conflicts int64) {
	if m := s.limit.conflicts; m > 0 && (conflicts == 0 || conflicts > m) {
		conflicts = m
	}
	if b, ok := s.inner.(inline.Budgeter); ok {
		b.SetBudget(conflicts)
	}
}

// Check implements inline.Solver.
func (s *session) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	if s.first == 0 {
		s.first, s.firstMB = time.Since(s.start), selfPeakMB()
	}
	if why := s.exhausted(); why != "" {
		s.ended = why
		s.stop()
		return inline.Outcome{Reason: why}
	}
	s.checks++
	out := s.inner.Check(ctx, assumptions)
	if ctx.Err() != nil {
		// By the clock: another run need not come to the same answer.
		s.ended = "clock"
		return out
	}
	if s.record {
		op := sessionOp{check: true, ts: append([]term.Term(nil), assumptions...), outcome: out}
		if out.Status == inline.StatusUnsat {
			op.core = append(op.core, s.inner.Core()...)
		}
		s.ops = append(s.ops, op)
	}
	return out
}

// exhausted says which budget does not allow one more check.
func (s *session) exhausted() string {
	switch {
	case s.limit.noCheck:
		return "first query"
	case s.limit.checks > 0 && s.checks >= s.limit.checks:
		return "checks"
	case s.limit.asserts > 0 && s.asserts > s.limit.asserts:
		return "asserts"
	case s.limit.effort > 0 && s.counter("propagations") > s.limit.effort:
		return "propagations"
	}
	return ""
}

// counter returns a number of the solver, 0 if it has none of the name.
func (s *session) counter(name string) int64 {
	for _, c := range s.inner.Stats() {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// Core implements inline.Solver.
func (s *session) Core() []term.Term { return s.inner.Core() }

// Reached implements inline.Solver.
func (s *session) Reached(guard term.Term) bool { return s.inner.Reached(guard) }

// Model implements inline.Solver.
func (s *session) Model() (*model.Model, error) { return s.inner.Model() }

// Stats implements inline.Solver.
func (s *session) Stats() []stat.Counter { return s.inner.Stats() }

// Tag implements inline.Coner.
func (s *session) Tag(n int32) {
	if c, ok := s.inner.(inline.Coner); ok {
		c.Tag(n)
	}
}

// Cone implements inline.Coner.
func (s *session) Cone() []int32 {
	if c, ok := s.inner.(inline.Coner); ok {
		return c.Cone()
	}
	return nil
}

// Close implements io.Closer.
func (s *session) Close() error {
	if c, ok := s.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// cut is a place in the text of a session where it may end: after a check.
type cut struct {
	checks, asserts int
	bytes           int
	verdicts        string // one letter for each check: s, u or ?
}

// counter counts what is written through it.
type counter struct {
	w io.Writer
	n int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}

// write writes the session as SMT-LIB, with the answer to each check before it
// as its expected status, until maxBytes are exceeded after a check. What is
// written up to a cut is a session too.
func (s *session) write(w io.Writer, title string, maxBytes int) ([]cut, error) {
	out := &counter{w: w}
	sw := smtlib.NewWriter(out, s.st, smtlib.Options{Options: [][2]string{{":produce-unsat-assumptions", "true"}}})
	sw.Comment(title)
	var cuts []cut
	var at cut
	var verdicts []byte
	for _, op := range s.ops {
		if !op.check {
			at.asserts++
			sw.Assert(op.ts[0])
			continue
		}
		if op.outcome.Reason != "" {
			sw.Comment("unknown: " + op.outcome.Reason)
		}
		sw.SetInfo(":status", op.outcome.Status.String())
		sw.CheckSatAssuming(op.ts)
		if op.outcome.Status == inline.StatusUnsat {
			sw.GetUnsatAssumptions()
		}
		if err := sw.Flush(); err != nil {
			return nil, err
		}
		at.checks++
		verdicts = append(verdicts, "?su"[op.outcome.Status])
		at.bytes, at.verdicts = out.n, string(verdicts)
		cuts = append(cuts, at)
		if out.n > maxBytes {
			break
		}
	}
	return cuts, nil
}

// writeFinal writes the query on which a verdict rests: the last refutation,
// under the assumptions of its core, for safe; the last model for unsafe; the
// last check for the rest. Everything is asserted, so that any solver reads it.
func (s *session) writeFinal(w io.Writer, title, verdict string) error {
	last := -1
	for i, op := range s.ops {
		if op.check && (last < 0 || fits(op.outcome, verdict) || !fits(s.ops[last].outcome, verdict)) {
			last = i
		}
	}
	if last < 0 {
		return fmt.Errorf("there was no check")
	}
	sw := smtlib.NewWriter(w, s.st, smtlib.Options{})
	sw.Comment(title)
	for _, op := range s.ops[:last] {
		if !op.check {
			sw.Assert(op.ts[0])
		}
	}
	op := s.ops[last]
	assumed := op.ts
	if op.outcome.Status == inline.StatusUnsat {
		assumed = op.core
	}
	for _, t := range assumed {
		sw.Assert(t)
	}
	sw.SetInfo(":status", op.outcome.Status.String())
	sw.CheckSat()
	sw.Exit()
	return sw.Flush()
}

// fits reports whether the verdict may rest on a check with this outcome.
func fits(o inline.Outcome, verdict string) bool {
	switch verdict {
	case "safe":
		return o.Status == inline.StatusUnsat
	case "unsafe":
		return o.HasModel()
	}
	return true
}

package driver

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/coverage"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/vc"
)

// CoverageReport is what Coverage returns.
type CoverageReport struct {
	// Report is about the search as a whole. Its result is unknown; it has the statistics and, if Stopped is set, the
	// limit.
	Report
	Targets []Covered // in the order of the source; none if a limit ended the run before they were found
	// Executions are what reaches targets.
	Executions []*verifier.Trace
}

// Covered is the answer about a target.
type Covered struct {
	passes.Target
	Result    verifier.Result // Unsafe if an execution reaches the target
	Execution int             // of CoverageReport.Executions; -1 if there is none
	Check     Check
}

// Verdict returns the verdict without remarks: reachable, unreachable, unreachable up to a bound (or contexts), or
// unknown.
func (c *Covered) Verdict() string {
	switch {
	case c.Result.Verdict() == verifier.Unsafe:
		return "reachable"
	case isSafe(c.Result):
		return "unreachable" + strings.TrimPrefix(c.Result.String(), verifier.Safe.String())
	}
	return verifier.Unknown.String()
}

// Remark returns a reservation about the verdict, or why it is unknown. It may be empty.
func (c *Covered) Remark() string { return cmp.Or(c.Result.Remark(), checkRemark(c.Result, c.Check)) }

// coverageShare is the part of Limits.Timeout that is left for checks.
const coverageShare = 10

// Coverage decides for each procedure that the entry reaches in the call graph whether an execution calls it, and for
// each target of a branch whether one gets there. Executions end at assertions that fail.
func Coverage(ctx context.Context, file string, src []byte, opt Options) (rep *CoverageReport, err error) {
	return cover(ctx, file, src, opt, coverage.DefaultEffort)
}

// cover is Coverage with an effort for the first question.
func cover(ctx context.Context, file string, src []byte, opt Options, effort int64) (rep *CoverageReport, err error) {
	defer recovered(&rep, &err)
	q, err := newRequest(targets, file, src, opt)
	if err != nil {
		return nil, err
	}
	c := &covering{run: newRun(ctx, q, time.Now()), effort: effort}
	if err := c.search(); err != nil {
		return nil, err
	}
	c.ctx = ctx
	if err := c.report(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(c.out.Targets, func(x, y Covered) int { return x.Pos.Compare(y.Pos) })
	c.rep.Elapsed = time.Since(c.start)
	c.out.Report = *c.rep
	return &c.out, nil
}

// covering is a run that asks about targets.
type covering struct {
	*run
	effort  int64 // coverage.Search
	answers []coverage.Answer
	out     CoverageReport
}

// search asks about all targets.
func (c *covering) search() error {
	defer c.leaveShare(c.ctx)()
	if err := c.prepareFrom(); err != nil {
		return err
	}
	return c.questions()
}

// leaveShare limits the search, and leaves time for checks. It returns what ends the limit.
func (c *covering) leaveShare(ctx context.Context) (end context.CancelFunc) {
	c.ctx, end = within(ctx, c.opt.Timeout-c.opt.Timeout/coverageShare)
	return end
}

// questions asks about the targets of the prepared program.
func (c *covering) questions() error {
	if err := c.makeVC(); err != nil {
		return err
	}
	if c.sys != nil && c.ctx.Err() == nil {
		if err := c.during("search", c.ask); err != nil && !c.ended(err) {
			return err
		}
	}
	c.conclude() // says whether a limit ended it
	return nil
}

func (c *covering) ask() error {
	e, ok := c.row.engine.make(c.config()).(learn.Stepwise)
	if !ok {
		return reason.Internalf("%s does not search step by step", c.row.engine.name)
	}
	targets := c.targets()
	if c.opt.Invariants {
		if err := vc.Check(c.sys); err != nil {
			return reason.Internalf("verification condition: %v", err)
		}
	}
	opt := verifier.Options{Bound: c.opt.first(), Unbounded: c.row.proof, Demand: c.opt.Demand, Progress: c.progress}
	answers, stats, err := coverage.Search(c.ctx, e, c.sys, targets, c.effort, opt)
	if err != nil {
		return reason.AsInternal(err)
	}
	c.answers = answers
	c.rep.Result = verifier.Result{}.WithStats(stats)
	return nil
}

// targets returns what asks about each target, and prepares the system for these questions.
func (c *covering) targets() (out []term.Term) {
	for _, t := range c.prep.Targets {
		out = append(out, c.prep.Core.Var(t.Asked).Term)
	}
	at := func(exit bool) func(*vc.Proc) term.Term {
		return func(p *vc.Proc) term.Term { return c.flag(p, exit) }
	}
	coverage.Prepare(c.sys, out, at(false), at(true))
	return out
}

// flag returns the constant of a template for the flag of a failure at its exit, or at its entry; 0 if that is not in
// its interface.
func (c *covering) flag(p *vc.Proc, exit bool) term.Term {
	vars, terms := c.prep.Interfaces[p.Origin].In, p.In
	if exit {
		vars, terms = c.prep.Interfaces[p.Origin].Out, p.Out
	}
	if i := slices.Index(vars, c.prep.Flag); i >= 0 {
		return terms[i]
	}
	return 0
}

// report says what is known of each target, and has it checked.
func (c *covering) report() error {
	known := map[*coverage.Evidence]Covered{}
	for i, t := range c.prep.Targets {
		answer := Covered{Result: c.rep.Result, Execution: -1}
		switch {
		case i >= len(c.answers): // a limit ended the run before the search
		case c.answers[i].Evidence == nil:
			answer.Result = verifier.UnknownBecause(c.answers[i].Why)
		default:
			e, ok := c.answers[i].Evidence, false
			if answer, ok = known[e]; !ok {
				var err error
				if answer, err = c.checked(e); err != nil {
					return err
				}
				known[e] = answer
			}
		}
		answer.Target = t
		c.out.Targets = append(c.out.Targets, answer)
	}
	return nil
}

// checked returns the answer that evidence gives to a question, once it is checked.
func (c *covering) checked(e *coverage.Evidence) (Covered, error) {
	one, rep := *c.run, *c.rep
	one.rep, one.sys = &rep, e.System
	rep.Result, rep.Phases = c.judged(e.Result), nil
	answer := Covered{Execution: -1}
	if t := rep.Result.Trace(); t != nil {
		answer.Execution = len(c.out.Executions)
		c.out.Executions = append(c.out.Executions, t)
	}
	err := one.check()
	for _, p := range rep.Phases {
		c.spent(p.Name, p.Time)
	}
	answer.Result, answer.Check = rep.Result.UpToContexts(rep.Contexts), rep.Check
	return answer, err
}

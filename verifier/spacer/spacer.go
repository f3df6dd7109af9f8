package spacer

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// Engine implements verifier.Engine.
type Engine struct {
	Config inline.Config
}

// Name returns "spacer".
func (e *Engine) Name() string { return "spacer" }

// Verify runs RecMC. The recursion bound of the options does not count: the answer is for all bounds.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	run, err := inline.NewRun(ctx, sys, opt, e.Config)
	if err != nil {
		return verifier.Result{}, err
	}
	cut := e.turned(sys, opt)
	res, counters, err := explore(ctx, run, sys, cut)
	if cut != nil && err == nil && res.Verdict() == verifier.Unknown && ctx.Err() == nil {
		// The search gave up, perhaps for an execution that only turned loops have.
		res, counters, err = explore(ctx, run, sys, nil)
	}
	run.Count(counters...)
	return run.Finish(res, err)
}

// turned returns the system with its loops turned; nil if there are none, or if executions are given call by call.
func (e *Engine) turned(sys *vc.System, opt verifier.Options) *cutpoint.Turned {
	if _, ok := e.Config.Replay.(inline.Deriver); ok || opt.KeepLoops {
		return nil
	}
	return cutpoint.Turn(sys, rewrite.New(sys.Store))
}

// explore searches a system, or the one with its loops turned, if there is one.
func explore(ctx context.Context, run *inline.Run, sys *vc.System, cut *cutpoint.Turned) (verifier.Result,
	[]stat.Counter, error) {
	if cut != nil {
		sys = cut.System
	}
	s := newSearch(ctx, sys, run)
	s.cut = cut
	defer s.frames.Close()
	defer func() { inline.Close(s.rigid.solver) }() // it is made where it is needed
	res, err := s.recMC()
	learned := s.frames.Learned(s.by)
	run.Learned(learned)
	return res, s.counters(verifier.Total(learned)), err
}

func newSearch(ctx context.Context, sys *vc.System, run *inline.Run) *search {
	s := &search{
		ctx: ctx, sys: sys, run: run, rw: rewrite.New(sys.Store),
		frames: learn.NewFrames(sys, run.Config),
		reach:  make([][]int32, len(sys.Procs)), preds: make([]*pred, len(sys.Procs)), by: make([]verifier.Learning,
			len(sys.Procs)),
		reached: map[string]bool{}, forms: map[uint64]*form{}, hashes: map[term.Term]uint64{},
	}
	s.rigid = rigid{s: s, always: map[term.Term]bool{}}
	return s
}

// search is one run of RecMC.
type search struct {
	ctx    context.Context
	sys    *vc.System
	run    *inline.Run      // for the counterexample
	cut    *cutpoint.Turned // sys is its system; nil if no loop is turned
	rw     *rewrite.Rewriter
	frames *learn.Frames // summary facts: the paper's sigma
	musts  []must        // reachability facts: rho
	reach  [][]int32     // by vc.ProcID: indices of musts
	preds  []*pred       // by vc.ProcID; nil until needed
	queue  queue
	rigid  rigid

	reached map[string]bool // queries that were answered by a reachability fact
	forms   map[uint64]*form
	hashes  map[term.Term]uint64 // see hash
	by      []verifier.Learning  // by vc.ProcID: the queries
	stats   struct{ depth, sums, queries, checks, byValue, inexact, quantified, conjectures int }

	// For tests, both may be nil: what is applied, and what takes the place of a projection.
	trace     func(rule string, id vc.ProcID, lits []term.Term, bound int32)
	eliminate func(p *pred, roots []term.Term, res project.Result) ([]term.Term, error)
}

// applied says that a rule of Fig. 6 was applied: to a query (Sum, Reach), or that it made one (Query).
func (s *search) applied(rule string, id vc.ProcID, lits []term.Term, bound int32) {
	if s.trace != nil {
		s.trace(rule, id, lits, bound)
	}
}

// pred is what a search needs of a procedure beside its solver.
type pred struct {
	*learn.Pred
	proj  *project.Projector
	musts [][]mustAt // by site and bound
}

func (s *search) pred(id vc.ProcID) (*pred, error) {
	if s.preds[id] == nil {
		p, err := s.frames.Pred(id)
		if err != nil {
			return nil, err
		}
		x := &pred{Pred: p, proj: project.New(p.Store()), musts: make([][]mustAt, p.NumSites())}
		x.proj.Stop = func() bool { return s.ctx.Err() != nil }
		s.preds[id] = x
		if s.cut != nil {
			for _, t := range s.cut.Known(id) {
				p.KeepFormula(s.ctx, t)
			}
		}
	}
	return s.preds[id], nil
}

// recMC is Fig. 5: bound after bound of the call stack, until there is an execution or the facts are inductive.
func (s *search) recMC() (verifier.Result, error) {
	for n := int32(0); ; n++ {
		s.stats.depth = int(n)
		s.run.AtBound(int(n))
		res, done, err := s.bndSafety(n)
		if done || err != nil {
			return res, err
		}
		if !s.frames.Never(s.sys.Entry) {
			if _, err := s.frames.Push(s.ctx, n); err != nil {
				return s.stopped(err)
			}
		}
		if s.frames.Never(s.sys.Entry) {
			return verifier.SafeWith(s.cut.Proof(s.frames.Solution(s.ctx))), nil
		}
	}
}

// stopped returns the result of a search that an error ends; the end of the context is none.
func (s *search) stopped(err error) (verifier.Result, error) {
	if s.ctx.Err() != nil {
		return s.run.GiveUp(inline.Outcome{}), nil
	}
	return verifier.Result{}, err
}

// bndSafety is Fig. 6 for the entry: an execution with a call stack of at most n below the entry ends the search.
func (s *search) bndSafety(n int32) (res verifier.Result, done bool, err error) {
	s.queue.reset()
	s.queue.push(&query{proc: s.sys.Entry, bound: n})
	for !s.queue.empty() {
		q := s.queue.top()
		if q.givenUp() {
			s.queue.pop()
			continue
		}
		out, err := s.answer(q)
		switch {
		case s.ctx.Err() != nil:
			return s.run.GiveUp(inline.Outcome{}), true, nil
		case err != nil:
			var why reason.Reason
			if errors.As(err, &why) && why.Kind != reason.Internal {
				return verifier.UnknownBecause(why), true, nil
			}
			return res, true, err
		case out == reachable && q.proc == s.sys.Entry:
			res, err := s.counterexample(s.reach[s.sys.Entry][len(s.reach[s.sys.Entry])-1])
			return res, true, err
		case out != open:
			s.queue.pop()
			if out == reachable && q.about != nil {
				q.about.failed()
			}
			if out == unreachable && q.proc != s.sys.Entry && q.bound < n {
				q.bound++
				s.queue.push(q)
			}
		}
	}
	return res, false, nil
}

func (s *search) counters(sum verifier.Learning) []stat.Counter {
	return []stat.Counter{
		{Name: "spacer: stack", Value: int64(s.stats.depth)},
		{Name: "spacer: queries", Value: int64(s.stats.queries)},
		{Name: "spacer: conjectures", Value: int64(s.stats.conjectures)},
		{Name: "spacer: sums", Value: int64(s.stats.sums)},
		{Name: "spacer: checks", Value: int64(s.stats.checks)},
		{Name: "spacer: summary facts", Value: int64(sum.Found)},
		{Name: "spacer: assumed always", Value: int64(len(s.rigid.list))},
		{Name: "spacer: facts asserted", Value: int64(sum.Asserted)},
		{Name: "spacer: most often asserted", Value: int64(sum.MostAsserted)},
		{Name: "spacer: facts used", Value: int64(sum.Used)},
		{Name: "spacer: most often used", Value: int64(sum.MostUsed)},
		{Name: "spacer: reachability facts", Value: int64(len(s.musts))},
		{Name: "spacer: by value", Value: int64(s.stats.byValue)},
		{Name: "spacer: inexact", Value: int64(s.stats.inexact)},
		{Name: "spacer: quantified", Value: int64(s.stats.quantified)},
	}
}

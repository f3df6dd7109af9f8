package driver

import (
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/reenact"
)

// remember keeps the program as it was read, for a check of a trace.
func (r *run) remember() {
	if r.opt.Check && r.question != contracts && len(r.prep.Program.Procs) > 0 {
		r.source = r.prep.Program.Clone()
	}
}

// checkTrace has the program as it was read executed once more along the trace of an unsafe answer.
func (r *run) checkTrace() error {
	t := r.rep.Result.Trace()
	p, prep := r.source, r.whole()
	if r.opt.Check && r.question == contracts {
		p = prep.Cut
	}
	if t == nil || p == nil {
		return nil
	}
	entry, wrapper := prep.Core.Proc(prep.Core.Entry).Name, ""
	if threads := prep.Threads; threads != nil {
		entry = prep.Core.Proc(threads.Main).Name
	}
	if prep.Wrapped != "" {
		entry, wrapper = prep.Wrapped, entry
	}
	q := p.Lookup(entry)
	if q == nil {
		return nil
	}
	p.Entry = q.ID
	about := func(x prog.Assertion) reenact.Question {
		switch {
		case prep.Skipped[x]:
			return reenact.Skipped
		case prep.Passed[x]:
			return reenact.Passed
		}
		return reenact.Asked
	}
	opt := reenact.Options{
		About: about, Returns: prep.Asserts == 0 && r.question != targets, Reaches: r.question == targets,
		Contracts: r.question == contracts, Clauses: map[int32]prog.Assertion{}, Cooperative: r.opt.Cooperative,
		Wrapper: wrapper,
	}
	for id, o := range prep.Clauses {
		opt.Clauses[id] = prog.Assertion{At: o.At, Clause: o.Clause}
	}
	return r.during("check", func() error {
		left, err := reenact.Check(r.ctx, p, t, opt)
		switch {
		case r.ctx.Err() != nil:
			return nil
		case err != nil:
			return reason.Internalf("the trace is no execution of the program: %v", err)
		}
		r.log.Info("trace", "whole", left == "", "left", left)
		return nil
	})
}

package driver

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/reenact"
)

// remember keeps the program as it was read, for a check of a trace.
func (r *run) remember() {
	if r.opt.Check && !r.opt.modular && len(r.prep.Program.Procs) > 0 {
		r.source = r.prep.Program.Clone()
	}
}

// checkTrace has the program as it was read executed once more along the trace of an unsafe answer.
func (r *run) checkTrace() error {
	t := r.rep.Result.Trace()
	p := r.source
	if r.opt.Check && r.opt.modular {
		p = r.prep.Cut
	}
	if t == nil || p == nil || r.prep.Threads != nil {
		return nil
	}
	p.Entry = sourceEntry(p, r.prep.Core.Proc(r.prep.Core.Entry).Name)
	if p.Entry == prog.NoProc {
		return nil
	}
	about := func(at, clause prog.Pos) reenact.Question {
		switch x := (passes.Assertion{At: at, Clause: clause}); {
		case r.prep.Skipped[x], slices.Contains(r.prep.Loose, clause):
			return reenact.Skipped
		case r.prep.Passed[x]:
			return reenact.Passed
		}
		return reenact.Asked
	}
	opt := reenact.Options{About: about, Returns: r.prep.Asserts == 0 && !r.opt.targets, Reaches: r.opt.targets, Contracts: r.opt.modular, Clauses: map[int32]reenact.Clause{}}
	for id, o := range r.prep.Clauses {
		opt.Clauses[id] = reenact.Clause{At: o.At, Clause: o.Clause}
	}
	return r.during("check", func() error {
		whole, err := reenact.Check(r.ctx, p, t, opt)
		switch {
		case r.ctx.Err() != nil:
			return nil
		case err != nil:
			return reason.Internalf("the trace is no execution of the program: %v", err)
		}
		r.log.Info("trace", "whole", whole)
		return nil
	})
}

// sourceEntry returns the entry of a program as it was read; the passes have one of their own where it is recursive.
func sourceEntry(p *prog.Program, name string) prog.ProcID {
	for _, x := range []string{name, strings.TrimSuffix(name, "_entry")} {
		if q := p.Lookup(x); q != nil {
			return q.ID
		}
	}
	return prog.NoProc
}

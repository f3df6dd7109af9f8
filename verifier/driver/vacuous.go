package driver

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	remarkShare = 10              // to read the program again may take one part in so many of the time that the answer took,
	remarkLeast = 5 * time.Second // or this
	remarkSteps = 300_000         // of each of the two answers, on any machine
)

// remark returns what a safe answer about a C program does not say: that nothing was asked, or only of executions that end at a fault; and what the
// checks do not cover.
func (r *run) remark(src []byte, chosen []engine) string {
	var remarks []string
	if x := r.vacuous(src, chosen); x != "" {
		remarks = append(remarks, x)
	}
	if r.c != nil && isSafe(r.rep.Result) {
		remarks = append(remarks, r.c.Uncovered()...)
	}
	return strings.Join(remarks, "; ")
}

// vacuous says that nothing was asked, or that each execution that ends does so at
// a fault that is not asked about. That needs two more answers, about the same program with other assertions: a proof that it ends in no
// other way, and an execution. If they take too many steps, or the program is too large to be read again, there is no remark.
func (r *run) vacuous(src []byte, chosen []engine) string {
	switch {
	case r.c == nil || r.rep.Result.Verdict() != verifier.Safe || len(r.opt.Properties)+len(r.opt.Passed) > 0:
		return ""
	case r.c.Assertions == 0 && r.opt.C.Checks&(c.Bounds|c.Null|c.Memory) == 0:
		return "no assertion in this program; faults of memory are not asked about: --check=all"
	case !r.c.EndsUnasked:
		return ""
	}
	if !r.again() {
		return ""
	}
	if x := r.asked(r.opt, c.Ends, src, chosen); x == nil || x.rep.Result.Verdict() != verifier.Safe {
		return ""
	}
	x := r.asked(r.opt, c.Unasked, src, chosen)
	if x == nil || x.rep.Result.Verdict() != verifier.Unsafe {
		return ""
	}
	return x.unasked()
}

// unasked tells the fault at which an execution ends.
func (r *run) unasked() string {
	t := r.rep.Result.Trace()
	values := map[string]string{}
	failed := slices.IndexFunc(t.Steps, func(s verifier.Step) bool { return s.Kind == prog.StepFail })
	if failed > 0 && t.Steps[failed-1].Source != nil {
		for _, x := range t.Steps[failed-1].Source.Reads {
			values[x.Name] = x.Value
		}
	}
	at, kind, message, ok := r.c.Fault(t.Failed, func(name string) string { return values[name] }, r.c.Teller())
	if !ok {
		return ""
	}
	place := "in a function of the library"
	if !c.Outside(at) {
		place = "at " + r.c.Program.Place(at)
	}
	return fmt.Sprintf("every execution that ends does so at a fault that is not asked about, as %s: %s; --check=%s asks about it", place, message, kind)
}

// again reports whether there is time to read the program again.
func (r *run) again() bool { return r.reading() <= max(time.Since(r.start)/remarkShare, remarkLeast) }

// asked has another question answered about the program, without what an answer has beside its verdict. It returns nil if that fails.
func (r *run) asked(opt Options, q c.Question, src []byte, chosen []engine) *run {
	opt.C.Question, opt.C.Record = q, false
	opt.Log, opt.Progress, opt.Counterexample = slog.New(slog.DiscardHandler), nil, nil
	if opt.Timeout > 0 {
		opt.Timeout = max(opt.Timeout-time.Since(r.start), time.Millisecond)
	}
	ctx, cancel := limit.NewBudget(remarkSteps, limit.Steps).Context(r.ctx)
	defer cancel()
	x, err := decide(ctx, r.rep.File, src, opt, chosen)
	if err != nil {
		return nil
	}
	return x
}

// reading returns how long it took to read and prepare the program.
func (r *run) reading() (t time.Duration) {
	for _, p := range r.rep.Phases {
		switch p.Name {
		case "load", "passes", "vcgen":
			t += p.Time
		}
	}
	return t
}

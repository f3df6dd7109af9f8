package driver

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	remarkShare = 10              // to read the program again may take one part in so many of the time that the answer took,
	remarkLeast = 5 * time.Second // or this
	remarkSteps = 300_000         // of each of the two answers, on any machine
)

// remark returns what a safe answer does not say: that nothing was asked, or only of executions that end at a fault; and what the
// checks do not cover.
func (r *run) remark(src []byte, chosen []engine) string {
	source, ok := r.rep.Loaded.Source.(front.Selective)
	if !ok {
		return ""
	}
	var remarks []string
	if x := r.vacuous(source, src, chosen); x != "" {
		remarks = append(remarks, x)
	}
	if isSafe(r.rep.Result) {
		remarks = append(remarks, source.Uncovered()...)
	}
	return strings.Join(remarks, "; ")
}

// vacuous says that nothing was asked, or that each execution that ends does so at
// a fault that is not asked about. That needs two more answers, about the same program with other assertions: a proof that it ends in no
// other way, and an execution. If they take too many steps, or the program is too large to be read again, there is no remark.
func (r *run) vacuous(source front.Selective, src []byte, chosen []engine) string {
	if r.rep.Result.Verdict() != verifier.Safe || len(r.opt.Properties)+len(r.opt.Passed) > 0 {
		return ""
	}
	if x := source.NothingAsked(); x != "" {
		return x
	}
	if !source.EndsUnasked() || !r.again() {
		return ""
	}
	if x := r.asked(r.opt, front.Ends, src, chosen); x == nil || x.rep.Result.Verdict() != verifier.Safe {
		return ""
	}
	x := r.asked(r.opt, front.Unasked, src, chosen)
	if x == nil || x.rep.Result.Verdict() != verifier.Unsafe {
		return ""
	}
	return x.unasked()
}

// unasked tells the fault at which an execution ends.
func (r *run) unasked() string {
	source, ok := r.rep.Loaded.Source.(front.Compiled)
	if !ok {
		return ""
	}
	t := r.rep.Result.Trace()
	var read []verifier.Binding
	failed := slices.IndexFunc(t.Steps, func(s verifier.Step) bool { return s.Kind == prog.StepFail })
	if failed > 0 && t.Steps[failed-1].Source != nil {
		read = t.Steps[failed-1].Source.Reads
	}
	f, ok := source.Follow().Fault(t.Assertion.At, read)
	if !ok {
		return ""
	}
	place := "in a function of the library"
	if f.At.Line > 0 {
		place = "at " + r.rep.Loaded.Program.Place(f.At)
	}
	return fmt.Sprintf("every execution that ends does so at a fault that is not asked about, as %s: %s; --check=%s asks about it", place, f.Message, f.Kind)
}

// again reports whether there is time to read the program again.
func (r *run) again() bool { return r.reading() <= max(time.Since(r.start)/remarkShare, remarkLeast) }

// asked has another question answered about the program, without what an answer has beside its verdict. It returns nil if that fails.
func (r *run) asked(opt Options, q front.Question, src []byte, chosen []engine) *run {
	opt.question = q
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

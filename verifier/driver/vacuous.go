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
	remarkShare = 10              // to read the program again may take a part of the time that the answer took,
	remarkLeast = 5 * time.Second // or this
)

// remark returns what a safe answer does not say: that nothing was asked, or only of executions that end at a fault;
// and what the checks do not cover. Of an unsafe one it says that nobody has run the program, where that is to be done.
func (r *run) remark() string {
	if x, ok := r.rep.Loaded.Source.(front.Executable); ok && r.rep.Result.Verdict() == verifier.Unsafe {
		return x.NotRun()
	}
	source, ok := r.rep.Loaded.Source.(front.Selective)
	if !ok {
		return ""
	}
	var remarks []string
	if x := r.vacuous(source); x != "" {
		remarks = append(remarks, x)
	}
	if isSafe(r.rep.Result) {
		remarks = append(remarks, source.Uncovered()...)
	}
	return strings.Join(remarks, "; ")
}

// vacuous says that nothing was asked, or that each execution that ends does so at a fault that is not asked about.
// That needs two more answers, about the same program with other assertions: a proof that it ends in no other way, and
// an execution. If they take too many steps, or the program is too large to be read again, there is no remark.
func (r *run) vacuous(source front.Selective) string {
	if r.rep.Result.Verdict() != verifier.Safe || !r.plan.follow.ends {
		return ""
	}
	if x := source.NothingAsked(); x != "" {
		return x
	}
	if !source.EndsUnasked() || !r.again() {
		return ""
	}
	if x := r.asked(r.opt, front.Query{Question: front.Ends}); x == nil || x.rep.Result.Verdict() != verifier.Safe {
		return ""
	}
	x := r.asked(r.opt, front.Query{Question: front.Unasked})
	if x == nil || x.rep.Result.Verdict() != verifier.Unsafe {
		return ""
	}
	return x.unasked()
}

// unasked names the fault at which an execution ends.
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
	return fmt.Sprintf("every execution that ends does so at a fault that is not asked about, as %s: %s; "+
		"--check=%s asks about it", place, f.Message, f.Kind)
}

// again reports whether there is time to read the program again.
func (r *run) again() bool { return r.reading() <= max(time.Since(r.start)/remarkShare, remarkLeast) }

// asked has another question about failures answered, without what an answer has beside its verdict. It returns nil if
// that fails.
func (r *run) asked(opt Options, q front.Query) *run {
	opt.Log, opt.Progress, opt.Counterexample = slog.New(slog.DiscardHandler), nil, nil
	opt.Timeout, opt.Elsewhere = opt.left(r.start), nil
	ctx, cancel := limit.NewBudget(r.plan.follow.steps, limit.Steps).Context(r.ctx)
	defer cancel()
	x, err := decide(ctx, request{r.question, r.file, r.src, opt, q, r.engines, nil, r.timeout})
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

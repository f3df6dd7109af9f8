package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// New makes the report of a run.
func New(rep *driver.Report, version string) *Report {
	stats, why := rep.Result.Stats(), rep.Result.Reason()
	r := &Report{
		Schema: Schema, Version: version, File: rep.File, Verdict: rep.Result.VerdictText(), Answer: rep.String(),
		Remark: remark(rep), Question: Question(rep), Reason: why.String(), ReasonKind: why.Kind,
		Advice: Advice(rep), Entry: rep.Entry, Engine: rep.Engine, Bound: rep.Bound, Contexts: rep.Contexts,
		Proved: rep.Proved, Kept: rep.Kept, Check: checked(rep.Check), Limits: limits(rep), Run: rep.Confirmation.String(),
		Apart:    rep.Apart,
		Learning: stats.Learned, Rounds: rounds(rep.Abstraction), Seconds: rep.Elapsed.Seconds(), Phases: phases(rep),
		MemoryBytes: limit.HeldBytes(), Counters: append(Numbers(stats), rep.Abstraction.Numbers()...),
		Files: rep.Files, Calls: rep.Calls, loops: rep.Loops, NotSummarized: errorText(rep.NotSummarized),
		NotAnnotated: errorText(rep.NotAnnotated),
	}
	if r.language, r.Model, r.compiled = rep.Language, rep.Model, rep.Compiled; r.compiled {
		r.Language = rep.Language
	}
	for _, x := range rep.LoopInvariants {
		r.Invariants = append(r.Invariants, Invariant{placeIn(rep.Files, x.At), x.Proc, x.Loop, x.Text})
	}
	for _, s := range rep.Summaries {
		r.Summaries = append(r.Summaries, Summary{s.Proc, s.LoopOf, at(rep.Files, s.Pos), s.Requires, s.Ensures})
	}
	if t := rep.Result.Trace(); t != nil {
		b := builder{
			Report: r, program: rep.Loaded.Program, source: commands{rep.Loaded.Source}, trace: t, threads: map[int]*thread{},
		}
		if r.compiled {
			b.source, b.outer = rep.Loaded.Source.(front.Compiled), 1
		}
		b.follow.Execution, b.follow.started = b.source.Follow(), !r.compiled
		b.build()
		r.searched = t
		if t.Assertion.Clause != t.Assertion.At {
			r.Failure.Clause = at(rep.Files, t.Clause)
		}
	}
	return r
}

// remark returns what an answer does not say, or is said of it.
func remark(rep *driver.Report) string {
	if x := rep.Result.Remark(); x != "" && rep.Remark != "" {
		return x + "; " + rep.Remark
	}
	return cmp.Or(rep.Result.Remark(), rep.Remark)
}

// errorText returns the text of an error; nothing if there is none.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// NewAll makes the report of all failures that were found, and of the last answer: it is about the other assertions,
// unless it is one of the failures.
func NewAll(found []*driver.Report, last *driver.Report, version string) *Report {
	if len(found) == 0 || len(found) == 1 && found[0] == last {
		return New(last, version)
	}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(x, y *driver.Report) int { // verdicts that stand come first
		return -cmp.Compare(x.Result.Verdict(), y.Result.Verdict())
	})
	var parts []*Report
	for _, rep := range found {
		parts = append(parts, New(rep, version))
	}
	out := *parts[0]
	out.Failure, out.Steps, out.searched, out.Failures = nil, nil, nil, parts
	if !slices.Contains(found, last) {
		out.Rest = New(last, version)
		parts = append(parts, out.Rest)
	}
	for _, r := range parts {
		r.Schema, r.Version = 0, ""
	}
	return &out
}

// NewProblem makes the report of a run without an answer.
func NewProblem(file string, p *Problem, version string) *Report {
	r := without("error", file, version)
	r.Problem = p
	return r
}

// NewSkipped makes the report of a file that has nothing that was to be asked about.
func NewSkipped(file, why, version string) *Report {
	r := without("skipped", file, version)
	r.Reason = why
	return r
}

// without makes the report of a file without an answer.
func without(verdict, file, version string) *Report {
	return &Report{
		Schema: Schema, Version: version, File: file, Verdict: verdict, Answer: verdict, Files: prog.Files{{Name: file}},
	}
}

// Numbers returns the counters of a run.
func Numbers(s verifier.Stats) Counters {
	return append(Counters{
		{Name: "bound", Value: int64(s.Bound)},
		{Name: "instances", Value: int64(s.Instances)},
		{Name: "open-call-sites", Value: int64(s.Open)},
		{Name: "queries", Value: int64(s.Queries)},
		{Name: "repairs", Value: int64(s.Repairs)},
	}, s.Counters...)
}

// abstracting begins the names of phases of the abstraction.
const abstracting = "abstraction-"

// phases returns what took how long.
func phases(rep *driver.Report) (out []Phase) {
	for _, p := range rep.Phases {
		out = append(out, Phase{p.Name, p.Time.Seconds()})
	}
	for _, p := range rep.Abstraction.Times() {
		out = append(out, Phase{abstracting + p.Name, p.Time.Seconds()})
	}
	return out
}

// checked says what came of the check of an answer; nothing if there was none.
func checked(c driver.Check) string {
	if c.State == driver.CheckNone {
		return ""
	}
	return c.String()
}

func rounds(a *driver.Abstraction) (out []Round) {
	if a == nil {
		return nil
	}
	for _, r := range a.Rounds {
		out = append(out, Round{
			r.Tracked, r.Spurious, r.Checks, r.Open, r.Time.Seconds(), r.Make.Seconds(), r.Refine.Seconds(),
		})
	}
	return out
}

// limits says what an answer up to a bound is not about.
func limits(rep *driver.Report) (out []Limit) {
	for _, x := range rep.Cut {
		text := "this loop may have more iterations than the bound allows"
		if x.Proc != "" {
			text = x.Proc + " may call itself more often than the bound allows"
		}
		if x.Never {
			text += ", and no execution within the bound leaves it"
		}
		out = append(out, Limit{placeIn(rep.Files, x.At), text})
	}
	for _, at := range rep.Unseen.Assertions {
		out = append(out, Limit{placeIn(rep.Files, at), "no execution within the bound gets to this assertion"})
	}
	if len(rep.Unseen.Procs) > 0 {
		out = append(out, Limit{Message: "no execution within the bound calls " + strings.Join(rep.Unseen.Procs, ", ")})
	}
	return out
}

// Question says what was asked.
func Question(rep *driver.Report) string {
	switch {
	case rep.Entry == "":
		return "whether the program can go wrong"
	case rep.Asserts == 0:
		return fmt.Sprintf("whether %s can return, since the program has no assertion that it reaches", rep.Entry)
	case rep.Asserts == 1:
		return fmt.Sprintf("whether the assertion that %s reaches can fail", rep.Entry)
	}
	return fmt.Sprintf("whether one of the %d assertions that %s reaches can fail", rep.Asserts, rep.Entry)
}

// at returns the place of a position.
func at(files prog.Files, p prog.Pos) *Place {
	out := placeIn(files, p)
	return &out
}

package answer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/horn"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// interval is the least time between two lines of progress.
const interval = 100 * time.Millisecond

// throttled passes on lines of progress, not too many. It lets timers run, too.
func throttled(send func(Event)) func(line func() string) {
	last := time.Now()
	return func(line func() string) {
		if time.Since(last) >= interval {
			last = time.Now()
			send(Event{Progress: line()})
		}
		runtime.Gosched()
	}
}

// verify decides a Boogie program: whether there is an execution that fails, or which assertions fail.
func verify(ctx context.Context, q Request, send func(Event)) (*Answer, error) {
	opt := options(q, send)
	opt.Failures = 1
	if q.Ask == "all" {
		opt.Failures = maxFaults
	}
	found, rep, err := driver.All(ctx, names[q.Kind], []byte(q.Text), opt)
	if err != nil {
		return nil, err
	}
	a := answerOf(rep, q)
	if q.Ask == "all" {
		withFaults(a, found, rep)
	}
	return a, nil
}

// options are those of the verifier.
func options(q Request, send func(Event)) driver.Options {
	progress := throttled(send)
	return driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: q.Bound},
		Output: driver.Output{Progress: func(p driver.Progress) {
			progress(func() string {
				if p.Queries == 0 {
					return p.Phase
				}
				return fmt.Sprintf("%s: bound %d, %d instances, %d open, %d conflicts", p.Phase, p.Bound, p.Instances, p.Open,
					p.Conflicts)
			})
		}},
	}
}

// answerOf shows an answer of the verifier.
func answerOf(rep *driver.Report, q Request) *Answer {
	a := &Answer{Verdict: rep.Result.VerdictText(), Line: rep.String(), Engine: rep.Engine, Globals: globals(q.Text)}
	if rep.Proved > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("no failing execution up to bound %d", rep.Proved))
	}
	if rep.Result.Verdict() == verifier.SafeUpToBound {
		a.Notes = append(a.Notes, "an execution beyond the bound may fail; a higher bound looks further")
	}
	if rep.Asserts == 0 && rep.Result.Verdict() != verifier.Unknown {
		a.Notes = append(a.Notes, "the entry procedure reaches no assertion; the question was whether it can return")
	}
	if t := rep.Result.Trace(); t != nil {
		if t.Assertion.At != 0 {
			at := placeOf(t.Failed)
			a.At = &at
			a.Notes = append(a.Notes, fmt.Sprintf("line %d: this assertion fails", a.At.Line))
		}
		if t.Assertion.Clause != t.Assertion.At {
			a.Notes = append(a.Notes, fmt.Sprintf("line %d: the requires that fails there", t.Clause.Line))
		}
		a.Steps = stepsOf(rep.Files, t)
	}
	return a
}

func stepsOf(files prog.Files, t *verifier.Trace) (steps []report.Step) {
	for i := range t.Steps {
		steps = append(steps, report.NewStep(files, &t.Steps[i]))
	}
	return steps
}

// globals returns the names of a program's global variables.
func globals(text string) (all []string) {
	f, err := syntax.Parse("", []byte(text))
	if err != nil {
		return nil
	}
	for _, v := range f.Globals {
		all = append(all, f.Names.Text(v.Name))
	}
	return all
}

// solveHorn solves Horn clauses.
func solveHorn(ctx context.Context, q Request, send func(Event)) (*Answer, error) {
	s, err := chc.Read(names[q.Kind], strings.NewReader(q.Text), term.NewStore(),
		func() error { return context.Cause(ctx) })
	if err != nil {
		return nil, err
	}
	progress := throttled(send)
	rep, err := horn.SolveScript(ctx, s, horn.Options{Model: true, Progress: func(p horn.Progress) {
		progress(func() string {
			return fmt.Sprintf("%s (%s): depth %d, %d queries", p.Phase, p.Engine, p.Bound, p.Queries)
		})
	}})
	if err != nil {
		return nil, err
	}
	a := &Answer{Verdict: rep.Answer().String(), Line: rep.Answer().String(), Engine: rep.Engine}
	switch {
	case rep.Status == sat.Unknown:
		a.Line = fmt.Sprintf("unknown (%v)", rep.Reason)
		if rep.Depth > 0 {
			a.Notes = append(a.Notes, fmt.Sprintf("no derivation up to depth %d", rep.Depth))
		}
	case rep.Solution != nil:
		a.Output = string(rep.AppendModel(nil))
		a.Tables = tables(a.Output)
	case rep.Status == sat.Sat:
		a.Notes = append(a.Notes, fmt.Sprintf("no model: %v", rep.NoSolution))
	case rep.Derivation != nil:
		a.Output = string(rep.AppendDerivation(nil))
		a.Facts = facts(rep)
	}
	return a, nil
}

// facts returns the steps of a derivation.
func facts(rep *horn.Report) (all []Fact) {
	for i := range rep.Derivation.Steps {
		d := &rep.Derivation.Steps[i]
		at := rep.Script.Assertions[d.Clause].Pos
		f := Fact{Text: string(rep.AppendFact(nil, d)), Place: report.Place{Line: at.Line, Column: at.Col}}
		for _, p := range d.Premises {
			f.From = append(f.From, p+1)
		}
		rep.Variables(d, func(name, value string) {
			f.Values = append(f.Values, report.Value{Name: name, Value: value})
		})
		all = append(all, f)
	}
	return all
}

// satisfy decides a formula in DIMACS CNF, or answers the queries of one in iCNF up to the last one.
func satisfy(ctx context.Context, q Request) (*Answer, error) {
	f, err := dimacs.Read(bytes.NewReader([]byte(q.Text)), names[q.Kind])
	if err != nil {
		return nil, err
	}
	asked := f.Queries
	if len(asked) == 0 {
		asked = []dimacs.Query{{Clauses: f.Len()}}
	}
	var lim limit.Limit
	defer lim.Watch(ctx)()
	s := sat.New(sat.Options{Phase: true})
	load := f.Loader(s)
	a := &Answer{}
	var out strings.Builder
	for _, query := range asked {
		load(query.Clauses)
		assumed := make([]sat.Lit, len(query.Assumptions))
		for k, l := range query.Assumptions {
			assumed[k] = f.Number(l)
		}
		a.Tables = nil
		status := s.Solve(&lim, assumed, sat.Budget{})
		a.Verdict, a.Line = status.String(), status.String()
		fmt.Fprintln(&out, status)
		switch status {
		case sat.Unknown:
			a = unknown(reason.Of(lim.Reason()))
		case sat.Sat:
			m := f.Model(s.ModelValue)
			if err := f.Evaluate(query, m); err != nil {
				return nil, errors.Join(reason.Internal, err)
			}
			a.Tables = []Table{assignment(m, q.Text)}
		case sat.Unsat:
			if t, ok := core(f, s.Core()); ok {
				a.Tables = []Table{t}
			}
		}
		if status == sat.Unknown {
			break
		}
	}
	if len(asked) > 1 {
		a.Output = out.String()
		a.Notes = append(a.Notes, fmt.Sprintf("the answer to the last one of %d queries", len(asked)))
	}
	a.Notes = append(a.Notes, fmt.Sprintf("%d variables, %d clauses", f.Vars, f.Len()))
	return a, nil
}

func core(f *dimacs.Formula, lits []sat.Lit) (Table, bool) {
	t := Table{Title: "assumptions that contradict the clauses", Head: []string{"literal"}}
	for _, l := range lits {
		t.Rows = append(t.Rows, []string{fmt.Sprint(f.Name(l).Dimacs())})
	}
	return t, len(lits) > 0
}

package answer

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// maxFaults bounds the assertions that are looked for.
const maxFaults = 100

// withFaults makes an answer list all assertions that fail. The last question was about the others.
func withFaults(a *Answer, found []*driver.Report, last *driver.Report) {
	if len(found) == 0 || last.Result.Trace() != nil && last.Result.Trace().Assertion.At == 0 {
		return
	}
	rest := a.Line
	if slices.Contains(found, last) {
		rest = "not looked at"
	}
	a.Verdict, a.Line, a.At, a.Steps = "unsafe", fmt.Sprintf("unsafe: %s",
		several(len(found), "assertion fails", "assertions fail")), nil, nil
	a.Notes = append([]string{"other assertions: " + rest}, a.Notes...)
	for _, r := range found {
		t := r.Result.Trace()
		f := Fault{At: placeOf(t.Failed), Text: "this assertion fails" + remarkOn(t), Steps: stepsOf(r.Files, t)}
		if t.Assertion.Clause != t.Assertion.At {
			f.Text = "a precondition of this call fails" + remarkOn(t)
			f.Related = []Related{{placeOf(t.Clause), "the requires that fails there"}}
		}
		a.Faults = append(a.Faults, f)
	}
}

// contracts checks each procedure of a Boogie program by its contract.
func contracts(ctx context.Context, q Request, send func(Event)) (*Answer, error) {
	rep, err := driver.Modular(ctx, names[q.Kind], []byte(q.Text), driver.ModularOptions{Options: options(q, send)})
	if err != nil {
		return nil, err
	}
	a := &Answer{Verdict: "safe", Globals: globals(q.Text)}
	verified, failed, open := 0, 0, 0
	for _, p := range rep.Procs {
		if p.Verdict() == verifier.Safe {
			verified++
		}
		if p.Why.Kind != reason.None {
			open++
			why := p.Why.String()
			if p.Why.Kind == reason.Unsupported {
				why = position.ReplaceAllString(p.Why.Detail, "line $1: ")
			}
			a.Faults = append(a.Faults, Fault{At: placeOf(p.Pos), Open: true, Text: p.Name + ": " + why})
		}
		for i := range p.Failures {
			f := faultOf(rep.Files, &p.Failures[i])
			if a.Faults = append(a.Faults, f); f.Open {
				open++
			} else {
				failed++
			}
		}
	}
	a.Line = fmt.Sprintf("%s verified, %s", several(verified, "procedure", "procedures"),
		several(failed, "error", "errors"))
	if open > 0 {
		a.Verdict, a.Line = "unknown", a.Line+fmt.Sprintf(", %d unknown", open)
	}
	if failed > 0 {
		a.Verdict = "unsafe"
	}
	return a, nil
}

// faultOf says what a procedure does not establish, or of what that is unknown.
func faultOf(files prog.Files, x *driver.Failure) Fault {
	_, text, related := x.Words()
	if x.Message != "" {
		text = x.Message
	}
	f := Fault{At: placeOf(x.At)}
	t := x.Result.Trace()
	if t != nil {
		f.Text, f.Steps = text+remarkOn(t), stepsOf(files, t)
	} else {
		f.Text, f.Open = fmt.Sprintf("%s (%s)", text, x.Result.Remark()), true
	}
	if x.Clause != x.At {
		f.Related = append(f.Related, Related{placeOf(x.Clause), related})
	}
	for _, at := range x.Also {
		f.Related = append(f.Related, Related{placeOf(at), "This is another such return path."})
	}
	return f
}

// remarkOn says where an execution is one only as far as it was checked.
func remarkOn(t *verifier.Trace) string {
	if t.Quantifiers == 0 {
		return ""
	}
	return fmt.Sprintf(" (quantified assumptions checked at %d instances)", t.Instances)
}

func placeOf(p prog.Pos) report.Place { return report.Place{Line: int(p.Line), Column: int(p.Col)} }

// several is a number of things.
func several(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

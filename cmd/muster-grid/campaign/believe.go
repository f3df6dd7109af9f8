package campaign

import (
	"errors"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// Doubt is an answer that is not believed before it is confirmed.
type Doubt struct {
	*grid.Received
	Job      *grid.Job
	Files    prog.Files // of the job
	Evidence []byte     // what backs the answer, as a worker says; nil if there is nothing
}

// Confirmation says how a client has come to believe an answer.
type Confirmation string

// By what an answer is confirmed; empty: it is not.
const (
	ByEvidence Confirmation = "evidence"
	BySearch   Confirmation = "search"
)

// again reports whether a limit kept a task from an answer.
func again(rep *report.Report) bool {
	return rep.Verdict == "unknown" && (rep.Stopped || rep.ReasonKind.String() == "timeout")
}

// doubtful reports whether an answer is confirmed before it is believed: by the row, since that is what is written.
func (r *runner) doubtful(row task.Row) bool {
	return row.Exit == task.ExitUnsafe || r.Verify.Opt.Check && row.Exit == task.ExitSafe
}

// maxSeconds is more than any task takes. Sums and conversions of times up to it are times.
const maxSeconds = 1e9

// believable returns the row of a result, or an error if no worker that does what it is to do gives such a result: its
// times, which count also if there is no answer, are 0 then.
func believable(x *grid.Received) (row task.Row, err error) {
	defer func() {
		if err != nil {
			x.Seconds, x.CPU = 0, 0
		}
	}()
	if x.Bad != nil {
		return row, x.Bad
	}
	for _, s := range []float64{x.Seconds, x.CPU, x.Report.Seconds} {
		if !(s >= 0 && s <= maxSeconds) { // also NaN
			return row, fmt.Errorf("it took %g s", s)
		}
	}
	if err := coherent(x.Report); err != nil {
		return row, err
	}
	return task.RowOf(x.Report), nil
}

// coherent checks that the parts of a report agree, so that whatever reads one of them tells the same.
func coherent(r *report.Report) error {
	if len(r.Failures) == 0 {
		if r.Rest != nil {
			return errors.New("its report has a rest of nothing")
		}
		return single(r)
	}
	if r.Verdict != "unsafe" || r.Failure != nil || r.Problem != nil {
		return fmt.Errorf("its report says %s, and has failures", r.Verdict)
	}
	for _, x := range r.Failures {
		if x == nil || x.Verdict != "unsafe" {
			return errors.New("its report has a failure that is none")
		}
		if err := part(x); err != nil {
			return err
		}
	}
	if r.Rest != nil {
		return part(r.Rest)
	}
	return nil
}

// part checks a report within one.
func part(r *report.Report) error {
	if len(r.Failures) > 0 || r.Rest != nil {
		return errors.New("its report has failures within failures")
	}
	return single(r)
}

// single checks a report without others in it.
func single(r *report.Report) error {
	if len(r.Procedures) > 0 {
		return errors.New("its report is one of contracts")
	}
	kind, ok := "", true
	switch {
	case r.Verdict == "error":
		kind, ok = "a problem", r.Problem != nil && r.Failure == nil
	case r.Verdict == "unsafe":
		kind, ok = "one failure", r.Failure != nil && r.Problem == nil
	case r.Verdict == "unknown" || r.Verdict == "safe" || strings.HasPrefix(r.Verdict, "safe up to "):
		kind, ok = "no failure", r.Failure == nil && r.Problem == nil
	default:
		return fmt.Errorf("its report has the verdict %q", r.Verdict)
	}
	if !ok {
		return fmt.Errorf("its report says %s, and has not %s", r.Verdict, kind)
	}
	return nil
}

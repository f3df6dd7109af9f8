package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/verifier/driver"
)

// Target is a place that executions may reach.
type Target struct {
	Kind      string `json:"kind"`             // procedure, or branch: one of several blocks to which another one jumps.
	Procedure string `json:"procedure"`        // The procedure, or that of the block.
	Block     string `json:"block"`            // The label of the block, or of the first one of the procedure.
	Place     Place  `json:"place"`            // Of the procedure or the block.
	Source    string `json:"source,omitempty"` // The place in the program behind the source, if attributes name it.
	Verdict   string `json:"verdict"`          // reachable, unreachable, unreachable up to a bound or contexts, unknown.
	Remark    string `json:"remark,omitempty"` // A reservation, or why the verdict is unknown.
	Bound     int    `json:"bound,omitempty"`  // Of unreachable up to a bound: the bound.
	Check     string `json:"check,omitempty"`  // Of unreachable: whether a fresh solver confirmed it.
	// The index in executions of one that gets there.
	Execution *int `json:"execution,omitempty"`
}

// NewCoverage makes the report of a run about coverage.
func NewCoverage(rep *driver.CoverageReport, version string) (*Report, error) {
	r := New(&rep.Report, version)
	r.Verdict, r.Remark, r.Stopped = "coverage", "", rep.Stopped
	r.Question = fmt.Sprintf("which procedures and branches executions of %s reach", rep.Entry)
	if !rep.Stopped {
		r.Reason, r.ReasonKind, r.Advice = "", 0, ""
	}
	for i := range rep.Targets {
		t := &rep.Targets[i]
		x := Target{
			Kind: "procedure", Procedure: t.Proc, Block: t.Block, Place: placeIn(rep.Files, t.Pos), Source: t.Source,
			Verdict: t.Verdict(), Remark: t.Remark(), Bound: t.Result.Bound(), Check: checked(t.Check),
		}
		if t.Branch {
			x.Kind = "branch"
		}
		if t.Execution >= 0 {
			x.Execution = &t.Execution
		}
		r.Targets = append(r.Targets, x)
		k := slices.IndexFunc(r.Count, func(c stat.Counter) bool { return c.Name == x.Verdict })
		if k < 0 {
			k = len(r.Count)
			r.Count = append(r.Count, stat.Counter{Name: x.Verdict})
		}
		r.Count[k].Value++
	}
	for _, t := range rep.Executions {
		r.Executions = append(r.Executions, Searched(rep.Files, t))
	}
	if !rep.Stopped || len(r.Targets) > 0 {
		var parts []string
		for _, c := range r.Count {
			parts = append(parts, fmt.Sprintf("%d %s", c.Value, c.Name))
		}
		r.Answer = fmt.Sprintf("%d targets: %s", len(r.Targets), strings.Join(parts, ", "))
	}
	lines, err := rep.Unreached()
	for _, l := range lines {
		x := Lines{First: int(l.First), Last: int(l.Last)}
		if l.File > 0 {
			x.File = rep.Files[l.File].Name
		}
		r.Unreached = append(r.Unreached, x)
	}
	return r, err
}

// Coverage writes a line for each target, with the execution that reaches it, and one that counts them.
func Coverage(w io.Writer, r *Report, trace, stats bool) error {
	b := bufio.NewWriter(w)
	written := map[int]string{} // where an execution is
	for i := range r.Targets {
		t := &r.Targets[i]
		at := r.name(&t.Place)
		fmt.Fprintf(b, "%s: %s: %s", at, t, t.Verdict)
		if t.Remark != "" {
			fmt.Fprintf(b, " (%s)", t.Remark)
		}
		fmt.Fprintln(b)
		if !trace || t.Execution == nil {
			continue
		}
		if before := written[*t.Execution]; before != "" {
			fmt.Fprintf(b, "    see %s\n", before)
			continue
		}
		written[*t.Execution] = at
		WriteSearched(b, r.File, r.Executions[*t.Execution])
	}
	fmt.Fprintln(b, r.Answer)
	if !stats {
		return b.Flush()
	}
	return errors.Join(b.Flush(), Statistics(w, r))
}

// String says what a target is.
func (t *Target) String() string {
	s := "procedure " + t.Procedure
	if t.Kind == "branch" {
		s = fmt.Sprintf("branch to %s in %s", t.Block, t.Procedure)
	}
	if t.Source != "" {
		s += ", " + t.Source
	}
	return s
}

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// cover runs the command with --coverage.
func cover(ctx context.Context, s streams, names []string, v *verifyOptions) error {
	r, err := v.start(ctx, s, names)
	if err != nil {
		return err
	}
	defer r.end()
	rep, err := covered(r.ctx, r.files, r.opt, r.m)
	r.m.stop()
	if err = errors.Join(err, r.written()); err != nil {
		return verifyError(err)
	}
	if v.json {
		err = writeCoverageJSON(s.out, rep, v.trace != traceNone)
	} else {
		err = writeCoverage(s.out, rep, v.trace != traceNone, v.stats)
	}
	if err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	if v.reports != (reportFiles{}) {
		told, err := report.NewCoverage(rep, countTargets(rep), version())
		if err = errors.Join(err, v.reports.writeAll([]*report.Report{told})); err != nil {
			return err
		}
	}
	if code := coverageExit(rep); code != exitSafe {
		return exitCode(code)
	}
	return nil
}

// covered asks what executions reach.
func covered(ctx context.Context, files prog.Files, opt driver.Options, m *monitor[driver.Progress]) (*driver.CoverageReport, error) {
	opt.Files = files[1:]
	rep, late, err := awaited(ctx, opt.Timeout, m, func() (*driver.CoverageReport, error) {
		return driver.Coverage(ctx, files[0].Name, files[0].Text, opt)
	})
	if late != nil {
		rep = &driver.CoverageReport{Report: *late.report(files, opt)}
	}
	return rep, err
}

// writeCoverage prints a line for each target, and one that counts them.
func writeCoverage(w io.Writer, r *driver.CoverageReport, trace, stats bool) error {
	b := bufio.NewWriter(w)
	written := map[int]string{} // where an execution is
	for i := range r.Targets {
		t := &r.Targets[i]
		at := r.At(t.Pos)
		fmt.Fprintf(b, "%s: %s: %s", at, describeTarget(t), t.Verdict())
		if remark := t.Remark(); remark != "" {
			fmt.Fprintf(b, " (%s)", remark)
		}
		fmt.Fprintln(b)
		if !trace || t.Execution < 0 {
			continue
		}
		if before := written[t.Execution]; before != "" {
			fmt.Fprintf(b, "    see %s\n", before)
			continue
		}
		written[t.Execution] = at
		writeTrace(b, r.Files, r.Executions[t.Execution])
	}
	fmt.Fprintln(b, countTargets(r))
	if stats {
		for _, c := range counters(&r.Report) {
			fmt.Fprintf(b, "%s: %s\n", c.name, c.value)
		}
	}
	return b.Flush()
}

// describeTarget says what a target is.
func describeTarget(t *driver.Covered) string {
	s := "procedure " + t.Proc
	if t.Branch {
		s = fmt.Sprintf("branch to %s in %s", t.Block, t.Proc)
	}
	if t.Source != "" {
		s += ", " + t.Source
	}
	return s
}

// countTargets counts the verdicts.
func countTargets(r *driver.CoverageReport) string {
	if r.Stopped && len(r.Targets) == 0 {
		return r.Result.String()
	}
	var order []string
	count := map[string]int{}
	for i := range r.Targets {
		v := r.Targets[i].Verdict()
		if count[v] == 0 {
			order = append(order, v)
		}
		count[v]++
	}
	var parts []string
	for _, v := range order {
		parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
	}
	return fmt.Sprintf("%d targets: %s", len(r.Targets), strings.Join(parts, ", "))
}

// jsonCoverage is the object that --coverage prints with --json.
type jsonCoverage struct {
	File       string           `json:"file"`
	Entry      string           `json:"entry,omitempty"`
	Engine     string           `json:"engine"`
	Bound      int              `json:"bound"`
	Contexts   int              `json:"contexts,omitempty"` // of programs with threads
	Targets    []jsonTarget     `json:"targets"`
	Count      map[string]int   `json:"count"`            // by verdict
	Reason     string           `json:"reason,omitempty"` // of a limit that ended the search
	Kind       reason.Kind      `json:"reason_kind,omitempty"`
	Seconds    float64          `json:"seconds"`
	Counters   map[string]int64 `json:"counters"`
	Executions [][]jsonStep     `json:"executions,omitempty"` // with --trace
}

// jsonTarget is a driver.Covered.
type jsonTarget struct {
	Kind      string `json:"kind"` // procedure, branch
	Proc      string `json:"procedure"`
	Block     string `json:"block"`
	Line      int32  `json:"line"`
	Column    int32  `json:"column"`
	In        string `json:"in,omitempty"` // as in jsonPos
	Source    string `json:"source,omitempty"`
	Verdict   string `json:"verdict"` // reachable, unreachable, unreachable up to ..., unknown
	Remark    string `json:"remark,omitempty"`
	Bound     int    `json:"bound,omitempty"`     // unreachable up to bound
	Check     string `json:"check,omitempty"`     // unreachable
	Execution *int   `json:"execution,omitempty"` // the index of one that gets there
}

func writeCoverageJSON(w io.Writer, r *driver.CoverageReport, trace bool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(coverageObject(r, trace))
}

// coverageObject returns the object of a report.
func coverageObject(r *driver.CoverageReport, trace bool) *jsonCoverage {
	out := jsonCoverage{
		Targets: []jsonTarget{}, Count: map[string]int{}, Bound: r.Bound, Contexts: r.Contexts, File: r.File, Entry: r.Entry, Engine: r.Engine,
		Seconds: r.Elapsed.Seconds(), Counters: map[string]int64{},
	}
	if r.Stopped {
		out.Reason, out.Kind = r.Result.Reason().String(), r.Result.Reason().Kind
	}
	for _, c := range numbers(r.Result.Stats()) {
		out.Counters[c.Name] = c.Value
	}
	for i := range r.Targets {
		t := &r.Targets[i]
		x := jsonTarget{
			Kind: "procedure", Proc: t.Proc, Block: t.Block, Line: t.Pos.Line, Column: t.Pos.Col, In: otherFile(r.Files, t.Pos), Source: t.Source,
			Verdict: t.Verdict(), Remark: t.Remark(), Bound: t.Result.Bound(),
		}
		if t.Branch {
			x.Kind = "branch"
		}
		if t.Check.State != driver.CheckNone {
			x.Check = t.Check.String()
		}
		if t.Execution >= 0 {
			x.Execution = &t.Execution
		}
		out.Targets = append(out.Targets, x)
		out.Count[x.Verdict]++
	}
	if trace {
		for _, t := range r.Executions {
			out.Executions = append(out.Executions, jsonSteps(r.Files, t))
		}
	}
	return &out
}

// Package verify measures the verifier on programs with reference verdicts:
// every program in a process of its own, by each engine, and by other verifiers.
package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/peer"
	"github.com/muster-smt/muster/cmd/musterbench/programs"
	"github.com/muster-smt/muster/cmd/musterbench/static"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
)

// Options says what is measured, and how.
type Options struct {
	Sets     string // directory of the sets
	Daily    bool   // only the programs of the short selection
	CSV      string // file for the table; none means the standard output
	Peer     string // another verifier to compare with; may be empty
	Pin      int    // the processor to run on, or measure.NoPin
	Profiles string // directory for profiles of each run; may be empty
	Single
}

// Single are the options of a single run.
type Single struct {
	Engine     string // the name of an engine, driver.Auto or BothEngines
	Bound      int    // recursion bound; 0 is the default
	Limit      time.Duration
	CPU        time.Duration // limit of CPU time, too; 0 is none
	Unbounded  time.Duration // limit of the search for a proof for all bounds; 0 is none
	Demand     string        // when facts about procedures are sought: a key of demands; empty is the default
	Abstract   driver.Abstract
	SolverCmd  string // another solver, at the end of a pipe; may be empty
	Dump       string // directory for the final queries; may be empty
	Check      bool   // refute safe answers again
	Certify    bool   // check the certificates of all theory lemmas and conflicts
	FirstQuery bool   // stop at the first query
}

// BothEngines is the value of Engine that stands for the two engines that ask about a bound each in its way, one
// after the other.
const BothEngines = "both"

func demands() map[string]verifier.Demand {
	return map[string]verifier.Demand{"late": verifier.DemandLate, "at-once": verifier.DemandAtOnce,
		"never": verifier.DemandNever}
}

// engines returns the engines to run one after the other.
func (o *Single) engines() ([]string, error) {
	both := driver.BoundedEngines()[:2]
	if _, ok := demands()[o.Demand]; !ok && o.Demand != "" {
		return nil, fmt.Errorf("facts on demand are sought late, at-once or never, not %q", o.Demand)
	}
	switch {
	case o.FirstQuery:
		return both[:1], nil // all engines take the same way there
	case o.Engine == BothEngines:
		return both, nil
	case o.Engine == driver.Auto && (o.SolverCmd != "" || o.Dump != "" || o.Certify):
		return nil, fmt.Errorf("another solver, dumps and certificates need a single engine, not %s", o.Engine)
	case o.Engine == driver.Auto || o.Engine == static.Name || driver.CheckEngine(o.Engine) == nil:
		return []string{o.Engine}, nil
	}
	return nil, fmt.Errorf("unknown engine %q; want %s, %s or %s", o.Engine, strings.Join(driver.SearchEngines(), ", "),
		driver.Auto, BothEngines)
}

// line is a line of the table.
type line struct {
	record
	bound     int
	set       string
	reference string
	disputed  string
}

func newLine(r record, bound int, p programs.Program) line {
	l := line{record: r, bound: bound, set: p.Set, reference: p.Reference}
	if decided(l.Verdict) && decided(p.Reference) && l.Verdict != p.Reference && l.comparable() {
		l.disputed = evidence(r)
	}
	return l
}

// comparable reports whether a verdict is about what references are about, which is the default bound: a safe one
// about at least as much, an unsafe one about at most as much.
func (l *line) comparable() bool {
	if l.Verdict == "safe" {
		return !l.Bounded || l.bound >= verifier.DefaultBound
	}
	return l.Past == 0 && l.bound <= verifier.DefaultBound
}

// Run runs the sets or files named and prints the table and a summary.
func Run(ctx context.Context, out, errs io.Writer, o *Options, args []string) error {
	progs, err := programs.Find(o.Sets, o.Daily, args)
	if err != nil {
		return err
	}
	engines, err := o.engines()
	if err != nil {
		return err
	}
	if o.Peer != "" {
		if err := peer.Find(o.Peer); err != nil {
			return err
		}
	}
	var lines []line
	asked := verifier.Options{Bound: o.Bound}
	add := func(r record, p programs.Program) {
		l := newLine(r, asked.RecursionBound(), p)
		lines = append(lines, l)
		fmt.Fprintf(errs, "%-8s %-8s %7.2fs %7.2fs CPU %5d MB %6d instances  %s  %s\n",
			l.Engine, l.Verdict, l.Seconds, l.CPU, l.PeakMB, l.Instances, l.File, l.Remark)
	}
	for _, p := range progs {
		if ctx.Err() != nil {
			break // interrupted: report what was measured
		}
		for _, e := range engines {
			rec, err := o.spawn(ctx, p.Path, e)
			if err != nil {
				return err
			}
			add(rec, p)
		}
		if o.Peer != "" {
			a := peer.Run(ctx, peer.Options{Bound: o.Bound, Limit: o.Limit, Pin: o.Pin}, p.Path)
			add(record{File: filepath.Base(p.Path), Engine: o.Peer, Verdict: a.Verdict, Bounded: true, Remark: a.Remark,
				Kind:    a.Kind,
				Seconds: a.Seconds, CPU: a.CPU, PeakMB: a.PeakMB}, p)
		}
	}
	if o.CSV == "" {
		summarize(errs, lines, o)
		return writeTable(out, lines)
	}
	summarize(out, lines, o)
	return measure.WriteFile(o.CSV, func(w io.Writer) error { return writeTable(w, lines) })
}

func decided(verdict string) bool { return verdict == "safe" || verdict == "unsafe" }

// evidence describes the support for a verdict that contradicts the reference.
func evidence(r record) string {
	var why string
	switch {
	case r.Engine == peer.Boogie:
		return "the word of another tool"
	case r.Verdict == "unsafe" && r.Quantified > 0:
		why = fmt.Sprintf("replayed trace, quantified assumptions checked at %d instances", r.Quantified)
	case r.Verdict == "unsafe":
		why = "replayed trace"
	case r.Checked == "confirmed":
		why = "refuted again by a fresh solver without relevancy"
	case r.Checked != "":
		why = "second refutation " + r.Checked
	default:
		why = "none: refuted once, see --check"
	}
	if r.Dump != "" {
		why += "; query in " + r.Dump
	}
	return why
}

// OneCommand is the subcommand of this program that calls One; spawn gives it the
// options of a single run as flags.
const OneCommand = "one"

// spawn verifies one program in a process of its own.
func (o *Options) spawn(ctx context.Context, path, engine string) (record, error) {
	self, err := os.Executable()
	if err != nil {
		return record{}, err
	}
	args := []string{OneCommand, path, "--engine", engine, "--bound", strconv.Itoa(o.Bound),
		"--limit", o.Limit.String(), "--cpu", o.CPU.String(), "--unbounded", o.Unbounded.String(), "--demand", o.Demand,
		"--abstract", o.Abstract.String(),
		"--solver-cmd", o.SolverCmd, "--dump-queries", o.Dump}
	grace := 10 * time.Second
	if o.Check {
		args = append(args, "--check")
		grace += o.Limit
	}
	if o.Certify {
		args = append(args, "--certify")
	}
	if o.FirstQuery {
		args = append(args, "--first-query")
	}
	if o.Profiles != "" {
		if err := os.MkdirAll(o.Profiles, 0o777); err != nil {
			return record{}, err
		}
		to := filepath.Join(o.Profiles, filepath.Base(path)+"."+engine)
		args = append(args, "--cpuprofile", to+".cpu", "--memprofile", to+".mem")
	}
	ctx, cancel := context.WithTimeout(ctx, o.Limit+grace)
	defer cancel()
	cmd := measure.Command(ctx, o.Pin, self, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	measure.OwnGroup(cmd)
	start := time.Now()
	runErr := cmd.Run()
	rec := record{File: filepath.Base(path), Engine: engine}
	if err := json.Unmarshal(out.Bytes(), &rec); err != nil {
		rec.Verdict = "error"
		rec.Remark = fmt.Sprintf("no answer: %v: %s", runErr, measure.FirstLine(errs.String()))
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			rec.Remark = "killed: did not stop at its limit"
		}
		rec.Seconds = time.Since(start).Seconds()
	}
	rec.CPU, rec.PeakMB = measure.CPUSeconds(cmd.ProcessState), measure.PeakMB(cmd.ProcessState)
	return rec, nil
}

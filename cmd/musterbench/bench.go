package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// line is a row of the result.
type line struct {
	record
	set       string
	reference string
	disputed  string
}

func newLine(r record, p program) line {
	l := line{record: r, set: p.set, reference: p.reference}
	if decided(l.Verdict) && decided(p.reference) && l.Verdict != p.reference {
		l.disputed = evidence(r)
	}
	return l
}

// bench runs all programs and prints the table and a summary.
func bench(ctx context.Context, out, errs io.Writer, o options, args []string) error {
	progs, err := programs(o, args)
	if err != nil {
		return err
	}
	engines, untilDecided, err := o.engines()
	if err != nil {
		return err
	}
	other, err := findPeer(o.peer)
	if err != nil {
		return err
	}
	var lines []line
	add := func(r record, p program) {
		l := newLine(r, p)
		lines = append(lines, l)
		_, _ = fmt.Fprintf(errs, "%-8s %-8s %7.2fs %7.2fs CPU %5d MB %6d instances  %s  %s\n",
			l.Engine, l.Verdict, l.Seconds, l.CPU, l.PeakMB, l.Instances, l.File, l.Remark)
	}
	for _, p := range progs {
		if ctx.Err() != nil {
			break // interrupted: what was measured is told all the same
		}
		for _, e := range engines {
			rec, err := spawn(ctx, o, p.path, e)
			if err != nil {
				return err
			}
			add(rec, p)
			if untilDecided && decided(rec.Verdict) {
				break
			}
		}
		if other != nil {
			add(other.run(ctx, o, p.path), p)
		}
	}
	if o.csv == "" {
		summarize(errs, lines, o)
		return writeTable(out, lines)
	}
	summarize(out, lines, o)
	f, err := os.Create(o.csv)
	if err != nil {
		return err
	}
	err = writeTable(f, lines)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

func decided(verdict string) bool { return verdict == "safe" || verdict == "unsafe" }

// evidence says what stands behind a verdict against the reference.
func evidence(r record) string {
	var why string
	switch {
	case r.Engine == "boogie":
		return "another tool's word"
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

// pinned returns the command to run on one processor, if asked for.
func pinned(ctx context.Context, o options, name string, args ...string) *exec.Cmd {
	if o.pin < 0 {
		return exec.CommandContext(ctx, name, args...)
	}
	cmd := exec.CommandContext(ctx, "taskset", append([]string{"-c", strconv.Itoa(o.pin), name}, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	return cmd
}

// spawn verifies one file in a process of its own.
func spawn(ctx context.Context, o options, path, engine string) (record, error) {
	self, err := os.Executable()
	if err != nil {
		return record{}, err
	}
	args := []string{"one", path, "--engine", engine, "--bound", strconv.Itoa(o.bound),
		"--limit", o.limit.String(), "--solver-cmd", o.solverCmd, "--dump-queries", o.dump}
	grace := 10 * time.Second
	if o.check {
		args = append(args, "--check")
		grace += o.limit
	}
	if o.certify {
		args = append(args, "--certify")
	}
	if o.firstQuery {
		args = append(args, "--first-query")
	}
	if o.profiles != "" {
		if err := os.MkdirAll(o.profiles, 0o777); err != nil {
			return record{}, err
		}
		to := filepath.Join(o.profiles, filepath.Base(path)+"."+engine)
		args = append(args, "--cpuprofile", to+".cpu", "--memprofile", to+".mem")
	}
	ctx, cancel := context.WithTimeout(ctx, o.limit+grace)
	defer cancel()
	cmd := pinned(ctx, o, self, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	ownGroup(cmd)
	start := time.Now()
	runErr := cmd.Run()
	rec := record{File: filepath.Base(path), Engine: engine}
	if err := json.Unmarshal(out.Bytes(), &rec); err != nil {
		rec.Verdict = "error"
		rec.Remark = fmt.Sprintf("no answer: %v: %s", runErr, firstLine(errs.String()))
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			rec.Remark = "killed: did not stop at its limit"
		}
		rec.Seconds = time.Since(start).Seconds()
	}
	rec.CPU, rec.PeakMB = cpuSeconds(cmd.ProcessState), peakMB(cmd.ProcessState)
	return rec, nil
}

// cpuSeconds returns the processor time of an ended process, which other load
// on the machine does not change much.
func cpuSeconds(s *os.ProcessState) float64 {
	if s == nil {
		return 0
	}
	return (s.UserTime() + s.SystemTime()).Seconds()
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/verifier/driver"
)

// program is a file to run, with its reference verdict ("" if there is none).
type program struct {
	path, reference string
}

// programs finds what the arguments name: sets, by their table, or files.
func programs(o options, args []string) ([]program, error) {
	var out []program
	for _, a := range args {
		table := filepath.Join(o.bench, a+".csv")
		if _, err := os.Stat(table); err != nil || strings.ContainsRune(a, '/') {
			out = append(out, program{path: a, reference: reference(o, a)})
			continue
		}
		rows, err := readTable(table)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if !o.daily || r["daily"] != "" {
				out = append(out, program{filepath.Join(o.bench, a, r["file"]), r["reference"]})
			}
		}
	}
	return out, nil
}

// reference looks a file up in the table of the set that its folder names.
func reference(o options, path string) string {
	rows, err := readTable(filepath.Join(o.bench, filepath.Base(filepath.Dir(path))+".csv"))
	if err != nil {
		return ""
	}
	for _, r := range rows {
		if r["file"] == filepath.Base(path) {
			return r["reference"]
		}
	}
	return ""
}

// readTable reads a CSV table with a header.
func readTable(path string) ([]map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	var rows []map[string]string
	for _, l := range lines[min(1, len(lines)):] {
		r := map[string]string{}
		for i, name := range lines[0] {
			r[name] = l[i]
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// line is a row of the result.
type line struct {
	record
	reference string
	disputed  string
}

// bench runs all programs and prints the table and a summary.
func bench(ctx context.Context, w io.Writer, o options, args []string) error {
	progs, err := programs(o, args)
	if err != nil {
		return err
	}
	engines := []string{o.engine}
	if o.engine == "both" {
		engines = driver.Engines()
	}
	var lines []line
	for _, p := range progs {
		for _, e := range engines {
			rec, err := spawn(ctx, o, p.path, e)
			if err != nil {
				return err
			}
			l := line{record: rec, reference: p.reference}
			if decided(l.Verdict) && decided(p.reference) && l.Verdict != p.reference {
				l.disputed = evidence(rec)
			}
			lines = append(lines, l)
			fmt.Fprintf(os.Stderr, "%-8s %-8s %7.2fs %5d MB %6d instances  %s  %s\n",
				e, l.Verdict, l.Seconds, l.PeakMB, l.Instances, l.File, l.Remark)
		}
	}
	if err := writeTable(w, o, lines); err != nil {
		return err
	}
	summarize(os.Stderr, lines)
	return nil
}

func decided(verdict string) bool { return verdict == "safe" || verdict == "unsafe" }

// evidence says what stands behind a verdict against the reference.
func evidence(r record) string {
	if r.Verdict == "unsafe" {
		return "replayed trace"
	}
	if r.Checked != "" {
		return "refutation " + r.Checked
	}
	return "refutation not checked"
}

// spawn verifies one file in a process of its own.
func spawn(ctx context.Context, o options, path, engine string) (record, error) {
	self, err := os.Executable()
	if err != nil {
		return record{}, err
	}
	args := []string{"one", path, "--engine", engine, "--bound", strconv.Itoa(o.bound),
		"--limit", o.limit.String(), "--solver-cmd", o.solverCmd, "--dump-queries", o.dump}
	if o.check {
		args = append(args, "--check")
	}
	grace := 10 * time.Second
	if o.check {
		grace += o.limit
	}
	ctx, cancel := context.WithTimeout(ctx, o.limit+grace)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
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
	rec.PeakMB = peakMB(cmd.ProcessState)
	return rec, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// writeTable writes the rows, disputed ones first.
func writeTable(w io.Writer, o options, lines []line) error {
	if o.csv != "" {
		f, err := os.Create(o.csv)
		if err != nil {
			return err
		}
		defer f.Close()
		w = f
	}
	sorted := append([]line(nil), lines...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].disputed != "" && sorted[j].disputed == "" })
	out := csv.NewWriter(w)
	counters := []string{"conflicts", "decisions", "propagations", "theory-lemmas"}
	out.Write(append([]string{"file", "engine", "verdict", "reference", "disputed", "seconds", "peak_mb",
		"instances", "queries", "repairs"}, append(counters, "checked", "remark")...))
	for _, l := range sorted {
		row := []string{l.File, l.Engine, l.Verdict, l.reference, l.disputed, strconv.FormatFloat(l.Seconds, 'f', 2, 64),
			strconv.FormatInt(l.PeakMB, 10), strconv.Itoa(l.Instances), strconv.Itoa(l.Queries), strconv.Itoa(l.Repairs)}
		for _, c := range counters {
			row = append(row, strconv.FormatInt(l.Counters[c], 10))
		}
		out.Write(append(row, l.Checked, l.Remark))
	}
	out.Flush()
	return out.Error()
}

// summarize prints how many files each engine, and the best of them, decided.
func summarize(w io.Writer, lines []line) {
	byEngine := map[string][]line{}
	best := map[string]bool{}
	files := map[string]bool{}
	var engines []string
	for _, l := range lines {
		if byEngine[l.Engine] == nil {
			engines = append(engines, l.Engine)
		}
		byEngine[l.Engine] = append(byEngine[l.Engine], l)
		files[l.File] = true
		best[l.File] = best[l.File] || decided(l.Verdict)
	}
	for _, e := range engines {
		safe, unsafe, disputed, errs := 0, 0, 0, 0
		for _, l := range byEngine[e] {
			switch l.Verdict {
			case "safe":
				safe++
			case "unsafe":
				unsafe++
			case "error":
				errs++
			}
			if l.disputed != "" {
				disputed++
				fmt.Fprintf(w, "DISPUTED %s: %s %s, reference %s (%s)\n", e, l.File, l.Verdict, l.reference, l.disputed)
			}
		}
		fmt.Fprintf(w, "%s: %d files, %d safe, %d unsafe, %d errors, %d disputed\n", e, len(byEngine[e]), safe, unsafe, errs, disputed)
	}
	n := 0
	for f := range best {
		if best[f] {
			n++
		}
	}
	fmt.Fprintf(w, "best of all: %d of %d decided\n", n, len(files))
}

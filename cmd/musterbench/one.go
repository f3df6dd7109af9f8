package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/pipe"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
)

// record is what one run tells.
type record struct {
	File      string           `json:"file"`
	Engine    string           `json:"engine"`
	Verdict   string           `json:"verdict"` // safe, unsafe, unknown or error
	Remark    string           `json:"remark"`  // the whole first line
	Seconds   float64          `json:"seconds"`
	PeakMB    int64            `json:"peak_mb"`
	Instances int              `json:"instances"`
	Queries   int              `json:"queries"`
	Repairs   int              `json:"repairs"`
	Checked   string           `json:"checked,omitempty"`
	Counters  map[string]int64 `json:"counters"`
}

// runOne verifies one file in this process and prints its record as JSON.
func runOne(ctx context.Context, w io.Writer, o options, file string) error {
	rec := record{File: filepath.Base(file), Engine: o.engine, Counters: map[string]int64{}}
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	if err := verify(ctx, o, file, &rec); err != nil {
		rec.Verdict, rec.Remark = "error", err.Error()
	}
	rec.Seconds = time.Since(start).Seconds()
	return json.NewEncoder(w).Encode(rec)
}

func verify(ctx context.Context, o options, file string, rec *record) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	opt := driver.Options{Engine: o.engine, Bound: o.bound, Check: o.check, CheckTimeout: o.limit}
	if o.solverCmd != "" {
		opt.NewSolver = func(st *term.Store) (inline.Solver, error) { return pipe.New(o.solverCmd, st) }
	}
	rep, err := driver.Verify(ctx, file, src, opt)
	if err != nil {
		return err
	}
	rec.fill(rep)
	return nil
}

func (rec *record) fill(rep *driver.Report) {
	switch rep.Result.Verdict() {
	case verifier.Safe, verifier.SafeUpToBound:
		rec.Verdict = "safe"
	case verifier.Unsafe:
		rec.Verdict = "unsafe"
	default:
		rec.Verdict = "unknown"
	}
	rec.Remark = rep.Result.String()
	s := rep.Result.Stats()
	rec.Instances, rec.Queries, rec.Repairs = s.Instances, s.Queries, s.Repairs
	for _, c := range s.Counters {
		rec.Counters[c.Name] = c.Value
	}
	if rep.Check.State != driver.CheckNone {
		rec.Checked = rep.Check.String()
	}
}

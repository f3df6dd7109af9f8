package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/pipe"
)

// record is what one run tells.
type record struct {
	File       string           `json:"file"`
	Engine     string           `json:"engine"`
	Verdict    string           `json:"verdict"` // safe, unsafe, unknown, error or, with --first-query, reached
	Remark     string           `json:"remark"`  // the whole first line
	Seconds    float64          `json:"seconds"`
	CPU        float64          `json:"cpu_seconds"`
	PeakMB     int64            `json:"peak_mb"`
	GCShare    float64          `json:"gc_share"`            // of the CPU time, as of the last cycle
	First      float64          `json:"first_query_seconds"` // 0 if it came to none
	FirstMB    int64            `json:"first_query_mb"`
	Instances  int              `json:"instances"`
	Queries    int              `json:"queries"`
	Repairs    int              `json:"repairs"`
	Quantified int              `json:"quantified"` // instances at which the trace's quantified assumptions hold
	Checked    string           `json:"checked,omitempty"`
	Dump       string           `json:"dump,omitempty"` // the file with the final query
	Counters   map[string]int64 `json:"counters"`
}

// runOne verifies one file in this process and prints its record as JSON.
func runOne(ctx context.Context, w io.Writer, o options, file string) error {
	rec := record{File: filepath.Base(file), Engine: o.engine, Counters: map[string]int64{}}
	start := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := verify(ctx, cancel, o, file, &rec); err != nil {
		rec.Verdict, rec.Remark = "error", err.Error()
	}
	rec.Seconds, rec.GCShare = time.Since(start).Seconds(), gcShare()
	return json.NewEncoder(w).Encode(rec)
}

func verify(ctx context.Context, stop context.CancelFunc, o options, file string, rec *record) error {
	start := time.Now()
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var s *session
	var certs *certifier
	opt := driver.Options{Engine: o.engine, Bound: o.bound, Timeout: o.limit, Check: o.check, CheckTimeout: o.limit}
	opt.NewSolver = func(st *term.Store) (inline.Solver, error) {
		own := solver.Options{Cone: o.check}
		if o.certify {
			certs = newCertifier(st)
			own.Certify = certs.take
		}
		var inner inline.Solver = native.New(st, own)
		if o.solverCmd != "" {
			p, err := pipe.New(o.solverCmd, st)
			if err != nil {
				return nil, err
			}
			inner = p
		}
		s = newSession(inner, st, sessionLimits{noCheck: o.firstQuery}, stop)
		s.start, s.record = start, o.dump != ""
		return s, nil
	}
	rep, err := driver.Verify(ctx, file, src, opt)
	if s != nil {
		rec.First, rec.FirstMB = s.first.Seconds(), s.firstMB
	}
	if err != nil {
		return err
	}
	rec.fill(rep)
	if certs != nil {
		if err := certs.report(rec); err != nil {
			return err
		}
	}
	if o.firstQuery && rec.First > 0 {
		rec.Verdict, rec.Remark = "reached", ""
	}
	if s != nil && o.dump != "" && s.checks > 0 {
		return rec.dumpFinal(s, o.dump)
	}
	return nil
}

func (rec *record) fill(rep *driver.Report) {
	switch rep.Result.Verdict() {
	case verifier.Safe, verifier.SafeUpToBound:
		rec.Verdict = "safe"
	case verifier.Unsafe:
		rec.Verdict = "unsafe"
		rec.Quantified = rep.Result.Trace().Instances
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

// dumpFinal writes the query on which the verdict rests.
func (rec *record) dumpFinal(s *session, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, strings.TrimSuffix(rec.File, ".bpl")+"."+rec.Engine+".smt2")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = s.writeFinal(f, rec.File+" by "+rec.Engine+": "+rec.Remark, rec.Verdict)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		rec.Dump = name
	}
	return err
}

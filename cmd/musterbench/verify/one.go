package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/session"
	"github.com/muster-smt/muster/cmd/musterbench/static"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/pipe"
)

// record is the result of one run.
type record struct {
	File       string      `json:"file"`
	Engine     string      `json:"engine"`
	Verdict    string      `json:"verdict"`          // safe, unsafe, unknown, error or, with --first-query, reached
	Bounded    bool        `json:"bounded"`          // a safe one is up to the bound only
	Remark     string      `json:"remark"`           // the whole first line
	Reason     string      `json:"reason,omitempty"` // of our own unknown, or the detail of a fault
	Kind       reason.Kind `json:"reason_kind,omitempty"`
	Seconds    float64     `json:"seconds"`
	CPU        float64     `json:"cpu_seconds"`
	PeakMB     int64       `json:"peak_mb"`
	GCShare    float64     `json:"gc_share"`            // of the CPU time, as of the last cycle
	First      float64     `json:"first_query_seconds"` // 0 if there was none
	FirstMB    int64       `json:"first_query_mb"`
	Instances  int         `json:"instances"`
	Queries    int         `json:"queries"`
	Repairs    int         `json:"repairs"`
	Quantified int         `json:"quantified"` // instances at which the trace's quantified assumptions hold
	Lines      int         `json:"lines"`
	Procs      int         `json:"procedures"`
	Globals    int         `json:"globals"`
	Abstracted int         `json:"abstracted"`     // globals of the prepared program, if any are abstracted
	Tracked    int         `json:"tracked"`        // of these, at last
	Rounds     int         `json:"rounds"`         // of abstraction
	Refine     float64     `json:"refine_seconds"` // of abstraction and its refinement
	Search     float64     `json:"search_seconds"` // without refinement
	// the recursion bound that the trace needs, if it is past the one asked about
	Past     int              `json:"past"`
	Checked  string           `json:"checked,omitempty"`
	Dump     string           `json:"dump,omitempty"` // the file with the final query
	Counters map[string]int64 `json:"counters"`
}

// One verifies one program in this process and prints the result as JSON.
func One(ctx context.Context, w io.Writer, o *Single, file string) error {
	rec := record{File: filepath.Base(file), Engine: o.Engine, Counters: map[string]int64{}}
	start := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.CPU > 0 {
		ctx, cancel = measure.WithLimit(ctx, o.CPU, func() (time.Duration, bool) { return limit.CPU(), true })
		defer cancel()
	}
	if err := rec.verify(ctx, cancel, o, file); err != nil {
		rec.Verdict, rec.Remark = "error", err.Error()
		var why reason.Reason
		if errors.As(err, &why) {
			rec.Reason, rec.Kind = why.Detail, why.Kind
		}
	}
	rec.Seconds, rec.GCShare = time.Since(start).Seconds(), measure.GCShare()
	return json.NewEncoder(w).Encode(rec)
}

func (rec *record) verify(ctx context.Context, stop context.CancelFunc, o *Single, file string) error {
	start := time.Now()
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var s *session.Recorder
	var certs *certifier
	rec.Lines = bytes.Count(src, []byte("\n"))
	opt := driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: o.Bound},
		Limits:   driver.Limits{Timeout: o.Limit, CheckTimeout: o.Limit, Unbounded: cmp.Or(o.Unbounded, -1)},
		Engines:  driver.Engines{Engine: o.Engine, Demand: demands()[o.Demand], Abstract: o.Abstract},
		Output:   driver.Output{Check: o.Check, NoCheck: !o.Check},
	}
	if o.Engine == static.Name {
		opt.Make = func(c inline.Config) verifier.Engine { return &static.Engine{Config: c} }
	}
	if o.Engine != driver.Auto {
		opt.NewSolver = func(st *term.Store) (inline.Solver, error) {
			own := solver.Options{Cone: o.Check}
			if o.Certify {
				certs = newCertifier(st)
				own.Certify = certs.take
			}
			var inner inline.Solver = native.New(st, own)
			if o.SolverCmd != "" {
				p, err := pipe.New(o.SolverCmd, st)
				if err != nil {
					return nil, err
				}
				inner = p
			}
			s = session.New(inner, st, session.Options{Start: start, Keep: o.Dump != "",
				Budget: session.Budget{NoCheck: o.FirstQuery}}, stop)
			return s, nil
		}
	}
	rep, err := driver.Verify(ctx, file, src, opt)
	if s != nil {
		first, mb := s.First()
		rec.First, rec.FirstMB = first.Seconds(), mb
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
	if o.FirstQuery && rec.First > 0 {
		rec.Verdict, rec.Remark = "reached", ""
	}
	if s != nil && o.Dump != "" && s.Checks() > 0 {
		return rec.dumpFinal(s, o.Dump)
	}
	return nil
}

func (rec *record) fill(rep *driver.Report) {
	switch rep.Result.Verdict() {
	case verifier.Safe, verifier.SafeUpToBound:
		rec.Verdict, rec.Bounded = "safe", rep.Result.Verdict() == verifier.SafeUpToBound
	case verifier.Unsafe:
		rec.Verdict = "unsafe"
		rec.Quantified, rec.Past = rep.Result.Trace().Instances, rep.Result.Trace().Bound
	default:
		rec.Verdict = "unknown"
		why := rep.Result.Reason()
		rec.Reason, rec.Kind = why.Detail, why.Kind
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
	rec.Procs, rec.Globals = rep.Procs, rep.Globals
	rec.abstraction(rep)
}

// abstraction records what was abstracted, and where the time went.
func (rec *record) abstraction(rep *driver.Report) {
	for _, p := range rep.Phases {
		switch p.Name {
		case "abstract":
			rec.Refine += p.Time.Seconds()
		case "search":
			rec.Search += p.Time.Seconds()
		}
	}
	a := rep.Abstraction
	if a == nil {
		return
	}
	rec.Abstracted, rec.Rounds = a.Globals, len(a.Rounds)
	for _, r := range a.Rounds {
		rec.Tracked += len(r.Tracked)
		rec.Refine += r.Refine.Seconds() // within the search
		rec.Search -= r.Refine.Seconds()
	}
	if a.Whole {
		rec.Tracked = a.Globals
	}
}

// dumpFinal writes the query on which the verdict rests.
func (rec *record) dumpFinal(s *session.Recorder, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, strings.TrimSuffix(rec.File, ".bpl")+"."+rec.Engine+".smt2")
	err := measure.WriteFile(name, func(w io.Writer) error {
		return s.WriteFinal(w, rec.File+" by "+rec.Engine+": "+rec.Remark, rec.Verdict)
	})
	if err == nil {
		rec.Dump = name
	}
	return err
}

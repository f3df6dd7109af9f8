// Package corpus makes sessions for the lab: of what the engines ask the native
// solver, and of what Boogie asks Z3.
package corpus

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/programs"
	"github.com/muster-smt/muster/cmd/musterbench/session"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
)

// Options says what is recorded.
type Options struct {
	Sets      string // directory of the sets
	Out       string // directory for the sessions and manifest.csv
	Bound     int    // recursion bound; 0 is the default
	Count     int    // number of sessions
	Cuts      int    // maximum number of sessions from one run
	Seed      uint64 // of the order of the runs and their lengths
	Budget    session.Budget
	MinChecks int           // least number of checks in a session
	MaxBytes  int           // greatest size of a session, uncompressed
	Guard     time.Duration // ends a run, as a safety net
	Gzip      bool          // compress the sessions
}

// recording is a corpus that is being recorded.
type recording struct {
	*Options
	log      io.Writer
	rng      *rand.Rand
	manifest *csv.Writer
	written  int
	runs     int
	bytes    int64
	answers  [3]int // by inline.Status
}

// Record runs the engines on programs and writes sessions of what they ask.
func Record(ctx context.Context, out, log io.Writer, o *Options, args []string) error {
	begin, cpu := time.Now(), limit.CPU()
	progs, err := programs.Find(o.Sets, false, args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return err
	}
	k := &recording{Options: o, log: log, rng: rand.New(rand.NewPCG(o.Seed, 0))}
	err = measure.WriteFile(filepath.Join(o.Out, "manifest.csv"), func(w io.Writer) error {
		k.manifest = csv.NewWriter(w)
		err := k.all(ctx, progs)
		k.manifest.Flush()
		return errors.Join(err, k.manifest.Error())
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d sessions from %d runs: %d checks (%d sat, %d unsat, %d unknown), %.1f MB; %.0f s, "+
		"%.0f s CPU, %d MB of memory\n",
		k.written, k.runs, k.answers[0]+k.answers[1]+k.answers[2], k.answers[inline.StatusSat], k.answers[inline.StatusUnsat],
		k.answers[inline.StatusUnknown], float64(k.bytes)/1e6, time.Since(begin).Seconds(),
		(limit.CPU() - cpu).Seconds(), measure.SelfPeakMB())
	return err
}

// all runs the engines on the programs, in an order that the seed determines, until
// there are enough sessions.
func (k *recording) all(ctx context.Context, progs []programs.Program) error {
	head := []string{"file", "set", "program", "engine", "checks", "asserts", "bytes", "sat", "unsat", "unknown",
		"verdicts", "ended"}
	if err := k.manifest.Write(head); err != nil {
		return err
	}
	engines := driver.BoundedEngines()[:2] // what the others ask is like what these do
	order := k.rng.Perm(len(progs) * len(engines))
	for _, i := range order {
		if k.written >= k.Count {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		// The logarithms of the lengths are spread evenly.
		checks := int(math.Round(math.Pow(float64(k.Budget.Checks), k.rng.Float64())))
		if err := k.one(ctx, progs[i/len(engines)], engines[i%len(engines)], max(checks, k.MinChecks)); err != nil {
			return err
		}
	}
	return nil
}

// one runs an engine on a program and writes sessions of the run.
func (k *recording) one(ctx context.Context, p programs.Program, engine string, checks int) error {
	src, err := os.ReadFile(p.Path)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, k.Guard)
	defer stop()
	var s *session.Recorder
	begin := time.Now()
	rep, err := driver.Verify(ctx, p.Path, src, driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: k.Bound},
		Limits:   driver.Limits{Unbounded: -1},
		Engines: driver.Engines{Engine: engine, NewSolver: func(st *term.Store) (inline.Solver, error) {
			opt := session.Options{Start: begin, Keep: true, Budget: k.Budget}
			opt.Checks = checks
			s = session.New(native.New(st, solver.Options{}), st, opt, stop)
			return s, nil
		}},
	})
	if err != nil {
		return fmt.Errorf("%s by %s: %w", p.Path, engine, err)
	}
	k.runs++
	n := 0
	if s != nil {
		ended := s.Ended()
		if ended == "" {
			ended = rep.Result.Verdict().String()
		}
		if n, err = k.write(p, engine, s, ended); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(k.log, "%4d sessions, %d of %-6s %6.1fs %s\n", k.written, n, engine, time.Since(begin).Seconds(),
		filepath.Base(p.Path))
	return err
}

// write writes sessions of a run, cut at checks; the logarithms of their lengths are
// spread evenly.
func (k *recording) write(p programs.Program, engine string, s *session.Recorder, ended string) (int, error) {
	var text bytes.Buffer
	cuts, err := s.Write(&text, filepath.Base(p.Path)+" by "+engine, k.MaxBytes)
	if err != nil {
		return 0, err
	}
	for len(cuts) > 0 && cuts[len(cuts)-1].Bytes > k.MaxBytes {
		cuts = cuts[:len(cuts)-1]
	}
	n := 0
	for _, at := range spread(len(cuts), k.Cuts) {
		if c := cuts[at-1]; c.Checks >= k.MinChecks && k.written < k.Count {
			if err := k.writeCut(p, engine, c, text.Bytes()[:c.Bytes], ended); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// spread returns up to count numbers from 1 to n, the last of which is n, whose
// logarithms are spread evenly.
func spread(n, count int) []int {
	var out []int
	for i := 1; i <= count && n > 0; i++ {
		at := int(math.Round(math.Pow(float64(n), float64(i)/float64(count))))
		if len(out) == 0 || at > out[len(out)-1] {
			out = append(out, at)
		}
	}
	return out
}

// writeCut writes one session and its line in the manifest.
func (k *recording) writeCut(p programs.Program, engine string, c session.Cut, text []byte, ended string) error {
	k.written++
	name := fmt.Sprintf("%03d-%s-%s-%d.smt2", k.written, engine, shortName(p.Path), c.Checks)
	if k.Gzip {
		name += ".gz"
	}
	content, err := encode(text, k.Gzip)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(k.Out, name), content, 0o666); err != nil {
		return err
	}
	k.bytes += int64(len(content))
	var n [3]int
	for i, letter := range "?su" {
		n[i] = strings.Count(c.Verdicts, string(letter))
		k.answers[i] += n[i]
	}
	return k.manifest.Write([]string{name, p.Set, filepath.Base(p.Path), engine, strconv.Itoa(c.Checks),
		strconv.Itoa(c.Asserts),
		strconv.Itoa(len(text)), strconv.Itoa(n[inline.StatusSat]), strconv.Itoa(n[inline.StatusUnsat]),
		strconv.Itoa(n[inline.StatusUnknown]), c.Verdicts, ended})
}

// encode returns the content of a session's file.
func encode(text []byte, compress bool) ([]byte, error) {
	text = append(text[:len(text):len(text)], "(exit)\n"...)
	if !compress {
		return text, nil
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(text)
	return out.Bytes(), errors.Join(err, z.Close())
}

// shortName returns a short file name for a program.
func shortName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".bpl")
	if i := strings.Index(name, "drivers-"); i > 0 {
		name = name[i:]
	}
	name, _, _ = strings.Cut(name, ".ko")
	b := []byte(name)
	for i, c := range b {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
		default:
			b[i] = '_'
		}
	}
	return string(b[:min(len(b), 60)])
}

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
)

// corpusOptions are the flags of the command corpus.
type corpusOptions struct {
	out       string
	count     int
	cuts      int
	seed      uint64
	checks    int
	asserts   int
	conflicts int64
	effort    int64
	minChecks int
	maxBytes  int
	guard     time.Duration
	gzip      bool
}

func corpusCommand(o *options) *cobra.Command {
	var c corpusOptions
	cmd := &cobra.Command{
		Use:   "corpus --out DIR [flags] [sdv|svcomp|FILE...]",
		Short: "Record the solver's sessions with the engines as SMT-LIB",
		Long: `Corpus runs the engines over programs (by default both sets) with the native
solver and writes what they ask it as SMT-LIB scripts: assertions as they come,
checks under assumptions with the answer as (set-info :status ...), and
(get-unsat-assumptions) after each refutation. Each run is cut at several
checks, so that sizes spread from one check to many. Runs are limited by
checks, assertions, conflicts and propagations, never by time but for a guard, so the same
seed gives the same files; a run that the guard ends is told in the manifest,
and ends before the check that was under way.`,
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.out == "" {
				return fmt.Errorf("--out is missing")
			}
			if len(args) == 0 {
				args = []string{"sdv", "svcomp"}
			}
			return c.make(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), *o, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.out, "out", "", "directory for the sessions and manifest.csv")
	f.IntVar(&c.count, "count", 200, "how many sessions")
	f.IntVar(&c.cuts, "cuts", 3, "at most so many sessions from one run")
	f.Uint64Var(&c.seed, "seed", 1, "order of the runs and their lengths")
	f.IntVar(&c.checks, "checks", 300, "at most so many checks in a run")
	f.IntVar(&c.asserts, "asserts", 200_000, "no check beyond so many assertions")
	f.Int64Var(&c.conflicts, "conflicts", 1_000, "at most so many conflicts in a check, which is unknown then")
	f.Int64Var(&c.effort, "propagations", 5_000_000, "no check beyond so many propagations of the run")
	f.IntVar(&c.minChecks, "min-checks", 1, "no session with fewer checks")
	f.IntVar(&c.maxBytes, "max-bytes", 16<<20, "no session with more bytes, uncompressed")
	f.DurationVar(&c.guard, "guard", 5*time.Minute, "end a run after this time, as a safety net")
	f.BoolVar(&c.gzip, "gzip", false, "compress the sessions")
	return cmd
}

// corpus is a corpus in the making.
type corpus struct {
	corpusOptions
	opt      options
	log      io.Writer
	rng      *rand.Rand
	manifest *csv.Writer
	written  int
	runs     int
	bytes    int64
	answers  [3]int // by inline.Status
}

// make writes the corpus.
func (c corpusOptions) make(ctx context.Context, out, log io.Writer, o options, args []string) error {
	begin, cpu := time.Now(), selfCPU()
	progs, err := programs(o, args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(c.out, "manifest.csv"))
	if err != nil {
		return err
	}
	k := &corpus{corpusOptions: c, opt: o, log: log, rng: rand.New(rand.NewPCG(c.seed, 0)), manifest: csv.NewWriter(f)}
	err = k.all(ctx, progs)
	k.manifest.Flush()
	for _, e := range []error{k.manifest.Error(), f.Close()} {
		if err == nil {
			err = e
		}
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d sessions from %d runs: %d checks (%d sat, %d unsat, %d unknown), %.1f MB; %.0f s, %.0f s CPU, %d MB of memory\n",
		k.written, k.runs, k.answers[0]+k.answers[1]+k.answers[2], k.answers[inline.StatusSat], k.answers[inline.StatusUnsat],
		k.answers[inline.StatusUnknown], float64(k.bytes)/1e6, time.Since(begin).Seconds(), (selfCPU() - cpu).Seconds(), selfPeakMB())
	return err
}

// all runs the engines on the programs, in an order that the seed gives, until
// there are enough sessions.
func (k *corpus) all(ctx context.Context, progs []program) error {
	head := []string{"file", "set", "program", "engine", "checks", "asserts", "bytes", "sat", "unsat", "unknown", "verdicts", "ended"}
	if err := k.manifest.Write(head); err != nil {
		return err
	}
	engines := driver.Engines()
	order := k.rng.Perm(len(progs) * len(engines))
	for _, i := range order {
		if k.written >= k.count {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		// The lengths are spread evenly by their logarithm.
		checks := int(math.Round(math.Pow(float64(k.checks), k.rng.Float64())))
		if err := k.one(ctx, progs[i/len(engines)], engines[i%len(engines)], max(checks, k.minChecks)); err != nil {
			return err
		}
	}
	return nil
}

// one runs an engine on a program and writes sessions of the run.
func (k *corpus) one(ctx context.Context, p program, engine string, checks int) error {
	src, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, k.guard)
	defer stop()
	var s *session
	begin := time.Now()
	rep, err := driver.Verify(ctx, p.path, src, driver.Options{
		Engine: engine, Bound: k.opt.bound,
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			lim := sessionLimits{checks: checks, asserts: k.asserts, conflicts: k.conflicts, effort: k.effort}
			s = newSession(native.New(st, solver.Options{}), st, lim, stop)
			s.record = true
			return s, nil
		},
	})
	if err != nil {
		return fmt.Errorf("%s by %s: %w", p.path, engine, err)
	}
	k.runs++
	n := 0
	if s != nil {
		ended := s.ended
		if ended == "" {
			ended = rep.Result.Verdict().String()
		}
		if n, err = k.write(p, engine, s, ended); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(k.log, "%4d sessions, %d of %-6s %6.1fs %s\n", k.written, n, engine, time.Since(begin).Seconds(), filepath.Base(p.path))
	return err
}

// write writes sessions of a run: cut at checks whose numbers are spread
// evenly by their logarithm.
func (k *corpus) write(p program, engine string, s *session, ended string) (int, error) {
	var text bytes.Buffer
	cuts, err := s.write(&text, filepath.Base(p.path)+" by "+engine, k.maxBytes)
	if err != nil {
		return 0, err
	}
	for len(cuts) > 0 && cuts[len(cuts)-1].bytes > k.maxBytes {
		cuts = cuts[:len(cuts)-1]
	}
	n := 0
	for _, at := range spread(len(cuts), k.cuts) {
		if c := cuts[at-1]; c.checks >= k.minChecks && k.written < k.count {
			if err := k.writeCut(p, engine, c, text.Bytes()[:c.bytes], ended); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// spread returns up to count numbers from 1 to n, the last of them n, whose
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
func (k *corpus) writeCut(p program, engine string, c cut, text []byte, ended string) error {
	k.written++
	name := fmt.Sprintf("%03d-%s-%s-%d.smt2", k.written, engine, shortName(p.path), c.checks)
	if k.gzip {
		name += ".gz"
	}
	f, err := os.Create(filepath.Join(k.out, name))
	if err != nil {
		return err
	}
	size, err := writeText(f, text, k.gzip)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	k.bytes += int64(size)
	var n [3]int
	for i, letter := range "?su" {
		n[i] = strings.Count(c.verdicts, string(letter))
		k.answers[i] += n[i]
	}
	return k.manifest.Write([]string{name, p.set, filepath.Base(p.path), engine, strconv.Itoa(c.checks), strconv.Itoa(c.asserts),
		strconv.Itoa(len(text)), strconv.Itoa(n[inline.StatusSat]), strconv.Itoa(n[inline.StatusUnsat]), strconv.Itoa(n[inline.StatusUnknown]), c.verdicts, ended})
}

// writeText writes the text of a session, compressed if told so, and returns
// the size of the file.
func writeText(f io.Writer, text []byte, compress bool) (int, error) {
	out := &counter{w: f}
	w := bufio.NewWriter(out)
	var to io.Writer = w
	var z *gzip.Writer
	if compress {
		z = gzip.NewWriter(w)
		to = z
	}
	for _, part := range [][]byte{text, []byte("(exit)\n")} {
		if _, err := to.Write(part); err != nil {
			return 0, err
		}
	}
	if z != nil {
		if err := z.Close(); err != nil {
			return 0, err
		}
	}
	err := w.Flush()
	return out.n, err
}

// shortName makes a file name of the name of a program, which may be long.
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

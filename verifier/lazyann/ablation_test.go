package lazyann_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/summary"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// ablations are what is measured.
var ablations = []struct {
	name    string
	without lazyann.Improvements
}{
	{"with all", lazyann.Improvements{}},
	{"decisions on blocks only", lazyann.Improvements{Minterms: true}},
	{"no back-jumping", lazyann.Improvements{BackJumping: true}},
	{"no generalization", lazyann.Improvements{Generalization: true}},
	{"no prime implicants", lazyann.Improvements{Primes: true}},
	{"no scores", lazyann.Improvements{Scores: true}},
	{"no propagation", lazyann.Improvements{Propagation: true}},
	{"no Houdini", lazyann.Improvements{Houdini: true}},
	{"no quantified interpolants", lazyann.Improvements{Quantified: true}},
	{"no subtrees kept", lazyann.Improvements{Keeping: true}},
	{"no sharing", lazyann.Improvements{Sharing: true}},
	{"no learning", lazyann.Improvements{Learning: true}},
}

// TestAblationBench solves the sets below MUSTER_BENCH without each of the improvements: how many are decided, and what those cost
// that are decided with all.
func TestAblationBench(t *testing.T) {
	bench := os.Getenv("MUSTER_BENCH")
	if bench == "" {
		t.Skip("MUSTER_BENCH, the directory of the sets, is not set")
	}
	for _, set := range []struct {
		name  string
		steps int64 // that limit each run: polls and propagations
	}{{"chc", 300_000}, {"sdv", 1_000_000}, {"svcomp", 300_000}} {
		t.Run(set.name, func(t *testing.T) {
			m := &measurement{paths: files(t, filepath.Join(bench, set.name)), steps: set.steps, with: map[string]bool{}}
			for _, c := range ablations {
				m.row(t, c.name, c.without)
			}
		})
	}
}

// files returns the inputs of a set, except those with bit-vectors.
func files(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if path == filepath.Join(dir, "BV") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".smt2") || strings.HasSuffix(path, ".bpl") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// measurement is a table about a set.
type measurement struct {
	paths []string
	steps int64
	with  map[string]bool // decided with all
}

// row logs a row of the table.
func (m *measurement) row(t *testing.T, name string, without lazyann.Improvements) {
	t.Helper()
	decided, both := 0, 0
	sum := map[string]int64{}
	var differ []string // from with all
	begin := time.Now()
	for _, path := range m.paths {
		ok, counts := ablated(t, path, m.steps, without)
		if without == (lazyann.Improvements{}) {
			m.with[path] = ok
		}
		if ok != m.with[path] {
			differ = append(differ, filepath.Base(path))
		}
		if !ok {
			continue
		}
		decided++
		if m.with[path] {
			both++
			for k, n := range counts {
				sum[k] += n
			}
		}
	}
	t.Logf("%s: %d of %d decided in %v; %d of those with all, by %d resolutions, %d annotations and %d levels; differ: %v",
		name, decided, len(m.paths), time.Since(begin).Round(time.Second), both,
		sum["lazyann: resolutions"], sum["lazyann: annotations"], sum["lazyann: depth"], differ)
}

// ablated solves an input within a limit. An execution counts without a replay.
func ablated(t *testing.T, path string, steps int64, without lazyann.Improvements) (decided bool, counts map[string]int64) {
	t.Helper()
	sys := load(t, path)
	ctx, cancel := limit.NewCountdown(steps, limit.Steps).Context(context.Background())
	defer cancel()
	engine := &lazyann.Engine{Without: without, Config: inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	}}
	res, err := engine.Verify(ctx, sys, verifier.Options{AllBounds: true})
	if err != nil {
		t.Fatal(err)
	}
	counts = map[string]int64{}
	for _, c := range res.Stats().Counters {
		counts[c.Name] = c.Value
	}
	return res.Verdict() == verifier.Safe || res.Reason().Kind == reason.UnconfirmedTrace && res.Reason().Detail == "no replay", counts
}

// load makes the system of an input.
func load(t *testing.T, path string) *vc.System {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	st := term.NewStore()
	rw := rewrite.New(st)
	if strings.HasSuffix(path, ".smt2") {
		script, err := chc.Read(path, strings.NewReader(string(src)), st, nil)
		if err != nil {
			t.Fatal(err)
		}
		sys, _ := chc.Generate(script, rw)
		return sys
	}
	p, err := boogie.Load(path, src, st)
	if err != nil {
		t.Fatal(err)
	}
	prep, err := passes.Run(context.Background(), p, passes.Options{Rewriter: rw})
	if err != nil {
		t.Fatal(err)
	}
	sys, _, err := vcgen.Generate(prep.Program, vcgen.Options{Interfaces: prep.Interfaces, Maker: rw})
	if err != nil {
		t.Fatal(err)
	}
	summary.Derive(context.Background(), sys, rw)
	return sys
}

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
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/native"
)

// ablationSteps limits each run.
const ablationSteps = 300_000

// TestAblationBench solves the scripts of Horn clauses below MUSTER_BENCH without each of the improvements: how many are decided, and
// what those cost that are decided with all.
func TestAblationBench(t *testing.T) {
	bench := os.Getenv("MUSTER_BENCH")
	if bench == "" {
		t.Skip("MUSTER_BENCH, the directory of the sets, is not set")
	}
	var paths []string
	for _, track := range []string{"LIA-lin", "LIA-nonlin", "LRA-lin", "LIA-arrays-lin", "LIA-arrays-nonlin"} {
		err := filepath.WalkDir(filepath.Join(bench, "chc", track), func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".smt2") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	with := map[string]bool{} // decided with all
	for _, c := range []struct {
		name    string
		without lazyann.Improvements
	}{
		{"with all", lazyann.Improvements{}},
		{"decisions on blocks only", lazyann.Improvements{Minterms: true}},
		{"no back-jumping", lazyann.Improvements{BackJumping: true}},
		{"no generalization", lazyann.Improvements{Generalization: true}},
		{"no scores", lazyann.Improvements{Scores: true}},
		{"no propagation", lazyann.Improvements{Propagation: true}},
		{"no quantified interpolants", lazyann.Improvements{Quantified: true}},
		{"no sharing", lazyann.Improvements{Sharing: true}},
		{"no learning", lazyann.Improvements{Learning: true}},
		{"no Houdini", lazyann.Improvements{Houdini: true}},
		{"no subtrees kept", lazyann.Improvements{Keeping: true}},
	} {
		decided, both := 0, 0
		var differ []string // from with all
		var resolutions, annotations, depth int64
		begin := time.Now()
		for _, path := range paths {
			ok, counts := ablated(t, path, c.without)
			if c.name == "with all" {
				with[path] = ok
			}
			if ok != with[path] {
				differ = append(differ, filepath.Base(path))
			}
			if !ok {
				continue
			}
			decided++
			if with[path] {
				both++
				resolutions += counts["lazyann: resolutions"]
				annotations += counts["lazyann: annotations"]
				depth += counts["lazyann: depth"]
			}
		}
		t.Logf("%s: %d of %d decided in %v; %d of those with all, by %d resolutions, %d annotations and %d levels; differ: %v",
			c.name, decided, len(paths), time.Since(begin).Round(time.Second), both, resolutions, annotations, depth, differ)
	}
}

// ablated solves a script within a limit. An execution counts without a replay.
func ablated(t *testing.T, path string, without lazyann.Improvements) (decided bool, counts map[string]int64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	st := term.NewStore()
	script, err := chc.Read(path, f, st, nil)
	if err != nil {
		t.Fatal(err)
	}
	sys, _ := chc.Generate(script, rewrite.New(st))
	ctx, cancel := limit.NewCountdown(ablationSteps, limit.Steps).Context(context.Background())
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

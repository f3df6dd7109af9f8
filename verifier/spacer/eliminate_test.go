package spacer

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
)

const (
	maxCubes       = 64      // of an elimination
	eliminateSteps = 200_000 // of the search for models of one
	benchSteps     = 100_000 // of a run
)

// cost is what projections of a track cost by one model and by all.
type cost struct {
	count, single, capped, cubes int
	one, all                     time.Duration
}

// TestEliminationBench compares model-based projection with full elimination, by projections of all models, on the scripts of
// linear arithmetic below MUSTER_BENCH: what some projections of a run cost, and what the run decides with each.
func TestEliminationBench(t *testing.T) {
	bench := os.Getenv("MUSTER_BENCH")
	if bench == "" {
		t.Skip("MUSTER_BENCH, the directory of the sets, is not set")
	}
	for _, track := range []string{"LIA-lin", "LIA-nonlin", "LRA-lin"} {
		var c cost
		decided := map[bool]int{}
		lazily, fully := time.Duration(0), time.Duration(0)
		err := filepath.WalkDir(filepath.Join(bench, "chc", track), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".smt2") {
				return err
			}
			begin := time.Now()
			lazy := benchRun(t, path, nil)
			lazily += time.Since(begin)
			begin = time.Now()
			full := benchRun(t, path, &c)
			fully += time.Since(begin)
			for mode, verdict := range map[bool]verifier.Verdict{false: lazy, true: full} {
				if verdict != verifier.Unknown {
					decided[mode]++
				}
			}
			if lazy != full {
				t.Logf("%s: %v by one model, %v by all", strings.TrimPrefix(path, bench), lazy, full)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		n := max(c.count, 1)
		t.Logf("%s: %d projections, %d of one cube, %d past %d cubes; %.1f cubes; %v by one model, %v by all; decided %d in %v, by all models %d in %v",
			track, c.count, c.single, c.capped, maxCubes, float64(c.cubes)/float64(n), c.one/time.Duration(n), c.all/time.Duration(n),
			decided[false], lazily, decided[true], fully)
	}
}

// benchRun runs a script within a limit, with full elimination if it has somewhere to count what that costs.
func benchRun(t *testing.T, path string, c *cost) verifier.Verdict {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	script, err := chc.Read(path, f, term.NewStore(), nil)
	if err != nil {
		t.Fatal(err)
	}
	sys, _ := chc.Generate(script, nil)
	ctx, cancel := limit.NewCountdown(benchSteps, limit.Steps).Context(context.Background())
	defer cancel()
	s := newSystemSearch(ctx, t, sys)
	defer s.frames.Close()
	s.trace = func(rule string, id vc.ProcID, _ []term.Term, _ int32) {
		if rule == "Reach" && id == sys.Entry {
			cancel() // the replay is not what is measured
		}
	}
	if c != nil {
		s.eliminate = c.eliminate
	}
	res, err := s.recMC()
	switch {
	case err != nil:
		t.Logf("%s: %v", path, err)
	case len(s.reach[sys.Entry]) > 0:
		return verifier.Unsafe
	}
	return res.Verdict()
}

// eliminate projects one model after the other until none is left. Past a limit, and where a projection loses something, that
// of the first one stands for all.
func (c *cost) eliminate(p *pred, roots []term.Term, first project.Result) ([]term.Term, error) {
	ctx, cancel := limit.NewCountdown(eliminateSteps, limit.Steps).Context(context.Background())
	defer cancel()
	st := p.Store()
	s := native.New(st, solver.Options{})
	begin, projecting := time.Now(), time.Duration(0)
	var cubes []term.Term
	for _, t := range roots {
		s.Assert(t)
	}
	for len(cubes) <= maxCubes {
		out := s.Check(ctx, nil)
		if !out.HasModel() {
			break
		}
		m, err := s.Model()
		if err != nil {
			return nil, err
		}
		start := time.Now()
		res, err := p.proj.Project(m, roots, func(k term.Term) bool { return !p.Local(k) })
		if err != nil {
			return nil, fmt.Errorf("full elimination: %w", err)
		}
		projecting += time.Since(start)
		cubes = append(cubes, st.And(res.Cube...))
		s.Assert(st.Not(st.And(res.Cube...)))
	}
	if len(cubes) == 0 {
		return first.Cube, nil
	}
	c.count++
	c.cubes += len(cubes)
	c.one += projecting / time.Duration(len(cubes))
	c.all += time.Since(begin)
	switch {
	case len(cubes) > maxCubes || ctx.Err() != nil:
		c.capped++
		return first.Cube, nil
	case len(cubes) == 1:
		c.single++
		return first.Cube, nil
	}
	return []term.Term{st.Or(cubes...)}, nil
}

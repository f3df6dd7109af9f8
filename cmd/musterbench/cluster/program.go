package cluster

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/horn"
)

// outcome is what a cluster did with a program.
type outcome struct {
	verdict  string
	decided  bool
	engine   string
	elapsed  time.Duration // of the cluster, from the text to the answer
	path     time.Duration // the critical path, likewise
	cpu      time.Duration // of all workers
	parts    int           // searches, and parts of them
	messages int
}

// on answers the question about a program on a virtual cluster.
func on(ctx context.Context, o *Options, path string, workers int) (outcome, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return outcome{}, err
	}
	ctx, cancel := limit.Within(ctx, o.CPU)
	defer cancel()
	began := limit.CPU()
	ctx, sim := limit.Simulate(ctx, o.Network, o.Seed)
	var out outcome
	if filepath.Ext(path) == ".smt2" {
		out, err = clauses(ctx, path, src, horn.Options{Engine: o.Engine, Processors: workers})
	} else {
		out, err = boogieProgram(ctx, path, src, driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: o.Bound},
			Limits: driver.Limits{Processors: workers, DivideAfter: o.Effort, Halves: o.Halves,
				Unbounded: cmp.Or(o.Unbounded, -1)},
			Engines: driver.Engines{Engine: o.Engine},
			Output:  driver.Output{NoCheck: true},
		})
	}
	out.path, out.elapsed, out.cpu = sim.Path(), sim.Elapsed(), limit.CPU()-began
	out.parts, out.messages = sim.Counts()
	out.parts = max(out.parts, 1) // where nothing takes turns
	return out, err
}

func boogieProgram(ctx context.Context, path string, src []byte, opt driver.Options) (outcome, error) {
	rep, err := driver.Verify(ctx, path, src, opt)
	if err != nil {
		return outcome{}, err
	}
	res := rep.Result
	return outcome{verdict: res.String(), decided: res.Verdict() != verifier.Unknown, engine: rep.Engine}, nil
}

func clauses(ctx context.Context, path string, src []byte, opt horn.Options) (outcome, error) {
	s, err := chc.Read(path, bytes.NewReader(src), term.NewStore(), nil)
	if err != nil {
		return outcome{}, err
	}
	rep, err := horn.SolveScript(ctx, s, opt)
	if err != nil {
		return outcome{}, err
	}
	return outcome{verdict: rep.Status.String(), decided: rep.Status != sat.Unknown, engine: rep.Engine}, nil
}

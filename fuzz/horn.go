package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/horn"
)

var hornTarget = Target{
	Name: "horn", About: "Horn clauses, by each engine, against all interpretations of their predicates",
	Slow: 20,
	Make: func(r *rand.Rand) Case { return hornCase(gen.Horn(r)) },
	Read: func(text []byte, _ string) (Case, error) { return hornCase(text), nil },
}

// hornCase is a script of Horn clauses.
type hornCase []byte

func (c hornCase) Text() []byte { return c }

// hornDepth is the depth of recursion up to which engines look for derivations, and hornSteps what an engine may spend.
const (
	hornDepth = 3
	hornSteps = 5_000
)

func (c hornCase) Run(lim *limit.Limit) error {
	want, err := oracle.Horn(string(c))
	if err != nil {
		return err
	}
	for _, engine := range horn.Engines() {
		if lim.Stopped() {
			return nil
		}
		s, err := chc.Read("f", bytes.NewReader(c), term.NewStore(), nil)
		if err != nil {
			return err
		}
		ctx, cancel := limit.NewCountdown(hornSteps, limit.Steps).Context(context.Background())
		rep, err := horn.SolveScript(ctx, s, horn.Options{Engine: engine, Depth: hornDepth, Model: true, Invariants: true, Processors: 1})
		cancel()
		if err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
		if rep.Status == sat.Sat && !want || rep.Status == sat.Unsat && want {
			return fmt.Errorf("%s: %v, but all interpretations say the opposite", engine, rep.Status)
		}
	}
	return nil
}

func (c hornCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	lines := slices.Collect(bytes.Lines(c))
	first := slices.IndexFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte("(assert")) })
	if first < 0 {
		return c
	}
	join := func(less [][]byte) hornCase { return hornCase(bytes.Join(slices.Concat(lines[:first], less), nil)) }
	return join(shrink.List(lines[first:], b, func(less [][]byte) bool { return fails(join(less)) }))
}

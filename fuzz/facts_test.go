package fuzz

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
)

// TestFacts: executions reach calls of the procedures of which something is learned, agree with what is, and refute its negation.
func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name                             string
		unbounded                        func(inline.Config) verifier.Engine
		taught                           func(inline.Config) verifier.Engine // by lazyann, if that is not nil
		learned, received, loops, checks int                                 // at least so many
	}{
		{"corral", nil, nil, 20, 20, 0, 1000},
		{"spacer", newSpacer, nil, 20, 0, 3, 1000},
		{"lazyann", newLazyann, nil, 20, 0, 0, 1000},
		{"corral taught", nil, newCorral, 20, 20, 0, 1000},
		{"legion taught", nil, newLegion, 20, 20, 0, 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			learned, received, loops, calls, negated, refuted := 0, 0, 0, 0, 0, 0
			for seed := range extent.Of(uint64(40), 120) {
				r := rand.New(rand.NewPCG(seed, 9))
				p := gen.Typestate(r)
				f, err := newFacts(t.Context(), p.String(), 2, c.unbounded)
				if c.taught != nil {
					f, err = newTaught(t.Context(), p.String(), 2, c.taught)
				}
				if f == nil || err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, p)
				}
				n, err := f.check(r, nil)
				if err != nil {
					t.Errorf("seed %d: %v\n%s", seed, err, p)
				}
				calls += n
				received += f.received
				if f.proof == nil {
					continue
				}
				loops += len(f.proof.Loops)
				for _, x := range f.proof.Facts {
					learned++
					list := f.list[x.Proc]
					f.list[x.Proc] = []term.Term{f.sys.Store.Not(x.Formula)}
					n, err := f.check(r, nil)
					if n > 0 {
						negated++
					}
					if errors.As(err, new(*factError)) {
						refuted++
					}
					f.list[x.Proc] = list
				}
			}
			t.Logf("%d facts needed, %d received, %d loops, %d calls; of %d negations %d are refuted", learned, received, loops, calls, negated, refuted)
			if learned < extent.Of(c.learned/3, c.learned) || received < extent.Of(c.received/3, c.received) || loops < extent.Of(c.loops/3, c.loops) || calls < extent.Of(c.checks/3, c.checks) || refuted < negated*9/10 {
				t.Errorf("%d facts needed, %d received, %d loops, %d calls; of %d negations %d are refuted", learned, received, loops, calls, negated, refuted)
			}
		})
	}
}

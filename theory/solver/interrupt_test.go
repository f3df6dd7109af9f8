package solver_test

import (
	"context"
	"io"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestInterrupted stops checks at random moments, mostly while assertions are
// preprocessed or handed over: later checks are answered as if nothing had happened.
func TestInterrupted(t *testing.T) {
	from, to := seeds(10, 60)
	for _, f := range families() {
		if !strings.HasPrefix(f.Name, "prep") {
			continue
		}
		for seed := from; seed <= to; seed++ {
			s := f.Script(source(seed))
			var want []sat.Status
			if err := s.Visit(solver.New(s.Store, solver.Options{}), func(_ smtscript.Op, a smtscript.Answer) error {
				want = append(want, a.Status)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewSource(seed))
			sol := solver.New(s.Store, solver.Options{CheckModels: true})
			before := s.Before(func(sol *solver.Solver) {
				ctx, cancel := limit.NewCountdown(1+r.Int63n(1+r.Int63n(1000)), limit.Interrupt).Context(context.Background())
				defer cancel()
				if got := sol.Check(ctx); got.Reason.Kind == reason.Internal {
					t.Errorf("%s %d: %s", f.Name, seed, got.Reason)
				}
			})
			n := 0
			if err := before.Visit(sol, func(_ smtscript.Op, a smtscript.Answer) error {
				if w := want[n]; a.Status != w && a.Status != sat.Unknown && w != sat.Unknown {
					t.Errorf("%s %d: check %d is %v, want %v", f.Name, seed, n, a.Status, w)
				}
				if a.Reason.Kind == reason.Internal {
					t.Errorf("%s %d: check %d: %s", f.Name, seed, n, a.Reason)
				}
				n++
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestEveryPoll stops checks at each poll, or at every n-th if there are many, and asks
// again: answers are as without a stop, models are evaluated and cores checked.
func TestEveryPoll(t *testing.T) {
	polls, many := extent.Of(int64(3), 12), int64(20000) // per script
	total, most := int64(0), int64(0)
	for i, f := range families() {
		if f.Name == "vclong" {
			continue
		}
		s := f.Script(source(int64(500 + i)))
		var want []sat.Status
		run := func(n int64) (longest int64) {
			asked := 0
			stopped := s.Before(func(sol *solver.Solver) {
				count := limit.NewCountdown(n, limit.Interrupt)
				ctx, cancel := count.Context(context.Background())
				defer cancel()
				sol.SetModelBudget(20)
				got := sol.Check(ctx)
				if got.Reason.Kind == reason.Internal {
					t.Errorf("%s, poll %d: %s", f.Name, n, got.Reason)
				}
				longest = max(longest, n-count.Left())
				most = max(most, -count.Left())
			})
			sol := solver.New(s.Store, solver.Options{CheckModels: true, Candidates: s.Candidates})
			err := stopped.Visit(sol, func(o smtscript.Op, a smtscript.Answer) error {
				if asked++; len(want) < asked {
					want = append(want, a.Status)
				}
				if w := want[asked-1]; a.Status != w && a.Status != sat.Unknown && w != sat.Unknown {
					t.Errorf("%s, poll %d: check %d is %v, want %v", f.Name, n, asked, a.Status, w)
				}
				return s.Sound(sol, o, a)
			})
			if err != nil {
				t.Errorf("%s, poll %d: %v", f.Name, n, err)
			}
			return longest
		}
		all := run(many)
		total += all
		for n := int64(1); n <= all; n += 1 + all/polls {
			run(n)
		}
	}
	t.Logf("%d polls, at most %d after a stop", total, most)
}

// TestStopOfCircuits stops checks while large circuits are made, with bit-vectors alone under a proof and
// among numbers: few polls follow, whose number no busy machine changes.
func TestStopOfCircuits(t *testing.T) {
	const width = 1000
	for _, numbers := range []bool{false, true} {
		st := term.NewStore()
		sort := st.BitVecSort(width)
		x, y, z := st.FreshConst("x", sort), st.FreshConst("y", sort), st.FreshConst("z", sort)
		sol := solver.New(st, solver.Options{Combine: numbers, Proof: io.Discard})
		sol.Assert(st.Not(st.Eq(st.BvMul(x, y), st.BvMul(y, z))))
		sol.Assert(st.BvUle(st.BvUrem(x, z), y))
		sol.Assert(st.Eq(st.BvMul(x, x), st.Uint(width, 3))) // no square, so no search finds a model
		for _, n := range []int64{300, 900} {
			count := limit.NewCountdown(n, limit.Interrupt)
			ctx, cancel := count.Context(t.Context())
			if got := sol.Check(ctx); got.Reason.Kind != reason.Interrupt || count.Left() < -20 {
				t.Errorf("numbers: %v, stopped after %d polls: %v %s, %d polls later", numbers, n, got.Status, got.Reason, -count.Left())
			}
			cancel()
		}
	}
}

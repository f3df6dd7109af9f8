package solver_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestSystems proves that random linear equations of words contradict each other, some of them in
// scopes, and compares with a solver that writes no proof.
func TestSystems(t *testing.T) {
	lemmas, answers := 0, map[sat.Status]int{}
	for seed := range extent.Of(uint64(40), 120) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		st := term.NewStore()
		width := []int{3, 7, 32, 64}[rnd.IntN(4)]
		var xs []term.Term
		for range 2 + rnd.IntN(2) {
			xs = append(xs, st.FreshConst("x", st.BitVecSort(width)))
		}
		var log bytes.Buffer
		all := []*solver.Solver{
			solver.New(st, solver.Options{Proof: &log, Stress: seed%2 == 0, CheckModels: true}),
			solver.New(st, solver.Options{}),
		}
		unsat := 0
		for range 3 {
			for range 1 + rnd.IntN(2) {
				sum := []term.Term{st.Uint(width, rnd.Uint64N(8))}
				for _, x := range xs {
					sum = append(sum, st.BvMul(st.Uint(width, rnd.Uint64N(8)), x))
				}
				f := st.Eq(st.BvAdd(sum...), st.Uint(width, rnd.Uint64N(4)))
				if rnd.IntN(2) == 0 {
					f = st.And(f, st.BvUle(xs[0], xs[1]))
				}
				for _, s := range all {
					s.Assert(f)
				}
			}
			got, want := all[0].Check(context.Background()), all[1].Check(context.Background())
			if got.Status != want.Status {
				t.Fatalf("seed %d: %v with a proof, %v without", seed, got, want)
			}
			if answers[got.Status]++; got.Status == sat.Unsat {
				unsat++
			}
			for _, s := range all {
				if !s.Pop() || rnd.IntN(2) == 0 {
					s.Push()
				}
			}
		}
		if err := all[0].FlushProof(); err != nil {
			t.Fatal(err)
		}
		lemmas += bytes.Count(log.Bytes(), []byte(" 0 system refutation"))
		if sum, err := proof.Check(&log); err != nil || !sum.Complete() || sum.Unsat != unsat {
			t.Fatalf("seed %d: %v, %+v", seed, err, sum)
		}
	}
	if few := extent.Of(15, 50); lemmas < extent.Of(10, 30) || answers[sat.Sat] < few || answers[sat.Unsat] < few {
		t.Errorf("%d lemmas, answers: %v", lemmas, answers)
	}
}

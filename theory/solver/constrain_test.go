package solver_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// constrainModes are kinds of solvers with a constraint of their own and those that assume the
// disjunction.
var constrainModes = []struct {
	name string
	opt  solver.Options
}{
	{"default", solver.Options{}},
	{"stress", solver.Options{Stress: true, NoPreprocess: true}},
	{"engine", solver.Options{Combine: true, Candidates: true, NoPreprocess: true}},
	{"all relevant", solver.Options{NoRelevancy: true, Lemmas: solver.ForgetEagerly}},
	{"cone", solver.Options{Cone: true}},
	{"proof", solver.Options{Proof: io.Discard}},
}

// TestConstrain compares constraints with the obvious encoding, a fresh constant that implies the
// clause, on random scripts.
func TestConstrain(t *testing.T) {
	from, to := seeds(1, 3)
	for _, mode := range constrainModes {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			var n tally
			for _, f := range families() {
				for seed := from; seed <= to; seed++ {
					s := f.Script(source(seed))
					if slices.ContainsFunc(s.Ops, func(o smtscript.Op) bool { return o.Kind == smtscript.Flow }) {
						continue
					}
					if err := compareConstrained(s, mode.opt, seed, &n); err != nil {
						t.Fatalf("%s, seed %d: %v\n%s", f.Name, seed, err, s.Text())
					}
				}
			}
			t.Logf("%+v", n)
			if n.sat < extent.Of(16, 50) || n.failed < extent.Of(6, 20) || n.without < extent.Of(6, 20) {
				t.Error("the test is void")
			}
		})
	}
}

// tally counts the checks with a constraint: refutations that need it and those that do not.
type tally struct{ sat, failed, without, unknown int }

func compareConstrained(s *smtscript.Script, opt solver.Options, seed int64, n *tally) error {
	var log bytes.Buffer
	if opt.Proof != nil {
		opt.Proof = &log
	}
	opt.CheckModels = !opt.Candidates
	a, b := solver.New(s.Store, opt), solver.New(s.Store, solver.Options{Candidates: opt.Candidates, Combine: opt.Combine})
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	clauses := groundFormulas(s)
	for _, o := range s.Ops {
		switch o.Kind {
		case smtscript.Assert:
			a.Assert(o.Terms[0])
			b.Assert(o.Terms[0])
		case smtscript.Push:
			a.Push()
			b.Push()
		case smtscript.Pop:
			a.Pop()
			b.Pop()
		default:
			if r.IntN(4) == 0 { // nothing remains of the constraint before
				if err := sameAnswer(checkShortly(s, a, o.Terms), checkShortly(s, b, o.Terms)); err != nil {
					return err
				}
				continue
			}
			var clause []term.Term
			for range r.IntN(4) {
				if c := clauses[r.IntN(len(clauses))]; r.IntN(2) == 0 {
					clause = append(clause, c)
				} else {
					clause = append(clause, s.Store.Not(c))
				}
			}
			assume := slices.Clone(o.Terms)
			for range 1 + r.IntN(2) { // again with one more assumption, as on the trail that stays
				if err := askConstrained(s, a, b, assume, clause, n); err != nil {
					return fmt.Errorf("constraint %s: %w", texts(s.Store, clause), err)
				}
				assume = append(assume, clauses[r.IntN(len(clauses))])
			}
		}
	}
	if opt.Proof == nil {
		return nil
	}
	if err := a.FlushProof(); err != nil {
		return err
	}
	sum, err := proof.Check(&log)
	if err == nil && !sum.Complete() {
		err = fmt.Errorf("the proof is incomplete: %+v", sum)
	}
	return err
}

// groundFormulas returns the ground formulas in a script.
func groundFormulas(s *smtscript.Script) []term.Term {
	var all []term.Term
	for _, o := range s.Ops {
		all = append(all, o.Terms...)
	}
	return slices.DeleteFunc(smtscript.Subterms(s.Store, append(all, s.Store.False())...), func(t term.Term) bool {
		return !s.Store.Ground(t) || s.Store.Sort(t) != term.Bool
	})
}

func texts(st *term.Store, ts []term.Term) []string {
	var out []string
	for _, t := range ts {
		out = append(out, st.String(t))
	}
	return out
}

// askConstrained asks a under a constraint, and b with the encoding.
func askConstrained(s *smtscript.Script, a, b *solver.Solver, assume, clause []term.Term, n *tally) error {
	st := s.Store
	q := st.FreshConst("q", term.Bool)
	b.Assert(st.Or(append([]term.Term{st.Not(q), st.False()}, clause...)...))
	a.Constrain(clause...)
	one, other := checkShortly(s, a, assume), checkShortly(s, b, append(slices.Clone(assume), q))
	if err := sameAnswer(one, other); err != nil {
		return err
	}
	switch one.Status {
	case sat.Unknown:
		n.unknown++
	case sat.Sat:
		n.sat++
	case sat.Unsat:
		core, failed := a.Core(), a.ConstraintFailed()
		if len(core) > 1 {
			core, _ = a.MinimizeCore(context.Background(), 0)
			failed = a.ConstraintFailed()
		}
		for _, c := range core {
			if !slices.Contains(assume, c) {
				return fmt.Errorf("%s of the core is not assumed", st.String(c))
			}
		}
		if n.without++; failed {
			n.without--
			n.failed++
			core = append(slices.Clone(core), q)
		}
		if got := checkShortly(s, b, core); got.Status == sat.Sat {
			return fmt.Errorf("the core %s can hold (the constraint failed: %v)", texts(st, core), failed)
		}
	}
	b.Assert(st.Not(q))
	return nil
}

// checkShortly gives a check few steps if the script may be too hard.
func checkShortly(s *smtscript.Script, sol *solver.Solver, assume []term.Term) solver.Result {
	if s.Decided {
		return smtscript.CheckFor(sol, assume)
	}
	ctx, cancel := limit.NewBudget(5_000, limit.Steps).Context(context.Background())
	defer cancel()
	return sol.Check(ctx, assume...)
}

func sameAnswer(a, b solver.Result) error {
	if a.Reason.Kind == reason.Internal || b.Reason.Kind == reason.Internal {
		return fmt.Errorf("%v, %v", a, b)
	}
	if a.Status != b.Status && a.Status != sat.Unknown && b.Status != sat.Unknown {
		return fmt.Errorf("%v, with the encoding %v", a, b)
	}
	return nil
}

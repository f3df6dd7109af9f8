package smt_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/term"
)

// checkFor checks with a limit in time, which is there for broken solvers.
func checkFor(sol *smt.Solver, assume []term.Term) smt.Result {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	sol.SetModelBudget(20)
	return sol.Check(ctx, assume...)
}

// verdict compares what a solver said with what can be found out in this
// process: models are evaluated on the formulas as they were asserted, cores
// are tried on small models and on a fresh solver, and a solver without
// relevancy and with inprocessing all the time must agree.
func verdict(s *script, p profile, small func() *model.Model) error {
	slow := smt.New(s.st, smt.Options{NoRelevancy: true, Stress: true, Candidates: s.candidates})
	var other []smt.Result
	if err := s.visit(slow, func(o op, a answer) error {
		other = append(other, a.Result)
		return sound(slow, o, a, p, nil)
	}); err != nil {
		return fmt.Errorf("without relevancy: %w", err)
	}
	fast, certified := certifying(s)
	if err := s.visit(fast, func(o op, a answer) error {
		b := other[0]
		other = other[1:]
		if a.Status != b.Status && a.Status != sat.Unknown && b.Status != sat.Unknown {
			return fmt.Errorf("%v with relevancy, %v without", a.Status, b.Status)
		}
		return sound(fast, o, a, p, small)
	}); err != nil {
		return err
	}
	return certified()
}

// sound tells what is wrong with an answer.
func sound(sol *smt.Solver, o op, a answer, p profile, small func() *model.Model) error {
	if a.Status == sat.Unknown {
		if a.Reason == limit.Timeout.String() && !p.decided {
			return nil // matching loops
		}
		if !a.Candidate || p.decided {
			return fmt.Errorf("unknown: %s", first(a.Reason))
		}
	}
	if a.HasModel() {
		m, err := sol.Model()
		if err != nil {
			return errors.New(first(err.Error()))
		}
		return satisfies(m, a, o.ts)
	}
	if a.Status != sat.Unsat {
		return nil
	}
	if got := checkFor(sol, a.core); got.Status == sat.Sat || p.decided && got.Status != sat.Unsat {
		return fmt.Errorf("the core, checked again, is %v %s", got.Status, got.Reason)
	}
	return confirm(sol, a, p, small)
}

// first returns the first line of a reason.
func first(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// satisfies evaluates everything asserted and assumed. After unknown the
// nonlinear terms of a candidate may be wrong; all else must be right.
func satisfies(m *model.Model, a answer, assumed []term.Term) error {
	st := m.Store()
	for _, list := range [][]term.Term{a.all, assumed} {
		for _, t := range list {
			ok, err := m.EvalBool(t)
			if a.Status == sat.Sat && errors.Is(err, model.ErrQuantifier) {
				ok, err = m.EvalDeciding(t)
			}
			switch {
			case quantifies(err):
				continue
			case err != nil:
				return err
			case !ok && (a.Status == sat.Sat || a.Reason == "incomplete quantifiers"):
				return fmt.Errorf("wrong model (%v %s): %s is false", a.Status, a.Reason, st.String(t))
			}
		}
	}
	return nil
}

// quantifies reports whether a formula was not evaluated for its quantifiers.
func quantifies(err error) bool {
	var why *model.EvalError
	return errors.As(err, &why) && why.Why == model.ErrQuantifier
}

// smallModels is how many models a core is tried on.
const smallModels = 30

// again makes so many models and then gives the same ones: making them is dear.
func again(small func() *model.Model) func() *model.Model {
	var made []*model.Model
	n := 0
	return func() *model.Model {
		if len(made) < smallModels {
			made = append(made, small())
		}
		n++
		return made[(n-1)%smallModels]
	}
}

func confirm(sol *smt.Solver, a answer, p profile, small func() *model.Model) error {
	st := sol.Rewriter().Terms()
	core := append(append([]term.Term(nil), a.all...), a.core...)
	for range smallModels {
		if small == nil {
			break
		}
		m := small()
		all := true
		for _, f := range core {
			ok, err := m.EvalBool(f)
			if all = ok && err == nil || p.holding && quantifies(err); !all {
				break
			}
		}
		if all {
			return errors.New("unsat, but there is a model")
		}
	}
	fresh := smt.New(st, smt.Options{})
	for _, f := range core {
		fresh.Assert(f)
	}
	got := checkFor(fresh, nil)
	if got.Status == sat.Sat || p.decided && got.Status != sat.Unsat {
		return fmt.Errorf("the core is %v %s", got.Status, got.Reason)
	}
	return nil
}

// random makes a script of any kind.
func random(p profile, seed int64) sample {
	g := newGen(seed, p)
	small := again(g.model)
	return sample{g.session(), p, func(s *script) error { return verdict(s, p, small) }}
}

func TestRandomSessions(t *testing.T) {
	from, to := seeds(60)
	for _, p := range chosen(profiles()) {
		t.Run(p.name, func(t *testing.T) {
			for seed := from; seed <= to; seed++ {
				random(p, seed).test(t, seed)
			}
		})
	}
}

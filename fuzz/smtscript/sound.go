package smtscript

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Limits of a check, in steps, for broken solvers, for matching loops, and for products of wide words, of
// which a script may have many: loopSteps and wideSteps where those are allowed. checkSteps is some
// seconds' worth, several times what the hardest decided scripts take.
const (
	checkSteps = 50_000_000
	wideSteps  = 500_000
	loopSteps  = 3_000
)

// within returns a context of so many steps.
func within(ctx context.Context, steps int64) (context.Context, context.CancelFunc) {
	return limit.NewBudget(steps, limit.Steps).Context(ctx)
}

// CheckFor runs a check with a limit of steps.
func CheckFor(sol *solver.Solver, assume []term.Term) solver.Result {
	return checkWithin(context.Background(), sol, assume, checkSteps)
}

func (s *Script) check(sol *solver.Solver, assume []term.Term) solver.Result {
	r := checkWithin(s.context(), sol, assume, s.checkSteps())
	if s.late != nil && outOfSteps(r) {
		*s.late++
	}
	return r
}

// checkSteps is the limit of the script's checks.
func (s *Script) checkSteps() int64 {
	switch {
	case s.each > 0:
		return s.each
	case !s.Decided:
		return loopSteps
	case s.wide():
		return wideSteps
	}
	return checkSteps
}

// context returns the context of checks, which ends with the run.
func (s *Script) context() context.Context {
	if s.ctx == nil {
		return context.Background()
	}
	return s.ctx
}

func checkWithin(ctx context.Context, sol *solver.Solver, assume []term.Term, steps int64) solver.Result {
	ctx, cancel := within(ctx, steps)
	defer cancel()
	sol.SetModelBudget(20)
	return sol.Check(ctx, assume...)
}

// Sound says what is wrong with an answer.
func (s *Script) Sound(sol *solver.Solver, o Op, a Answer) error {
	if a.Status == sat.Unknown {
		switch {
		case s.context().Err() != nil:
			return ErrStopped
		case outOfSteps(a.Result) && (!s.Decided || s.wide()):
			return nil // matching loops, hard products
		case s.Store.HasBitVecs() && !s.Decided && (a.Reason.Kind == reason.Unsupported || a.Reason.Kind == reason.Quantifiers):
			return nil
		case !a.Candidate || s.Decided:
			return fmt.Errorf("unknown: %s", FirstLine(a.Reason.String()))
		}
	}
	if a.HasModel() {
		m, err := sol.Model()
		if err != nil {
			return errors.New(FirstLine(err.Error()))
		}
		return Satisfies(m, a, o.Terms)
	}
	if a.Status != sat.Unsat {
		return nil
	}
	if got := s.check(sol, a.Core); got.Status == sat.Sat || got.Status == sat.Unknown && s.Decided && !outOfSteps(got) {
		return fmt.Errorf("the core, checked again, is %v %s", got.Status, got.Reason)
	}
	return s.refuted(a)
}

// wide reports whether there are products or quotients of words so wide that a check may take
// long.
func (s *Script) wide() bool {
	st := s.Store
	for _, t := range s.terms() {
		switch st.Op(t) {
		case term.OpBvMul, term.OpBvUdiv, term.OpBvUrem, term.OpBvUmulo, term.OpBvSmulo:
			if st.WidthOf(st.Arg(t, 0)) > 24 {
				return true
			}
		}
	}
	return false
}

func outOfSteps(r solver.Result) bool { return r.Reason.Kind == reason.Steps }

// FirstLine returns the first line of a reason.
func FirstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// Satisfies evaluates all assertions and assumptions. After unknown, the nonlinear terms of a
// candidate may be wrong; everything else must be right.
func Satisfies(m *model.Model, a Answer, assumed []term.Term) error {
	for _, list := range [][]term.Term{a.All, assumed} {
		for _, t := range list {
			ok, err := m.EvalBool(t)
			if a.Status == sat.Sat && errors.Is(err, model.ErrQuantifier) {
				ok, err = m.EvalDeciding(t)
			}
			switch {
			case quantifies(err):
				if g, small := grounded(m.Store(), t); a.Status == sat.Sat && small {
					if ok, err := m.EvalBool(g); err != nil || !ok {
						return fmt.Errorf("wrong model: an instance in %s is false (%v)", m.Store().String(t), err)
					}
				}
			case err != nil:
				return err
			case !ok && (a.Status == sat.Sat || a.Reason.Kind == reason.Quantifiers):
				return fmt.Errorf("wrong model (%v %s): %s is false", a.Status, a.Reason, m.Store().String(t))
			}
		}
	}
	return nil
}

// quantifies reports whether a formula could not be evaluated because of its quantifiers.
func quantifies(err error) bool {
	var why *model.EvalError
	return errors.As(err, &why) && why.Why == model.ErrQuantifier
}

// refuted looks for models of what was refuted, and asks a fresh solver.
func (s *Script) refuted(a Answer) error {
	if s.judge == nil {
		s.judge = newJudge(s)
	}
	core := append(append([]term.Term(nil), a.All...), a.Core...)
	if !s.again {
		if s.judge.modelAmong(core) {
			return errors.New("unsat, but there is a model")
		}
		if some, err := s.judge.inBox(core); err != nil || some {
			return fmt.Errorf("unsat, but the box has a model (%v)", err)
		}
	}
	if s.judge.asked(core) {
		return nil
	}
	fresh := solver.New(s.Store, solver.Options{})
	for _, f := range core {
		fresh.Assert(f)
	}
	got := s.check(fresh, nil)
	if got.Status == sat.Sat || got.Status == sat.Unknown && s.Decided && !outOfSteps(got) {
		return fmt.Errorf("the core is %v %s", got.Status, got.Reason)
	}
	return nil
}

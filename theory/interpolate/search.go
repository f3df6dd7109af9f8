package interpolate

import (
	"context"
	"errors"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// search looks for an interpolant of a and b. It asks two solvers, which live as long as it.
type search struct {
	*Interpolator
	ctx     context.Context
	words   *vocabulary
	context []term.Term // b, canonical and without local functions
	a, b    *solver.Solver
	clauses []term.Term
	sub     *term.Subst
	known   map[term.Term][]term.Sym // see strangers; nil until needed; never ranged over
	stop    func() bool              // of a Weakener; may be nil
	values  int                      // projections that took values from the model
}

// search returns clauses that a implies and that contradict b, as the solvers of the search say.
func (p *Interpolator) search(ctx context.Context, a, b []term.Term, words *vocabulary) ([]term.Term, error) {
	s := &search{Interpolator: p, ctx: ctx, words: words, sub: term.NewSubst(p.st, p.rw), a: p.solver(a), b: p.solver(nil)}
	p.proj.Stop = func() bool { return ctx.Err() != nil }
	for _, t := range b {
		u, ok := p.rw.SimplifyUntil(p.proj.Stop, t)
		if !ok {
			return nil, stopped(ctx)
		}
		s.context = append(s.context, u)
	}
	var err error
	if s.context, err = p.purify(s.context, words); err != nil {
		return nil, err
	}
	for _, t := range s.context {
		s.b.Assert(t)
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.needed(), nil
}

// solver returns a solver that asserts formulas.
func (p *Interpolator) solver(formulas []term.Term) *solver.Solver {
	return p.ask(solver.Options{Seed: p.opt.Seed}, formulas)
}

// ask is solver with other options.
func (p *Interpolator) ask(opt solver.Options, formulas []term.Term) *solver.Solver {
	s := solver.New(p.st, opt)
	s.SetConflictBudget(p.opt.Conflicts)
	s.SetModelBudget(p.opt.Models)
	for _, t := range formulas {
		s.Assert(t)
	}
	return s
}

// run refutes one implicant of b after the other, until the clauses leave no model of b.
func (s *search) run() error {
	for {
		switch r := s.b.Check(s.ctx); r.Status {
		case sat.Unsat:
			return nil
		case sat.Unknown:
			return unknown(r, "a model of the second side")
		}
		if len(s.clauses) >= s.opt.Clauses {
			return open(reason.Incomplete, "%d clauses do not suffice", s.opt.Clauses)
		}
		m, err := s.b.Model()
		if err != nil {
			return reason.AsInternal(err)
		}
		lits, err := s.proj.Implicant(m, s.context)
		if err != nil {
			return s.failure(err)
		}
		cube, err := s.refute(m, lits)
		if err != nil {
			return err
		}
		if err := s.covers(m, cube); err != nil {
			return err
		}
		if err := s.learn(cube); err != nil {
			return err
		}
	}
}

// covers checks that a cube is true in the model that it came from: else its negation would not
// exclude that, and the search might not end.
func (s *search) covers(m *model.Model, cube []term.Term) error {
	for _, t := range cube {
		if v, err := m.EvalBool(t); err == nil && !v {
			return reason.Internalf("interpolation: %s is not true in the model", s.st.String(t))
		}
	}
	return nil
}

// refute returns a cube over the vocabulary that contradicts a, true in m and implied by literals
// of b or, if it is a projection, by values of local constants.
func (s *search) refute(m *model.Model, lits []term.Term) ([]term.Term, error) {
	core, err := s.core(lits)
	if errors.Is(err, ErrSatisfiable) && s.words.hidden {
		return nil, open(reason.Incomplete, "none over the given vocabulary")
	}
	if err != nil {
		return nil, err
	}
	if s.foreign(core) == 0 {
		return s.generalize(core)
	}
	for _, from := range [][]term.Term{core, lits} {
		if cube, err := s.core(s.weaken(from)); err == nil {
			return s.generalize(cube)
		} else if errors.Is(err, reason.Internal) || s.ctx.Err() != nil {
			return nil, err
		}
	}
	res, err := s.project(m, core, lits)
	if err != nil {
		return nil, err
	}
	cube, err := s.core(res.Cube)
	if errors.Is(err, ErrSatisfiable) {
		return nil, open(reason.Incomplete, "none without quantifiers over the shared symbols, for %s",
			s.st.String(s.rw.And(core...)))
	}
	if err != nil {
		return nil, err
	}
	return s.generalize(cube)
}

// project returns the projection of a core; if that takes values from the model, perhaps that of all
// literals, of which some may say what else a local constant is.
func (s *search) project(m *model.Model, core, lits []term.Term) (project.Result, error) {
	keep := func(c term.Term) bool { return s.words.has(s.st.Sym(c)) }
	best, err := s.proj.Project(m, core, keep)
	if err == nil && best.ByValue > 0 {
		var all project.Result
		if all, err = s.proj.Project(m, lits, keep); err == nil && all.ByValue < best.ByValue {
			best = all
		}
	}
	if err != nil {
		return best, s.failure(err)
	}
	if best.ByValue > 0 {
		if s.values++; s.values > s.opt.Values {
			return best, open(reason.Incomplete, "%d cases by values do not suffice", s.opt.Values)
		}
	}
	return best, nil
}

// foreign counts the literals with symbols that are not shared.
func (s *search) foreign(lits []term.Term) int {
	n := 0
	for _, t := range lits {
		if !s.clean(t) {
			n++
		}
	}
	return n
}

// core returns literals of a list that contradict a. The error is ErrSatisfiable if the list
// does not.
func (s *search) core(lits []term.Term) ([]term.Term, error) {
	switch r := s.a.Check(s.ctx, lits...); r.Status {
	case sat.Sat:
		return nil, ErrSatisfiable
	case sat.Unknown:
		return nil, unknown(r, "the first side under literals of the second")
	}
	core, _ := s.a.MinimizeCore(s.ctx, 0)
	return slices.Clone(core), nil
}

// learn adds the negation of a cube to the clauses.
func (s *search) learn(cube []term.Term) error {
	if len(cube) > s.opt.Literals {
		return open(reason.Incomplete, "a clause has %d literals", len(cube))
	}
	if n := s.bits(cube); n > s.opt.Bits {
		return open(reason.Incomplete, "a numeral has %d bits", n)
	}
	not := make([]term.Term, len(cube))
	for i, t := range cube {
		not[i] = s.st.Not(t)
	}
	c := s.rw.Or(not...)
	s.clauses = append(s.clauses, c)
	s.b.Assert(c)
	return nil
}

// bits returns the length of the longest numeral.
func (s *search) bits(cube []term.Term) int {
	n := 0
	s.st.Visit(func(t term.Term) bool {
		if v, ok := s.st.NumeralValue(t); ok {
			n = max(n, v.BitLen())
		}
		return true
	}, cube...)
	return n
}

// needed returns those clauses that a fresh solver needs to refute b.
func (s *search) needed() []term.Term {
	if len(s.clauses) < 2 {
		return s.clauses
	}
	fresh := s.solver(s.context)
	if r := fresh.Check(s.ctx, s.clauses...); r.Status != sat.Unsat {
		return s.clauses
	}
	core, _ := fresh.MinimizeCore(s.ctx, 0)
	return slices.DeleteFunc(s.clauses, func(t term.Term) bool { return !slices.Contains(core, t) })
}

// failure returns the reason that an error of package project is.
func (s *search) failure(err error) error {
	switch {
	case errors.Is(err, project.ErrStopped):
		return stopped(s.ctx)
	case errors.Is(err, project.ErrUnsupported):
		return open(reason.Unsupported, "%v", err)
	}
	return reason.AsInternal(err)
}

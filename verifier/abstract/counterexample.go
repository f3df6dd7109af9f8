package abstract

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// Counterexample is the path of an execution of an abstraction, to be taken in the program itself.
type Counterexample struct {
	whole  *passes.Result
	config inline.Config
	always []term.Term // axioms
	all    []constraint
	vars   []prog.VarID // globals that constraints read and the abstraction does not track, as in Order
	// guesses are equations that a model of the whole path may satisfy. They fix much of what it computes.
	guesses []term.Term
	script  *interp.Script
	fill    func(inline.Solver) error // fills in the values of the script
}

// New makes the counterexample of an execution of the abstraction of a program. Order says which globals to track
// first (see Order). The shadow on which it was executed, if any, proposes values.
func New(whole *passes.Result, tracked []bool, order []prog.VarID, t *interp.Trace, shadow *Shadow,
	c inline.Config) (*Counterexample, error) {
	path, err := pathOf(whole.Core, t)
	if err != nil {
		return nil, err
	}
	e := newEncoder(whole.Core, c.Maker(whole.Core.Store))
	root, err := e.root(path)
	if err != nil {
		return nil, err
	}
	x := &Counterexample{whole: whole, config: c, all: e.out, always: axioms(whole, e.out)}
	if shadow != nil {
		for i, g := range shadow.initial.Targets {
			x.guesses = append(x.guesses, whole.Core.Store.Eq(e.initial[g], shadow.initial.Values[i]))
		}
	}
	x.script = &interp.Script{Program: whole.Core, Defs: whole.Defs, Unchecked: whole.Dropped, Flat: whole.Flat,
		Flag: whole.Flag, Root: root}
	x.fill = func(s inline.Solver) error {
		m, err := s.Model()
		if err != nil {
			return err
		}
		x.script.Model = m
		for _, f := range e.script {
			if err := f(m); err != nil {
				return err
			}
		}
		return nil
	}
	seen := map[prog.VarID]bool{}
	for _, c := range x.all {
		for i, v := range c.reads {
			if seen[v] = true; tracked[v] {
				c.reads[i] = 0
			}
		}
	}
	for i := range x.all {
		x.all[i].reads = slices.DeleteFunc(x.all[i].reads, func(v prog.VarID) bool { return v == 0 })
	}
	for _, v := range order {
		if seen[v] && !tracked[v] {
			x.vars = append(x.vars, v)
		}
	}
	return x, nil
}

// axioms returns what always holds: all axioms but those that are left out, and that the unique constants that occur
// differ.
func axioms(whole *passes.Result, cs []constraint) []term.Term {
	p, st := whole.Core, whole.Core.Store
	uses := prog.NewUses(p)
	unique := map[term.Sort][]term.Term{}
	var sorts []term.Sort
	seen := make([]bool, len(p.Vars))
	see := func(t term.Term) {
		for _, r := range uses.Of(t) {
			v := r.Var()
			if seen[v] || !p.Var(v).Unique {
				continue
			}
			seen[v] = true
			s := p.Sort(v)
			if unique[s] == nil {
				sorts = append(sorts, s)
			}
			unique[s] = append(unique[s], p.Var(v).Term)
		}
	}
	var out []term.Term
	for i, a := range p.Axioms {
		if !slices.Contains(whole.Dropped, i) {
			out = append(out, a.Cond)
			see(a.Cond)
		}
	}
	for _, c := range cs {
		see(c.formula)
	}
	for _, s := range sorts {
		if len(unique[s]) > 1 {
			out = append(out, st.Distinct(unique[s]...))
		}
	}
	return out
}

// Vars returns the globals of the path that the abstraction does not track, preferred ones first.
func (x *Counterexample) Vars() []prog.VarID { return x.vars }

// Checks are the checks of a counterexample for which a refiner asks. Close ends their solvers.
type Checks struct {
	x      *Counterexample
	ctx    context.Context
	once   bool
	solver inline.Solver
	guess  term.Term // implies the guesses
	guard  map[prog.VarID]term.Term
	Number int
	err    error
}

// Checks returns a checker: with one formula for all sets, where an assumption says of each global whether it is
// tracked (Alg. 2), or with a formula and a solver for each set.
func (x *Counterexample) Checks(ctx context.Context, once bool) *Checks {
	return &Checks{x: x, ctx: ctx, once: once}
}

// Infeasible implements Checker.
func (c *Checks) Infeasible(tracked []prog.VarID) bool {
	c.Number++
	return c.check(tracked).Status == inline.StatusUnsat
}

func (c *Checks) check(tracked []prog.VarID, also ...term.Term) inline.Outcome {
	if c.err != nil {
		return inline.Outcome{}
	}
	set := make(map[prog.VarID]bool, len(tracked))
	for _, v := range tracked {
		set[v] = true
	}
	if !c.once {
		c.Close()
		if c.err = c.assert(func(x constraint) bool {
			return !slices.ContainsFunc(x.reads, func(v prog.VarID) bool { return !set[v] })
		}); c.err != nil {
			return inline.Outcome{}
		}
		return c.solver.Check(c.ctx, also)
	}
	if c.solver == nil {
		if c.err = c.assert(func(constraint) bool { return true }); c.err != nil {
			return inline.Outcome{}
		}
	}
	assumptions := make([]term.Term, len(c.x.vars))
	for i, v := range c.x.vars {
		if assumptions[i] = c.guard[v]; !set[v] {
			assumptions[i] = c.x.whole.Core.Store.Not(c.guard[v])
		}
	}
	return c.solver.Check(c.ctx, append(assumptions, also...))
}

// Places returns blocks of the path that are a reason why it is infeasible if the given globals are tracked; none if
// there is no answer.
func (c *Checks) Places(tracked []prog.VarID) []Place {
	st := c.x.whole.Core.Store
	s, err := c.x.config.NewSolver(st)
	if err != nil {
		return nil
	}
	defer inline.Close(s)
	for _, a := range c.x.always {
		s.Assert(a)
	}
	at := map[term.Term]Place{}
	var assumptions []term.Term
	for _, x := range c.x.all {
		if slices.ContainsFunc(x.reads, func(v prog.VarID) bool { return !slices.Contains(tracked, v) }) {
			continue
		}
		a := st.FreshConst("counts", term.Bool)
		s.Assert(st.Or(st.Not(a), x.formula))
		at[a] = x.at
		assumptions = append(assumptions, a)
	}
	if s.Check(c.ctx, assumptions).Status != inline.StatusUnsat {
		return nil
	}
	var places []Place
	for _, a := range s.Core() {
		places = append(places, at[a])
	}
	return places
}

// whole checks the path with all globals, first with the guesses.
func (c *Checks) whole() inline.Outcome {
	c.guess = c.x.whole.Core.Store.FreshConst("guess", term.Bool)
	out := c.check(c.x.vars, c.guess)
	if out.HasModel() || out.Status == inline.StatusUnsat && !slices.Contains(c.solver.Core(), c.guess) {
		return out
	}
	return c.check(c.x.vars)
}

// assert makes a solver with the constraints to be kept, under conditions if there is to be one formula for all sets.
func (c *Checks) assert(keep func(constraint) bool) error {
	st := c.x.whole.Core.Store
	s, err := c.x.config.NewSolver(st)
	if err != nil {
		return err
	}
	c.solver = s
	if c.once && c.guard == nil {
		c.guard = map[prog.VarID]term.Term{}
		for _, v := range c.x.vars {
			c.guard[v] = st.FreshConst("tracked", term.Bool)
		}
	}
	for _, a := range c.x.always {
		s.Assert(a)
	}
	if c.guess != 0 {
		for _, a := range c.x.guesses {
			s.Assert(st.Or(st.Not(c.guess), a))
		}
	}
	for _, x := range c.x.all {
		if !keep(x) {
			continue
		}
		f := x.formula
		if c.once && len(x.reads) > 0 {
			or := []term.Term{f}
			for _, v := range x.reads {
				or = append(or, st.Not(c.guard[v]))
			}
			f = st.Or(or...)
		}
		s.Assert(f)
	}
	return nil
}

// Close ends the present solver.
func (c *Checks) Close() {
	inline.Close(c.solver)
	c.solver = nil
}

// Execution replays the counterexample in the program, with all its globals. Spurious is set if its path is infeasible;
// otherwise, without an execution, why is known.
func (c *Checks) Execution() (t *interp.Trace, spurious bool, why reason.Reason) {
	out := c.whole()
	switch {
	case c.err != nil:
		return nil, false, reason.Unconfirmed(c.err)
	case out.Status == inline.StatusUnsat:
		return nil, true, reason.Reason{}
	case !out.HasModel():
		return nil, false, out.Reason
	}
	if err := c.x.fill(c.solver); err != nil {
		return nil, false, reason.Unconfirmed(err)
	}
	t, fail, err := interp.Replay(c.ctx, c.x.script, interp.ReplayOptions{Values: true})
	switch {
	case err != nil:
		return nil, false, reason.Unconfirmed(err)
	case fail != nil:
		return nil, false, reason.Unconfirmed(fmt.Errorf("in the program: %w", fail))
	}
	return t, false, reason.Reason{}
}

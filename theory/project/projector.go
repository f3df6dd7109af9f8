package project

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// ErrUnsupported is wrapped by the errors that name a construct which this package does not
// handle.
var ErrUnsupported = errors.New("project: unsupported")

// ErrNotModel is wrapped by the errors of formulas that are not true in the given model.
var ErrNotModel = errors.New("project: the formula is not true in the model")

// ErrStopped is the error of a call that Projector.Stop has ended.
var ErrStopped = errors.New("project: stopped")

// errInternal is wrapped by the errors of broken invariants.
var errInternal = errors.New("project: internal")

// Projector makes implicants and projections over one store. What it allocates serves all calls,
// so that a call costs what it touches. It is not safe for concurrent use.
type Projector struct {
	// Stop, unless it is nil, is polled: once it returns true, calls end with ErrStopped.
	Stop func() bool

	st *term.Store
	rw *rewrite.Rewriter

	seen    term.Set              // implicant: formulas that are implied already
	image   term.Table[term.Term] // implicant: terms without ite and formulas in them
	cost    term.Table[int32]     // implicant: how many literals a formula needs
	dirty   term.Table[bool]      // something to eliminate occurs
	own     term.Set              // constants of the pools that are in use
	present term.Set              // literals of the conjunction
	defs    term.Table[term.Term] // solve: what a constant is solved to
	acyclic term.Acyclic          // solve
	sub     *term.Subst
	work    []term.Term
	pools   map[term.Sort]*pool // never ranged over
}

// pool has constants that stand for terms while a projection runs.
type pool struct {
	all  []term.Term
	used int
}

// New returns a Projector for the terms of st.
func New(st *term.Store) *Projector {
	rw := rewrite.New(st)
	return &Projector{st: st, rw: rw, sub: term.NewSubst(st, rw), pools: map[term.Sort]*pool{}}
}

// Result is a projection.
type Result struct {
	// Cube is a conjunction of literals over what is kept, and true in the model.
	Cube []term.Term
	// Witness defines each eliminated constant that occurs in the implicant of what was
	// projected by a term over what is kept.
	Witness []Definition
	// Exact says that the cube implies the projected formulas with the witness in place of
	// the eliminated constants.
	Exact bool
	// ByValue counts constants and terms that got the value that they have in the model:
	// what the cube loses in generality.
	ByValue int
}

// Definition is the witness of a constant.
type Definition struct{ Const, Value term.Term }

// Project eliminates the constants of formulas, all true in m, for which keep returns false:
// it returns a cube over the others that m satisfies, and that implies that values of the
// eliminated ones exist. Functions are kept.
func (p *Projector) Project(m *model.Model, formulas []term.Term, keep func(c term.Term) bool) (Result, error) {
	r := p.start(m, keep)
	r.load(formulas)
	r.eliminate()
	if r.err != nil {
		return Result{}, r.err
	}
	return Result{Cube: r.lits, Witness: r.witness(), Exact: !r.inexact, ByValue: r.byValue}, nil
}

// run is one projection.
type run struct {
	*Projector
	env     *model.Env
	keep    func(term.Term) bool
	lits    []term.Term
	order   []term.Term  // all constants that are eliminated, as they were met
	done    []Definition // the definition of one mentions only those that were eliminated later
	elms    []term.Term  // of uninterpreted sorts, over what is kept
	splits  int
	err     error // the first one; what is done after it has no meaning
	byValue int
	inexact bool
}

func (p *Projector) start(m *model.Model, keep func(term.Term) bool) *run {
	p.dirty.Clear()
	p.own.Clear()
	p.present.Clear()
	for s := term.Sort(1); int(s) < p.st.NumSorts(); s++ {
		if q := p.pools[s]; q != nil {
			q.used = 0
		}
	}
	return &run{Projector: p, env: m.NewEnv(), keep: keep}
}

// load makes the implicant of canonical formulas the conjunction.
func (r *run) load(formulas []term.Term) {
	canonical := make([]term.Term, len(formulas))
	for i, t := range formulas {
		if err := holds(r.env, t); err != nil {
			r.fail(err)
			return
		}
		canonical[i] = r.rw.Simplify(t)
	}
	r.add(canonical...)
	r.collectElements()
}

// stopped polls Stop.
func (p *Projector) stopped() bool { return p.Stop != nil && p.Stop() }

// ends reports whether to end a loop: there is an error, perhaps that of a stop.
func (r *run) ends() bool {
	if r.err == nil && r.stopped() {
		r.err = ErrStopped
	}
	return r.err != nil
}

// fail keeps the first error.
func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// holds checks that a formula is true in the model.
func holds(env *model.Env, t term.Term) error {
	v, err := env.Eval(t)
	switch {
	case err != nil:
		return evalError(err)
	case !v.IsTrue():
		return fmt.Errorf("%w: %s", ErrNotModel, env.Model().Store().String(t))
	}
	return nil
}

// evalError says what evaluation does not support.
func evalError(err error) error {
	if errors.Is(err, model.ErrQuantifier) || errors.Is(err, model.ErrUnsupported) || errors.Is(err, model.ErrUnbound) {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return fmt.Errorf("project: %w", err)
}

// add adds formulas, which are true in the model, to the conjunction.
func (r *run) add(formulas ...term.Term) {
	lits, err := r.implicant(r.env, formulas)
	if err != nil {
		r.fail(err)
		return
	}
	for _, t := range lits {
		if r.present.Add(t) {
			r.lits = append(r.lits, t)
			r.isDirty(t)
		}
	}
}

// replace makes the conjunction anew: of the literals for which f returns themselves, and the
// implicants of what it returns for others; if that is 0, of nothing.
func (r *run) replace(f func(i int, t term.Term) term.Term) {
	old := r.lits
	r.lits = make([]term.Term, 0, len(old))
	r.present.Clear()
	var changed []term.Term
	for i, t := range old {
		switch u := f(i, t); u {
		case 0:
		case t:
			r.present.Add(t)
			r.lits = append(r.lits, t)
		default:
			changed = append(changed, u)
		}
	}
	r.add(changed...)
}

// value returns the value of a term; without one it fails, and returns any.
func (r *run) value(t term.Term) model.Value {
	v, err := r.env.Eval(t)
	if err != nil {
		r.fail(evalError(err))
		v, _ = model.Zero(r.st, r.st.Sort(t))
	}
	return v
}

// fresh returns a constant to eliminate that has this value.
func (r *run) fresh(name string, v model.Value) term.Term {
	q := r.pools[v.Sort()]
	if q == nil {
		q = &pool{}
		r.pools[v.Sort()] = q
	}
	if q.used == len(q.all) {
		q.all = append(q.all, r.st.FreshConst(name, v.Sort()))
	}
	c := q.all[q.used]
	q.used++
	r.own.Add(c)
	r.env.Set(c, v)
	r.isDirty(c)
	return c
}

// isDirty reports whether a constant to eliminate occurs in t.
func (r *run) isDirty(t term.Term) bool {
	if d, ok := r.dirty.Get(t); ok {
		return d
	}
	for u := range term.BottomUp(t, r.st.Args, r.dirty.Has) {
		if r.st.IsConst(u) {
			d := r.own.Has(u) || !r.keep(u)
			r.dirty.Set(u, d)
			if d {
				r.order = append(r.order, u)
			}
			continue
		}
		r.dirty.Set(u, slices.ContainsFunc(r.st.Args(u), r.isDirty))
	}
	d, _ := r.dirty.Get(t)
	return d
}

// isVar reports whether t is a constant to eliminate.
func (r *run) isVar(t term.Term) bool { return r.st.IsConst(t) && r.isDirty(t) }

// occurs reports whether a constant to eliminate occurs in t.
func (r *run) occurs(x, t term.Term) bool {
	if t == x || !r.isDirty(t) {
		return t == x
	}
	found := false
	r.st.Visit(func(u term.Term) bool {
		found = found || u == x
		return !found && r.isDirty(u)
	}, t)
	return found
}

// vars calls f for the constants to eliminate in t.
func (r *run) vars(t term.Term, f func(x term.Term)) {
	r.st.Visit(func(u term.Term) bool {
		if r.isVar(u) {
			f(u)
		}
		return r.isDirty(u)
	}, t)
}

// define records what a constant is replaced by.
func (r *run) define(x, t term.Term) { r.done = append(r.done, Definition{x, t}) }

// maxRounds bounds the steps of a projection that change something; it only ends faults.
const maxRounds = 1 << 16

// eliminate runs the steps in turn, and again from the first one after a step that changed
// something.
func (r *run) eliminate() {
	steps := []func(*run) bool{
		(*run).solve, (*run).arrays, (*run).pin, (*run).arithmetic, (*run).elements, (*run).bits, (*run).values,
	}
	rounds := 0
	for i := 0; i < len(steps) && !r.ends(); {
		if !steps[i](r) {
			i++
			continue
		}
		i = 0
		if rounds++; rounds > maxRounds {
			r.fail(fmt.Errorf("%w: no end after %d rounds", errInternal, rounds))
		}
	}
	for _, t := range r.lits {
		if r.isDirty(t) {
			r.fail(fmt.Errorf("%w: %s is left", errInternal, r.st.String(t)))
		}
	}
}

// witness returns the definitions with each other substituted.
func (r *run) witness() []Definition {
	r.sub.Reset()
	r.defs.Clear()
	for _, d := range r.done {
		r.defs.Set(d.Const, d.Value)
	}
	for _, x := range r.order {
		if !r.defs.Has(x) {
			r.define(x, r.anything(x))
		}
	}
	out := make([]Definition, 0, len(r.done))
	for i := len(r.done) - 1; i >= 0; i-- {
		d := r.done[i]
		v := r.sub.Apply(d.Value)
		r.sub.Bind(d.Const, v)
		if !r.own.Has(d.Const) {
			out = append(out, Definition{d.Const, v})
		}
	}
	return out
}

// anything returns a term for a constant of which nothing is demanded: its value, or itself if
// no term denotes that.
func (r *run) anything(x term.Term) term.Term {
	if v, err := r.env.Eval(x); err == nil {
		if t, err := v.Term(r.st); err == nil {
			return t
		}
	}
	return x
}

package prop

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

// problem is a formula and the terms whose values matter.
type problem struct {
	cfg     Config
	st      *smt.Store
	f       smt.Bool
	vars    []subject // what is drawn and minimized
	symbols []subject // the constants and functions, in the order of declaration
	shown   []subject // the symbols, then the other vars

	mu     sync.Mutex
	places map[place][]smt.Term // fresh constants
}

// subject is a term or a function whose value matters.
type subject struct {
	name string
	t    smt.Term // zero for a function
	f    smt.Func
}

// place is the purpose of a fresh constant.
type place struct {
	role role
	sort smt.AnySort
}

type role uint8

const (
	inTable role = iota
	bound
	element
)

// newProblem returns the problem of a formula and some terms or, without these, all its
// constants and functions.
func newProblem(cfg Config, f smt.Bool, vars []smt.Expr) *problem {
	p := &problem{cfg: cfg, st: f.Sort().Store(), f: f, places: map[place][]smt.Term{}}
	if p.st == nil {
		panic(errors.New("prop: the zero formula"))
	}
	spoken := []smt.Term{f.Term}
	for i, v := range vars {
		t := v.Untyped()
		if t.Sort().Store() != p.st {
			panic(fmt.Errorf("prop: variable %d, %s, is not of the constraint's store", i+1, t))
		}
		s := subject{name: t.String(), t: t}
		if !slices.ContainsFunc(p.vars, s.same) {
			p.vars = append(p.vars, s)
		}
		spoken = append(spoken, t)
	}
	p.symbols = symbols(spoken)
	p.shown = slices.Clip(p.symbols)
	if len(vars) == 0 {
		p.vars = p.symbols
	}
	for _, v := range p.vars {
		if s := p.unsupported(v); s != "" {
			panic(fmt.Errorf("prop: %s: values of the unsupported sort %s cannot be drawn", v.name, s))
		}
		if !slices.ContainsFunc(p.shown, v.same) {
			p.shown = append(p.shown, v)
		}
	}
	return p
}

func (s subject) same(other subject) bool { return s.t == other.t && s.f == other.f }

// symbols returns the constants and functions in terms, in the order of declaration.
func symbols(ts []smt.Term) (found []subject) {
	all := ts[0]
	for _, t := range ts[1:] { // make one term of all
		all = pair(all, t)
	}
	for f := range all.Symbols {
		s := subject{name: f.Name(), f: f}
		if params, _ := f.Sorts(); len(params) == 0 {
			t := must(f.Apply())
			s = subject{name: t.String(), t: t}
		}
		found = append(found, s)
	}
	return found
}

// pair returns a formula with the symbols of two terms.
func pair(a, b smt.Term) smt.Term {
	st := a.Sort().Store()
	same := func(t smt.Term) smt.Bool { return smt.Eq(t, t) }
	return st.And(same(a), same(b)).Term
}

// unsupported returns a sort whose values cannot be drawn, if the subject has one.
func (p *problem) unsupported(s subject) string {
	sorts := []smt.AnySort{}
	if s.t.IsZero() {
		params, result := s.f.Sorts()
		sorts = append(params, result)
	} else {
		sorts = append(sorts, s.t.Sort())
	}
	for len(sorts) > 0 {
		sort := sorts[0]
		sorts = sorts[1:]
		index, element, isArray := sort.Array()
		switch {
		case isArray:
			sorts = append(sorts, index, element)
		case !p.isNumber(sort) && !p.isBool(sort) && !sort.Uninterpreted():
			return sort.String()
		}
	}
	return ""
}

func (p *problem) isBool(s smt.AnySort) bool { return s == p.st.BoolSort().AnySort }
func (p *problem) isInt(s smt.AnySort) bool  { return s == p.st.IntSort().AnySort }
func (p *problem) isReal(s smt.AnySort) bool { return s == p.st.RealSort().AnySort }

// isNumber reports whether the values of a sort are numbers: bit-vectors are unsigned ones.
func (p *problem) isNumber(s smt.AnySort) bool { return p.isInt(s) || p.isReal(s) || isBits(s) }

func isBits(s smt.AnySort) bool { return s.Width() > 0 }

// place returns the n-th constant for a purpose.
func (p *problem) place(r role, sort smt.AnySort, n int) smt.Term {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := place{r, sort}
	for len(p.places[k]) <= n {
		p.places[k] = append(p.places[k], must(sort.Fresh("prop")))
	}
	return p.places[k][n]
}

// hash identifies the formula, by its text.
func (p *problem) hash() string {
	h := fnv.New64a()
	s := smt.NewSession(p.st, smt.Config{})
	s.Assert(p.f)
	s.WriteSMTLIB(h)
	return fmt.Sprintf("%016x", h.Sum64())
}

// step returns the limits for a step of a search that need not succeed. They are
// deterministic; only a step that takes more than one stepShare-th of the timeout is
// stopped by time.
func step(seed uint64) smt.Config { return smt.Config{Seed: seed, Conflicts: 500, Models: 20} }

const stepShare = 20

// asker looks for models of a problem under assumptions.
type asker struct {
	ctx  context.Context
	s    *smt.Session
	time time.Duration // for each step; 0 leaves it to ctx
	slow bool          // a step has taken too long, as others would
	cut  string        // why an answer was unknown, if one was
}

// ask returns an asker with a session of its own.
func (p *problem) ask(ctx context.Context, c smt.Config) *asker {
	a := &asker{ctx: ctx, s: smt.NewSession(p.st, c)}
	if c.Conflicts > 0 {
		a.time = p.cfg.timeout() / stepShare
	}
	a.s.Assert(p.f)
	return a
}

// fault is a panic of this package that its user is not to blame for.
type fault struct{ error }

// check returns the answer, which is unknown if the context is done.
func (a *asker) check(assume ...smt.Bool) smt.Result {
	ctx, cancel := a.ctx, context.CancelFunc(func() {})
	if a.time > 0 {
		ctx, cancel = context.WithTimeout(ctx, a.time)
	}
	defer cancel()
	r, err := a.s.Check(ctx, assume...)
	switch {
	case err != nil && ctx.Err() != nil:
		r, a.slow = smt.Result{}, true
		a.unknown(context.Cause(ctx).Error())
	case err != nil:
		panic(fault{err})
	}
	if r.Status == smt.Unknown {
		a.unknown(r.Reason.String())
	}
	return r
}

// unknown keeps the first reason for an unknown answer.
func (a *asker) unknown(why string) {
	if a.cut == "" {
		a.cut = why
	}
}

// model returns a model under assumptions; nil if none was found.
func (a *asker) model(assume ...smt.Bool) *smt.Model {
	if a.check(assume...).Status != smt.Sat {
		return nil
	}
	m, err := a.s.Model()
	if err != nil {
		panic(fault{err})
	}
	return m
}

// values returns the values of a model, after evaluating the formula in it.
func (p *problem) values(m *smt.Model) Values {
	if v, err := m.Eval(p.f); err == nil && !v.IsTrue() {
		panic(fault{reason.Internalf("the model does not satisfy the formula (please report it)\n%s\n%s", p.f, m)})
	}
	return Values{p, m}
}

package smtscript

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// session runs the script through smt.Session, with terms built in its store, and calls other
// methods between the operations of the script.
func (m *machine) session() (one, other []smt.Result, err error) {
	if m.Store.HasBitVecs() { // which package smt does not have yet
		return m.both(m.Script, solver.Options{CheckModels: true, NoPreprocess: true})
	}
	if one, err = m.ask(m.Script, solver.Options{}); err != nil {
		return nil, nil, err
	}
	p := &player{machine: m, importer: newImporter(m.Store)}
	p.s = smt.NewSession(p.to, smt.Config{CheckModels: m.r.IntN(2) == 0})
	return one, p.answers, p.play()
}

// memory runs the script through a session that may hold little more memory than the process
// does, and sometimes asks a question in between that needs more.
func (m *machine) memory() (one, other []smt.Result, err error) {
	if m.Store.HasBitVecs() { // which package smt does not have yet
		return m.both(m.Script, solver.Options{CheckModels: true, NoPreprocess: true})
	}
	if one, err = m.ask(m.Script, solver.Options{}); err != nil {
		return nil, nil, err
	}
	p := &player{machine: m, importer: newImporter(m.Store), hungry: true}
	p.s = smt.NewSession(p.to, smt.Config{CheckModels: true, Memory: limit.HeldBytes() + m.r.Int64N(1<<(10+m.r.IntN(14)))})
	return one, p.answers, p.play()
}

// player runs a script on a session.
type player struct {
	*machine
	*importer
	s       *smt.Session
	answers []smt.Result
	hungry  bool
}

// play runs the operations of the script.
func (p *player) play() error {
	for _, o := range p.Ops {
		if err := p.stop(); err != nil {
			return err
		}
		if err := p.step(o); err != nil {
			return fmt.Errorf("%s: %w", p.Plan, err)
		}
	}
	return nil
}

// feed asks a question, in a scope of its own, that fills the memory up to the limit, unless
// it is answered before.
func (p *player) feed() error {
	x, y := p.to.Int("hungry x"), p.to.Int("hungry y")
	t := y
	for range p.r.IntN(2000) {
		switch p.r.IntN(8) {
		case 0:
			t = x.Mod(t)
		case 1:
			t = t.Add(x)
		default:
			t = t.Mul(x)
		}
	}
	p.s.Push()
	defer p.s.Pop()
	p.s.Assert(t.Gt(y))
	ctx, cancel := within(context.Background(), loopSteps)
	defer cancel()
	if _, err := p.s.Check(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}

func (p *player) step(o Op) error {
	if p.r.IntN(12) == 0 {
		p.s = p.s.Fork()
	}
	switch o.Kind {
	case Assert, Flow:
		p.s.Assert(p.formula(o.Terms[0]))
	case Push:
		p.s.Push()
	case Pop:
		if p.s.Depth() > 0 {
			p.s.Pop()
		}
	default:
		if p.hungry && p.r.IntN(4) == 0 {
			if err := p.feed(); err != nil {
				return err
			}
		}
		return p.ask(o)
	}
	return nil
}

func (p *player) ask(o Op) error {
	assumed := make([]smt.Bool, len(o.Terms))
	for i, t := range o.Terms {
		assumed[i] = p.formula(t)
	}
	if p.r.IntN(4) == 0 {
		if err := p.stopped(assumed); err != nil {
			return err
		}
	}
	ctx, cancel := within(context.Background(), loopSteps)
	defer cancel()
	a, err := p.s.Check(ctx, assumed...)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if o.Kind == Check {
		p.answers = append(p.answers, a)
	}
	switch a.Status {
	case smt.Sat:
		m, err := p.s.Model()
		if err != nil {
			return err
		}
		if err := p.satisfied(m, assumed); err != nil {
			return err
		}
		return p.models(ctx)
	case smt.Unsat:
		return p.core(ctx, assumed)
	}
	return nil
}

// stopped runs a check that is stopped at a random poll.
func (p *player) stopped(assumed []smt.Bool) error {
	ctx, cancel := p.countdown().Context(context.Background())
	defer cancel()
	switch a, err := p.s.Check(ctx, assumed...); {
	case ctx.Err() == nil:
		return err
	case err != nil && !errors.Is(err, ctx.Err()):
		return fmt.Errorf("stopped: %w", err)
	case a.Status == smt.Sat:
		m, err := p.s.Model()
		if err != nil {
			return err
		}
		return p.satisfied(m, assumed)
	}
	return nil
}

// satisfied evaluates all assertions and assumptions, except quantifiers.
func (p *player) satisfied(m *smt.Model, assumed []smt.Bool) error {
	fs := slices.Clone(assumed)
	for _, f := range p.s.Assertions {
		fs = append(fs, f)
	}
	for _, f := range fs {
		if ok, err := m.Bool(f); err == nil && !ok {
			return fmt.Errorf("wrong model: %v is false", f)
		}
	}
	return nil
}

// models checks a few more models.
func (p *player) models(ctx context.Context) error {
	if p.r.IntN(4) > 0 || len(p.constants) == 0 {
		return nil
	}
	var some []smt.Expr
	for range 1 + p.r.IntN(3) {
		some = append(some, p.constants[p.r.IntN(len(p.constants))])
	}
	var found []*smt.Model
	for m, err := range p.s.Models(ctx, some...) {
		if err != nil || len(found) == 3 {
			break
		}
		found = append(found, m)
	}
	for i, m := range found {
		if err := p.satisfied(m, nil); err != nil {
			return fmt.Errorf("model %d: %w", i, err)
		}
		for _, n := range found[:i] {
			if !slices.ContainsFunc(some, func(t smt.Expr) bool {
				v, err := m.Eval(t)
				w, err2 := n.Eval(t)
				return err != nil || err2 != nil || !v.Equal(w)
			}) {
				return errors.New("two models give the terms the same values")
			}
		}
	}
	return nil
}

// core checks the core with a new session.
func (p *player) core(ctx context.Context, assumed []smt.Bool) error {
	var core smt.Core
	var err error
	switch p.r.IntN(4) {
	case 0:
		core, err = p.s.Core(ctx)
	case 1:
		core, err = p.s.MinimizeCore(ctx, p.r.Int64N(20))
	default:
		return nil
	}
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	again := smt.NewSession(p.to, smt.Config{})
	for id, f := range p.s.Assertions {
		if slices.Contains(core.Assertions, id) {
			again.Assert(f)
		}
	}
	for _, f := range core.Assumptions {
		if !slices.Contains(assumed, f) {
			return fmt.Errorf("%v of the core is not an assumption", f)
		}
	}
	if r, err := again.Check(ctx, core.Assumptions...); r.Status == smt.Sat {
		return fmt.Errorf("the core is sat (%v)", err)
	}
	return nil
}

// importer rebuilds terms of a term.Store with the methods of an smt.Store.
type importer struct {
	from      *term.Store
	to        *smt.Store
	terms     map[term.Term]smt.Term
	funs      map[term.Sym]smt.Func
	constants []smt.Expr // of sorts whose values terms can distinguish
}

func newImporter(from *term.Store) *importer {
	return &importer{from, smt.NewStore(), map[term.Term]smt.Term{}, map[term.Sym]smt.Func{}, nil}
}

// must is for calls that cannot fail: a panic is reported as a failing case.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func (p *importer) formula(t term.Term) smt.Bool { return smt.Bool{Term: p.term(t)} }

func (p *importer) sort(s term.Sort) smt.AnySort {
	switch {
	case s == term.Bool:
		return p.to.BoolSort().AnySort
	case s == term.Int:
		return p.to.IntSort().AnySort
	case s == term.Real:
		return p.to.RealSort().AnySort
	case p.from.IsArray(s):
		index, elm := p.from.ArraySorts(s)
		return must(smt.ArraySort(p.sort(index), p.sort(elm)))
	}
	return p.to.Sort(p.from.SortName(s)).AnySort
}

func (p *importer) fun(f term.Sym) smt.Func {
	if g, ok := p.funs[f]; ok {
		return g
	}
	sorts, res := p.from.SymSorts(f)
	params := make([]smt.AnySort, len(sorts))
	for i, s := range sorts {
		params[i] = p.sort(s)
	}
	p.funs[f] = must(p.to.Declare(fmt.Sprintf("%s.%d", p.from.SymName(f), f), params, p.sort(res)))
	return p.funs[f]
}

// term imports a term; shared parts are imported once.
func (p *importer) term(t term.Term) smt.Term {
	if u, ok := p.terms[t]; ok {
		return u
	}
	st := p.from
	args := make([]smt.Term, st.NumArgs(t))
	for i := range args {
		args[i] = p.term(st.Arg(t, i))
	}
	var u smt.Term
	switch op := st.Op(t); {
	case op == term.OpTrue || op == term.OpFalse:
		u = p.to.BoolVal(op == term.OpTrue).Term
	case op == term.OpNum:
		u = p.to.BigInt(st.Num(t).Big()).Term
	case op == term.OpRat:
		u = p.to.BigRat(st.RatValue(t).Big()).Term
	case op == term.OpApp:
		u = must(p.fun(st.Sym(t)).Apply(args...))
		if st.NumArgs(t) == 0 && st.Sort(t) <= term.Real {
			p.constants = append(p.constants, u)
		}
	case op == term.OpBound:
		u = must(p.sort(st.Sort(t)).Fresh(st.SymName(st.BoundSym(t))))
	case op == term.OpForall || op == term.OpExists:
		u = p.quantifier(st.Quant(t), op == term.OpForall)
	case op == term.OpConstArray:
		u = must(p.to.ConstArray(p.sort(st.Sort(t)), args[0]))
	default:
		u = must(p.to.Apply(op.String(), args...))
	}
	p.terms[t] = u
	return u
}

func (p *importer) quantifier(q term.Quant, forall bool) smt.Term {
	list := func(ts []term.Term) []smt.Term {
		out := make([]smt.Term, len(ts))
		for i, t := range ts {
			out[i] = p.term(t)
		}
		return out
	}
	var patterns [][]smt.Term
	if forall {
		for _, g := range q.Patterns {
			patterns = append(patterns, list(g))
		}
	}
	return must(p.to.Quantify(forall, list(q.Vars), p.term(q.Body), patterns...))
}

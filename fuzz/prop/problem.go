package prop

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/smt"
)

// problem is a formula with what is looked at in its models.
type problem struct {
	cfg     Config
	st      *smt.Store
	f       smt.Bool
	scalars []smt.Term // of sorts Bool, Int and Real: what is drawn and made small
	consts  []smt.Term
	funs    []smt.Func
}

// newProblem looks at some terms; at all constants of the formula if there are none.
func newProblem(cfg Config, f smt.Bool, vars []smt.Expr) *problem {
	p := &problem{cfg: cfg, st: f.Sort().Store(), f: f}
	if p.st == nil {
		panic(errors.New("prop: the zero formula"))
	}
	p.speaks(f.Term)
	for i, v := range vars {
		t := v.Untyped()
		if !p.scalar(t) {
			panic(fmt.Errorf("prop: variable %d, %s, is of the unsupported sort %s: "+
				"Bool, Int and Real can be drawn, and terms of these sorts such as elements", i+1, t, t.Sort()))
		}
		p.scalars = append(p.scalars, t)
		p.speaks(t)
	}
	if len(vars) == 0 {
		p.scalars = slices.DeleteFunc(slices.Clone(p.consts), func(c smt.Term) bool { return !p.scalar(c) })
	}
	return p
}

func (p *problem) speaks(t smt.Term) {
	for f := range t.Symbols {
		c, err := f.Apply()
		switch {
		case err != nil && !slices.Contains(p.funs, f):
			p.funs = append(p.funs, f)
		case err == nil && !slices.Contains(p.consts, c):
			p.consts = append(p.consts, c)
		}
	}
}

func (p *problem) scalar(t smt.Term) bool { return p.isBool(t) || p.isInt(t) || p.isReal(t) }
func (p *problem) isBool(t smt.Term) bool { return t.Sort() == p.st.BoolSort().AnySort }
func (p *problem) isInt(t smt.Term) bool  { return t.Sort() == p.st.IntSort().AnySort }
func (p *problem) isReal(t smt.Term) bool { return t.Sort() == p.st.RealSort().AnySort }

// hash stands for the formula as text.
func (p *problem) hash() string {
	h := fnv.New64a()
	s := smt.NewSession(p.st, smt.Config{})
	s.Assert(p.f)
	s.WriteSMTLIB(h)
	return fmt.Sprintf("%016x", h.Sum64())
}

// apply builds a term of arguments that are known to fit.
func (p *problem) apply(op string, args ...smt.Term) smt.Term {
	t, err := p.st.Apply(op, args...)
	if err != nil {
		panic(err)
	}
	return t
}

func (p *problem) formula(op string, args ...smt.Term) smt.Bool {
	f, err := smt.As(p.apply(op, args...), p.st.BoolSort())
	if err != nil {
		panic(err)
	}
	return f
}

// numeral is a number of the sort of t.
func (p *problem) numeral(t smt.Term, q *big.Rat) smt.Term {
	if p.isInt(t) {
		return p.st.BigInt(q.Num()).Term
	}
	return p.st.BigRat(q).Term
}

func (p *problem) eq(t smt.Term, q *big.Rat) smt.Bool { return p.formula("=", t, p.numeral(t, q)) }
func (p *problem) le(t smt.Term, q *big.Rat) smt.Bool { return p.formula("<=", t, p.numeral(t, q)) }
func (p *problem) ge(t smt.Term, q *big.Rat) smt.Bool { return p.formula(">=", t, p.numeral(t, q)) }

// within says |t| <= q.
func (p *problem) within(t smt.Term, q *big.Rat) smt.Bool {
	return p.le(t, q).And(p.ge(t, new(big.Rat).Neg(q)))
}

// denominator says that d*t is an integer.
func (p *problem) denominator(t smt.Term, d *big.Int) smt.Bool {
	if p.isInt(t) {
		return p.st.BoolVal(true)
	}
	return p.formula("is_int", p.apply("*", p.numeral(t, new(big.Rat).SetInt(d)), t))
}

// isTrue is the value of a Bool in a model.
func isTrue(m *smt.Model, t smt.Term) bool { return value(m, t).IsTrue() }

// number is the value of an Int or a Real in a model.
func number(m *smt.Model, t smt.Term) *big.Rat {
	q, _ := value(m, t).Rat()
	return q
}

func value(m *smt.Model, t smt.Expr) smt.Value {
	v, err := m.Eval(t)
	if err != nil {
		panic(fmt.Errorf("prop: %w", err))
	}
	return v
}

// is says that t has the value that it has in a model.
func (p *problem) is(m *smt.Model, t smt.Term) smt.Bool {
	if p.isBool(t) {
		return p.formula("=", t, p.st.BoolVal(isTrue(m, t)).Term)
	}
	return p.eq(t, number(m, t))
}

// A step of a search that need not succeed ends after so many conflicts.
const stepConflicts = 500

// asker looks for models of a problem and more.
type asker struct {
	ctx context.Context
	s   *smt.Session
	cut string // why an answer was unknown, if one was
}

// ask returns an asker. A limit on conflicts makes sense where no answer is as
// good as none.
func (p *problem) ask(ctx context.Context, seed uint64, conflicts int64) *asker {
	a := &asker{ctx: ctx, s: smt.NewSession(p.st, smt.Config{Seed: seed, Conflicts: conflicts})}
	a.s.Assert(p.f)
	return a
}

// check returns the answer; unknown also if the context is done.
func (a *asker) check(assume ...smt.Bool) smt.Result {
	r, err := a.s.Check(a.ctx, assume...)
	switch {
	case err != nil && a.ctx.Err() != nil:
		r = smt.Result{Status: smt.Unknown, Reason: context.Cause(a.ctx).Error()}
	case err != nil:
		panic(err) // a fault of the solver
	}
	if r.Status == smt.Unknown && a.cut == "" {
		a.cut = r.Reason
	}
	return r
}

// model returns a model under assumptions; nil if none was found.
func (a *asker) model(assume ...smt.Bool) *smt.Model {
	if a.check(assume...).Status != smt.Sat {
		return nil
	}
	m, err := a.s.Model()
	if err != nil {
		panic(err)
	}
	return m
}

package prop

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"
	"sync"

	"github.com/leanovate/gopter"

	"github.com/muster-smt/muster/theory/smt"
)

// Gen returns a gopter generator of Values that satisfy a constraint. They are diverse in
// some terms, of sorts Bool, Int and Real: all constants of the constraint if none are
// given. They shrink to smaller Values that satisfy the constraint.
//
// A property whose constraint has no solution, or none that is found in time, fails with an
// error that says so.
func Gen(constraint smt.Bool, vars ...smt.Expr) gopter.Gen {
	return Config{}.Gen(constraint, vars...)
}

// Gen is the function Gen with other settings.
func (c Config) Gen(constraint smt.Bool, vars ...smt.Expr) gopter.Gen {
	p := newProblem(c, constraint, vars)
	spans := sync.OnceValue(p.spans)
	least := sync.OnceValue(p.start)
	return func(g *gopter.GenParameters) *gopter.GenResult {
		r := rand.New(rand.NewSource(g.Rng.Int63()))
		shrink := func(v any) gopter.Shrink { return p.shrink(v.(Values), least()) }
		return gopter.NewGenResult(p.draw(r, spans()), shrink)
	}
}

// draw finds a model, and another one for each hint that the constraint allows. A
// session of its own makes the result depend on the random numbers only.
func (p *problem) draw(r *rand.Rand, spans []span) Values {
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	a := p.ask(ctx, r.Uint64(), stepConflicts)
	m := p.some(a)
	for _, i := range r.Perm(len(p.scalars)) {
		for _, h := range p.hints(r, i, spans[i], m) {
			next := m
			if !value(m, h).IsTrue() {
				next = a.model(h)
			}
			if next != nil {
				m = next
				a.s.Assert(h)
				break
			}
		}
	}
	return Values{p, m}
}

// some returns a model. gopter makes a failure of a panic.
func (p *problem) some(a *asker) *smt.Model {
	if m := a.model(); m != nil {
		return m
	}
	if a.cut == "" {
		panic(fmt.Errorf("prop: the constraint has no solution: %s", p.f))
	}
	a = p.ask(a.ctx, 0, 0)
	m := a.model()
	if m == nil {
		panic(fmt.Errorf("prop: no solution of the constraint is found: %s", a.cut))
	}
	return m
}

// start is the smallest model.
func (p *problem) start() Values {
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	m, _ := p.smallest(ctx, p.some(p.ask(ctx, 0, stepConflicts)))
	return Values{p, m}
}

// span is what integers a number can be, as far as that is known.
type span struct{ lo, hi *big.Int }

// far is what has no bound for us if it can be reached.
var far = new(big.Int).Lsh(big.NewInt(1), 65)

// spans finds the bounds that the constraint has for each number.
func (p *problem) spans() []span {
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	a := p.ask(ctx, 0, stepConflicts)
	m := p.some(a)
	out := make([]span, len(p.scalars))
	for i, t := range p.scalars {
		if !p.isBool(t) {
			out[i] = span{p.extreme(a, m, t, -1), p.extreme(a, m, t, 1)}
		}
	}
	return out
}

// extreme is the least or greatest integer that bounds a number; nil if that is far away.
func (p *problem) extreme(a *asker, m *smt.Model, t smt.Term, sign int64) *big.Int {
	beyond := func(k *big.Int) smt.Bool { // sign*t >= k
		q := new(big.Rat).SetInt(new(big.Int).Mul(k, big.NewInt(sign)))
		if sign < 0 {
			return p.le(t, q)
		}
		return p.ge(t, q)
	}
	reached := func(m *smt.Model) *big.Int { // sign*t, rounded down
		q := number(m, t)
		n := new(big.Int).Mul(q.Num(), big.NewInt(sign))
		return n.Div(n, q.Denom())
	}
	if a.check(beyond(far)).Status != smt.Unsat {
		return nil
	}
	// The least gap below far that some model keeps.
	gap := least(new(big.Int).Sub(far, reached(m)), func(gap *big.Int) *big.Int {
		if m := a.model(beyond(new(big.Int).Sub(far, gap))); m != nil {
			return new(big.Int).Sub(far, reached(m))
		}
		return nil
	})
	return gap.Sub(far, gap).Mul(gap, big.NewInt(sign))
}

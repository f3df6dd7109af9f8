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
// vars or, if none are given, in all constants and functions of the constraint. They
// shrink to smaller Values that satisfy the constraint.
//
// If the constraint has no solution, or none is found in time, the property fails with an
// error that says so.
func Gen(constraint smt.Bool, vars ...smt.Expr) gopter.Gen {
	return Config{}.Gen(constraint, vars...)
}

// Gen is like the function Gen, with these settings.
func (c Config) Gen(constraint smt.Bool, vars ...smt.Expr) gopter.Gen {
	return newProblem(c, constraint, vars).gen()
}

func (p *problem) gen() gopter.Gen {
	spans := sync.OnceValue(p.spans)
	least := sync.OnceValue(p.start)
	return func(g *gopter.GenParameters) *gopter.GenResult {
		r := rand.New(rand.NewSource(g.Rng.Int63()))
		shrink := func(v any) gopter.Shrink { return p.shrink(v.(Values), least()) }
		return gopter.NewGenResult(p.draw(r, spans()), shrink)
	}
}

// draw finds a model, and another one for each hint that the constraint allows. Since it
// has a session of its own, the result depends only on the random numbers.
func (p *problem) draw(r *rand.Rand, spans map[smt.Term]span) Values {
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	a := p.ask(ctx, step(r.Uint64()))
	m := p.some(a)
	var x *form
	x = p.newForm(func(says func(int) smt.Bool, count func(*smt.Model) int) (int, bool) {
		few := r.Intn(max(2, 6-len(x.says))) // tables of tables grow fast
		for _, n := range []int{few, count(m) + few, count(m)} {
			if next := a.model(says(n)); next != nil {
				m = next
				a.s.Assert(says(n))
				return n, true
			}
		}
		return 0, false
	})
	for _, s := range p.vars {
		x.add(s)
	}
	for _, i := range r.Perm(len(x.leaves)) {
		s := spans[x.leaves[i]]
		if x.points[x.leaves[i]] && r.Intn(2) == 0 {
			s = indices
		}
		for _, h := range p.hints(r, x.leaves, i, s, m) {
			if a.slow {
				break
			}
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
	return p.values(m)
}

// some returns a model. It panics if there is none, which gopter reports as a failure.
func (p *problem) some(a *asker) *smt.Model {
	if m := a.model(); m != nil {
		return m
	}
	if a.cut == "" {
		panic(fmt.Errorf("prop: the constraint has no solution: %s", p.f))
	}
	a = p.ask(a.ctx, smt.Config{})
	m := a.model()
	if m == nil {
		panic(fmt.Errorf("prop: no solution of the constraint is found: %s", a.cut))
	}
	return m
}

// start returns the smallest values.
func (p *problem) start() Values {
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	v, _ := p.smallest(context.Background(), p.some(p.ask(ctx, step(0))))
	return v
}

// span bounds the integers that a number can be; nil means unknown.
type span struct{ lo, hi *big.Int }

// indices are typical indices of arrays in programs.
var indices = span{new(big.Int), big.NewInt(15)}

// farBits says when a number counts as unbounded: if it can reach two to this
// power.
const farBits = 65

// spans returns the bounds that the constraint implies for each number.
func (p *problem) spans() map[smt.Term]span {
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	a := p.ask(ctx, step(0))
	m := p.some(a)
	out := map[smt.Term]span{}
	for _, s := range p.vars {
		if !s.t.IsZero() && p.isNumber(s.t.Sort()) && !a.slow {
			out[s.t] = span{p.extreme(a, m, s.t, -1), p.extreme(a, m, s.t, 1)}
		}
	}
	return out
}

// extreme returns the least or greatest integer that bounds a number, or nil if it
// counts as unbounded.
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
	far := new(big.Int).Lsh(big.NewInt(1), farBits)
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

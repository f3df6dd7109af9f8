package prop

import (
	"context"
	"math/big"
	"strings"

	"github.com/leanovate/gopter"

	"github.com/muster-smt/muster/theory/smt"
)

// goal is a way to make values smaller: scalar i becomes target, or something near it;
// all others keep their values, or don't grow. A goal for no scalar bounds all numbers.
type goal struct {
	i      int // -1: all numbers
	target *big.Rat
	how    manner
	from   *big.Rat // of near
}

type manner uint8

const (
	alone    manner = iota // exactly, the others as they are
	together               // exactly, the others no greater
	near                   // between from and target
	below                  // as far from 0 as target at most
	rounded                // as below, and an integer
)

// shrink returns what is smaller than v, the smallest Values of all first. Every
// goal is one that v does not reach and that is nearer to 0 or rounder, so
// shrinking ends; what reaches none cannot be made smaller by one number alone.
func (p *problem) shrink(v, least Values) gopter.Shrink {
	seen := map[string]bool{p.key(v.m): true}
	goals := p.goals(v.m)
	var a *asker
	first := true
	return func() (any, bool) {
		if first {
			first = false
			if key := p.key(least.m); seen[key] {
				goals = nil
			} else {
				seen[key] = true
				return least, true
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
		defer cancel()
		if a == nil {
			a = p.ask(ctx, 0, stepConflicts)
		}
		a.ctx = ctx
		for len(goals) > 0 {
			g := goals[0]
			goals = goals[1:]
			if m := a.model(p.assume(v.m, g)...); m != nil && !seen[p.key(m)] {
				seen[p.key(m)] = true
				return Values{p, m}, true
			}
		}
		return nil, false
	}
}

// key tells values of the scalars apart.
func (p *problem) key(m *smt.Model) string {
	var b strings.Builder
	for _, t := range p.scalars {
		b.WriteString(text(value(m, t)))
		b.WriteByte(' ')
	}
	return b.String()
}

func (p *problem) goals(m *smt.Model) (goals []goal) {
	for _, q := range halves(new(big.Rat).SetInt(p.norm(m))) {
		goals = append(goals, goal{i: -1, target: q, how: below})
	}
	for i, t := range p.scalars {
		if p.isBool(t) {
			if isTrue(m, t) {
				goals = append(goals, goal{i: i, how: alone}, goal{i: i, how: together})
			}
			continue
		}
		q := number(m, t)
		if !q.IsInt() {
			size := new(big.Rat).SetInt(ceil(q))
			away := new(big.Rat).Mul(size, big.NewRat(int64(q.Sign()), 1))
			goals = append(goals, goal{i: i, target: size, how: rounded}, goal{i: i, target: away, how: together})
		}
		from := new(big.Rat)
		for _, h := range halves(q) {
			goals = append(goals, goal{i, h, alone, nil}, goal{i, h, together, nil}, goal{i, h, near, from})
			from = h
		}
		if q.Sign() < 0 {
			positive := new(big.Rat).Neg(q) // alone: two numbers could change signs for ever
			goals = append(goals, goal{i: i, target: positive, how: alone})
		}
		if hs := halves(q); len(hs) > 0 {
			goals = append(goals, goal{i: i, target: new(big.Rat).Abs(hs[len(hs)-1]), how: below})
		}
	}
	return goals
}

// halves are 0, 1/2, 3/4, ... of a number, and what is just below it, with no greater
// denominator.
func halves(q *big.Rat) (out []*big.Rat) {
	for gap := new(big.Int).Set(q.Num()); gap.Sign() != 0; gap.Quo(gap, big.NewInt(2)) {
		out = append(out, new(big.Rat).SetFrac(new(big.Int).Sub(q.Num(), gap), q.Denom()))
	}
	return out
}

// assume says what a goal wants of the next model.
func (p *problem) assume(m *smt.Model, g goal) (fs []smt.Bool) {
	for i, t := range p.scalars {
		switch {
		case i == g.i && p.isBool(t):
			fs = append(fs, p.formula("not", t))
		case i == g.i && g.how == rounded:
			fs = append(fs, p.within(t, g.target), p.denominator(t, big.NewInt(1)))
		case i == g.i && g.how == below:
			fs = append(fs, p.within(t, g.target), p.denominator(t, number(m, t).Denom()))
		case i == g.i && g.how == near:
			fs = append(fs, p.between(t, g.from, g.target), p.denominator(t, number(m, t).Denom()))
		case i == g.i:
			fs = append(fs, p.eq(t, g.target))
		case g.i < 0 && !p.isBool(t):
			fs = append(fs, p.within(t, g.target))
		case g.i < 0:
		case g.how == alone:
			fs = append(fs, p.is(m, t))
		case p.isBool(t) && !isTrue(m, t):
			fs = append(fs, p.formula("not", t))
		case !p.isBool(t):
			q := number(m, t)
			fs = append(fs, p.within(t, new(big.Rat).Abs(q)), p.denominator(t, q.Denom()))
		}
	}
	return fs
}

// between says that t is between two numbers, in whatever order they are.
func (p *problem) between(t smt.Term, a, b *big.Rat) smt.Bool {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	return p.ge(t, a).And(p.le(t, b))
}

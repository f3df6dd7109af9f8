package prop

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/leanovate/gopter"

	"github.com/muster-smt/muster/theory/smt"
)

// goal is a way to make values smaller: formulas that the next model has to satisfy. A
// model counts only if it is smaller, so shrinking terminates.
type goal func() []smt.Bool

// shrink yields Values that are smaller than v, beginning with the smallest of all.
func (p *problem) shrink(v, least Values) gopter.Shrink {
	now := p.flatten(v.m, 0, 0)
	seen := map[string]bool{}
	fresh := func(w Values) bool {
		key := p.key(w.m)
		if seen[key] || p.flatten(w.m, 0, 0).compare(now) >= 0 {
			return false
		}
		seen[key] = true
		return true
	}
	goals := p.goals(v.m, now)
	var a *asker
	first := true
	return func() (any, bool) {
		if first {
			if first = false; fresh(least) {
				return least, true
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
		defer cancel()
		if a == nil {
			a = p.ask(ctx, step(0))
		}
		a.ctx = ctx
		for len(goals) > 0 && !a.slow {
			g := goals[0]
			goals = goals[1:]
			if m := a.model(g()...); m != nil {
				if w := p.values(m); fresh(w) {
					return w, true
				}
			}
		}
		return nil, false
	}
}

// key identifies the values of a model.
func (p *problem) key(m *smt.Model) (key string) {
	for _, s := range p.vars {
		key += s.text(m) + "\n"
	}
	return key
}

// goals returns the goals for a model: fewer entries, smaller numbers, smaller scalars.
func (p *problem) goals(m *smt.Model, x *flat) (goals []goal) {
	entries := p.flatten(m, 0, 0).entry
	for n := entries; n > 0; n /= 2 {
		for from := 0; from < entries; from += n {
			goals = append(goals, func() []smt.Bool {
				less := p.flatten(m, from, from+n)
				return p.want(less, less.form(p), change{i: none, how: alone})
			})
		}
	}
	for _, s := range p.vars {
		if t, ok := s.table(m); ok {
			for _, n := range halves(big.NewRat(int64(len(t.Entries)), 1)) {
				goals = append(goals, func() []smt.Bool { return p.fewer(m, s, int(n.Num().Int64())) })
			}
		}
	}
	f := sync.OnceValue(func() *form { return x.form(p) })
	for _, c := range p.changes(x) {
		goals = append(goals, func() []smt.Bool { return p.want(x, f(), c) })
	}
	return goals
}

// fewer says that one table has at most n entries, and those before it at most as many as
// now, which is smaller whatever they contain.
func (p *problem) fewer(m *smt.Model, s subject, n int) []smt.Bool {
	x := p.newForm(nil)
	for _, u := range p.vars {
		t, _ := u.table(m)
		size, outer := len(t.Entries), true
		if u == s {
			size = n
		}
		x.size = func(func(int) smt.Bool, func(*smt.Model) int) (int, bool) {
			defer func() { outer = false }()
			return size, outer
		}
		x.add(u)
		if u == s {
			break
		}
	}
	return x.says
}

// change makes leaf i smaller: it becomes target, or is bounded by it, while the others
// keep their values or do not grow. With i == none it bounds all numbers.
type change struct {
	i      int
	how    manner
	target *big.Rat // for an element, its number
	from   *big.Rat // for near
}

const none = -1

type manner uint8

const (
	alone    manner = iota // target, and the others keep their values
	together               // target, and the others do not grow
	shared                 // target, as do all equal numbers; the others keep their values
	near                   // between from and target
	below                  // at most as far from 0 as target
	rounded                // as below, and an integer
)

func (p *problem) changes(x *flat) (cs []change) {
	for i, v := range x.leaves {
		q, isNumber := ratio(v)
		again := func(w smt.Value) bool { return isNumber && w.Equal(v) }
		if slices.ContainsFunc(x.leaves[i+1:], again) && !slices.ContainsFunc(x.leaves[:i], again) {
			for _, h := range halves(q) {
				cs = append(cs, change{i: i, target: h, how: shared})
			}
		}
	}
	for _, q := range halves(new(big.Rat).SetInt(x.norm())) {
		cs = append(cs, change{i: none, target: q, how: below})
	}
	for i, v := range x.leaves {
		if q, ok := ratio(v); ok {
			cs = append(cs, numbers(i, q)...)
			continue
		}
		n, ok := v.Element()
		if !ok {
			n = truth(v)
		}
		for k := range n {
			to := big.NewRat(int64(k), 1)
			cs = append(cs, change{i: i, target: to, how: alone}, change{i: i, target: to, how: together})
		}
	}
	return cs
}

// numbers returns the changes of a number.
func numbers(i int, q *big.Rat) (cs []change) {
	if !q.IsInt() {
		size := new(big.Rat).SetInt(ceil(q))
		away := new(big.Rat).Mul(size, big.NewRat(int64(q.Sign()), 1))
		cs = append(cs, change{i: i, target: size, how: rounded}, change{i: i, target: away, how: together})
	}
	from := new(big.Rat)
	hs := halves(q)
	for _, h := range hs {
		cs = append(cs, change{i, alone, h, nil}, change{i, together, h, nil}, change{i, near, h, from})
		from = h
	}
	if q.Sign() < 0 {
		cs = append(cs, change{i: i, target: new(big.Rat).Neg(q), how: alone})
	}
	if len(hs) > 0 {
		cs = append(cs, change{i: i, target: new(big.Rat).Abs(hs[len(hs)-1]), how: below})
	}
	return cs
}

// halves returns 0, 1/2, 3/4, ... of a number, up to its neighbour with the same
// denominator.
func halves(q *big.Rat) (out []*big.Rat) {
	for gap := new(big.Int).Set(q.Num()); gap.Sign() != 0; gap.Quo(gap, big.NewInt(2)) {
		out = append(out, new(big.Rat).SetFrac(new(big.Int).Sub(q.Num(), gap), q.Denom()))
	}
	return out
}

// want returns the formulas for a change.
func (p *problem) want(x *flat, f *form, c change) []smt.Bool {
	fs := slices.Clip(f.says)
	known := &elements{p: p}
	for i, t := range f.leaves {
		v := x.leaves[i]
		q, isNumber := ratio(v)
		n, isElement := v.Element()
		exact := c.how == alone || c.how == shared
		if i == c.i && !isNumber {
			k := c.target.Num().Int64()
			n, v, exact = int(k), smt.Value{}, true
		}
		switch {
		case isNumber && (i == c.i || c.how == shared && v.Equal(x.leaves[c.i])):
			fs = append(fs, p.changed(t, q, c))
		case isNumber && c.i == none && c.how == below:
			fs = append(fs, p.within(t, c.target))
		case isNumber && exact:
			fs = append(fs, p.eq(t, q))
		case isNumber:
			fs = append(fs, p.within(t, new(big.Rat).Abs(q)), p.denominator(t, q.Denom()))
		case c.i == none && c.how == below:
		case isElement && exact:
			fs = append(fs, p.equal(t, known.take(t.Sort(), n)))
		case isElement:
			fs = append(fs, p.among(t, p.first(t.Sort(), n+1)))
		case exact:
			fs = append(fs, p.equal(t, p.st.BoolVal(v.IsTrue()).Term))
		case !v.IsTrue():
			fs = append(fs, p.formula("not", t))
		}
	}
	return append(fs, known.different()...)
}

// first returns the first n elements of a sort.
func (p *problem) first(sort smt.AnySort, n int) (es []smt.Term) {
	for i := range n {
		es = append(es, p.place(element, sort, i))
	}
	return es
}

// changed says that t, a number whose value is q, changes.
func (p *problem) changed(t smt.Term, q *big.Rat, c change) smt.Bool {
	switch c.how {
	case rounded:
		return p.within(t, c.target).And(p.denominator(t, big.NewInt(1)))
	case below:
		return p.within(t, c.target).And(p.denominator(t, q.Denom()))
	case near:
		return p.between(t, c.from, c.target).And(p.denominator(t, q.Denom()))
	}
	return p.eq(t, c.target)
}

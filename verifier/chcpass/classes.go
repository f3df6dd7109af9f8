package chcpass

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// classes says which constants are equal, and which have a value.
type classes struct {
	to    map[term.Term]term.Term // from a constant to what it equals: a value, or a constant
	order []term.Term             // the constants that have an entry
}

func newClasses() *classes { return &classes{to: map[term.Term]term.Term{}} }

// find returns the value of a constant's class, or the constant that stands for it.
func (c *classes) find(t term.Term) term.Term {
	for {
		u, ok := c.to[t]
		if !ok {
			return t
		}
		t = u
	}
}

// unite makes two terms equal, values or constants. It reports whether they may be.
func (c *classes) unite(st *term.Store, a, b term.Term) bool {
	a, b = c.find(a), c.find(b)
	if a == b {
		return true
	}
	if !st.IsConst(a) || st.IsConst(b) && a < b {
		a, b = b, a
	}
	if !st.IsConst(a) {
		return false // two values of one sort
	}
	c.to[a] = b
	c.order = append(c.order, a)
	return true
}

func (c *classes) clone() *classes {
	return &classes{to: maps.Clone(c.to), order: slices.Clone(c.order)}
}

// meet returns what holds in both of two states.
func (c *classes) meet(st *term.Store, d *classes) *classes {
	var all []term.Term
	for _, x := range []*classes{c, d} {
		for _, t := range x.order {
			all = append(all, t, x.find(t))
		}
	}
	slices.Sort(all)
	out := newClasses()
	first := map[[2]term.Term]term.Term{}
	for _, t := range slices.Compact(all) {
		if !st.IsConst(t) {
			continue
		}
		key := [2]term.Term{c.find(t), d.find(t)}
		if key[0] == key[1] {
			out.unite(st, t, key[0])
		}
		if u, ok := first[key]; ok {
			out.unite(st, t, u)
		} else {
			first[key] = t
		}
	}
	return out
}

// learn adds what the conditions of a block and the results of its calls say. It reports whether they may hold.
func (a *equality) learn(p *vc.Proc, b *vc.Block, s *classes) bool {
	for _, i := range b.Sites {
		x := &p.Sites[i]
		args := a.args[x.Callee]
		if args == nil {
			return false
		}
		for k, y := range args {
			to := y.value
			if to == 0 {
				to = x.Outs[y.same]
			}
			if !s.unite(a.p.st, x.Outs[k], to) {
				return false
			}
		}
	}
	const rounds = 4
	for range rounds {
		n := len(s.order)
		if !a.conditions(b.Conds, s) {
			return false
		}
		if len(s.order) == n {
			break
		}
	}
	return true
}

// conditions adds what conditions say, given what is known.
func (a *equality) conditions(conds []term.Term, s *classes) bool {
	p := a.p
	p.sub.Reset()
	for _, t := range s.order {
		p.sub.Bind(t, s.find(t))
	}
	p.spend(len(s.order))
	defined := map[term.Term]term.Term{} // by term: the constant that equals it
	for _, c := range p.substituted(conds) {
		if c == p.st.False() || !a.condition(c, s, defined) {
			return false
		}
	}
	return true
}

// condition adds what a condition says. Of two constants that one may define the other, an argument is the one that is
// defined.
func (a *equality) condition(c term.Term, s *classes, defined map[term.Term]term.Term) bool {
	p, st := a.p, a.p.st
	simple := func(t term.Term) bool { return st.IsConst(t) || st.IsValue(t) }
	if args := st.Args(c); st.Op(c) == term.OpEq && simple(args[0]) && simple(args[1]) {
		return s.unite(st, args[0], args[1])
	}
	x, t := p.solve(c, func(c term.Term) bool { return a.isOut[c] })
	if x == 0 {
		x, t = p.solve(c, func(term.Term) bool { return true })
	}
	switch {
	case x == 0:
		return true
	case simple(t):
		return s.unite(st, x, t)
	case defined[t] != 0:
		return s.unite(st, x, defined[t])
	}
	defined[t] = x
	return true
}

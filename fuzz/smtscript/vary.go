package smtscript

import (
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// variations lists the plans with a second script that must have the same answers.
func variations() []plan {
	var out []plan
	for _, v := range []struct {
		name   string
		weight int
		vary   func(*varier) *Script
	}{
		{"permuted", 2, (*varier).permute},
		{"renamed", 2, (*varier).rename},
		{"facts", 3, (*varier).facts},
		{"noise", 3, (*varier).noise},
		{"rewritten", 3, (*varier).rewrite},
		{"instances", 2, (*varier).ground},
	} {
		out = append(out, plan{v.name, v.weight, func(m *machine) (one, other []solver.Result, err error) {
			vary := v.vary
			if m.flows() {
				vary = (*varier).permute // the others would make flow clauses that are not implied
			}
			s := vary(newVarier(m.r, m.Script))
			return m.both(s, solver.Options{NoPreprocess: m.r.IntN(2) == 0, Stress: m.r.IntN(4) == 0})
		}})
	}
	return out
}

// flows reports whether there are flow clauses.
func (s *Script) flows() bool {
	return slices.ContainsFunc(s.Ops, func(o Op) bool { return o.Kind == Flow })
}

// varier makes equivalent scripts.
type varier struct {
	*rand.Rand
	s       *Script
	terms   []term.Term // ground subterms of the script
	bools   []term.Term // those of sort Bool
	numbers []term.Term // and of sort Int or Real
}

func newVarier(r *rand.Rand, s *Script) *varier {
	v := &varier{Rand: r, s: s}
	var all []term.Term
	for _, o := range s.Ops {
		all = append(all, o.Terms...)
	}
	for _, t := range Subterms(s.Store, all...) {
		if !s.Store.Ground(t) {
			continue
		}
		v.terms = append(v.terms, t)
		switch s.Store.Sort(t) {
		case term.Bool:
			v.bools = append(v.bools, t)
		case term.Int, term.Real:
			v.numbers = append(v.numbers, t)
		}
	}
	return v
}

func (v *varier) one(n int) bool { return v.IntN(n) == 0 }

func pick[T any](v *varier, list []T) T { return list[v.IntN(len(list))] }

// permute changes the order of consecutive assertions, and of assumptions.
func (v *varier) permute() *Script {
	ops := slices.Clone(v.s.Ops)
	for i := 0; i < len(ops); {
		j := i
		for j < len(ops) && ops[j].Kind <= Flow {
			j++
		}
		v.Shuffle(j-i, func(a, b int) { ops[i+a], ops[i+b] = ops[i+b], ops[i+a] })
		if j < len(ops) {
			ts := slices.Clone(ops[j].Terms)
			v.Shuffle(len(ts), func(a, b int) { ts[a], ts[b] = ts[b], ts[a] })
			ops[j].Terms = ts
		}
		i = j + 1
	}
	return v.s.with(ops)
}

// rename rebuilds all terms in another store, with the symbols in another order.
func (v *varier) rename() *Script {
	st := term.NewStore()
	c := term.NewCopier(v.s.Store, st)
	for _, f := range v.Perm(v.s.Store.NumSyms() - 1) {
		c.Sym(term.Sym(f + 1))
	}
	for range min(v.IntN(20), len(v.terms)) {
		c.Term(pick(v, v.terms)) // terms, too
	}
	n := v.s.with(slices.Clone(v.s.Ops))
	n.Store, n.judge = st, nil
	for i, o := range n.Ops {
		n.Ops[i].Terms = make([]term.Term, len(o.Terms))
		for k, t := range o.Terms {
			n.Ops[i].Terms[k] = c.Term(t)
		}
	}
	return n
}

// facts adds formulas that are valid, or implied by the assertions.
func (v *varier) facts() *Script {
	var ops []Op
	for _, o := range v.s.Ops {
		if v.one(3) && len(v.terms) > 0 {
			ops = append(ops, Op{Assert, []term.Term{v.fact()}})
		}
		ops = append(ops, o)
		if o.Kind == Assert && v.one(3) && len(v.bools) > 0 {
			ops = append(ops, Op{Assert, []term.Term{v.s.Store.Or(pick(v, v.bools), o.Terms[0], pick(v, v.bools))}})
		}
	}
	return v.s.with(ops)
}

// fact returns a formula that holds in all models.
func (v *varier) fact() term.Term {
	st := v.s.Store
	a := pick(v, v.terms)
	b := a
	for range 20 {
		if c := pick(v, v.terms); st.Sort(c) == st.Sort(a) && (b == a || st.Op(c) == st.Op(a)) {
			b = c
		}
	}
	switch {
	case st.Op(a) == term.OpApp && st.Op(b) == term.OpApp && st.Sym(a) == st.Sym(b) && st.NumArgs(a) > 0:
		alt := []term.Term{st.Eq(a, b)}
		for i, x := range st.Args(a) {
			alt = append(alt, st.Not(st.Eq(x, st.Arg(b, i))))
		}
		return st.Or(alt...)
	case st.IsArray(st.Sort(a)):
		index, _ := st.ArraySorts(st.Sort(a))
		for range 20 {
			if i := pick(v, v.terms); st.Sort(i) == index {
				return st.Or(st.Not(st.Eq(a, b)), st.Eq(st.Select(a, i), st.Select(b, i)))
			}
		}
	case st.Sort(a) == term.Int || st.Sort(a) == term.Real:
		if v.one(2) {
			return st.Or(st.Lt(a, b), st.Lt(b, a), st.Eq(a, b))
		}
		c := pick(v, v.numbers)
		if st.Sort(c) == st.Sort(a) {
			return st.Or(st.Lt(b, a), st.Lt(c, b), st.Le(a, c))
		}
		return st.Or(st.Le(a, b), st.Le(b, a))
	case st.IsBitVec(st.Sort(a)):
		return v.bitFact(a, b)
	case st.Sort(a) == term.Bool:
		return st.Or(a, st.Not(st.And(a, b)), b)
	}
	return st.Or(st.Eq(a, b), st.Distinct(b, a))
}

// noise adds scopes with assertions and checks.
func (v *varier) noise() *Script {
	var ops []Op
	for _, o := range v.s.Ops {
		ops = append(ops, o)
		if !v.one(3) || len(v.bools) == 0 {
			continue
		}
		depth := 1 + v.IntN(3)
		for range depth {
			ops = append(ops, Op{Kind: Push})
			for range v.IntN(3) {
				f := pick(v, v.bools)
				if v.one(2) {
					f = v.s.Store.Not(f)
				}
				ops = append(ops, Op{Assert, []term.Term{f}})
			}
			if v.one(2) {
				ops = append(ops, Op{Kind: Aside, Terms: v.literals(v.IntN(3))})
			}
		}
		for range depth {
			ops = append(ops, Op{Kind: Pop})
			if v.one(4) {
				ops = append(ops, Op{Kind: Aside, Terms: v.literals(v.IntN(3))})
			}
		}
	}
	return v.s.with(ops)
}

func (v *varier) literals(n int) []term.Term {
	var ts []term.Term
	for range n {
		ts = append(ts, pick(v, v.bools))
	}
	return ts
}

// rewrite replaces some subterms by equivalent ones, everywhere or in some operations.
func (v *varier) rewrite() *Script {
	st := v.s.Store
	sub := term.NewSubst(st, st)
	for range min(1+v.IntN(6), len(v.terms)) {
		t := pick(v, v.terms)
		if _, bound := sub.Lookup(t); !bound && !st.IsValue(t) { // values are coefficients and divisors, too
			sub.Bind(t, v.same(t))
		}
	}
	everywhere := v.one(2)
	ops := slices.Clone(v.s.Ops)
	for i, o := range ops {
		if o.Kind == Flow || !everywhere && v.one(2) {
			continue
		}
		ops[i].Terms = make([]term.Term, len(o.Terms))
		for k, t := range o.Terms {
			ops[i].Terms[k] = sub.Apply(t)
		}
	}
	return v.s.with(ops)
}

// same returns another term with the value of t.
func (v *varier) same(t term.Term) term.Term {
	st := v.s.Store
	switch op := st.Op(t); {
	case op == term.OpLe && v.one(2):
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		switch v.IntN(3) {
		case 0:
			return st.Le(st.Sub(a, b), v.number(st.Sort(a), 0))
		case 1:
			return st.Or(st.Lt(a, b), st.Eq(a, b))
		}
		return st.Le(st.Mul(v.number(st.Sort(a), 2), a), st.Mul(v.number(st.Sort(a), 2), b))
	case op == term.OpEq && v.one(2):
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		if s := st.Sort(a); s == term.Int || s == term.Real {
			return st.And(st.Le(a, b), st.Le(b, a))
		}
		return st.Not(st.Distinct(b, a))
	case op == term.OpSelect && v.one(2):
		a, i := st.Arg(t, 0), st.Arg(t, 1)
		return st.Select(st.Store(a, i, t), i)
	}
	s := st.Sort(t)
	b, o := v.other(term.Bool), v.other(s)
	if (st.IsBitVec(s) || s == term.Bool && st.NumArgs(t) == 2 && st.IsBitVec(st.Sort(st.Arg(t, 0)))) && v.IntN(4) > 0 {
		return v.sameBits(t, o)
	}
	switch {
	case s == term.Bool && b != 0:
		switch v.IntN(3) {
		case 0:
			return st.And(st.Or(t, b), st.Or(t, st.Not(b)))
		case 1:
			return st.Or(st.And(t, b), st.And(t, st.Not(b)))
		}
		return st.Not(st.Ite(b, st.Not(t), st.Not(t)))
	case s == term.Int || s == term.Real:
		switch {
		case v.one(3) && b != 0:
			return st.Ite(b, t, st.Add(t, v.number(s, 0)))
		case v.one(2):
			return st.Sub(st.Add(t, v.number(s, 7)), v.number(s, 7))
		case o != 0:
			return st.Sub(st.Add(t, o), o)
		}
	case st.IsArray(s):
		index, _ := st.ArraySorts(s)
		if i := v.other(index); i != 0 {
			return st.Store(t, i, st.Select(t, i))
		}
	}
	if b != 0 {
		return st.Ite(b, t, t)
	}
	return t
}

// other returns a term of a sort that can be put anywhere; 0 if none is found. It has
// no quantifiers: one could end up inside itself, and bind a variable twice.
func (v *varier) other(s term.Sort) term.Term {
	for range 20 {
		if t := pick(v, v.terms); v.s.Store.Sort(t) == s && len(QuantifiedVars(v.s.Store, t)) == 0 {
			return t
		}
	}
	return 0
}

func (v *varier) number(s term.Sort, k int64) term.Term {
	if s == term.Real {
		return v.s.Store.Rat(num.RatFromInt64(k))
	}
	return v.s.Store.Int(k)
}

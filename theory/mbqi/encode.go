package mbqi

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxCopies bounds the copies into which a nested quantifier over elements is
// expanded; beyond that it becomes a quantifier over an interval of integers.
const maxCopies = 64

// encoder is one walk over a formula.
type encoder struct {
	*Interpretation
	env    map[term.Term]term.Term // what stands for the free variables
	memo   map[term.Term]term.Term
	failed bool // some term cannot be interpreted
}

// encode returns the interpretation of t, given those of its free variables: a term
// over integers or bit-vectors, Booleans and arrays of these. False if there is none.
func (p *Interpretation) encode(t term.Term, env map[term.Term]term.Term) (term.Term, bool) {
	e := &encoder{Interpretation: p, env: env, memo: map[term.Term]term.Term{}}
	var fold term.Fold[term.Term]
	u, _ := fold.Of(t, e.below, e.known, e.node, func() bool { return e.failed })
	return u, !e.failed
}

// below returns the terms from whose interpretations that of t is made.
func (e *encoder) below(t term.Term) []term.Term {
	if e.st.IsQuantifier(t) {
		return e.st.Args(t)[:1] // the body
	}
	return e.st.Args(t)
}

// known returns the interpretation of t if it is known, or t is a variable or has a value.
func (e *encoder) known(t term.Term) (term.Term, bool) {
	if u, ok := e.memo[t]; ok || e.failed {
		return u, true
	}
	if e.st.Op(t) == term.OpBound {
		return e.variable(t), true
	}
	if e.st.Ground(t) {
		return e.ground(t)
	}
	return 0, false
}

// node returns the interpretation of t, given those of what is below.
func (e *encoder) node(t term.Term, args []term.Term) term.Term {
	if e.failed {
		return 0
	}
	e.memo[t] = e.apply(t, args)
	return e.memo[t]
}

// ground returns the value of a ground term, if it can be evaluated without
// quantifiers.
func (e *encoder) ground(t term.Term) (term.Term, bool) {
	if u, ok := e.Interpretation.memo[t]; ok {
		return u, true
	}
	v, err := e.m.Eval(t)
	if err != nil {
		return 0, false
	}
	u := e.value(v)
	e.Interpretation.memo[t] = u
	return u, true
}

// variable returns what stands for a variable: its image in env, or, if a nested quantifier
// binds it, the variable itself or an integer one for an uninterpreted sort.
func (e *encoder) variable(t term.Term) term.Term {
	if u, ok := e.env[t]; ok {
		return u
	}
	sort := e.sort(e.st.Sort(t))
	if sort == e.st.Sort(t) {
		return t
	}
	u, ok := e.bound[t]
	if !ok || e.st.Sort(u) != sort {
		u = e.st.BoundVar(e.st.SymName(e.st.BoundSym(t)), sort)
		e.bound[t] = u
	}
	return u
}

// sort returns the sort that stands for a sort.
func (p *Interpretation) sort(s term.Sort) term.Sort {
	switch p.st.SortKind(s) {
	case term.KindUninterpreted:
		return p.elements()
	case term.KindArray:
		i, e := p.st.ArraySorts(s)
		return p.st.ArraySort(p.sort(i), p.sort(e))
	}
	return s
}

// value returns the term that stands for a value.
func (p *Interpretation) value(v model.Value) term.Term {
	switch v.Kind() {
	case model.KindBool:
		return p.st.Bool(v.IsTrue())
	case model.KindElem:
		return p.element(p.number(v))
	case model.KindReal:
		return p.st.Rat(v.Rat())
	case model.KindBits:
		return p.st.Bits(v.Sort(), v.Int())
	case model.KindArray:
		a := p.mk.ConstArray(p.sort(v.Sort()), p.value(v.Default()))
		v.Entries(func(i, x model.Value) bool {
			a = p.mk.Store(a, p.value(i), p.value(x))
			return true
		})
		return a
	}
	return p.mk.Numeral(v.Int())
}

// number returns the number of an element in its universe.
func (p *Interpretation) number(v model.Value) int {
	u := p.universe[v.Sort()]
	lo, hi := 0, len(u)
	for lo < hi {
		mid := (lo + hi) / 2
		if u[mid].Compare(v) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(u) || !u[lo].Equal(v) {
		panic("mbqi: an element outside its universe")
	}
	return lo
}

// apply returns the interpretation of t, given those of its arguments.
func (e *encoder) apply(t term.Term, args []term.Term) term.Term {
	switch e.st.Op(t) {
	case term.OpForall, term.OpExists:
		return e.quantifier(t, args[0])
	case term.OpApp:
		return e.application(t, args)
	case term.OpIte:
		return e.mk.Ite(args[0], args[1], args[2])
	case term.OpConstArray:
		return e.mk.ConstArray(e.sort(e.st.Sort(t)), args[0])
	case term.OpQuo:
		if !e.st.IsRat(args[1]) || e.st.RatValue(args[1]).Sign() == 0 {
			e.failed = true
			return t
		}
	case term.OpDiv, term.OpMod:
		if !e.st.IsNum(args[1]) || e.st.Num(args[1]).IsZero() {
			// The model defines division by zero. (Encoding that as a table beside the
			// division was tried: mod x y = x - y*(div x y) then went through all x, where
			// the answer is unknown at once now.)
			e.failed = true
			return t
		}
	case term.OpDistinct:
		return e.mk.Distinct(args...)
	}
	return e.mk.Rebuild(t, args)
}

// application returns the table of a function, applied to args.
func (e *encoder) application(t term.Term, args []term.Term) term.Term {
	fn := e.m.Fun(e.st.Sym(t))
	def, ok := fn.Default()
	if !ok {
		var err error
		if def, err = e.m.Zero(e.st.Sort(t)); err != nil {
			e.failed = true
			return t
		}
	}
	return e.table(fn.Entries(), def, args)
}

// table returns a chain of if-then-else, one link for each value other than the default.
func (e *encoder) table(entries []model.Entry, def model.Value, args []term.Term) term.Term {
	var values []model.Value
	points := map[string][]term.Term{} // never ranged over
	for _, n := range entries {
		if n.Value.Equal(def) {
			continue
		}
		at := make([]term.Term, len(args))
		for i, a := range args {
			at[i] = e.mk.Eq(a, e.value(n.Args[i]))
		}
		key := n.Value.Key()
		if points[key] == nil {
			values = append(values, n.Value)
		}
		points[key] = append(points[key], e.mk.And(at...))
	}
	out := e.value(def)
	for _, v := range values {
		out = e.mk.Ite(e.mk.Or(points[v.Key()]...), e.value(v), out)
	}
	return out
}

// quantifier returns a quantifier with another body: over elements it is
// expanded, or restricted to their numbers.
func (e *encoder) quantifier(t, body term.Term) term.Term {
	q := e.st.Quant(t)
	universal := e.st.Op(t) == term.OpForall
	join := e.mk.Or
	if universal {
		join = e.mk.And
	}
	var rest []term.Term
	copies := []term.Term{body}
	for _, v := range q.Vars {
		u := e.variable(v)
		if u == v {
			rest = append(rest, v)
			continue
		}
		n := len(e.universe[e.st.Sort(v)])
		switch {
		case e.st.IsArray(e.st.Sort(v)):
			e.failed = true
			return t
		case n*len(copies) <= maxCopies:
			copies = e.expand(copies, u, n)
		default:
			rest = append(rest, u)
			for i, c := range copies {
				in := e.within(u, n)
				if universal {
					copies[i] = e.mk.Or(e.st.Not(in), c)
				} else {
					copies[i] = e.mk.And(in, c)
				}
			}
		}
	}
	out := join(copies...)
	if len(rest) == 0 || e.st.IsValue(out) {
		return out
	}
	return e.st.Quantify(e.st.Op(t), term.Quant{Vars: rest, Body: out, Name: q.Name})
}

// expand returns the copies with u replaced by each of 0..n-1.
func (e *encoder) expand(copies []term.Term, u term.Term, n int) []term.Term {
	var out []term.Term
	for k := range n {
		s := term.NewSubst(e.st, e.mk)
		s.Bind(u, e.element(k))
		for _, c := range copies {
			out = append(out, s.Apply(c))
		}
	}
	return out
}

// elementBits is the width of the bit-vectors that stand for elements with Checker.Bits.
const elementBits = 20

// elements returns the sort that stands for uninterpreted ones.
func (p *Interpretation) elements() term.Sort {
	if p.Bits {
		return p.st.BitVecSort(elementBits)
	}
	return term.Int
}

// element returns the term that stands for element n of a universe.
func (p *Interpretation) element(n int) term.Term {
	if p.Bits {
		return p.st.Uint(elementBits, uint64(n))
	}
	return p.mk.Int(int64(n))
}

// within returns 0 <= u < n.
func (p *Interpretation) within(u term.Term, n int) term.Term {
	if p.Bits {
		return p.mk.BvUle(u, p.element(n-1))
	}
	return p.mk.And(p.mk.Le(p.mk.Int(0), u), p.mk.Le(u, p.mk.Numeral(num.FromInt64(int64(n-1)))))
}

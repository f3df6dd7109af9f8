package arrays

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxClauses bounds the clauses of a piecewise quantifier.
const maxClauses = 16

// piecewise is a universal quantifier over an integer x that determines, piece by
// piece, what arrays hold at x. It is a set of rules.
type piecewise struct {
	t     term.Term
	x     term.Term
	rules []rule
	terms []term.Term // its ground terms
}

// rule is a clause of a piecewise quantifier: for all x in an interval, array
// holds at x what other holds at x+shift or, if other is 0, value.
type rule struct {
	clause []term.Term
	within []affine // all must be at most 0
	array  term.Term
	other  term.Term
	shift  affine // without x
	value  term.Term
}

// affine is a linear function: a sum of multiples of ground terms and of x.
type affine struct {
	slope num.Int // of x
	terms []monomial
	at    num.Int
}

type monomial struct {
	coeff num.Int
	t     term.Term
}

// recognise returns the rules of a quantifier, if it consists of rules.
func recognise(st *term.Store, mk theory.Maker, t term.Term) (*piecewise, bool) {
	q := st.Quant(t)
	if len(q.Vars) != 1 || st.Sort(q.Vars[0]) != term.Int {
		return nil, false
	}
	r := &recogniser{st: st, mk: mk, p: piecewise{t: t, x: q.Vars[0]}}
	clauses, ok := r.clauses(q.Body, true, 0)
	if !ok {
		return nil, false
	}
	for _, c := range clauses {
		if !r.rule(c) {
			return nil, false
		}
	}
	return &r.p, len(r.p.rules) > 0
}

// recogniser takes a quantifier apart.
type recogniser struct {
	st *term.Store
	mk theory.Maker
	p  piecewise
}

// clauses returns t, or its negation, in conjunctive normal form.
func (r *recogniser) clauses(t term.Term, want bool, depth int) ([][]term.Term, bool) {
	if depth > 2*maxClauses {
		return nil, false
	}
	st := r.st
	all := func(ts []term.Term) (out [][]term.Term, ok bool) {
		for _, a := range ts {
			c, ok := r.clauses(a, want, depth+1)
			if out = append(out, c...); !ok || len(out) > maxClauses {
				return nil, false
			}
		}
		return out, true
	}
	any := func(ts []term.Term) ([][]term.Term, bool) {
		out := [][]term.Term{nil}
		for _, a := range ts {
			c, ok := r.clauses(a, want, depth+1)
			if !ok || len(out)*len(c) > maxClauses {
				return nil, false
			}
			var product [][]term.Term
			for _, x := range out {
				for _, y := range c {
					product = append(product, slices.Concat(x, y))
				}
			}
			out = product
		}
		return out, true
	}
	switch op := st.Op(t); {
	case op == term.OpNot:
		return r.clauses(st.Arg(t, 0), !want, depth+1)
	case op == term.OpAnd && want, op == term.OpOr && !want:
		return all(st.Args(t))
	case op == term.OpAnd, op == term.OpOr:
		return any(st.Args(t))
	case op == term.OpIte && st.Sort(t) == term.Bool:
		c, a, b := st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2)
		if !want {
			a, b = st.Not(a), st.Not(b)
		}
		want = true
		return all([]term.Term{st.Or(st.Not(c), a), st.Or(c, b)})
	case !want:
		t = st.Not(t)
	}
	return [][]term.Term{{t}}, true
}

// rule adds the rule of a clause; false if the clause is not a rule.
func (r *recogniser) rule(clause []term.Term) bool {
	st := r.st
	out := rule{clause: clause}
	for _, l := range clause {
		t, negated := l, st.Op(l) == term.OpNot
		if negated {
			t = st.Arg(l, 0)
		}
		switch {
		case st.Op(t) == term.OpLe:
			d, ok := r.difference(st.Arg(t, 0), st.Arg(t, 1))
			if !ok {
				return false
			}
			if !negated { // the rule is for a > b: b-a+1 <= 0
				d = d.times(num.FromInt64(-1))
				d.at = d.at.Add(num.FromInt64(1))
			}
			out.within = append(out.within, d)
		case st.Op(t) == term.OpEq && negated && st.Sort(st.Arg(t, 0)) == term.Int:
			d, ok := r.difference(st.Arg(t, 0), st.Arg(t, 1))
			if !ok {
				return false
			}
			out.within = append(out.within, d, d.times(num.FromInt64(-1)))
		case st.Op(t) == term.OpEq && !negated && out.array == 0:
			if !r.elements(&out, st.Arg(t, 0), st.Arg(t, 1)) {
				return false
			}
		default:
			return false
		}
	}
	if out.array == 0 {
		return false
	}
	r.note(&out)
	r.p.rules = append(r.p.rules, out)
	return true
}

// note collects the ground terms of a rule.
func (r *recogniser) note(u *rule) {
	add := func(t term.Term) {
		if t != 0 {
			r.p.terms = append(r.p.terms, t)
		}
	}
	add(u.array)
	add(u.other)
	add(u.value)
	for _, f := range append([]affine{u.shift}, u.within...) {
		for _, m := range f.terms {
			add(m.t)
		}
	}
}

// elements reads the equality a = b of a rule.
func (r *recogniser) elements(out *rule, a, b term.Term) bool {
	switch sort := r.st.Sort(a); {
	case sort == term.Int:
		return r.numbers(out, a, b)
	case sort == term.Bool || r.st.IsArray(sort):
		return false
	case r.st.Ground(a):
		a, b = b, a
	}
	if r.st.Ground(b) {
		index, ok := r.readOf(a)
		if !ok || !index.isX() {
			return false
		}
		out.array, out.value = r.arrayOf(a), b
		return true
	}
	return r.copied(out, a, b)
}

// numbers reads a = b, where the reads may be in sums.
func (r *recogniser) numbers(out *rule, a, b term.Term) bool {
	var reads []monomial
	rest, ok := r.sum(affine{}, a, num.FromInt64(1), &reads)
	if ok {
		rest, ok = r.sum(rest, b, num.FromInt64(-1), &reads)
	}
	if !ok || !rest.slope.IsZero() {
		return false
	}
	switch {
	case len(reads) == 1 && reads[0].coeff.Abs().IsOne():
		index, ok := r.readOf(reads[0].t)
		if !ok || !index.isX() {
			return false
		}
		out.array = r.arrayOf(reads[0].t)
		out.value = affineTerm(r.st, r.mk, rest.times(reads[0].coeff.Neg()))
		return true
	case len(reads) == 2 && reads[0].coeff.Abs().IsOne() && reads[0].coeff.Add(reads[1].coeff).IsZero() &&
		len(rest.terms) == 0 && rest.at.IsZero():
		return r.copied(out, reads[0].t, reads[1].t)
	}
	return false
}

// copied reads the equality of two reads.
func (r *recogniser) copied(out *rule, a, b term.Term) bool {
	i, ok := r.readOf(a)
	j, ok2 := r.readOf(b)
	if !ok || !ok2 {
		return false
	}
	if !i.isX() {
		a, b, i, j = b, a, j, i
	}
	if !i.isX() || !j.slope.IsOne() {
		return false
	}
	j.slope = num.Int{}
	out.array, out.other, out.shift = r.arrayOf(a), r.arrayOf(b), j
	return true
}

func (r *recogniser) arrayOf(read term.Term) term.Term { return r.st.Arg(read, 0) }

// readOf returns the index of a read of a ground array.
func (r *recogniser) readOf(t term.Term) (affine, bool) {
	if r.st.Op(t) != term.OpSelect || !r.st.Ground(r.st.Arg(t, 0)) {
		return affine{}, false
	}
	return r.sum(affine{}, r.st.Arg(t, 1), num.FromInt64(1), nil)
}

// isX reports whether f is x itself.
func (f affine) isX() bool { return f.slope.IsOne() && len(f.terms) == 0 && f.at.IsZero() }

func (f affine) times(c num.Int) affine {
	out := affine{slope: f.slope.Mul(c), at: f.at.Mul(c)}
	for _, m := range f.terms {
		out.terms = append(out.terms, monomial{m.coeff.Mul(c), m.t})
	}
	return out
}

// difference returns a-b as a linear function.
func (r *recogniser) difference(a, b term.Term) (affine, bool) {
	f, ok := r.sum(affine{}, a, num.FromInt64(1), nil)
	if ok {
		f, ok = r.sum(f, b, num.FromInt64(-1), nil)
	}
	return f, ok
}

// sum adds c*t to f. Reads at x are added to reads, or refused if that is nil.
func (r *recogniser) sum(f affine, t term.Term, c num.Int, reads *[]monomial) (affine, bool) {
	st := r.st
	switch {
	case t == r.p.x:
		f.slope = f.slope.Add(c)
	case st.IsNum(t):
		f.at = f.at.Add(c.Mul(st.Num(t)))
	case st.Op(t) == term.OpAdd:
		for _, a := range st.Args(t) {
			var ok bool
			if f, ok = r.sum(f, a, c, reads); !ok {
				return f, false
			}
		}
	case st.Op(t) == term.OpMul && st.IsNum(st.Arg(t, 0)):
		return r.sum(f, st.Arg(t, 1), c.Mul(st.Num(st.Arg(t, 0))), reads)
	case st.Ground(t):
		f.terms = slices.Clone(f.terms)
		i := slices.IndexFunc(f.terms, func(m monomial) bool { return m.t == t })
		if i < 0 {
			f.terms = append(f.terms, monomial{c, t})
		} else if f.terms[i].coeff = f.terms[i].coeff.Add(c); f.terms[i].coeff.IsZero() {
			f.terms = slices.Delete(f.terms, i, i+1)
		}
	case reads != nil && st.Op(t) == term.OpSelect:
		*reads = append(*reads, monomial{c, t})
	default:
		return f, false
	}
	return f, true
}

// affineTerm returns a linear function without x as a term.
func affineTerm(st *term.Store, mk theory.Maker, f affine) term.Term {
	sum := []term.Term{st.Numeral(f.at)}
	for _, m := range f.terms {
		sum = append(sum, mk.Mul(st.Numeral(m.coeff), m.t))
	}
	return mk.Add(sum...)
}

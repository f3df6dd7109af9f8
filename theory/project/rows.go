package project

import (
	"fmt"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// rowKind says what a row states about its sum p.
type rowKind uint8

const (
	atMost  rowKind = iota // p <= 0
	below                  // p < 0
	zero                   // p = 0
	divides                // d divides p
)

// row is a linear constraint.
type row struct {
	kind rowKind
	p    linear.Sum
	d    num.Int
}

// arith eliminates numbers from rows.
type arith struct {
	*run
	rows  []row
	dead  []bool
	where map[term.Term][]int      // the rows in which a constant to eliminate occurs or did; never ranged over
	vars  []term.Term              // these constants
	met   map[term.Term]bool       // terms whose parts are taken apart; never ranged over
	parts map[term.Term]linear.Sum // what quotients, remainders and integer parts are; never ranged over
}

// arithmetic eliminates all constants of sort Int and Real: first the reals, then the integers.
func (r *run) arithmetic() bool {
	a := &arith{run: r, where: map[term.Term][]int{}, met: map[term.Term]bool{}, parts: map[term.Term]linear.Sum{}}
	taken := map[int]bool{}
	for i, t := range r.lits {
		if r.isDirty(t) && r.isLinear(t) {
			taken[i] = true
			a.take(t)
		}
	}
	if len(taken) == 0 {
		return false
	}
	a.eliminateReals()
	a.floorRows()
	a.eliminateInts()
	var lits []term.Term
	for i := range a.rows {
		if !a.dead[i] {
			lits = append(lits, a.formula(&a.rows[i]))
		}
	}
	r.exchange(taken, lits)
	return true
}

// isLinear reports whether a literal compares numbers.
func (r *run) isLinear(t term.Term) bool {
	t = r.st.Atom(t)
	if op := r.st.Op(t); op != term.OpEq && op != term.OpLe && op != term.OpDistinct {
		return false
	}
	return r.st.Sort(r.st.Arg(t, 0)).IsNumber()
}

// take adds the rows of a literal. Of a disequality it takes the side on which the model is.
func (a *arith) take(t term.Term) {
	st := a.st
	atom := a.st.Atom(t)
	if st.Op(atom) == term.OpDistinct {
		a.takeDistinct(atom)
		return
	}
	p := a.parse(st.Arg(atom, 0)).Minus(a.parse(st.Arg(atom, 1)))
	switch {
	case st.Op(atom) == term.OpLe && atom == t:
		a.add(row{kind: atMost, p: p})
	case st.Op(atom) == term.OpLe:
		a.add(row{kind: below, p: p.Times(one().Neg())})
	case atom == t:
		a.add(row{kind: zero, p: p})
	default:
		if a.sign(p) > 0 {
			p = p.Times(one().Neg())
		}
		a.add(row{kind: below, p: p})
	}
}

// sign returns the sign of p in the model.
func (a *arith) sign(p linear.Sum) int { return a.at(p).Sign() }

// takeDistinct orders the terms as the model does.
func (a *arith) takeDistinct(t term.Term) {
	ps := make([]linear.Sum, 0, a.st.NumArgs(t))
	for _, u := range a.st.Args(t) {
		ps = append(ps, a.parse(u))
	}
	sortBy(ps, a.at)
	for i := 1; i < len(ps); i++ {
		a.add(row{kind: below, p: ps[i-1].Minus(ps[i])})
	}
}

// parse returns the sum that a term is, in which no quotient, remainder or integer part of
// what is to be eliminated occurs.
func (a *arith) parse(t term.Term) linear.Sum {
	a.takeApart(t)
	return linear.Read(a.st, t, a.expand)
}

func (a *arith) expand(t term.Term) (linear.Sum, bool) {
	p, ok := a.parts[t]
	return p, ok
}

// takeApart finds the polys that quotients, remainders and integer parts in t are, the innermost
// first.
func (a *arith) takeApart(t term.Term) {
	done := func(u term.Term) bool { return !a.isDirty(u) || a.met[u] }
	for u := range term.BottomUp(t, a.st.Args, done) {
		a.part(u)
	}
}

// part takes apart a term whose arguments are done.
func (a *arith) part(t term.Term) {
	a.met[t] = true
	st := a.st
	switch op := st.Op(t); op {
	case term.OpDiv, term.OpMod:
		if k := st.Arg(t, 1); st.IsNum(k) && !st.Num(k).IsZero() {
			a.parts[t] = a.residue(st.Arg(t, 0), st.Num(k), op)
		}
	case term.OpToInt:
		a.parts[t] = a.floor(t)
	}
}

// residue returns the quotient or remainder of t by k, with the residue that the model gives.
func (a *arith) residue(t term.Term, k num.Int, op term.Op) linear.Sum {
	p := linear.Read(a.st, t, a.expand)
	_, c := a.at(p).Num().EuclidDivMod(k)
	a.add(row{kind: divides, p: p.Minus(integer(c)), d: k.Abs()})
	if op == term.OpMod {
		return integer(c)
	}
	return p.Minus(integer(c)).Times(num.RatFromInt(k).Inv())
}

// floor returns a constant that stands for (to_int t).
func (a *arith) floor(t term.Term) linear.Sum {
	n := linear.Read(a.st, a.fresh("floor", a.value(t)), nil)
	p := linear.Read(a.st, a.st.Arg(t, 0), a.expand)
	a.add(row{kind: atMost, p: n.Minus(p)})
	a.add(row{kind: below, p: p.Minus(n).Minus(linear.Number(one()))})
	return n
}

// add adds a row in normal form, unless it is trivial.
func (a *arith) add(w row) {
	if a.err != nil {
		return
	}
	a.normalize(&w)
	if len(w.p.Monomials) == 0 {
		a.trivial(&w)
		return
	}
	i := len(a.rows)
	a.rows, a.dead = append(a.rows, w), append(a.dead, false)
	for _, m := range w.p.Monomials {
		if a.isVar(m.Term) {
			if _, ok := a.where[m.Term]; !ok {
				a.vars = append(a.vars, m.Term)
			}
			a.where[m.Term] = append(a.where[m.Term], i)
		}
	}
}

// trivial checks a row without atoms, which the model satisfies.
func (a *arith) trivial(w *row) {
	ok := false
	switch s := w.p.Constant.Sign(); w.kind {
	case atMost:
		ok = s <= 0
	case below:
		ok = s < 0
	case zero:
		ok = s == 0
	case divides:
		ok = w.p.Constant.IsInt() && w.d.Divides(w.p.Constant.Num())
	}
	if !ok {
		a.fail(fmt.Errorf("%w: a row that fails in the model", errInternal))
	}
}

// normalize makes the coefficients of a row over integers integral and coprime, and its bound
// tight; those of a divisibility are reduced by the divisor.
func (a *arith) normalize(w *row) {
	if w.kind == divides {
		a.reduce(w)
		return
	}
	if len(w.p.Monomials) == 0 || !a.isInt(w.p) {
		return
	}
	w.p = w.p.Integral()
	w.p = w.p.Times(num.RatFromInt(w.p.Content(num.Int{})).Inv())
	switch w.kind {
	case below:
		w.kind = atMost
		w.p.Constant = num.RatFromInt(w.p.Constant.Floor().Add(num.FromInt64(1)))
	case atMost:
		w.p.Constant = num.RatFromInt(w.p.Constant.Ceil())
	}
}

// reduce brings the coefficients of a divisibility into the range from 0 below the divisor.
func (a *arith) reduce(w *row) {
	l := w.p.Constant.Den()
	for _, m := range w.p.Monomials {
		l = l.LCM(m.Coeff.Den())
	}
	scale := num.RatFromInt(l)
	w.d = w.d.Mul(l)
	q := linear.Sum{Constant: num.RatFromInt(modulo(w.p.Constant.Mul(scale), w.d))}
	g := w.d // divides the constant if it divides all else: the model satisfies the row
	for _, m := range w.p.Monomials {
		if c := modulo(m.Coeff.Mul(scale), w.d); !c.IsZero() {
			q.Monomials = append(q.Monomials, linear.Monomial{Coeff: num.RatFromInt(c), Term: m.Term})
			g = g.GCD(c)
		}
	}
	w.d, _ = w.d.QuoRem(g)
	w.p = q.Times(num.RatFromInt(g).Inv())
}

// modulo returns the residue of an integral number.
func modulo(c num.Rat, d num.Int) num.Int {
	_, m := c.Num().EuclidDivMod(d)
	return m
}

// formula returns the literal of a row.
func (a *arith) formula(w *row) term.Term {
	rw := a.rw
	if w.kind == divides {
		return rw.Eq(rw.Mod(a.intTerm(w.p), rw.Numeral(w.d)), rw.Int(0))
	}
	var p, nought term.Term
	if a.isInt(w.p) {
		p, nought = a.intTerm(w.p), rw.Int(0)
	} else {
		p, nought = a.realTerm(w.p), a.st.Rat(num.Rat{})
	}
	switch w.kind {
	case atMost:
		return rw.Le(p, nought)
	case below:
		return rw.Gt(nought, p)
	}
	return rw.Eq(p, nought)
}

// alive returns the rows in which x occurs.
func (a *arith) alive(x term.Term) []int {
	var out []int
	for _, i := range a.where[x] {
		if !a.dead[i] && !a.rows[i].p.Coeff(x).IsZero() {
			out = append(out, i)
		}
	}
	return out
}

// substitute replaces x by p in rows, those of them that live, which it replaces by new ones.
func (a *arith) substitute(x term.Term, p linear.Sum, rows []int) {
	for _, i := range rows {
		if a.dead[i] {
			continue
		}
		w := a.rows[i]
		a.dead[i] = true
		w.p = w.p.Without(x).Plus(w.p.Coeff(x), p)
		a.add(w)
	}
}

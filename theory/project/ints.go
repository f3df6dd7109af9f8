package project

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxBits bounds the numbers that the elimination of an integer may introduce; beyond, the integer
// gets its value.
const maxBits = 512

// floorRows turns rows that mix integers to eliminate with reals, which stay, into rows of
// integers: a sum of integers is at most t if it is at most the integer part of t.
func (a *arith) floorRows() {
	for i := 0; i < len(a.rows); i++ {
		w := a.rows[i]
		if a.dead[i] || a.isInt(w.p) {
			continue
		}
		var ints linear.Sum
		rest := linear.Sum{Constant: w.p.Constant}
		for _, m := range w.p.Monomials {
			if a.isVar(m.Term) {
				ints.Monomials = append(ints.Monomials, m)
			} else {
				rest.Monomials = append(rest.Monomials, m)
			}
		}
		if len(ints.Monomials) == 0 {
			continue
		}
		a.dead[i] = true
		a.floorRow(w.kind, ints, rest)
	}
}

// floorRow adds the rows for: ints + rest is at most 0, below 0, or 0.
func (a *arith) floorRow(kind rowKind, ints, rest linear.Sum) {
	l := num.FromInt64(1)
	for _, m := range ints.Monomials {
		l = l.LCM(m.Coeff.Den())
	}
	ints, rest = ints.Times(num.RatFromInt(l)), rest.Times(num.RatFromInt(l))
	g := num.RatFromInt(ints.Content(num.Int{})).Inv()
	ints, rest = ints.Times(g), rest.Times(g)
	switch kind {
	case below: // ints < -rest: ints <= -floor(rest) - 1
		f := linear.Read(a.st, a.rw.ToInt(a.realTerm(rest)), nil)
		a.add(row{kind: atMost, p: ints.Plus(one(), f).Plus(one(), linear.Number(one()))})
	default:
		t := a.realTerm(rest.Times(one().Neg()))
		f := a.rw.ToInt(t)
		a.add(row{kind: kind, p: ints.Minus(linear.Read(a.st, f, nil))})
		if kind == zero {
			a.add(row{kind: zero, p: linear.Read(a.st, f, nil).Minus(linear.Read(a.st, t, nil))})
		}
	}
}

// eliminateInts eliminates constants of sort Int: first those that have coefficients 1 and -1
// only and occur in no divisibility, then the others.
func (a *arith) eliminateInts() {
	for _, all := range []bool{false, true} {
		for i := 0; i < len(a.vars) && !a.ends(); i++ {
			if x := a.vars[i]; a.st.Sort(x) == term.Int {
				if rows := a.alive(x); len(rows) > 0 && (all || a.simple(x, rows)) {
					a.eliminateInt(x, rows)
				}
			}
		}
	}
}

func (a *arith) simple(x term.Term, rows []int) bool {
	for _, i := range rows {
		if w := &a.rows[i]; w.kind == divides || !w.p.Coeff(x).Abs().IsOne() {
			return false
		}
	}
	return true
}

// eliminateInt eliminates x by what an equation says, or by the nearest bound in the model plus a
// residue, or by infinity, in the manner of Cooper.
func (a *arith) eliminateInt(x term.Term, rows []int) {
	period := num.FromInt64(1)
	equation := -1
	var lower, upper []bound
	for _, i := range rows {
		w := &a.rows[i]
		c := w.p.Coeff(x).Num()
		switch {
		case w.kind == zero:
			if equation < 0 || c.Abs().Less(a.rows[equation].p.Coeff(x).Num().Abs()) {
				equation = i
			}
		case w.kind == divides:
			q, _ := w.d.QuoRem(w.d.GCD(c))
			period = period.LCM(q)
		case c.Sign() < 0:
			lower = append(lower, bound{e: w.p.Without(x), k: c.Neg(), row: i})
		default:
			upper = append(upper, bound{e: w.p.Without(x).Times(one().Neg()), k: c, row: i})
		}
	}
	switch {
	case equation >= 0:
		a.byEquation(x, equation, rows)
	case period.BitLen() > maxBits:
		a.byValue(x, rows)
	case len(lower) <= len(upper):
		a.cooper(x, rows, lower, upper, period, 1)
	default:
		a.cooper(x, rows, upper, lower, period, -1)
	}
}

// byEquation replaces x by e/c, where c*x = e, if c divides e.
func (a *arith) byEquation(x term.Term, equation int, rows []int) {
	w := a.rows[equation]
	c := w.p.Coeff(x)
	e := w.p.Without(x).Times(num.RatFromInt64(int64(-c.Sign())))
	a.quotient(x, e, c.Num().Abs(), rows)
}

// quotient replaces x by e/c and adds that c divides e.
func (a *arith) quotient(x term.Term, e linear.Sum, c num.Int, rows []int) {
	if c.BitLen() > maxBits {
		a.byValue(x, rows)
		return
	}
	a.define(x, a.rw.Div(a.intTerm(e), a.rw.Numeral(c)))
	a.add(row{kind: divides, p: e, d: c})
	a.substitute(x, e.Times(num.RatFromInt(c).Inv()), rows)
}

// byValue replaces x by its value.
func (a *arith) byValue(x term.Term, rows []int) {
	v := linear.Number(a.at(a.parse(x)))
	a.define(x, a.intTerm(v))
	a.run.byValue++
	a.substitute(x, v, rows)
}

// cooper replaces x by the nearest of the near bounds, lower ones if dir is 1 and upper ones if it
// is -1, or rather by the number behind it that has the residue of x modulo period.
func (a *arith) cooper(x term.Term, rows []int, near, far []bound, period num.Int, dir int64) {
	v := a.at(a.parse(x)).Num()
	if len(near) == 0 {
		a.infinity(x, rows, far, period, v, dir)
		return
	}
	best, at := near[0], num.Rat{}
	for i, b := range near {
		if w := a.at(b.e).Div(num.RatFromInt(b.k)); i == 0 || w.Cmp(at)*int(dir) > 0 {
			best, at = b, w
		}
	}
	sign := num.FromInt64(dir)
	// The first integer at the bound, and the first there that is like x modulo period.
	first := at.Ceil()
	if dir < 0 {
		first = at.Floor()
	}
	_, rest := v.Sub(first).Mul(sign).EuclidDivMod(period)
	if a.isClean(best.e) {
		e := linear.Read(a.st, a.roundedQuotient(best, dir), nil).Plus(one(), integer(rest.Mul(sign)))
		a.define(x, a.intTerm(e))
		a.dead[best.row] = true // it holds there
		a.substitute(x, e, rows)
		return
	}
	exact := num.RatFromInt(first.Add(rest.Mul(sign)).Mul(best.k)).Add(a.at(best.e).Neg())
	a.quotient(x, best.e.Plus(one(), linear.Number(exact)), best.k, rows)
}

// isClean reports whether nothing to eliminate occurs in p.
func (a *arith) isClean(p linear.Sum) bool {
	return !slices.ContainsFunc(p.Monomials, func(m linear.Monomial) bool { return a.isDirty(m.Term) })
}

// roundedQuotient returns the first integer at a bound.
func (a *arith) roundedQuotient(b bound, dir int64) term.Term {
	e := b.e
	if dir > 0 {
		e = e.Plus(one(), integer(b.k.Sub(num.FromInt64(1))))
	}
	return a.rw.Div(a.intTerm(e), a.rw.Numeral(b.k))
}

// infinity drops the bounds of x, which are all on one side, and replaces it in divisibilities by
// its residue.
func (a *arith) infinity(x term.Term, rows []int, far []bound, period, v num.Int, dir int64) {
	_, rest := v.EuclidDivMod(period)
	value := a.rw.Numeral(rest)
	if len(far) > 0 {
		value = a.extreme(far, dir, func(b bound) term.Term { return a.roundedQuotient(b, -dir) })
		// The last number before it that is like x modulo period.
		over := a.rw.Sub(value, a.rw.Numeral(rest))
		if dir < 0 {
			over = a.rw.Neg(over)
		}
		over = a.rw.Mod(over, a.rw.Numeral(period))
		if dir < 0 {
			value = a.rw.Add(value, over)
		} else {
			value = a.rw.Sub(value, over)
		}
	}
	a.define(x, value)
	var kept []int
	for _, i := range rows {
		if a.rows[i].kind == divides {
			kept = append(kept, i)
		} else {
			a.dead[i] = true
		}
	}
	a.substitute(x, integer(rest), kept)
}

package c

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// val is a value of integer or pointer type, as a mathematical integer, or as a condition.
type val struct {
	t      term.Term // 0 if the value is that of cond
	cond   term.Term // 1 if it holds, else 0
	typ    *syntax.Type
	lo, hi *big.Int // the value is between them, once ranged has said so
	low    int      // so many low bits are 0
	raw    bool     // read from a variable or map: that it is in its range is not known to the solver yet

	none term.Term // that it is no value, since nothing has been written where it was read; 0 if it is one for sure
	from term.Term // where it was read, 0 if that is no memory
}

func numeral(st *term.Store, v *big.Int) term.Term { return st.Numeral(num.FromBig(v)) }

func (f *fn) int(v *big.Int) term.Term { return numeral(f.st, v) }

// constant returns the value of a numeral.
func (f *fn) constant(v *big.Int, t *syntax.Type) val {
	low := 0
	if v.Sign() != 0 {
		low = int(v.TrailingZeroBits())
	} else {
		low = 64
	}
	return val{t: f.int(v), typ: t, lo: v, hi: v, low: low}
}

func (f *fn) small(v int64, t *syntax.Type) val { return f.constant(big.NewInt(v), t) }

// isConst reports whether a value is a numeral, and which.
func (v val) isConst() (*big.Int, bool) {
	if v.t != 0 && v.lo != nil && v.lo.Cmp(v.hi) == 0 {
		return v.lo, true
	}
	return nil, false
}

// isNumeral is isConst of values that are written so, too.
func (f *fn) isNumeral(v val) bool {
	_, ok := v.isConst()
	return ok
}

// boolean returns the value 1 or 0 of a condition.
func (f *fn) boolean(c term.Term, t *syntax.Type) val {
	switch c {
	case f.st.True():
		return f.small(1, t)
	case f.st.False():
		return f.small(0, t)
	}
	return val{cond: c, typ: t, lo: new(big.Int), hi: big.NewInt(1)}
}

// number returns the term of a value.
func (f *fn) number(v val) term.Term {
	if v.t != 0 {
		return v.t
	}
	return f.st.Ite(v.cond, f.st.Int(1), f.st.Int(0))
}

// truth returns the condition that a value is not 0.
func (f *fn) truth(v val) term.Term {
	if v.t == 0 {
		return v.cond
	}
	if c, ok := v.isConst(); ok {
		return f.st.Bool(c.Sign() != 0)
	}
	return f.st.Not(f.st.Eq(v.t, f.st.Int(0)))
}

// raw returns what is read from a variable.
func (f *fn) read(t term.Term, typ *syntax.Type, field *syntax.Field) val {
	v := val{t: t, typ: typ, raw: true}
	if field != nil {
		v.lo, v.hi = field.Range()
	} else {
		v.lo, v.hi = typ.Range()
	}
	if typ.Kind == syntax.Int && (!typ.Signed || v.hi.BitLen() < 31) {
		return f.ranged(v)
	}
	return v
}

// ranged has the solver know that a value is in its range, which all executions keep to.
func (f *fn) ranged(v val) val {
	if !v.raw || v.t == 0 {
		return v
	}
	v.raw = false
	if f.inRange[v.t] {
		return v
	}
	f.inRange[v.t] = true
	f.assume(f.within(v.t, v.lo, v.hi))
	return v
}

func (f *fn) within(t term.Term, lo, hi *big.Int) term.Term {
	return f.st.And(f.st.Le(f.int(lo), t), f.st.Le(t, f.int(hi)))
}

func pow2(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// wrap returns the value of type typ that is equal to v modulo its size.
func (f *fn) wrap(v val, typ *syntax.Type) val {
	lo, hi := typ.Range()
	if v.lo.Cmp(lo) >= 0 && v.hi.Cmp(hi) <= 0 {
		v.typ = typ
		return v
	}
	v = f.ranged(v)
	return f.reduce(v, typ, uint(typ.Width()), lo, hi)
}

// reduce brings a value between lo and hi, which are 2^bits apart.
func (f *fn) reduce(v val, typ *syntax.Type, bits uint, lo, hi *big.Int) val {
	m := pow2(bits)
	if c, ok := v.isConst(); ok {
		c = new(big.Int).Sub(c, lo)
		return f.constant(c.Add(c.Mod(c, m), lo), typ)
	}
	t := f.number(v)
	out := val{typ: typ, lo: lo, hi: hi, low: min(v.low, int(bits))}
	least, most := new(big.Int).Sub(lo, m), new(big.Int).Add(hi, m)
	if v.lo.Cmp(least) >= 0 && v.hi.Cmp(most) <= 0 {
		out.t = t
		if v.lo.Cmp(lo) < 0 {
			out.t = f.st.Ite(f.st.Lt(t, f.int(lo)), f.st.Add(t, f.int(m)), out.t)
		}
		if v.hi.Cmp(hi) > 0 {
			out.t = f.st.Ite(f.st.Lt(f.int(hi), t), f.st.Sub(t, f.int(m)), out.t)
		}
		return out
	}
	if lo.Sign() == 0 {
		out.t = f.st.Mod(t, f.int(m))
		return out
	}
	out.t = f.st.Add(f.st.Mod(f.st.Sub(t, f.int(lo)), f.int(m)), f.int(lo))
	return out
}

// overflows reports whether a signed operation may not fit, and something has to be done
// about that. Its exact result is v.
func (f *fn) overflows(v val, typ *syntax.Type) bool {
	lo, hi := typ.Range()
	return (v.lo.Cmp(lo) < 0 || v.hi.Cmp(hi) > 0) && typ.Signed && f.opt.Overflow != Wrap
}

// arithmetic returns the value of an arithmetic operation whose exact result is v: it
// wraps, or must not if it is signed.
func (f *fn) arithmetic(v val, typ *syntax.Type, at syntax.Pos, say func(show) string) val {
	if !f.overflows(v, typ) {
		return f.wrap(v, typ)
	}
	lo, hi := typ.Range()
	f.require(Overflows, f.within(v.t, lo, hi), at, say)
	v.typ, v.lo, v.hi = typ, maxOf(v.lo, lo), minOf(v.hi, hi)
	return v
}

func maxOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

func minOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// convert converts a value of an integer or pointer type to another one.
func (f *fn) convert(v val, typ *syntax.Type) val {
	if typ.Bool {
		return f.boolean(f.truth(v), typ)
	}
	return f.wrap(v, typ)
}

// binary returns the value of an operation on integers of the same type; the amount of a shift has another one.
func (f *fn) binary(op syntax.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	switch op {
	case syntax.Add, syntax.Sub, syntax.Mul:
		return f.ring(op, a, b, typ, at)
	case syntax.Div, syntax.Mod:
		return f.divide(op, a, b, typ, at)
	case syntax.Shl, syntax.Shr:
		return f.shift(op, a, b, typ, at)
	case syntax.And, syntax.Or, syntax.Xor:
		return f.bitwise(op, a, b, typ)
	}
	return f.compare(op, a, b, typ)
}

func (f *fn) ring(op syntax.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	a, b = f.ranged(a), f.ranged(b)
	x, y := f.number(a), f.number(b)
	out := val{typ: typ, low: min(a.low, b.low)}
	sign, exact := " + ", f.st.Add
	switch op {
	case syntax.Add:
		out.lo, out.hi = new(big.Int).Add(a.lo, b.lo), new(big.Int).Add(a.hi, b.hi)
	case syntax.Sub:
		sign, exact = " - ", func(ts ...term.Term) term.Term { return f.st.Sub(ts[0], ts[1]) }
		out.lo, out.hi = new(big.Int).Sub(a.lo, b.hi), new(big.Int).Sub(a.hi, b.lo)
	default:
		sign, exact = " * ", func(ts ...term.Term) term.Term { return f.st.Mul(ts[0], ts[1]) }
		out.low = min(a.low+b.low, 64)
		out.lo, out.hi = span(a, b, func(p, q *big.Int) *big.Int { return new(big.Int).Mul(p, q) })
	}
	if f.overflows(out, typ) {
		x, y = f.seen(Overflows, x), f.seen(Overflows, y)
	}
	out.t = exact(x, y)
	return f.arithmetic(f.folded(out), typ, at, func(v show) string {
		if f.st.IsNum(x) && op == syntax.Sub && a.lo.Sign() == 0 { // as negation is
			return fmt.Sprintf("-%s overflows %s", operand(v(y)), spelled(typ))
		}
		return fmt.Sprintf("%s overflows %s", v(x)+sign+operand(v(y)), spelled(typ))
	})
}

// operator returns what a division is written with.
func operator(op syntax.Op) string {
	if op == syntax.Mod {
		return " % "
	}
	return " / "
}

// operand puts a negative number into parentheses.
func operand(v string) string {
	if strings.HasPrefix(v, "-") {
		return "(" + v + ")"
	}
	return v
}

// folded replaces a value that can be only one by a numeral.
func (f *fn) folded(v val) val {
	if v.lo.Cmp(v.hi) == 0 {
		return f.constant(v.lo, v.typ)
	}
	return v
}

// span returns the bounds of an operation that is monotonic in each operand.
func span(a, b val, op func(p, q *big.Int) *big.Int) (lo, hi *big.Int) {
	for _, p := range []*big.Int{a.lo, a.hi} {
		for _, q := range []*big.Int{b.lo, b.hi} {
			r := op(p, q)
			if lo == nil || r.Cmp(lo) < 0 {
				lo = r
			}
			if hi == nil || r.Cmp(hi) > 0 {
				hi = r
			}
		}
	}
	return lo, hi
}

// divide truncates towards zero. What divides by zero has no meaning, so no execution goes on after it.
func (f *fn) divide(op syntax.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	a, b = f.ranged(a), f.ranged(b)
	x, y := f.number(a), f.number(b)
	minusOne := big.NewInt(-1)
	if b.lo.Sign() <= 0 && b.hi.Sign() >= 0 {
		y = f.seen(Division, y)
		fault := "division by zero"
		if f.isNumeral(a) { // else its value is none of those that the assertion reads
			fault += fmt.Sprintf(": %v%s0", a.lo, operator(op))
		}
		f.require(Division, f.st.Not(f.st.Eq(y, f.st.Int(0))), at, said(fault))
		if f.isNumeral(b) {
			return f.small(0, typ)
		}
	}
	if lo, _ := typ.Range(); typ.Signed && a.lo.Cmp(lo) == 0 && b.lo.Cmp(minusOne) <= 0 && b.hi.Cmp(minusOne) >= 0 {
		kind := Division
		if f.asks(Overflows) {
			kind = Overflows
		}
		x, y = f.seen(kind, x), f.seen(kind, y)
		f.require(kind, f.st.Not(f.st.And(f.st.Eq(x, f.int(lo)), f.st.Eq(y, f.int(minusOne)))), at, func(v show) string {
			return fmt.Sprintf("%v%s-1 overflows %s", lo, operator(op), spelled(typ))
		})
	}
	bound := maxOf(new(big.Int).Abs(a.lo), new(big.Int).Abs(a.hi))
	out := val{typ: typ, lo: new(big.Int).Neg(bound), hi: bound}
	if a.lo.Sign() >= 0 && (b.lo.Sign() >= 0 || op == syntax.Mod) {
		out.lo = new(big.Int)
	}
	if op == syntax.Mod {
		if m := maxOf(new(big.Int).Abs(b.lo), new(big.Int).Abs(b.hi)); m.Sign() > 0 {
			m = new(big.Int).Sub(m, big.NewInt(1))
			out.lo, out.hi = maxOf(out.lo, new(big.Int).Neg(m)), minOf(out.hi, m)
		}
	}
	whole := func(p term.Term) term.Term {
		if op == syntax.Mod {
			return f.st.Mod(p, y)
		}
		return f.st.Div(p, y)
	}
	if a.lo.Sign() >= 0 {
		out.t = whole(x)
	} else {
		out.t = f.st.Ite(f.st.Le(f.st.Int(0), x), whole(x), f.st.Neg(whole(f.st.Neg(x))))
	}
	if f.isNumeral(a) && f.isNumeral(b) {
		q, r := new(big.Int).QuoRem(a.lo, b.lo, new(big.Int))
		if op == syntax.Mod {
			q = r
		}
		out = f.constant(q, typ)
	}
	if typ.Signed { // the only quotient that does not fit is excluded
		_, most := typ.Range()
		out.hi = minOf(out.hi, most)
	}
	return f.wrap(out, typ)
}

func (f *fn) compare(op syntax.Op, a, b val, typ *syntax.Type) val {
	st := f.st
	if a.t == 0 && f.isNumeral(b) && (op == syntax.Eq || op == syntax.Ne) {
		c := a.cond
		switch {
		case b.lo.Sign() == 0:
			c = st.Not(c)
		case b.lo.Cmp(big.NewInt(1)) != 0:
			c = st.False()
		}
		if op == syntax.Ne {
			c = st.Not(c)
		}
		return f.boolean(c, typ)
	}
	x, y := f.number(a), f.number(b)
	switch op {
	case syntax.Eq:
		return f.boolean(f.equal(a, b, x, y), typ)
	case syntax.Ne:
		return f.boolean(st.Not(f.equal(a, b, x, y)), typ)
	case syntax.Lt:
		return f.boolean(f.less(a, b, x, y, false), typ)
	case syntax.Gt:
		return f.boolean(f.less(b, a, y, x, false), typ)
	case syntax.Le:
		return f.boolean(f.less(a, b, x, y, true), typ)
	}
	return f.boolean(f.less(b, a, y, x, true), typ)
}

func (f *fn) equal(a, b val, x, y term.Term) term.Term {
	if !a.raw && !b.raw {
		if a.hi.Cmp(b.lo) < 0 || b.hi.Cmp(a.lo) < 0 {
			return f.st.False()
		}
		if f.isNumeral(a) && f.isNumeral(b) {
			return f.st.Bool(a.lo.Cmp(b.lo) == 0)
		}
	}
	return f.st.Eq(x, y)
}

// less returns x < y, or x <= y.
func (f *fn) less(a, b val, x, y term.Term, equal bool) term.Term {
	least := a.hi.Cmp(b.lo)
	most := a.lo.Cmp(b.hi)
	switch {
	case least < 0, equal && least == 0:
		return f.st.True()
	case most > 0, !equal && most == 0:
		return f.st.False()
	}
	if equal {
		return f.st.Le(x, y)
	}
	return f.st.Lt(x, y)
}

package smtlib

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Limits of powers: of the exponent of a term, and of the bits of a number.
const (
	maxExponent  = 64
	maxPowerBits = 1 << 20
)

// power returns (^ a b). As for Z3, 0 to the 0 is any value, and 0 to a negative exponent is 0. The result is an
// integer if both are integers and b is not a negative numeral. If b is no integer numeral, or a large one, it is
// only known to be a function of a and b.
func (r *Reader) power(f *frame, a, b term.Term) (term.Term, error) {
	st := r.st
	e, ok := r.exponent(b)
	if !ok {
		return r.anyPower(a, b), nil
	}
	if e < 0 && st.Sort(a) == term.Int {
		a, _ = r.convert(a, term.Real)
	}
	zero, _ := r.convert(st.Int(0), st.Sort(a))
	one, _ := r.convert(st.Int(1), st.Sort(a))
	n := max(e, -e)
	if v, ok := r.number(a); ok && !(v.IsZero() && n == 0) {
		if int64(v.BitLen()) > maxPowerBits/max(n, 1) {
			return 0, r.errorOff(f.at, "unsupported: this power is too large")
		}
		return r.numberPower(v, e, st.Sort(a)), nil
	}
	if n > maxExponent {
		return r.anyPower(a, b), nil
	}
	if n == 0 {
		return st.Ite(st.Eq(a, zero), r.zeroPower(st.Sort(a)), one), nil
	}
	t := a
	for range n - 1 {
		t = st.Mul(t, a)
	}
	if e < 0 {
		t = st.Ite(st.Eq(a, zero), zero, st.Quo(one, t))
	}
	return t, nil
}

// anyPower returns an application of a function of which nothing else is known.
func (r *Reader) anyPower(a, b term.Term) term.Term {
	st := r.st
	sort := term.Int
	if st.Sort(a) == term.Real || st.Sort(b) == term.Real {
		sort = term.Real
		a, _ = r.convert(a, sort)
		b, _ = r.convert(b, sort)
	}
	f, ok := r.anyPowers[sort]
	if !ok {
		f = st.FreshFun("^", []term.Sort{sort, sort}, sort)
		r.anyPowers[sort] = f
	}
	r.approximate = "powers"
	return st.App(f, a, b)
}

// exponent returns the value of a small integer numeral.
func (r *Reader) exponent(t term.Term) (int64, bool) {
	v, ok := r.number(t)
	if !ok || !v.IsInt() {
		return 0, false
	}
	e, ok := v.Num().Int64()
	return e, ok && -maxPowerBits <= e && e <= maxPowerBits
}

// number returns the value of a numeral.
func (r *Reader) number(t term.Term) (num.Rat, bool) {
	switch r.st.Op(t) {
	case term.OpNum:
		return num.RatFromInt(r.st.Num(t)), true
	case term.OpRat:
		return r.st.RatValue(t), true
	}
	return num.Rat{}, false
}

// numberPower returns v to the power of e, as a numeral.
func (r *Reader) numberPower(v num.Rat, e int64, sort term.Sort) term.Term {
	if e < 0 && !v.IsZero() {
		v, e = v.Inv(), -e
	}
	p := num.RatFromInt64(1)
	for n := max(e, -e); n > 0; n /= 2 {
		if n%2 == 1 {
			p = p.Mul(v)
		}
		if n > 1 {
			v = v.Mul(v)
		}
	}
	if sort == term.Int {
		return r.st.Numeral(p.Num())
	}
	return r.st.Rat(p)
}

// zeroPower returns the constant for 0 to the 0.
func (r *Reader) zeroPower(sort term.Sort) term.Term {
	t, ok := r.zeroPowers[sort]
	if !ok {
		t = r.st.FreshConst("0^0", sort)
		r.zeroPowers[sort] = t
	}
	return t
}

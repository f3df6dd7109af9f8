package prop

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// Values satisfy a constraint. Its methods evaluate terms over the constants and functions
// of the constraint:
//
//	func(v prop.Values) error { return parse(v.Int64(x), v.Int64(x.Add(y)), v.Bool(a.Select(x))) }
//
// Values that the constraint leaves open are false or 0.
type Values struct {
	p *problem
	m *smt.Model
}

// Bool returns the value of a formula.
func (v Values) Bool(t smt.Bool) bool { return value(v.m, t).IsTrue() }

// Int returns the value of an integer.
func (v Values) Int(t smt.Int) *big.Int {
	n, _ := value(v.m, t).Int()
	return n
}

// Int64 returns the value of an integer. It panics if the value does not fit, so the
// constraint should bound it.
func (v Values) Int64(t smt.Int) int64 {
	n, ok := value(v.m, t).Int64()
	if !ok {
		panic(fmt.Errorf("prop: %s is %s, which does not fit in an int64", t, text(value(v.m, t))))
	}
	return n
}

// Uint64 returns the unsigned value of a bit-vector. It panics if the value does not fit, which
// it does up to a width of 64.
func (v Values) Uint64(t smt.BitVec) uint64 {
	n, ok := value(v.m, t).Uint64()
	if !ok {
		panic(fmt.Errorf("prop: %s is %s, which does not fit in a uint64", t, text(value(v.m, t))))
	}
	return n
}

// Signed returns the signed value of a bit-vector. It panics if the value does not fit, which it
// does up to a width of 64.
func (v Values) Signed(t smt.BitVec) int64 {
	n, ok := value(v.m, t).Signed()
	if !ok || !n.IsInt64() {
		panic(fmt.Errorf("prop: %s is %s, which does not fit in an int64", t, text(value(v.m, t))))
	}
	return n.Int64()
}

// BitVec returns the unsigned value of a bit-vector of any width.
func (v Values) BitVec(t smt.BitVec) *big.Int {
	n, _, _ := value(v.m, t).BitVec()
	return n
}

// Real returns the value of a real number.
func (v Values) Real(t smt.Real) *big.Rat { return rat(value(v.m, t)) }

// Elem returns the number of an element of an uninterpreted sort. Elements are numbered
// from 0; different elements have different numbers.
func (v Values) Elem(t smt.Elem) int {
	n, _ := value(v.m, t).Element()
	return n
}

// Array returns the value of an array. It panics if t is not an array.
func (v Values) Array(t smt.Expr) Table {
	s := subject{t: t.Untyped()}
	a, ok := s.table(v.m)
	if !ok {
		panic(fmt.Errorf("prop: %s is not an array", s.t))
	}
	return a
}

// Func returns the table of a function.
func (v Values) Func(f smt.Func) Table { return function(v.m, f) }

// String returns a line for each constant and function, in the order of declaration, then
// for the other vars, and for divisions by zero whose result is not 0.
func (v Values) String() string { return strings.Join(v.lines(), "\n") }

func (v Values) lines() (out []string) {
	for _, s := range append(slices.Clip(v.p.shown), v.p.byZero(v.m)...) {
		out = append(out, s.name+" = "+s.text(v.m))
	}
	return out
}

// text returns the value in a model as text.
func (s subject) text(m *smt.Model) string {
	if t, ok := s.table(m); ok {
		return t.String()
	}
	return text(value(m, s.t))
}

func indent(v Values) string { return "    " + strings.Join(v.lines(), "\n    ") }

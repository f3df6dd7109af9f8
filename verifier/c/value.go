package c

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
)

// val is a value of integer or pointer type.
type val struct {
	machine.Value

	none term.Term // that it is no value, since nothing has been written where it was read; 0 if it is one for sure
	from term.Term // where it was read, 0 if that is no memory
}

func plainVal(v machine.Value) val { return val{Value: v} }

// between returns a number as a value that is known to be between two bounds.
func between(t term.Term, lo, hi *big.Int) val {
	return plainVal(machine.Value{Term: t, Lo: lo, Hi: hi})
}

// typed returns a number as a value that is known to be in a type.
func typed(t term.Term, typ *syntax.Type) val {
	lo, hi := typ.Range()
	return between(t, lo, hi)
}

// integersOf returns the integers of a type; pointers are numbers, too.
func integersOf(typ *syntax.Type) machine.Type {
	return machine.Type{Bits: int(typ.Width()), Signed: typ.Signed}
}

func (f *fn) int(v *big.Int) term.Term { return f.ints.Int(v) }

func (f *fn) constant(v *big.Int) val { return plainVal(f.ints.Constant(v)) }

func (f *fn) small(v int64) val { return plainVal(f.ints.Small(v)) }

func (f *fn) boolean(c term.Term) val { return plainVal(f.ints.Boolean(c)) }

func (f *fn) number(v val) term.Term { return f.ints.Number(v.Value) }

func (f *fn) truth(v val) term.Term { return f.ints.Truth(v.Value) }

func (f *fn) within(t term.Term, lo, hi *big.Int) term.Term { return f.ints.Within(t, lo, hi) }

func (f *fn) ranged(v val) val {
	v.Value = f.ints.Ranged(v.Value)
	return v
}

// read returns what is read from a variable.
func (f *fn) read(t term.Term, typ *syntax.Type, field *syntax.Field) val {
	lo, hi := typ.Range()
	if field != nil {
		lo, hi = field.Range()
	}
	v := plainVal(f.ints.Read(t, lo, hi))
	if typ.Kind == syntax.Int && (!typ.Signed || hi.BitLen() < 31) {
		return f.ranged(v)
	}
	return v
}

// wrap returns the value of type typ that is equal to v modulo its size.
func (f *fn) wrap(v val, typ *syntax.Type) val {
	return f.wrapTo(v, integersOf(typ))
}

// wrapField is wrap for a bit-field.
func (f *fn) wrapField(v val, field *syntax.Field) val {
	return f.wrapTo(v, machine.Type{Bits: int(field.Bits), Signed: field.Type.Signed})
}

func (f *fn) wrapTo(v val, typ machine.Type) val {
	if v.Fits(typ) {
		return v
	}
	return plainVal(f.ints.Wrap(v.Value, typ)) // a value, wherever it is from
}

// convert converts a value of an integer or pointer type to another one.
func (f *fn) convert(v val, typ *syntax.Type) val {
	if typ.Bool {
		return f.boolean(f.truth(v))
	}
	return f.wrap(v, typ)
}

// overflows reports whether a signed operation may not fit, and something has to be done
// about that. Its exact result is between lo and hi.
func (f *fn) overflows(lo, hi *big.Int, typ *syntax.Type) bool {
	return typ.Signed && f.opt.Overflow != Wrap && !between(0, lo, hi).Fits(integersOf(typ))
}

// operators are the operations on integers.
var operators = map[syntax.Op]machine.Op{
	syntax.Add: machine.Add, syntax.Sub: machine.Sub, syntax.Mul: machine.Mul, syntax.Div: machine.Quo,
	syntax.Mod: machine.Rem, syntax.Shl: machine.Shl, syntax.Shr: machine.Shr, syntax.And: machine.And,
	syntax.Or: machine.Or, syntax.Xor: machine.Xor, syntax.Eq: machine.Eq, syntax.Ne: machine.Ne,
	syntax.Lt: machine.Lt, syntax.Le: machine.Le, syntax.Gt: machine.Gt, syntax.Ge: machine.Ge,
}

// binary returns the value of an operation on integers of the same type; the amount of a shift has another one.
func (f *fn) binary(op syntax.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	switch o := operators[op]; op {
	case syntax.Add, syntax.Sub, syntax.Mul:
		return f.ring(o, a, b, typ, at)
	case syntax.Div, syntax.Mod:
		return f.divide(o, a, b, typ, at)
	case syntax.Shl, syntax.Shr:
		return f.shift(o, a, b, typ, at)
	case syntax.And, syntax.Or, syntax.Xor:
		return plainVal(f.ints.Bitwise(o, a.Value, b.Value, integersOf(typ)))
	default:
		return f.boolean(f.ints.Compare(o, a.Value, b.Value))
	}
}

// ring wraps, or must not if it is signed.
func (f *fn) ring(op machine.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	a, b = f.ranged(a), f.ranged(b)
	lo, hi := machine.Bounds(op, a.Value, b.Value)
	if !f.overflows(lo, hi, typ) {
		return f.wrap(plainVal(f.ints.Exact(op, a.Value, b.Value)), typ)
	}
	x, y := f.number(a), f.number(b)
	x, y = f.seen(Overflows, x), f.seen(Overflows, y)
	out := f.ints.Exact(op, a.Replaced(x), b.Replaced(y))
	least, most := typ.Range()
	f.require(Overflows, f.within(out.Term, least, most), at, func(v show) string {
		if f.st.IsNum(x) && op == machine.Sub && a.Lo.Sign() == 0 { // as negation is
			return fmt.Sprintf("-%s overflows %s", operand(v(y)), spelled(typ))
		}
		return fmt.Sprintf("%s%s%s overflows %s", v(x), operator(op), operand(v(y)), spelled(typ))
	})
	return plainVal(out.Clip(least, most))
}

// operator returns what an operation is written with.
func operator(op machine.Op) string {
	switch op {
	case machine.Add:
		return " + "
	case machine.Sub:
		return " - "
	case machine.Mul:
		return " * "
	case machine.Rem:
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

// divide truncates towards zero. What divides by zero has no meaning, so no execution goes on after it.
func (f *fn) divide(op machine.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	a, b = f.ranged(a), f.ranged(b)
	x, y := f.number(a), f.number(b)
	minusOne := big.NewInt(-1)
	if b.Lo.Sign() <= 0 && b.Hi.Sign() >= 0 {
		y = f.seen(Division, y)
		fault := "division by zero"
		if a.IsConst() { // else its value is none of those that the assertion reads
			fault += fmt.Sprintf(": %v%s0", a.Lo, operator(op))
		}
		f.require(Division, f.st.Not(f.st.Eq(y, f.st.Int(0))), at, said(fault))
		if b.IsConst() {
			return f.small(0)
		}
	}
	least, most := typ.Range()
	if typ.Signed && a.Lo.Cmp(least) == 0 && b.Lo.Cmp(minusOne) <= 0 && b.Hi.Cmp(minusOne) >= 0 {
		kind := Division
		if f.asks(Overflows) {
			kind = Overflows
		}
		x, y = f.seen(kind, x), f.seen(kind, y)
		fits := f.st.Not(f.st.And(f.st.Eq(x, f.int(least)), f.st.Eq(y, f.int(minusOne))))
		f.require(kind, fits, at, func(v show) string {
			return fmt.Sprintf("%v%s-1 overflows %s", least, operator(op), spelled(typ))
		})
	}
	out := f.ints.Divide(op, a.Replaced(x), b.Replaced(y))
	if typ.Signed { // the only quotient that does not fit is excluded
		out.Hi = machine.Min(out.Hi, most)
	}
	return f.wrap(plainVal(out), typ)
}

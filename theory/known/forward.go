package known

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Forward bounds a term, a bit-vector or a truth value, by what its arguments may be. Arguments of
// other sorts have no width, and are not looked at.
func Forward(st *term.Store, t term.Term, args []Value) Value {
	switch op := st.Op(t); op {
	case term.OpBits:
		return Exact(num.WordFromInt(st.WidthOf(t), st.Num(t)))
	case term.OpTrue, term.OpFalse:
		return Truth(op == term.OpTrue)
	case term.OpNot, term.OpBvNot:
		return not(args[0])
	case term.OpAnd, term.OpBvAnd:
		return fold(args, and)
	case term.OpOr, term.OpBvOr:
		return fold(args, func(a, b Value) Value { return not(and(not(a), not(b))) })
	case term.OpBvXor:
		return fold(args, xor)
	case term.OpBvAdd:
		return fold(args, add)
	case term.OpBvMul:
		return fold(args, mul)
	case term.OpBvUdiv:
		return quotient(args[0], args[1])
	case term.OpBvUrem:
		return remainder(args[0], args[1])
	case term.OpBvShl:
		return shiftLeft(args[0], args[1])
	case term.OpBvLshr:
		return shiftRight(args[0], args[1])
	case term.OpBvAshr:
		return shiftSign(args[0], args[1])
	case term.OpConcat:
		return fold(args, join)
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		return slice(args[0], hi, lo)
	case term.OpSignExt:
		return signExtend(args[0], st.WidthOf(t)-st.WidthOf(st.Arg(t, 0)))
	case term.OpIte:
		return choice(args)
	}
	if v, ok := decide(st, t, args); ok {
		return Truth(v)
	}
	if st.Sort(t) == term.Bool {
		return Top(1)
	}
	return Top(st.WidthOf(t))
}

func fold(args []Value, f func(a, b Value) Value) Value {
	v := args[0]
	for _, w := range args[1:] {
		v = f(v, w)
	}
	return v
}

func choice(args []Value) Value {
	if c, ok := args[0].Word(); ok {
		if c.IsOne() {
			return args[1]
		}
		return args[2]
	}
	return args[1].join(args[2])
}

func not(a Value) Value {
	return Value{ones: a.may.Not(), may: a.ones.Not(), lo: a.hi.Not(), hi: a.lo.Not()}
}

func and(a, b Value) Value {
	v := ofBits(a.ones.And(b.ones), a.may.And(b.may))
	v.hi = smaller(v.hi, smaller(a.hi, b.hi))
	v.reduce()
	return v
}

func xor(a, b Value) Value {
	known := a.ones.Xor(a.may).Or(b.ones.Xor(b.may)).Not()
	ones := a.ones.Xor(b.ones).And(known)
	return ofBits(ones, ones.Or(known.Not()))
}

// add bounds a sum. A bit is known if both summands' are, and the carry: the least sum has the
// carries that must come, the greatest those that may.
func add(a, b Value) Value {
	least, most := a.ones.Add(b.ones), a.may.Add(b.may)
	must := least.Xor(a.ones).Xor(b.ones)
	never := most.Xor(a.may).Xor(b.may).Not()
	known := must.Or(never).And(a.ones.Xor(a.may).Or(b.ones.Xor(b.may)).Not())
	ones := least.And(known)
	v := ofBits(ones, ones.Or(known.Not()))
	lo, hi := a.lo.Add(b.lo), a.hi.Add(b.hi)
	// The sum overflows always, or never, or there is no interval.
	if (lo.Cmp(a.lo) < 0) == (hi.Cmp(a.hi) < 0) {
		v.Meet(Between(lo, hi))
	}
	return v
}

func sub(a, b Value) Value { return not(add(not(a), b)) }

// mul bounds a product by its lowest bits, which depend on the factors' lowest ones only, and, if
// it never overflows, by an interval.
func mul(a, b Value) Value {
	n := a.Width()
	_, la := a.Fixed()
	_, lb := b.Fixed()
	if _, ok := a.Word(); ok {
		la = n
	}
	if _, ok := b.Word(); ok {
		lb = n
	}
	// If the lowest k bits of a are known, of which z are 0, b is known by l bits, then so
	// are the lowest min(k + zeros of b, l + z) of the product.
	za, zb := min(a.may.TrailingZeros(), la), min(b.may.TrailingZeros(), lb)
	k := min(n, la+zb, lb+za)
	low := lowest(n, k)
	ones := a.ones.Mul(b.ones).And(low)
	v := ofBits(ones, ones.Or(low.Not()))
	if !overflows(a.hi, b.hi) {
		v.Meet(Between(a.lo.Mul(b.lo), a.hi.Mul(b.hi)))
	}
	return v
}

// overflows reports whether the product of two unsigned numbers does not fit.
func overflows(a, b num.Word) bool {
	n := a.Width()
	if a.BitLen()+b.BitLen() <= n {
		return false
	}
	if b.IsZero() {
		return false
	}
	q, _ := num.Ones(n).Divide(b)
	return a.Cmp(q) > 0
}

func quotient(a, b Value) Value {
	if b.hi.IsZero() {
		return Exact(num.Ones(a.Width()))
	}
	lo, _ := a.lo.Divide(b.hi)
	if b.lo.IsZero() {
		return Between(lo, num.Ones(a.Width()))
	}
	hi, _ := a.hi.Divide(b.lo)
	return Between(lo, hi)
}

func remainder(a, b Value) Value {
	if b.hi.IsZero() || a.hi.Cmp(b.lo) < 0 {
		return a
	}
	n := a.Width()
	hi := a.hi
	if !b.lo.IsZero() {
		hi = smaller(hi, b.hi.Sub(num.WordFromUint64(n, 1)))
	}
	if w, ok := b.Word(); ok {
		if x, ok := a.Word(); ok {
			_, r := x.Divide(w)
			return Exact(r)
		}
	}
	return Between(num.WordFromUint64(n, 0), hi)
}

func shiftLeft(a, s Value) Value {
	n := a.Width()
	if k, ok := s.Word(); ok {
		c := k.Clamp()
		return ofBits(a.ones.Shl(c), a.may.Shl(c))
	}
	zeros := min(n, s.lo.Clamp()+a.may.TrailingZeros())
	v := ofBits(num.WordFromUint64(n, 0), lowest(n, zeros).Not())
	if c := s.hi.Clamp(); a.hi.BitLen()+c <= n {
		v.Meet(Between(a.lo.Shl(s.lo.Clamp()), a.hi.Shl(c)))
	}
	return v
}

func shiftRight(a, s Value) Value {
	if k, ok := s.Word(); ok {
		c := k.Clamp()
		v := ofBits(a.ones.Shr(c), a.may.Shr(c))
		v.Meet(Between(a.lo.Shr(c), a.hi.Shr(c)))
		return v
	}
	return Between(a.lo.Shr(s.hi.Clamp()), a.hi.Shr(s.lo.Clamp()))
}

func shiftSign(a, s Value) Value {
	neg, pos, hasNeg, hasPos := a.halves()
	switch {
	case !hasNeg:
		return shiftRight(pos, s)
	case !hasPos:
		return not(shiftRight(not(neg), s))
	}
	return shiftRight(pos, s).join(not(shiftRight(not(neg), s)))
}

// join bounds a concatenation.
func join(a, b Value) Value {
	return Value{ones: a.ones.Join(b.ones), may: a.may.Join(b.may), lo: a.lo.Join(b.lo), hi: a.hi.Join(b.hi)}
}

func slice(a Value, hi, lo int) Value {
	v := ofBits(a.ones.Slice(hi, lo), a.may.Slice(hi, lo))
	if a.lo.Xor(a.hi).BitLen() <= hi+1 { // the bits above are the same
		v.Meet(Between(a.lo.Slice(hi, lo), a.hi.Slice(hi, lo)))
	}
	return v
}

func signExtend(a Value, k int) Value {
	neg, pos, hasNeg, hasPos := a.halves()
	zeros, ones := Exact(num.WordFromUint64(k, 0)), Exact(num.Ones(k))
	switch {
	case !hasNeg:
		return join(zeros, pos)
	case !hasPos:
		return join(ones, neg)
	}
	return join(zeros, pos).join(join(ones, neg))
}

// decide returns the truth of an atom, if the arguments' bounds leave no choice.
func decide(st *term.Store, t term.Term, args []Value) (value, ok bool) {
	switch st.Op(t) {
	case term.OpEq:
		if args[0].Width() == 0 {
			return false, false
		}
		x, y := args[0], args[1]
		if _, ok := x.Meet(y); !ok {
			return false, true
		}
		_, one := args[0].Word()
		_, other := y.Word()
		return true, one && other
	case term.OpBvUle:
		a, b := args[0], args[1]
		return a.hi.Cmp(b.lo) <= 0, a.hi.Cmp(b.lo) <= 0 || a.lo.Cmp(b.hi) > 0
	case term.OpBvSle:
		alo, ahi := args[0].signed()
		blo, bhi := args[1].signed()
		return ahi.SignedCmp(blo) <= 0, ahi.SignedCmp(blo) <= 0 || alo.SignedCmp(bhi) > 0
	case term.OpBvUmulo:
		a, b := args[0], args[1]
		if !overflows(a.hi, b.hi) {
			return false, true
		}
		return true, overflows(a.lo, b.lo)
	case term.OpBvSmulo:
		a, b := args[0], args[1]
		limit := num.PowerOfTwo(a.Width(), a.Width()-1)
		small := !overflows(a.hi, b.hi) && a.hi.Mul(b.hi).Cmp(limit) < 0
		return false, small && a.hi.Cmp(limit) < 0 && b.hi.Cmp(limit) < 0
	}
	return false, false
}

package syntax

import (
	"math/big"
	"slices"
	"strings"
)

// constant reads an expression that has to be an integer constant.
func (p *parser) constant(otherwise string) *big.Int {
	at := p.pos()
	e := p.rvalue(p.conditional())
	v := p.eval(e)
	if v == nil || e.Type.Kind != Int {
		p.fail(at, "%s", otherwise)
	}
	return v
}

// wrapped returns a number in the range of a type that is the same modulo its size.
func wrapped(v *big.Int, t *Type) *big.Int {
	lo, hi := t.Range()
	if v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 {
		return v
	}
	size := hi.Sub(hi, lo)
	size.Add(size, big.NewInt(1))
	v = new(big.Int).Sub(v, lo)
	return v.Mod(v, size).Add(v, lo)
}

// Constant returns the value of an expression of integer or pointer type, if that is the same in each execution; else
// nil. It must not be changed.
func Constant(e *Expr) *big.Int { return (*parser)(nil).eval(e) }

// eval returns the value of an expression of integer or pointer type, if that is the same in each execution; else
// nil. Pointers are such if they are made of integers.
func (p *parser) eval(e *Expr) *big.Int {
	t := e.Type
	if t.Kind != Int && t.Kind != Pointer {
		return nil
	}
	switch e.Op {
	case Const:
		return wrapped(e.Val, t)
	case Cast:
		return p.evalCast(e)
	case AddrOf, Decay:
		return p.evalAddress(e.X)
	case Neg, Cpl, Not:
		x := p.eval(e.X)
		switch {
		case e.Op == Not && e.X.Type.Kind == Float:
			if r := p.evalReal(e.X); r != nil {
				return truth(r.Sign() == 0)
			}
			return nil
		case x == nil:
			return nil
		case e.Op == Neg:
			return wrapped(new(big.Int).Neg(x), t)
		case e.Op == Cpl:
			return wrapped(new(big.Int).Not(x), t)
		}
		return truth(x.Sign() == 0)
	case LAnd, LOr, Cond:
		return p.evalChoice(e)
	case PtrAdd, PtrSub, PtrDiff:
		return p.evalPointer(e)
	case Load:
		if s := e.X; s.Op == Elem && s.X.Op == Text { // "abc"[1]
			if i := p.eval(s.Y); i != nil && i.Sign() >= 0 && i.Cmp(big.NewInt(s.X.Type.Len)) < 0 {
				return s.X.Unit(i.Int64())
			}
		}
		return nil
	case Call:
		return p.evalCall(e)
	case Comma, Block, Assign, AssignOp, Closure, Hole:
		return nil
	}
	return p.evalBinary(e)
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// evalCast evaluates a conversion.
func (p *parser) evalCast(e *Expr) *big.Int {
	if e.X.Type.Kind == Float {
		return p.truncated(e.X, e.Type)
	}
	v := p.eval(e.X)
	switch {
	case v == nil:
		return nil
	case e.Type.Bool:
		return truth(v.Sign() != 0)
	}
	return wrapped(v, e.Type)
}

// evalChoice evaluates what needs some operands only if others have some value.
func (p *parser) evalChoice(e *Expr) *big.Int {
	holds := func(x *Expr) (value, known bool) {
		if x.Type.Kind == Float {
			r := p.evalReal(x)
			return r != nil && r.Sign() != 0, r != nil
		}
		v := p.eval(x)
		return v != nil && v.Sign() != 0, v != nil
	}
	x, ok := holds(e.X)
	switch {
	case !ok:
		return nil
	case e.Op == Cond && x:
		return p.eval(e.Y)
	case e.Op == Cond:
		return p.eval(e.Z)
	case e.Op == LAnd && !x, e.Op == LOr && x:
		return truth(x)
	}
	if y, ok := holds(e.Y); ok {
		return truth(y)
	}
	return nil
}

// evalPointer evaluates arithmetic on pointers that are made of integers.
func (p *parser) evalPointer(e *Expr) *big.Int {
	x, y := p.eval(e.X), p.eval(e.Y)
	if x == nil || y == nil {
		return nil
	}
	elem := e.X.Type.Elem
	size := elem.Size
	if elem.Kind == Void || elem.Kind == Func {
		size = 1
	}
	if computed(elem) || size == 0 {
		return nil
	}
	n := big.NewInt(size)
	switch e.Op {
	case PtrAdd:
		return wrapped(new(big.Int).Add(x, n.Mul(n, y)), e.Type)
	case PtrSub:
		return wrapped(new(big.Int).Sub(x, n.Mul(n, y)), e.Type)
	}
	d := new(big.Int).Sub(x, y)
	return wrapped(d.Quo(d, n), e.Type)
}

// evalAddress returns the address of an lvalue that is at a constant one; nil if that is another one.
func (p *parser) evalAddress(e *Expr) *big.Int {
	switch e.Op {
	case Deref:
		return p.eval(e.X)
	case Member:
		if base := p.evalAddress(e.X); base != nil && !e.Field.bit {
			return new(big.Int).Add(base, big.NewInt(e.Field.Offset))
		}
	case Elem:
		base, i := p.evalAddress(e.X), p.eval(e.Y)
		if base != nil && i != nil && !computed(e.Type) {
			return new(big.Int).Add(base, new(big.Int).Mul(i, big.NewInt(e.Type.Size)))
		}
	}
	return nil
}

// arithmetics compute operations of two integers.
var arithmetics = map[Op]func(z, x, y *big.Int) *big.Int{
	Add: (*big.Int).Add, Sub: (*big.Int).Sub, Mul: (*big.Int).Mul, Div: (*big.Int).Quo, Mod: (*big.Int).Rem,
	And: (*big.Int).And, Or: (*big.Int).Or, Xor: (*big.Int).Xor,
	Shl: func(z, x, y *big.Int) *big.Int { return z.Lsh(x, uint(y.Int64())) },
	Shr: func(z, x, y *big.Int) *big.Int { return z.Rsh(x, uint(y.Int64())) },
}

// evalBinary evaluates an operation of two operands.
func (p *parser) evalBinary(e *Expr) *big.Int {
	if e.X == nil || e.Y == nil {
		return nil
	}
	if e.X.Type.Kind == Float && e.Op >= Lt && e.Op <= Ne {
		a, b := p.evalReal(e.X), p.evalReal(e.Y)
		if a == nil || b == nil {
			return nil
		}
		return compared(e.Op, a.Cmp(b))
	}
	x, y := p.eval(e.X), p.eval(e.Y)
	if x == nil || y == nil {
		return nil
	}
	if e.Op >= Lt && e.Op <= Ne {
		return compared(e.Op, x.Cmp(y))
	}
	switch e.Op {
	case Div, Mod:
		if y.Sign() == 0 {
			return nil
		}
	case Shl, Shr:
		if y.Sign() < 0 || y.Cmp(big.NewInt(e.Type.Width())) >= 0 {
			return nil
		}
	}
	compute := arithmetics[e.Op]
	if compute == nil {
		return nil
	}
	return wrapped(compute(new(big.Int), x, y), e.Type)
}

func compared(op Op, sign int) *big.Int {
	return truth([...]bool{Lt: sign < 0, Gt: sign > 0, Le: sign <= 0, Ge: sign >= 0, Eq: sign == 0, Ne: sign != 0}[op])
}

// rounded returns a number as a floating-point type has it; nil where that is infinite, or so small that it has fewer
// digits.
func rounded(v *big.Float, t *Type) *big.Float {
	if v == nil || t.Kind != Float {
		return nil
	}
	prec, most := uint(64), 16000
	switch t.Size {
	case 4:
		prec, most = 24, 126
	case 8:
		prec, most = 53, 1022
	}
	r := new(big.Float).SetMode(big.ToNearestEven).SetPrec(prec).Set(v)
	if n := r.MantExp(nil); r.IsInf() || n > most || n < -most {
		return nil
	}
	return r
}

func negated(v *big.Float) *big.Float { return new(big.Float).Neg(v) }

// evalReal returns the value of a floating-point expression, if it is constant, and as exact as gcc has it; else nil.
func (p *parser) evalReal(e *Expr) *big.Float {
	if e.real != nil {
		return e.real
	}
	if e.Type.Kind != Float {
		return nil
	}
	switch e.Op {
	case Cast:
		if e.X.Type.Kind == Float {
			return rounded(p.evalReal(e.X), e.Type)
		}
		if v := p.eval(e.X); v != nil && v.BitLen() <= 128 {
			return rounded(new(big.Float).SetPrec(200).SetInt(v), e.Type)
		}
	case Neg:
		if x := p.evalReal(e.X); x != nil {
			return negated(x)
		}
	case Add, Sub, Mul, Div:
		x, y := p.evalReal(e.X), p.evalReal(e.Y)
		if x == nil || y == nil || e.Op == Div && y.Sign() == 0 {
			return nil
		}
		z := new(big.Float).SetMode(big.ToNearestEven).SetPrec(x.Prec())
		exact := map[Op]func(x, y *big.Float) *big.Float{Add: z.Add, Sub: z.Sub, Mul: z.Mul, Div: z.Quo}[e.Op]
		return rounded(exact(x, y), e.Type)
	}
	return nil
}

// truncated returns the integer to which a floating-point constant is converted; nil if it is no such constant, or
// not in the range of the type.
func (p *parser) truncated(e *Expr, t *Type) *big.Int {
	if t.Kind != Int || e.Type.Kind != Float {
		return nil
	}
	x := p.evalReal(e)
	if x == nil {
		return nil
	}
	if t.Bool {
		return truth(x.Sign() != 0)
	}
	n, _ := x.Int(nil)
	if lo, hi := t.Range(); n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
		return nil
	}
	return n
}

// evalCall evaluates builtins that gcc folds, of arguments that are constant.
func (p *parser) evalCall(e *Expr) *big.Int {
	if e.Obj == nil || len(e.Args) == 0 {
		return nil
	}
	name := strings.TrimPrefix(e.Obj.Name, "__builtin_")
	if name == "strlen" && e.Args[0].Op == Decay && e.Args[0].X.Op == Text {
		return big.NewInt(int64(strings.IndexByte(e.Args[0].X.Str, 0)))
	}
	v := p.eval(e.Args[0])
	if v == nil || name == e.Obj.Name {
		return nil
	}
	width := int(e.Args[0].Type.Width())
	n := wrapped(v, unsignedOf(e.Args[0].Type))
	switch name = strings.TrimRight(name, "l"); name {
	case "clz", "ctz":
		switch {
		case n.Sign() == 0:
			return nil
		case name == "clz":
			return big.NewInt(int64(width - n.BitLen()))
		}
		return big.NewInt(int64(n.TrailingZeroBits()))
	case "ffs":
		if n.Sign() == 0 {
			return n
		}
		return big.NewInt(int64(n.TrailingZeroBits()) + 1)
	case "popcount":
		return big.NewInt(ones(n))
	case "parity":
		return big.NewInt(ones(n) % 2)
	case "expect":
		return wrapped(v, e.Type)
	case "bswap16", "bswap32", "bswap64":
		b := n.FillBytes(make([]byte, width/8))
		slices.Reverse(b)
		return new(big.Int).SetBytes(b)
	}
	return nil
}

// ones counts the bits of a number that are set.
func ones(n *big.Int) (count int64) {
	for i := range n.BitLen() {
		count += int64(n.Bit(i))
	}
	return count
}

// unsignedOf returns the type without sign of the same width.
func unsignedOf(t *Type) *Type {
	u := *t
	u.Signed = false
	return &u
}

package syntax

import "math/big"

func (p *parser) hole(at Pos, what string) *Expr {
	return &Expr{Op: Hole, Str: what, Pos: at, Type: p.unsure}
}

// vague returns the hole for which the type of an expression is not known; nil if it is.
func (p *parser) vague(e *Expr) *Expr {
	for e != nil {
		switch e.Op {
		case Hole:
			if e.Type == p.unsure {
				return e
			}
			return nil
		case Cast, Call, Not, LAnd, LOr, Lt, Gt, Le, Ge, Eq, Ne, Block, Compound, VaArg:
			return nil
		case Cond:
			if h := p.vague(e.Z); h != nil {
				return h
			}
			e = e.Y
			continue
		}
		if h := p.vague(e.Y); h != nil {
			return h
		}
		e = e.X
	}
	return nil
}

func num(v int64, t *Type, at Pos) *Expr {
	return &Expr{Op: Const, Val: big.NewInt(v), Type: t, Pos: at}
}

// rvalue turns an lvalue into its value.
func (p *parser) rvalue(e *Expr) *Expr {
	switch {
	case e.Op == Hole && (e.Type.Kind == Array || e.Type.Kind == Func):
		h := *e
		h.Type = p.decayed(e.Type)
		return &h
	case e.Op == Hole:
		return e
	case e.Type.Kind == Array:
		if o := object(e); o != nil && o.register {
			p.fail(e.Pos, "address of register variable '%s' requested", o.Name)
		}
		return &Expr{Op: Decay, X: e, Type: p.pointerTo(e.Type.Elem), Pos: e.Pos}
	case e.Type.Kind == Func:
		if e.Op == Deref {
			return e.X
		}
		return p.pointing(&Expr{Op: AddrOf, X: e, Type: p.pointerTo(e.Type), Pos: e.Pos})
	case lvalue(e):
		if e.Type.record() && e.Type.incomplete() {
			p.fail(e.Pos, "invalid use of undefined type '%s'", spell(e.Type))
		}
		return &Expr{Op: Load, X: e, Type: e.Type.plain(), Pos: e.Pos}
	}
	return e
}

// object returns the object that an lvalue is in; nil if it is none that has a name.
func object(e *Expr) *Object {
	for e.Op == Member || e.Op == Elem {
		e = e.X
	}
	if e.Op == Var {
		return e.Obj
	}
	return nil
}

func lvalue(e *Expr) bool {
	switch e.Op {
	case Var, Elem, Deref, Compound, Text:
		return true
	case Member:
		return lvalue(e.X)
	}
	return false
}

// cast converts a value to a type.
func (p *parser) cast(e *Expr, t *Type) *Expr {
	t = t.plain()
	if e.Op == Hole {
		if v := p.truncated(e, t); v != nil {
			return &Expr{Op: Const, Val: v, Type: t, Pos: e.Pos, source: e.source}
		}
		h := *e
		h.Type, h.real = t, rounded(e.real, t)
		return &h
	}
	if e.Type.Same(t) && e.Type.Rank == t.Rank && !(e.Op == Const && t.Kind == Pointer) { // long is no long long
		return e
	}
	return converted(e, t, e.Pos)
}

// converted returns a conversion. A call that returns a pointer notes to what type that is converted.
func converted(e *Expr, t *Type, at Pos) *Expr {
	if e.Op == Call && t.Kind == Pointer {
		e.Mid = t.Elem
	}
	return &Expr{Op: Cast, X: e, Type: t, Pos: at}
}

// field returns the member that an expression is, or the one that it has just assigned to; nil if there is none.
func field(e *Expr) *Field {
	switch e.Op {
	case Member:
		return e.Field
	case Load, Assign, AssignOp:
		return field(e.X)
	case Comma:
		return field(e.Y)
	}
	return nil
}

// bitField reports whether an expression is a bit-field, or its value.
func bitField(e *Expr) bool {
	if e.Op == Load {
		e = e.X
	}
	return e.Op == Member && e.Field.bit
}

// bits returns the width of the bit-field whose value an expression is; 0 if there is none.
func bits(e *Expr) int64 {
	if f := field(e); f != nil {
		return f.Bits
	}
	return 0
}

// narrow returns the type of a bit-field, which is one of its own if that is wider than int.
func (p *parser) narrow(f *Field) *Type {
	if f.Bits <= p.int.Size*8 || f.Bits == f.Type.Size*8 {
		return f.Type
	}
	t := *f.Type.plain()
	t.Bits, t.variants, t.pointer, t.Enum, t.under = f.Bits, nil, nil, nil, nil
	return t.with(f.Type.quals)
}

// arithmetic reports whether the type of an expression is one of numbers.
func arithmetic(e *Expr) bool { return e.Type.Kind == Int || e.Type.Kind == Float }

// promote applies the integer promotions.
func (p *parser) promote(e *Expr) *Expr {
	if e.Type.Kind != Int {
		return e
	}
	if n := bits(e); n > 0 {
		if n < p.int.Size*8 || n == p.int.Size*8 && e.Type.Signed {
			return p.cast(e, p.int)
		}
		if n == p.int.Size*8 {
			return p.cast(e, p.uint)
		}
		return e
	}
	if e.Type.Rank < 3 {
		return p.cast(e, p.int)
	}
	return e
}

// promoted applies the promotions of arguments for which there is no parameter.
func (p *parser) promoted(e *Expr) *Expr {
	if e.Type.Kind == Float && e.Type.Size < p.double.Size {
		return p.cast(e, p.double)
	}
	return p.promote(e)
}

// common applies the usual arithmetic conversions.
func (p *parser) common(x, y *Expr) (*Expr, *Expr) {
	if x.Type.Kind == Float || y.Type.Kind == Float {
		t := x.Type
		if t.Kind != Float || y.Type.Kind == Float && y.Type.Size > t.Size {
			t = y.Type
		}
		return p.cast(x, t), p.cast(y, t)
	}
	x, y = p.promote(x), p.promote(y)
	if x.Type.Kind != Int || y.Type.Kind != Int {
		return x, y
	}
	t := p.commonType(x.Type, y.Type)
	return p.cast(x, t), p.cast(y, t)
}

// commonType is that of two promoted operands: the wider one, as gcc has it, which for types without Bits is what the
// standard says.
func (p *parser) commonType(a, b *Type) *Type {
	switch m, n := a.Width(), b.Width(); {
	case m > n:
		return a
	case m < n:
		return b
	case a.Bits > 0 || b.Bits > 0, a.Signed == b.Signed:
		if a.Rank >= b.Rank && (a.Signed == b.Signed || !a.Signed) {
			return a
		}
		return b
	case a.Rank < 4 && b.Rank < 4:
		return p.uint
	}
	switch max(a.Rank, b.Rank) { // one of them has no sign
	case 4:
		return p.ulong
	case 5:
		return p.ullong
	}
	return p.uint128
}

// operation returns x op y, with the conversions that belong to it.
func (p *parser) operation(at, where Pos, op Op, x, y *Expr) *Expr {
	if x.Type.Vector && (y.Op != Hole || y.real != nil) || y.Type.Vector && (x.Op != Hole || x.real != nil) {
		return p.vectorOperation(at, where, op, x, y)
	}
	e := &Expr{Op: op, X: x, Y: y, Pos: at}
	px, py := x.Type.Kind == Pointer, y.Type.Kind == Pointer
	if h := p.operands(where, op, x, y); h != nil {
		return h
	}
	switch {
	case op == Add && px:
		e.Op, e.Type = PtrAdd, x.Type
		return p.step(e)
	case op == Add && py:
		e.Op, e.X, e.Y, e.Type = PtrAdd, y, x, y.Type
		return p.step(e)
	case op == Sub && px && py:
		e.Op, e.Type = PtrDiff, p.diff
		return p.step(e)
	case op == Sub && px:
		e.Op, e.Type = PtrSub, x.Type
		return p.step(e)
	case op == Shl || op == Shr:
		e.X, e.Y = p.promote(x), p.promote(y)
		e.Type = e.X.Type
		return e
	case op >= Lt && op <= Ne:
		e.Type = p.int
		switch {
		case px && !py:
			e.Y = p.cast(y, x.Type)
		case py && !px:
			e.X = p.cast(x, y.Type)
		case !px:
			e.X, e.Y = p.common(x, y)
		}
		return p.compare(e)
	}
	e.X, e.Y = p.common(x, y)
	e.Type = e.X.Type
	return e
}

// compare folds a comparison of floating-point constants.
func (p *parser) compare(e *Expr) *Expr {
	if e.X.Type.Kind == Float {
		if v := p.eval(e); v != nil {
			return &Expr{Op: Const, Val: v, Type: e.Type, Pos: e.Pos}
		}
	}
	return e
}

// operands checks the operands of an operation. What is not supported is a hole.
func (p *parser) operands(at Pos, op Op, x, y *Expr) *Expr {
	for _, e := range []*Expr{x, y} {
		switch {
		case e.Type.Kind == Other:
			return p.hole(e.Pos, e.Type.Name)
		case e.Type.Kind == Void:
			p.fail(at, "void value not ignored as it ought to be")
		}
	}
	if x.Op == Hole && x.real == nil || y.Op == Hole && y.real == nil {
		if !x.Type.Scalar() || !y.Type.Scalar() {
			if x.Op == Hole {
				return x
			}
			return y
		}
		return nil
	}
	px, py := x.Type.Kind == Pointer, y.Type.Kind == Pointer
	ok := x.Type.Scalar() && y.Type.Scalar()
	switch op {
	case Add:
		ok = ok && !(px && py) && (!px || y.Type.Kind == Int) && (!py || x.Type.Kind == Int)
	case Sub:
		ok = ok && (!py || px) && (!px || py || y.Type.Kind == Int)
		if px && py && !compatible(x.Type.Elem.plain(), y.Type.Elem.plain()) {
			ok = ok && x.Type.Elem.Kind == Void && y.Type.Elem.Kind == Void
		}
	case Mul, Div:
		ok = ok && !px && !py
	case Mod, Shl, Shr, And, Or, Xor:
		ok = ok && x.Type.Kind == Int && y.Type.Kind == Int
	default: // comparisons
		ok = ok && !(px && y.Type.Kind == Float) && !(py && x.Type.Kind == Float)
	}
	if !ok {
		p.fail(at, "invalid operands to binary %s (have '%s' and '%s')", spelling(op), spell(x.Type), spell(y.Type))
	}
	return nil
}

// spelling is how an operator is written.
func spelling(op Op) string {
	for text, x := range operators {
		if x.op == op {
			return text
		}
	}
	return ""
}

// step checks pointer arithmetic.
func (p *parser) step(e *Expr) *Expr {
	t := e.X.Type.Elem
	if computed(t) {
		return p.strides(e)
	}
	if t.incomplete() && t.Kind != Void {
		if t.Kind == Array {
			p.fail(e.Pos, "invalid use of array with unspecified bounds")
		}
		p.fail(e.Pos, "invalid use of undefined type '%s'", spell(t))
	}
	if t.Kind == Other {
		return p.hole(e.Pos, t.Name)
	}
	return e
}

// purpose is what a value is converted for.
type purpose struct {
	what string // with the types: to, from
	swap bool
}

var (
	assigning    = purpose{what: "incompatible types when assigning to type '%s' from type '%s'"}
	initialising = purpose{what: "incompatible types when initializing type '%s' using type '%s'"}
	returning    = purpose{what: "incompatible types when returning type '%s' but '%s' was expected", swap: true}
)

// assigned converts a value as an assignment does.
func (p *parser) assigned(e *Expr, t *Type, at Pos, why purpose) *Expr {
	t = t.plain()
	from := e.Type
	ok := true
	switch {
	case e.Op == Hole && e.real == nil:
	case from.Kind == Void:
		p.fail(at, "void value not ignored as it ought to be")
	case from.Kind == Other || t.Kind == Other:
		return p.cast(p.hole(e.Pos, map[bool]string{true: from.Name, false: t.Name}[from.Kind == Other]), t)
	case t.record() || from.record():
		if t.Canonical() == from.Canonical() {
			return e
		}
		ok = false
	case t.Kind == Pointer:
		ok = from.Kind != Float
	case t.Kind == Float:
		ok = from.Kind != Pointer
	default:
		ok = t.Kind == Int
	}
	if !ok {
		if why.swap {
			t, from = from, t
		}
		p.fail(at, why.what, spell(t), spell(from))
	}
	return p.cast(e, t)
}

package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
)

// hasEffects reports whether evaluating an expression changes anything.
func hasEffects(e *syntax.Expr) bool {
	if e == nil {
		return false
	}
	switch e.Op {
	case syntax.Assign, syntax.AssignOp, syntax.Call, syntax.Block, syntax.Compound, syntax.Closure, syntax.Hole,
		syntax.VaStart, syntax.VaArg, syntax.VaEnd, syntax.VaCopy:
		return true
	}
	if hasEffects(e.X) || hasEffects(e.Y) || hasEffects(e.Z) {
		return true
	}
	for _, a := range e.Args {
		if hasEffects(a) {
			return true
		}
	}
	return false
}

// total reports whether an expression has a value, and no effect, whatever the state: then it may be evaluated where
// the value is not used.
func (f *fn) total(e *syntax.Expr) bool {
	if e == nil {
		return true
	}
	switch e.Op {
	case syntax.Neg, syntax.Add, syntax.Sub, syntax.Mul:
		if e.Type.Signed && f.opt.Overflow != Wrap {
			return false
		}
	case syntax.Load:
		if b := base(e.X); e.Type.Bool && b.Op == syntax.Var && f.mem.object(b.Obj).isBytes() {
			return false // bytes may be no value of _Bool
		} else if f.asks(Uninit) && (b.Op != syntax.Var || b.Obj.Kind == syntax.Auto || f.mem.inMemory(b.Obj)) {
			return false // it may have none
		}
	case syntax.Const, syntax.Var, syntax.Cpl, syntax.Not, syntax.And, syntax.Or, syntax.Xor, syntax.Eq, syntax.Ne,
		syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge,
		syntax.LAnd, syntax.LOr, syntax.Cond, syntax.AddrOf, syntax.Decay, syntax.Member:
	case syntax.Cast:
		if e.Type.Kind == syntax.Float || e.X.Type.Kind == syntax.Float ||
			e.Type.Kind == syntax.Pointer && e.X.Op != syntax.Const {
			return false
		}
	default:
		return false
	}
	return e.Type.Kind != syntax.Float && f.total(e.X) && f.total(e.Y) && f.total(e.Z)
}

// value evaluates an expression of integer or pointer type.
func (f *fn) value(e *syntax.Expr) val {
	if x, ok := f.once[e]; ok {
		return x.v
	}
	f.pos = e.Pos
	switch e.Op {
	case syntax.Const:
		return f.convert(f.constant(e.Val), e.Type)
	case syntax.Load:
		p := f.place(e.X)
		f.pos = e.Pos
		return f.valued(f.load(p), e.X)
	case syntax.AddrOf:
		return f.addressOf(e)
	case syntax.Decay:
		return f.pointer(f.addressed(e.X), e)
	case syntax.Member: // of a structure that is no lvalue
		return f.valued(f.load(f.member(f.aggregate(e.X), e.Field, e.Pos)), e)
	case syntax.Neg, syntax.Cpl, syntax.Not:
		return f.unary(e)
	case syntax.PtrAdd, syntax.PtrSub, syntax.PtrDiff:
		return f.pointerArithmetic(e)
	case syntax.LAnd, syntax.LOr, syntax.Cond:
		return f.choice(e)
	case syntax.Comma:
		f.effect(e.X)
		return f.value(e.Y)
	case syntax.Assign, syntax.AssignOp:
		return f.assignment(e, true)
	case syntax.Cast:
		return f.cast(e)
	case syntax.Call:
		return f.callValue(e)
	case syntax.Block:
		return f.blockValue(e)
	case syntax.VaArg:
		return f.argument(e)
	case syntax.Closure:
		return f.closure(e)
	case syntax.Hole:
		f.hole(e.Pos, e.Str)
		return f.arbitrary(e.Type, "hole")
	}
	return f.operation(e)
}

// effect evaluates an expression for what it does.
func (f *fn) effect(e *syntax.Expr) {
	if _, ok := f.once[e]; ok {
		return
	}
	f.pos = e.Pos
	switch {
	case e.Op == syntax.Cast && e.Type.Kind == syntax.Void:
		f.effect(e.X)
	case e.Op == syntax.Comma:
		f.effect(e.X)
		f.effect(e.Y)
	case e.Op == syntax.Call:
		f.callEffect(e)
	case e.Op == syntax.VaStart || e.Op == syntax.VaEnd || e.Op == syntax.VaCopy:
		f.list(e)
	case e.Op == syntax.Assign && !e.Type.Scalar():
		f.assignObject(e, false)
	case e.Op == syntax.Assign || e.Op == syntax.AssignOp:
		f.assignment(e, false)
	case e.Op == syntax.Cond && e.Type.Kind == syntax.Void:
		f.effectChoice(e)
	case e.Op == syntax.Block:
		f.stmt(e.Body)
		if e.X != nil {
			f.effect(e.X)
		}
		f.over(e)
	case e.Type.Kind == syntax.Struct || e.Type.Kind == syntax.Union:
		f.aggregate(e)
	case !hasEffects(e) && f.total(e):
	case f.idle(e):
	default:
		f.value(e)
	}
}

func (f *fn) effectChoice(e *syntax.Expr) {
	after := f.block("join", e.Pos)
	yes, no := f.block("then", e.Pos), f.block("else", e.Pos)
	f.cond(e.X, yes, no)
	f.enter(yes)
	f.effect(e.Y)
	f.jumpIf(after)
	f.enter(no)
	f.effect(e.Z)
	f.jumpIf(after)
	f.enter(after)
}

// jumpIf jumps if control gets here.
func (f *fn) jumpIf(to int32) {
	if f.cur != noBlock {
		f.jump(to)
	}
}

// operation evaluates an operation of two operands, the left one first.
func (f *fn) operation(e *syntax.Expr) val {
	var a, b val
	if hasEffects(e.Y) && last(e) {
		b = f.keptVal(f.value(e.Y))
		a = f.value(e.X)
	} else {
		a = f.value(e.X)
		if hasEffects(e.Y) {
			a = f.keptVal(a)
		}
		b = f.value(e.Y)
	}
	f.pos = e.Pos
	if e.X.Type.Kind == syntax.Float || e.Y.Type.Kind == syntax.Float || !scalarPair(e) {
		f.hole(e.Pos, "floating-point arithmetic")
		return f.arbitrary(e.Type, "float")
	}
	a, b = f.places(e, a, b)
	return f.binary(e.Op, a, b, e.Type, e.Pos)
}

// last reports whether the left operand is evaluated last: gcc swaps the operands of what is commutative, and of
// comparisons, if it is a variable and the other is not.
func last(e *syntax.Expr) bool {
	switch e.Op {
	case syntax.Sub, syntax.Div, syntax.Mod, syntax.Shl, syntax.Shr:
		return false
	}
	variable := func(x *syntax.Expr) bool {
		for x.Op == syntax.Cast && x.Type.Size == x.X.Type.Size {
			x = x.X
		}
		return x.Op == syntax.Load && x.X.Op == syntax.Var
	}
	return variable(e.X) && !variable(e.Y)
}

func scalarPair(e *syntax.Expr) bool { return e.X.Type.Scalar() && e.Y.Type.Scalar() }

func (f *fn) unary(e *syntax.Expr) val {
	a := f.value(e.X)
	if e.X.Type.Kind == syntax.Float {
		f.hole(e.Pos, "floating-point arithmetic")
		return f.arbitrary(e.Type, "float")
	}
	switch e.Op {
	case syntax.Not:
		return f.boolean(f.st.Not(f.truth(a)))
	case syntax.Neg:
		return f.ring(machine.Sub, f.small(0), a, e.Type, e.Pos)
	}
	return f.wrap(plainVal(f.ints.Complement(a.Value)), e.Type)
}

// addressOf evaluates &X.
func (f *fn) addressOf(e *syntax.Expr) val {
	if e.X.Op == syntax.Var && e.X.Obj.Kind == syntax.Function {
		return f.small(f.codeOf(e.X.Obj))
	}
	return f.pointer(f.addressed(e.X), e)
}

// addressed returns the place of an lvalue that is only pointed to: it may be just behind an array, and what a null
// pointer constant points to, whose member's address is its offset.
func (f *fn) addressed(e *syntax.Expr) place {
	if b := base(e); b.Op == syntax.Deref && isNull(b.X) {
		was := f.offset
		f.offset = b
		defer func() { f.offset = was }()
	}
	if e.Op == syntax.Elem {
		return f.element(e, 1)
	}
	return f.place(e)
}

// pointer returns the address of a place as the value of e.
func (f *fn) pointer(p place, e *syntax.Expr) val {
	if !p.inMemory() || p.field != nil {
		f.hole(e.Pos, "the address of this object")
		return f.arbitrary(e.Type, "address")
	}
	if f.st.IsNum(p.addr) {
		return f.constant(f.st.Num(p.addr).Big())
	}
	return typed(p.addr, e.Type)
}

// pointerArithmetic evaluates what goes beyond an object to no meaningful address, so it does not wrap.
func (f *fn) pointerArithmetic(e *syntax.Expr) val {
	return f.arithmeticOf(e, f.value(e.X), false)
}

// arithmeticOf is pointerArithmetic on a pointer, whose result may be dereferenced at once.
func (f *fn) arithmeticOf(e *syntax.Expr, a val, dereferenced bool) val {
	if hasEffects(e.Y) {
		a = f.keptVal(a)
	}
	b := f.ranged(f.value(e.Y))
	elem := e.X.Type.Elem
	size := elem.Size
	switch {
	case elem.Kind == syntax.Void || elem.Kind == syntax.Func:
		size = 1
	case elem.Count != nil || size == 0:
		f.hole(e.Pos, "pointers to what has no constant size")
		return f.arbitrary(e.Type, "address")
	}
	x, y := f.number(a), f.number(b)
	out := typed(0, e.Type)
	if e.Op != syntax.PtrDiff {
		x = f.seen(Bounds, x)
	}
	switch e.Op {
	case syntax.PtrAdd:
		out.Term = f.st.Add(x, f.st.Mul(f.st.Int(size), y))
	case syntax.PtrSub:
		out.Term = f.st.Sub(x, f.st.Mul(f.st.Int(size), y))
	default:
		out.Term = f.st.Sub(x, y)
		if size != 1 {
			out.Term = f.st.Div(out.Term, f.st.Int(size))
		}
	}
	if e.Op == syntax.PtrDiff {
		f.require(Bounds, f.within(out.Term, out.Lo, out.Hi), e.Pos, said("this distance is too large"))
		return out
	}
	if !dereferenced {
		f.stays(x, out.Term, e)
		f.addressable(x, out, e, false)
	}
	return out
}

// addressable makes sure that the result of arithmetic on a pointer is an address. Where objects are watched, and the
// pointer is to one, another check has said that the result is not in it.
func (f *fn) addressable(from term.Term, v val, e *syntax.Expr, dereferenced bool) {
	is := f.within(v.Term, v.Lo, v.Hi)
	if !f.asks(Bounds | Pointer) {
		f.require(Bounds, is, e.Pos, said(e.Source()+" is no address"))
		return
	}
	there := f.st.Or(is, f.lives(from))
	switch {
	case dereferenced:
		f.require(Bounds, there, e.Pos, said(e.Source()+" is no address"))
	case f.asks(Pointer):
		f.require(Pointer, there, e.Pos, said(e.Source()+" is no address"))
	default:
		f.unless(there, e.Pos, e.Source()+", which is no address")
	}
	f.assume(is)
}

func (f *fn) cast(e *syntax.Expr) val {
	v := f.value(e.X)
	from, to := e.X.Type, e.Type
	f.pos = e.Pos
	switch {
	case from.Kind == syntax.Float || to.Kind == syntax.Float:
		f.hole(e.Pos, "floating-point arithmetic")
		return f.arbitrary(to, "float")
	case to.Kind != syntax.Int && to.Kind != syntax.Pointer || from.Kind != syntax.Int && from.Kind != syntax.Pointer:
		f.hole(e.Pos, "a conversion to "+to.Name)
		return f.arbitrary(to, "cast")
	}
	return f.convert(v, to)
}

// fresh reports whether an expression is the address of new memory.
func fresh(e *syntax.Expr) bool { return e.Op == syntax.Call && e.Obj != nil && allocator(e.Obj) }

// choice evaluates what evaluates some operands only if others have some value.
func (f *fn) choice(e *syntax.Expr) val {
	if f.total(e.Y) && (e.Op != syntax.Cond || f.total(e.Z)) {
		return f.select_(e)
	}
	var out val
	after := f.block("join", e.Pos)
	yes, no := f.block("then", e.Pos), f.block("else", e.Pos)
	f.cond(condOf(e), yes, no)
	if e.Op != syntax.Cond {
		t := f.temp(term.Bool, "b")
		for i, b := range []int32{yes, no} {
			f.enter(b)
			f.set(t, f.st.Bool(i == 0))
			f.jump(after)
		}
		f.enter(after)
		return f.boolean(f.prog.Var(t).Term)
	}
	t := f.temp(term.Int, "t")
	for i, x := range []*syntax.Expr{e.Y, e.Z} {
		f.enter([]int32{yes, no}[i])
		v := f.ranged(f.value(x))
		f.set(t, f.number(v))
		f.jump(after)
		if i == 0 {
			out = v
		} else {
			out.Value = out.Join(v.Value)
		}
	}
	f.enter(after)
	out.Value = out.Replaced(f.prog.Var(t).Term)
	out.Raw = true
	return f.ranged(out)
}

func condOf(e *syntax.Expr) *syntax.Expr {
	if e.Op == syntax.Cond {
		return e.X
	}
	return e
}

func (f *fn) select_(e *syntax.Expr) val {
	x := f.truth(f.value(e.X))
	y := f.value(e.Y)
	switch e.Op {
	case syntax.LAnd:
		return f.boolean(f.st.And(x, f.truth(y)))
	case syntax.LOr:
		return f.boolean(f.st.Or(x, f.truth(y)))
	}
	z := f.value(e.Z)
	return plainVal(f.ints.Ite(x, y.Value, z.Value))
}

// cond evaluates a condition, and goes to one of two new blocks.
func (f *fn) cond(e *syntax.Expr, yes, no int32) {
	f.pos = e.Pos
	switch {
	case e.Op == syntax.Not:
		f.cond(e.X, no, yes)
		return
	case (e.Op == syntax.LAnd || e.Op == syntax.LOr) && !f.total(e.Y):
		middle := f.block("and", e.Y.Pos)
		via := f.block("short", e.Pos)
		if e.Op == syntax.LAnd {
			f.cond(e.X, middle, via)
			f.enter(via)
			f.jump(no)
			f.enter(middle)
			f.shared(e.Y, yes, no)
		} else {
			f.cond(e.X, via, middle)
			f.enter(via)
			f.jump(yes)
			f.enter(middle)
			f.shared(e.Y, yes, no)
		}
		return
	}
	v := f.value(e)
	f.pos = e.Pos
	f.split(f.truth(v), yes, no)
}

// shared is cond for blocks that have other predecessors.
func (f *fn) shared(e *syntax.Expr, yes, no int32) (y, n int32) {
	y, n = f.block("then", e.Pos), f.block("else", e.Pos)
	f.cond(e, y, n)
	f.enter(y)
	f.jump(yes)
	f.enter(n)
	f.jump(no)
	return y, n
}

// blockValue evaluates a statement expression.
func (f *fn) blockValue(e *syntax.Expr) val {
	f.stmt(e.Body)
	v := f.small(0)
	if e.X != nil {
		v = f.keptVal(f.value(e.X))
	}
	f.over(e)
	return v
}

// aggregate evaluates an expression of structure or union type, to where its value is.
func (f *fn) aggregate(e *syntax.Expr) place {
	if x, ok := f.once[e]; ok {
		return x.p
	}
	switch e.Op {
	case syntax.Load:
		return f.place(e.X)
	case syntax.Assign:
		return f.assignObject(e, true)
	case syntax.Call:
		return f.callAggregate(e)
	case syntax.Comma:
		f.effect(e.X)
		return f.aggregate(e.Y)
	case syntax.Cond:
		s := f.whole(f.scratch(e.Type, e.Pos))
		after, yes, no := f.block("join", e.Pos), f.block("then", e.Pos), f.block("else", e.Pos)
		f.cond(e.X, yes, no)
		for i, b := range []int32{yes, no} {
			f.enter(b)
			f.copy(s, f.aggregate([]*syntax.Expr{e.Y, e.Z}[i]), e.Pos)
			f.jumpIf(after)
		}
		f.enter(after)
		return s
	case syntax.VaArg:
		return f.argumentObject(e)
	case syntax.Hole:
		f.hole(e.Pos, e.Str)
		return f.whole(f.scratch(e.Type, e.Pos))
	case syntax.Block:
		if e.X == nil {
			break
		}
		f.stmt(e.Body)
		p := f.aggregate(e.X)
		f.accessible(p)
		p.ptr = nil
		f.over(e)
		return p
	}
	return f.place(e)
}

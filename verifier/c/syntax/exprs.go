package syntax

import (
	"math/big"

	"modernc.org/cc/v4"
)

// expr returns the tree of an expression, which may be an lvalue.
func (c *converter) expr(n cc.ExpressionNode) *Expr {
	e := c.tree(n)
	if e.source == nil {
		e.source = n
	}
	return e
}

func (c *converter) tree(n cc.ExpressionNode) *Expr {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return c.primary(x)
	case *cc.PostfixExpression:
		return c.postfix(x)
	case *cc.UnaryExpression:
		return c.unary(x)
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return c.expr(x.UnaryExpression)
		}
		t := c.of(x.TypeName.Type())
		if v := truncated(x.CastExpression.Value(), t); v != nil {
			return &Expr{Op: Const, Val: v, Type: t, Pos: c.pos(x)}
		}
		e := c.value(x.CastExpression)
		if t.Kind == Int && e.Type.Kind == Int && t.Same(e.Type) && bits(e) == 0 { // a bit-field would be promoted to int
			return e
		}
		return converted(e, t, c.pos(x))
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return c.expr(x.LogicalOrExpression)
		}
		return c.conditional(x)
	case *cc.AssignmentExpression:
		return c.assignment(x)
	case *cc.ExpressionList:
		e := c.expr(x.AssignmentExpression)
		for l := x.ExpressionList; l != nil; l = l.ExpressionList {
			y := c.value(l.AssignmentExpression)
			e = &Expr{Op: Comma, X: c.rvalue(e), Y: y, Type: y.Type, Pos: e.Pos}
		}
		return e
	case *cc.ConstantExpression:
		return c.expr(x.ConditionalExpression)
	}
	return c.binary(n)
}

// binary returns the tree of an operation of two operands.
func (c *converter) binary(n cc.ExpressionNode) *Expr {
	switch x := n.(type) {
	case *cc.MultiplicativeExpression:
		switch x.Case {
		case cc.MultiplicativeExpressionMul:
			return c.operate(x, Mul, x.MultiplicativeExpression, x.CastExpression)
		case cc.MultiplicativeExpressionDiv:
			return c.operate(x, Div, x.MultiplicativeExpression, x.CastExpression)
		case cc.MultiplicativeExpressionMod:
			return c.operate(x, Mod, x.MultiplicativeExpression, x.CastExpression)
		}
		return c.expr(x.CastExpression)
	case *cc.AdditiveExpression:
		switch x.Case {
		case cc.AdditiveExpressionAdd:
			return c.operate(x, Add, x.AdditiveExpression, x.MultiplicativeExpression)
		case cc.AdditiveExpressionSub:
			return c.operate(x, Sub, x.AdditiveExpression, x.MultiplicativeExpression)
		}
		return c.expr(x.MultiplicativeExpression)
	case *cc.ShiftExpression:
		switch x.Case {
		case cc.ShiftExpressionLsh:
			return c.operate(x, Shl, x.ShiftExpression, x.AdditiveExpression)
		case cc.ShiftExpressionRsh:
			return c.operate(x, Shr, x.ShiftExpression, x.AdditiveExpression)
		}
		return c.expr(x.AdditiveExpression)
	case *cc.RelationalExpression:
		switch x.Case {
		case cc.RelationalExpressionLt:
			return c.operate(x, Lt, x.RelationalExpression, x.ShiftExpression)
		case cc.RelationalExpressionGt:
			return c.operate(x, Gt, x.RelationalExpression, x.ShiftExpression)
		case cc.RelationalExpressionLeq:
			return c.operate(x, Le, x.RelationalExpression, x.ShiftExpression)
		case cc.RelationalExpressionGeq:
			return c.operate(x, Ge, x.RelationalExpression, x.ShiftExpression)
		}
		return c.expr(x.ShiftExpression)
	case *cc.EqualityExpression:
		switch x.Case {
		case cc.EqualityExpressionEq:
			return c.operate(x, Eq, x.EqualityExpression, x.RelationalExpression)
		case cc.EqualityExpressionNeq:
			return c.operate(x, Ne, x.EqualityExpression, x.RelationalExpression)
		}
		return c.expr(x.RelationalExpression)
	}
	return c.logical(n)
}

func (c *converter) logical(n cc.ExpressionNode) *Expr {
	switch x := n.(type) {
	case *cc.AndExpression:
		if x.Case == cc.AndExpressionAnd {
			return c.operate(x, And, x.AndExpression, x.EqualityExpression)
		}
		return c.expr(x.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		if x.Case == cc.ExclusiveOrExpressionXor {
			return c.operate(x, Xor, x.ExclusiveOrExpression, x.AndExpression)
		}
		return c.expr(x.AndExpression)
	case *cc.InclusiveOrExpression:
		if x.Case == cc.InclusiveOrExpressionOr {
			return c.operate(x, Or, x.InclusiveOrExpression, x.ExclusiveOrExpression)
		}
		return c.expr(x.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			return &Expr{Op: LAnd, X: c.value(x.LogicalAndExpression), Y: c.value(x.InclusiveOrExpression), Type: c.unit.Sizes.Int, Pos: c.pos(x)}
		}
		return c.expr(x.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			return &Expr{Op: LOr, X: c.value(x.LogicalOrExpression), Y: c.value(x.LogicalAndExpression), Type: c.unit.Sizes.Int, Pos: c.pos(x)}
		}
		return c.expr(x.LogicalAndExpression)
	}
	return c.hole(n, "an expression of an unknown kind")
}

func (c *converter) operate(n cc.Node, op Op, a, b cc.ExpressionNode) *Expr {
	return c.operation(c.pos(n), op, c.value(a), c.value(b))
}

// operation returns x op y, with the conversions that belong to it.
func (c *converter) operation(p Pos, op Op, x, y *Expr) *Expr {
	e := &Expr{Op: op, X: x, Y: y, Pos: p}
	px, py := x.Type.Kind == Pointer, y.Type.Kind == Pointer
	switch {
	case op == Add && px:
		e.Op, e.Type = PtrAdd, x.Type
		return e
	case op == Add && py:
		e.Op, e.X, e.Y, e.Type = PtrAdd, y, x, y.Type
		return e
	case op == Sub && px && py:
		e.Op, e.Type = PtrDiff, c.unit.Sizes.Diff
		return e
	case op == Sub && px:
		e.Op, e.Type = PtrSub, x.Type
		return e
	case op == Shl || op == Shr:
		e.X, e.Y = c.promote(x), c.promote(y)
		e.Type = e.X.Type
		return e
	case op >= Lt && op <= Ne:
		e.Type = c.unit.Sizes.Int
		switch {
		case px && !py:
			e.Y = c.cast(y, x.Type)
		case py && !px:
			e.X = c.cast(x, y.Type)
		case !px:
			e.X, e.Y = c.common(x, y)
		}
		return e
	}
	e.X, e.Y = c.common(x, y)
	e.Type = e.X.Type
	return e
}

func (c *converter) conditional(x *cc.ConditionalExpression) *Expr {
	cond := c.value(x.LogicalOrExpression)
	if x.ExpressionList == nil { // a ?: b
		return c.hole(x, "a conditional without its middle")
	}
	a, b := c.value(x.ExpressionList), c.value(x.ConditionalExpression)
	e := &Expr{Op: Cond, X: cond, Pos: c.pos(x)}
	switch {
	case a.Type.Kind == Void || b.Type.Kind == Void:
		e.Y, e.Z = a, b
		e.Type = &Type{Kind: Void, Name: "void"}
		return e
	case a.Type.Kind == Pointer && b.Type.Kind == Pointer:
		t := a.Type
		if null(a) || b.Type.Elem.Kind == Void && !null(b) {
			t = b.Type
		}
		e.Y, e.Z, e.Type = c.cast(a, t), c.cast(b, t), t
		return e
	case a.Type.Kind == Pointer:
		b = c.cast(b, a.Type)
	case b.Type.Kind == Pointer:
		a = c.cast(a, b.Type)
	default:
		a, b = c.common(a, b)
	}
	e.Y, e.Z, e.Type = a, b, a.Type
	return e
}

// null reports whether an expression is a null pointer constant.
func null(e *Expr) bool {
	for e.Op == Cast {
		e = e.X
	}
	return e.Op == Const && e.Val.Sign() == 0
}

// operator returns the operator of an assignment.
func operator(x cc.AssignmentExpressionCase) Op {
	switch x {
	case cc.AssignmentExpressionMul:
		return Mul
	case cc.AssignmentExpressionDiv:
		return Div
	case cc.AssignmentExpressionMod:
		return Mod
	case cc.AssignmentExpressionAdd:
		return Add
	case cc.AssignmentExpressionSub:
		return Sub
	case cc.AssignmentExpressionLsh:
		return Shl
	case cc.AssignmentExpressionRsh:
		return Shr
	case cc.AssignmentExpressionAnd:
		return And
	case cc.AssignmentExpressionXor:
		return Xor
	}
	return Or
}

func (c *converter) assignment(x *cc.AssignmentExpression) *Expr {
	switch x.Case {
	case cc.AssignmentExpressionCond:
		return c.expr(x.ConditionalExpression)
	case cc.AssignmentExpressionAssign:
		l, r := c.expr(x.UnaryExpression), c.value(x.AssignmentExpression)
		if l.Op == Hole {
			return l
		}
		return &Expr{Op: Assign, X: l, Y: c.cast(r, l.Type), Type: l.Type, Pos: c.pos(x.UnaryExpression)}
	}
	return c.update(c.pos(x.UnaryExpression), operator(x.Case), c.expr(x.UnaryExpression), c.value(x.AssignmentExpression), false)
}

// update returns l op= r.
func (c *converter) update(p Pos, op Op, l, r *Expr, post bool) *Expr {
	if l.Op == Hole {
		return l
	}
	e := c.operation(p, op, c.rvalue(l), r)
	return &Expr{Op: AssignOp, Bin: e.Op, X: l, Y: e.Y, Mid: e.X.Type, Type: l.Type, Post: post, Pos: p}
}

func (c *converter) primary(x *cc.PrimaryExpression) *Expr {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Enumerator:
			if v, ok := bigOf(d.Value()); ok {
				t := c.of(d.Type())
				if t.Kind != Int || v.IsInt64() && v.Int64() == int64(int32(v.Int64())) {
					t = c.unit.Sizes.Int
				}
				return &Expr{Op: Const, Val: v, Type: t, Pos: c.pos(x)}
			}
		case *cc.Declarator:
			o := c.object(d)
			return &Expr{Op: Var, Obj: o, Type: o.Type, Pos: c.pos(x)}
		}
		return c.hole(x, "the name "+x.Token.SrcStr())
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		if v, ok := bigOf(x.Value()); ok {
			t := c.of(x.Type())
			if x.Case == cc.PrimaryExpressionChar {
				t = c.unit.Sizes.Int
			}
			return &Expr{Op: Const, Val: v, Type: t, Pos: c.pos(x)}
		}
		return c.hole(x, "the constant "+x.Token.SrcStr())
	case cc.PrimaryExpressionFloat:
		h := c.hole(x, "floating-point arithmetic")
		h.Type = c.of(x.Type())
		return h
	case cc.PrimaryExpressionString:
		if s, ok := x.Value().(cc.StringValue); ok {
			t := &Type{Kind: Array, Name: "char[]", Elem: c.unit.Sizes.Char, Len: int64(len(s)), Size: int64(len(s)), Align: 1}
			return &Expr{Op: Text, Str: string(s), Type: t, Pos: c.pos(x)}
		}
		return c.hole(x, "a string")
	case cc.PrimaryExpressionExpr:
		return c.expr(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return c.statementExpr(x)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return c.expr(a.AssignmentExpression)
		}
	}
	return c.hole(x, "a primary expression")
}

// statementExpr returns ({ ...; e; }), whose value is that of the last statement.
func (c *converter) statementExpr(x *cc.PrimaryExpression) *Expr {
	s := c.compound(x.CompoundStatement)
	e := &Expr{Op: Block, Body: s, Type: &Type{Kind: Void, Name: "void"}, Pos: c.pos(x)}
	if n := len(s.List); n > 0 && s.List[n-1].Kind == Eval {
		e.X = s.List[n-1].X
		e.Type = e.X.Type
		s.List = s.List[:n-1]
	}
	return e
}

func (c *converter) postfix(x *cc.PostfixExpression) *Expr {
	p := c.pos(x)
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return c.expr(x.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		a, i := c.expr(x.PostfixExpression), c.expr(x.ExpressionList)
		if a.Type.Kind != Array && a.Type.Kind != Pointer {
			a, i = i, a
		}
		return c.index(p, a, c.rvalue(i))
	case cc.PostfixExpressionCall:
		return c.call(x, p)
	case cc.PostfixExpressionSelect:
		return c.member(x, c.expr(x.PostfixExpression), p)
	case cc.PostfixExpressionPSelect:
		return c.member(x, c.deref(c.value(x.PostfixExpression), p), p)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		op := Add
		if x.Case == cc.PostfixExpressionDec {
			op = Sub
		}
		return c.update(p, op, c.expr(x.PostfixExpression), num(1, c.unit.Sizes.Int, p), true)
	case cc.PostfixExpressionComplit:
		o := &Object{Name: "literal", Kind: Auto, Type: c.of(x.TypeName.Type()), Pos: p}
		if c.fn == nil {
			return c.hole(x, "a compound literal outside of functions")
		}
		o.Init = &Init{}
		for l := x.InitializerList; l != nil; l = l.InitializerList {
			c.items(l.Initializer, 1, o.Init)
		}
		return &Expr{Op: Compound, Obj: o, Type: o.Type, Pos: p}
	}
	return c.hole(x, "a postfix expression")
}

// index returns a[i].
func (c *converter) index(p Pos, a, i *Expr) *Expr {
	i = c.promote(i)
	if a.Type.Kind == Array && lvalue(a) {
		return &Expr{Op: Elem, X: a, Y: i, Type: a.Type.Elem, Pos: p}
	}
	a = c.rvalue(a)
	if a.Type.Kind != Pointer {
		return &Expr{Op: Hole, Str: "an index of what is no array", Type: c.unit.Sizes.Int, Pos: p}
	}
	return c.deref(&Expr{Op: PtrAdd, X: a, Y: i, Type: a.Type, Pos: p}, p)
}

// deref returns *e.
func (c *converter) deref(e *Expr, p Pos) *Expr {
	if e.Op == Hole {
		return e
	}
	if e.Type.Kind != Pointer {
		return &Expr{Op: Hole, Str: "an access through what is no pointer", Type: c.unit.Sizes.Int, Pos: p}
	}
	switch e.Op {
	case AddrOf:
		return e.X
	case Decay:
		return &Expr{Op: Elem, X: e.X, Y: num(0, c.unit.Sizes.Int, p), Type: e.Type.Elem, Pos: p}
	case PtrAdd:
		if e.X.Op == Decay {
			return &Expr{Op: Elem, X: e.X.X, Y: e.Y, Type: e.Type.Elem, Pos: p}
		}
	}
	return &Expr{Op: Deref, X: e, Type: e.Type.Elem, Pos: p}
}

// member returns the member of a structure that the parser has found, by way of members without name.
func (c *converter) member(x *cc.PostfixExpression, e *Expr, p Pos) *Expr {
	if e.Op == Hole {
		return e
	}
	f := x.Field()
	if f == nil || e.Type.Kind != Struct && e.Type.Kind != Union {
		return c.hole(x, "a member")
	}
	if out := descend(e, f.Name(), p); out != nil {
		return out
	}
	return c.hole(x, "the member "+f.Name())
}

// descend finds a member by its name.
func descend(e *Expr, name string, p Pos) *Expr {
	for _, f := range e.Type.Fields {
		if f.Name == name {
			return &Expr{Op: Member, X: e, Field: f, Type: f.Type, Pos: p}
		}
	}
	for _, f := range e.Type.Fields {
		if f.Name == "" && (f.Type.Kind == Struct || f.Type.Kind == Union) {
			if out := descend(&Expr{Op: Member, X: e, Field: f, Type: f.Type, Pos: p}, name, p); out != nil {
				return out
			}
		}
	}
	return nil
}

func (c *converter) call(x *cc.PostfixExpression, p Pos) *Expr {
	f := c.expr(x.PostfixExpression)
	e := &Expr{Op: Call, Pos: p, End: c.pos(x.Token2)}
	ft := f.Type
	switch {
	case f.Op == Var && f.Obj.Kind == Function:
		e.Obj = f.Obj
	case ft.Kind == Func && f.Op == Deref:
		e.X = f.X
	default:
		if e.X = c.rvalue(f); e.X.Type.Kind != Pointer || e.X.Type.Elem.Kind != Func {
			return c.hole(x, "a call of what is no function")
		}
		ft = e.X.Type.Elem
	}
	e.Type = ft.Result
	i := 0
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		a := c.value(l.AssignmentExpression)
		if i < len(ft.Params) {
			a = c.cast(a, ft.Params[i])
		} else {
			a = c.promote(a)
		}
		e.Args = append(e.Args, a)
		i++
	}
	return e
}

func (c *converter) unary(x *cc.UnaryExpression) *Expr {
	p := c.pos(x)
	size := c.unit.Sizes.Size
	switch x.Case {
	case cc.UnaryExpressionPostfix:
		return c.expr(x.PostfixExpression)
	case cc.UnaryExpressionInc:
		return c.update(p, Add, c.expr(x.UnaryExpression), num(1, c.unit.Sizes.Int, p), false)
	case cc.UnaryExpressionDec:
		return c.update(p, Sub, c.expr(x.UnaryExpression), num(1, c.unit.Sizes.Int, p), false)
	case cc.UnaryExpressionAddrof:
		e := c.expr(x.CastExpression)
		switch {
		case e.Op == Hole:
			return e
		case e.Op == Deref:
			return e.X
		}
		return &Expr{Op: AddrOf, X: e, Type: c.pointer(e.Type), Pos: p}
	case cc.UnaryExpressionDeref:
		return c.deref(c.value(x.CastExpression), p)
	case cc.UnaryExpressionPlus:
		return c.promote(c.value(x.CastExpression))
	case cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		e := c.promote(c.value(x.CastExpression))
		op := Neg
		if x.Case == cc.UnaryExpressionCpl {
			op = Cpl
		}
		return &Expr{Op: op, X: e, Type: e.Type, Pos: p}
	case cc.UnaryExpressionNot:
		return &Expr{Op: Not, X: c.value(x.CastExpression), Type: c.unit.Sizes.Int, Pos: p}
	case cc.UnaryExpressionSizeofExpr:
		return c.sized(x, c.expr(x.UnaryExpression).Type, p)
	case cc.UnaryExpressionSizeofType:
		return c.sized(x, c.of(x.TypeName.Type()), p)
	case cc.UnaryExpressionAlignofExpr:
		return &Expr{Op: Const, Val: big.NewInt(c.expr(x.UnaryExpression).Type.Align), Type: size, Pos: p}
	case cc.UnaryExpressionAlignofType:
		return &Expr{Op: Const, Val: big.NewInt(c.of(x.TypeName.Type()).Align), Type: size, Pos: p}
	case cc.UnaryExpressionLabelAddr:
		return c.hole(x, "the address of a label")
	}
	return c.hole(x, "complex arithmetic")
}

func (c *converter) sized(n cc.Node, t *Type, p Pos) *Expr {
	switch {
	case t.Count != nil:
		return c.hole(n, "sizeof an array whose length is computed")
	case t.Kind == Void || t.Kind == Func:
		return num(1, c.unit.Sizes.Size, p) // as gcc has it
	case t.Size == 0 && t.Kind != Struct && t.Kind != Array:
		return c.hole(n, "sizeof "+t.Name)
	}
	return num(t.Size, c.unit.Sizes.Size, p)
}

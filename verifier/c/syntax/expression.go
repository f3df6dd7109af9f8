package syntax

import (
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// maxTokens bounds an expression, and so how deep its tree is.
const maxTokens = 100_000

// mark notes of what tokens an expression is made, unless one that is in it is the same.
func (p *parser) mark(start int, e *Expr) *Expr {
	if p.at-start > maxTokens {
		p.fail(p.toks[start].Pos, "an expression of more than %d tokens", maxTokens)
	}
	if e.source == nil {
		e.source = p.since(start)
	}
	return e
}

// expression reads an expression, which may be an lvalue.
func (p *parser) expression() *Expr {
	start := p.at
	e := p.assignment()
	for p.accept(",") {
		y := p.rvalue(p.assignment())
		e = p.mark(start, &Expr{Op: Comma, X: p.rvalue(e), Y: y, Type: y.Type, Pos: e.Pos})
	}
	return e
}

// value reads an expression, and returns its value.
func (p *parser) value() *Expr { return p.rvalue(p.expression()) }

// updates returns the operator of an assignment.
func updates(t *cpp.Token) (op Op, ok bool) {
	text, ok := strings.CutSuffix(t.Text, "=")
	switch {
	case !ok || t.Kind != cpp.Punct:
		return 0, false
	case text == "":
		return Assign, true
	}
	x, ok := operators[text]
	return x.op, ok && x.op < Lt
}

// assignment reads an expression without commas.
func (p *parser) assignment() *Expr {
	defer p.deeper()()
	start := p.at
	l := p.conditional()
	op, ok := updates(p.tok())
	if !ok {
		return l
	}
	at, where := p.toks[start].Pos, p.pos()
	p.advance()
	r := p.rvalue(p.assignment())
	if l.Op == Hole {
		return l
	}
	p.modifiable(l, where, "left operand of assignment", "assignment")
	if op != Assign {
		return p.mark(start, p.update(at, where, op, l, r, false))
	}
	return p.mark(start, &Expr{Op: Assign, X: l, Y: p.assigned(r, l.Type, where, assigning), Type: l.Type.plain(),
		Pos: at})
}

// modifiable checks that an expression may be assigned to.
func (p *parser) modifiable(e *Expr, at Pos, as, verb string) {
	switch t := e.Type; {
	case e.Op == Hole:
	case t.Kind == Array && lvalue(e):
		p.fail(at, "assignment to expression with array type")
	case !lvalue(e) || t.Kind == Func:
		p.fail(at, "lvalue required as %s", as)
	case t.Kind == Void || t.incomplete():
		p.fail(at, "invalid use of undefined type '%s'", spell(t))
	case t.quals&constQual != 0 || readOnly(t, 0):
		switch e.Op {
		case Var:
			p.fail(at, "%s of read-only variable '%s'", verb, e.Obj.Name)
		case Member:
			p.fail(at, "%s of read-only member '%s'", verb, e.Field.Name)
		}
		p.fail(at, "%s of read-only location '%s'", verb, e.Source())
	}
}

// readOnly reports whether a structure has a member that may not be assigned to.
func readOnly(t *Type, depth int) bool {
	if !t.record() || depth > 50 {
		return false
	}
	for _, f := range t.Fields {
		if u := element(f.Type); u.quals&constQual != 0 || readOnly(u, depth+1) {
			return true
		}
	}
	return false
}

// update returns l op= r.
func (p *parser) update(at, where Pos, op Op, l, r *Expr, post bool) *Expr {
	if l.Op == Hole {
		return l
	}
	if l.Type.Vector {
		return p.vectorUpdate(at, where, op, l, r, post)
	}
	e := p.operation(at, where, op, p.rvalue(l), r)
	if e.Op == Hole {
		return e
	}
	if e.Op == Cast {
		e = e.X // of the elements of constant size in those of computed size
	}
	return &Expr{Op: AssignOp, Bin: e.Op, X: l, Y: e.Y, Mid: e.X.Type, Type: l.Type.plain(), Post: post, Pos: at}
}

// conditional reads an expression without assignments.
func (p *parser) conditional() *Expr {
	start := p.at
	cond := p.binary(1)
	if !p.is("?") {
		return cond
	}
	defer p.deeper()()
	where := p.pos()
	p.advance()
	x := p.condition(p.rvalue(cond), where)
	at := p.toks[start].Pos
	if p.accept(":") {
		return p.mark(start, p.elvis(at, where, x, p.rvalue(p.conditional())))
	}
	a := p.value()
	p.expect(":")
	return p.mark(start, p.choice(at, where, x, a, p.rvalue(p.conditional())))
}

// elvis returns x ?: y.
func (p *parser) elvis(at, where Pos, x, y *Expr) *Expr {
	if pure(x) || p.eval(x) != nil {
		return p.choice(at, where, x, x, y)
	}
	o := p.hidden(x, at)
	v := loaded(o, at)
	body := &Stmt{Kind: Seq, List: []*Stmt{{Kind: Decl, Obj: o, Pos: at}}, Pos: at, End: at}
	e := &Expr{Op: Block, Body: body, X: p.choice(at, where, v, v, y), Pos: at}
	e.Type = e.X.Type
	return e
}

// hidden returns an object without a name that has the value of an expression.
func (p *parser) hidden(x *Expr, at Pos) *Object {
	t := x.Type.plain()
	return &Object{Name: "$value", Kind: Auto, Type: t, Pos: at, Internal: true,
		Init: &Init{Whole: true, Items: []InitItem{{Type: t, Len: 1, Value: x}}}}
}

// pure reports whether an expression may as well be evaluated twice.
func pure(e *Expr) bool {
	if e == nil {
		return true
	}
	switch e.Op {
	case Const, Var, Load, Neg, Cpl, Not, Add, Sub, Mul, And, Or, Xor, Lt, Gt, Le, Ge, Eq, Ne, Member, Elem, Deref,
		AddrOf, Decay, Cast, Text:
		return pure(e.X) && pure(e.Y)
	}
	return false
}

// choice returns x ? a : b with the conversions that belong to it.
func (p *parser) choice(at, where Pos, x, a, b *Expr) *Expr {
	e := &Expr{Op: Cond, X: x, Pos: at}
	pa, pb := a.Type.Kind == Pointer, b.Type.Kind == Pointer
	switch {
	case a.Type.Kind == Void || b.Type.Kind == Void:
		e.Y, e.Z, e.Type = a, b, p.void
		return e
	case pa && pb:
		t := p.pointerOf(a, b, where)
		e.Y, e.Z, e.Type = p.cast(a, t), p.cast(b, t), t
		return e
	case pa && b.Type.Kind == Int || pa && b.Op == Hole:
		b = p.cast(b, a.Type)
	case pb && a.Type.Kind == Int || pb && a.Op == Hole:
		a = p.cast(a, b.Type)
	case arithmetic(a) && arithmetic(b):
		a, b = p.common(a, b)
	case a.Op == Hole:
		a = p.cast(a, b.Type)
	case b.Op == Hole:
		b = p.cast(b, a.Type)
	case a.Type.Canonical() != b.Type.Canonical() || pa || pb:
		p.fail(where, "type mismatch in conditional expression")
	}
	e.Y, e.Z, e.Type = a, b, a.Type
	return e
}

// pointerOf returns the type of a conditional of two pointers.
func (p *parser) pointerOf(a, b *Expr, at Pos) *Type {
	x, y := a.Type.Elem, b.Type.Elem
	q := x.quals | y.quals
	switch {
	case p.null(a):
		return b.Type.plain()
	case p.null(b):
		return a.Type.plain()
	case x.Kind == Void:
		return p.pointerTo(x.with(q))
	case y.Kind == Void:
		return p.pointerTo(y.with(q))
	case compatible(x.plain(), y.plain()):
		return p.pointerTo(composite(x, y).with(q))
	}
	p.warn(at, "pointer type mismatch in conditional expression")
	return p.pointerTo(p.void.with(q))
}

// null reports whether an expression is a null pointer constant.
func (p *parser) null(e *Expr) bool {
	if e.Op == Cast && e.Type.Kind == Pointer && e.Type.Elem == p.void {
		e = e.X
	}
	if e.Type.Kind != Int {
		return false
	}
	v := p.eval(e)
	return v != nil && v.Sign() == 0
}

// operators are those of two operands with how strongly they bind.
var operators = map[string]struct {
	op    Op
	level int
}{
	"||": {LOr, 1}, "&&": {LAnd, 2}, "|": {Or, 3}, "^": {Xor, 4}, "&": {And, 5}, "==": {Eq, 6}, "!=": {Ne, 6},
	"<": {Lt, 7}, ">": {Gt, 7}, "<=": {Le, 7}, ">=": {Ge, 7}, "<<": {Shl, 8}, ">>": {Shr, 8}, "+": {Add, 9},
	"-": {Sub, 9}, "*": {Mul, 10}, "/": {Div, 10}, "%": {Mod, 10},
}

// binary reads operations of two operands that bind at least so strongly.
func (p *parser) binary(least int) *Expr {
	start := p.at
	x := p.castExpression()
	for {
		found, ok := operators[p.tok().Text]
		op, level := found.op, found.level
		if !ok || level < least || p.tok().Kind != cpp.Punct {
			return x
		}
		at, where := p.toks[start].Pos, p.pos()
		p.advance()
		x = p.rvalue(x)
		if op == LAnd || op == LOr {
			x = p.condition(x, where)
			y := p.condition(p.rvalue(p.binary(level+1)), where)
			x = p.mark(start, &Expr{Op: op, X: x, Y: y, Type: p.int, Pos: at})
			continue
		}
		x = p.mark(start, p.operation(at, where, op, x, p.rvalue(p.binary(level+1))))
	}
}

// condition checks that an expression is one that may be true or false.
func (p *parser) condition(e *Expr, at Pos) *Expr {
	switch t := e.Type; {
	case e.Op == Hole, t.Scalar():
	case t.Kind == Other:
		return p.hole(e.Pos, t.Name)
	case t.Kind == Void:
		p.fail(at, "void value not ignored as it ought to be")
	default:
		p.fail(at, "used %s type value where scalar is required", kindName(t))
	}
	return e
}

func kindName(t *Type) string {
	if t.Kind == Union {
		return "union"
	}
	return "struct"
}

// castExpression reads a cast, or what binds more strongly.
func (p *parser) castExpression() *Expr {
	start := p.at
	if !p.is("(") || !p.typical(p.peek(1)) {
		return p.unary()
	}
	defer p.deeper()()
	at := p.pos()
	p.advance()
	t, begin := p.typeNameHere()
	p.expect(")")
	if p.is("{") {
		return p.postfix(start, p.compound(t, at))
	}
	return p.mark(start, p.before(begin, p.explicit(at, t, p.rvalue(p.castExpression()))))
}

// explicit returns a cast.
func (p *parser) explicit(at Pos, t *Type, e *Expr) *Expr {
	t = t.plain()
	from := e.Type
	switch {
	case e.Op == Hole && e.real == nil && t.Kind != Void:
		return p.cast(e, t)
	case t.Kind == Other:
		return p.hole(at, t.Name)
	case t.Kind == Void:
		return converted(e, t, at)
	case t.Kind == Union && t.Canonical() != from.Canonical():
		return p.toUnion(at, t, e)
	case t.record() && t.Canonical() == from.Canonical():
		return e
	case (t.Vector || from.Vector) && (t.Vector || t.Kind == Int) && (from.Vector || from.Kind == Int):
		return p.reinterpreted(at, t, e)
	case t.Kind == Array:
		p.fail(at, "cast specifies array type")
	case t.Kind == Func:
		p.fail(at, "cast specifies function type")
	case t.record():
		p.fail(at, "conversion to non-scalar type requested")
	case from.Kind == Other:
		return p.cast(p.hole(e.Pos, from.Name), t)
	case from.Kind == Void:
		p.fail(at, "void value not ignored as it ought to be")
	case from.record():
		p.fail(at, "aggregate value used where %s was expected", article(t))
	case t.Kind == Pointer && from.Kind == Float:
		p.fail(at, "cannot convert to a pointer type")
	case t.Kind == Float && from.Kind == Pointer:
		p.fail(at, "pointer value used where a floating-point was expected")
	}
	if v := p.truncated(e, t); v != nil {
		return &Expr{Op: Const, Val: v, Type: t, Pos: at}
	}
	if t.Kind == Int && t.Canonical() == from.Canonical() && bits(e) == 0 { // a bit-field would be promoted to int
		return e
	}
	return converted(e, t, at)
}

func article(t *Type) string {
	switch t.Kind {
	case Int:
		return "an integer"
	case Pointer:
		return "a pointer"
	}
	return "a floating-point"
}

// toUnion returns a union one of whose members has a value.
func (p *parser) toUnion(at Pos, t *Type, e *Expr) *Expr {
	for _, f := range t.Fields {
		if compatible(f.Type.plain(), e.Type) {
			return p.rvalue(p.unionOf(t, f, e, at))
		}
	}
	p.fail(at, "cast to union type from type not present in union")
	return nil
}

// unionOf returns a union one of whose members has a value.
func (p *parser) unionOf(t *Type, f *Field, e *Expr, at Pos) *Expr {
	it := InitItem{Type: f.Type, Offset: f.Offset, Len: 1, Value: p.cast(e, f.Type)}
	if f.Bits > 0 {
		it.Field = f
	}
	return p.literalOf(&Init{Items: []InitItem{it}}, t, at)
}

// literalOf returns a compound literal: outside of functions it is an object like others.
func (p *parser) literalOf(in *Init, t *Type, at Pos) *Expr {
	o := &Object{Name: "literal", Kind: Auto, Type: t, Pos: at, Internal: true, Init: in}
	if p.fn != nil {
		p.lives(o, true)
		return &Expr{Op: Compound, Obj: o, Type: t, Pos: at}
	}
	o.Kind = Static
	p.unit.Objects = append(p.unit.Objects, o)
	return &Expr{Op: Var, Obj: o, Type: t, Pos: at}
}

// compound reads a compound literal behind its type.
func (p *parser) compound(t *Type, at Pos) *Expr {
	switch {
	case t.Kind == Other:
		p.skip()
		return p.hole(at, t.Name)
	case t.Kind == Func:
		p.fail(at, "compound literal has function type")
	case t.Kind == Array && t.Count != nil:
		p.fail(at, "compound literal has variable size")
	case t.incomplete() && t.Kind != Array:
		p.fail(at, "compound literal has incomplete type")
	}
	in, t := p.initializer(t, p.fn == nil)
	return p.literalOf(in, t, at)
}

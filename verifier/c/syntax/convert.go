package syntax

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
)

// converter makes the tree.
type converter struct {
	types
	unit   *Unit
	files  *table
	global map[string]*Object         // with linkage
	local  map[*cc.Declarator]*Object // without
	fn     *Object
	around []*choice // the switches
}

func convert(files *table, ast *cc.AST) *converter {
	c := &converter{unit: &Unit{}, files: files, global: map[string]*Object{}, local: map[*cc.Declarator]*Object{}}
	c.types = types{known: map[cc.Type]*Type{}, tags: map[string]*Type{}, ptrs: map[*Type]*Type{}, wide: ast.PVoid.Size(), long: ast.Long.Size(), count: c.value}
	s := &c.unit.Sizes
	s.Pointer, s.Int, s.UInt, s.Size, s.Char = c.wide, c.of(ast.Int), c.of(ast.UInt), c.of(ast.SizeT), c.of(ast.Char)
	s.Diff = s.Int
	for _, t := range []cc.Type{ast.Int, ast.Long, ast.LongLong} {
		if s.Diff = c.of(t); s.Diff.Size == c.wide {
			break
		}
	}
	for t := ast.TranslationUnit; t != nil; t = t.TranslationUnit {
		c.external(t.ExternalDeclaration)
	}
	return c
}

func (c *converter) pos(n cc.Node) Pos {
	p := n.Position()
	return Pos{int32(min(p.Line, math.MaxInt32)), int32(min(p.Column, math.MaxInt32)), c.files.index(p.Filename)}
}

func (c *converter) external(d *cc.ExternalDeclaration) {
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		c.function(d.FunctionDefinition)
	case cc.ExternalDeclarationDecl:
		c.declaration(d.Declaration)
	}
}

// object returns what a declarator declares.
func (c *converter) object(d *cc.Declarator) *Object {
	if o := c.local[d]; o != nil {
		return o
	}
	t := c.of(d.Type())
	linked := d.Linkage() != cc.None || t.Kind == Func
	if linked {
		if o := c.global[d.Name()]; o != nil {
			c.local[d] = o
			if o.Extern && !d.IsExtern() {
				o.Extern = false
			}
			o.Spare = o.Spare && spare(d)
			if (o.Type.Kind == Array && o.Type.Len < 0) || (o.Type.Kind == Func && o.Type.Loose && o.Body == nil) {
				o.Type = t // it says more
			}
			return o
		}
	}
	o := &Object{
		Name: d.Name(), Kind: Auto, Type: t, Pos: c.pos(d), Extern: d.IsExtern(), Internal: d.Linkage() != cc.External, Spare: t.Kind == Func && spare(d),
	}
	c.local[d] = o
	switch {
	case t.Kind == Func:
		o.Kind = Function
	case linked || d.IsStatic():
		o.Kind = Static
		if !linked && c.fn != nil {
			o.Owner = c.fn.Name
		}
	case d.IsParam():
		o.Kind = Param
		o.Type = c.decayed(t)
	}
	if linked {
		c.global[o.Name] = o
	}
	if o.Kind == Function || o.Kind == Static {
		c.unit.Objects = append(c.unit.Objects, o)
	}
	return o
}

// spare reports whether a declaration of a function leaves its definition, if it becomes one, an inline one.
func spare(d *cc.Declarator) bool {
	if d.Type().Attributes().GNUInline() {
		return d.IsExtern()
	}
	return d.IsInline() && !d.IsExtern() || d.LexicalScope().Parent != nil
}

func (c *converter) function(f *cc.FunctionDefinition) {
	o := c.object(f.Declarator)
	if o.Body != nil {
		panic(c.files.fault(c.pos(f.Declarator), "there is another definition of "+o.Name))
	}
	c.fn = o
	o.Type, o.Pos = c.of(f.Declarator.Type()), c.pos(f.Declarator)
	if ft, ok := f.Declarator.Type().(*cc.FunctionType); ok {
		for _, p := range ft.Parameters() {
			if p.Type() != nil && p.Type().Kind() == cc.Void {
				continue
			}
			if p.Declarator == nil {
				o.Params = append(o.Params, &Object{Name: "", Kind: Param, Type: c.decayed(c.of(p.Type())), Pos: o.Pos})
				continue
			}
			q := c.object(p.Declarator)
			q.Kind = Param
			q.Type = c.decayed(q.Type)
			o.Params = append(o.Params, q)
		}
	}
	o.Body, o.source = c.compound(f.CompoundStatement), f.CompoundStatement
	c.fn = nil
}

// declaration returns the declarations of variables.
func (c *converter) declaration(d *cc.Declaration) (out []*Stmt) {
	switch d.Case {
	case cc.DeclarationAuto:
		return []*Stmt{{Kind: Unsupported, Name: "__auto_type", Pos: c.pos(d)}}
	case cc.DeclarationAssert:
		return nil
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		x := l.InitDeclarator
		if x.Declarator.IsTypename() {
			c.of(x.Declarator.Type())
			continue
		}
		o := c.object(x.Declarator)
		if x.Initializer != nil {
			if c.fn == nil && o.Kind == Static {
				if o.Init != nil {
					panic(c.files.fault(c.pos(x.Declarator), "there is another definition of "+o.Name))
				}
				o.Type, o.Pos = c.of(x.Declarator.Type()), c.pos(x.Declarator) // the initialiser may say how long it is
			}
			o.Extern = false
			o.Init = c.initializer(x.Initializer, o.Type)
		}
		if o.Kind == Auto {
			out = append(out, &Stmt{Kind: Decl, Obj: o, Pos: c.pos(x.Declarator), source: source(x)})
		}
	}
	return out
}

// source returns what an initialiser is made of; nil if there is none.
func source(d *cc.InitDeclarator) cc.Node {
	if d.Initializer == nil {
		return nil
	}
	return d.Initializer
}

// initializer returns what an initialiser says about an object of type t.
func (c *converter) initializer(n *cc.Initializer, t *Type) *Init {
	in := &Init{}
	if n.Case == cc.InitializerExpr {
		if t.Kind != Array {
			in.Whole = true
			in.Items = []InitItem{{Type: t, Len: 1, Value: c.cast(c.value(n.AssignmentExpression), t)}}
			return in
		}
	}
	c.items(n, 1, in)
	return in
}

func (c *converter) items(n *cc.Initializer, times int64, in *Init) {
	if n.Len() > 1 {
		times = n.Len()
	}
	if n.Case == cc.InitializerInitList {
		for l := n.InitializerList; l != nil; l = l.InitializerList {
			c.items(l.Initializer, times, in)
		}
		return
	}
	t := c.of(n.Type())
	it := InitItem{Offset: n.Offset(), Type: t, Len: times}
	if f := n.Field(); f != nil && f.IsBitfield() {
		it.Field = &Field{Name: f.Name(), Index: f.Index(), Type: t, Bits: f.ValueBits(), BitOff: int64(f.OffsetBits())}
	}
	e := c.expr(n.AssignmentExpression)
	if t.Kind == Array && e.Op == Text {
		it.Value = e
	} else if it.Value = c.rvalue(e); t.Scalar() {
		it.Value = c.cast(it.Value, t)
	}
	in.Items = append(in.Items, it)
}

func (c *converter) hole(n cc.Node, what string) *Expr {
	return &Expr{Op: Hole, Str: what, Pos: c.pos(n), Type: c.unit.Sizes.Int}
}

func num(v int64, t *Type, p Pos) *Expr { return &Expr{Op: Const, Val: big.NewInt(v), Type: t, Pos: p} }

// rvalue turns an lvalue into its value.
func (c *converter) rvalue(e *Expr) *Expr {
	switch {
	case e.Type.Kind == Array:
		return &Expr{Op: Decay, X: e, Type: c.pointer(e.Type.Elem), Pos: e.Pos}
	case e.Type.Kind == Func:
		if e.Op == Deref {
			return e.X
		}
		return &Expr{Op: AddrOf, X: e, Type: c.pointer(e.Type), Pos: e.Pos}
	case lvalue(e):
		return &Expr{Op: Load, X: e, Type: e.Type, Pos: e.Pos}
	}
	return e
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

func (c *converter) value(n cc.ExpressionNode) *Expr { return c.rvalue(c.expr(n)) }

// cast converts a value to a type.
func (c *converter) cast(e *Expr, t *Type) *Expr {
	if e.Type.Same(t) && !(e.Op == Const && t.Kind == Pointer) || e.Op == Hole {
		if e.Op == Hole {
			h := *e
			h.Type = t
			return &h
		}
		return e
	}
	return converted(e, t, e.Pos)
}

// converted returns a conversion. A call that returns a pointer is told to what type that is converted.
func converted(e *Expr, t *Type, p Pos) *Expr {
	if e.Op == Call && t.Kind == Pointer {
		e.Mid = t.Elem
	}
	return &Expr{Op: Cast, X: e, Type: t, Pos: p}
}

// truncated returns the integer to which the value of a floating-point constant is converted, which the parser knows as gcc does; nil if it is
// no such constant, or not in the range of the type.
func truncated(v cc.Value, t *Type) *big.Int {
	x, ok := v.(cc.Float64Value)
	if f := float64(x); !ok || t.Kind != Int || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	n, _ := big.NewFloat(float64(x)).Int(nil)
	if lo, hi := t.Range(); n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
		return nil
	}
	return n
}

// bits returns the width of the bit-field whose value an expression is; 0 if there is none.
func bits(e *Expr) int64 {
	if e.Op == Load && e.X.Op == Member && e.X.Field != nil {
		return e.X.Field.Bits
	}
	return 0
}

// promote applies the integer promotions.
func (c *converter) promote(e *Expr) *Expr {
	if e.Type.Kind != Int {
		return e
	}
	if n := bits(e); n > 0 {
		if n < c.unit.Sizes.Int.Size*8 || n == c.unit.Sizes.Int.Size*8 && e.Type.Signed {
			return c.cast(e, c.unit.Sizes.Int)
		}
		return e
	}
	if e.Type.Rank < 3 {
		return c.cast(e, c.unit.Sizes.Int)
	}
	return e
}

// common applies the usual arithmetic conversions.
func (c *converter) common(x, y *Expr) (*Expr, *Expr) {
	if x.Type.Kind == Float || y.Type.Kind == Float {
		t := x.Type
		if t.Kind != Float || y.Type.Kind == Float && y.Type.Size > t.Size {
			t = y.Type
		}
		return c.cast(x, t), c.cast(y, t)
	}
	x, y = c.promote(x), c.promote(y)
	if x.Type.Kind != Int || y.Type.Kind != Int {
		return x, y
	}
	t := c.commonType(x.Type, y.Type)
	return c.cast(x, t), c.cast(y, t)
}

func (c *converter) commonType(a, b *Type) *Type {
	if a.Signed == b.Signed {
		if a.Rank >= b.Rank {
			return a
		}
		return b
	}
	s, u := a, b
	if !s.Signed {
		s, u = b, a
	}
	switch {
	case u.Rank >= s.Rank:
		return u
	case s.Size > u.Size:
		return s
	}
	t := *s // of the same size, without sign
	t.Signed = false
	t.Name = "unsigned " + s.Name
	return &t
}

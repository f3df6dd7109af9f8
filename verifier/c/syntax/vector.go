package syntax

import "fmt"

// Vectors are structures with one array in them. What gcc does to all of their elements is written out here: operands
// are evaluated into objects of their own, and then there is one assignment for each element.

// vectorKey says what a vector is made of.
type vectorKey struct {
	elem *Type
	n    int64
}

// mostElements bounds how many operations one on vectors is.
const mostElements = 64

// vectors returns the type of vectors of a type with so many bytes; inside of pointers, arrays and functions it is
// what these are of in the end.
func (p *parser) vectors(t *Type, size int64) *Type {
	switch t.Kind {
	case Pointer:
		return p.pointerTo(p.vectors(t.Elem, size)).with(t.quals)
	case Array:
		return p.arrayOf(p.vectors(t.Elem, size), t.Len)
	case Func:
		f := *t
		f.Result, f.pointer = p.vectors(t.Result, size), nil
		return &f
	}
	if t.Kind != Int && t.Kind != Float || t.Bool || t.Enum != nil || size%t.Size != 0 || size&(size-1) != 0 ||
		size/t.Size > mostElements {
		return &Type{Kind: Other, Name: "a vector type", Size: size, Align: size}
	}
	return p.vectorOf(t.plain(), size/t.Size).with(t.quals)
}

// vectorOf returns the type of vectors of n elements.
func (p *parser) vectorOf(elem *Type, n int64) *Type {
	key := vectorKey{elem, n}
	t := p.vectorTypes[key]
	if t == nil {
		a := p.arrayOf(elem, n)
		t = &Type{Kind: Struct, Vector: true, Name: fmt.Sprintf("__vector(%d) %s", n, elem.Name), Size: a.Size,
			Align: a.Size, Fields: []*Field{{Type: a}}}
		p.vectorTypes[key] = t
	}
	return t
}

// lane returns an element of a vector.
func (p *parser) lane(v *Expr, i *Expr, at Pos) *Expr {
	a := v.Type.Fields[0]
	m := &Expr{Op: Member, X: v, Field: a, Type: a.Type.with(v.Type.quals), Pos: at}
	return p.index(at, at, m, i)
}

// lanes returns the type of the elements of a vector, and how many there are.
func (t *Type) lanes() (elem *Type, n int64) { return t.Fields[0].Type.Elem, t.Fields[0].Type.Len }

// vectorOperation returns an operation on vectors, or on one and a number that is used for each element.
func (p *parser) vectorOperation(at, where Pos, op Op, x, y *Expr) *Expr {
	t := x.Type.plain()
	if !t.Vector {
		t = y.Type.plain()
	}
	elem, n := t.lanes()
	for _, e := range []*Expr{x, y} {
		u := e.Type.plain()
		_, count := t.lanes()
		ok := u == t || u.Kind == Int || u.Kind == Float && elem.Kind == Float
		if u.Vector && u != t { // shifts may have another type for the amount
			_, m := u.lanes()
			ok = (op == Shl || op == Shr) && m == count
		}
		if !ok {
			p.fail(where, "invalid operands to binary %s (have '%s' and '%s')", spelling(op), spell(x.Type), spell(y.Type))
		}
	}
	result := t
	if op >= Lt && op <= Ne {
		result = p.vectorOf(p.signedOf(elem), n)
	}
	return p.lanewise(at, result, []*Expr{x, y}, func(i int64, part []*Expr) *Expr {
		for k, e := range part {
			part[k] = p.cast(e, map[bool]*Type{true: e.Type, false: elem}[e.Type.Kind == elem.Kind && (op == Shl || op == Shr)])
		}
		e := p.operation(at, where, op, part[0], part[1])
		if op >= Lt && op <= Ne {
			e = &Expr{Op: Neg, X: e, Type: p.int, Pos: at}
		}
		return e
	})
}

// signedOf returns the integer type with a sign that has the size of another type.
func (p *parser) signedOf(t *Type) *Type {
	for _, u := range []*Type{p.schar, p.short, p.int, p.long, p.llong} {
		if u.Size == t.Size {
			return u
		}
	}
	return p.int128
}

// lanewise returns a vector each of whose elements is computed from those of others. What is no vector is the same
// for all.
func (p *parser) lanewise(at Pos, result *Type, operands []*Expr, element func(i int64, part []*Expr) *Expr) *Expr {
	var list []*Stmt
	value := func(o *Object) *Expr { return &Expr{Op: Var, Obj: o, Type: o.Type, Pos: at} }
	var objects []*Object
	for _, e := range operands {
		o := p.hidden(e, at)
		objects = append(objects, o)
		list = append(list, &Stmt{Kind: Decl, Obj: o, Pos: at})
	}
	r := &Object{Name: "$vector", Kind: Auto, Type: result, Pos: at, Internal: true, Init: &Init{}}
	list = append(list, &Stmt{Kind: Decl, Obj: r, Pos: at})
	of, n := result.lanes()
	for i := range n {
		var part []*Expr
		for _, o := range objects {
			e := value(o)
			if o.Type.Vector {
				e = p.lane(e, num(i, p.int, at), at)
			}
			part = append(part, p.rvalue(e))
		}
		to := p.lane(value(r), num(i, p.int, at), at)
		list = append(list, &Stmt{Kind: Eval, Pos: at, X: &Expr{Op: Assign, X: to, Y: p.cast(element(i, part), of), Type: of,
			Pos: at}})
	}
	return p.before(list, p.rvalue(value(r)))
}

// vectorUnary returns an operation on one vector.
func (p *parser) vectorUnary(at Pos, op string, e *Expr) *Expr {
	if op == "!" {
		p.fail(at, "wrong type argument to unary '%s'", op)
	}
	return p.lanewise(at, e.Type.plain(), []*Expr{e},
		func(i int64, part []*Expr) *Expr { return p.operated(at, op, part[0]) })
}

// vectorUpdate returns l op= r for a vector l.
func (p *parser) vectorUpdate(at, where Pos, op Op, l, r *Expr, post bool) *Expr {
	t := l.Type.plain()
	address := p.hidden(p.addressOf(at, l), at)
	list := []*Stmt{{Kind: Decl, Obj: address, Pos: at}}
	place := func() *Expr { return p.deref(loaded(address, at), at) }
	old := p.hidden(p.rvalue(place()), at)
	list = append(list, &Stmt{Kind: Decl, Obj: old, Pos: at})
	was := p.rvalue(&Expr{Op: Var, Obj: old, Type: t, Pos: at})
	set := &Expr{Op: Assign, X: place(), Y: p.vectorOperation(at, where, op, was, r), Type: t, Pos: at}
	if !post {
		return p.before(list, set)
	}
	list = append(list, &Stmt{Kind: Eval, X: set, Pos: at})
	return p.before(list, was)
}

// reinterpreted returns the bytes of a value as one of another type of the same size.
func (p *parser) reinterpreted(at Pos, t *Type, e *Expr) *Expr {
	if t.Size != e.Type.Size {
		p.fail(at, "cannot convert a value of type '%s' to vector type '%s' which has different size", spell(e.Type),
			spell(t))
	}
	u := &Type{Kind: Union, Name: "union", facet: facet{untagged: true},
		Fields: []*Field{{Name: "from", Type: e.Type.plain()}, {Name: "to", Index: 1, Type: t}}}
	p.layOut(u, rules{})
	return p.rvalue(p.part(p.unionOf(u, u.Fields[0], e, at), u.Fields[1], at))
}

package syntax

import "slices"

// Arrays whose length is a value: where the declarator is reached, each length is evaluated into an object without a
// name of the program's. The elements of what has a computed size are addressed by a pointer to those of constant
// size in it, so that nobody but who reserves memory needs to know a computed size.

// computed reports whether the size of a type is computed.
func computed(t *Type) bool {
	for ; t.Kind == Array; t = t.Elem {
		if t.Count != nil {
			return true
		}
	}
	return false
}

// modified reports whether a type is computed where it is named.
func modified(t *Type) bool {
	for ; t.Kind == Array || t.Kind == Pointer; t = t.Elem {
		if t.Kind == Array && t.Count != nil {
			return true
		}
	}
	return false
}

// computedArray returns the type of an array with a length that is a value.
func (p *parser) computedArray(t *Type, size *Expr, at Pos) *Type {
	if p.scope.file() {
		p.fail(at, "variably modified type at file scope")
	}
	o := p.hidden(p.promote(size), at)
	o.Name, o.home = "$length", p.fn
	s := &Stmt{Kind: Decl, Obj: o, Pos: at, source: size.source}
	p.later = append(p.later, s)
	count := loaded(o, at)
	count.source = size.source
	return &Type{Kind: Array, Name: t.Name + "[]", Elem: t, Len: -1, Count: count, Align: t.Align, user: t.user}
}

// typeNameHere reads the name of a type in an expression, and returns what is evaluated there.
func (p *parser) typeNameHere() (t *Type, begin []*Stmt) {
	later := p.later
	p.later = nil
	t = p.typeName()
	begin, p.later = p.later, later
	return t, begin
}

// evaluated returns what evaluates the operand of sizeof or typeof, as is done where its type is computed.
func (p *parser) evaluated(e *Expr) []*Stmt {
	if pure(e) {
		return nil
	}
	return []*Stmt{{Kind: Eval, X: p.rvalue(e), Pos: e.Pos}}
}

// before returns an expression before which statements are executed.
func (p *parser) before(list []*Stmt, e *Expr) *Expr {
	if len(list) == 0 {
		return e
	}
	return &Expr{Op: Block, Body: &Stmt{Kind: Seq, List: list, Pos: e.Pos, End: e.Pos}, X: e, Type: e.Type, Pos: e.Pos}
}

// computedSize returns the size of a type that has a computed one.
func (p *parser) computedSize(t *Type, at Pos) *Expr {
	n, unit := p.elements(t, p.size, at)
	return &Expr{Op: Mul, X: n, Y: num(unit.Size, p.size, at), Type: p.size, Pos: at}
}

// computedRecord reports whether a type is a structure whose size is that of its members, one of which is computed.
// Nothing else is known of such a structure.
func computedRecord(t *Type) bool {
	return t.inside != nil && !slices.ContainsFunc(t.inside, func(f *Field) bool { return f.bit || f.Type.inside != nil })
}

// recordSize returns the size of such a structure.
func (p *parser) recordSize(t *Type, at Pos) *Expr {
	binary := func(op Op, x *Expr, n int64) *Expr {
		return &Expr{Op: op, X: x, Y: num(n, p.size, at), Type: p.size, Pos: at}
	}
	end := num(0, p.size, at)
	round := func(n int64) {
		if n > 1 {
			end = binary(Mul, binary(Div, binary(Add, end, n-1), n), n)
		}
	}
	for _, f := range t.inside {
		n := p.fieldAlign(f.Type)
		if f.packed {
			n = 1
		}
		round(max(n, f.align))
		size := num(f.Type.Size, p.size, at)
		if computed(f.Type) {
			size = p.computedSize(f.Type, at)
		}
		end = &Expr{Op: Add, X: end, Y: size, Type: p.size, Pos: at}
	}
	round(t.Align)
	return end
}

// elements returns how many elements of constant size an array has, and the type of these.
func (p *parser) elements(t *Type, of *Type, at Pos) (n *Expr, unit *Type) {
	for computed(t) {
		k := num(t.Len, of, at)
		if t.Count != nil {
			if k = p.cast(t.Count, of); t.Count.X.Obj.home != p.fn {
				k = p.cast(p.hole(at, "a size that the function around has computed"), of)
			}
		}
		if n == nil {
			n = k
		} else {
			n = &Expr{Op: Mul, X: n, Y: k, Type: of, Pos: at}
		}
		t = t.Elem
	}
	return n, t
}

// strides has pointer arithmetic on elements of computed size be one on those of constant size in them.
func (p *parser) strides(e *Expr) *Expr {
	n, unit := p.elements(e.X.Type.Elem, p.diff, e.Pos)
	to := p.pointerTo(unit)
	x := &Expr{Op: Cast, X: e.X, Type: to, Pos: e.X.Pos}
	if e.Op == PtrDiff {
		d := &Expr{Op: PtrDiff, X: x, Y: &Expr{Op: Cast, X: e.Y, Type: to, Pos: e.Y.Pos}, Type: p.diff, Pos: e.Pos}
		return &Expr{Op: Div, X: d, Y: n, Type: p.diff, Pos: e.Pos}
	}
	y := &Expr{Op: Mul, X: p.cast(e.Y, p.diff), Y: n, Type: p.diff, Pos: e.Pos}
	return &Expr{Op: Cast, X: &Expr{Op: e.Op, X: x, Y: y, Type: to, Pos: e.Pos}, Type: e.Type, Pos: e.Pos}
}

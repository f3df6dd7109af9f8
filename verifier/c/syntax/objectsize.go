package syntax

import "math/big"

// objectSize reads __builtin_object_size, and answers as gcc does without optimization: of a part of an object that
// is named, how many bytes there are from it to the end of the object (0 and 2), or of the innermost part around it
// (1 and 3); else that it is not known.
func (p *parser) objectSize(at Pos) *Expr {
	e := p.rvalue(p.unevaluated(p.assignment))
	p.expect(",")
	const wrong = "last argument of '__builtin_object_size' is not an integer constant between 0 and 3"
	v := p.constant(wrong)
	if v.Sign() < 0 || v.Cmp(big.NewInt(3)) > 0 {
		p.fail(at, wrong)
	}
	kind := v.Int64()
	if n, ok := p.pointed(e); ok && kind%2 == 0 {
		return num(max(n, 0), p.size, at)
	}
	if n, ok := p.pointedPart(e); ok && kind%2 == 1 {
		return num(max(n, 0), p.size, at)
	}
	if kind >= 2 {
		return num(0, p.size, at)
	}
	_, hi := p.size.Range()
	return &Expr{Op: Const, Val: hi, Type: p.size, Pos: at}
}

// pointed returns how many bytes there are from where a pointer points to the end of the object, if it is an address
// of an object that is named.
func (p *parser) pointed(e *Expr) (int64, bool) {
	switch e = uncast(e); e.Op {
	case AddrOf, Decay:
		return p.rest(e.X)
	case PtrAdd, PtrSub:
		n, ok := p.pointed(e.X)
		i, known := p.small(e.Y)
		if e.Op == PtrSub {
			i = -i
		}
		return n - i*e.Type.Elem.Size, ok && known
	}
	return 0, false
}

// rest returns how many bytes there are from a part of an object to its end.
func (p *parser) rest(e *Expr) (int64, bool) {
	switch e.Op {
	case Var, Compound:
		return e.Obj.Type.Size, e.Obj.Kind != Function && whole(e.Obj.Type)
	case Text:
		return e.Type.Size, true
	case Member:
		n, ok := p.rest(e.X)
		return n - e.Field.Offset, ok
	case Elem:
		n, ok := p.rest(e.X)
		i, known := p.small(e.Y)
		return n - i*e.Type.Size, ok && known
	case Deref:
		return p.pointed(e.X)
	}
	return 0, false
}

// pointedPart is as pointed, for the innermost part around.
func (p *parser) pointedPart(e *Expr) (int64, bool) {
	if e = uncast(e); e.Op != AddrOf && e.Op != Decay {
		return 0, false
	}
	part := e.X
	for x := part; x.Op != Var && x.Op != Compound && x.Op != Text; x = x.X {
		if x.Op != Member && x.Op != Elem {
			return 0, false
		}
	}
	n, ok := p.rest(part)
	if !ok {
		return 0, false
	}
	switch part.Op {
	case Member:
		n = min(n, part.Type.Size)
	case Elem:
		i, _ := p.small(part.Y)
		n = min(n, part.X.Type.Size-i*part.Type.Size)
	}
	return n, true
}

// whole reports whether the size of a type is known.
func whole(t *Type) bool {
	return t.Kind != Other && !t.incomplete() && !computed(t)
}

// uncast leaves out conversions of pointers.
func uncast(e *Expr) *Expr {
	for e.Op == Cast && e.X.Type.Kind == Pointer {
		e = e.X
	}
	return e
}

// small returns an index that is a constant.
func (p *parser) small(e *Expr) (int64, bool) {
	v := p.eval(e)
	if v == nil || v.BitLen() > 40 {
		return 0, false
	}
	return v.Int64(), true
}

package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// assignment evaluates X = Y or X op= Y; its value is only returned if it is wanted.
func (f *fn) assignment(e *syntax.Expr, wanted bool) val {
	p, v := f.sides(e)
	if wanted && f.moves(p) {
		p = f.keptPlace(p)
	}
	f.writable(p, f.st.False(), e.Pos)
	old := v
	if e.Op == syntax.AssignOp {
		f.pos = e.X.Pos
		old = f.valued(f.load(p), e.X)
		p.ptr = nil
		if e.Post && wanted {
			old = f.keptVal(old)
		}
		f.pos = e.Pos
		v = f.updated(e, old, v)
	}
	f.pos = e.Pos
	if wanted {
		v = f.valued(v, e.Y)
	}
	v = f.assign(p, v)
	switch {
	case !wanted:
		return v
	case e.Post:
		return old
	}
	return f.after(v, p)
}

// sides evaluates the sides of an assignment in the order of gcc: the right one first, unless its
// value is made in place. What it has effects on, and the other has read, is as it was. Where both
// sides are objects, the left one is read last.
func (f *fn) sides(e *syntax.Expr) (p place, v val) {
	switch {
	case e.Op == syntax.AssignOp && !hasEffects(e.Y):
		p = f.place(e.X)
		v = f.value(e.Y)
	case e.Op == syntax.Assign && targetFirst(e.Y):
		p = f.keptPlace(f.place(e.X))
		v = f.carried(e.Y, e.X.Type)
	case e.Op == syntax.Assign && e.Y.Op == syntax.Load && hasEffects(e.X):
		from := f.keptPlace(f.place(e.Y.X))
		p = f.place(e.X)
		if v = f.load(from); !character(e.X.Type) || !character(e.Y.Type) {
			v = f.valued(v, e.Y.X)
		}
	default:
		if e.Op == syntax.Assign {
			v = f.carried(e.Y, e.X.Type)
		} else {
			v = f.value(e.Y)
		}
		if hasEffects(e.X) || e.Op == syntax.AssignOp {
			v = f.keptVal(v)
		}
		p = f.place(e.X)
	}
	return p, v
}

// assignObject evaluates X = Y of structures or unions, and returns X if it is wanted.
func (f *fn) assignObject(e *syntax.Expr, wanted bool) place {
	var to, from place
	if targetFirst(e.Y) {
		to = f.place(e.X)
		if wanted || hasEffects(e.Y) {
			to = f.keptPlace(to)
		}
		from = f.aggregate(e.Y)
	} else {
		from = f.aggregate(e.Y)
		if hasEffects(e.X) {
			from = f.keptPlace(from)
		}
		if to = f.place(e.X); wanted {
			to = f.keptPlace(to)
		}
	}
	f.writable(to, f.st.False(), e.Pos)
	f.copy(to, from, e.Pos)
	return to
}

// targetFirst reports whether the value of an expression is made where it goes: then gcc
// evaluates before it where that is.
func targetFirst(e *syntax.Expr) bool {
	switch e.Op {
	case syntax.Call, syntax.Compound:
		return true
	case syntax.Load:
		return e.X.Op == syntax.Compound
	case syntax.Cond:
		return !e.Type.Scalar()
	}
	return false
}

// moves reports whether an assignment may change where its place is, as in a[a[0]] = 1.
func (f *fn) moves(p place) (found bool) {
	at, of := p.addr, prog.VarID(0)
	switch {
	case p.inBytes() || !p.typ.Scalar() || !p.inMemory() && p.index == 0:
		return false
	case p.inMemory():
		of = f.memory(f.class(p))
	default:
		at, of = p.index, f.variable(p)
	}
	return f.st.Any(func(t term.Term) bool { return t == f.prog.Var(of).Term }, at)
}

// keptPlace returns a place that stays where it is whatever is assigned.
func (f *fn) keptPlace(p place) place {
	if p.inMemory() {
		p.addr = f.kept(p.addr)
	} else if p.index != 0 {
		p.index = f.kept(p.index)
	}
	return p
}

// after returns the value of an assignment, once it has been made: that of a variable is read again, so
// terms stay small and do not mention old values.
func (f *fn) after(v val, p place) val {
	if v.IsConst() {
		return v
	}
	if p.inBytes() {
		return v // it is kept
	}
	if !p.inMemory() && p.index == 0 && p.as == nil {
		t := f.prog.Var(f.variable(p)).Term
		return plainVal(v.Replaced(t))
	}
	p.ptr = nil
	w := f.load(p)
	w.Value = w.Clip(v.Lo, v.Hi)
	w.Low = v.Low
	return w
}

// updated returns the new value of X op= Y, of their values.
func (f *fn) updated(e *syntax.Expr, old, y val) val {
	if e.Bin == syntax.PtrAdd || e.Bin == syntax.PtrSub {
		y = f.ranged(y)
		size := e.Mid.Elem.Size
		if e.Mid.Elem.Kind == syntax.Void || e.Mid.Elem.Kind == syntax.Func {
			size = 1
		} else if size == 0 || e.Mid.Elem.Count != nil {
			f.hole(e.Pos, "pointers to what has no constant size")
			return f.arbitrary(e.Mid, "address")
		}
		step := f.st.Mul(f.st.Int(size), f.number(y))
		out := typed(f.st.Add(f.number(old), step), e.Mid)
		if e.Bin == syntax.PtrSub {
			out.Term = f.st.Sub(f.number(old), step)
		}
		f.stays(f.number(old), out.Term, e)
		f.addressable(f.number(old), out, e, false)
		return out
	}
	if e.Mid.Kind != syntax.Int || e.Type.Kind != syntax.Int || e.Y.Type.Kind != syntax.Int {
		f.hole(e.Pos, "floating-point arithmetic")
		return f.arbitrary(e.Type, "float")
	}
	return f.convert(f.binary(e.Bin, f.convert(old, e.Mid), y, e.Mid, e.Pos), e.Type)
}

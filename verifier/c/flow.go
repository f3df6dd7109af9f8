package c

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// program joins the regions of values that may flow into each other.
func (r *regions) program(entry *syntax.Object) {
	for _, p := range entry.Params {
		if p.Type.Kind == syntax.Pointer {
			x := r.contents(spot{reg: r.object(p), typ: p.Type})
			if slices.ContainsFunc(r.lists, func(l *list) bool { return l.param == p }) {
				r.accessed(x, p.Type.Elem)
				r.accessed(r.contents(spot{reg: x, typ: p.Type.Elem}), p.Type.Elem.Elem)
				continue
			}
			x.outside = x.outside || p.Type.Elem.Kind == syntax.Func
			r.join(x, r.outside(p.Type.Elem, nil))
		}
	}
	for _, o := range r.statics {
		r.initial(o)
	}
	for _, o := range r.funcs {
		r.fn = o
		for _, p := range o.Params {
			r.object(p)
		}
		r.stmt(o.Body)
	}
}

// outside returns the region of what a pointer to a type points to that comes from elsewhere.
func (r *regions) outside(t *syntax.Type, e *syntax.Expr) *region {
	if x := r.elsewhere(t); x != nil || e == nil {
		return x
	}
	x := r.site(e)
	x.outside = true
	return x
}

// result returns where the result of a function is.
func (r *regions) result(o *syntax.Object) spot {
	x := r.results[o]
	if x == nil {
		x = r.fresh()
		r.results[o] = x
		if punned(o.Type.Result) {
			r.spoil(x)
		}
	}
	return spot{reg: x.find(), typ: o.Type.Result}
}

func (r *regions) initial(o *syntax.Object) {
	x := r.object(o)
	if o.Init == nil {
		return
	}
	for i := range o.Init.Items {
		it := &o.Init.Items[i]
		if it.Type.Kind == syntax.Array && it.Value.Op == syntax.Text {
			continue
		}
		r.expr(it.Value)
		r.assign(r.inside(spot{reg: x, typ: o.Type}, it.Offset, it), it.Value)
	}
}

// inside returns what is at an offset of an object.
func (r *regions) inside(s spot, off int64, it *syntax.InitItem) spot {
	for {
		switch t := s.typ; {
		case off == 0 && it.Type.Same(t) && it.Field == nil:
			return s
		case t.Kind == syntax.Array && t.Elem.Size > 0:
			s.typ, off = t.Elem, off%t.Elem.Size
		case t.Kind == syntax.Struct || t.Kind == syntax.Union:
			m := fieldAt(t, off, it)
			if m == nil {
				return spot{typ: it.Type}
			}
			if s, off = r.member(s, m), off-m.Offset; m.Bits > 0 {
				return s
			}
		default:
			return s
		}
	}
}

// assign notes that the value of an expression is stored.
func (r *regions) assign(s spot, e *syntax.Expr) {
	if s.typ.Scalar() {
		r.join(r.contents(s), r.value(e))
		return
	}
	r.copied(s, r.aggregate(e))
}

// copied notes that an object is copied to another one of the same type.
func (r *regions) copied(to, from spot) {
	switch t := to.typ; {
	case t.Kind == syntax.Array:
		to.typ = t.Elem
		if from.typ.Kind == syntax.Array {
			from.typ = from.typ.Elem
		}
		r.copied(to, from)
	case punned(t):
		if to.reg != nil && from.reg != nil {
			r.links = append(r.links, [2]*region{to.reg, from.reg}) // if neither is bytes, nobody looks at the union
		}
	case t.Kind == syntax.Struct || t.Kind == syntax.Union:
		for _, m := range t.Fields {
			r.copied(r.member(to, m), r.member(from, m))
		}
	default:
		r.join(r.contents(to), r.contents(from))
	}
}

func (r *regions) stmt(s *syntax.Stmt) {
	if s == nil {
		return
	}
	if s.Kind == syntax.Decl {
		for t := s.Obj.Type; t.Kind == syntax.Array; t = t.Elem {
			r.expr(t.Count)
		}
		r.initial(s.Obj)
	}
	r.expr(s.X)
	if s.Kind == syntax.Return && s.X != nil && r.fn.Type.Result.Kind != syntax.Void {
		r.assign(r.result(r.fn), s.X)
	}
	r.expr(s.Step)
	for _, t := range s.List {
		r.stmt(t)
	}
	r.stmt(s.Init)
	r.stmt(s.Then)
	r.stmt(s.Else)
}

func (r *regions) expr(e *syntax.Expr) {
	if e == nil {
		return
	}
	if e.Op == syntax.Call {
		r.call(e)
		return
	}
	r.expr(e.X)
	r.expr(e.Y)
	r.expr(e.Z)
	switch e.Op {
	case syntax.Assign:
		r.stored(e.X)
		r.assign(r.spot(e.X), e.Y)
	case syntax.AssignOp:
		r.stored(e.X)
		if e.Bin == syntax.PtrAdd || e.Bin == syntax.PtrSub {
			r.move(r.value(e), e.Type.Elem)
		} else {
			r.join(r.contents(r.spot(e.X)), r.value(e.Y))
			r.stray(r.value(e), strays{computed: true})
		}
	case syntax.PtrAdd, syntax.PtrSub:
		if c, ok := constOf(e.Y); !ok || c.Sign() != 0 {
			r.move(r.value(e.X), e.X.Type.Elem)
		}
	case syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.Mod, syntax.Shl, syntax.Shr, syntax.And, syntax.Or,
		syntax.Xor, syntax.Neg, syntax.Cpl:
		r.stray(r.value(e), strays{computed: true})
	case syntax.AddrOf, syntax.Decay:
		r.pointed(e.X)
	case syntax.Elem:
		r.indexed(e)
	case syntax.VaArg:
		if e.Type.Kind == syntax.Pointer {
			r.launder(r.variable, e.Type.Elem, true)
		}
	case syntax.Cast:
		r.cast(e)
	case syntax.Eq, syntax.Ne:
		r.compare(e)
	case syntax.Compound:
		r.initial(e.Obj)
	case syntax.Block:
		r.stmt(e.Body)
	case syntax.Closure:
		for i, x := range e.Args {
			r.expr(x)
			r.given(e.Obj.Params[i], x)
		}
		r.closures = append(r.closures, e)
	case syntax.Deref:
		r.accessed(r.value(e.X), e.Type)
		r.contents(r.spot(e))
	case syntax.Load, syntax.Member:
		r.contents(r.spot(e))
	}
}

// spot returns where an lvalue, or a structure, is.
func (r *regions) spot(e *syntax.Expr) spot {
	switch e.Op {
	case syntax.Var, syntax.Compound:
		return spot{reg: r.object(e.Obj), typ: e.Type}
	case syntax.Text:
		return spot{reg: r.object(r.text(e)), typ: e.Type}
	case syntax.Deref:
		return spot{reg: r.value(e.X), typ: e.Type}
	case syntax.Elem:
		s := r.spot(e.X)
		s.typ = e.Type
		return s
	case syntax.Member:
		s := r.aggregate(e.X)
		s.typ = e.X.Type
		return r.member(s, e.Field)
	}
	return r.aggregate(e)
}

func (r *regions) member(s spot, m *syntax.Field) spot {
	t := s.typ
	s.typ, s.cls = m.Type, nil
	if m.Big {
		r.spoil(s.reg)
	}
	if t.Kind == syntax.Union {
		if uniform(t) == nil {
			r.spoil(s.reg)
		}
		m = t.Fields[0]
	}
	if scalarOf(m.Type) != nil {
		s.cls = r.field(t, m)
	}
	return s
}

// aggregate returns where the value of an expression of structure or union type is.
func (r *regions) aggregate(e *syntax.Expr) spot {
	switch e.Op {
	case syntax.Load, syntax.Assign:
		return r.spot(e.X)
	case syntax.Comma:
		return r.aggregate(e.Y)
	case syntax.Block:
		if e.X != nil {
			return r.aggregate(e.X)
		}
	case syntax.Call:
		if e.Obj != nil && e.Obj.Body != nil {
			return r.result(e.Obj)
		}
		x := r.site(e)
		x.outside = x.outside || e.Obj != nil
		return spot{reg: x, typ: e.Type}
	case syntax.Cond:
		x := r.site(e)
		r.copied(spot{reg: x, typ: e.Type}, r.aggregate(e.Y))
		r.copied(spot{reg: x, typ: e.Type}, r.aggregate(e.Z))
		return spot{reg: x.find(), typ: e.Type}
	case syntax.Var, syntax.Compound, syntax.Text, syntax.Deref, syntax.Elem, syntax.Member:
		return r.spot(e)
	}
	if e.Op == syntax.VaArg {
		return spot{reg: r.passed.find(), typ: e.Type}
	}
	return spot{reg: r.site(e), typ: e.Type}
}

// callees returns the functions that a call may call: those that the pointer may point to.
func (r *regions) callees(e *syntax.Expr) (out []*syntax.Object) {
	if e.Obj != nil {
		return []*syntax.Object{e.Obj}
	}
	x := r.value(e.X)
	for _, o := range r.targets {
		if x != nil && r.object(o) == x.find() {
			out = append(out, o)
		}
	}
	return out
}

// indirectCall is a call by a pointer, and the functions whose parameters are known to get its arguments.
type indirectCall struct {
	*syntax.Expr
	known map[*syntax.Object]bool
}

// resolve notes what flows into functions that a pointer has turned out to point to, and back.
func (r *regions) resolve(c indirectCall) {
	for _, o := range r.callees(c.Expr) {
		if c.known[o] || !callable(c.Expr, o, r.word) {
			continue
		}
		c.known[o] = true
		r.changes++
		r.enters(o, c.Expr, o.Captured)
		switch result := o.Type.Result; {
		case result.Kind == syntax.Void || c.Type.Kind == syntax.Void:
		case !c.Type.Scalar():
			if x := r.site(c.Expr); o.Body == nil {
				x.outside = true
			} else {
				r.copied(spot{reg: x, typ: c.Type}, r.result(o))
			}
		default:
			x := r.join(r.site(c.Expr), r.returned(o, c.Expr))
			if result.Kind == syntax.Pointer && c.Type.Kind == syntax.Pointer && !alike(result.Elem, c.Type.Elem) {
				r.launder(x, result.Elem, false)
				r.launder(x, c.Type.Elem, true)
			}
		}
	}
}

// target returns the region that a pointer points to.
func (r *regions) target(e *syntax.Expr) *region { return r.value(e) }

// value returns the region that the value of an expression may point to.
func (r *regions) value(e *syntax.Expr) *region {
	if !e.Type.Scalar() {
		return nil
	}
	switch e.Op {
	case syntax.AddrOf, syntax.Decay:
		return r.spot(e.X).reg
	case syntax.Load, syntax.Assign, syntax.AssignOp:
		return r.contents(r.spot(e.X))
	case syntax.Member:
		return r.contents(r.spot(e))
	case syntax.Cast:
		return r.converted(e)
	case syntax.PtrAdd, syntax.PtrSub, syntax.Neg, syntax.Cpl:
		return r.value(e.X)
	case syntax.Closure:
		return r.join(r.object(e.Obj), r.value(e.X))
	case syntax.Comma:
		return r.value(e.Y)
	case syntax.Cond:
		return r.join(r.value(e.Y), r.value(e.Z))
	case syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.Mod, syntax.Shl, syntax.Shr, syntax.And, syntax.Or,
		syntax.Xor:
		return r.join(r.value(e.X), r.value(e.Y)) // bits of an address
	case syntax.VaArg:
		if e.Type.Kind != syntax.Pointer {
			return r.number.find()
		}
		return r.variable.find()
	case syntax.Block:
		if e.X != nil {
			return r.value(e.X)
		}
	case syntax.Call:
		if e.Obj != nil {
			return r.returned(e.Obj, e)
		}
		return r.site(e)
	}
	return nil
}

// returned returns the region that the result of a call points to.
func (r *regions) returned(o *syntax.Object, e *syntax.Expr) *region {
	if o.Body != nil && !failure(o.Name) {
		if _, known := r.wrappers[o]; !known {
			r.wrappers[o] = wraps(o)
		}
		if r.wrappers[o] {
			return r.site(e)
		}
		return r.contents(r.result(o))
	}
	switch name := strings.TrimPrefix(o.Name, "__builtin_"); {
	case allocator(o):
		return r.site(e)
	case resizes(o) && len(e.Args) > 0:
		return r.join(r.site(e), r.value(bare(e.Args[0])))
	case bulk(name) && len(e.Args) > 0, name == "expect" && len(e.Args) > 0:
		return r.value(e.Args[0])
	case e.Type.Kind == syntax.Pointer:
		return r.outside(e.Type.Elem, e)
	}
	return nil
}

// converted returns the region that a converted value points to: a new one if an integer
// that holds no address known of becomes a pointer.
func (r *regions) converted(e *syntax.Expr) *region {
	x := r.value(e.X)
	if _, constant := constOf(e.X); x == nil && !constant && e.Type.Kind == syntax.Pointer && e.X.Type.Kind == syntax.Int {
		return r.site(e)
	}
	return x
}

// compare notes that two values are compared.
func (r *regions) compare(e *syntax.Expr) {
	if x, y := r.value(e.X), r.value(e.Y); x != nil && y != nil {
		r.compared = append(r.compared, [2]*region{x, y})
	}
}

// cast notes that a pointer changes its type.
func (r *regions) cast(e *syntax.Expr) {
	to, from := e.Type, e.X.Type
	if to.Kind == syntax.Int && to.Size < r.word {
		r.stray(r.value(e.X), strays{computed: true}) // bits of an address
	}
	if to.Kind != syntax.Pointer && from.Kind != syntax.Pointer || to.Kind == from.Kind && alike(from.Elem, to.Elem) {
		return
	}
	x := r.converted(e)
	if from.Kind == syntax.Pointer {
		r.launder(x, from.Elem, false)
	}
	if to.Kind == syntax.Pointer {
		r.launder(x, to.Elem, !fresh(e.X))
		r.stray(x, strays{revived: from.Kind == syntax.Int})
	}
}

// call notes what flows into the functions that a call may call.
func (r *regions) call(e *syntax.Expr) {
	r.expr(e.X)
	for _, x := range e.Args {
		if e.Obj != nil && e.Obj.Body == nil && e.Obj.Name != "__muster_any" { // which writes characters
			x = bare(x)
		}
		r.expr(x)
	}
	if e.Obj != nil {
		r.enters(e.Obj, e, 0)
		r.value(e)
	} else {
		r.indirect = append(r.indirect, indirectCall{e, map[*syntax.Object]bool{}})
	}
}

// enters notes what flows into a function that is called, beside its first parameters.
func (r *regions) enters(o *syntax.Object, e *syntax.Expr, first int) {
	if o.Body == nil || failure(o.Name) {
		r.external(o, e)
		return
	}
	n := min(len(e.Args), len(o.Params)-first)
	for i, x := range e.Args[:n] {
		r.given(o.Params[first+i], x)
	}
	if o.Type.Vararg {
		for _, x := range e.Args[n:] {
			r.passes(x)
		}
	}
}

// passes notes that a value is a variable argument, which any function may take as one of its own.
func (r *regions) passes(e *syntax.Expr) {
	switch {
	case !e.Type.Scalar():
		r.copied(spot{reg: r.passed.find(), typ: e.Type}, r.aggregate(e))
	case e.Type.Kind == syntax.Pointer:
		r.launder(r.join(r.variable, r.value(e)), e.Type.Elem, false)
	default:
		r.join(r.number, r.value(e))
	}
}

// given notes that a parameter gets the value of an expression, which may be of another type.
func (r *regions) given(p *syntax.Object, e *syntax.Expr) {
	to, from := p.Type, e.Type
	if to.Kind == syntax.Pointer && !(from.Kind == syntax.Pointer && alike(from.Elem, to.Elem)) {
		if from.Kind == syntax.Pointer {
			r.launder(r.value(e), from.Elem, false)
		}
		r.launder(r.value(e), to.Elem, true)
	}
	if e.Type.Scalar() == p.Type.Scalar() {
		r.assign(spot{reg: r.object(p), typ: p.Type}, e)
	}
}

// external notes what a function without a body does to memory.
func (r *regions) external(o *syntax.Object, e *syntax.Expr) {
	name := strings.TrimPrefix(o.Name, "__builtin_")
	switch {
	case name == "__muster_any":
		r.writes(r.value(bare(e.Args[0])))
	case name == "__muster_read_text": // which may leave a member
		x := bare(e.Args[0])
		r.move(r.value(x), x.Type.Elem)
	case ignored(o.Name), allocator(o), strings.HasPrefix(name, "__muster_"):
	case resizes(o):
		if len(e.Args) > 0 && bare(e.Args[0]).Type.Kind == syntax.Pointer {
			r.launder(r.value(e), bare(e.Args[0]).Type.Elem, false)
		}
	case bulk(name) && len(e.Args) == 3:
		p := bare(e.Args[0])
		if p.Type.Kind != syntax.Pointer {
			return
		}
		x := r.value(p)
		r.reaches(p, e.Args[2])
		r.writes(x)
		if name == "memset" {
			if !typedSet(whole(p), e.Args[1], e.Args[2]) {
				r.spoil(x)
			}
			return
		}
		q := bare(e.Args[1])
		y := r.value(q)
		if q.Type.Kind == syntax.Pointer {
			r.reaches(q, e.Args[2])
		}
		if q.Type.Kind != syntax.Pointer || x == nil || y == nil {
			return
		}
		if !typedCopy(whole(p), whole(q), e.Args[2]) {
			r.spoil(x)
			r.spoil(y)
		}
		r.links = append(r.links, [2]*region{x, y})
	default:
		for _, x := range e.Args {
			if x = bare(x); x.Type.Kind == syntax.Pointer {
				r.join(r.value(x), r.elsewhere(x.Type.Elem))
			}
		}
	}
}

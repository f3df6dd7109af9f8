package c

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// indirect calls one of the functions that a pointer may point to. The result goes to a place, if it is used.
func (f *fn) indirect(e *syntax.Expr, into *place) {
	v := f.keptVal(f.value(e.X))
	for i := len(e.Args) - 1; i >= 0; i-- {
		f.evaluateOnce(e.Args[i])
	}
	f.pos = e.Pos
	t := f.number(v)
	f.require(Null, f.st.Not(f.st.Eq(t, f.st.Int(0))), e.Pos, said(e.X.Source()+" is a null pointer, and is called"))
	callees := f.mem.callees(e)
	if f.asks(Memory) && slices.ContainsFunc(callees, captures) {
		f.alive(f.seen(Memory, t), e.X, e.Pos, "is called")
	}
	is := make([]term.Term, len(callees))
	for i, o := range callees {
		is[i] = f.pointsTo(t, o)
	}
	f.isFunction(e, f.st.Or(is...))
	if len(is) == 0 {
		f.stop()
		return
	}
	after := f.block("called", e.Pos)
	start := f.cur
	var to []int32
	for i, o := range callees {
		b := f.block("target", e.Pos)
		to = append(to, b)
		f.enter(b)
		f.assume(is[i])
		f.callTarget(e, o, t, into)
		f.jumpIf(after)
	}
	f.cur = start
	f.jump(to...)
	f.enter(after)
	clear(f.once)
}

// isFunction makes sure that a pointer that is called points to a function of the program, as a condition says. One
// that comes from elsewhere may point to another one.
func (f *fn) isFunction(e *syntax.Expr, is term.Term) {
	if r := f.mem.target(e.X); r == nil || !r.find().outside {
		f.require(Memory, is, e.Pos, said(e.X.Source()+" points to no function, and is called"))
		return
	}
	yes, no := f.block("then", e.Pos), f.block("else", e.Pos)
	f.split(is, yes, no)
	f.enter(no)
	f.hole(e.Pos, "a call of a function by a pointer that comes from elsewhere")
	f.enter(yes)
}

// callTarget calls one of the functions that a pointer may point to, which has some value.
func (f *fn) callTarget(e *syntax.Expr, o *syntax.Object, pointer term.Term, into *place) {
	if !callable(e, o, f.unit.Sizes.Pointer) {
		f.hole(e.Pos, "a call of "+o.Name+" by a pointer to a function of another type")
		return
	}
	direct := *e
	direct.Obj, direct.X, direct.Type = o, nil, o.Type.Result
	direct.Args = append(f.described(pointer, o), e.Args...)
	switch r := o.Type.Result; {
	case into == nil:
		f.call(&direct)
	case r.Kind == syntax.Void:
		f.call(&direct)
		f.anything(*into)
	case !r.Scalar():
		f.copy(*into, f.callAggregate(&direct), e.Pos)
	case r.Kind == syntax.Float:
		f.call(&direct)
	default:
		v := f.callValue(&direct)
		f.pos = e.Pos
		f.assign(*into, f.convert(v, e.Type))
	}
}

// callable reports whether a call by a pointer may call a function as gcc compiles both, whatever the type that the
// pointer points to: if it finds its arguments, and the call its result, where the other has put them.
func callable(e *syntax.Expr, o *syntax.Object, word int64) bool {
	params := o.Type.Params
	if len(o.Params) > 0 {
		params = nil
		for _, p := range o.Params[o.Captured:] {
			params = append(params, p.Type)
		}
	}
	for i, x := range e.Args[:min(len(e.Args), len(params))] {
		if !passes(x.Type, params[i], word) {
			return false
		}
	}
	from, to := o.Type.Result, e.Type
	if from.Kind == syntax.Void || to.Kind == syntax.Void {
		return from.Kind == to.Kind || from.Scalar() || to.Scalar()
	}
	return passes(from, to, word)
}

// passes reports whether what is given as a value of one type may be taken as one of another: in the same registers, of
// which the other has no more, or in as much of the stack.
func passes(from, to *syntax.Type, word int64) bool {
	switch {
	case !from.Scalar() || !to.Scalar():
		return from.Same(to)
	case from.Kind == syntax.Float || to.Kind == syntax.Float:
		return from.Kind == to.Kind && from.Size == to.Size
	case word == 4 || from.Size > word || to.Size > word:
		return max(from.Size, word) == max(to.Size, word)
	}
	return to.Size <= from.Size
}

// evaluated is what an expression has been evaluated to: a scalar, or where an object is.
type evaluated struct {
	v val
	p place
}

// evaluateOnce evaluates an argument that may be passed to one of several functions, if that has an effect.
func (f *fn) evaluateOnce(x *syntax.Expr) {
	switch {
	case !hasEffects(x):
		return
	case x.Type.Scalar():
		f.once[bare(x)] = evaluated{v: f.keptVal(f.value(x))}
	default:
		p := f.whole(f.scratch(x.Type, x.Pos))
		f.copy(p, f.aggregate(x), x.Pos)
		f.once[x] = evaluated{p: p}
	}
}

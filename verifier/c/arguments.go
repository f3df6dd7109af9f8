package c

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// operand evaluates one of several arguments. Those before it are evaluated after it, as gcc does.
func (f *fn) operand(args []*syntax.Expr, i int) val {
	v := f.ranged(f.value(args[i]))
	if slices.ContainsFunc(args[:i], hasEffects) {
		v = f.keptVal(v)
	}
	return v
}

// operands evaluates arguments that are scalars.
func (f *fn) operands(args []*syntax.Expr) []val {
	out := make([]val, len(args))
	for i := len(args) - 1; i >= 0; i-- {
		out[i] = f.operand(args, i)
	}
	return out
}

// arguments evaluates arguments, from right to left as gcc does. What structures hold is read last.
// A parameter that is given nothing has any value, and what no parameter takes is dropped: gcc
// compiles calls of functions without a prototype so.
func (f *fn) arguments(e *syntax.Expr, o *syntax.Object) []term.Term {
	values := make([]val, len(e.Args))
	objects := make([]place, len(e.Args))
	for i := len(e.Args) - 1; i >= 0; i-- {
		later := slices.ContainsFunc(e.Args[:i], hasEffects)
		switch x := e.Args[i]; {
		case !x.Type.Scalar():
			if objects[i] = f.aggregate(x); later {
				objects[i] = f.keptPlace(objects[i])
			}
		default:
			values[i] = f.value(x)
			if i < len(o.Params) && x.Type.Kind != syntax.Float && passes(x.Type, o.Params[i].Type, f.unit.Sizes.Pointer) {
				values[i] = f.convert(values[i], o.Params[i].Type)
			}
			if later {
				values[i] = f.keptVal(values[i])
			}
		}
	}
	var out []term.Term
	for i, p := range o.Params {
		switch {
		case i >= len(e.Args) || !passes(e.Args[i].Type, p.Type, f.unit.Sizes.Pointer):
			if i < len(e.Args) {
				f.hole(e.Args[i].Pos, "an argument of another type than the parameter")
			}
			out = append(out, f.unknownArgument(p)...)
		case p.Type.Kind == syntax.Float:
			out = append(out, f.st.Int(0))
		case p.Type.Scalar():
			out = append(out, f.number(values[i]))
		case f.byMemory(p.Type):
			f.copy(f.whole(f.slot(p, p.Type)), objects[i], e.Args[i].Pos)
		default:
			out = append(out, f.parts(objects[i])...)
		}
	}
	if n := min(len(o.Params), len(e.Args)); o.Type.Vararg {
		out = append(out, f.fill(e.Args[n:], values[n:], objects[n:]))
	}
	return out
}

// unknownArgument returns any value of a parameter.
func (f *fn) unknownArgument(p *syntax.Object) (out []term.Term) {
	if f.byMemory(p.Type) {
		f.anything(f.whole(f.slot(p, p.Type)))
		return nil
	}
	s := f.whole(f.scratch(p.Type, f.pos))
	f.anything(s)
	return f.parts(s)
}

// parts returns the values of all parts of an object.
func (f *fn) parts(p place) (out []term.Term) {
	s := f.whole(f.scratch(p.typ, f.pos))
	f.copy(s, p, f.pos)
	for _, x := range f.passed(p.typ) {
		out = append(out, f.prog.Var(s.store.part(x)).Term)
	}
	return out
}

package c

import (
	"fmt"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// closures is what the descriptors of functions within others hold, by their addresses. Nothing but calls by pointers
// reads it, and nothing else is written there, so what is no descriptor is distinguished from one.
type closures struct {
	code  prog.VarID   // the function; 0 of what is no descriptor
	given []prog.VarID // what it gets before its arguments
}

// captures reports whether a function uses variables of one around it.
func captures(o *syntax.Object) bool { return o.Captured > 0 }

// descriptors returns the maps of what descriptors hold, for functions with so many captured variables.
func (l *lowerer) descriptors(n int) *closures {
	if l.closures == nil {
		l.closures = &closures{code: l.global("$code", l.array, 0)}
	}
	x := l.closures
	for len(x.given) < n {
		x.given = append(x.given, l.global(fmt.Sprintf("$given%d", len(x.given)+1), l.array, 0))
	}
	return x
}

// undescribed says that there are no descriptors yet.
func (f *fn) undescribed() {
	if x := f.closures; x != nil {
		f.set(x.code, f.st.ConstArray(f.array, f.st.Int(0)))
	}
}

// closure evaluates a pointer to a function that uses variables of one around it: it fills the descriptor.
func (f *fn) closure(e *syntax.Expr) val {
	x := f.descriptors(len(e.Args))
	v := f.value(e.X)
	at, c := f.number(v), f.change()
	c.store(x.code, at, f.st.Int(f.codeOf(e.Obj)))
	for i, a := range e.Args {
		c.store(x.given[i], at, f.number(f.value(a)))
	}
	f.pos = e.Pos
	c.make()
	return f.convert(v, e.Type)
}

// pointsTo says that a pointer points to a function.
func (f *fn) pointsTo(pointer term.Term, o *syntax.Object) term.Term {
	if captures(o) {
		pointer = f.st.Select(f.prog.Var(f.descriptors(o.Captured).code).Term, pointer)
	}
	return f.st.Eq(pointer, f.st.Int(f.codeOf(o)))
}

// described returns what a function gets before its arguments where it is called by a pointer.
func (f *fn) described(pointer term.Term, o *syntax.Object) (out []*syntax.Expr) {
	for i, p := range o.Params[:o.Captured] {
		x := &syntax.Expr{Op: syntax.Load, Type: p.Type, Pos: f.pos}
		t := f.st.Select(f.prog.Var(f.descriptors(o.Captured).given[i]).Term, pointer)
		f.once[x] = evaluated{v: f.ranged(f.read(t, p.Type, nil))}
		out = append(out, x)
	}
	return out
}

package syntax

import (
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
	"github.com/muster-smt/muster/verifier/c/library"
)

// missing reports whether an object is weak, and no file defines it.
func missing(o *Object) bool {
	return o != nil && o.Weak && !o.defined() && (o.Extern || o.Kind == Function)
}

// elsewhere reports whether what is linked with every program may define a name, or verifiers give it a meaning.
func elsewhere(name string) bool {
	return strings.HasPrefix(name, "_") || name == "reach_error" || name == "assume_abort_if_not" ||
		library.Knows(name) || library.Links(name)
}

// absent has the name of an object that is missing, or a call of it, be an access by a null pointer, which is its
// address.
func (l *linker) absent(e *Expr) {
	o := l.object(e.Obj)
	if elsewhere(o.symbol()) {
		*e = Expr{Op: Hole, Str: "the weak symbol " + o.symbol() + ", which no file defines", Type: e.Type, Pos: e.Pos,
			source: e.source}
		return
	}
	word := l.unit.Sizes.Pointer
	null := l.null(e, &Type{Kind: Pointer, Name: "pointer", Elem: o.Type, Size: word, Align: word, Rank: 4})
	if e.Obj, e.X = nil, null; e.Op == Var {
		e.Op = Deref
		null.source = append([]cpp.Token{{Kind: cpp.Punct, Text: "&"}}, null.source...)
	}
}

// null returns the null pointer that is the address of a missing object.
func (l *linker) null(e *Expr, t *Type) *Expr {
	return &Expr{Op: Cast, X: num(0, l.unit.Sizes.Int, e.Pos), Type: t, Pos: e.Pos,
		source: []cpp.Token{{Kind: cpp.Ident, Text: e.Obj.Name}}}
}

// address has the address of a missing object be null.
func (l *linker) address(e *Expr) {
	if x := e.X; x.Op == Var && missing(l.object(x.Obj)) && !elsewhere(l.object(x.Obj).symbol()) {
		*e = *l.null(x, e.Type)
	}
}

package boogie

import (
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// Kinds of types that no type expression has by itself.
const (
	kindParam syntax.TypeKind = iota + 100 // a type parameter of a function, a procedure or a quantifier; Name
	kindProxy                              // what is not known yet: types.bound says it
	kindBound                              // a type parameter of a map; width is its index
)

// maxTypeSize bounds types: synonyms and instances can make them exponential.
const maxTypeSize = 1000

// typeName is a type parameter in scope.
type typeName struct {
	name syntax.Name
	typ  typ
}

// openTypes brings type parameters into scope until closeTypes, and returns their types.
func (c *checker) openTypes(params []syntax.NameRef) []typ {
	ts := make([]typ, len(params))
	for i, p := range params {
		if slices.ContainsFunc(params[:i], func(q syntax.NameRef) bool { return p.Name == q.Name }) {
			c.failf(p.Pos, "type parameter %s is declared twice", c.quote(p.Name))
		}
		ts[i] = c.types.add(typeInfo{kind: kindParam, name: p.Name})
		c.typeScope = append(c.typeScope, typeName{p.Name, ts[i]})
	}
	return ts
}

func (c *checker) closeTypes(mark int) { c.typeScope = c.typeScope[:mark] }

// typeParam returns the type parameter of a name, if one is in scope.
func (c *checker) typeParam(n syntax.Name) (typ, bool) {
	for _, x := range slices.Backward(c.typeScope) {
		if x.name == n {
			return x.typ, true
		}
	}
	return noType, false
}

// deref returns what a proxy stands for.
func (t *types) deref(id typ) typ {
	for t.info[id].kind == kindProxy && t.bound[id] != noType {
		id = t.bound[id]
	}
	return id
}

// proxies returns new unknown types.
func (t *types) proxies(n int) []typ {
	out := make([]typ, n)
	for i := range out {
		out[i] = t.add(typeInfo{kind: kindProxy})
	}
	return out
}

// unify makes two types equal, if it can.
func (t *types) unify(a, b typ) bool {
	a, b = t.deref(a), t.deref(b)
	x, y := &t.info[a], &t.info[b]
	switch {
	case a == b:
		return true
	case x.kind == kindProxy:
		return t.bindProxy(a, b)
	case y.kind == kindProxy:
		return t.bindProxy(b, a)
	case x.kind != y.kind || x.kind != syntax.TypeNamed && x.kind != syntax.TypeMap || x.name != y.name ||
		x.params != y.params || x.params > 0 && x.width != y.width || len(x.args) != len(y.args):
		return false
	}
	left, right := x.args, y.args
	for i := range left {
		if !t.unify(left[i], right[i]) {
			return false
		}
	}
	return true
}

// comparable reports whether two types with type parameters may be equal, but need not be.
func (t *types) comparable(a, b typ) bool {
	if !t.poly {
		return false
	}
	a, b = t.deref(a), t.deref(b)
	x, y := &t.info[a], &t.info[b]
	switch {
	case a == b || x.kind == kindProxy || y.kind == kindProxy:
		return false
	case x.kind == kindParam || y.kind == kindParam:
		return true
	case x.kind != y.kind || x.name != y.name || x.params != y.params || len(x.args) != len(y.args):
		return false
	}
	any := false
	for i := range x.args {
		if t.deref(x.args[i]) == t.deref(y.args[i]) {
			continue
		}
		if !t.comparable(x.args[i], y.args[i]) {
			return false
		}
		any = true
	}
	return any
}

func (t *types) bindProxy(p, to typ) bool {
	if t.contains(to, p) || t.open(to, 0) {
		return false
	}
	t.bound[p] = to
	return true
}

// open reports whether a type in maps with type parameters, the outermost of which begin at a number, has such a
// parameter in it.
func (t *types) open(id typ, from uint32) bool {
	x := &t.info[t.deref(id)]
	if x.kind == kindBound {
		return x.width >= from
	}
	if x.params > 0 {
		from = max(from, x.width+uint32(x.params))
	}
	return slices.ContainsFunc(x.args, func(a typ) bool { return t.open(a, from) })
}

// contains reports whether a type is or has another one in it.
func (t *types) contains(in, x typ) bool {
	in = t.deref(in)
	return in == x || slices.ContainsFunc(t.info[in].args, func(a typ) bool { return t.contains(a, x) })
}

// unknown reports whether a type is not determined.
func (t *types) unknown(id typ) bool {
	id = t.deref(id)
	return t.info[id].kind == kindProxy || slices.ContainsFunc(t.info[id].args, t.unknown)
}

// substitute replaces parts of a type, and proxies by what they stand for; those that stand for nothing are int, as
// in Boogie, if to says so.
func (t *types) substitute(id typ, to func(typ) typ) typ {
	id = t.deref(id)
	if r := to(id); r != id {
		return r
	}
	x := t.info[id]
	if len(x.args) == 0 {
		return id
	}
	args := make([]typ, len(x.args))
	for i, a := range x.args {
		args[i] = t.substitute(a, to)
	}
	if x.kind == syntax.TypeNamed {
		return t.constructor(x.name, args...)
	}
	if x.params > 0 && t.height(args) != x.width {
		return t.rebuilt(id, to)
	}
	return t.mapOf(x.params, args)
}

// rebuilt is substitute for a map whose type parameters get other numbers.
func (t *types) rebuilt(id typ, to func(typ) typ) typ {
	params := make([]typ, t.info[id].params)
	for i := range params {
		params[i] = t.add(typeInfo{kind: kindParam})
	}
	args := t.opened(id, params)
	for i, a := range args {
		args[i] = t.substitute(a, to)
	}
	return t.closed(params, args)
}

// closed returns the type of maps with parts in which types stand for its type parameters.
func (t *types) closed(params, parts []typ) typ {
	bound := make([]typ, len(params))
	for i := range bound {
		bound[i] = t.boundVar(int(t.height(parts)) + i)
	}
	own := make([]typ, len(parts))
	for i, p := range parts {
		own[i] = t.instance(p, params, bound)
	}
	return t.mapOf(len(params), own)
}

// height returns the number of the first type parameter of a map with certain parts: those of maps inside it come
// before. So maps that differ in the names of their type parameters have one type.
func (t *types) height(parts []typ) uint32 {
	h := uint32(0)
	for _, p := range parts {
		x := &t.info[t.deref(p)]
		h = max(h, t.height(x.args))
		if x.params > 0 {
			h = max(h, x.width+uint32(x.params))
		}
	}
	return h
}

// instance returns a type with others in place of type parameters.
func (t *types) instance(id typ, params, args []typ) typ {
	if len(params) == 0 {
		return id
	}
	return t.substitute(id, func(x typ) typ {
		if i := slices.Index(params, x); i >= 0 {
			return args[i]
		}
		return x
	})
}

// opened returns the parts of a map type with other types in place of its type parameters.
func (t *types) opened(m typ, args []typ) []typ {
	parts := make([]typ, len(t.info[m].args))
	first := t.info[m].width
	for i, a := range t.info[m].args {
		parts[i] = t.substitute(a, func(x typ) typ {
			if y := &t.info[x]; y.kind == kindBound && y.width >= first && int(y.width-first) < len(args) {
				return args[y.width-first]
			}
			return x
		})
	}
	return parts
}

// varying returns the parts of a map type that vary with its type parameters, for certain types, and noType for the
// others.
func (t *types) varying(m typ, args []typ) []typ {
	parts := t.opened(m, args)
	for i, p := range t.info[m].args {
		if !t.generic(p) {
			parts[i] = noType
		}
	}
	return parts
}

// generic reports whether a part of a map type depends on its type parameters.
func (t *types) generic(id typ) bool {
	return t.info[id].kind == kindBound || slices.ContainsFunc(t.info[id].args, t.generic)
}

// size returns the number of nodes of a type, up to a limit.
func (t *types) size(id typ, limit int) int {
	n := 1
	for _, a := range t.info[t.deref(id)].args {
		if n >= limit {
			break
		}
		n += t.size(a, limit-n)
	}
	return n
}

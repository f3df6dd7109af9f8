package boogie

import (
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// mapOperators are the operators on maps that Boogie has under {:builtin}: each applies one to the elements of its
// arguments.
var mapOperators = map[string]struct {
	args  int
	apply func(st *term.Store, x []term.Term) term.Term
}{
	"MapIte": {3, func(st *term.Store, x []term.Term) term.Term { return st.Ite(x[0], x[1], x[2]) }},
	"MapNot": {1, func(st *term.Store, x []term.Term) term.Term { return st.Not(x[0]) }},
	"MapAnd": {2, func(st *term.Store, x []term.Term) term.Term { return st.And(x...) }},
	"MapOr":  {2, func(st *term.Store, x []term.Term) term.Term { return st.Or(x...) }},
	"MapImp": {2, func(st *term.Store, x []term.Term) term.Term { return st.Implies(x[0], x[1]) }},
	"MapIff": {2, func(st *term.Store, x []term.Term) term.Term { return st.Eq(x[0], x[1]) }},
	"MapEq":  {2, func(st *term.Store, x []term.Term) term.Term { return st.Eq(x[0], x[1]) }},
	"MapAdd": {2, func(st *term.Store, x []term.Term) term.Term { return st.Add(x...) }},
	"MapSub": {2, func(st *term.Store, x []term.Term) term.Term { return st.Sub(x[0], x[1]) }},
	"MapMul": {2, func(st *term.Store, x []term.Term) term.Term { return st.Mul(x[0], x[1]) }},
	"MapDiv": {2, func(st *term.Store, x []term.Term) term.Term { return st.Div(x[0], x[1]) }},
	"MapMod": {2, func(st *term.Store, x []term.Term) term.Term { return st.Mod(x[0], x[1]) }},
	"MapLe":  {2, func(st *term.Store, x []term.Term) term.Term { return st.Le(x[0], x[1]) }},
	"MapLt":  {2, func(st *term.Store, x []term.Term) term.Term { return st.Lt(x[0], x[1]) }},
	"MapGe":  {2, func(st *term.Store, x []term.Term) term.Term { return st.Le(x[1], x[0]) }},
	"MapGt":  {2, func(st *term.Store, x []term.Term) term.Term { return st.Lt(x[1], x[0]) }},
}

// mapOperator recognizes an operator on maps of one index, with the types that it has in Boogie.
func (c *checker) mapOperator(fn *function, op string) bool {
	m := &c.types.info[fn.result]
	if m.kind != syntax.TypeMap || m.params > 0 || len(m.args) != 2 {
		return false
	}
	index, element := m.args[0], m.args[1]
	if op == "MapConst" {
		if len(fn.params) != 1 || fn.params[0] != element {
			return false
		}
		fn.builtin, fn.text = builtinMap, op
		return true
	}
	o, ok := mapOperators[op]
	if !ok || len(fn.params) != o.args {
		return false
	}
	elements := make([]typ, o.args)
	for i, p := range fn.params {
		x := &c.types.info[p]
		if x.kind != syntax.TypeMap || x.params > 0 || len(x.args) != 2 || x.args[0] != index {
			return false
		}
		elements[i] = x.args[1]
	}
	if !mapTypes(op, elements, element) {
		return false
	}
	fn.builtin, fn.text = builtinMap, op
	return true
}

// mapTypes reports whether an operator applies to elements of some types, and has a result of one.
func mapTypes(op string, elements []typ, result typ) bool {
	first, last := elements[0], elements[len(elements)-1]
	switch {
	case op == "MapIte":
		return first == boolType && elements[1] == last && last == result
	case op == "MapEq":
		return first == last && result == boolType
	case strings.Contains("MapNot MapAnd MapOr MapImp MapIff", op):
		return first == boolType && last == boolType && result == boolType
	case strings.Contains("MapLe MapLt MapGe MapGt", op):
		return first == intType && last == intType && result == boolType
	}
	return first == intType && last == intType && result == intType
}

// mapOperator returns the map that an operator makes of others.
func (l *lowerer) mapOperator(fn *function, types []typ, args []term.Term) term.Term {
	before := l.enter(fn.typeParams, types)
	sort := l.sort(fn.result)
	l.env = before
	if fn.text == "MapConst" {
		return l.st.ConstArray(sort, args[0])
	}
	index, _ := l.st.ArraySorts(sort)
	i := l.st.BoundVar("i", index)
	elements := make([]term.Term, len(args))
	for k, a := range args {
		elements[k] = l.st.Select(a, i)
	}
	return l.mapOf([]term.Term{i}, mapOperators[fn.text].apply(l.st, elements), true)
}

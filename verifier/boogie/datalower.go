package boogie

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// dataTerms are the symbols of a datatype for certain type arguments.
type dataTerms struct {
	*datatype
	args []typ
	tag  term.Sym // which constructor made a value
}

// dataSort returns the sort of a datatype, and notes it: equations are special.
func (c *checker) dataSort(st *term.Store, t typ) term.Sort {
	name := c.text(c.types.info[t].name)
	if len(c.types.info[t].args) > 0 {
		name = c.unique("datatype " + c.show(t))
	}
	s := st.UninterpretedSort(name)
	if c.types.datas == nil {
		c.types.datas = map[term.Sort]typ{}
	}
	c.types.datas[s] = t
	return s
}

// data returns the symbols of a datatype. When they are used first, axioms say what they mean. All are about what
// occurs: for a value that a constructor makes, which one that was, what the fields are, and that those which are
// values of the same or of a mutually recursive datatype have a smaller size; for a value that is asked for its
// constructor or a field, that one of the constructors made it of its fields.
func (l *lowerer) data(t typ) *dataTerms {
	if d := l.datas[t]; d != nil {
		return d
	}
	d := &dataTerms{datatype: l.c.dataAt(t), args: l.c.types.info[t].args}
	l.datas[t] = d
	st, sort := l.st, l.c.sort(l.st, t)
	d.tag = st.FreshFun("$constructor", []term.Sort{sort}, term.Int)
	x := st.BoundVar("x", sort)
	tag := st.App(d.tag, x)
	patterns := [][]term.Term{{tag}}
	made := []term.Term{st.Le(st.Int(0), tag), st.Lt(tag, st.Int(int64(len(d.ctors))))}
	smaller := l.smaller(t)
	for _, k := range d.ctors {
		var fields []term.Term
		for _, f := range k.fields {
			fields = append(fields, st.App(l.symbolOf(f, d.args), x))
			patterns = append(patterns, fields[len(fields)-1:])
			l.noteFunction(f, d.args)
		}
		l.noteFunction(k.fn, d.args)
		l.noteFunction(k.tester, d.args)
		says := append(l.askFields(t, k, fields), st.Eq(x, st.App(l.symbolOf(k.fn, d.args), fields...)))
		made = append(made, st.Implies(l.madeBy(d, k, x), st.And(says...)))
		l.constructed(t, d, k, smaller[k.index])
	}
	l.dataAxiom(sort, []term.Term{x}, patterns, st.And(made...))
	return d
}

func (l *lowerer) noteFunction(i int32, args []typ) {
	if len(args) > 0 {
		l.c.insts.function(i, args)
	}
}

// dataAxiom adds an axiom about a datatype. It holds for all values of the sorts of the variables.
func (l *lowerer) dataAxiom(sort term.Sort, vars []term.Term, patterns [][]term.Term, body term.Term) {
	if len(vars) > 0 {
		body = l.st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: body, Patterns: patterns, Name: "datatype"})
	}
	l.prog.Axioms = append(l.prog.Axioms, prog.Axiom{Cond: body, Defines: sort})
}

// constructed says what is known of the values that a constructor makes.
func (l *lowerer) constructed(t typ, d *dataTerms, k *constructor, smaller []bool) {
	st := l.st
	sorts, _ := st.SymSorts(l.symbolOf(k.fn, d.args))
	vars := make([]term.Term, len(sorts))
	for i, s := range sorts {
		vars[i] = st.BoundVar("f", s)
	}
	value := st.App(l.symbolOf(k.fn, d.args), vars...)
	says := append(l.askFields(t, k, vars), l.madeBy(d, k, value))
	for i, f := range k.fields {
		says = append(says, st.Eq(st.App(l.symbolOf(f, d.args), value), vars[i]))
		if smaller[i] {
			says = append(says, st.Lt(l.size(vars[i]), l.size(value)))
		}
		if l.deep(t, l.c.fieldTypes(t)[k.index][i]) {
			says = append(says, l.below(t, k, i, vars, value)...)
		}
	}
	l.dataAxiom(l.c.sort(st, t), vars, [][]term.Term{{value}}, st.And(says...))
}

// deep reports whether values of a datatype contain others through maps, and a field is, or has as elements, values
// in which there are some. Then a value has no size, since it contains infinitely many others.
func (l *lowerer) deep(t, field typ) bool {
	g, whole := l.c.dataGraph(t)
	if !whole {
		return false
	}
	through := false
	for i, list := range g.through {
		for _, k := range list {
			through = through || g.reaches(k, true)[i] && (i == 0 || g.reaches(0, true)[i] && g.reaches(i, true)[0])
		}
	}
	at := slices.Index(g.nodes, l.element(field))
	return through && at >= 0 && (at == 0 || g.reaches(at, true)[0])
}

// element returns the type of the elements of a map, and of the maps that these are; of another type it is that type.
func (l *lowerer) element(t typ) typ {
	for x := &l.c.types.info[t]; x.kind == syntax.TypeMap; x = &l.c.types.info[t] {
		t = x.args[len(x.args)-1]
	}
	return t
}

// below says that what is in a field of a value is below the value in an order, so that no value contains itself.
func (l *lowerer) below(t typ, k *constructor, field int, vars []term.Term, value term.Term) []term.Term {
	st := l.st
	inside, index := vars[field], []term.Term(nil)
	for st.IsArray(st.Sort(inside)) {
		key, _ := st.ArraySorts(st.Sort(inside))
		i := st.BoundVar("i", key)
		index, inside = append(index, i), st.Select(inside, i)
	}
	says := l.order(inside, value)
	if len(index) == 0 {
		return []term.Term{says}
	}
	l.dataAxiom(l.c.sort(st, t), slices.Concat(vars, index), [][]term.Term{{value, inside}}, says)
	return nil
}

// order says that a value is below another one, and declares the order when it is used first.
func (l *lowerer) order(x, y term.Term) term.Term {
	st := l.st
	if l.isBelow == 0 {
		s := st.UninterpretedSort(l.c.unique("$rank"))
		l.rankSort, l.isBelow = s, st.FreshFun("$below", []term.Sort{s, s}, term.Bool)
		a, b, c := st.BoundVar("a", s), st.BoundVar("b", s), st.BoundVar("c", s)
		less := func(x, y term.Term) term.Term { return st.App(l.isBelow, x, y) }
		l.dataAxiom(s, []term.Term{a, b}, [][]term.Term{{less(a, b)}}, st.Implies(less(a, b), st.Not(st.Eq(a, b))))
		l.dataAxiom(s, []term.Term{a, b, c}, [][]term.Term{{less(a, b), less(b, c)}},
			st.Implies(st.And(less(a, b), less(b, c)), less(a, c)))
	}
	rank := func(x term.Term) term.Term {
		s := st.Sort(x)
		if l.ranks[s] == 0 {
			l.ranks[s] = st.FreshFun("$rank", []term.Sort{s}, l.rankSort)
		}
		return st.App(l.ranks[s], x)
	}
	return st.App(l.isBelow, rank(x), rank(y))
}

// askFields asks which constructors made the fields that have finitely many values.
func (l *lowerer) askFields(t typ, k *constructor, fields []term.Term) (asked []term.Term) {
	for i, f := range l.c.fieldTypes(t)[k.index] {
		if l.c.dataAt(f) != nil && l.c.finite(f) {
			asked = append(asked, l.ask(l.data(f), fields[i]))
		}
	}
	return asked
}

// ask returns a formula that holds for every value, and lets the solver find which constructor made it.
func (l *lowerer) ask(d *dataTerms, x term.Term) term.Term {
	return l.st.Le(l.st.Int(0), l.st.App(d.tag, x))
}

// finite reports whether a datatype certainly has finitely many values.
func (c *checker) finite(t typ) bool {
	g, whole := c.dataGraph(t)
	for i := 0; whole && i < len(g.nodes); i++ {
		whole = !g.reaches(i, false)[i]
		for _, f := range slices.Concat(c.fieldTypes(g.nodes[i])...) {
			_, bits := c.types.isBv(f)
			whole = whole && (f == boolType || bits || c.dataAt(f) != nil)
		}
	}
	return whole
}

// madeBy says that a constructor made a value.
func (l *lowerer) madeBy(d *dataTerms, k *constructor, x term.Term) term.Term {
	return l.st.Eq(l.st.App(d.tag, x), l.st.Int(int64(k.index)))
}

// size returns a number that is greater for a value than for those of the same kind which it contains.
func (l *lowerer) size(x term.Term) term.Term {
	s := l.st.Sort(x)
	if l.sizes[s] == 0 {
		l.sizes[s] = l.st.FreshFun("$size", []term.Sort{s}, term.Int)
	}
	return l.st.App(l.sizes[s], x)
}

// smaller reports for each field of each constructor whether its values contain values of the datatype.
func (l *lowerer) smaller(t typ) [][]bool {
	g, whole := l.c.dataGraph(t)
	fields := l.c.fieldTypes(t)
	out := make([][]bool, len(fields))
	for i, list := range fields {
		out[i] = make([]bool, len(list))
		for k, f := range list {
			out[i][k] = f == t || whole && l.c.dataAt(f) != nil && g.reaches(slices.Index(g.nodes, f), false)[0]
		}
	}
	return out
}

// equalData returns an equation. One of datatypes asks which constructors made the sides, without which the solver
// would not see that there may be no more values.
func (l *lowerer) equalData(a, b term.Term) term.Term {
	st := l.st
	t := l.c.types.datas[st.Sort(a)]
	if t == noType || a == b {
		return st.Eq(a, b)
	}
	d := l.data(t)
	var asked []term.Term
	for _, x := range []term.Term{a, b} {
		if !l.isMade(d, x) {
			asked = append(asked, l.ask(d, x))
		}
	}
	return st.Ite(st.And(asked...), st.Eq(a, b), st.True())
}

// isMade reports whether a term is the application of a constructor.
func (l *lowerer) isMade(d *dataTerms, x term.Term) bool {
	return l.st.Op(x) == term.OpApp && slices.ContainsFunc(d.ctors, func(k *constructor) bool {
		return l.symbolOf(k.fn, d.args) == l.st.Sym(x)
	})
}

// dataOf returns the symbols of the datatype to which a function belongs, for type arguments.
func (l *lowerer) dataOf(i int32, types []typ) *dataTerms {
	fn := &l.c.funcs[l.c.funcs[i].ctor.fn]
	return l.data(l.c.types.instance(fn.result, fn.typeParams, types))
}

// applyPart returns an application of a constructor, or of a function that belongs to one.
func (l *lowerer) applyPart(i int32, types []typ, args []term.Term) term.Term {
	d := l.dataOf(i, types)
	if fn := &l.c.funcs[i]; fn.role == tests {
		return l.madeBy(d, fn.ctor, args[0])
	}
	return l.st.App(l.symbolOf(i, types), args...)
}

// part returns the application of the function that a node means to a value.
func (l *lowerer) part(at syntax.ExprID, x term.Term) term.Term {
	i := int32(l.c.use[at])
	l.useSymbol(l.constrained.ofFunction(i))
	return l.applyPart(i, l.concreteAll(l.c.given[at]), []term.Term{x})
}

// access is a constructor that has a certain field.
type access struct {
	*constructor
	field int
}

// accesses returns the datatype of the value whose field a node means, and its constructors that have that field.
func (l *lowerer) accesses(at syntax.ExprID) (*dataTerms, []access) {
	i := int32(l.c.use[at])
	l.useSymbol(l.constrained.ofFunction(i))
	d := l.dataOf(i, l.concreteAll(l.c.given[at]))
	var out []access
	for _, k := range d.ctors {
		for n, v := range l.c.funcs[k.fn].decl.Params {
			if v.Name == syntax.Name(l.f.Exprs[at].Val) {
				out = append(out, access{k, n})
			}
		}
	}
	return d, out
}

// field returns a field of a value. If its constructor has none, that is any value.
func (l *lowerer) field(at syntax.ExprID, x term.Term) term.Term {
	d, list := l.accesses(at)
	var t term.Term
	for n, a := range slices.Backward(list) {
		v := l.st.App(l.symbolOf(a.fields[a.field], d.args), x)
		if n == len(list)-1 {
			t = v
		} else {
			t = l.st.Ite(l.madeBy(d, a.constructor, x), v, t)
		}
	}
	return t
}

// fieldUpdate returns a value with another value of a field. If its constructor has none, the only one that has the
// field makes the result; if there are several, it is any value.
func (l *lowerer) fieldUpdate(at syntax.ExprID, x, v term.Term) term.Term {
	st := l.st
	d, list := l.accesses(at)
	made := make([]term.Term, len(list))
	for n, a := range list {
		fields := make([]term.Term, len(a.fields))
		for i, f := range a.fields {
			fields[i] = st.App(l.symbolOf(f, d.args), x)
		}
		fields[a.field] = v
		made[n] = st.App(l.symbolOf(a.fn, d.args), fields...)
	}
	last := len(list) - 1
	t := made[last]
	if last > 0 && len(list) < len(d.ctors) {
		t = st.Ite(l.madeBy(d, list[last].constructor, x), t, st.App(l.anyUpdate(at, x, v), x, v))
	}
	for n, a := range slices.Backward(list[:last]) {
		t = st.Ite(l.madeBy(d, a.constructor, x), made[n], t)
	}
	return t
}

// anyUpdate returns a function of which nothing is known, for the update of a field that a value may not have.
func (l *lowerer) anyUpdate(at syntax.ExprID, x, v term.Term) term.Sym {
	name := "$update " + l.c.text(syntax.Name(l.f.Exprs[at].Val))
	key := name + " of " + l.st.SortString(l.st.Sort(x))
	if _, ok := l.symsOf[key]; !ok {
		l.symsOf[key] = l.st.FreshFun(name, []term.Sort{l.st.Sort(x), l.st.Sort(v)}, l.st.Sort(x))
	}
	return l.symsOf[key]
}

// patterns returns the terms of a trigger. Whether a constructor made a value is matched where it is asked which one
// did.
func (l *lowerer) patterns(terms []term.Term) []term.Term {
	out := slices.Clone(terms)
	for i, t := range out {
		if l.st.Op(t) != term.OpEq {
			continue
		}
		for _, a := range l.st.Args(t) {
			if l.st.Op(a) == term.OpApp && l.st.NumArgs(a) == 1 && l.datas[l.c.types.datas[l.st.Sort(l.st.Args(a)[0])]] != nil {
				out[i] = a
			}
		}
	}
	return out
}

// unpack assigns the fields of a value, and asserts that it has them.
func (l *lowerer) unpack(s *syntax.Stmt) {
	k := l.c.ctorOf[l.c.funcDecl[s.Name]-1]
	c := prog.Cmd{Kind: prog.Assign}
	is, x := l.hole(term.Bool), term.Term(0)
	types := l.concreteAll(l.c.givenAt[s.Pos])
	if !l.unsupported {
		l.useSymbol(l.constrained.ofFunction(k.fn))
		x = l.eval(l.f.Refs[s.Start+s.N])
		is = l.applyPart(k.tester, types, []term.Term{x})
	}
	for i, r := range l.c.refs(s) {
		v := l.target(r)
		c.Targets = append(c.Targets, v)
		if l.unsupported {
			c.Values = append(c.Values, l.hole(l.prog.Sort(v)))
		} else {
			c.Values = append(c.Values, l.applyPart(k.fields[i], types, []term.Term{x}))
		}
	}
	l.emit(prog.Cmd{Kind: prog.Assert, Cond: is}, s.Pos)
	l.emit(c, s.Pos)
}

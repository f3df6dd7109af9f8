package boogie

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// instances are the types for which functions, procedures and maps with type parameters are used: all that lowering
// has met so far.
type instances struct {
	funcs map[int32][][]typ
	maps  map[typ][][]typ
	built []typ // maps, and types with arguments, that variables outside of quantifiers over types have
	procs []procInstance
	pairs [][2]typ // that differ, and of which values were compared
	count int
	few   bool // types in built are not used, since there were too many
	many  bool // a quantifier over types has too many
}

// procInstance is a procedure for certain types in place of its type parameters.
type procInstance struct {
	proc  int32
	types []typ
}

// Bounds on instances in all, and of one quantifier.
const (
	maxInstances      = 10_000
	maxQuantInstances = 1_000
	// Each instance of a procedure that calls itself for a greater type takes lowering once more.
	maxProcTypeSize = 100
)

func (n *instances) function(i int32, args []typ) { n.count += noteTypes(&n.funcs, i, args) }

func (n *instances) mapType(m typ, args []typ) { n.count += noteTypes(&n.maps, m, args) }

// noteTypes adds types to those with which something is used, and returns how many instances are new.
func noteTypes[K comparable](used *map[K][][]typ, of K, types []typ) int {
	if contains((*used)[of], types) {
		return 0
	}
	if *used == nil {
		*used = map[K][][]typ{}
	}
	(*used)[of] = append((*used)[of], types)
	return 1
}

// differ takes note that values of two types that differ were compared.
func (n *instances) differ(a, b typ) {
	if x := [2]typ{a, b}; !slices.Contains(n.pairs, x) {
		n.pairs = append(n.pairs, x)
		n.count++
	}
}

func contains(lists [][]typ, x []typ) bool {
	return slices.ContainsFunc(lists, func(y []typ) bool { return slices.Equal(x, y) })
}

// concrete returns a type with its type parameters replaced, and int in place of what is not known. A type parameter
// for which nothing is given is a type of its own.
func (l *lowerer) concrete(t typ) typ {
	ts := l.c.types
	if !ts.poly {
		return t
	}
	return ts.substitute(t, func(x typ) typ {
		switch ts.info[x].kind {
		case kindParam:
			if to, ok := l.env[x]; ok {
				return to
			}
			return l.c.opaque(l.c.text(ts.info[x].name))
		case kindProxy:
			return intType
		}
		return x
	})
}

func (l *lowerer) concreteAll(list []typ) []typ {
	out := make([]typ, len(list))
	for i, t := range list {
		out[i] = l.concrete(t)
	}
	return out
}

// opaque returns a type about which nothing is known.
func (c *checker) opaque(name string) typ {
	return c.types.constructor(c.file.Names.Intern("unknown " + name))
}

func (c *checker) isOpaque(t typ) bool {
	x := &c.types.info[t]
	return x.kind == syntax.TypeNamed && strings.HasPrefix(c.text(x.name), "unknown ")
}

func (l *lowerer) sort(t typ) term.Sort {
	t = l.concrete(t)
	if ts := l.c.types; ts.poly && len(l.over) == 0 && len(ts.info[t].args) > 0 && !slices.Contains(l.c.insts.built, t) {
		l.c.insts.built = append(l.c.insts.built, t)
		l.c.insts.count++
	}
	return l.c.sort(l.st, t)
}

func (l *lowerer) sorts(list []typ) []term.Sort {
	out := make([]term.Sort, len(list))
	for i, t := range list {
		out[i] = l.sort(t)
	}
	return out
}

// sortsOf returns the sorts of terms.
func (l *lowerer) sortsOf(terms []term.Term) []term.Sort {
	out := make([]term.Sort, len(terms))
	for i, t := range terms {
		out[i] = l.st.Sort(t)
	}
	return out
}

// suffix distinguishes instances by their names.
func (l *lowerer) suffix(args []typ) string {
	var b strings.Builder
	for _, t := range args {
		b.WriteString("$" + mangled(l.c.show(t)))
	}
	return b.String()
}

// unique returns a name for a sort that no declared type has, nor a sort that is made of another text.
func (c *checker) unique(text string) string {
	name := mangled(text)
	for taken := true; taken; {
		old, made := c.types.names[name]
		n := c.file.Names.Intern(name)
		declared := int(n) < len(c.typeDecl) && c.typeDecl[n] != 0
		if taken = declared || made && old != text; taken {
			name += "'"
		}
	}
	c.types.names[name] = text
	return name
}

// mangled makes an identifier of the text of a type.
func mangled(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch c {
		case ' ', ']', ',', '>':
			b.WriteByte('$')
		case '(', ')':
		case '[':
			b.WriteString("map$")
		case '<':
			b.WriteString("all$")
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// enter makes type arguments those of a function or a procedure, and returns the ones before.
func (l *lowerer) enter(params, args []typ) (before map[typ]typ) {
	before = l.env
	l.env = make(map[typ]typ, len(args))
	for i, p := range params {
		l.env[p] = args[i]
	}
	return before
}

// typeArgs returns the type arguments of the application of a function, nil if it has none, and takes note of them.
func (l *lowerer) typeArgs(i int32, at syntax.ExprID) []typ {
	if len(l.c.funcs[i].typeParams) == 0 {
		return nil
	}
	args := l.concreteAll(l.c.given[at])
	l.meet(l.f.Exprs[at].Pos, args, maxTypeSize)
	l.c.insts.function(i, args)
	return args
}

// meet bounds the instances.
func (l *lowerer) meet(at syntax.Pos, args []typ, most int) {
	for _, t := range args {
		if l.c.types.size(t, most) >= most {
			l.failf(at, "type argument of more than %d parts", most)
		}
	}
	if l.c.insts.count > maxInstances {
		l.failf(at, "more than %d instances of functions and maps with type parameters", maxInstances)
	}
}

// typeQuant returns the quantifier over types whose nodes begin at one; 0 if there is none.
func (l *lowerer) typeQuant(at syntax.ExprID) syntax.ExprID {
	if !l.c.types.poly {
		return 0
	}
	return l.c.typeQuants[at]
}

// candidateTypes returns types for each type parameter of a quantifier: those with which an application inside is one
// that was met, or the type of a bound variable one that others have. (A type parameter by itself as such a type says
// nothing.)
func (l *lowerer) candidateTypes(params []typ, at, end syntax.ExprID) [][]typ {
	out := make([][]typ, len(params))
	bound := map[typ]typ{}
	match := func(patterns, types []typ) {
		clear(bound)
		for i, p := range patterns {
			if !l.match(p, types[i], params, bound) {
				return
			}
		}
		for i, p := range params {
			if t, ok := bound[p]; ok && !slices.Contains(out[i], t) {
				out[i] = append(out[i], t)
			}
		}
	}
	for i := at + 1; i <= end; i++ {
		given := l.c.given[i]
		switch l.f.Exprs[i].Op {
		case syntax.OpForall, syntax.OpExists, syntax.OpLambda:
			for _, v := range l.f.Binders[l.f.Exprs[i].Val].Vars {
				if t := l.c.typeOf[v.Type]; len(l.c.types.info[t].args) > 0 && !l.c.insts.few {
					for _, built := range l.c.insts.built {
						match([]typ{t}, []typ{built})
					}
				}
			}
		case syntax.OpCall, syntax.OpField, syntax.OpUpdate, syntax.OpIs:
			if len(given) > 0 {
				for _, types := range l.c.insts.funcs[int32(l.c.use[i])] {
					match(given, types)
				}
			}
		case syntax.OpSelect, syntax.OpStore:
			m, ok := l.c.mapAt[i]
			if !ok {
				continue
			}
			for _, k := range l.c.insts.mapTypes() {
				for _, types := range l.c.insts.maps[k] {
					match(append([]typ{m}, given...), append([]typ{k}, types...))
				}
			}
		}
	}
	return out
}

// mapTypes returns the types of maps in a fixed order.
func (n *instances) mapTypes() []typ {
	return slices.Sorted(maps.Keys(n.maps))
}

// match reports whether a type is an instance of a pattern, and binds the pattern's type parameters.
func (l *lowerer) match(pattern, t typ, params []typ, bound map[typ]typ) bool {
	ts := l.c.types
	pattern = ts.deref(pattern)
	if slices.Contains(params, pattern) {
		old, ok := bound[pattern]
		bound[pattern] = t
		return !ok || old == t
	}
	x, y := ts.info[pattern], ts.info[t]
	if x.kind == kindParam || x.kind == kindProxy || len(x.args) == 0 {
		return l.concrete(pattern) == t
	}
	if x.kind != y.kind || x.name != y.name || x.params != y.params || len(x.args) != len(y.args) {
		return false
	}
	for i := range x.args {
		if !l.match(x.args[i], y.args[i], params, bound) {
			return false
		}
	}
	return true
}

// symbolOf returns the term symbol of an instance of a function.
func (l *lowerer) symbolOf(i int32, args []typ) term.Sym {
	if len(args) == 0 {
		return l.symbol(i)
	}
	fn := &l.c.funcs[i]
	name := l.c.text(fn.decl.Name) + l.suffix(args)
	key := instance(i, args)
	if f, ok := l.symsOf[key]; ok {
		return f
	}
	before := l.enter(fn.typeParams, args)
	defer func() { l.env = before }()
	l.symsOf[key] = l.st.FreshFun(name, l.sorts(fn.params), l.sort(fn.result))
	l.nameFunction(l.symsOf[key], fn.decl)
	return l.symsOf[key]
}

// instance identifies an instance of a function.
func instance(i int32, args []typ) string { return fmt.Sprint(i, args) }

// read returns an element of a map, at a node of the expression.
func (l *lowerer) read(at syntax.ExprID, m term.Term, index []term.Term) term.Term {
	if l.f.Exprs[at].Op == syntax.OpField {
		return l.field(at, m)
	}
	parts, element := l.access(at)
	if parts == nil {
		return l.selects(m, index)
	}
	if tag := l.tag(at); tag != 0 {
		m = l.st.Select(m, tag)
	}
	v := l.selects(m, l.keys(parts, index))
	if element != noType {
		v = l.st.App(l.coded("value", element).out, v)
	}
	return v
}

// write returns a map with another element.
func (l *lowerer) write(at syntax.ExprID, m term.Term, index []term.Term, v term.Term) term.Term {
	if l.f.Exprs[at].Op == syntax.OpField {
		return l.fieldUpdate(at, m, v)
	}
	parts, element := l.access(at)
	if parts == nil {
		return l.stores(m, index, v)
	}
	if element != noType {
		v = l.st.App(l.coded("value", element).in, v)
	}
	tag := l.tag(at)
	if tag == 0 {
		return l.stores(m, l.keys(parts, index), v)
	}
	return l.st.Store(m, tag, l.stores(l.st.Select(m, tag), l.keys(parts, index), v))
}

// tag returns the number of the types for which a map is used at a node, if that is an index of it; else 0.
func (l *lowerer) tag(at syntax.ExprID) term.Term {
	if !l.c.types.tagged(l.concrete(l.c.mapAt[at])) {
		return 0
	}
	key := fmt.Sprint(l.concreteAll(l.c.given[at]))
	n, ok := l.tags[key]
	if !ok {
		n = l.st.Int(int64(len(l.tags)))
		l.tags[key] = n
	}
	return n
}

// access returns the types at which a map with type parameters is used: of the indices and of the element, noType for
// those that are the same for all. parts is nil if the map has no type parameters.
func (l *lowerer) access(at syntax.ExprID) (parts []typ, element typ) {
	ts := l.c.types
	if !ts.poly || l.c.mapAt[at] == noType {
		return nil, noType
	}
	m := l.concrete(l.c.mapAt[at])
	args := l.concreteAll(l.c.given[at])
	l.meet(l.f.Exprs[at].Pos, args, maxTypeSize)
	l.c.insts.mapType(m, args)
	parts = ts.varying(m, args)
	n := len(parts) - 1
	if ts.tagged(m) {
		l.noteUse(at, m, parts)
	} else {
		l.noteUse(at, m, parts[:n:n])
	}
	return parts[:n:n], parts[n]
}

// keys returns indices with those whose types vary coded.
func (l *lowerer) keys(types []typ, index []term.Term) []term.Term {
	out := slices.Clone(index)
	for i, t := range types {
		if t != noType {
			out[i] = l.st.App(l.coded("key", t).in, out[i])
		}
	}
	return out
}

// codeOf identifies a code.
type codeOf struct {
	kind string // key or value
	typ  typ
}

// code has the functions between a type and the sort in which a map with type parameters has its values.
type code struct{ in, out term.Sym }

// coded returns the functions for a type: one into the sort of keys or values, and its inverse. Keys of different
// types differ.
func (l *lowerer) coded(kind string, t typ) code {
	id := kind + l.suffix([]typ{t})
	at := codeOf{kind, t}
	if f, ok := l.codes[at]; ok {
		return f
	}
	st := l.st
	own, all := l.c.sort(st, t), l.c.universal(st, kind)
	f := code{st.FreshFun("$to"+id, []term.Sort{own}, all), st.FreshFun("$from"+id, []term.Sort{all}, own)}
	x := st.BoundVar("x", own)
	in := st.App(f.in, x)
	says := st.Eq(st.App(f.out, in), x)
	if kind == "key" {
		if l.typeOf == 0 {
			l.typeOf = st.FreshFun("$type", []term.Sort{all}, term.Int)
		}
		says = st.And(says, st.Eq(st.App(l.typeOf, in), st.Int(int64(len(l.codes)))))
	}
	l.prog.Axioms = append(l.prog.Axioms, prog.Axiom{Cond: st.Quantify(term.OpForall, term.Quant{
		Vars: []term.Term{x}, Body: says, Patterns: [][]term.Term{{in}}, Name: "code"}), Defines: all})
	l.codes[at] = f
	return f
}

// universal returns the sort of all keys, or of all values, of maps with type parameters.
func (c *checker) universal(st *term.Store, kind string) term.Sort {
	return st.UninterpretedSort(c.unique("any " + kind))
}

package bpl

import (
	"fmt"
	"slices"
	"strings"
)

// variable returns the declaration of a variable in scope.
func (w *plainer) variable(name string) VarDecl {
	for _, v := range slices.Backward(w.scope) {
		if v.Name == name {
			return v
		}
	}
	panic(unreadable("variable " + name))
}

// one makes an expression plain that has a single part.
func (w *plainer) one(e *Expr) *Expr {
	parts, _ := w.expr(e)
	if len(parts) != 1 {
		panic(unreadable("parts of " + e.String()))
	}
	return parts[0]
}

// expr returns the parts of an expression, and its type.
func (w *plainer) expr(e *Expr) ([]*Expr, *Type) {
	switch e.Op {
	case Num:
		if i := strings.Index(e.Name, "bv"); i >= 0 {
			return []*Expr{e}, &Type{Name: e.Name[i:]}
		}
		return []*Expr{e}, Int
	case Var:
		return w.read(e)
	case Old:
		n := len(w.before)
		parts, t := w.expr(e.Args[0])
		if len(w.before) > n {
			panic(unreadable("a lambda expression in old"))
		}
		for i := range parts {
			parts[i] = E(Old, parts[i])
		}
		return parts, t
	case Forall, Exists:
		return []*Expr{w.quantifier(e)}, Bool
	case Lambda:
		return w.lambda(e)
	case Apply:
		return w.apply(e)
	case Select:
		return w.element(e)
	case Store:
		return w.store(e)
	case Ite:
		c := w.one(e.Args[0])
		yes, t := w.expr(e.Args[1])
		no, _ := w.expr(e.Args[2])
		return choice(c, yes, no), t
	case Eq, Ne:
		return []*Expr{w.equation(e)}, Bool
	}
	return w.operator(e)
}

// operator makes an operator plain whose operands and result have single parts.
func (w *plainer) operator(e *Expr) ([]*Expr, *Type) {
	x := *e
	x.Args = nil
	width := 0
	for _, a := range e.Args {
		parts, t := w.expr(a)
		if len(parts) != 1 {
			panic(unreadable("parts of " + a.String()))
		}
		x.Args = append(x.Args, parts[0])
		if bitvector.MatchString(t.Name) {
			n := 0
			fmt.Sscanf(t.Name, "bv%d", &n)
			width += n
		}
	}
	switch e.Op {
	case Extract:
		var hi, lo int
		fmt.Sscanf(e.Name, "%d:%d", &hi, &lo)
		return []*Expr{&x}, &Type{Name: fmt.Sprintf("bv%d", hi-lo)}
	case Concat:
		return []*Expr{&x}, &Type{Name: fmt.Sprintf("bv%d", width)}
	case Neg, Add, Sub, Mul, Div, Mod:
		return []*Expr{&x}, Int
	}
	return []*Expr{&x}, Bool
}

// read returns the parts of a variable.
func (w *plainer) read(e *Expr) ([]*Expr, *Type) {
	v := w.variable(e.Name)
	var parts []*Expr
	for _, l := range w.leaves(v.Type) {
		parts = append(parts, V(e.Name+l.name))
	}
	return w.canonical(v.Type, parts), v.Type
}

// canonical fixes the parts of a value of a datatype that do not matter.
func (w *plainer) canonical(t *Type, parts []*Expr) []*Expr {
	if s := w.sub[t.Name]; s != nil && t.Elem == nil {
		t = s
	}
	if !w.isData(t) {
		return parts
	}
	cons := w.data[t.Name]
	var is []*Expr // by constructor; the last one that is true counts
	w.eachPart(t, func(c, i int, f *VarDecl) {
		if f == nil {
			is = append(is, parts[i])
		}
	})
	made := make([]*Expr, len(cons))
	none := E(True)
	for k := len(cons) - 1; k > 0; k-- {
		made[k] = E(And, none, is[k-1])
		none = E(And, none, E(Not, is[k-1]))
	}
	made[0] = none
	out := make([]*Expr, len(parts))
	w.eachPart(t, func(c, i int, f *VarDecl) {
		if f == nil {
			out[i] = made[c]
			return
		}
		ls := w.leaves(f.Type)
		inner := w.canonical(f.Type, parts[i:i+len(ls)])
		for n, l := range ls {
			out[i+n] = E(Ite, made[c], inner[n], fixed(l.typ))
		}
	})
	return out
}

// eachPart calls do for each part of a datatype with the number of its constructor and its own: the one that says whether
// that constructor made the value, and the first of each field.
func (w *plainer) eachPart(t *Type, do func(c, i int, field *VarDecl)) {
	i := 0
	for k, c := range w.data[t.Name] {
		if k > 0 {
			do(k, i, nil)
			i++
		}
		for n := range c.Ins {
			do(k, i, &c.Ins[n])
			i += len(w.leaves(c.Ins[n].Type))
		}
	}
}

// fixed returns a value of a type.
func fixed(t *Type) *Expr {
	switch {
	case t.Name == "bool":
		return E(False)
	case t.Name == "int":
		return N(0)
	case bitvector.MatchString(t.Name):
		return &Expr{Op: Num, Name: "0" + t.Name}
	}
	panic(unreadable("a field of type " + t.String()))
}

func choice(c *Expr, yes, no []*Expr) []*Expr {
	out := make([]*Expr, len(yes))
	for i := range yes {
		out[i] = E(Ite, c, yes[i], no[i])
	}
	return out
}

func (w *plainer) equation(e *Expr) *Expr {
	as, t := w.expr(e.Args[0])
	bs, _ := w.expr(e.Args[1])
	if t.Elem != nil && len(as) > 1 {
		panic(unreadable("maps of parts are compared"))
	}
	if len(as) == 1 {
		return E(e.Op, as[0], bs[0])
	}
	all := E(True)
	for i := range as {
		all = E(And, all, E(Eq, as[i], bs[i]))
	}
	if e.Op == Ne {
		return E(Not, all)
	}
	return all
}

// quantifier makes a quantifier over types a conjunction or a disjunction.
func (w *plainer) quantifier(e *Expr) *Expr {
	var all []*Expr
	w.each(e.Params, func(string) {
		x := Expr{Op: e.Op}
		x.Bound, x.Args = w.under(e)
		all = append(all, &x)
	})
	out := all[0]
	for _, x := range all[1:] {
		out = E(map[Op]Op{Forall: And, Exists: Or}[e.Op], out, x)
	}
	return out
}

// under returns the parts of what is bound, and of the body.
func (w *plainer) under(e *Expr) ([]VarDecl, []*Expr) {
	mark := len(w.scope)
	w.scope = append(w.scope, e.Bound...)
	w.depth++
	body, _ := w.expr(e.Args[0])
	w.depth--
	w.scope = w.scope[:mark]
	return w.split(e.Bound), body
}

// lambda gives a new variable the elements.
func (w *plainer) lambda(e *Expr) ([]*Expr, *Type) {
	if w.depth > 0 || len(e.Params) > 0 {
		panic(unreadable("a lambda expression under a quantifier"))
	}
	mark := len(w.scope)
	w.scope = append(w.scope, e.Bound...)
	_, elem := w.typeOf(e.Args[0])
	w.scope = w.scope[:mark]
	t := Map(elem)
	for _, v := range e.Bound {
		t.Index = append(t.Index, v.Type)
	}
	bound, body := w.under(e)
	v := VarDecl{Name: fmt.Sprintf("lambda$%d", len(w.locals)), Type: t}
	var parts []*Expr
	for k, l := range w.leaves(t) {
		w.locals = append(w.locals, VarDecl{Name: v.Name + l.name, Type: l.typ})
		m := V(v.Name + l.name)
		at := []*Expr{m}
		for _, b := range bound {
			at = append(at, V(b.Name))
		}
		all := &Expr{Op: Forall, Bound: bound, Args: []*Expr{E(Eq, E(Select, at...), body[k])}}
		w.before = append(w.before, &Stmt{Kind: Havoc, Targets: []*Expr{m}}, &Stmt{Kind: Assume, Cond: all})
		parts = append(parts, m)
	}
	return parts, t
}

// typeOf returns the type of an expression under bound variables.
func (w *plainer) typeOf(e *Expr) ([]*Expr, *Type) {
	w.depth++
	defer func() { w.depth-- }()
	return w.expr(e)
}

// apply makes an application of a function plain: a constructor, what asks about a datatype, or a function by its instance.
func (w *plainer) apply(e *Expr) ([]*Expr, *Type) {
	if what, constructor, ok := strings.Cut(e.Name, "#"); ok {
		return w.ask(e, what, constructor)
	}
	d := w.decls[key(FunctionDecl, e.Name)]
	if d == nil || len(d.Ins) != len(e.Args) {
		panic(unreadable("function " + e.Name))
	}
	if d.isConstructor() {
		return w.construct(d, e), d.Type
	}
	found := map[string]*Type{}
	var args []*Expr
	for i, a := range e.Args {
		parts, t := w.expr(a)
		args = append(args, parts...)
		w.unify(d.Params, d.Ins[i].Type, t, found)
	}
	result := applied(d.Type, found)
	suffix := ""
	for _, p := range d.Params {
		if t := found[p]; t == nil || !slices.ContainsFunc(instances(), func(i *Type) bool { return i.Name == t.Name }) {
			panic(unreadable("an instance of " + e.Name))
		}
		suffix += "$" + found[p].Name
	}
	var parts []*Expr
	for _, l := range w.leaves(result) {
		parts = append(parts, &Expr{Op: Apply, Name: e.Name + suffix + l.name, Args: args})
	}
	return w.canonical(result, parts), result
}

// unify finds what type parameters stand for.
func (w *plainer) unify(params []string, t, actual *Type, found map[string]*Type) {
	if s := w.sub[actual.Name]; s != nil && actual.Elem == nil {
		actual = s
	}
	if d := w.decls[key(TypeDecl, actual.Name)]; d != nil && d.Type != nil && actual.Elem == nil {
		actual = d.Type
	}
	switch {
	case t.Elem == nil && slices.Contains(params, t.Name):
		found[t.Name] = actual
	case t.Elem != nil && actual.Elem != nil:
		for i := range min(len(t.Index), len(actual.Index)) {
			w.unify(params, t.Index[i], actual.Index[i], found)
		}
		w.unify(params, t.Elem, actual.Elem, found)
	default:
		for i := range min(len(t.Args), len(actual.Args)) {
			w.unify(params, t.Args[i], actual.Args[i], found)
		}
	}
}

// applied replaces type parameters by what they stand for.
func applied(t *Type, found map[string]*Type) *Type {
	if t.Elem == nil && len(t.Args) == 0 {
		if s := found[t.Name]; s != nil {
			return s
		}
		return t
	}
	u := &Type{Name: t.Name, Params: t.Params}
	for _, a := range t.Args {
		u.Args = append(u.Args, applied(a, found))
	}
	if t.Elem != nil {
		u.Elem = applied(t.Elem, found)
		for _, i := range t.Index {
			u.Index = append(u.Index, applied(i, found))
		}
	}
	return u
}

// construct returns the parts of a value that a constructor makes.
func (w *plainer) construct(d *Decl, e *Expr) []*Expr {
	args := w.concat(e.Args)
	out := make([]*Expr, len(w.leaves(d.Type)))
	next := 0
	w.eachPart(d.Type, func(c, i int, f *VarDecl) {
		mine := w.data[d.Type.Name][c] == d
		if f == nil {
			out[i] = E(map[bool]Op{true: True, false: False}[mine])
			return
		}
		for n, l := range w.leaves(f.Type) {
			if out[i+n] = fixed(l.typ); mine {
				out[i+n] = args[next]
				next++
			}
		}
	})
	return out
}

// ask makes is#C(x) and field#C(x) plain. What made x must be C for the field to be known: else it is a function of x.
func (w *plainer) ask(e *Expr, what, constructor string) ([]*Expr, *Type) {
	d := w.decls[key(FunctionDecl, constructor)]
	if d == nil || !d.isConstructor() || len(e.Args) != 1 {
		panic(unreadable("function " + e.Name))
	}
	parts, t := w.expr(e.Args[0])
	if !w.isData(t) || t.Name != d.Type.Name {
		panic(unreadable("the type in " + e.String()))
	}
	is := E(True)
	var field []*Expr
	var typ *Type
	w.eachPart(t, func(c, i int, f *VarDecl) {
		switch mine := w.data[t.Name][c] == d; {
		case f == nil && mine:
			is = parts[i]
		case f == nil && w.data[t.Name][0] == d: // the first is the one that no other is
			is = E(And, is, E(Not, parts[i]))
		case f != nil && mine && f.Name == what:
			typ = f.Type
			field = parts[i : i+len(w.leaves(typ))]
		}
	})
	switch {
	case what == "is":
		return []*Expr{is}, Bool
	case field == nil:
		panic(unreadable("field " + what))
	}
	var wrong []*Expr
	for _, l := range w.leaves(typ) {
		name := "wrong$" + what + "$" + constructor + l.name
		if !w.made[name] {
			w.made[name] = true
			f := &Decl{Kind: FunctionDecl, Name: name, Type: l.typ}
			for i, p := range w.leaves(t) {
				f.Ins = append(f.Ins, VarDecl{Name: fmt.Sprintf("x%d", i), Type: p.typ})
			}
			w.add(f)
		}
		wrong = append(wrong, &Expr{Op: Apply, Name: name, Args: parts})
	}
	return choice(is, field, w.canonical(typ, wrong)), typ
}

// within returns where the parts of an instance of a map with type parameters begin, how many they are, and the type of its elements.
func (w *plainer) within(t *Type, index []*Type) (first, n int, elem *Type) {
	if len(t.Params) == 0 {
		return 0, len(w.leaves(t)), t.Elem
	}
	found := map[string]*Type{}
	for i := range min(len(index), len(t.Index)) {
		w.unify(t.Params, t.Index[i], index[i], found)
	}
	mono := &Type{Index: t.Index, Elem: t.Elem}
	at, first := 0, -1
	w.each(t.Params, func(string) {
		size := len(w.leaves(mono))
		if !slices.ContainsFunc(t.Params, func(p string) bool { return found[p] == nil || found[p].Name != w.sub[p].Name }) {
			first, n = at, size
		}
		at += size
	})
	if first < 0 {
		panic(unreadable("an instance of " + t.String()))
	}
	return first, n, applied(t.Elem, found)
}

// element returns the parts of an element of a map.
func (w *plainer) element(e *Expr) ([]*Expr, *Type) {
	parts, elem := w.cells(e)
	return w.canonical(elem, parts), elem
}

// cells returns the parts of an element of a map as they are in it.
func (w *plainer) cells(e *Expr) ([]*Expr, *Type) {
	maps, _, index, first, n, elem := w.indexed(e.Args)
	var parts []*Expr
	for _, m := range maps[first : first+n] {
		parts = append(parts, E(Select, append([]*Expr{m}, index...)...))
	}
	return parts, elem
}

// store returns the parts of a map with another element.
func (w *plainer) store(e *Expr) ([]*Expr, *Type) {
	last := len(e.Args) - 1
	maps, t, index, first, n, _ := w.indexed(e.Args[:last])
	value, _ := w.expr(e.Args[last])
	out := slices.Clone(maps)
	for i := range n {
		args := append([]*Expr{maps[first+i]}, index...)
		out[first+i] = E(Store, append(args, value[i])...)
	}
	return out, t
}

// indexed makes a map and indices plain.
func (w *plainer) indexed(args []*Expr) (maps []*Expr, t *Type, index []*Expr, first, n int, elem *Type) {
	maps, t = w.expr(args[0])
	if t.Elem == nil {
		panic(unreadable("an element of " + args[0].String()))
	}
	var types []*Type
	for _, a := range args[1:] {
		parts, it := w.expr(a)
		index, types = append(index, parts...), append(types, it)
	}
	first, n, elem = w.within(t, types)
	return maps, t, index, first, n, elem
}

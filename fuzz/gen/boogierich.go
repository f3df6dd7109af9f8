package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// What is beyond the core of the language: datatypes, type parameters, lambda expressions, functions that call themselves, assumptions
// about all numbers, and attributes that change what is assumed or checked. Most of it is made so that bpl.Plain can say it in the core.

// declareRich declares types, functions and variables.
func (g *boogie) declareRich() {
	if !g.rich {
		return
	}
	if g.one(3) {
		g.declareData()
	}
	if g.one(3) {
		g.declareFields()
	}
	if g.one(3) {
		g.declareGeneric()
	}
	for i := range g.r.IntN(3) / (1 + g.r.IntN(2)) {
		g.recursive(fmt.Sprintf("rec%d", i))
	}
	if g.one(3) {
		g.described("all")
	}
	if g.one(12) {
		g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Attrs: "{:ignore}", Expr: bpl.E(bpl.Eq, bpl.N(0), bpl.N(int64(g.r.IntN(2))))})
	}
}

// declareData declares a datatype of two or three constructors with fields that are numbers or truth values, rarely of itself.
func (g *boogie) declareData() {
	g.data = &bpl.Type{Name: "D"}
	g.add(&bpl.Decl{Kind: bpl.TypeDecl, Attrs: "{:datatype}", Name: "D"})
	recursive := g.one(8)
	for k := range 2 + g.r.IntN(2) {
		c := &bpl.Decl{Kind: bpl.FunctionDecl, Attrs: "{:constructor}", Name: fmt.Sprintf("C%d", k), Type: g.data}
		for i := range g.r.IntN(3) {
			t := pick(g.r, []*bpl.Type{bpl.Int, bpl.Int, bpl.Bool})
			if k > 0 && recursive && g.one(2) {
				t = g.data
			}
			c.Ins = append(c.Ins, bpl.VarDecl{Name: fmt.Sprintf("%c%d", t.Name[0], i), Type: t}) // fields of one name have one type
		}
		g.add(c)
		g.constructors = append(g.constructors, c)
	}
}

// value returns a value of the datatype.
func (g *boogie) value(depth int) *bpl.Expr {
	if depth > 0 && g.one(2) {
		c := pick(g.r, g.constructors)
		return g.apply(c, depth-1)
	}
	if depth <= 0 && !slices.ContainsFunc(g.scope, func(v bpl.VarDecl) bool { return v.Type == g.data }) {
		return g.apply(g.constructors[0], 0)
	}
	return g.leaf(g.data)
}

func (g *boogie) apply(f *bpl.Decl, depth int) *bpl.Expr {
	e := &bpl.Expr{Op: bpl.Apply, Name: f.Name}
	for _, v := range f.Ins {
		e.Args = append(e.Args, g.expr(v.Type, depth))
	}
	return e
}

// asked asks about a value of the datatype.
func (g *boogie) asked(t *bpl.Type, depth int) *bpl.Expr {
	c, v := pick(g.r, g.constructors), g.value(depth)
	of := func(name string) *bpl.Expr {
		return &bpl.Expr{Op: bpl.Apply, Name: name + "#" + c.Name, Args: []*bpl.Expr{v}}
	}
	for _, f := range c.Ins {
		if !g.same(f.Type, t) || g.one(3) {
			continue
		}
		if g.one(4) {
			return of(f.Name)
		}
		return bpl.E(bpl.Ite, of("is"), of(f.Name), g.expr(t, 0))
	}
	if t != bpl.Bool {
		return g.leaf(t)
	}
	if g.one(3) {
		return bpl.E(pick(g.r, []bpl.Op{bpl.Eq, bpl.Ne}), v, g.value(depth))
	}
	return of("is")
}

// ranges bounds the numbers in a value of the datatype.
func (g *boogie) ranges(e *bpl.Expr) *bpl.Expr {
	all := bpl.E(bpl.True)
	for _, c := range g.constructors {
		for _, f := range c.Ins {
			if f.Type == bpl.Int {
				lo := int64(g.r.IntN(2))
				all = bpl.E(bpl.And, all, between(&bpl.Expr{Op: bpl.Apply, Name: f.Name + "#" + c.Name, Args: []*bpl.Expr{e}}, lo, lo+int64(g.r.IntN(2))))
			}
		}
	}
	return all
}

// declareFields declares a heap: a map from fields to values of their types.
func (g *boogie) declareFields() {
	g.add(&bpl.Decl{Kind: bpl.TypeDecl, Name: "Field", Params: []string{"_"}})
	for i, t := range []*bpl.Type{bpl.Int, bpl.Bool, bpl.Int}[:2+g.r.IntN(2)] {
		v := bpl.VarDecl{Name: fmt.Sprintf("field%d", i), Type: &bpl.Type{Name: "Field", Args: []*bpl.Type{t}}}
		g.add(&bpl.Decl{Kind: bpl.ConstDecl, Var: v, Unique: !g.one(4)})
		g.fields = append(g.fields, v)
	}
	a := &bpl.Type{Name: "a"}
	g.heap = &bpl.Type{Params: []string{"a"}, Index: []*bpl.Type{{Name: "Field", Args: []*bpl.Type{a}}}, Elem: a}
	g.globals = append(g.globals, bpl.VarDecl{Name: "h", Type: g.heap})
}

// field returns a cell of a heap, and its type.
func (g *boogie) field(h *bpl.Expr) (*bpl.Expr, *bpl.Type) {
	f := pick(g.r, g.fields)
	return bpl.E(bpl.Select, h, bpl.V(f.Name)), f.Type.Args[0]
}

// fieldOf returns a cell of this type of a heap in scope, nil if there is none.
func (g *boogie) fieldOf(t *bpl.Type) *bpl.Expr {
	for _, v := range g.scope {
		for _, f := range g.fields {
			if v.Type == g.heap && g.same(f.Type.Args[0], t) && !g.one(3) {
				return bpl.E(bpl.Select, bpl.V(v.Name), bpl.V(f.Name))
			}
		}
	}
	return nil
}

// declareGeneric declares functions with a type parameter.
func (g *boogie) declareGeneric() {
	t := &bpl.Type{Name: "Q"}
	x, y, b := bpl.VarDecl{Name: "x", Type: t}, bpl.VarDecl{Name: "y", Type: t}, bpl.VarDecl{Name: "b", Type: bpl.Bool}
	choose := &bpl.Decl{Kind: bpl.FunctionDecl, Name: "choose", Params: []string{"Q"}, Ins: []bpl.VarDecl{b, x, y}, Type: t}
	choose.Attrs = pick(g.r, []string{"", "{:inline}"})
	choose.Expr = bpl.E(bpl.Ite, bpl.V("b"), bpl.V("x"), bpl.V("y"))
	measure := &bpl.Decl{Kind: bpl.FunctionDecl, Name: "measure", Params: []string{"Q"}, Ins: []bpl.VarDecl{x}, Type: bpl.Int}
	app := &bpl.Expr{Op: bpl.Apply, Name: "measure", Args: []*bpl.Expr{bpl.V("x")}}
	lo := int64(g.r.IntN(2))
	all := &bpl.Expr{Op: bpl.Forall, Params: []string{"Q"}, Bound: []bpl.VarDecl{x}, Triggers: [][]*bpl.Expr{{app}}, Args: []*bpl.Expr{between(app, lo, lo+int64(g.r.IntN(2)))}}
	g.add(choose)
	g.add(measure)
	g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: all})
	g.generic = []*bpl.Decl{choose, measure}
}

// genericOf applies a function with a type parameter.
func (g *boogie) genericOf(t *bpl.Type, depth int) *bpl.Expr {
	if g.isInt(t) && g.one(2) {
		return &bpl.Expr{Op: bpl.Apply, Name: "measure", Args: []*bpl.Expr{g.expr(pick(g.r, []*bpl.Type{bpl.Int, bpl.Bool}), depth)}}
	}
	return &bpl.Expr{Op: bpl.Apply, Name: "choose", Args: []*bpl.Expr{g.expr(bpl.Bool, depth), g.expr(t, depth), g.expr(t, depth)}}
}

// recursive declares a function that calls itself for smaller numbers, by its body or by an axiom.
func (g *boogie) recursive(name string) {
	n := bpl.VarDecl{Name: "n", Type: bpl.Int}
	d := &bpl.Decl{Kind: bpl.FunctionDecl, Name: name, Ins: []bpl.VarDecl{n}, Type: pick(g.r, []*bpl.Type{bpl.Int, bpl.Int, bpl.Bool})}
	app := func(e *bpl.Expr) *bpl.Expr { return &bpl.Expr{Op: bpl.Apply, Name: name, Args: []*bpl.Expr{e}} }
	funcs := g.funcs
	g.scope, g.old, g.funcs = append([]bpl.VarDecl{n}, g.consts...), false, nil
	again := app(bpl.E(bpl.Sub, bpl.V("n"), bpl.N(int64(1+g.r.IntN(2)))))
	var next *bpl.Expr
	if d.Type == bpl.Bool {
		next = bpl.E(pick(g.r, []bpl.Op{bpl.And, bpl.Or, bpl.Iff, bpl.Implies}), again, g.expr(bpl.Bool, 1))
	} else {
		next = bpl.E(pick(g.r, []bpl.Op{bpl.Add, bpl.Sub}), again, g.expr(bpl.Int, 1))
	}
	body := bpl.E(bpl.Ite, bpl.E(bpl.Le, bpl.V("n"), bpl.N(int64(g.r.IntN(2)))), g.expr(d.Type, 1), next)
	g.funcs = funcs
	g.add(d)
	if g.one(2) {
		d.Expr = body
	} else {
		all := &bpl.Expr{Op: bpl.Forall, Bound: d.Ins, Triggers: [][]*bpl.Expr{{app(bpl.V("n"))}}, Args: []*bpl.Expr{bpl.E(bpl.Eq, app(bpl.V("n")), body)}}
		g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: all})
	}
	g.recursives = append(g.recursives, d)
}

// recursiveOf applies a function that calls itself, most often to a small number.
func (g *boogie) recursiveOf(t *bpl.Type, depth int) *bpl.Expr {
	f := pick(g.r, g.recursives)
	if !g.same(f.Type, t) {
		return nil
	}
	return &bpl.Expr{Op: bpl.Apply, Name: f.Name, Args: []*bpl.Expr{g.index(bpl.Int, depth)}}
}

// described declares a function with an axiom about all numbers.
func (g *boogie) described(name string) {
	x := bpl.VarDecl{Name: "x", Type: bpl.Int}
	d := &bpl.Decl{Kind: bpl.FunctionDecl, Name: name, Ins: []bpl.VarDecl{x}, Type: bpl.Int}
	g.add(d)
	g.scope, g.old = g.consts, false
	app := func(e *bpl.Expr) *bpl.Expr { return &bpl.Expr{Op: bpl.Apply, Name: name, Args: []*bpl.Expr{e}} }
	g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: g.about(app)})
	g.funcs = append(g.funcs, d)
}

// about returns a quantified assumption about the cells of a map or a function.
func (g *boogie) about(cell func(*bpl.Expr) *bpl.Expr) *bpl.Expr {
	g.bound++
	i := bpl.VarDecl{Name: fmt.Sprintf("q%d", g.bound), Type: bpl.Int}
	x := bpl.V(i.Name)
	all := &bpl.Expr{Op: bpl.Forall, Bound: []bpl.VarDecl{i}}
	scope, old, funcs := g.scope, g.old, g.funcs
	g.scope, g.old, g.funcs = []bpl.VarDecl{i}, false, nil
	for _, v := range scope {
		if v.Type.Elem == nil {
			g.scope = append(g.scope, v)
		}
	}
	lo := g.small()
	var body *bpl.Expr
	switch g.r.IntN(6) {
	case 0:
		body = bpl.E(bpl.Eq, cell(x), g.expr(bpl.Int, 1))
	case 1:
		body = bpl.E(bpl.Implies, g.expr(bpl.Bool, 1), bpl.E(bpl.Eq, cell(x), g.expr(bpl.Int, 1)))
	case 2:
		y := bpl.VarDecl{Name: i.Name + "b", Type: bpl.Int}
		all.Bound = append(all.Bound, y)
		body = bpl.E(bpl.Implies, bpl.E(bpl.Le, x, bpl.V(y.Name)), bpl.E(pick(g.r, []bpl.Op{bpl.Le, bpl.Ge}), cell(x), cell(bpl.V(y.Name))))
	default:
		body = between(cell(x), lo, lo+int64(g.r.IntN(3)))
	}
	g.scope, g.old, g.funcs = scope, old, funcs
	all.Args = []*bpl.Expr{body}
	if len(all.Bound) == 1 && g.one(2) {
		all.Triggers = [][]*bpl.Expr{{cell(x)}}
	}
	if g.one(6) {
		all.Name = pick(g.r, []string{"{:weight 3}", `{:qid "q"}`, "{:nopats " + cell(x).String() + "}"})
	}
	return all
}

// lambda returns a map with an element for each number.
func (g *boogie) lambda(t *bpl.Type, depth int) *bpl.Expr {
	g.bound++
	e := &bpl.Expr{Op: bpl.Lambda}
	scope := g.scope
	g.scope = slices.Clip(g.scope)
	for k, i := range t.Index {
		v := bpl.VarDecl{Name: fmt.Sprintf("l%d_%d", g.bound, k), Type: i}
		e.Bound = append(e.Bound, v)
		g.scope = append(g.scope, v)
	}
	g.inside++
	e.Args = []*bpl.Expr{g.expr(t.Elem, max(depth, 1))}
	g.inside--
	g.scope = scope
	return e
}

// richExpr returns an expression beyond the core, or nil.
func (g *boogie) richExpr(t *bpl.Type, depth int) *bpl.Expr {
	switch k := g.r.IntN(5); {
	case k == 0 && len(g.constructors) > 0 && (t == bpl.Bool || g.isInt(t)):
		return g.asked(t, depth)
	case k == 1 && len(g.fields) > 0:
		return g.fieldOf(t)
	case k == 2 && len(g.generic) > 0 && (t == bpl.Bool || t == bpl.Int):
		return g.genericOf(t, depth)
	case k == 3 && len(g.recursives) > 0:
		return g.recursiveOf(t, depth)
	case k == 4 && t.Elem != nil && len(t.Params) == 0 && t.Elem.Elem == nil && g.inside == 0:
		return g.lambda(t, depth)
	}
	return nil
}

// richStmt returns a statement beyond the core, or nil.
func (g *boogie) richStmt() *bpl.Stmt {
	switch g.r.IntN(4) {
	case 0: // an assumption about all numbers
		for _, v := range g.scope {
			if v.Type == g.m && !g.one(3) {
				return &bpl.Stmt{Kind: bpl.Assume, Cond: g.about(func(i *bpl.Expr) *bpl.Expr { return bpl.E(bpl.Select, bpl.V(v.Name), i) })}
			}
		}
	case 1: // a lambda expression
		for _, v := range g.write {
			if v.Type == g.m && !g.one(3) {
				return assign(bpl.V(v.Name), g.lambda(v.Type, 1))
			}
		}
	case 2:
		for _, v := range g.q.Locals {
			if v.Attrs != "" && !g.lessened {
				g.lessened = true // at most once
				return assign(bpl.V(v.Name), bpl.E(bpl.And, bpl.V(v.Name), g.mostly(1)))
			}
		}
	case 3:
		if g.reach {
			return nil
		}
		s := &bpl.Stmt{Kind: bpl.Assert, Cond: g.mostly(1)}
		switch {
		case g.one(3):
			s.Attrs = "{:subsumption 0}"
		case len(g.q.Locals) > 0 && g.q.Locals[0].Attrs != "":
			s.Under = bpl.V(g.q.Locals[0].Name)
		default:
			s.Under = g.condition(1)
		}
		return s
	}
	return nil
}

// richProc gives a procedure attributes that change what is checked.
func (g *boogie) richProc() {
	g.lessened = false
	if !g.rich {
		return
	}
	if g.one(4) {
		g.q.Locals = append([]bpl.VarDecl{{Name: "assumed", Type: bpl.Bool, Attrs: "{:assumption}"}}, g.q.Locals...)
	}
	for i := range g.q.Specs {
		if g.q.Specs[i].Free && g.one(6) {
			g.q.Specs[i].Attrs = "{:always_assume}"
		}
	}
}

// selective has a procedure without jumps check only what is behind one of its assertions.
func (g *boogie) selective() {
	q := g.q
	if !g.rich || g.reach || q.Name == "main" || !g.one(4) || strings.Contains(q.Attrs, "{:") {
		return
	}
	if slices.ContainsFunc(q.Specs, func(s bpl.Spec) bool { return s.Kind == bpl.Ensures && !s.Free }) {
		return
	}
	for i, s := range q.Body {
		if (s.Kind == bpl.Assert || s.Kind == bpl.Assume) && g.one(2) {
			t := *s
			t.Attrs = strings.TrimSpace(s.Attrs + " {:start_checking_here}")
			q.Body[i] = &t
			break
		}
	}
	// The attribute of the procedure counts, and where it has no body of its own, that is where it stands.
	if q.Apart {
		q.Outer = strings.TrimSpace(q.Outer + " {:selective_checking}")
	} else {
		q.Attrs = "{:selective_checking}"
	}
}

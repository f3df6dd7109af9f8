package gen

import "github.com/muster-smt/muster/fuzz/bpl"

// strangers declares symbols that the program does not use, and returns an assumption for
// main that they may contradict all the same: by unique constants, by division by zero, or
// by the number of elements of a type.
func (g *boogie) strangers() *bpl.Stmt {
	fact := func(e *bpl.Expr) { g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: e}) }
	constant := func(name string, t *bpl.Type, unique bool) *bpl.Expr {
		g.add(&bpl.Decl{Kind: bpl.ConstDecl, Var: bpl.VarDecl{Name: name, Type: t}, Unique: unique})
		return bpl.V(name)
	}
	function := func(in *bpl.Type) func(x *bpl.Expr) *bpl.Expr {
		g.add(&bpl.Decl{Kind: bpl.FunctionDecl, Name: "sf", Ins: []bpl.VarDecl{{Name: "x", Type: in}}, Type: bpl.Int})
		return func(x *bpl.Expr) *bpl.Expr { return &bpl.Expr{Op: bpl.Apply, Name: "sf", Args: []*bpl.Expr{x}} }
	}
	few := func() *bpl.Expr { return bpl.N(int64(g.r.IntN(3))) }
	var assumed *bpl.Expr
	switch kind := g.r.IntN(3); {
	case kind == 0:
		a, b := constant("sa", bpl.Int, true), constant("sb", bpl.Int, !g.one(4))
		k := int64(g.r.IntN(2))
		fact(between(b, k, k+int64(g.r.IntN(2))))
		assumed = bpl.E(bpl.Eq, a, few())
	case kind == 1 || g.own == nil:
		f := function(bpl.Int)
		op := func() bpl.Op { return pick(g.r, []bpl.Op{bpl.Div, bpl.Div, bpl.Mod}) }
		fact(bpl.E(bpl.Eq, f(bpl.N(1)), bpl.E(op(), bpl.N(1), bpl.N(0))))
		fact(bpl.E(bpl.Eq, f(few()), few()))
		assumed = bpl.E(bpl.Eq, bpl.E(op(), bpl.N(1), bpl.N(0)), few())
	default:
		unique := g.one(2)
		a, b := constant("sa", g.own, unique), constant("sb", g.own, unique)
		if f := function(g.own); !unique {
			fact(bpl.E(bpl.Ne, f(a), f(b)))
		}
		assumed = g.elements(constant("sc", g.own, false))
	}
	return &bpl.Stmt{Kind: bpl.Assume, Cond: assumed}
}

// elements bounds the number of elements of the declared type.
func (g *boogie) elements(one *bpl.Expr) *bpl.Expr {
	x := bpl.VarDecl{Name: "x", Type: g.own}
	body := bpl.E(bpl.Eq, bpl.V(x.Name), one)
	if g.one(3) {
		body = bpl.E(bpl.Or, body, bpl.E(bpl.Eq, g.anything(g.own), bpl.V(x.Name)))
	}
	return &bpl.Expr{Op: bpl.Forall, Bound: []bpl.VarDecl{x}, Args: []*bpl.Expr{body}}
}

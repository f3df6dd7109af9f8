package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// place returns a cell of a map, or of a map in it.
func (g *boogie) place(e *bpl.Expr, t *bpl.Type, index func(*bpl.Type) *bpl.Expr) *bpl.Expr {
	for t.Elem != nil {
		if t == g.heap {
			e, _ = g.field(e)
			return e
		}
		args := []*bpl.Expr{e}
		for _, i := range t.Index {
			args = append(args, index(i))
		}
		e, t = bpl.E(bpl.Select, args...), t.Elem
	}
	return e
}

// index returns one of a few indices.
func (g *boogie) index(t *bpl.Type, depth int) *bpl.Expr {
	if !g.isInt(t) || g.one(20) {
		return g.expr(t, depth)
	}
	if depth == 0 || g.one(2) {
		return bpl.N(int64(g.r.IntN(3)))
	}
	return bpl.E(bpl.Mod, g.expr(t, depth-1), bpl.N(3))
}

// mostly returns a condition that often holds.
func (g *boogie) mostly(depth int) *bpl.Expr {
	if g.one(4) {
		return g.condition(depth)
	}
	var ints []bpl.VarDecl
	for _, v := range g.scope {
		if g.isInt(v.Type) {
			ints = append(ints, v)
		}
	}
	if len(ints) == 0 || g.one(3) {
		return bpl.E(bpl.Or, g.condition(depth-1), g.condition(depth-1))
	}
	x := bpl.V(pick(g.r, ints).Name)
	return pick(g.r, []*bpl.Expr{
		bpl.E(bpl.Le, x, bpl.N(2+g.small())), bpl.E(bpl.Ge, x, bpl.N(g.small()-2)), bpl.E(bpl.Ne, x, bpl.N(g.small())),
		bpl.E(bpl.Implies, g.condition(depth-1), bpl.E(bpl.Le, x, bpl.N(2+g.small()))),
	})
}

// condition returns a Boolean expression.
func (g *boogie) condition(depth int) *bpl.Expr { return g.expr(bpl.Bool, max(depth, 1)) }

// expr returns an expression of a type.
func (g *boogie) expr(t *bpl.Type, depth int) *bpl.Expr {
	if depth > 0 && g.one(9) {
		return bpl.E(bpl.Ite, g.expr(bpl.Bool, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
	}
	if g.rich && depth > 0 && g.one(3) {
		if e := g.richExpr(t, depth-1); e != nil {
			return e
		}
	}
	if depth > 0 && g.one(4) {
		if e := g.application(t, depth-1); e != nil {
			return e
		}
	}
	switch {
	case t == bpl.Bool:
		return g.boolean(depth)
	case g.isInt(t):
		return g.integer(depth)
	case width(t) > 0:
		return g.vector(t, depth)
	case t == g.data:
		return g.value(depth)
	case t.Elem == nil:
		return g.leaf(t)
	}
	e := g.leaf(t)
	if depth > 0 && t != g.heap && g.one(2) {
		args := []*bpl.Expr{e}
		for _, i := range t.Index {
			args = append(args, g.index(i, depth-1))
		}
		return bpl.E(bpl.Store, append(args, g.expr(t.Elem, depth-1))...)
	}
	return e
}

// application applies a function or reads a map; it returns nil if there is none.
func (g *boogie) application(t *bpl.Type, depth int) *bpl.Expr {
	var fit []func() *bpl.Expr
	for _, f := range g.funcs {
		if g.same(f.Type, t) {
			fit = append(fit, func() *bpl.Expr {
				e := &bpl.Expr{Op: bpl.Apply, Name: f.Name}
				for _, v := range f.Ins {
					e.Args = append(e.Args, g.expr(v.Type, depth))
				}
				if strings.Contains(f.Attrs, "{:builtin") && !g.one(10) {
					e.Args[1] = bpl.N(int64(2 + g.r.IntN(2)))
				}
				return e
			})
		}
	}
	for _, v := range g.scope {
		elem := v.Type
		for elem.Elem != nil {
			elem = elem.Elem
		}
		if v.Type.Elem != nil && v.Type != g.heap && g.same(elem, t) {
			fit = append(fit, func() *bpl.Expr {
				m := bpl.V(v.Name)
				if g.one(6) {
					m = g.expr(v.Type, depth)
				}
				return g.place(m, v.Type, func(t *bpl.Type) *bpl.Expr { return g.index(t, depth) })
			})
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return pick(g.r, fit)()
}

// leaf returns a variable or a constant.
func (g *boogie) leaf(t *bpl.Type) *bpl.Expr {
	var fit []string
	for _, v := range g.scope {
		if g.same(v.Type, t) {
			fit = append(fit, v.Name)
		}
	}
	if len(fit) > 0 && !((g.isInt(t) || width(t) > 0) && g.one(3)) && !(t == bpl.Bool && g.one(8)) {
		e := bpl.V(pick(g.r, fit))
		if g.old && g.one(6-2*min(g.whiles, 2)) {
			return bpl.E(bpl.Old, e)
		}
		return e
	}
	switch {
	case t == bpl.Bool:
		return bpl.E(pick(g.r, []bpl.Op{bpl.True, bpl.False}))
	case g.isInt(t):
		return bpl.N(g.small())
	case width(t) > 0:
		return literal(g.r, width(t))
	}
	return g.anything(t)
}

// anything returns an expression of a type for which there is no variable in scope.
func (g *boogie) anything(t *bpl.Type) *bpl.Expr {
	name := "any_" + strings.NewReplacer("[", "", "]", "_", ",", "_", " ", "").Replace(t.String())
	if !slices.ContainsFunc(g.p.Decls, func(d *bpl.Decl) bool { return d.Kind == bpl.ConstDecl && d.Var.Name == name }) {
		g.add(&bpl.Decl{Kind: bpl.ConstDecl, Var: bpl.VarDecl{Name: name, Type: t}})
	}
	return bpl.V(name)
}

func (g *boogie) boolean(depth int) *bpl.Expr {
	if depth == 0 {
		return g.leaf(bpl.Bool)
	}
	d := depth - 1
	switch k := g.r.IntN(24); {
	case k < 8:
		op := pick(g.r, []bpl.Op{bpl.Eq, bpl.Ne, bpl.Lt, bpl.Le, bpl.Gt, bpl.Ge})
		return bpl.E(op, g.expr(bpl.Int, d), g.expr(bpl.Int, d))
	case k < 11:
		return bpl.E(bpl.And, g.expr(bpl.Bool, d), g.expr(bpl.Bool, d))
	case k < 14:
		return bpl.E(bpl.Or, g.expr(bpl.Bool, d), g.expr(bpl.Bool, d))
	case k < 16:
		return bpl.E(bpl.Not, g.expr(bpl.Bool, d))
	case k < 18:
		return bpl.E(pick(g.r, []bpl.Op{bpl.Implies, bpl.Explies, bpl.Iff, bpl.Eq, bpl.Ne}), g.expr(bpl.Bool, d), g.expr(bpl.Bool, d))
	case k == 18 && g.own != nil:
		return bpl.E(pick(g.r, []bpl.Op{bpl.Eq, bpl.Ne}), g.expr(g.own, d), g.expr(g.own, d))
	case k == 19:
		return g.quantifier(d)
	case k > 19 && len(g.words) > 0:
		t := pick(g.r, g.words)
		return bpl.E(pick(g.r, []bpl.Op{bpl.Eq, bpl.Ne}), g.expr(t, d), g.expr(t, d))
	}
	return g.leaf(bpl.Bool)
}

// quantifier returns a quantifier over a few numbers.
func (g *boogie) quantifier(depth int) *bpl.Expr {
	g.bound++
	v := bpl.VarDecl{Name: fmt.Sprintf("i%d", g.bound), Type: bpl.Int}
	if len(g.words) > 0 && g.one(2) {
		return g.overWords(v, depth)
	}
	lo := int64(g.r.IntN(2))
	guard := between(bpl.V(v.Name), lo, lo+int64(g.r.IntN(3)))
	scope, old := g.scope, g.old
	g.scope, g.old = append(slices.Clip(g.scope), v), false
	body := g.expr(bpl.Bool, max(depth, 1))
	g.scope, g.old = scope, old
	if g.one(2) {
		return &bpl.Expr{Op: bpl.Forall, Bound: []bpl.VarDecl{v}, Args: []*bpl.Expr{bpl.E(bpl.Implies, guard, body)}}
	}
	return &bpl.Expr{Op: bpl.Exists, Bound: []bpl.VarDecl{v}, Args: []*bpl.Expr{bpl.E(bpl.And, guard, body)}}
}

func (g *boogie) integer(depth int) *bpl.Expr {
	if depth == 0 {
		return g.leaf(bpl.Int)
	}
	d := depth - 1
	switch g.r.IntN(12) {
	case 0, 1, 2:
		return bpl.E(bpl.Add, g.expr(bpl.Int, d), g.expr(bpl.Int, d))
	case 3, 4:
		return bpl.E(bpl.Sub, g.expr(bpl.Int, d), g.expr(bpl.Int, d))
	case 5:
		if g.one(6) {
			return bpl.E(bpl.Mul, g.expr(bpl.Int, d), g.expr(bpl.Int, d))
		}
		return bpl.E(bpl.Mul, bpl.N(g.small()), g.expr(bpl.Int, d))
	case 6:
		by := bpl.N(pick(g.r, []int64{2, 3, 4, -2, 1}))
		switch g.r.IntN(20) {
		case 0, 1:
			by = g.expr(bpl.Int, d)
		case 2:
			return bpl.E(bpl.Div, bpl.N(1), bpl.N(0))
		}
		return bpl.E(pick(g.r, []bpl.Op{bpl.Div, bpl.Mod}), g.expr(bpl.Int, d), by)
	case 7:
		return bpl.E(bpl.Neg, g.expr(bpl.Int, d))
	}
	return g.leaf(bpl.Int)
}

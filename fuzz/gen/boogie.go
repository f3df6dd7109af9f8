package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Boogie makes a program with a procedure main that is small enough to be run in all
// ways: numbers come from assumptions that allow a few, maps are read at few places.
func Boogie(r *rand.Rand) *bpl.Program {
	g := &boogie{r: r, p: &bpl.Program{}, m: bpl.Map(bpl.Int, bpl.Int)}
	g.reach = g.one(4)
	g.declare()
	g.signatures()
	for i := range g.procs {
		g.procedure(i)
	}
	g.p.Decls = append(g.p.Decls, g.procs...)
	return g.p
}

// boogie makes one program.
type boogie struct {
	r       *rand.Rand
	p       *bpl.Program
	m       *bpl.Type // of most maps
	own     *bpl.Type // a declared type, or nil
	number  *bpl.Type // int, by that or another name
	globals []bpl.VarDecl
	consts  []bpl.VarDecl
	funcs   []*bpl.Decl
	procs   []*bpl.Decl
	reach   bool      // no assertions: whether main returns is asked
	assumed *bpl.Stmt // by main at its beginning, or nil

	// The procedure at hand.
	q      *bpl.Decl
	level  int           // number of q
	scope  []bpl.VarDecl // what expressions may speak of
	write  []bpl.VarDecl // what may be assigned to
	old    bool          // old may be used
	labels int
	whiles int
	ahead  string // a label to jump to, or ""
	calls  int    // left
	bound  int    // names of bound variables
}

func (g *boogie) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *boogie) add(d *bpl.Decl) { g.p.Decls = append(g.p.Decls, d) }

func pick[T any](r *rand.Rand, xs []T) T { return xs[r.IntN(len(xs))] }

func (g *boogie) declare() {
	g.number = bpl.Int
	if g.one(5) {
		g.number = &bpl.Type{Name: "word"}
		g.add(&bpl.Decl{Kind: bpl.TypeDecl, Name: "word", Type: bpl.Int})
	}
	if g.one(4) {
		g.own = &bpl.Type{Name: "T"}
		g.add(&bpl.Decl{Kind: bpl.TypeDecl, Name: "T"})
		for i := range g.r.IntN(3) {
			g.constant(fmt.Sprintf("t%d", i), g.own, g.one(2))
		}
	}
	if g.one(12) {
		for i := range 2 {
			g.constant(fmt.Sprintf("u%d", i), bpl.Int, true)
		}
	}
	for i := range g.r.IntN(3) {
		g.constant(fmt.Sprintf("c%d", i), g.number, false)
	}
	for i := range 1 + g.r.IntN(3) {
		g.globals = append(g.globals, g.variable(fmt.Sprintf("g%d", i), 12))
	}
	if g.one(2) {
		g.globals = append(g.globals, bpl.VarDecl{Name: "m", Type: g.mapType()})
	}
	for _, v := range g.globals {
		g.add(&bpl.Decl{Kind: bpl.GlobalDecl, Var: v})
	}
	for i := range g.r.IntN(3) {
		g.function(fmt.Sprintf("f%d", i))
	}
	if g.one(12) {
		g.assumed = g.strangers()
	}
}

func (g *boogie) constant(name string, t *bpl.Type, unique bool) {
	v := bpl.VarDecl{Name: name, Type: t}
	g.add(&bpl.Decl{Kind: bpl.ConstDecl, Var: v, Unique: unique})
	g.consts = append(g.consts, v)
	if t == g.own {
		return
	}
	k := g.small()
	axiom := bpl.E(bpl.Eq, bpl.V(name), bpl.N(k))
	if g.one(2) {
		axiom = between(bpl.V(name), k, k+int64(g.r.IntN(2)))
	}
	g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: axiom})
}

// small is a number of a program.
func (g *boogie) small() int64 {
	switch g.r.IntN(40) {
	case 0:
		return 5
	case 1:
		return -2
	case 2:
		return 1 << 32
	}
	return int64(g.r.IntN(5)) - 1
}

func between(e *bpl.Expr, lo, hi int64) *bpl.Expr {
	return bpl.E(bpl.And, bpl.E(bpl.Le, bpl.N(lo), e), bpl.E(bpl.Le, e, bpl.N(hi)))
}

// scalar is a type that is no map.
func (g *boogie) scalar() *bpl.Type {
	switch {
	case g.own != nil && g.one(5):
		return g.own
	case g.one(4):
		return bpl.Bool
	case g.one(3):
		return g.number
	}
	return bpl.Int
}

func (g *boogie) mapType() *bpl.Type {
	switch g.r.IntN(10) {
	case 0:
		return bpl.Map(bpl.Map(bpl.Int, bpl.Int), bpl.Int)
	case 1:
		return bpl.Map(bpl.Int, bpl.Int, bpl.Bool)
	case 2:
		return bpl.Map(g.scalar(), g.scalar())
	}
	return g.m
}

// variable is a scalar, one in n times with a where clause.
func (g *boogie) variable(name string, n int) bpl.VarDecl {
	v := bpl.VarDecl{Name: name, Type: g.scalar()}
	if g.isInt(v.Type) && g.one(n) {
		v.Where = between(bpl.V(name), 0, int64(1+g.r.IntN(2)))
	}
	return v
}

func (g *boogie) isInt(t *bpl.Type) bool { return t == bpl.Int || t == g.number }

func (g *boogie) same(a, b *bpl.Type) bool {
	return a == b || g.isInt(a) && g.isInt(b) || a.Elem != nil && a.String() == b.String()
}

func (g *boogie) function(name string) {
	d := &bpl.Decl{Kind: bpl.FunctionDecl, Name: name, Type: g.scalar()}
	for i := range 1 + g.r.IntN(2) {
		d.Ins = append(d.Ins, bpl.VarDecl{Name: fmt.Sprintf("x%d", i), Type: g.scalar()})
	}
	g.scope, g.old = slices.Concat(d.Ins, g.consts), false
	switch g.r.IntN(6) {
	case 0:
		d.Ins = []bpl.VarDecl{{Name: "x", Type: bpl.Int}, {Name: "y", Type: bpl.Int}}
		op := pick(g.r, []string{"div", "mod"})
		d.Attrs, d.Type = fmt.Sprintf("{:builtin %q}", op), bpl.Int
	case 1:
		defer g.points(d)
	case 2:
		d.Attrs = "{:inline}"
		fallthrough
	default:
		d.Expr = g.expr(d.Type, 3)
	}
	g.add(d)
	g.funcs = append(g.funcs, d)
}

// points says something of a function at some places.
func (g *boogie) points(d *bpl.Decl) {
	if len(d.Ins) == 1 && g.isInt(d.Ins[0].Type) && g.isInt(d.Type) && g.one(2) {
		x := bpl.V("x")
		app := &bpl.Expr{Op: bpl.Apply, Name: d.Name, Args: []*bpl.Expr{x}}
		body := bpl.E(bpl.Implies, between(x, 0, 3), between(app, 0, 1))
		all := &bpl.Expr{Op: bpl.Forall, Bound: []bpl.VarDecl{{Name: "x", Type: bpl.Int}}, Args: []*bpl.Expr{body}}
		if g.one(2) {
			all.Triggers = [][]*bpl.Expr{{app}}
		}
		g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: all})
	}
	for range g.r.IntN(3) {
		g.scope = g.consts
		app := &bpl.Expr{Op: bpl.Apply, Name: d.Name}
		for _, v := range d.Ins {
			app.Args = append(app.Args, g.expr(v.Type, 0))
		}
		value := g.expr(d.Type, 0)
		if g.isInt(d.Type) && g.one(8) {
			value = bpl.E(bpl.Div, bpl.N(1), bpl.N(0))
		}
		g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: bpl.E(bpl.Eq, app, value)})
	}
}

// signatures makes the procedures without bodies and contracts; main is the last.
func (g *boogie) signatures() {
	for i := range g.r.IntN(4) {
		q := &bpl.Decl{Kind: bpl.ProcDecl, Name: fmt.Sprintf("p%d", i), HasBody: !g.one(6), Apart: g.one(5)}
		for k := range g.r.IntN(3) {
			q.Ins = append(q.Ins, g.variable(fmt.Sprintf("a%d", k), 15))
		}
		for k := range g.r.IntN(3) {
			q.Outs = append(q.Outs, g.variable(fmt.Sprintf("r%d", k), 8))
		}
		if g.one(8) {
			q.Ins = append(q.Ins, bpl.VarDecl{Name: "am", Type: g.m})
		}
		if q.HasBody && g.one(8) {
			q.Attrs = pick(g.r, []string{"{:SIextraRecBound 1}", "{:ForceInline}", "{:inline 1}", "{:SIextraRecBound 2}"})
		}
		if q.HasBody && q.Apart && g.one(3) {
			q.Outer = pick(g.r, []string{"{:SIextraRecBound 1}", "{:SIextraRecBound 2}", "{:ForceInline}", "{:inline 1}", "{:entrypoint}"})
		}
		for _, v := range g.globals {
			if !g.one(4) {
				q.Modify = append(q.Modify, v.Name)
			}
		}
		g.procs = append(g.procs, q)
	}
	q := &bpl.Decl{Kind: bpl.ProcDecl, Name: "main", HasBody: true}
	for k := range g.r.IntN(3) {
		q.Ins = append(q.Ins, g.variable(fmt.Sprintf("a%d", k), 15))
	}
	for k := range g.r.IntN(2) {
		q.Outs = append(q.Outs, g.variable(fmt.Sprintf("r%d", k), 10))
	}
	for _, v := range g.globals {
		q.Modify = append(q.Modify, v.Name)
	}
	g.procs = append(g.procs, q)
}

func (g *boogie) procedure(i int) {
	q := g.procs[i]
	g.q, g.level, g.labels, g.calls = q, i, 0, 3
	g.old = false
	g.scope = slices.Concat(g.consts, g.globals, q.Ins)
	if q.Name == "main" {
		for _, v := range slices.Concat(q.Ins, g.globals) {
			if g.isInt(v.Type) && g.one(3) {
				q.Specs = append(q.Specs, bpl.Spec{Kind: bpl.Requires, Free: g.one(2), Cond: between(bpl.V(v.Name), 0, int64(g.r.IntN(3)))})
			}
		}
	}
	g.clauses(bpl.Requires, 6)
	g.scope = append(g.scope, q.Outs...)
	g.old = true
	g.clauses(bpl.Ensures, 5)
	if !q.HasBody {
		for _, v := range q.Outs { // so that they are known
			if g.isInt(v.Type) {
				q.Specs = append(q.Specs, bpl.Spec{Kind: bpl.Ensures, Free: true, Cond: between(bpl.V(v.Name), 0, int64(g.r.IntN(3)))})
			}
		}
		for _, name := range q.Modify {
			for _, v := range g.globals {
				if v.Name == name && g.isInt(v.Type) {
					q.Specs = append(q.Specs, bpl.Spec{Kind: bpl.Ensures, Free: true, Cond: between(bpl.V(v.Name), 0, 2)})
				}
			}
		}
		return
	}
	for k := range g.r.IntN(4) {
		q.Locals = append(q.Locals, g.variable(fmt.Sprintf("v%d", k), 8))
	}
	if g.one(6) {
		q.Locals = append(q.Locals, bpl.VarDecl{Name: "vm", Type: g.mapType()})
	}
	g.body()
}

func (g *boogie) clauses(kind bpl.SpecKind, n int) {
	for g.one(n) {
		free := g.reach || g.one(2)
		g.q.Specs = append(g.q.Specs, bpl.Spec{Kind: kind, Free: free, Cond: g.mostly(2)})
	}
}

func (g *boogie) body() {
	q := g.q
	g.scope = slices.Concat(g.consts, g.globals, q.Ins, q.Outs, q.Locals)
	g.write = slices.Concat(q.Outs, q.Locals)
	for _, v := range g.globals {
		if slices.Contains(q.Modify, v.Name) {
			g.write = append(g.write, v)
		}
	}
	for _, v := range slices.Concat(q.Outs, q.Locals) {
		if v.Where == nil && !g.one(12) {
			q.Body = append(q.Body, g.initial(v)...)
		}
	}
	if q.Name == "main" {
		if g.assumed != nil {
			q.Body = append(q.Body, g.assumed)
		}
		for _, v := range g.globals {
			if !g.one(12) {
				q.Body = append(q.Body, g.initial(v)...)
			}
		}
	}
	counted := g.one(15) && g.counted()
	switch {
	case counted && q.Name != "main" && g.one(2): // the depth is what counts
		q.Outer = pick(g.r, []string{"{:SIextraRecBound 1}", "{:SIextraRecBound 2}"})
	case counted:
	case g.one(3):
		q.Body = append(q.Body, g.blocks()...)
	case len(q.Outs) > 0 && q.Name != "main" && g.one(6):
		q.Body = append(q.Body, g.loopProcedure()...)
	default:
		q.Body = append(q.Body, g.stmts(1+g.r.IntN(5), 2)...)
	}
	if q.Name == "main" && !(counted && g.reach) {
		kind := bpl.Assert
		if g.reach {
			kind = bpl.Assume
		}
		q.Body = append(q.Body, &bpl.Stmt{Kind: kind, Cond: g.condition(2)})
	}
}

// initial gives a variable one of a few values.
func (g *boogie) initial(v bpl.VarDecl) []*bpl.Stmt {
	x := bpl.V(v.Name)
	switch {
	case v.Type.Elem != nil:
		return g.cells(v)
	case g.one(2) || !g.isInt(v.Type):
		if g.one(2) {
			return []*bpl.Stmt{assign(x, g.expr(v.Type, 0))}
		}
		return []*bpl.Stmt{{Kind: bpl.Havoc, Targets: []*bpl.Expr{x}}, g.range_(v, x)}
	}
	return []*bpl.Stmt{g.range_(v, x)}
}

// range_ assumes that e has one of a few values.
func (g *boogie) range_(v bpl.VarDecl, e *bpl.Expr) *bpl.Stmt {
	cond := bpl.E(bpl.True)
	if g.isInt(v.Type) {
		lo := int64(g.r.IntN(3)) - 1
		cond = between(e, lo, lo+int64(g.r.IntN(3)))
	}
	return &bpl.Stmt{Kind: bpl.Assume, Cond: cond}
}

// cells makes some cells of a map known.
func (g *boogie) cells(v bpl.VarDecl) []*bpl.Stmt {
	var out []*bpl.Stmt
	if v.Type == g.m && g.one(4) {
		x := bpl.V("i")
		body := bpl.E(bpl.Implies, between(x, 0, 2), between(bpl.E(bpl.Select, bpl.V(v.Name), x), 0, int64(g.r.IntN(3))))
		all := &bpl.Expr{Op: bpl.Forall, Bound: []bpl.VarDecl{{Name: "i", Type: bpl.Int}}, Args: []*bpl.Expr{body}}
		return []*bpl.Stmt{{Kind: bpl.Assume, Cond: all}}
	}
	for range 3 {
		place := g.place(bpl.V(v.Name), v.Type, func(t *bpl.Type) *bpl.Expr { return g.index(t, 0) })
		t := v.Type
		for t.Elem != nil {
			t = t.Elem
		}
		if g.one(2) && g.isInt(t) {
			out = append(out, g.range_(bpl.VarDecl{Type: t}, place))
		} else {
			out = append(out, assign(place, g.expr(t, 0)))
		}
	}
	return out
}

// place is a cell of a map, which may lie in another.
func (g *boogie) place(e *bpl.Expr, t *bpl.Type, index func(*bpl.Type) *bpl.Expr) *bpl.Expr {
	for t.Elem != nil {
		args := []*bpl.Expr{e}
		for _, i := range t.Index {
			args = append(args, index(i))
		}
		e, t = bpl.E(bpl.Select, args...), t.Elem
	}
	return e
}

// index is one of a few places.
func (g *boogie) index(t *bpl.Type, depth int) *bpl.Expr {
	if !g.isInt(t) || g.one(20) {
		return g.expr(t, depth)
	}
	if depth == 0 || g.one(2) {
		return bpl.N(int64(g.r.IntN(3)))
	}
	return bpl.E(bpl.Mod, g.expr(t, depth-1), bpl.N(3))
}

func assign(target, value *bpl.Expr) *bpl.Stmt {
	return &bpl.Stmt{Kind: bpl.Assign, Targets: []*bpl.Expr{target}, Values: []*bpl.Expr{value}}
}

func (g *boogie) stmts(n, depth int) []*bpl.Stmt {
	var out []*bpl.Stmt
	for range n {
		out = append(out, g.stmt(depth)...)
	}
	return out
}

func (g *boogie) stmt(depth int) []*bpl.Stmt {
	one := func(s *bpl.Stmt) []*bpl.Stmt { return []*bpl.Stmt{s} }
	switch k := g.r.IntN(24); {
	case k < 7:
		return one(g.assignment())
	case k < 9:
		return g.havoc()
	case k < 11:
		return one(&bpl.Stmt{Kind: bpl.Assume, Cond: g.mostly(2)})
	case k < 13:
		if g.reach {
			return one(g.assignment())
		}
		return one(&bpl.Stmt{Kind: bpl.Assert, Cond: g.mostly(2)})
	case k < 16:
		return g.call()
	case k < 19 && depth > 0:
		s := &bpl.Stmt{Kind: bpl.If, Body: g.stmts(1+g.r.IntN(2), depth-1)}
		if !g.one(4) {
			s.Cond = g.condition(2)
		}
		if g.one(2) {
			s.Else = g.stmts(1+g.r.IntN(2), depth-1)
		}
		return one(s)
	case k < 22 && depth > 0:
		return g.while(depth - 1)
	case k == 22 && g.whiles > 0:
		return one(&bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: one(&bpl.Stmt{Kind: bpl.Break})})
	case k == 23 && g.ahead != "":
		return one(&bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: one(&bpl.Stmt{Kind: bpl.Goto, Labels: []string{g.ahead}})})
	case k == 23 && g.one(2):
		return one(&bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: one(&bpl.Stmt{Kind: bpl.Return})})
	}
	return one(g.assignment())
}

// mostly is a condition that often holds.
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

func (g *boogie) assignment() *bpl.Stmt {
	s := &bpl.Stmt{Kind: bpl.Assign}
	for len(g.write) > 0 && (len(s.Targets) == 0 || g.one(5) && len(s.Targets) < len(g.write)) {
		v := pick(g.r, g.write)
		if slices.ContainsFunc(s.Targets, func(t *bpl.Expr) bool { return base(t) == v.Name }) {
			continue
		}
		target, t := bpl.V(v.Name), v.Type
		for t.Elem != nil && !g.one(8) {
			args := []*bpl.Expr{target}
			for _, i := range t.Index {
				args = append(args, g.index(i, 1))
			}
			target, t = bpl.E(bpl.Select, args...), t.Elem
		}
		s.Targets, s.Values = append(s.Targets, target), append(s.Values, g.expr(t, 2))
	}
	if len(s.Targets) == 0 {
		return &bpl.Stmt{Kind: bpl.Assume, Cond: bpl.E(bpl.True)}
	}
	return s
}

// base is the variable of a target.
func base(e *bpl.Expr) string {
	for e.Op == bpl.Select {
		e = e.Args[0]
	}
	return e.Name
}

func (g *boogie) havoc() []*bpl.Stmt {
	if len(g.write) == 0 {
		return nil
	}
	s := &bpl.Stmt{Kind: bpl.Havoc}
	out := []*bpl.Stmt{s}
	for range pick(g.r, []int{1, 1, 1, 2, 3}) {
		v := pick(g.r, g.write)
		s.Targets = append(s.Targets, bpl.V(v.Name))
		switch {
		case v.Type.Elem != nil:
			out = append(out, g.cells(v)...)
		case v.Where == nil || g.one(2):
			out = append(out, g.range_(v, bpl.V(v.Name)))
		}
	}
	return out
}

// call calls a procedure before this one, seldom this one or a later one.
func (g *boogie) call() []*bpl.Stmt {
	callees := g.procs[:g.level]
	if g.one(3) {
		callees = g.procs
	}
	if len(callees) == 0 || g.calls == 0 {
		return []*bpl.Stmt{g.assignment()}
	}
	g.calls--
	if g.one(8) {
		callees = g.procs[g.level : g.level+1]
	}
	if s := g.callTo(pick(g.r, callees)); s != nil {
		return []*bpl.Stmt{s}
	}
	return []*bpl.Stmt{g.assignment()}
}

// callTo calls a procedure, if there are variables for its results and it changes only
// what this one may change.
func (g *boogie) callTo(q *bpl.Decl) *bpl.Stmt {
	s := &bpl.Stmt{Kind: bpl.Call, Name: q.Name}
	for _, m := range q.Modify {
		if !slices.Contains(g.q.Modify, m) {
			return nil
		}
	}
	for _, v := range q.Ins {
		s.Values = append(s.Values, g.expr(v.Type, 1))
	}
	for _, v := range q.Outs {
		var fit []string
		for _, w := range g.write {
			if g.same(v.Type, w.Type) && !slices.ContainsFunc(s.Targets, func(t *bpl.Expr) bool { return t.Name == w.Name }) {
				fit = append(fit, w.Name)
			}
		}
		if len(fit) == 0 {
			return nil
		}
		s.Targets = append(s.Targets, bpl.V(pick(g.r, fit)))
	}
	return s
}

func (g *boogie) while(depth int) []*bpl.Stmt {
	s := &bpl.Stmt{Kind: bpl.While}
	if !g.one(3) {
		s.Cond = g.condition(1)
	}
	if g.one(6) {
		s.Invs = []bpl.Spec{{Kind: bpl.Invariant, Free: g.reach || g.one(3), Cond: g.mostly(1)}}
	}
	g.whiles++
	s.Body = g.stmts(1+g.r.IntN(2), depth)
	nested := depth > 0 && g.one(4)
	if nested {
		s.Body = append(s.Body, g.while(0)...)
	}
	if nested && g.one(2) || g.one(5) {
		s.Body = append(s.Body, &bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: []*bpl.Stmt{{Kind: bpl.Break}}})
	}
	g.whiles--
	if g.one(6) {
		g.labels++
		label := fmt.Sprintf("W%d", g.labels)
		s.Body = append(s.Body, &bpl.Stmt{Kind: bpl.If, Body: []*bpl.Stmt{{Kind: bpl.Break, Name: label}}})
		return []*bpl.Stmt{{Kind: bpl.Label, Name: label}, s}
	}
	var counter []string
	for _, v := range g.write {
		if g.isInt(v.Type) {
			counter = append(counter, v.Name)
		}
	}
	if len(counter) > 0 && !g.one(3) { // for i from 0 to n
		x := bpl.V(pick(g.r, counter))
		s.Cond = bpl.E(bpl.Lt, x, bpl.N(int64(1+g.r.IntN(3))))
		s.Body = append(s.Body, assign(x, bpl.E(bpl.Add, x, bpl.N(1))))
		return []*bpl.Stmt{assign(x, bpl.N(int64(g.r.IntN(2)))), s}
	}
	return []*bpl.Stmt{s}
}

// blocks is a body of jumps, most of them forward.
func (g *boogie) blocks() []*bpl.Stmt {
	n := 2 + g.r.IntN(4)
	name := func(i int) string { return fmt.Sprintf("L%d", i) }
	var out []*bpl.Stmt
	for i := range n {
		out = append(out, &bpl.Stmt{Kind: bpl.Label, Name: name(i)})
		if g.one(3) {
			out = append(out, &bpl.Stmt{Kind: bpl.Assume, Cond: g.condition(1)})
		}
		if i+1 < n {
			g.ahead = name(i + 1 + g.r.IntN(n-i-1))
		}
		depth := 0
		if g.one(4) {
			depth = 1
		}
		out = append(out, g.stmts(g.r.IntN(3), depth)...)
		g.ahead = ""
		jump := &bpl.Stmt{Kind: bpl.Goto}
		for range pick(g.r, []int{1, 1, 2, 2, 3, 4}) {
			if g.one(4) {
				jump.Labels = append(jump.Labels, name(g.r.IntN(i+1)))
			} else if i+1 < n {
				jump.Labels = append(jump.Labels, name(i+1+g.r.IntN(n-i-1)))
			}
		}
		switch {
		case len(jump.Labels) > 0 && !g.one(8):
			out = append(out, jump)
		case g.one(3) && i+1 < n:
			out = append(out, &bpl.Stmt{Kind: bpl.Return})
		}
	}
	return append(out, &bpl.Stmt{Kind: bpl.Label, Name: name(n)}) // where the last falls to
}

// loopProcedure is a loop as Corral writes it: nothing, or an iteration and a call of
// itself.
func (g *boogie) loopProcedure() []*bpl.Stmt {
	again := g.callTo(g.q)
	if again == nil {
		return g.stmts(2, 1)
	}
	out := []*bpl.Stmt{{Kind: bpl.Goto, Labels: []string{"iterate", "done"}}, {Kind: bpl.Label, Name: "done"}, {Kind: bpl.Return}, {Kind: bpl.Label, Name: "iterate"}}
	out = append(out, &bpl.Stmt{Kind: bpl.Assume, Cond: g.mostly(1)})
	out = append(out, g.stmts(1+g.r.IntN(2), 1)...)
	return append(out, again)
}

// counted makes the body of a procedure that calls itself as often as it likes, and
// returns how often that was: it fails in a certain depth only.
func (g *boogie) counted() bool {
	k := slices.IndexFunc(g.q.Outs, func(v bpl.VarDecl) bool { return g.isInt(v.Type) && v.Where == nil })
	if k < 0 {
		return false
	}
	again := &bpl.Stmt{Kind: bpl.Call, Name: g.q.Name}
	for _, v := range g.q.Ins {
		again.Values = append(again.Values, g.expr(v.Type, 0))
	}
	for _, v := range g.q.Outs {
		again.Targets = append(again.Targets, bpl.V(v.Name))
	}
	r := bpl.V(g.q.Outs[k].Name)
	assign := func(e *bpl.Expr) *bpl.Stmt {
		return &bpl.Stmt{Kind: bpl.Assign, Targets: []*bpl.Expr{r}, Values: []*bpl.Expr{e}}
	}
	more := []*bpl.Stmt{again, assign(bpl.E(bpl.Add, r, bpl.N(1)))}
	g.q.Body = append(g.q.Body, assign(bpl.N(0)), &bpl.Stmt{Kind: bpl.If, Body: more})
	if !g.reach {
		g.q.Body = append(g.q.Body, &bpl.Stmt{Kind: bpl.Assert, Cond: bpl.E(bpl.Ne, r, bpl.N(int64(1+g.r.IntN(4))))})
	}
	return true
}

// condition is a boolean expression.
func (g *boogie) condition(depth int) *bpl.Expr { return g.expr(bpl.Bool, max(depth, 1)) }

// expr is an expression of a type.
func (g *boogie) expr(t *bpl.Type, depth int) *bpl.Expr {
	if depth > 0 && g.one(9) {
		return bpl.E(bpl.Ite, g.expr(bpl.Bool, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
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
	case t.Elem == nil:
		return g.leaf(t)
	}
	e := g.leaf(t)
	if depth > 0 && g.one(2) {
		args := []*bpl.Expr{e}
		for _, i := range t.Index {
			args = append(args, g.index(i, depth-1))
		}
		return bpl.E(bpl.Store, append(args, g.expr(t.Elem, depth-1))...)
	}
	return e
}

// application applies a function, or reads a map.
func (g *boogie) application(t *bpl.Type, depth int) *bpl.Expr {
	var fit []func() *bpl.Expr
	for _, f := range g.funcs {
		if g.same(f.Type, t) {
			fit = append(fit, func() *bpl.Expr {
				e := &bpl.Expr{Op: bpl.Apply, Name: f.Name}
				for _, v := range f.Ins {
					e.Args = append(e.Args, g.expr(v.Type, depth))
				}
				if strings.Contains(f.Attrs, "builtin") && !g.one(10) {
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
		if v.Type.Elem != nil && g.same(elem, t) {
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

// leaf is a variable, or a constant.
func (g *boogie) leaf(t *bpl.Type) *bpl.Expr {
	var fit []string
	for _, v := range g.scope {
		if g.same(v.Type, t) {
			fit = append(fit, v.Name)
		}
	}
	if len(fit) > 0 && !(g.isInt(t) && g.one(3)) && !(t == bpl.Bool && g.one(8)) {
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
	}
	return g.anything(t)
}

// anything is an expression of a type of which there is no variable in scope.
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
	}
	return g.leaf(bpl.Bool)
}

// quantifier is over a few numbers.
func (g *boogie) quantifier(depth int) *bpl.Expr {
	g.bound++
	v := bpl.VarDecl{Name: fmt.Sprintf("i%d", g.bound), Type: bpl.Int}
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

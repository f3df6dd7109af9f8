package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Boogie makes a program with a procedure main that is small enough for exhaustive
// execution: assumptions allow only a few numbers, and maps are read at few places.
func Boogie(r *rand.Rand) *bpl.Program {
	g := &boogie{r: r, p: &bpl.Program{}, m: bpl.Map(bpl.Int, bpl.Int)}
	g.reach, g.rich = g.one(4), !g.one(3)
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
	lessened bool // the assumption variable of the procedure has been assigned
	r        *rand.Rand
	p        *bpl.Program
	m        *bpl.Type   // of most maps
	own      *bpl.Type   // a declared type, or nil
	number   *bpl.Type   // int or a synonym
	words    []*bpl.Type // of bit-vectors
	globals  []bpl.VarDecl
	consts   []bpl.VarDecl
	funcs    []*bpl.Decl
	procs    []*bpl.Decl

	// Beyond the core of the language.
	rich         bool
	data         *bpl.Type // a datatype, or nil
	constructors []*bpl.Decl
	heap         *bpl.Type // a map from fields, or nil
	fields       []bpl.VarDecl
	generic      []*bpl.Decl
	recursives   []*bpl.Decl
	inside       int // lambda expressions

	reach   bool      // no assertions: the question is whether main returns
	assumed *bpl.Stmt // by main at its beginning, or nil

	// The procedure being made.
	q      *bpl.Decl
	level  int           // number of q
	scope  []bpl.VarDecl // what expressions may contain
	write  []bpl.VarDecl // what may be assigned
	old    bool          // old may be used
	labels int
	whiles int
	ahead  string // a label to jump to, or ""
	calls  int    // left
	bound  int    // number of bound variables so far
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
	if g.one(3) {
		g.declareWords()
	}
	if g.one(12) {
		for i := range 2 {
			g.constant(fmt.Sprintf("u%d", i), bpl.Int, true)
		}
	}
	for i := range g.r.IntN(3) {
		t := g.number
		if len(g.words) > 0 && g.one(2) {
			t = pick(g.r, g.words)
		}
		g.constant(fmt.Sprintf("c%d", i), t, t != g.number && g.one(4))
	}
	for i := range 1 + g.r.IntN(3) {
		g.globals = append(g.globals, g.variable(fmt.Sprintf("g%d", i), 12))
	}
	if g.one(2) {
		g.globals = append(g.globals, bpl.VarDecl{Name: "m", Type: g.mapType()})
	}
	g.declareRich()
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
	if w := width(t); w > 0 {
		if g.one(2) {
			g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: bpl.E(bpl.Eq, bpl.V(name), literal(g.r, w))})
		}
		return
	}
	k := g.small()
	axiom := bpl.E(bpl.Eq, bpl.V(name), bpl.N(k))
	if g.one(2) {
		axiom = between(bpl.V(name), k, k+int64(g.r.IntN(2)))
	}
	g.add(&bpl.Decl{Kind: bpl.AxiomDecl, Expr: axiom})
}

// small returns a typical numeral.
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

// scalar returns a type other than a map.
func (g *boogie) scalar() *bpl.Type {
	switch {
	case len(g.words) > 0 && !g.one(3):
		return pick(g.r, g.words)
	case g.own != nil && g.one(5):
		return g.own
	case g.data != nil && g.one(4):
		return g.data
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

// variable returns a scalar, with a where clause one time in n.
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
		if g.rich && g.one(4) {
			d.Attrs = "{:define}"
		}
		d.Expr = g.expr(d.Type, 3)
	}
	g.add(d)
	g.funcs = append(g.funcs, d)
}

// points adds axioms about a function at some points.
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

// signatures makes the procedures, without bodies and contracts; main is last.
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
		for _, v := range q.Outs { // to make them known
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
	g.richProc()
	g.body()
	g.selective()
}

func (g *boogie) clauses(kind bpl.SpecKind, n int) {
	for g.one(n) {
		free := g.reach || g.one(2)
		g.q.Specs = append(g.q.Specs, bpl.Spec{Kind: kind, Free: free, Cond: g.mostly(2)})
	}
}

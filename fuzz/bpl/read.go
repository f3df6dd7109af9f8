package bpl

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// Read reads a program with the verifier's parser. Names and types are not checked.
func Read(file string, text []byte) (p *Program, err error) {
	f, err := syntax.Parse(file, text)
	if err != nil {
		return nil, err
	}
	r := &reader{File: f, text: string(text)}
	defer func() {
		if x := recover(); x != nil {
			bad, ok := x.(unreadable)
			if !ok {
				panic(x)
			}
			p, err = nil, fmt.Errorf("%s: %s", file, bad)
		}
	}()
	return r.program(), nil
}

// unreadable is thrown for what the tree cannot represent.
type unreadable string

type reader struct {
	*syntax.File
	text string
}

func (r *reader) name(n syntax.Name) string { return r.Names.Text(n) }

func (r *reader) program() *Program {
	p := &Program{}
	at := map[*Decl]syntax.Pos{}
	add := func(pos syntax.Pos, d *Decl) {
		p.Decls = append(p.Decls, d)
		at[d] = pos
	}
	for _, d := range r.TypeDecls {
		attrs := r.attrs(d.Attrs)
		if d.Data && !strings.Contains(attrs, "{:datatype}") {
			panic(unreadable("a datatype in the present form"))
		}
		add(d.Pos, &Decl{Kind: TypeDecl, Attrs: attrs, Name: r.name(d.Name), Params: r.params(d.Params), Type: r.typ(d.Body)})
	}
	for _, d := range r.Consts {
		v := r.variable(d.VarDecl)
		v.Attrs = ""
		add(d.Pos, &Decl{Kind: ConstDecl, Var: v, Unique: d.Unique})
	}
	for _, d := range r.Globals {
		v := r.variable(d)
		v.Attrs = ""
		add(d.Pos, &Decl{Kind: GlobalDecl, Var: v})
	}
	for _, d := range r.Funcs {
		f := &Decl{Kind: FunctionDecl, Attrs: r.attrs(d.Attrs), Name: r.name(d.Name), Params: r.params(d.TypeParams), Ins: r.variables(d.Params), Type: r.typ(d.Result)}
		for i := range f.Ins {
			if f.Ins[i].Name == "" {
				f.Ins[i].Name = "_" + strconv.Itoa(i)
			}
		}
		if d.Body != 0 {
			f.Expr = r.expr(d.Body)
		}
		add(d.Pos, f)
	}
	for _, d := range r.Axioms {
		add(d.Pos, &Decl{Kind: AxiomDecl, Attrs: r.attrs(d.Attrs), Expr: r.expr(d.Cond)})
	}
	for _, d := range r.Procs {
		r.plain(len(d.TypeParams))
		q := &Decl{
			Kind: ProcDecl, Attrs: r.attrs(d.Attrs), Name: r.name(d.Name), Ins: r.variables(d.Ins), Outs: r.variables(d.Outs),
			Specs: r.specs(d.Specs),
		}
		for _, m := range d.Modifies {
			q.Modify = append(q.Modify, r.name(m.Name))
		}
		r.body(q, d.Body)
		add(d.Pos, q)
	}
	for _, d := range r.Impls {
		r.implementation(p.Proc(r.name(d.Name)), d)
	}
	slices.SortStableFunc(p.Decls, func(a, b *Decl) int { return cmp.Compare(at[a], at[b]) })
	return p
}

// implementation joins a body with its procedure; the formals must have the same names.
func (r *reader) implementation(q *Decl, d syntax.ImplDecl) {
	if q == nil || q.HasBody || list(bare(q.Ins)) != list(r.variables(d.Ins)) || list(bare(q.Outs)) != list(r.variables(d.Outs)) {
		panic(unreadable("the implementation of " + r.name(d.Name) + " does not fit its procedure"))
	}
	q.Apart, q.Outer, q.Attrs = true, q.Attrs, r.attrs(d.Attrs)
	r.body(q, d.Body)
}

func (r *reader) body(q *Decl, b *syntax.Body) {
	if b != nil {
		q.HasBody, q.Locals, q.Body = true, r.variables(b.Locals), r.stmts(b.Stmts)
	}
}

func (r *reader) typ(id syntax.TypeID) *Type {
	if id == 0 {
		return nil
	}
	switch t := r.Types[id]; t.Kind {
	case syntax.TypeReal:
		panic(unreadable("a real number"))
	case syntax.TypeBool:
		return Bool
	case syntax.TypeInt:
		return Int
	case syntax.TypeBv:
		return &Type{Name: fmt.Sprintf("bv%d", t.Width)}
	case syntax.TypeNamed:
		n := &Type{Name: r.name(t.Name)}
		for _, a := range t.Args {
			n.Args = append(n.Args, r.typ(a))
		}
		return n
	default:
		m := &Type{Params: r.params(t.Params)}
		last := len(t.Args) - 1
		for _, a := range t.Args[:last] {
			m.Index = append(m.Index, r.typ(a))
		}
		m.Elem = r.typ(t.Args[last])
		return m
	}
}

// plain throws if there are type parameters or arguments.
func (r *reader) plain(types int) {
	if types > 0 {
		panic(unreadable("a type with parameters"))
	}
}

func (r *reader) variable(d syntax.VarDecl) VarDecl {
	v := VarDecl{Type: r.typ(d.Type), Attrs: r.attrs(d.Attrs)}
	if d.Name != 0 {
		v.Name = r.name(d.Name)
	}
	if d.Where != 0 {
		v.Where = r.expr(d.Where)
	}
	return v
}

func (r *reader) variables(ds []syntax.VarDecl) []VarDecl {
	var vs []VarDecl
	for _, d := range ds {
		vs = append(vs, r.variable(d))
	}
	return vs
}

func (r *reader) specs(ss []syntax.Spec) []Spec {
	var out []Spec
	for _, s := range ss {
		kind := map[syntax.SpecKind]SpecKind{syntax.Requires: Requires, syntax.Ensures: Ensures, syntax.Invariant: Invariant}[s.Kind]
		out = append(out, Spec{Kind: kind, Free: s.Free, Cond: r.expr(s.Cond), Attrs: r.attrs(s.Attrs)})
	}
	return out
}

func (r *reader) attrs(l syntax.List) string {
	var parts []string
	for _, a := range r.Attrs[l.Start : l.Start+l.N] {
		var args []string
		for _, arg := range r.Args(a) {
			if arg.Expr != 0 {
				args = append(args, r.expr(arg.Expr).String())
			} else {
				args = append(args, `"`+strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(r.name(arg.Str))+`"`)
			}
		}
		parts = append(parts, strings.TrimSpace("{:"+r.name(a.Name)+" "+strings.Join(args, ", "))+"}")
	}
	return strings.Join(parts, " ")
}

// under returns the attributes of an assertion, {:verified_under} apart.
func (r *reader) under(l syntax.List) (attrs string, cond *Expr) {
	var rest []string
	for i := range l.N {
		one := syntax.List{Start: l.Start + i, N: 1}
		if a := r.Attrs[one.Start]; cond == nil && r.name(a.Name) == "verified_under" && a.Args.N == 1 {
			cond = r.expr(r.Args(a)[0].Expr)
			continue
		}
		rest = append(rest, r.attrs(one))
	}
	return strings.Join(rest, " "), cond
}

// params returns the names of type parameters.
func (r *reader) params(names []syntax.NameRef) (out []string) {
	for _, n := range names {
		out = append(out, r.name(n.Name))
	}
	return out
}

var stmtKinds = map[syntax.StmtKind]StmtKind{
	syntax.StmtLabel: Label, syntax.StmtAssert: Assert, syntax.StmtAssume: Assume, syntax.StmtHavoc: Havoc, syntax.StmtAssign: Assign,
	syntax.StmtCall: Call, syntax.StmtGoto: Goto, syntax.StmtReturn: Return, syntax.StmtBreak: Break, syntax.StmtIf: If, syntax.StmtWhile: While,
}

func (r *reader) stmts(list []syntax.Stmt) []*Stmt {
	var out []*Stmt
	for i := range list {
		out = append(out, r.stmt(&list[i]))
	}
	return out
}

func (r *reader) stmt(s *syntax.Stmt) *Stmt {
	t := &Stmt{Kind: stmtKinds[s.Kind], Attrs: r.attrs(s.Attrs)}
	if s.Name != 0 {
		t.Name = r.name(s.Name)
	}
	operands := func(n, m uint32) []*Expr { return r.exprs(r.Refs[s.Start+n : s.Start+n+m]) }
	switch s.Kind {
	case syntax.StmtAssert, syntax.StmtAssume:
		t.Cond = r.expr(s.Expr)
		t.Attrs, t.Under = r.under(s.Attrs)
	case syntax.StmtHavoc:
		t.Targets = operands(0, s.N)
	case syntax.StmtAssign:
		t.Targets, t.Values = operands(0, s.N), operands(s.N, s.N)
	case syntax.StmtCall:
		t.Targets, t.Values = operands(0, s.N), operands(s.N, s.M)
	case syntax.StmtGoto:
		for _, l := range r.Labels[s.Start : s.Start+s.N] {
			t.Labels = append(t.Labels, r.name(l.Name))
		}
	case syntax.StmtIf, syntax.StmtWhile:
		n := &r.Nests[s.Start]
		if n.Cond != 0 {
			t.Cond = r.expr(n.Cond)
		}
		t.Invs, t.Body, t.Else = r.specs(n.Invs), r.stmts(n.Body), r.stmts(n.Else)
	}
	return t
}

func (r *reader) exprs(ids []syntax.ExprID) []*Expr {
	var out []*Expr
	for _, id := range ids {
		out = append(out, r.expr(id))
	}
	return out
}

var ops = map[syntax.Op]Op{
	syntax.OpTrue: True, syntax.OpFalse: False, syntax.OpCall: Apply, syntax.OpSelect: Select, syntax.OpStore: Store, syntax.OpIte: Ite,
	syntax.OpNeg: Neg, syntax.OpNot: Not, syntax.OpAnd: And, syntax.OpOr: Or, syntax.OpIff: Iff, syntax.OpImplies: Implies,
	syntax.OpExplies: Explies, syntax.OpEq: Eq, syntax.OpNe: Ne, syntax.OpLt: Lt, syntax.OpLe: Le, syntax.OpGt: Gt, syntax.OpGe: Ge,
	syntax.OpAdd: Add, syntax.OpSub: Sub, syntax.OpMul: Mul, syntax.OpDiv: Div, syntax.OpMod: Mod, syntax.OpExtract: Extract, syntax.OpConcat: Concat,
}

func (r *reader) expr(id syntax.ExprID) *Expr {
	x := r.Exprs[id]
	ids := r.Children(nil, id)
	switch x.Op {
	case syntax.OpInt:
		return number(r.name(syntax.Name(x.Val)))
	case syntax.OpBv:
		return &Expr{Op: Num, Name: r.name(syntax.Name(x.Val))}
	case syntax.OpVar:
		return V(r.name(syntax.Name(x.Val)))
	case syntax.OpOld:
		return E(Old, r.expr(ids[1]))
	case syntax.OpForall, syntax.OpExists, syntax.OpLambda:
		return r.quantifier(x, ids)
	}
	op, ok := ops[x.Op]
	if !ok {
		panic(unreadable("no place for " + x.Op.String()))
	}
	args := r.exprs(ids)
	switch {
	case op == Apply:
		return &Expr{Op: Apply, Name: r.name(syntax.Name(x.Val)), Args: args}
	case op == Neg && args[0].Op == Num && args[0].String()[0] > '0': // not -
		return number("-" + args[0].String())
	case op == Extract:
		b := syntax.Bounds(x.Val)
		return &Expr{Op: Extract, Name: fmt.Sprintf("%d:%d", b.High(), b.Low()), Args: args}
	case len(args) > 2 && (op == And || op == Or || op == Add):
		e := args[0]
		for _, a := range args[1:] {
			e = E(op, e, a)
		}
		return e
	}
	return &Expr{Op: op, Args: args}
}

func number(digits string) *Expr {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return &Expr{Op: Num, Name: digits}
	}
	return N(n)
}

func (r *reader) quantifier(x syntax.Expr, ids []syntax.ExprID) *Expr {
	b := &r.Binders[x.Val]
	e := &Expr{Op: map[syntax.Op]Op{syntax.OpForall: Forall, syntax.OpExists: Exists, syntax.OpLambda: Lambda}[x.Op], Params: r.params(b.TypeParams), Bound: r.variables(b.Vars)}
	e.Name = strings.TrimSpace(r.text[b.Skipped:b.Body])
	last := len(ids) - 1
	for _, t := range ids[1:last] {
		e.Triggers = append(e.Triggers, r.exprs(r.Children(nil, t)))
	}
	e.Args = []*Expr{r.expr(ids[last])}
	return e
}

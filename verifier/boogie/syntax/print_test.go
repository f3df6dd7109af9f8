package syntax

import (
	"fmt"
	"strings"
)

// printer writes a file in a canonical form that parses to the same tree. Declarations are grouped by kind.
type printer struct {
	*File
	strings.Builder
}

func print(f *File) string {
	p := &printer{File: f}
	for _, d := range f.TypeDecls {
		params := ""
		for _, t := range d.Params {
			params += " " + p.name(t.Name)
		}
		p.line("type %s%s%s%s;", p.mark(d.Attrs, "datatype", d.Data)+p.attrs(d.Attrs), p.name(d.Name), params, p.opt(" = ", p.typ(d.Body)))
	}
	for _, d := range f.Consts {
		unique := ""
		if d.Unique {
			unique = "unique "
		}
		p.line("const %s%s%s: %s;", p.attrs(d.Attrs), unique, p.name(d.Name), p.typ(d.Type))
	}
	for _, d := range f.Globals {
		p.line("var %s;", p.vars([]VarDecl{d}))
	}
	for _, d := range f.Funcs {
		body := ";"
		if d.Body != 0 {
			body = " { " + p.expr(d.Body) + " }"
		}
		p.line("function %s%s%s(%s) : %s%s", p.mark(d.Attrs, "constructor", d.Constructor)+p.attrs(d.Attrs), p.name(d.Name), p.typeParams(d.TypeParams), p.vars(d.Params), p.typ(d.Result), body)
	}
	for _, a := range f.Axioms {
		p.line("axiom %s%s;", p.attrs(a.Attrs), p.expr(a.Cond))
	}
	for _, d := range f.Procs {
		semi := ";"
		if d.Body != nil {
			semi = ""
		}
		p.line("procedure %s%s%s(%s) returns (%s)%s", p.attrs(d.Attrs), p.name(d.Name), p.typeParams(d.TypeParams), p.vars(d.Ins), p.vars(d.Outs), semi)
		p.specs(d.Specs)
		for _, m := range d.Modifies {
			p.line("modifies %s;", p.name(m.Name))
		}
		p.body(d.Body)
	}
	for _, d := range f.Impls {
		p.line("implementation %s%s%s(%s) returns (%s)", p.attrs(d.Attrs), p.name(d.Name), p.typeParams(d.TypeParams), p.vars(d.Ins), p.vars(d.Outs))
		p.body(d.Body)
	}
	return p.String()
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }
func (p *printer) name(n Name) string              { return p.Names.Text(n) }

// mark returns the attribute of a declaration that means what other syntax says, unless it has it.
func (p *printer) mark(l List, name string, is bool) string {
	if _, has := p.Attr(l, name); has || !is {
		return ""
	}
	return "{:" + name + "} "
}

func (p *printer) opt(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func (p *printer) typ(id TypeID) string {
	if id == 0 {
		return ""
	}
	switch t := p.Types[id]; t.Kind {
	case TypeBool:
		return "bool"
	case TypeInt:
		return "int"
	case TypeReal:
		return "real"
	case TypeBv:
		return fmt.Sprintf("bv%d", t.Width)
	case TypeNamed:
		s := p.name(t.Name)
		for _, a := range t.Args {
			s += " (" + p.typ(a) + ")"
		}
		return s
	default:
		var parts []string
		for _, a := range t.Args {
			parts = append(parts, p.typ(a))
		}
		last := len(parts) - 1
		return p.typeParams(t.Params) + "[" + strings.Join(parts[:last], ",") + "]" + parts[last]
	}
}

func (p *printer) typeParams(params []NameRef) string {
	var names []string
	for _, t := range params {
		names = append(names, p.name(t.Name))
	}
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}

func (p *printer) vars(vars []VarDecl) string {
	var parts []string
	for _, v := range vars {
		s := p.attrs(v.Attrs)
		if v.Name != 0 {
			s += p.name(v.Name) + ": "
		}
		s += p.typ(v.Type)
		if v.Where != 0 {
			s += " where " + p.expr(v.Where)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

func (p *printer) attrs(l List) string {
	var b strings.Builder
	for _, a := range p.Attrs[l.Start : l.Start+l.N] {
		b.WriteString("{:" + p.name(a.Name))
		for i, arg := range p.Args(a) {
			b.WriteString(", "[min(1-min(i, 1), 1):])
			if arg.Expr != 0 {
				b.WriteString(p.expr(arg.Expr))
			} else {
				b.WriteString(p.str(arg.Str))
			}
		}
		b.WriteString("} ")
	}
	return b.String()
}

func (p *printer) str(n Name) string {
	s := `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(p.name(n)) + `"`
	if strings.HasSuffix(p.name(n), `\`) {
		s += "\n" // lest a later quote of the line ends the string
	}
	return s
}

func (p *printer) specs(specs []Spec) {
	for _, s := range specs {
		free := ""
		if s.Free {
			free = "free "
		}
		kw := [...]string{Requires: "requires", Ensures: "ensures", Invariant: "invariant"}[s.Kind]
		p.line("%s%s %s%s;", free, kw, p.attrs(s.Attrs), p.expr(s.Cond))
	}
}

func (p *printer) body(b *Body) {
	if b == nil {
		return
	}
	p.line("{")
	for _, v := range b.Locals {
		p.line("var %s;", p.vars([]VarDecl{v}))
	}
	p.stmts(b.Stmts)
	p.line("}")
}

func (p *printer) exprs(refs []ExprID) string {
	var parts []string
	for _, e := range refs {
		parts = append(parts, p.expr(e))
	}
	return strings.Join(parts, ", ")
}

func (p *printer) stmts(list []Stmt) {
	for _, s := range list {
		refs := func(from, n uint32) string { return p.exprs(p.Refs[s.Start+from : s.Start+from+n]) }
		switch s.Kind {
		case StmtLabel:
			p.line("%s:", p.name(s.Name))
		case StmtAssert:
			p.line("assert %s%s;", p.attrs(s.Attrs), p.expr(s.Expr))
		case StmtAssume:
			p.line("assume %s%s;", p.attrs(s.Attrs), p.expr(s.Expr))
		case StmtHavoc:
			p.line("havoc %s;", refs(0, s.N))
		case StmtAssign:
			p.line("%s := %s;", refs(0, s.N), refs(s.N, s.N))
		case StmtUnpack:
			p.line("%s(%s) := %s;", p.name(s.Name), refs(0, s.N), refs(s.N, 1))
		case StmtCall:
			lhs := ""
			if s.N > 0 {
				lhs = refs(0, s.N) + " := "
			}
			p.line("%s%scall %s%s%s(%s);", map[bool]string{true: "async "}[s.Async], map[bool]string{true: "free "}[s.Free], p.attrs(s.Attrs), lhs, p.name(s.Name), refs(s.N, s.M))
		case StmtGoto:
			var to []string
			for _, l := range p.Labels[s.Start : s.Start+s.N] {
				to = append(to, p.name(l.Name))
			}
			p.line("goto %s;", strings.Join(to, ", "))
		case StmtReturn:
			p.line("return;")
		case StmtBreak:
			p.line("break%s;", p.opt(" ", p.name(s.Name)))
		default:
			p.nest(s)
		}
	}
}

func (p *printer) nest(s Stmt) {
	n := p.Nests[s.Start]
	cond := "*"
	if n.Cond != 0 {
		cond = p.expr(n.Cond)
	}
	p.line("%s (%s)", map[StmtKind]string{StmtIf: "if", StmtWhile: "while"}[s.Kind], cond)
	p.specs(n.Invs)
	p.line("{")
	p.stmts(n.Body)
	p.line("}")
	if n.HasElse {
		p.line("else {")
		p.stmts(n.Else)
		p.line("}")
	}
}

// expr writes an expression with parentheses around each operator, so that the text shows the tree.
func (p *printer) expr(e ExprID) string {
	x := p.Exprs[e]
	kids := p.Children(nil, e)
	switch x.Op {
	case OpTrue, OpFalse:
		return x.Op.String()
	case OpInt, OpBv, OpReal, OpFloat, OpVar:
		return p.name(Name(x.Val))
	case OpString:
		return p.str(Name(x.Val))
	case OpOld:
		return "old(" + p.expr(kids[1]) + ")"
	case OpForall, OpExists:
		s := "(" + x.Op.String() + " " + p.typeParams(p.Binders[x.Val].TypeParams) + p.vars(p.Binders[x.Val].Vars) + " ::"
		for _, t := range kids[1 : len(kids)-1] { // triggers
			s += " {" + p.exprs(p.Children(nil, t)) + "}"
		}
		return s + " " + p.expr(kids[len(kids)-1]) + ")"
	case OpLambda:
		return "(lambda " + p.typeParams(p.Binders[x.Val].TypeParams) + p.vars(p.Binders[x.Val].Vars) + " :: " + p.expr(kids[1]) + ")"
	case OpLet:
		var names []string
		for _, v := range p.Binders[x.Val].Vars {
			names = append(names, p.name(v.Name))
		}
		last := len(kids) - 1
		return "(var " + strings.Join(names, ", ") + " := " + p.exprs(kids[:last-1]) + "; " + p.expr(kids[last]) + ")"
	case OpToReal, OpToInt:
		return x.Op.String() + "(" + p.expr(kids[0]) + ")"
	case OpCall:
		return p.name(Name(x.Val)) + "(" + p.exprs(kids) + ")"
	case OpSelect:
		return p.expr(kids[0]) + "[" + p.exprs(kids[1:]) + "]"
	case OpStore:
		last := len(kids) - 1
		return p.expr(kids[0]) + "[" + p.exprs(kids[1:last]) + " := " + p.expr(kids[last]) + "]"
	case OpExtract:
		b := Bounds(x.Val)
		return fmt.Sprintf("%s[%d:%d]", p.expr(kids[0]), b.High(), b.Low())
	case OpField:
		return p.expr(kids[0]) + "->" + p.name(Name(x.Val))
	case OpUpdate:
		return p.expr(kids[0]) + "->(" + p.name(Name(x.Val)) + " := " + p.expr(kids[1]) + ")"
	case OpIs:
		return "(" + p.expr(kids[0]) + " is " + p.name(Name(x.Val)) + ")"
	case OpCoerce:
		return "(" + p.expr(kids[0]) + " : " + p.typ(TypeID(x.Val)) + ")"
	case OpIte:
		return "(if " + p.expr(kids[0]) + " then " + p.expr(kids[1]) + " else " + p.expr(kids[2]) + ")"
	case OpNeg, OpNot:
		return "(" + x.Op.String() + p.expr(kids[0]) + ")"
	}
	var parts []string
	for _, k := range kids {
		parts = append(parts, p.expr(k))
	}
	return "(" + strings.Join(parts, " "+x.Op.String()+" ") + ")"
}

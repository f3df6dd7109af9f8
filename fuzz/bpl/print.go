package bpl

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the program as text.
func (p *Program) String() string {
	w := &printer{}
	for _, d := range p.Decls {
		w.decl(d)
	}
	return w.String()
}

type printer struct {
	strings.Builder
	indent int
}

func (w *printer) line(format string, args ...any) {
	w.WriteString(strings.Repeat("  ", w.indent))
	fmt.Fprintf(w, format+"\n", args...)
}

// String returns the type as text.
func (t *Type) String() string {
	if t.Elem == nil {
		s := t.Name
		for _, a := range t.Args {
			s += " " + a.argument()
		}
		return s
	}
	var index []string
	for _, i := range t.Index {
		index = append(index, i.String())
	}
	return parameters(t.Params) + "[" + strings.Join(index, ", ") + "]" + t.Elem.String()
}

// argument returns the type as text where it is an argument of another.
func (t *Type) argument() string {
	if t.Elem != nil || len(t.Args) > 0 {
		return "(" + t.String() + ")"
	}
	return t.Name
}

// parameters returns type parameters as text.
func parameters(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}

func (v VarDecl) String() string {
	s := space(v.Attrs) + v.Name + ": " + v.Type.String()
	if v.Where != nil {
		s += " where " + v.Where.String()
	}
	return s
}

func list[T fmt.Stringer](xs []T) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, x.String())
	}
	return strings.Join(parts, ", ")
}

func space(attrs string) string {
	if attrs == "" {
		return ""
	}
	return attrs + " "
}

func (w *printer) decl(d *Decl) {
	attrs := space(d.Attrs)
	switch d.Kind {
	case TypeDecl:
		name := strings.Join(append([]string{d.Name}, d.Params...), " ")
		if d.Type == nil {
			w.line("type %s%s;", attrs, name)
		} else {
			w.line("type %s%s = %s;", attrs, name, d.Type)
		}
	case ConstDecl:
		unique := ""
		if d.Unique {
			unique = "unique "
		}
		w.line("const %s%s%s;", attrs, unique, d.Var)
	case GlobalDecl:
		w.line("var %s%s;", attrs, d.Var)
	case FunctionDecl:
		body := ";"
		if d.Expr != nil {
			body = " { " + d.Expr.String() + " }"
		}
		w.line("function %s%s%s(%s) : %s%s", attrs, d.Name, parameters(d.Params), list(d.Ins), d.Type, body)
	case AxiomDecl:
		w.line("axiom %s%s;", attrs, d.Expr)
	case ProcDecl:
		w.proc(d)
	}
}

func (w *printer) proc(d *Decl) {
	signature := fmt.Sprintf("%s(%s)", d.Name, list(d.Ins))
	if len(d.Outs) > 0 {
		signature += fmt.Sprintf(" returns (%s)", list(d.Outs))
	}
	attrs, semicolon := space(d.AllAttrs()), ""
	if !d.HasBody || d.Apart {
		semicolon = ";"
	}
	if d.HasBody && d.Apart {
		attrs = space(d.Attrs)
		w.line("procedure %s%s;", space(d.Outer), signature)
	} else {
		w.line("procedure %s%s%s", attrs, signature, semicolon)
	}
	w.indent++
	for _, s := range d.Specs {
		w.line("%s", s)
	}
	if len(d.Modify) > 0 {
		w.line("modifies %s;", strings.Join(d.Modify, ", "))
	}
	w.indent--
	if !d.HasBody {
		return
	}
	if d.Apart {
		w.line("implementation %s%s(%s) returns (%s)", attrs, d.Name, list(bare(d.Ins)), list(bare(d.Outs)))
	}
	w.line("{")
	w.indent++
	for _, v := range d.Locals {
		w.line("var %s;", v)
	}
	w.stmts(d.Body)
	w.indent--
	w.line("}")
}

// bare leaves out the where clauses, which an implementation must not repeat.
func bare(vars []VarDecl) []VarDecl {
	out := make([]VarDecl, len(vars))
	for i, v := range vars {
		out[i] = VarDecl{Name: v.Name, Type: v.Type}
	}
	return out
}

func (s Spec) String() string {
	free := ""
	if s.Free {
		free = "free "
	}
	return free + [...]string{"requires ", "ensures ", "invariant "}[s.Kind] + space(s.Attrs) + s.Cond.String() + ";"
}

func (w *printer) stmts(list []*Stmt) {
	w.indent++
	for _, s := range list {
		w.stmt(s)
	}
	w.indent--
}

func (w *printer) stmt(s *Stmt) {
	attrs := space(s.Attrs)
	switch s.Kind {
	case Label:
		w.indent--
		w.line("%s:", s.Name)
		w.indent++
	case Assert:
		if s.Under != nil {
			attrs += "{:verified_under " + s.Under.String() + "} "
		}
		w.line("assert %s%s;", attrs, s.Cond)
	case Assume:
		w.line("assume %s%s;", attrs, s.Cond)
	case Havoc:
		w.line("havoc %s;", list(s.Targets))
	case Assign:
		w.line("%s := %s;", list(s.Targets), list(s.Values))
	case Call:
		to := ""
		if len(s.Targets) > 0 {
			to = list(s.Targets) + " := "
		}
		w.line("call %s%s%s(%s);", attrs, to, s.Name, list(s.Values))
	case Goto:
		w.line("goto %s;", strings.Join(s.Labels, ", "))
	case Return:
		w.line("return;")
	case Break:
		w.line("%s;", strings.TrimSpace("break "+s.Name))
	case If:
		w.line("if (%s) {", guard(s.Cond))
		w.stmts(s.Body)
		if len(s.Else) > 0 {
			w.line("} else {")
			w.stmts(s.Else)
		}
		w.line("}")
	case While:
		brace := " {"
		if len(s.Invs) > 0 {
			brace = ""
		}
		w.line("while (%s)%s", guard(s.Cond), brace)
		for _, i := range s.Invs {
			w.line("  %s", i)
		}
		if brace == "" {
			w.line("{")
		}
		w.stmts(s.Body)
		w.line("}")
	}
}

func guard(cond *Expr) string {
	if cond == nil {
		return "*"
	}
	return cond.String()
}

// Precedences. Comparisons do not associate; && and || do not mix.
const (
	precTop = iota
	precIff
	precImplies
	precLogic
	precCompare
	precJoin
	precAdd
	precMul
	precUnary
	precPostfix
)

var infix = map[Op]struct {
	text string
	prec int
}{
	Iff: {"<==>", precIff}, Implies: {"==>", precImplies}, Explies: {"<==", precImplies}, And: {"&&", precLogic}, Or: {"||", precLogic},
	Eq: {"==", precCompare}, Ne: {"!=", precCompare}, Lt: {"<", precCompare}, Le: {"<=", precCompare}, Gt: {">", precCompare}, Ge: {">=", precCompare},
	Concat: {"++", precJoin}, Add: {"+", precAdd}, Sub: {"-", precAdd}, Mul: {"*", precMul}, Div: {"div", precMul}, Mod: {"mod", precMul},
}

// String returns the expression as text.
func (e *Expr) String() string {
	var b strings.Builder
	e.print(&b, precTop)
	return b.String()
}

// print writes e as an operand that needs at least this precedence.
func (e *Expr) print(b *strings.Builder, want int) {
	if op, ok := infix[e.Op]; ok {
		e.infix(b, op.text, op.prec, want)
		return
	}
	switch e.Op {
	case Num:
		e.number(b, want)
	case True:
		b.WriteString("true")
	case False:
		b.WriteString("false")
	case Var:
		b.WriteString(e.Name)
	case Old:
		e.commas(b, "old(", e.Args, ")")
	case Apply:
		e.commas(b, e.Name+"(", e.Args, ")")
	case Select:
		e.Args[0].print(b, precPostfix)
		e.commas(b, "[", e.Args[1:], "]")
	case Extract:
		e.Args[0].print(b, precPostfix)
		b.WriteString("[" + e.Name + "]")
	case Store:
		last := len(e.Args) - 1
		e.Args[0].print(b, precPostfix)
		e.commas(b, "[", e.Args[1:last], " := ")
		e.Args[last].print(b, precTop)
		b.WriteString("]")
	case Ite:
		open, end := bracket(want > precTop)
		b.WriteString(open + "if ")
		e.Args[0].print(b, precTop)
		b.WriteString(" then ")
		e.Args[1].print(b, precTop)
		b.WriteString(" else ")
		e.Args[2].print(b, precTop)
		b.WriteString(end)
	case Neg, Not:
		open, end := bracket(want > precUnary)
		b.WriteString(open + map[Op]string{Neg: "-", Not: "!"}[e.Op])
		e.Args[0].print(b, precUnary)
		b.WriteString(end)
	case Forall, Exists, Lambda:
		b.WriteString("(" + map[Op]string{Forall: "forall", Exists: "exists", Lambda: "lambda"}[e.Op] + parameters(e.Params) + " " + list(e.Bound) + " :: " + space(e.Name))
		for _, t := range e.Triggers {
			e.commas(b, "{", t, "} ")
		}
		e.Args[0].print(b, precTop)
		b.WriteString(")")
	}
}

func bracket(needed bool) (open, end string) {
	if needed {
		return "(", ")"
	}
	return "", ""
}

func (e *Expr) number(b *strings.Builder, want int) {
	text := e.Name
	if text == "" {
		text = strconv.FormatInt(e.Value, 10)
	}
	open, end := bracket(text[0] == '-' && want > precUnary)
	b.WriteString(open + text + end)
}

func (e *Expr) commas(b *strings.Builder, open string, args []*Expr, end string) {
	b.WriteString(open)
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		a.print(b, precTop)
	}
	b.WriteString(end)
}

// infix omits the parentheses of chains: the left operand may have the same operator, the
// right operand only that of ==>.
func (e *Expr) infix(b *strings.Builder, text string, prec, want int) {
	open, end := bracket(want > prec)
	b.WriteString(open)
	for i, a := range e.Args {
		if i > 0 {
			b.WriteString(" " + text + " ")
		}
		op, side := a.Op, prec+1
		switch {
		case prec == precAdd || prec == precMul:
			if i == 0 {
				side = prec
			}
		case prec != precCompare && op == e.Op && (i == 0) != (op == Implies):
			side = prec
		}
		a.print(b, side)
	}
	b.WriteString(end)
}

package prog

import (
	"fmt"
	"io"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// texts write the parts of a program in Boogie's notation.
type texts struct {
	p    *Program
	term func(term.Term) string
	sort func(term.Sort) string
	name func(VarID) string
	proc func(ProcID) string
}

// decl declares a variable.
func (x *texts) decl(v VarID) string {
	text := x.name(v) + ": " + x.sort(x.p.Sort(v))
	if w := x.p.Vars[v].Where; w != 0 {
		text += " where " + x.term(w)
	}
	return text
}

// list writes each variable by f.
func list(vs []VarID, f func(VarID) string) string {
	all := make([]string, len(vs))
	for i, v := range vs {
		all[i] = f(v)
	}
	return strings.Join(all, ", ")
}

// declarations writes the constants, axioms and globals.
func (x *texts) declarations(w io.Writer) {
	for _, v := range x.p.Consts {
		unique := ""
		if x.p.Vars[v].Unique {
			unique = "unique "
		}
		fmt.Fprintf(w, "const %s%s;\n", unique, x.decl(v))
	}
	for _, a := range x.p.Axioms {
		fmt.Fprintf(w, "axiom %s;\n", x.term(a.Cond))
	}
	for _, v := range x.p.Globals {
		fmt.Fprintf(w, "var %s;\n", x.decl(v))
	}
}

// signature writes a procedure but for its body.
func (x *texts) signature(w io.Writer, attrs string, q *Proc) {
	fmt.Fprintf(w, "procedure %s%s(%s)", attrs, x.proc(q.ID), list(q.Ins, x.decl))
	if len(q.Outs) > 0 {
		fmt.Fprintf(w, " returns (%s)", list(q.Outs, x.decl))
	}
	if !q.HasBody() {
		fmt.Fprint(w, ";")
	}
	fmt.Fprintln(w)
	if len(q.Modifies) > 0 {
		fmt.Fprintf(w, "  modifies %s;\n", list(q.Modifies, x.name))
	}
	x.contracts(w, "requires", q.Requires)
	x.contracts(w, "ensures", q.Ensures)
}

func (x *texts) contracts(w io.Writer, word string, cs []Contract) {
	for _, c := range cs {
		free := ""
		if c.Free {
			free = "free "
		}
		fmt.Fprintf(w, "  %s%s %s;\n", free, word, x.term(c.Cond))
	}
}

func (x *texts) locals(w io.Writer, q *Proc) {
	for _, v := range q.Locals {
		fmt.Fprintf(w, "  var %s;\n", x.decl(v))
	}
}

// command returns a command without the semicolon.
func (x *texts) command(c *Cmd) string {
	values := make([]string, len(c.Values))
	for i, t := range c.Values {
		values[i] = x.term(t)
	}
	all := strings.Join(values, ", ")
	switch c.Kind {
	case Assume:
		return "assume " + x.term(c.Cond)
	case Assert:
		return "assert " + x.term(c.Cond)
	case Propose:
		return "propose " + x.term(c.Cond)
	case Assign:
		return list(c.Targets, x.name) + " := " + all
	case Havoc:
		return "havoc " + list(c.Targets, x.name)
	case Call:
		s := "call "
		switch {
		case c.Async:
			s = "async call "
		case c.Free:
			s = "free call "
		}
		if len(c.Targets) > 0 {
			s += list(c.Targets, x.name) + " := "
		}
		return s + x.proc(c.Callee) + "(" + all + ")"
	case Record:
		return fmt.Sprintf("record %q %s", c.Label, all)
	}
	return "?"
}

package prog

import (
	"fmt"
	"io"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// program writes everything except types and functions.
func (s *source) program(b *strings.Builder, opt Source) {
	s.taken = map[string]bool{}
	for _, v := range s.p.Consts {
		unique := ""
		if s.p.Vars[v].Unique {
			unique = "unique "
		}
		fmt.Fprintf(b, "const %s%s;\n", unique, s.decl(v))
	}
	for _, a := range s.p.Axioms {
		fmt.Fprintf(b, "axiom %s;\n", s.term(a.Cond))
	}
	for _, v := range s.p.Globals {
		fmt.Fprintf(b, "var %s;\n", s.decl(v))
	}
	for _, q := range s.p.Procs {
		b.WriteByte('\n')
		s.scope(q)
		s.proc(b, q, opt)
	}
}

// declarations writes the types and functions that occurred.
func (s *source) declarations(w io.Writer) {
	funs := make([]string, len(s.funs))
	for i, f := range s.funs {
		args, res := s.st.SymSorts(f)
		sorts := make([]string, len(args))
		for k, a := range args {
			sorts[k] = s.sort(a)
		}
		funs[i] = fmt.Sprintf("function %s(%s) returns (%s);\n", escaped(s.st.SymName(f)), strings.Join(sorts, ", "),
			s.sort(res))
	}
	for _, t := range s.types {
		fmt.Fprintf(w, "type %s;\n", escaped(s.st.SortString(t)))
	}
	for _, list := range [][]string{funs, s.ops} {
		for _, f := range list {
			io.WriteString(w, f)
		}
	}
}

func (s *source) decl(v VarID) string {
	text := escaped(s.names[v]) + ": " + s.sort(s.p.Sort(v))
	if w := s.p.Vars[v].Where; w != 0 {
		text += " where " + s.term(w)
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

func (s *source) written(v VarID) string { return escaped(s.names[v]) }

func (s *source) proc(b *strings.Builder, q *Proc, opt Source) {
	if opt.Notes != nil {
		for _, line := range opt.Notes(q) {
			fmt.Fprintf(b, "// %s\n", line)
		}
	}
	attrs := ""
	if opt.Attrs != nil {
		if attrs = opt.Attrs(q); attrs != "" {
			attrs += " "
		}
	}
	fmt.Fprintf(b, "procedure %s%s(%s)", attrs, escaped(q.Name), list(q.Ins, s.decl))
	if len(q.Outs) > 0 {
		fmt.Fprintf(b, " returns (%s)", list(q.Outs, s.decl))
	}
	if !q.HasBody() {
		b.WriteByte(';')
	}
	b.WriteByte('\n')
	if len(q.Modifies) > 0 {
		fmt.Fprintf(b, "  modifies %s;\n", list(q.Modifies, s.written))
	}
	s.contracts(b, "requires", q.Requires)
	s.contracts(b, "ensures", q.Ensures)
	if !q.HasBody() {
		return
	}
	b.WriteString("{\n")
	for _, v := range q.Locals {
		fmt.Fprintf(b, "  var %s;\n", s.decl(v))
	}
	labels := map[string]bool{}
	at := make([]string, len(q.Blocks))
	for i := range q.Blocks {
		at[i] = escaped(fresh(q.Blocks[i].Label, labels))
	}
	(&bodyWriter{source: s, b: b, q: q, labels: at, nest: newNest(q)}).level(-1)
	b.WriteString("}\n")
}

func (s *source) contracts(b *strings.Builder, word string, cs []Contract) {
	for _, c := range cs {
		free := ""
		if c.Free {
			free = "free "
		}
		fmt.Fprintf(b, "  %s%s %s;\n", free, word, s.term(c.Cond))
	}
}

// cmd returns a command without the semicolon; nothing for a record.
func (s *source) cmd(c *Cmd) string {
	if c.Kind == Record {
		return ""
	}
	names := func(vs []VarID) string { return list(vs, s.written) }
	return c.text(s.term, names, func(q ProcID) string { return escaped(s.p.Procs[q].Name) })
}

// implication writes a disjunction with negated parts as an implication. It returns false if there are none.
func (q *termPrinter) implication(t term.Term, outer, depth int) bool {
	var pre, post []term.Term
	for _, a := range q.st.Args(t) {
		if q.st.Op(a) == term.OpNot {
			pre = append(pre, q.st.Arg(a, 0))
		} else {
			post = append(post, a)
		}
	}
	if len(pre) == 0 {
		return false
	}
	if n := len(pre) - 1; len(post) == 0 {
		pre, post = pre[:n], q.st.Args(t)[n:]
	}
	if outer > 0 {
		q.b.WriteByte('(')
	}
	part := func(ts []term.Term, op string, prec int) {
		for i, a := range ts {
			if i > 0 {
				q.b.WriteString(op)
			}
			if len(ts) == 1 {
				prec = precOr // also stronger than ==>
			}
			q.term(a, prec, depth)
		}
	}
	part(pre, " && ", precAnd)
	q.b.WriteString(" ==> ")
	part(post, " || ", precAnd)
	if outer > 0 {
		q.b.WriteByte(')')
	}
	return true
}

// distinct writes that terms differ pairwise.
func (q *termPrinter) distinct(args []term.Term, depth int) {
	q.b.WriteByte('(')
	for i, x := range args {
		for _, y := range args[:i] {
			if i > 1 || y != args[0] {
				q.b.WriteString(" && ")
			}
			q.term(y, precRel, depth)
			q.b.WriteString(" != ")
			q.term(x, precRel, depth)
		}
	}
	q.b.WriteByte(')')
}

// everywhere writes a map that has the same value at all indices.
func (q *termPrinter) everywhere(t term.Term, depth int) {
	index, _ := q.st.ArraySorts(q.st.Sort(t))
	i := fresh("i", q.src.outer, q.src.taken)
	q.b.WriteString("(lambda " + escaped(i) + ": " + q.src.sort(index) + " :: ")
	q.term(q.st.Arg(t, 0), 0, depth)
	q.b.WriteByte(')')
	delete(q.src.taken, i)
}

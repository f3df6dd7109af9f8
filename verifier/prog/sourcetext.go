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
	s.declarations(b)
	for _, q := range s.p.Procs {
		b.WriteByte('\n')
		s.scope(q)
		s.proc(b, q, opt)
	}
}

// vocabulary writes the types and functions that occurred.
func (s *source) vocabulary(w io.Writer) {
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
	s.signature(b, attrs, q)
	if !q.HasBody() {
		return
	}
	b.WriteString("{\n")
	s.locals(b, q)
	at := q.labels()
	for i := range at {
		at[i] = escaped(at[i])
	}
	(&bodyWriter{source: s, b: b, q: q, labels: at, nest: newNest(q)}).level(-1)
	b.WriteString("}\n")
}

// cmd returns a command without the semicolon; nothing for a record.
func (s *source) cmd(c *Cmd) string {
	if c.Kind == Record {
		return ""
	}
	return s.command(c)
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

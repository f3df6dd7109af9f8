package term

import (
	"strconv"
	"strings"
)

// stringDepth bounds the depth of what String prints.
const stringDepth = 30

// String returns t for debugging: in SMT-LIB syntax, cut off below a fixed depth.
// Package smtlib prints terms for other solvers.
func (s *Store) String(t Term) string {
	var b strings.Builder
	s.write(&b, t, stringDepth)
	return b.String()
}

func (s *Store) write(b *strings.Builder, t Term, depth int) {
	switch n := s.nodes.at(uint32(t)); {
	case n.op == OpNum:
		b.WriteString(s.Num(t).String())
		return
	case n.op == OpBits:
		b.WriteString("(_ bv" + s.Num(t).String() + " " + strconv.Itoa(s.Width(n.sort)) + ")")
		return
	case n.op == OpRat:
		b.WriteString(s.RatValue(t).String())
		return
	case n.op == OpApp && n.n == 0, n.op == OpBound:
		b.WriteString(s.syms.at(n.payload).name)
		return
	case n.n == 0:
		b.WriteString(n.op.String())
		return
	case depth == 0:
		b.WriteString("...")
		return
	}
	b.WriteByte('(')
	if s.Op(t) == OpApp {
		b.WriteString(s.SymName(s.Sym(t)))
	} else if index := s.Indices(t); index != "" {
		b.WriteString("(_ " + s.Op(t).String() + index + ")")
	} else {
		b.WriteString(s.Op(t).String())
	}
	for _, a := range s.Args(t) {
		b.WriteByte(' ')
		s.write(b, a, depth-1)
	}
	b.WriteByte(')')
}

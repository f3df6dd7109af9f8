package boogie

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// sourceAttributes say where a statement comes from.
var sourceAttributes = [...]string{"sourceloc", "sourcefile", "sourceFile", "sourceline", "sourceLine"}

// name notes the names in the attributes of an assertion or a contract: those of the attributes and the strings in them.
func (l *lowerer) name(attrs syntax.List, at syntax.Pos) {
	if attrs.N == 0 {
		return
	}
	var names []string
	for _, a := range l.f.Attrs[attrs.Start : attrs.Start+attrs.N] {
		if slices.Contains(sourceAttributes[:], l.c.text(a.Name)) {
			continue
		}
		names = append(names, l.c.text(a.Name))
		for _, x := range l.f.Args(a) {
			if x.Expr == 0 {
				names = append(names, l.c.text(x.Str))
			}
		}
	}
	if len(names) == 0 {
		return
	}
	if l.prog.Names == nil {
		l.prog.Names = map[prog.Pos][]string{}
	}
	l.prog.Names[l.pos(at)] = names
}

// source returns the place that the attributes of a statement give, as file(line,col): in {:sourceloc "file", line, col},
// or in {:sourcefile "file"} {:sourceline line}, as Corral reads them. It is empty if they give none.
func (l *lowerer) source(attrs syntax.List) string {
	if attrs.N == 0 {
		return ""
	}
	file, line, col := "", "", "1"
	for _, a := range l.f.Attrs[attrs.Start : attrs.Start+attrs.N] {
		args := l.f.Args(a)
		switch l.c.text(a.Name) {
		case "sourceloc":
			if len(args) == 3 && args[0].Expr == 0 && l.digits(args[1]) != "" {
				file, line, col = l.c.text(args[0].Str), l.digits(args[1]), l.digits(args[2])
			}
		case "sourcefile", "sourceFile":
			if len(args) == 1 && args[0].Expr == 0 {
				file = l.c.text(args[0].Str)
			}
		case "sourceline", "sourceLine":
			if len(args) == 1 {
				line = l.digits(args[0])
			}
		}
	}
	if file == "" || line == "" || col == "" {
		return ""
	}
	return fmt.Sprintf("%s(%s,%s)", file, line, col)
}

// digits returns the numeral that an argument is, or nothing.
func (l *lowerer) digits(a syntax.AttrArg) string {
	if a.Expr == 0 || l.f.Exprs[a.Expr].Op != syntax.OpInt {
		return ""
	}
	return l.c.text(syntax.Name(l.f.Exprs[a.Expr].Val))
}

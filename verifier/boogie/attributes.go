package boogie

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// sourceAttributes say where a statement comes from.
var sourceAttributes = [...]string{"sourceloc", "sourcefile", "sourceFile", "sourceline", "sourceLine"}

// name notes the names in the attributes of an assertion or a contract: those of the attributes and the strings in
// them.
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
		l.prog.Names = map[prog.NodeID][]string{}
	}
	l.prog.Names[l.nodeAt(at)] = names
}

// modular returns what the attributes of a procedure say about checking it by its contract.
func (l *lowerer) modular(p *procedure) prog.Modular {
	m := prog.Modular{}
	m.Skip = p.decl.Action || l.isFalse(p.decl.Attrs, "verify") || l.isFalse(p.attrs, "verify")
	for _, attrs := range []syntax.List{p.attrs, p.decl.Attrs} {
		if a := l.f.Arg(attrs, "inline"); a.Expr != 0 && !m.Inlined {
			m.Skip, m.Inlined, m.Inline = true, l.digits(a) != "", l.number(attrs, "inline")
		}
	}
	if m.TimeLimit = l.number(p.attrs, "timeLimit"); m.TimeLimit == 0 {
		m.TimeLimit = l.number(p.decl.Attrs, "timeLimit")
	}
	return m
}

// isFalse reports whether an attribute has the argument false.
func (l *lowerer) isFalse(attrs syntax.List, name string) bool {
	return l.f.Exprs[l.f.Arg(attrs, name).Expr].Op == syntax.OpFalse
}

// number returns the numeral that is the argument of an attribute; 0 if it has none.
func (l *lowerer) number(attrs syntax.List, name string) int {
	n, err := strconv.Atoi(l.digits(l.f.Arg(attrs, name)))
	if err != nil {
		return 0
	}
	return n
}

// under returns the condition of {:verified_under}, the first of which counts; 0 if there is none.
func (c *checker) under(attrs syntax.List) syntax.ExprID {
	for _, a := range c.file.Attrs[attrs.Start : attrs.Start+attrs.N] {
		if args := c.file.Args(a); c.text(a.Name) == "verified_under" && len(args) == 1 && args[0].Expr != 0 {
			return args[0].Expr
		}
	}
	return 0
}

// checkUnder checks the condition of {:verified_under}.
func (c *checker) checkUnder(attrs syntax.List) {
	if e := c.under(attrs); e != 0 {
		c.typed(e, boolType, twoState, "argument of {:verified_under}")
	}
}

// assert emits an assertion or an invariant. What is verified under a condition is checked where that does not hold,
// and assumed behind it.
func (l *lowerer) assert(c prog.Cmd, e syntax.ExprID, attrs syntax.List, at syntax.Pos) {
	l.name(attrs, at)
	l.note(e, at)
	l.readCodes(e, allReturn)
	c.Kind, c.Cond, c.Start = prog.Assert, l.formula(e, l.claim), l.c.flag(attrs, "start_checking_here")
	c.Loose, c.Ends = l.loose(attrs), l.saysFalse(e)
	under := l.c.under(attrs)
	if under == 0 || l.unsupported {
		l.emit(c, at)
		return
	}
	behind := c.Cond
	c.Cond = l.st.Or(l.eval(under), behind)
	l.emit(c, at)
	if !c.Loose {
		l.emit(prog.Cmd{Kind: prog.Assume, Cond: behind, Ends: c.Ends}, at)
	}
}

// saysFalse reports whether an expression is the literal false.
func (l *lowerer) saysFalse(e syntax.ExprID) bool { return l.f.Exprs[e].Op == syntax.OpFalse }

// loose reports whether an assertion has {:subsumption 0}.
func (l *lowerer) loose(attrs syntax.List) bool {
	return l.digits(l.f.Arg(attrs, "subsumption")) == "0"
}

// source returns the place that the attributes of a statement give, as file(line,col): in {:sourceloc "file", line,
// col}, or in {:sourcefile "file"} {:sourceline line}, as Corral reads them. It is empty if they give none.
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

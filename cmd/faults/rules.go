package main

import (
	"fmt"
	"os"

	"github.com/muster-smt/muster/fuzz/fault"
)

// rule is a rule of C, and a change of the front end or the lowering that breaks it.
type rule struct{ what, file, old, new string }

const (
	front    = "verifier/c/syntax/"
	lowering = "verifier/c/"
)

// rules are about attributes, copies that overlap, bit-fields, declarations, arrays of computed size, nested
// functions, variable arguments and what has no value. A text occurs once in its file; whoever changes it changes the
// fault, too.
var rules = []rule{
	{"_Alignof a variable is what its attribute says", front + "primary.go",
		"return num(max(e.Obj.Align, 1), p.size, at)", "return num(max(e.Obj.Type.Align, 1), p.size, at)"},
	{"constructors run by their priority", lowering + "startup.go", "cmp.Compare(a.Constructor, b.Constructor)",
		"cmp.Compare(b.Constructor, a.Constructor)"},
	{"packed members have no alignment", front + "layout.go", "	case packed:\n		want = bitsPerByte\n",
		"	case packed:\n		want = l.natural(f.Type)\n"},
	{"packed enumerations are as small as their values", front + "record.go", "	if a.packed {\n		choices = append(",
		"	if !a.packed {\n		choices = append("},
	{"cleanup functions run innermost first", front + "cleanup.go", "out = append(out, p.cleanup(l))",
		"out = append([]*Stmt{p.cleanup(l)}, out...)"},
	{"goto cleans up the scope that it leaves", front + "cleanup.go", "before := p.cleanups(g.live, g.to.live)",
		"before := p.cleanups(g.live, g.live)"},
	{"break cleans up no more than the loop", front + "statement.go", "calls = p.left(p.fn.brk, at)",
		"calls = p.left(nil, at)"},
	{"destructors run in the opposite order", lowering + "startup.go", "	slices.Reverse(end)\n", ""},
	{"an alias is the other object", front + "link.go", "p := own[o.Alias]", "p := own[o.Name]"},
	{"a transparent union takes what its members take", front + "primary.go",
		"if t.Kind == Union && t.transparent && t.Canonical()", "if t.Kind == Union && !t.transparent && t.Canonical()"},
	{"members with another storage order have their bytes swapped", lowering + "place.go", "p.typ, p.big = m.Type, m.Big",
		"p.typ, p.big = m.Type, false"},
	{"#line says what __LINE__ is", lowering + "cpp/directive.go", "		p.marker(&t, false)\n	case errorDirective:",
		"	case errorDirective:"},
	{"_Generic finds the type of a value with its qualifiers gone", front + "builtin.go",
		"if e := p.assignment(); compatible(t, control) {",
		"if e := p.assignment(); compatible(t, selector.Type.with(constQual)) {"},
	{"an object is read as a whole before it is written", lowering + "change.go",
		"	c := f.change()\n	c.copy(to, from, at)\n	c.make()",
		"	for _, m := range to.typ.Fields {\n		c := f.change()\n		c.copy(c.member(to, m, at), c.member(from, m, at), " +
			"at)\n		c.make()\n	}\n	if to.typ.Fields == nil {\n		c := f.change()\n		c.copy(to, from, at)\n		c.make()\n	}"},
	{"where a copy goes is found before the function is called that makes it", lowering + "assign.go",
		"		to = f.place(e.X)\n		if wanted || hasEffects(e.Y) {\n			to = f.keptPlace(to)\n		}\n		from = f.aggregate(e.Y)",
		"		from = f.aggregate(e.Y)\n		to = f.place(e.X)"},
	{"a bit-field that int holds becomes int", front + "conversion.go",
		"if n < p.int.Size*8 || n == p.int.Size*8 && e.Type.Signed {", "if n < p.int.Size*8 && e.Type.Signed {"},
	{"a bit-field wider than int has a type of its width", front + "conversion.go",
		"if f.Bits <= p.int.Size*8 || f.Bits == f.Type.Size*8 {", "if f.Bits > 0 {"},
	{"a comma with a bit-field promotes as the field does", front + "conversion.go",
		"	case Comma:\n		return field(e.Y)\n", ""},
	{"a field that does not fit begins another unit", front + "layout.go",
		"if n := l.natural(f.Type); (l.at%n+f.Bits+n-1)/n > f.Type.Size*bitsPerByte/n {",
		"if n := l.natural(f.Type); l.at%n+f.Bits < 0 {"},
	{"a field of no width ends a unit", front + "layout.go", "return max(want, l.natural(f.Type)) // neither",
		"return max(want, 1) // neither"},
	{"values go round at the width of their type", lowering + "value.go",
		"machine.Type{Bits: int(typ.Width()), ", "machine.Type{Bits: int(typ.Size*8), "},
	{"a tag with members is declared in its own scope", front + "record.go", "if t == nil && !here {", "if t == nil {"},
	{"the first of several characters is the highest", front + "literal.go", "n = n<<8 | u&0xff", "n = n>>8 | u&0xff<<24"},
	{"literals that are joined have the wider elements", front + "literal.go", "			elem = t\n		}\n		parts",
		"		}\n		parts"},
	{"a flexible member is as long as its initialiser", front + "initializer.go",
		"i.flexible = max(i.flexible, l.next+1)", "i.flexible = max(i.flexible, l.next)"},
	{"x ?: y evaluates x once", front + "expression.go",
		"	if pure(x) || p.eval(x) != nil {\n		return p.choice(at, where, x, x, y)\n	}\n",
		"	if x != nil {\n		return p.choice(at, where, x, x, y)\n	}\n"},
	{"labels that a block declares are its own", front + "statement.go",
		"l := &label{name: name + \"$\" + itoa(p.fn.locals)}", "l := &label{name: name}"},
	{"sizeof evaluates the lengths of its type", front + "primary.go", "return p.before(begin, p.sizeOfType(t, at))",
		"return p.before(begin[:0], p.sizeOfType(t, at))"},
	{"pointers to rows of computed size move by rows", front + "variable.go",
		"y := &Expr{Op: Mul, X: p.cast(e.Y, p.diff), Y: n, Type: p.diff, Pos: e.Pos}", "y := p.cast(e.Y, p.diff)"},
	{"each call of a function has pointers of its own to those within it", lowering + "fn.go",
		"f.begins(g.Descriptor, true)", "f.storage(g.Descriptor)"},
	{"a nested function keeps its parameters where it is called by a pointer", lowering + "flow.go",
		"r.given(o.Params[first+i], x)", "r.given(o.Params[i], x)"},
	{"va_arg goes past the argument", lowering + "variadic.go",
		"f.assign(p, typed(f.st.Add(at, f.st.Int(n)), p.typ))",
		"f.assign(p, typed(f.st.Add(at, f.st.Int(n-1)), p.typ))"},
	{"va_copy goes on where the other list is", lowering + "variadic.go", "		f.assign(p, f.valued(f.load(from), e.Y))\n",
		"		f.assign(p, typed(f.prog.Var(f.q.Ins[len(f.q.Ins)-1]).Term, from.typ))\n"},
	{"a copy of what has no value has none", lowering + "memory.go", "c.carries(p, q, f.number(n))",
		"c.givesAll(p.addr, f.number(n))"},
}

// broken returns the faults of the table.
func broken() ([]fault.Fault, error) {
	var out []fault.Fault
	for _, r := range rules {
		source, err := os.ReadFile(r.file)
		if err != nil {
			return nil, err
		}
		f, err := fault.Edit(r.file, source, r.old, r.new)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.what, err)
		}
		f.Func = r.what
		out = append(out, f)
	}
	return out, nil
}

package syntax

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// specs are what stands before declarators.
type specs struct {
	typ      *Type
	storage  string // typedef, extern, static, auto or register
	thread   bool
	inline   bool
	deduced  bool // __auto_type
	implicit bool // no type is given
	tagged   bool // a structure or an enumeration is named, or its members are
	align    int64
	alignas  bool
	attrs    attributes
	pos      Pos
}

// arithmetic returns the type that several words name, in alphabetical order.
func (c *types) arithmetic(words string) *Type {
	if t := c.named[words]; t != nil {
		return t
	}
	return c.exotic(words)
}

// exotic returns a type that is not supported; nil if there is none of that name.
func (c *types) exotic(words string) *Type {
	if rest, ok := strings.CutPrefix(words, "_Complex"); ok {
		part := c.double
		if rest = strings.TrimSpace(rest); rest != "" {
			part = c.arithmetic(rest)
		}
		if part == nil || part.Kind != Float && part.Kind != Int {
			return nil
		}
		t := &Type{Kind: Other, Name: "_Complex " + part.Name, Size: 2 * part.Size, Align: part.Align}
		if c.model == ILP32 && part == c.double {
			t.Align = 4
		}
		return t
	}
	size, ok := map[string]int64{"_Decimal32": 4, "_Decimal64": 8, "_Decimal128": 16}[words]
	switch {
	case words == "_Float16":
		return &Type{Kind: Float, Name: words, Size: 2, Align: 2}
	case ok:
		return &Type{Kind: Other, Name: words, Size: size, Align: size}
	}
	return nil
}

// declares reports whether a token begins a declaration, or the name of a type.
func (p *parser) declares(t *cpp.Token) bool {
	if t.Kind != cpp.Ident {
		return t.Kind == cpp.Punct && t.Text == "[" && p.doubled(t)
	}
	switch canonical(t.Text) {
	case "typedef", "extern", "static", "auto", "register", "_Thread_local", "inline", "_Noreturn", "_Alignas",
		"_Static_assert", "__auto_type":
		return true
	}
	return p.typical(t)
}

// doubled reports whether a bracket is the first one of an attribute in the way of C2x.
func (p *parser) doubled(t *cpp.Token) bool { return t == p.tok() && p.peek(1).Is("[") }

// typical reports whether a token begins the name of a type.
func (p *parser) typical(t *cpp.Token) bool {
	if t.Kind != cpp.Ident {
		return false
	}
	switch w := canonical(t.Text); w {
	case "const", "volatile", "restrict", "_Atomic", "struct", "union", "enum", "typeof", "__attribute__":
		return true
	case "__extension__":
		return t == p.tok() && p.declares(p.peek(1))
	default:
		return arithmeticWord(w) || p.typedef(t.Text) != nil
	}
}

// typedef returns the type that a name stands for; nil if it stands for none.
func (p *parser) typedef(name string) *Type {
	if keyword(name) {
		return nil
	}
	if e := p.scope.lookup(name); e != nil {
		if e.isType {
			return e.typ
		}
		return nil
	}
	return p.builtinTypes[name]
}

func arithmeticWord(w string) bool {
	switch w {
	case "void", "_Bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Complex", "__int128",
		"_Float16", "_Float32", "_Float64",
		"_Float128", "_Float32x", "_Float64x", "_Decimal32", "_Decimal64", "_Decimal128", "__builtin_va_list":
		return true
	}
	return false
}

// specifiers reads what stands before declarators. Storage classes are no part of the types of members, parameters
// and expressions.
func (p *parser) specifiers() *specs {
	s := &specs{pos: p.pos()}
	var q quals
	var list []string // words of the type, sorted
	for {
		t := p.tok()
		if t.Is("[") && p.doubled(t) {
			p.standardAttributes(&s.attrs)
			continue
		}
		if t.Kind != cpp.Ident {
			break
		}
		w := canonical(t.Text)
		if x, ok := qualifier(w); ok && !(x == atomicQual && p.peek(1).Is("(")) {
			q |= x
			p.advance()
			continue
		}
		if p.modifier(s, w) {
			continue
		}
		u, word := p.specifier(s, w, len(list) > 0)
		switch {
		case u == nil && word == "":
			return p.specified(s, list, q)
		case u != nil && (s.typ != nil || len(list) > 0), word != "" && s.typ != nil:
			p.fail(t.Pos, "two or more data types in declaration specifiers")
		case u != nil:
			s.typ = u
		default:
			i, _ := slices.BinarySearch(list, word)
			list = slices.Insert(list, i, word)
		}
	}
	return p.specified(s, list, q)
}

func qualifier(w string) (q quals, ok bool) {
	q, ok = qualifierWords[w]
	return q, ok
}

var qualifierWords = map[string]quals{
	"const": constQual, "volatile": volatileQual, "restrict": restrictQual, "_Atomic": atomicQual,
}

// modifier reads a specifier that is no type.
func (p *parser) modifier(s *specs, w string) bool {
	switch w {
	case "typedef", "extern", "static", "auto", "register":
		if s.storage != "" && s.storage != w {
			p.fail(p.pos(), "multiple storage classes in declaration specifiers")
		}
		s.storage = w
	case "_Thread_local":
		s.thread = true
	case "inline":
		s.inline = true
	case "_Noreturn":
		s.attrs.noReturn = true
	case "__extension__":
	case "__auto_type":
		s.deduced = true
	case "_Alignas":
		p.advance()
		p.expect("(")
		s.align, s.alignas = max(s.align, p.alignment()), true
		p.expect(")")
		return true
	case "__attribute__":
		p.attributes(&s.attrs)
		return true
	default:
		return false
	}
	p.advance()
	return true
}

// unaligned checks that there is no _Alignas where none may be.
func (p *parser) unaligned(s *specs, d *declarator, what string) {
	if s.alignas {
		p.fail(d.at, "alignment specified for %s '%s'", what, d.name)
	}
}

// alignment reads what _Alignas is given.
func (p *parser) alignment() int64 {
	if p.typical(p.tok()) {
		return p.fieldAlign(p.typeName())
	}
	at := p.pos()
	return p.power(at, p.constant("requested alignment is not an integer constant"))
}

// specifier reads a type, or one word of it.
func (p *parser) specifier(s *specs, w string, begun bool) (t *Type, word string) {
	switch w {
	case "struct", "union":
		s.tagged = true
		return p.record(), ""
	case "enum":
		s.tagged = true
		return p.enumeration(), ""
	case "typeof":
		return p.typeof(), ""
	case "_Atomic":
		p.advance()
		p.expect("(")
		t = p.typeName()
		p.expect(")")
		return t.with(atomicQual), ""
	case "__builtin_va_list":
		p.advance()
		return p.valist, ""
	}
	if arithmeticWord(w) {
		p.advance()
		return nil, w
	}
	if s.typ == nil && !begun && !s.deduced {
		if t = p.typedef(p.tok().Text); t != nil {
			if e := p.scope.lookup(p.tok().Text); e != nil && s.attrs.odd == "" {
				s.attrs.odd = e.odd
			}
			p.advance()
			return t, ""
		}
	}
	return nil, ""
}

// specified makes the type of the words for it.
func (p *parser) specified(s *specs, list []string, q quals) *specs {
	switch {
	case s.deduced:
		s.typ = p.int
	case s.typ == nil:
		s.implicit = len(list) == 0
		if s.typ = p.arithmetic(strings.Join(list, " ")); s.typ == nil {
			p.fail(s.pos, "'%s' is no type", strings.Join(list, " "))
		}
	}
	if q&restrictQual != 0 && s.typ.Kind != Pointer && s.typ.Kind != Other {
		p.fail(s.pos, "invalid use of 'restrict'")
	}
	s.typ = p.reshaped(s.typ.with(q), &s.attrs)
	return s
}

// typeof reads typeof(TYPE) or typeof(EXPRESSION).
func (p *parser) typeof() *Type {
	p.advance()
	p.expect("(")
	var t *Type
	if p.typical(p.tok()) {
		t = p.typeName()
	} else {
		at := p.pos()
		e := p.unevaluated(p.expression)
		if bitField(e) {
			p.fail(at, "'typeof' applied to a bit-field")
		}
		if t = e.Type; p.vague(e) != nil {
			t = &Type{Kind: Other, Name: p.vague(e).Str}
		} else if modified(t) {
			p.later = append(p.later, p.evaluated(e)...)
		}
	}
	p.expect(")")
	return t
}

// typeName reads the name of a type.
func (p *parser) typeName() *Type {
	start := p.at
	s := p.specifiers()
	if s.implicit && p.at == start {
		p.expected("type name")
	}
	if s.storage != "" {
		p.fail(s.pos, "storage class specifier in a type name")
	}
	d := p.declarator(s.typ, abstract)
	p.trailer(&d)
	return p.reshaped(d.typ, &d.attrs)
}

package syntax

import (
	"github.com/muster-smt/muster/verifier/c/cpp"
)

// declarator is a name with its type.
type declarator struct {
	name   string
	pos    Pos // of its first token
	at     Pos // of the name
	typ    *Type
	params *params // of a function
	attrs  attributes
	bare   bool // nothing but the name
}

// params are the parameters of a declarator, and the scope that they are in.
type params struct {
	list     []*Object
	names    []string // of a definition in the old way, whose types follow
	spots    []Pos
	scope    *scope
	old      bool // nothing is said of them
	variadic bool
	anyLen   Pos       // of [*]
	begin    []*Stmt   // what is evaluated where the body begins: lengths of arrays
	fn       *function // within a function: the one that they are of, if it is defined here
}

// form says whether a declarator has a name.
type form uint8

const (
	concrete form = iota
	abstract
	either // of a parameter
)

// declarator reads a declarator; base is the type of what is declared before it.
func (p *parser) declarator(base *Type, want form) declarator {
	defer p.deeper()()
	d := declarator{bare: true}
	p.attributes(&d.attrs)
	d.pos, d.at = p.pos(), p.pos()
	for p.is("*") {
		base, d.bare = p.star(base, &d), false
		defer p.deeper()()
	}
	p.attributes(&d.attrs)
	switch {
	case p.is("(") && p.nested(want):
		open := p.at
		p.skip()
		var ps *params
		t := p.suffixes(base, &ps)
		end := p.at
		p.at = open + 1
		inner := p.declarator(t, want)
		if !p.is(")") {
			p.expected("')'")
		}
		p.at = end
		if inner.bare && ps != nil {
			inner.params = ps
		}
		inner.bare = inner.bare && d.bare && t == base
		inner.pos = d.pos
		inner.attrs.merge(&d.attrs)
		return inner
	case want != abstract && p.named():
		d.at = p.pos()
		d.name = p.name()
	case want == concrete:
		p.expected("identifier or '('")
	}
	p.attributes(&d.attrs)
	start := p.at
	d.typ = p.suffixes(base, &d.params)
	d.bare = d.bare && p.at == start
	return d
}

// named reports whether a name is next.
func (p *parser) named() bool { t := p.tok(); return t.Kind == cpp.Ident && !keyword(t.Text) }

// star reads a star with its qualifiers.
func (p *parser) star(base *Type, d *declarator) *Type {
	p.expect("*")
	t := p.pointerTo(base)
	for {
		if q, ok := qualifier(canonical(p.tok().Text)); ok {
			t = t.with(q)
			p.advance()
		} else if p.tok().Kind == cpp.Ident && canonical(p.tok().Text) == "__attribute__" {
			var a attributes
			p.attributes(&a)
			if a.align > 0 {
				t = t.aligned(a.align)
			}
			a.align = 0
			d.attrs.merge(&a)
		} else {
			return t
		}
	}
}

// nested reports whether a parenthesis begins no list of parameters but a declarator.
func (p *parser) nested(want form) bool {
	if want == concrete {
		return true
	}
	t := p.peek(1)
	return !t.Is(")") && !t.Is("...") && !(t.Kind == cpp.Ident && canonical(t.Text) != "__attribute__" && p.declares(t))
}

// suffixes reads what makes arrays and functions of a declarator.
func (p *parser) suffixes(base *Type, ps **params) *Type {
	defer p.deeper()()
	switch {
	case p.is("[") && !p.doubled(p.tok()):
		return p.dimension(base)
	case p.is("("):
		at := p.pos()
		list := p.parameters()
		if ps != nil && *ps == nil {
			*ps = list
		}
		t := p.suffixes(base, nil)
		switch t.Kind {
		case Func:
			p.fail(at, "a function that returns a function")
		case Array:
			p.fail(at, "a function that returns an array")
		}
		return p.function(t, list)
	}
	return base
}

// dimension reads the length of an array.
func (p *parser) dimension(base *Type) *Type {
	at := p.pos()
	p.expect("[")
	least := false
	for ; p.is("static") || isQualifier(p.tok()); p.advance() {
		least = least || p.is("static")
	}
	var size *Expr
	star := p.is("*") && p.peek(1).Is("]")
	switch {
	case least && p.is("]"):
		p.expected("expression")
	case star:
		p.anyLen = p.pos()
		p.advance()
	case !p.is("]"):
		size = p.rvalue(p.assignment())
	}
	p.expect("]")
	t := p.suffixes(base, nil)
	switch {
	case t.Kind == Func:
		p.fail(at, "declaration of an array of functions")
	case t.incomplete():
		p.fail(at, "array type has incomplete element type '%s'", t.Name)
	case t.Size > 0 && t.Align > 0 && t.Size%t.Align != 0:
		p.fail(at, "alignment of array elements is greater than element size")
	case size == nil:
		return p.arrayOf(t, -1)
	}
	return p.sizedArray(t, size, at)
}

// sizedArray returns the type of an array with so many elements.
func (p *parser) sizedArray(t *Type, size *Expr, at Pos) *Type {
	if size.Op == Hole && size.real == nil {
		return &Type{Kind: Other, Name: size.Str}
	}
	if size.Type.Kind != Int {
		p.fail(at, "size of array has non-integer type")
	}
	v := p.eval(size)
	if v == nil {
		return p.computedArray(t, size, at)
	}
	if v.Sign() < 0 {
		p.fail(at, "size of array is negative")
	}
	if !v.IsInt64() {
		return &Type{Kind: Other, Name: "an array that is too large", Elem: t, Align: t.Align}
	}
	return p.arrayOf(t, v.Int64())
}

func isQualifier(t *cpp.Token) bool {
	_, ok := qualifier(canonical(t.Text))
	return t.Kind == cpp.Ident && ok
}

// function returns the type of functions.
func (p *parser) function(result *Type, ps *params) *Type {
	t := &Type{Kind: Func, Result: result.plain(), Name: "function", Loose: ps.loose(), Vararg: ps.variadic, Align: 1}
	if !t.Loose {
		for _, o := range ps.list {
			t.Params = append(t.Params, o.Type.plain())
		}
	}
	return t
}

func (s *params) loose() bool { return s.old || len(s.names) > 0 }

// parameters reads the parameters of a declarator.
func (p *parser) parameters() *params {
	defer p.deeper()()
	ps := &params{}
	saved, anyLen := p.later, p.anyLen
	p.later, p.anyLen = nil, Pos{}
	p.enter()
	ps.scope = p.scope
	if p.fn != nil {
		ps.fn = &function{obj: p.fn.obj, outer: p.fn, labels: map[string]*label{}, scope: p.scope}
		p.fn = ps.fn
	}
	defer func() {
		if ps.fn != nil {
			p.fn = ps.fn.outer
		}
		p.leave()
		ps.begin, p.later = p.later, saved
		ps.anyLen, p.anyLen = p.anyLen, anyLen
	}()
	p.expect("(")
	if p.accept(")") {
		ps.old = true
		return ps
	}
	if p.named() && p.typedef(p.tok().Text) == nil {
		p.oldNames(ps)
		return ps
	}
	for {
		if p.is("...") && len(ps.list) == 0 {
			p.fail(p.pos(), "ISO C requires a named argument before '...'")
		}
		if p.accept("...") {
			ps.variadic = true
			break
		}
		if o := p.parameter(); o != nil {
			ps.list = append(ps.list, o)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	p.onlyVoid(ps)
	return ps
}

// onlyVoid leaves out what says that there are no parameters.
func (p *parser) onlyVoid(ps *params) {
	for i, o := range ps.list {
		if o.Type.Kind != Void {
			continue
		}
		if len(ps.list) > 1 || ps.variadic || o.Name != "" {
			if o.Name != "" {
				p.fail(o.Pos, "parameter %d ('%s') has void type", i+1, o.Name)
			}
			p.fail(o.Pos, "'void' must be the only parameter")
		}
		ps.list = nil
	}
}

// oldNames reads the names of parameters whose types follow.
func (p *parser) oldNames(ps *params) {
	for {
		ps.spots = append(ps.spots, p.pos())
		ps.names = append(ps.names, p.someName("identifier"))
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
}

// parameter reads one parameter.
func (p *parser) parameter() *Object {
	start := p.pos()
	if !p.declares(p.tok()) {
		if p.named() {
			p.fail(start, "unknown type name '%s'", p.tok().Text)
		}
		p.expected("declaration specifiers or '...'")
	}
	s := p.specifiers()
	if s.storage != "" && s.storage != "register" {
		p.fail(s.pos, "storage class specified for a parameter")
	}
	d := p.declarator(s.typ, either)
	p.unaligned(s, &d, "parameter")
	p.trailer(&d)
	o := &Object{Name: d.name, Kind: Param, Type: p.decayed(p.reshaped(d.typ, &d.attrs)), Pos: d.pos, Internal: true}
	p.describe(o, s, &d)
	o.register = s.storage == "register"
	if d.name != "" {
		if old := p.scope.names[d.name]; old != nil {
			p.fail(d.pos, "redefinition of parameter '%s'", d.name)
		}
		p.scope.names[d.name] = &entry{obj: o, pos: d.at}
	}
	return o
}

// trailer reads what may follow a declarator: the name for the linker, and attributes.
func (p *parser) trailer(d *declarator) {
	p.attributes(&d.attrs)
	if t := p.tok(); t.Kind == cpp.Ident && canonical(t.Text) == "asm" {
		p.advance()
		d.attrs.asm = p.word("asm")
	}
	p.attributes(&d.attrs)
}

// merge adds what other attributes say.
func (a *attributes) merge(b *attributes) {
	a.list = append(a.list, b.list...)
	a.align = max(a.align, b.align)
	a.packed, a.ms, a.big, a.little = a.packed || b.packed, a.ms || b.ms, a.big || b.big, a.little || b.little
	a.transparent, a.noReturn, a.weak, a.gnuInline = a.transparent || b.transparent, a.noReturn || b.noReturn, a.weak ||
		b.weak, a.gnuInline || b.gnuInline
	a.vector = max(a.vector, b.vector)
	a.constructor, a.destructor = max(a.constructor, b.constructor), max(a.destructor, b.destructor)
	for _, s := range []struct{ to, from *string }{{&a.mode, &b.mode}, {&a.alias, &b.alias}, {&a.asm, &b.asm},
		{&a.odd, &b.odd}} {
		if *s.to == "" {
			*s.to = *s.from
		}
	}
	if a.cleanup == nil {
		a.cleanup = b.cleanup
	}
}

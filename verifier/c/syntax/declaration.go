package syntax

import (
	"slices"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// translationUnit reads all declarations.
func (p *parser) translationUnit() {
	for p.tok().Kind != cpp.EOF {
		switch {
		case p.accept(";"):
		case p.is("_Static_assert"):
			p.staticAssert()
		case p.tok().Kind == cpp.Ident && canonical(p.tok().Text) == "asm":
			p.fileAsm()
		default:
			p.external()
		}
	}
	for _, o := range p.unit.Objects {
		if o.Kind == Static && !o.Extern && o.Type.record() && o.Type.incomplete() {
			p.fail(o.Pos, "storage size of '%s' isn't known", o.Name)
		}
		if o.Kind == Static && !o.Extern && o.Type.Kind == Array && o.Type.Len < 0 && o.Type.Count == nil && o.Owner == "" {
			p.warn(o.Pos, "array '%s' assumed to have one element", o.Name)
			o.Type = p.arrayOf(o.Type.Elem, 1)
		}
	}
}

// external reads a declaration outside of functions, or a function.
func (p *parser) external() {
	start := p.pos()
	begins := p.declares(p.tok())
	s := p.specifiers()
	if !begins && !p.named() && !p.is("*") && !p.is("(") {
		p.expected("identifier or '('")
	}
	if p.accept(";") {
		p.empty(s)
		return
	}
	for first := true; ; first = false {
		p.later = nil
		d := p.declarator(s.typ, concrete)
		behind := p.pos()
		p.trailer(&d)
		d.typ = p.reshaped(d.typ, &d.attrs)
		if s.implicit && d.typ.Kind != Func && !begins {
			p.untyped(start, &d)
		}
		if first && d.typ.Kind == Func && s.storage != "typedef" && (p.is("{") || d.params != nil && p.declares(p.tok())) {
			p.headed(&d, behind)
			p.definition(s, &d)
			return
		}
		p.declared(s, &d)
		if !p.another(s, behindDeclarator) {
			return
		}
	}
}

// behindDeclarator is what may follow a declarator.
const behindDeclarator = "'=', ',', ';', 'asm' or '__attribute__'"

// another reports whether another declarator follows; else the declaration ends.
func (p *parser) another(s *specs, otherwise string) bool {
	if p.accept(";") {
		return false
	}
	if !p.accept(",") {
		p.expected(otherwise)
	}
	if s.deduced {
		p.fail(p.pos(), "'__auto_type' may only be used with a single declarator")
	}
	p.attributes(&s.attrs)
	return true
}

// headed checks that nothing is between the declarator of a function, which ends at a place, and its body.
func (p *parser) headed(d *declarator, end Pos) {
	switch {
	case !p.is("{") || p.pos() == end:
	case d.attrs.asm != "":
		p.expected("',' or ';'")
	default:
		p.fail(end, "attributes should be specified before the declarator in a function definition")
	}
}

// untyped is a declaration without a type. One of what looks like a type that is not known is a mistake.
func (p *parser) untyped(start Pos, d *declarator) {
	if p.named() || p.is("*") {
		p.fail(start, "unknown type name '%s'", d.name)
	}
	p.warn(start, "data definition has no type or storage class")
}

// empty is a declaration that declares no object.
func (p *parser) empty(s *specs) {
	if !s.tagged {
		p.warn(s.pos, "useless type name in empty declaration")
	}
}

// staticAssert reads an assertion about constants, which has to hold.
func (p *parser) staticAssert() {
	at := p.pos()
	p.advance()
	p.expect("(")
	v := p.constant("expression in static assertion is not constant")
	msg := ""
	if p.accept(",") {
		if p.tok().Kind != cpp.String {
			p.expected("string literal")
		}
		start := p.at
		p.text()
		msg = ": " + text(p.since(start))
	}
	p.expect(")")
	p.expect(";")
	if v.Sign() == 0 {
		p.fail(at, "static assertion failed%s", msg)
	}
}

// describe has an object be what attributes say.
func (p *parser) describe(o *Object, s *specs, d *declarator) {
	for _, a := range []*attributes{&s.attrs, &d.attrs} {
		o.Align = max(o.Align, a.align)
		o.Constructor, o.Destructor = max(o.Constructor, a.constructor), max(o.Destructor, a.destructor)
		o.Weak, o.NoReturn = o.Weak || a.weak, o.NoReturn || a.noReturn
		for _, x := range []struct{ to, from *string }{{&o.Alias, &a.alias}, {&o.Asm, &a.asm}, {&o.odd, &a.odd}} {
			if *x.from != "" {
				*x.to = *x.from
			}
		}
		if a.cleanup != nil && o.Kind == Auto {
			o.Cleanup = a.cleanup
		}
	}
	if o.odd == "weakref" {
		o.Alias = "" // it says of what the reference is
	}
	if o.Align = max(o.Align, s.align); s.align > 0 && s.align < o.Type.Align {
		p.fail(d.at, "'_Alignas' specifiers cannot reduce alignment of '%s'", o.Name)
	}
	if t := element(o.Type); t.odd != "" && o.odd == "" {
		o.odd = t.odd
	}
}

// declared is what becomes of a declarator that no body follows.
func (p *parser) declared(s *specs, d *declarator) (out []*Stmt) {
	out, p.later = p.later, nil
	if s.storage == "typedef" {
		p.defineType(s, d)
		return out
	}
	var source []cpp.Token
	var o *Object
	if s.deduced {
		o, source = p.deduced(s, d)
	} else if o = p.declare(s, d); p.accept("=") {
		start := p.at
		p.initialised(o, s, d)
		source = p.since(start)
	}
	out = append(out, p.later...)
	p.later = nil
	if o.Kind != Function && !(o.Extern && o.Init == nil) {
		p.sizeKnown(o, d)
	}
	if o.Kind == Auto {
		out = append(out, &Stmt{Kind: Decl, Obj: o, Pos: d.pos, source: source})
		p.lives(o, false)
	}
	return out
}

// sizeKnown checks that there can be an object of a type.
func (p *parser) sizeKnown(o *Object, d *declarator) {
	switch {
	case o.Type.Kind == Void:
		p.fail(d.at, "variable or field '%s' declared void", o.Name)
	case o.Type.Kind == Array && o.Type.Len < 0 && o.Type.Count == nil && o.Owner == "" && o.Kind == Static:
	case o.Type.Kind == Array && o.Type.Len < 0 && o.Type.Count == nil:
		p.fail(d.at, "array size missing in '%s'", o.Name)
	case o.Type.incomplete() && (o.Kind == Auto || o.Owner != ""):
		p.fail(d.at, "storage size of '%s' isn't known", o.Name)
	}
}

// deduced declares an object whose type is that of its initialiser.
func (p *parser) deduced(s *specs, d *declarator) (*Object, []cpp.Token) {
	if !p.accept("=") {
		p.fail(d.at, "'__auto_type' requires an initialized data declaration")
	}
	start := p.at
	e := p.assignment()
	if bitField(e) {
		p.fail(d.at, "'__auto_type' used with a bit-field initializer")
	}
	e = p.rvalue(e)
	d.typ = e.Type.plain().with(d.typ.quals)
	o := p.declare(s, d)
	o.Extern, o.Init = false, &Init{Whole: true, Items: []InitItem{{Type: o.Type, Len: 1, Value: e}}}
	return o, p.since(start)
}

// initialised reads the initialiser of an object.
func (p *parser) initialised(o *Object, s *specs, d *declarator) {
	switch {
	case o.Kind == Function:
		p.fail(d.at, "function '%s' is initialized like a variable", o.Name)
	case s.storage == "extern" && !p.scope.file():
		p.fail(d.at, "'%s' has both 'extern' and initializer", o.Name)
	case o.Init != nil:
		p.fail(d.at, "redefinition of '%s'", o.Name)
	case o.Type.Count != nil:
		p.fail(d.at, "variable-sized object may not be initialized")
	case o.Type.incomplete() && o.Type.Kind != Array:
		p.fail(d.at, "variable '%s' has initializer but incomplete type", o.Name)
	}
	if p.scope.file() {
		o.Pos = d.pos
	}
	o.Extern = false
	t := o.Type
	if o.Init, o.Type = p.initializer(t, o.Kind == Static); t.record() && o.Type != t {
		o.declared = t
	}
}

// define has a name stand for something in the present scope.
func (p *parser) define(name string, e *entry, at Pos) {
	if old := p.scope.names[name]; old != nil {
		switch {
		case old.num != nil && e.num != nil:
			p.fail(at, "redeclaration of enumerator '%s'", name)
		case old.isType && e.isType && compatible(old.typ, e.typ):
			return
		case old.isType && e.isType:
			p.fail(at, "conflicting types for '%s', previous declaration at %s", name, p.files.At(old.pos))
		}
		p.fail(at, "'%s' redeclared as different kind of symbol, previous declaration at %s", name, p.files.At(old.pos))
	}
	p.scope.names[name] = e
}

// defineType has a name stand for a type.
func (p *parser) defineType(s *specs, d *declarator) {
	t := d.typ
	p.unaligned(s, d, "typedef")
	if n := max(s.attrs.align, d.attrs.align); n > 0 {
		t = t.aligned(n)
	}
	odd := d.attrs.odd
	if odd == "" {
		odd = s.attrs.odd
	}
	if s.attrs.transparent || d.attrs.transparent {
		t.origin().transparent = t.Kind == Union
	}
	p.define(d.name, &entry{typ: t, isType: true, pos: d.at, odd: odd}, d.at)
	if p.is("=") {
		p.fail(d.at, "typedef '%s' is initialized (use '__typeof__' instead)", d.name)
	}
}

// declare returns the object that a declarator declares.
func (p *parser) declare(s *specs, d *declarator) *Object {
	if d.typ.Kind == Func && s.storage == "auto" && p.fn != nil {
		return p.declareNested(s, d)
	}
	linked := d.typ.Kind == Func || p.scope.file() || s.storage == "extern"
	old := p.scope.names[d.name]
	if old != nil && old.obj == nil {
		p.fail(d.at, "'%s' redeclared as different kind of symbol, previous declaration at %s", d.name, p.files.At(old.pos))
	}
	p.storable(s, d, linked)
	var o *Object
	if linked {
		o = p.link(s, d, old)
	} else {
		if old != nil {
			why := "redeclaration of '%s' with no linkage, previous declaration at %s"
			if !compatible(old.obj.Type, d.typ) {
				why = "conflicting types for '%s', previous declaration at %s"
			}
			p.fail(d.at, why, d.name, p.files.At(old.pos))
		}
		o = &Object{Name: d.name, Kind: Auto, Type: d.typ, Pos: d.pos, Internal: true, home: p.fn}
		if s.storage == "static" {
			o.Kind, o.Owner = Static, p.fn.obj.Name
			p.unit.Objects = append(p.unit.Objects, o)
		}
	}
	p.describe(o, s, d)
	o.register = s.storage == "register"
	p.scope.names[d.name] = &entry{obj: o, pos: d.at}
	return o
}

// storable checks that a storage class goes with a scope and a type.
func (p *parser) storable(s *specs, d *declarator, linked bool) {
	if d.typ.Kind == Func {
		p.unaligned(s, d, "function")
	} else if s.storage == "register" {
		p.unaligned(s, d, "'register' object")
	}
	switch {
	case p.scope.file() && s.storage == "auto":
		p.fail(d.at, "file-scope declaration of '%s' specifies 'auto'", d.name)
	case p.scope.file() && s.storage == "register" && d.attrs.asm == "":
		p.fail(d.at, "register name not specified for '%s'", d.name)
	case linked && modified(d.typ):
		p.fail(d.at, "object with variably modified type must have no linkage")
	case s.storage == "static" && computed(d.typ):
		p.fail(d.at, "storage size of '%s' isn't constant", d.name)
	}
}

// link returns the object with linkage that a declarator declares, perhaps again.
func (p *parser) link(s *specs, d *declarator, old *entry) *Object {
	t := d.typ
	if old != nil && p.linked[d.name] != old.obj {
		p.fail(d.at, "extern declaration of '%s' follows declaration with no linkage", d.name)
	}
	o := p.linked[d.name]
	spare := t.Kind == Func && p.spare(s, d)
	if o == nil {
		o = &Object{Name: d.name, Kind: Static, Type: t, Pos: d.pos, Extern: s.storage == "extern",
			Internal: s.storage == "static", Spare: spare}
		if t.Kind == Func {
			o.Kind = Function
		}
		_, o.Weak = p.weak[d.name]
		if s := p.names[d.name]; s != "" {
			o.Asm = s
		}
		p.linked[d.name] = o
		p.unit.Objects = append(p.unit.Objects, o)
		return o
	}
	p.agree(o, s, d)
	if o.Extern && s.storage != "extern" {
		o.Extern = false
	}
	o.Spare = o.Spare && spare
	if o.Body == nil {
		o.Type = composite(o.Type, t)
	}
	return o
}

// agree checks that a declaration says nothing else than one before it.
func (p *parser) agree(o *Object, s *specs, d *declarator) {
	t := d.typ
	switch {
	case o.Kind == Function && t.Kind == Func && o.implicit && t.Result.Kind == Void:
		p.warn(d.at, "conflicting types for '%s', which has been called before", o.Name)
		o.Type = t
	case (o.Kind == Function) != (t.Kind == Func):
		p.fail(d.at, "'%s' redeclared as different kind of symbol, previous declaration at %s", o.Name, p.files.At(o.Pos))
	case !compatible(o.Type, t):
		p.fail(d.at, "conflicting types for '%s', previous declaration at %s", o.Name, p.files.At(o.Pos))
	case s.storage == "static" && !o.Internal:
		p.fail(d.at, "static declaration of '%s' follows non-static declaration at %s", o.Name, p.files.At(o.Pos))
	case s.storage == "" && o.Internal && t.Kind != Func:
		p.fail(d.at, "non-static declaration of '%s' follows static declaration at %s", o.Name, p.files.At(o.Pos))
	}
	o.Internal = o.Internal || s.storage == "static"
	o.implicit = false
}

// spare reports whether a declaration of a function leaves its definition, if it becomes one, an inline one.
func (p *parser) spare(s *specs, d *declarator) bool {
	if s.attrs.gnuInline || d.attrs.gnuInline {
		return s.storage == "extern"
	}
	return s.inline && s.storage != "extern" || !p.scope.file()
}

// definition reads a function with its body.
func (p *parser) definition(s *specs, d *declarator) {
	if d.params == nil {
		p.fail(d.at, "function definition declared 'typedef'")
	}
	if s.implicit && s.storage == "" && !s.inline {
		p.warn(d.at, "return type defaults to 'int'")
	}
	ps := d.params
	outer := p.scope
	p.scope = ps.scope
	ps.scope.outer = outer
	if len(ps.names) > 0 || ps.old {
		p.oldParameters(ps)
		d.typ.old = true
	}
	p.scope = outer
	o := p.declare(s, d)
	if o.Body != nil {
		p.fail(d.at, "redefinition of '%s'", o.Name)
	}
	o.Type, o.Pos, o.Params, o.Extern = composite(d.typ, o.Type), d.pos, ps.list, false
	if r := o.Type.Result; r.incomplete() && r.Kind != Void {
		p.fail(d.at, "return type is an incomplete type")
	}
	if ps.anyLen.Line > 0 {
		p.fail(ps.anyLen, "'[*]' not allowed in other than function prototype scope")
	}
	for i, q := range ps.list {
		if q.Type.incomplete() {
			p.fail(q.Pos, "parameter %d ('%s') has incomplete type", i+1, q.Name)
		}
		if q.Name == "" {
			q.Pos = o.Pos
		}
	}
	p.packs = false
	if p.body(o, ps); p.packs && p.spare(s, d) {
		o.Body, o.Params, o.Extern = nil, nil, true // it hands on its arguments to the function that is defined elsewhere
	}
}

// body reads the body of a function.
func (p *parser) body(o *Object, ps *params) {
	outer, scope := p.fn, p.scope
	if p.fn = ps.fn; outer == nil {
		p.fn = &function{labels: map[string]*label{}}
		for _, s := range ps.begin {
			if s.Kind == Decl {
				s.Obj.home = p.fn
			}
		}
	}
	p.fn.obj, p.fn.scope = o, ps.scope
	for _, q := range ps.list {
		q.home = p.fn
	}
	p.scope = ps.scope
	start := p.at
	s, calls, _ := p.statements() // where the function ends, so does all that lives
	s.List = slices.Concat(ps.begin, s.List, calls)
	o.Body = s
	o.source = p.since(start)
	p.labelsDefined()
	p.jumps()
	if outer != nil {
		root := p.fn.root()
		root.nested = append(root.nested, p.fn)
	} else {
		p.lift(p.fn)
	}
	p.fn, p.scope = outer, scope
}

// oldParameters reads the types of parameters whose names are given before. They are int if nothing else is said.
func (p *parser) oldParameters(ps *params) {
	p.later = nil
	for !p.is("{") {
		s := p.specifiers()
		if s.storage != "" && s.storage != "register" {
			p.fail(s.pos, "storage class specified for a parameter")
		}
		if s.implicit {
			p.expected("declaration specifiers")
		}
		for !p.accept(";") {
			d := p.declarator(s.typ, concrete)
			p.trailer(&d)
			if !slices.Contains(ps.names, d.name) {
				p.fail(d.at, "declaration for parameter '%s' but no such parameter", d.name)
			}
			o := &Object{Name: d.name, Kind: Param, Type: p.decayed(p.reshaped(d.typ, &d.attrs)), Pos: d.pos, Internal: true}
			p.describe(o, s, &d)
			p.define(d.name, &entry{obj: o, pos: d.at}, d.at)
			if !p.accept(",") && !p.is(";") {
				p.expected("';'")
			}
		}
	}
	ps.begin, p.later = append(ps.begin, p.later...), nil
	for i, name := range ps.names {
		e := p.scope.names[name]
		if e == nil {
			p.warn(ps.spots[i], "type of '%s' defaults to 'int'", name)
			e = &entry{obj: &Object{Name: name, Kind: Param, Type: p.int, Pos: ps.spots[i], Internal: true}, pos: ps.spots[i]}
			p.scope.names[name] = e
		}
		ps.list = append(ps.list, e.obj)
	}
}

// fileAsm is inline assembly outside of functions: nobody knows what it defines, or changes, unless it is empty.
func (p *parser) fileAsm() {
	at := p.pos()
	p.advance()
	if !p.is("(") {
		p.expected("'('")
	}
	start := p.at
	p.skip()
	for _, t := range p.since(start) {
		if t.Kind == cpp.String && t.Text != `""` {
			p.unit.Assembly = append(p.unit.Assembly, at)
			break
		}
	}
	p.expect(";")
}

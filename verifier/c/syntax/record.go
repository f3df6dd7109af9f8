package syntax

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// tagged finds the type of a tag, or makes one. Where its members follow, or nothing does, it is one of this very
// scope.
func (p *parser) tagged(kind TypeKind, keyword, tag string, here bool, at Pos) *Type {
	if tag != "" {
		t := p.scope.tags[tag]
		if t == nil && !here {
			t = p.scope.tag(tag)
		}
		if t != nil {
			if t.Kind != kind && t.Kind != Other || (t.Enum != nil) != (kind == Int) {
				p.fail(at, "'%s' defined as wrong kind of tag", tag)
			}
			return t
		}
	}
	t := &Type{Kind: kind, Name: keyword, open: true, facet: facet{untagged: tag == ""}}
	if tag != "" {
		t.Name += " " + tag
		p.scope.tags[tag] = t
	}
	if kind == Int {
		*t = Type{Kind: Int, Name: t.Name, open: true, Size: 4, Align: 4, Rank: 3, Enum: map[int64]string{}, under: p.uint}
	} else if tag != "" {
		p.tags = append(p.tags, named{t.Name, t})
	}
	return t
}

// record reads a structure or union.
func (p *parser) record() *Type {
	word := p.tok().Text
	kind := Struct
	if word == "union" {
		kind = Union
	}
	t, a, body := p.head(kind, word)
	if !body {
		return t
	}
	p.members(t)
	closing := p.modeAt(p.at - 1)
	p.attributes(a)
	p.finish(t, a, closing)
	return t
}

// head reads a structure, union or enumeration up to its body, if it has one.
func (p *parser) head(kind TypeKind, word string) (t *Type, a *attributes, body bool) {
	p.advance()
	a = &attributes{}
	p.attributes(a)
	at := p.pos()
	tag := p.name()
	body = p.is("{")
	if !body && tag == "" {
		p.expected("'{'")
	}
	t = p.tagged(kind, word, tag, body || p.is(";"), at)
	if body && !t.open {
		p.fail(at, "redefinition of '%s %s'", word, tag)
	}
	return t, a, body
}

// finish gives a structure its layout.
func (p *parser) finish(t *Type, a *attributes, m mode) {
	for _, f := range t.Fields {
		f.packed = f.packed || a.packed && (f.bit || f.Type.Align > 1 || f.align > 0)
	}
	t.odd, t.transparent = a.odd, a.transparent && t.Kind == Union
	p.layOut(t, rules{pack: m.pack, ms: a.ms, align: max(a.align, a.leastAlign), big: a.big || m.big && !a.little})
	t.open = false
	n := countParts(t)
	why := ""
	var inside []*Field
	if n > maxMembers {
		p.fail(p.toks[p.at-1].Pos, "a structure that has more than %d members, with those of its members", maxMembers)
	}
	if n > mostParts {
		why = "too many members"
	}
	total := int64(0)
	for _, f := range t.Fields {
		if part := element(f.Type); part.Kind == Other {
			if why = "a member of type " + part.Name; part.Size == 0 {
				t.Size = 0 // it is not known
			}
		} else if total += f.Type.Size; total > largestArray {
			why, t.Size, total = "members that are too large", 0, 0
		} else if computed(f.Type) {
			why, t.Size = "a member whose size is computed", 0
			if t.Kind == Struct && !a.ms && m.pack == 0 {
				inside = t.Fields
			}
		}
	}
	if why != "" {
		*t = Type{Kind: Other, Name: t.Name + ", which has " + why, Size: t.Size, Align: t.Align, variants: t.variants,
			pointer: t.pointer, parts: n, inside: inside, facet: t.facet}
	}
	t.completed()
}

// element returns what an array consists of in the end; any other type itself.
func element(t *Type) *Type {
	for t.Kind == Array {
		t = t.Elem
	}
	return t
}

// members reads the members of a structure, in braces.
func (p *parser) members(t *Type) {
	defer p.deeper()()
	open := p.pos()
	p.expect("{")
	names := map[string]bool{}
	for !p.closed(open) {
		if p.accept(";") {
			continue
		}
		if p.is("_Static_assert") {
			p.staticAssert()
			continue
		}
		p.memberDeclaration(t, names)
	}
	if t.untagged && len(t.Fields) > 0 {
		p.tags = append(p.tags, named{t.Name + p.files.At(t.Fields[0].pos), t})
	}
}

// memberDeclaration reads the members that one declaration declares.
func (p *parser) memberDeclaration(t *Type, names map[string]bool) {
	s := p.specifiers()
	switch {
	case s.implicit && !p.is("*") && !p.is("(") && p.tok().Kind != cpp.Ident, s.deduced:
		p.expected("specifier-qualifier-list")
	case s.storage != "" || s.inline || s.thread:
		p.fail(s.pos, "expected specifier-qualifier-list before '%s'", s.storage)
	}
	if p.accept(";") {
		if s.typ.origin().untagged && s.tagged {
			p.addMember(t, &Field{Type: s.typ, pos: s.pos, align: max(s.align, s.attrs.align), packed: s.attrs.packed}, names)
		} else if s.tagged {
			p.warn(s.pos, "declaration does not declare anything")
		}
		return
	}
	for more := true; more; more = p.another(s, "';'") {
		p.addMember(t, p.memberDeclarator(s), names)
	}
}

// memberDeclarator reads one member.
func (p *parser) memberDeclarator(s *specs) *Field {
	f := &Field{pos: p.pos()}
	d := declarator{typ: s.typ, pos: p.pos()}
	if !p.is(":") {
		d = p.declarator(s.typ, concrete)
	}
	f.Name = d.name
	if p.accept(":") {
		at := p.pos()
		p.unaligned(s, &d, "bit-field")
		f.bit = true
		width := p.constant(fmt.Sprintf("bit-field '%s' width not an integer constant", d.shown()))
		p.trailer(&d)
		f.Type = p.reshaped(d.typ, &d.attrs)
		f.Bits = p.bitWidth(&d, f, width, at)
	} else {
		p.trailer(&d)
		f.Type = p.reshaped(d.typ, &d.attrs)
	}
	f.align = max(s.align, s.attrs.align, d.attrs.align)
	f.packed = s.attrs.packed || d.attrs.packed
	if f.odd = d.attrs.odd; f.odd == "" {
		f.odd = s.attrs.odd
	}
	return f
}

// shown is how a member is named in messages.
func (d *declarator) shown() string {
	if d.name == "" {
		return "<anonymous>"
	}
	return d.name
}

// bitWidth checks the width of a bit-field.
func (p *parser) bitWidth(d *declarator, f *Field, v *big.Int, at Pos) int64 {
	name := d.shown()
	switch {
	case f.Type.Kind != Int:
		p.fail(d.pos, "bit-field '%s' has invalid type", name)
	case v.Sign() < 0:
		p.fail(at, "negative width in bit-field '%s'", name)
	case !v.IsInt64() || v.Int64() > f.Type.Width():
		p.fail(at, "width of '%s' exceeds its type", name)
	case v.Sign() == 0 && d.name != "":
		p.fail(at, "zero width for bit-field '%s'", name)
	}
	return v.Int64()
}

// addMember adds a member whose name no other one has.
func (p *parser) addMember(t *Type, f *Field, names map[string]bool) {
	switch u := f.Type; {
	case u.Kind == Func:
		p.fail(f.pos, "field '%s' declared as a function", f.Name)
	case u.Kind == Void, u.Enum == nil && u.open, u.Kind == Array && u.Elem.incomplete():
		p.fail(f.pos, "field '%s' has incomplete type", f.Name)
	}
	if u := f.Type; u.Kind == Array && u.Len < 0 && u.Count == nil {
		switch {
		case t.Kind == Union:
			p.fail(f.pos, "flexible array member in union")
		case !slices.ContainsFunc(t.Fields, func(g *Field) bool { return g.Name != "" || !g.bit }):
			p.fail(f.pos, "flexible array member in a struct with no named members")
		}
	}
	if n := len(t.Fields); n > 0 && t.Kind == Struct {
		if last := t.Fields[n-1].Type; last.Kind == Array && last.Len < 0 && last.Count == nil {
			p.fail(t.Fields[n-1].pos, "flexible array member not at end of struct")
		}
	}
	if n := len(t.Fields); n >= maxMembers {
		p.fail(f.pos, "a structure that has more than %d members, with those of its members", maxMembers)
	}
	f.Index = len(t.Fields)
	t.Fields = append(t.Fields, f)
	p.distinctMember(f, names)
}

// distinctMember notes the name of a member, or the names of those in one without name.
func (p *parser) distinctMember(f *Field, names map[string]bool) {
	if f.Name == "" {
		if !f.bit && f.Type.record() && len(names) < maxMembers {
			for _, g := range f.Type.Fields {
				h := *g
				h.pos = f.pos
				p.distinctMember(&h, names)
			}
		}
		return
	}
	if names[f.Name] {
		p.fail(f.pos, "duplicate member '%s'", f.Name)
	}
	names[f.Name] = true
}

// incomplete reports whether the size of a type is not known.
func (t *Type) incomplete() bool {
	switch t.Kind {
	case Void:
		return true
	case Array:
		return t.Len < 0 && t.Count == nil || t.Elem.incomplete()
	case Struct, Union:
		return t.open
	case Int:
		return t.open && t.Enum != nil && len(t.Enum) == 0
	}
	return false
}

// enumeration reads an enumeration.
func (p *parser) enumeration() *Type {
	t, a, body := p.head(Int, "enum")
	if body {
		list := p.enumerators()
		p.attributes(a)
		p.represent(t, list, a)
	}
	return t
}

// enumerators reads the names of an enumeration with their values. Those that do not fit into int get the type of the
// enumeration once that is known.
func (p *parser) enumerators() (list []*enumerator) {
	open := p.pos()
	p.expect("{")
	next, typ := new(big.Int), p.int
	for !p.closed(open) {
		at := p.pos()
		x := &enumerator{name: p.someName("identifier")}
		var a attributes
		p.attributes(&a)
		if p.accept("=") {
			e := p.conditional()
			v := p.eval(e)
			if v == nil || e.Type.Kind != Int {
				p.fail(at, "enumerator value for '%s' is not an integer constant", x.name)
			}
			next, typ = v, e.Type
		}
		x.entry = &entry{num: next, typ: typ, pos: at}
		if lo, hi := p.int.Range(); next.Cmp(lo) >= 0 && next.Cmp(hi) <= 0 {
			x.entry.typ = p.int
		} else if _, hi := typ.Range(); next.Cmp(hi) > 0 {
			x.entry.typ = p.ulong
		}
		p.define(x.name, x.entry, at)
		list = append(list, x)
		if next = new(big.Int).Add(next, big.NewInt(1)); !p.accept(",") && !p.is("}") {
			p.expected("',' or '}'")
		}
	}
	if len(list) == 0 {
		p.fail(open, "empty enum is invalid")
	}
	return list
}

// enumerator is a name of an enumeration.
type enumerator struct {
	name  string
	entry *entry
}

// represent chooses the integer type that an enumeration is compatible with.
func (p *parser) represent(t *Type, list []*enumerator, a *attributes) {
	lo, hi := list[0].entry.num, list[0].entry.num
	for _, x := range list {
		v := x.entry.num
		if v.Cmp(lo) < 0 {
			lo = v
		}
		if v.Cmp(hi) > 0 {
			hi = v
		}
		if v.IsInt64() && t.Enum[v.Int64()] == "" {
			t.Enum[v.Int64()] = x.name
		}
	}
	u := p.representation(lo, hi, a)
	t.Size, t.Align, t.Rank, t.Signed, t.under = u.Size, u.Align, u.Rank, u.Signed, u
	if a.align > 0 {
		t.Align, t.user = a.align, true
	}
	t.odd, t.open = a.odd, false
	for _, x := range list {
		if x.entry.typ != p.int {
			x.entry.typ = t
		}
	}
	t.completed()
}

// representation returns the first type that has all values of an enumeration.
func (p *parser) representation(lo, hi *big.Int, a *attributes) *Type {
	choices := []*Type{p.uint, p.int, p.ulong, p.long, p.ullong, p.llong}
	if a.packed {
		choices = append([]*Type{p.uchar, p.schar, p.ushort, p.short}, choices...)
	}
	if a.mode != "" {
		choices = []*Type{p.ofMode(p.uint, a.mode), p.ofMode(p.int, a.mode)}
		a.mode = ""
	}
	for _, u := range choices {
		if least, most := u.Range(); u.Kind == Int && u.Signed == (lo.Sign() < 0) && lo.Cmp(least) >= 0 && hi.Cmp(most) <= 0 {
			return u
		}
	}
	p.fail(p.toks[p.at-1].Pos, "enumeration values exceed range of largest integer")
	return nil
}

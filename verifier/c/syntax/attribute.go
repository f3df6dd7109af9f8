package syntax

import (
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// attributes are what a list of attributes says.
type attributes struct {
	list        []string // their names
	align       int64    // of an object or a member
	leastAlign  int64    // of a type
	packed      bool
	ms, big     bool // ms_struct, scalar_storage_order
	little      bool
	mode        string
	vector      int64 // bytes
	transparent bool
	noReturn    bool
	weak        bool
	gnuInline   bool
	alias       string
	asm         string
	cleanup     *Object
	constructor int
	destructor  int
	odd         string // one that is not supported
}

// attributes reads attributes in gcc's way, if there are any here.
func (p *parser) attributes(a *attributes) {
	for {
		switch t := p.tok(); {
		case t.Kind == cpp.Ident && canonical(t.Text) == "__attribute__":
			p.advance()
			p.expect("(")
			p.expect("(")
			p.attributeList(a, ")", true)
			p.expect(")")
			p.expect(")")
		case t.Is("[") && p.doubled(t):
			p.standardAttributes(a)
		default:
			return
		}
	}
}

// standardAttributes reads attributes in the way of C2x.
func (p *parser) standardAttributes(a *attributes) {
	p.expect("[")
	p.expect("[")
	p.attributeList(a, "]", false)
	p.expect("]")
	p.expect("]")
}

func (p *parser) attributeList(a *attributes, end string, gnu bool) {
	for !p.is(end) {
		if p.accept(",") {
			continue
		}
		t := *p.tok()
		if t.Kind != cpp.Ident {
			p.expected("'" + end + "'")
		}
		p.advance()
		name, own := cpp.Bare(t.Text), !gnu
		if p.is("::") || p.is(":") && p.peek(1).Is(":") {
			for p.accept(":") || p.accept("::") {
			}
			own = name != "gnu"
			name = cpp.Bare(p.tok().Text)
			p.advance()
		}
		start := p.at
		if !own || name == "noreturn" || name == "_Noreturn" {
			p.attribute(a, name, t.Pos)
		} else if !slices.Contains([]string{"deprecated", "fallthrough", "maybe_unused", "nodiscard"}, name) {
			p.ignored(name, t.Pos)
		}
		if p.at == start && p.is("(") {
			p.skip()
		}
		if !p.is(end) && !p.is(",") {
			p.expected("'" + end + "'")
		}
	}
}

// ignored notes an attribute that gcc does not know, and so ignores.
func (p *parser) ignored(name string, at Pos) {
	p.warn(at, "'%s' attribute directive ignored", name)
}

// attribute reads what an attribute is given, and notes what it says.
func (p *parser) attribute(a *attributes, name string, at Pos) {
	a.list = append(a.list, name)
	row, ok := attributeRows()[name]
	switch {
	case !ok:
		p.ignored(name, at)
		return
	case row.class <= unsupported:
		a.odd = name
		return
	case row.class == harmless || p.sized(a, name, at):
		return
	}
	flags := map[string]*bool{"packed": &a.packed, "ms_struct": &a.ms, "transparent_union": &a.transparent,
		"noreturn": &a.noReturn, "weak": &a.weak, "gnu_inline": &a.gnuInline}
	if flag := flags[name]; flag != nil {
		*flag = true
	}
	switch name {
	case "gcc_struct":
		a.ms = false
	case "alias":
		a.alias = p.word(name)
	case "mode":
		p.expect("(")
		a.mode = cpp.Bare(p.tok().Text)
		p.advance()
		p.expect(")")
	case "scalar_storage_order":
		order := p.word(name)
		a.big, a.little = order == "big-endian", order == "little-endian"
		if !a.big && !a.little {
			p.fail(at, "'scalar_storage_order' argument must be one of \"big-endian\" or \"little-endian\"")
		}
	case "cleanup":
		p.expect("(")
		e := p.scope.lookup(p.tok().Text)
		if e == nil || e.obj == nil || e.obj.Kind != Function {
			p.fail(p.pos(), "'cleanup' argument not a function")
		}
		a.cleanup = e.obj
		p.advance()
		p.expect(")")
	case "constructor":
		a.constructor = p.priority()
	case "destructor":
		a.destructor = p.priority()
	}
}

// sized reads an attribute that is given a number of bytes.
func (p *parser) sized(a *attributes, name string, at Pos) bool {
	switch name {
	case "aligned", "warn_if_not_aligned":
		n := int64(biggestAlignment / bitsPerByte)
		if p.accept("(") && !p.accept(")") {
			where := p.pos()
			n = p.power(where, p.constant("requested alignment is not an integer constant"))
			p.expect(")")
		}
		if name == "aligned" {
			a.align = max(a.align, n)
		}
	case "vector_size":
		p.expect("(")
		n := p.constant("'vector_size' attribute argument is not an integer constant")
		if !n.IsInt64() || n.Int64() <= 0 || n.Int64() > 1<<20 {
			p.fail(at, "vector size %v is not supported", n)
		}
		a.vector = n.Int64()
		p.expect(")")
	default:
		return false
	}
	return true
}

// power checks that an alignment is a power of two.
func (p *parser) power(at Pos, v *big.Int) int64 {
	if v.Sign() < 0 || !v.IsInt64() || v.Int64()&(v.Int64()-1) != 0 {
		p.fail(at, "requested alignment %v is not a positive power of 2", v)
	}
	if v.Int64() > 1<<28 {
		p.fail(at, "requested alignment %v exceeds object file maximum 268435456", v)
	}
	return v.Int64()
}

// word reads the string that an attribute is given.
func (p *parser) word(attribute string) string {
	p.expect("(")
	at := p.pos()
	if p.tok().Kind != cpp.String {
		p.fail(at, "attribute '%s' argument not a string", attribute)
	}
	s := strings.TrimSuffix(p.text().Str, "\x00")
	p.expect(")")
	return s
}

// priority reads the priority of a constructor, and returns one more.
func (p *parser) priority() int {
	if !p.accept("(") {
		return 1 + 65535
	}
	at := p.pos()
	v := p.constant("constructor priorities must be integers from 0 to 65535 inclusive")
	if !v.IsInt64() || v.Int64() < 0 || v.Int64() > 65535 {
		p.fail(at, "constructor priorities must be integers from 0 to 65535 inclusive")
	}
	p.expect(")")
	return 1 + int(v.Int64())
}

// reshaped returns the type that mode and vector_size make of another one.
func (p *parser) reshaped(t *Type, a *attributes) *Type {
	if a.mode != "" {
		t = p.ofMode(t, a.mode)
		a.mode = ""
	}
	if a.vector > 0 {
		t = p.vectors(t, a.vector)
		a.vector = 0
	}
	return t
}

// ofMode returns the integer type of a machine mode with the sign of another one.
func (p *parser) ofMode(t *Type, mode string) *Type {
	eight, word := [2]*Type{p.long, p.ulong}, [2]*Type{p.diff, p.size}
	if p.long.Size != 8 {
		eight = [2]*Type{p.llong, p.ullong}
	}
	if p.model == ILP32 {
		word = [2]*Type{p.int, p.uint}
	}
	integers := map[string][2]*Type{"QI": {p.schar, p.uchar}, "byte": {p.schar, p.uchar}, "HI": {p.short, p.ushort},
		"SI": {p.int, p.uint}, "DI": eight, "TI": {p.int128, p.uint128}, "word": word, "pointer": word, "unwind_word": word}
	reals := map[string]*Type{"SF": p.float, "DF": p.double, "XF": p.longDouble, "TF": p.float128}
	switch pair, ok := integers[mode]; {
	case t.Kind == Int && ok && t.Signed:
		return pair[0].with(t.quals)
	case t.Kind == Int && ok:
		return pair[1].with(t.quals)
	case t.Kind == Float && reals[mode] != nil:
		return reals[mode].with(t.quals)
	}
	return &Type{Kind: Other, Name: "mode " + mode}
}

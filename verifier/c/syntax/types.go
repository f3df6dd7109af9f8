package syntax

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// TypeKind is the kind of a type.
type TypeKind uint8

// The kinds of types.
const (
	Void TypeKind = iota
	Int           // also characters, enumerations and _Bool
	Float
	Pointer
	Array
	Struct
	Union
	Func
	Other // what is not supported
)

// Type is a type. Those that differ in qualifiers only, or in an alignment that a typedef adds, are Canonical alike,
// and so are structures that are the same in several translation units.
type Type struct {
	Kind   TypeKind
	Name   string // as it is written
	Size   int64  // bytes; 0 of incomplete types
	Align  int64
	Signed bool
	Bool   bool
	Rank   int   // of Int; that of __int128 is 6
	Bits   int64 // of an integer that is narrower than its size, as wide bit-fields are; else 0
	Elem   *Type // what a pointer points to, what an array has
	Len    int64 // of an array; -1 if it is not known
	Count  *Expr // of an array whose length is computed
	Fields []*Field
	Params []*Type
	Result *Type
	Vararg bool
	Loose  bool             // of a function declared without parameters
	Vector bool             // a structure whose only member is the array of the elements
	Enum   map[int64]string // of an enumeration: the names of its values

	parts    int
	inside   []*Field // of a structure that is not supported, since one of them has a computed size
	open     bool     // of a structure or enumeration whose members are not known
	same     *Type    // of a structure that is the same as another one; of a variant: the type itself
	quals    quals
	user     bool // the alignment was asked for
	variants map[variant]*Type
	as       variant // of a variant: which one it is
	pointer  *Type   // the type of pointers to this one
	under    *Type   // of an enumeration: the integer type that it is compatible with
	facet            // what attributes say
}

// facet is what attributes say of a type that is seen only where the type is used.
type facet struct {
	odd         string // an attribute that is not supported
	transparent bool   // transparent_union
	untagged    bool   // of a structure
	old         bool   // of a function that is defined in the old way
}

// Field is a member of a structure or union.
type Field struct {
	Name   string
	Index  int
	Type   *Type
	Offset int64
	Bits   int64 // of a bit-field: its width
	BitOff int64 // and its distance from Offset
	Big    bool  // stored with the highest byte first, bit-fields from the highest bit (scalar_storage_order)

	pos    Pos
	bit    bool  // a bit-field, perhaps of no width
	packed bool  // by its own attribute, or that of the structure
	align  int64 // that was asked for; 0 if none was
	odd    string
}

// quals are qualifiers.
type quals uint8

const (
	constQual quals = 1 << iota
	volatileQual
	restrictQual
	atomicQual
)

// variant is what a type has beside what it is.
type variant struct {
	quals quals
	align int64 // 0: that of the type
}

// Canonical returns one type for all that are the same but for qualifiers.
func (t *Type) Canonical() *Type {
	for t.same != nil {
		t = t.same
	}
	return t
}

// plain returns a type without qualifiers.
func (t *Type) plain() *Type { return t.origin() }

// origin returns the type of which this one is a variant.
func (t *Type) origin() *Type {
	if t.isVariant() {
		return t.same
	}
	return t
}

func (t *Type) isVariant() bool { return t.same != nil && t.same.variants[t.as] == t }

func (t *Type) variant() variant {
	if t.isVariant() {
		return t.as
	}
	return variant{quals: t.quals}
}

// with returns a type with more qualifiers; those of an array are those of its elements.
func (t *Type) with(q quals) *Type {
	switch {
	case q&^t.quals == 0 && t.Kind != Array:
		return t
	case t.Kind == Array:
		e := t.Elem.with(q)
		if e == t.Elem {
			return t
		}
		a := *t
		a.Elem, a.pointer, a.variants, a.same = e, nil, nil, nil
		return &a
	}
	v := t.variant()
	v.quals |= q
	least := v.quals.leastAlign(t)
	if v.align > 0 {
		v.align = max(v.align, least)
	}
	u := t.origin().vary(v)
	u.Align = max(u.Align, least)
	return u
}

// leastAlign returns the alignment that qualifiers give a type: what is atomic has that of the integer of its size.
// What a structure is that is declared later does not matter, as in gcc.
func (q quals) leastAlign(t *Type) int64 {
	switch t.Size {
	case 1, 2, 4, 8, 16:
		if q&atomicQual != 0 {
			return t.Size
		}
	}
	return 0
}

// aligned returns a type with another alignment.
func (t *Type) aligned(n int64) *Type {
	return t.origin().vary(variant{t.quals, n})
}

// vary returns a variant of a type that is none.
func (t *Type) vary(v variant) *Type {
	if v == (variant{}) {
		return t
	}
	u := t.variants[v]
	if u == nil {
		if t.variants == nil {
			t.variants = map[variant]*Type{}
		}
		u = &Type{}
		t.variants[v] = u
		t.update(u, v)
	}
	return u
}

// update has a variant say what the type says.
func (t *Type) update(u *Type, v variant) {
	pointer := u.pointer
	*u = *t
	u.same, u.variants, u.as, u.pointer, u.quals = t, nil, v, pointer, v.quals
	if v.align > 0 {
		u.Align, u.user = v.align, true
	}
}

// completed has all variants of a type know what has become known of it.
func (t *Type) completed() {
	for v, u := range t.variants {
		t.update(u, v)
	}
}

// Range returns the least and the greatest value of an integer or pointer type.
func (t *Type) Range() (lo, hi *big.Int) {
	return rangeOf(uint(t.Width()), t.Signed)
}

// Width returns how many bits an integer type has.
func (t *Type) Width() int64 {
	switch {
	case t.Bool:
		return 1
	case t.Bits > 0:
		return t.Bits
	}
	return t.Size * 8
}

// Range returns the least and the greatest value of a bit-field.
func (f *Field) Range() (lo, hi *big.Int) {
	if f.Bits == 0 {
		return f.Type.Range()
	}
	return rangeOf(uint(f.Bits), f.Type.Signed)
}

func rangeOf(bits uint, signed bool) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if !signed {
		hi = new(big.Int).Lsh(one, bits)
		return new(big.Int), hi.Sub(hi, one)
	}
	hi = new(big.Int).Lsh(one, bits-1)
	return new(big.Int).Neg(hi), new(big.Int).Sub(hi, one)
}

// Scalar reports whether values of the type are single numbers.
func (t *Type) Scalar() bool { return t.Kind == Int || t.Kind == Pointer || t.Kind == Float }

// record reports whether a type is a structure or union.
func (t *Type) record() bool { return t.Kind == Struct || t.Kind == Union }

// Same reports whether two types are the same.
func (t *Type) Same(u *Type) bool {
	if t.Canonical() == u.Canonical() {
		return true
	}
	if t.Kind != u.Kind {
		return false
	}
	switch t.Kind {
	case Void:
		return true
	case Int:
		return t.Size == u.Size && t.Bits == u.Bits && t.Signed == u.Signed && t.Bool == u.Bool
	case Float:
		return t.Size == u.Size
	case Pointer:
		return t.Elem.Same(u.Elem)
	case Array:
		return t.Len == u.Len && t.Elem.Same(u.Elem)
	case Func:
		return sameFunc(t, u)
	}
	return false
}

func sameFunc(t, u *Type) bool {
	if !t.Result.Same(u.Result) || t.Vararg != u.Vararg {
		return false
	}
	return t.Loose || u.Loose || slices.EqualFunc(t.Params, u.Params, (*Type).Same)
}

// compatible reports whether two types are compatible as the standard says, which distinguishes more than Same: long
// and long long, char and signed char, and what is qualified.
func compatible(t, u *Type) bool {
	if t == u {
		return true
	}
	if t.Kind != u.Kind || t.quals != u.quals {
		return false
	}
	switch t.Kind {
	case Void:
		return true
	case Int, Float: // two enumerations are not compatible, though each is with an integer type
		return basic(t) == basic(u) && (t.Enum == nil || u.Enum == nil || t.Canonical() == u.Canonical())
	case Pointer:
		return compatible(t.Elem, u.Elem)
	case Array:
		return (t.Len == u.Len || t.Len < 0 || u.Len < 0) && compatible(t.Elem, u.Elem)
	case Func:
		return compatibleFunc(t, u)
	}
	return t.Canonical() == u.Canonical()
}

// basic returns the integer type that a type is compatible with.
func basic(t *Type) *Type {
	if t = t.Canonical(); t.under != nil {
		return t.under
	}
	return t
}

func compatibleFunc(t, u *Type) bool {
	if !compatible(t.Result.plain(), u.Result.plain()) {
		return false
	}
	if t.Loose || u.Loose {
		if t.Loose && u.Loose || t.old || u.old {
			return true
		}
		if t.Loose {
			t, u = u, t
		}
		return !t.Vararg && !slices.ContainsFunc(t.Params, func(p *Type) bool { // that others are promoted to it cannot be
			return p.Kind == Int && p.Rank < 3 || p.Kind == Float && p.Size == 4
		})
	}
	return t.Vararg == u.Vararg &&
		slices.EqualFunc(t.Params, u.Params, func(p, q *Type) bool { return compatible(p.plain(), q.plain()) })
}

// composite returns what two compatible types say together.
func composite(t, u *Type) *Type {
	switch {
	case t.Kind == Array && t.Len < 0 && t.Count == nil:
		return u
	case t.Kind == Array && u.Len >= 0 && t.Elem != u.Elem:
		a := *t
		a.Elem, a.pointer, a.variants, a.same = composite(t.Elem, u.Elem), nil, nil, nil
		return &a
	case t.Kind == Func && t.Loose && !u.Loose:
		return u
	case t.Kind == Pointer:
		if e := composite(t.Elem, u.Elem); e == u.Elem {
			return u
		}
	}
	return t
}

// pointerTo returns the type of pointers to t.
func (c *types) pointerTo(t *Type) *Type {
	if t.pointer == nil {
		t.pointer = &Type{Kind: Pointer, Name: "pointer", Elem: t, Size: c.wide, Align: c.wide, Rank: 4}
	}
	return t.pointer
}

// arrayOf returns the type of arrays of n elements; -1 if the length is not known.
func (c *types) arrayOf(t *Type, n int64) *Type {
	of := t
	if t.quals&atomicQual != 0 {
		of = t.origin() // an array is only as aligned as one of what is not atomic
	}
	out := &Type{Kind: Array, Elem: t, Len: n, Align: of.Align, user: of.user, Name: fmt.Sprintf("%s[%d]", t.Name, n)}
	switch {
	case n > 0 && t.Size > largestArray/n:
		*out = Type{Kind: Other, Name: "an array that is too large", Elem: t, Align: t.Align}
	case n >= 0:
		out.Size = n * t.Size
	}
	return out
}

// decayed returns the type of a parameter that is declared with type t.
func (c *types) decayed(t *Type) *Type {
	switch t.Kind {
	case Array:
		return c.pointerTo(t.Elem)
	case Func:
		return c.pointerTo(t)
	}
	return t
}

// types are the types that have names of their own.
type types struct {
	model                                     Model
	wide                                      int64 // of pointers
	void, boolean                             *Type
	unsure                                    *Type // of what is not supported: an int of which nobody relies on the size
	char, schar, short, int, long, llong      *Type
	uchar, ushort, uint, ulong, ullong        *Type
	int128, uint128                           *Type
	vectorTypes                               map[vectorKey]*Type
	float32, float64, float32x, float64x      *Type
	float, double, longDouble, float128       *Type
	size, diff, wchar, char16, char32, valist *Type
	named                                     map[string]*Type // by their words, in alphabetical order
	builtinTypes                              map[string]*Type // by names that are declared nowhere
}

func newTypes(m Model) *types {
	c := &types{model: m, wide: 8, vectorTypes: map[vectorKey]*Type{}}
	long := int64(8)
	switch m {
	case ILP32:
		c.wide, long = 4, 4
	case LLP64:
		long = 4
	}
	integer := func(name string, size int64, rank int, signed bool) *Type {
		return &Type{Kind: Int, Name: name, Size: size, Align: size, Rank: rank, Signed: signed}
	}
	c.void = &Type{Kind: Void, Name: "void"}
	c.boolean = integer("_Bool", 1, 0, false)
	c.boolean.Bool = true
	c.char, c.schar, c.uchar = integer("char", 1, 1, true), integer("signed char", 1, 1, true), integer("unsigned char",
		1, 1, false)
	c.short, c.ushort = integer("short", 2, 2, true), integer("unsigned short", 2, 2, false)
	c.unsure = integer("int", 4, 3, true)
	c.int, c.uint = integer("int", 4, 3, true), integer("unsigned", 4, 3, false)
	c.long, c.ulong = integer("long", long, 4, true), integer("unsigned long", long, 4, false)
	c.llong, c.ullong = integer("long long", 8, 5, true), integer("unsigned long long", 8, 5, false)
	c.int128, c.uint128 = integer("__int128", 16, 6, true), integer("unsigned __int128", 16, 6, false)
	real := func(name string, size int64) *Type {
		return &Type{Kind: Float, Name: name, Size: size, Align: size}
	}
	c.float, c.double, c.longDouble, c.float128 = real("float", 4), real("double", 8), real("long double", 16),
		real("_Float128", 16)
	c.float32, c.float64, c.float32x, c.float64x = real("_Float32", 4), real("_Float64", 8), real("_Float32x", 8),
		real("_Float64x", 16)
	c.size, c.diff, c.wchar, c.char16, c.char32 = c.ulong, c.long, c.int, c.ushort, c.uint
	switch m {
	case ILP32:
		c.size, c.diff, c.wchar = c.uint, c.int, c.long
		c.longDouble.Size, c.longDouble.Align = 12, 4
	case LLP64:
		c.size, c.diff, c.wchar = c.ullong, c.llong, c.ushort
	}
	c.valist = c.vaList()
	c.named = map[string]*Type{
		"void": c.void, "_Bool": c.boolean, "char": c.char, "char signed": c.schar, "char unsigned": c.uchar,
		"float": c.float, "double": c.double, "double long": c.longDouble, "_Float32": c.float32, "_Float32x": c.float32x,
		"_Float64": c.float64, "_Float64x": c.float64x, "_Float128": c.float128, "": c.int,
	}
	for words, x := range map[string][2]*Type{"int": {c.int, c.uint}, "int short": {c.short, c.ushort},
		"int long": {c.long, c.ulong}, "int long long": {c.llong, c.ullong}, "__int128": {c.int128, c.uint128}} {
		short := strings.TrimSpace(strings.TrimPrefix(words, "int"))
		for _, w := range []string{words, short} {
			c.named[w], c.named[strings.TrimSpace(w+" signed")] = x[0], x[0]
			c.named[strings.TrimSpace(w+" unsigned")] = x[1]
		}
	}
	c.builtinTypes = map[string]*Type{"__int128_t": c.int128, "__uint128_t": c.uint128, "__float128": c.float128,
		"__float80": c.longDouble}
	return c
}

// vaList returns the type of va_list.
func (c *types) vaList() *Type {
	if c.model != LP64 {
		return c.pointerTo(c.char)
	}
	tag := &Type{Kind: Struct, Name: "struct __va_list_tag"}
	p := c.pointerTo(c.void)
	for _, f := range []Field{{Name: "gp_offset", Type: c.uint}, {Name: "fp_offset", Type: c.uint},
		{Name: "overflow_arg_area", Type: p}, {Name: "reg_save_area", Type: p}} {
		f.Index = len(tag.Fields)
		tag.Fields = append(tag.Fields, &f)
	}
	c.layOut(tag, rules{})
	return c.arrayOf(tag, 1)
}

// Bounds of what is taken apart: the bytes of an array, and the members of a structure, those of members included.
const (
	largestArray = 1 << 56
	mostParts    = 20_000
)

// countParts counts the members of a type that have no members themselves.
func countParts(t *Type) int {
	switch t = element(t); {
	case t.parts > 0:
		return t.parts
	case !t.record():
		return 1
	}
	n := 0
	for _, f := range t.Fields {
		n = min(n+countParts(f.Type), maxMembers+1)
	}
	t.parts = n
	return n
}

package syntax

import (
	"fmt"
	"math/big"
	"strings"

	"modernc.org/cc/v4"
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

// Type is a type without qualifiers. Types of structures, and of unions, are the same if they are Canonical alike.
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
	Vector bool             // a structure whose only member is the array of the elements
	Loose  bool             // of a function declared without parameters
	Enum   map[int64]string // of an enumeration: the names of its values
	parts  int
	open   bool  // of a structure whose members are not known
	same   *Type // of a structure that is the same as another one
}

// Canonical returns one type for all that are the same structure in several translation units.
func (t *Type) Canonical() *Type {
	for t.same != nil {
		t = t.same
	}
	return t
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
}

// Range returns the least and the greatest value of an integer or pointer type.
func (t *Type) Range() (lo, hi *big.Int) {
	bits := uint(t.Size * 8)
	switch {
	case t.Bool:
		bits = 1
	case t.Bits > 0:
		bits = uint(t.Bits)
	}
	return rangeOf(bits, t.Signed)
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
	if t.Loose || u.Loose {
		return true
	}
	if len(t.Params) != len(u.Params) {
		return false
	}
	for i := range t.Params {
		if !t.Params[i].Same(u.Params[i]) {
			return false
		}
	}
	return true
}

// types makes types of those of the parser.
type types struct {
	known map[cc.Type]*Type
	tags  map[string]*Type
	list  []named
	ptrs  map[*Type]*Type
	wide  int64 // of pointers
	long  int64 // the size of the type of that name
	count func(cc.ExpressionNode) *Expr
}

// named is a structure with a name that is the same in other translation units: that of its tag, or the place of its first member.
type named struct {
	name string
	typ  *Type
}

// intRank returns the rank of an integer type.
func intRank(k cc.Kind) (rank int, ok bool) {
	switch k {
	case cc.Bool:
		return 0, true
	case cc.Char, cc.SChar, cc.UChar:
		return 1, true
	case cc.Short, cc.UShort:
		return 2, true
	case cc.Int, cc.UInt:
		return 3, true
	case cc.Long, cc.ULong:
		return 4, true
	case cc.LongLong, cc.ULongLong:
		return 5, true
	}
	return 0, false
}

func (c *types) of(t cc.Type) *Type {
	if t == nil {
		return &Type{Kind: Other, Name: "unknown type"}
	}
	if k, ok := c.known[t]; ok {
		return k
	}
	if p, ok := t.(*cc.PointerType); ok {
		k := c.pointer(c.of(p.Elem()))
		c.known[t] = k
		return k
	}
	out := &Type{}
	c.known[t] = out // types may contain themselves, by way of structures
	full := c.make(t, out)
	c.known[t] = full
	return full
}

// make fills a type, or returns another one that is the same.
func (c *types) make(t cc.Type, out *Type) *Type {
	switch x := t.(type) {
	case *cc.PredefinedType:
		c.predefined(x, out)
	case *cc.EnumType:
		*out = *c.of(x.UnderlyingType())
		out.Enum = map[int64]string{}
		for _, e := range x.Enumerators() {
			if v, ok := bigOf(e.Value()); ok && v.IsInt64() && out.Enum[v.Int64()] == "" {
				out.Enum[v.Int64()] = e.Token.SrcStr()
			}
		}
	case *cc.ArrayType:
		*out = Type{Kind: Array, Elem: c.of(x.Elem()), Len: x.Len(), Align: int64(t.Align())}
		out.Name = fmt.Sprintf("%s[%d]", out.Elem.Name, out.Len)
		switch {
		case x.IsVLA():
			out.Len, out.Count = -1, c.count(x.SizeExpression())
		case out.Len > 0 && out.Elem.Size > largestArray/out.Len:
			*out = Type{Kind: Other, Name: "an array that is too large"}
		case out.Len >= 0:
			out.Size = out.Len * out.Elem.Size
		}
	case *cc.StructType:
		return c.record(x, out, Struct)
	case *cc.UnionType:
		return c.record(x, out, Union)
	case *cc.FunctionType:
		*out = Type{Kind: Func, Result: c.of(x.Result()), Vararg: x.IsVariadic(), Name: "function"}
		ps := x.Parameters()
		for _, p := range ps {
			pt := c.of(p.Type())
			if pt.Kind == Void {
				continue
			}
			out.Params = append(out.Params, c.decayed(pt))
		}
		out.Loose = len(ps) == 0
	default:
		*out = Type{Kind: Other, Name: t.String(), Size: max(t.Size(), 0)}
	}
	return out
}

// decayed returns the type of a parameter that is declared with type t.
func (c *types) decayed(t *Type) *Type {
	switch t.Kind {
	case Array:
		return c.pointer(t.Elem)
	case Func:
		return c.pointer(t)
	}
	return t
}

func (c *types) predefined(t *cc.PredefinedType, out *Type) {
	k := t.Kind()
	size := t.Size()
	switch {
	case t.VectorSize() > 0:
		*out = Type{Kind: Other, Name: "a vector type", Size: size}
	case k == cc.Void:
		*out = Type{Kind: Void, Name: "void"}
	case cc.IsIntegerType(t):
		rank, ok := intRank(k)
		*out = Type{Kind: Int, Name: k.String(), Size: size, Align: int64(t.Align()), Rank: rank, Bool: k == cc.Bool, Signed: cc.IsSignedInteger(t)}
		if !ok {
			*out = Type{Kind: Other, Name: k.String(), Size: size}
		}
	case cc.IsFloatingPointType(t):
		*out = Type{Kind: Float, Name: k.String(), Size: size, Align: int64(t.Align())}
	default:
		*out = Type{Kind: Other, Name: k.String(), Size: max(size, 0)}
	}
}

// pointer returns the type of pointers to t.
func (c *types) pointer(t *Type) *Type {
	if p := c.ptrs[t]; p != nil {
		return p
	}
	p := &Type{Kind: Pointer, Name: "pointer", Elem: t, Size: c.wide, Align: c.wide, Rank: 4}
	c.ptrs[t] = p
	return p
}

type recordType interface {
	cc.Type
	Tag() cc.Token
	NumFields() int
	FieldByIndex(int) *cc.Field
	LexicalScope() *cc.Scope
}

// record returns the type of a structure or union. The parser has many types for one tag; they are one here.
func (c *types) record(x recordType, out *Type, kind TypeKind) *Type {
	tag := x.Tag()
	key := ""
	switch {
	case tag.SrcStr() != "":
		key = fmt.Sprintf("%d %s %p", kind, tag.SrcStr(), x.LexicalScope())
	case x.NumFields() > 0 && x.FieldByIndex(0).Declarator() != nil:
		key = fmt.Sprintf("%d %p", kind, x.FieldByIndex(0).Declarator())
	}
	r := c.tags[key]
	if key == "" || r == nil {
		r = out
		name := "struct"
		if kind == Union {
			name = "union"
		}
		*r = Type{Kind: kind, Name: strings.TrimSpace(name + " " + tag.SrcStr()), open: true}
		if key != "" {
			c.tags[key] = r
			id := r.Name
			if tag.SrcStr() == "" {
				id += x.FieldByIndex(0).Declarator().Position().String()
			}
			c.list = append(c.list, named{id, r})
		}
	}
	c.known[x] = r
	if len(r.Fields) > 0 || x.IsIncomplete() {
		return r
	}
	r.Size, r.Align, r.open = x.Size(), int64(x.Align()), false
	for i := range x.NumFields() {
		f := x.FieldByIndex(i)
		if f == nil {
			continue
		}
		g := &Field{Name: f.Name(), Index: i, Offset: f.Offset()}
		if f.IsBitfield() {
			g.Bits, g.BitOff = f.ValueBits(), int64(f.OffsetBits())
			if g.Name == "" {
				continue
			}
		}
		r.Fields = append(r.Fields, g)
		g.Type = c.of(f.Type())
	}
	switch {
	case parts(r) > mostParts:
		*r = Type{Kind: Other, Name: r.Name + ", which has too many members"}
	case c.long < c.wide && doubtful(r):
		*r = Type{Kind: Other, Name: r.Name + ", whose layout is not known"}
	}
	return r
}

// Bounds of what is taken apart: the bytes of an array, and the members of a structure, those of members included.
const (
	largestArray = 1 << 56
	mostParts    = 20_000
)

// parts counts the members of a type that have no members themselves. Those of what has too many are not known any more.
func parts(t *Type) int {
	n, _ := countParts(t)
	return n
}

// countParts also says whether all members are known: where a structure is reached through a pointer of one that has it as a member, those that
// follow the pointer are not yet, so the number is not kept.
func countParts(t *Type) (n int, whole bool) {
	for t.Kind == Array {
		t = t.Elem
	}
	if t.Kind != Struct && t.Kind != Union {
		return 1, true
	}
	if t.parts > 0 {
		return t.parts, true
	}
	whole = true
	for _, f := range t.Fields {
		if f.Type == nil {
			return n, false
		}
		m, all := countParts(f.Type)
		if f.Type.Kind == Other {
			m = mostParts + 1
		}
		n, whole = min(n+m, mostParts+1), whole && all
	}
	if whole {
		t.parts = n
	}
	return n, whole
}

// doubtful reports whether gcc for Windows may lay a structure out in another way than the parser: it forgets what alignment a packed
// member behind bit-fields is given.
func doubtful(t *Type) bool {
	end, run, unit := int64(0), false, int64(0) // of the members so far, the last one a bit-field, whose unit has that size
	for _, f := range t.Fields {
		part := f.Type
		for part.Kind == Array {
			part = part.Elem
		}
		if part.Kind == Other {
			return true
		}
		if f.Bits == 0 {
			if run && f.Offset > end && (end%unit != 0 || (end+f.Type.Align-1)/max(f.Type.Align, 1)*f.Type.Align != f.Offset) {
				return true
			}
			end, run = f.Offset+f.Type.Size, false
			continue
		}
		if at := 8*f.Offset + f.BitOff; !run || unit != f.Type.Size || at >= 8*end {
			end = at/8 + f.Type.Size
		}
		run, unit = true, f.Type.Size
	}
	return false
}

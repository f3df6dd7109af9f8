package boogie

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// typ is a type: a dense number, equal for equal types, with synonyms expanded. A type's parts have smaller numbers.
type typ uint32

const (
	noType typ = iota
	boolType
	intType
	realType
	firstOther
)

// typeInfo is what a type is made of.
type typeInfo struct {
	kind  syntax.TypeKind // TypeNamed is a constructor
	name  syntax.Name
	width uint32
	args  []typ // of a constructor; of a map: indices, then the result
	// params is the number of type parameters of a map, which are types of kindBound in args.
	params int
	// Of a map with type parameters width is the number of the first (height).
	// foreign is a type in it that has no meaning here, such as string; "" if there is none.
	foreign string
}

// types interns types.
type types struct {
	info  []typeInfo
	bv    map[uint32]typ
	named map[string]typ    // by name and the numbers of the arguments
	maps  map[string]typ    // by the numbers of the type parameters and the parts
	vars  []typ             // the types of kindBound
	bound map[typ]typ       // what proxies stand for
	names map[string]string // of sorts that no declaration names, and what they are made of
	poly  bool              // there are type parameters
	key   []byte
	sorts []term.Sort       // by type: its sort, once it is needed
	datas map[term.Sort]typ // the datatypes among them
	work  []typ
}

func newTypes() *types {
	return &types{
		info:  []typeInfo{{}, {kind: syntax.TypeBool}, {kind: syntax.TypeInt}, {kind: syntax.TypeReal}},
		bv:    map[uint32]typ{},
		named: map[string]typ{},
		maps:  map[string]typ{},
		bound: map[typ]typ{},
		names: map[string]string{},
	}
}

func (t *types) add(i typeInfo) typ {
	t.poly = t.poly || i.kind >= kindParam
	for _, a := range i.args {
		if i.foreign == "" {
			i.foreign = t.info[a].foreign
		}
	}
	t.info = append(t.info, i)
	return typ(len(t.info) - 1)
}

func (t *types) bitVector(width uint32) typ {
	id, ok := t.bv[width]
	if !ok {
		id = t.add(typeInfo{kind: syntax.TypeBv, width: width})
		if width == 0 {
			t.info[id].foreign = "bv0"
		}
		t.bv[width] = id
	}
	return id
}

func (t *types) constructor(n syntax.Name, args ...typ) typ {
	t.setKey(uint32(n), args)
	id, ok := t.named[string(t.key)]
	if !ok {
		id = t.add(typeInfo{kind: syntax.TypeNamed, name: n, args: append([]typ(nil), args...)})
		t.named[string(t.key)] = id
	}
	return id
}

// mapOf returns the type of maps with so many type parameters.
func (t *types) mapOf(params int, parts []typ) typ {
	t.setKey(uint32(params), parts)
	id, ok := t.maps[string(t.key)]
	if !ok {
		id = t.add(typeInfo{kind: syntax.TypeMap, params: params, width: t.height(parts), args: append([]typ(nil), parts...)})
		t.maps[string(t.key)] = id
	}
	return id
}

func (t *types) setKey(first uint32, parts []typ) {
	t.key = appendWords(appendWords(t.key[:0], first), parts...)
}

// appendWords appends numbers to a key of a map.
func appendWords[T ~int32 | ~uint32](key []byte, words ...T) []byte {
	for _, w := range words {
		key = binary.LittleEndian.AppendUint32(key, uint32(w))
	}
	return key
}

// boundVar returns a type parameter of a map.
func (t *types) boundVar(i int) typ {
	for len(t.vars) <= i {
		t.vars = append(t.vars, t.add(typeInfo{kind: kindBound, width: uint32(len(t.vars))}))
	}
	return t.vars[i]
}

// isBv returns the width of a bit-vector type.
func (t *types) isBv(id typ) (width uint32, ok bool) {
	i := &t.info[t.deref(id)]
	return i.width, i.kind == syntax.TypeBv
}

// maxShown bounds the length of a type in a message: synonyms can make it exponential.
const maxShown = 200

func (c *checker) show(id typ) string {
	var b strings.Builder
	c.write(&b, id)
	if b.Len() > maxShown {
		return b.String()[:maxShown] + "..."
	}
	return b.String()
}

func (c *checker) write(b *strings.Builder, id typ) {
	i := &c.types.info[c.types.deref(id)]
	switch {
	case b.Len() > maxShown:
	case i.kind == syntax.TypeBool:
		b.WriteString("bool")
	case i.kind == syntax.TypeInt:
		b.WriteString("int")
	case i.kind == syntax.TypeReal:
		b.WriteString("real")
	case i.kind == syntax.TypeBv:
		b.WriteString("bv" + strconv.Itoa(int(i.width)))
	case i.kind == kindProxy:
		b.WriteByte('?')
	case i.kind == kindBound:
		b.WriteString("a" + strconv.Itoa(int(i.width)))
	case i.kind == kindParam:
		b.WriteString(c.text(i.name))
	case i.kind == syntax.TypeNamed:
		b.WriteString(c.text(i.name))
		for _, a := range i.args {
			b.WriteByte(' ')
			if x := &c.types.info[c.types.deref(a)]; len(x.args) > 0 {
				b.WriteByte('(')
				c.write(b, a)
				b.WriteByte(')')
			} else {
				c.write(b, a)
			}
		}
	case i.kind == syntax.TypeMap:
		last := len(i.args) - 1
		for k := range i.params {
			b.WriteString("<,"[min(k, 1):][:1] + "a" + strconv.Itoa(int(i.width)+k))
		}
		if i.params > 0 {
			b.WriteByte('>')
		}
		b.WriteByte('[')
		for k, a := range i.args[:last] {
			b.WriteString(","[:min(k, 1)])
			c.write(b, a)
		}
		b.WriteByte(']')
		c.write(b, i.args[last])
	}
}

// sort returns the sort of a type. Maps of several indices are curried. Only what is needed gets a sort: many programs
// declare bit-vectors that they never use, and a solver that knows of none is faster.
func (c *checker) sort(st *term.Store, id typ) term.Sort {
	t := c.types
	if n := len(t.info); n > len(t.sorts) {
		t.sorts = append(t.sorts, make([]term.Sort, n-len(t.sorts))...)
	}
	t.work = append(t.work[:0], id)
	for len(t.work) > 0 {
		n := t.work[len(t.work)-1]
		before := len(t.work)
		for _, a := range t.info[n].args {
			if t.sorts[a] == term.NoSort && !(t.info[n].params > 0 && t.generic(a)) {
				t.work = append(t.work, a)
			}
		}
		if len(t.work) == before {
			t.sorts[n] = c.sortOf(st, n)
			t.work = t.work[:before-1]
		}
	}
	return t.sorts[id]
}

// sortOf returns the sort of a type whose parts have theirs.
func (c *checker) sortOf(st *term.Store, id typ) term.Sort {
	t := c.types
	switch i := &t.info[id]; i.kind {
	case syntax.TypeBool:
		return term.Bool
	case syntax.TypeInt:
		return term.Int
	case syntax.TypeReal:
		return term.Real
	case syntax.TypeBv:
		if i.width == 0 {
			return st.UninterpretedSort(c.unique("bv0"))
		}
		return st.BitVecSort(int(i.width))
	case syntax.TypeNamed:
		if c.dataAt(id) != nil {
			return c.dataSort(st, id)
		}
		if len(i.args) > 0 {
			return st.UninterpretedSort(c.unique("type " + c.show(id)))
		}
		if d := c.typeDecl; int(i.name) >= len(d) || d[i.name] == 0 {
			return st.UninterpretedSort(c.unique(c.text(i.name))) // see opaque
		}
		return st.UninterpretedSort(c.text(i.name))
	default:
		last := len(i.args) - 1
		s := c.partSort(st, i, last, "value")
		for k := last - 1; k >= 0; k-- {
			s = st.ArraySort(c.partSort(st, i, k, "key"), s)
		}
		if t.tagged(id) {
			s = st.ArraySort(term.Int, s)
		}
		return s
	}
}

// tagged reports whether a map has a type parameter that is in no index. Then which types these are is an index of
// its own.
func (t *types) tagged(m typ) bool {
	i := &t.info[m]
	for k := range i.params {
		bound := t.boundVar(int(i.width) + k)
		if !slices.ContainsFunc(i.args[:len(i.args)-1], func(a typ) bool { return t.contains(a, bound) }) {
			return true
		}
	}
	return false
}

// partSort returns the sort of a part of a map type, whose parts have theirs. What depends on type parameters is coded.
func (c *checker) partSort(st *term.Store, i *typeInfo, k int, kind string) term.Sort {
	if i.params > 0 && c.types.generic(i.args[k]) {
		return c.universal(st, kind)
	}
	return c.types.sorts[i.args[k]]
}

// typeDecls declares all types and resolves the synonyms, which may be declared after their uses but not be cyclic.
func (c *checker) typeDecls() {
	c.typeDecl = make([]int32, c.file.Names.Len())
	for i, d := range c.file.TypeDecls {
		if c.typeDecl[d.Name] != 0 {
			c.failf(d.Pos, "type %s is declared twice", c.quote(d.Name))
		}
		c.typeDecl[d.Name] = int32(i + 1)
	}
	c.typeOf = make([]typ, len(c.file.Types))
	c.declType = make([]typ, len(c.file.TypeDecls))
	c.declParams = make([][]typ, len(c.file.TypeDecls))
	// The order of declarations is free, so synonyms are resolved in depth-first order, on an explicit stack since
	// chains of synonyms can be as long as the file.
	state := make([]uint8, len(c.file.TypeDecls)) // 1: on the stack
	var stack []int32
	for i := range c.file.TypeDecls {
		stack = append(stack, int32(i))
		for len(stack) > 0 {
			d := stack[len(stack)-1]
			if c.declType[d] != noType {
				stack = stack[:len(stack)-1]
				continue
			}
			decl := &c.file.TypeDecls[d]
			if decl.Body == 0 {
				c.declType[d] = c.types.constructor(decl.Name) // of those with parameters only the name counts
				continue
			}
			state[d] = 1
			open := len(stack)
			stack = c.openSynonyms(stack, decl.Body)
			for _, dep := range stack[open:] {
				if state[dep] == 1 {
					c.failf(decl.Pos, "type synonym %s is cyclic", c.quote(decl.Name))
				}
			}
			if len(stack) > open {
				continue
			}
			mark := len(c.typeScope)
			params := c.openTypes(decl.Params)
			t := c.resolveType(decl.Body)
			c.closeTypes(mark)
			c.declType[d], state[d] = t, 0
			c.declParams[d] = params
		}
	}
}

// openSynonyms pushes the declared types in a type expression that are not yet resolved.
func (c *checker) openSynonyms(stack []int32, id syntax.TypeID) []int32 {
	t := &c.file.Types[id]
	if t.Kind == syntax.TypeNamed {
		if d := c.typeDecl[t.Name]; d != 0 && c.declType[d-1] == noType {
			stack = append(stack, d-1)
		}
	}
	for _, a := range t.Args {
		stack = c.openSynonyms(stack, a)
	}
	return stack
}

// isFloat reports whether a name is that of a floating-point type, such as float24e8.
func isFloat(name string) bool {
	digits, ok := strings.CutPrefix(name, "float")
	significand, exponent, found := strings.Cut(digits, "e")
	number := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return ok && found && number(significand) && number(exponent)
}

// resolveType returns the type that an expression means. It recurses as deep as the parser lets type expressions nest.
func (c *checker) resolveType(id syntax.TypeID) typ {
	if done := c.typeOf[id]; done != noType {
		return done
	}
	t := &c.file.Types[id]
	var r typ
	switch t.Kind {
	case syntax.TypeBool:
		r = boolType
	case syntax.TypeInt:
		r = intType
	case syntax.TypeReal:
		r = realType
	case syntax.TypeBv:
		r = c.types.bitVector(t.Width)
	case syntax.TypeNamed:
		r = c.namedType(t)
	case syntax.TypeMap:
		r = c.mapType(t)
	}
	if c.types.size(r, maxTypeSize) >= maxTypeSize {
		c.failf(t.Pos, "type of more than %d parts", maxTypeSize)
	}
	c.typeOf[id] = r
	return r
}

// namedType returns the type of a name with arguments.
func (c *checker) namedType(t *syntax.TypeExpr) typ {
	if p, ok := c.typeParam(t.Name); ok {
		if len(t.Args) > 0 {
			c.failf(t.Pos, "type parameter %s takes no arguments", c.quote(t.Name))
		}
		return p
	}
	args := c.resolveTypes(t.Args)
	d := c.typeDecl[t.Name]
	if d == 0 {
		text := c.text(t.Name)
		if text != "string" && text != "regex" && text != "rmode" && !isFloat(text) || len(args) > 0 {
			c.failf(t.Pos, "undeclared type %s", c.quote(t.Name))
		}
		r := c.types.constructor(t.Name)
		c.types.info[r].foreign = text
		return r
	}
	decl := &c.file.TypeDecls[d-1]
	if len(args) != len(decl.Params) {
		c.failf(t.Pos, "type %s takes %d arguments, not %d", c.quote(t.Name), len(decl.Params), len(args))
	}
	if decl.Body == 0 {
		r := c.types.constructor(t.Name, args...)
		if _, ok := c.file.Attr(decl.Attrs, "builtin"); ok {
			c.types.info[r].foreign = c.text(t.Name)
		}
		return r
	}
	return c.types.instance(c.declType[d-1], c.declParams[d-1], args)
}

// mapType returns the type of a map, with type parameters.
func (c *checker) mapType(t *syntax.TypeExpr) typ {
	mark := len(c.typeScope)
	defer func() { c.closeTypes(mark) }()
	params := c.openTypes(t.Params)
	parts := c.resolveTypes(t.Args)
	m := c.types.closed(params, parts)
	for i, p := range params {
		if !slices.ContainsFunc(parts, func(x typ) bool { return c.types.contains(x, p) }) {
			c.failf(t.Params[i].Pos, "type parameter %s of a map is in none of its types",
				c.quote(t.Params[i].Name))
		}
	}
	if len(params) > 0 && slices.ContainsFunc(parts, c.polyMap) {
		c.types.info[m].foreign = "map with type parameters around another one"
	}
	return m
}

// polyMap reports whether a type has a map with type parameters in it.
func (c *checker) polyMap(t typ) bool {
	i := &c.types.info[t]
	return i.params > 0 || slices.ContainsFunc(i.args, c.polyMap)
}

func (c *checker) resolveTypes(ids []syntax.TypeID) []typ {
	out := make([]typ, len(ids))
	for i, a := range ids {
		t := c.resolveType(a)
		out[i] = t
	}
	return out
}

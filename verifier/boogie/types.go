package boogie

import (
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
	args  []typ // of a map: indices, then the result
	// foreign is a type in it that has no meaning here, such as string; "" if there is none.
	foreign string
}

// types interns types.
type types struct {
	info  []typeInfo
	bv    map[uint32]typ
	named map[syntax.Name]typ
	maps  map[string]typ // by the numbers of the parts
	key   []byte
	sorts []term.Sort // by type: its sort, once it is needed
	work  []typ
}

func newTypes() *types {
	return &types{
		info:  []typeInfo{{}, {kind: syntax.TypeBool}, {kind: syntax.TypeInt}, {kind: syntax.TypeReal}},
		bv:    map[uint32]typ{},
		named: map[syntax.Name]typ{},
		maps:  map[string]typ{},
	}
}

func (t *types) add(i typeInfo) typ {
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
		t.bv[width] = id
	}
	return id
}

func (t *types) constructor(n syntax.Name) typ {
	id, ok := t.named[n]
	if !ok {
		id = t.add(typeInfo{kind: syntax.TypeNamed, name: n})
		t.named[n] = id
	}
	return id
}

func (t *types) mapOf(parts []typ) typ {
	t.key = t.key[:0]
	for _, p := range parts {
		t.key = append(t.key, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	id, ok := t.maps[string(t.key)]
	if !ok {
		id = t.add(typeInfo{kind: syntax.TypeMap, args: append([]typ(nil), parts...)})
		t.maps[string(t.key)] = id
	}
	return id
}

// isBv returns the width of a bit-vector type.
func (t *types) isBv(id typ) (width uint32, ok bool) {
	i := &t.info[id]
	return i.width, i.kind == syntax.TypeBv
}

// asMap returns the indices and the result of a map type.
func (t *types) asMap(id typ) (index []typ, result typ, ok bool) {
	i := &t.info[id]
	if i.kind != syntax.TypeMap {
		return nil, noType, false
	}
	n := len(i.args) - 1
	return i.args[:n], i.args[n], true
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
	i := &c.types.info[id]
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
	case i.kind == syntax.TypeNamed:
		b.WriteString(c.text(i.name))
	case i.kind == syntax.TypeMap:
		last := len(i.args) - 1
		for k, a := range i.args[:last] {
			b.WriteByte("[,"[min(k, 1)])
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
			if t.sorts[a] == term.NoSort {
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
		return st.BitVecSort(int(i.width))
	case syntax.TypeNamed:
		return st.UninterpretedSort(c.text(i.name))
	default:
		last := len(i.args) - 1
		s := t.sorts[i.args[last]]
		for k := last - 1; k >= 0; k-- {
			s = st.ArraySort(t.sorts[i.args[k]], s)
		}
		return s
	}
}

// typeDecls declares all types and resolves the synonyms, which may be declared after their uses but not be cyclic.
func (c *checker) typeDecls() error {
	c.typeDecl = make([]int32, c.file.Names.Len())
	for i, d := range c.file.TypeDecls {
		if c.typeDecl[d.Name] != 0 {
			return c.errorf(d.Pos, "type %s is declared twice", c.quote(d.Name))
		}
		c.typeDecl[d.Name] = int32(i + 1)
	}
	c.typeOf = make([]typ, len(c.file.Types))
	c.declType = make([]typ, len(c.file.TypeDecls))
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
				c.declType[d] = c.types.constructor(decl.Name)
				continue
			}
			state[d] = 1
			open := len(stack)
			stack = c.openSynonyms(stack, decl.Body)
			for _, dep := range stack[open:] {
				if state[dep] == 1 {
					return c.errorf(decl.Pos, "type synonym %s is cyclic", c.quote(decl.Name))
				}
			}
			if len(stack) > open {
				continue
			}
			t, err := c.resolveType(decl.Body)
			if err != nil {
				return err
			}
			c.declType[d], state[d] = t, 0
		}
	}
	return nil
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
func (c *checker) resolveType(id syntax.TypeID) (typ, error) {
	if done := c.typeOf[id]; done != noType {
		return done, nil
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
		d := c.typeDecl[t.Name]
		if d == 0 {
			if text := c.text(t.Name); text == "string" || text == "regex" || text == "rmode" || isFloat(text) {
				r = c.types.constructor(t.Name)
				c.types.info[r].foreign = text
				break
			}
			return noType, c.errorf(t.Pos, "undeclared type %s", c.quote(t.Name))
		}
		r = c.declType[d-1]
	case syntax.TypeMap:
		parts := make([]typ, len(t.Args))
		for i, a := range t.Args {
			p, err := c.resolveType(a)
			if err != nil {
				return noType, err
			}
			parts[i] = p
		}
		r = c.types.mapOf(parts)
	}
	c.typeOf[id] = r
	return r, nil
}

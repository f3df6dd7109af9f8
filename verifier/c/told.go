package c

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// telling is what traces in C need to know of a program.
type telling struct {
	units   map[prog.NodeID]*unit        // by commands
	calls   map[prog.NodeID]*syntax.Expr // by calls
	ways    map[prog.NodeID]*turn        // by blocks
	records map[string]*syntax.Type      // structures, by name
	vars    map[string]*syntax.Type      // by procedure and name; of arrays that of the whole array
	inner   map[string]bool              // addresses of locals, of which vars has the types: whether they are of blocks within the body
	statics map[string]int               // variables that are static: how long the name of the object is
	objects []object                     // with constant addresses
	codes   map[*syntax.Object]int64     // addresses of functions
	lists   []*list                      // of strings that main is given
	heads   map[prog.NodeID]*head        // of loops, by their blocks
	cycles  map[prog.NodeID]*cycle       // loops, by their blocks
	parts   map[term.Term]part           // what variables stand for
	front   int64                        // bytes in front of an object that are its own
}

// unit is a statement, or a part of one that is told on its own. Its text is made where it is needed.
type unit struct{ text func() string }

// turn is a front.Way whose texts are made where they are needed.
type turn struct {
	node            prog.NodeID
	text, condition func() string
	holds           bool
	loop            bool
	head            prog.NodeID
	several         bool
}

// object is a part of the memory.
type object struct {
	base, size int64
	name       string
	typ        *syntax.Type // nil if it is not known
	heap       bool         // it is from malloc
	inner      bool         // a local of a block within the body of its function
}

// end says how the life of an object ends that is not freed.
func (o *object) end() string {
	switch {
	case o.heap:
		return ""
	case o.inner:
		return "block has ended"
	}
	return "function has returned"
}

func newTelling() telling {
	return telling{
		units: map[prog.NodeID]*unit{}, calls: map[prog.NodeID]*syntax.Expr{}, ways: map[prog.NodeID]*turn{}, records: map[string]*syntax.Type{}, vars: map[string]*syntax.Type{},
		inner: map[string]bool{}, statics: map[string]int{}, heads: map[prog.NodeID]*head{}, cycles: map[prog.NodeID]*cycle{}, parts: map[term.Term]part{},
	}
}

// tell says what statement the commands are of that follow.
func (f *fn) tell(text func() string) { f.doing = &unit{text} }

// step is what the commands of a statement do at a place.
type step struct {
	of *unit
	at prog.Pos
}

// node returns the node of the commands of the present statement at a place; none in the library.
func (f *fn) node(at syntax.Pos) prog.NodeID { return f.nodeAt(f.position(at)) }

func (f *fn) nodeAt(at prog.Pos) prog.NodeID {
	if at.Line == 0 {
		return 0
	}
	x := step{f.doing, at}
	n, ok := f.nodes[x]
	if !ok {
		n = f.prog.NewNode(x.at)
		f.nodes[x] = n
		if x.of != nil {
			f.res.told.units[n] = x.of
		}
	}
	return n
}

// goes notes what it means that control gets to a block.
func (f *fn) goes(b int32, w turn) { f.res.told.ways[f.q.Blocks[b].Node] = &w }

// declared notes the type of a variable.
func (l *lowerer) declared(proc, name string, t *syntax.Type) { l.res.told.vars[proc+" "+name] = t }

// placed notes an object with a constant address.
func (l *lowerer) placed(o *syntax.Object, base int64) {
	name := o.Name
	if o.Name == "string" && o.Init != nil {
		name = strconv.Quote(strings.TrimSuffix(o.Init.Items[0].Value.Str, "\x00"))
	}
	i := sort.Search(len(l.res.told.objects), func(i int) bool { return l.res.told.objects[i].base > base })
	l.res.told.objects = slices.Insert(l.res.told.objects, i, object{base, o.Type.Size, name, o.Type, false, o.Inner()})
}

// written returns the name of a function, or of a variable, as it is written: several translation units, or blocks, may have one of
// the same name, and # is in none. The library's own names begin with __muster_.
func written(name string) string {
	name = strings.TrimPrefix(name, "__muster_")
	i := strings.IndexByte(name, '#')
	if i < 0 {
		return name
	}
	return name[:i] + strings.TrimLeft(name[i:], "#0123456789")
}

// most characters of a statement that are told.
const longest = 120

func short(text string) string {
	if text = strings.Join(strings.Fields(text), " "); len(text) > longest {
		return text[:longest] + " ..."
	}
	return text
}

// execution is a front.Execution: it follows what is allocated.
type execution struct {
	*Result
	*telling
	given
	heap   []object // by address: what is allocated, and what is anywhere
	blocks int      // that are allocated
	next   int64
}

// Follow implements front.Compiled.
func (r *Result) Follow() front.Execution {
	return &execution{Result: r, telling: &r.told, given: given{lists: r.told.lists}, next: heapStart}
}

// becomes notes what a variable becomes, and returns it in C; ok is false if the program has no such variable.
func (t *execution) becomes(proc, name, value string) (text, shown string, ok bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case name == "$next" && err == nil:
		if n > t.next {
			t.blocks++
			t.found(object{t.next + t.front, n - t.next - t.front, fmt.Sprintf("heap%d", t.blocks), nil, true, false})
		}
		t.next = n
		return "", "", false
	case strings.HasPrefix(name, "&") && err == nil:
		for i := range t.heap {
			if o := &t.heap[i]; o.base <= n && n < o.base+o.size && n < o.base+alignment {
				if o.heap {
					t.blocks--
				}
				o.base, o.name, o.typ, o.heap, o.inner = n, name[1:], t.vars[proc+" "+name], false, t.inner[proc+" "+name]
			}
		}
		if typ := t.vars[" "+name]; typ != nil && n < heapStart {
			t.found(object{n, typ.Size, written(name[1:]), typ, false, false})
		}
		return "", "", false
	case strings.HasPrefix(name, "$") || strings.HasPrefix(name, "&"):
		return "", "", false
	}
	base, index, indexed := strings.Cut(name, "[")
	if strings.HasPrefix(index, "]") || !indexed {
		return t.variable(proc, name, value)
	}
	at, err := strconv.ParseInt(strings.TrimSuffix(index, "]"), 10, 64)
	if err != nil {
		return "", "", false
	}
	text, typ := t.lvalue(at, base)
	if strings.HasPrefix(base, bytesName) && text != "" && (typ == nil || typ.Size != 1) {
		return t.octet(at), value, true
	}
	return text, t.value(value, typ), text != ""
}

// Values implements front.Execution.
func (t *execution) Values(proc string, bs []verifier.Binding) (out []front.Value) {
	values := map[string]string{}
	for _, x := range bs {
		values[x.Name] = x.Value
	}
	for _, x := range bs {
		name, value, ok := t.scalar(x.Name, values)
		if !ok {
			name, value, ok = t.becomes(proc, x.Name, x.Value)
		}
		if !ok || value == "" {
			continue
		}
		v := front.Value{Name: name, Value: value, Global: x.Global}
		memory := x.Element && !strings.Contains(x.Var, "[]") && !strings.HasPrefix(name, "byte ")
		i := slices.IndexFunc(out, func(o front.Value) bool { return o.Name == v.Name && o.Value == v.Value && o.Global == v.Global })
		if i < 0 {
			i, out = len(out), append(out, v)
		}
		out[i].Memory = out[i].Memory || memory
	}
	return out
}

// Fault implements front.Execution.
func (t *execution) Fault(assertion prog.NodeID, read []verifier.Binding) (out front.Fault, ok bool) {
	f, ok := t.faults[assertion]
	if !ok {
		return out, false
	}
	values := map[string]string{}
	for _, x := range read {
		values[x.Name] = x.Value
	}
	v := func(x term.Term) string {
		if text, ok := t.shown[x]; ok {
			return text
		}
		return cmp.Or(values[t.names[x]], "?")
	}
	out = front.Fault{At: f.at, Kind: cmp.Or(f.Kind.String(), "assertion"), Message: f.say(v)}
	if f.of != 0 {
		if n, err := strconv.ParseInt(v(f.of), 10, 64); err == nil {
			if o := t.find(n); o != nil {
				out.Message = f.tell(v, o.name, o.end())
			}
		}
	}
	return out, true
}

// found notes an object.
func (t *execution) found(o object) {
	i, known := slices.BinarySearchFunc(t.heap, o.base, func(x object, base int64) int { return cmp.Compare(x.base, base) })
	if known {
		t.heap[i] = o
	} else {
		t.heap = slices.Insert(t.heap, i, o)
	}
}

// variable tells a variable of the program, or an element of one that is an array.
func (t *execution) variable(proc, name, value string) (text, shown string, ok bool) {
	whole, index, element := name, "", false
	if i := strings.LastIndex(name, "["); i >= 0 && !strings.HasSuffix(name, "[]") {
		whole, index, element = name[:i], strings.TrimSuffix(name[i+1:], "]"), true
	}
	typ := t.vars[proc+" "+whole]
	if typ == nil {
		typ = t.vars[" "+whole]
	}
	if typ == nil {
		return "", "", false
	}
	object := whole
	if i := strings.IndexAny(whole, ".["); i >= 0 && t.vars[proc+" "+whole[:i]] == nil {
		if object = whole[:i]; t.vars[proc+" "+whole] == nil && t.statics[whole] > 0 {
			object = whole[:t.statics[whole]] // that of a static local has a dot
		}
	}
	path := whole[len(object):]
	if !element {
		if strings.Contains(whole, "[]") {
			return "", "", false // all of an array
		}
		return strings.TrimSuffix(written(whole), "."), t.value(value, leafOf(typ, path)), true
	}
	n, err := strconv.ParseInt(index, 10, 64)
	if err != nil {
		return "", "", false
	}
	text, leaf := indices(written(object), typ, path, n)
	return text, t.value(value, leaf), true
}

// leafOf returns the type at the end of a path.
func leafOf(t *syntax.Type, path string) *syntax.Type {
	_, leaf := indices("", t, path, 0)
	return leaf
}

// indices writes a path with its indices, of which n is made.
func indices(name string, t *syntax.Type, path string, n int64) (string, *syntax.Type) {
	var lens []int64
	for u, rest := t, path; rest != ""; {
		var next *syntax.Type
		switch {
		case strings.HasPrefix(rest, "[]") && u.Kind == syntax.Array:
			lens, next, rest = append(lens, max(u.Len, 1)), u.Elem, rest[2:]
		case u.Kind == syntax.Struct:
			for _, m := range u.Fields {
				p := memberPath(m)
				if after, ok := strings.CutPrefix(rest, p); ok && (after == "" || after[0] == '.' || after[0] == '[') {
					next, rest = m.Type, after
					break
				}
			}
		}
		if next == nil {
			break
		}
		u = next
	}
	at := make([]int64, len(lens))
	for i := len(lens) - 1; i >= 0; i-- {
		at[i] = n
		if i > 0 {
			at[i], n = n%lens[i], n/lens[i]
		}
	}
	var b strings.Builder
	b.WriteString(name)
	u, k := t, 0
	for rest := path; rest != ""; {
		var next *syntax.Type
		if after, ok := strings.CutPrefix(rest, "[]"); ok && u.Kind == syntax.Array {
			fmt.Fprintf(&b, "[%d]", at[k])
			k++
			u, rest = u.Elem, after
			continue
		}
		if u.Kind == syntax.Struct {
			for _, m := range u.Fields {
				p := memberPath(m)
				if after, ok := strings.CutPrefix(rest, p); ok && (after == "" || after[0] == '.' || after[0] == '[') {
					b.WriteString(p)
					next, rest = m.Type, after
					break
				}
			}
		}
		if next == nil {
			if u.Kind == syntax.Union && len(u.Fields) > 0 {
				return b.String(), u.Fields[0].Type
			}
			return b.String(), nil
		}
		u = next
	}
	return b.String(), u
}

// find returns the object that an address is in, or just behind.
func (t *execution) find(at int64) *object {
	for _, list := range [][]object{t.objects, t.heap} {
		i := sort.Search(len(list), func(i int) bool { return list[i].base > at })
		if i > 0 && at <= list[i-1].base+list[i-1].size {
			return &list[i-1]
		}
	}
	for _, x := range t.telling.lists {
		if o := x.object(at); o != nil {
			return o
		}
	}
	return nil
}

// lvalue names what is at an address, in a part of the memory.
func (t *execution) lvalue(at int64, memory string) (string, *syntax.Type) {
	o := t.find(at)
	if o == nil {
		return "", nil
	}
	off := at - o.base
	if i := strings.LastIndexByte(memory, '.'); i >= 0 {
		o.holds(t.records[memory[:i]])
	}
	if o.typ != nil {
		path, typ := descend(o.typ, off, nil)
		return o.name + path, typ
	}
	if bits, err := strconv.Atoi(strings.TrimPrefix(memory, "memory.int")); err == nil && bits >= 8 && off%int64(bits/8) == 0 {
		return fmt.Sprintf("%s[%d]", o.name, off/int64(bits/8)), nil
	}
	return fmt.Sprintf("%s+%d", o.name, off), nil
}

// octet names a byte of an object.
func (t *execution) octet(at int64) string {
	o := t.find(at)
	if text, _, first := t.scalarAt(at); text != "" {
		return fmt.Sprintf("byte %d of %s", at-first, text)
	}
	return fmt.Sprintf("byte %d of %s", at-o.base, o.name)
}

// scalarAt names the scalar that an address is in, if it is known that there is one.
func (t *execution) scalarAt(at int64) (text string, typ *syntax.Type, first int64) {
	o := t.find(at)
	if o == nil || o.typ == nil {
		return "", nil, 0
	}
	path, typ := descend(o.typ, at-o.base, nil)
	first = at
	if i := strings.LastIndexByte(path, '+'); i >= 0 {
		n, _ := strconv.ParseInt(path[i+1:], 10, 64)
		path, first = path[:i], at-n
	}
	if typ.Kind != syntax.Int && typ.Kind != syntax.Pointer || at >= first+typ.Size {
		return "", nil, 0
	}
	return o.name + path, typ, first
}

// scalar tells the scalar that a byte of memory is in, if the values of all its bytes are known by their names.
func (t *execution) scalar(name string, values map[string]string) (text, shown string, ok bool) {
	base, index, _ := strings.Cut(name, "[")
	at, err := strconv.ParseInt(strings.TrimSuffix(index, "]"), 10, 64)
	if err != nil || !strings.HasPrefix(base, bytesName) {
		return "", "", false
	}
	text, typ, first := t.scalarAt(at)
	if text == "" || typ.Size > 8 {
		return "", "", false
	}
	all := uint64(0)
	for i := range typ.Size {
		b, err := strconv.ParseUint(values[fmt.Sprintf("%s[%d]", base, first+i)], 10, 8)
		if err != nil {
			return "", "", false
		}
		all |= b << (8 * i)
	}
	value := strconv.FormatUint(all, 10)
	if typ.Kind == syntax.Int && typ.Signed {
		unused := 64 - 8*typ.Size
		value = strconv.FormatInt(int64(all<<unused)>>unused, 10)
	}
	return text, t.value(value, typ), true
}

// holds notes what is in a block, as far as an access or a pointer says that.
func (o *object) holds(t *syntax.Type) {
	if o.typ != nil || t == nil || t.Size == 0 {
		return
	}
	if o.typ = t; o.size-t.Size > 2*alignment || t.Kind == syntax.Int {
		o.typ = &syntax.Type{Kind: syntax.Array, Elem: t, Len: o.size / t.Size, Size: o.size}
	}
}

// descend writes the way from an object to what is at an offset, of a type if that is not nil, else a scalar.
func descend(t *syntax.Type, off int64, want *syntax.Type) (string, *syntax.Type) {
	var b strings.Builder
	for {
		if want != nil && off == 0 && t.Same(want) {
			return b.String(), t
		}
		switch {
		case t.Kind == syntax.Array && t.Elem.Size > 0:
			k := off / t.Elem.Size
			fmt.Fprintf(&b, "[%d]", k)
			t, off = t.Elem, off-k*t.Elem.Size
			continue
		case t.Kind == syntax.Struct:
			var m *syntax.Field
			for _, x := range t.Fields {
				if x.Bits == 0 && x.Offset <= off && off < x.Offset+max(x.Type.Size, 1) {
					m = x
				}
			}
			if m != nil {
				b.WriteString(memberPath(m))
				t, off = m.Type, off-m.Offset
				continue
			}
		}
		if off != 0 {
			fmt.Fprintf(&b, "+%d", off)
		}
		return b.String(), t
	}
}

// value writes a value of a type, which is nil if it is not known.
func (t *execution) value(value string, typ *syntax.Type) string {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err != nil || typ == nil:
		return value
	case typ.Kind == syntax.Pointer:
		return t.address(n, typ.Elem)
	case typ.Enum[n] != "":
		return fmt.Sprintf("%s (%d)", typ.Enum[n], n)
	case typ.Bool:
		return strconv.FormatBool(n != 0)
	case typ.Kind == syntax.Int && typ.Size == 1 && n >= 32 && n < 127:
		return fmt.Sprintf("%s (%d)", strconv.QuoteRune(rune(n)), n)
	}
	return value
}

// address writes a pointer.
func (t *execution) address(n int64, elem *syntax.Type) string {
	if n == 0 {
		return "NULL"
	}
	for o, code := range t.codes {
		if code == n {
			return "&" + o.Name
		}
	}
	o := t.find(n)
	if o != nil && o.base == n {
		o.holds(elem)
	}
	switch {
	case o == nil:
		return fmt.Sprintf("%#x, which is no object", n)
	case n == o.base && strings.HasPrefix(o.name, `"`):
		return o.name
	case o.typ != nil:
		path, _ := descend(o.typ, n-o.base, elem)
		return "&" + o.name + path
	case n == o.base:
		return "&" + o.name
	case elem.Size > 0 && (n-o.base)%elem.Size == 0:
		return fmt.Sprintf("&%s[%d]", o.name, (n-o.base)/elem.Size)
	}
	return fmt.Sprintf("&%s+%d", o.name, n-o.base)
}

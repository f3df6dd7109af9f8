package c

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// execution is a front.Execution: it follows what is allocated.
type execution struct {
	*Result
	given
	heap   []object // by address: what is allocated, and what is anywhere
	blocks int      // that are allocated
	next   int64
}

// Follow implements front.Compiled.
func (r *Result) Follow() front.Execution {
	return &execution{Result: r, given: given{lists: r.record.lists}, next: heapStart}
}

// Record implements front.Execution.
func (t *execution) Record(command prog.NodeID, value model.Value) {
	t.add(t.record.notes[command], value)
}

// meaning returns what a variable stands for.
func (r *Result) meaning(v prog.Ref) meaning { return r.record.vars[r.Program.Term(v)] }

// cell is a byte in one of the maps of bytes.
type cell struct {
	of prog.Ref
	at int64
}

// Values implements front.Execution.
func (t *execution) Values(bs []verifier.Binding) (out []front.Value) {
	known := map[cell]uint64{}
	for _, x := range bs {
		if at, ok := t.address(x); ok && t.meaning(x.Of).role == octets {
			if n, ok := x.Value.Int().Int64(); ok && 0 <= n && n < 1<<8 {
				known[cell{x.Of, at}] = uint64(n)
			}
		}
	}
	for _, x := range bs {
		v := t.inC(x, known)
		if v.Name == "" {
			continue
		}
		v.Global = x.Global
		i := slices.IndexFunc(out, func(o front.Value) bool {
			return o.Name == v.Name && o.Value == v.Value && o.Global == v.Global
		})
		if i < 0 {
			out = append(out, v)
		} else {
			out[i].Memory = out[i].Memory || v.Memory
		}
	}
	return out
}

// address returns the only index of an element with an integer as its value; ok is false if it is none.
func (t *execution) address(x verifier.Binding) (at int64, ok bool) {
	if len(x.At) != 1 || x.Value.Kind() != model.KindInt {
		return 0, false
	}
	return x.At[0].Int().Int64()
}

// inC returns a value of a variable in C; it has no name if the program has no such variable. Of bytes of memory some
// are known. What the value says about where objects are is noted.
func (t *execution) inC(x verifier.Binding, known map[cell]uint64) (v front.Value) {
	m := t.meaning(x.Of)
	at, element := t.address(x)
	n, fits := x.Value.Int().Int64()
	switch {
	case x.Value.Kind() != model.KindInt:
	case m.role == nextAddress && fits:
		if n > t.next {
			t.blocks++
			base := t.next + t.record.front
			t.found(object{base: base, size: n - base, name: fmt.Sprintf("heap%d", t.blocks), heap: true})
		}
		t.next = n
	case m.role == placed && fits:
		t.places(m.obj, n)
	case (m.role == part || m.role == handed) && m.array() == element:
		v.Name, v.Value = written(m.name)+m.element(at), t.value(x.Value, m.typ)
	case m.role == scalars && element:
		name, typ := t.lvalue(at, m.class)
		v = front.Value{Name: name, Value: t.value(x.Value, typ), Memory: true}
	case m.role == octets && element:
		v = t.octet(x, at, known)
	}
	return v
}

// places notes that an object gets an address: it is what was allocated there, or static.
func (t *execution) places(x *syntax.Object, at int64) {
	if x.Kind == syntax.Static && at < heapStart {
		t.found(object{base: at, size: x.Type.Size, name: written(x.Name), typ: x.Type})
	}
	for i := range t.heap {
		o := &t.heap[i]
		if x.Kind != syntax.Static && o.base <= at && at < o.base+min(o.size, alignment) {
			if o.heap {
				t.blocks--
			}
			*o = object{base: at, size: o.size, name: x.Name, typ: x.Type, inner: x.Inner()}
		}
	}
}

// Fault implements front.Execution.
func (t *execution) Fault(assertion prog.NodeID, read []verifier.Binding) (out front.Fault, ok bool) {
	f, ok := t.faults[assertion]
	if !ok {
		return out, false
	}
	values := map[term.Term]model.Value{}
	for _, x := range read {
		values[t.Program.Term(x.Of)] = x.Value
	}
	value := func(x term.Term) model.Value {
		if st := t.Program.Store; st.IsNum(x) {
			return model.Int(st.Num(x))
		}
		return values[x]
	}
	v := func(x term.Term) string {
		if y := value(x); y.IsValid() {
			return y.String()
		}
		return "?"
	}
	out = front.Fault{At: f.at, Kind: cmp.Or(f.Kind.String(), "assertion"), Message: f.say(v)}
	if f.of == 0 || !value(f.of).IsValid() {
		return out, true
	}
	n, _ := value(f.of).Int().Int64()
	if o := t.find(n); o != nil {
		out.Message = f.about(v, o.name, o.end())
	}
	return out, true
}

// found notes an object.
func (t *execution) found(o object) {
	i, known := slices.BinarySearchFunc(t.heap, o, func(x, o object) int { return cmp.Compare(x.base, o.base) })
	if known {
		t.heap[i] = o
	} else {
		t.heap = slices.Insert(t.heap, i, o)
	}
}

// find returns the object that an address is in, or just behind.
func (t *execution) find(at int64) *object {
	for _, list := range [][]object{t.record.objects, t.heap} {
		i := sort.Search(len(list), func(i int) bool { return list[i].base > at })
		if i > 0 && at <= list[i-1].base+list[i-1].size {
			return &list[i-1]
		}
	}
	for _, x := range t.record.lists {
		if o := x.object(at); o != nil {
			return o
		}
	}
	return nil
}

// lvalue names what is at an address, in the memory of a class; nil stands for bytes.
func (t *execution) lvalue(at int64, c *class) (string, *syntax.Type) {
	o := t.find(at)
	if o == nil {
		return "", nil
	}
	off := at - o.base
	if c != nil {
		o.holds(c.in)
	}
	switch {
	case o.typ != nil:
		path, typ := descend(o.typ, off, nil)
		return o.name + path, typ
	case c != nil && c.in == nil && c.typ.Kind == syntax.Int && !c.typ.Bool && off%c.typ.Size == 0:
		return fmt.Sprintf("%s[%d]", o.name, off/c.typ.Size), nil
	}
	return fmt.Sprintf("%s+%d", o.name, off), nil
}

// octet returns the scalar that a byte of memory is in, if all its bytes are known; else the byte.
func (t *execution) octet(x verifier.Binding, at int64, known map[cell]uint64) front.Value {
	name, typ, first := t.scalarAt(at)
	if n, ok := joined(typ, cell{x.Of, first}, known); ok {
		return front.Value{Name: name, Value: t.value(n, typ), Memory: true}
	}
	whole, of := t.lvalue(at, nil)
	if whole == "" || of != nil && of.Size == 1 {
		return front.Value{Name: whole, Value: t.value(x.Value, of), Memory: true}
	}
	if name == "" {
		o := t.find(at)
		name, first = o.name, o.base
	}
	return front.Value{Name: fmt.Sprintf("byte %d of %s", at-first, name), Value: x.Value.String()}
}

// joined returns the value of a scalar of which all bytes are known, from the first one on.
func joined(t *syntax.Type, first cell, known map[cell]uint64) (v model.Value, ok bool) {
	if t == nil || t.Size > 8 {
		return v, false
	}
	all := uint64(0)
	for i := range t.Size {
		b, ok := known[cell{first.of, first.at + i}]
		if !ok {
			return v, false
		}
		all |= b << (8 * i)
	}
	if t.Kind == syntax.Int && t.Signed {
		unused := 64 - 8*t.Size
		return model.Int64(int64(all<<unused) >> unused), true
	}
	return model.Int(num.FromUint64(all)), true
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
func (t *execution) value(v model.Value, typ *syntax.Type) string {
	n, ok := v.Int().Int64()
	switch {
	case !ok || typ == nil:
		return v.String()
	case typ.Kind == syntax.Pointer:
		return t.pointer(n, typ.Elem)
	case typ.Enum[n] != "":
		return fmt.Sprintf("%s (%d)", typ.Enum[n], n)
	case typ.Bool:
		return strconv.FormatBool(n != 0)
	case typ.Kind == syntax.Int && typ.Size == 1 && n >= 32 && n < 127:
		return fmt.Sprintf("%s (%d)", strconv.QuoteRune(rune(n)), n)
	}
	return v.String()
}

// pointer writes a pointer.
func (t *execution) pointer(n int64, elem *syntax.Type) string {
	if n == 0 {
		return "NULL"
	}
	for o, code := range t.record.codes {
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

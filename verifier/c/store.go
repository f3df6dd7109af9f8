package c

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// Addresses: functions, then what is static, then what is allocated while the program runs.
const (
	functionStart = 1 << 12
	staticStart   = 1 << 20
	fixedStart    = 3 << 26 // static, where nothing may be written
	unknownSize   = 1 << 16 // of what is defined elsewhere
	heapStart     = 1 << 28
	heapEnd       = 3 << 30
	alignment     = 16
)

// storage returns where an object is.
func (f *fn) storage(o *syntax.Object) *storage {
	if o.Kind == syntax.Static {
		return f.static(o)
	}
	if s := f.local[o]; s != nil {
		return s
	}
	s := &storage{obj: o, reg: f.mem.object(o)}
	f.local[o] = s
	switch {
	case f.mem.inMemory(o) && f.dynamic(o):
		v := f.newLocal("&"+o.Name, term.Int, o.Pos)
		f.stands(v, meaning{role: placed, obj: o})
		s.addr = f.prog.Var(v).Term
		f.living = append(f.living, s)
	case f.mem.inMemory(o):
		s.addr = f.st.Int(f.spot(o))
		if f.asks(Memory) && f.mem.outlived(o) {
			at, _ := f.st.Num(s.addr).Int64()
			s.spots = []int64{at, f.spot(o)}
			s.addr = f.prog.Var(f.newLocal("&"+o.Name, term.Int, o.Pos)).Term
		}
		f.living = append(f.living, s)
	default:
		s.vars = f.variables(o)
		f.shadowed(s)
	}
	return s
}

// spot returns a constant address for an object.
func (l *lowerer) spot(o *syntax.Object) int64 {
	at := l.roomFor(o, o.Type.Size, alignmentOf(o))
	l.fixedAt(o, at)
	return at
}

// variables makes the variables of a local object that is not in memory.
func (f *fn) variables(o *syntax.Object) map[string]prog.VarID {
	out := map[string]prog.VarID{}
	for _, x := range leaves(o.Type) {
		out[x.path] = f.newLocal(o.Name+x.path, f.sortOf(x), o.Pos)
		f.standsFor(out[x.path], o, o.Name, x)
	}
	return out
}

// shadowed makes variables that say of those of a local object that they have no value.
func (f *fn) shadowed(s *storage) *storage {
	s.unset = map[string]prog.VarID{}
	if !f.asks(Uninit) {
		return s
	}
	for _, x := range scalarLeaves(s.obj.Type) {
		v := f.newLocal(x.of(s.obj.Name), term.Bool, s.obj.Pos)
		f.unsetVars = append(f.unsetVars, v)
		s.has(x, v)
	}
	return s
}

// unsetsOfStatic is unsets for a static object, to which a character without a value may be copied.
func (l *lowerer) unsetsOfStatic(t *syntax.Type) []leaf {
	if l.opt.Checks&Uninit != 0 && character(t) {
		return scalarLeaves(t)
	}
	return l.unsets(t)
}

// unsets lists what says of the parts of a parameter, a result or a static object that they
// have no value. Those that are scalars have one.
func (l *lowerer) unsets(t *syntax.Type) []leaf {
	if l.opt.Checks&Uninit == 0 || t.Scalar() {
		return nil
	}
	return scalarLeaves(t)
}

// scalarLeaves lists the parts of an object that are no arrays, as what says that they have no value.
func scalarLeaves(t *syntax.Type) (out []leaf) {
	for _, x := range leaves(t) {
		if !x.array() {
			x.unset = true
			out = append(out, x)
		}
	}
	return out
}

// dynamic reports whether a local object in memory gets a new address each time.
func (f *fn) dynamic(o *syntax.Object) bool {
	return f.obj != nil && f.facts.recursive[f.obj] || f.drifts(o) || computed(o.Type) || count(o.Type) > most ||
		o.Type.Size > most && f.mem.object(o).isBytes()
}

// count returns how many scalars an object has.
func count(t *syntax.Type) int64 {
	switch t.Kind {
	case syntax.Array:
		return max(t.Len, 0) * count(t.Elem)
	case syntax.Struct:
		n := int64(0)
		for _, m := range t.Fields {
			n += count(m.Type)
		}
		return n
	}
	return 1
}

// alignmentOf returns what the address of an object is a multiple of.
func alignmentOf(o *syntax.Object) int64 { return max(o.Align, o.Type.Align, alignment) }

// reserve returns a static address.
func (l *lowerer) reserve(size, align int64) int64 { return l.room(&l.top, fixedStart, size, align) }

// room returns an address in a part of the memory, which has one end so far, and must not go beyond another one.
func (l *lowerer) room(top *int64, end, size, align int64) int64 {
	at := (*top + l.front() + align - 1) / align * align
	if *top = at; size > end || at > end {
		l.large = true
		return at
	}
	if size == 0 {
		size = unknownSize
	}
	*top += l.slotOf(size)
	return at
}

// full reports whether there is no place for all that is static.
func (l *lowerer) full() bool { return l.large || l.top > fixedStart || l.fixed > heapStart }

// slotOf returns how much room an object takes.
func (l *lowerer) slotOf(size int64) int64 {
	return (max(size, 1) + l.gap() + alignment - 1) / alignment * alignment
}

// static returns where an object with static storage is.
func (l *lowerer) static(o *syntax.Object) *storage {
	if s := l.stores[o]; s != nil {
		return s
	}
	s := &storage{obj: o, reg: l.mem.object(o)}
	l.stores[o] = s
	if l.mem.inMemory(o) {
		if l.drifts(o) {
			at := l.roomFor(o, o.Type.Size+alignment, alignment)
			v := l.global("&"+o.Name, term.Int, l.newNode(o.Pos))
			l.drifting = append(l.drifting, drifting{v, at, l.promised(o), o.Type.Size})
			l.stands(v, meaning{role: placed, obj: o})
			s.addr = l.prog.Var(v).Term
			return s
		}
		s.addr = l.st.Int(l.spot(o))
		return s
	}
	s.vars = map[string]prog.VarID{}
	name := o.Name
	if o.Owner != "" {
		name = o.Owner + "." + name
	}
	for l.taken(name) {
		name += "#"
	}
	for _, x := range leaves(o.Type) {
		v := l.global(name+x.path, l.sortOf(x), l.newNode(o.Pos))
		s.vars[x.path] = v
		l.standsFor(v, o, name, x)
	}
	s.unset = map[string]prog.VarID{}
	for _, x := range l.unsetsOfStatic(o.Type) {
		s.has(x, l.global(x.of(name), term.Bool, l.newNode(o.Pos)))
	}
	return s
}

// text returns the object of a string literal.
func (f *fn) text(e *syntax.Expr) *syntax.Object {
	o := f.facts.text(e)
	if !f.texts[o] {
		f.texts[o] = true
		f.facts.statics = append(f.facts.statics, o)
	}
	return o
}

// codeOf returns the address of a function.
func (l *lowerer) codeOf(o *syntax.Object) int64 {
	if l.codes[o] == 0 {
		l.codes[o] = functionStart + 16*int64(len(l.codes))
	}
	return l.codes[o]
}

// scratch returns an object that the source does not have.
func (f *fn) scratch(t *syntax.Type, at syntax.Pos) *storage {
	f.temps++
	o := &syntax.Object{Name: "$object", Kind: syntax.Auto, Type: t, Pos: at}
	if f.byMemory(t) {
		f.facts.taken[o] = true
		s := f.storage(o)
		if f.dynamic(o) {
			f.set(f.varOf(s.addr), f.space(o, f.st.Int(t.Size)))
		}
		return s
	}
	s := f.shadowed(&storage{obj: o, vars: f.variables(o)})
	f.local[o] = s
	return s
}

// declare begins the life of a local object, and gives it its first value.
func (f *fn) declare(o *syntax.Object) {
	f.allocate(o)
	if o.Init != nil {
		f.initial(f.whole(f.storage(o)), o)
	}
}

// allocate begins the life of a local object, with any value if nothing gives it one.
func (f *fn) allocate(o *syntax.Object) {
	f.begins(o, o.Init != nil && !mentions(o.Init, o) || o.Kind == syntax.Param)
}

// begins begins the life of a local object, with any value if it is not given one.
func (f *fn) begins(o *syntax.Object, given bool) {
	s := f.storage(o)
	switch {
	case s.addr == 0:
		for _, x := range leaves(o.Type) {
			if !given {
				f.havoc(s.vars[x.path])
				if v := s.unset[x.path]; v != 0 {
					f.set(v, f.st.True())
				}
			}
		}
		if size := f.sizeOf(o); computed(o.Type) {
			s.size = size
		}
	case f.dynamic(o):
		size := f.sizeOf(o)
		if computed(o.Type) {
			s.size = size
		}
		f.set(f.varOf(s.addr), f.space(o, size))
		f.born(s.addr, size, f.prog.Var(f.next).Term, false)
		f.blanked(s, size, given)
	default:
		if s.spots != nil {
			f.set(f.varOf(s.addr), f.second(s))
		}
		if !given {
			f.anything(f.whole(s))
		}
		f.blanked(s, f.st.Int(o.Type.Size), given)
	}
	if s.addr != 0 && !f.dynamic(o) {
		f.bornThere(s)
	}
}

// blanked says whether a new object has values.
func (f *fn) blanked(s *storage, size term.Term, given bool) {
	if given {
		c := f.change()
		c.givesAll(s.addr, size)
		c.make()
		return
	}
	part := int64(1)
	if t := scalarOf(s.obj.Type); t != nil && !s.reg.isBytes() {
		part = t.Size
	}
	f.leftBlank(s.addr, size, part)
}

// bornThere begins the life of an object with a constant address.
func (f *fn) bornThere(s *storage) {
	if n := s.obj.Type.Size; n > 0 {
		f.born(s.addr, f.st.Int(n), f.st.Add(s.addr, f.st.Int(f.slotOf(n))), false)
	}
}

// varOf returns the variable that a term stands for.
func (f *fn) varOf(t term.Term) prog.VarID {
	for _, v := range f.q.Locals {
		if f.prog.Var(v).Term == t {
			return v
		}
	}
	panic(fmt.Sprintf("c: no variable of %s is %s", f.q.Name, f.st.String(t)))
}

// computed reports whether the size of an array is.
func computed(t *syntax.Type) bool {
	return t.Kind == syntax.Array && (t.Count != nil || computed(t.Elem))
}

// sizeOf returns the size of an object, in which there may be arrays whose lengths are computed. No object is larger
// than a difference of pointers. A length of 0 has no meaning in C11, as gcc's -fsanitize=vla-bound says; GNU C
// has arrays without elements, so executions go on where nobody asks.
func (f *fn) sizeOf(o *syntax.Object) term.Term {
	size, most, t := f.st.Int(1), bigOf(1), o.Type
	for ; computed(t); t = t.Elem {
		n, hi := f.st.Int(t.Len), bigOf(t.Len)
		if t.Count != nil {
			v := f.ranged(f.value(t.Count))
			n, hi = f.seen(Bounds|Overflows, f.number(v)), v.Hi
			kind, least := Bounds, int64(0)
			if f.asks(Overflows) {
				least = 1
				if !f.asks(Bounds) {
					kind = Overflows
				}
			}
			f.require(kind, f.st.Le(f.st.Int(least), n), o.Pos, func(v show) string {
				return fmt.Sprintf("the length of %s is %s", o.Name, v(n))
			})
		}
		size = f.kept(f.st.Mul(size, n))
		most.Mul(most, hi)
	}
	size = f.st.Mul(size, f.st.Int(t.Size))
	if _, largest := f.unit.Sizes.Diff.Range(); computed(o.Type) && most.Mul(most, bigOf(t.Size)).Cmp(largest) > 0 {
		size = f.seen(Bounds, size)
		f.require(Bounds, f.st.Le(size, f.int(largest)), o.Pos, func(v show) string {
			return fmt.Sprintf("%s has %s bytes, which are more than an object may have", o.Name, v(size))
		})
	}
	if computed(o.Type) {
		f.stackable(size)
	}
	return size
}

// nextVar returns the variable that holds the next address of allocated memory.
func (l *lowerer) nextVar() prog.VarID {
	if l.next == 0 {
		l.next = l.global("$next", term.Int, 0)
		l.stands(l.next, meaning{role: nextAddress})
	}
	return l.next
}

// fresh returns the address of new memory. There is always enough.
func (f *fn) fresh(size term.Term, align int64) term.Term {
	next := f.nextVar()
	at := f.prog.Var(next).Term
	if n := f.front(); n > 0 {
		at = f.st.Add(at, f.st.Int(n))
	}
	if align > alignment {
		at = f.st.Mul(f.st.Int(align), f.st.Div(f.st.Add(at, f.st.Int(align-1)), f.st.Int(align)))
	}
	at = f.kept(at)
	f.assume(f.within(at, machine.Pow2(28), bigOf(heapEnd)))
	end := f.st.Add(at, f.st.Int(alignment), f.st.Mul(f.st.Int(alignment), f.st.Div(size, f.st.Int(alignment))))
	if f.st.IsNum(size) {
		if n, ok := f.st.Num(size).Int64(); ok {
			end = f.st.Add(at, f.st.Int(f.slotOf(n)))
		}
	}
	f.set(next, end)
	f.assume(f.st.Le(f.prog.Var(next).Term, f.st.Int(heapEnd)))
	return at
}

// initialise makes the entry give all static objects their first values.
func (l *lowerer) initialise() {
	f := l.start
	for i := 0; i < len(l.facts.statics); i++ { // string literals join on the way
		o := l.facts.statics[i]
		if l.stores[o] == nil {
			continue // nothing that is lowered needs it
		}
		f.pos = o.Pos
		if o.Extern && o.Init == nil {
			f.unknown(o)
			continue
		}
		f.initial(f.whole(l.stores[o]), o)
	}
	if l.changed != 0 {
		f.set(l.changed, l.st.False())
	}
	if l.next != 0 {
		f.set(l.next, l.st.Int(heapStart))
	}
	f.empty()
	f.noBlank()
	f.untaken()
	f.undescribed()
	f.choose()
	l.drift()
	for _, x := range l.facts.lists {
		f.chooseList(x)
	}
}

// unknown gives an object that is defined elsewhere any value.
func (f *fn) unknown(o *syntax.Object) {
	if count(o.Type) <= most {
		f.anything(f.whole(f.static(o)))
	}
}

// initial gives an object its initial value. As with gcc, an object of which all is initialised is not cleared before,
// so that what its initialiser reads of itself is what was there.
func (f *fn) initial(p place, o *syntax.Object) {
	in := o.Init
	switch {
	case in != nil && in.Whole:
	case o.Kind == syntax.Static || !complete(o):
		f.zero(p, o.Pos)
	case p.inBytes() && padded(o.Type):
		f.anything(p)
	}
	if in == nil {
		return
	}
	for i := range in.Items {
		it := &in.Items[i]
		if it.Len > most {
			f.hole(o.Pos, "an initialiser of many elements")
			continue
		}
		for k := range it.Len {
			f.initItem(f.at(p, it.Offset+k*it.Type.Size, it, o.Pos), it)
		}
	}
}

// complete reports whether the items of an initialiser give a value to all of an object, each to another part.
func complete(o *syntax.Object) bool {
	if punned(o.Type) {
		return false
	}
	var spans [][2]int64 // of bits
	n := int64(0)
	for _, it := range o.Init.Items {
		if it.Value.Op == syntax.Text {
			return false
		}
		from, bits := 8*it.Offset, 8*it.Type.Size*it.Len
		if it.Field != nil {
			from, bits = from+it.Field.BitOff, it.Field.Bits
		}
		spans = append(spans, [2]int64{from, from + bits})
		n += it.Len * count(it.Type)
	}
	slices.SortFunc(spans, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	for i := 1; i < len(spans); i++ {
		if spans[i][0] < spans[i-1][1] {
			return false
		}
	}
	return n == count(o.Type)
}

// mentions reports whether an initialiser names the object that it initialises.
func mentions(in *syntax.Init, o *syntax.Object) bool {
	return slices.ContainsFunc(in.Items, func(it syntax.InitItem) bool { return names(it.Value, o) })
}

func names(e *syntax.Expr, o *syntax.Object) bool {
	return e != nil && (e.Op == syntax.Var && e.Obj == o || names(e.X, o) || names(e.Y, o) || names(e.Z, o) ||
		slices.ContainsFunc(e.Args, func(x *syntax.Expr) bool { return names(x, o) }))
}

func (f *fn) initItem(p place, it *syntax.InitItem) {
	e := it.Value
	switch {
	case e.Op == syntax.Text && it.Type.Kind == syntax.Array:
		for i := range min(e.Type.Len, p.typ.Len) {
			if v := e.Unit(i); v.Sign() != 0 {
				f.assign(f.indexed(p, f.st.Int(i), p.typ.Elem), f.convert(f.constant(v), p.typ.Elem))
			}
		}
	case p.typ.Scalar():
		f.assign(p, f.carried(e, p.typ))
	default:
		f.copy(p, f.aggregate(e), e.Pos)
	}
}

// classes lists the classes that an object in memory has parts in.
func (f *fn) classes(p place, at syntax.Pos, out []*class) []*class {
	switch t := p.typ; t.Kind {
	case syntax.Array:
		return f.classes(f.indexed(p, f.st.Int(0), t.Elem), at, out)
	case syntax.Struct:
		for _, m := range t.Fields {
			out = f.classes(f.member(p, m, at), at, out)
		}
	case syntax.Union:
		if uniform(t) != nil {
			return f.classes(f.member(p, t.Fields[0], at), at, out)
		}
	default:
		return append(out, f.class(p))
	}
	return out
}

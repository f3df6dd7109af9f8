package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// makeSlice lowers make([]T, n, m).
func (f *fn) makeSlice(v *ssa.MakeSlice) value {
	n, m := f.b.Ranged(f.value(v.Len)[0]), f.b.Ranged(f.value(v.Cap)[0])
	elem := v.Type().Underlying().(*types.Slice).Elem()
	most := n
	if size := f.sizeof(elem); size > 0 {
		most = f.b.Small(maxBytes / size)
	}
	f.makes(f.b.Compare(machine.Le, f.b.Small(0), n), f.b.Compare(machine.Le, n, most), "makeslice: len out of range")
	if v.Len != v.Cap {
		if f.sizeof(elem) == 0 {
			most = m
		}
		f.makes(f.b.Compare(machine.Le, n, m), f.b.Compare(machine.Le, m, most), "makeslice: cap out of range")
	}
	for _, x := range []*machine.Value{&n, &m} { // memory suffices
		if x.Hi.Cmp(maxLength()) > 0 {
			f.assume(f.st.Le(f.b.Number(*x), f.b.Int(maxLength())))
		}
		*x = x.Clip(new(big.Int), maxLength())
	}
	obj := f.allocate(elem)
	return value{{Term: obj}, f.b.Small(0), n, m}
}

// makes checks a length or capacity, that it is not too large only if that is asked about.
func (f *fn) makes(enough, fits term.Term, panics string) {
	if f.opt.Checks&tooLarge == 0 {
		f.check(MakeSlice, enough, said(panics))
		f.assume(fits)
		return
	}
	f.check(MakeSlice, f.st.And(enough, fits), said(panics))
}

// maxBytes is the most that the runtime tries to allocate: more is a panic, less may be out of memory.
const maxBytes = 1 << 48

// slice lowers x[i:j:k].
func (f *fn) slice(v *ssa.Slice) value {
	if isString(v.X.Type()) {
		x := f.value(v.X)
		lo, hi := f.bounds(v, x[2], x[2], "length")
		return value{x[0], f.moved(x[1], lo, 1), f.span(lo, hi)}
	}
	if s, ok := v.X.Type().Underlying().(*types.Slice); ok {
		x := f.value(v.X)
		room := f.b.Ranged(x[3])
		f.assume(f.b.Compare(machine.Le, f.b.Ranged(x[2]), room))
		lo, hi := f.bounds(v, x[2], room, "capacity")
		return value{x[0], f.moved(x[1], lo, flat(s.Elem())), f.span(lo, hi), f.span(lo, f.max(v, room))}
	}
	p := f.place(v.X)
	f.notNil(p)
	if p.vars != nil || p.of != nil {
		refuse("a slice of a variable")
	}
	a := p.typ.Underlying().(*types.Array)
	n := f.b.Small(a.Len())
	lo, hi := f.bounds(v, n, n, "length")
	off := f.moved(machine.Value{Term: p.idx}, lo, flat(a.Elem()))
	return value{{Term: p.obj}, off, f.span(lo, hi), f.span(lo, f.max(v, n))}
}

// max returns where the capacity of a slice expression ends.
func (f *fn) max(v *ssa.Slice, otherwise machine.Value) machine.Value {
	if v.Max == nil {
		return otherwise
	}
	return f.within(f.value(v.Max)[0])
}

// within returns an index that has been checked: a length.
func (f *fn) within(x machine.Value) machine.Value {
	return f.b.Ranged(x).Clip(new(big.Int), maxLength())
}

// moved returns an offset that is so many elements further.
func (f *fn) moved(off, by machine.Value, size int64) machine.Value {
	return machine.Value{Term: f.st.Add(f.b.Number(off), f.scaled(f.b.Number(by), size))}
}

// span returns how far it is from one index to another one that is not less.
func (f *fn) span(lo, hi machine.Value) machine.Value {
	return f.b.Exact(machine.Sub, hi, lo).Clip(new(big.Int), maxLength())
}

// bounds checks those of a slice expression, in the order of the runtime.
func (f *fn) bounds(v *ssa.Slice, n, room machine.Value, limit string) (lo, hi machine.Value) {
	lo, hi = f.b.Small(0), f.b.Ranged(n)
	room = f.b.Ranged(room)
	if v.Low != nil {
		lo = f.b.Ranged(f.bounded(v.Low)[0])
	}
	if v.High != nil {
		hi = f.b.Ranged(f.bounded(v.High)[0])
	}
	three := ""
	top := room
	if v.Max != nil {
		top, three = f.b.Ranged(f.value(v.Max)[0]), ":"
		f.bound(top, room, n, "[::%s] with "+limit+" %s", "[::%s]")
	}
	if v.High != nil {
		if three == "" {
			f.bound(hi, room, n, "[:%s] with "+limit+" %s", "[:%s]")
		} else {
			f.bound(hi, top, top, "[:%s:%s]", "[:%s:]")
		}
		hi = hi.Clip(new(big.Int), maxLength())
	}
	if v.Low != nil {
		f.bound(lo, hi, hi, "[%s:%s"+three+"]", "[%s:"+three+"]")
		lo = lo.Clip(new(big.Int), maxLength())
	}
	return lo, hi
}

// bound checks 0 <= x <= n. That x is at most m, which is at most n, suffices: the capacity of a slice that has grown
// is any, its length is not.
func (f *fn) bound(x, n, m machine.Value, text, negative string) {
	if x.Lo.Sign() >= 0 && f.b.Compare(machine.Le, x, n) == f.st.True() {
		return
	}
	s, t := f.seen(x), f.seen(n)
	within := f.st.Le(s, t)
	if k := f.b.Number(m); k != f.b.Number(n) {
		within = f.st.Or(f.st.Le(s, k), within)
	}
	f.check(Bounds, f.st.And(f.st.Le(f.st.Int(0), s), within), func(v show) string {
		if strings.HasPrefix(v(s), "-") {
			return "slice bounds out of range " + fmt.Sprintf(negative, v(s))
		}
		return "slice bounds out of range " + fmt.Sprintf(text, v(s), v(t))
	})
}

// toArray lowers the conversion of a slice to a pointer to an array.
func (f *fn) toArray(v *ssa.SliceToArrayPointer) value {
	x, n := f.value(v.X), pointee(v.Type()).Underlying().(*types.Array).Len()
	length := f.b.Ranged(x[2])
	t := f.seen(length)
	f.check(ToArray, f.st.Le(f.st.Int(n), t), func(s show) string {
		return fmt.Sprintf("cannot convert slice with length %s to array or pointer to array with length %d", s(t), n)
	})
	return value{x[0], x[1]}
}

// elements are what append and copy write: from memory, from a string, or a few values.
type elements struct {
	n      machine.Value
	values []value
	from   func(c cell) (contents, off term.Term)
}

// operand returns the elements of the last argument of append or copy.
func (f *fn) operand(v ssa.Value) elements {
	if s, ok := v.(*ssa.Slice); ok && arguments(s) {
		p := f.place(s.X)
		n := p.typ.Underlying().(*types.Array).Len()
		out := elements{n: f.b.Small(n)}
		for i := range n {
			out.values = append(out.values, f.load(f.element(p, f.st.Int(i))))
		}
		return out
	}
	x := f.value(v)
	if isString(v.Type()) {
		contents := f.content(x)
		return elements{f.b.Ranged(x[2]), nil, func(cell) (term.Term, term.Term) { return contents, f.b.Number(x[1]) }}
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return elements{n: f.b.Small(0)}
	}
	return elements{f.b.Ranged(x[2]), nil, func(c cell) (term.Term, term.Term) {
		obj := f.st.Add(x[0].Term, f.st.Int(c.slot))
		return f.st.Select(f.prog.Var(f.mapOf(c)).Term, obj), f.scaled(f.b.Number(x[1]), c.stride)
	}}
}

// over returns a map with some elements written over from an index on; which leaf of them it has is the k-th.
func (f *fn) over(c cell, k int, old term.Term, at term.Term, e elements, t types.Type, n machine.Value) term.Term {
	st := f.st
	at = f.scaled(at, c.stride)
	if e.from == nil {
		for i, v := range e.values {
			x := f.leaves(t)[k]
			if !x.array {
				old = st.Store(old, st.Add(at, st.Int(int64(i)*c.stride)), f.term(x, v[k]))
				continue
			}
			old = f.overlay(old, v[k].Term, st.Add(at, st.Int(int64(i)*flat(t)*c.stride)), flat(t)*c.stride)
		}
		return old
	}
	contents, off := e.from(c)
	if count, ok := n.Const(); ok && count.IsInt64() && count.Int64()*flat(t)*c.stride <= few {
		for i := range count.Int64() * flat(t) * c.stride {
			old = st.Store(old, st.Add(at, st.Int(i)), st.Select(contents, st.Add(off, st.Int(i))))
		}
		return old
	}
	end := st.Add(at, f.scaled(f.b.Number(n), flat(t)*c.stride))
	return f.copied(f.kept(old, "old"), at, end, func(i term.Term) term.Term {
		return st.Select(contents, st.Add(st.Sub(off, at), i))
	})
}

// mostLess is the largest constant that is taken from the end of a slice of which nobody says that it gets longer.
const mostLess = 1 << 20

// longer reports whether a slice expression may make a slice longer, within its capacity.
func longer(v *ssa.Slice) bool {
	high := v.High
	for {
		b, ok := high.(*ssa.BinOp)
		if !ok || b.Op != token.SUB {
			break
		}
		// A difference of other integers, or of large ones, may be around the end of their range.
		if c, ok := number(b.Y); !ok || c < 0 || c > mostLess || !types.Identical(b.Type(), types.Typ[types.Int]) {
			return true
		}
		high = b.X
	}
	switch h := high.(type) {
	case nil:
		return false
	case *ssa.Const:
		return h.Value == nil || constant.Sign(h.Value) != 0
	case *ssa.Call:
		b, ok := h.Call.Value.(*ssa.Builtin)
		return !ok || b.Name() != "len" || h.Call.Args[0] != v.X
	}
	return true
}

// room returns the capacity of a slice that the runtime makes for so many elements. It is at most twice as many, which
// are rounded up to a size of the allocator, or what 32 bytes of the stack have room for.
func (f *fn) room(need machine.Value) machine.Value {
	more := f.arbitrary("cap", new(big.Int), maxLength())
	most := f.b.Exact(machine.Add, f.b.Exact(machine.Mul, f.b.Small(4), need), f.b.Small(32))
	f.assume(f.st.And(f.b.Compare(machine.Le, need, more), f.b.Compare(machine.Le, more, most)))
	return more
}

// zeros returns a map of zeros.
func (l *lowerer) zeros(c cell) term.Term {
	c.array = true
	return l.zeroOf(c.leaf)
}

// cleared returns a map with zeros from an index on, as elements are of a new array that nothing has been written to.
func (f *fn) cleared(c cell, contents, from term.Term) term.Term {
	st, v := f.st, f.temp(f.st.Sort(contents), "cleared")
	f.havoc(v)
	c.array = false
	now, i := f.prog.Var(v).Term, st.BoundVar("i", term.Int)
	body := st.Eq(st.Select(now, i), st.Ite(st.Lt(i, from), st.Select(contents, i), f.zeroOf(c.leaf)))
	f.assume(st.Quantify(term.OpForall, term.Quant{
		Vars: []term.Term{i}, Body: body, Patterns: [][]term.Term{{st.Select(now, i)}},
	}))
	return now
}

// appends lowers append(s, e...). A slice that has no room is copied as a whole, with the same offset.
func (f *fn) appends(s value, t types.Type, e elements) value {
	st := f.st
	elem := t.Underlying().(*types.Slice).Elem()
	n, room := f.b.Ranged(s[2]), f.b.Ranged(s[3])
	f.assume(f.b.Compare(machine.Le, n, room))
	need := f.sum(n, e.n)
	fits := f.kept(f.b.Compare(machine.Le, need, room), "fits")
	more := f.room(need)
	end := f.kept(st.Add(f.b.Number(s[1]), f.scaled(f.b.Number(n), flat(elem))), "end")
	cells := f.cellsOf(elem)
	contents := make([]term.Term, len(cells))
	for k, c := range cells {
		old := st.Select(f.prog.Var(f.mapOf(c)).Term, st.Add(s[0].Term, st.Int(c.slot)))
		if f.facts.extends { // no slice has been nil that is made longer within its capacity
			old = st.Ite(st.Eq(s[0].Term, st.Int(0)), f.zeros(c), old)
		}
		contents[k] = f.over(c, k, old, end, e, elem, e.n)
		// The runtime clears what is behind the new elements, which only programs see that make slices longer. There
		// are zeros anyway but behind the capacity of some slices.
		if f.facts.extends && f.facts.cuts {
			behind := st.Add(f.b.Number(s[1]), f.scaled(f.b.Number(need), flat(elem)))
			kept := f.kept(contents[k], "grown")
			contents[k] = st.Ite(fits, kept, f.cleared(c, kept, f.scaled(behind, c.stride)))
		}
	}
	obj := f.temp(term.Int, "slice")
	next := f.prog.Var(f.next).Term
	to := st.Ite(fits, s[0].Term, next)
	c := f.change()
	c.write(obj, to)
	c.write(f.next, st.Ite(fits, next, st.Add(next, st.Int(f.size(elem)))))
	for k, x := range cells {
		c.object(f.mapOf(x), st.Add(to, st.Int(x.slot)), contents[k])
	}
	c.make()
	return value{{Term: f.prog.Var(obj).Term}, s[1], need, f.b.Ite(fits, room, more)}
}

// copies lowers copy(to, e).
func (f *fn) copies(to value, t types.Type, e elements) value {
	elem := t.Underlying().(*types.Slice).Elem()
	n := f.b.Ite(f.b.Compare(machine.Lt, f.b.Ranged(to[2]), e.n), f.b.Ranged(to[2]), e.n)
	n = n.Replaced(f.kept(f.b.Number(n), "copied"))
	c := f.change()
	for k, x := range f.cellsOf(elem) {
		obj := f.st.Add(to[0].Term, f.st.Int(x.slot))
		old := f.st.Select(f.prog.Var(f.mapOf(x)).Term, obj)
		c.object(f.mapOf(x), obj, f.over(x, k, old, f.b.Number(to[1]), e, elem, n))
	}
	c.make()
	return value{n}
}

// clears lowers clear of a slice.
func (f *fn) clears(s value, t types.Type) {
	elem := t.Underlying().(*types.Slice).Elem()
	c := f.change()
	for _, x := range f.cellsOf(elem) {
		obj := f.st.Add(s[0].Term, f.st.Int(x.slot))
		old := f.kept(f.st.Select(f.prog.Var(f.mapOf(x)).Term, obj), "old")
		from := f.scaled(f.b.Number(s[1]), x.stride)
		end := f.st.Add(from, f.scaled(f.b.Number(f.b.Ranged(s[2])), flat(elem)*x.stride))
		x.array = false
		c.object(f.mapOf(x), obj, f.copied(old, from, end, func(term.Term) term.Term { return f.zeroOf(x.leaf) }))
	}
	c.make()
}

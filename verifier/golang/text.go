package golang

import (
	"go/token"
	"go/types"
	"math/big"
	"unicode/utf8"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// text returns the value of a string constant.
func (f *fn) text(s string) value {
	if s == "" {
		return value{{Term: f.st.Int(0)}, f.b.Small(0), f.b.Small(0)}
	}
	id, ok := f.texts[s]
	if !ok {
		id = f.static(1)
		f.texts[s], f.byID[id] = id, s
		f.order = append(f.order, s)
	}
	return value{{Term: f.st.Int(id)}, f.b.Small(0), f.b.Small(int64(len(s)))}
}

// known returns a string that is constant.
func (f *fn) known(x value) (s string, ok bool) {
	off, fixed := x[1].Const()
	n, size := x[2].Const()
	if size && n.Sign() == 0 {
		return "", true
	}
	if !fixed || !size || !f.st.IsNum(x[0].Term) {
		return "", false
	}
	id, _ := f.st.Num(x[0].Term).Int64()
	s, ok = f.byID[id]
	if from := off.Int64(); ok && from+n.Int64() <= int64(len(s)) {
		return s[from : from+n.Int64()], true
	}
	return "", false
}

// content returns the map that has the bytes of a string.
func (l *lowerer) content(x value) term.Term {
	l.reads = true
	return l.st.Select(l.prog.Var(l.bytes).Term, x[0].Term)
}

// byteAt returns a byte of a string.
func (f *fn) byteAt(x value, i term.Term) machine.Value {
	if s, ok := f.known(x); ok && f.st.IsNum(i) {
		if k, _ := f.st.Num(i).Int64(); k >= 0 && k < int64(len(s)) {
			return f.b.Small(int64(s[k]))
		}
	}
	return f.b.Read(f.st.Select(f.content(x), f.st.Add(f.b.Number(x[1]), i)), new(big.Int), big.NewInt(255))
}

// spelledOut is how long constants are whose bytes are compared one by one.
const spelledOut = 64

// sameText is the condition that two strings are equal.
func (f *fn) sameText(x, y value) term.Term {
	st := f.st
	s, fixed := f.known(x)
	t, also := f.known(y)
	switch {
	case fixed && also:
		return st.Bool(s == t)
	case fixed:
		x, y, t, also = y, x, s, true
	}
	n, m := f.b.Ranged(x[2]), f.b.Ranged(y[2])
	if also && len(t) <= spelledOut {
		all := []term.Term{f.b.Compare(machine.Eq, n, m)}
		for k := range len(t) {
			all = append(all, st.Eq(f.b.Number(f.byteAt(x, st.Int(int64(k)))), st.Int(int64(t[k]))))
		}
		return st.And(all...)
	}
	v := f.temp(term.Bool, "equal")
	alike := f.kept(f.b.Compare(machine.Eq, n, m), "lengths")
	one := st.And(st.Eq(x[0].Term, y[0].Term), st.Eq(f.b.Number(x[1]), f.b.Number(y[1])))
	f.set(v, alike)
	f.when(st.And(alike, st.Not(one)), func() {
		then, els := f.branch(f.agree(x, y, f.b.Number(n)), "equal", "differ")
		after := f.block("compared")
		f.enter(then)
		f.jump(after)
		f.enter(els)
		f.set(v, st.False())
		f.jump(after)
		f.enter(after)
	})
	return f.prog.Var(v).Term
}

// agree is the condition that the first bytes of two strings are equal.
func (f *fn) agree(x, y value, n term.Term) term.Term {
	st := f.st
	a, b := f.kept(f.content(x), "text"), f.kept(f.content(y), "text")
	from, i := f.b.Number(x[1]), st.BoundVar("i", term.Int)
	inside := st.And(st.Le(from, i), st.Lt(i, st.Add(from, n)))
	other := st.Select(b, st.Add(st.Sub(f.b.Number(y[1]), from), i))
	return st.Quantify(term.OpForall, term.Quant{
		Vars: []term.Term{i}, Body: st.Implies(inside, st.Eq(st.Select(a, i), other)),
		Patterns: [][]term.Term{{st.Select(a, i)}},
	})
}

// ordered is the condition that an order holds of two strings, byte by byte.
func (f *fn) ordered(op token.Token, x, y value) term.Term {
	st := f.st
	n, m := f.b.Number(f.b.Ranged(x[2])), f.b.Number(f.b.Ranged(y[2]))
	first := f.temp(term.Int, "first")
	k := f.prog.Var(first).Term
	all := f.agree(x, y, k)
	f.havoc(first)
	f.assume(st.And(st.Le(st.Int(0), k), st.Le(k, n), st.Le(k, m)))
	f.assume(all)
	both := st.And(st.Lt(k, n), st.Lt(k, m))
	a, b := f.b.Ranged(f.byteAt(x, k)), f.b.Ranged(f.byteAt(y, k))
	f.assume(st.Or(st.And(both, st.Not(f.b.Compare(machine.Eq, a, b))), st.Eq(k, n), st.Eq(k, m)))
	less := st.Ite(both, f.b.Compare(machine.Lt, a, b), st.Lt(n, m))
	more := st.Ite(both, f.b.Compare(machine.Lt, b, a), st.Lt(m, n))
	switch op {
	case token.LSS:
		return f.kept(less, "less")
	case token.LEQ:
		return f.kept(st.Not(more), "less")
	case token.GTR:
		return f.kept(more, "more")
	}
	return f.kept(st.Not(less), "more")
}

// newText makes a string with the bytes of a map.
func (f *fn) newText(contents term.Term, off, n machine.Value) value {
	c := f.change()
	obj := c.allocate(types.Typ[types.Uint8])
	c.object(f.bytes, f.prog.Var(f.next).Term, contents)
	c.make()
	return value{{Term: obj}, f.b.Small(0).Replaced(f.kept(f.b.Number(off), "off")), n}.loose()
}

// loose drops the bounds of an offset.
func (v value) loose() value {
	v[1] = machine.Value{Term: v[1].Term}
	return v
}

// sum returns a length that is one of two together: memory suffices for it.
func (f *fn) sum(a, b machine.Value) machine.Value {
	n := f.b.Exact(machine.Add, a, b)
	if n.IsConst() {
		return n
	}
	f.assume(f.st.Le(n.Term, f.b.Int(maxLength())))
	return n.Clip(new(big.Int), maxLength())
}

// concat returns the concatenation of two strings.
func (f *fn) concat(x, y value) value {
	st := f.st
	s, fixed := f.known(x)
	t, also := f.known(y)
	switch {
	case fixed && also:
		return f.text(s + t)
	case fixed && s == "":
		return y
	case also && t == "":
		return x
	}
	n := f.sum(x[2], y[2])
	off := f.b.Number(x[1])
	end := st.Add(off, f.b.Number(f.b.Ranged(x[2])))
	contents := f.content(x)
	switch {
	case also && len(t) <= spelledOut:
		for k := range len(t) {
			contents = st.Store(contents, st.Add(end, st.Int(int64(k))), st.Int(int64(t[k])))
		}
	case fixed && len(s) <= spelledOut:
		off = st.Sub(f.b.Number(y[1]), st.Int(int64(len(s))))
		contents = f.content(y)
		for k := range len(s) {
			contents = st.Store(contents, st.Add(off, st.Int(int64(k))), st.Int(int64(s[k])))
		}
	default:
		other, from := f.kept(f.content(y), "text"), f.b.Number(y[1])
		behind := st.Add(end, f.b.Number(f.b.Ranged(y[2])))
		contents = f.copied(f.kept(contents, "text"), end, behind, func(i term.Term) term.Term {
			return st.Select(other, st.Add(st.Sub(from, end), i))
		})
	}
	return f.newText(contents, machine.Value{Term: off}, n)
}

// octets is the map of the elements of []byte.
func (f *fn) octets() prog.VarID {
	t := types.Typ[types.Uint8]
	return f.memory(place{typ: t}, f.leaves(t)[0])
}

// textOf returns the string with the bytes or runes of a slice.
func (f *fn) textOf(x value, t types.Type) value {
	if elem := t.Underlying().(*types.Slice).Elem(); f.sizeof(elem) != 1 {
		return f.textOfRunes(x, elem)
	}
	return f.newText(f.st.Select(f.prog.Var(f.octets()).Term, x[0].Term), x[1], x[2])
}

// sizeof returns the size of a type.
func (l *lowerer) sizeof(t types.Type) int64 { return l.src.sizes.Sizeof(t) }

// sliceOf returns the slice with the bytes or runes of a string.
func (f *fn) sliceOf(x value, t types.Type) (out value, state bool) {
	if elem := t.Underlying().(*types.Slice).Elem(); f.sizeof(elem) != 1 {
		return f.runesOf(x, elem), false
	}
	contents := f.content(x)
	n := f.b.Ranged(x[2])
	if f.facts.extends {
		end := f.kept(f.st.Add(f.b.Number(x[1]), f.b.Number(n)), "end")
		octet := f.cellsOf(types.Typ[types.Uint8])[0]
		contents = f.cleared(octet, f.kept(contents, "bytes"), end)
	}
	c := f.change()
	obj := c.allocate(types.Typ[types.Uint8])
	c.object(f.octets(), f.prog.Var(f.next).Term, contents)
	c.make()
	return value{{Term: obj}, x[1], n, f.room(n)}, false
}

// runeText returns the string that an integer is converted to.
func (f *fn) runeText(x machine.Value) value {
	if n, ok := x.Const(); ok {
		r := utf8.RuneError
		if n.IsInt64() && n.Int64() == int64(rune(n.Int64())) {
			r = rune(n.Int64())
		}
		return f.text(string(r))
	}
	x = f.b.Ranged(x)
	st := f.st
	n, bytes := f.encoded(f.valid(f.b.Number(x)))
	contents := st.Select(f.prog.Var(f.bytes).Term, st.Int(0))
	for k, b := range bytes {
		contents = st.Store(contents, st.Int(int64(k)), b)
	}
	return f.newText(contents, f.b.Small(0), f.b.Ranged(f.b.Read(n, big.NewInt(1), big.NewInt(4))))
}

// encoded returns how UTF-8 encodes a rune: how many bytes, and which.
func (f *fn) encoded(r term.Term) (n term.Term, bytes [4]term.Term) {
	st := f.st
	part := func(shift, bits int64) term.Term {
		t := r
		if shift > 0 {
			t = st.Div(t, st.Int(1<<shift))
		}
		return st.Mod(t, st.Int(1<<bits))
	}
	below := func(limit int64) term.Term { return st.Lt(r, st.Int(limit)) }
	mark := func(m int64, t term.Term) term.Term { return st.Add(st.Int(m), t) }
	more := st.Ite(below(0x800), st.Int(2), st.Ite(below(0x10000), st.Int(3), st.Int(4)))
	n = f.kept(st.Ite(below(0x80), st.Int(1), more), "size")
	bytes[0] = st.Ite(below(0x80), r, st.Ite(below(0x800), mark(0xc0, part(6, 5)),
		st.Ite(below(0x10000), mark(0xe0, part(12, 4)), mark(0xf0, part(18, 3)))))
	bytes[1] = st.Ite(below(0x800), mark(0x80, part(0, 6)),
		st.Ite(below(0x10000), mark(0x80, part(6, 6)), mark(0x80, part(12, 6))))
	bytes[2] = st.Ite(below(0x10000), mark(0x80, part(0, 6)), mark(0x80, part(6, 6)))
	bytes[3] = mark(0x80, part(0, 6))
	return n, bytes
}

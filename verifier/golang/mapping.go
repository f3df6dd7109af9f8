package golang

import (
	"go/types"
	"math/big"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// mapping is the memory of maps of a type: by object, then by the parts of a key.
type mapping struct {
	typ    *types.Map
	keys   int          // parts of a key
	has    prog.VarID   // whether there is an element
	values []prog.VarID // by the leaves of an element
	length prog.VarID   // how many there are, by object
}

// mapping returns that of a type.
func (l *lowerer) mapping(t types.Type) *mapping {
	u := t.Underlying().(*types.Map)
	if m, ok := l.maps.At(u).(*mapping); ok {
		return m
	}
	m := &mapping{typ: u, keys: l.keyParts(u.Key())}
	l.maps.Set(u, m)
	name := "$" + types.TypeString(u, types.RelativeTo(l.src.main.Pkg))
	m.has = l.global(name+".has", l.nested(term.Bool, m.keys), 0)
	m.length = l.global(name+".len", l.st.ArraySort(term.Int, term.Int), 0)
	for _, x := range l.leaves(u.Elem()) {
		m.values = append(m.values, l.global(name+x.path, l.nested(l.sort(x), m.keys), 0))
	}
	return m
}

// nested returns the sort of a map by object and parts of a key.
func (l *lowerer) nested(s term.Sort, keys int) term.Sort {
	for range keys + 1 {
		s = l.st.ArraySort(term.Int, s)
	}
	return s
}

// keyParts returns how many integers a key consists of.
func (l *lowerer) keyParts(t types.Type) (n int) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			n += l.keyParts(u.Field(k).Type())
		}
		return n
	case *types.Array:
		return int(min(u.Len(), few+1)) * l.keyParts(u.Elem())
	case *types.Basic:
		return 1
	case *types.Interface:
		return 1 + words
	}
	return len(l.leaves(t))
}

// key returns the integers that a key consists of: equal keys have equal ones.
func (f *fn) key(v value, t types.Type) (out []term.Term) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			if u.Field(k).Name() == "_" {
				refuse("a key with a blank field")
			}
			out = append(out, f.key(f.fieldOf(v, t, k), u.Field(k).Type())...)
		}
		return out
	case *types.Array:
		if u.Len() > few {
			refuse("a key that is a large array")
		}
		for i := range u.Len() {
			e := f.elementIn(v, u.Elem(), f.st.Int(i))
			out = append(out, f.key(e, u.Elem())...)
		}
		return out
	case *types.Interface:
		return f.interfaceKey(v)
	case *types.Basic:
		switch {
		case isString(t):
			return []term.Term{f.interned(v)}
		case isBool(t):
			return []term.Term{f.st.Ite(f.b.Truth(v[0]), f.st.Int(1), f.st.Int(0))}
		case !isInt(t):
			refuse("a key that is a floating-point number")
		}
	}
	if p, ok := t.Underlying().(*types.Pointer); ok && f.empty(p.Elem()) {
		refuse("a key that is a pointer to what has no size")
	}
	for _, x := range v {
		out = append(out, f.b.Number(x))
	}
	return out
}

// interfaceKey is the key of what an interface holds. One without == panics.
func (f *fn) interfaceKey(v value) []term.Term {
	f.familiar(v, "a key of a type that is not known")
	f.noPanic(v, "a key that is")
	key := make([]prog.VarID, 1+words)
	for k := range key {
		key[k] = f.temp(term.Int, "key")
		f.set(key[k], f.b.Number(v[k]))
	}
	for _, t := range f.facts.dynamic {
		is := f.st.Eq(v[0].Term, f.st.Int(f.number(t)))
		switch {
		case is == f.st.False() || !types.Comparable(t):
		case !f.byWords(t) && f.keyParts(t) <= words:
			f.when(is, func() {
				parts := f.key(f.held(v, t), t)
				for k := range words {
					part := f.st.Int(0)
					if k < len(parts) {
						part = parts[k]
					}
					f.set(key[1+k], part)
				}
			})
		case !f.byWords(t):
			f.when(is, func() { f.hole("a key that is " + types.TypeString(t, shortName) + " in an interface") })
		}
	}
	f.comparable(f.st.True(), v, "hash of unhashable type ")
	var out []term.Term
	for _, k := range key {
		out = append(out, f.prog.Var(k).Term)
	}
	return out
}

// at returns an element of nested maps.
func (l *lowerer) deep(m term.Term, key ...term.Term) term.Term {
	for _, k := range key {
		m = l.st.Select(m, k)
	}
	return m
}

// deepStore returns nested maps with another element.
func (l *lowerer) deepStore(m term.Term, v term.Term, key ...term.Term) term.Term {
	if len(key) == 0 {
		return v
	}
	return l.st.Store(m, key[0], l.deepStore(l.st.Select(m, key[0]), v, key[1:]...))
}

// zeroMap returns nested maps of equal elements.
func (l *lowerer) zeroMap(s term.Sort, v term.Term) term.Term {
	if l.st.Sort(v) == s {
		return v
	}
	_, elem := l.st.ArraySorts(s)
	return l.st.ConstArray(s, l.zeroMap(elem, v))
}

// makeMap lowers make of a map.
func (f *fn) makeMap(v *ssa.MakeMap) value { return f.emptyMap(v.Type()) }

// emptyMap returns a new map without elements.
func (f *fn) emptyMap(t types.Type) value {
	m, c := f.mapping(t), f.change()
	obj := c.allocate(types.Typ[types.Int])
	next := f.prog.Var(f.next).Term
	_, inner := f.st.ArraySorts(f.prog.Sort(m.has))
	c.object(m.has, next, f.zeroMap(inner, f.st.False()))
	c.object(m.length, next, f.st.Int(0))
	c.make()
	return value{{Term: obj}}
}

func (f *fn) present(m *mapping, obj term.Term, key []term.Term) term.Term {
	return f.st.And(f.st.Not(f.st.Eq(obj, f.st.Int(0))),
		f.deep(f.prog.Var(m.has).Term, slices.Concat([]term.Term{obj}, key)...))
}

// lookup lowers m[k], with or without ok, and s[i].
func (f *fn) lookup(v *ssa.Lookup) (out value, state bool) {
	x := f.value(v.X)
	u, ok := v.X.Type().Underlying().(*types.Map)
	if !ok {
		i := f.value(v.Index)[0]
		f.inBounds(i, x[2])
		return value{f.byteAt(x, f.b.Number(i))}, true
	}
	m, key := f.mapping(u), f.key(f.keyValue(v.Index), u.Key())
	has := f.kept(f.present(m, x[0].Term, key), "present")
	f.assume(f.st.Implies(has, f.st.Lt(f.st.Int(0), f.st.Select(f.prog.Var(m.length).Term, x[0].Term))))
	none := f.zero(u.Elem())
	for k, y := range f.leaves(u.Elem()) {
		t := f.elementOf(m, k, x[0].Term, key)
		out = append(out, f.read(y, f.st.Ite(has, t, f.term(y, none[k]))))
	}
	if v.CommaOk {
		out = append(out, f.b.Boolean(has))
	}
	return out, true
}

func (f *fn) elementOf(m *mapping, k int, obj term.Term, key []term.Term) term.Term {
	return f.deep(f.prog.Var(m.values[k]).Term, slices.Concat([]term.Term{obj}, key)...)
}

// mapUpdate lowers m[k] = v.
func (f *fn) mapUpdate(v *ssa.MapUpdate) {
	x, m := f.value(v.Map)[0].Term, f.mapping(v.Map.Type())
	elem := f.value(v.Value)
	f.checkAs(NilMap, f.st.Not(f.st.Eq(x, f.st.Int(0))), said("assignment to entry in nil map"))
	key := f.key(f.keyValue(v.Key), m.typ.Key())
	has := f.kept(f.present(m, x, key), "present")
	at := slices.Concat([]term.Term{x}, key)
	c := f.change()
	c.write(m.has, f.deepStore(c.written(m.has), f.st.True(), at...))
	n := f.st.Select(f.prog.Var(m.length).Term, x)
	c.object(m.length, x, f.st.Ite(has, n, f.st.Add(n, f.st.Int(1))))
	for k, y := range f.leaves(m.typ.Elem()) {
		c.write(m.values[k], f.deepStore(c.written(m.values[k]), f.term(y, elem[k]), at...))
	}
	c.make()
	for _, it := range f.ranges {
		if it.mapping == m {
			same := f.st.And(f.st.Eq(x, it.obj), f.st.Not(has))
			added := f.prog.Var(it.added).Term
			c := f.change()
			c.write(it.added, f.st.Ite(same, f.st.Add(added, f.st.Int(1)), added))
			fresh := f.prog.Var(it.fresh).Term
			c.write(it.fresh, f.deepStore(fresh, f.st.Or(same, f.deep(fresh, key...)), key...))
			c.make()
		}
	}
}

// removes lowers delete(m, k).
func (f *fn) removes(x term.Term, t types.Type, k value) {
	m := f.mapping(t)
	key := f.key(k, m.typ.Key())
	has := f.kept(f.present(m, x, key), "present")
	for _, it := range f.ranges {
		if it.mapping == m {
			visited, fresh := f.prog.Var(it.visited).Term, f.prog.Var(it.fresh).Term
			n, added := f.prog.Var(it.count).Term, f.prog.Var(it.added).Term
			same := f.kept(f.st.And(f.st.Eq(x, it.obj), has), "same")
			seen := f.st.And(same, f.deep(visited, key...))
			late := f.st.And(same, f.st.Not(f.deep(visited, key...)), f.deep(fresh, key...))
			c := f.change()
			c.write(it.count, f.st.Ite(seen, f.st.Sub(n, f.st.Int(1)), n))
			c.write(it.added, f.st.Ite(late, f.st.Sub(added, f.st.Int(1)), added))
			// The key may be inserted again, and is another element then.
			for _, s := range []prog.VarID{it.visited, it.fresh} {
				t := f.prog.Var(s).Term
				c.write(s, f.deepStore(t, f.st.And(f.st.Not(same), f.deep(t, key...)), key...))
			}
			c.make()
		}
	}
	at := slices.Concat([]term.Term{x}, key)
	c := f.change()
	c.write(m.has, f.deepStore(c.written(m.has), f.st.False(), at...))
	n := f.st.Select(f.prog.Var(m.length).Term, x)
	c.object(m.length, x, f.st.Ite(has, f.st.Sub(n, f.st.Int(1)), n))
	c.make()
}

// clearsMap lowers clear of a map.
func (f *fn) clearsMap(x term.Term, t types.Type) {
	m := f.mapping(t)
	for _, it := range f.ranges {
		if it.mapping == m {
			same, c := f.st.Eq(x, it.obj), f.change()
			for _, v := range []prog.VarID{it.count, it.added, it.visited, it.fresh} {
				none := f.st.Int(0)
				if s := f.prog.Sort(v); s != term.Int {
					none = f.zeroMap(s, f.st.False())
				}
				c.write(v, f.st.Ite(same, none, f.prog.Var(v).Term))
			}
			c.make()
		}
	}
	c := f.change()
	_, inner := f.st.ArraySorts(f.prog.Sort(m.has))
	c.object(m.has, x, f.zeroMap(inner, f.st.False()))
	c.object(m.length, x, f.st.Int(0))
	c.make()
}

// rune lowers next of a string: the next rune as UTF-8 has it.
func (f *fn) rune(it *iterator) value {
	st, x := f.st, it.text
	k := f.prog.Var(it.count).Term
	n := f.b.Number(f.b.Ranged(x[2]))
	more := f.kept(st.Lt(k, n), "more")
	at := f.kept(k, "at")
	left := st.Sub(n, at)
	octet := func(i int64) term.Term { return f.octet(x, st.Add(at, st.Int(i))) }
	b := [4]term.Term{octet(0), octet(1), octet(2), octet(3)}
	r, size := f.decoded(b, left)
	v := f.temp(term.Int, "rune")
	c := f.change()
	c.write(v, r)
	c.write(it.count, st.Ite(more, st.Add(k, size), k))
	c.make()
	lo, hi := machine.Type{Bits: 32, Signed: true}.Range()
	return value{f.b.Boolean(more), f.b.Read(at, new(big.Int), maxLength()), f.b.Read(f.prog.Var(v).Term, lo, hi)}
}

// decoded returns the rune that some bytes begin with, and its size: 0xfffd and 1 if they are not well formed.
func (f *fn) decoded(b [4]term.Term, left term.Term) (r, size term.Term) {
	st := f.st
	in := func(t term.Term, lo, hi int64) term.Term { return st.And(st.Le(st.Int(lo), t), st.Le(t, st.Int(hi))) }
	tail := func(t term.Term) term.Term { return in(t, 0x80, 0xbf) }
	has := func(n int64) term.Term { return st.Le(st.Int(n), left) }
	bits := func(parts ...term.Term) term.Term {
		out := st.Int(0)
		for _, p := range parts {
			out = st.Add(st.Mul(st.Int(64), out), p)
		}
		return out
	}
	low := func(t term.Term, mark int64) term.Term { return st.Sub(t, st.Int(mark)) }
	two := st.And(has(2), in(b[0], 0xc2, 0xdf), tail(b[1]))
	second3 := st.And(tail(b[1]), st.Or(st.Not(st.Eq(b[0], st.Int(0xe0))), st.Le(st.Int(0xa0), b[1])),
		st.Or(st.Not(st.Eq(b[0], st.Int(0xed))), st.Le(b[1], st.Int(0x9f))))
	three := st.And(has(3), in(b[0], 0xe0, 0xef), second3, tail(b[2]))
	second4 := st.And(tail(b[1]), st.Or(st.Not(st.Eq(b[0], st.Int(0xf0))), st.Le(st.Int(0x90), b[1])),
		st.Or(st.Not(st.Eq(b[0], st.Int(0xf4))), st.Le(b[1], st.Int(0x8f))))
	four := st.And(has(4), in(b[0], 0xf0, 0xf4), second4, tail(b[2]), tail(b[3]))
	one := st.Lt(b[0], st.Int(0x80))
	r = st.Ite(one, b[0],
		st.Ite(two, bits(low(b[0], 0xc0), low(b[1], 0x80)),
			st.Ite(three, bits(low(b[0], 0xe0), low(b[1], 0x80), low(b[2], 0x80)),
				st.Ite(four, bits(low(b[0], 0xf0), low(b[1], 0x80), low(b[2], 0x80), low(b[3], 0x80)), st.Int(0xfffd)))))
	size = st.Ite(two, st.Int(2), st.Ite(three, st.Int(3), st.Ite(four, st.Int(4), st.Int(1))))
	return r, size
}

package golang

import (
	"go/types"
	"math/big"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// iterator is what an iteration over a map or a string has done.
type iterator struct {
	*mapping
	obj     term.Term
	visited prog.VarID // keys that have been visited and not deleted since
	fresh   prog.VarID // keys that have been inserted since the iteration has begun, and not deleted since
	count   prog.VarID // how many are visited; of a string: the next byte
	added   prog.VarID // how many are fresh and not visited
	text    value
}

// iterates says which iteration a range has begun.
func (f *fn) iterates(v *ssa.Range, it *iterator) {
	f.iters[v] = it
	f.ranges = append(f.ranges, it)
}

// iterate begins a range over a map or a string.
func (f *fn) iterate(v *ssa.Range) {
	x := f.value(v.X)
	it := &iterator{count: f.temp(term.Int, "count")}
	f.set(it.count, f.st.Int(0))
	if isString(v.X.Type()) {
		it.text = x
		f.iterates(v, it)
		return
	}
	it.mapping = f.mapping(v.X.Type())
	if f.modified(it.mapping.typ, iterated(v)) {
		refuse("range over a map that a function which is called may change")
	}
	f.iterates(v, it)
	it.obj = x[0].Term
	s := f.nested(term.Bool, it.keys-1)
	it.visited, it.fresh, it.added = f.temp(s, "visited"), f.temp(s, "fresh"), f.temp(term.Int, "added")
	f.set(it.visited, f.zeroMap(s, f.st.False()))
	f.set(it.fresh, f.zeroMap(s, f.st.False()))
	f.set(it.added, f.st.Int(0))
}

// modified reports whether a call in some blocks of the function may lead to one that changes maps of a type.
func (f *fn) modified(t *types.Map, blocks []*ssa.BasicBlock) bool {
	changes := func(g *ssa.Function) bool {
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				switch x := i.(type) {
				case *ssa.MapUpdate:
					if types.Identical(x.Map.Type().Underlying(), t) {
						return true
					}
				case ssa.CallInstruction:
					b, ok := x.Common().Value.(*ssa.Builtin)
					if !ok || b.Name() != "delete" && b.Name() != "clear" {
						continue
					}
					if types.Identical(x.Common().Args[0].Type().Underlying(), t) {
						return true
					}
				}
			}
		}
		return false
	}
	found, seen := false, map[*ssa.Function]bool{}
	var visit func(blocks []*ssa.BasicBlock)
	visit = func(blocks []*ssa.BasicBlock) {
		for _, g := range f.facts.calledIn(blocks) {
			if f.facts.seen[g] && !seen[g] && !found {
				seen[g], found = true, changes(g)
				visit(g.Blocks)
			}
		}
	}
	visit(blocks)
	return found
}

// calledIn returns the functions that calls in blocks may be of, and those that these are given. Methods and functions
// that the program does not have change nothing.
func (a *facts) calledIn(blocks []*ssa.BasicBlock) (out []*ssa.Function) {
	for _, b := range blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			out = append(out, a.callees(c.Common())...)
			for _, x := range c.Common().Args {
				if sig, ok := x.Type().Underlying().(*types.Signature); ok {
					out = append(out, a.valued(sig)...)
				}
			}
		}
	}
	return out
}

// around returns the blocks of the loops that a block is in.
func around(b *ssa.BasicBlock) (out []*ssa.BasicBlock) {
	walk := func(next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
		seen, work := map[*ssa.BasicBlock]bool{}, next(b)
		for len(work) > 0 {
			x := work[len(work)-1]
			if work = work[:len(work)-1]; !seen[x] {
				seen[x] = true
				work = append(slices.Clip(work), next(x)...)
			}
		}
		return seen
	}
	before := walk(func(x *ssa.BasicBlock) []*ssa.BasicBlock { return x.Preds })
	after := walk(func(x *ssa.BasicBlock) []*ssa.BasicBlock { return x.Succs })
	for _, x := range b.Parent().Blocks {
		if before[x] && after[x] {
			out = append(out, x)
		}
	}
	return out
}

// iterated returns the blocks between the iterations of a range.
func iterated(v *ssa.Range) (out []*ssa.BasicBlock) {
	for _, r := range *v.Referrers() {
		out = append(out, around(r.Block())...)
	}
	return out
}

// advance lowers next: whether there is another element, and which.
func (f *fn) advance(v *ssa.Next) (out value) {
	it := f.iters[v.Iter]
	if it == nil {
		refuse("an iteration")
	}
	if v.IsString {
		return f.used(f.rune(it), v.Type().(*types.Tuple))
	}
	st := f.st
	any, ok := f.temp(term.Bool, "any"), f.temp(term.Bool, "more")
	n, added := f.prog.Var(it.count).Term, f.prog.Var(it.added).Term
	size := st.Ite(st.Eq(it.obj, st.Int(0)), st.Int(0), st.Select(f.prog.Var(it.length).Term, it.obj))
	f.havoc(any)
	f.set(ok, st.Ite(st.Eq(added, st.Int(0)), st.Lt(n, size), f.prog.Var(any).Term))
	more := f.prog.Var(ok).Term
	t := v.Type().(*types.Tuple)
	vars, key := f.variables("$key", it.typ.Key())
	then, els := f.branch(more, "more", "done")
	after := f.block("next")
	f.enter(then)
	parts := f.chooseKey(it, vars, key, size)
	c := f.change()
	c.write(it.visited, f.deepStore(f.prog.Var(it.visited).Term, st.True(), parts...))
	c.write(it.count, st.Add(n, st.Int(1)))
	c.write(it.added, st.Ite(f.deep(f.prog.Var(it.fresh).Term, parts...), st.Sub(added, st.Int(1)), added))
	elems, elem := f.variables("$elem", it.typ.Elem())
	for k := range elem {
		c.write(elems[k], f.elementOf(it.mapping, k, it.obj, parts))
	}
	c.make()
	f.jump(after)
	f.enter(els)
	f.assume(st.And(st.Le(n, size), st.Le(size, st.Add(n, added))))
	f.jump(after)
	f.enter(after)
	out = value{f.b.Boolean(more)}
	if len(f.leaves(t.At(1).Type())) > 0 {
		out = append(out, key...)
	}
	if len(f.leaves(t.At(2).Type())) > 0 {
		out = append(out, elem...)
	}
	return out
}

// chosen is a key that an iteration chooses.
type chosen struct {
	*fn
	open  []prog.VarID // integers and Booleans that are any
	raw   value        // those with bounds
	parts []term.Term
	known []term.Term // what else is known of them
	texts []func()    // give strings their bytes, and arrays their elements
	count term.Term   // how many strings had numbers before
}

// chooseKey gives variables a key that there is and that an iteration has not visited. It returns the parts.
func (f *fn) chooseKey(it *iterator, vars []prog.VarID, key value, size term.Term) []term.Term {
	x := &chosen{fn: f}
	x.add(it.typ.Key(), vars, key)
	for _, v := range x.open {
		f.havoc(v)
	}
	for _, v := range x.raw {
		f.b.Ranged(v)
	}
	seen := f.deep(f.prog.Var(it.visited).Term, x.parts...)
	f.assume(f.st.And(append(x.known, f.present(it.mapping, it.obj, x.parts), f.st.Not(seen))...))
	f.assume(f.st.Lt(f.prog.Var(it.count).Term, size))
	for _, text := range x.texts {
		text()
	}
	return x.parts
}

// add adds a part of the key.
func (x *chosen) add(t types.Type, vars []prog.VarID, v value) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			if u.Field(k).Name() == "_" {
				refuse("a key with a blank field")
			}
			e := x.fieldOf(v, t, k)
			x.add(u.Field(k).Type(), vars[:len(e)], e)
			vars = vars[len(e):]
		}
		return
	case *types.Interface:
		refuse("range over a map with keys of type %s", types.TypeString(t, shortName))
	case *types.Array:
		x.addArray(u, t, vars)
		return
	case *types.Basic:
		if isString(t) {
			x.addText(vars, v)
			return
		}
	case *types.Pointer, *types.Chan:
		x.known = append(x.known, x.st.Lt(v[0].Term, x.prog.Var(x.next).Term)) // the objects of arguments are negative
	}
	for _, k := range v {
		if k.Raw {
			x.raw = append(x.raw, k)
		}
	}
	x.open = append(x.open, vars...)
	x.parts = append(x.parts, x.key(v, t)...)
}

// addArray adds an array, whose elements are variables of their own.
func (x *chosen) addArray(u *types.Array, t types.Type, vars []prog.VarID) {
	if u.Len() > few {
		refuse("a key that is a large array")
	}
	if composite(u.Elem()) {
		refuse("range over a map with keys of type %s", types.TypeString(t, shortName))
	}
	elems := make([][]prog.VarID, u.Len())
	for i := range elems {
		var v value
		elems[i], v = x.variables("$part", u.Elem())
		x.add(u.Elem(), elems[i], v)
	}
	x.texts = append(x.texts, func() {
		c := x.change()
		for k, y := range x.leaves(t) {
			row := x.zeroOf(y)
			for i := range elems {
				row = x.st.Store(row, x.st.Int(int64(i)), x.prog.Var(elems[i][k]).Term)
			}
			c.write(vars[k], row)
		}
		c.make()
	})
}

// addText adds a string, by its number: it has the bytes of one that has this number, or there is none yet.
func (x *chosen) addText(vars []prog.VarID, v value) {
	f, st := x.fn, x.st
	f.intern()
	if x.count == 0 {
		x.count = f.kept(f.prog.Var(f.numbered.count).Term, "count")
	}
	id := f.temp(term.Int, "id")
	n := f.prog.Var(id).Term
	most := st.Add(x.count, st.Int(int64(len(x.texts))))
	x.open, x.parts = append(x.open, id), append(x.parts, n)
	x.known = append(x.known, st.Le(st.Int(0), n), st.Le(n, most))
	x.texts = append(x.texts, func() {
		then, els := f.branch(st.Le(x.count, n), "new", "numbered")
		after := f.block("text")
		f.enter(then)
		length := f.arbitrary("length", new(big.Int), maxLength())
		c := f.change()
		c.write(vars[0], f.prog.Var(f.next).Term)
		c.write(vars[1], st.Int(0))
		c.write(vars[2], f.b.Number(length))
		c.write(f.next, st.Add(f.prog.Var(f.next).Term, st.Int(1)))
		c.make()
		text := value{{Term: f.prog.Var(vars[0]).Term}, f.b.Small(0), length}
		f.assume(st.Eq(f.interned(text), n))
		f.jump(after)
		f.enter(els)
		c = f.change()
		for k, table := range f.numbered.tables {
			c.write(vars[k], st.Select(f.prog.Var(table).Term, n))
		}
		c.make()
		f.jump(after)
		f.enter(after)
		f.b.Ranged(v[2])
	})
}

// used returns what an iteration over a string has of its index and its rune: ssa leaves out what nothing uses.
func (f *fn) used(v value, t *types.Tuple) value {
	out := v[:1:1]
	for k := 1; k < len(v); k++ {
		if len(f.leaves(t.At(k).Type())) > 0 {
			out = append(out, v[k])
		}
	}
	return out
}

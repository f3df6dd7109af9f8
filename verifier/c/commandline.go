package c

import (
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// list is one of the lists of strings that an operating system gives main: argv or envp.
type list struct {
	param   *syntax.Object
	n       term.Term // how many strings there are
	most    int64     // and at most
	at      int64     // where the pointers to them are
	strings int64     // and the first string
	reg     *region   // of the pointers; nil if main does not look at them
	text    *region   // of the strings
}

// stride is how far a string is from the next one. Linux passes on no longer ones.
const stride = 1 << 17

// commandLine returns the lists that main is given, if its parameters are what operating systems know.
func commandLine(entry *syntax.Object, word int64) (out []*list, ok bool) {
	for i, p := range entry.Params {
		switch {
		case i == 0 && p.Type.Kind == syntax.Int && p.Type.Size >= 4:
			continue
		case i == 0 || i > 2 || !textList(p.Type):
			return nil, false
		}
		x := &list{param: p, most: mostStrings(word), at: int64(i) << 40}
		if word == 4 {
			x.at = heapEnd + int64(i-1)<<29
		}
		x.strings = x.at + (x.most*word/stride+1)*stride
		out = append(out, x)
	}
	return out, true
}

// mostStrings is how many strings there are at most in a list: no fewer than Linux passes
// on, unless addresses have 32 bits.
func mostStrings(word int64) int64 {
	if word == 4 {
		return 1<<12 - 2
	}
	return 1<<20 - 1
}

// textList reports whether a type is that of pointers to pointers to characters.
func textList(t *syntax.Type) bool {
	return t.Kind == syntax.Pointer && t.Elem.Kind == syntax.Pointer && t.Elem.Elem.Kind == syntax.Int &&
		t.Elem.Elem.Size == 1
}

// pointers returns the expressions of a list, and of its first string.
func (x *list) pointers() (all, first *syntax.Expr) {
	t := x.param.Type
	all = &syntax.Expr{Op: syntax.Load, X: &syntax.Expr{Op: syntax.Var, Obj: x.param, Type: t}, Type: t}
	return all, &syntax.Expr{Op: syntax.Load, X: &syntax.Expr{Op: syntax.Deref, X: all, Type: t.Elem}, Type: t.Elem}
}

// given returns what the entry is called with: any values, unless it is main.
func (f *fn) given(entry *syntax.Object) (values []term.Term) {
	for _, v := range f.procs[entry].Ins {
		t := f.prog.NewVar("argument", prog.Local, f.prog.Sort(v), f.q.Node)
		f.q.Locals = append(f.q.Locals, t)
		if f.prog.Sort(v) == term.Bool { // it has values
			f.set(t, f.st.False())
		}
		values = append(values, f.prog.Var(t).Term)
	}
	if !f.facts.command || len(values) == 0 {
		return values
	}
	argc := values[0]
	f.havoc(f.varOf(argc)) // where executions choose it, it is one that the assumption allows
	least := big.NewInt(1)
	if f.opt.Nameless {
		least.SetInt64(0)
	}
	f.assume(f.within(argc, least, big.NewInt(mostStrings(f.unit.Sizes.Pointer))))
	f.noted(note{what: noteCount}, argc)
	for i, x := range f.facts.lists {
		if x.n = argc; i > 0 {
			x.n = f.any("variables")
			f.assume(f.within(x.n, new(big.Int), big.NewInt(x.most)))
			f.noted(note{what: noteCount, list: i}, x.n)
		}
		values[i+1] = f.st.Int(x.at)
		if all, first := x.pointers(); f.facts.seen[x.param] {
			x.reg, x.text = f.mem.target(all), f.mem.target(first)
			f.points(x)
			f.noted(note{what: noteList, list: i}, f.prog.Var(f.memoryOf(x.text, x.param.Type.Elem.Elem)).Term)
		}
	}
	if f.watches() {
		f.watched()
	}
	return values
}

// any returns any integer, about which what follows says more.
func (f *fn) any(name string) term.Term {
	v := f.temp(term.Int, name)
	f.havoc(v)
	return f.prog.Var(v).Term
}

// memoryOf returns the map that scalars of a type are in, in a region.
func (f *fn) memoryOf(x *region, t *syntax.Type) prog.VarID {
	if x.isBytes() {
		return f.bytesOf(x)
	}
	return f.memory(f.class(place{typ: t}))
}

// points says where the pointers of a list point to.
func (f *fn) points(x *list) {
	st, word := f.st, f.unit.Sizes.Pointer
	p := place{typ: x.param.Type.Elem, addr: st.Int(x.at), reg: x.reg}
	end := st.Add(p.addr, st.Mul(st.Int(word), x.n))
	m := f.memoryOf(p.reg, p.typ)
	if p.inBytes() { // a copy of all of memory is too much for the solver
		i := st.BoundVar("i", term.Int)
		from := st.Sub(i, p.addr)
		address := st.Add(st.Int(x.strings), st.Mul(st.Int(stride), st.Div(from, st.Int(word))))
		octet := st.Select(f.prog.Var(m).Term, i)
		body := st.Implies(st.And(st.Le(p.addr, i), st.Lt(i, end)),
			st.Eq(octet, f.octetAmong(address, st.Mod(from, st.Int(word)))))
		f.assume(st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{i}, Body: body, Patterns: [][]term.Term{{octet}}}))
		p.addr = end
		f.assume(st.Eq(f.number(f.load(p)), st.Int(0)))
		return
	}
	slope, c := int64(stride/word), f.change()
	c.each(m, "given", p.addr, end, func(i term.Term) term.Term {
		return st.Add(st.Int(x.strings-slope*x.at), st.Mul(st.Int(slope), i))
	})
	p.addr = end
	c.assign(p, c.small(0))
	c.make()
}

// octetAmong returns a byte of an address, whose number is a term.
func (f *fn) octetAmong(address, number term.Term) term.Term {
	v := typed(address, f.unit.Sizes.Size)
	out := f.octetOf(v, 0)
	for k := int64(1); k < f.unit.Sizes.Pointer; k++ {
		out = f.st.Ite(f.st.Eq(number, f.st.Int(k)), f.octetOf(v, k), out)
	}
	return out
}

// chooseList lets the execution watch a list, or one of its strings.
func (f *fn) chooseList(x *list) {
	if x.reg == nil || !f.watches() {
		return
	}
	st, word := f.st, f.unit.Sizes.Pointer
	f.born(st.Int(x.at), st.Mul(st.Int(word), st.Add(x.n, st.Int(1))), st.Int(x.strings-f.front()), false)
	number, length := f.any("number"), f.any("length")
	// where there is no string, nothing points to the first one
	among := st.Or(st.Lt(number, x.n), st.Eq(number, st.Int(0)))
	f.assume(st.And(st.Le(st.Int(0), number), among, f.within(length, new(big.Int), big.NewInt(stride-1-f.front()))))
	at := f.kept(st.Add(st.Int(x.strings), st.Mul(st.Int(stride), number)))
	end := place{typ: x.param.Type.Elem.Elem, addr: st.Add(at, length), reg: x.text}
	f.assign(end, f.small(0))
	f.born(at, st.Add(length, st.Int(1)), st.Add(at, st.Int(stride-f.front())), false)
}

// inLists says that an address may be one of a list, or of a string in it.
func (f *fn) inLists(addr term.Term) term.Term {
	var out []term.Term
	for _, x := range f.facts.lists {
		if x.reg != nil {
			out = append(out, f.within(addr, big.NewInt(x.at), big.NewInt(x.strings+x.most*stride-1)))
		}
	}
	return f.st.Or(out...)
}

package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// blank is what the check for reads of uninitialised memory is about in memory: one bit, any one, which the execution
// chooses where the life of its object begins without a value. So there is an execution that fails wherever one is
// used. Where it is copied, the execution chooses whether it follows the copy.
type blank struct {
	at        prog.VarID // the address of its byte; 0 if none has been chosen
	bit       prog.VarID // which bit of that it is: only bit-fields are distinguished by it
	unset     prog.VarID // it has no value
	base, end prog.VarID // the object that it is in, and where that ends; 0 if it has been copied
}

// blanks returns the variables, which it makes.
func (l *lowerer) blanks() *blank {
	if l.blank == nil {
		l.blank = &blank{
			l.global("$blank", term.Int, 0), l.global("$bit", term.Int, 0), l.global("$unset", term.Bool, 0),
			l.global("$blankbase", term.Int, 0), l.global("$blankend", term.Int, 0),
		}
	}
	return l.blank
}

// noBlank is where no bit has been chosen.
func (f *fn) noBlank() {
	b := f.blank
	if b == nil {
		return
	}
	for _, v := range []prog.VarID{b.at, b.base, b.end} {
		f.set(v, f.st.Int(0))
	}
	f.havoc(b.bit)
	f.assume(f.within(f.prog.Var(b.bit).Term, bigOf(0), bigOf(7)))
	f.set(b.unset, f.st.False())
}

// span says that an address is one of so many bytes.
func (f *fn) span(at, addr, size term.Term) term.Term {
	return f.st.And(f.st.Le(addr, at), f.st.Lt(at, f.st.Add(addr, size)))
}

// mostListed is how many addresses are listed of which the execution chooses one; among more, it is any in a range.
// Those that are listed can be tried one after the other (package execute).
const mostListed = 16

// leftBlank says that new memory has no value, and lets the execution choose a bit of it, if it has not chosen another
// one: of each part of so many bytes one will do, since all accesses are to whole ones.
func (f *fn) leftBlank(addr, size term.Term, part int64) {
	if !f.asks(Uninit) {
		return
	}
	b, st := f.blanks(), f.st
	pick, pass, after := f.block("pick", f.pos), f.block("pass", f.pos), f.block("born", f.pos)
	f.jump(pick, pass)
	f.enter(pick)
	f.assume(st.And(st.Eq(f.prog.Var(b.at).Term, st.Int(0)), st.Lt(st.Int(0), size)))
	where := f.temp(term.Int, "where")
	f.havoc(where)
	to := f.prog.Var(where).Term
	may := []term.Term{f.span(to, addr, size)}
	if n := f.constantOr(size, mostListed*part+1); n <= mostListed*part {
		may = nil
		for i := int64(0); i < n; i += part {
			may = append(may, st.Eq(to, st.Add(addr, st.Int(i))))
		}
	}
	f.assume(st.Or(may...))
	f.set(b.at, to)
	f.set(b.base, addr)
	f.set(b.end, st.Add(addr, size))
	f.jump(after)
	f.enter(pass)
	f.jump(after)
	f.enter(after)
	f.set(b.unset, st.Or(f.prog.Var(b.unset).Term, f.span(f.prog.Var(b.at).Term, addr, size)))
}

// constantOr returns a number if it is a constant, else another one.
func (f *fn) constantOr(t term.Term, other int64) int64 {
	if f.st.IsNum(t) {
		if n, ok := f.st.Num(t).Int64(); ok {
			return n
		}
	}
	return other
}

// covers says that the bit that is chosen is one of a scalar in memory, where its address is at.
func (f *fn) covers(p place, at term.Term) term.Term {
	if p.field == nil {
		return f.span(at, p.addr, f.st.Int(p.typ.Size))
	}
	st, bit := f.st, f.prog.Var(f.blanks().bit).Term
	first, n, shift := p.octets()
	var is []term.Term
	for i := range n {
		lo, hi := max(int64(shift)-8*i, 0), min(int64(shift)+p.field.Bits-8*i, 8)
		is = append(is, st.And(st.Eq(at, f.octetAt(p, first, n, i)), st.Le(st.Int(lo), bit), st.Lt(bit, st.Int(hi))))
	}
	return st.Or(is...)
}

// hasNone says that a scalar has no value, or a part of it has none; 0 if it has one for sure.
func (f *fn) hasNone(p place) term.Term {
	switch {
	case !f.asks(Uninit):
		return 0
	case p.inMemory() && !f.mem.made(p.reg): // it is outside
		return 0
	case p.inMemory():
		b := f.blanks()
		return f.st.And(f.prog.Var(b.unset).Term, f.covers(p, f.prog.Var(b.at).Term))
	}
	if v := p.store.unset[p.path]; v != 0 {
		return f.prog.Var(v).Term
	}
	return 0
}

// lacking says that a value is none.
func (f *fn) lacking(v val) term.Term {
	if v.none == 0 {
		return f.st.False()
	}
	return v.none
}

// valued makes sure that what has been read of an lvalue has a value, since it is used.
func (f *fn) valued(v val, e *syntax.Expr) val {
	if v.none != 0 {
		f.require(Uninit, f.st.Not(v.none), e.Pos, said(e.Source()+" is read before it has a value"))
		v.none = 0
	}
	return v
}

// carried evaluates what is assigned to an object of some type. Characters may have no value: so objects are copied.
func (f *fn) carried(e *syntax.Expr, to *syntax.Type) val {
	if _, known := f.once[e]; known || !f.asks(Uninit) || !character(e.Type) || !character(to) {
		return f.value(e)
	}
	switch {
	case e.Op == syntax.Load:
		f.pos = e.Pos
		p := f.place(e.X)
		f.pos = e.Pos
		return f.load(p)
	case e.Op == syntax.Cast && character(e.X.Type):
		v := f.carried(e.X, to)
		w := f.convert(v, e.Type)
		w.none, w.from = v.none, v.from
		return w
	}
	return f.value(e)
}

// character reports whether a type is one by which objects are copied.
func character(t *syntax.Type) bool { return t.Kind == syntax.Int && t.Size == 1 && !t.Bool }

// idle evaluates an expression whose value is not used.
func (f *fn) idle(e *syntax.Expr) bool {
	if e.Op != syntax.Load || !f.asks(Uninit) || !e.Type.Scalar() {
		return false
	}
	p := f.place(e.X)
	f.pos = e.Pos
	f.load(p)
	return true
}

// supplied counts what a function without a body has written as initialised: the objects that it is
// given, and all if it may get from these to others.
func (f *fn) supplied(e *syntax.Expr, given []val) {
	if !f.asks(Uninit) {
		return
	}
	b, st, all := f.blanks(), f.st, false
	for _, x := range e.Args {
		if x = bare(x); givesAway(x) && x.Type.Elem.Kind != syntax.Func {
			r := f.mem.target(x)
			all = all || r == nil || r.isBytes()
			for _, next := range r.successors() {
				all = all || next != nil
			}
		}
	}
	c := f.change()
	base, end := f.prog.Var(b.base).Term, f.prog.Var(b.end).Term
	is := []term.Term{st.Bool(all), st.Eq(base, st.Int(0))}
	for _, v := range given {
		is = append(is, st.And(st.Le(base, f.number(v)), st.Le(f.number(v), end)))
	}
	c.gives(st.Or(is...))
	c.make()
}

// elsewhere says that what a pointer points to that a function without a body returns is in no
// object without a value: it does not know of any.
func (f *fn) elsewhere(v val, typ *syntax.Type) {
	if v.Term == 0 || typ.Kind != syntax.Pointer || !f.asks(Uninit) {
		return
	}
	b, st := f.blanks(), f.st
	in := st.And(st.Lt(f.prog.Var(b.base).Term, st.Add(v.Term, st.Int(max(typ.Elem.Size, 1)))),
		st.Lt(v.Term, f.prog.Var(b.end).Term))
	f.assume(st.Not(st.And(f.prog.Var(b.unset).Term, in)))
}

// gives says that what is chosen has a value under a condition.
func (c *change) gives(covered term.Term) {
	if !c.quiet {
		unset := c.blanks().unset
		c.write(unset, c.st.And(c.written(unset), c.st.Not(covered)))
	}
}

// givesAll says that so many bytes have values.
func (c *change) givesAll(addr, size term.Term) {
	if !c.quiet {
		c.gives(c.span(c.written(c.blanks().at), addr, size))
	}
}

// settles says that a scalar has a value now, or has none, as v has none.
func (c *change) settles(p place, v val) {
	if c.quiet {
		return
	}
	none := c.lacking(v)
	switch s := p.store; {
	case p.inMemory() && none == c.st.False():
		c.gives(c.covers(p, c.written(c.blanks().at)))
	case p.inMemory():
		c.follow(none, v.from, p, c.st.Int(p.typ.Size), c.covers(p, c.written(c.blanks().at)))
	case s.unset[p.path] != 0:
		c.write(s.unset[p.path], none)
	default:
		c.unless(c.st.Not(none), c.pos, "a copy of what has no value, where it is not followed")
	}
}

// carries says that so many bytes have values, or have none, as those have that are copied there.
func (c *change) carries(to, from place, size term.Term) {
	if c.quiet {
		return
	}
	b := c.blanks()
	at := c.prog.Var(b.at).Term
	none := c.st.And(c.prog.Var(b.unset).Term, c.span(at, from.addr, size))
	if !c.mem.made(from.reg) {
		none = c.st.False()
	}
	c.follow(none, from.addr, to, size, c.span(c.written(b.at), to.addr, size))
}

// follow lets the execution choose whether it follows what has no value to where it is copied. From is where it comes
// from, 0 if that is no memory, and covered says that the bit that was chosen so far is overwritten.
func (c *change) follow(none, from term.Term, place place, size, covered term.Term) {
	b, st, to := c.blanks(), c.st, place.addr
	if !c.mem.made(place.reg) {
		c.unless(st.Not(none), c.pos, "a copy of what has no value to memory that is not the program's")
		none = st.False()
	}
	if none == st.False() {
		c.gives(covered)
		return
	}
	pick := c.temp(term.Bool, "pick")
	c.havoc(pick)
	at := to // any byte will do where all accesses are to whole scalars
	switch {
	case from != 0:
		at = st.Add(c.prog.Var(b.at).Term, st.Sub(to, from))
	case place.field != nil || place.inBytes() && place.typ.Size > 1:
		where := c.temp(term.Int, "where")
		c.havoc(where)
		at = c.prog.Var(where).Term
		none = st.And(none, c.covers(place, at))
	}
	moved := c.kept(st.And(none, c.prog.Var(pick).Term))
	before := c.written(b.unset)
	c.write(b.at, st.Ite(moved, at, c.written(b.at)))
	c.write(b.unset, st.Ite(moved, st.True(), st.And(before, st.Not(covered))))
	for _, v := range []prog.VarID{b.base, b.end} {
		c.write(v, st.Ite(moved, st.Int(0), c.written(v)))
	}
}

// atOnce makes a change of which is said already what has values after it.
func (c *change) atOnce(do func()) {
	was := c.quiet
	c.quiet = true
	do()
	c.quiet = was
}

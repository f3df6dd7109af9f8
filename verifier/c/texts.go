package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// readText is where a function of the library reads a text: up to its end, or so many characters if that is not less than zero. Of none it
// does not look at the pointer.
func (f *fn) readText(text, count *syntax.Expr, at syntax.Pos) {
	p, most := f.target(text), f.keptVal(f.ranged(f.value(count)))
	if most.lo.Sign() > 0 || most.hi.Sign() < 0 {
		f.ending(p, most, at)
		return
	}
	f.pos = at
	none := f.st.Eq(f.number(most), f.st.Int(0))
	skip, read, after := f.block("none", at), f.block("some", at), f.block("read", at)
	f.jump(skip, read)
	f.enter(skip)
	f.assume(none)
	f.jump(after)
	f.enter(read)
	f.assume(f.st.Not(none))
	f.ending(p, most, at)
	if f.cur != noBlock {
		f.jump(after)
	}
	f.enter(after)
}

// ending makes sure that a text has an end within its object, or so many characters. Nothing is executed for each of them, so the proof
// needs no bound.
func (f *fn) ending(p place, most val, at syntax.Pos) {
	e := p.ptr
	p = f.spanned(p, f.small(1, f.unit.Sizes.Size), at)
	if !f.watches() || e == nil || !p.inMemory() {
		return
	}
	kind := Bounds
	if !f.asks(Bounds) {
		kind = Memory
	}
	st, n := f.st, f.number(most)
	end := f.prog.Var(f.watched().end).Term
	open := st.And(f.of(p.addr), st.Or(st.Lt(n, st.Int(0)), st.Lt(end, st.Add(p.addr, n))))
	i := st.BoundVar("i", term.Int)
	element := st.Select(f.prog.Var(f.memoryOf(p.reg, p.typ)).Term, i)
	inside := st.And(st.Le(p.addr, i), st.Lt(i, end))
	none := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{i}, Body: st.Implies(inside, st.Not(st.Eq(element, st.Int(0)))), Patterns: [][]term.Term{{element}}})
	f.require(kind, st.Not(st.And(open, none)), e.Pos, func(show) string { return e.Source() + " has no end within its object" })
}

package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// readText is where a function of the library reads a text: up to its end, or so many characters if that is not less
// than zero. Of none it does not look at the pointer.
func (f *fn) readText(text, count *syntax.Expr, at syntax.Pos) {
	p, most := f.target(text), f.keptVal(f.ranged(f.value(count)))
	if most.Lo.Sign() > 0 || most.Hi.Sign() < 0 {
		f.ending(p, most, text, at)
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
	f.ending(p, most, text, at)
	if f.cur != noBlock {
		f.jump(after)
	}
	f.enter(after)
}

// ending makes sure that a text has an end within its object, or so many characters. Nothing is executed
// for each of them, so the proof needs no bound.
func (f *fn) ending(p place, most val, text *syntax.Expr, at syntax.Pos) {
	e := p.ptr
	p = f.spanned(p, f.small(1), at)
	f.readable(p, most, text)
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
	none := f.goesOn(f.memoryOf(p.reg, p.typ), p.addr, end)
	f.require(kind, st.Not(st.And(open, none)), e.Pos, func(show) string {
		return e.Source() + " has no end within its object"
	})
}

// goesOn says that no character of a text is its end from one address up to another one.
func (f *fn) goesOn(memory prog.VarID, from, to term.Term) term.Term {
	st := f.st
	i := st.BoundVar("i", term.Int)
	element := st.Select(f.prog.Var(memory).Term, i)
	inside := st.And(st.Le(from, i), st.Lt(i, to))
	return st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{i},
		Body: st.Implies(inside, st.Not(st.Eq(element, st.Int(0)))), Patterns: [][]term.Term{{element}}})
}

// readable makes sure that the characters of a text have values, up to its end, or so many.
func (f *fn) readable(p place, most val, text *syntax.Expr) {
	if !f.asks(Uninit) || !p.inMemory() {
		return
	}
	var memory prog.VarID
	if p.inBytes() {
		memory = f.bytesOf(p.reg)
	} else if t := scalarOf(p.typ); t != nil {
		p.typ = t
		memory = f.memory(f.class(p))
	} else {
		return
	}
	b, st, n := f.blanks(), f.st, f.number(most)
	at := f.prog.Var(b.at).Term
	in := st.And(f.prog.Var(b.unset).Term, st.Le(p.addr, at), st.Or(st.Lt(n, st.Int(0)), st.Lt(at, st.Add(p.addr, n))))
	f.require(Uninit, st.Not(st.And(in, f.goesOn(memory, p.addr, at))), text.Pos,
		said(text.Source()+" is read before all of it has a value"))
}

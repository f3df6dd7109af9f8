package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// cross ends the lives of objects whose block control leaves, and begins those of objects that it jumps past. An object of a loop's body has the
// same address in each turn, as with gcc, if it has a constant one.
func (f *fn) cross(s *syntax.Stmt) {
	if f.cur == noBlock {
		return
	}
	if f.asks(Memory) {
		var is []term.Term
		for o := range s.Ended() {
			if x := f.local[o]; x != nil && x.addr != 0 {
				is = append(is, f.st.Eq(f.prog.Var(f.watched().base).Term, x.addr))
			}
		}
		f.gone(is)
	}
	for o, entered := range s.Begun() {
		if x := f.storage(o); entered || x.addr != 0 && f.dynamic(o) {
			f.begins(o, false)
		} else if x.addr != 0 {
			f.bornThere(x)
		}
	}
}

// over ends the lives of what is declared in a statement expression, whose value is known.
func (f *fn) over(e *syntax.Expr) {
	if e.After != nil {
		f.cross(e.After)
	}
}

// dies ends the lives of the locals that are in memory, where the function ends.
func (f *fn) dies() {
	if !f.asks(Memory) || f.obj == nil || len(f.living) == 0 && !f.allocas() {
		return
	}
	w, st := f.watched(), f.st
	var is []term.Term
	for _, s := range f.living {
		is = append(is, st.Eq(f.prog.Var(w.base).Term, s.addr))
	}
	if f.allocas() { // so does what has got an address since the function began, but for blocks of malloc
		is = append(is, st.And(st.Le(f.prog.Var(f.sinceVar()).Term, f.prog.Var(w.base).Term), st.Not(f.prog.Var(w.heap).Term)))
	}
	f.gone(is)
}

// gone ends the life of the object that is watched under one of some conditions.
func (f *fn) gone(is []term.Term) {
	if len(is) > 0 {
		gone := f.watched().gone
		f.set(gone, f.st.Or(append(is, f.prog.Var(gone).Term)...))
	}
}

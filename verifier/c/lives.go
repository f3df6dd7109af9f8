package c

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// cross ends the lives of objects whose block control leaves, and begins those of objects that it jumps past.
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
		switch x := f.storage(o); {
		case entered || x.addr != 0 && f.dynamic(o):
			f.begins(o, false)
		case x.addr != 0:
			if x.spots != nil {
				f.set(f.varOf(x.addr), f.st.Ite(f.st.Eq(x.addr, f.st.Int(0)), f.second(x), x.addr))
			}
			f.bornThere(x)
		}
	}
}

// second is the address of an object that may be outlived by pointers to it, where the one that is watched was in its
// place, and is no more. So these are distinguished from pointers to the next one.
func (f *fn) second(s *storage) term.Term {
	w, st := f.watched(), f.st
	return st.Ite(st.And(st.Eq(f.prog.Var(w.base).Term, st.Int(s.spots[0])), f.prog.Var(w.gone).Term), st.Int(s.spots[1]),
		st.Int(s.spots[0]))
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
		is = append(is, st.And(st.Le(f.prog.Var(f.sinceVar()).Term, f.prog.Var(w.base).Term),
			st.Not(f.prog.Var(w.heap).Term)))
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

// holder is what a pointer may be in: an object, or the result of a function; else what
// lives as long as the program may.
type holder struct {
	obj    *syntax.Object
	result *syntax.Object
}

// outlived reports whether a pointer to a local may be somewhere that lives longer: then the next
// one in its place must be distinguished from it.
func (r *regions) outlived(o *syntax.Object) bool {
	if r.holders == nil {
		r.hold()
	}
	return slices.ContainsFunc(r.holders[r.object(o)], func(h holder) bool {
		switch {
		case h.result != nil:
			return h.result == o.In()
		case h.obj == nil || h.obj.Kind == syntax.Static:
			return true
		case h.obj.In() != o.In():
			return r.taken[h.obj] // else it is of a function that this one calls, or gets what is a result
		}
		return h.obj.Outlives(o)
	})
}

// hold finds what pointers to regions may be in.
func (r *regions) hold() {
	r.holders = map[*region][]holder{}
	holds := func(x *region, h holder) {
		for _, y := range x.successors() {
			if y != nil {
				r.holders[y.find()] = append(r.holders[y.find()], h)
			}
		}
	}
	for o, x := range r.objects {
		holds(x, holder{obj: o})
	}
	for _, e := range r.closures {
		for _, a := range e.Args {
			if x := r.value(a); x != nil {
				r.holders[x] = append(r.holders[x], holder{obj: e.Obj.Descriptor})
			}
		}
	}
	for o, x := range r.results {
		holds(x, holder{result: o})
	}
	for _, x := range r.sites {
		holds(x, holder{})
	}
	for _, x := range r.outer {
		holds(x, holder{})
	}
}

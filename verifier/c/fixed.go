package c

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// String literals, and static objects that are const, are where nothing may be written: at addresses of
// their own, if they are in a region that pointers write to. Objects with a const member, and const locals,
// are in memory that may be written, as with gcc.

// roomFor returns a constant address for an object.
func (l *lowerer) roomFor(o *syntax.Object, size, align int64) int64 {
	at := int64(0)
	if l.facts.fixed(o) && l.mem.written(l.mem.object(o)) {
		at = l.room(&l.fixed, heapStart, size, align)
	} else {
		at = l.reserve(size, align)
	}
	if l.full() && l.beyond == nil {
		l.beyond = o
	}
	return at
}

// fixed reports whether an object is one of them.
func (a *facts) fixed(o *syntax.Object) bool { return o.Fixed() || a.literals[o] }

// writable makes sure that a place may be written, but where nothing is.
func (f *fn) writable(p place, nothing term.Term, at syntax.Pos) {
	if !p.inMemory() || p.ptr == nil && (p.store == nil || !f.facts.fixed(p.store.obj)) || !f.mem.guards(p.reg) {
		return
	}
	f.pos = at
	addr, st := f.seen(Const, p.addr), f.st
	text := func(object string) string {
		if p.ptr == nil {
			return object + " is const, and is written"
		}
		return pointer(p.ptr) + " points to " + object + ", which is const, and is written"
	}
	f.requireOf(Const, st.Or(nothing, st.Lt(addr, st.Int(fixedStart)), st.Le(st.Int(heapStart), addr)), at, Fault{
		say: func(show) string { return text("an object") }, of: addr,
		about: func(_ show, object, _ string) string { return text(object) },
	})
}

// stored notes that an lvalue is written.
func (r *regions) stored(e *syntax.Expr) {
	if op := base(e).Op; op == syntax.Deref || op == syntax.Text {
		r.writes(r.spot(e).reg)
	}
}

// writes notes that something in a region is written by a pointer.
func (r *regions) writes(x *region) { r.stores = append(r.stores, x) }

func (r *regions) written(x *region) bool {
	return slices.ContainsFunc(r.stores, func(y *region) bool { return y != nil && y.find() == x.find() })
}

func (r *regions) guards(x *region) bool {
	if r.guarded == nil {
		r.guarded = map[*region]bool{}
		for o, y := range r.objects {
			if y = y.find(); r.fixed(o) && !r.guarded[y] {
				r.guarded[y] = r.written(y)
			}
		}
	}
	return x != nil && r.guarded[x.find()]
}

func (m flat) written(*region) bool { return true }
func (m flat) guards(*region) bool  { return true }

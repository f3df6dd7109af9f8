package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// reuse is what is known of memory that is given again. malloc may return the address of a block that has been freed,
// so a pointer to that may be equal to a pointer to a new one. Here each block has an address of its own, so that it is
// distinguished from all others. But the execution may choose, where it allocates memory, a block that has been freed
// to be in the place of, and what is compared are places. Only programs pay for this that may allocate memory after
// they have freed some, and compare pointers to it.
type reuse struct {
	shift  prog.VarID // by address: how far the place is from there
	state  prog.VarID // of blocks, by address: freed, if another one may be in the place, and then taken
	inside bool       // pointers to the inside of blocks are compared, too
}

// The states of the place of a block. It is 0 at first.
const (
	freed = 1
	taken = 2
)

// recycles prepares the program for memory that is given again, if that matters.
func (l *lowerer) recycles() {
	compared, inside := l.mem.compares()
	if !compared || !l.facts.recycles() {
		return
	}
	l.reuse = &reuse{l.global("$shift", l.array, 0), l.global("$freed", l.array, 0), inside}
}

// untaken says that all blocks are in their own places.
func (f *fn) untaken() {
	if x := f.reuse; x != nil {
		zero := f.st.ConstArray(f.array, f.st.Int(0))
		f.set(x.shift, zero)
		f.set(x.state, zero)
	}
}

// vacated notes that a block is freed. What has its place already is not in it any more.
func (f *fn) vacated(p term.Term) {
	if x := f.reuse; x != nil {
		state, st := f.prog.Var(x.state).Term, f.st
		was := st.Select(state, p)
		f.set(x.state, st.Store(state, p, st.Ite(st.Eq(was, st.Int(0)), st.Int(freed), was)))
	}
}

// occupies lets the execution choose in whose place new memory is, if it is not in one of
// its own. That may be one that realloc gives up.
func (f *fn) occupies(at, size, given term.Term) {
	x := f.reuse
	if x == nil {
		return
	}
	st := f.st
	v := f.temp(term.Int, "place")
	f.havoc(v)
	block := f.prog.Var(v).Term
	state, shift := f.prog.Var(x.state).Term, f.prog.Var(x.shift).Term
	may := []term.Term{st.Eq(block, st.Int(0)), st.Eq(st.Select(state, block), st.Int(freed))}
	if given != 0 {
		may = append(may, st.Eq(block, given))
	}
	f.assume(st.Or(may...))
	by := st.Ite(st.Eq(block, st.Int(0)), st.Int(0), st.Sub(st.Add(block, st.Select(shift, block)), at))
	c := f.change()
	if x.inside {
		c.fill(x.shift, at, st.Add(at, size, st.Int(1)), by)
	} else {
		c.store(x.shift, at, by)
	}
	c.store(x.state, block, st.Int(taken)) // that of 0 is never read
	c.make()
}

// places returns what is compared of two values.
func (f *fn) places(e *syntax.Expr, a, b val) (val, val) {
	if f.reuse == nil || e.Op != syntax.Eq && e.Op != syntax.Ne || a.IsConst() || b.IsConst() ||
		!f.mem.recycled(e.X) || !f.mem.recycled(e.Y) {
		return a, b
	}
	place := func(v val) val {
		v = f.ranged(v)
		t := f.number(v)
		return between(f.st.Add(t, f.st.Select(f.prog.Var(f.reuse.shift).Term, t)), v.Lo, v.Hi)
	}
	return place(a), place(b)
}

// recycled reports whether a value may be an address of what malloc has returned.
func (r *regions) recycled(e *syntax.Expr) bool {
	x := r.value(e)
	return x != nil && r.mallocs()[x.find()]
}

func (m flat) recycled(*syntax.Expr) bool { return true }

// mallocs returns the regions of what malloc returns.
func (r *regions) mallocs() map[*region]bool {
	if r.heaps == nil {
		r.heaps = map[*region]bool{}
		for e, x := range r.sites {
			if e.Op == syntax.Call {
				r.heaps[x.find()] = true
			}
		}
	}
	return r.heaps
}

// compares reports whether addresses of what malloc returns are compared, and whether some
// of these may be of what is inside.
func (r *regions) compares() (compared, inside bool) {
	for _, c := range r.compared {
		if x, y := c[0].find(), c[1].find(); r.mallocs()[x] && r.mallocs()[y] {
			compared = true
			inside = inside || x.inside() || y.inside()
		}
	}
	return compared, inside
}

func (m flat) compares() (compared, inside bool) { return true, true }

// inside reports whether a pointer to a region may be to the inside of an object.
func (x *region) inside() bool { return len(x.members) > 0 || len(x.moved) > 0 || x.wild || x.computed }

package c

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// watch is what checks of memory are about: one object, any one, which the execution chooses where the life of that
// begins. So there is an execution that fails wherever one object is used wrongly. Objects have a gap behind them, so
// an address up to the end of an object belongs to it alone.
type watch struct {
	base, end prog.VarID // its address, and the one behind it; 0 if none has been chosen
	slot      prog.VarID // where the addresses end that belong to no other object
	gone      prog.VarID // it does not live any more
	heap      prog.VarID // it is from malloc
	top       prog.VarID // where static addresses end
	fixed     prog.VarID // and those where nothing may be written
}

// watches reports whether objects are watched.
func (l *lowerer) watches() bool { return l.opt.Checks&(Bounds|Memory|Pointer) != 0 }

// watched returns the variables, which it makes.
func (l *lowerer) watched() *watch {
	if l.watch == nil {
		l.watch = &watch{
			l.global("$object", term.Int, 0), l.global("$end", term.Int, 0), l.global("$slot", term.Int, 0),
			l.global("$gone", term.Bool, 0), l.global("$heap", term.Bool, 0),
			l.global("$top", term.Int, 0), l.global("$fixed", term.Int, 0),
		}
	}
	return l.watch
}

// gap is what is added to the size of an object, so that something is between it and the next one.
func (l *lowerer) gap() int64 {
	if l.watches() || l.opt.Aimed {
		return 1
	}
	return 0
}

// front returns how many bytes in front of an object are its own, so that a pointer may leave it that way, and come
// back: the lists of Linux compute the address of an element around their head, which is in none.
func (l *lowerer) front() int64 {
	if l.opt.Checks&Pointer == 0 && (l.opt.Checks&Bounds != 0 || l.opt.Aimed) {
		return (l.facts.back + alignment - 1) / alignment * alignment
	}
	return 0
}

// choose has the execution choose one of the objects with static storage, or none, before these get their first values.
func (f *fn) choose() {
	w := f.watch
	if w == nil {
		return
	}
	f.reach()
	at, n := f.cur, len(f.q.Blocks[f.cur].Cmds)
	defer func() {
		b, first := &f.q.Blocks[at], &f.q.Blocks[0]
		cmds := slices.Clone(b.Cmds[n:])
		b.Cmds = b.Cmds[:n]
		first.Cmds = append(cmds, first.Cmds...)
	}()
	st := f.st
	vars := []prog.VarID{w.base, w.end, w.slot}
	f.watching(vars...)
	var ways []term.Term
	may := func(base term.Term, size, slot int64) {
		values := []term.Term{base, st.Add(base, st.Int(size)), st.Add(base, st.Int(slot))}
		f.prog.Watched = append(f.prog.Watched, values)
		is := make([]term.Term, len(vars))
		for i, v := range vars {
			is[i] = st.Eq(f.prog.Var(v).Term, values[i])
		}
		ways = append(ways, st.And(is...))
	}
	may(st.Int(0), 0, 0)
	for _, o := range f.facts.statics {
		s := f.stores[o]
		if s == nil || s.addr == 0 || o.Type.Size <= 0 || o.Extern && o.Init == nil {
			continue
		}
		may(s.addr, o.Type.Size, f.slotOf(o.Type.Size))
	}
	f.assume(st.Or(ways...))
	f.set(w.gone, st.False())
	f.set(w.heap, st.False())
	f.set(w.top, st.Int(f.top))
	f.set(w.fixed, st.Int(f.fixed))
}

// watching lets the execution choose what it watches.
func (f *fn) watching(v ...prog.VarID) {
	f.emit(prog.Cmd{Kind: prog.Havoc, Targets: v, Watch: true})
	f.ints.Forget()
}

// born lets the execution choose a new object, if it has not chosen another one.
func (f *fn) born(base, size, slot term.Term, heap bool) {
	if !f.watches() {
		return
	}
	w, st := f.watched(), f.st
	pick := f.temp(term.Bool, "pick")
	f.watching(pick)
	chosen := f.kept(st.And(f.prog.Var(pick).Term, st.Eq(f.prog.Var(w.base).Term, st.Int(0))))
	for _, x := range []struct {
		v prog.VarID
		t term.Term
	}{{w.base, base}, {w.end, st.Add(base, size)}, {w.slot, slot}} {
		f.set(x.v, st.Ite(chosen, x.t, f.prog.Var(x.v).Term))
	}
	f.set(w.gone, st.And(st.Not(st.Eq(f.prog.Var(w.base).Term, base)), f.prog.Var(w.gone).Term))
	f.set(w.heap, st.Ite(chosen, st.Bool(heap), f.prog.Var(w.heap).Term))
}

// stacks reports whether some function calls alloca.
func (f *fn) stacks() bool {
	for o := range f.facts.calls {
		if f.callsAlloca(o) {
			return true
		}
	}
	return false
}

// allocas reports whether the function calls alloca.
func (f *fn) allocas() bool { return f.callsAlloca(f.obj) }

func (l *lowerer) callsAlloca(caller *syntax.Object) bool {
	for o := range l.facts.calls[caller] {
		if strings.TrimPrefix(o.Name, "__builtin_") == "alloca" {
			return true
		}
	}
	return false
}

// sinceVar returns the variable that holds the next address of allocated memory when the function begins.
func (f *fn) sinceVar() prog.VarID {
	if f.since == 0 {
		f.since = f.newLocal("$since", term.Int, f.obj.Pos)
	}
	return f.since
}

// unborn gives the addresses of locals that get one each time none at first.
func (f *fn) unborn() {
	if !f.watches() {
		return
	}
	var cmds []prog.Cmd
	first := func(v prog.VarID, t term.Term) {
		cmds = append(cmds, prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t},
			Node: f.newNode(f.obj.Pos)})
	}
	for _, s := range f.living {
		if !f.st.IsNum(s.addr) {
			first(f.varOf(s.addr), f.st.Int(0))
		}
	}
	if f.since != 0 {
		first(f.since, f.prog.Var(f.nextVar()).Term)
	}
	f.q.Blocks[0].Cmds = append(cmds, f.q.Blocks[0].Cmds...)
}

// of reports whether an address belongs to the object that is watched.
func (f *fn) of(addr term.Term) term.Term {
	w := f.watched()
	first := f.prog.Var(w.base).Term
	if n := f.front(); n > 0 {
		first = f.st.Sub(first, f.st.Int(n))
	}
	return f.st.And(f.st.Le(first, addr), f.st.Lt(addr, f.prog.Var(w.slot).Term))
}

// access makes sure that so many bytes at an address may be accessed. The pointer expression says what is accessed.
func (f *fn) access(addr, size term.Term, e *syntax.Expr, at syntax.Pos) {
	defer f.inObject(addr, size) // behind what is asked about it
	if !f.watches() || e == nil {
		return
	}
	w, st := f.watched(), f.st
	kind := f.beyondKind()
	addr, size = f.seen(kind, addr), f.seen(kind, size)
	within := st.Le(st.Add(addr, size), f.prog.Var(w.end).Term)
	if f.front() > 0 {
		within = st.And(st.Le(f.prog.Var(w.base).Term, addr), within)
	}
	f.requireOf(kind, st.Or(st.Not(f.of(addr)), within), at, f.beyond(e, addr, size))
	if !f.asks(Memory) {
		return
	}
	f.alive(addr, e, at, dereferenced)
	f.requireOf(Memory, f.lives(addr), at, Fault{say: said(pointer(e) + " points to no object, and is dereferenced"),
		astray: e})
}

// alive makes sure that an address is in no object that does not live any more, since something is done with a pointer.
func (f *fn) alive(addr term.Term, e *syntax.Expr, at syntax.Pos, done string) {
	dead := func(show) string { return pointer(e) + " points to what does not live any more, and " + done }
	f.requireOf(Memory, f.st.Not(f.st.And(f.of(addr), f.prog.Var(f.watched().gone).Term)), at, Fault{
		say: dead,
		of:  addr,
		about: func(v show, object, end string) string {
			switch {
			case end != "":
				return pointer(e) + " points to " + object + ", whose " + end + ", and " + done
			case f.stacks():
				return dead(v)
			case done == dereferenced:
				return pointer(e) + " is used after free"
			}
			return pointer(e) + " has been freed, and " + done
		},
	})
}

// dereferenced says what is done with a pointer by which something is accessed.
const dereferenced = "is dereferenced"

// beyondKind is the kind of an access beyond an object.
func (f *fn) beyondKind() Checks {
	if f.asks(Bounds) {
		return Bounds
	}
	return Memory
}

// pointer returns the text of the pointer by which something is accessed.
func pointer(e *syntax.Expr) string {
	for e.Op == syntax.PtrAdd {
		e = e.X
	}
	return e.Source()
}

// lives says that an address may be one of an object.
func (f *fn) lives(addr term.Term) term.Term {
	st := f.st
	return st.And(st.Le(st.Int(staticStart), addr), st.Or(
		st.Lt(addr, f.prog.Var(f.watched().top).Term),
		st.And(st.Le(st.Int(fixedStart), addr), st.Lt(addr, f.prog.Var(f.watched().fixed).Term)),
		st.And(st.Le(st.Int(heapStart), addr), st.Lt(addr, f.prog.Var(f.nextVar()).Term)),
		f.inLists(addr),
	))
}

// beyond is an access of so many bytes that goes beyond the object that is watched, whose name may be known.
func (f *fn) beyond(e *syntax.Expr, addr, size term.Term) Fault {
	base, end := f.prog.Var(f.watched().base).Term, f.prog.Var(f.watched().end).Term
	about := func(v show, object, _ string) string {
		what := "an object of "
		if object != "" {
			what = object + ", which has "
		}
		first := v(base)
		return accesses(e, v(size), f.distance(first, v(addr)), what+bytes(f.distance(first, v(end))))
	}
	return Fault{say: func(v show) string { return about(v, "", "") }, of: base, about: about, astray: e}
}

// accesses describes an access that goes beyond an object.
func accesses(e *syntax.Expr, size, offset, object string) string {
	return fmt.Sprintf("%s accesses %s at offset %s of %s", e.Source(), bytes(size), offset, object)
}

func bytes(n string) string {
	if n == "1" {
		return "1 byte"
	}
	return n + " bytes"
}

// distance returns how far one address is from another one, as addresses wrap.
func (f *fn) distance(from, to string) string {
	a, ok := new(big.Int).SetString(from, 10)
	b, known := new(big.Int).SetString(to, 10)
	if !ok || !known {
		return "?"
	}
	all := machine.Pow2(uint(8 * f.unit.Sizes.Pointer))
	if b.Mod(b.Sub(b, a), all); b.Bit(int(8*f.unit.Sizes.Pointer-1)) == 1 {
		b.Sub(b, all)
	}
	return b.String()
}

// reached is from where arithmetic on pointers has come to an address: what a pointer was before.
type reached struct {
	from term.Term
	e    *syntax.Expr // nil if there was none
}

// arrives makes sure that arithmetic on a pointer that is dereferenced does not leave the object. Whether what
// is accessed there is in it is another question.
func (f *fn) arrives(by reached, to term.Term) {
	kind := f.beyondKind()
	if !f.asks(kind) {
		f.keeps(Pointer, by.from, to, by.e)
		return
	}
	from, to := f.seen(kind, by.from), f.seen(kind, to)
	f.requireOf(kind, f.keptWithin(from, to), by.e.Pos, f.beyond(by.e, to, f.st.Int(max(by.e.Type.Elem.Size, 1))))
}

// stays makes sure that arithmetic on a pointer does not leave the object. That is asked about by its name only, but
// where a pointer leaves the object so far that it may be one to another one, nothing is known of what it is used for.
func (f *fn) stays(from, to term.Term, e *syntax.Expr) {
	defer f.inSameObject(from, to)
	switch {
	case !f.asks(Bounds|Pointer) || from == to:
	case f.asks(Pointer):
		f.keeps(Pointer, from, to, e)
	default:
		f.unless(f.st.Or(f.st.Not(f.of(from)), f.of(to)), e.Pos, e.Source()+", which leaves its object")
	}
}

// keptWithin says that an address is in the same object as another one, or just behind it.
func (f *fn) keptWithin(from, to term.Term) term.Term {
	base, end := f.prog.Var(f.watched().base), f.prog.Var(f.watched().end)
	return f.st.Implies(f.of(from), f.st.And(f.st.Le(base.Term, to), f.st.Le(to, end.Term)))
}

// keeps makes sure that an address is in the same object as another one, or just behind it.
func (f *fn) keeps(kind Checks, from, to term.Term, e *syntax.Expr) {
	base, end := f.prog.Var(f.watched().base), f.prog.Var(f.watched().end)
	from, to = f.seen(kind, from), f.seen(kind, to)
	f.require(kind, f.keptWithin(from, to), e.Pos, func(v show) string {
		size := f.distance(v(base.Term), v(end.Term))
		return fmt.Sprintf("%s leaves its object: offset %s of %s", e.Source(), f.distance(v(base.Term), v(to)), bytes(size))
	})
}

// release evaluates free.
func (f *fn) release(e *syntax.Expr) {
	x := bare(e.Args[0])
	p := f.number(f.value(x))
	f.pos = e.Pos
	f.released(f.releasable(p, x, e.Pos, "freed"))
}

// releasable makes sure that a pointer is null or to a block that lives, if that is asked about, and returns it.
func (f *fn) releasable(p term.Term, x *syntax.Expr, at syntax.Pos, done string) term.Term {
	if !f.asks(Memory) {
		return p
	}
	p = f.seen(Memory, p)
	w, st := f.watched(), f.st
	base, gone, heap := f.prog.Var(w.base).Term, f.prog.Var(w.gone).Term, f.prog.Var(w.heap).Term
	null, is := st.Eq(p, st.Int(0)), st.Eq(p, base)
	f.require(Memory, st.Or(null, st.Not(st.And(is, heap, gone))), at, func(show) string {
		return x.Source() + " is " + done + ", and has been freed before"
	})
	f.require(Memory, st.Or(null, st.And(
		st.Le(st.Int(heapStart), p), st.Lt(p, f.prog.Var(f.nextVar()).Term), st.Or(st.Not(f.of(p)), st.And(is, heap)),
	)), at, func(show) string { return x.Source() + " is " + done + ", and is not what malloc has returned" })
	return p
}

// released ends the life of the block that a pointer points to, unless it is null.
func (f *fn) released(p term.Term) {
	f.vacated(p)
	if !f.asks(Memory) {
		return
	}
	w, st := f.watched(), f.st
	base, gone := f.prog.Var(w.base).Term, f.prog.Var(w.gone).Term
	f.set(w.gone, st.Or(gone, st.And(st.Eq(p, base), st.Not(st.Eq(p, st.Int(0))))))
}

package c

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c/library"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// changes reports whether a call may change what it is given by pointer: then the function
// has no body, and is not known.
func changes(e *syntax.Expr) bool {
	if e.Obj == nil || e.Obj.Body != nil || ignored(e.Obj.Name) || modelled(plain(e.Obj.Name)) {
		return false
	}
	if _, _, input := library.Input(e.Obj.Name); input {
		return false
	}
	for _, x := range e.Args {
		if givesAway(bare(x)) {
			return true
		}
	}
	return false
}

// unmodelled reports whether a function is one of the library of which nothing is known but its type.
func unmodelled(o *syntax.Object) bool {
	name := o.Name
	if o.Body != nil || ignored(name) || modelled(plain(name)) || !library.Knows(name) {
		return false
	}
	_, _, input := library.Input(name)
	return !input
}

// undeclared reports whether nothing is known of a function but its calls. Inputs have
// names by which verifiers know them.
func undeclared(o *syntax.Object) bool {
	if !o.Undeclared() || ignored(o.Name) || modelled(plain(o.Name)) || strings.Contains(o.Name, "nondet") {
		return false
	}
	_, _, input := library.Input(o.Name)
	return !input
}

// doubtful reports whether what follows a call of a function may be no execution of the program.
func doubtful(o *syntax.Object) bool { return unmodelled(o) || undeclared(o) }

// missing says what is not known of a function.
func missing(o *syntax.Object) string {
	if unmodelled(o) {
		return o.Name + ", which is not modelled"
	}
	return o.Name + ", which is not declared"
}

// plain returns the name of a function that gcc also knows by one that begins with __builtin_.
func plain(name string) string { return strings.TrimPrefix(name, "__builtin_") }

// givesAway reports whether an argument is a pointer to what may be changed.
func givesAway(x *syntax.Expr) bool {
	return x.Type.Kind == syntax.Pointer && !(x.Op == syntax.Decay && x.X.Op == syntax.Text) && !isNull(x)
}

// unchecked notes that what a function does with memory is not known.
func (f *fn) unchecked(o *syntax.Object) {
	if f.asks(Bounds|Null|Memory|Const|Uninit) && !slices.Contains(f.res.unchecked, o.Name) {
		f.res.unchecked = append(f.res.unchecked, o.Name)
	}
}

// unseen reports whether a call of a function without a body may access memory in a way that is not seen: by what it is
// given, or if it is one of the library by anything. Files and names that inputs are given are looked at.
func unseen(e *syntax.Expr) bool {
	name := e.Obj.Name
	_, _, input := library.Input(name)
	return unmodelled(e.Obj) || slices.ContainsFunc(e.Args, func(x *syntax.Expr) bool {
		return points(x) && !(input && (syntax.Names(name) || bare(x).Type.Elem.Kind == syntax.Struct)) &&
			!strings.HasPrefix(name, "__muster_")
	})
}

// unread reports whether a function that only prints is given texts that are not read.
func unread(e *syntax.Expr) bool {
	switch plain(e.Obj.Name) {
	case "printk":
		return slices.ContainsFunc(e.Args, points)
	case "dprintf":
		return len(e.Args) > 1 && givesAway(bare(e.Args[1]))
	}
	return false
}

// points reports whether an argument is a pointer by which a function may go wrong.
func points(x *syntax.Expr) bool {
	return givesAway(bare(x)) || isNull(x) && x.Type.Kind == syntax.Pointer
}

// stirs says what a call of a function without a body does to memory: nothing, or, in other
// executions, anything to all that it reaches from its arguments. That it did so is remembered: an
// error after that is none that the program has for sure.
func (f *fn) stirs(e *syntax.Expr) {
	if f.changed == 0 {
		f.hole(e.Pos, "the function "+e.Obj.Name+", which has no body and may change what its arguments point to")
		return
	}
	f.pos = e.Pos
	same, other, after := f.block("same", e.Pos), f.block("changed", e.Pos), f.block("after", e.Pos)
	f.jump(same, other)
	f.enter(same)
	f.jump(after)
	f.enter(other)
	done := map[prog.VarID]bool{}
	seen := map[*region]bool{}
	for _, x := range e.Args {
		if x = bare(x); !givesAway(x) {
			continue
		}
		if x.Type.Elem.Kind == syntax.Func {
			f.hole(e.Pos, "the function "+e.Obj.Name+", which has no body and may call what it is given")
			break
		}
		f.stir(x, seen, done)
	}
	if f.cur != noBlock {
		f.set(f.changed, f.st.True())
		f.jump(after)
	}
	f.enter(after)
	f.blamed(e)
}

// handed evaluates a pointer that a function without a body gets. It may be null, but must not point to what does not
// live any more: then its value has no meaning, whatever the function does with it.
func (f *fn) handed(x *syntax.Expr, e *syntax.Expr) val {
	v := f.keptVal(f.ranged(f.value(x)))
	f.pos = e.Pos
	if _, constant := v.Const(); !constant && f.asks(Memory) && !named(x) {
		f.alive(f.seen(Memory, f.number(v)), x, x.Pos, "is handed to "+e.Obj.Name)
	}
	return v
}

// doubt says that all that follows a call of a function of which nothing is known may be
// another execution than any of the program.
func (f *fn) doubt(e *syntax.Expr) {
	if f.changed == 0 {
		f.hole(e.Pos, missing(e.Obj))
		return
	}
	f.pos = e.Pos
	f.set(f.changed, f.st.True())
	f.blamed(e)
}

// blamed notes a call that an error may rest on.
func (f *fn) blamed(e *syntax.Expr) {
	what := "a change of memory by " + e.Obj.Name + ", which has no body"
	if doubtful(e.Obj) {
		what = missing(e.Obj)
		if at := f.position(e.Pos); at.Line > 0 {
			what += " (called at " + f.prog.Place(at) + ")"
		}
	}
	if !slices.Contains(f.stirrers, what) {
		f.stirrers = append(f.stirrers, what)
	}
}

// stir gives what a pointer reaches any values: an object that is named, and all of the memory that may hold others.
func (f *fn) stir(x *syntax.Expr, seen map[*region]bool, done map[prog.VarID]bool) {
	work := []*region{f.mem.target(x)}
	if x.Op == syntax.AddrOf || x.Op == syntax.Decay {
		if b := base(x.X); b.Op == syntax.Var && b.Obj.Kind != syntax.Function && count(b.Obj.Type) <= most {
			f.anything(f.whole(f.storage(b.Obj)))
			work = work[0].successors()
		}
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if r == nil || seen[r.find()] {
			continue
		}
		r = r.find()
		seen[r] = true
		var maps []prog.VarID
		if r.bytes {
			maps = append(maps, f.bytesOf(r))
		}
		for _, c := range r.keys {
			maps = append(maps, f.memory(c.find()))
		}
		for _, m := range maps {
			if !done[m] {
				done[m] = true
				f.havoc(m)
			}
		}
		work = append(work, r.successors()...)
	}
}

// successors returns the regions that what is in a region points to.
func (x *region) successors() (out []*region) {
	if x == nil {
		return nil
	}
	x = x.find()
	for _, c := range x.keys {
		out = append(out, x.points[c])
	}
	return append(out, x.any)
}

// mostBlamed is how many of the calls are named that an error may rest on.
const mostBlamed = 3

// blame says what the doubts rest on.
func (l *lowerer) blame() {
	names := l.stirrers
	if len(names) > mostBlamed {
		names = append(slices.Clone(names[:mostBlamed]), "others")
	}
	for _, p := range l.doubts {
		l.res.holes[p] = strings.Join(names, " or ") + ", before the error"
	}
}

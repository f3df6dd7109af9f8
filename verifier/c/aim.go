package c

import (
	"fmt"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// target is a local object in memory that a harness has filled, so that it knows the address.
type target struct {
	name  string
	store *storage
}

// link is a pointer in an object that a harness fills: at how many bytes, and the object that it points to.
type link struct {
	at int64
	to string
}

// aimed has what is a pointer in a new object that nothing initialises be null or point to what a harness knows, if
// that is asked for and there is something of its type.
func (f *fn) aimed(p place) {
	if !f.opt.Aimed || count(p.typ) > mostParts {
		return
	}
	switch t := p.typ; t.Kind {
	case syntax.Array:
		for i := range max(t.Len, 0) {
			f.aimed(f.indexed(p, f.st.Int(i), t.Elem))
		}
	case syntax.Struct:
		for _, m := range t.Fields {
			f.aimed(f.member(p, m, f.pos))
		}
	case syntax.Pointer:
		v := f.number(f.load(p))
		ways := []term.Term{f.st.Eq(v, f.st.Int(0))}
		for _, o := range f.aims {
			if u := o.store.obj.Type; u.Same(t.Elem) || u.Kind == syntax.Array && u.Elem.Same(t.Elem) {
				ways = append(ways, f.st.Eq(v, o.store.addr))
			}
		}
		if len(ways) > 1 {
			f.assume(f.st.Or(ways...))
		}
	}
}

// mostStacked is up to how many bytes what a compiler puts on the stack has, where that is computed.
const mostStacked = 1 << 20

// stackable has so many bytes fit on a stack.
func (f *fn) stackable(size term.Term) {
	if f.opt.Aimed {
		f.assume(f.st.Le(size, f.st.Int(mostStacked)))
	}
}

// extent is where pointers to an object stay: from an address up to the one behind it. What is allocated is one extent.
type extent struct{ first, end term.Term }

// fewExtents is up to how many of them are distinguished.
const fewExtents = 32

// later assumes what can only be said when all objects have a place: those of a caller
// have none where a function is lowered before it.
func (f *fn) later(say func([]extent) term.Term) {
	c := f.st.FreshConst("$later", term.Bool)
	f.late[c] = say
	f.assume(c)
}

// resolve makes the assumptions that had to wait.
func (l *lowerer) resolve() {
	if len(l.late) == 0 {
		return
	}
	extents := l.extents()
	for _, q := range l.prog.Procs {
		for _, b := range q.Blocks {
			for i := range b.Cmds {
				if say := l.late[b.Cmds[i].Cond]; say != nil {
					b.Cmds[i].Cond = say(extents)
				}
			}
		}
	}
}

// extents lists where pointers to objects stay.
func (l *lowerer) extents() []extent {
	st := l.st
	out := []extent{{st.Int(heapStart), l.prog.Var(l.nextVar()).Term}}
	for _, o := range l.res.record.objects {
		out = append(out, extent{st.Int(o.base), st.Int(o.base + o.size)})
	}
	for _, d := range l.drifting {
		at := l.prog.Var(d.addr).Term
		out = append(out, extent{at, st.Add(at, st.Int(d.size))})
	}
	for _, x := range l.facts.lists {
		if x.reg != nil {
			out = append(out, extent{st.Int(x.at), st.Int(x.strings + x.most*stride)})
		}
	}
	return out
}

// inObject has what is accessed be in an object, as far as these are distinguished.
func (f *fn) inObject(addr, size term.Term) {
	if !f.opt.Aimed {
		return
	}
	st := f.st
	f.later(func(extents []extent) term.Term {
		if len(extents) > fewExtents {
			return st.Le(st.Int(staticStart), addr)
		}
		var ways []term.Term
		for _, x := range extents {
			ways = append(ways, st.And(st.Le(x.first, addr), st.Le(st.Add(addr, size), x.end)))
		}
		return st.Or(ways...)
	})
}

// inSameObject has arithmetic on a pointer not leave its object, as far as these are distinguished: what is
// beside an object is something else for a compiler.
func (f *fn) inSameObject(from, to term.Term) {
	if !f.opt.Aimed || from == to {
		return
	}
	st, front := f.st, f.st.Int(f.front())
	f.later(func(extents []extent) term.Term {
		if len(extents) > fewExtents {
			return st.True()
		}
		var all []term.Term
		for _, x := range extents {
			in := func(addr term.Term) term.Term { return st.And(st.Le(st.Sub(x.first, front), addr), st.Le(addr, x.end)) }
			all = append(all, st.Implies(in(from), in(to)))
		}
		return st.And(all...)
	})
}

// follow writes what sets the pointers in the objects of one name to where the others are.
func (m *maker) follow(name string, list []*picture) {
	for i, x := range list {
		for _, l := range x.links {
			fmt.Fprintf(m, "  if (i_%s == %d && %d + sizeof(void *) <= n) "+
				"__builtin_memcpy((char *)p + %[3]d, &at_%[4]s, sizeof(void *));\n", name, i+1, l.at, l.to)
		}
	}
	if m.pictures.targets[name] {
		fmt.Fprintf(m, "  at_%s = p;\n", name)
	}
}

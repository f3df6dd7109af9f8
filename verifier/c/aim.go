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

// aimed has what is a pointer in a new object that nothing initialises be null or point to what a harness knows, if that is asked for
// and there is something of its type.
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

// fewObjects is up to how many objects an access is said to be in one of them.
const fewObjects = 32

// inObject says that what is accessed is in an object that has a place by now, or in memory that is allocated.
func (f *fn) inObject(addr, size term.Term) term.Term {
	st, objects := f.st, f.res.told.objects
	if len(objects) > fewObjects {
		return st.Le(st.Int(staticStart), addr)
	}
	ways := []term.Term{st.And(st.Le(st.Int(heapStart), addr), st.Lt(addr, f.prog.Var(f.nextVar()).Term)), f.inLists(addr)}
	for _, o := range objects {
		ways = append(ways, st.And(st.Le(st.Int(o.base), addr), st.Le(st.Add(addr, size), st.Int(o.base+o.size))))
	}
	return st.Or(ways...)
}

// follow writes what sets the pointers in the objects of one name to where the others are.
func (m *maker) follow(name string, list []*picture) {
	for i, x := range list {
		for _, l := range x.links {
			fmt.Fprintf(m, "  if (i_%s == %d && %d + sizeof(void *) <= n) __builtin_memcpy((char *)p + %[3]d, &at_%[4]s, sizeof(void *));\n", name, i+1, l.at, l.to)
		}
	}
	if m.pictures.targets[name] {
		fmt.Fprintf(m, "  at_%s = p;\n", name)
	}
}

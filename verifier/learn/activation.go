package learn

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// activation are the literals that activate formulas of a solver, each with a key: a check assumes some of them, and a
// core of it names keys. The zero value has none.
type activation[K comparable] struct {
	of    map[K]term.Term
	key   map[term.Term]K
	order []K // in which they were made
}

// set notes the literal of a key.
func (a *activation[K]) set(k K, c term.Term) {
	if a.of == nil {
		a.of, a.key = map[K]term.Term{}, map[term.Term]K{}
	}
	a.of[k], a.key[c] = c, k
	a.order = append(a.order, k)
}

// literal returns the literal of a key, and whether it is new.
func (a *activation[K]) literal(st *term.Store, name string, k K) (c term.Term, fresh bool) {
	if c = a.of[k]; c == 0 {
		c, fresh = st.FreshConst(name, term.Bool), true
		a.set(k, c)
	}
	return c, fresh
}

// named returns the keys whose literals are in a core, in its order.
func (a *activation[K]) named(core []term.Term) (keys []K) {
	for _, c := range core {
		if k, ok := a.key[c]; ok {
			keys = append(keys, k)
		}
	}
	return keys
}

// binder substitutes the terms of a call for the interface of its callee.
type binder struct {
	sub   *term.Subst
	procs []*vc.Proc // by vc.ProcID, in the store of sub
}

// bind makes sub map the interface of a procedure to terms: In, then Out.
func (b *binder) bind(id vc.ProcID, iface []term.Term) {
	p := b.procs[id]
	b.sub.Reset()
	b.sub.BindAll(p.In, iface)
	b.sub.BindAll(p.Out, iface[len(p.In):])
}

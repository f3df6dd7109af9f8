package smt

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Bridge leads from a Store to a store of package theory/term, which an engine owns, and back. It is for packages that
// put an engine behind the terms of this package, as verifier/horn does; other programs need none.
type Bridge struct {
	store     *Store
	out, back *term.Copier
	values    *Model // what Values belong to
}

// NewBridge returns a Bridge over which nothing has gone.
func NewBridge(st *Store, own *term.Store) *Bridge {
	return &Bridge{
		store: st, out: term.NewCopier(st.st, own), back: term.NewCopier(own, st.st),
		values: &Model{store: st, st: own},
	}
}

// Bind makes the engine's symbol own come back as f, which has the same sorts.
func (b *Bridge) Bind(own term.Sym, f Func) { b.back.Bind(own, f.sym) }

// Func returns the engine's copy of a function or constant.
func (b *Bridge) Func(f Func) term.Sym {
	b.store.mu.RLock()
	defer b.store.mu.RUnlock()
	return b.out.Sym(f.sym)
}

// Out returns the engine's copy of a term.
func (b *Bridge) Out(t Expr) term.Term {
	b.store.mu.RLock()
	defer b.store.mu.RUnlock()
	return b.out.Term(t.Untyped().id)
}

// Back returns the copy of an engine's term. Symbols that were not bound are new ones.
func (b *Bridge) Back(t term.Term) Term {
	b.store.mu.Lock()
	defer b.store.mu.Unlock()
	return Term{b.store, b.back.Term(t)}
}

// Value returns the engine's value as one of no particular model.
func (b *Bridge) Value(v model.Value) Value { return Value{b.values, v} }

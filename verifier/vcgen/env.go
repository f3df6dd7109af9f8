package vcgen

import "github.com/muster-smt/muster/theory/term"

// env holds the values of a body's variables, by dense number, in pages that
// blocks share until one of them writes. So a block costs what it changes, not
// what is live, and a merge looks only at pages that differ. The value of a
// variable that is not live may be missing, but is never wrong.
type env struct {
	pages []*page
	owner int32 // the present block
}

// page holds 64 values; 0 means none.
type page struct {
	owner  int32 // the block that may write it
	have   uint64
	values [64]term.Term
}

// start begins a body: all n values are missing.
func (e *env) start(n int) {
	e.owner = 0
	e.pages = make([]*page, (n+63)/64)
	for i := range e.pages {
		e.pages[i] = &page{}
	}
}

// enter begins a block with the values of another one.
func (e *env) enter(pages []*page, owner int32) {
	e.pages = append([]*page(nil), pages...)
	e.owner = owner
}

func (e *env) get(k int32) term.Term { return e.pages[k>>6].values[k&63] }

func (e *env) set(k int32, t term.Term) {
	p := e.pages[k>>6]
	if p.owner != e.owner {
		c := *p
		c.owner = e.owner
		p = &c
		e.pages[k>>6] = p
	}
	p.values[k&63] = t
	p.have &^= 1 << (k & 63)
	if t != 0 {
		p.have |= 1 << (k & 63)
	}
}

// unset returns which of the 64 values of page w are missing.
func (e *env) unset(w int) uint64 { return ^e.pages[w].have }

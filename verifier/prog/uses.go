package prog

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Ref is a variable's value, now or (globals only) at the procedure's entry;
// 0 is none.
type Ref int32

// Now returns the reference to the value of v.
func Now(v VarID) Ref { return Ref(v) << 1 }

// AtEntry returns the reference to the value of global v at the procedure's entry.
func AtEntry(v VarID) Ref { return Ref(v)<<1 | 1 }

// Var returns the variable.
func (r Ref) Var() VarID { return VarID(r >> 1) }

// Old reports whether r is a value at the procedure's entry.
func (r Ref) Old() bool { return r&1 != 0 }

// Term returns the term that stands for r.
func (p *Program) Term(r Ref) term.Term {
	if r.Old() {
		return p.Vars[r.Var()].Old
	}
	return p.Vars[r.Var()].Term
}

// Uses finds the variables in terms and caches the answers.
type Uses struct {
	p     *Program
	vars  int   // number of p.Vars that are in refs
	refs  []Ref // by term
	spans []span
	pool  []Ref
	walk  term.Walk
}

type span struct{ off, end int32 } // end is 0 if not known, else the end plus one

// NewUses returns an empty cache for the terms of p.
func NewUses(p *Program) *Uses { return &Uses{p: p} }

// Ref returns the variable that t stands for, or 0 if t is not a variable.
func (u *Uses) Ref(t term.Term) Ref {
	u.index()
	if int(t) < len(u.refs) {
		return u.refs[t]
	}
	return 0
}

// index adds the variables made since the last call.
func (u *Uses) index() {
	for ; u.vars < len(u.p.Vars); u.vars++ {
		v := &u.p.Vars[u.vars]
		u.set(v.Term, Now(VarID(u.vars)))
		u.set(v.Old, AtEntry(VarID(u.vars)))
	}
}

func (u *Uses) set(t term.Term, r Ref) {
	if t == 0 {
		return
	}
	u.refs = grown(u.refs, int(t))
	u.refs[t] = r
}

// grown returns s, extended if necessary so that i is an index.
func grown[T any](s []T, i int) []T {
	if i < len(s) {
		return s
	}
	return append(s, make([]T, max(i+1, 2*len(s))-len(s))...)
}

// Olds returns the globals whose value at the entry of a procedure it mentions, in order.
func (u *Uses) Olds(q *Proc) (out []VarID) {
	for t := range q.Terms {
		for _, r := range u.Of(t) {
			if r.Old() && !slices.Contains(out, r.Var()) {
				out = append(out, r.Var())
			}
		}
	}
	return out
}

// Of returns the variables in t, including constants of the program, each once.
// The slice belongs to u and stays valid.
func (u *Uses) Of(t term.Term) []Ref {
	u.index()
	u.spans = grown(u.spans, int(t))
	if s := u.spans[t]; s.end != 0 {
		return u.pool[s.off : s.end-1 : s.end-1]
	}
	st := u.p.Store
	off := int32(len(u.pool))
	u.walk.Seen.Clear()
	u.walk.Visit(st, func(t term.Term) bool {
		if int(t) < len(u.refs) && u.refs[t] != 0 {
			u.pool = append(u.pool, u.refs[t])
			return false
		}
		for _, a := range slices.Backward(st.Args(t)) { // the first one first
			u.walk.Push(a)
		}
		return false
	}, t)
	u.spans[t] = span{off, int32(len(u.pool)) + 1}
	return u.pool[off:len(u.pool):len(u.pool)]
}

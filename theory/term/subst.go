package term

import "slices"

// A Maker rebuilds a term with new arguments. Store.Rebuild does just that; the
// rewriter's simplifies, too.
type Maker interface {
	Rebuild(t Term, args []Term) Term
}

// Subst maps terms to terms and applies itself to others. It remembers what it has done, so all terms
// should be mapped by one Subst. Its tables are emptied in constant time by Reset: one Subst serves any
// number of instances of a template.
type Subst struct {
	st   *Store
	mk   Maker
	memo Table[Term]
	fold Fold[Term]
}

// NewSubst returns the identity. Images are built by mk, which may be st itself.
func NewSubst(st *Store, mk Maker) *Subst { return &Subst{st: st, mk: mk} }

// Maker returns the Maker of the images.
func (u *Subst) Maker() Maker { return u.mk }

// Reset makes u the identity again.
func (u *Subst) Reset() { u.memo.Clear() }

// Bind maps from to to. All bindings come before the first Apply.
func (u *Subst) Bind(from, to Term) { u.memo.Set(from, to) }

// BindAll binds terms one by one.
func (u *Subst) BindAll(from, to []Term) {
	for i, t := range from {
		u.Bind(t, to[i])
	}
}

// Lookup returns what from is bound to, or what it was mapped to by Apply.
func (u *Subst) Lookup(from Term) (Term, bool) { return u.memo.Get(from) }

// Apply returns t with every bound term replaced. It does not recurse, so t may
// be deep. Bound variables are never captured (they are unique
// objects), but an image must not contain a variable bound in t.
func (u *Subst) Apply(t Term) Term {
	image, _ := u.ApplyUntil(nil, t)
	return image
}

// ApplyAll applies u to terms.
func (u *Subst) ApplyAll(ts []Term) []Term {
	out := make([]Term, len(ts))
	for i, t := range ts {
		out[i] = u.Apply(t)
	}
	return out
}

// ApplyUntil is Apply, but stops and returns false once stopped, which may be
// nil, returns true.
func (u *Subst) ApplyUntil(stopped func() bool, t Term) (image Term, ok bool) {
	return u.fold.Of(t, u.st.Args, u.known, u.image, stopped)
}

// known returns the image of t if that needs no work.
func (u *Subst) known(t Term) (Term, bool) {
	if to, ok := u.memo.Get(t); ok {
		return to, true
	}
	return t, u.st.NumArgs(t) == 0
}

// image returns the image of t, given those of its arguments.
func (u *Subst) image(t Term, args []Term) Term {
	image := u.st.Renewed(u.mk, t, args)
	u.memo.Set(t, image)
	return image
}

// Renewed returns t with other arguments, as mk makes it: t itself if they are its own.
func (s *Store) Renewed(mk Maker, t Term, args []Term) Term {
	if slices.Equal(args, s.Args(t)) {
		return t
	}
	return mk.Rebuild(t, args)
}

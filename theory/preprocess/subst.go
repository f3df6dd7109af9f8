package preprocess

import "github.com/muster-smt/muster/theory/term"

// substitution maps terms to terms, anywhere in a formula. An image may contain terms
// that are bound in turn, as long as there is no cycle; the result of apply contains no
// bound term. Bindings can be removed, unlike those of term.Subst.
type substitution struct {
	st   *term.Store
	mk   term.Maker
	to   []term.Term // by term: what it is bound to, or 0
	memo term.Table[term.Term]
	fold term.Fold[term.Term]
}

func newSubstitution(st *term.Store, mk term.Maker) *substitution {
	return &substitution{st: st, mk: mk}
}

// image returns what t is bound to, or 0.
func (u *substitution) image(t term.Term) term.Term {
	if int(t) < len(u.to) {
		return u.to[t]
	}
	return 0
}

func (u *substitution) bind(from, to term.Term) {
	u.to = term.Extend(u.to, u.st.Len())
	u.to[from] = to
	u.memo.Clear()
}

func (u *substitution) unbind(from term.Term) {
	u.to[from] = 0
	u.memo.Clear()
}

// apply returns t with all bound terms replaced, except inside quantifiers.
func (u *substitution) apply(t term.Term) term.Term {
	image, _ := u.fold.Of(t, u.below, u.known, u.made, nil)
	return image
}

// below returns the terms that the image of t is made from.
func (u *substitution) below(t term.Term) []term.Term {
	if u.image(t) != 0 {
		return u.to[t : t+1]
	}
	return u.st.Args(t)
}

// known returns the image of t if that needs no work.
func (u *substitution) known(t term.Term) (term.Term, bool) {
	if image, ok := u.memo.Get(t); ok {
		return image, true
	}
	return t, u.image(t) == 0 && (u.st.NumArgs(t) == 0 || u.st.IsQuantifier(t))
}

// made returns the image of t, given those of what is below.
func (u *substitution) made(t term.Term, args []term.Term) term.Term {
	image := args[0]
	if u.image(t) == 0 {
		image = u.st.Renewed(u.mk, t, args)
		// It may have become a term that a fact gives a value.
		if v := u.image(image); v != 0 && u.st.IsValue(v) {
			image = v
		}
	}
	u.memo.Set(t, image)
	return image
}

// inside returns t with all bound terms strictly below it replaced.
func (u *substitution) inside(t term.Term) term.Term {
	if u.st.NumArgs(t) == 0 || u.st.IsQuantifier(t) {
		return t
	}
	args := make([]term.Term, 0, u.st.NumArgs(t))
	for i := range u.st.NumArgs(t) {
		args = append(args, u.apply(u.st.Arg(t, i)))
	}
	return u.st.Renewed(u.mk, t, args)
}

package preprocess

import "github.com/muster-smt/muster/theory/term"

// substitution maps terms to terms, anywhere in a formula. An image may contain terms
// that are bound in turn, as long as there is no cycle; the result of apply contains no
// bound term. Bindings can be removed, unlike those of term.Subst.
type substitution struct {
	st    *term.Store
	mk    term.Maker
	to    []term.Term // by term: what it is bound to, or 0
	memo  []term.Term
	epoch []uint32
	now   uint32
	work  []substFrame
	vals  []term.Term
}

type substFrame struct {
	t    term.Term
	next int32 // the argument to visit next, or bound, or imaged
	base int32 // where the images of its arguments begin in vals
}

const (
	bound  int32 = -1 // t is bound: its image is to be visited
	imaged int32 = -2 // the image of what it is bound to is the last of vals
)

func newSubstitution(st *term.Store, mk term.Maker) *substitution {
	return &substitution{st: st, mk: mk, now: 1}
}

// image returns what t is bound to, or 0.
func (u *substitution) image(t term.Term) term.Term {
	if int(t) < len(u.to) {
		return u.to[t]
	}
	return 0
}

func (u *substitution) bind(from, to term.Term) {
	if int(from) >= len(u.to) {
		u.to = append(u.to, make([]term.Term, max(u.st.Len(), 2*len(u.to))-len(u.to))...)
	}
	u.to[from] = to
	u.now++
}

func (u *substitution) unbind(from term.Term) {
	u.to[from] = 0
	u.now++
}

func (u *substitution) remember(t, image term.Term) {
	if int(t) >= len(u.memo) {
		n := max(u.st.Len(), 2*len(u.memo))
		u.memo = append(u.memo, make([]term.Term, n-len(u.memo))...)
		u.epoch = append(u.epoch, make([]uint32, n-len(u.epoch))...)
	}
	u.memo[t], u.epoch[t] = image, u.now
}

// apply returns t with all bound terms replaced, except inside quantifiers.
func (u *substitution) apply(t term.Term) term.Term {
	u.work, u.vals = u.work[:0], u.vals[:0]
	u.enter(t)
	return u.run()
}

// inside returns t with all bound terms strictly below it replaced.
func (u *substitution) inside(t term.Term) term.Term {
	if u.st.NumArgs(t) == 0 || isQuantifier(u.st, t) {
		return t
	}
	args := make([]term.Term, 0, u.st.NumArgs(t))
	for i := range u.st.NumArgs(t) {
		args = append(args, u.apply(u.st.Arg(t, i)))
	}
	return u.rebuild(t, args)
}

func (u *substitution) run() term.Term {
	for len(u.work) > 0 {
		f := &u.work[len(u.work)-1]
		if f.next == bound {
			f.next = imaged
			u.enter(u.image(f.t))
			continue
		}
		if f.next >= 0 && int(f.next) < u.st.NumArgs(f.t) {
			a := u.st.Arg(f.t, int(f.next))
			f.next++
			u.enter(a)
			continue
		}
		done, base, plain := f.t, f.base, f.next >= 0
		u.work = u.work[:len(u.work)-1]
		image := u.vals[base]
		if plain {
			image = u.rebuild(done, u.vals[base:])
			// It may have become a term that a fact gives a value.
			if v := u.image(image); v != 0 && u.st.IsValue(v) {
				image = v
			}
		}
		u.remember(done, image)
		u.vals = append(u.vals[:base], image)
	}
	return u.vals[0]
}

func (u *substitution) enter(t term.Term) {
	if int(t) < len(u.memo) && u.epoch[t] == u.now {
		u.vals = append(u.vals, u.memo[t])
		return
	}
	if to := u.image(t); to != 0 {
		u.work = append(u.work, substFrame{t, bound, int32(len(u.vals))})
		return
	}
	if u.st.NumArgs(t) == 0 || isQuantifier(u.st, t) {
		u.vals = append(u.vals, t)
		return
	}
	u.work = append(u.work, substFrame{t, 0, int32(len(u.vals))})
}

func (u *substitution) rebuild(t term.Term, args []term.Term) term.Term {
	for i, old := range u.st.Args(t) {
		if args[i] != old {
			return u.mk.Rebuild(t, args)
		}
	}
	return t
}

func isQuantifier(st *term.Store, t term.Term) bool {
	op := st.Op(t)
	return op == term.OpForall || op == term.OpExists
}

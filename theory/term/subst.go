package term

// A Maker rebuilds a term with new arguments. Store.Rebuild does just that; the
// rewriter's simplifies, too.
type Maker interface {
	Rebuild(t Term, args []Term) Term
}

// Subst maps terms to terms and applies itself to others. It remembers what
// it has done, so all terms should be mapped by one Subst.
// Its tables are slices over the term ids met, emptied in constant time by
// Reset: one Subst serves any number of instances of a template.
type Subst struct {
	st    *Store
	mk    Maker
	memo  []Term
	epoch []uint32
	now   uint32
	work  []substFrame
	vals  []Term
}

type substFrame struct {
	t    Term
	next int // the argument to visit next
	base int // where its arguments' images begin in vals
}

// NewSubst returns the identity. Images are built by mk, which may be st itself.
func NewSubst(st *Store, mk Maker) *Subst {
	return &Subst{st: st, mk: mk, now: 1}
}

// Maker returns the Maker of the images.
func (u *Subst) Maker() Maker { return u.mk }

// Reset makes u the identity again.
func (u *Subst) Reset() { u.now++ }

// Bind maps from to to. All bindings come before the first Apply.
func (u *Subst) Bind(from, to Term) { u.remember(from, to) }

func (u *Subst) remember(from, to Term) {
	if int(from) >= len(u.memo) {
		n := max(int(from)+1, 2*len(u.memo))
		u.memo = append(u.memo, make([]Term, n-len(u.memo))...)
		u.epoch = append(u.epoch, make([]uint32, n-len(u.epoch))...)
	}
	u.memo[from], u.epoch[from] = to, u.now
}

// Lookup returns what from is bound to, or what it was mapped to by Apply.
func (u *Subst) Lookup(from Term) (Term, bool) {
	if int(from) < len(u.memo) && u.epoch[from] == u.now {
		return u.memo[from], true
	}
	return 0, false
}

// Apply returns t with every bound term replaced. It does not recurse, so t may
// be deep. Bound variables are never captured (they are unique
// objects), but an image must not contain a variable bound in t.
func (u *Subst) Apply(t Term) Term {
	image, _ := u.ApplyUntil(nil, t)
	return image
}

// ApplyUntil is Apply, but stops and returns false once stopped, which may be
// nil, returns true.
func (u *Subst) ApplyUntil(stopped func() bool, t Term) (image Term, ok bool) {
	u.work = u.work[:0]
	u.vals = u.vals[:0]
	u.enter(t)
	for len(u.work) > 0 {
		if stopped != nil && stopped() {
			return 0, false
		}
		f := &u.work[len(u.work)-1]
		if n := u.st.NumArgs(f.t); f.next < n {
			a := u.st.Arg(f.t, f.next)
			f.next++
			u.enter(a)
			continue
		}
		done, base := f.t, f.base
		u.work = u.work[:len(u.work)-1]
		image := u.rebuild(done, u.vals[base:])
		u.remember(done, image)
		u.vals = append(u.vals[:base], image)
	}
	return u.vals[0], true
}

func (u *Subst) enter(t Term) {
	if to, ok := u.Lookup(t); ok {
		u.vals = append(u.vals, to)
		return
	}
	if u.st.NumArgs(t) == 0 {
		u.vals = append(u.vals, t)
		return
	}
	u.work = append(u.work, substFrame{t: t, base: len(u.vals)})
}

func (u *Subst) rebuild(t Term, args []Term) Term {
	old := u.st.Args(t)
	for i := range args {
		if args[i] != old[i] {
			return u.mk.Rebuild(t, args)
		}
	}
	return t
}

package term

// Copier copies terms of one store to another, with the sorts and symbols that
// they need. It remembers what it has copied, so that a term has one copy.
type Copier struct {
	from, to *Store
	terms    Paged[Term] // by term of from
	sorts    []Sort
	syms     Paged[Sym]
	work     []Term
	args     []Term

	copied  []Term // those of from that have copies
	symbols []Sym

	back  *Copier // see Back
	known int     // the symbols that back knows
}

// NewCopier returns a Copier from one store to another.
func NewCopier(from, to *Store) *Copier { return &Copier{from: from, to: to} }

// Reset makes the Copier one to another store, into which it has copied nothing. That costs what it
// has copied, where a new Copier costs what its store holds.
func (c *Copier) Reset(to *Store) {
	for _, t := range c.copied {
		*c.terms.Ref(uint32(t)) = 0
	}
	for _, f := range c.symbols {
		*c.syms.Ref(uint32(f)) = 0
	}
	clear(c.sorts)
	c.to, c.copied, c.symbols = to, c.copied[:0], c.symbols[:0]
	c.back, c.known = nil, 0
}

// Sort returns the copy of a sort.
func (c *Copier) Sort(s Sort) Sort {
	if s <= Real {
		return s
	}
	c.sorts = Extend(c.sorts, len(c.from.sorts))
	if c.sorts[s] == NoSort {
		i := c.from.sorts[s]
		if i.kind == KindArray {
			i.index, i.elm = c.Sort(i.index), c.Sort(i.elm)
		}
		c.sorts[s] = c.to.internSort(i)
		c.to.bitVecs = c.to.bitVecs || i.kind == KindBitVec
	}
	return c.sorts[s]
}

// Sym returns the copy of a symbol, which LookupSym does not find.
func (c *Copier) Sym(f Sym) Sym {
	g := c.syms.At(uint32(f))
	if g == 0 {
		y := c.from.syms.at(uint32(f))
		args := make([]Sort, len(y.args))
		for i, a := range y.args {
			args[i] = c.Sort(a)
		}
		g = c.to.FreshFun(y.name, args, c.Sort(y.res))
		c.to.syms.at(uint32(g)).bound = y.bound
		c.Bind(f, g)
	}
	return g
}

// Bind makes g, a symbol of the other store with copies of the sorts of f, the copy of f.
func (c *Copier) Bind(f, g Sym) {
	*c.syms.Ref(uint32(f)) = g
	c.symbols = append(c.symbols, f)
}

// Copied returns the copy of a function or constant, if it has been made. Symbols
// that name bound variables are neither.
func (c *Copier) Copied(f Sym) (Sym, bool) {
	if g := c.syms.At(uint32(f)); g != 0 && !c.from.syms.at(uint32(f)).bound {
		return g, true
	}
	return 0, false
}

// Back returns the Copier in the other direction, to which what c has copied so far are the copies
// of the symbols: so a term of copied symbols comes back as it would have been made here.
func (c *Copier) Back() *Copier {
	if c.back == nil {
		c.back = NewCopier(c.to, c.from)
	}
	for _, f := range c.symbols[c.known:] {
		c.back.Bind(c.syms.At(uint32(f)), f)
	}
	c.known = len(c.symbols)
	return c.back
}

// Term returns the copy of a term. It does not recurse.
func (c *Copier) Term(t Term) Term {
	c.work = append(c.work[:0], t)
	for len(c.work) > 0 {
		t := c.work[len(c.work)-1]
		if c.terms.At(uint32(t)) != 0 {
			c.work = c.work[:len(c.work)-1]
			continue
		}
		before := len(c.work)
		args := c.from.Args(t)
		for i := len(args) - 1; i >= 0; i-- {
			if c.terms.At(uint32(args[i])) == 0 {
				c.work = append(c.work, args[i])
			}
		}
		if len(c.work) == before {
			c.work = c.work[:before-1]
			*c.terms.Ref(uint32(t)) = c.node(t)
			c.copied = append(c.copied, t)
		}
	}
	return c.terms.At(uint32(t))
}

// node copies a term whose arguments have been copied.
func (c *Copier) node(t Term) Term {
	n := c.from.nodes.at(uint32(t))
	c.args = c.args[:0]
	for _, a := range c.from.Args(t) {
		c.args = append(c.args, c.terms.At(uint32(a)))
	}
	payload := n.payload
	switch n.op {
	case OpNum:
		return c.to.Numeral(c.from.Num(t))
	case OpRat:
		return c.to.Rat(c.from.RatValue(t))
	case OpBits:
		return c.to.Bits(c.Sort(n.sort), c.from.Num(t))
	case OpApp, OpBound:
		payload = uint32(c.Sym(Sym(n.payload)))
	case OpForall, OpExists:
		payload = c.to.internShape(c.from.shapes[n.payload])
	}
	u := c.to.mk(n.op, c.Sort(n.sort), payload, c.args...)
	c.to.setGround(u, n.ground)
	return u
}

// Extend returns s with n elements or more; those that it adds are zero. It is for slices by term, symbol or node.
func Extend[T any](s []T, n int) []T {
	if n > len(s) {
		s = lengthened(s, n)
	}
	return s
}

// lengthened is apart from Extend so that looking at the length is inlined. A long slice gets a quarter longer.
func lengthened[T any](s []T, n int) []T {
	room := 2 * len(s)
	if len(s) > 256 {
		room = len(s) + len(s)/4
	}
	return append(s, make([]T, max(n, room)-len(s))...)
}

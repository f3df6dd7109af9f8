package combine

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// A learned clause comes from several explanations, so its equalities may close a cycle:
// a = b, b = c and a = c. One of them is superfluous, and so is a disequality of terms that
// the equalities make different, or one of two that they make the same. The older ones stay:
// they are of lower levels, so the clause is more general.

// superfluous finds the literals that follow from others: a union-find over the nodes of
// equalities, with offsets, that is empty for each clause.
type superfluous struct {
	lits  []sat.Lit
	order []int32 // places of equalities, then of disequalities
	eqs   int     // how many of these are equalities
	stays []bool  // by place: not superfluous
	pairs []pair
	stamp uint32
	nodes term.Paged[unionNode] // by node
}

// unionNode belongs to the present clause if it has its stamp.
type unionNode struct {
	stamp uint32
	up    theory.Node // itself, if it is a root
	size  int32
	off   int64 // value(n) - value(up)
}

// pair is what a disequality says: value(a) - value(b) is not off.
type pair struct {
	a, b  theory.Node
	off   int64
	place int32
}

func (p pair) compare(q pair) int {
	return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b), cmp.Compare(p.off, q.off))
}

// implied reports whether the equalities imply the disequality.
func (p pair) implied() bool { return p.a == p.b && p.off != 0 }

func (u *superfluous) find(n theory.Node) (root theory.Node, off int64) {
	x := u.nodes.Ref(uint32(n))
	if x.stamp != u.stamp {
		*x = unionNode{stamp: u.stamp, up: n, size: 1}
	}
	for x.up != n {
		off += x.off
		n = x.up
		x = u.nodes.Ref(uint32(n))
	}
	return n, off
}

// joined reports whether an equality has the node as a side.
func (u *superfluous) joined(n theory.Node) bool {
	x := u.nodes.At(uint32(n))
	return x.stamp == u.stamp && (x.up != n || x.size > 1)
}

// Superfluous implements sat.Minimizer.
func (e *Engine) Superfluous(lits []sat.Lit, dst []int32) []int32 {
	u := &e.superfluous
	u.lits, u.order = append(u.lits[:0], lits...), u.order[:0]
	for _, positive := range [2]bool{true, false} {
		for i, l := range lits {
			if a := &e.atoms[l.Var()]; a.kind == equality && (e.g.Lit(a.node) == l) == positive {
				u.order = append(u.order, int32(i))
			}
		}
		if positive {
			u.eqs = len(u.order)
		}
	}
	if u.eqs == 0 || len(u.order) < 2 || e.unite() == len(u.order) {
		return dst
	}
	byAge := func(i, j int32) int {
		switch {
		case i == j:
			return 0
		case i == 0 || j != 0 && e.sat.Before(lits[i], lits[j]):
			return -1
		}
		return 1
	}
	slices.SortFunc(u.order[:u.eqs], byAge)
	slices.SortFunc(u.order[u.eqs:], byAge)
	e.unite()
	for _, i := range u.order {
		if !u.stays[i] {
			dst = append(dst, i)
			e.Superfluities++
		}
	}
	return dst
}

// sides returns the equation of an equality or disequality: value(a) = value(b) + off.
func (e *Engine) sides(l sat.Lit) (a, b theory.Node, off int64) {
	args := e.g.Args(e.atoms[l.Var()].node)
	return args[0].Node, args[1].Node, args[1].Off - args[0].Off
}

// unite keeps the first of what says the same, in the order, and returns how many stay.
func (e *Engine) unite() (stay int) {
	u := &e.superfluous
	if u.stamp++; u.stamp == 0 {
		u.nodes.Clear()
		u.stamp = 1
	}
	u.stays = slices.Grow(u.stays[:0], len(u.lits))[:len(u.lits)]
	for _, i := range u.order[:u.eqs] {
		a, b, off := e.sides(u.lits[i])
		if u.stays[i] = u.join(a, b, off); u.stays[i] {
			stay++
		}
	}
	u.pairs = u.pairs[:0]
	for _, i := range u.order[u.eqs:] {
		a, b, off := e.sides(u.lits[i])
		if !u.joined(a) && !u.joined(b) { // no equality makes it say the same as another
			u.stays[i] = true
			stay++
			continue
		}
		a, x := u.find(a)
		b, y := u.find(b)
		p := pair{a, b, off + y - x, i}
		if a > b {
			p = pair{b, a, -p.off, i}
		}
		u.pairs = append(u.pairs, p)
	}
	slices.SortStableFunc(u.pairs, pair.compare)
	for k, p := range u.pairs {
		if u.stays[p.place] = p.place == 0 || !p.implied() &&
			(k == 0 || p.a == p.b || u.pairs[k-1].compare(p) != 0); u.stays[p.place] {
			stay++
		}
	}
	return stay
}

// join records value(a) = value(b) + off; false if that is known. What contradicts the others,
// since these are a conflict by themselves, is not.
func (u *superfluous) join(a, b theory.Node, off int64) bool {
	a, x := u.find(a)
	b, y := u.find(b)
	off += y - x // value(a) = value(b) + off
	if a == b {
		return off != 0
	}
	below, root := u.nodes.Ref(uint32(a)), u.nodes.Ref(uint32(b))
	if below.size > root.size {
		b, off = a, -off
		below, root = root, below
	}
	below.up, below.off = b, off
	root.size += below.size
	return true
}

// ExplainSuperfluous implements sat.Minimizer: by all equalities in the classes of the
// sides, and for a disequality by the one that says the same.
func (e *Engine) ExplainSuperfluous(place int32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	u := &e.superfluous
	from := len(dst)
	a, b, _ := e.sides(u.lits[place])
	a, _ = u.find(a)
	b, _ = u.find(b)
	for _, i := range u.order[:u.eqs] {
		n, _, _ := e.sides(u.lits[i])
		if r, _ := u.find(n); u.stays[i] && (r == a || r == b) {
			dst = append(dst, u.lits[i])
		}
	}
	if k := slices.IndexFunc(u.pairs, func(p pair) bool { return p.place == place }); k >= 0 && !u.pairs[k].implied() {
		for !u.stays[u.pairs[k].place] {
			k--
		}
		dst = append(dst, u.lits[u.pairs[k].place])
	}
	c := e.certs.lend()
	if c == nil {
		return dst, 0
	}
	e.certifyClause(c, "superfluous", dst[from:], u.lits[place])
	return dst, e.certs.origin(c)
}

var _ sat.Minimizer = (*Engine)(nil)

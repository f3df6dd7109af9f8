package cert

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// classes is a union-find with offsets over normal forms without constants.
type classes struct {
	*normalizer
	points  map[term.Term]point
	ids     map[node]int
	up      []int
	off     []num.Rat // value(n) - value(up[n])
	fixed   []node    // of roots: the literal of a bit-vector in the class, 0 if there is none
	clashed bool
}

type point struct {
	id  int
	off num.Rat
}

func newClasses(z *normalizer) *classes {
	c := &classes{normalizer: z, ids: map[node]int{}, points: map[term.Term]point{}}
	c.point(z.st.True())
	c.point(z.st.False())
	return c
}

func (c *classes) point(t term.Term) point {
	p, ok := c.points[t]
	if !ok {
		p = c.pointOf(c.of(t))
		c.points[t] = p
	}
	return p
}

func (c *classes) pointOf(n node) point {
	var p point
	if isNumber(c.nodes[n].sort) {
		q := c.poly(n)
		p.off = q.c
		n = c.fromPoly(poly{mons: q.mons})
	}
	id, ok := c.ids[n]
	if !ok {
		id = len(c.up)
		c.ids[n] = id
		c.up = append(c.up, id)
		c.off = append(c.off, num.Rat{})
		word := node(0)
		if c.nodes[n].op == term.OpBits {
			word = n
		}
		c.fixed = append(c.fixed, word)
	}
	p.id = id
	return p
}

// find returns the root of t's class and t's distance to it.
func (c *classes) find(t term.Term) point { return c.root(c.point(t)) }

func (c *classes) root(p point) point {
	for c.up[p.id] != p.id {
		p.off = p.off.Add(c.off[p.id])
		p.id = c.up[p.id]
	}
	return p
}

// merge records a = b + off.
func (c *classes) merge(a, b term.Term, off num.Rat) {
	c.join(c.point(a), c.point(b), off)
}

func (c *classes) join(a, b point, off num.Rat) {
	p, q := c.root(a), c.root(b)
	d := q.off.Add(off).Sub(p.off) // value(p.id) = value(q.id) + d
	if p.id == q.id {
		c.clashed = c.clashed || !d.IsZero()
		return
	}
	c.up[p.id], c.off[p.id] = q.id, d
	c.clashed = c.clashed || c.differ(p, q)
	c.fixed[q.id] = max(c.fixed[p.id], c.fixed[q.id])
	t, f := c.find(c.st.True()), c.find(c.st.False())
	c.clashed = c.clashed || t.id == f.id
}

// differ reports whether two classes have different literals of bit-vectors.
func (c *classes) differ(p, q point) bool {
	v, w := c.fixed[p.id], c.fixed[q.id]
	return v != 0 && w != 0 && v != w
}

// distance returns d with a = b + d, if it is known.
func (c *classes) distance(a, b term.Term) (num.Rat, bool) {
	p, q := c.find(a), c.find(b)
	return p.off.Sub(q.off), p.id == q.id
}

func (c *classes) same(a, b term.Term) bool {
	d, ok := c.distance(a, b)
	return ok && d.IsZero()
}

// alike reports whether a = b means the same as x = y: their sides have equal
// distances, in one order or the other.
func (c *classes) alike(a, b, x, y term.Term) bool {
	for range 2 {
		d, ok1 := c.distance(a, x)
		e, ok2 := c.distance(b, y)
		if ok1 && ok2 && d.Equal(e) {
			return true
		}
		x, y = y, x
	}
	if !isNumber(c.st.Sort(a)) || !isNumber(c.st.Sort(x)) {
		return false
	}
	f, g := c.difference(a, b, num.Rat{}), c.difference(x, y, num.Rat{})
	k, ok := f.ratio(&g)
	return ok && f.c.Equal(g.c.Mul(k))
}

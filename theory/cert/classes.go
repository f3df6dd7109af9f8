package cert

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// classes is a union-find with offsets over linear forms without constants,
// and terms of other sorts.
type classes struct {
	st      *term.Store
	ids     map[string]int
	memo    map[term.Term]point
	up      []int
	off     []num.Rat // value(n) - value(up[n])
	clashed bool
}

type point struct {
	id  int
	off num.Rat
}

func newClasses(st *term.Store) *classes {
	c := &classes{st: st, ids: map[string]int{}, memo: map[term.Term]point{}}
	c.point(st.True())
	c.point(st.False())
	return c
}

func (c *classes) point(t term.Term) point {
	if p, ok := c.memo[t]; ok {
		return p
	}
	var p point
	key := fmt.Sprintf("#%d", t)
	if c.st.Sort(t) == term.Int {
		f := form(c.st, t)
		key, p.off = f.key(), f.c
	}
	id, ok := c.ids[key]
	if !ok {
		id = len(c.up)
		c.ids[key] = id
		c.up = append(c.up, id)
		c.off = append(c.off, num.Rat{})
	}
	p.id = id
	c.memo[t] = p
	return p
}

// find returns the root of t's class and t's distance to it.
func (c *classes) find(t term.Term) point {
	p := c.point(t)
	for c.up[p.id] != p.id {
		p.off = p.off.Add(c.off[p.id])
		p.id = c.up[p.id]
	}
	return p
}

// merge makes a = b + off.
func (c *classes) merge(a, b term.Term, off num.Rat) {
	p, q := c.find(a), c.find(b)
	d := q.off.Add(off).Sub(p.off) // value(p.id) = value(q.id) + d
	if p.id == q.id {
		c.clashed = c.clashed || !d.IsZero()
		return
	}
	c.up[p.id], c.off[p.id] = q.id, d
	t, f := c.find(c.st.True()), c.find(c.st.False())
	c.clashed = c.clashed || t.id == f.id
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

// alike reports whether a = b says what x = y says: their sides have equal
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
	if c.st.Sort(a) != term.Int || c.st.Sort(x) != term.Int {
		return false
	}
	f, g := difference(c.st, a, b, num.Int{}), difference(c.st, x, y, num.Int{})
	k, ok := f.ratio(&g)
	return ok && f.c.Equal(g.c.Mul(k))
}

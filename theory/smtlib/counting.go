package smtlib

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxCounter bounds the size of a constraint on sums of truth values as a decision
// diagram; a larger one becomes an inequality between integers.
const maxCounter = 1 << 14

// atLeast returns the formula that the weights of the true arguments sum up to k or more.
func (r *Reader) atLeast(weights []num.Int, args []term.Term, k num.Int) term.Term {
	const most = 1 << 30 // so that no sum overflows
	c := counter{r: r, memo: map[counted]term.Term{}}
	bound, ok := k.Int64()
	ok = ok && len(args) <= maxCounter // from goes as deep
	for i, w := range weights {
		n, small := w.Int64()
		if ok = ok && small && -most < n && n < most && -most*most < bound && bound < most*most; !ok {
			break
		}
		t := args[i]
		if n < 0 { // w*t is w + (-w)*(not t)
			n, bound, t = -n, bound-n, r.st.Not(t)
		}
		c.items = append(c.items, item{n, t})
	}
	if ok {
		slices.SortStableFunc(c.items, func(a, b item) int { return cmp.Compare(b.weight, a.weight) })
		c.rest = make([]int64, len(c.items)+1)
		for i := len(c.items) - 1; i >= 0; i-- {
			c.rest[i] = c.rest[i+1] + c.items[i].weight
		}
		if t, ok := c.from(0, bound); ok {
			return t
		}
	}
	sum := make([]term.Term, len(args))
	for i, t := range args {
		sum[i] = r.st.Ite(t, r.st.Numeral(weights[i]), r.st.Int(0))
	}
	return r.st.Le(r.st.Numeral(k), r.st.Add(sum...))
}

// counter builds the decision diagram of a constraint. It is monotone, so that its nodes
// need no negation.
type counter struct {
	r     *Reader
	items []item
	rest  []int64 // the sum of the weights from an item on
	memo  map[counted]term.Term
}

type item struct {
	weight int64
	t      term.Term
}

// counted is a node: the items from one on must contribute need.
type counted struct {
	from int
	need int64
}

// from returns a node's formula, and false if the diagram is too large.
func (c *counter) from(i int, need int64) (term.Term, bool) {
	st := c.r.st
	switch {
	case need <= 0:
		return st.True(), true
	case need > c.rest[i]:
		return st.False(), true
	}
	n := counted{i, need}
	if t, ok := c.memo[n]; ok {
		return t, true
	}
	if len(c.memo) >= maxCounter || c.r.poll() {
		return 0, false
	}
	with, ok := c.from(i+1, need-c.items[i].weight)
	if !ok {
		return 0, false
	}
	without, ok := c.from(i+1, need)
	if !ok {
		return 0, false
	}
	t := c.items[i].t
	if with != st.True() {
		t = st.And(t, with)
	}
	if without != st.False() {
		t = st.Or(t, without)
	}
	c.memo[n] = t
	return t, true
}

package vcgen

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// known is what blocks of the template say of constants: that one has a certain
// value. It counts where the block dominates: in an execution that gets there,
// the constant has the value.
//
// Contracts say much of this kind ("the state is still 0 after the call"), which is
// then no longer passed on, compared, or merged, but a literal.
type known struct {
	idom   []int32 // by block of the template: its immediate dominator
	values map[term.Term][]valueAt
}

type valueAt struct {
	block int32
	value term.Term
}

// start forgets everything.
func (k *known) start() {
	k.idom = k.idom[:0]
	if len(k.values) > 0 || k.values == nil {
		k.values = map[term.Term][]valueAt{}
	}
}

// enter begins the next block.
func (k *known) enter(arrivals []arrival) {
	d := int32(-1)
	for i, a := range arrivals {
		o := a.block
		for i > 0 && d != o {
			if d > o {
				d = k.idom[d]
			} else {
				o = k.idom[o]
			}
		}
		d = o
	}
	k.idom = append(k.idom, d)
}

// at returns the value that the constant t is known to have at a block, else t.
func (k *known) at(block int32, t term.Term) term.Term {
	for _, v := range k.values[t] {
		d := block
		for d > v.block {
			d = k.idom[d]
		}
		if d == v.block {
			return v.value
		}
	}
	return t
}

// learn notes what the conjunct c, which holds at a block, says of a constant.
func (b *body) learn(block int32, c term.Term) {
	st := b.g.st
	t, v := c, st.True()
	switch st.Op(c) {
	case term.OpNot:
		t, v = st.Arg(c, 0), st.False()
	case term.OpEq:
		t, v = st.Arg(c, 0), st.Arg(c, 1)
		if st.IsValue(t) {
			t, v = v, t
		}
	}
	if st.IsConst(t) && st.IsValue(v) && b.known.at(block, t) == t {
		b.known.values[t] = append(b.known.values[t], valueAt{block, v})
	}
}

// learnSummary learns from what the callee of a site promises, twice, since one
// promise may simplify another.
func (b *body) learnSummary(at int32, s *vc.Site) {
	callee := b.g.sys.Procs[s.Callee]
	for range 2 {
		b.sub.Reset()
		for i, v := range callee.In {
			b.sub.Bind(v, b.known.at(at, s.Args[i]))
		}
		for i, v := range callee.Out {
			b.sub.Bind(v, b.known.at(at, s.Outs[i]))
		}
		for _, c := range callee.Summary {
			b.learn(at, b.sub.Apply(c))
		}
	}
}

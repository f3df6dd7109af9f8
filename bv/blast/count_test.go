package blast_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// circuits makes the circuits of terms.
type circuits struct {
	st    *term.Store
	g     *aig.Graph
	ops   *blast.Operators
	words map[term.Term][]aig.Lit
}

func newCircuits() *circuits {
	c := &circuits{st: term.NewStore(), g: aig.New(), words: map[term.Term][]aig.Lit{}}
	c.ops = blast.New(c.st, circuit.New(c.g), func(t term.Term) []aig.Lit { return c.words[t] })
	return c
}

// input returns a constant of the width.
func (c *circuits) input(width int) term.Term {
	x := c.st.FreshConst("x", c.st.BitVecSort(width))
	for range width {
		c.words[x] = append(c.words[x], c.g.Input())
	}
	return x
}

func (c *circuits) word(t term.Term) []aig.Lit {
	if c.words[t] == nil {
		for _, a := range c.st.Args(t) {
			c.word(a)
		}
		c.words[t] = c.ops.Circuit(t)
	}
	return c.words[t]
}

// repeated returns a number of the width that has a pattern of so many bits in each of its fields.
func repeated(st *term.Store, pattern uint64, each, width int) term.Term {
	v := num.Int{}
	for k := 0; k < width; k += each {
		v = v.Add(num.FromUint64(pattern).Lsh(uint(k)))
	}
	return st.Bits(st.BitVecSort(width), v)
}

// parallel returns the number of bits of x that are 1, by adding neighbouring fields; the last ones, of
// eight bits, by a product.
func parallel(st *term.Store, x term.Term, product, mask bool) term.Term {
	n := st.WidthOf(x)
	shift := func(t term.Term, k int) term.Term { return st.BvLshr(t, st.Uint(n, uint64(k))) }
	t := st.BvSub(x, st.BvAnd(shift(x, 1), repeated(st, 1, 2, n)))
	t = st.BvAdd(st.BvAnd(t, repeated(st, 3, 4, n)), st.BvAnd(shift(t, 2), repeated(st, 3, 4, n)))
	t = st.BvAnd(st.BvAdd(t, shift(t, 4)), repeated(st, 15, 8, n))
	if product {
		return shift(st.BvMul(t, repeated(st, 1, 8, n)), n-8)
	}
	for k := 8; k < n; k *= 2 {
		t = st.BvAdd(t, shift(t, k))
		if mask {
			t = st.BvAnd(t, repeated(st, 1<<k-1, 2*k, n))
		}
	}
	return st.BvAnd(t, st.Uint(n, uint64(2*n-1)))
}

// TestCounts: counting bits one by one, in two orders, and in parallel makes the same gates.
func TestCounts(t *testing.T) {
	for _, n := range []int{8, 16, 32, 64} {
		c := newCircuits()
		st, x := c.st, c.input(n)
		single := func(k int) term.Term { return st.ZeroExtend(n-1, st.Extract(k, k, x)) }
		up, down := single(0), single(n-1)
		var all []term.Term
		for k := range n {
			all = append(all, single(k))
			if k > 0 {
				up, down = st.BvAdd(up, single(k)), st.BvAdd(single(n-1-k), down)
			}
		}
		want := c.word(up)
		for name, u := range map[string]term.Term{
			"down": down, "sum": st.BvAdd(all...), "shifts": parallel(st, x, false, false), "masks": parallel(st, x, false, true),
			"product": parallel(st, x, true, false), "complement": st.BvNot(st.BvSub(st.BvNeg(up), st.Uint(n, 1))),
		} {
			if !slices.Equal(c.word(u), want) {
				t.Errorf("width %d, %s: %v, not %v", n, name, c.word(u), want)
			}
		}
	}
}

// sum returns a random sum of parts of x: bits, masked or moved words, sums and products of those.
func (c *circuits) sum(r *rand.Rand, x term.Term, depth int) term.Term {
	st := c.st
	n := st.WidthOf(x)
	k := r.IntN(n)
	if depth == 0 {
		switch r.IntN(4) {
		case 0:
			return st.BvAnd(x, st.Uint(n, r.Uint64()))
		case 1:
			return st.Uint(n, 1<<k)
		}
		return st.ZeroExtend(n-1, st.Extract(k, k, x))
	}
	sub := func() term.Term { return c.sum(r, x, depth-1) }
	switch r.IntN(10) {
	case 0:
		return st.BvShl(sub(), st.Uint(n, uint64(k)))
	case 1:
		return st.BvLshr(sub(), st.Uint(n, uint64(k)))
	case 2:
		return st.BvMul(st.Uint(n, 1<<k|1<<r.IntN(n)), sub())
	case 3:
		return st.BvNot(sub())
	case 4:
		return st.BvAnd(sub(), st.Uint(n, r.Uint64()|r.Uint64()))
	case 5:
		return st.BvSub(sub(), sub())
	case 6:
		return st.BvAdd(sub(), st.BvMul(sub(), sub()))
	case 7:
		return st.BvMul(sub(), st.Uint(n, 1<<k-1))
	}
	return st.BvAdd(sub(), sub(), sub())
}

// TestRandomCounts compares the circuits of such sums with the evaluator of terms: at all values up to
// width 6, at random ones beyond.
func TestRandomCounts(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 5))
		width := []int{2, 3, 4, 5, 6, 9, 16, 31, 64, 65, 70}[r.IntN(11)]
		c := newCircuits()
		x := c.input(width)
		u := c.sum(r, x, 1+r.IntN(4))
		w := c.word(u)
		sort := c.st.BitVecSort(width)
		for i := range 64 {
			v := num.FromUint64(r.Uint64()).Mul(num.FromUint64(r.Uint64() >> r.IntN(64)))
			if width <= 6 {
				v = num.FromInt64(int64(i))
			}
			value := model.Bits(c.st, sort, v)
			m := model.New(c.st, model.Options{})
			m.SetConst(x, value)
			var inputs []bool
			for k := range width {
				inputs = append(inputs, value.Bit(k))
			}
			values := c.g.Eval(inputs, nil)
			want, err := m.Eval(u)
			for k, l := range w {
				if bit := values[l.Node()] != l.IsNeg(); err != nil || bit != want.Bit(k) {
					t.Fatalf("seed %d: bit %d of %s at %v is %v, the value %v, %v", seed, k, c.st.String(u), value, bit, want, err)
				}
			}
		}
	}
}

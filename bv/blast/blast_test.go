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

// operators returns terms of all operators over two bit-vectors and a formula.
func operators(st *term.Store, p, x, y term.Term) []term.Term {
	n := st.WidthOf(x)
	all := []term.Term{
		st.True(), st.False(), st.Not(p), st.And(p, st.Eq(x, y), p), st.Or(p, st.BvUle(x, y)), st.Eq(p, st.Eq(x, y)),
		st.Eq(x, y), st.Distinct(x, y), st.Distinct(x, y, st.Uint(n, 1)), st.Ite(p, x, y), st.Ite(st.Eq(x, y), p, st.False()),
		st.Uint(n, 5), st.Concat(x, y, x), st.SignExtend(2, x), st.BvMul(x, x), st.BvMul(x, st.Uint(n, 11)), st.BvUdiv(x, st.Uint(n, 3)),
		st.BvShl(x, st.Uint(n, 2)), st.BvAnd(x, y, x), st.BvOr(x, y, y), st.BvXor(x, y, x), st.BvAdd(x, y, x), st.BvNot(x), st.BvNeg(x),
	}
	if n <= 4 { // arrays are words of 2^n elements
		a := st.Store(st.Store(st.ConstArray(st.ArraySort(st.Sort(x), st.Sort(x)), x), y, st.BvNot(x)), x, st.BvAdd(x, y))
		b := st.Ite(p, a, st.Store(a, st.BvXor(x, y), y))
		all = append(all, st.Select(a, y), st.Select(b, st.BvAdd(x, st.Uint(n, 1))), st.Eq(a, b), st.Distinct(b, a))
	}
	for hi := range n {
		all = append(all, st.Extract(hi, hi/2, x))
	}
	for op := term.OpBvAnd; op <= term.OpBvSmulo; op++ {
		if op != term.OpBvNeg && op != term.OpBvNot {
			all = append(all, st.BitVector(op, x, y))
		}
	}
	return all
}

// TestOrder: the circuit of an operator for which the order of arguments does not matter is one for equal words
// under other terms, in whatever order these come.
func TestOrder(t *testing.T) {
	const width = 5
	st := term.NewStore()
	g := aig.New()
	var inputs [4][]aig.Lit
	for k := range inputs {
		for range width {
			inputs[k] = append(inputs[k], g.Input())
		}
	}
	words := map[term.Term][]aig.Lit{}
	ops := blast.New(st, circuit.New(g), func(t term.Term) []aig.Lit { return words[t] })
	for _, op := range []term.Op{term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd} {
		var want []aig.Lit
		for _, order := range [][]int{{0, 1, 2, 3}, {3, 1, 0, 2}, {2, 3, 1, 0}} {
			var args []term.Term
			for _, k := range order {
				x := st.FreshConst("x", st.BitVecSort(width))
				words[x] = inputs[k]
				args = append(args, x)
			}
			u := args[0]
			switch op {
			case term.OpBvAnd:
				u = st.BvAnd(args...)
			case term.OpBvOr:
				u = st.BvOr(args...)
			case term.OpBvXor:
				u = st.BvXor(args...)
			case term.OpBvAdd:
				u = st.BvAdd(args...)
			}
			if got := ops.Circuit(u); want == nil {
				want = got
			} else if !slices.Equal(got, want) {
				t.Errorf("%s has another circuit in the order %v", op, order)
			}
		}
	}
}

// TestShiftedSums: a sum of shifted words under the bits of another word is the circuit of a product.
func TestShiftedSums(t *testing.T) {
	const width = 6
	c := newCircuits()
	st, x, y := c.st, c.input(width), c.input(width)
	var rows []term.Term
	for k := range width {
		k = width - 1 - k
		rows = append(rows, st.Ite(st.Bit(k, y), st.BvShl(x, st.Uint(width, uint64(k))), st.Uint(width, 0)))
	}
	if got, want := c.word(st.BvAdd(rows...)), c.word(st.BvMul(x, y)); !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestOperators compares the circuit of each operator with the evaluator of terms: at all values
// up to width 4, at random ones of wider words.
func TestOperators(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for _, width := range []int{1, 2, 3, 4, 7, 16, 33, 64, 70} {
		st := term.NewStore()
		sort := st.BitVecSort(width)
		p, x, y := st.FreshConst("p", term.Bool), st.FreshConst("x", sort), st.FreshConst("y", sort)
		g := aig.New()
		words := map[term.Term][]aig.Lit{}
		ops := blast.New(st, circuit.New(g), func(t term.Term) []aig.Lit { return words[t] })
		for _, c := range []term.Term{p, x, y} {
			for range max(1, st.WidthOf(c)) {
				words[c] = append(words[c], g.Input())
			}
		}
		var make func(u term.Term)
		make = func(u term.Term) {
			if words[u] != nil {
				return
			}
			for _, a := range st.Args(u) {
				make(a)
			}
			words[u] = ops.Circuit(u)
		}
		all := operators(st, p, x, y)
		for _, u := range all {
			if !blast.Supports(st.Op(u)) && st.Op(u) != term.OpSelect {
				t.Fatalf("%s is not supported", st.String(u))
			}
			make(u)
		}
		point := func(c bool, v, w num.Int) {
			m := model.New(st, model.Options{Strict: true})
			m.SetConst(p, model.Bool(c))
			m.SetConst(x, model.Bits(st, sort, v))
			m.SetConst(y, model.Bits(st, sort, w))
			inputs := []bool{c}
			for _, n := range []num.Int{v, w} {
				for k := range width {
					inputs = append(inputs, n.Big().Bit(k) != 0)
				}
			}
			values := g.Eval(inputs, nil)
			for _, u := range all {
				want, err := m.Eval(u)
				if err != nil {
					t.Fatal(err)
				}
				for k, l := range words[u] {
					bit := values[l.Node()] != l.IsNeg()
					if st.Sort(u) == term.Bool && bit != want.IsTrue() || st.Sort(u) != term.Bool && bit != (want.Int().Big().Bit(k) != 0) {
						t.Fatalf("%s at %v, %v, %v: bit %d is %v, the value %v", st.String(u), c, v, w, k, bit, want)
					}
				}
			}
		}
		if width <= 4 {
			for v := range int64(1) << width {
				for w := range int64(1) << width {
					point(v&1 != w&2, num.FromInt64(v), num.FromInt64(w))
				}
			}
			continue
		}
		for range 100 {
			v, w := num.FromUint64(r.Uint64()), num.FromUint64(r.Uint64()>>r.IntN(64))
			point(r.IntN(2) == 0, st.Num(st.Bits(sort, v)), st.Num(st.Bits(sort, w)))
		}
	}
}

// TestGates compares estimates with circuits.
func TestGates(t *testing.T) {
	for _, n := range []int{64, 300} {
		for _, make := range []func(st *term.Store, x, y, k term.Term) term.Term{
			func(st *term.Store, x, y, _ term.Term) term.Term { return st.BvMul(x, y) },
			func(st *term.Store, x, _, k term.Term) term.Term { return st.BvMul(x, k) },
			func(st *term.Store, x, y, _ term.Term) term.Term { return st.BvSmulo(x, y) },
			func(st *term.Store, x, y, _ term.Term) term.Term { return st.BvUdiv(x, y) },
			func(st *term.Store, x, _, k term.Term) term.Term { return st.BvUdiv(x, k) },
			func(st *term.Store, x, _, _ term.Term) term.Term { return st.BvUrem(x, st.Uint(n, 1000)) },
		} {
			c := newCircuits()
			u := make(c.st, c.input(n), c.input(n), repeated(c.st, 0x55555555, 32, n))
			c.word(u)
			if got, want := blast.Gates(c.st, u), int64(c.g.Len()); got < want*4/5 || got > want*2 {
				t.Errorf("%s: %d gates, not %d", c.st.String(u)[:20], want, got)
			}
		}
	}
}

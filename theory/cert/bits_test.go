package cert_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// words draws random terms over bit-vectors.
type words struct {
	*rand.Rand
	st     *term.Store
	consts []term.Term
}

// term returns a term of a width.
func (g *words) term(width, depth int) term.Term {
	st := g.st
	sort := st.BitVecSort(width)
	if depth == 0 {
		c := g.consts[g.IntN(len(g.consts))]
		switch n := st.WidthOf(c); {
		case g.IntN(4) == 0:
			return st.Bits(sort, num.FromInt64(g.Int64N(1<<width)))
		case n > width:
			lo := g.IntN(n - width + 1)
			return st.Extract(lo+width-1, lo, c)
		case n < width:
			return st.ZeroExtend(width-n, c)
		default:
			return c
		}
	}
	sub := func() term.Term { return g.term(width, g.IntN(depth)) }
	op := term.OpConcat + term.Op(g.IntN(int(term.OpBvAshr-term.OpConcat)+2))
	switch op {
	case term.OpConcat:
		if width == 1 {
			return sub()
		}
		k := 1 + g.IntN(width-1)
		return st.Concat(g.term(k, depth-1), g.term(width-k, depth-1))
	case term.OpExtract:
		lo := g.IntN(3)
		return st.Extract(lo+width-1, lo, g.term(width+lo+g.IntN(2), depth-1))
	case term.OpSignExt:
		if width == 1 {
			return sub()
		}
		k := 1 + g.IntN(width-1)
		return st.SignExtend(k, g.term(width-k, depth-1))
	case term.OpBvNot, term.OpBvNeg:
		return st.BitVector(op, sub())
	case term.OpBvAshr + 1:
		return st.Ite(g.formula(width, depth-1), sub(), sub())
	}
	return st.BitVector(op, sub(), sub())
}

// formula compares terms of a width.
func (g *words) formula(width, depth int) term.Term {
	x, y := g.term(width, depth), g.term(width, depth)
	return []term.Term{g.st.Eq(x, y), g.st.BvUle(x, y), g.st.BvSle(x, y), g.st.Not(g.st.Eq(x, y)), g.st.BvSmulo(x, y), g.st.BvUmulo(x, y)}[g.IntN(6)]
}

// TestNormalWords evaluates terms of one normal form, and what is found to be equal, at all values
// of two constants.
func TestNormalWords(t *testing.T) {
	n := extent.Of(uint64(30), 200)
	same := 0
	for seed := range n {
		st := term.NewStore()
		width := 1 + int(seed%4)
		sort := st.BitVecSort(width)
		g := &words{rand.New(rand.NewPCG(seed, 5)), st, []term.Term{st.FreshConst("x", sort), st.FreshConst("y", sort)}}
		var models []*model.Model
		for i := range int64(1) << (2 * width) {
			m := model.New(st, model.Options{})
			m.SetConst(g.consts[0], model.Bits(st, sort, num.FromInt64(i>>width)))
			m.SetConst(g.consts[1], model.Bits(st, sort, num.FromInt64(i&(1<<width-1))))
			models = append(models, m)
		}
		var all []term.Term
		for range 40 {
			all = append(all, g.term(width, 1+g.IntN(3)))
		}
		for range 30 {
			all = append(all, g.formula(width, 1+g.IntN(2)))
		}
		k := cert.NewChecker(st)
		for i, a := range all {
			for j, b := range all[:i] {
				if st.Sort(a) != st.Sort(b) || a == b || !k.Same(a, b) && ((i+j)%4 != 0 || !k.Equal(a, b)) {
					continue
				}
				same++
				for _, m := range models {
					x, err := m.Eval(a)
					y, err2 := m.Eval(b)
					if err != nil || err2 != nil || !x.Equal(y) {
						t.Fatalf("seed %d: %s is %v, %s is %v: %v, %v", seed, st.String(a), x, st.String(b), y, err, err2)
					}
				}
			}
		}
	}
	if t.Logf("%d equal pairs", same); same < 10*int(n) {
		t.Error("the test is void")
	}
}

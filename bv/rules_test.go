package bv_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// rules proves what the rewriter does with bit-vectors, by circuits of the terms as they are.
type rules struct {
	t               *testing.T
	st              *term.Store
	rw              *rewrite.Rewriter
	s               *bv.Solver
	consts          map[int][3]term.Term // by width
	p               term.Term
	budget          sat.Budget
	changed, proved int
}

func newRules(t *testing.T) *rules {
	st := term.NewStore()
	r := &rules{t: t, st: st, rw: rewrite.New(st), consts: map[int][3]term.Term{}, p: st.FreshConst("p", term.Bool)}
	r.renew()
	return r
}

// renew takes a new solver: one with few circuits is fast.
func (r *rules) renew() {
	r.s = bv.New(r.rw, bv.Options{})
	r.s.Within(&limit.Limit{})
}

// prove proves that a term is equal to what it is simplified to.
func (r *rules) prove(t term.Term) {
	r.t.Helper()
	image := r.rw.Simplify(t)
	if image == t {
		return
	}
	r.changed++
	same := r.s.Lit(r.st.Eq(t, image))
	switch r.s.Check([]sat.Lit{same.Not()}, r.budget) {
	case sat.Unsat:
		r.proved++
	case sat.Sat:
		r.t.Errorf("%s\nis not\n%s", r.st.String(t), r.st.String(image))
	}
}

// xyz returns three constants of a width.
func (r *rules) xyz(w int) (x, y, z term.Term) {
	c, ok := r.consts[w]
	if !ok {
		for k := range c {
			c[k] = r.st.FreshConst("xyz"[k:k+1], r.st.BitVecSort(w))
		}
		r.consts[w] = c
	}
	return c[0], c[1], c[2]
}

// words returns terms of a width in all forms that rules look for in arguments.
func (r *rules) words(w int) []term.Term {
	st := r.st
	x, y, _ := r.xyz(w)
	wide, _, _ := r.xyz(w + 2)
	k := func(n uint64) term.Term { return st.Uint(w, n) }
	ones := st.BvNot(k(0))
	all := []term.Term{
		x, y, k(0), k(1), ones, k(2), k(5), k(1 << min(w-1, 62)), st.BvNot(x), st.BvNeg(x), st.BvAdd(x, k(1)), st.BvAdd(x, y), st.BvSub(x, y),
		st.BvMul(k(2), x), st.BvMul(k(3), x), st.BvMul(x, y), st.BvMul(k(2), st.BvAdd(x, y)), st.BvAnd(x, y), st.BvOr(x, y), st.BvNand(x, y), st.BvXor(x, y),
		st.BvAnd(x, k(6)), st.BvAnd(x, st.BvNot(y)), st.BvOr(x, k(3)), st.Ite(r.p, k(1), k(2)), st.Ite(r.p, x, y), st.Ite(r.p, x, k(3)),
		st.Extract(w, 1, wide), st.Extract(w-1, 0, wide), st.BvShl(x, k(1)), st.BvLshr(x, k(1)), st.BvLshr(x, y), st.BvUdiv(x, y), st.BvUrem(x, y), st.BvUrem(x, k(3)),
	}
	for _, v := range []int{1, w - 1} {
		if v < 1 || v >= w {
			continue
		}
		a, b, c := r.xyz(v)
		rest, _, _ := r.xyz(w - v)
		all = append(all, st.ZeroExtend(w-v, a), st.SignExtend(w-v, a), st.SignExtend(w-v, b), st.Concat(a, rest), st.Concat(c, st.Uint(w-v, 0)), st.Concat(st.Uint(w-v, 1), b))
	}
	if w == 1 {
		all = append(all, st.FromBool(r.p), st.FromBool(st.BvUle(x, y)))
	}
	for i, t := range all {
		all[i] = r.rw.Simplify(t)
	}
	return all
}

// unary proves terms with one argument.
func (r *rules) unary(a term.Term) {
	st, w := r.st, r.st.WidthOf(a)
	r.prove(st.BvNot(a))
	r.prove(st.BvNeg(a))
	r.prove(st.SignExtend(1, a))
	r.prove(st.SignExtend(2, a))
	r.prove(st.Repeat(2, a))
	r.prove(st.BvRedOr(a))
	r.prove(st.BvRedAnd(a))
	if w > 5 {
		r.prove(st.Extract(w-2, 1, a))
		return
	}
	for hi := range w {
		for lo := range hi + 1 {
			r.prove(st.Extract(hi, lo, a))
		}
	}
}

// binary proves terms with two arguments of one width.
func (r *rules) binary(a, b term.Term) {
	st := r.st
	_, _, z := r.xyz(st.WidthOf(a))
	for _, t := range []term.Term{
		st.BvAdd(a, b), st.BvMul(a, b), st.BvAnd(a, b), st.BvXor(a, b), st.BvUdiv(a, b), st.BvUrem(a, b), st.BvShl(a, b), st.BvLshr(a, b), st.BvAshr(a, b),
		st.Concat(a, b), st.Eq(a, b), st.BvUle(a, b), st.BvSle(a, b), st.BvUmulo(a, b), st.BvSmulo(a, b), st.Ite(r.p, a, b),
		st.Eq(st.BvAdd(a, z), b), st.BvAnd(a, st.BvNot(st.BvAnd(b, z))), st.BvXor(z, st.BvAnd(a, st.BvXor(b, z))),
		st.BvXor(st.BvAnd(a, b), st.BvAnd(z, a), st.BvAnd(b, z)), st.BvOr(st.BvAnd(a, b), st.BvAnd(z, st.BvOr(b, a))),
		st.ExtRotateLeft(st.ExtRotateRight(z, a), b),
	} {
		r.prove(t)
	}
}

// products proves terms with three arguments whose circuits are large.
func (r *rules) products(a, b term.Term) {
	st := r.st
	_, _, z := r.xyz(st.WidthOf(a))
	r.prove(st.BvUdiv(st.BvUdiv(z, a), b))
	r.prove(st.BvAdd(st.BvMul(st.BvUdiv(z, a), b), st.BvUrem(z, a)))
	r.prove(st.Eq(st.BvMul(st.BvAdd(a, b), z), st.BvAdd(st.BvMul(a, z), st.BvMul(b, z))))
	r.prove(st.Eq(st.ZeroExtend(2, st.BvMul(a, b)), st.BvMul(st.ZeroExtend(2, a), st.ZeroExtend(2, b))))
	r.prove(st.Eq(st.SignExtend(2, st.BvMul(a, b)), st.BvMul(st.SignExtend(2, a), st.SignExtend(2, b))))
}

// TestRewritingProved proves each rule for bit-vectors on all pairs of arguments of certain
// forms, up to width 5: whatever it makes of a term has the same values.
func TestRewritingProved(t *testing.T) {
	most := extent.Of(2, 5)
	for w := 1; w <= most; w++ {
		r := newRules(t)
		words := r.words(w)
		for _, a := range words {
			r.unary(a)
			for _, b := range words {
				r.renew()
				r.binary(a, b)
				if w <= 2 {
					r.products(a, b)
				}
			}
		}
		r.products(words[0], words[1])
		r.products(words[0], words[0])
		r.products(words[1], words[8])
		t.Logf("width %d: %d changes", w, r.changed)
		if r.proved != r.changed || r.changed < 5000 {
			t.Errorf("width %d: %d of %d changes were proved", w, r.proved, r.changed)
		}
	}
}

// TestRewritingWide does the same for some arguments of widths up to 64, as far as a few
// conflicts go.
func TestRewritingWide(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	changed, proved := 0, 0
	for range extent.Of(6, 30) {
		r := newRules(t)
		r.budget = sat.Budget{Conflicts: 100}
		words := r.words(6 + rnd.IntN(59))
		for range 4 {
			a := words[rnd.IntN(len(words))]
			r.unary(a)
			r.binary(a, words[rnd.IntN(len(words))])
		}
		changed, proved = changed+r.changed, proved+r.proved
	}
	if proved < changed*3/4 {
		t.Errorf("%d of %d changes were proved", proved, changed)
	}
	t.Logf("%d of %d changes were proved", proved, changed)
}

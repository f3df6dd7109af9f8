package preprocess

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

func TestWords(t *testing.T) {
	const constants = `
(declare-const k (_ BitVec 8)) (declare-const l (_ BitVec 8)) (declare-const i Int)
(define-fun wide () (_ BitVec 16) (bvmul (concat #x00 k) (concat #x00 l)))
(define-fun signed () (_ BitVec 20) (bvmul ((_ sign_extend 12) k) ((_ sign_extend 12) l)))
`
	for _, c := range []struct{ name, in, want string }{
		{"a question alone", "(assert (= (bvumulo k l) (= k l)))", "(= (bvumulo k l) (= k l))"},
		{"beside the wide product", "(assert (= (bvumulo k l) (bvult wide #x0100)))", "false"},
		{"as signed numbers", "(assert (= (bvsmulo l k) (= signed ((_ sign_extend 12) (bvmul k l)))))", "false"},
		{"beside the other product", "(assert (= (bvsmulo k l) (bvult wide #x0100)))",
			"(= (bvsmulo k l) " +
				"(= ((_ extract 15 8) (bvmul (concat (_ bv0 8) k) (concat (_ bv0 8) l))) (_ bv0 8)))"},
		{"as integers", "(assert (= (bvumulo k l) (<= (* (bv2nat k) (bv2nat l)) 255)))",
			"(not (= (bvsle (bvmul (concat (_ bv0 10) k) (concat (_ bv0 10) l)) (_ bv255 18)) " +
				"(= ((_ extract 17 8) (bvmul (concat (_ bv0 10) k) (concat (_ bv0 10) l))) (_ bv0 10))))"},
		{"as signed integers", "(assert (= (bvsmulo k l) (= (* (sbv_to_int k) (sbv_to_int l)) (sbv_to_int (bvmul k l)))))",
			"false"},
		{"another factor", "(assert (<= (* (bv2nat k) i) 255))", "(<= (* i free) 255); (not (<= free -1)); (<= free 255)"},
	} {
		got := run(t, constants+c.in+"(check-sat)")
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestWordsEquivalent: comparisons of random polynomials of values, and questions about overflow beside wide products,
// hold of the same values as before.
func TestWordsEquivalent(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		x := newValues(rand.New(rand.NewPCG(seed, 0)))
		p := New(x.rw)
		var all []term.Term
		for range 2 {
			f := x.rw.Simplify(x.atom())
			all = append(all, f)
			p.batch = append(p.batch, assertion{t: f})
		}
		if p.words()+p.overflows() > 0 {
			changed++
		}
		for n := range 16 {
			m := model.New(x.st, model.Options{})
			for k, c := range x.consts {
				m.SetConst(c, model.Bits(x.st, x.st.Sort(c), num.FromInt64(int64(n>>(2*k)&3))))
			}
			for k, f := range all {
				was, err := m.EvalBool(f)
				is, err2 := m.EvalBool(p.batch[k].t)
				if was != is || err != nil || err2 != nil {
					t.Fatalf("seed %d: %s is %t (%v), but %s is %t (%v)",
						seed, x.st.String(f), was, err, x.st.String(p.batch[k].t), is, err2)
				}
			}
		}
	}
	if changed < 150 {
		t.Errorf("only %d were changed", changed)
	}
}

// values makes random formulas about two bit-vectors of width 2.
type values struct {
	*rand.Rand
	st     *term.Store
	rw     *rewrite.Rewriter
	consts []term.Term
}

func newValues(rnd *rand.Rand) *values {
	st := term.NewStore()
	sort := st.BitVecSort(2)
	return &values{rnd, st, rewrite.New(st), []term.Term{st.FreshConst("a", sort), st.FreshConst("b", sort)}}
}

func (x *values) bits() term.Term { return x.consts[x.IntN(len(x.consts))] }

// integer returns an integer of some depth.
func (x *values) integer(depth int) term.Term {
	st := x.st
	if depth == 0 {
		leaves := []term.Term{
			st.BvToInt(x.bits()), st.BvToSigned(x.bits()), st.BvToInt(st.BvMul(x.bits(), x.bits())), st.Int(x.Int64N(9) - 4),
		}
		return leaves[x.IntN(len(leaves))]
	}
	a, b := x.integer(depth-1), x.integer(x.IntN(depth))
	switch x.IntN(4) {
	case 0:
		return st.Add(a, b)
	case 1:
		return st.Ite(x.atom(), a, b)
	}
	return st.Mul(a, b)
}

// atom returns a comparison, or a formula about an overflow and a wide product.
func (x *values) atom() term.Term {
	st := x.st
	if x.IntN(3) > 0 {
		a, b := x.integer(1+x.IntN(2)), x.integer(x.IntN(2))
		return []term.Term{st.Le(a, b), st.Le(b, a), st.Eq(a, b)}[x.IntN(3)]
	}
	a, b, k := x.bits(), x.bits(), 2+x.IntN(2)
	if x.IntN(2) == 0 {
		wide := st.BvMul(st.ZeroExtend(k, a), st.ZeroExtend(k, b))
		return st.Eq(st.BvUmulo(a, b), st.BvUle(wide, st.Uint(k+2, uint64(x.IntN(9)))))
	}
	wide := st.BvMul(st.SignExtend(k, a), st.SignExtend(k, b))
	return st.Eq(st.BvSmulo(a, b), st.BvSle(wide, st.Uint(k+2, uint64(x.IntN(16)))))
}

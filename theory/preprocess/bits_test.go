package preprocess

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

func TestBitPasses(t *testing.T) {
	const constants = `
(declare-const k (_ BitVec 8)) (declare-const l (_ BitVec 8)) (declare-const n (_ BitVec 8)) (declare-const o (_ BitVec 8))
(declare-fun h ((_ BitVec 8)) (_ BitVec 8)) (declare-fun q ((_ BitVec 8)) Bool)
`
	for _, c := range []struct{ name, in, want string }{
		{"solve", "(assert (= k (bvadd (h l) #x01))) (assert (q (bvmul l k)))", "(q (bvadd l (bvmul l (h l))))"},
		{"odd", "(assert (= (bvadd (bvmul #x03 k) (h l)) (h n))) (assert (q k)) (assert (q l)) (assert (q n))",
			"(q (bvadd (bvmul (_ bv85 8) (h l)) (bvmul (_ bv171 8) (h n)))); (q l); (q n)"},
		{"xor", "(assert (= (bvxor k (h l)) (bvnot (h n)))) (assert (q k)) (assert (q l)) (assert (q n))",
			"(q (bvnot (bvxor (h l) (h n)))); (q l); (q n)"},
		{"unconstrained", "(assert (bvult (bvadd k (h l)) (h n))) (assert (q (bvmul #x03 (bvxor o (h #x00)))))", "(not (= (h n) (_ bv0 8))); (q free)"},
		{"slice", "(assert (= ((_ extract 5 2) k) ((_ extract 3 0) (h l)))) (assert (q k)) (assert (q l))", "(q (concat free ((_ extract 3 0) (h l)) free)); (q l)"},
		{"own slice", "(assert (= ((_ extract 2 0) k) ((_ extract 6 4) k))) (assert (q k)) (assert (q (bvnot k)))", "(q (concat free ((_ extract 3 1) free))); (q (concat (bvnot free) (bvnot ((_ extract 3 1) free))))"},
		{"own slice below", "(assert (= ((_ extract 6 5) k) ((_ extract 3 2) k))) (assert (q k)) (assert (q (bvnot k)))", "(q (concat free ((_ extract 3 2) free) free)); (q (concat (bvnot free) (bvnot ((_ extract 3 2) free)) (bvnot free)))"},
		{"own slice above", "(assert (= ((_ extract 3 2) k) ((_ extract 6 5) k))) (assert (q k)) (assert (q (bvnot k)))", "(q (concat free ((_ extract 2 1) free) free)); (q (concat (bvnot free) (bvnot ((_ extract 2 1) free)) (bvnot free)))"},
		{"overlapping slices", "(assert (= ((_ extract 2 0) k) ((_ extract 3 1) k))) (assert (q k))", "(= ((_ extract 2 0) k) ((_ extract 3 1) k)); (q k)"},
		{"slices around a cycle", "(assert (= ((_ extract 3 0) k) ((_ extract 3 0) l))) (assert (= ((_ extract 7 4) l) ((_ extract 7 4) k))) (assert (q k)) (assert (q l))", "(q l)"},
		{"bit", "(assert (= ((_ extract 2 2) k) #b0)) (assert (q k)) (assert (q (h k)))", "(q (concat free (_ bv0 1) free)); (q (h (concat free (_ bv0 1) free)))"},
		{"first bits", "(assert (bvule k #x0b)) (assert (q k))", "(not (= ((_ extract 3 2) free) (_ bv3 2))); (q (concat (_ bv0 4) free))"},
		{"interval", "(assert (bvule (h l) #x1b)) (assert (or (q l) (bvule (h l) #x20) (q n))) (assert (or (q l) (= (bvadd (h l) #x10) #x05)))", "(bvule (h l) (_ bv27 8)); (q l)"},
		{"interval in a choice", "(assert (bvule #x10 (h l))) (assert (q (ite (= (h l) #x05) n l))) (assert (q (bvudiv #x0f (h l))))", "(not (= ((_ extract 7 4) (h l)) (_ bv0 4))); (q l); (q (_ bv0 8))"},
		{"always", "(assert (q (bvudiv (concat #x0 ((_ extract 3 0) l)) (bvor (h l) #x10))))", "(q (_ bv0 8))"},
		{"empty", "(assert (bvule (h l) #x0b)) (assert (bvule #x10 (bvadd (h l) #x02)))", "false"},
		{"signed", "(assert (bvsle #x00 (h l))) (assert (bvsle (h l) #x07)) (assert (or (q l) (bvule (h l) #x80)))", "(not (= ((_ extract 7 7) (h l)) (_ bv1 1))); (bvsle (h l) (_ bv7 8))"},
	} {
		got := run(t, constants+c.in+"(check-sat)")
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestBitsKeepSolutions: what is left of random formulas over bit-vectors of width 2 has a solution
// if they have one, found by enumeration, and each comes back as a solution.
func TestBitsKeepSolutions(t *testing.T) {
	eliminated := 0
	for seed := range int64(3000) {
		rnd := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		rw := rewrite.New(st)
		var xs []term.Term
		for range 4 {
			xs = append(xs, st.FreshConst("x", st.BitVecSort(2)))
		}
		var all []term.Term
		for range 1 + rnd.Intn(3) {
			all = append(all, rw.Simplify(randomBits(rnd, st, xs, 1+rnd.Intn(3))))
		}
		p := New(rw)
		first := rnd.Intn(len(all)) + 1
		left := slices.Clone(p.Assert(slices.Clone(all[:first]), nil, nil))
		eliminated += len(p.defs)
		left = append(left, p.Assert(slices.Clone(all[first:]), nil, nil)...) // may mention what is lost
		possible := false
		enumerate(st, all, func(*model.Model) bool { possible = true; return false })
		found := false
		enumerate(st, left, func(m *model.Model) bool {
			found = true
			for _, x := range xs {
				if _, err := m.Eval(x); err != nil {
					m.SetConst(x, model.Bits(st, st.Sort(x), num.Int{}))
				}
			}
			if err := p.Back(m); err != nil {
				t.Fatal(err)
			}
			for _, f := range all {
				if ok, err := m.EvalBool(f); err != nil || !ok {
					t.Fatalf("seed %d: %s is false in the model that came back, %v", seed, st.String(f), err)
				}
			}
			return rnd.Intn(8) > 0
		})
		if found != possible {
			t.Fatalf("seed %d: solutions: %t, of what is left: %t: %s", seed, possible, found, st.String(st.And(all...)))
		}
	}
	if eliminated < 2000 {
		t.Errorf("only %d constants were eliminated", eliminated)
	}
}

// enumerate calls f for the models of formulas over bit-vectors and Booleans until it returns false.
func enumerate(st *term.Store, fs []term.Term, f func(*model.Model) bool) {
	var xs []term.Term
	st.Visit(func(t term.Term) bool {
		if st.IsConst(t) {
			xs = append(xs, t)
		}
		return true
	}, fs...)
	bits := 0
	for _, x := range xs {
		bits += max(1, st.WidthOf(x))
	}
	for i := range 1 << bits {
		m := model.New(st, model.Options{})
		v := i
		for _, x := range xs {
			if n := st.WidthOf(x); n > 0 {
				m.SetConst(x, model.Bits(st, st.Sort(x), num.FromInt64(int64(v&(1<<n-1)))))
				v >>= n
			} else {
				m.SetConst(x, model.Bool(v&1 == 1))
				v >>= 1
			}
		}
		holds := true
		for _, t := range fs {
			ok, err := m.EvalBool(t)
			holds = holds && ok && err == nil
		}
		if holds && !f(m) {
			return
		}
	}
}

// randomBits returns a random formula.
func randomBits(rnd *rand.Rand, st *term.Store, xs []term.Term, depth int) term.Term {
	var bits func(width, d int) term.Term
	bits = func(width, d int) term.Term {
		if d == 0 {
			if width == 2 && rnd.Intn(5) > 0 {
				return xs[rnd.Intn(len(xs))]
			}
			return st.Uint(width, uint64(rnd.Intn(4)))
		}
		a, b := bits(width, d-1), bits(width, rnd.Intn(d))
		if rnd.Intn(3) == 0 {
			switch width {
			case 1:
				return st.Extract(1, 1, bits(2, d-1))
			case 2:
				return st.Concat(bits(1, d-1), bits(1, d-1))
			default:
				return st.SignExtend(1, bits(2, d-1))
			}
		}
		ops := []func(a, b term.Term) term.Term{st.BvSub, st.BvMul, st.BvUdiv, st.BvUrem, st.BvShl, st.BvLshr, st.BvAshr,
			func(a, b term.Term) term.Term { return st.BvXor(a, b) },
			func(a, b term.Term) term.Term { return st.BvAnd(a, b) },
			func(a, _ term.Term) term.Term { return st.BvNot(a) },
			func(a, b term.Term) term.Term { return st.Ite(st.BvUle(a, b), b, a) }}
		return ops[rnd.Intn(len(ops))](a, b)
	}
	if depth > 1 && rnd.Intn(3) == 0 {
		return st.Or(randomBits(rnd, st, xs, depth-1), st.Not(randomBits(rnd, st, xs, depth-1)))
	}
	w := 1 + rnd.Intn(3)
	a, b := bits(w, depth), bits(w, rnd.Intn(depth+1))
	switch rnd.Intn(6) {
	case 0:
		return st.BvUle(a, b)
	case 1:
		return st.BvSlt(b, a)
	case 2:
		return st.BvUmulo(a, b)
	case 3:
		return st.BvSmulo(a, b)
	}
	return st.Eq(a, b)
}

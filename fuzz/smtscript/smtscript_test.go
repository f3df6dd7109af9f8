package smtscript_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Each plan runs scripts of a third of the families.
func TestPlans(t *testing.T) {
	families := gen.SMTFamilies()
	for k, plan := range smtscript.Plans() {
		var n smtscript.Tally
		for i, f := range families {
			if f.Name == "vclong" || i%3 != k%3 {
				continue
			}
			s := f.Script(rand.New(rand.NewPCG(uint64(i), uint64(k))))
			s.Plan, s.Peers = plan, false
			if err := s.Run(smtscript.Config{Tally: &n}); err != nil {
				t.Errorf("%v\n%s", err, s.Text())
			}
		}
		if plan != smtscript.Terms && plan != smtscript.Project && plan != smtscript.Interpolate && (n.Sat < 5 || n.Unsat < 5) {
			t.Errorf("%s: %+v", plan, n)
		}
	}
}

// Wrong answers are detected, and the script shrinks.
func TestWrong(t *testing.T) {
	s, err := smtscript.Parse([]byte(`
		(set-info :fuzz "decided")
		(declare-fun x () Int) (declare-fun y () Int) (declare-fun b () Bool)
		(assert (or b (< x y)))
		(assert (or b (not (< x y))))
		(assert (<= (+ x y) 5))
		(check-sat-assuming ((< 1 x)))`), "wrong")
	if err != nil {
		t.Fatal(err)
	}
	check := s.Ops[len(s.Ops)-1]
	var all []term.Term
	for _, o := range s.Ops[:3] {
		all = append(all, o.Terms...)
	}
	sol := solver.New(s.Store, solver.Options{})
	for _, f := range all {
		sol.Assert(f)
	}
	smtscript.CheckFor(sol, check.Terms)
	for _, a := range []smtscript.Answer{
		{Result: solver.Result{Status: sat.Unsat}, All: all, Core: check.Terms},
		{Result: solver.Result{Status: sat.Sat}, All: append(all, s.Store.Not(all[2]))},
		{Result: solver.Result{Reason: reason.Reason{Kind: reason.GaveUp}}, All: all},
	} {
		if s.Sound(sol, check, a) == nil {
			t.Errorf("%v is not noticed", a)
		}
	}
	small := s.Shrink(nil, func(s *smtscript.Script) bool { return strings.Contains(string(s.Text()), "(+ x y)") })
	if text := string(small.Text()); len(small.Ops) != 1 || !strings.Contains(text, "(assert (<= (+ x y) 0))") {
		t.Errorf("not small:\n%s", text)
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{
		`(set-info :fuzz "plan=none")`, `(set-info :fuzz "colour=red")`, `(set-info :fuzz-box "x 1 2")`, `(reset)`, `(assert x)`, `(`,
	} {
		if _, err := smtscript.Parse([]byte(bad), "bad"); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// bitsText has what the writer does not write of bit-vectors: names that stand for several
// operators, and those of other solvers.
const bitsText = `
(declare-fun x () (_ BitVec 5)) (declare-fun y () (_ BitVec 5)) (declare-fun i () Int)
(declare-fun a () (Array (_ BitVec 5) (_ BitVec 1))) (define-sort Word () (_ BitVec 5)) (declare-fun f (Word Word) Bool)
(assert (= x (bvsub (bvsdiv x y) (bvsrem y #b00101) (bvsmod x (_ bv9 5)))))
(assert (= (bvnand x y) (bvnor y x) (bvxnor x y x)))
(assert (distinct ((_ rotate_left 7) x) ((_ rotate_right 2) y) (ext_rotate_left x y) (ext_rotate_right x y)))
(assert (= (concat #xA ((_ extract 0 0) x)) ((_ zero_extend 4) (bvcomp x y)) ((_ repeat 5) (bvredor x))))
(assert (or (bvugt x y) (bvuge x y) (bvsgt x y) (bvsge x y) (bvult x y) (bvslt x y) (bvsle x y) (f y x)))
(assert (or (bvnego x) (bvuaddo x y) (bvsaddo x y) (bvumulo x y) (bvsmulo x y) (bvusubo x y) (bvssubo x y) (bvsdivo x y)))
(assert (=> (bvumul_noovfl x y) (= (select a x) (bvredand y))))
(assert (= i (bv2int x) (ubv_to_int y) (+ (sbv_to_int x) (bv2nat y))))
(assert (= x ((_ int_to_bv 5) i) ((_ int2bv 5) (- i)) ((_ nat2bv 5) 77)))
(push 1) (check-sat-assuming ((= #b1 (_ bv0 1)))) (pop 1)
`

// FuzzParse reads any text: a script that can be read is read back unchanged.
func FuzzParse(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(gen.TermScript(rand.New(rand.NewPCG(seed, 0))).Text())
		f.Add(gen.SMT(rand.New(rand.NewPCG(seed, 1)), gen.SMTFamilies()).Text())
	}
	f.Add([]byte(bitsText))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := smtscript.Parse(text, "fuzzed")
		if err != nil {
			return
		}
		s.Plan = smtscript.Terms
		if err := s.Run(smtscript.Config{}); err != nil {
			t.Error(err)
		}
	})
}

// bytesSource takes random numbers from bytes, each of which decides one choice, and then from
// a generator.
type bytesSource struct {
	bytes.Reader
	rest rand.PCG
}

func (b *bytesSource) Uint64() uint64 {
	if c, err := b.ReadByte(); err == nil {
		return uint64(c) * 0x0101010101010101
	}
	return b.rest.Uint64()
}

// FuzzTerms builds terms that bytes choose, and runs the plan Terms on them.
func FuzzTerms(f *testing.F) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		choices := make([]byte, 200)
		for i := range choices {
			choices[i] = byte(r.IntN(256))
		}
		f.Add(choices)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		src := new(bytesSource)
		src.Reset(choices)
		s := gen.TermScript(rand.New(src))
		if err := s.Run(smtscript.Config{}); err != nil {
			small := s.Shrink(&shrink.Budget{Tries: 2000}, func(s *smtscript.Script) bool { return s.Run(smtscript.Config{}) != nil })
			t.Errorf("%v\n%s", err, small.Text())
		}
	})
}

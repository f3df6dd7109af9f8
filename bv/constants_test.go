package bv_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestConstantArrays: constant arrays that are equal but for stores, through choices and where
// the stores may be at all indices. The arrays are too large for words.
func TestConstantArrays(t *testing.T) {
	st := term.NewStore()
	element := st.BitVecSort(300)
	constant := func(name string, s term.Sort) term.Term { return st.FreshConst(name, s) }
	x, y, p, q := constant("x", element), constant("y", element), constant("p", element), constant("q", element)
	c, d := constant("c", term.Bool), constant("d", term.Bool)
	narrow, wide := st.ArraySort(st.BitVecSort(1), element), st.ArraySort(st.BitVecSort(8), element)
	bit := func(k uint64) term.Term { return st.Uint(1, k) }
	a, b, i := constant("a", narrow), constant("b", wide), constant("i", st.BitVecSort(8))
	j, k := constant("j", st.BitVecSort(1)), constant("k", st.BitVecSort(1))
	different := st.Not(st.Eq(x, y))
	everywhere := st.Eq(st.ConstArray(narrow, x), st.Store(st.Store(st.ConstArray(narrow, y), bit(0), p), bit(1), q))
	for _, test := range []struct {
		name string
		fs   []term.Term
		want sat.Status
	}{
		{"stores at all indices", []term.Term{different, everywhere}, sat.Sat},
		{"stores at all indices, of others", []term.Term{different, everywhere, st.Not(st.Eq(p, x))}, sat.Unsat},
		{"stores at all indices, of another at last", []term.Term{different, everywhere, st.Eq(q, y)}, sat.Unsat},
		{"stores at all indices, through a constant", []term.Term{different, st.Eq(a, st.Store(st.ConstArray(narrow, x), bit(0), p)),
			st.Eq(a, st.Store(st.ConstArray(narrow, y), bit(1), q)), st.Distinct(p, y)}, sat.Unsat},
		{"two stores at one index", []term.Term{different, st.Eq(j, k),
			st.Eq(st.ConstArray(narrow, x), st.Store(st.Store(st.ConstArray(narrow, y), j, p), k, q))}, sat.Unsat},
		{"two stores at different indices", []term.Term{different, st.Not(st.Eq(j, k)),
			st.Eq(st.ConstArray(narrow, x), st.Store(st.Store(st.ConstArray(narrow, y), j, p), k, q))}, sat.Sat},
		{"one store", []term.Term{different, st.Eq(st.ConstArray(wide, x), st.Store(st.ConstArray(wide, y), i, p))}, sat.Unsat},
		{"a choice", []term.Term{different, c, st.Eq(st.ConstArray(wide, x),
			st.Ite(c, st.Store(st.ConstArray(wide, y), i, p), b))}, sat.Unsat},
		{"the other choice", []term.Term{different, st.Not(c), st.Eq(st.ConstArray(wide, x),
			st.Ite(c, st.Store(st.ConstArray(wide, y), i, p), b))}, sat.Sat},
		{"choices on both sides", []term.Term{different, st.Eq(b, st.Ite(c, st.ConstArray(wide, x), st.Store(st.ConstArray(wide, x), i, p))),
			st.Eq(b, st.Ite(d, st.Store(st.ConstArray(wide, y), i, q), st.ConstArray(wide, y)))}, sat.Unsat},
	} {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			for _, opt := range []solver.Options{{CheckModels: true}, {Proof: &log}} {
				s := solver.New(st, opt)
				for _, f := range test.fs {
					s.Assert(f)
				}
				if got := s.Check(context.Background()); got.Status != test.want {
					t.Errorf("got %v, want %v", got, test.want)
				}
				if opt.Proof != nil {
					if err := s.FlushProof(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if sum, err := proof.Check(&log); err != nil || !sum.Complete() || sum.Unsat > 0 != (test.want == sat.Unsat) {
				t.Errorf("proof: %v, %+v", err, sum)
			}
		})
	}
}

package smtscript

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Range is the values of a symbol, one for each k below Width. They are Lo + k for an Int,
// Lo + k/2 for a Real and k for a bit-vector. The bits of k are the elements of an array, or
// the results of a function, one after the other.
type Range struct {
	Sym   term.Sym
	Lo    num.Int
	Width int64
}

// BitsOf returns the number of bits that the values of a symbol have: a constant or a function
// of bit-vectors and formulas, or a constant array.
func BitsOf(st *term.Store, f term.Sym) int {
	sorts, res := st.SymSorts(f)
	if st.IsArray(res) {
		index, elm := st.ArraySorts(res)
		sorts, res = []term.Sort{index}, elm
	}
	total := bitsOf(st, res)
	for _, s := range sorts {
		total <<= bitsOf(st, s)
	}
	return total
}

// bitsOf returns the number of bits of the values of a sort.
func bitsOf(st *term.Store, s term.Sort) int {
	if s == term.Bool {
		return 1
	}
	return st.Width(s)
}

// small returns the value of a sort whose bits are the lowest of k.
func small(st *term.Store, s term.Sort, k int64) model.Value {
	if s == term.Bool {
		return model.Bool(k&1 != 0)
	}
	return model.Bits(st, s, num.FromInt64(k))
}

// Value returns value k of a constant that is a number, a bit-vector or an array.
func (r Range) Value(st *term.Store, k int64) model.Value {
	_, s := st.SymSorts(r.Sym)
	switch {
	case s == term.Int:
		return model.Int(r.Lo.Add(num.FromInt64(k)))
	case s == term.Real:
		return model.Rat(num.RatFromInt(r.Lo).Add(num.FromInts(num.FromInt64(k), num.FromInt64(2))))
	case st.IsArray(s):
		index, elm := st.ArraySorts(s)
		v := model.ConstArray(st, s, small(st, elm, k))
		for i := range int64(1) << bitsOf(st, index) {
			v = v.Store(small(st, index, i), small(st, elm, k))
			k >>= bitsOf(st, elm)
		}
		return v
	}
	return small(st, s, k)
}

// set gives the symbol value k.
func (r Range) set(m *model.Model, k int64) {
	st := m.Store()
	sorts, res := st.SymSorts(r.Sym)
	if len(sorts) == 0 {
		m.SetSym(r.Sym, r.Value(st, k))
		return
	}
	all := 0
	for _, s := range sorts {
		all += bitsOf(st, s)
	}
	for i := range int64(1) << all {
		args := make([]model.Value, len(sorts))
		for n, s := range sorts {
			args[n] = small(st, s, i)
			i >>= bitsOf(st, s)
		}
		m.SetFun(r.Sym, args, small(st, res, k))
		k >>= bitsOf(st, res)
	}
}

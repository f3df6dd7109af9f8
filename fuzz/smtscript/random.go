package smtscript

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// RandomModel returns a model with small random values for all symbols of a store.
func RandomModel(r *rand.Rand, st *term.Store) *model.Model {
	m := model.New(st, model.Options{})
	for f := term.Sym(1); int(f) < st.NumSyms(); f++ {
		setRandom(r, m, f)
	}
	return m
}

// setRandom gives a symbol small random values.
func setRandom(r *rand.Rand, m *model.Model, f term.Sym) {
	st := m.Store()
	sorts, res := st.SymSorts(f)
	if len(sorts) == 0 {
		m.SetSym(f, RandomValue(r, st, res))
		return
	}
	m.SetDefault(f, RandomValue(r, st, res))
	for range 12 {
		args := make([]model.Value, len(sorts))
		for i, s := range sorts {
			args[i] = RandomValue(r, st, s)
		}
		m.SetFun(f, args, RandomValue(r, st, res))
	}
}

// RandomValue returns a small random value.
func RandomValue(r *rand.Rand, st *term.Store, s term.Sort) model.Value {
	switch {
	case s == term.Bool:
		return model.Bool(r.IntN(2) == 0)
	case s == term.Int:
		return model.Int64(int64(r.IntN(5) - 2))
	case s == term.Real:
		return model.Rat(num.FromInts(num.FromInt64(int64(r.IntN(9)-4)), num.FromInt64(int64(1+r.IntN(2)))))
	case st.IsBitVec(s):
		return model.Bits(st, s, randomBits(r, st.Width(s)))
	case st.IsArray(s):
		index, elm := st.ArraySorts(s)
		v := model.ConstArray(st, s, RandomValue(r, st, elm))
		for range r.IntN(3) {
			v = v.Store(RandomValue(r, st, index), RandomValue(r, st, elm))
		}
		return v
	}
	return model.Elem(s, r.IntN(3))
}

// randomBits returns the value of a bit-vector, modulo two to its width: near zero or near the
// least signed number, a power of two, or any.
func randomBits(r *rand.Rand, width int) num.Int {
	n := num.FromInt64(int64(r.IntN(5) - 2))
	switch r.IntN(5) {
	case 0:
		return n.Add(num.FromInt64(1).Lsh(uint(width - 1)))
	case 1:
		return num.FromInt64(1).Lsh(uint(r.IntN(width)))
	case 2:
		return num.FromUint64(r.Uint64()).Lsh(uint(max(width-64, 0)))
	}
	return n
}

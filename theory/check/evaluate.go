package check

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	numModels = 16 // random interpretations
	numPoints = 12 // at which a function has a random value
)

// evaluator evaluates terms under random interpretations. What it cannot evaluate,
// such as most quantifiers, passes.
type evaluator struct {
	st     *term.Store
	rng    *rand.Rand
	models []*model.Model
	known  term.Sym // symbols below it have values
	done   int      // evaluations
}

func newEvaluator(st *term.Store) evaluator {
	return evaluator{st: st, rng: rand.New(rand.NewPCG(1, 1)), known: 1}
}

// equal reports whether two terms have the same value in all the models tried.
func (x *evaluator) equal(t, u term.Term) bool {
	return x.all(func(m *model.Model) bool {
		a, err := x.eval(m, t)
		b, err2 := x.eval(m, u)
		return err != nil || err2 != nil || a.Equal(b)
	})
}

// valid reports whether a clause is true in all the models tried.
func (x *evaluator) valid(c []cert.Literal) bool {
	return x.all(func(m *model.Model) bool {
		for _, l := range c {
			if v, err := x.eval(m, l.T); err != nil || v.IsTrue() != l.Neg {
				return true
			}
		}
		return false
	})
}

// all reports whether something holds in all the models tried.
func (x *evaluator) all(holds func(*model.Model) bool) bool {
	x.interpret()
	for _, m := range x.models {
		x.done++
		if !holds(m) {
			return false
		}
	}
	return true
}

func (x *evaluator) eval(m *model.Model, t term.Term) (model.Value, error) {
	if x.st.Sort(t) != term.Bool {
		return m.Eval(t)
	}
	v, err := m.EvalDeciding(t)
	return model.Bool(v), err
}

// interpret gives values to the new symbols.
func (x *evaluator) interpret() {
	for len(x.models) < numModels {
		x.models = append(x.models, model.New(x.st, model.Options{}))
	}
	for ; int(x.known) < x.st.NumSyms(); x.known++ {
		for _, m := range x.models {
			x.symbol(m, x.known)
		}
	}
}

func (x *evaluator) symbol(m *model.Model, f term.Sym) {
	sorts, res := x.st.SymSorts(f)
	if len(sorts) == 0 {
		if v, ok := x.value(res); ok {
			m.SetSym(f, v)
		}
		return
	}
	for range numPoints {
		args := make([]model.Value, len(sorts))
		for i, s := range sorts {
			v, ok := x.value(s)
			if !ok {
				return
			}
			args[i] = v
		}
		v, ok := x.value(res)
		if !ok {
			return
		}
		m.SetFun(f, args, v)
		m.SetDefault(f, v)
	}
}

// value returns a random value, mostly a small one; false if it has none of this
// sort.
func (x *evaluator) value(s term.Sort) (model.Value, bool) {
	switch x.st.SortKind(s) {
	case term.KindBool:
		return model.Bool(x.rng.IntN(2) == 0), true
	case term.KindInt:
		if x.rng.IntN(8) == 0 {
			return model.Int64(x.rng.Int64N(1<<20) - 1<<19), true
		}
		return model.Int64(x.rng.Int64N(7) - 3), true
	case term.KindReal:
		return model.Rat(num.FromInts(num.FromInt64(x.rng.Int64N(13)-6), num.FromInt64(1+x.rng.Int64N(3)))), true
	case term.KindBitVec:
		n := num.FromInt64(x.rng.Int64N(7) - 3)
		for range x.rng.IntN(2) * (1 + x.st.Width(s)/63) {
			n = n.Lsh(63).Add(num.FromInt64(x.rng.Int64()))
		}
		return model.Bits(x.st, s, n), true
	case term.KindUninterpreted:
		return model.Elem(s, x.rng.IntN(3)), true
	case term.KindArray:
		index, elm := x.st.ArraySorts(s)
		v, ok := x.value(elm)
		if !ok {
			return v, false
		}
		v = model.ConstArray(x.st, s, v)
		for range x.rng.IntN(3) {
			i, ok1 := x.value(index)
			e, ok2 := x.value(elm)
			if !ok1 || !ok2 {
				return model.Value{}, false
			}
			v = v.Store(i, e)
		}
		return v, true
	}
	z, err := model.Zero(x.st, s)
	return z, err == nil
}

package model_test

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestDecide compares Decide with trying all numbers near the entries, of a
// variable of sort Int, and of sort Real with terms of both sorts.
func TestDecide(t *testing.T) {
	t.Run("Int", func(t *testing.T) { testDecide(t, term.Int) })
	t.Run("Real", func(t *testing.T) { testDecide(t, term.Real) })
}

func testDecide(t *testing.T, of term.Sort) {
	decided, held := 0, 0
	for seed := range int64(1200) {
		rng := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		m := model.New(st, model.Options{})
		sort := st.ArraySort(of, of)
		small := func() int64 { return int64(rng.Intn(7)) - 3 }
		value := func() model.Value {
			if of == term.Int {
				return model.Int64(small())
			}
			return model.Rat(num.FromInts(num.FromInt64(small()), num.FromInt64(2)))
		}
		numeral := func() term.Term {
			v, _ := value().Term(st)
			return v
		}
		var arrays []term.Term
		for _, name := range []string{"A", "B"} {
			a := st.App(st.DeclareFun(name, nil, sort))
			v := model.ConstArray(st, sort, value())
			for range rng.Intn(4) {
				v = v.Store(value(), value())
			}
			m.SetConst(a, v)
			arrays = append(arrays, a)
		}
		f := st.DeclareFun("f", []term.Sort{of, of}, of)
		for range 3 {
			m.SetFun(f, []model.Value{value(), value()}, value())
		}
		x := st.BoundVar("x", of)
		var number func(d int) term.Term
		number = func(d int) term.Term {
			switch k := rng.Intn(8); {
			case k == 0 || d == 0 && k > 3:
				return numeral()
			case k <= 2 || d == 0:
				return x
			case k == 3:
				return st.Add(number(d-1), numeral())
			case k == 4:
				if of == term.Real && rng.Intn(3) == 0 {
					return st.ToReal(st.ToInt(number(d - 1)))
				}
				return st.Mul(numeral(), number(d-1))
			case k == 5:
				return st.App(f, number(d-1), number(d-1))
			case k == 6:
				conds := []term.Term{st.True(), st.False(), st.Le(numeral(), numeral()), st.Le(x, numeral())}
				return st.Ite(conds[rng.Intn(len(conds))], number(d-1), number(d-1))
			}
			return st.Select(arrays[rng.Intn(2)], number(d-1))
		}
		var formula func(d int) term.Term
		formula = func(d int) term.Term {
			switch k := rng.Intn(7); {
			case k == 0 || d == 0 && k > 3:
				return st.Le(number(2), number(2))
			case k <= 3:
				return st.Eq(number(2), number(2))
			case k == 4:
				return st.Not(formula(d - 1))
			case k == 5:
				return st.Ite(formula(d-1), formula(d-1), formula(d-1))
			}
			return st.Or(formula(d-1), formula(d-1))
		}
		body := st.Or(formula(2), formula(2))
		at, ok := m.Decide(nil, st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: body}))
		if !ok {
			continue
		}
		decided++
		truth := func(v model.Value) bool {
			e := m.NewEnv()
			e.Set(x, v)
			got, err := e.Eval(body)
			if err != nil {
				t.Fatal(err)
			}
			return got.IsTrue()
		}
		if at.IsValid() {
			if truth(at) {
				t.Fatalf("seed %d: %s is true at %v", seed, st.String(body), at)
			}
			continue
		}
		held++
		for n := int64(-200); n <= 200; n++ {
			at := model.Int64(n)
			if of == term.Real {
				at = model.Rat(num.FromInts(num.FromInt64(n), num.FromInt64(12)))
			}
			if !truth(at) {
				t.Fatalf("seed %d: %s is false at %v", seed, st.String(body), at)
			}
		}
	}
	if decided < 600 || held < 100 {
		t.Errorf("decided only %d, of which %d hold", decided, held)
	}
	t.Logf("decided %d, of which %d hold", decided, held)
}

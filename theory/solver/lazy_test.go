package solver_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestLazyModel: the values of a lazy model, in any order, are those of the whole one.
func TestLazyModel(t *testing.T) {
	from, to := seeds(1, 6)
	compared := 0
	for _, mode := range constrainModes[:4] {
		for _, f := range families() {
			for seed := from; seed <= to; seed++ {
				s := f.Script(source(seed))
				n, err := compareLazy(s, mode.opt, seed)
				if err != nil {
					t.Fatalf("%s, %s, seed %d: %v\n%s", mode.name, f.Name, seed, err, s.Text())
				}
				compared += n
			}
		}
	}
	t.Logf("%d values", compared)
	if compared < int(1500*(to-from+1)) {
		t.Error("the test is void")
	}
}

func compareLazy(s *smtscript.Script, opt solver.Options, seed int64) (compared int, err error) {
	sol := solver.New(s.Store, opt)
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	var all []term.Term
	for _, o := range s.Ops {
		all = append(all, o.Terms...)
	}
	all = smtscript.Subterms(s.Store, all...)
	for _, o := range s.Ops {
		switch o.Kind {
		case smtscript.Assert:
			sol.Assert(o.Terms[0])
		case smtscript.Flow:
			sol.AssertFlow(o.Terms[0])
		case smtscript.Push:
			sol.Push()
		case smtscript.Pop:
			sol.Pop()
		default:
			if !checkShortly(s, sol, o.Terms).HasModel() {
				continue
			}
			n, err := compareValues(s.Store, sol, all, r)
			if compared += n; err != nil {
				return compared, err
			}
		}
	}
	return compared, nil
}

// compareValues compares the values of some terms, first in the lazy model and then in the whole
// one, and once more.
func compareValues(st *term.Store, sol *solver.Solver, all []term.Term, r *rand.Rand) (compared int, err error) {
	lazy, err := sol.LazyModel()
	if err != nil {
		return 0, nil
	}
	terms := make([]term.Term, 1+r.IntN(20))
	for i := range terms {
		terms[i] = all[r.IntN(len(all))]
		_, _ = lazy.Eval(terms[i])
	}
	whole, err := sol.Model()
	if err != nil {
		return 0, nil
	}
	if again, err := sol.LazyModel(); again != lazy || err != nil {
		return 0, fmt.Errorf("another lazy model: %w", err)
	}
	for _, x := range terms {
		if !st.Ground(x) {
			continue
		}
		want, err := whole.Eval(x)
		if err != nil {
			continue
		}
		compared++
		if got, err := lazy.Eval(x); err != nil || !got.Equal(want) {
			return compared, fmt.Errorf("%s is %v (%v), in the whole model %v", st.String(x), got, err, want)
		}
	}
	return compared, nil
}

// TestLazyModelEnds: once something has changed a lazy model says so, and the next one is right.
func TestLazyModelEnds(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true})
	x, y, f := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshFun("f", []term.Sort{term.Int}, term.Int)
	s.Assert(st.Eq(st.App(f, x), st.Int(7)))
	for n := range int64(3) {
		is := st.Eq(y, st.Int(n))
		if got := smtscript.CheckFor(s, []term.Term{is}); !got.HasModel() {
			t.Fatal(got)
		}
		m, err := s.LazyModel()
		if err != nil {
			t.Fatal(err)
		}
		if v, err := m.EvalInt(st.Add(y, st.App(f, x))); err != nil || v.String() != fmt.Sprint(7+n) {
			t.Errorf("%v, %v", v, err)
		}
		s.Assert(st.Le(y, st.Int(5)))
		if _, err := m.Eval(x); err != nil {
			t.Errorf("%v: what was known is lost", err)
		}
		if v, err := m.Eval(st.FreshConst("z", term.Int)); err == nil {
			t.Errorf("%v in a model that has ended", v)
		}
	}
}

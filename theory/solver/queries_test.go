package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// BenchmarkQueries asks small questions about one template, under assumptions that change, as engines
// that learn do. What the store holds besides must not matter.
func BenchmarkQueries(b *testing.B) {
	for _, more := range []int{0, 1 << 20} {
		for _, read := range []string{"nothing", "values", "model"} {
			b.Run(fmt.Sprintf("store+%d/read=%s", more, read), func(b *testing.B) {
				queries(b, more, read)
			})
		}
	}
}

// queries reads the values of the assumptions, or a model, if there is one.
func queries(b *testing.B, more int, read string) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true, Candidates: true, Combine: true})
	guards := template(st, s, 100)
	for i := range more {
		st.Add(st.FreshConst("other", term.Int), st.Int(int64(i)))
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	as := make([]term.Term, 8)
	sats := 0
	b.ResetTimer()
	for range b.N {
		for k := range as {
			if as[k] = guards[rnd.IntN(len(guards))]; rnd.IntN(2) == 0 {
				as[k] = st.Not(as[k])
			}
		}
		r := s.Check(context.Background(), as...)
		if r.Status == sat.Unknown && !r.HasModel() {
			b.Fatal(r)
		}
		if r.HasModel() {
			sats++
			if err := readModel(s, read, as); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(sats)/float64(b.N), "sat/op")
}

func readModel(s *solver.Solver, read string, ts []term.Term) error {
	switch read {
	case "values":
		m, err := s.LazyModel()
		if err != nil {
			return err
		}
		for _, t := range ts {
			if _, err := m.Eval(t); err != nil {
				return err
			}
		}
	case "model":
		_, err := s.Model()
		return err
	}
	return nil
}

// template asserts a procedure of n blocks, each of which may add to a counter or reset it, and
// returns the guards of the choices.
func template(st *term.Store, s *solver.Solver, n int) (guards []term.Term) {
	x := st.FreshConst("x", term.Int)
	array := st.FreshConst("a", st.ArraySort(term.Int, term.Int))
	s.Assert(st.Le(st.Int(0), x))
	for i := range n {
		g, y := st.FreshConst("g", term.Bool), st.FreshConst("x", term.Int)
		s.Assert(st.Or(st.Not(g), st.Eq(y, st.Add(x, st.Int(int64(i%3))))))
		s.Assert(st.Or(g, st.Eq(y, st.Select(array, st.Int(int64(i%7))))))
		s.Assert(st.Or(g, st.Le(y, st.Int(int64(50+i)))))
		guards = append(guards, g)
		x = y
	}
	end := st.FreshConst("end", term.Bool)
	s.Assert(st.Or(st.Not(end), st.Le(st.Int(60), x)))
	return append(guards, end)
}

// BenchmarkConstrain asks for one of a few literals, as inductive generalization does: by a
// constraint, by an assumed disjunction, and by a constant that implies it, which is false afterwards.
func BenchmarkConstrain(b *testing.B) {
	for _, by := range []string{"constraint", "assumption", "constant"} {
		b.Run(by, func(b *testing.B) {
			st := term.NewStore()
			s := solver.New(st, solver.Options{NoPreprocess: true, Candidates: true, Combine: true})
			guards := template(st, s, 100)
			rnd := rand.New(rand.NewPCG(1, 2))
			pick := func(n int) []term.Term {
				out := make([]term.Term, n)
				for k := range out {
					if out[k] = guards[rnd.IntN(len(guards))]; rnd.IntN(2) == 0 {
						out[k] = st.Not(out[k])
					}
				}
				return out
			}
			vars := 0
			b.ResetTimer()
			for range b.N {
				as, clause := pick(8), pick(4)
				var q term.Term
				switch by {
				case "constraint":
					s.Constrain(clause...)
				case "assumption":
					as = append(as, st.Or(clause...))
				default:
					q = st.FreshConst("q", term.Bool)
					s.Assert(st.Or(append(clause, st.Not(q))...))
					as = append(as, q)
				}
				if r := s.Check(context.Background(), as...); r.Status == sat.Unknown {
					b.Fatal(r)
				}
				if q != 0 {
					s.Assert(st.Not(q))
				}
			}
			for _, c := range s.Stats() {
				if c.Name == "variables" {
					vars = int(c.Value)
				}
			}
			b.ReportMetric(float64(vars), "variables")
			b.ReportMetric(float64(st.Len()), "terms")
		})
	}
}

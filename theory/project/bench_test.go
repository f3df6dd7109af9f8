package project_test

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/term"
)

// blocks makes the formula of n guarded blocks, of which each other one is on the path of the
// model: an assignment, two conditions, a read, with heap also a write, and the next block.
func blocks(n int, heap bool) (st *term.Store, m *model.Model, f term.Term, keep func(term.Term) bool) {
	st = term.NewStore()
	m = model.New(st, model.Options{})
	array := st.ArraySort(term.Int, term.Int)
	fun := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	m.SetDefault(fun, model.Int64(1))
	in, out := st.FreshConst("in", term.Int), st.FreshConst("out", term.Int)
	x, a := in, st.FreshConst("a", array)
	kept := map[term.Term]bool{in: true, out: true, a: true}
	content := model.ConstArray(st, array, model.Int64(0))
	m.SetConst(x, model.Int64(0))
	m.SetConst(a, content)
	guards := make([]term.Term, n+2)
	for i := range guards {
		guards[i] = st.FreshConst("b", term.Bool)
		m.SetConst(guards[i], model.Bool(i%2 == 0))
	}
	all := []term.Term{guards[0]}
	for i := range n {
		y, b := st.FreshConst("x", term.Int), a
		body := []term.Term{st.Or(guards[i+1], guards[i+2]), st.Le(st.Select(a, x), st.Int(int64(n))), st.Eq(y, st.Add(x, st.Int(1))),
			st.Le(st.App(fun, x), st.Int(int64(n)))}
		v := int64(i / 2)
		if heap {
			b = st.FreshConst("a", array)
			body = append(body, st.Eq(b, st.Store(a, x, st.Int(int64(i)))))
			m.SetConst(b, content.Store(model.Int64(v), model.Int64(int64(i))))
		}
		m.SetConst(y, model.Int64(v+1))
		all = append(all, st.Implies(guards[i], st.And(body...)))
		if i%2 == 0 {
			content, _ = m.Const(st.Sym(b))
			x, a = y, b
		}
	}
	m.SetConst(out, model.Int64(int64(n+1)/2))
	all = append(all, st.Eq(out, x))
	return st, m, st.And(all...), func(t term.Term) bool { return kept[t] }
}

func BenchmarkImplicant(b *testing.B) {
	for _, n := range []int{1000, 10_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			st, m, f, _ := blocks(n, false)
			p := project.New(st)
			for b.Loop() {
				if _, err := p.Implicant(m, []term.Term{f}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkProject(b *testing.B) {
	for _, c := range []struct {
		n    int
		heap bool
	}{{1000, false}, {10_000, false}, {20_000, false}, {1000, true}, {2000, true}} {
		b.Run(fmt.Sprintf("%d-%v", c.n, c.heap), func(b *testing.B) {
			st, m, f, keep := blocks(c.n, c.heap)
			p := project.New(st)
			for b.Loop() {
				res, err := p.Project(m, []term.Term{f}, keep)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(res.Cube)), "literals")
			}
		})
	}
}

package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestGuarded compares facts under guards with assertions, on random scripts: guards are assumed,
// denied for one check or for good, and mentioned elsewhere, also in constraints.
func TestGuarded(t *testing.T) {
	from, to := seeds(1, 3)
	for _, mode := range []struct {
		name string
		opt  solver.Options
	}{
		{"stress", solver.Options{Stress: true, NoPreprocess: true}},
		{"engine", solver.Options{Combine: true, Candidates: true, NoPreprocess: true}},
		{"plain", solver.Options{NoPreprocess: true}},
		{"cone", solver.Options{Cone: true}},
		{"default", solver.Options{}},
	} {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			var n [3]int
			for _, f := range families() {
				for seed := from; seed <= to; seed++ {
					s := f.Script(source(seed))
					if err := compareGuarded(s, mode.opt, seed, &n); err != nil {
						t.Fatalf("%s, seed %d: %v\n%s", f.Name, seed, err, s.Text())
					}
				}
			}
			t.Logf("%d unsat, %d unknown, %d sat", n[0], n[1], n[2])
			if few := int(33 * (to - from + 1)); n[0] < few || n[2] < few {
				t.Error("the test is void")
			}
		})
	}
}

// guardedPlayer has two solvers for one script.
type guardedPlayer struct {
	*rand.Rand
	s        *smtscript.Script
	a, b     *solver.Solver // with and without AssertGuarded
	formulas []term.Term
	acts     []term.Term
	scopes   int
}

func compareGuarded(s *smtscript.Script, opt solver.Options, seed int64, n *[3]int) error {
	opt.CheckModels = !opt.Candidates
	plain := opt
	plain.Stress, plain.Cone = false, false
	p := &guardedPlayer{
		Rand: rand.New(rand.NewPCG(uint64(seed), 3)), s: s,
		a: solver.New(s.Store, opt), b: solver.New(s.Store, plain), formulas: groundFormulas(s),
	}
	for range 3 {
		p.acts = append(p.acts, s.Store.FreshConst("act", term.Bool))
	}
	for _, o := range s.Ops {
		p.fact()
		switch o.Kind {
		case smtscript.Assert:
			p.assert(o.Terms[0])
		case smtscript.Flow: // facts might contradict it
		case smtscript.Push:
			p.scopes++
			p.a.Push()
			p.b.Push()
		case smtscript.Pop:
			p.scopes = max(0, p.scopes-1)
			p.a.Pop()
			p.b.Pop()
		default:
			for range 1 + p.IntN(3) {
				as := p.assumptions(o.Terms)
				if p.IntN(3) == 0 {
					clause := []term.Term{p.act(), p.formula()}
					p.a.Constrain(clause...)
					p.b.Constrain(clause...)
				}
				one := checkShortly(s, p.a, as)
				if err := sameAnswer(one, checkShortly(s, p.b, as)); err != nil {
					return fmt.Errorf("under %s: %w", texts(s.Store, as), err)
				}
				n[1+one.Status]++
			}
		}
	}
	return nil
}

func (p *guardedPlayer) assert(t term.Term) {
	p.a.Assert(t)
	p.b.Assert(t)
}

func (p *guardedPlayer) act() term.Term     { return p.acts[p.IntN(len(p.acts))] }
func (p *guardedPlayer) formula() term.Term { return p.formulas[p.IntN(len(p.formulas))] }

// fact adds facts, and sometimes something else about a guard.
func (p *guardedPlayer) fact() {
	st := p.s.Store
	for range p.IntN(3) {
		if p.IntN(3) == 0 {
			p.acts = append(p.acts, st.FreshConst("act", term.Bool))
		}
		act, t := p.act(), p.formula()
		if p.IntN(4) == 0 {
			t = st.Or(t, st.Eq(p.act(), p.formula()))
		}
		p.a.AssertGuarded(act, t)
		p.b.Assert(st.Or(st.Not(act), t))
	}
	switch p.IntN(8) {
	case 0:
		p.assert(st.Or(p.act(), p.formula()))
	case 1:
		p.assert(st.Or(st.Not(p.act()), st.Not(p.act()), p.formula()))
	case 2:
		p.assert(st.Not(p.act()))
		p.acts = append(p.acts, st.FreshConst("act", term.Bool))
	}
}

func (p *guardedPlayer) assumptions(ts []term.Term) []term.Term {
	st, as := p.s.Store, slices.Clone(ts)
	for range p.IntN(4) {
		switch act := p.act(); p.IntN(5) {
		case 0:
			as = append(as, st.Not(act))
		case 1:
			as = append(as, st.Or(act, p.formula()))
		default:
			as = append(as, act)
		}
	}
	return as
}

// BenchmarkSleeping asks about a template beside which facts sleep: a few are assumed at a time.
func BenchmarkSleeping(b *testing.B) {
	for _, shape := range []string{"bound", "clause", "gate"} {
		for _, facts := range []int{0, 1000, 10_000} {
			b.Run(fmt.Sprintf("%s/facts=%d", shape, facts), func(b *testing.B) { sleeping(b, shape, facts) })
		}
	}
}

func sleeping(b *testing.B, shape string, facts int) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true, Candidates: true, Combine: true})
	guards := template(st, s, 100)
	var xs []term.Term
	for i := range term.Term(st.Len()) {
		if i > 0 && st.IsConst(i) && st.Sort(i) == term.Int {
			xs = append(xs, i)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	bound := func() term.Term {
		x, c := xs[rnd.IntN(len(xs))], st.Int(int64(60+rnd.IntN(1000)))
		if rnd.IntN(2) == 0 {
			return st.Le(x, c)
		}
		return st.Le(st.Sub(x, xs[rnd.IntN(len(xs))]), c)
	}
	var acts []term.Term
	for range max(facts, 8) {
		act := st.FreshConst("act", term.Bool)
		acts = append(acts, act)
		t := bound()
		switch shape {
		case "clause":
			t = st.Or(t, bound(), st.Not(guards[rnd.IntN(len(guards))]))
		case "gate":
			t = st.Or(st.And(t, bound()), st.Eq(bound(), guards[rnd.IntN(len(guards))]))
		}
		if facts > 0 {
			s.AssertGuarded(act, t)
		}
	}
	as := make([]term.Term, 16)
	asked := 0
	ask := func() {
		asked++ // the facts that are used change slowly
		for k := range as {
			if as[k] = guards[rnd.IntN(len(guards))]; rnd.IntN(2) == 0 {
				as[k] = st.Not(as[k])
			}
			if k%2 == 0 {
				as[k] = acts[(asked/100+rnd.IntN(64))%len(acts)]
			}
		}
		if r := s.Check(context.Background(), as...); r.Status == sat.Unknown && !r.HasModel() {
			b.Fatal(r)
		}
	}
	ask()
	before := counters(s)
	b.ResetTimer()
	for range b.N {
		ask()
	}
	after := counters(s)
	for _, name := range []string{"decisions", "propagations", "conflicts"} {
		b.ReportMetric(float64(after[name]-before[name])/float64(b.N), name+"/op")
	}
}

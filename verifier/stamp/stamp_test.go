package stamp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// recorder keeps what instances assert.
type recorder struct {
	all   []term.Term
	sites []int32
}

func (r *recorder) Assert(t term.Term)                       { r.all = append(r.all, t) }
func (r *recorder) AssertFlow(t term.Term)                   { r.all = append(r.all, t) }
func (r *recorder) Site(i int32, _ term.Term, _ []term.Term) { r.sites = append(r.sites, i) }

// maker makes random templates.
type maker struct {
	r  *rand.Rand
	st *term.Store
}

// system returns a system of a random procedure 0 that calls procedure 1.
func (m *maker) system(t *testing.T) *vc.System {
	fresh := func(n int, name string, sort term.Sort) []term.Term {
		ts := make([]term.Term, n)
		for i := range ts {
			ts[i] = m.st.FreshConst(fmt.Sprintf("%s%d", name, i), sort)
		}
		return ts
	}
	callee := &vc.Proc{ID: 1, Name: "q", CountName: "q", In: fresh(1, "u", term.Int), Out: fresh(1, "w", term.Int), Owned: fresh(1, "q", term.Bool)}
	callee.Blocks = []vc.Block{{Guard: callee.Owned[0], IPDom: -1}}
	callee.Summary = []term.Term{m.cond([]term.Term{callee.In[0], callee.Out[0]})}

	n := 1 + m.r.IntN(5)
	p := &vc.Proc{Name: "p", CountName: "p", In: fresh(1+m.r.IntN(3), "x", term.Int), Out: fresh(1+m.r.IntN(2), "y", term.Int)}
	guards, values := fresh(n, "b", term.Bool), fresh(1+m.r.IntN(3), "v", term.Int)
	p.Owned = slices.Concat(guards, values)
	pool := slices.Concat(p.In, p.Out, values)
	for _, v := range values {
		if m.r.IntN(3) == 0 {
			p.Defs = append(p.Defs, vc.Def{Name: v, Value: m.value(slices.Concat(p.In, p.Out))})
		}
	}
	for i := range n {
		b := vc.Block{Guard: guards[i], IPDom: -1}
		for range m.r.IntN(3) {
			b.Conds = append(b.Conds, m.cond(pool))
		}
		p.Blocks = append(p.Blocks, b)
	}
	for i := 1; i < n; i++ { // a tree of edges to reach all, then some more
		m.edge(p, m.r.IntN(i), i, pool)
	}
	for range m.r.IntN(3) {
		if i, k := m.r.IntN(n), m.r.IntN(n); i < k {
			m.edge(p, i, k, pool)
		}
	}
	for i := n - 1; i >= 0; i-- {
		p.Blocks[i].IPDom = postDominator(p.Blocks, i)
	}
	for range m.r.IntN(3) {
		at := m.r.IntN(n)
		g, out := m.st.FreshConst("call", term.Bool), m.st.FreshConst("o", term.Int)
		p.Owned = append(p.Owned, g, out)
		p.Blocks[at].Sites = append(p.Blocks[at].Sites, int32(len(p.Sites)))
		p.Sites = append(p.Sites, vc.Site{Guard: g, Block: int32(at), Callee: 1, Args: []term.Term{m.value(pool)}, Outs: []term.Term{out}})
		p.Blocks[at].Conds = append(p.Blocks[at].Conds, m.cond(append(pool, out)))
	}
	sys := &vc.System{Store: m.st, Procs: []*vc.Proc{p, callee}}
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	return sys
}

func (m *maker) edge(p *vc.Proc, from, to int, pool []term.Term) {
	b := &p.Blocks[from]
	e := vc.Edge{To: int32(to), Guard: p.Blocks[to].Guard}
	twice := slices.ContainsFunc(b.Succs, func(o vc.Edge) bool { return o.To == e.To })
	if twice || m.r.IntN(2) == 0 {
		e.Guard = m.st.FreshConst("edge", term.Bool)
		e.Eqs = []term.Term{m.cond(pool)}
		p.Owned = append(p.Owned, e.Guard)
	}
	p.Blocks[to].Preds = append(p.Blocks[to].Preds, vc.Pred{Block: int32(from), Edge: int32(len(b.Succs))})
	b.Succs = append(b.Succs, e)
}

// postDominator finds by definition the next block that all paths from i meet.
func postDominator(blocks []vc.Block, i int) int32 {
	var avoids func(b, avoid int) bool
	avoids = func(b, avoid int) bool {
		if b == avoid {
			return false
		}
		for _, e := range blocks[b].Succs {
			if avoids(int(e.To), avoid) {
				return true
			}
		}
		return len(blocks[b].Succs) == 0
	}
	for k := i + 1; k < len(blocks); k++ {
		if !avoids(i, k) {
			return int32(k)
		}
	}
	return -1
}

// TestRegions: blocks share a guard if and only if they are on the same paths.
func TestRegions(t *testing.T) {
	shared := 0
	for seed := range uint64(300) {
		m := &maker{r: rand.New(rand.NewPCG(seed, 8)), st: term.NewStore()}
		sys := m.system(t)
		p := sys.Procs[0]
		on := make([]string, len(p.Blocks)) // by block: for each path, whether it is on it
		var walk func(path []int32)
		walk = func(path []int32) {
			succs := p.Blocks[path[len(path)-1]].Succs
			for _, e := range succs {
				walk(append(slices.Clip(path), e.To))
			}
			if len(succs) == 0 {
				for i := range on {
					on[i] += fmt.Sprint(slices.Contains(path, int32(i)), " ")
				}
			}
		}
		walk([]int32{0})
		s := stamp.New(sys, m.st, &recorder{})
		x := s.Stamp(0, s.Own(0))
		for i := range on {
			for k := range i {
				same := s.Block(&x, int32(i)) == s.Block(&x, int32(k))
				if same != (on[i] == on[k]) {
					t.Fatalf("seed %d: blocks %d and %d: one guard %v; on the paths %s and %s", seed, k, i, same, on[k], on[i])
				}
				if same {
					shared++
				}
			}
		}
	}
	if shared < 100 {
		t.Errorf("%d pairs share a guard", shared)
	}
}

func (m *maker) value(pool []term.Term) term.Term {
	x := pool[m.r.IntN(len(pool))]
	switch m.r.IntN(4) {
	case 0:
		return m.st.Int(int64(m.r.IntN(4)))
	case 1:
		return m.st.Add(x, m.st.Int(int64(m.r.IntN(3))))
	case 2:
		return m.st.Add(x, pool[m.r.IntN(len(pool))])
	}
	return x
}

func (m *maker) cond(pool []term.Term) term.Term {
	a, b := pool[m.r.IntN(len(pool))], m.value(pool)
	switch m.r.IntN(4) {
	case 0:
		return m.st.Le(a, b)
	case 1:
		return m.st.Not(m.st.Eq(a, b))
	case 2:
		return m.st.Or(m.st.Eq(a, b), m.st.Le(b, m.value(pool)))
	}
	return m.st.Eq(a, b)
}

// TestBothWaysAgree stamps a template with its caller's terms, and with an
// interface of its own that is equated with these terms. The solver proves
// that each instance implies the other. What an instance pruned it does not
// mention: the guards there are taken to be false.
func TestBothWaysAgree(t *testing.T) {
	n := extent.Of(50, 400)
	pruned, defined := 0, 0
	for seed := range n {
		m := &maker{r: rand.New(rand.NewPCG(uint64(seed), 16)), st: term.NewStore()}
		sys := m.system(t)
		p := sys.Procs[0]
		var a, b recorder
		mk := rewrite.New(m.st)
		passing, standing := stamp.New(sys, mk, &a), stamp.New(sys, mk, &b)

		outer := []term.Term{m.st.FreshConst("a", term.Int), m.st.FreshConst("b", term.Int)}
		var terms []term.Term
		for range p.In {
			if m.r.IntN(2) == 0 {
				terms = append(terms, m.st.Int(int64(m.r.IntN(4))))
			} else {
				terms = append(terms, m.value(outer))
			}
		}
		for range p.Out {
			terms = append(terms, m.st.FreshConst("r", term.Int))
		}
		guard := m.st.FreshConst("site", term.Bool)
		given := slices.Clone(terms)
		bind := passing.Passed(0, stamp.Nowhere, guard, terms)
		ties := slices.Clone(a.all) // the definitions of large arguments
		defined += len(ties)
		x := passing.Stamp(0, bind)

		own := standing.Own(0)
		y := standing.Stamp(0, own)
		ties = append(ties, m.st.Eq(own.Guard, guard))
		for i, v := range own.Iface {
			ties = append(ties, m.st.Eq(v, given[i]))
		}
		passing.Bind(&x, bind.Iface)
		standing.Bind(&y, own.Iface)
		for _, c := range p.Owned[1:] {
			ties = append(ties, m.st.Eq(passing.Image(c), standing.Image(c)))
		}
		deadX, deadY := unused(m.st, p, passing, a.all), unused(m.st, p, standing, b.all)
		if len(deadX) > len(deadY) {
			pruned++
		}
		full, part := slices.Concat(b.all, deadY), slices.Concat(a.all, deadX)
		implies(t, m.st, fmt.Sprintf("seed %d: own interface, then terms", seed), slices.Concat(ties, full), part)
		implies(t, m.st, fmt.Sprintf("seed %d: terms, then own interface", seed), slices.Concat(ties, part), full)
	}
	if pruned < n/20 || defined < n/10 {
		t.Errorf("of %d templates %d were pruned, %d arguments were defined", n, pruned, defined)
	}
}

// TestExpansionLiteral enters an instance under a literal. With it a call can do what an instance stamped for it can; without it the call
// is open.
func TestExpansionLiteral(t *testing.T) {
	impossible := 0
	for seed := range 200 {
		m := &maker{r: rand.New(rand.NewPCG(uint64(seed), 17)), st: term.NewStore()}
		sys := m.system(t)
		p := sys.Procs[0]
		var plain, expanded recorder
		mk := rewrite.New(m.st)
		args := []term.Term{}
		for range p.In {
			args = append(args, m.st.Int(int64(m.r.IntN(4))))
		}
		for range p.Out {
			args = append(args, m.st.Int(int64(m.r.IntN(3))))
		}
		site, literal := m.st.FreshConst("site", term.Bool), m.st.FreshConst("expanded", term.Bool)
		one := stamp.New(sys, mk, &plain)
		one.Stamp(0, one.Passed(0, stamp.Nowhere, site, slices.Clone(args)))
		other := stamp.New(sys, mk, &expanded)
		own := other.Own(0)
		other.Stamp(0, own)
		for _, c := range other.Enter(site, args, own) {
			expanded.Assert(m.st.Or(m.st.Not(literal), c))
		}
		check := func(asserted []term.Term, assumptions ...term.Term) sat.Status {
			s := solver.New(m.st, solver.Options{})
			for _, c := range asserted {
				s.Assert(c)
			}
			return s.Check(context.Background(), assumptions...).Status
		}
		want := check(plain.all, site)
		if got := check(expanded.all, site, literal); got != want {
			t.Errorf("seed %d: expanded %v, want %v", seed, got, want)
		}
		if got := check(expanded.all, site); got != sat.Sat {
			t.Errorf("seed %d: open %v", seed, got)
		}
		if want == sat.Unsat {
			impossible++
		}
	}
	if impossible < 20 || impossible > 180 {
		t.Errorf("%d calls are impossible", impossible)
	}
}

// unused says that the guards that an instance does not mention are false.
func unused(st *term.Store, p *vc.Proc, s *stamp.Stamper, asserted []term.Term) []term.Term {
	met := map[term.Term]bool{}
	st.Visit(func(t term.Term) bool { met[t] = true; return true }, asserted...)
	var out []term.Term
	for _, c := range p.Owned[1:] {
		if g := s.Image(c); st.Sort(g) == term.Bool && !met[g] {
			out = append(out, st.Not(g))
		}
	}
	return out
}

// implies has the solver prove that the premises imply each conclusion.
func implies(t *testing.T, st *term.Store, name string, premises, conclusions []term.Term) {
	t.Helper()
	s := solver.New(st, solver.Options{})
	for _, c := range premises {
		s.Assert(c)
	}
	not := []term.Term{st.False()}
	for _, c := range conclusions {
		not = append(not, st.Not(c))
	}
	s.Assert(st.Or(not...))
	if got := s.Check(context.Background()).Status; got != sat.Unsat {
		t.Errorf("%s: %v", name, got)
	}
}

func TestPassable(t *testing.T) {
	st := term.NewStore()
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	for _, c := range []struct {
		t    term.Term
		want bool
	}{
		{x, true},
		{st.Int(-3), true},
		{st.True(), true},
		{st.Add(x, st.Int(4)), true},
		{st.Add(x, y), false},
		{st.Mul(st.Int(2), x), false},
		{st.Add(x, y, st.Int(1)), false},
		{st.Le(x, y), false},
	} {
		if got := stamp.Passable(st, c.t); got != c.want {
			t.Errorf("%s: %v", st.String(c.t), got)
		}
	}
}

// TestPruning: an argument decides a branch, so nothing behind it is stamped.
func TestPruning(t *testing.T) {
	m := &maker{st: term.NewStore()}
	st := m.st
	b := func(name string) term.Term { return st.FreshConst(name, term.Bool) }
	x := st.FreshConst("x", term.Int)
	guards := []term.Term{b("entry"), b("one"), b("two"), b("call"), b("join")}
	q := &vc.Proc{ID: 1, Name: "q", CountName: "q", Owned: []term.Term{b("q")}}
	q.Blocks = []vc.Block{{Guard: q.Owned[0], IPDom: -1}}
	p := &vc.Proc{
		Name: "p", CountName: "p", In: []term.Term{x}, Owned: guards,
		Blocks: []vc.Block{
			{Guard: guards[0], Succs: []vc.Edge{{To: 1, Guard: guards[1]}, {To: 2, Guard: guards[2]}}, IPDom: 3},
			{Guard: guards[1], Conds: []term.Term{st.Eq(x, st.Int(1))}, Succs: []vc.Edge{{To: 3, Guard: guards[4]}}, Preds: []vc.Pred{{Block: 0, Edge: 0}}, IPDom: 3},
			{Guard: guards[2], Conds: []term.Term{st.Eq(x, st.Int(2))}, Succs: []vc.Edge{{To: 3, Guard: guards[4]}}, Preds: []vc.Pred{{Block: 0, Edge: 1}}, Sites: []int32{0}, IPDom: 3},
			{Guard: guards[4], Preds: []vc.Pred{{Block: 1, Edge: 0}, {Block: 2, Edge: 0}}, IPDom: -1},
		},
		Sites: []vc.Site{{Guard: guards[3], Block: 2, Callee: 1}},
	}
	sys := &vc.System{Store: st, Procs: []*vc.Proc{p, q}}
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arg  term.Term
		want int // sites
	}{{st.Int(1), 0}, {st.Int(2), 1}, {st.FreshConst("a", term.Int), 1}} {
		var rec recorder
		s := stamp.New(sys, rewrite.New(st), &rec)
		s.Stamp(0, s.Passed(0, stamp.Nowhere, b("site"), []term.Term{c.arg}))
		if len(rec.sites) != c.want {
			t.Errorf("argument %s: sites %v, want %d", st.String(c.arg), rec.sites, c.want)
		}
	}
}

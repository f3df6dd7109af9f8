package cnf_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cnf"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// sink keeps the clauses, and gives them to a SAT solver.
type sink struct {
	s       *sat.Solver
	st      *term.Store
	made    map[term.Term]int
	atoms   map[term.Term]sat.Lit
	roots   [5]int            // by assertion: clauses without a guard
	defined map[sat.Lit]int   // by guard: clauses
	of      map[string]int32  // by clause: the assertion
	simple  map[term.Term]int // simplified equalities
	skolems [][]term.Term
	bodies  []term.Term
	tags    []term.Sym
	polls   int // until Stopped says so; negative: never
}

func newSink(st *term.Store) *sink {
	return &sink{
		s: sat.New(sat.Options{}), st: st, made: map[term.Term]int{}, atoms: map[term.Term]sat.Lit{}, defined: map[sat.Lit]int{},
		of: map[string]int32{}, simple: map[term.Term]int{}, polls: -1,
	}
}

func (x *sink) NewVar(t term.Term) sat.Var {
	x.made[t]++
	v := x.s.NewVar()
	if x.st.IsConst(t) {
		x.atoms[t] = v.Pos()
	}
	return v
}

func (x *sink) Atom(t term.Term) sat.Lit {
	l := x.NewVar(t).Pos()
	x.atoms[t] = l
	return l
}

func (x *sink) add(c []sat.Lit, of int32) {
	x.s.AddClause(c...)
	text := fmt.Sprint(c)
	x.of[text] = of
}

func (x *sink) Define(g sat.Lit, c []sat.Lit, of int32) {
	x.defined[g]++
	x.add(append([]sat.Lit{g.Not()}, c...), of)
}

func (x *sink) Root(c []sat.Lit, of int32) {
	x.roots[of]++
	x.add(slices.Clone(c), of)
}

func (x *sink) Simplified(from, _ term.Term)   { x.simple[from]++ }
func (x *sink) Tagged(_ term.Term, f term.Sym) { x.tags = append(x.tags, f) }
func (x *sink) Skolem(_ term.Term, constants []term.Term, body term.Term) {
	x.skolems, x.bodies = append(x.skolems, constants), append(x.bodies, body)
}

func (x *sink) Stopped() bool {
	if x.polls > 0 {
		x.polls--
	}
	return x.polls == 0
}

// language makes random formulas over Boolean constants and atoms.
type language struct {
	st     *term.Store
	leaves []term.Term
	p      term.Sym
	u      []term.Term // the arguments of p
}

const (
	constants  = 3
	predicates = 2
	leaves     = constants + predicates
)

func newLanguage() *language {
	l := &language{st: term.NewStore()}
	u := l.st.UninterpretedSort("U")
	l.p = l.st.DeclareFun("p", []term.Sort{u}, term.Bool)
	for i := range leaves {
		if i < constants {
			l.leaves = append(l.leaves, l.st.FreshConst("q", term.Bool))
			continue
		}
		l.u = append(l.u, l.st.FreshConst("u", u))
		l.leaves = append(l.leaves, l.st.App(l.p, l.u[i-constants]))
	}
	return l
}

func (l *language) random(r *rand.Rand, depth int) term.Term {
	if depth == 0 {
		return l.leaves[r.IntN(leaves)]
	}
	a, b, c := l.random(r, depth-1), l.random(r, r.IntN(depth)), l.random(r, r.IntN(depth))
	switch r.IntN(8) {
	case 0:
		return l.st.Not(a)
	case 1:
		return l.st.Eq(a, b)
	case 2:
		return l.st.Ite(a, b, c)
	case 3:
		return l.st.Distinct(a, b)
	case 4, 5:
		return l.st.And(a, b, c)
	}
	return l.st.Or(a, b, c)
}

// interpretation gives the leaves the values of a code.
func (l *language) interpretation(code int) *model.Model {
	m := model.New(l.st, model.Options{})
	for i, t := range l.leaves {
		v := model.Bool(code>>i&1 == 1)
		if i < constants {
			m.SetConst(t, v)
			continue
		}
		x := model.Elem(l.st.Sort(l.u[i-constants]), i)
		m.SetConst(l.u[i-constants], x)
		m.SetFun(l.p, []model.Value{x}, v)
	}
	return m
}

// leaf returns the literals that give the leaves the values of a code.
func (x *sink) leaf(l *language, code int) []sat.Lit {
	var out []sat.Lit
	for i, t := range l.leaves {
		v, ok := x.atoms[t]
		if !ok {
			continue
		}
		if code>>i&1 == 0 {
			v = v.Not()
		}
		out = append(out, v)
	}
	return out
}

func holds(t *testing.T, m *model.Model, f term.Term) bool {
	t.Helper()
	ok, err := m.EvalBool(f)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// TestEquisatisfiable asserts formulas, also under guards, and asks for literals of
// others: the leaves can have exactly the values for which the formulas hold, and then
// the literals have the values of theirs. Every other run is stopped again and again.
func TestEquisatisfiable(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		l := newLanguage()
		rw := rewrite.New(l.st)
		x := newSink(l.st)
		c := cnf.New(l.st, rw, x, cnf.NewSymbols())
		var facts, asked []term.Term
		var lits []sat.Lit
		for n := range 1 + r.IntN(4) {
			if seed%2 == 0 {
				x.polls = 1 + r.IntN(20)
			}
			f := l.random(r, r.IntN(4))
			simple := rw.Simplify(f)
			switch r.IntN(3) {
			case 0:
				c.Assert(simple, int32(n))
				facts = append(facts, f)
			case 1:
				g := l.leaves[r.IntN(constants)]
				c.AssertUnder(g, simple, int32(n))
				facts = append(facts, l.st.Implies(g, f))
			default:
				asked, lits = append(asked, f), append(lits, c.Lit(simple, 0))
			}
		}
		x.polls = -1
		if !c.Finish() || !c.Done() {
			t.Fatalf("seed %d: it does not finish", seed)
		}
		for code := range 1 << leaves {
			m := l.interpretation(code)
			want := holds(t, m, l.st.And(facts...))
			assume := x.leaf(l, code)
			if got := x.s.Solve(nil, assume, sat.Budget{}); (got == sat.Sat) != want {
				t.Fatalf("seed %d: the clauses are %v, the formulas are %v", seed, got, want)
			}
			for i, f := range asked {
				wrong := lits[i]
				if holds(t, m, f) {
					wrong = wrong.Not()
				}
				if want && x.s.Solve(nil, append(assume, wrong), sat.Budget{}) != sat.Unsat {
					t.Fatalf("seed %d: the literal of %s can have the wrong value", seed, l.st.String(f))
				}
			}
		}
		for f, n := range x.made {
			if n != 1 {
				t.Errorf("seed %d: %d variables for %s", seed, n, l.st.String(f))
			}
		}
	}
}

// TestPolarity asserts a formula in which a gate occurs positively only, and then its
// negation as well: each direction of the definition comes when it is needed, once, and
// belongs to the assertion that needs it.
func TestPolarity(t *testing.T) {
	l := newLanguage()
	x := newSink(l.st)
	c := cnf.New(l.st, rewrite.New(l.st), x, cnf.NewSymbols())
	gate := l.st.And(l.leaves[0], l.leaves[1])
	a, b := l.leaves[constants], l.leaves[constants+1]
	c.Assert(l.st.Or(a, gate), 1)
	c.Assert(l.st.Or(b, gate), 2)
	g := c.Known(gate)
	if g == sat.NoLit || x.defined[g] != 2 || x.defined[g.Not()] != 0 {
		t.Fatalf("%v is defined by %d and %d clauses, want 2 and 0", g, x.defined[g], x.defined[g.Not()])
	}
	for clause, of := range x.of {
		want := int32(1)
		if clause == fmt.Sprint([]sat.Lit{x.atoms[b], g}) {
			want = 2
		}
		if of != want {
			t.Errorf("%s belongs to assertion %d, want %d", clause, of, want)
		}
	}
	c.Assert(l.st.Or(a, l.st.Not(gate)), 3)
	if x.defined[g] != 2 || x.defined[g.Not()] != 1 {
		t.Errorf("%v is defined by %d and %d clauses, want 2 and 1", g, x.defined[g], x.defined[g.Not()])
	}
	if c.Known(l.st.Not(gate)) != g.Not() || c.Known(l.st.Or(a, b)) != sat.NoLit {
		t.Error("Known gives wrong literals")
	}
}

// TestFinish stops the clausifier at each poll: what is left comes later, for the
// assertion that it belongs to.
func TestFinish(t *testing.T) {
	for seed := range uint64(60) {
		run := func(polls int) (roots [5]int, done bool) {
			r := rand.New(rand.NewPCG(seed, 5))
			l := newLanguage()
			x := newSink(l.st)
			c := cnf.New(l.st, rewrite.New(l.st), x, cnf.NewSymbols())
			x.polls = polls
			for n := range int32(4) {
				c.Assert(l.random(r, 3), n+1)
			}
			done = c.Done()
			x.polls = -1
			c.Finish()
			return x.roots, done
		}
		want, _ := run(-1)
		for polls := 1; ; polls++ {
			got, done := run(polls)
			if got != want {
				t.Fatalf("seed %d, poll %d: %v clauses of the assertions, want %v", seed, polls, got, want)
			}
			if done {
				break
			}
		}
	}
}

// TestWaitingGate stops the clausifier before it has defined a gate: the definition still
// belongs to the assertion that needed it first.
func TestWaitingGate(t *testing.T) {
	l := newLanguage()
	x := newSink(l.st)
	c := cnf.New(l.st, rewrite.New(l.st), x, cnf.NewSymbols())
	gate := l.st.And(l.leaves[0], l.leaves[1])
	x.polls = 2
	c.Assert(l.st.Or(l.leaves[constants], gate), 1)
	g := c.Known(gate)
	if g == sat.NoLit || x.defined[g] != 0 {
		t.Fatalf("%v has %d clauses when it is stopped, want 0", g, x.defined[g])
	}
	x.polls = -1
	c.Assert(l.leaves[constants+1], 2)
	for clause, of := range x.of {
		want := int32(1)
		if clause == fmt.Sprint([]sat.Lit{x.atoms[l.leaves[constants+1]]}) {
			want = 2
		}
		if of != want {
			t.Errorf("%s belongs to assertion %d, want %d", clause, of, want)
		}
	}
}

// TestDistinct looks at both ways to define a distinct, and at what is said of them.
func TestDistinct(t *testing.T) {
	for _, n := range []int{3, 32, 33} {
		l := newLanguage()
		x := newSink(l.st)
		c := cnf.New(l.st, rewrite.New(l.st), x, cnf.NewSymbols())
		var us []term.Term
		for range n {
			us = append(us, l.st.FreshConst("u", l.st.Sort(l.u[0])))
		}
		d := l.st.Distinct(us...)
		c.Assert(l.st.Or(l.leaves[0], d), 1)
		want, tags := n*(n-1)/2, 0
		if n > 32 {
			want, tags = n, 1
		}
		if got := x.defined[c.Known(d)]; got != want || len(x.simple) != want || len(x.tags) != tags {
			t.Errorf("%d terms: %d clauses, %d equalities, %d tags, want %d, %d, %d", n, got, len(x.simple), len(x.tags), want, want, tags)
		}
	}
}

// TestSkolem asserts that a quantified formula is false, twice with the same symbols:
// the constants are the same ones, and they occur in the body.
func TestSkolem(t *testing.T) {
	l := newLanguage()
	symbols := cnf.NewSymbols()
	y := l.st.BoundVar("y", l.st.Sort(l.u[0]))
	forall := l.st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{y}, Body: l.st.Or(l.st.App(l.p, y), l.leaves[0])})
	var first term.Term
	for round := range 2 {
		x := newSink(l.st)
		c := cnf.New(l.st, rewrite.New(l.st), x, symbols)
		c.Assert(l.st.Not(forall), 1)
		if len(x.skolems) != 1 || len(x.skolems[0]) != 1 {
			t.Fatalf("constants %v, want one", x.skolems)
		}
		k := x.skolems[0][0]
		if round == 0 {
			first = k
		}
		if k != first || x.bodies[0] != l.st.Or(l.st.App(l.p, k), l.leaves[0]) && x.bodies[0] != l.st.Or(l.leaves[0], l.st.App(l.p, k)) {
			t.Errorf("constant %s, body %s", l.st.String(k), l.st.String(x.bodies[0]))
		}
		forallLit := c.Known(forall)
		p, q := x.atoms[l.st.App(l.p, k)], x.atoms[l.leaves[0]]
		if x.s.Solve(nil, []sat.Lit{p}, sat.Budget{}) != sat.Unsat || x.s.Solve(nil, []sat.Lit{q}, sat.Budget{}) != sat.Unsat ||
			x.s.Solve(nil, []sat.Lit{forallLit}, sat.Budget{}) != sat.Unsat || x.s.Solve(nil, nil, sat.Budget{}) != sat.Sat {
			t.Error("the clauses are wrong")
		}
	}
}

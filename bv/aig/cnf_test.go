package aig_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
)

// solver is a sink that counts.
type solver struct {
	*sat.Solver
	vars, clauses, literals int
}

func newSolver() *solver { return &solver{Solver: sat.New(sat.Options{})} }

func (s *solver) NewVar() sat.Var {
	s.vars++
	return s.Solver.NewVar()
}

func (s *solver) Clause(lits []sat.Lit) {
	s.clauses++
	s.literals += len(lits)
	s.AddClause(lits...)
}

// TestCNF asserts random literals, some under a guard, and compares answers and models
// with simulation at all points. Scopes and interrupted translations are among it.
func TestCNF(t *testing.T) {
	for seed := range uint64(4000) {
		rnd := rand.New(rand.NewPCG(seed, 4))
		g, pool, inputs := random(rnd, 6, 3+rnd.IntN(30))
		s := newSolver()
		c := aig.NewCNF(g, s)
		interrupted := rnd.IntN(2) == 0
		polls := 0
		c.Stopped = func() bool { polls++; return interrupted && polls%3 != 0 }
		c.Poll(1)
		holds := ^uint64(0) // the points where all roots hold
		var assumptions []sat.Lit
		for range 1 + rnd.IntN(6) {
			// The graph grows between the roots, so that gates get more uses.
			p := combine(g, rnd, pool)
			pool = append(pool, p)
			if rnd.IntN(2) == 0 {
				p = pool[rnd.IntN(len(pool))]
			}
			if rnd.IntN(2) == 0 {
				p = point{p.l.Not(), ^p.v}
			}
			switch rnd.IntN(4) {
			case 0:
				l := c.Lit(p.l)
				for l == sat.NoLit {
					l = c.Lit(p.l)
				}
				assumptions = append(assumptions, l)
			case 1:
				a := s.Activate()
				for !c.Root(p.l, a) {
				}
				assumptions = append(assumptions, a)
			default:
				for !c.Root(p.l) {
				}
			}
			holds &= p.v
			check(t, seed, g, c, s, inputs, assumptions, holds)
		}
		q := combine(g, rnd, pool)
		for !c.Root(q.l) {
		}
		check(t, seed, g, c, s, inputs, assumptions, holds&q.v)
	}
}

func check(t *testing.T, seed uint64, g *aig.Graph, c *aig.CNF, s *solver, inputs []uint64, assumptions []sat.Lit, holds uint64) {
	t.Helper()
	switch s.Solve(nil, assumptions, sat.Budget{}) {
	case sat.Unsat:
		if holds != 0 {
			t.Fatalf("seed %d: unsat, but true at %b", seed, holds)
		}
	case sat.Sat:
		point := 0
		for i := range inputs {
			if l := c.Known(g.InputLit(i)); l != sat.NoLit && s.ModelValue(l) == sat.True {
				point |= 1 << i
			}
		}
		if holds>>point&1 == 0 {
			t.Fatalf("seed %d: the model is point %d, true at %b", seed, point, holds)
		}
		values := g.Simulate(inputs, nil)
		for n := range uint32(g.Len()) {
			l := aig.Lit(n << 1)
			if x := c.Known(l); x != sat.NoLit && (s.ModelValue(x) == sat.True) != (values[n]>>point&1 != 0) {
				t.Fatalf("seed %d: node %d has another value than its variable", seed, n)
			}
		}
	default:
		t.Fatalf("seed %d: unknown", seed)
	}
}

// TestCNFSizes has the clauses of typical gates.
func TestCNFSizes(t *testing.T) {
	type size struct{ vars, clauses, literals int }
	count := func(build func(g *aig.Graph, in []aig.Lit) []aig.Lit) size {
		g := aig.New()
		var in []aig.Lit
		for range 8 {
			in = append(in, g.Input())
		}
		s := newSolver()
		c := aig.NewCNF(g, s)
		for _, l := range in {
			c.Lit(l)
		}
		for _, l := range build(g, in) {
			c.Lit(l)
		}
		return size{s.vars - 8, s.clauses, s.literals}
	}
	for name, test := range map[string]struct {
		build func(g *aig.Graph, in []aig.Lit) []aig.Lit
		want  size
	}{
		"and": {func(g *aig.Graph, in []aig.Lit) []aig.Lit {
			return []aig.Lit{g.And(g.And(g.And(in[0], in[1]), g.And(in[2], in[3])), in[4])}
		}, size{1, 6, 16}},
		"and that shares": {func(g *aig.Graph, in []aig.Lit) []aig.Lit {
			a := g.And(in[0], in[1])
			return []aig.Lit{g.And(a, in[2]), g.And(a, in[3])}
		}, size{3, 9, 21}},
		"xor":    {func(g *aig.Graph, in []aig.Lit) []aig.Lit { return []aig.Lit{g.Xor(in[0], in[1])} }, size{1, 4, 12}},
		"xors":   {func(g *aig.Graph, in []aig.Lit) []aig.Lit { return []aig.Lit{g.Xor(in[2], g.Xor(in[0], in[1]))} }, size{1, 8, 32}},
		"choice": {func(g *aig.Graph, in []aig.Lit) []aig.Lit { return []aig.Lit{g.Ite(in[0], in[1], in[2])} }, size{1, 6, 18}},
		"adder": {func(g *aig.Graph, in []aig.Lit) []aig.Lit {
			return []aig.Lit{g.Xor3(in[0], in[1], in[2]), g.Maj(in[0], in[1], in[2])}
		}, size{2, 14, 50}},
	} {
		if got := count(test.build); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// TestRootClauses has the clauses of roots.
func TestRootClauses(t *testing.T) {
	g := aig.New()
	var in []aig.Lit
	for range 6 {
		in = append(in, g.Input())
	}
	for name, test := range map[string]struct {
		root          aig.Lit
		vars, clauses int
	}{
		"conjunction":      {g.And(g.And(in[0], in[1]), g.And(in[2], g.Or(in[3], in[4]))), 5, 4},
		"disjunction":      {g.Or(g.Or(in[0], in[1]), g.Or(in[2], in[3])), 4, 1},
		"equality":         {g.Iff(in[0], in[1]), 2, 2},
		"false":            {aig.False, 0, 1},
		"true":             {aig.True, 0, 0},
		"negated choice":   {g.Ite(in[0], in[1], in[2]).Not(), 3, 3},
		"negated majority": {g.Maj(in[0], in[1], in[2]).Not(), 3, 3},
	} {
		var got [][]sat.Lit
		s := &recorder{}
		if !aig.NewCNF(g, s).Root(test.root) {
			t.Fatal("stopped")
		}
		if int(s.vars) != test.vars || len(s.clauses) != test.clauses {
			t.Errorf("%s: %d variables and %v", name, s.vars, s.clauses)
		}
		got = s.clauses
		s = &recorder{vars: 100}
		aig.NewCNF(g, s).Root(test.root, sat.Var(99).Pos())
		for i, c := range s.clauses {
			if len(c) != len(got[i])+1 || !slices.Contains(c, sat.Var(99).Neg()) {
				t.Errorf("%s: %v under a guard", name, c)
			}
		}
	}
}

type recorder struct {
	vars    sat.Var
	clauses [][]sat.Lit
}

func (r *recorder) NewVar() sat.Var       { r.vars++; return r.vars }
func (r *recorder) Clause(lits []sat.Lit) { r.clauses = append(r.clauses, slices.Clone(lits)) }

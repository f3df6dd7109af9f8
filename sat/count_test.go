package sat_test

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/proof"
)

// hallFormula is clauses that are pigeons and holes, and more.
type hallFormula struct {
	r    *rand.Rand
	vars int
	cs   [][]sat.Lit
}

func (c *hallFormula) newLit() sat.Lit {
	c.vars++
	return sat.Var(c.vars).Pos() ^ sat.Lit(c.r.IntN(2))
}

func (c *hallFormula) add(lits ...sat.Lit) { c.cs = append(c.cs, slices.Clone(lits)) }

// exclude says that at most one literal is true, in one of several encodings.
func (c *hallFormula) exclude(lits []sat.Lit) {
	switch n := len(lits); c.r.IntN(4) {
	case 0: // pairs
		for i := range lits {
			for _, m := range lits[:i] {
				c.add(lits[i]^1, m^1)
			}
		}
	case 1: // one after the other
		before := sat.NoLit
		for i, l := range lits {
			if before != sat.NoLit {
				c.add(before^1, l^1)
			}
			if i == n-1 {
				return
			}
			next := c.newLit()
			c.add(l^1, next)
			if before != sat.NoLit {
				c.add(before^1, next)
			}
			before = next
		}
	case 2: // by the bits of their number
		for b := 1; b < n; b *= 2 {
			bit := c.newLit()
			for i, l := range lits {
				if i&b > 0 {
					c.add(l^1, bit)
				} else {
					c.add(l^1, bit^1)
				}
			}
		}
	default: // by a commander of each half
		half := n / 2
		if half < 2 {
			for i := range lits {
				for _, m := range lits[:i] {
					c.add(lits[i]^1, m^1)
				}
			}
			return
		}
		one, other := c.newLit(), c.newLit()
		for i, l := range lits {
			if i < half {
				c.add(l^1, one)
			} else {
				c.add(l^1, other)
			}
		}
		c.add(one^1, other^1)
		c.exclude(lits[:half])
		c.exclude(lits[half:])
	}
}

// pigeons lets each of n pigeons choose among some of the holes; guard is in their clauses.
// A pigeon may take a hole in two ways, and two may share it.
func (c *hallFormula) pigeons(n, holes int, guards ...sat.Lit) {
	at := make([][]sat.Lit, holes)
	share := c.r.IntN(3) == 0
	for range n {
		clause := slices.Clone(guards)
		for _, h := range c.r.Perm(holes)[:1+c.r.IntN(holes)] {
			for range 1 + c.r.IntN(6)/5 {
				if len(at[h]) > 0 && share && c.r.IntN(3) == 0 {
					clause = append(clause, at[h][c.r.IntN(len(at[h]))])
					continue
				}
				l := c.newLit()
				clause = append(clause, l)
				at[h] = append(at[h], l)
			}
		}
		c.add(clause...)
		if c.r.IntN(4) == 0 {
			c.exclude(clause[len(guards):])
		}
	}
	for _, lits := range at {
		c.exclude(lits)
	}
}

// board is a square board without two corners, to be covered by dominoes.
func (c *hallFormula) board(n int) {
	at := make([][]sat.Lit, n*n)
	edge := func(a, b int) {
		if gone := n*n - 1; a > 0 && b < gone {
			l := c.newLit()
			at[a], at[b] = append(at[a], l), append(at[b], l)
		}
	}
	for i := range n * n {
		if i%n < n-1 {
			edge(i, i+1)
		}
		if i+n < n*n {
			edge(i, i+n)
		}
	}
	for _, lits := range at[1 : n*n-1] {
		c.add(lits...)
		c.exclude(lits)
	}
}

// shuffled are the clauses in random order.
func (c *hallFormula) shuffled() [][]sat.Lit {
	c.r.Shuffle(len(c.cs), func(i, j int) { c.cs[i], c.cs[j] = c.cs[j], c.cs[i] })
	return c.cs
}

// TestHallViolations compares formulas of pigeons under assumptions with a solver that does not
// inprocess, checks the proofs, and stops some of them.
func TestHallViolations(t *testing.T) {
	runs := extent.Of(uint64(100), 600)
	var violations, guarded, stopped, satisfiable int64
	for seed := range runs {
		c := &hallFormula{r: rand.New(rand.NewPCG(seed, 31))}
		guards := []sat.Lit{c.newLit(), c.newLit()}
		n := 3 + c.r.IntN(5)
		switch {
		case seed%8 == 0:
			c.board(4 + 2*c.r.IntN(2))
		default:
			c.pigeons(n, n-c.r.IntN(2), guards[:c.r.IntN(3)]...)
		}
		if c.r.IntN(2) == 0 {
			c.pigeons(3, 3, guards[0]^1)
		}
		for range c.r.IntN(8) {
			c.add(randomLits(c.r, c.vars, 2+c.r.IntN(2))...)
		}
		lrat := proof.NewLRAT()
		opt := sat.Options{Tracer: lrat, Stress: true, Seed: seed}
		if seed%5 == 0 {
			opt.Tracer = nil
		}
		s, plain := sat.New(opt), sat.New(sat.Options{})
		plain.Plain()
		for range c.vars {
			s.NewVar()
			plain.NewVar()
		}
		for _, d := range c.shuffled() {
			s.AddClause(d...)
			plain.AddClause(d...)
		}
		for _, assumptions := range [][]sat.Lit{{guards[0] ^ 1, guards[1] ^ 1}, {guards[0]}, nil} {
			var lim *limit.Limit
			if c.r.IntN(4) == 0 {
				lim = new(limit.Limit)
				lim.Count(limit.NewCountdown(1+c.r.Int64N(1+c.r.Int64N(2000)), limit.Interrupt))
			}
			before := s.Stats().HallViolations
			st := s.Solve(lim, assumptions, sat.Budget{})
			if st == sat.Unknown {
				stopped++
				st = s.Solve(nil, assumptions, sat.Budget{})
			}
			if want := plain.Solve(nil, assumptions, sat.Budget{}); st != want {
				t.Fatalf("seed %d: %v, expected %v", seed, st, want)
			}
			if st == sat.Sat {
				satisfiable++
			}
			if s.Stats().HallViolations > before && len(s.Core()) > 0 {
				guarded++
			}
			v := s.NewVar() // perhaps with the number of a fresh one
			plain.NewVar()
			d := []sat.Lit{v.Pos(), sat.Var(1 + c.r.IntN(c.vars)).Neg()}
			s.AddClause(d...)
			plain.AddClause(d...)
		}
		if err := lrat.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		violations += s.Stats().HallViolations
	}
	t.Logf("%d violations, %d times an assumption, %d stopped, %d satisfiable", violations, guarded, stopped, satisfiable)
	if min(violations, guarded, stopped, satisfiable) == 0 {
		t.Error("a case does not occur")
	}
}

// TestGreatHallViolations refutes what resolution cannot in as many conflicts, with proofs in files
// of all formats.
func TestGreatHallViolations(t *testing.T) {
	for seed := range uint64(12) {
		format := proof.Format{LRAT: seed&1 > 0, Binary: seed&2 > 0}
		c := &hallFormula{r: rand.New(rand.NewPCG(seed, 37))}
		if seed%3 == 0 {
			c.board(12)
		} else {
			at := make([][]sat.Lit, 14)
			for range 15 {
				var clause []sat.Lit
				for h := range at {
					l := c.newLit()
					clause, at[h] = append(clause, l), append(at[h], l)
				}
				c.add(clause...)
			}
			for _, lits := range at {
				c.exclude(lits)
			}
		}
		var file bytes.Buffer
		w := proof.NewWriter(&file, format, len(c.cs))
		s := sat.New(sat.Options{Tracer: w})
		for range c.vars {
			s.NewVar()
		}
		for _, d := range c.shuffled() {
			s.AddClause(d...)
		}
		st := s.Solve(nil, nil, sat.Budget{Conflicts: 10_000})
		if err := w.Close(); err != nil || st != sat.Unsat || s.Stats().HallViolations == 0 {
			t.Fatalf("seed %d: %v, %v, %+v", seed, st, err, s.Stats())
		}
		if _, err := proof.Check(slices.Values(c.cs), proof.NewReader(bufio.NewReader(&file), format), proof.Options{}); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, format, err)
		}
	}
}

package oracle

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
)

func randomLits(r *rand.Rand, vars, n int) []sat.Lit {
	c := make([]sat.Lit, n)
	for i := range c {
		c[i] = sat.Lit(2 + r.IntN(2*vars))
	}
	return c
}

// evaluate is even slower: it tries one assignment after the other.
func evaluate(vars int, clauses [][]sat.Lit, lits []sat.Lit) sat.Status {
	for m := range 1 << vars {
		holds := func(l sat.Lit) bool { return (m>>(l.Var()-1)&1 == 1) != l.Sign() }
		all := true
		for _, c := range clauses {
			any := false
			for _, l := range c {
				any = any || holds(l)
			}
			all = all && any
		}
		for _, l := range lits {
			all = all && holds(l)
		}
		if all {
			return sat.Sat
		}
	}
	return sat.Unsat
}

// All oracles agree, while clauses come and go.
func TestOracles(t *testing.T) {
	answers := map[sat.Status]int{}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		vars := 1 + r.IntN(9)
		peer, installed := NewCadical()
		f := peer.Formula
		var clauses [][]sat.Lit
		var groups []int
		for range 20 {
			switch r.IntN(5) {
			case 0:
				groups = append(groups, len(clauses))
				f.Push()
			case 1:
				if n := len(groups) - 1; n >= 0 && r.IntN(2) == 0 {
					clauses, groups = clauses[:groups[n]], groups[:n]
					f.Pop()
				}
			}
			for range r.IntN(4) {
				c := randomLits(r, vars, r.IntN(5))
				if len(c) < 2 && r.IntN(8) > 0 {
					continue
				}
				clauses = append(clauses, c)
				f.Add(c)
			}
			lits := randomLits(r, vars, r.IntN(3))
			want := evaluate(vars, clauses, lits)
			answers[want]++
			if got := f.Holds(lits); got != want {
				t.Fatalf("seed %d: by models: %v, want %v", seed, got, want)
			}
			if got := Decide(vars, clauses, lits, 1000); got != want {
				t.Fatalf("seed %d: by search: %v, want %v", seed, got, want)
			}
			if got := f.ask(f.rename(lits)); got != want {
				t.Fatalf("seed %d: by gini: %v, want %v", seed, got, want)
			}
			if installed && seed%15 == 0 {
				if got := peer.Holds(lits); got != want {
					t.Fatalf("seed %d: by CaDiCaL: %v, want %v", seed, got, want)
				}
			}
		}
	}
	if answers[sat.Sat] < 500 || answers[sat.Unsat] < 500 {
		t.Errorf("answers %v are one-sided", answers)
	}
}

func TestDecideStops(t *testing.T) {
	if st := Decide(3, [][]sat.Lit{{2, 4}, {6, 7}, {6}}, nil, 0); st != sat.Unknown {
		t.Errorf("%v after no decision", st)
	}
}

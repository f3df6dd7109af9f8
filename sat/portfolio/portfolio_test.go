package portfolio

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/proof"
)

func randomClause(r *rand.Rand, vars, n int) []sat.Lit {
	var c []sat.Lit
	for range n {
		c = append(c, sat.Lit(2+r.IntN(2*vars)))
	}
	return c
}

// circuit makes gates, which elimination and substitution can find, and random clauses.
func circuit(r *rand.Rand, inputs, gates int) [][]sat.Lit {
	var cs [][]sat.Lit
	for out := inputs + 1; out <= inputs+gates; out++ {
		x, a, b := sat.Var(out).Pos(), sat.Lit(2+r.IntN(2*(out-1))), sat.Lit(2+r.IntN(2*(out-1)))
		switch r.IntN(5) {
		case 0:
			cs = append(cs, []sat.Lit{x.Not(), a}, []sat.Lit{x, a.Not()})
		case 1, 2:
			cs = append(cs, []sat.Lit{x.Not(), a}, []sat.Lit{x.Not(), b}, []sat.Lit{x, a.Not(), b.Not()})
		default:
			cs = append(cs, []sat.Lit{x.Not(), a, b}, []sat.Lit{x.Not(), a.Not(), b.Not()}, []sat.Lit{x, a.Not(), b}, []sat.Lit{x, a, b.Not()})
		}
	}
	return cs
}

// tee checks a proof as LRAT and as DRAT.
type tee struct {
	lrat *proof.LRAT
	drat *proof.DRAT
}

func newTee() *tee { return &tee{proof.NewLRAT(), proof.NewDRAT()} }

func (t *tee) Antecedents() bool { return true }

func (t *tee) Axiom(id sat.ClauseID, c []sat.Lit, lemma bool, from sat.Origin) {
	t.lrat.Axiom(id, c, lemma, from)
	t.drat.Axiom(id, c, lemma, from)
}

func (t *tee) Derived(id sat.ClauseID, c []sat.Lit, ants []sat.ClauseID) {
	t.lrat.Derived(id, c, ants)
	t.drat.Derived(id, c, ants)
}

func (t *tee) Deleted(id sat.ClauseID, c []sat.Lit) {
	t.lrat.Deleted(id, c)
	t.drat.Deleted(id, c)
}

func (t *tee) err() error {
	if err := t.lrat.Err(); err != nil {
		return err
	}
	return t.drat.Err()
}

// TestTurns runs the workers in turns of a few conflicts, so that a run can be repeated.
// It checks answers, models and proofs.
func TestTurns(t *testing.T) {
	var total sat.Stats
	for seed := range uint64(20) {
		st, err := turns(seed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		total.Imported += st.Imported
		total.ImportsLeft += st.ImportsLeft
		total.Restored += st.Restored
		total.Eliminated += st.Eliminated
		total.Substituted += st.Substituted
	}
	t.Logf("%d imported, %d left, %d restored", total.Imported, total.ImportsLeft, total.Restored)
	if min(total.Imported, total.ImportsLeft, total.Restored, total.Eliminated, total.Substituted) == 0 {
		t.Error("something did not happen")
	}
}

func turns(seed uint64) (total sat.Stats, err error) {
	r := rand.New(rand.NewPCG(seed, 5))
	n := 2 + r.IntN(3)
	checker := newTee()
	book := &ledger{tracer: checker}
	var scribes []*scribe
	for range n {
		scribes = append(scribes, &scribe{ledger: book})
	}
	var workers []*sat.Solver
	for i, port := range connect(n, scribes) {
		o, _ := variant(i)
		o.Exchange, o.Tracer, o.Stress = port, scribes[i], r.IntN(3) > 0
		workers = append(workers, sat.New(o))
	}
	defer func() {
		for _, w := range workers {
			st := w.Stats()
			total.Imported += st.Imported
			total.ImportsLeft += st.ImportsLeft
			total.Restored += st.Restored
			total.Eliminated += st.Eliminated
			total.Substituted += st.Substituted
		}
	}()
	plain := sat.New(sat.Options{})
	inputs, gates := 60+r.IntN(40), 10+r.IntN(20)
	vars := inputs + gates
	for range vars {
		plain.NewVar()
		for _, w := range workers {
			w.NewVar()
		}
	}
	var all [][]sat.Lit
	add := func(c []sat.Lit) {
		all = append(all, c)
		book.axiom(c)
		plain.AddClause(c...)
		for _, w := range workers {
			w.AddClause(c...)
		}
	}
	for _, c := range circuit(r, inputs, gates) {
		add(c)
	}
	for plain.Okay() {
		for range r.IntN(3 * vars) {
			add(randomClause(r, vars, 3))
		}
		assumptions := randomClause(r, vars, r.IntN(3))
		want := plain.Solve(nil, assumptions, sat.Budget{})
		open := slices.Clone(workers)
		for step := 0; len(open) > 0; step++ {
			i := r.IntN(len(open))
			w := open[i]
			got := w.Solve(nil, assumptions, sat.Budget{Conflicts: 1 + r.Int64N(10)})
			if err := checker.err(); err != nil {
				return total, err
			}
			switch {
			case got == sat.Unknown:
				continue
			case got != want:
				return total, fmt.Errorf("%v, want %v", got, want)
			case got == sat.Unsat && plain.Solve(nil, w.Core(), sat.Budget{}) != sat.Unsat:
				return total, fmt.Errorf("core %v", w.Core())
			}
			for _, c := range all {
				if got == sat.Sat && !slices.ContainsFunc(c, func(l sat.Lit) bool { return w.ModelValue(l) == sat.True }) {
					return total, fmt.Errorf("the model does not satisfy %v", c)
				}
			}
			open = slices.Delete(open, i, i+1)
		}
	}
	for _, w := range workers {
		if w.Solve(nil, nil, sat.Budget{}) != sat.Unsat {
			return total, errors.New("not unsat without assumptions")
		}
	}
	if !checker.lrat.Empty() {
		return total, errors.New("the proof does not end with the empty clause")
	}
	return total, nil
}

// pigeons is the clauses by which n+1 pigeons fit into n holes.
func pigeons(n int) [][]sat.Lit {
	at := func(p, h int) sat.Lit { return sat.Var(p*n + h + 1).Pos() }
	var cs [][]sat.Lit
	for p := range n + 1 {
		var c []sat.Lit
		for h := range n {
			c = append(c, at(p, h))
			for q := range p {
				cs = append(cs, []sat.Lit{at(p, h).Not(), at(q, h).Not()})
			}
		}
		cs = append(cs, c)
	}
	return cs
}

func load(p *Solver, cs [][]sat.Lit) {
	for _, c := range cs {
		for _, l := range c {
			for p.NumVars() < int(l.Var()) {
				p.NewVar()
			}
		}
		p.AddClause(c...)
	}
}

// TestGoroutines runs the workers concurrently, also for the race detector.
func TestGoroutines(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 6))
		checker := newTee()
		p := New(Options{Workers: 1 + r.IntN(4), Seed: seed, Tracer: checker})
		plain := sat.New(sat.Options{})
		vars := 100
		for range vars {
			p.NewVar()
			plain.NewVar()
		}
		var all [][]sat.Lit
		for plain.Okay() {
			for range 50 + r.IntN(100) {
				c := randomClause(r, vars, 3)
				all = append(all, c)
				p.AddClause(c...)
				plain.AddClause(c...)
			}
			assumptions := randomClause(r, vars, r.IntN(3))
			got, want := p.Solve(nil, assumptions, sat.Budget{}), plain.Solve(nil, assumptions, sat.Budget{})
			if got != want {
				t.Fatalf("seed %d: %v, want %v", seed, got, want)
			}
			if got == sat.Unsat && plain.Solve(nil, p.Core(), sat.Budget{}) != sat.Unsat {
				t.Fatalf("seed %d: core %v", seed, p.Core())
			}
			for _, c := range all {
				if got == sat.Sat && !slices.ContainsFunc(c, func(l sat.Lit) bool { return p.ModelValue(l) == sat.True }) {
					t.Fatalf("seed %d: the model does not satisfy %v", seed, c)
				}
			}
		}
		if err := checker.err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func TestShares(t *testing.T) {
	checker := newTee()
	p := New(Options{Workers: 3, Tracer: checker})
	load(p, pigeons(7))
	if st := p.Solve(nil, nil, sat.Budget{}); st != sat.Unsat {
		t.Fatal(st)
	}
	if err := checker.err(); err != nil || !checker.lrat.Empty() {
		t.Fatalf("proof: %v", err)
	}
	answered := 0
	for _, w := range p.Workers() {
		t.Logf("%s: %d conflicts, %d out, %d in", w.Name, w.Stats.Conflicts, w.Exported, w.Stats.Imported)
		if w.Answered {
			answered++
		}
	}
	if answered != 1 {
		t.Errorf("%d answers", answered)
	}
}

func TestStops(t *testing.T) {
	p := New(Options{Workers: 2})
	r := rand.New(rand.NewPCG(5, 1))
	for range 1278 { // about the threshold
		load(p, [][]sat.Lit{randomClause(r, 300, 3)})
	}
	var lim limit.Limit
	lim.Count(limit.NewCountdown(5, limit.Interrupt))
	if st := p.Solve(&lim, nil, sat.Budget{}); st != sat.Unknown || p.WhyUnknown() != limit.Interrupt {
		t.Fatalf("%v, %v", st, p.WhyUnknown())
	}
	if st := p.Solve(nil, nil, sat.Budget{Conflicts: 100}); st != sat.Unknown || p.WhyUnknown() != limit.Conflicts {
		t.Fatalf("%v, %v", st, p.WhyUnknown())
	}
	if st := p.Solve(nil, []sat.Lit{2, 3}, sat.Budget{}); st != sat.Unsat || len(p.Core()) != 2 {
		t.Fatalf("%v, core %v", st, p.Core())
	}
}

// TestDefinitions refutes parities whose sums have many variables: the workers define
// fresh variables of the same numbers, but in the common proof they differ.
func TestDefinitions(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 11))
		const points = 60
		at := make([][]sat.Var, points)
		vars := sat.Var(0)
		for i, p := range r.Perm(3 * points) {
			if i%2 == 0 {
				vars++
			}
			at[p/3] = append(at[p/3], vars)
		}
		c := &counting{LRAT: proof.NewLRAT()}
		s := New(Options{Workers: 3, Seed: seed, Tracer: c})
		for range vars {
			s.NewVar()
		}
		for i, x := range at {
			for k := range sat.Lit(8) {
				if odd := (k^k>>1^k>>2)&1 == 1; odd != (i == 0) {
					s.Add([]sat.Lit{x[0].Pos() | k&1, x[1].Pos() | k>>1&1, x[2].Pos() | k>>2}, sat.Irredundant)
				}
			}
		}
		if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Unsat || c.Err() != nil || !c.Empty() {
			t.Fatalf("seed %d: %v, %v", seed, st, c.Err())
		}
		if c.definitions == 0 {
			t.Logf("seed %d: no definitions", seed)
		}
	}
}

// counting counts definitions.
type counting struct {
	*proof.LRAT
	definitions int
}

func (c *counting) Defined(id sat.ClauseID, lits []sat.Lit, blocked []sat.ClauseID) {
	c.definitions++
	c.LRAT.Defined(id, lits, blocked)
}

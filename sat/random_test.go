package sat_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/proof"
)

// truth is the slow oracle: the set of satisfying assignments as bit masks,
// where bit i is variable i+1.
type truth []uint32

func allAssignments(n int) truth {
	t := make(truth, 1<<n)
	for i := range t {
		t[i] = uint32(i)
	}
	return t
}

func holds(m uint32, l sat.Lit) bool { return (m>>(l.Var()-1)&1 != 0) != l.Sign() }

func anyHolds(m uint32, c []sat.Lit) bool {
	for _, l := range c {
		if holds(m, l) {
			return true
		}
	}
	return false
}

func allHold(m uint32, c []sat.Lit) bool {
	for _, l := range c {
		if !holds(m, l) {
			return false
		}
	}
	return true
}

func (t truth) filter(keep func(m uint32) bool) truth {
	kept := t[:0]
	for _, m := range t {
		if keep(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (t truth) some(lits []sat.Lit) bool {
	for _, m := range t {
		if allHold(m, lits) {
			return true
		}
	}
	return false
}

// tee checks a proof as LRAT and as DRAT.
type tee struct {
	lrat  *proof.LRAT
	drat  *proof.DRAT
	ended bool
	last  []sat.Lit // the last derived clause
	late  error     // an event after the empty clause
}

func newTee() *tee { return &tee{lrat: proof.NewLRAT(), drat: proof.NewDRAT()} }

func (p *tee) see(c []sat.Lit) {
	if p.ended && p.late == nil {
		p.late = fmt.Errorf("clause %v after the empty one", c)
	}
	p.ended = p.ended || len(c) == 0
}

func (p *tee) Antecedents() bool { return true }

func (p *tee) Axiom(id sat.ClauseID, c []sat.Lit, lemma bool, from sat.Origin) {
	p.see(c)
	p.lrat.Axiom(id, c, lemma, from)
	p.drat.Axiom(id, c, lemma, from)
}

func (p *tee) Derived(id sat.ClauseID, c []sat.Lit, ants []sat.ClauseID) {
	p.see(c)
	p.last = append(p.last[:0], c...)
	p.lrat.Derived(id, c, ants)
	p.drat.Derived(id, c, ants)
}

func (p *tee) Deleted(id sat.ClauseID, c []sat.Lit) {
	p.lrat.Deleted(id, c)
	p.drat.Deleted(id, c)
}

func (p *tee) err() error {
	if p.lrat.Err() != nil {
		return fmt.Errorf("lrat: %w", p.lrat.Err())
	}
	if p.drat.Err() != nil {
		return fmt.Errorf("drat: %w", p.drat.Err())
	}
	return p.late
}

func randomLits(r *rand.Rand, vars, n int) []sat.Lit {
	c := make([]sat.Lit, n)
	for i := range c {
		c[i] = sat.Lit(2 + r.IntN(2*vars))
	}
	return c
}

// judge compares an answer with the oracle.
func judge(s *sat.Solver, t truth, st sat.Status, assumptions []sat.Lit) error {
	want := sat.Unsat
	if t.some(assumptions) {
		want = sat.Sat
	}
	if st != want {
		return fmt.Errorf("%v under %v, want %v", st, assumptions, want)
	}
	if st == sat.Sat {
		return nil
	}
	given := make(map[sat.Lit]bool)
	for _, a := range assumptions {
		given[a] = true
	}
	for _, a := range s.Core() {
		if !given[a] {
			return fmt.Errorf("core %v is not among the assumptions %v", s.Core(), assumptions)
		}
	}
	if t.some(s.Core()) {
		return fmt.Errorf("core %v of %v can hold", s.Core(), assumptions)
	}
	return nil
}

func model(s *sat.Solver, vars int) uint32 {
	m := uint32(0)
	for v := 1; v <= vars; v++ {
		if s.ModelValue(sat.Var(v).Pos()) == sat.True {
			m |= 1 << (v - 1)
		}
	}
	return m
}

// Random clauses are added between solves under random assumptions.
func TestRandomIncremental(t *testing.T) {
	runs := extent.Of(1000, 6000)
	for seed := 0; seed < runs; seed++ {
		if err := randomIncremental(uint64(seed)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func randomIncremental(seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 1))
	vars := 3 + r.IntN(8)
	opt := sat.Options{Seed: uint64(r.IntN(2)) * seed, Phase: r.IntN(2) == 0, ForgetTrail: r.IntN(3) == 0}
	var p *tee
	if r.IntN(2) == 0 {
		p = newTee()
		opt.Tracer = p
	}
	opt.Stress = r.IntN(3) > 0
	s := sat.New(opt)
	for range vars {
		s.NewVar()
	}
	t := allAssignments(vars)
	var assumptions []sat.Lit
	for range 1 + r.IntN(6) {
		ok := true
		for range r.IntN(vars * 3) {
			c := randomLits(r, vars, 1+r.IntN(2)+r.IntN(2)+r.IntN(2))
			if len(c) == 1 && r.IntN(3) > 0 {
				continue
			}
			ok = s.Add(c, sat.Irredundant)
			t = t.filter(func(m uint32) bool { return anyHolds(m, c) })
		}
		if !ok && len(t) > 0 {
			return fmt.Errorf("Add says unsat, but the clauses can hold")
		}
		for range 1 + r.IntN(3) {
			switch r.IntN(3) {
			case 0:
				assumptions = nil
			case 1:
				assumptions = randomLits(r, vars, r.IntN(vars))
			default:
				assumptions = append(assumptions, randomLits(r, vars, 1)...)
			}
			st := s.Solve(nil, assumptions, sat.Budget{})
			if err := judge(s, t, st, assumptions); err != nil {
				return err
			}
			if st == sat.Sat {
				m := model(s, vars)
				if !t.some(literals(m, vars)) || !allHold(m, assumptions) {
					return fmt.Errorf("wrong model %b", m)
				}
			}
			if s.Okay() != (len(t) > 0) && st == sat.Unsat && len(s.Core()) == 0 {
				return fmt.Errorf("Okay is %v", s.Okay())
			}
			if r.IntN(5) == 0 {
				s.Reset()
			}
		}
		if p != nil {
			if err := p.err(); err != nil {
				return err
			}
			if !s.Okay() && !p.lrat.Empty() {
				return fmt.Errorf("no empty clause in the proof")
			}
		}
	}
	return nil
}

func literals(m uint32, vars int) []sat.Lit {
	var lits []sat.Lit
	for v := sat.Var(1); int(v) <= vars; v++ {
		if holds(m, v.Pos()) {
			lits = append(lits, v.Pos())
		} else {
			lits = append(lits, v.Neg())
		}
	}
	return lits
}

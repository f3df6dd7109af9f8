package smt_test

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/term"
)

// prepared are profiles of scripts that the passes have something to do with.
func prepared() []profile {
	return []profile{
		{name: "prep lia", plain: true, divmod: true, depth: 2, decided: true},
		{name: "prep big", plain: true, divmod: true, big: true, depth: 2},
		{name: "prep uf", elems: true, pure: true, depth: 2, decided: true},
		{name: "prep ax", arrays: true, elems: true, depth: 2, decided: true},
		{name: "prep mixed", arrays: true, elems: true, mixed: true, shared: true, depth: 2},
		{name: "prep quants", elems: true, quants: true, depth: 2},
	}
}

// preparedScript makes a script of definitions, bounds, literals and some random
// formulas over many constants, most of which occur once or twice.
func preparedScript(p profile, seed int64) sample {
	g := newGen(seed, p)
	for i, s := range g.sorts[:len(g.sorts):len(g.sorts)] {
		for k := range 3 {
			g.consts[s] = append(g.consts[s], g.st.FreshConst(fmt.Sprintf("e%d_%d", i, k), s))
		}
	}
	small := again(g.model)
	return sample{g.preparedSession(), p, func(s *script) error { return preparedVerdict(s, p, small) }}
}

func (g *gen) preparedSession() *script {
	s := &script{st: g.st}
	open := 0
	for range 2 + g.Intn(4) {
		switch r := g.Intn(6); {
		case r < 2:
			s.add(opPush)
			open++
		case r < 3 && open > 0:
			s.add(opPop)
			open--
		}
		for range g.Intn(7) {
			s.add(opAssert, g.preparedFormula())
		}
		var assume []term.Term
		for range g.Intn(3) {
			assume = append(assume, g.preparedFormula())
		}
		if g.Intn(3) > 0 {
			s.add(opCheck, assume...)
		}
	}
	s.add(opCheck)
	return s
}

func (g *gen) preparedFormula() term.Term {
	st := g.st
	sort := pick(g, g.sorts)
	x := pick(g, g.consts[sort])
	switch r := g.Intn(12); {
	case r < 4:
		return st.Eq(x, g.term(sort, g.depth))
	case r < 5:
		return st.Eq(g.term(sort, 1), g.term(sort, 1))
	case r < 6:
		return st.Not(pick(g, g.consts[term.Bool]))
	case r < 8:
		a, b := pick(g, g.consts[term.Int]), g.numeral()
		if g.Intn(2) == 0 {
			a, b = b, a
		}
		return st.Le(a, b)
	case r < 9:
		return st.Or(pick(g, g.consts[term.Bool]), g.formula(1))
	case r < 10:
		return st.Ite(g.formula(1), g.formula(1), g.formula(1))
	}
	return g.formula(g.depth)
}

// preparedVerdict compares a solver that preprocesses with one that does not.
func preparedVerdict(s *script, p profile, small func() *model.Model) error {
	plain := smt.New(s.st, smt.Options{NoPreprocess: true})
	var other []smt.Result
	if err := s.visit(plain, func(o op, a answer) error {
		other = append(other, a.Result)
		return nil
	}); err != nil {
		return err
	}
	sol := smt.New(s.st, smt.Options{})
	return s.visit(sol, func(o op, a answer) error {
		b := other[0]
		other = other[1:]
		if a.Status != b.Status && a.Status != sat.Unknown && b.Status != sat.Unknown {
			return fmt.Errorf("%v preprocessed, %v without", a.Status, b.Status)
		}
		return sound(sol, o, a, p, small)
	})
}

func TestPreparedSessions(t *testing.T) {
	from, to := seeds(100)
	for _, p := range chosen(prepared()) {
		t.Run(p.name, func(t *testing.T) {
			for seed := from; seed <= to; seed++ {
				preparedScript(p, seed).test(t, seed)
			}
		})
	}
}

package lia

import (
	"github.com/muster-smt/muster/theory"
	values "github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Claims implements theory.Plugin: all Int and Real terms, and inequalities.
func (s *Solver) Claims() theory.Claims {
	return theory.Claims{
		Kinds:    []term.SortKind{term.KindInt, term.KindReal},
		Atoms:    []term.Op{term.OpLe},
		Internal: []term.Op{term.OpAdd, term.OpMul, term.OpToReal, term.OpToInt},
	}
}

// Cares implements theory.CareGraph: divisions and products are functions whose
// values the lemmas sent for them need not settle.
func (s *Solver) Cares(t term.Term) bool {
	st := s.host.Maker().Terms()
	switch st.Op(t) {
	case term.OpDiv, term.OpMod, term.OpQuo:
		return true
	case term.OpMul:
		return !st.IsValue(st.Arg(t, 0))
	}
	return false
}

// Interpret implements theory.Interpreter: it records the results of divisions by zero.
func (s *Solver) Interpret(m *values.Model, n theory.Node, value func(theory.Point) (values.Value, error)) error {
	op := s.terms.Op(s.host.Term(n))
	if op != term.OpDiv && op != term.OpMod && op != term.OpQuo {
		return nil
	}
	args := s.host.Args(n)
	divisor, err := value(args[1])
	if err != nil || !divisor.Rat().IsZero() {
		return err
	}
	x, err := value(args[0])
	if err != nil {
		return err
	}
	v, err := value(theory.Point{Node: n})
	if err != nil {
		return err
	}
	switch op {
	case term.OpDiv:
		m.SetDivZero(x.Int(), v.Int())
	case term.OpMod:
		m.SetModZero(x.Int(), v.Int())
	default:
		m.SetQuoZero(x.Rat(), v.Rat())
	}
	return nil
}

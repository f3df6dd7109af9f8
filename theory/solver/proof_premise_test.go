package solver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// needless returns what is wrong with accepting a log in which a step has lost a
// premise: nothing, if the certificate is accepted without the whole step, or if the
// solver confirms that the remaining premises imply the conclusion.
func needless(lines, mutant []string) error {
	i := 0
	for lines[i] == mutant[i] {
		i++
	}
	id := strings.Fields(lines[i])[1]
	_, full, err1 := certificateOf(lines, id)
	st, less, err2 := certificateOf(mutant, id)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	step := 0
	for len(less.Steps[step].From) == len(full.Steps[step].From) {
		step++
	}
	without := less.Clone()
	without.Steps = slices.Delete(without.Steps, step, step+1)
	if v, _ := cert.NewChecker(st).Check(without); v != cert.Accepted && !implied(st, less, step) {
		return fmt.Errorf("step %d (%v) of clause %s is accepted, but the remaining premises don't imply it", step, less.Steps[step].Kind, id)
	}
	return nil
}

// certificateOf returns the certificate of a theory clause of a log.
func certificateOf(lines []string, id string) (*term.Store, *cert.Certificate, error) {
	k := proof.NewChecker(strings.NewReader(strings.Join(lines, "\n") + "\n"))
	for e, err := range k.Events() {
		if err != nil {
			return nil, nil, err
		}
		if e.Kind == proof.Theory && fmt.Sprint(e.ID) == id {
			return k.Store(), e.Cert, nil
		}
	}
	return nil, nil, fmt.Errorf("theory clause %s is missing", id)
}

// implied reports whether the solver refutes the negation of the conclusion of step i
// under its premises, the literals that are not bounds, and the equalities that
// matching bounds gave before it: premises without a bound rest on both. It is false
// for steps that name forms.
func implied(st *term.Store, c *cert.Certificate, i int) bool {
	s := &c.Steps[i]
	sol := solver.New(st, solver.Options{})
	for _, l := range c.Clause {
		switch op := st.Op(l.T); {
		case op == term.OpLe || op == term.OpEq && !l.Neg:
		case l.Neg:
			sol.Assert(l.T)
		default:
			sol.Assert(st.Not(l.T))
		}
	}
	for _, p := range s.From {
		for j := range c.Steps {
			if b := &c.Steps[j]; p.Bound != 0 && b.Name == p.Bound {
				if b.Kind == cert.Product || b.Kind == cert.Cases {
					return false
				}
				sol.Assert(bounded(st, b))
			}
		}
	}
	for j := range c.Steps[i+1:] {
		if m := &c.Steps[i+1+j]; m.Kind == cert.Meet {
			sol.Assert(st.Eq(m.A, st.Numeral(m.Val.Num())))
		}
	}
	switch s.Kind {
	case cert.Contradiction, cert.Indivisible:
	case cert.Combination:
		sol.Assert(st.Not(bounded(st, s)))
	case cert.Equation:
		sol.Assert(st.Not(st.Eq(s.A, st.Add(s.B, st.Int(s.Off)))))
	default:
		return false
	}
	return smtscript.CheckFor(sol, nil).Status == sat.Unsat
}

func bounded(st *term.Store, s *cert.Step) term.Term {
	v := st.Numeral(s.Val.Num())
	if st.Sort(s.A) == term.Real {
		v = st.Rat(s.Val)
	}
	a, b := s.A, v
	if !s.Upper {
		a, b = b, a
	}
	if s.Strict {
		return st.Lt(a, b)
	}
	return st.Le(a, b)
}

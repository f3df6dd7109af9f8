package smtscript

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Certifying returns a solver with the options, and a function that says what is wrong with the theory clauses
// that it used: every certificate must be accepted, and a fresh solver must not refute a clause
// without a certificate. Only the first ones of each kind are checked, since matching loops
// make any number of them.
func (s *Script) Certifying(opt solver.Options) (*solver.Solver, func() error) {
	st := s.Store
	k := cert.NewChecker(st)
	var wrong error
	var open [][]cert.Literal
	var seen [256]int
	opt.Candidates = s.Candidates
	opt.Certify = func(c *cert.Certificate) {
		if seen[c.Rule]++; seen[c.Rule] > 500 {
			return
		}
		v, err := k.Check(c)
		switch {
		case v == cert.Rejected && wrong == nil:
			wrong = fmt.Errorf("%s: %w\n%s", c.Name, err, Show(st, c.Clause))
		case v != cert.Accepted && v != cert.Rejected && len(open) < 10:
			open = append(open, slices.Clone(c.Clause))
		}
	}
	if !s.accounted() {
		opt.Certify = nil
	}
	return solver.New(st, opt), func() error {
		for _, c := range open {
			if wrong == nil && Refutation(st, c) == sat.Sat {
				wrong = fmt.Errorf("this lemma is not valid:\n%s", Show(st, c))
			}
		}
		return wrong
	}
}

// accounted reports whether the solver can account for its answers: not yet with bit-vectors,
// so plans that ask for certificates do without.
func (s *Script) accounted() bool { return !s.Store.HasBitVecs() }

// Show returns a clause as text, with a line for each literal.
func Show(st *term.Store, clause []cert.Literal) string {
	out := ""
	for _, l := range clause {
		if l.Neg {
			out += "  not"
		}
		if l.T != 0 {
			out += "  " + st.String(l.T)
		}
		out += "\n"
	}
	return out
}

// Refutation returns the answer of a fresh solver to the negation of a clause.
func Refutation(st *term.Store, clause []cert.Literal) sat.Status {
	sol := solver.New(st, solver.Options{})
	for _, l := range clause {
		f := l.T
		if f == 0 {
			return sat.Unknown // only the clausifier knows its meaning
		}
		if !l.Neg {
			f = st.Not(f)
		}
		sol.Assert(f)
	}
	return CheckFor(sol, nil).Status
}

// Logged runs a script with a proof log, half of the scripts with permanent inprocessing.
func (s *Script) Logged() (log []byte, answers []solver.Result, err error) {
	var out bytes.Buffer
	sol := solver.New(s.Store, solver.Options{Proof: &out, Candidates: s.Candidates, Stress: len(s.Ops)%2 == 0})
	err = s.Visit(sol, func(_ Op, a Answer) error {
		answers = append(answers, a.Result)
		if a.Reason.Kind == reason.Internal {
			return a.Reason
		}
		return nil
	})
	if err == nil {
		err = sol.FlushProof()
	}
	return out.Bytes(), answers, err
}

// Proved checks the log of a script: that it is accepted, that it has the answers of the
// solver, and that its simplifications hold in random models, too.
func (s *Script) Proved() ([]solver.Result, proof.Summary, error) {
	var none proof.Summary
	log, answers, err := s.Logged()
	if err != nil {
		return nil, none, err
	}
	k := proof.NewChecker(bytes.NewReader(log))
	var simplified [][2]term.Term
	logged := 0
	for e, err := range k.Events() {
		if err != nil {
			return nil, none, err
		}
		switch e.Kind {
		case proof.Simplification, proof.Skolemization:
			if e.From != e.To {
				simplified = append(simplified, [2]term.Term{e.From, e.To})
			}
		case proof.Answer:
			if logged >= len(answers) || answers[logged].Status != e.Status {
				return nil, none, fmt.Errorf("the log says %v, the solver said %v", e.Status, answers[min(logged, len(answers)):])
			}
			logged++
		}
	}
	if logged < len(answers) {
		return nil, none, fmt.Errorf("%d answers are missing in the log", len(answers)-logged)
	}
	sum := k.Summary()
	if !sum.Complete() {
		return nil, none, fmt.Errorf("certificates that are not accepted: %v; %d simplifications trusted", sum.Unverified, sum.Trusted)
	}
	if sum.Unsat > 0 {
		if err := trimmed(log); err != nil {
			return nil, none, fmt.Errorf("trimmed: %w", err)
		}
	}
	return answers, sum, equivalent(k.Store(), simplified)
}

// trimmed checks the part of a log that its last answer unsat needs.
func trimmed(log []byte) error {
	var out bytes.Buffer
	if err := proof.Trim(bytes.NewReader(log), &out); err != nil {
		return err
	}
	sum, err := proof.Check(bytes.NewReader(out.Bytes()))
	if err == nil && (sum.Unsat != 1 || sum.Sat+sum.Unknown > 0 || !sum.Complete() || out.Len() > len(log)) {
		err = fmt.Errorf("%d bytes of %d: %+v", out.Len(), len(log), sum)
	}
	return err
}

// equivalent evaluates both sides of simplifications in random models.
func equivalent(st *term.Store, pairs [][2]term.Term) error {
	r := rand.New(rand.NewPCG(1, 1))
	for range 5 {
		m := RandomModel(r, st)
		for _, p := range pairs {
			a, err := m.Eval(p[0])
			b, err2 := m.Eval(p[1])
			if err == nil && err2 == nil && !a.Equal(b) {
				return fmt.Errorf("%s is not equal to %s", st.String(p[0]), st.String(p[1]))
			}
		}
	}
	return nil
}

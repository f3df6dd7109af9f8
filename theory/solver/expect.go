package solver

import (
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/preprocess"
	"github.com/muster-smt/muster/theory/term"
)

// expectation finds what holds in every case of assertions that are not preprocessed, for the search to derive.
type expectation struct {
	joins *preprocess.Pipeline // nil: it finds nothing
	seen  int                  // assertions of Solver.live that it knows
}

// expects reports whether there is an expectation: where proofs, certificates or cones keep assertions as they are.
// Verification engines take no part, since they have facts about templates.
func (o *Options) expects() bool {
	return !o.NoPreprocess && !o.Candidates && (o.Cone || o.Certify != nil || o.Proof != nil)
}

// expect has the backend derive facts about what was asserted since the last check.
func (s *Solver) expect(lim *limit.Limit, assumptions []term.Term) {
	x := &s.expectation
	if x.joins == nil || x.seen == len(s.live) {
		return
	}
	asked := s.forms(assumptions)
	s.backend.Tag(0)
	for {
		scope := x.joins.Depth()
		end := len(s.live)
		if scope < len(s.scopes) {
			end = s.scopes[scope].live
		}
		var batch []term.Term
		for ; x.seen < end; x.seen++ {
			batch = append(batch, s.form(s.way, s.live[x.seen]))
		}
		for _, f := range x.joins.Facts(batch, asked, lim) {
			s.expectFact(f, scope)
		}
		if scope == len(s.scopes) {
			return
		}
		x.joins.Push()
	}
}

// expectFact has the backend derive a fact of the innermost of the first scopes. An equation of sums, or of reals, is
// two inequalities: a case refutes these one by one, where it would have to show that two terms are equal.
func (s *Solver) expectFact(f preprocess.Fact, scopes int) {
	if scopes > 0 {
		f.Under = append([]term.Term{s.scopes[scopes-1].guard}, f.Under...)
	}
	formulas := []term.Term{f.Formula}
	if s.st.Op(f.Formula) == term.OpEq && s.st.Sort(s.st.Arg(f.Formula, 0)).IsNumber() {
		a, b := s.st.Arg(f.Formula, 0), s.st.Arg(f.Formula, 1)
		if d := linear.Of(s.st, s.rw.Sub(a, b)); s.st.Sort(a) == term.Real || len(d.Monomials) > 2 {
			formulas = []term.Term{s.rw.Le(a, b), s.rw.Le(b, a)}
		}
	}
	for _, t := range formulas {
		if op := s.st.Op(s.st.Atom(t)); op == term.OpEq || op == term.OpLe {
			s.backend.expect(combine.Fact{Formula: t, Cases: f.Cases, Under: f.Under})
		}
	}
}

// renew begins anew, for a backend that takes over.
func (x *expectation) renew() {
	if x.joins != nil {
		x.joins, x.seen = x.joins.Renew(), 0
	}
}

// pop forgets all but the first scopes, of which there are n, with some assertions.
func (x *expectation) pop(n, live int) {
	if x.joins != nil && x.joins.Depth() > n {
		x.joins.Pop()
	}
	x.seen = min(x.seen, live)
}

package learn

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// AssertUnder asserts that t holds if a constant is assumed.
func AssertUnder(s inline.Solver, st *term.Store, assumption, t term.Term) {
	if g, ok := s.(inline.Guarder); ok {
		g.AssertGuarded(assumption, t)
		return
	}
	s.Assert(st.Or(st.Not(assumption), t))
}

// lastModel returns the model of the last check. It ends with the next assertion.
func lastModel(s inline.Solver) (*model.Model, error) {
	if l, ok := s.(inline.LazyModeler); ok {
		return l.LazyModel()
	}
	return s.Model()
}

package solver

import (
	"errors"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Reached reports whether a Boolean constant is true in the model of the last
// check and relevant.
func (s *Solver) Reached(t term.Term) bool {
	if l := s.backend.Known(t); l != sat.NoLit {
		return s.backend.Reached(l)
	}
	// What is asserted is relevant, even if nothing else mentions it.
	i, asleep := s.asleep.at[t]
	return asleep && s.asleep.defs[i].t == s.st.True()
}

// Model returns the model after Sat, or the candidate after Unknown. An error of the
// kind reason.Internal is a fault of the solver; any other says that there is no model.
func (s *Solver) Model() (*model.Model, error) { return s.readModel(s.model) }

// readModel calls f if there is a model.
func (s *Solver) readModel(f func() (*model.Model, error)) (m *model.Model, err error) {
	if !s.last.HasModel() {
		return nil, errors.New("there is no model")
	}
	s.guarded(func() { m, err = f() })
	switch {
	case s.isDead():
		return nil, s.fault
	case err != nil:
		return nil, reason.AsInternal(err)
	}
	return m, nil
}

// model returns the backend's model, or the model finder's, with the values of eliminated constants.
func (s *Solver) model() (m *model.Model, err error) {
	if s.finder.found {
		m, err = s.finder.s.Model()
	} else {
		m, err = s.backend.model()
	}
	if err == nil && s.pre != nil {
		err = s.pre.Back(m)
	}
	if err == nil {
		err = s.evalAsleep(m)
	}
	return m, err
}

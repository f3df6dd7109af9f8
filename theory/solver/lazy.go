package solver

import (
	"errors"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// lazyModel is the model of LazyModel.
type lazyModel struct {
	m     *model.Model // nil before it is needed; used again for later checks
	whole *model.Model // in place of m, if it must be made as a whole
	from  *combine.Values
	valid bool // nothing has changed since it was asked for
}

var errModelEnded = errors.New("the model has ended, since the solver has changed")

// LazyModel returns what Model does, but asks for values when they are needed: those of a few terms
// cost what they depend on, not what is asserted or in the store. It ends with the next call that
// changes anything (an assertion, a scope, a hint, a check), after which evaluation fails.
func (s *Solver) LazyModel() (*model.Model, error) { return s.readModel(s.lazyModel) }

func (s *Solver) lazyModel() (*model.Model, error) {
	l := &s.lazy
	if l.valid && l.whole != nil {
		return l.whole, nil
	}
	if l.valid {
		return l.m, nil
	}
	l.valid, l.whole = true, nil
	if s.needsWhole() {
		m, err := s.model()
		l.whole, l.valid = m, err == nil
		return m, err
	}
	l.from = s.e.Values()
	if l.m == nil {
		l.m = model.New(s.st, model.Options{Source: lazySource{s}, Fill: !s.opt.Candidates})
	} else {
		l.m.Forget()
	}
	return l.m, s.dream(l.m)
}

// needsWhole reports whether the model was made elsewhere than in the combination, or completed.
func (s *Solver) needsWhole() bool {
	return !s.way.combines() || s.scout.found || s.pre != nil ||
		s.verified != nil && s.verifiedAt == s.e.Checks[theory.Last]
}

// change ends the lazy model.
func (s *Solver) change() { s.lazy.valid = false }

// lazySource is the source of the lazy model.
type lazySource struct{ s *Solver }

// ask asks the engine, unless the model has ended.
func (x lazySource) ask(f func(v *combine.Values) error) (err error) {
	if !x.s.lazy.valid {
		return errModelEnded
	}
	x.s.guarded(func() { err = f(x.s.lazy.from) })
	if x.s.isDead() {
		return x.s.fault
	}
	return err
}

// Const implements model.Source.
func (x lazySource) Const(t term.Term) (value model.Value, err error) {
	err = x.ask(func(v *combine.Values) (err error) {
		value, err = v.Const(t)
		return err
	})
	return value, err
}

// Fun implements model.Source.
func (x lazySource) Fun(f term.Sym, set func(args []model.Value, v model.Value)) error {
	return x.ask(func(v *combine.Values) error { return v.Fun(f, set) })
}

// Zeros implements model.Source.
func (x lazySource) Zeros() (m *model.Model, err error) {
	err = x.ask(func(v *combine.Values) (err error) {
		m, err = v.Zeros()
		return err
	})
	return m, err
}

package solver

import (
	"errors"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// lazyModel is the model of LazyModel.
type lazyModel struct {
	m    *model.Model // nil if anything has changed since it was asked for
	lazy *model.Model // with from as its source; used again for later checks
	from model.Source // nil if m was made as a whole
}

var errModelEnded = errors.New("the model has ended, since the solver has changed")

// LazyModel returns what Model does, but asks for values when they are needed: those of a few terms
// cost what they depend on, not what is asserted or in the store. It ends with the next call that
// changes anything (an assertion, a scope, a hint, a check), after which evaluation fails.
func (s *Solver) LazyModel() (*model.Model, error) { return s.readModel(s.lazyModel) }

func (s *Solver) lazyModel() (*model.Model, error) {
	l := &s.lazy
	if l.m != nil {
		return l.m, nil
	}
	l.from = nil
	if !s.finder.found && s.pre == nil { // else it is completed
		l.from = s.backend.values()
	}
	switch {
	case l.from == nil:
		m, err := s.model()
		if err == nil {
			l.m = m
		}
		return m, err
	case l.lazy == nil:
		l.lazy = model.New(s.st, model.Options{Source: lazySource{s}, Fill: !s.opt.Candidates})
	default:
		l.lazy.Forget()
	}
	l.m = l.lazy
	return l.m, s.evalAsleep(l.m)
}

// change ends the lazy model.
func (s *Solver) change() { s.lazy.m = nil }

// lazySource is the source of the lazy model.
type lazySource struct{ s *Solver }

// ask asks the backend, unless the model has ended.
func ask[T any](s *Solver, f func(model.Source) (T, error)) (out T, err error) {
	if s.lazy.m == nil {
		return out, errModelEnded
	}
	s.guarded(func() { out, err = f(s.lazy.from) })
	if s.isDead() {
		err = s.fault
	}
	return out, err
}

// Const implements model.Source.
func (x lazySource) Const(t term.Term) (model.Value, error) {
	return ask(x.s, func(from model.Source) (model.Value, error) { return from.Const(t) })
}

// Fun implements model.Source.
func (x lazySource) Fun(f term.Sym, set func(args []model.Value, v model.Value)) error {
	_, err := ask(x.s, func(from model.Source) (bool, error) { return true, from.Fun(f, set) })
	return err
}

// Zeros implements model.Source.
func (x lazySource) Zeros() (*model.Model, error) { return ask(x.s, model.Source.Zeros) }

package solver

import (
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

// Assert only remembers what is to be preprocessed: most scripts have many
// assertions and few checks, and only a check has a limit that ends long work.
// The next check continues with what a limit leaves undone.

// pending is an assertion that waits for the next check.
type pending struct {
	t     term.Term
	scope int // number of scopes that were open
}

// preprocess asserts what is pending, scope by scope, and returns the assumptions
// with all definitions applied. It returns false if lim stops it; the next check
// continues from there.
func (s *Solver) preprocess(lim *limit.Limit, assumptions []term.Term) ([]term.Term, bool) {
	if s.pre == nil {
		return assumptions, true
	}
	for {
		scope := s.pre.Depth()
		var batch []term.Term
		for _, p := range s.pending {
			if p.scope != scope {
				break
			}
			t, ok := s.rw.SimplifyUntil(lim.Stopped, p.t)
			if !ok || lim.Stopped() {
				return nil, false
			}
			batch = append(batch, t)
		}
		s.pending = s.pending[len(batch):]
		for _, t := range s.pre.Assert(batch, assumptions, lim) {
			s.ready = append(s.ready, pending{t, scope})
		}
		if !s.handOver(lim) {
			return nil, false
		}
		if scope == len(s.scopes) {
			break
		}
		s.pre.Push()
		s.garbage.Push(s.backend.weight())
	}
	s.pending = nil
	out := make([]term.Term, len(assumptions))
	for i, a := range assumptions {
		out[i] = s.pre.Apply(a)
	}
	return out, true
}

// EndPreprocessing makes the solver take all assertions, earlier ones too, as they are, so
// that Reached and the values of Boolean constants in models say what is relevant in them.
func (s *Solver) EndPreprocessing() {
	if s.pre != nil {
		s.change()
		s.pre, s.pending, s.ready = nil, nil, nil
		s.guarded(s.renew)
	}
}

// handOver gives the engine what is ready. It returns false if lim stops it.
func (s *Solver) handOver(lim *limit.Limit) bool {
	for k, p := range s.ready {
		if lim.Stopped() {
			s.ready = s.ready[k:]
			return false
		}
		s.assert(p.t, p.scope)
	}
	s.ready = nil
	return true
}

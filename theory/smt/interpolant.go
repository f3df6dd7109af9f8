package smt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// ErrSatisfiable is wrapped by the errors of Interpolant and Interpolants if the assertions have
// a model.
var ErrSatisfiable = interpolate.ErrSatisfiable

// Interpolant returns what the assertions with these numbers say that contradicts the others in
// force: a formula that they imply, that contradicts the others, and whose constants and functions
// occur on both sides. No check is needed before. Both implications are checked by fresh solvers,
// within Config like any check.
//
// The error wraps ErrSatisfiable if there is none because the assertions have a model; a Reason if
// none was found; or it is that of ctx. A number that no assertion in force has is a *Misuse.
func (s *Session) Interpolant(ctx context.Context, ids ...ID) (Bool, error) {
	all, err := s.Interpolants(ctx, ids, nil)
	if err != nil {
		return Bool{}, err
	}
	return all[0], nil
}

// Interpolants returns an inductive sequence of interpolants of parts of the assertions, one fewer
// than parts: each part and the interpolant before it, if there is one, imply the next one, and the
// last part contradicts the last one. The assertions that no part names belong to the last part.
// Errors are those of Interpolant.
func (s *Session) Interpolants(ctx context.Context, parts ...[]ID) (all []Bool, err error) {
	defer s.enter("Interpolants")()
	if len(parts) < 2 {
		return nil, misuse("Session.Interpolants", "%d parts", len(parts))
	}
	st := term.NewStore()
	formulas, to, err := s.parts(parts, st)
	if err != nil {
		return nil, err
	}
	s.rec.parts(parts)
	defer func() { s.rec.interpolants(err) }()
	limited, release := within(ctx, s.cfg)
	defer release()
	found, err := interpolate.New(st, interpolate.Options{Seed: s.cfg.Seed, Conflicts: s.cfg.Conflicts,
		Models: s.cfg.Models}).Sequence(limited, formulas)
	var why Reason
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &why) && why.Kind == reason.Internal:
		return nil, &fault{why}
	case err != nil:
		return nil, fmt.Errorf("smt: %w", err)
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	back := to.Back()
	out := make([]Bool, len(found))
	for i, clauses := range found {
		out[i] = typed[Bool](Term{s.store, back.Term(st.And(clauses...))})
	}
	return out, nil
}

// parts copies the formulas of parts to another store.
func (s *Session) parts(parts [][]ID, to *term.Store) ([][]term.Term, *term.Copier, error) {
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	c := term.NewCopier(s.store.st, to)
	out := make([][]term.Term, len(parts))
	rest := slices.Clone(s.live)
	for k, ids := range parts {
		for _, id := range ids {
			i := slices.IndexFunc(rest, func(a asserted) bool { return a.id == id })
			if i < 0 {
				return nil, nil, misuse("Session.Interpolants", "no assertion in force has the number %d, or it is named twice", id)
			}
			out[k] = append(out[k], c.Term(rest[i].f.id))
			rest = slices.Delete(rest, i, i+1)
		}
	}
	last := &out[len(out)-1]
	for _, a := range rest {
		*last = append(*last, c.Term(a.f.id))
	}
	return out, c, nil
}

package smt

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// kernel is the solver inside a Session. It works over a store of its own, with copies
// of the asserted terms, so that solvers share nothing that changes.
type kernel struct {
	store   *Store
	st      *term.Store
	copy    *term.Copier
	sol     *solver.Solver
	garbage solver.Garbage
	marks   []int // len(guards) at the start of each scope

	// With tracking, each assertion holds only if its guard is assumed.
	tracking bool
	guards   []guard
	refuted  bool               // the last check was unsat
	assumed  map[term.Term]Bool // by copy
}

type guard struct {
	id ID
	t  term.Term
}

func newKernel(store *Store, cfg Config, tracking bool) *kernel {
	k := &kernel{store: store, st: term.NewStore(), tracking: tracking}
	k.copy = term.NewCopier(store.st, k.st)
	opt := solver.Options{Seed: cfg.Seed, CheckModels: cfg.CheckModels, Quantifiers: cfg.Quantifiers}
	if !tracking {
		opt.Proof = cfg.Proof
	}
	k.sol = solver.New(k.st, opt)
	k.sol.SetConflictBudget(cfg.Conflicts)
	k.sol.SetModelBudget(cfg.Models)
	return k
}

// own returns the copy of a term.
func (k *kernel) own(t Term) term.Term {
	k.store.mu.RLock()
	defer k.store.mu.RUnlock()
	return k.copy.Term(t.id)
}

func (k *kernel) assert(a asserted) {
	f := k.own(a.f.Term)
	if k.tracking {
		g := k.st.FreshConst("assertion", term.Bool)
		k.guards = append(k.guards, guard{a.id, g})
		f = k.st.Implies(g, f)
	}
	k.sol.Assert(f)
}

func (k *kernel) push() {
	k.garbage.Push(k.st.Len())
	k.marks = append(k.marks, len(k.guards))
	k.sol.Push()
}

// pop closes a scope. It reports whether the terms of popped scopes outweigh the
// others, so that the kernel should be rebuilt.
func (k *kernel) pop() bool {
	n := len(k.marks) - 1
	k.guards = k.guards[:k.marks[n]]
	k.marks = k.marks[:n]
	k.sol.Pop()
	k.garbage.Pop(k.st.Len())
	return k.garbage.Outweighs(k.st.Len(), 0)
}

// check decides the assertions under assumptions. An error is that of ctx or a *fault.
func (k *kernel) check(ctx context.Context, cfg Config, assumptions []Bool) (Result, error) {
	k.assumed = map[term.Term]Bool{}
	var assume []term.Term
	for _, g := range k.guards {
		assume = append(assume, g.t)
	}
	for _, a := range assumptions {
		t := k.own(a.Term)
		k.assumed[t] = a
		assume = append(assume, t)
	}
	limited, release := within(ctx, cfg)
	defer release()
	r := k.sol.Check(limited, assume...)
	switch {
	case r.Reason.Kind == reason.Internal:
		return Result{}, &fault{r.Reason}
	case r.Status != Unknown || r.Candidate:
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case errors.Is(context.Cause(limited), limit.ErrMemory):
		r.Reason = reason.Of(limit.Memory)
	}
	return r, nil
}

// core translates a core back into assertions and assumptions.
func (k *kernel) core(ts []term.Term, minimal bool) Core {
	c := Core{Minimal: minimal}
	in := map[term.Term]bool{}
	for _, t := range ts {
		in[t] = true
		if a, ok := k.assumed[t]; ok {
			c.Assumptions = append(c.Assumptions, a)
		}
	}
	for _, g := range k.guards {
		if in[g.t] {
			c.Assertions = append(c.Assertions, g.id)
		}
	}
	return c
}

// within returns ctx with the limits of cfg.
func within(ctx context.Context, cfg Config) (limited context.Context, release context.CancelFunc) {
	limited, release = ctx, func() {}
	if cfg.Timeout > 0 {
		limited, release = context.WithTimeout(ctx, cfg.Timeout)
	}
	if cfg.Memory <= 0 {
		return limited, release
	}
	sized, end := limit.WithMemory(limited, cfg.Memory)
	timed := release
	return sized, func() { end(); timed() }
}

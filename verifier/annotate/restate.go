package annotate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/validate"
)

// ErrClaims says that a proof rests on what cannot be said of procedures.
var ErrClaims = errors.New("the proof rests on what is known of single calls, and no facts about procedures replace it")

// Restate puts facts in place of what a refutation takes to hold of single instances (inline.Tree.Claims). It returns
// ErrClaims, or a limit, if none is found that does without it.
func Restate(ctx context.Context, in Input) (Input, error) {
	p := *in.Proof
	sys := verifier.WithFacts(in.System, p.Facts)
	u := &unfolding{tree: inline.Rebuild(sys, in.Config.Maker(sys.Store), &recorder{}, &p)}
	for _, ref := range p.Opened {
		if err := u.open(ref); err != nil {
			return in, err
		}
	}
	rests, shared := u.claims(p.Cone)
	if !rests {
		return in, nil
	}
	facts := u.restated(shared)
	all := p.Opened
	p.Plain, p.Facts, p.Cone = true, slices.Concat(p.Facts, facts), nil
	for _, p.Opened = range [][]verifier.SiteRef{u.above(shared), all} {
		next, err := unfold(ctx, verifier.WithFacts(in.System, p.Facts), p, limited(in.Config))
		if err != nil {
			continue
		}
		p.Opened = next.opened
		if r, err := validate.Proof(ctx, in.System, verifier.SafeWith(&p), in.Config); err != nil || !r.Confirmed {
			break
		}
		in.Proof = &p
		return in, nil
	}
	if ctx.Err() != nil {
		return in, fmt.Errorf("no facts replace what is known of single calls: %w", reason.Of(limit.ContextReason(ctx)))
	}
	return in, ErrClaims
}

// claims reports whether a refutation rests on what is known of instances, and says of which it rests on what they
// return, or on what they call does.
func (u *unfolding) claims(cone []int32) (rests bool, shared []bool) {
	shared = make([]bool, u.tree.NumInstances())
	for i := range shared {
		entry, exit := u.tree.Claimed(inline.InstID(i), cone)
		shared[i] = exit
		rests = rests || entry || exit
	}
	for _, i := range u.byCallee() {
		if shared[u.opened[i].Instance] {
			_, exit := u.tree.Claims(u.child[i])
			shared[u.child[i]] = len(exit) > 0
		}
	}
	return rests, shared
}

// restated returns facts that say of the procedures of instances: what is known when they are entered implies what is
// known when they return. The step of the induction is the one that proves both of the instances.
func (u *unfolding) restated(shared []bool) (out []verifier.Fact) {
	st := u.tree.System().Store
	for i, ok := range shared {
		if !ok {
			continue
		}
		c := inline.InstID(i)
		entry, exit := u.tree.Claims(c)
		for _, f := range exit {
			x := verifier.Fact{Proc: u.tree.Proc(c).ID, Formula: st.Implies(st.And(entry...), f)}
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// above returns the opened call sites but for those that lead to certain instances, and to none but by these.
func (u *unfolding) above(shared []bool) []verifier.SiteRef {
	reached := make([]bool, u.tree.NumInstances())
	reached[0] = true
	kept := make([]bool, len(u.opened)+1)
	for _, i := range u.byCallee() {
		if c := u.child[i]; reached[u.opened[i].Instance] && !shared[c] {
			reached[c], kept[i+1] = true, true
		}
	}
	return u.renumbered(kept)
}

// byCallee returns the opened call sites by the instance that they enter. Those in it come later: instances have
// greater numbers than what calls them.
func (u *unfolding) byCallee() []int {
	out := make([]int, len(u.opened))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(i, k int) int { return cmp.Compare(u.child[i], u.child[k]) })
	return out
}

// limited makes solvers that end within a budget.
func limited(c inline.Config) inline.Config {
	config := c
	config.NewSolver = func(st *term.Store) (inline.Solver, error) {
		s, err := c.NewSolver(st)
		if err == nil {
			inline.Limit(s, refutationBudget)
		}
		return s, err
	}
	return config
}

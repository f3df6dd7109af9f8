package learn

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// Propagate looks for facts of lower levels about the procedure that contradict assumptions, and raises them to a
// level, if they follow from others there. It reports whether what is raised contradicts them.
func (p *Pred) Propagate(ctx context.Context, level int32, as []term.Term) (bool, error) {
	known := len(as)
	for _, i := range p.f.of[p.body.id] {
		if x := &p.f.facts[i]; x.Level < level {
			as = append(as, p.own(i))
		}
	}
	if len(as) == known {
		return false, nil
	}
	if out := p.Ask(ctx, level, as); out.Status != inline.StatusUnsat {
		return false, internal(ctx, out)
	}
	used := p.owns.named(p.body.s.Core())
	for _, i := range used {
		x := &p.f.facts[i]
		if out := p.Ask(ctx, level, p.Hold(nil, x.Lits)); out.Status != inline.StatusUnsat {
			return false, internal(ctx, out)
		}
		x.Level, x.under = max(level, p.Level()), len(p.f.always)
	}
	return len(used) > 0, nil
}

// own returns the assumption that a fact about the procedure itself holds.
func (p *Pred) own(fact int32) term.Term {
	if p.owns.of[fact] == 0 {
		p.owns.set(fact, p.Assume("own", p.Own(p.f.facts[fact].formula)))
	}
	return p.owns.of[fact]
}

// internal returns the reason for an unknown outcome if that is no limit.
func internal(ctx context.Context, out inline.Outcome) error {
	switch {
	case limit.ContextReason(ctx) != limit.None:
		return ctx.Err()
	case out.Reason.Kind == reason.Internal:
		return out.Reason
	}
	return nil
}

package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/verifier/inline"
)

// generalize makes a fact of what the last refutation rests on, and of as little as possible, to take the place of h.
// It leaves out all that is said of a variable at a time, and then literals one by one.
//
// Where a procedure calls itself, as loops do, the shorter fact is assumed at these calls, so that it need not be as
// specific as the context in which it was asked for (Bradley, "SAT-based model checking without unrolling", 2011,
// generalises clauses in this way). Without that the loops of some drivers have hundreds of facts, none of which is
// of use a second time.
func (l *learner) generalize(ctx context.Context, b *learning, h int32) {
	lits, uses := l.core(b)
	best := l.add(b.id, lits)
	l.facts[best].uses = uses
	l.replace(h, best)
	without := func(gone func(x lit) bool) {
		rest := slices.DeleteFunc(slices.Clone(lits), gone)
		if len(rest) == len(lits) || !l.afford() {
			return
		}
		if g := l.inductive(ctx, b, rest); g >= 0 {
			l.replace(best, g)
			best, lits = g, l.facts[g].lits
		}
	}
	v := l.known(b.id).vocabulary
	for i := range int32(len(v.slots)) {
		without(func(x lit) bool { return v.preds[x/2].about(i) })
	}
	for _, x := range slices.Clone(lits) {
		without(func(y lit) bool { return x == y })
	}
	l.stats.facts++
}

// inductive asks whether some literals are excluded, given what call sites know, and at those of the procedure itself
// the same. It returns the fact; -1 if they are not.
func (l *learner) inductive(ctx context.Context, b *learning, lits []lit) int32 {
	h := int32(-1)
	if b.recursive {
		h = l.add(b.id, lits)
	}
	for ctx.Err() == nil {
		out := l.ask(ctx, b, lits)
		if out.Status == inline.StatusUnsat {
			core, uses := l.core(b)
			if h >= 0 && slices.Contains(uses, h) {
				l.facts[h].uses = uses
				return h
			}
			g := l.add(b.id, core)
			l.facts[g].uses = uses
			if h >= 0 {
				l.replace(h, g)
			}
			return g
		}
		if h < 0 || !out.HasModel() || !l.afford() {
			break
		}
		if _, refined, err := l.refine(b); !refined || err != nil {
			break
		}
	}
	if h >= 0 {
		l.drop(h)
	}
	return -1
}

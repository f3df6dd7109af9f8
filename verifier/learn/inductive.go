package learn

import (
	"cmp"
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/inline"
)

// Inductive gives the facts that are inductive together AllLevels, whatever their levels are: it takes all for
// granted, and leaves out those that do not follow from the others until all do (Houdini; McMillan, "Lazy annotation
// revisited", section 2, has it as convergence). That finds what Push does not, of which facts of several levels are
// a part.
//
// It asks so many questions at most; if these do not suffice, all stays as it was.
func (f *Frames) Inductive(ctx context.Context, questions int) error {
	h := &conjuncts{f: f, level: map[int32]int32{}, uses: map[int32][]int32{}, tries: questions}
	for i := range f.facts {
		if x := &f.facts[i]; !x.dead && x.Level < AllLevels {
			h.work = append(h.work, int32(i))
		}
	}
	if questions < len(h.work) {
		return nil
	}
	for _, i := range h.work {
		x := &f.facts[i]
		h.level[i] = x.Level
		x.Level, x.under = AllLevels, len(f.always)
	}
	slices.SortFunc(h.work, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.cycle[f.facts[a].Proc], f.cycle[f.facts[b].Proc]), cmp.Compare(a, b))
	})
	err := h.run(ctx)
	if err != nil || len(h.work) > 0 {
		for i, level := range h.level {
			f.facts[i].Level = level
		}
	}
	return err
}

// conjuncts is a set of facts that are taken to be inductive together.
type conjuncts struct {
	f     *Frames
	level map[int32]int32   // of the facts in the set: what it was; ranged over only to restore it
	uses  map[int32][]int32 // by fact: the facts on which the check that it follows rested
	work  []int32           // facts to be checked
	tries int
}

// run checks what is to be checked, until nothing is left.
func (h *conjuncts) run(ctx context.Context) error {
	for ; len(h.work) > 0 && h.tries > 0; h.tries-- {
		i := h.work[0]
		h.work = h.work[1:]
		if _, in := h.level[i]; !in {
			continue
		}
		x := &h.f.facts[i]
		p, err := h.f.Pred(x.Proc)
		if err != nil {
			return err
		}
		out := p.Ask(ctx, AllLevels, p.Hold(nil, x.Lits))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case out.Status == inline.StatusUnsat:
			h.uses[i] = p.used()
			continue
		case out.Reason.Kind == reason.Internal:
			return out.Reason
		}
		h.leaveOut(i)
	}
	return nil
}

// leaveOut takes a fact out of the set. What rested on it is to be checked again.
func (h *conjuncts) leaveOut(i int32) {
	h.f.facts[i].Level = h.level[i]
	delete(h.level, i)
	var again []int32
	for j := range h.level {
		if slices.Contains(h.uses[j], i) {
			again = append(again, j)
			delete(h.uses, j)
		}
	}
	slices.Sort(again)
	h.work = append(h.work, again...)
}

// used returns the facts on which the last refutation rests.
func (p *Pred) used() []int32 { return p.active.named(p.body.s.Core()) }

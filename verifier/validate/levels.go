package validate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// levelled checks a proof by levels.
type levelled struct {
	ctx   context.Context
	sys   *vc.System // with the facts for all bounds
	c     inline.Config
	facts []verifier.LevelledFact
	of    [][]int // by vc.ProcID: its facts
	cycle []int   // by vc.ProcID
}

// levels checks that the entry does not return within a recursion bound:
//
//   - the level of the proof is at least what the bound allows (vc.Nesting);
//   - the entry does not return at this level;
//   - each fact of a level follows from the template of its procedure at that level;
//   - the facts for all bounds hold.
//
// What follows at a level is what holds of all executions of the template whose calls satisfy the facts about their
// callees: those for all bounds, and those of at least the level that the call leaves, which is one less if the call
// is recursive; at level 0 there are no recursive calls. By induction on the height of the tree of calls, a fact of a
// level then holds of all executions that have no more recursive calls open at a time: a recursive call has one open
// call less below it.
func levels(ctx context.Context, sys *vc.System, r verifier.Result, c inline.Config) (Report, error) {
	p := r.Proof()
	wrong := func(format string, args ...any) (Report, error) {
		return Report{Refuted: true, Wrong: fmt.Sprintf(format, args...)}, nil
	}
	if r.Verdict() != verifier.SafeUpToBound {
		return wrong("facts of levels prove no answer for all bounds")
	}
	if need := vc.Nesting(sys, r.Bound()); p.Levels.Level < need {
		return wrong("an execution within bound %d may have %d recursive calls open, but the entry is refuted with %d",
			r.Bound(), need, p.Levels.Level)
	}
	l := &levelled{ctx: ctx, sys: verifier.WithFacts(sys, p.Facts), c: c, facts: p.Levels.Facts,
		of: make([][]int, len(sys.Procs))}
	ids := []vc.ProcID{sys.Entry}
	for i, f := range l.facts {
		if f.Proc < 0 || int(f.Proc) >= len(sys.Procs) {
			return wrong("fact %d of a level is about no procedure", i)
		}
		if f.Level < 0 {
			return wrong("fact %d of a level has the level %d", i, f.Level)
		}
		l.of[f.Proc] = append(l.of[f.Proc], i)
		ids = append(ids, f.Proc)
	}
	if i := outside(sys, p.Levels.Facts); i >= 0 {
		return wrong("fact %d of a level is not over the interface of its procedure", i)
	}
	l.cycle = make([]int, len(sys.Procs))
	for i, procs := range vc.Cycles(sys) {
		for _, id := range procs {
			l.cycle[id] = i
		}
	}
	if rep, err := l.prove(p.Levels.Level); err != nil || !rep.Confirmed {
		return rep, err
	}
	rep, err := prove(ctx, l.sys, restOn(l.sys, ids), newLoops(sys, p.Loops), c)
	rep.Instances += len(l.facts) + 1
	return rep, err
}

// outside returns a fact in which a constant of a template occurs that is not in the interface of its procedure; -1
// if there is none. At a call site that would be another constant than in the proof.
func outside(sys *vc.System, facts []verifier.LevelledFact) int {
	owner := map[term.Term]vc.ProcID{} // of interfaces; -1 of other constants of templates
	for _, p := range sys.Procs {
		for _, v := range slices.Concat(p.In, p.Out) {
			owner[v] = p.ID
		}
		for _, v := range p.Owned {
			owner[v] = -1
		}
	}
	return slices.IndexFunc(facts, func(f verifier.LevelledFact) bool {
		return sys.Store.Any(func(t term.Term) bool {
			id, ok := owner[t]
			return ok && id != f.Proc
		}, f.Formula)
	})
}

// prove refutes the entry at a level, and the negation of each fact at its own.
func (l *levelled) prove(level int32) (Report, error) {
	copier := term.NewCopier(l.sys.Store, nil)
	rep, err := l.follow(copier, l.sys.Entry, level, []term.Term{l.sys.Store.False()})
	if err != nil || !rep.Confirmed {
		return because(rep, "the entry at level %d", level), err
	}
	for id := range l.of {
		of := slices.Clone(l.of[id])
		slices.SortStableFunc(of, func(i, k int) int { return cmp.Compare(l.facts[i].Level, l.facts[k].Level) })
		for len(of) > 0 {
			level, n := l.facts[of[0]].Level, 0
			var goals []term.Term
			for ; n < len(of) && l.facts[of[n]].Level == level; n++ {
				goals = append(goals, l.facts[of[n]].Formula)
			}
			of = of[n:]
			rep, err := l.follow(copier, vc.ProcID(id), level, goals)
			if err != nil || !rep.Confirmed {
				return because(rep, "a fact of level %d of %s", level, l.sys.Procs[id].Name), err
			}
		}
	}
	return Report{Confirmed: true}, nil
}

func because(rep Report, format string, args ...any) Report {
	if rep.Wrong != "" {
		rep.Wrong = fmt.Sprintf(format, args...) + ": " + rep.Wrong
	}
	return rep
}

// below returns the level that a call leaves; less than 0 if there is no such call.
func (l *levelled) below(id, callee vc.ProcID, level int32) int32 {
	if l.cycle[id] == l.cycle[callee] {
		return level - 1
	}
	return level
}

// follow decides whether formulas over the interface of a procedure follow from its template at a level.
func (l *levelled) follow(copier *term.Copier, id vc.ProcID, level int32, goals []term.Term) (Report, error) {
	st := term.NewStore()
	copier.Reset(st)
	sys := vc.Extract(verifier.WithFacts(l.sys, l.known(id, level)), id, copier, st)
	s, mk, done, err := tools(sys, l.c)
	if err != nil {
		return Report{}, err
	}
	defer done()
	stamper := stamp.New(sys, mk, &standalone{Solver: s})
	x := alone(sys, id, s, stamper)
	p := sys.Procs[id]
	var blocked []term.Term
	for i := range p.Sites {
		if l.below(id, p.Sites[i].Callee, level) < 0 && stamper.Alive(p.Sites[i].Block) {
			blocked = append(blocked, st.Not(stamper.Site(&x, int32(i))))
		}
	}
	ask := step{ctx: l.ctx, st: st, s: s}
	for i := range p.Blocks {
		if len(p.Blocks[i].Succs) > 0 || !stamper.Alive(int32(i)) {
			continue
		}
		for _, f := range goals {
			as := append(slices.Clone(blocked), stamper.Block(&x, int32(i)))
			if r := ask.implies(stamper.Image(copier.Term(f)), as...); !r.Confirmed {
				return r, nil
			}
		}
	}
	return Report{Confirmed: true}, nil
}

// known returns the facts of levels that calls of a procedure satisfy in executions within a level.
func (l *levelled) known(id vc.ProcID, level int32) (out []verifier.Fact) {
	seen := map[vc.ProcID]bool{} // never ranged over
	for i := range l.sys.Procs[id].Sites {
		q := l.sys.Procs[id].Sites[i].Callee
		if seen[q] {
			continue
		}
		seen[q] = true
		for _, k := range l.of[q] {
			if f := &l.facts[k]; f.Level >= l.below(id, q, level) {
				out = append(out, f.Fact)
			}
		}
	}
	return out
}

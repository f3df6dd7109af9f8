package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// fact says that a procedure never does what its literals say together. Facts that are live and not assumed hold for
// all recursion bounds: the proof of each relies on others at call sites, so all of them hold by induction on the
// height of the tree of calls.
type fact struct {
	proc  vc.ProcID
	lits  []lit
	given bool      // by another engine, as a formula: there are no lits
	t     term.Term // over the template: the negation
	live  bool
	by    int32   // a stronger fact, which took its place; -1 if there is none
	uses  []int32 // facts on which its proof relies; beside by
	sites int     // where it is asserted
}

// drop drops a fact, and what relies on it.
func (l *learner) drop(f int32) {
	l.facts[f].live = false
	dead := func(u int32) bool { return !l.facts[u].live }
	for again := true; again; {
		again = false
		for i := range l.facts {
			x := &l.facts[i]
			if x.live && (slices.ContainsFunc(x.uses, dead) || x.by >= 0 && dead(x.by)) {
				x.live, again = false, true
			}
		}
	}
}

// replace notes that g, which is proved, is stronger than f.
func (l *learner) replace(f, g int32) {
	if f != g {
		l.facts[f].by, l.facts[f].uses = g, nil
	}
}

// needed returns facts with all that their proofs rely on, without those that stronger ones replace.
func (l *learner) needed(ctx context.Context, roots []int32) (out []verifier.Fact) {
	in := make([]bool, len(l.facts))
	term.TopDown(func(f int32) []int32 {
		x := &l.facts[f]
		switch {
		case in[f]:
			return nil
		case x.by >= 0:
			in[f] = true
			return []int32{x.by}
		}
		in[f] = true
		return x.uses
	}, roots...)
	var given []verifier.Fact
	for i := range l.facts {
		switch f := &l.facts[i]; {
		case !in[i] || f.by >= 0:
		case f.given:
			given = append(given, verifier.Fact{Proc: f.proc, Formula: f.t})
		default:
			out = append(out, verifier.Fact{Proc: f.proc, Formula: f.t})
		}
	}
	return append(out, l.withBasis(ctx, given)...)
}

// withBasis returns facts that are given as formulas with others of these that prove them: those to which the cores
// of proofs lead; if one is not found, all about the procedures that they call.
func (l *learner) withBasis(ctx context.Context, roots []verifier.Fact) (out []verifier.Fact) {
	if len(roots) == 0 {
		return nil
	}
	var procs []vc.ProcID
	for _, r := range roots {
		procs = append(procs, r.Proc)
	}
	f, number := NewFrames(l.sys, l.c), map[verifier.Fact]int32{}
	defer f.Close()
	for _, id := range vc.Closure(l.sys, procs) {
		for _, i := range l.known(id).formulas {
			x := verifier.Fact{Proc: id, Formula: l.facts[i].t}
			if _, ok := number[x]; !ok {
				number[x] = int32(len(out))
				f.Add(id, []term.Term{l.sys.Store.Not(x.Formula)}, AllLevels)
				out = append(out, x)
			}
		}
	}
	c := &cone{f: f, ctx: ctx, facts: make([]bool, len(out))}
	for _, r := range roots {
		if n := number[r]; !c.facts[n] {
			c.facts[n] = true
			c.work = append(c.work, n)
		}
	}
	if c.close() {
		out = slices.DeleteFunc(out, func(x verifier.Fact) bool { return !c.facts[number[x]] })
	}
	return out
}

package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// fact says that a procedure never does what its literals say together. Facts that are live and not assumed hold for all
// recursion bounds: the proof of each relies on others at call sites, so all of them hold by induction on the height of the
// tree of calls.
type fact struct {
	proc  vc.ProcID
	lits  []lit
	t     term.Term // over the template: the negation
	live  bool
	by    int32   // a stronger fact, which took its place; -1 if there is none
	uses  []int32 // facts on which its proof relies; beside by
	sites int     // that were told
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

// told counts a call site that is told a fact.
func (l *learner) told(f int32) { l.facts[f].sites++ }

// needed returns facts with all that their proofs rely on, without those that stronger ones replace.
func (l *learner) needed(roots []int32) (out []verifier.Fact) {
	in := make([]bool, len(l.facts))
	work := slices.Clone(roots)
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if in[f] {
			continue
		}
		in[f] = true
		if x := &l.facts[f]; x.by >= 0 {
			work = append(work, x.by)
		} else {
			work = append(work, x.uses...)
		}
	}
	for i := range l.facts {
		if f := &l.facts[i]; in[i] && f.by < 0 {
			out = append(out, verifier.Fact{Proc: f.proc, Formula: f.t})
		}
	}
	return out
}

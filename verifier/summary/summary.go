package summary

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxRounds limits how often the procedures of a cycle of calls are walked, and
// widenAt is the round from which on limits that grow are given up.
const (
	maxRounds = 8
	widenAt   = 3
	maxSteps  = 20_000_000 // of all walks together
)

// Derive finds facts about the procedures of a system, adds them to it, and returns
// how many there are. It stops early, with fewer facts, if ctx is done.
func Derive(ctx context.Context, sys *vc.System, mk term.Maker) int {
	a := &analysis{ctx: ctx, sys: sys, mk: mk, of: make([]*outcome, len(sys.Procs)), most: maxSteps}
	for _, c := range vc.Cycles(sys) {
		a.component(c)
		if a.spent() {
			break
		}
	}
	return a.facts
}

// analysis derives the facts of one system.
type analysis struct {
	ctx    context.Context
	sys    *vc.System
	mk     term.Maker
	of     []*outcome // by vc.ProcID; nil if nothing is known
	steps  int
	most   int         // steps of all walks together
	facts  int         // that were added
	callee *term.Subst // for what callees say, if outcomes are not known (Contexts)

	shapes   []*shape // by vc.ProcID (Contexts)
	elements *term.Subst
}

// outcome is what is known of a procedure that has returned.
type outcome struct {
	never bool // it does not return
	outs  []out
}

// out is what is known of a result.
type out struct {
	known  bool // it is an integer that
	joined      // describes, over the symbols one, and k+1 for number k of In

	same term.Term // of a result that is no integer: a value or argument that it equals; or 0
}

func (a *analysis) spent() bool { return a.steps > a.most || a.ctx.Err() != nil }

// component finds the outcomes of procedures that call each other, by iteration
// from the assumption that none of them returns. Outcomes that a round does not
// change are inductive: they hold for all executions by induction on the height
// of the tree of calls.
func (a *analysis) component(procs []vc.ProcID) {
	recursive := len(procs) > 1 || a.calls(procs[0], procs[0])
	bodies := make([]*body, len(procs))
	for _, id := range procs {
		a.of[id] = nil
		if recursive {
			a.of[id] = &outcome{never: true}
		}
	}
	for round := 1; ; round++ {
		changed := false
		for i, id := range procs {
			p := a.sys.Procs[id]
			b := newBody(a, p)
			b.walk()
			if a.spent() {
				return
			}
			bodies[i] = b
			now := b.outcome()
			if was := a.of[id]; recursive && was != nil {
				if now = joinOutcomes(len(p.In), was, now, round >= widenAt); now.equal(was) {
					continue
				}
				changed = true
			}
			if recursive && a.of[id] == nil {
				continue
			}
			a.of[id] = now
		}
		if !changed {
			break
		}
		if round == maxRounds {
			for _, id := range procs {
				a.of[id] = nil
			}
		}
	}
	for _, b := range bodies {
		b.addFacts()
	}
}

// calls reports whether p calls q.
func (a *analysis) calls(p, q vc.ProcID) bool {
	return slices.ContainsFunc(a.sys.Procs[p].Sites, func(s vc.Site) bool { return s.Callee == q })
}

// outcome joins what the walk found at the exits.
func (b *body) outcome() *outcome {
	if len(b.exits) == 0 {
		return &outcome{never: true}
	}
	r := &outcome{outs: make([]out, len(b.outs))}
	var ints []int
	var values [][]form
	for i, t := range b.outs {
		if !b.numeric(t) {
			r.outs[i].same = b.same(t)
			continue
		}
		cases := make([]form, len(b.exits))
		for e, x := range b.exits {
			cases[e] = b.eval(x, t)
		}
		b.align(cases, b.exits)
		ints, values = append(ints, i), append(values, cases)
	}
	keep := func(s sym) bool { return int(s) <= len(b.ins) }
	js := join(values, keep, func(e int, f form) interval { return b.rangeAt(b.exits[e], f) })
	settle(r.outs, ints, js)
	return r
}

// settle enters joined values, whose numbers are those in ints.
func settle(outs []out, ints []int, js []joined) {
	for k, j := range js {
		for q := range j.terms {
			j.terms[q].of = ints[j.terms[q].of]
		}
		outs[ints[k]] = out{joined: j, known: true}
	}
}

// same returns an argument or a value that t, which is no integer, equals at all
// exits; or 0.
func (b *body) same(t term.Term) term.Term {
	v := b.atom(b.exits[0], t)
	for _, x := range b.exits[1:] {
		if b.atom(x, t) != v {
			return 0
		}
	}
	if b.st.IsValue(v) || slices.Contains(b.p.In, v) {
		return v
	}
	return 0
}

package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// constraint is a formula over constants of the program that executions of the entry satisfy, given the first since
// of these formulas and the facts that rest on no more.
type constraint struct {
	formula term.Term
	since   int
}

// Assume allows all solvers to assume formulas over constants of the program that every execution of the entry
// satisfies (Pred.Take). Facts for all levels that are found later have them as a premise, as far as they need them.
func (f *Frames) Assume(always ...term.Term) {
	since := len(f.always)
	for _, t := range always {
		f.number[t] = len(f.always)
		f.always = append(f.always, constraint{t, since})
	}
}

// Solution returns facts that hold for all bounds, and prove that the entry does not return: those to which the cores
// of proofs lead from there, with as few premises as these cores have.
func (f *Frames) Solution(ctx context.Context) []verifier.Fact { return f.Within(ctx, AllLevels).Facts }

// Within is Solution for executions within a level of the entry, by facts of levels, too.
func (f *Frames) Within(ctx context.Context, level int32) *verifier.Proof {
	c := &cone{f: f, ctx: ctx, level: level, facts: make([]bool, len(f.facts)), always: make([]bool, len(f.always))}
	all := !c.find()
	proof := &verifier.Proof{}
	if level < AllLevels {
		proof.Levels = &verifier.Levels{Level: level}
	}
	for id := range f.of {
		if vc.ProcID(id) == f.sys.Entry && !f.called() {
			continue
		}
		for _, i := range f.of[id] {
			x := &f.facts[i]
			if !all && !c.facts[i] {
				continue
			}
			fact := verifier.Fact{Proc: x.Proc, Formula: f.withPremises(x, func(n int) bool { return all || c.always[n] })}
			switch {
			case x.Level == AllLevels:
				proof.Facts = append(proof.Facts, fact)
			case level < AllLevels:
				proof.Levels.Facts = append(proof.Levels.Facts, verifier.LevelledFact{Fact: fact, Level: x.Level})
			}
		}
	}
	return proof
}

// withPremises returns a fact that has those of the formulas on which it may rest as premises.
func (f *Frames) withPremises(x *Levelled, which func(n int) bool) term.Term {
	var lits []term.Term
	for n := range x.under {
		if which(n) {
			lits = append(lits, f.always[n].formula)
		}
	}
	return f.negation(append(lits, x.Lits...))
}

// called reports whether the entry is called: then what calls it relies on its facts.
func (f *Frames) called() bool {
	return slices.ContainsFunc(f.sys.Procs, func(p *vc.Proc) bool {
		return slices.ContainsFunc(p.Sites, func(s vc.Site) bool { return s.Callee == f.sys.Entry })
	})
}

// cone finds what the proof that the entry does not return rests on.
type cone struct {
	f      *Frames
	ctx    context.Context
	level  int32
	facts  []bool // by fact
	always []bool // by formula of Frames.always
	work   []int32
	found  []int
}

// find reports whether it found all.
func (c *cone) find() bool {
	return c.prove(c.f.sys.Entry, nil, basis{c.level, len(c.f.always)}) && c.close()
}

// close finds what the proofs rest on of what was found. It reports whether it found all.
func (c *cone) close() bool {
	f, ok := c.f, true
	for ok && len(c.work)+len(c.found) > 0 {
		if n := len(c.found) - 1; n >= 0 {
			x := f.always[c.found[n]]
			c.found = c.found[:n]
			ok = c.prove(f.sys.Entry, []term.Term{f.sys.Store.Not(x.formula)}, basis{c.level, x.since})
			continue
		}
		x := &f.facts[c.work[len(c.work)-1]]
		c.work = c.work[:len(c.work)-1]
		ok = c.prove(x.Proc, x.Lits, basis{x.Level, x.under})
	}
	return ok
}

// prove proves once more that a procedure does not satisfy literals, and notes what that rests on. It may
// use what was there then.
func (c *cone) prove(id vc.ProcID, lits []term.Term, k basis) bool {
	p, err := c.f.Pred(id)
	if err != nil || p.ask(c.ctx, k, p.Hold(nil, lits)).Status != inline.StatusUnsat {
		return false
	}
	for _, a := range p.body.s.Core() {
		if i, ok := p.active.key[a]; ok && !c.facts[i] {
			c.facts[i] = true
			c.work = append(c.work, i)
		}
		for _, x := range p.taken {
			if x.assumption == a && !c.always[x.number] {
				c.always[x.number] = true
				c.found = append(c.found, x.number)
			}
		}
	}
	return true
}

package fuzz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

var modularTarget = Target{
	Name:    "modular",
	About:   "Boogie programs whose procedures are checked by their contracts, against the program as a whole, and Boogie",
	Comment: "//", Slow: 4,
	Make: func(r *rand.Rand) Case { return modularCase{makeBoogie(r)} },
	Read: func(text []byte, file string) (Case, error) {
		c, err := readBoogie(text, file, false)
		if err != nil {
			return nil, err
		}
		return modularCase{c.(boogieCase)}, nil
	},
}

// modularCase is a program whose procedures are checked one by one.
type modularCase struct{ boogieCase }

// Run implements Case.
func (c modularCase) Run(lim *limit.Limit) error {
	ctx, cancel := until(lim)
	defer cancel()
	rep, err := driver.Modular(ctx, "case.bpl", []byte(c.program.String()), driver.ModularOptions{
		Options: driver.Options{Check: true, CheckTimeout: forever, Invariants: true, Processors: 1},
	})
	if err != nil || lim.Stopped() {
		return err
	}
	verified := true
	for _, p := range rep.Procs {
		verified = verified && p.Verdict() == verifier.Safe
		if p.Check.State == driver.CheckOpen && !excused(p.Check.Why) {
			return fmt.Errorf("the check of the proof about %s is open: %s", p.Name, p.Check.Why)
		}
		for i := range p.Failures {
			if why := p.Failures[i].Result.Reason(); why.Kind != reason.None && !c.quantified() && !excused(why) {
				return fmt.Errorf("%s is unknown: %s", p.Name, why)
			}
		}
	}
	if verified && !strings.Contains(c.program.String(), " where ") { // which loops assume of what they change
		whole, err := driver.Verify(ctx, "case.bpl", []byte(c.program.String()), driver.Options{
			Engine: driver.Engines()[0], Bound: c.bound, AssertionsOnly: true, NoCheck: true,
		})
		if err != nil {
			return err
		}
		if t := whole.Result.Trace(); t != nil && t.Quantifiers == 0 {
			return fmt.Errorf("all procedures meet their contracts, but an execution fails at %v", t.Failed)
		}
	}
	if c.variant%boogiePeer == 0 {
		return c.compareWithBoogie(rep)
	}
	return nil
}

// compareWithBoogie compares the messages with those of Boogie. What Boogie alone reports it may only not have proved, where there are quantifiers, products or
// bit-vectors.
func (c modularCase) compareWithBoogie(rep *driver.ModularReport) error {
	theirs, ok, err := oracle.Contracts(c.program.String())
	if err != nil || !ok {
		return err
	}
	var known, unknown []oracle.Message
	for _, p := range rep.Procs {
		if p.Why.Kind != reason.None {
			return nil
		}
		for i := range p.Failures {
			f := &p.Failures[i]
			if f.Result.Verdict() != verifier.Unsafe {
				unknown = append(unknown, messagesOf(f)...)
				continue
			}
			ours := messagesOf(f)
			known = append(known, ours...)
			if !slices.ContainsFunc(theirs, func(m oracle.Message) bool {
				return slices.ContainsFunc(ours, func(o oracle.Message) bool { return same(o, m) })
			}) {
				return fmt.Errorf("%s fails at %v, not so in Boogie: %v", p.Name, ours[0], theirs)
			}
		}
	}
	for _, m := range theirs {
		is := func(o oracle.Message) bool { return same(o, m) }
		if !slices.ContainsFunc(known, is) && !slices.ContainsFunc(unknown, is) && !c.hard() {
			return fmt.Errorf("Boogie reports %v; all else is proved", m)
		}
	}
	return nil
}

// hard reports whether Boogie may lack a proof.
func (c modularCase) hard() bool {
	text := c.program.String()
	return c.quantified() || strings.Contains(text, "*") || strings.Contains(text, "div") || strings.Contains(text, "mod") || strings.Contains(text, "bv")
}

func same(ours, theirs oracle.Message) bool {
	return ours == theirs || theirs.At == oracle.Anywhere && ours.Code == theirs.Code && ours.Clause == theirs.Clause
}

// messagesOf returns a failure as messages of Boogie: for each return at which a postcondition fails one, of which it has any.
func messagesOf(f *driver.Failure) (out []oracle.Message) {
	code := [...]string{
		passes.CheckAssert: "BP5001", passes.CheckRequires: "BP5002", passes.CheckEnsures: "BP5003",
		passes.CheckEntry: "BP5004", passes.CheckMaintained: "BP5005",
	}[f.Kind]
	for _, at := range append([]prog.Pos{f.At}, f.Also...) {
		m := oracle.Message{At: at.String(), Code: code}
		if f.Kind == passes.CheckRequires || f.Kind == passes.CheckEnsures {
			m.Clause = f.Clause.String()
		}
		out = append(out, m)
	}
	return out
}

// Shrink implements Case.
func (c modularCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	small := c.boogieCase.Shrink(b, func(s Case) bool { return fails(modularCase{s.(boogieCase)}) })
	return modularCase{small.(boogieCase)}
}

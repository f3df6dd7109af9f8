package fuzz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
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
	opt := driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{CheckTimeout: forever, Processors: 1, Unbounded: -1},
		Engines:  driver.Engines{Invariants: true},
		Output:   driver.Output{Check: true},
	}
	if c.quantified() {
		opt.Timeout = modularTime
	}
	rep, err := driver.Modular(ctx, "case.bpl", []byte(c.program.String()), driver.ModularOptions{Options: opt})
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
			Question: driver.Question{Front: boogie.Front{}, Bound: c.bound, AssertionsOnly: true},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Engine: driver.SearchEngines()[0]},
			Output:   driver.Output{NoCheck: true},
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

// modularTime limits the check of programs with quantifiers, which may be looked at for long.
const modularTime = 3 * time.Second

// compareWithBoogie compares the messages with those of Boogie. What Boogie alone reports it may only not have proved (hard). If it reports
// something about a procedure it may miss more: it asks for another error until the solver has no answer.
func (c modularCase) compareWithBoogie(rep *driver.ModularReport) error {
	theirs, ok, err := oracle.Contracts(c.program.String())
	if err != nil || !ok {
		return err
	}
	var all []oracle.Message
	for _, p := range rep.Procs {
		if p.Why.Kind != reason.None {
			return nil
		}
		var ours []oracle.Message
		for i := range p.Failures {
			ours = append(ours, messageOf(&p.Failures[i]))
		}
		all = append(all, ours...)
		if p.Verdict() == verifier.Unsafe && !slices.ContainsFunc(ours, func(o oracle.Message) bool { return has(theirs, o) }) {
			return fmt.Errorf("%s fails, %v; not so in boogie: %v", p.Name, ours, theirs)
		}
	}
	for _, m := range theirs {
		if !has(all, m) && !c.hard() {
			return fmt.Errorf("boogie alone reports %v", m)
		}
	}
	return nil
}

// has reports whether a list has a message. Of a postcondition, Boogie tells one of the returns, or another place.
func has(list []oracle.Message, m oracle.Message) bool {
	return slices.ContainsFunc(list, func(o oracle.Message) bool {
		return o == m || m.Code == ensuresCode && o.Code == m.Code && o.Clause == m.Clause
	})
}

// hard reports whether Boogie may lack a proof.
func (c modularCase) hard() bool {
	text := c.program.String()
	return c.quantified() || slices.ContainsFunc([]string{"*", "div", "mod", "bv"}, func(x string) bool { return strings.Contains(text, x) })
}

// ensuresCode is Boogie's code of a postcondition that fails.
const ensuresCode = "BP5003"

// messageOf returns a failure as a message of Boogie.
func messageOf(f *driver.Failure) oracle.Message {
	code := [...]string{
		passes.CheckAssert: "BP5001", passes.CheckRequires: "BP5002", passes.CheckEnsures: ensuresCode,
		passes.CheckEntry: "BP5004", passes.CheckMaintained: "BP5005",
	}[f.Kind]
	m := oracle.Message{At: f.At.String(), Code: code}
	if f.Kind == passes.CheckRequires || f.Kind == passes.CheckEnsures {
		m.Clause = f.Clause.String()
	}
	return m
}

// Shrink implements Case.
func (c modularCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	small := c.boogieCase.Shrink(b, func(s Case) bool { return fails(modularCase{s.(boogieCase)}) })
	return modularCase{small.(boogieCase)}
}

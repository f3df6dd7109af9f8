package fuzz

import (
	"math/rand/v2"
	"time"

	"github.com/muster-smt/muster/fuzz/oracle/execute"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/driver"
)

var modesTarget = Target{
	Name:    "modes",
	About:   "Boogie programs with and without abstraction, exchange and the other engines, on one and two processors",
	Comment: "//", Slow: 16,
	Make: func(r *rand.Rand) Case { return modesCase{makeBoogie(r)} },
	Read: func(text []byte, file string) (Case, error) {
		c, err := readBoogie(text, file, false)
		if err != nil {
			return nil, err
		}
		return modesCase{c.(boogieCase)}, nil
	},
}

// modesCase is a program that is asked about in all ways in which engines share the work. Few questions are asked about all
// bounds, which takes long.
type modesCase struct{ boogieCase }

// Run implements Case.
func (c modesCase) Run(lim *limit.Limit) error {
	ctx, cancel := until(lim)
	defer cancel()
	x, err := c.executable()
	if err != nil {
		return err
	}
	truth := execute.Unknown
	if x != nil {
		truth = x.Fails(c.bound, boogieSteps)
	}
	var answers []*driver.Report
	for _, by := range c.modes() {
		rep, err := c.verify(ctx, c.program, by)
		if err != nil || lim.Stopped() {
			return err
		}
		if answers, err = c.add(answers, by, rep, x, truth, truth); err != nil {
			return err
		}
	}
	return nil
}

// modes returns a bounded engine alone, with one from which it learns, and all engines, each with abstraction and without.
func (c modesCase) modes() (out []asker) {
	v := c.variant
	bit := func() int {
		b := v & 1
		v >>= 1
		return int(b)
	}
	engine := driver.BoundedEngines()[bit()]
	once := bit()+bit() > 0
	for _, a := range []asker{{engine: engine}, {engine: engine, learn: true}, {engine: driver.Auto}} {
		for _, abstract := range []bool{false, true} {
			a.abstract, a.once, a.unboundedTime, a.time = abstract, once, modesUnbounded, modesTime
			if a.learn || a.engine == driver.Auto {
				a.places = 1 + bit()
			}
			out = append(out, a)
		}
	}
	return out
}

// modesTime limits each question, all of which together take less than hangTime with two places, modesUnbounded the
// search for a proof for all bounds.
const (
	modesTime      = 800 * time.Millisecond
	modesUnbounded = 100 * time.Millisecond
)

// Shrink implements Case.
func (c modesCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	small := c.boogieCase.Shrink(b, func(x Case) bool { return fails(modesCase{x.(boogieCase)}) })
	return modesCase{small.(boogieCase)}
}

package fuzz

import (
	"errors"
	"math/rand/v2"
	"time"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
)

// A Target is a part of the program to test.
type Target struct {
	Name, About string
	Comment     string // begins a comment line in its texts; without one, the error is in a file of its own
	Slow        uint64 // the time of a case relative to one of cnf; 0 means 1
	Batch       int    // how many programs a case has that are compiled at once; 0 means cBatch
	// Patience is the CPU time that a case may take: real inputs can be hard, and have
	// limits of their own for each question. 0 means Options.Hang.
	Patience time.Duration
	// Lacks, if not nil, returns what the machine lacks that the target needs; empty if it has all.
	Lacks func() string
	// Make makes a case. Equal generators give equal cases.
	Make func(r *rand.Rand) Case
	// Read reads a case from its text. file is its name in errors.
	Read func(text []byte, file string) (Case, error)
}

// A Case is an input with the questions about it.
type Case interface {
	// Run returns what is wrong with the tested code; a panic counts, too. A tally is what
	// was done, with nothing wrong. Once lim stops it, it returns soon, with any result.
	Run(lim *limit.Limit) error
	// Text returns the case in the form that Read reads.
	Text() []byte
	// Shrink returns a smaller case that fails.
	Shrink(b *shrink.Budget, fails func(Case) bool) Case
}

// tally counts what was done, and what was passed over.
type tally map[string]uint64

// Keys of a tally that begin like this count programs with a feature that is named then.
const (
	decided   = "decided with "
	undecided = "undecided with "
)

// featured is a Case whose programs have features. What is mended after a failure makes those count anew that the
// failing program has, and no others.
type featured interface{ features() []string }

// forget no longer counts the features of a case.
func (t tally) forget(c Case) {
	if c, ok := c.(featured); ok {
		for _, f := range c.features() {
			delete(t, decided+f)
			delete(t, undecided+f)
		}
	}
}

// Error makes it an error that is none.
func (tally) Error() string { return "nothing is wrong" }

func (t tally) add(more tally) {
	for what, n := range more {
		t[what] += n
	}
}

// wrong returns an error unless it is a tally, which it gives to add.
func wrong(err error, add func(tally)) error {
	var t tally
	if !errors.As(err, &t) {
		return err
	}
	add(t)
	return nil
}

// Targets returns all targets.
func Targets() []Target {
	return append([]Target{cnfTarget, dimacsTarget, proofTarget, smtTarget(), mutantTarget(), termTarget(), projectTarget(), interpolateTarget(), boogieTarget, modesTarget, modularTarget, bplMutantTarget(), btorTarget, hornTarget(), cTarget, csmithTarget(), cRefusedTarget(), cFaultsTarget(), cInputsTarget()}, append(cSketchTargets(), goTargets()...)...)
}

// source returns the random numbers of case n of a target.
func source(t *Target, n uint64) *rand.Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for _, c := range []byte(t.Name) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(n, h))
}

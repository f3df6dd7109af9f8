package fuzz

import (
	"math/rand/v2"
	"time"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
)

// A Target is something to be attacked.
type Target struct {
	Name, About string
	Comment     string // begins a line of comment in its texts; without one findings are two files
	Slow        uint64 // a case takes so many times as long as one of cnf; 0: 1
	// Patience is how much processor time a case may take: real inputs can be hard, and
	// have limits of their own for each question. 0: what the options say.
	Patience time.Duration
	// Make makes a case. Equal generators give equal cases.
	Make func(r *rand.Rand) Case
	// Read reads a case from its text. File names it in errors.
	Read func(text []byte, file string) (Case, error)
}

// A Case is an input with all that is asked about it.
type Case interface {
	// Run returns what is wrong with the tested code. A panic counts as that, too.
	// Once lim stops it Run returns soon, whatever it says.
	Run(lim *limit.Limit) error
	// Text is the case as Read reads it.
	Text() []byte
	// Shrink returns a smaller case that fails.
	Shrink(b *shrink.Budget, fails func(Case) bool) Case
}

// Targets are all that there are.
func Targets() []Target {
	return []Target{cnfTarget, dimacsTarget, proofTarget, smtTarget(), mutantTarget(), termTarget(), boogieTarget, bplMutantTarget()}
}

// source is where case n of a target has its random numbers from.
func source(t *Target, n uint64) *rand.Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for _, c := range []byte(t.Name) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(n, h))
}

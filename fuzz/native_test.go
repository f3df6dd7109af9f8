package fuzz

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/proof"
)

// Targets of texts for go test -fuzz, which is guided by coverage.

// FuzzDimacs compares the reader with the naive one on any text.
func FuzzDimacs(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(gen.Dimacs(rand.New(rand.NewPCG(seed, 0))))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := dimacsCase(text).Run(nil); err != nil {
			t.Error(err)
		}
	})
}

// FuzzBtor2 reads any text as a transition system, and searches it if it is one of few bits.
func FuzzBtor2(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(gen.Btor2(rand.New(rand.NewPCG(seed, 0))))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := btorCase(text).Run(nil); err != nil {
			t.Error(err)
		}
	})
}

// FuzzProof checks any proof of a formula that a number selects: no proof of a satisfiable
// formula is accepted.
func FuzzProof(f *testing.F) {
	for seed := range uint64(40) {
		format := proof.Format{LRAT: seed%2 == 0, Binary: seed%4 < 2}
		cs, vars := numbered(seed)
		var out bytes.Buffer
		w := proof.NewWriter(&out, format, len(cs))
		s := sat.New(sat.Options{Tracer: w})
		for range vars {
			s.NewVar()
		}
		for _, c := range cs {
			s.AddClause(c...)
		}
		s.Solve(nil, nil, sat.Budget{})
		if err := w.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(seed, format.LRAT, format.Binary, out.Bytes())
		f.Add(seed+1, format.LRAT, format.Binary, out.Bytes())
	}
	f.Fuzz(func(t *testing.T, seed uint64, lrat, binary bool, text []byte) {
		cs, vars := numbered(seed)
		c := &proofCase{clauses: cs, vars: vars, format: proof.Format{LRAT: lrat, Binary: binary}, proof: text}
		if err := c.Run(nil); err != nil {
			t.Error(err)
		}
	})
}

func numbered(seed uint64) (cs [][]sat.Lit, vars int) {
	r := rand.New(rand.NewPCG(seed, 0))
	vars = 2 + r.IntN(6)
	return append(clauses.Random(r, vars), clauses.Random(r, vars)...), vars
}

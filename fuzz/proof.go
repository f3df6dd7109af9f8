package fuzz

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/proof"
)

var proofTarget = Target{
	Name: "proof", About: "DRAT and LRAT proofs, intact or damaged, of formulas or of parts of them, through the checkers",
	Comment: "c",
	Make:    makeProof,
	Read:    readProof,
}

// proofCase is a formula with a proof; in the text the proof is a comment of the formula.
// An intact proof must be accepted, and no proof of a satisfiable formula.
type proofCase struct {
	clauses [][]sat.Lit
	vars    int
	format  proof.Format
	whole   bool
	proof   []byte
}

const proofLine = "c proof %t %t %t %x\n" // LRAT, binary, whole

// maxProofVar bounds the variables of damaged proofs: greater ones only cost memory.
const maxProofVar = 1 << 16

func makeProof(r *rand.Rand) Case {
	c := &proofCase{vars: 2 + r.IntN(11), format: proof.Format{LRAT: r.IntN(2) == 0, Binary: r.IntN(2) == 0}, whole: true}
	c.clauses = append(clauses.Random(r, c.vars), clauses.Random(r, c.vars)...)
	var out bytes.Buffer
	w := proof.NewWriter(&out, c.format, len(c.clauses))
	s := sat.New(sat.Options{Tracer: w, Stress: r.IntN(2) == 0})
	for range c.vars {
		s.NewVar()
	}
	for _, lits := range c.clauses {
		if !s.Add(lits, sat.Irredundant) {
			break
		}
	}
	st := s.Solve(nil, nil, sat.Budget{})
	if err := w.Close(); err != nil {
		panic(err) // a Buffer has no errors
	}
	c.proof, c.whole = out.Bytes(), st == sat.Unsat
	if r.IntN(3) == 0 {
		c.proof, c.whole = gen.Damage(r, c.proof), false
	}
	if r.IntN(3) == 0 && len(c.clauses) > 0 {
		i := r.IntN(len(c.clauses))
		c.clauses, c.whole = slices.Delete(c.clauses, i, i+1), false
	}
	return c
}

func readProof(text []byte, file string) (Case, error) {
	f, err := dimacs.Read(bytes.NewReader(text), file)
	if err != nil {
		return nil, err
	}
	c := &proofCase{clauses: collect(f), vars: f.Vars}
	for line := range bytes.Lines(text) {
		if n, _ := fmt.Sscanf(string(line), proofLine, &c.format.LRAT, &c.format.Binary, &c.whole, &c.proof); n >= 3 {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%s: no line with a proof", file)
}

func (c *proofCase) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, proofLine, c.format.LRAT, c.format.Binary, c.whole, c.proof)
	fmt.Fprintf(&b, "p cnf %d %d\n", c.vars, len(c.clauses))
	for _, lits := range c.clauses {
		for _, l := range lits {
			fmt.Fprint(&b, l.Dimacs(), " ")
		}
		b.WriteString("0\n")
	}
	return b.Bytes()
}

func (c *proofCase) reader() *bufio.Reader {
	return bufio.NewReaderSize(bytes.NewReader(c.proof), 1<<14)
}

func (c *proofCase) Run(lim *limit.Limit) error {
	// A short binary proof may look like both formats.
	if got := proof.Detect(c.reader(), len(c.clauses)); c.whole && len(c.proof) > 0 && !c.format.Binary && got != c.format {
		return fmt.Errorf("detected as %v, but it is %v", got, c.format)
	}
	if !c.whole && c.large() {
		return nil
	}
	_, err := proof.Check(slices.Values(c.clauses), proof.NewReader(c.reader(), c.format), proof.Options{Limit: lim})
	var e *proof.Error
	switch {
	case errors.Is(err, proof.ErrStopped):
		return err
	case err != nil && c.whole:
		return fmt.Errorf("an intact proof is rejected: %w", err)
	case err != nil && !errors.As(err, &e):
		return fmt.Errorf("%w: not a proof.Error", err)
	case err != nil:
		return nil
	}
	f := oracle.NewFormula()
	for _, lits := range c.clauses {
		f.Add(lits)
	}
	if f.Holds(nil) == sat.Sat {
		return errors.New("a proof of a satisfiable formula is accepted")
	}
	return nil
}

// large reports whether the proof contains large variables.
func (c *proofCase) large() bool {
	r := proof.NewReader(c.reader(), c.format)
	for s := new(proof.Step); r.Next(s) == nil; {
		if s.ID > maxProofVar || slices.ContainsFunc(s.Lits, func(l sat.Lit) bool { return l.Var() > maxProofVar }) {
			return true
		}
	}
	return false
}

func (c *proofCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	small := *c
	if c.whole {
		return c // a smaller proof would not be intact
	}
	small.proof = shrink.List(small.proof, b, func(less []byte) bool {
		try := small
		try.proof = less
		return fails(&try)
	})
	small.clauses = shrink.List(small.clauses, b, func(less [][]sat.Lit) bool {
		try := small
		try.clauses = less
		return fails(&try)
	})
	return &small
}

package oracle

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat"
)

// asksCadical bounds the questions of a Cadical that CaDiCaL answers, each in a new process.
const asksCadical = 20

// Cadical is a Formula whose first questions CaDiCaL answers alone.
type Cadical struct {
	*Formula
	path  string
	asked int
}

// NewCadical returns a formula without clauses; false if CaDiCaL is not installed.
func NewCadical() (*Cadical, bool) {
	path, err := exec.LookPath("cadical")
	return &Cadical{Formula: NewFormula(), path: path}, err == nil
}

// Holds says whether the clauses and the literals are satisfiable.
func (c *Cadical) Holds(lits []sat.Lit) sat.Status {
	if c.asked++; c.asked > asksCadical {
		return c.Formula.Holds(lits)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.path, "-q", "-n")
	cmd.Stdin = strings.NewReader(c.dimacs(c.rename(lits)))
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		switch exit.ExitCode() {
		case 10:
			return sat.Sat
		case 20:
			return sat.Unsat
		}
	}
	return sat.Unknown
}

// dimacs returns the formula as text, with literals as units.
func (c *Cadical) dimacs(units []sat.Lit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", c.vars, len(c.clauses)+len(units))
	for _, clause := range c.clauses {
		for _, l := range clause {
			fmt.Fprint(&b, l.Dimacs(), " ")
		}
		b.WriteString("0\n")
	}
	for _, l := range units {
		fmt.Fprint(&b, l.Dimacs(), " 0\n")
	}
	return b.String()
}

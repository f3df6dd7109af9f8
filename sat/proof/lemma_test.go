package proof_test

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/proof"
)

// holes is a propagator: of the variables that are equal modulo n, at most one is true.
type holes struct {
	s *sat.Solver
	n int
}

func (p *holes) NewLevel()          {}
func (p *holes) Backtrack(int)      {}
func (p *holes) Assign([]sat.Lit)   {}
func (p *holes) Final() sat.Final   { return sat.FinalSat }
func (p *holes) same(a, b int) bool { return a != b && a%p.n == b%p.n }

func (p *holes) Propagate() {
	for a := 1; a <= p.s.NumVars(); a++ {
		for b := 1; b <= p.s.NumVars() && p.s.Value(sat.FromDimacs(a)) == sat.True; b++ {
			if p.same(a, b) && p.s.Value(sat.FromDimacs(b)) != sat.False && !p.s.Enqueue(sat.FromDimacs(-b), uint32(a)) {
				return
			}
		}
	}
}

func (p *holes) Explain(_ sat.Lit, reason uint32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	return append(dst, sat.Var(reason).Pos()), 0
}

// TestLemmas writes proofs that depend on a theory: its clauses are marked, and accepted
// only with Options.Lemmas.
func TestLemmas(t *testing.T) {
	const n = 4 // holes for n+1 pigeons
	var clauses [][]sat.Lit
	for p := range n + 1 {
		var c []sat.Lit
		for h := range n {
			c = append(c, sat.FromDimacs(1+p*n+h))
		}
		clauses = append(clauses, c)
	}
	for _, f := range formats {
		var out bytes.Buffer
		w := proof.NewWriter(&out, f, len(clauses))
		s := sat.New(sat.Options{Tracer: w})
		s.Connect(&holes{s, n})
		for range n * (n + 1) {
			s.Observe(s.NewVar())
		}
		for _, c := range clauses {
			s.AddClause(c...)
		}
		if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Unsat {
			t.Fatal(st)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		read := func() *proof.Reader {
			return proof.NewReader(bufio.NewReader(bytes.NewReader(out.Bytes())), f)
		}
		rep, err := proof.Check(slices.Values(clauses), read(), proof.Options{Lemmas: true})
		if err != nil || rep.Lemmas == 0 || rep.RAT > 0 {
			t.Errorf("%v: %v, %+v", f, err, rep)
		}
		if _, err := proof.Check(slices.Values(clauses), read(), proof.Options{}); err == nil || !strings.Contains(err.Error(), "a theory lemma, which is not proved") {
			t.Errorf("%v: a lemma is believed: %v", f, err)
		}
	}
}

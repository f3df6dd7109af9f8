package smt_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// verdicts counts verdicts by the name of the lemma.
type verdicts map[string]map[cert.Verdict]int

func (c verdicts) add(name string, v cert.Verdict) {
	if c[name] == nil {
		c[name] = map[cert.Verdict]int{}
	}
	c[name][v]++
}

func (c verdicts) log(t *testing.T) {
	var names []string
	for n := range c {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		t.Logf("%-22s accepted %6d  rejected %3d", n, c[n][cert.Accepted], c[n][cert.Rejected])
		if k := c[n][cert.Unsupported]; k > 0 {
			t.Errorf("unsupported: %s, %d times", n, k)
		}
	}
}

// certifying returns a solver and a function that tells what is wrong with the
// clauses that it used: every certificate must be accepted; a clause whose
// certificate says nothing must not be refuted by a fresh solver. Of each kind
// it looks at the first ones only: matching loops give any number.
func certifying(s *script) (*smt.Solver, func() error) {
	st := s.st
	k := cert.NewChecker(st)
	var wrong error
	var open [][]cert.Literal
	var seen [256]int
	sol := smt.New(st, smt.Options{Candidates: s.candidates, Certify: func(c *cert.Certificate) {
		if seen[c.Rule]++; seen[c.Rule] > 500 {
			return
		}
		v, err := k.Check(c)
		switch {
		case v == cert.Rejected && wrong == nil:
			wrong = fmt.Errorf("%s: %w\n%s", c.Name, err, show(st, c.Clause))
		case v != cert.Accepted && v != cert.Rejected && len(open) < 10:
			open = append(open, slices.Clone(c.Clause))
		}
	}})
	return sol, func() error {
		for _, c := range open {
			if wrong == nil && refutation(st, c) == sat.Sat {
				wrong = fmt.Errorf("this lemma is not valid:\n%s", show(st, c))
			}
		}
		return wrong
	}
}

// TestCertificates checks every certificate that random sessions give.
func TestCertificates(t *testing.T) {
	from, to := seeds(40)
	total := verdicts{}
	for _, p := range chosen(certified()) {
		for seed := from; seed <= to; seed++ {
			s := certifiedScript(p, seed)
			k := cert.NewChecker(s.st)
			wrong := 0
			sol := smt.New(s.st, smt.Options{Candidates: s.candidates, Certify: func(c *cert.Certificate) {
				v, err := k.Check(c)
				total.add(c.Name, v)
				if v != cert.Accepted && wrong < 2 {
					wrong++
					t.Errorf("%s seed %d: %s: %v\n%s", p.name, seed, c.Name, err, show(s.st, c.Clause))
				}
			}})
			_ = s.visit(sol, func(op, answer) error { return nil })
		}
	}
	total.log(t)
}

// certified are the profiles whose certificates are checked.
func certified() []profile {
	return append(profiles(),
		profile{name: "vc", divmod: true, values: true, depth: 2},
		profile{name: "vcmixed", arrays: true, big: true, products: true, divmod: true, elems: true, values: true, depth: 2},
		profile{name: "flags"}, profile{name: "copies"},
		profile{name: "forall", quants: true, arrays: true, elems: true, values: true, depth: 3})
}

func certifiedScript(p profile, seed int64) *script {
	switch p.name {
	case "flags":
		_, s := flags(seed)
		return s
	case "copies":
		_, s, _ := copies(seed)
		return s
	}
	g := newGen(seed, p)
	if strings.HasPrefix(p.name, "vc") {
		return (&vc{gen: g, s: &script{st: g.st}}).session(3 + int(seed%7))
	}
	return g.session()
}

// TestSessionCertificates checks the certificates of the engines' sessions:
// those kept here and, if MUSTER_CORPUS names one, those of a directory.
func TestSessionCertificates(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "*.smt2"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	if dir := os.Getenv("MUSTER_CORPUS"); dir != "" {
		more, _ := filepath.Glob(filepath.Join(dir, "*"+os.Getenv("MUSTER_FILTER")+"*.smt2"))
		files = append(files, more...)
	}
	total := verdicts{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		st := term.NewStore()
		cmds, err := smtlib.ReadScript(file, bytes.NewReader(text), st)
		if err != nil {
			t.Fatal(err)
		}
		k := cert.NewChecker(st)
		wrong := 0
		sol := smt.New(st, smt.Options{Candidates: true, Certify: func(c *cert.Certificate) {
			v, err := k.Check(c)
			total.add(c.Name, v)
			if v != cert.Accepted && wrong < 2 {
				wrong++
				t.Errorf("%s: %s: %v\n%s", file, c.Name, err, show(st, c.Clause))
			}
		}})
		for _, c := range cmds {
			switch c.Kind {
			case smtlib.Assert:
				sol.Assert(c.Terms[0])
			case smtlib.CheckSatAssuming:
				checkFor(sol, c.Terms)
			}
		}
	}
	total.log(t)
}

func show(st *term.Store, clause []cert.Literal) string {
	out := ""
	for _, l := range clause {
		if l.Neg {
			out += "  not"
		}
		if l.T != 0 {
			out += "  " + st.String(l.T)
		}
		out += "\n"
	}
	return out
}

// TestMutatedCertificates spoils certificates: what is accepted all the same
// must be valid.
func TestMutatedCertificates(t *testing.T) {
	from, to := seeds(6)
	tried, rejected, valid := 0, 0, 0
	for _, p := range chosen(certified()) {
		for seed := from; seed <= to; seed++ {
			s := certifiedScript(p, seed)
			r := rand.New(rand.NewSource(seed))
			var kept []*cert.Certificate
			kinds := map[cert.Rule]int{}
			sol := smt.New(s.st, smt.Options{Candidates: s.candidates, Certify: func(c *cert.Certificate) {
				if kinds[c.Rule]++; kinds[c.Rule] <= 40 {
					kept = append(kept, c.Clone())
				}
			}})
			_ = s.visit(sol, func(op, answer) error { return nil })
			for _, c := range kept {
				for range 3 {
					d := c.Clone()
					if len(d.Clause) == 0 || !mutate(r, d) {
						continue
					}
					tried++
					v, _ := cert.NewChecker(s.st).Check(d)
					if v != cert.Accepted {
						rejected++
						continue
					}
					// A clause that does without the literal is fine.
					if !isValid(s.st, d.Clause) {
						t.Fatalf("%s seed %d: %s accepted\n%s", p.name, seed, d.Name, show(s.st, d.Clause))
					}
					valid++
				}
			}
		}
	}
	t.Logf("%d mutants, %d rejected, %d accepted with a valid clause", tried, rejected, valid)
	if rejected*10 < tried*8 {
		t.Errorf("only %d of %d mutants rejected", rejected, tried)
	}
}

// mutate drops a literal, which the clause needs as a rule, or changes a
// coefficient; false if there was nothing to change.
func mutate(r *rand.Rand, c *cert.Certificate) bool {
	for _, i := range r.Perm(len(c.Steps)) {
		s := &c.Steps[i]
		if r.Intn(2) == 0 || len(s.From) < 2 || s.Kind != cert.Combination && s.Kind != cert.Contradiction {
			continue
		}
		k := r.Intn(len(s.From))
		s.From[k].Coeff = s.From[k].Coeff.Mul(num.RatFromInt64(2))
		return true
	}
	i := r.Intn(len(c.Clause))
	c.Clause = append(c.Clause[:i], c.Clause[i+1:]...)
	return true
}

// isValid asks a fresh solver.
func isValid(st *term.Store, clause []cert.Literal) bool {
	return refutation(st, clause) == sat.Unsat
}

// refutation is what a fresh solver says to the negation of a clause.
func refutation(st *term.Store, clause []cert.Literal) sat.Status {
	sol := smt.New(st, smt.Options{})
	for _, l := range clause {
		f := l.T
		if f == 0 {
			return sat.Unknown // only the clausifier knows
		}
		if !l.Neg {
			f = st.Not(f)
		}
		sol.Assert(f)
	}
	return checkFor(sol, nil).Status
}

package solver_test

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
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

// TestCertificates checks every certificate of random sessions.
func TestCertificates(t *testing.T) {
	from, to := seeds(3, 30)
	total := verdicts{}
	for _, f := range certified() {
		for seed := from; seed <= to; seed++ {
			s := f.Script(source(seed))
			k := cert.NewChecker(s.Store)
			wrong := 0
			sol := solver.New(s.Store, solver.Options{Candidates: s.Candidates, Certify: func(c *cert.Certificate) {
				v, err := k.Check(c)
				total.add(c.Name, v)
				if v != cert.Accepted && wrong < 2 {
					wrong++
					t.Errorf("%s seed %d: %s: %v\n%s", f.Name, seed, c.Name, err, smtscript.Show(s.Store, c.Clause))
				}
			}})
			_ = s.Visit(sol, func(smtscript.Op, smtscript.Answer) error { return nil })
		}
	}
	total.log(t)
}

// certified returns the families whose certificates are checked.
func certified() []gen.SMTFamily {
	return slices.DeleteFunc(families(), func(f gen.SMTFamily) bool {
		return f.Name == "vclong" || strings.HasPrefix(f.Name, "box") || strings.HasPrefix(f.Name, "prep")
	})
}

// TestSessionCertificates checks the certificates of the engines' sessions: those in
// testdata and those in the directory that MUSTER_CORPUS names.
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
		sol := solver.New(st, solver.Options{Candidates: true, Certify: func(c *cert.Certificate) {
			v, err := k.Check(c)
			total.add(c.Name, v)
			if v != cert.Accepted && wrong < 2 {
				wrong++
				t.Errorf("%s: %s: %v\n%s", file, c.Name, err, smtscript.Show(st, c.Clause))
			}
		}})
		for _, c := range cmds {
			switch c.Kind {
			case smtlib.Assert:
				sol.Assert(c.Terms[0])
			case smtlib.CheckSatAssuming:
				smtscript.CheckFor(sol, c.Terms)
			}
		}
	}
	total.log(t)
}

// TestMutatedCertificates mutates certificates: the clauses of those that are still
// accepted must be valid.
func TestMutatedCertificates(t *testing.T) {
	from, to := seeds(2, 6)
	tried, rejected, valid := 0, 0, 0
	for _, f := range certified() {
		for seed := from; seed <= to; seed++ {
			s := f.Script(source(seed))
			r := rand.New(rand.NewSource(seed))
			var kept []*cert.Certificate
			kinds := map[cert.Rule]int{}
			sol := solver.New(s.Store, solver.Options{Candidates: s.Candidates, Certify: func(c *cert.Certificate) {
				if kinds[c.Rule]++; kinds[c.Rule] <= 40 {
					kept = append(kept, c.Clone())
				}
			}})
			_ = s.Visit(sol, func(smtscript.Op, smtscript.Answer) error { return nil })
			for _, c := range kept {
				for range 3 {
					d := c.Clone()
					if len(d.Clause) == 0 || !mutate(r, d) {
						continue
					}
					tried++
					v, _ := cert.NewChecker(s.Store).Check(d)
					if v != cert.Accepted {
						rejected++
						continue
					}
					// A clause that is valid without the literal is fine.
					if !isValid(s.Store, d.Clause) {
						t.Fatalf("%s seed %d: %s accepted\n%s", f.Name, seed, d.Name, smtscript.Show(s.Store, d.Clause))
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

// mutate drops a literal, which the clause usually needs, or changes a coefficient. It
// returns false if there was nothing to change.
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

// isValid asks a fresh solver whether a clause is valid.
func isValid(st *term.Store, clause []cert.Literal) bool {
	return smtscript.Refutation(st, clause) == sat.Unsat
}

package satscript_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
)

func TestRoundTrip(t *testing.T) {
	for seed := range uint64(200) {
		want := gen.SAT(rand.New(rand.NewPCG(seed, 0))).String()
		s, err := satscript.Parse([]byte(want), "f")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, s.String()); d != "" {
			t.Fatal(d)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "f:1:1: expected the header p satscript, but the input ends"},
		{"c\n\np cnf 1 1\n", "f:3:1: expected the header p satscript"},
		{"p satscript\n1 2\n", "f:2:4: expected a literal or 0"},
		{"p satscript\r\n1 x 0\r\n", `f:2:3: expected a literal, found "x"`},
		{"p satscript\n1 0 2\n", `f:2:5: expected the end of the line, found "2"`},
		{"p satscript\n1 +2 0\n", `f:2:3: expected a literal, found "+2"`},
		{"p satscript\n-1048577 0\n", "f:2:1: variable 1048577 is larger than 1048576"},
		{"p satscript\nfrieze 1\n", `f:2:1: unknown word "frieze"`},
		{"p satscript\nfreeze\n", "f:2:7: expected a literal"},
		{"p satscript\nfreeze 0\n", "f:2:8: expected a literal, found 0"},
		{"p satscript\nfreeze 1 2\n", `f:2:10: expected the end of the line, found "2"`},
		{"p satscript\nconflicts -1\n", `f:2:11: expected a number, found "-1"`},
		{"p satscript\nconflicts 9999999999999999999\n", `f:2:11: expected a number, found "9999999999999999999"`},
		{"p satscript\nconflicts\n", "f:2:10: expected a number"},
		{"p satscript\n0\nproof\n", "f:3:1: proof must stand before all calls"},
	} {
		_, err := satscript.Parse([]byte(c.text), "f")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for seed := range uint64(5) {
		f.Add([]byte(gen.SAT(rand.New(rand.NewPCG(seed, 0))).String()))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := satscript.Parse(text, "f")
		if err != nil {
			var e *dimacs.Error
			if !errors.As(err, &e) || e.Line < 1 || e.Line > 1+bytes.Count(text, []byte("\n")) || e.Col < 1 || e.Col > len(text)+1 {
				t.Errorf("%v: no such position", err)
			}
			return
		}
		again, err := satscript.Parse([]byte(s.String()), "f")
		if err != nil || again.String() != s.String() {
			t.Errorf("%v: %q", err, s.String())
		}
	})
}

// forgetful ignores clauses with the literals 3 and -5.
type forgetful struct{ *oracle.Formula }

func (f forgetful) Add(c []sat.Lit) {
	some := func(want sat.Lit) bool {
		for _, l := range c {
			if l == want {
				return true
			}
		}
		return false
	}
	if !some(sat.FromDimacs(3)) || !some(sat.FromDimacs(-5)) {
		f.Formula.Add(c)
	}
}

// A planted fault, in the oracle, is found and shrinks to a script of a few lines.
func TestPlantedFault(t *testing.T) {
	fails := func(s satscript.Script) bool {
		_, err := s.Run(satscript.Config{Oracle: func() satscript.Oracle { return forgetful{oracle.NewFormula()} }})
		return err != nil
	}
	found := 0
	for seed := range uint64(1000) {
		s := gen.SAT(rand.New(rand.NewPCG(seed, 0)))
		if !fails(s) {
			continue
		}
		found++
		small := satscript.Shrink(s, &shrink.Budget{Tries: 5000}, fails)
		if !fails(small) || len(small) > 5 {
			t.Errorf("seed %d: %d calls of %d are left:\n%v", seed, len(small), len(s), small)
		}
		if found == 10 {
			return
		}
	}
	t.Errorf("only %d scripts found the fault", found)
}

func TestStopped(t *testing.T) {
	s, err := satscript.Parse([]byte("p satscript\n1 2 0\na -1 0\na 0\n"), "f")
	if err != nil {
		t.Fatal(err)
	}
	var lim limit.Limit
	lim.Stop(limit.Timeout)
	if st, err := s.Run(satscript.Config{Limit: &lim}); err != satscript.ErrStopped || st.Solves > 1 {
		t.Errorf("%v, %d solves", err, st.Solves)
	}
	if st, err := s.Run(satscript.Config{}); err != nil || st.Solves != 2 {
		t.Errorf("%v, %d solves", err, st.Solves)
	}
}

// Equal scripts give equal counters.
func TestDeterminism(t *testing.T) {
	for seed := range uint64(100) {
		s := gen.SAT(rand.New(rand.NewPCG(seed, 0)))
		first, err := s.Run(satscript.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := s.Run(satscript.Config{}); again != first {
			t.Fatalf("seed %d: %s", seed, strings.TrimSpace(cmp.Diff(first, again)))
		}
	}
}

package script_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
)

// closing is a buffer that is an io.WriteCloser.
type closing struct{ bytes.Buffer }

func (*closing) Close() error { return nil }

// dumped returns the CNF of the first check.
func dumped(text string) (string, error) {
	var cnf closing
	_, err := script.Run(context.Background(), "f", strings.NewReader(text), io.Discard, script.Options{
		DumpCNF: func() (io.WriteCloser, error) { return &cnf, nil },
	})
	return cnf.String(), err
}

// firstAnswer returns the first line of the output of a script that is an answer of a check.
func firstAnswer(t *testing.T, text string) string {
	t.Helper()
	var out strings.Builder
	if _, err := script.Run(context.Background(), "f", strings.NewReader(text), &out, script.Options{}); err != nil && !errors.As(err, new(*smtlib.Error)) {
		t.Fatalf("%v\n%s", err, text)
	}
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); line == "sat" || line == "unsat" || line == "unknown" {
			return line
		}
	}
	return "none"
}

var (
	checking = regexp.MustCompile(`(?m)^\(check-sat`)
	ofBit    = regexp.MustCompile(`(?m)^c (.*?)(?:\[(\d+)\])? (\d+)$`)
)

// solved decides a CNF. If it is satisfiable, it returns the assertions that give the constants
// in its comments their values.
func solved(t *testing.T, cnf string) (status sat.Status, values string) {
	t.Helper()
	f, err := dimacs.Read(strings.NewReader(cnf), "cnf")
	if err != nil {
		t.Fatalf("%v\n%s", err, cnf)
	}
	s := sat.New(sat.Options{})
	f.Loader(s)(f.Len())
	if status = s.Solve(nil, nil, sat.Budget{}); status != sat.Sat {
		return status, ""
	}
	holds := map[int]bool{}
	for _, l := range f.Model(s.ModelValue) {
		holds[l.Dimacs()] = true
	}
	words := map[string]string{}
	var names []string
	for _, m := range ofBit.FindAllStringSubmatch(cnf, -1) {
		v, _ := strconv.Atoi(m[3])
		switch {
		case m[2] == "" && holds[v]:
			values += fmt.Sprintf("(assert %s)", m[1])
		case m[2] == "":
			values += fmt.Sprintf("(assert (not %s))", m[1])
		default:
			if words[m[1]] == "" {
				names = append(names, m[1])
			}
			digit := map[bool]string{false: "0", true: "1"}[holds[v]]
			words[m[1]] = digit + words[m[1]]
		}
	}
	for _, name := range names {
		values += fmt.Sprintf("(assert (= %s #b%s))", name, words[name])
	}
	return status, values
}

// compareDump compares the CNF of a script with its answer. Values from a model of the CNF
// must satisfy the script. It returns the answer, or nothing if there is no CNF.
func compareDump(t *testing.T, text string) string {
	t.Helper()
	cnf, err := dumped(text)
	if errors.As(err, new(*smtlib.Error)) || cnf == "" {
		return ""
	}
	want := firstAnswer(t, text)
	status, values := solved(t, cnf)
	if status.String() != want {
		t.Errorf("the CNF is %v, but the script %s\n%s", status, want, text)
		return want
	}
	at := checking.FindStringIndex(text)
	if got := firstAnswer(t, text[:at[0]]+values+text[at[0]:]); got != want {
		t.Errorf("with %s the script is %s\n%s", values, got, text)
	}
	return want
}

func TestDumpCNF(t *testing.T) {
	files, err := filepath.Glob("testdata/*.smt2")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		"(declare-const |a b| (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (! (= (bvmul |a b| y) #x8f) :named n))\n(check-sat-assuming ((bvult #x01 |a b|) (bvult |a b| y)))",
		"(declare-const p Bool)(declare-const x (_ BitVec 3))(push)(assert false)(pop)(assert (xor p (= x #b101)))\n(check-sat)",
		"(declare-const p Bool)(assert (and p (not p)))\n(check-sat)",
		"(check-sat)",
		"(set-option :produce-unsat-cores true)(declare-const x (_ BitVec 65))(assert (! (bvslt x (bvneg x)) :named a))(assert (! (= x (_ bv0 65)) :named b))\n(check-sat)",
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	answers := map[string]int{}
	for _, text := range texts {
		answers[compareDump(t, text)]++
	}
	families := slices.DeleteFunc(gen.SMTFamilies(), func(f gen.SMTFamily) bool { return f.Profile.Bits == gen.NoBits })
	for seed := range extent.Of(uint64(150), 600) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := families[r.IntN(len(families))].Script(r).Standard(func(int) bool { return true })
		answers[compareDump(t, text)]++
	}
	if answers["sat"] < extent.Of(12, 50) || answers["unsat"] < extent.Of(12, 50) {
		t.Error("too few answers:", answers)
	}
}

// TestDumpRefused names what a CNF cannot have, at its assertion.
func TestDumpRefused(t *testing.T) {
	const head = "(declare-const i Int)(declare-const x (_ BitVec 4))(declare-fun f ((_ BitVec 4)) (_ BitVec 4))\n(assert (= x x))\n"
	for _, c := range []struct{ text, want string }{
		{"(assert (= i 0))(check-sat)", "f:3:1: no CNF: a term of sort Int is not about bit-vectors alone"},
		{"(assert (= (f x) x))(check-sat)", "f:3:1: no CNF: the function f is not about bit-vectors alone"},
		{" (assert (forall ((y (_ BitVec 4))) (bvult x y)))(check-sat)", "f:3:2: no CNF: a quantifier is not about bit-vectors alone"},
		{"(assert (< i 2))(check-sat)", "f:3:1: no CNF: the operator <= is not about bit-vectors alone"},
		{"(check-sat-assuming ((= 1 i)))", "f:3:1: no CNF: a term of sort Int is not about bit-vectors alone"},
		{"(assert (= x ((_ int_to_bv 4) (* i i))))(check-sat)", "f:3:1: no CNF: the operator int2bv is not about bit-vectors alone"},
		{"(assert (fp.isNaN x))(check-sat)", ""},
		{"(push)(assert (= i 0))(pop)(check-sat)", "none"},
		{"(assert (= i 0))(reset-assertions)(check-sat)", "none"},
	} {
		cnf, err := dumped(head + c.text)
		switch {
		case c.want == "none" && (err != nil || cnf == ""):
			t.Errorf("%s: %v", c.text, err)
		case c.want == "none":
		case err == nil || c.want != "" && err.Error() != c.want:
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		case cnf != "":
			t.Errorf("%s: a CNF all the same", c.text)
		}
	}
}

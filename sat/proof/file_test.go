package proof_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/proof"
)

var formats = []proof.Format{{}, {LRAT: true}, {Binary: true}, {LRAT: true, Binary: true}}

// parse reads clauses, each ended by a 0.
func parse(text string) (cs [][]sat.Lit) {
	c := []sat.Lit{}
	for _, w := range strings.Fields(text) {
		n := 0
		fmt.Sscan(w, &n)
		if n == 0 {
			cs, c = append(cs, c), []sat.Lit{}
		} else {
			c = append(c, sat.FromDimacs(n))
		}
	}
	return cs
}

// verify checks a proof after detecting its format.
func verify(clauses [][]sat.Lit, text string) (proof.Report, error) {
	in := bufio.NewReader(strings.NewReader(text))
	return proof.Check(slices.Values(clauses), proof.NewReader(in, proof.Detect(in, len(clauses))), proof.Options{})
}

const (
	square = "1 2 0  1 -2 0  -1 2 0  -1 -2 0"
	// Three pigeons in two holes, with pigeon i in hole j as 2i+j-2.
	pigeons = "1 2 0  3 4 0  5 6 0  -1 -3 0  -1 -5 0  -3 -5 0  -2 -4 0  -2 -6 0  -4 -6 0"
)

// TestCheck checks one proof per line, most of them wrong.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ name, formula, proof, want string }{
		{"DRAT", square, "1 0\n0\n", ""},
		{"unit propagation refutes", "1 0 -1 0", "", ""},
		{"empty clause in the formula", "1 0 0", "", ""},
		{"deletion of what is not there", square, "d 1 2 2 3 0\n1 0\n0\n", ""},
		{"deletion of a unit is ignored", square, "1 0\nd 1 0\n0\n", ""},
		{"deletion in other order, twice the literal", square, "1 0\nd -2 -1 -2 0\nd 2 -1 0\n0\n", ""},
		{"deleted clause used", "1 2 0 1 -2 0 -1 3 4 0 -1 3 -4 0 -3 5 0 -3 -5 0", "d -2 1 0\n1 0\n0", "line 2: the clause [1] has neither"},
		{"no empty clause", "1 2 0", "1 2 3 0\n", "line 2: the proof ends without the empty clause"},
		{"no RUP", pigeons, "0\n", "line 1: the clause [] has neither"},
		{"RAT on the first literal", pigeons, "7 -1 0\n7 -4 0\n-7 1 4 0\n", "line 4: the proof ends"},
		{"RAT on another literal", "1 2 5 0 -1 3 0", "4 -1 0\nc\n4 -2 0\n1 -4 2 0\n", "line 4: the clause [1 -4 2] has neither"},
		{"no RAT: a resolvent fails", "1 2 0 -1 3 0 -3 -2 4 0", "3 0\n", "line 1: the clause [3] has neither"},
		{"variables that the formula has not", "1 2 0 -1 3 0 -3 -2 4 0", "268435456 0\n-268435456 70 0\n", "line 2: the clause [-268435456 70] has neither"},
		{"LRAT, variables that the formula has not", square, "5 9 0 0\n6 -9 1 0 1 0\n", "line 2: clause 6 [-9 1] from [1]: no conflict"},
		{"cut", pigeons, "1 2 0\n-1", "line 2: the proof ends inside a step"},
		{"garbled", pigeons, "1 2 0\nx 0", "line 2: expected a number, found 'x'"},
		{"lemma", square, "o 1 0\n0\n", "line 1: a theory lemma, which is not proved"},

		{"LRAT", square, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", ""},
		{"LRAT, satisfiable formula refuted", "1 2 0 -1 2 0", "3 2 0 1 2 0\n4 0 3 1 2 0\n", "clause 1 is true"},
		{"LRAT hint missing", square, "5 1 0 1 0\n6 0 5 3 4 0\n", "line 1: clause 5 [1] from [1]: no conflict at the end"},
		{"LRAT hints in wrong order", square, "5 0 1 2 3 4 0\n", "line 1: clause 5 [] from [1 2 3 4]: clause 1 is not a unit"},
		{"LRAT id twice", square, "4 1 0 1 2 0\n", "clause 4 exists already"},
		{"LRAT deleted clause", square, "4 d 2 0\n5 1 0 1 2 0\n", "there is no clause 2"},
		{"LRAT deleted twice", square, "4 d 2 2 0\n", "deletion of clause 2, which does not exist"},
		{"LRAT future clause", square, "5 1 0 1 6 0\n6 0 5 3 4 0\n", "there is no clause 6"},
		{"LRAT clause 0", square, "0 1 0 1 2 0\n", "a clause has the id 0"},
		{"LRAT enormous id", square, "99999999999 1 0 1 2 0\n", "has an id above"},
		{"LRAT no empty clause", square, "5 1 0 1 2 0\n", "line 2: the proof ends without the empty clause"},
		{"LRAT without hints for a resolvent", "1 2 0 -1 3 0 -3 4 0", "4 3 0 0\n", "no conflict at the end, nor are there hints for clause 3"},
		{"LRAT wrong hints for a resolvent", "1 2 0 -1 3 0 -3 4 0", "4 3 0 -3 2 0\n", "no conflict at the end of the hints for clause 3"},
		{"LRAT RAT for a clause that is not there", "1 2 0 -1 3 0 -3 4 0", "4 3 0 -9 2 0\n", "there is no clause 9"},
		{"LRAT RAT without candidates", "1 2 0", "2 3 1 0 0\n3 -3 2 0 -2 1 0\n4 0 0", "line 3: clause 4 [] from []: no conflict"},
		{"LRAT cut", square, "5 1 0 1 2", "line 1: the proof ends inside a step"},

		{"binary DRAT", square, "a\x02\x00a\x00", ""},
		{"binary, no conflict", "1 2 0 -1 3 0", "a\x02\x00a\x00", "byte 0: the clause [1] has neither"},
		{"binary, garbled", pigeons, "a\x02\x04\x00b\x00", "byte 4: expected a or d, found byte 98"},
		{"binary, cut", pigeons, "a\x02\x04\x00a\x82", "byte 4: the proof ends inside a step"},
		{"binary, large", pigeons, "a\x02\x04\x00a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", "byte 4: a number is too large"},
		{"binary LRAT", square, "a\x0a\x02\x00\x02\x04\x00d\x02\x00a\x0c\x00\x0a\x06\x08\x00", ""},
		{"binary LRAT, wrong", square, "a\x0a\x02\x00\x02\x06\x00a\x0c\x00\x0a\x06\x08\x00", "byte 0: clause 5 [1] from [1 3]: clause 3 is true"},
	} {
		_, err := verify(parse(c.formula), c.proof)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestWriter writes proofs of random formulas in all formats.
func TestWriter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	refuted := 0
	for round := range 100 {
		vars := 3 + rng.IntN(40)
		var clauses [][]sat.Lit
		for range int(4.6*float64(vars)) + rng.IntN(5) {
			c := randomClause(rng, vars, 3)
			if rng.IntN(40) == 0 {
				c = c[:1]
			}
			clauses = append(clauses, c)
		}
		for _, f := range formats {
			var out bytes.Buffer
			w := proof.NewWriter(&out, f, len(clauses))
			s := sat.New(sat.Options{Tracer: w})
			for range vars {
				s.NewVar()
			}
			for _, c := range clauses {
				if !s.AddClause(c...) {
					break
				}
			}
			if s.Solve(nil, nil, sat.Budget{}) != sat.Unsat {
				break
			}
			refuted++
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			in := bufio.NewReader(&out)
			if out.Len() > 0 && proof.Detect(in, len(clauses)) != f && out.Len() > 10 {
				t.Errorf("round %d: %v is taken for %v", round, f, proof.Detect(in, len(clauses)))
			}
			if _, err := proof.Check(slices.Values(clauses), proof.NewReader(in, f), proof.Options{}); err != nil {
				t.Errorf("round %d, %v: %v", round, f, err)
			}
		}
	}
	if refuted < 120 {
		t.Errorf("only %d refutations", refuted)
	}
}

func randomClause(rng *rand.Rand, vars, size int) []sat.Lit {
	var c []sat.Lit
	for _, v := range rng.Perm(vars)[:min(size, vars)] {
		c = append(c, sat.Lit(2*(v+1)+rng.IntN(2)))
	}
	return c
}

// naive is a DRAT checker that scans all clauses repeatedly. It also returns the LRAT
// hints of a step.
type naive struct {
	ids     []int
	clauses [][]sat.Lit
	next    int
}

// propagate extends a set of true literals, and reports a conflict; hints are
// the clauses that were used.
func (n *naive) propagate(held map[sat.Lit]bool) (hints []int, conflict bool) {
	for changed := true; changed; {
		changed = false
		for i, c := range n.clauses {
			var open []sat.Lit
			for _, l := range c {
				if held[l] {
					open = nil
					break
				}
				if !held[l.Not()] {
					open = append(open, l)
				}
			}
			satisfied := slices.ContainsFunc(c, func(l sat.Lit) bool { return held[l] })
			if satisfied || len(open) > 1 {
				continue
			}
			hints = append(hints, n.ids[i])
			if len(open) == 0 {
				return hints, true
			}
			held[open[0]] = true
			changed = true
		}
	}
	return hints, false
}

// check checks a clause, and returns hints.
func (n *naive) check(c []sat.Lit) (hints []int, rat, ok bool) {
	held := map[sat.Lit]bool{}
	for _, l := range c {
		held[l.Not()] = true
	}
	hints, conflict := n.propagate(held)
	if conflict || len(c) == 0 {
		return hints, false, conflict
	}
	for i, d := range n.clauses {
		if !slices.Contains(d, c[0].Not()) {
			continue
		}
		with, clash := map[sat.Lit]bool{}, false
		for l := range held {
			with[l] = true
		}
		for _, l := range d {
			if l != c[0].Not() {
				clash = clash || with[l]
				with[l.Not()] = true
			}
		}
		hints = append(hints, -n.ids[i])
		if clash {
			continue
		}
		more, conflict := n.propagate(with)
		if !conflict {
			return nil, true, false
		}
		hints = append(hints, more...)
	}
	return hints, true, true
}

func (n *naive) add(c []sat.Lit) int {
	n.next++
	n.ids, n.clauses = append(n.ids, n.next), append(n.clauses, c)
	return n.next
}

// isUnit reports whether a clause is a unit under the literals that the others imply:
// then checkers differ about its deletion.
func (n *naive) isUnit(c []sat.Lit) bool {
	held := map[sat.Lit]bool{}
	n.propagate(held)
	free := 0
	for _, l := range c {
		if !held[l.Not()] {
			free++
		}
	}
	return free < 2
}

func text(lits []sat.Lit) string {
	s := ""
	for _, l := range lits {
		s += fmt.Sprintf("%d ", l.Dimacs())
	}
	return s + "0"
}

// TestAgainstNaive checks random proofs, right and wrong ones, and their translations to
// LRAT by the naive checker.
func TestAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	accepted, rats := 0, int64(0)
	for round := range 500 {
		vars := 3 + rng.IntN(3)
		var n naive
		var clauses [][]sat.Lit
		for range 6 + rng.IntN(3*vars) {
			c := randomClause(rng, vars, 2+rng.IntN(2))
			clauses = append(clauses, c)
			n.add(c)
		}
		var drat, lrat strings.Builder
		wrong, done := 0, false // the line of the first wrong step
		if _, conflict := n.propagate(map[sat.Lit]bool{}); conflict {
			continue
		}
		for line := 1; line < 30 && wrong == 0 && !done; line++ {
			if i := rng.IntN(len(n.clauses)); rng.IntN(5) == 0 && !n.isUnit(n.clauses[i]) {
				fmt.Fprintf(&drat, "d %s\n", text(n.clauses[i]))
				fmt.Fprintf(&lrat, "%d d %d 0\n", n.next, n.ids[i])
				n.ids, n.clauses = slices.Delete(n.ids, i, i+1), slices.Delete(n.clauses, i, i+1)
				continue
			}
			var c []sat.Lit
			var hints []int
			ok := false
			for try := 0; try < 20 && !ok; try++ { // most steps right
				c = randomClause(rng, vars+1, 1+rng.IntN(3))
				hints, _, ok = n.check(c)
			}
			fmt.Fprintln(&drat, text(c))
			if !ok {
				wrong = line
				break
			}
			fmt.Fprintf(&lrat, "%d %s %s 0\n", n.add(c), text(c), strings.Trim(fmt.Sprint(hints), "[]"))
			if hints, _, done = n.check(nil); done {
				fmt.Fprintf(&drat, "0\n")
				fmt.Fprintf(&lrat, "%d 0 %s 0\n", n.next+1, strings.Trim(fmt.Sprint(hints), "[]"))
			}
		}
		rep, err := verifyAs(clauses, drat.String(), proof.Format{})
		rats += rep.RAT
		switch {
		case done && err == nil:
			accepted++
			if satisfiable(clauses, vars) {
				t.Fatalf("round %d: a satisfiable formula is refuted:\n%s", round, &drat)
			}
			if _, err := verifyAs(clauses, lrat.String(), proof.Format{LRAT: true}); err != nil {
				t.Fatalf("round %d: LRAT: %v\n%s", round, err, &lrat)
			}
			mutate(t, rng, clauses, vars, lrat.String())
		case done:
			t.Fatalf("round %d: %v\n%v\n%s", round, err, clauses, &drat)
		case wrong > 0 && (err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: the clause", wrong))):
			t.Fatalf("round %d: %v, but line %d is wrong:\n%v\n%s", round, err, wrong, clauses, &drat)
		case wrong == 0 && (err == nil || !strings.Contains(err.Error(), "without the empty clause")):
			t.Fatalf("round %d: %v\n%v\n%s", round, err, clauses, &drat)
		}
	}
	if accepted < 50 || rats < 200 {
		t.Errorf("only %d refutations and %d RAT steps", accepted, rats)
	}
}

// mutate leaves out a word of an LRAT proof, which may be accepted or not, and a clause
// of the formula, which is satisfiable then.
func mutate(t *testing.T, rng *rand.Rand, clauses [][]sat.Lit, vars int, lrat string) {
	lines := strings.Split(strings.TrimSpace(lrat), "\n")
	i := rng.IntN(len(lines))
	words := strings.Fields(lines[i])
	j := rng.IntN(len(words))
	lines[i] = strings.Join(slices.Delete(words, j, j+1), " ")
	for k := range clauses {
		fewer := slices.Delete(slices.Clone(clauses), k, k+1)
		if !satisfiable(fewer, vars) {
			continue
		}
		tautology := []sat.Lit{sat.Var(1).Pos(), sat.Var(1).Neg()}
		fewer = slices.Insert(fewer, k, tautology)
		for _, text := range []string{lrat, strings.Join(lines, "\n")} {
			if _, err := verifyAs(fewer, text, proof.Format{LRAT: true}); err == nil {
				t.Fatalf("a satisfiable formula is refuted:\n%v\n%s", fewer, text)
			}
		}
	}
}

func verifyAs(clauses [][]sat.Lit, text string, f proof.Format) (proof.Report, error) {
	return proof.Check(slices.Values(clauses), proof.NewReader(bufio.NewReader(strings.NewReader(text)), f), proof.Options{})
}

func satisfiable(clauses [][]sat.Lit, vars int) bool {
	for m := range 1 << vars {
		if !slices.ContainsFunc(clauses, func(c []sat.Lit) bool {
			return !slices.ContainsFunc(c, func(l sat.Lit) bool { return (m>>(l.Var()-1)&1 == 0) == l.Sign() })
		}) {
			return true
		}
	}
	return false
}

// FuzzCheck tries to refute a satisfiable formula.
func FuzzCheck(f *testing.F) {
	seeds := []string{
		"1 2 0\nd 1 2 0\n7 -1 0\n0\n", "9 1 2 0 1 2 0\n9 d 1 2 0\n10 0 -9 1 2 0\n",
		"a\x02\x04\x00d\x02\x04\x00a\x00", "a\x12\x02\x04\x00\x02\x06\x00d\x02\x00a\x14\x00\x11\x02\x00",
		"268435456 -268435455 1 0\nd 268435456 0\n", "4294967295 1 2 0 1 2 0\n4294967295 d 4294967295 1 0\n", "a\xff\xff\xff\xff\x01\x02\x00",
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	// Large numbers only make tables long, and the search slow.
	great := func(text string) bool {
		digits, high := 0, 0
		for _, c := range []byte(text) {
			if digits++; c < '0' || c > '9' {
				digits = 0
			}
			if high++; c < 0x80 {
				high = 0
			}
			if digits > 6 || high > 2 {
				return true
			}
		}
		return false
	}
	clauses := parse("1 2 0  3 4 0  -1 -3 0  -1 -5 0  -2 -4 0  -2 -6 0  -1 2 5 0  5 6 -3 0")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 || great(text) && !slices.Contains(seeds, text) {
			return
		}
		for _, format := range formats {
			if _, err := verifyAs(clauses, text, format); err == nil {
				t.Fatalf("%v refutes a satisfiable formula", format)
			}
		}
		if _, err := verify(clauses, text); err == nil {
			t.Fatal("a satisfiable formula is refuted")
		}
	})
}

// The first step of an LRAT proof may have more hints than Detect reads.
func TestDetectLongStep(t *testing.T) {
	for text, lrat := range map[string]bool{
		"9 -1 0" + strings.Repeat(" 12345", 10000) + " 0\n": true,
		strings.Repeat("12345 ", 10000) + "0\n":             false,
	} {
		in := bufio.NewReaderSize(strings.NewReader(text), 1<<14)
		if f := proof.Detect(in, 8); f.LRAT != lrat || f.Binary {
			t.Errorf("%.20s...: taken for %v", text, f)
		}
	}
}

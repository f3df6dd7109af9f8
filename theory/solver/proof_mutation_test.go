package solver_test

import (
	"bytes"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/theory/proof"
)

// logMutations change a log; nil if there is nothing to change. The result must be
// rejected where must is set; otherwise wrong, if there is one, returns what is wrong
// with accepting it.
var logMutations = []struct {
	name   string
	must   bool
	mutate func(r *rand.Rand, lines []string) []string
	wrong  func(lines, mutant []string) error
}{
	{name: "drop a literal", mutate: dropLiteral},
	{name: "change a hint", mutate: changeHint},
	{name: "drop a premise", mutate: dropPremise, wrong: needless},
	{name: "change a simplification", mutate: changeSimplification},
	{name: "drop a used clause", must: true, mutate: dropClause},
	{name: "swap an answer", must: true, mutate: swapAnswer},
	{name: "weaken an assertion", must: true, mutate: weakenAssertion},
	{name: "use a constant of the proof", must: true, mutate: leakConstant},
}

// pickLine returns the number of a random line that begins with one of kinds.
func pickLine(r *rand.Rand, lines []string, kinds string, ok func(words []string) bool) int {
	for _, i := range r.Perm(len(lines)) {
		if lines[i] != "" && strings.IndexByte(kinds, lines[i][0]) >= 0 && ok(strings.Fields(lines[i])) {
			return i
		}
	}
	return -1
}

func replaced(lines []string, i int, words ...string) []string {
	out := slices.Clone(lines)
	out[i] = strings.Join(words, " ")
	return out
}

// dropLiteral makes a clause shorter.
func dropLiteral(r *rand.Rand, lines []string) []string {
	i := pickLine(r, lines, "ietl", func(w []string) bool { return w[2] != "0" && (w[0] != "i" || w[3] != "0") })
	if i < 0 {
		return nil
	}
	w := strings.Fields(lines[i])
	first := 2
	if w[0] == "i" {
		first = 3
	}
	k := first + r.Intn(slices.Index(w[first:], "0"))
	return replaced(lines, i, slices.Delete(w, k, k+1)...)
}

// hints returns the index of the first antecedent of a derived clause.
func hints(w []string) int { return 3 + slices.Index(w[2:], "0") }

func changeHint(r *rand.Rand, lines []string) []string {
	i := pickLine(r, lines, "l", func(w []string) bool { return len(w) > hints(w)+1 })
	if i < 0 {
		return nil
	}
	w := strings.Fields(lines[i])
	k := hints(w) + r.Intn(len(w)-1-hints(w))
	old := w[k]
	id, _ := strconv.Atoi(w[1])
	if w[k] = strconv.Itoa(1 + r.Intn(id)); w[k] == old {
		return nil
	}
	return replaced(lines, i, w...)
}

// dropPremise drops a premise of a bound or of a contradiction.
func dropPremise(r *rand.Rand, lines []string) []string {
	premise := func(w string) bool { return len(w) > 1 && (w[0] == 'f' || w[0] == 'F') && strings.Contains(w, ",") }
	i := pickLine(r, lines, "t", func(w []string) bool { return slices.ContainsFunc(w, premise) })
	if i < 0 {
		return nil
	}
	w := strings.Fields(lines[i])
	k := r.Intn(len(w))
	for !premise(w[k]) {
		k = r.Intn(len(w))
	}
	return replaced(lines, i, slices.Delete(w, k, k+1)...)
}

// dropClause removes a clause that another one needs, with its deletion.
func dropClause(r *rand.Rand, lines []string) []string {
	engines := []int{0} // where they begin: each numbers its clauses anew
	for i, l := range lines {
		if l[0] == 'E' {
			engines = append(engines, i)
		}
	}
	k := r.Intn(len(engines))
	from, to := engines[k], append(engines, len(lines))[k+1]
	used := map[string]bool{}
	for _, l := range lines[from:to] {
		if w := strings.Fields(l); l[0] == 'l' {
			for _, h := range w[hints(w):] {
				used[h] = true
			}
		}
	}
	i := pickLine(r, lines[from:to], "iet", func(w []string) bool { return used[w[1]] })
	if i < 0 {
		return nil
	}
	id := strings.Fields(lines[from+i])[1]
	out := slices.Clone(lines[:from])
	for j, l := range lines[from:to] {
		if j != i && l != "d "+id {
			out = append(out, l)
		}
	}
	return append(out, lines[to:]...)
}

func swapAnswer(r *rand.Rand, lines []string) []string {
	i := pickLine(r, lines, "us?", func([]string) bool { return true })
	if i < 0 {
		return nil
	}
	if lines[i][0] == 'u' {
		return replaced(lines, i, "s")
	}
	var ids, query []string
	negated := map[string]string{} // by the number of a negation
	for _, l := range lines[:i] {
		switch w := strings.Fields(l); {
		case strings.ContainsAny(w[0], "ietl"):
			ids = append(ids, w[1])
		case w[0] == "q":
			query = w[1:]
		case w[0] == "T" && w[2] == "not":
			negated[w[1]] = w[3]
		}
	}
	for _, a := range query {
		if of, ok := negated[a]; ok && slices.Contains(query, of) {
			return nil // unsat, whatever was answered
		}
	}
	return replaced(lines, i, "u", append(ids, "0")[r.Intn(len(ids)+1)])
}

// weakenAssertion replaces an assertion that became a clause by true.
func weakenAssertion(r *rand.Rand, lines []string) []string {
	used := map[string]bool{}
	for _, l := range lines {
		if w := strings.Fields(l); w[0] == "i" {
			used[w[2]] = true
		}
	}
	i := pickLine(r, lines, "ag", func(w []string) bool { return used[w[1]] })
	if i < 0 {
		return nil
	}
	w := strings.Fields(lines[i])
	return replaced(lines, i, w[0], w[1], "1")
}

// changeSimplification replaces a simplified formula by true.
func changeSimplification(r *rand.Rand, lines []string) []string {
	i := pickLine(r, lines, "R", func(w []string) bool { return w[2] != "1" })
	if i < 0 {
		return nil
	}
	return replaced(lines, i, "R", strings.Fields(lines[i])[1], "1")
}

// leakConstant asserts the guard of an open scope.
func leakConstant(r *rand.Rand, lines []string) []string {
	i := pickLine(r, lines, "+", func([]string) bool { return true })
	if i < 0 {
		return nil
	}
	n := 0
	for _, l := range lines[:i] {
		if w := strings.Fields(l); w[0] == "a" || w[0] == "g" {
			n, _ = strconv.Atoi(w[1])
		}
	}
	return slices.Insert(slices.Clone(lines), i+1, "a "+strconv.Itoa(n+1)+" "+strings.Fields(lines[i])[1])
}

// TestMutatedProofs mutates logs, which must be rejected then.
func TestMutatedProofs(t *testing.T) {
	from, to := seeds(1, 4)
	type count struct{ tried, rejected int }
	counts := make([]count, len(logMutations))
	for _, f := range gen.SMTFamilies() {
		for seed := from; seed <= to; seed++ {
			log, _, err := f.Script(source(seed)).Logged()
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(string(log), "\n"), "\n")
			r := rand.New(rand.NewSource(seed))
			for m := range logMutations {
				mutation := &logMutations[m]
				for range 4 {
					mutant := mutation.mutate(r, lines)
					if mutant == nil {
						continue
					}
					counts[m].tried++
					text := []byte(strings.Join(mutant, "\n") + "\n")
					if sum, err := proof.Check(bytes.NewReader(text)); err != nil || !sum.Complete() {
						counts[m].rejected++
					} else if mutation.must {
						t.Fatalf("%s seed %d: %s: accepted\n%s", f.Name, seed, mutation.name, text)
					} else if mutation.wrong != nil {
						if err := mutation.wrong(lines, mutant); err != nil {
							t.Fatalf("%s seed %d: %s: %v\n%s", f.Name, seed, mutation.name, err, text)
						}
					}
				}
			}
		}
	}
	for m, c := range counts {
		t.Logf("%-28s %5d of %5d rejected", logMutations[m].name, c.rejected, c.tried)
		if c.tried == 0 || c.rejected*10 < c.tried*7 {
			t.Errorf("%s: only %d of %d mutants rejected", logMutations[m].name, c.rejected, c.tried)
		}
	}
}

package proof_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/proof"
)

// counting is a second DRAT checker, which shares no code with the first one: it
// counts the true and the false literals of each clause instead of watching two,
// finds clauses by occurrence lists, identifies them by their sorted literals, and
// deletes units too.
type counting struct {
	clauses []counted
	vars    int
	occurs  [][]int          // by literal plus vars, clauses
	byName  map[string][]int // clauses
	value   []bool           // by literal plus vars: it is true
	trail   []int
	root    int // number of literals that hold without assumptions
	head    int
	empty   bool
	rats    int
}

type counted struct {
	lits    []int
	yes, no int // how many literals are true and false
	gone    bool
}

func newCounting(vars int) *counting {
	return &counting{vars: vars, occurs: make([][]int, 2*vars+1), value: make([]bool, 2*vars+1), byName: map[string][]int{}}
}

func nameOf(lits []int) string { return fmt.Sprint(slices.Sorted(slices.Values(lits))) }

// set makes a literal true, and updates the counts.
func (c *counting) set(l int) {
	c.value[c.vars+l] = true
	c.trail = append(c.trail, l)
	for _, i := range c.occurs[c.vars+l] {
		c.clauses[i].yes++
	}
	for _, i := range c.occurs[c.vars-l] {
		c.clauses[i].no++
	}
}

// undo undoes all literals except the first n.
func (c *counting) undo(n int) {
	for _, l := range c.trail[n:] {
		c.value[c.vars+l] = false
		for _, i := range c.occurs[c.vars+l] {
			c.clauses[i].yes--
		}
		for _, i := range c.occurs[c.vars-l] {
			c.clauses[i].no--
		}
	}
	c.trail = c.trail[:n]
	c.head = min(c.head, n)
}

// propagate propagates all literals. It returns false if a clause becomes false.
func (c *counting) propagate() bool {
	for ; c.head < len(c.trail); c.head++ {
		for _, i := range c.occurs[c.vars-c.trail[c.head]] {
			if !c.look(i) {
				return false
			}
		}
	}
	return true
}

// look makes the literal of a unit clause true. It returns false if the clause is false.
func (c *counting) look(i int) bool {
	d := &c.clauses[i]
	if d.gone || d.yes > 0 || d.no < len(d.lits)-1 {
		return true
	}
	for _, l := range d.lits {
		if !c.value[c.vars-l] {
			c.set(l)
			return true
		}
	}
	return false
}

// add adds a clause without a check.
func (c *counting) add(lits []int) {
	lits = slices.Compact(slices.Sorted(slices.Values(lits)))
	d := counted{lits: lits}
	i := len(c.clauses)
	for _, l := range lits {
		c.occurs[c.vars+l] = append(c.occurs[c.vars+l], i)
		if c.value[c.vars+l] {
			d.yes++
		}
		if c.value[c.vars-l] {
			d.no++
		}
	}
	c.clauses = append(c.clauses, d)
	name := nameOf(lits)
	c.byName[name] = append(c.byName[name], i)
	c.empty = c.empty || !c.look(i) || !c.propagate()
	c.root = len(c.trail)
}

// remove deletes a clause. If it made a literal true, all literals are propagated again.
func (c *counting) remove(lits []int) {
	name := nameOf(slices.Compact(slices.Sorted(slices.Values(lits))))
	same := c.byName[name]
	if len(same) == 0 {
		return
	}
	i := same[len(same)-1]
	c.byName[name] = same[:len(same)-1]
	d := &c.clauses[i]
	d.gone = true
	for _, l := range d.lits {
		c.occurs[c.vars+l] = slices.DeleteFunc(c.occurs[c.vars+l], func(j int) bool { return j == i })
	}
	if c.empty || d.yes != 1 || d.no != len(d.lits)-1 {
		return // it made nothing true
	}
	c.undo(0)
	for i := range c.clauses {
		c.empty = c.empty || !c.look(i)
	}
	c.empty = c.empty || !c.propagate()
	c.root = len(c.trail)
}

// refuted assumes that the literals are false, except one, and reports a conflict. The
// assumptions stay.
func (c *counting) refuted(lits []int, but int) bool {
	for _, l := range lits {
		if l == but {
			continue
		}
		if c.value[c.vars+l] {
			return true
		}
		if !c.value[c.vars-l] {
			c.set(-l)
		}
	}
	return !c.propagate()
}

// implied reports whether a clause is RUP, or RAT on its first literal.
func (c *counting) implied(lits []int) bool {
	defer func() { c.undo(c.root) }()
	if c.empty || c.refuted(lits, 0) {
		return true
	}
	if len(lits) == 0 {
		return false
	}
	c.rats++
	base := len(c.trail)
	for _, i := range c.occurs[c.vars-lits[0]] {
		if !c.refuted(c.clauses[i].lits, -lits[0]) {
			return false
		}
		c.undo(base)
	}
	return true
}

// check reads a proof in text form and returns what is wrong with it.
func (c *counting) check(proof string) error {
	line := 0
	for text := range strings.Lines(proof) {
		line++
		text, deletion := strings.CutPrefix(text, "d ")
		lits := numbers(text)
		switch {
		case c.empty:
			return nil
		case deletion:
			c.remove(lits[0])
			continue
		case !c.implied(lits[0]):
			return fmt.Errorf("line %d: %v", line, lits[0])
		}
		c.add(lits[0])
	}
	if !c.empty {
		return fmt.Errorf("no empty clause")
	}
	return nil
}

// numbers reads lists of numbers, each ended by a 0, and skips lines that begin with a
// letter.
func numbers(text string) [][]int {
	var all [][]int
	one := []int{}
	for line := range strings.Lines(text) {
		if strings.ContainsAny(line[:1], "cp") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			n, err := strconv.Atoi(w)
			if err != nil {
				panic(err)
			}
			if n != 0 {
				one = append(one, n)
				continue
			}
			all, one = append(all, one), []int{}
		}
	}
	return all
}

// countingCheck checks a proof of a formula, both in text form; rats is the number of
// steps that are not RUP.
func countingCheck(formula, drat string) (rats int, err error) {
	clauses, vars := numbers(formula), 0
	for _, lits := range append(numbers(strings.ReplaceAll(drat, "d ", "")), clauses...) {
		for _, l := range lits {
			vars = max(vars, l, -l)
		}
	}
	c := newCounting(vars)
	for _, lits := range clauses {
		c.add(lits)
	}
	return c.rats, c.check(drat)
}

// refute solves a formula and returns its proof, "" if it is not refuted within the given
// number of conflicts.
func refute(t *testing.T, formula string, conflicts int64) string {
	f, err := dimacs.Read(strings.NewReader(formula), "formula")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := proof.NewWriter(&out, proof.Format{}, f.Len())
	s := sat.New(sat.Options{Tracer: w})
	f.Load(s)
	if s.Solve(nil, nil, sat.Budget{Conflicts: conflicts}) != sat.Unsat {
		return ""
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// pigeonhole is the formula that puts n+1 pigeons into n holes.
func pigeonhole(n int) string {
	var b strings.Builder
	for p := range n + 1 {
		for h := range n {
			fmt.Fprintf(&b, "%d ", 1+p*n+h)
		}
		b.WriteString("0\n")
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				fmt.Fprintf(&b, "-%d -%d 0\n", 1+p*n+h, 1+q*n+h)
			}
		}
	}
	return fmt.Sprintf("p cnf %d %d\n", n*(n+1), n+1+n*n*(n+1)/2) + b.String()
}

func threeSAT(rng *rand.Rand, vars, clauses int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", vars, clauses)
	for range clauses {
		fmt.Fprintln(&b, text(randomClause(rng, vars, 3)))
	}
	return b.String()
}

// TestCounting gives proofs of the solver to both checkers, and proofs that lack an
// addition or have a literal negated; the checkers must agree.
func TestCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	formulas := []string{pigeonhole(5)}
	for i := range 16 {
		vars := 15 + 3*i
		formulas = append(formulas, threeSAT(rng, vars, 5*vars))
	}
	wrong := 0
	for i, formula := range formulas {
		drat := refute(t, formula, 0)
		if drat == "" {
			continue
		}
		if rats, err := countingCheck(formula, drat); err != nil || rats > 0 {
			t.Errorf("formula %d: %v, %d RAT steps", i, err, rats)
		}
		clauses := parse(formula[strings.Index(formula, "\n")+1:])
		for range 5 {
			lines := strings.SplitAfter(strings.TrimSpace(drat), "\n")
			switch k := rng.IntN(len(lines)); {
			case rng.IntN(2) == 0:
				lines = slices.Delete(lines, k, k+1)
			case lines[k][0] == '-':
				lines[k] = lines[k][1:]
			case lines[k][0] > '0':
				lines[k] = strings.TrimPrefix("-"+strings.TrimPrefix(lines[k], "d "), "--")
			}
			bad := strings.Join(lines, "")
			rep, err := verifyAs(clauses, bad, proof.Format{})
			rats, other := countingCheck(formula, bad)
			if err != nil {
				wrong++
			}
			// They differ in deletions of units, and so in what is RAT.
			if rats == 0 && other == nil && err != nil || rep.RAT == 0 && rep.Ignored == 0 && err == nil && other != nil {
				t.Errorf("formula %d: %v, and counting: %v\n%s", i, err, other, bad)
			}
		}
	}
	if wrong < 10 {
		t.Errorf("only %d wrong proofs", wrong)
	}
}

// TestCountingBench checks proofs of the formulas cnf/*.cnf below MUSTER_BENCH: of those
// that are refuted within 10,000 conflicts, the 20 with the longest proofs.
func TestCountingBench(t *testing.T) {
	bench := os.Getenv("MUSTER_BENCH")
	if bench == "" {
		t.Skip("MUSTER_BENCH, the directory of the sets, is not set")
	}
	files, err := filepath.Glob(filepath.Join(bench, "cnf", "*.cnf"))
	if err != nil || len(files) == 0 {
		t.Skipf("no formulas in %s: %v", bench, err)
	}
	type refutation struct{ file, formula, drat string }
	var all []refutation
	for _, file := range files {
		formula, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const conflicts, size = 10_000, 1 << 22
		if len(formula) > size {
			continue
		}
		if drat := refute(t, string(formula), conflicts); drat != "" {
			all = append(all, refutation{filepath.Base(file), string(formula), drat})
		}
	}
	slices.SortStableFunc(all, func(a, b refutation) int { return cmp.Compare(len(b.drat), len(a.drat)) })
	for _, r := range all[:min(20, len(all))] {
		rats, err := countingCheck(r.formula, r.drat)
		t.Logf("%s: %d bytes of proof, %d steps", r.file, len(r.drat), strings.Count(r.drat, "\n"))
		if err != nil || rats > 0 {
			t.Errorf("%s: %v, %d RAT steps", r.file, err, rats)
		}
	}
}

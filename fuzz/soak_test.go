package fuzz

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/script"
)

// TestSoak keeps one process busy for the duration in MUSTER_SOAK (such as 30m; a few
// rounds by default): an interpreter that is never reset gets scripts of all kinds in
// scopes, a SAT solver gets clauses in groups, and new solvers are made in between. The
// answers stay the same, and so does the size of the live memory.
func TestSoak(t *testing.T) {
	for_, least := time.Duration(0), extent.Of(2, 6)
	if s := os.Getenv("MUSTER_SOAK"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		for_ = d
	}
	asked := newInterpreter(t)
	pool := slices.DeleteFunc(soakPool(), func(text string) bool { // some use symbols that a scope has removed
		return strings.Contains(asked.ask(t, text), "error")
	})
	solver := sat.New(sat.Options{})
	var first map[int]string
	var live []float64
	r := rand.New(rand.NewPCG(1, 1))
	begin := time.Now()
	for round := 0; time.Since(begin) < for_ || round < least; round++ {
		answers := map[int]string{}
		for _, k := range r.Perm(len(pool)) {
			answers[k] = asked.ask(t, pool[k])
			soakGroup(t, solver, r)
			if k%20 == 0 {
				if err := gen.SMTFamilies()[0].Script(rand.New(rand.NewPCG(uint64(round), uint64(k)))).Run(smtscript.Config{}); err != nil {
					t.Error(err)
				}
			}
		}
		if first == nil {
			first = answers
		}
		for k, a := range answers {
			if a != first[k] {
				t.Errorf("round %d: %q, before %q:\n%s", round, a, first[k], pool[k])
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		live = append(live, float64(m.HeapAlloc)/1e6)
	}
	n := len(live)
	t.Logf("%d rounds of %d scripts; live after each: %.1f MB", n, len(pool), live)
	if early, late := slices.Max(live[n/8:n/2]), slices.Max(live[n/2:]); n >= 16 && late > 1.25*early+1 {
		t.Errorf("%.1f MB in the second half, %.1f before", late, early)
	}
}

// ownLines are those that one script has for itself: options, logics, its name.
var ownLines = regexp.MustCompile(`(?m)^\((set-option|set-logic|set-info) .*\n`)

// soakPool makes scripts of all families that are always decided.
func soakPool() []string {
	var pool []string
	for _, f := range gen.SMTFamilies() {
		for seed := range uint64(4) {
			if s := f.Script(rand.New(rand.NewPCG(seed, 5))); s.Decided {
				pool = append(pool, ownLines.ReplaceAllString(string(s.Text()), ""))
			}
		}
	}
	return pool
}

// interpreter is a run of scripts that has no end.
type interpreter struct {
	in  *io.PipeWriter
	out *bufio.Reader
	n   int
}

func newInterpreter(t *testing.T) *interpreter {
	in, w := io.Pipe()
	r, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := script.Run(t.Context(), "soak", in, out, script.Options{})
		_ = out.Close()
		done <- err
	}()
	t.Cleanup(func() {
		_ = w.Close()
		_, _ = io.Copy(io.Discard, r)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &interpreter{in: w, out: bufio.NewReader(r)}
}

// ask runs a script in a scope and returns what is answered.
func (i *interpreter) ask(t *testing.T, text string) string {
	i.n++
	end := fmt.Sprintf("done %d", i.n)
	go func() { _, _ = fmt.Fprintf(i.in, "(push 1)\n%s\n(pop 1)\n(echo \"%s\")\n", balanced(text), end) }()
	var said strings.Builder
	for {
		line, err := i.out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, end) {
			return said.String()
		}
		said.WriteString(line)
	}
}

// balanced closes the scopes that a script leaves open.
func balanced(text string) string {
	open := strings.Count(text, "(push 1)") - strings.Count(text, "(pop 1)")
	return text + strings.Repeat("(pop 1)\n", max(0, open))
}

// soakGroup adds a random formula in a group, solves it, and compares with a new solver.
func soakGroup(t *testing.T, s *sat.Solver, r *rand.Rand) {
	cs := clauses.Random(r, 4+r.IntN(12))
	s.Push()
	defer s.Pop()
	vars := map[sat.Var]sat.Lit{}
	fresh := sat.New(sat.Options{})
	for _, c := range cs {
		var mine []sat.Lit
		for _, l := range c {
			for sat.Var(fresh.NumVars()) < l.Var() {
				fresh.NewVar()
			}
			if vars[l.Var()] == 0 {
				vars[l.Var()] = s.NewVar().Pos()
			}
			mine = append(mine, vars[l.Var()]^(l&1))
		}
		s.AddClause(mine...)
		fresh.AddClause(c...)
	}
	if a, b := s.Solve(nil, nil, sat.Budget{}), fresh.Solve(nil, nil, sat.Budget{}); a != b {
		t.Errorf("%v in a group, %v alone: %v", a, b, cs)
	}
}

package cnfgen

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
)

// TestFamilies solves a small formula of each family.
func TestFamilies(t *testing.T) {
	sizes := map[string][]int{
		"mulcommute": {3}, "factor": {6, 8}, "counter": {3}, "fifo": {5}, "pigeon": {5}, "parity": {10}, "random": {40},
		"shifter-unsat": {1}, "shifter-sat": {1, 2},
		"muxtree-unsat": {1, 4}, "muxtree-sat": {1, 4},
		"clz-unsat": {4, 32}, "clz-sat": {4, 32},
		"aes-unsat": {1}, "aes-sat": {2}, // the result of crypto/aes
		"schedule-unsat": {2}, "schedule-sat": {1, 3},
		"blocks-unsat": {2}, "blocks-sat": {1, 3},
		"lfsr-unsat": {4}, "lfsr-sat": {6},
		"widefifo-unsat": {1}, "widefifo-sat": {1, 2},
		"cache-unsat": {3, 6}, "cache-sat": {4},
		"shiftadd-unsat": {1, 2}, "shiftadd-sat": {2, 8},
	}
	for _, f := range all() {
		if sizes[f.name] == nil {
			t.Errorf("%s is not tested", f.name)
		}
		for _, n := range sizes[f.name][:extent.Of(1, len(sizes[f.name]))] {
			var text, again bytes.Buffer
			if err := errors.Join(f.write(&text, n, DefaultSeed), f.write(&again, n, DefaultSeed)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text.Bytes(), again.Bytes()) {
				t.Errorf("%s %d: two texts", f.name, n)
			}
			line, _, _ := strings.Cut(text.String(), "\n")
			expected, _ := strings.CutPrefix(line, Expected)
			if got := solve(t, &text).String(); got != expected && expected != "unknown" {
				t.Errorf("%s %d: %s, expected %s", f.name, n, got, expected)
			}
		}
	}
}

// solve solves a formula, whose header must tell its size.
func solve(t *testing.T, text *bytes.Buffer) sat.Status {
	t.Helper()
	var vars, clauses int
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Sscanf(line, "p cnf %d %d", &vars, &clauses); err == nil {
			break
		}
	}
	formula, err := dimacs.Read(text, "formula")
	if err != nil {
		t.Fatal(err)
	}
	if formula.Len() != clauses {
		t.Errorf("%d clauses, the header says %d", formula.Len(), clauses)
	}
	s := sat.New(sat.Options{})
	formula.Load(s)
	return s.Solve(nil, nil, sat.Budget{})
}

// TestCounterFull checks that a counter can be full after enough steps: then that
// it is not before says something.
func TestCounterFull(t *testing.T) {
	full := family{"full", nil, func(c *circuit, n int) string {
		state := c.zeros(n)
		for range 1<<n - 1 {
			state = c.increment(state, c.input())
		}
		c.add(c.and(state[0], state[1]))
		return "sat"
	}}
	var text bytes.Buffer
	if err := full.write(&text, 2, DefaultSeed); err != nil {
		t.Fatal(err)
	}
	if solve(t, &text) != sat.Sat {
		t.Error("a counter of two bits is not full after three steps")
	}
}

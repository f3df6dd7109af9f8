package driver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

var (
	declaration = regexp.MustCompile(`(?m)^(?:type|const|var|function|axiom|procedure)\b`)
	declared    = regexp.MustCompile(`(?m)^(?:type|const unique|const|var|function|procedure) (\w+)`)
)

// renamed returns a program with its declarations in another order, and other names for what they declare.
func renamed(src string, rng *rand.Rand) string {
	var parts []string
	starts := declaration.FindAllStringIndex(src, -1)
	for i, at := range starts {
		end := len(src)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		parts = append(parts, strings.TrimSpace(src[at[0]:end]))
	}
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	names := declared.FindAllStringSubmatch(src, -1)
	to := map[string]string{}
	for i, k := range rng.Perm(len(names)) {
		to[names[i][1]] = fmt.Sprintf("x%d", k)
	}
	return regexp.MustCompile(`\w+`).ReplaceAllStringFunc(strings.Join(parts, "\n"), func(word string) string {
		if name, ok := to[word]; ok {
			return name
		}
		return word
	})
}

// TestModularRenamed: what instances are made depends on what a program says, not on its names, and little on the order of its
// declarations.
func TestModularRenamed(t *testing.T) {
	src, err := os.ReadFile("../../cmd/muster/testdata/modular/heaps.bpl")
	if err != nil {
		t.Fatal(err)
	}
	program, _, _ := strings.Cut(string(src), "//=")
	instances := func(src string) (n int64) {
		rep, err := driver.Modular(context.Background(), "heaps.bpl", []byte(src), driver.ModularOptions{Options: driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: 3},
		}})
		if err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		for _, p := range rep.Procs {
			if p.Verdict() != verifier.Safe {
				t.Fatalf("%s is %s in\n%s", p.Name, p.Verdict(), src)
			}
			for _, c := range p.Stats.Counters {
				if c.Name == "quant-sent" {
					n += c.Value
				}
			}
		}
		return n
	}
	want := instances(program)
	for seed := range uint64(8) {
		text := renamed(program, rand.New(rand.NewPCG(seed, 0)))
		got := instances(text)
		if 4*got > 5*want || 4*want > 5*got {
			t.Errorf("%d instances, %d in\n%s", want, got, text)
		}
	}
}

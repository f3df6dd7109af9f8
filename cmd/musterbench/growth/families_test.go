package growth

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFamilies solves small instances of all families and of their twins, whose
// answers differ. It leaves out the twins with quantifiers: a search for a model of
// their axioms need not end.
func TestFamilies(t *testing.T) {
	dir := t.TempDir()
	for _, f := range families {
		var wants []string
		for _, twin := range []bool{false, true} {
			for _, n := range []int{2, 3} {
				text, want := f.generate(n, 7, twin)
				if again, _ := f.generate(n, 7, twin); again != text {
					t.Errorf("%s %d: equal seeds give different texts", f.name, n)
				}
				if wants = append(wants, want); twin && strings.HasPrefix(f.name, "q_") {
					continue
				}
				file := filepath.Join(dir, f.name+"."+string(f.kind))
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				var out, errs strings.Builder
				if err := RunOne(t.Context(), &out, &errs, file, 0); err != nil {
					t.Errorf("%s %d: %v", f.name, n, err)
				}
				r := run{instance: &instance{}, counters: map[string]float64{}}
				r.read(out.String())
				r.read(errs.String())
				got := tally(r.answers)
				if got != want || checksIn(f.kind, text) != len(r.answers) {
					t.Errorf("%s %d, twin %v: %q, expected %q\n%s", f.name, n, twin, got, want, errs.String())
				}
				if len(r.counters) < 5 {
					t.Errorf("%s: only the counters %v", f.name, r.counters)
				}
			}
		}
		if wants[0] == wants[2] || wants[1] == wants[3] {
			t.Errorf("%s: the twins have the same answer", f.name)
		}
		if !slices.IsSorted(f.sizes) || f.sizes[0] < 2 {
			t.Errorf("%s: sizes %v", f.name, f.sizes)
		}
	}
}

// TestMakespan compares Johnson's rule with all orders of the jobs.
func TestMakespan(t *testing.T) {
	g := generator{rng: rand.New(rand.NewPCG(3, 0))}
	for range 50 {
		jobs := make([][2]int, 5)
		for i := range jobs {
			jobs[i] = [2]int{1 + g.rng.IntN(9), 1 + g.rng.IntN(9)}
		}
		best := 1000
		var place func(done, one, two int)
		place = func(done, one, two int) {
			if done == 1<<len(jobs)-1 {
				best = min(best, two)
			}
			for i, j := range jobs {
				if done>>i&1 == 0 {
					place(done|1<<i, one+j[0], max(one+j[0], two)+j[1])
				}
			}
		}
		place(0, 0, 0)
		if got := makespan(jobs); got != best {
			t.Errorf("%v: %d, the best is %d", jobs, got, best)
		}
	}
}

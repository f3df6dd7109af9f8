package driver

import (
	"context"
	"fmt"
	"log/slog"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/prog"
)

// noisy writes a program over n globals that counts in the first few of them, and tests the others in branches on the way. Each
// procedure counts up one global and down another; the entry asserts that their sum is zero or, if it is wrong, one.
func noisy(r *rand.Rand, n, needed int, wrong bool) string {
	var b strings.Builder
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("g%d", i))
	}
	all := strings.Join(names, ", ")
	fmt.Fprintf(&b, "var %s: int;\n", all)
	other := func() string { return names[needed+r.IntN(n-needed)] }
	steps := max(2*needed, n/4)
	for i := range steps {
		fmt.Fprintf(&b, "procedure step%d() modifies %s; {\n", i, all)
		for range 3 {
			x, y, z := other(), other(), other()
			fmt.Fprintf(&b, "  if (%s > %s) { %s := %s + %d; } else { %s := %s - %s; }\n", x, y, z, x, r.IntN(5), y, z, x)
			fmt.Fprintf(&b, "  if (%s == %d) { assume %s != %s; }\n", z, r.IntN(9), x, y)
		}
		p, q := names[i%needed], names[(i+1)%needed]
		fmt.Fprintf(&b, "  if (*) { %s := %s + 1; %s := %s - 1; }\n}\n", p, p, q, q)
	}
	fmt.Fprintf(&b, "procedure {:entrypoint} main() modifies %s; {\n  var sum: int;\n", all)
	for _, g := range names[:needed] {
		fmt.Fprintf(&b, "  %s := 0;\n", g)
	}
	for i := range steps {
		fmt.Fprintf(&b, "  call step%d();\n", i)
	}
	want := 0
	if wrong {
		want = 1
	}
	fmt.Fprintf(&b, "  sum := %s;\n  assert sum == %d;\n}\n", strings.Join(names[:needed], " + "), want)
	return b.String()
}

// counted counts a checker's questions.
type counted struct {
	abstract.Checker
	n int
}

func (c *counted) Infeasible(vs []prog.VarID) bool {
	c.n++
	return c.Checker.Infeasible(vs)
}

// What each algorithm finds is minimal (Theorem 1), and the hierarchical ones ask no more than Lemma 1 says. They find the same
// with one formula for all sets (Alg. 2) as with one for each (Alg. 1).
func TestRefinement(t *testing.T) {
	seen := 0
	refine := func(x *abstract.Counterexample) {
		seen++
		all := x.Vars()
		for _, algorithm := range []abstract.Refiner{abstract.Hierarchical{}, abstract.Linear{}} {
			var first []prog.VarID
			for _, once := range []bool{true, false} {
				checks := x.Checks(context.Background(), once)
				c := &counted{Checker: checks}
				found := algorithm.Refine(c, all)
				asked := c.n
				if !c.Infeasible(found) {
					t.Errorf("%T: the path is feasible with %d of %d globals", algorithm, len(found), len(all))
				}
				for i := range found {
					if c.Infeasible(slices.Delete(slices.Clone(found), i, i+1)) {
						t.Errorf("%T: global %d of %d is not needed", algorithm, i, len(found))
					}
				}
				n, k := len(all), len(found)
				most := min(max(2*n-1, 0), 2*bits.Len(uint(n-1))*k+1)
				if algorithm == (abstract.Linear{}) {
					most = n
				}
				if asked > most {
					t.Errorf("%T: %d checks for %d of %d globals, at most %d are allowed", algorithm, asked, k, n, most)
				}
				if !once && !slices.Equal(found, first) {
					t.Errorf("%T: %v with one formula, %v with many", algorithm, first, found)
				}
				first = found
				checks.Close()
			}
		}
	}
	for seed := range extent.Of(uint64(12), 40) {
		for _, wrong := range []bool{false, true} {
			if wrong && seed >= 8 {
				continue
			}
			src := noisy(rand.New(rand.NewPCG(seed, 3)), 12+int(seed), 3+int(seed%4), wrong)
			rep, err := Verify(t.Context(), "noisy.bpl", []byte(src), Options{
				Question: Question{Front: boogie.Front{}},
				Limits:   Limits{Unbounded: -1},
				Engines:  Engines{Engine: "legion", Abstract: AbstractOn, Counterexample: refine, Invariants: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			want := verifier.Safe
			if wrong {
				want = verifier.Unsafe
			}
			if rep.Result.Verdict() != want || rep.Abstraction == nil {
				t.Errorf("seed %d: %v, want %v", seed, rep, want)
			}
		}
	}
	if seen < extent.Of(9, 30) {
		t.Errorf("only %d counterexamples", seen)
	}
}

// However many globals there are, those that the property needs are tracked, and no others; and the first counterexample of a
// program that fails is real.
func TestTrackedGlobals(t *testing.T) {
	const needed = 5
	for _, n := range []int{10, 50, 200} {
		for _, wrong := range []bool{false, true} {
			src := noisy(rand.New(rand.NewPCG(1, 2)), n, needed, wrong)
			rep, err := Verify(t.Context(), "noisy.bpl", []byte(src), Options{
				Question: Question{Front: boogie.Front{}},
				Limits:   Limits{Unbounded: -1},
				Engines:  Engines{Engine: "legion", Abstract: AbstractOn},
			})
			if err != nil {
				t.Fatal(err)
			}
			want, rounds := verifier.Safe, 2
			if wrong {
				want, rounds = verifier.Unsafe, 1
			}
			tracked := 0
			for _, r := range rep.Abstraction.Rounds[1:] {
				tracked += len(r.Tracked)
			}
			if rep.Result.Verdict() != want || len(rep.Abstraction.Rounds) != rounds || !wrong && tracked != needed {
				t.Errorf("%d globals: %v after %d rounds, %d tracked", n, rep, len(rep.Abstraction.Rounds), tracked)
			}
		}
	}
}

// TestAbstractAuto: by default a program is abstracted if there are many globals of which the property may depend on few.
func TestAbstractAuto(t *testing.T) {
	for _, c := range []struct {
		globals, needed int
		want            bool
	}{{10, 2, false}, {40, 5, true}, {40, 30, false}} {
		src := noisy(rand.New(rand.NewPCG(1, 2)), c.globals, c.needed, true)
		opt := Options{Question: Question{Front: boogie.Front{}}, Output: Output{Log: slog.New(slog.DiscardHandler)}}
		q := request{file: "noisy.bpl", src: []byte(src), opt: opt, engines: engines()}
		r := newRun(t.Context(), q, time.Now())
		if err := r.prepareFrom(); err != nil {
			t.Fatal(err)
		}
		if got := r.plan.abstracting != nil; got != c.want {
			t.Errorf("%d globals, of which %d are needed: abstracted: %v", c.globals, c.needed, got)
		}
	}
}

// TestAbstractKinds: with abstraction the answers are of the same kind as without, for all bounds, too.
func TestAbstractKinds(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range append(files, "../learn/testdata/level.bpl") {
		unbounded, steps := time.Hour, int64(0)
		switch filepath.Base(file) {
		case "cubes.bpl": // no solver decides it, and engines take long to give up
			steps = extent.Of(int64(100_000), 1_000_000)
		case "checksum_ok.bpl":
			unbounded = -1 // a search for a proof does not end
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []string{"legion", Auto} {
			var answers []string
			for _, how := range []Abstract{AbstractOff, AbstractOn} {
				ctx := t.Context()
				if steps > 0 {
					var cancel context.CancelFunc
					ctx, cancel = limit.NewBudget(steps, limit.Steps).Context(ctx)
					defer cancel()
				}
				rep, err := Verify(ctx, file, src, Options{
					Question: Question{Front: boogie.Front{}},
					Limits:   Limits{Unbounded: unbounded, Processors: 1},
					Engines:  Engines{Engine: engine, Abstract: how},
				})
				if err != nil {
					t.Fatalf("%s, %s: %v", file, engine, err)
				}
				answers = append(answers, rep.Result.VerdictText())
			}
			if answers[0] != answers[1] {
				t.Errorf("%s, %s: %s with abstraction, %s without", file, engine, answers[1], answers[0])
			}
		}
	}
}

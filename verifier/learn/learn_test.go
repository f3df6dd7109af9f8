package learn_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// program is one of testdata, with the answer that it wants.
type program struct {
	file string
	src  []byte
	want string
}

func programs(t *testing.T) (out []program) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(src), "// want: ")
		want, _, _ := strings.Cut(rest, "\n")
		out = append(out, program{file, src, want})
	}
	return out
}

// learners are the engines that learn, each in its way. Alternate learns as one of them does, from a tree that leads elsewhere now and then.
func learners() []string { return []string{"legion", "corral"} }

// TestPrograms: the programs in testdata get the answers that they want, from each engine (in a quick run
// from one), and each proof is confirmed. Without the lines marked as candidates they get the answers that they say.
func TestPrograms(t *testing.T) {
	for i, p := range programs(t) {
		file, src, want := p.file, p.src, p.want
		want, learned := strings.CutSuffix(want, ", 1 or more facts")
		without := ""
		if _, rest, ok := strings.Cut(string(src), "// without: "); ok {
			without, _, _ = strings.Cut(rest, "\n")
		}
		for _, engine := range some(learners(), i+1) {
			t.Run(engine+"/"+filepath.Base(file), func(t *testing.T) {
				rep, err := driver.Verify(context.Background(), file, src, driver.Options{
					Question: driver.Question{Front: boogie.Front{}},
					Limits:   driver.Limits{Unbounded: time.Hour},
					Engines:  driver.Engines{Engine: engine, Invariants: true},
					Output:   driver.Output{Check: true},
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := rep.Result.String(); got != want {
					t.Fatalf("got %s, want %s", got, want)
				}
				if p := rep.Result.Proof(); p != nil && (rep.Check.State != driver.CheckOK || learned != (len(p.Facts) > 0)) {
					t.Errorf("%d facts, check %s", len(p.Facts), rep.Check)
				}
				if without == "" {
					return
				}
				rep, err = driver.Verify(context.Background(), file, unmarked(src), driver.Options{
					Question: driver.Question{Front: boogie.Front{}},
					Limits:   driver.Limits{Unbounded: time.Hour},
					Engines:  driver.Engines{Engine: engine, Invariants: true},
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := rep.Result.String(); got != without {
					t.Errorf("without candidates: got %s, want %s", got, without)
				}
			})
		}
	}
}

// some returns one of the engines in a quick run, all of them in a long one.
func some(engines []string, i int) []string {
	if k := i % len(engines); !extent.Long() {
		return engines[k : k+1]
	}
	return engines
}

// TestDemand: whether facts are found on demand from the first query on or never, the answers are the same, and proofs are
// confirmed. In a quick run each program has one of the engines.
func TestDemand(t *testing.T) {
	for i, p := range programs(t) {
		want, _, _ := strings.Cut(p.want, ",")
		for _, engine := range some(learners(), i) {
			for _, demand := range []verifier.Demand{verifier.DemandAtOnce, verifier.DemandNever} {
				rep, err := driver.Verify(context.Background(), p.file, p.src, driver.Options{
					Question: driver.Question{Front: boogie.Front{}},
					Limits:   driver.Limits{Unbounded: time.Hour},
					Engines:  driver.Engines{Engine: engine, Demand: demand, Invariants: true},
					Output:   driver.Output{Check: true},
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := rep.Result.String(); got != want || rep.Result.Proof() != nil && rep.Check.State != driver.CheckOK {
					t.Errorf("%s by %s, demand %d: got %s, check %s, want %s", p.file, engine, demand, got, rep.Check, want)
				}
			}
		}
	}
}

// TestNotConfirmed: an answer that rests on facts and is not confirmed in time is one for the bound, and says so.
func TestNotConfirmed(t *testing.T) {
	seen := 0
	for _, p := range programs(t) {
		want, _, _ := strings.Cut(p.want, ",")
		for _, unbounded := range []time.Duration{0, time.Hour} {
			rep, err := driver.Verify(context.Background(), p.file, p.src, driver.Options{
				Question: driver.Question{Front: boogie.Front{}},
				Limits:   driver.Limits{Unbounded: unbounded, CheckTimeout: 1},
				Engines:  driver.Engines{Engine: "corral", Demand: verifier.DemandAtOnce},
				Output:   driver.Output{Check: true},
			})
			if err != nil {
				t.Fatalf("%s: %v", p.file, err)
			}
			got, facts := rep.Result.Verdict(), rep.Result.Proof() != nil && len(rep.Result.Proof().Facts) > 0
			open := rep.Check.State == driver.CheckOpen
			if (got == verifier.Unsafe) != (want == "unsafe") || got == verifier.Unknown || got == verifier.Safe && facts && open {
				t.Errorf("%s: got %v, check %s", p.file, rep.Result, rep.Check)
			}
			if facts && open {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no answer rests on facts")
	}
}

// unmarked returns a program without the lines that propose something.
func unmarked(src []byte) []byte {
	var out []string
	for line := range strings.Lines(string(src)) {
		if !strings.HasSuffix(strings.TrimSpace(line), "// candidate") {
			out = append(out, line)
		}
	}
	return []byte(strings.Join(out, ""))
}

// TestNoise: proposals that do not help make no answer weaker.
func TestNoise(t *testing.T) {
	const noise = `
procedure {:template} noise(x, y, z: int, m, l: [int]int, b: bool);
	ensures x <= y;
	ensures x + y == old(z);
	requires x != y;
	ensures {:pre} x == 0;
	ensures {:post} y == x + 1;
	ensures m[x] == old(l)[y];
	ensures {:loop} b ==> x < y;
	free ensures false;
`
	for _, p := range programs(t) {
		file, src, want := p.file, p.src, p.want
		want, _, _ = strings.Cut(want, ",")
		rep, err := driver.Verify(context.Background(), file, append(src, noise...), driver.Options{
			Question: driver.Question{Front: boogie.Front{}},
			Limits:   driver.Limits{Unbounded: time.Hour},
			Engines:  driver.Engines{Engine: "legion", Invariants: true},
			Output:   driver.Output{Check: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); got != want && (got != "safe" || want == "unsafe") {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}

package annotate_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/annotate"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

var update = flag.Bool("update", false, "write the goldens in testdata")

// programs returns what the tests annotate.
func programs(t *testing.T) []string {
	var files []string
	for _, pattern := range []string{"testdata/*.bpl", "../learn/testdata/*.bpl"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatalf("%s: no programs: %v", pattern, err)
		}
		files = append(files, some...)
	}
	return files
}

// annotated returns a file's program with its proof as text; nothing if there is nothing to write.
func annotated(t *testing.T, file, engine string) (text string, summaries []annotate.Summary) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	opt := driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: time.Hour},
		Engines:  driver.Engines{Engine: engine, Invariants: true},
		Output:   driver.Output{Summaries: true, Annotate: true},
	}
	ctx := context.Background()
	if !slices.Contains(driver.BoundedEngines(), engine) {
		var cancel context.CancelFunc
		ctx, cancel = limit.NewCountdown(extent.Of(int64(20_000), 400_000), limit.Steps).Context(ctx) // it does not end on all
		defer cancel()
	}
	rep, err := driver.Verify(ctx, filepath.Base(file), src, opt)
	if err != nil {
		t.Fatal(err)
	}
	safe := rep.Result.Verdict() == verifier.Safe
	if safe && ctx.Err() != nil && !extent.Long() {
		return "", nil // the countdown of the quick tests ended the writing
	}
	if safe && rep.Annotated == nil && rep.NotAnnotated != annotate.ErrNoFacts {
		t.Fatalf("%s: %v, but %v", file, rep.Result, rep.NotAnnotated)
	}
	if safe != (len(rep.Summaries) > 0 || rep.NotSummarized == annotate.ErrNoFacts) {
		t.Fatalf("%s: %v, but %d summaries, and %v", file, rep.Result, len(rep.Summaries), rep.NotSummarized)
	}
	if rep.Annotated == nil {
		return "", nil
	}
	var b bytes.Buffer
	if err := rep.Annotated.Write(&b); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return b.String(), rep.Summaries
}

// TestLimit: where a limit ends the writing, and what is left is no annotated program, the error names the limit.
func TestLimit(t *testing.T) {
	const file = "../learn/testdata/given_matrix.bpl"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	limited := 0
	for steps := int64(50_000); steps <= 200_000; steps += 50_000 {
		ctx, cancel := limit.NewCountdown(steps, limit.Steps).Context(t.Context())
		rep, err := driver.Verify(ctx, filepath.Base(file), src, driver.Options{
			Question: driver.Question{Front: boogie.Front{}},
			Limits:   driver.Limits{Unbounded: time.Hour},
			Engines:  driver.Engines{Engine: "lazyann"},
			Output:   driver.Output{Annotate: true},
		})
		cancel()
		switch {
		case err != nil:
			t.Fatal(err)
		case rep.Result.Verdict() != verifier.Safe || rep.Annotated != nil:
		case errors.Is(rep.NotAnnotated, reason.Kind(limit.Steps)):
			limited++
		default:
			t.Errorf("%d steps: %v", steps, rep.NotAnnotated)
		}
	}
	if limited == 0 {
		t.Error("no limit ended the writing")
	}
}

// procedure finds the head and the body of a procedure as it is written.
var procedure = regexp.MustCompile(`(?m)^procedure ((?:\{[^}]*\} )?)([^(\n]*)(.*\n(?:  .*\n)*)\{\n(?:[^}].*\n)*\}\n`)

// modular verifies each procedure by itself, with the contracts of those that it calls in place of their bodies, and with
// invariants in place of loops. It returns the names of those that are not safe, and how many there are.
func modular(t *testing.T, text string) (wrong []string, n int) {
	t.Helper()
	text = cutLoops(text)
	for _, q := range procedure.FindAllStringSubmatch(text, -1) {
		if strings.Contains(q[1], "{:inline") {
			continue
		}
		n++
		entry := q[2] + "#body"
		alone := procedure.ReplaceAllStringFunc(text, func(p string) string {
			x := procedure.FindStringSubmatch(p)
			if strings.Contains(x[1], "{:inline") {
				return p
			}
			contract := "procedure " + x[2] + strings.Replace(x[3], "\n", ";\n", 1)
			if x[2] == q[2] {
				return strings.Replace(p, x[2], entry, 1) + contract
			}
			return contract
		})
		rep, err := driver.Verify(context.Background(), q[2], []byte(alone), driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Entry: entry, Bound: 1},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Invariants: true},
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, alone)
		}
		if rep.Result.Verdict() != verifier.Safe {
			wrong = append(wrong, q[2])
		}
	}
	return wrong, n
}

var (
	// loop finds a loop as it is written that contains no other.
	loop = regexp.MustCompile(`(?m)^( *)while \(true\)\n((?: *invariant .*;\n)*) *\{\n`)
	// changed and called find what a command changes: variables, and what a procedure does.
	changed = regexp.MustCompile(`(?m)^ *(?:call |havoc )?([^:;\n]+?)(?: :=.*)?;$`)
	called  = regexp.MustCompile(`(?m)^ *call (?:.* := )?([^(]*)\(`)
)

// cutLoops puts in place of each loop the claim that its invariants hold before it and where it continues, and at its
// head arbitrary values for what it changes.
func cutLoops(text string) string {
	modifies := map[string]string{}
	for _, q := range regexp.MustCompile(`(?m)^procedure (?:\{[^}]*\} )?([^(\n]*)(?:.*\n(?:  .*\n)*)`).FindAllStringSubmatch(text, -1) {
		if m := regexp.MustCompile(`\n  modifies (.*);`).FindStringSubmatch(q[0]); m != nil {
			modifies[q[1]] = m[1]
		}
	}
	for {
		all := loop.FindAllStringSubmatchIndex(text, -1)
		if all == nil {
			return text
		}
		at := all[len(all)-1] // no other is in it
		indent, invariants := text[at[2]:at[3]], text[at[4]:at[5]]
		body, rest, _ := strings.Cut(text[at[1]:], "\n"+indent+"}\n")
		var vars []string
		for _, c := range changed.FindAllStringSubmatch(body, -1) {
			if strings.Contains(c[0], ":=") || strings.Contains(c[0], "havoc ") {
				vars = append(vars, c[1])
			}
		}
		for _, c := range called.FindAllStringSubmatch(body, -1) {
			if m := modifies[c[1]]; m != "" {
				vars = append(vars, m)
			}
		}
		havoc := ""
		if len(vars) > 0 {
			havoc = indent + "havoc " + strings.Join(vars, ", ") + ";\n"
		}
		claim := strings.ReplaceAll(invariants, "invariant ", "assert ")
		text = text[:at[0]] + claim + havoc + strings.ReplaceAll(invariants, "invariant ", "assume ") +
			body + "\n" + claim + indent + "assume false;\n" + rest
	}
}

// wanted finds what a program says of its loops.
var wanted = regexp.MustCompile(`(?m)^// loops: (\d+) in place, (\d+) not$`)

// notInPlace gives, by program of the learner's tests, the loops of which no invariants are found.
var notInPlace = map[string]int{
	"given_matrix.bpl":  2, // quantifiers: the solver does not decide whether they are invariants
	"range_pointer.bpl": 1, // likewise
}

// loops compares the loops that are in place, and the procedures for others, with what the source wants; by
// default there are none of the latter.
func loops(t *testing.T, file, text string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in, out := strings.Count(text, "while (true)"), strings.Count(text, "// The loop of")
	if m := wanted.FindStringSubmatch(string(src)); m != nil {
		if got := []string{strconv.Itoa(in), strconv.Itoa(out)}; !slices.Equal(got, m[1:]) {
			t.Errorf("loops in place and not: %q, want %q\n%s", got, m[1:], text)
		}
	} else if out > notInPlace[filepath.Base(file)] {
		t.Errorf("%d loops are not in place\n%s", out, text)
	}
}

// TestPrograms: an annotated program holds modularly, by our own means and by Boogie's, if there is one.
func TestPrograms(t *testing.T) {
	for i, file := range programs(t) {
		engines := driver.SearchEngines()
		if k := 1 + i%(len(engines)-1); !extent.Long() {
			engines = []string{engines[0], engines[k]}
		}
		for _, engine := range engines {
			t.Run(engine+"/"+filepath.Base(file), func(t *testing.T) {
				text, _ := annotated(t, file, engine)
				if text == "" {
					return
				}
				if wrong, n := modular(t, text); len(wrong) > 0 || n == 0 {
					t.Errorf("of %d procedures these are not safe: %q\n%s", n, wrong, text)
				}
				loops(t, file, text)
				if engine == driver.SearchEngines()[0] {
					golden(t, file, text)
					if b := filepath.Base(file); filepath.Dir(file) == "testdata" || b == "array.bpl" || b == "lock.bpl" {
						judge(t, text)
					}
				}
			})
		}
	}
}

// golden compares with the text of a file of this package's.
func golden(t *testing.T, file, text string) {
	want := strings.TrimSuffix(file, ".bpl") + ".golden"
	if filepath.Dir(file) != "testdata" {
		return
	}
	if *update {
		if err := os.WriteFile(want, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old, err := os.ReadFile(want); err != nil || string(old) != text {
		t.Errorf("%v; now it is\n%s", err, text)
	}
}

// judge runs Boogie on a program.
func judge(t *testing.T, text string) {
	path, err := exec.LookPath("boogie")
	if err != nil {
		t.Skipf("everything but Boogie's verification: %v", err)
	}
	file := filepath.Join(t.TempDir(), "annotated.bpl")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, file).Output()
	if err != nil || !regexp.MustCompile(`finished with [1-9][0-9]* verified, 0 errors`).Match(out) {
		t.Errorf("boogie: %v\n%s\n%s", err, out, text)
	}
}

// TestSpoiled: what does not hold is noticed when the annotated program is verified.
func TestSpoiled(t *testing.T) {
	for _, c := range []struct{ file, old, new, wrong string }{
		{"template_old.bpl", "ensures old(c) == c;", "ensures old(c) < c;", "move"},
		{"template_old.bpl", "ensures old(c) == c;", "", "main"},
		{"lock.bpl", "invariant locked == 0;", "", "main"},
		{"lock.bpl", "invariant locked == 0;", "invariant locked <= 0;", "main"},
		{"lock.bpl", "invariant locked == 0;", "invariant locked == 0;\n    invariant go;", "main"},
		{"lock.bpl", "locked := 0;", "", "release"},
	} {
		text, _ := annotated(t, "../learn/testdata/"+c.file, driver.SearchEngines()[0])
		if !strings.Contains(text, c.old) {
			t.Fatalf("no %s in\n%s", c.old, text)
		}
		wrong, _ := modular(t, strings.Replace(text, c.old, c.new, 1))
		if !strings.Contains(strings.Join(wrong, " "), c.wrong) {
			t.Errorf("%q for %q: %q are not safe, want %s", c.new, c.old, wrong, c.wrong)
		}
	}
}

// superfluous lists the facts without which the driver verifies the rest, by more than the steps of the proof.
var superfluous = map[string][]string{
	"existential_contract.bpl": {"ensures -1 < n - c;", "ensures old(h) - h <= 0;"},
	"given_two.bpl":            {"invariant -1 <= i;"},
}

// TestNeeded: without any one of the facts that are written the rest is not verified.
func TestNeeded(t *testing.T) {
	for _, file := range programs(t) {
		if b := filepath.Base(file); filepath.Dir(file) != "testdata" && b != "lock.bpl" && b != "template_old.bpl" && !extent.Long() {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, _ := annotated(t, file, driver.SearchEngines()[0])
			for _, at := range regexp.MustCompile(`(?m)^ *(ensures|requires|invariant) .*\n`).FindAllStringIndex(text, -1) {
				if slices.Contains(superfluous[filepath.Base(file)], strings.TrimSpace(text[at[0]:at[1]])) {
					continue
				}
				if wrong, _ := modular(t, text[:at[0]]+text[at[1]:]); len(wrong) == 0 {
					t.Errorf("not needed: %s\n%s", text[at[0]:at[1]], text)
				}
			}
		})
	}
}

// TestUnopened: a fact is found below an instance that call sites with different arguments share, though the proof does
// not open another procedure, of which only the interface is known then, that makes the same call.
func TestUnopened(t *testing.T) {
	const src = `type U; var h: U; const a: [U]int;
procedure g(x: U) returns (r: int) { r := a[x]; assume r != 0; }
procedure f(x: U) returns (r: int) { call r := g(x); if (*) { r := -r; } }
procedure other(y: U) modifies h; { var r: int; call r := f(y); if (r == 3) { havoc h; } }
procedure {:entrypoint} main(u: U, v: U, w: U) modifies h; { var r: int; call other(u); goto B0, B1, B2;
B0: call r := f(u); goto E;
B1: call r := f(v); goto E;
B2: call r := f(w); goto E;
E: assert r != 0 || h == v; }`
	rep, err := driver.Verify(t.Context(), "test.bpl", []byte(src), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Engines:  driver.Engines{Engine: "legion", Invariants: true},
		Output:   driver.Output{Check: true, Annotate: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if rep.Annotated == nil || rep.Annotated.Write(&b) != nil || strings.Count(b.String(), "ensures r != 0;") != 2 {
		t.Errorf("%v\n%s", rep.NotAnnotated, &b)
	}
}

// TestInvariants: what follows from the iteration before is an invariant of a loop, but no contract of a procedure that calls itself.
func TestInvariants(t *testing.T) {
	const steps = `{ if (x == 0) { x := 1; } else if (x == 1) { x := 2; } else { assume x == 2; x := 0; } }`
	for _, c := range []struct{ name, src, want, not string }{
		{"a loop", `procedure {:entrypoint} main() { var x: int; x := 0; while (*) ` + steps + ` assert x != 5; }`, "invariant x <= 4;", ""},
		{"a procedure", `procedure {:entrypoint} main() { var r: int; call r := loop(0); assert r != 5; }
			procedure loop(x: int) returns (r: int) { goto exit, a, b, c; exit: r := x; return; a: assume x == 0; call r := loop(1); return;
			b: assume x == 1; call r := loop(2); return; c: assume x == 2; call r := loop(0); return; }`, "", "the loop loop holds in a loop only"},
	} {
		rep, err := driver.Verify(context.Background(), "test.bpl", []byte(c.src), driver.Options{
			Question: driver.Question{Front: boogie.Front{}},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Engine: "spacer", Invariants: true},
			Output:   driver.Output{Check: true, Annotate: true},
		})
		if err != nil || rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
			t.Fatalf("%s: %v, %v", c.name, rep, err)
		}
		if c.not != "" {
			if rep.NotAnnotated == nil || !strings.Contains(rep.NotAnnotated.Error(), c.not) {
				t.Errorf("%s: %v", c.name, rep.NotAnnotated)
			}
			continue
		}
		var b bytes.Buffer
		if err := rep.Annotated.Write(&b); err != nil {
			t.Fatal(err)
		}
		if wrong, n := modular(t, b.String()); len(wrong) > 0 || n == 0 || !strings.Contains(b.String(), c.want) {
			t.Errorf("%s: %q of %d are not safe in\n%s", c.name, wrong, n, &b)
		}
	}
}

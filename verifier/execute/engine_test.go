package execute_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

func run(t testing.TB, file, text string, opt driver.Options) *driver.Report {
	t.Helper()
	return runWithin(t, t.Context(), file, text, opt)
}

func runWithin(t testing.TB, ctx context.Context, file, text string, opt driver.Options) *driver.Report {
	t.Helper()
	opt.Engine, opt.Invariants = "execute", true
	if opt.Front == nil {
		opt.Front = boogie.Front{}
	}
	rep, err := driver.Verify(ctx, file, []byte(text), opt)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return rep
}

// The engine finds what is behind loops and recursion, and refuses what it cannot execute.
func TestVerify(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		endless          bool // without a limit of steps
	}{
		{name: "nothing is open", text: "procedure main() { var x: int; x := 1; assert x == 1; }", want: "safe"},
		{name: "a numeral", text: "procedure main(x: int) { assert x != 4711; }", want: "unsafe"},
		{name: "an uninitialised local", text: "procedure main() { var x: int; assert x == 0; }", want: "unsafe"},
		{name: "a loop", text: "procedure main() { var i: int; i := 0; while (i < 20000) { i := i + 1; } assert i != 20000; }",
			want: "unsafe (needs recursion bound 20001)"},
		{name: "recursion", text: `procedure f(n: int) returns (r: int) { if (n == 0) { r := 0; } else { call r := f(n - 1); r := r + n; } }
			procedure main() { var r: int; call r := f(300); assert r != 45150; }`, want: "unsafe (needs recursion bound 301)"},
		{name: "old", text: `var g: int; procedure f() modifies g; { var k: int; k := old(g); g := g + 1; call h(); g := g + k - old(g); }
			procedure h() modifies g; { g := old(g) * 2; }
			procedure main() modifies g; { g := 3; call f(); assert g != 8; }`, want: "unsafe"},
		{name: "a havoc that is assumed", text: "procedure main() { var x: int; havoc x; assume 17 < x && x < 20 && x mod 2 == 1; assert x != 19; }", want: "unsafe"},
		{name: "alternatives that say what is havocked", text: `procedure main(a: int) { var x, y, z: int; havoc x, y, z;
			assume (x == 0 && y == 0 && z == 0) || (x == 3 * a + 17 && y == 5 * a + 1 && z == 7 * a);
			assert !(100 < x && 200 < y && 300 < z); }`, want: "unsafe"},
		{name: "an assumption with no value", text: "procedure main() { var x: int; havoc x; assume x < x; assert false; }", endless: true},
		{name: "elements of a map", text: "procedure main(m: [int]int) { assert m[3] == m[4]; }", want: "unsafe"},
		{name: "a copy of a map", text: "procedure main(m: [int]int) { var n: [int]int; n := m; n[1] := 5; assert n[1] == m[1] || n[2] != m[2]; }", want: "unsafe"},
		{name: "big numbers", text: "procedure main() { var x: int; var i: int; x := 1; i := 0; while (i < 100) { x := x * 3; i := i + 1; } assert x mod 1000 != 1; }",
			want: "unsafe (needs recursion bound 101)"},
		{name: "numbers that double in length", endless: true,
			text: "procedure main() { var x: int; x := 3; while (true) { x := x * x - 5; assert x != 123457; } }"},
		{name: "bit-vectors", text: `function {:bvbuiltin "bvmul"} mul(x: bv32, y: bv32): bv32;
			procedure main() { var x: bv32; var i: int; x := 1bv32; i := 0; while (i < 40) { x := mul(x, 5bv32); i := i + 1; } assert x != 3461680577bv32; }`, endless: true},
		{name: "unique constants", text: "const unique a: int; const unique b: int; procedure main() { assert a != b; }",
			want: "unknown (executions found nothing: the program leaves nothing open)"},
		{name: "a constant with an axiom", text: "const a: int; axiom a > 10; procedure main() { assert a <= 10; }", endless: true},
		{name: "a function", text: "function f(x: int): int; procedure main() { assert f(3) == 4; }",
			want: "unknown (executions found nothing: the only one ends at what is not supported, the function f at p.bpl:1:45)"},
		{name: "a quantified axiom", text: "function f(x: int): int; axiom (forall x: int :: f(x) > x); procedure main() { var y: int; assert f(y) > 10; }", endless: true},
		{name: "a division by zero", text: "procedure main(x: int) { assert x div 0 == 1; }", endless: true},
		{name: "numbers that are not supported", text: "procedure main(x: real, y: bv80) { if (x < 1.5) { assert false; } if (y == 1bv80) { assert false; } }", endless: true},
		{name: "no assertion", text: "procedure main(x: int) { assume x == 12; }", want: "unsafe"},
		{name: "a procedure without a body", text: "var g: int; procedure p() returns (r: int); modifies g; ensures r == 5; procedure main() modifies g; { var r: int; g := 0; call r := p(); assert g == 0; }", want: "unsafe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := t.Context()
			if c.endless {
				var cancel context.CancelFunc
				ctx, cancel = limit.NewCountdown(1_000, limit.Steps).Context(ctx)
				defer cancel()
			}
			rep := runWithin(t, ctx, "p.bpl", c.text, driver.Options{})
			got := rep.Result.String()
			if c.want != "" && got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if c.want == "" && rep.Result.Verdict() == verifier.Unsafe {
				t.Errorf("got %s", got)
			}
		})
	}
}

// Values that no numeral of the program is are found by what they are compared with.
func TestSolve(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a sum", "procedure main(x: int, y: int) { if (x - 65280 == 76812) { assert y + 123456 != 98765432123; } }"},
		{"a multiple", "procedure main(x: int) { assert 7 * x != 864197523; }"},
		{"a square", "procedure main(x: int) { assert x * x + x != 152415777625362; }"},
		{"a range", "procedure main(x: int, y: int) { if (x - 1000 * y > 500000123 && x - 1000 * y < 500000127) { assert false; } }"},
		{"exclusive or", `function {:bvbuiltin "bvxor"} xor(x: bv32, y: bv32): bv32;
			procedure main(x: bv32) { assert xor(x, 2863311530bv32) != 305419896bv32; }`},
		{"a signed comparison", `function {:bvbuiltin "bvslt"} slt(x: bv32, y: bv32): bool; function {:bvbuiltin "bvadd"} add(x: bv32, y: bv32): bv32;
			procedure main(x: bv32) { if (slt(add(x, 123456789bv32), 30bv32) && slt(25bv32, add(x, 123456789bv32))) { assert false; } }`},
		{"after other iterations", `procedure main() { var i: int; var s: int; var x: int; i := 0; s := 0;
			while (i < 30) { havoc x; if (x == i * 1000003 + 17) { s := s + 1; } i := i + 1; assert s < 5; } }`},
		{"an assumption", `procedure main() { var x: int; var y: int; havoc x; y := 3 * x; call p(y); }
			procedure p(y: int) { assume y == 300000012345; assert false; }`},
		{"beside executions that do not end", `procedure main(x: int, y: int, z: int) { var i: int; i := 0; if (x > 0) { while (true) { i := i + 1; } }
			if (y mod 53 == 12 && (z * 7) mod 59 == 32) { assert false; } }`},
		{"beside executions that fill much of a map", `procedure main(n: int, l: [int]int, x: int, y: int, z: int) { var m: [int]int; havoc m; assume 0 <= n && n <= 8000000;
			assume (forall i: int :: m[i] == (if 0 <= i && i < n then 3 * i else l[i]));
			if ((x * y + z) mod 1009 == 711) { if ((x * z + y) mod 31 == 5) { assert false; } } }`},
		{"elements", "procedure main(m: [int]int) { if (m[1] - 77777 == 1234567) { if (m[2] - m[1] == 987654) { assert m[3] != m[2] + 55555; } } }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rep := run(t, "p.bpl", c.text, driver.Options{})
			if rep.Result.Verdict() != verifier.Unsafe {
				t.Fatal(rep.Result)
			}
			if !extent.Long() {
				return
			}
			again := run(t, "p.bpl", c.text, driver.Options{})
			if a, b := rep.Result.Stats().Counters, again.Result.Stats().Counters; !slices.Equal(a, b) {
				t.Errorf("equal runs differ: %v, %v", a, b)
			}
		})
	}
}

// The replay of a long execution that fills a map allocates some two kilobytes for each iteration, of which it keeps little.
func TestReplayMemory(t *testing.T) {
	const n = 40000
	text := fmt.Sprintf(`procedure main() { var m: [int]int; var i: int; i := 0; while (i < %d) { m[i] := 2 * i; m[i] := m[i] + 1; i := i + 1; } assert m[7] != 15; }`, n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if rep := run(t, "p.bpl", text, driver.Options{}); rep.Result.Verdict() != verifier.Unsafe {
		t.Fatal(rep.Result)
	}
	runtime.ReadMemStats(&after)
	if b := (after.TotalAlloc - before.TotalAlloc) / n; b > maxReplayBytes {
		t.Errorf("%d bytes an iteration", b)
	}
}

const maxReplayBytes = 3500

// Of a long execution the trace has the first and the last iterations, and the harness all values.
func TestLong(t *testing.T) {
	text := `
int input(void);
void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 30000; i++) {
    sum += input() == 1;
    for (int j = 0; j < 2; j++) ;
  }
  if (sum == 30000) reach_error();
  return 0;
}
`
	rep := run(t, "p.c", text, driver.Options{Question: driver.Question{Front: c.Front{Options: c.Options{Record: true}}}})
	if rep.Result.Verdict() != verifier.Unsafe {
		t.Fatal(rep.Result)
	}
	if n := len(rep.Result.Trace().Steps); n > 400 {
		t.Errorf("the trace has %d steps", n)
	}
	if n := strings.Count(rep.Loaded.Source.(*c.Result).Harness(rep.Result.Trace()).Text, "1LL"); n != 30000 {
		t.Errorf("the harness has %d values", n)
	}
	var b bytes.Buffer
	if err := report.Text(&b, report.New(rep, ""), true); err != nil {
		t.Fatal(err)
	}
	if out := b.String(); !strings.Contains(out, "iterations 3 to 29998 of") || strings.Count(out, "sum += input() == 1  -- sum") != 4 {
		t.Errorf("the trace is\n%s", out)
	}
}

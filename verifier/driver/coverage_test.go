package driver

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/coverage"
)

// covered is a program with targets of all kinds. A comment says what is known of those on its line: r, reachable; u, unreachable; b, up to
// the bound; of a condition the first is about where it holds.
const covered = `var g: int; var m: [int]int;
procedure main(n: int) returns (out: int) // r
  modifies g;
  requires n < 100;
{
  var i: int; var k: int where k > 2;
  assume k > 0;
  g := 0;
  if (n > 5) { // r r
    assert n > 6;
    if (n == 6) { g := 1; } else { call dec(g); } // u r
  }
  i := 0;
  while (i < n) // r r
    invariant g <= 0;
  {
    if (g == 7) { call never(); } // b r
    if (i == 2) { g := g; } // r r
    if (i == 20) { call late(); } // b r
    i := i + 1;
  }
  if (n == 101) { } // u r
  if (n == 2) { assert false; out := 1; if (*) { out := 2; } } // r r u u
  call out := down(n);
  if (out == 1) { out := 0; } // r r
  if (k == 2) { out := 0; } // u r
}
procedure dec(x: int) // r
  modifies g;
  requires x == 0;
  ensures g >= 0;
{
  goto A, B, C;
A: assume x == 0; g := g + 1; return; // r
B: assume x < 0; return; // u
C: g := -1; return; // r
}
procedure never() { } // b
procedure late() { } // b
procedure down(x: int) returns (y: int) // r
{
  if (x <= 0) { y := 0; return; } // r r
  call y := down(x - 1);
  if (y > 1000) { y := 1000; } // b r
  y := y + 1;
}
procedure uncalled() { goto A, B; A: return; B: return; }
`

// expected reads the comments of covered, by line.
func expected(src string) map[int32]string {
	out := map[int32]string{}
	for i, line := range strings.Split(src, "\n") {
		if _, c, ok := strings.Cut(line, "// "); ok {
			out[int32(i+1)] = c
		}
	}
	return out
}

// checkCoverage compares the answers about a program with its comments.
func checkCoverage(t *testing.T, src string, opt Options, effort int64) {
	t.Helper()
	opt.Front, opt.Invariants, opt.Check = boogie.Front{}, true, true
	rep, err := cover(context.Background(), "p.bpl", []byte(src), opt, effort)
	if err != nil {
		t.Fatalf("%s: %v", opt.Engine, err)
	}
	got, want := map[int32]string{}, expected(src)
	for i := range rep.Targets {
		x := &rep.Targets[i]
		short := map[string]string{"reachable": "r", "unreachable": "u", "unreachable up to bound 3": "b"}[x.Verdict()]
		got[x.Pos.Line] = strings.TrimSpace(got[x.Pos.Line] + " " + short)
		if x.Remark() != "" {
			t.Errorf("%s: %v: %s", opt.Engine, x.Pos, x.Remark())
		}
		if (x.Execution >= 0) != (short == "r") {
			t.Errorf("%s: %v: %s with execution %d", opt.Engine, x.Pos, short, x.Execution)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s, effort %d:\ngot  %v\nwant %v", opt.Engine, effort, got, want)
	}
}

// TestCoverage: with much effort for the first question and with little, when each target is asked about alone, all have the same answers.
func TestCoverage(t *testing.T) {
	for _, engine := range append(BoundedEngines(), "alt:1", Auto) {
		for _, effort := range []int64{coverage.DefaultEffort, 300} {
			checkCoverage(t, covered, Options{Limits: Limits{Unbounded: -1}, Engines: Engines{Engine: engine}}, effort)
		}
	}
}

// TestCoverageForAllBounds: what is unreachable up to a bound is asked about with facts.
func TestCoverageForAllBounds(t *testing.T) {
	const src = `procedure main(n: int) { // r
  var i, j: int;
  i := 0; j := 0;
  while (i < n) { // r r
    i := i + 1; j := j + 2;
    if (j == 7) { call odd(); } // u r
    if (i == 9) { call nine(); } // b r
  }
}
procedure odd() { } // u
procedure nine() { } // b
`
	for _, engine := range BoundedEngines() {
		checkCoverage(t, src, Options{
			Limits:  Limits{Unbounded: time.Hour},
			Engines: Engines{Engine: engine},
		}, coverage.DefaultEffort)
	}
}

func TestCoverageErrors(t *testing.T) {
	for _, opt := range []Options{
		{Engines: Engines{Engine: "spacer"}},
		{Engines: Engines{Engine: "steam"}},
		{Engines: Engines{Engine: "legion", Learn: true}},
		{Question: Question{AllBounds: true}},
		{Question: Question{Bound: -1}},
	} {
		if _, err := Coverage(context.Background(), "p.bpl", []byte(failing), opt); err == nil {
			t.Errorf("no error: %+v", opt)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rep, err := Coverage(ctx, "p.bpl", []byte(failing), Options{Question: Question{Front: boogie.Front{}}})
	if err != nil || !rep.Stopped || rep.Result.Reason().Kind != reason.Interrupt {
		t.Errorf("%v %v", rep, err)
	}
}

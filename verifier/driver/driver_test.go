package driver

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
)

func ExampleVerify() {
	const src = `
		procedure main(n: int) {
			var i: int;
			i := 0;
			while (i < n) { i := i + 1; }
			assert i >= n;
		}`
	rep, err := Verify(context.Background(), "count.bpl", []byte(src), Options{
		Question: Question{Front: boogie.Front{}, Bound: 5},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rep.Result)
	// Output: safe
}

// verify is Verify with Engines.Invariants, and without a search for a proof for all bounds, unless that is asked for.
func verify(ctx context.Context, file string, src []byte, opt Options) (*Report, error) {
	opt.Front, opt.Invariants = boogie.Front{}, true
	if opt.Unbounded == 0 {
		opt.Unbounded = -1
	}
	return Verify(ctx, file, src, opt)
}

const failing = `procedure main(n: int) { assert n != 7; }`

// liar refutes everything.
type liar struct{ inline.Solver }

func (liar) Check(context.Context, []term.Term) inline.Outcome {
	return inline.Outcome{Status: inline.StatusUnsat}
}
func (liar) Core() []term.Term { return nil }

// bomb breaks an invariant.
type bomb struct{ inline.Solver }

func (bomb) Check(context.Context, []term.Term) inline.Outcome { panic("a bomb") }

func with(wrap func(inline.Solver) inline.Solver) func(*term.Store) (inline.Solver, error) {
	return func(st *term.Store) (inline.Solver, error) {
		return wrap(native.New(st, solver.Options{})), nil
	}
}

// TestDistrust: a wrong refutation is never passed on, and a panic becomes an
// error that says where it comes from.
func TestDistrust(t *testing.T) {
	for _, c := range []struct {
		name, want string
		wrap       func(inline.Solver) inline.Solver
		stack      bool
	}{
		{"liar", "internal error: a fresh solver finds the answer safe wrong: satisfiable", func(s inline.Solver) inline.Solver { return liar{s} }, false},
		{"bomb", "internal error: a bomb", func(s inline.Solver) inline.Solver { return bomb{s} }, true},
	} {
		for _, e := range SearchEngines()[:2] {
			rep, err := verify(context.Background(), "p.bpl", []byte(failing), Options{
				Engines: Engines{Engine: e, NewSolver: with(c.wrap)},
				Output:  Output{Check: true},
			})
			var internal reason.Reason
			if !errors.As(err, &internal) || internal.Kind != reason.Internal || rep != nil {
				t.Fatalf("%s, %s: %v, %v", c.name, e, rep, err)
			}
			if err.Error() != c.want || (len(internal.Stack) > 0) != c.stack {
				t.Errorf("%s, %s: %v\n%s", c.name, e, err, internal.Stack)
			}
		}
	}
}

// TestIrreducible: each engine proves a loop with two entries, for all bounds.
func TestIrreducible(t *testing.T) {
	const src = `
		procedure main() {
			var x: int;
			x := 0;
			goto a, b;
		a:	x := x + 1; goto b, end;
		b:	x := x + 1; goto a, end;
		end:
			assert x > 0;
		}`
	for _, e := range SearchEngines() {
		rep, err := verify(context.Background(), "p.bpl", []byte(src), Options{
			Question: Question{Bound: 2},
			Engines:  Engines{Engine: e},
			Output:   Output{Check: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); got != "safe" || rep.Check.State != CheckOK {
			t.Errorf("%s: %s, check %s", e, got, rep.Check)
		}
	}
}

// TestStops stops runs before and during the work.
func TestStops(t *testing.T) {
	run := func(ctx context.Context) reason.Kind {
		rep, err := verify(ctx, "p.bpl", []byte(failing), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !rep.Stopped {
			t.Errorf("%s, but not stopped", rep.Result)
		}
		return rep.Result.Reason().Kind
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := run(ctx); got != reason.Interrupt {
		t.Errorf("cancelled: %s", got)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 0)
	defer cancel()
	if got := run(ctx); got != reason.Timeout {
		t.Errorf("deadline: %s", got)
	}
	ctx, cancel = limit.WithMemory(context.Background(), 1)
	defer cancel()
	<-ctx.Done()
	if got := run(ctx); got != reason.Memory {
		t.Errorf("memory: %s", got)
	}
}

// TestMemory fills the memory with instances up to a limit, and then verifies
// another program under the same limit.
func TestMemory(t *testing.T) {
	endless := `
var m: [int]int;
procedure f() returns (r: int) modifies m; {
  var a, b: int;
  if (*) { call a := f(); call b := f(); r := a + b + 1; } else { r := 1; }
` + strings.Repeat("  if (m[r] > r) { m[r + 1] := m[m[r]] + 1; r := r + 1; }\n", 30) + `}
procedure main() modifies m; { var r: int; call r := f(); assert r != 1000000; }`
	debug.FreeOSMemory()
	most := limit.HeldBytes() + 6<<20
	for _, engine := range SearchEngines() {
		for _, c := range []struct {
			program string
			want    reason.Kind
		}{{endless, reason.Memory}, {failing, reason.None}} {
			ctx, cancel := limit.WithMemory(context.Background(), most)
			rep, err := verify(ctx, "p.bpl", []byte(c.program), Options{
				Question: Question{Bound: 100},
				Engines:  Engines{Engine: engine},
			})
			cancel()
			if err != nil || rep.Result.Reason().Kind != c.want {
				t.Errorf("%s: %s, %v; want %v", engine, rep.Result, err, c.want)
			}
		}
	}
}

// TestGivenBack: what the search made for cases that are refuted one by one is given back.
func TestGivenBack(t *testing.T) {
	const cases = 300
	var text strings.Builder
	text.WriteString("var m: [int]int;\n")
	for c := range cases { // each with procedures of its own, for calls of the same ones share instances
		fmt.Fprintf(&text, `
procedure add%[1]d(p: int, c: int) modifies m; {
  if (*) { m[p + 1] := m[p] + 1; } else if (c > 1) { m[p + 1] := m[p] + 2; } else { m[p + 1] := m[p] + 3; }
  call more%[1]d(p, c);
}
procedure more%[1]d(p: int, c: int) modifies m; {
  if (*) { m[p + 2] := m[p + 1] + 1; } else if (c > 2) { m[p + 2] := m[p + 1] + 2; } else { m[p + 2] := m[p + 1] + 3; }
}
`, c)
	}
	text.WriteString(`
procedure main(c: int, p: int) modifies m; {
  m[p] := 0;
`)
	for c := range cases {
		fmt.Fprintf(&text, "  if (c == %d) { call add%d(p, %d); assert 2 <= m[p + 2] && m[p + 2] <= 6; } else ", c, c, c)
	}
	text.WriteString("{ assume false; }\n}")
	rep, err := verify(context.Background(), "p.bpl", []byte(text.String()), Options{
		Engines: Engines{Engine: "corral"},
	})
	if err != nil || rep.Result.Verdict() != verifier.Safe {
		t.Fatalf("%s, %v", rep.Result, err)
	}
	if n := rep.Result.Stats().Instances; n < 2*cases {
		t.Errorf("%d instances", n)
	}
	counters := map[string]int64{}
	for _, c := range rep.Result.Stats().Counters {
		counters[c.Name] = c.Value
	}
	if swept, nodes := counters["assertions-swept"], counters["nodes"]; swept < 10*cases || nodes > 10*cases {
		t.Errorf("%d assertions are swept and %d nodes left for %d cases", swept, nodes, cases)
	}
}

// TestProgress: every phase is reported, with growing numbers.
func TestProgress(t *testing.T) {
	var phases []string
	queries := 0
	opt := Options{
		Engines: Engines{Engine: "legion"},
		Output: Output{Check: true, Progress: func(p Progress) {
			if n := len(phases); n == 0 || phases[n-1] != p.Phase {
				phases = append(phases, p.Phase)
			}
			if p.Queries < queries && p.Phase == "search" && queries > 0 {
				t.Errorf("%d queries after %d", p.Queries, queries)
			}
			queries = p.Queries
		}},
	}
	if _, err := verify(context.Background(), "p.bpl", []byte("procedure main() { assert true; }"), opt); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(phases, " "); got != "load passes vcgen search check" {
		t.Errorf("phases: %s", got)
	}
}

func TestOptions(t *testing.T) {
	var wrong *OptionError
	for _, o := range []Options{{Engines: Engines{Engine: "steam"}}, {Question: Question{Bound: -1}}} {
		if _, err := verify(context.Background(), "p.bpl", []byte(failing), o); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	var entry *passes.EntryError
	if _, err := verify(context.Background(), "p.bpl", []byte(failing), Options{Question: Question{Entry: "x"}}); !errors.As(err, &entry) || len(entry.Candidates) != 1 {
		t.Errorf("entry: %v", err)
	}
}

// TestContradictoryAxioms: axioms that share no symbol with the program are left
// out of its VC, but there is no execution if they contradict each other.
func TestContradictoryAxioms(t *testing.T) {
	const program = `function f(x: int): int;
const one: int;
axiom one == 1;
type T;
const unique a, b: T;
axiom f(one) == 2;
axiom f(%s) == 3;
procedure main() { assert false; }
`
	const contradict = "unknown (the axioms contradict each other)"
	for _, c := range []struct{ arg, want string }{
		{"1", contradict},
		{"2", "unsafe"},
		{"3) == 3 && a == b && f(3", "safe"},
		{"3) == 3 && (forall x: int :: f(x) > 3) && f(3", contradict},
		{"3) == 3 && (forall x: int :: f(x) > 1) && f(3", "unsafe"},
		{"3) == 3 && (forall t: T :: t == a) && f(3", "safe"},
	} {
		rep, err := verify(context.Background(), "axioms.bpl", fmt.Appendf(nil, program, c.arg), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); got != c.want {
			t.Errorf("f(1) == 2, f(%s) == 3: %s, want %s", c.arg, got, c.want)
		}
	}
}

// TestUnrelatedAxioms: axioms without a common symbol may still contradict the
// program, by division by zero, unique constants, or the size of a type.
func TestUnrelatedAxioms(t *testing.T) {
	for _, c := range []struct{ axioms, assume, want string }{
		{"const unique c, d: int; axiom 2 <= d && d <= 2;", "c == 2", "safe"},
		{"const unique c, d: int; axiom 2 <= d && d <= 2;", "c == 3", "unsafe"},
		{"const unique c, d: int; const e: int; axiom d == e + 1; axiom e * e == 4 && e > 0;", "c == 3", "safe"},
		{"const unique c, d: bool; axiom f(if d then 1 else 0) != f(1);", "!c", "safe"},
		{"const unique c, d, e: bool;", "true", "safe"},
		{"axiom f(1) == 7 div 0; axiom f(1) == 3;", "7 div 0 == 4", "safe"},
		{"axiom f(1) == 7 mod 0; axiom f(1) == 3;", "7 div 0 == 4", "unsafe"},
		{"const m: [T]int; axiom (forall x, y: T :: m[x := 1][y] == 1); axiom (forall y: T :: m[y] == 0);", "a != b", "safe"},
		{"const c, d: T; function g(t: T): int; axiom g(c) != g(d);", "(forall x: T :: x == a)", "safe"},
		{"const c, d: T; function g(t: T): int; axiom g(c) != g(d);", "(forall x: T :: x == a || x == b)", "unsafe"},
		{"const unique c, d: T;", "(forall x: T :: x == a)", "safe"},
	} {
		src := "type T; function f(x: int): int; " + c.axioms +
			"procedure main(a: T, b: T) { assume " + c.assume + "; assert false; }"
		rep, err := verify(context.Background(), "axioms.bpl", []byte(src), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); got != c.want {
			t.Errorf("%s assume %s: %s, want %s", c.axioms, c.assume, got, c.want)
		}
	}
}

// TestUnsettledAxioms: an unsafe answer says so if axioms that were left out may
// contradict each other.
func TestUnsettledAxioms(t *testing.T) {
	const src = `function f(x: int): int;
axiom (forall x: int :: f(f(x)) == x + 2);
procedure main(n: int) { assert n != 3; }`
	rep, err := verify(context.Background(), "axioms.bpl", []byte(src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rep.Result.String(), "unsafe (1 axioms left out are not known to be free of contradiction: at 2,1)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestProducts: a model with wrong products is repaired. An execution like it is
// sought, and the budget of lemmas about products ends the run without a clock. How many
// models are repaired before is chance.
func TestProducts(t *testing.T) {
	repairs := regexp.MustCompile(`[1-9]\d* replays repaired`)
	for i, c := range []struct{ assume, want string }{ // the first one takes long
		{"x * x * x + y * y * y == z * z * z && x > 0 && y > 0 && z > 0",
			"unknown (trace not confirmed: 1,42: assumption is false in main (some replays repaired, 10000 lemmas about products))"},
		{"(x * x - 9) * (8 * y + x + z) > 0 - 99733322855532 && 2 * z + y * y == 3060555276", "unsafe"},
		{"0 - 600 <= x && x <= 600 && y * y == 4 && (0 - x * y) * (x - y) * x == 14981850 && x * 9 > 0 - 1759", "unsafe"},
		{"y > 1 && x mod y == 77 && x div y == y * y && z * y == x - 77", "unsafe"},
	} {
		if i < extent.Of(1, 0) {
			continue
		}
		src := "procedure main(x: int, y: int, z: int) { assume " + c.assume + "; assert false; }"
		rep, err := verify(context.Background(), "products.bpl", []byte(src), Options{
			Engines: Engines{Engine: SearchEngines()[i%2]},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := repairs.ReplaceAllString(rep.Result.String(), "some replays repaired"); got != c.want {
			t.Errorf("%s: %s, want %s", c.assume, got, c.want)
		}
	}
}

// TestRealProducts: quotients and products of real variables are repaired, too, and the signs and the size of a divisor decide.
func TestRealProducts(t *testing.T) {
	for _, c := range []struct{ assume, want string }{
		{"a > 1.0 && 1.0 / a > a", "safe"},
		{"a < 0.0 && b > 2.0 && a / b < a", "safe"},
		{"a > 1.0 && a / b == 3.5", "unsafe"},
	} {
		src := "procedure main(a: real, b: real) { assume " + c.assume + "; assert false; }"
		rep, err := verify(context.Background(), "reals.bpl", []byte(src), Options{Output: Output{NoCheck: true}})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.assume, got, c.want)
		}
	}
}

// TestMeaning: corners of the language that random programs rarely meet.
func TestMeaning(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a break after an inner loop leaves the outer one", `
			procedure main() { var x: int; x := 0;
				while (x < 5) { while (x < 1) { x := 1; } if (x == 1) { break; } x := 7; }
				assert x == 1; }`, "safe"},
		{"where clauses of all that is havocked", `
			procedure main() { var x: int where x > 0; var y: int where y > x; var z: int where z > y;
				havoc z, x, y; assert z > 2; }`, "safe"},
		{"goto with several labels", `
			procedure main() { var x: int; x := 0; goto A, B, C, D;
				A: x := 1; return; B: x := 2; return; C: assert x != 0; return; D: x := 3; }`, "unsafe"},
		{"extra bound of a procedure whose body stands apart", `
			procedure {:SIextraRecBound 2} p() returns (r: int);
			implementation p() returns (r: int) { r := 0; if (*) { call r := p(); r := r + 1; } }
			procedure main() { var r: int; call r := p(); assert r != 4; }`, "unsafe"},
		{"old of a global in an inner loop", `
			var g: int;
			procedure main() modifies g; { var i, k: int; assume g == 5; g := 0; i := 0;
				while (i < 1) { k := 0; while (k < 1) { g := g + old(g); k := k + 1; } i := i + 1; }
				assert g == 5; }`, "safe"},
		{"assumption variables begin as true, at each call", `
			procedure p(n: int) { var {:assumption} x, y: bool; assert x && y; x := x && n > 0; if (n > 0) { call p(n - 1); } assert n > 0 || !x; }
			procedure main() { call p(1); }`, "safe"},
		{"a bound variable that does not occur", `
			function P(int): bool;
			procedure main() { var x: int; assume (forall y: int :: (forall z: int :: P(z))); assert P(x); }`, "safe"},
		{"free preconditions are not checked", `
			procedure p(x: int); requires x > 0; free requires x > 1;
			procedure main() { call p(1); }`, "safe"},
	} {
		for _, e := range SearchEngines() {
			rep, err := verify(context.Background(), "meaning.bpl", []byte(c.src), Options{
				Engines: Engines{Engine: e},
				Output:  Output{Check: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := rep.Result.Verdict().String(); got != c.want {
				t.Errorf("%s: %s says %s, want %s", c.name, e, rep.Result, c.want)
			}
		}
	}
}

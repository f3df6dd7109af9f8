package verifier_test

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/alternate"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/pipe"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// solvers are the solvers that the tests run on: Muster's own, and Z3 over a
// pipe if it is installed.
func solvers() map[string]func(*term.Store) (inline.Solver, error) {
	m := map[string]func(*term.Store) (inline.Solver, error){
		"native": func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	}
	if _, err := exec.LookPath("z3"); err == nil {
		m["z3"] = func(st *term.Store) (inline.Solver, error) { return pipe.New("z3 -in", st) }
	}
	return m
}

// journal is a solver that records its answers and cores.
type journal struct {
	inline.Solver
	st      *term.Store
	answers []inline.Status
	cores   []string
}

func (j *journal) Check(ctx context.Context, as []term.Term) inline.Outcome {
	out := j.Solver.Check(ctx, as)
	j.answers = append(j.answers, out.Status)
	if out.Status == inline.StatusUnsat {
		var names []string
		for _, c := range j.Core() {
			names = append(names, strings.TrimPrefix(j.st.SymName(j.st.Sym(j.st.Arg(c, 0))), "call "))
		}
		slices.Sort(names)
		j.cores = append(j.cores, strings.Join(names, " "))
	}
	return out
}

// prepare loads a program, runs all passes and makes its system.
func prepare(t testing.TB, src string) *vc.System {
	t.Helper()
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	rw := rewrite.New(p.Store)
	res, err := passes.Run(context.Background(), p, passes.Options{Rewriter: rw, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	sys, _, err := vcgen.Generate(res.Program, vcgen.Options{Interfaces: res.Interfaces, Maker: rw})
	if err != nil {
		t.Fatal(err)
	}
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	return sys
}

// figure1 is the program of the Legion paper, corrected: as printed, its main is
// unsatisfiable by itself.
const figure1 = `
procedure main() {
  var x, y: int; var c: bool;
L0: assume x == 0; goto L1, L2;
L1: assume c; call foo(x, y); goto L3;
L2: assume !c; call bar(x, y); goto L3;
L3: assume y == 0; return; }
procedure foo(x: int, y: int) { var d: bool;
L5: goto L6, L7;
L6: assume d; call foo1(x, y); goto L8;
L7: assume !d; call foo2(x, y); goto L8;
L8: return; }
procedure foo1(x: int, y: int) { L9: assume y == x + 1; return; }
procedure foo2(x: int, y: int) { L10: assume y == x - 1; return; }
procedure bar(x: int, y: int) { var e: bool;
L11: goto L12, L13;
L12: assume e; call bar1(x, y); goto L14;
L13: assume !e; call bar2(x, y); goto L14;
L14: return; }
procedure bar1(x: int, y: int) { L15: assume y == x + 10; return; }
procedure bar2(x: int, y: int) { L16: assume y == x - 10; return; }
`

func TestFigure1(t *testing.T) {
	sat, unsat := inline.StatusSat, inline.StatusUnsat
	for name, newSolver := range solvers() {
		t.Run(name, func(t *testing.T) {
			sys := prepare(t, figure1)
			var j *journal
			c := inline.Config{
				NewMaker: func(st *term.Store) term.Maker { return rewrite.New(st) },
				NewSolver: func(st *term.Store) (inline.Solver, error) {
					s, err := newSolver(st)
					j = &journal{Solver: s, st: st}
					return j, err
				},
			}
			r, err := (&corral.Engine{Config: c}).Verify(context.Background(), sys, verifier.Options{})
			if err != nil || r.Verdict() != verifier.Safe {
				t.Fatalf("corral: %v, %v", r, err)
			}
			if want := []inline.Status{sat, sat, sat, sat, sat, sat, unsat}; !slices.Equal(j.answers, want) {
				t.Errorf("corral: answers %v, want %v", j.answers, want)
			}
			if n := r.Stats().Instances; n != 7 {
				t.Errorf("corral: %d instances, want 7", n)
			}
			r, err = (&legion.Engine{Config: c}).Verify(context.Background(), sys, verifier.Options{})
			if err != nil || r.Verdict() != verifier.Safe {
				t.Fatalf("legion: %v, %v", r, err)
			}
			if want := []string{"bar foo", "bar1 bar2 foo1 foo2", ""}; !slices.Equal(j.cores, want) {
				t.Errorf("legion: cores %q, want %q", j.cores, want)
			}
			// Legion opens foo and bar, corral one of their callees, which a model passes, legion the others.
			r, err = (&alternate.Engine{Config: c, Steps: 1}).Verify(context.Background(), sys, verifier.Options{})
			if err != nil || r.Verdict() != verifier.Safe {
				t.Fatalf("alternate: %v, %v", r, err)
			}
			if want := []inline.Status{unsat, sat, unsat, unsat}; !slices.Equal(j.answers, want) {
				t.Errorf("alternate: answers %v, want %v", j.answers, want)
			}
		})
	}
}

// count is a recursive procedure that returns any number below the bound.
const count = `
procedure count(n: int) returns (r: int) {
  goto done, more;
done: r := n; return;
more: call r := count(n + 1); return; }
procedure main() { var r: int; call r := count(0); assume r == `

type behaviour struct {
	name  string
	src   string
	bound int
	want  string
}

var behaviours = []behaviour{
	{"bound 2 reaches", count + "1; return; }", 2, "unsafe"},
	{"bound 2 does not reach", count + "2; return; }", 2, "safe up to bound 2"},
	{"bound 4 reaches", count + "3; return; }", 4, "unsafe"},
	{"bound 4 does not reach", count + "4; return; }", 4, "safe up to bound 4"},
	{"bound 6 reaches", count + "5; return; }", 6, "unsafe"},
	{"bound 6 does not reach", count + "6; return; }", 6, "safe up to bound 6"},
	{"no bound needed", `
procedure p() returns (r: int); free ensures r > 0;
implementation p() returns (r: int) { goto a, b; a: r := 1; return; b: call r := p(); r := r + 1; return; }
procedure main() { var r: int; call r := p(); assume r == 0; return; }`, 1, "safe"},
	{"extra bound reaches", `
procedure p(n: int) returns (r: int);
implementation {:SIextraRecBound 2} p(n: int) returns (r: int) {
  goto a, b; a: r := n; return; b: call r := p(n + 1); return; }
procedure main() { var r: int; call r := p(0); assume r == 4; return; }`, 3, "unsafe"},
	{"extra bound does not reach", `
procedure p(n: int) returns (r: int);
implementation {:SIextraRecBound 2} p(n: int) returns (r: int) {
  goto a, b; a: r := n; return; b: call r := p(n + 1); return; }
procedure main() { var r: int; call r := p(0); assume r == 5; return; }`, 3, "safe up to bound 3"},
	{"loop iterations", `
procedure main() { var i: int; i := 0; goto head;
head: goto body, done; body: i := i + 1; goto head;
done: assume i == 2; return; }`, 3, "unsafe"},
	{"too many loop iterations", `
procedure main() { var i: int; i := 0; goto head;
head: goto body, done; body: i := i + 1; goto head;
done: assume i == 3; return; }`, 3, "safe up to bound 3"},
	{"bodiless procedure is arbitrary", `
procedure p() returns (r: int);
procedure main() { var r: int; call r := p(); assume r == 17; return; }`, 1, "unsafe"},
	{"bodiless procedure keeps its contract", `
var g: int; var h: int;
procedure p(x: int) returns (r: int); modifies g; free requires x > 0; free ensures r == x + old(g) && g > old(g);
procedure main() modifies g, h; { var x, r, before: int; before := g; h := 5; call r := p(x);
  assume r <= before || g <= before || h != 5; return; }`, 1, "safe"},
	{"free requires of a body", `
procedure p(x: int); free requires x > 0;
implementation p(x: int) { return; }
procedure main() { call p(0); return; }`, 1, "safe"},
	{"free ensures of a body, open or inlined", `
var g: int;
procedure p(); modifies g; free ensures g == old(g) + 1;
implementation p() { goto a, b; a: g := g + 1; return; b: g := g + 2; return; }
procedure main() modifies g; { g := 0; call p(); assume g == 2; return; }`, 1, "safe"},
	{"requires of the entry", `
var g: int;
procedure main(); free requires g > 3; modifies g;
implementation main() { assume g == 2; return; }`, 1, "safe"},
	{"old of a body", `
var g: int;
procedure main() modifies g; { g := g + 1; assume g == old(g); return; }`, 1, "safe"},
	{"havoc of a map", `
var m: [int]int;
procedure main() modifies m; { m[3] := 4; havoc m; assume m[3] == 5; return; }`, 1, "unsafe"},
	{"map update", `
var m: [int]int;
procedure main() modifies m; { var i, j: int; m[i] := 4; m[j] := 5; assume m[i] == 4 && i == j; return; }`, 1, "safe"},
	{"maps through calls and merges", `
var m: [int]int;
procedure set(i: int, v: int) modifies m; { goto a, b; a: m[i] := v; return; b: m[i] := v + 1; m[i + 1] := 0; return; }
procedure main() modifies m; { var x: int; call set(7, 1); call set(8, 5); x := m[7]; assume x > 2; return; }`, 1, "safe"},
	{"parallel assignment", `
procedure main() { var x, y: int; x := 1; y := 2; x, y := y, x; assume x == 2 && y == 1; return; }`, 1, "unsafe"},
	{"parallel assignment is not sequential", `
procedure main() { var x, y: int; x := 1; y := 2; x, y := y, x; assume x == y; return; }`, 1, "safe"},
	{"procedure and constant of one name", `
const p: int; axiom p == 12;
procedure p() returns (r: int) { r := p; return; }
procedure main() { var r: int; call r := p(); assume r == p; assume p == 12; return; }`, 1, "unsafe"},
	{"unique constants", `
const unique a: int; const unique b: int;
procedure main() { assume a == b; return; }`, 1, "safe"},
	{"conditional terms fold", `
procedure main() { var x, c: int; c := if x > 3 then 1 else 0; assume c == 1; assume x == 3; return; }`, 1, "safe"},
	{"results and globals of one call", `
var g: int;
procedure p() returns (r: int) modifies g; { g := 1; r := 2; return; }
procedure main() modifies g; { call g := p(); assume g != 2; return; }`, 1, "safe"},
	{"irreducible loop reaches", irreducible + "2; return; }", 3, "unsafe"},
	{"irreducible loop does not reach", irreducible + "9; return; }", 3, "safe up to bound 3"},
	{"quantified axiom", `
function f(x: int) : int; axiom (forall x: int :: {f(x)} f(x) > x);
procedure main() { var y: int; assume f(y) == y; return; }`, 1, "safe"},
	{"product of variables", `
procedure main() { var x, y: int; assume x * y == 6 && x > 1 && y > x; return; }`, 1, "unsafe"},
	{"division by a variable", `
function {:builtin "div"} quot(x: int, y: int) : int;
procedure main() { var x, y: int; assume y > 2 && quot(x, y) == 3 && x < 11; return; }`, 1, "unsafe"},
	{"sign of a product", `
procedure main() { var x, y: int; assume x > 0 && y > 0 && x * y < 0; return; }`, 1, "safe"},
	{"quantified copy of a map", `
var m: [int]int;
procedure copy(n: int) returns (r: [int]int) {
  assume (forall i: int :: 0 <= i && i < n ==> r[i] == m[i]);
  return; }
procedure main() modifies m; { var c: [int]int; m[3] := 7; call c := copy(4); assume c[3] == 8; return; }`, 1, "safe"},
	{"quantified copy of a map, outside", `
var m: [int]int;
procedure copy(n: int) returns (r: [int]int) {
  assume (forall i: int :: 0 <= i && i < n ==> r[i] == m[i]);
  return; }
procedure main() modifies m; { var c: [int]int; m[3] := 7; m[4] := 2; call c := copy(4); assume c[3] == 7 && c[4] == 8; return; }`, 1, "unsafe"},
	{"remainders are smaller than divisors", `
procedure main() { var x, y: int; assume y > 0; assert x mod y < y; }`, 1, "safe"},
	{"assertion in a callee fails", `
procedure p(x: int) { assert x != 3; return; }
procedure main() { var x: int; call p(x); return; }`, 1, "unsafe"},
	{"assertion in a callee holds", `
procedure p(x: int) { assert x != 3; return; }
procedure main() { var x: int; assume x > 3; call p(x); return; }`, 1, "safe"},
	{"words wrap around", words + `
procedure main() { var x: bv32; assume ult(add(x, 1bv32), x); return; }`, 1, "unsafe"},
	{"sums of words commute", words + `
procedure main() { var x, y: bv32; assume add(x, y) != add(y, x); return; }`, 1, "safe"},
	{"slices of a word, through a call", words + `
procedure halves(x: bv32) returns (hi: bv16, lo: bv16) { hi := x[32:16]; lo := x[16:0]; return; }
procedure main() { var x: bv32; var a, b: bv16; call a, b := halves(x); assume a ++ b != x; return; }`, 1, "safe"},
	{"words in a map", words + `
var m: [bv32]bv8;
procedure set(i: bv32, v: bv8) modifies m; { m[i] := v; return; }
procedure main() modifies m; { var i, j: bv32; call set(i, 7bv8); call set(j, 8bv8); assume m[i] == 8bv8 && ult(i, add(j, 1bv32)); return; }`, 1, "unsafe"},
	{"a counter of words", words + `
procedure main() { var i: bv32; i := 0bv32; goto head;
head: goto body, done; body: i := add(i, 3bv32); goto head;
done: assume i == 6bv32; return; }`, 3, "unsafe"},
	{"words and integers", words + `
function {:builtin "bv2nat"} nat(x: bv32) : int;
procedure main() { var x: bv32; assume nat(x) > 4294967295; return; }`, 1, "safe"},
	{"calls that share an instance", branches + `c: assume y != f(x) && y != f(x + 1) && y != f(z) && y != f(z + 1); return; }`, 1, "safe"},
	{"one of the calls that share an instance", branches + `c: assume x < z && f(x) == 1 && f(x + 1) == 2 && y == 3; return; }`, 1, "unsafe"},
	{"calls on one path do not share", branches + `c: call w := p(y); assume f(3) < 3 && y > 3 && w < 3; return; }`, 1, "unsafe"},
}

const words = `
function {:bvbuiltin "bvadd"} add(x: bv32, y: bv32) : bv32;
function {:bvbuiltin "bvult"} ult(x: bv32, y: bv32) : bool;
`

const branches = `
function f(x: int) : int;
procedure p(x: int) returns (r: int) { goto a, b; a: r := f(x); return; b: r := f(x + 1); return; }
procedure main() { var x, y, z, w: int; goto a, b;
a: call y := p(x); goto c;
b: call y := p(z); goto c;
`

const irreducible = `
procedure main() { var i: int; i := 0; goto a, b;
a: i := i + 1; goto b, done;
b: goto a, done;
done: assume i == `

// quantified are programs whose quantifiers are not decided by patterns, but by
// what the replay hands back.
var quantified = []behaviour{
	{"quantifier without a pattern", `
procedure main() { var y: int; assert (exists x: int :: x == y + 4); }`, 1, "safe"},
	{"quantifiers that only bounds and sorts decide", `
type T;
procedure main() { var y: int; var t: T; assume (forall x: int :: x > 3 ==> x > y);
  assert y < 4 && (exists x: T :: x == t);
  assert (exists x, z: int :: x < z); }`, 1, "safe"},
	{"example of a read", `
procedure main() { var m: [int]int; m[4] := 9; assert (exists i: int :: m[i] == 9); }`, 1, "safe"},
	{"counterexample to a universal assertion", `
procedure main() { var m: [int]int; assume (forall i: int :: m[i] > 1); assert (forall i: int :: m[i] > 2); }`, 1, "unsafe"},
	{"example among the values met", `
type T; const unique a, b, c: T; axiom (forall t: T :: t == a || t == b || t == c);
procedure main() { var x, y, z, w: T;
  assume x != y && y != z && x != z && w != x && w != y; assert w == z; }`, 1, "safe"},
}

func TestQuantified(t *testing.T) {
	for _, b := range quantified {
		for _, engine := range driver.SearchEngines() {
			t.Run(engine+"/"+b.name, func(t *testing.T) {
				rep, err := driver.Verify(context.Background(), "test.bpl", []byte(b.src), driver.Options{
					Question: driver.Question{Front: boogie.Front{}},
					Limits:   driver.Limits{Unbounded: -1},
					Engines:  driver.Engines{Engine: engine, Invariants: true},
				})
				if err != nil {
					t.Fatal(err)
				}
				got, _, _ := strings.Cut(rep.Result.String(), " (quantified")
				if got != b.want {
					t.Fatalf("got %s, want %s", rep.Result, b.want)
				}
			})
		}
	}
}

func TestBehaviours(t *testing.T) {
	for name, newSolver := range solvers() {
		for _, b := range behaviours {
			for _, engine := range driver.SearchEngines() {
				bounded := slices.Contains(driver.BoundedEngines(), engine)
				if !bounded && name != "native" {
					continue // a solver for each procedure, and a process for each solver
				}
				t.Run(name+"/"+engine+"/"+b.name, func(t *testing.T) {
					rep, err := driver.Verify(context.Background(), "test.bpl", []byte(b.src), driver.Options{
						Question: driver.Question{Front: boogie.Front{}, Bound: b.bound},
						Limits:   driver.Limits{Unbounded: -1},
						Engines:  driver.Engines{Engine: engine, NewSolver: newSolver, Invariants: true},
						Output:   driver.Output{Check: true},
					})
					if err != nil {
						t.Fatal(err)
					}
					got, _, _ := strings.Cut(rep.Result.String(), " (quantified")
					if unbounded := !bounded && strings.HasPrefix(b.want, "safe up to"); unbounded && rep.Result.Trace() != nil {
						if rep.Result.Trace().Bound <= b.bound {
							t.Errorf("got %s, want %s", rep.Result, b.want)
						}
					} else if got != b.want && !(unbounded && got == "safe") {
						t.Fatalf("got %s, want %s", rep.Result, b.want)
					}
					if rep.Result.Proof() != nil && rep.Check.State != driver.CheckOK {
						t.Errorf("proof not confirmed: %v", rep.Check)
					}
				})
			}
		}
	}
}

// closing counts the solvers that are not closed.
type closing struct {
	inline.Solver
	open map[*closing]bool
}

func (c *closing) Close() error {
	delete(c.open, c)
	return nil
}

// A solver may be a process (package pipe), so each that an engine has made is closed at its end.
func TestSolversAreClosed(t *testing.T) {
	for _, engine := range driver.SearchEngines() {
		for _, b := range behaviours {
			open := map[*closing]bool{}
			_, err := driver.Verify(context.Background(), "test.bpl", []byte(b.src), driver.Options{
				Question: driver.Question{Front: boogie.Front{}, Bound: b.bound},
				Engines: driver.Engines{Engine: engine, NewSolver: func(st *term.Store) (inline.Solver, error) {
					c := &closing{native.New(st, solver.Options{}), open}
					open[c] = true
					return c, nil
				}},
			})
			if err != nil || len(open) > 0 {
				t.Errorf("%s, %s: %v, %d solvers are not closed", engine, b.name, err, len(open))
			}
		}
	}
}

// With facts at once the answers are the same, but some are for all bounds.
func TestBehavioursWithFacts(t *testing.T) {
	for _, b := range behaviours {
		t.Run(b.name, func(t *testing.T) {
			rep, err := driver.Verify(context.Background(), "test.bpl", []byte(b.src), driver.Options{
				Question: driver.Question{Front: boogie.Front{}, Bound: b.bound},
				Limits:   driver.Limits{Unbounded: -1},
				Engines:  driver.Engines{Engine: "corral", Demand: verifier.DemandAtOnce, Invariants: true},
				Output:   driver.Output{Check: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			got, _, _ := strings.Cut(rep.Result.String(), " (quantified")
			if got != b.want && (got != "safe" || !strings.HasPrefix(b.want, "safe up to")) {
				t.Fatalf("got %s, want %s", rep.Result, b.want)
			}
			if rep.Result.Proof() != nil && rep.Check.State != driver.CheckOK {
				t.Errorf("proof not confirmed: %v", rep.Check)
			}
		})
	}
}

// A proof that leaves something out is refuted.
func TestWrongProofs(t *testing.T) {
	sys := prepare(t, figure1)
	c := inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
	}
	r, err := (&legion.Engine{Config: c}).Verify(context.Background(), sys, verifier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opened := r.Proof().Opened
	entry := verifier.SiteRef{Instance: 0, Site: 0}
	for _, w := range []struct {
		name string
		r    verifier.Result
		want bool
	}{
		{"right", r, true},
		{"an instance is missing", verifier.SafeWith(&verifier.Proof{Opened: opened[:len(opened)-1]}), false},
		{"nothing is opened", verifier.SafeWith(&verifier.Proof{}), false},
		{"a site within the bound is blocked", verifier.SafeUpToBoundWith(3, &verifier.Proof{Blocked: []verifier.SiteRef{entry}}), false},
		{"a site is opened twice", verifier.SafeWith(&verifier.Proof{Opened: []verifier.SiteRef{entry, entry}}), false},
		{"a fact does not hold", verifier.SafeWith(&verifier.Proof{Facts: []verifier.Fact{{Proc: sys.Procs[sys.Entry].Sites[0].Callee, Formula: sys.Store.False()}}}), false},
		{"a site does not exist", verifier.SafeWith(&verifier.Proof{Opened: []verifier.SiteRef{{Instance: 9, Site: 9}}}), false},
	} {
		rep, err := validate.Proof(context.Background(), sys, w.r, c)
		if err != nil || rep.Confirmed != w.want || rep.Refuted == w.want {
			t.Errorf("%s: %+v, %v", w.name, rep, err)
		}
	}
}

// TestWrongCut: a proof up to a bound says which calls beyond it are not covered, neither more nor fewer; so do proofs by
// cases.
func TestWrongCut(t *testing.T) {
	sys := prepare(t, `
procedure even(n: int) returns (r: int) { r := n; if (n > 0) { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: int) { r := n; if (n > 0) { call r := even(n - 1); } }
procedure main(n: int) { var r: int; call r := even(n); assert r <= 0; }`)
	c := inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
	}
	r, err := (&legion.Engine{Config: c}).Verify(t.Context(), sys, verifier.Options{Bound: 2})
	if err != nil || r.Verdict() != verifier.SafeUpToBound || len(r.Proof().Cut) != 1 {
		t.Fatal(r, err)
	}
	right := r.Proof().Cut
	other := slices.IndexFunc(sys.Procs, func(p *vc.Proc) bool { return p.ID != right[0] })
	for _, cut := range [][]vc.ProcID{right, nil, {vc.ProcID(other)}, {right[0], vc.ProcID(other)}} {
		p := *r.Proof()
		p.Cut = cut
		rep, err := validate.Proof(t.Context(), sys, verifier.SafeUpToBoundWith(2, &p), c)
		if want := slices.Equal(cut, right); err != nil || rep.Confirmed != want || rep.Refuted == want {
			t.Errorf("%v for %v: %+v, %v", cut, right, rep, err)
		}
	}
}

// TestExchange: an engine makes use of facts that another one found about the same program, in a store of its own, and of none
// about another program.
func TestExchange(t *testing.T) {
	const program = `
var level, error: int;
procedure raise() returns (old_level: int) modifies level; { old_level := level; level := 2; }
procedure check(most: int) modifies error; { if (level > most) { error := 1; } }
procedure walk(n: int) modifies level, error;
{
  var l: int;
  if (n > 0) { call l := raise(); call walk(n - 1); call check(2); level := l; }
}
procedure main(n: int) modifies level, error;
{ level := START; error := 0; call walk(n); call walk(n + 1); call check(0); assert error == 0; }`
	c := inline.Config{
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	}
	ask := func(e verifier.Engine, src string, x *verifier.Exchange) (verifier.Result, int64) {
		t.Helper()
		sys := prepare(t, src)
		res, err := e.Verify(context.Background(), sys, verifier.Options{Unbounded: time.Hour, Demand: verifier.DemandAtOnce, Exchange: x})
		if err != nil {
			t.Fatal(err)
		}
		if res.Proof() != nil {
			if _, err := validate.Proof(context.Background(), sys, res, c); err != nil {
				t.Error(err)
			}
		}
		for _, c := range res.Stats().Counters {
			if c.Name == "demand: facts received" {
				return res, c.Value
			}
		}
		return res, 0
	}
	safe := strings.Replace(program, "START", "0", 1)
	var x verifier.Exchange
	for i, e := range []verifier.Engine{&corral.Engine{Config: c}, &legion.Engine{Config: c}} {
		res, received := ask(e, safe, &x)
		if res.Verdict() != verifier.Safe || len(res.Proof().Facts) == 0 || received > 0 != (i > 0) {
			t.Errorf("%s: %v, received %d facts of %d", e.Name(), res, received, len(x.Port(nil).From(0)))
		}
	}
	if res, received := ask(&corral.Engine{Config: c}, strings.Replace(program, "START", "5", 1), &x); received > 0 || res.Verdict() == verifier.Safe {
		t.Errorf("another program: %v, received %d facts", res, received)
	}
}

// TestExchangeFormulas: what lazyann shares is inductive, and has the other engines prove all bounds, with all that it rests on as
// facts of the proof. An engine that is asked about another system gets nothing.
func TestExchangeFormulas(t *testing.T) {
	const program = `
procedure step(n: int, k: int) returns (r: int)
{ r := n; if (k > 0) { call r := step(n + 2, k - 1); } else { r := r + 2; } }
procedure twice(n: int, k: int) returns (r: int)
{ call r := step(n, k); call r := step(r, k); }
procedure main(k: int)
{ var x, y: int; call x := twice(3, k); call y := twice(x, k); assert x > 3 && y > 4; }`
	c := inline.Config{
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	}
	sys := prepare(t, program)
	x := verifier.NewExchange(sys)
	ask := func(e verifier.Engine, sys *vc.System) verifier.Result {
		t.Helper()
		res, err := e.Verify(context.Background(), sys, verifier.Options{Exchange: x})
		if err != nil {
			t.Fatal(err)
		}
		if res.Proof() != nil {
			if rep, err := validate.Proof(context.Background(), sys, res, c); err != nil || !rep.Confirmed {
				t.Errorf("%s: %v: %+v, %v", e.Name(), res, rep, err)
			}
		}
		return res
	}
	own := func() *vc.System {
		s := *sys
		s.Store = sys.Store.Clone()
		return &s
	}
	if res := ask(&corral.Engine{Config: c}, own()); res.Verdict() != verifier.SafeUpToBound {
		t.Errorf("alone: %v", res)
	}
	teacher, readers := own(), []*vc.System{own(), own()}
	if res := ask(&lazyann.Engine{Config: c}, teacher); res.Verdict() != verifier.Safe {
		t.Errorf("lazyann: %v", res)
	}
	reader := own()
	var all []verifier.Fact
	for _, f := range x.Port(reader).From(0) {
		all = append(all, verifier.Fact{Proc: f.Proc, Formula: f.Formula})
	}
	if rep, err := validate.Facts(context.Background(), verifier.WithFacts(reader, all), c); err != nil || !rep.Confirmed || len(all) == 0 {
		t.Errorf("what is shared is not inductive: %d facts, %+v, %v", len(all), rep, err)
	}
	for i, e := range []verifier.Engine{&corral.Engine{Config: c}, &legion.Engine{Config: c}} {
		if res := ask(e, readers[i]); res.Verdict() != verifier.Safe || len(res.Proof().Facts) < 2 {
			t.Errorf("%s: %v with %d facts", e.Name(), res, len(res.Proof().Facts))
		}
	}
	if res := ask(&corral.Engine{Config: c}, prepare(t, program)); res.Verdict() != verifier.SafeUpToBound {
		t.Errorf("another system: %v", res)
	}
}

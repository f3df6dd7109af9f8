package passes_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

func run(t *testing.T, src string, opt passes.Options) (*passes.Result, error) {
	t.Helper()
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	opt.Check = true
	return passes.Run(context.Background(), p, opt)
}

func mustRun(t *testing.T, src string, opt passes.Options) *passes.Result {
	t.Helper()
	r, err := run(t, src, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEntry(t *testing.T) {
	const two = "procedure a(); implementation {:entrypoint} a() {}\nprocedure b(); implementation {:entrypoint} b() {}\nprocedure c();"
	for _, test := range []struct{ src, entry, want, err string }{
		{"procedure main() {} procedure {:entrypoint} p();", "", "main", ""},
		{"procedure main() {} procedure p(); implementation {:entrypoint} p() {}", "", "p", ""},
		{"procedure main() {} procedure p(); implementation {:entrypoint} p() {}", "main", "main", ""},
		{"procedure {:entrypoint} p(); implementation p() {} procedure q() {}", "", "p", ""},
		{"procedure {:entrypoint} p(); implementation p() {} procedure main() {}", "", "main", ""},
		{"procedure {:entrypoint} p(); implementation p() {} procedure {:entrypoint} q(); implementation q() {}", "", "", "test.bpl: several entry points; name one of: p, q"},
		{two, "", "", "test.bpl: several entry points; name one of: a, b"},
		{two, "b", "b", ""},
		{two, "c", "", `test.bpl: no implementation of a procedure "c"; name one of: a, b`},
		{"procedure main(); procedure q() {}", "", "", "test.bpl: no entry point and no procedure main; name one of: q"},
		{"procedure main();", "", "", "test.bpl: no entry point and no procedure main; no procedure has a body"},
	} {
		r, err := run(t, test.src, passes.Options{Entry: test.entry})
		var e *passes.EntryError
		switch {
		case test.err != "" && (!errors.As(err, &e) || err.Error() != test.err):
			t.Errorf("%s: error %v, want %s", test.src, err, test.err)
		case test.err == "" && err != nil:
			t.Errorf("%s: %v", test.src, err)
		case test.err == "" && r.Core.Procs[r.Core.Entry].Name != test.want:
			t.Errorf("%s: entry %s", test.src, r.Core.Procs[r.Core.Entry].Name)
		}
	}
}

func TestUnsupportedOnlyIfReachable(t *testing.T) {
	const src = "procedure main() { call a(); } procedure a() {} procedure b() { assert f(1); } function {:builtin \"foo\"} f(int) : bool;"
	mustRun(t, src, passes.Options{})
	if _, err := run(t, src, passes.Options{Entry: "b"}); err == nil || !strings.Contains(err.Error(), "test.bpl:1:") {
		t.Errorf("error %v", err)
	}
}

// nested returns the greatest depth of nested loop instances.
func nested(p *prog.Program, f *interp.Frame) int {
	n := 0
	for _, c := range f.Calls {
		n = max(n, nested(p, c.Frame))
	}
	if p.Procs[f.Proc].Loop {
		n++
	}
	return n
}

// TestLoopDepth checks that k complete iterations take k+1 nested instances.
func TestLoopDepth(t *testing.T) {
	for k := 0; k < 5; k++ {
		src := fmt.Sprintf(`procedure {:entrypoint} main() {
			var i: int;
			i := 0;
			while (i < %d) { i := i + 1; }
			assume i == %d;
		}`, k, k)
		r := mustRun(t, src, passes.Options{})
		for _, p := range []*prog.Program{r.Core, r.Program} {
			f, _ := reachable(t, p, nil, interp.Returned)
			if f == nil {
				t.Fatalf("%d iterations: not reached", k)
			}
			if n := nested(p, f); n != k+1 {
				t.Errorf("%d iterations: %d nested instances", k, n)
			}
		}
	}
}

// walks is a program whose blocks lead to others at random: from is where it begins, to where each goes, and it may
// return after each.
type walks struct {
	from []int
	to   [][]int
}

func newWalks(r *rand.Rand) *walks {
	n := 2 + r.Intn(5)
	some := func() []int { return r.Perm(n)[:1+r.Intn(min(n, 3))] }
	w := &walks{from: some()}
	for range n {
		w.to = append(w.to, some())
	}
	return w
}

// walk returns blocks, one after the other, and whether control can pass them so.
func (w *walks) walk(r *rand.Rand) (blocks []int, ok bool) {
	ok = true
	for next := w.from; len(blocks) < 4; {
		b := next[r.Intn(len(next))]
		if r.Intn(12) == 0 {
			b = r.Intn(len(w.to))
		}
		ok = ok && slices.Contains(next, b)
		blocks, next = append(blocks, b), w.to[b]
	}
	return blocks, ok
}

// program returns the program, which returns after these blocks only.
func (w *walks) program(blocks []int) string {
	var b strings.Builder
	label := func(to []int) (out string) {
		for _, t := range to {
			out += fmt.Sprintf(", L%d", t)
		}
		return out[2:]
	}
	way := 0
	for _, x := range slices.Backward(blocks) {
		way = 10*way + x + 1
	}
	fmt.Fprintf(&b, "procedure {:entrypoint} main() { var way: int; way := %d; goto %s;\n", way, label(w.from))
	for i, to := range w.to {
		fmt.Fprintf(&b, "L%d: assume way mod 10 == %d; way := way div 10; goto done, %s;\n", i, i+1, label(to))
	}
	return b.String() + "done: assume way == 0; }"
}

// TestSeveralEntries checks of random graphs which ways through them there are, whether blocks are copied or the entry is
// selected, and that these take no more instances of a loop than they have blocks.
func TestSeveralEntries(t *testing.T) {
	found, none, open := 0, 0, 0
	for seed := range extent.Of(100, 2000) {
		r := rand.New(rand.NewSource(int64(seed)))
		w := newWalks(r)
		blocks, ok := w.walk(r)
		for _, prepare := range []func(context.Context, *prog.Program, passes.Options) (*passes.Result, error){
			passes.Run, passes.RunSelecting,
		} {
			p, err := boogie.Load("test.bpl", []byte(w.program(blocks)), term.NewStore())
			if err != nil {
				t.Fatal(err)
			}
			res, err := prepare(t.Context(), p, passes.Options{Check: true})
			if err != nil {
				t.Fatal(err)
			}
			f, all := reachable(t, res.Program, nil, interp.Returned)
			switch {
			case f == nil && !all:
				open++
			case (f != nil) != ok:
				t.Errorf("seed %d: reached: %v\n%s", seed, f != nil, w.program(blocks))
			case f == nil:
				none++
			case nested(res.Program, f) > len(blocks)+1:
				t.Errorf("seed %d: %d instances\n%s", seed, nested(res.Program, f), w.program(blocks))
			default:
				found++
			}
		}
	}
	t.Logf("%d ways, %d that there are not, %d not decided", found, none, open)
}

func TestLoopNames(t *testing.T) {
	r := mustRun(t, `var g: int;
	procedure main_loop_L() {}
	procedure {:SIextraRecBound 4} main() modifies g; {
	 L: g := g + 1; call main_loop_L(); goto L, M;
	 M: return; }`, passes.Options{})
	var names []string
	for _, q := range r.Core.Procs {
		names = append(names, fmt.Sprintf("%s/%s/%d", q.Name, q.CountName, q.ExtraBound))
	}
	if got := strings.Join(names, " "); got != "main_loop_L/main_loop_L/0 main/main/4 main_loop_L#1/main_loop_L#1/0" {
		t.Error(got)
	}
}

// TestInterfaces checks what must cross the boundaries of a procedure.
func TestInterfaces(t *testing.T) {
	r := mustRun(t, `var a: int; var b: int; var c: int; var d: [int]int; var e: int;
	procedure leaf(x: int, y: int) returns (r: int, s: int) modifies a, b, c, e;
	{ r := x + c; s := y; a := d[x]; b := b + 1; if (*) { e := 0; } }
	procedure main() modifies a, b, c, d, e;
	{ var u: int; var v: int;
	  havoc d;
	  call u, v := leaf(a, b); call u, v := leaf(u, v);
	  assume u == a && e > 3; }`, passes.Options{})
	q := r.Program.Lookup("leaf")
	names := func(vs []prog.VarID) string {
		var s []string
		for _, v := range vs {
			s = append(s, r.Program.Vars[v].Name)
		}
		return strings.Join(s, " ")
	}
	face := r.Interfaces[q.ID]
	if in, out := names(face.In), names(face.Out); in != "x c d e" || out != "r a e" {
		t.Errorf("in %s, out %s", in, out)
	}
	if w := names(r.Effects[q.ID].Writes); w != "a e" {
		t.Errorf("writes %s", w)
	}
}

// TestFoldedConstants checks that the definitions evaluate to a model of the axioms.
func TestFoldedConstants(t *testing.T) {
	r := mustRun(t, `const A: int; const B: int; const C: int; const D: int; const T: bool;
	axiom A == B + 1; axiom B == C + 1; axiom D == A; axiom D == 7; axiom !T;
	procedure main() { assume A > 6 && !T; }`, passes.Options{})
	if len(r.Defs) != 5 || len(r.Program.Axioms) != 0 {
		t.Fatalf("%d definitions, %d axioms", len(r.Defs), len(r.Program.Axioms))
	}
	m := model.New(r.Core.Store, model.Options{})
	_, f, err := interp.Replay(context.Background(), &interp.Script{
		Program: r.Core, Model: m, Defs: r.Defs, Root: &interp.Frame{Proc: r.Core.Entry, Path: []int32{0}},
	}, interp.ReplayOptions{})
	if f != nil || err != nil {
		t.Fatal(f, err)
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := boogie.Load("test.bpl", []byte("procedure main() {}"), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := passes.Run(ctx, p, passes.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

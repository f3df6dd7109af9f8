package spacer

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// newTestSearch returns a search of a program as it stands, without passes: does its first procedure return? The caller must
// close its frames.
func newTestSearch(ctx context.Context, t *testing.T, src string) *search {
	t.Helper()
	st := term.NewStore()
	p, err := boogie.Load("test.bpl", []byte(src), st)
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = 0
	sys, _, err := vcgen.Generate(p, vcgen.Options{Maker: rewrite.New(st)})
	if err != nil {
		t.Fatal(err)
	}
	return newSystemSearch(ctx, t, sys)
}

func newSystemSearch(ctx context.Context, t *testing.T, sys *vc.System) *search {
	t.Helper()
	run, err := inline.NewRun(ctx, sys, verifier.Options{}, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return newSearch(ctx, sys, run)
}

// rules returns how many rules were applied.
func (s *search) rules() int {
	return s.stats.sums + s.stats.queries + s.stats.conjectures + len(s.musts)
}

// TestFigures compares the run on the program of Fig. 3 with that of Fig. 4; one of its queries is that of Fig. 7.
func TestFigures(t *testing.T) {
	src, err := os.ReadFile("testdata/fig3.bpl")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(src)) {
		if rule, ok := strings.CutPrefix(line, "// = "); ok {
			want = append(want, strings.TrimSpace(rule))
		}
	}
	s := newTestSearch(context.Background(), t, string(src))
	defer s.frames.Close()
	var got []string
	s.trace = func(rule string, id vc.ProcID, lits []term.Term, bound int32) {
		line := fmt.Sprintf("%s %s, %d:", rule, s.sys.Procs[id].Name, bound)
		line = strings.Replace(line, fmt.Sprint(learn.AllLevels), "all", 1)
		for _, l := range lits {
			line += " " + s.sys.Store.String(l)
		}
		got = append(got, line)
	}
	if res, err := s.recMC(); err != nil || res.Verdict() != verifier.Safe {
		t.Errorf("%v, %v", res.Verdict(), err)
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("the run is\n%s\nwant\n%s", a, b)
	}
}

// TestDivergence: the paper's appendix A has a program and a bound for which GPDR does not end.
func TestDivergence(t *testing.T) {
	src, err := os.ReadFile("testdata/gpdr.smt2")
	if err != nil {
		t.Fatal(err)
	}
	script, err := chc.Read("gpdr.smt2", bytes.NewReader(src), term.NewStore(), nil)
	if err != nil {
		t.Fatal(err)
	}
	sys, _ := chc.Generate(script, nil)
	s := newSystemSearch(context.Background(), t, sys)
	defer s.frames.Close()
	if _, done, err := s.bndSafety(2); done || err != nil {
		t.Errorf("done %v, %v", done, err)
	}
	if n := s.rules(); n > 20 {
		t.Errorf("%d rules", n)
	}
}

// TestBebop: rules are linear in the number of procedures, where calls are a tree that is exponential in it (the paper, section 6).
func TestBebop(t *testing.T) {
	rules := map[int]int{}
	for _, levels := range []int{10, 20, 40} {
		s := newTestSearch(context.Background(), t, bebop(levels))
		if _, err := s.recMC(); err != nil {
			t.Fatal(err)
		}
		rules[levels] = s.rules()
		s.frames.Close()
	}
	if 10*(rules[40]-rules[20]) > 21*(rules[20]-rules[10]) {
		t.Errorf("rules by levels: %v", rules)
	}
	t.Log(rules)
}

// bebop returns the Boolean program of Ball and Rajamani, "Bebop: a symbolic model checker for Boolean programs", 2000: where g
// is false, each procedure calls the next one twice, else it counts to 7 with three bits; then it negates g.
func bebop(levels int) string {
	var src strings.Builder
	fmt.Fprintln(&src, "procedure main() { var g: bool; call g := level1(g); call g := level1(g); assume !g; }")
	for i := range levels {
		next := ""
		if i+1 < levels {
			next = strings.Repeat(fmt.Sprintf("call g := level%d(g);", i+2), 2)
		}
		fmt.Fprintf(&src, `
procedure level%d(h: bool) returns (g: bool) {
  var a, b, c: bool;
  g := h;
  if (g) { call a, b, c := count%[1]d(false, false, false); } else { %s }
  g := !g;
}
procedure count%[1]d(d: bool, e: bool, f: bool) returns (a: bool, b: bool, c: bool) {
  a := d; b := e; c := f;
  if (!a || !b || !c) {
    if (!a) { a := true; } else if (!b) { a := false; b := true; } else { a := false; b := false; c := true; }
    call a, b, c := count%[1]d(a, b, c);
  }
}`, i+1, next)
	}
	return src.String()
}

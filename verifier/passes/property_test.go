package passes_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

const propertySource = `var g: int;
procedure main(x: int)
  requires x > 0;
  modifies g;
{
A:
  g := x;
  assume {:sourceloc "src/a.c", 10, 3} true;
  assert {:msg "first one"} g > 1;
B:
  assert {:overflow} {:sourceloc "src/a.c", 12, 5} g < 100;
  call p(g);
  free call p(0);
  while (g < 50) invariant {:inv} g < 99; { g := g + 1; }
}
procedure p(a: int)
  requires {:id "pre"} a != 7;
  ensures g == old(g);
{
  assert a != 8;
}
procedure unreached() { assert false; }`

// A property chooses by position, there or in the source behind the program, or by name. What it does not choose is neither
// checked nor assumed.
func TestProperties(t *testing.T) {
	for _, test := range []struct {
		properties, want string // the assertions that are left, and how many clauses of p
	}{
		{"", "9:3 11:3 12:3 14:18 18:3 20:3 p:1,1"},
		{"9", "9:3 p:0,0"},
		{"test.bpl:9:3;./test.bpl:11", "9:3 11:3 p:0,0"},
		{"test.bpl(20,3)", "20:3 p:0,0"},
		{"17", "12:3 p:1,0"}, // where the requires is written
		{"12", "12:3 p:1,0"}, // where it is checked
		{"pre", "12:3 p:1,0"},
		{"requires;ensures", "12:3 18:3 p:1,1"},
		{"invariant", "14:18 p:0,0"},
		{"inv", "14:18 p:0,0"},
		{"first one", "9:3 p:0,0"},
		{"overflow", "11:3 p:0,0"},
		{"a.c:10", "9:3 p:0,0"},
		{"src/a.c:12:5", "11:3 12:3 p:1,0"},
		{"p", "18:3 20:3 p:0,1"},
		{"B;A", "9:3 11:3 12:3 p:1,0"},
		{"main:A", "9:3 p:0,0"},
		{"unreached", "p:0,0"},
	} {
		var chosen []string
		if test.properties != "" {
			chosen = strings.Split(test.properties, ";")
		}
		r := mustRun(t, propertySource, passes.Options{Properties: chosen})
		got := ""
		for line := int32(1); line < 30; line++ {
			for col := int32(1); col < 30; col++ {
				if sets(r, prog.Pos{Line: line, Col: col}) {
					got += fmt.Sprintf("%d:%d ", line, col)
				}
			}
		}
		p := r.Core.Lookup("p")
		got += fmt.Sprintf("p:%d,%d", len(p.Requires), len(p.Ensures))
		if got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.properties, got, test.want)
		}
		if main := r.Core.Proc(r.Core.Entry); len(main.Requires) != 1 || r.Flag == 0 {
			t.Errorf("%s: the entry has %d requires, the flag is %d", test.properties, len(main.Requires), r.Flag)
		}
	}
}

// sets reports whether an assertion at a position sets the flag in the core program.
func sets(r *passes.Result, at prog.Pos) bool {
	for _, q := range r.Core.Procs {
		for _, b := range q.Blocks {
			for _, c := range b.Cmds {
				if c.Kind == prog.Assign && c.Targets[0] == r.Flag && c.Values[0] == r.Core.Store.True() && r.Core.Pos(c.Node) == at {
					return true
				}
			}
		}
	}
	return false
}

func TestUnknownProperty(t *testing.T) {
	for _, test := range []struct{ src, property, want string }{
		{propertySource, "overfolw", `test.bpl: no assertion "overfolw"; the nearest is 11:3 (assert in main, block B, "overflow"); there are 9:3 (`},
		{propertySource, "other.bpl:19", `test.bpl: no assertion "other.bpl:19"; the nearest is 18:3 (ensures in p); there are `},
		{propertySource, "9:4", `the nearest is 9:3 (assert in main, block A, "msg", "first one")`},
		{"procedure main() {}", "main", `test.bpl: no assertion "main"; the program has none`},
		{"procedure main() { " + strings.Repeat("assert true; ", 30) + "}", "xyzzy", ", and 10 more"},
	} {
		_, err := run(t, test.src, passes.Options{Properties: []string{test.property}})
		var unknown *passes.PropertyError
		if !errors.As(err, &unknown) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.property, err, test.want)
		}
	}
}

// An assertion that is passed is assumed where it would be checked.
func TestPassed(t *testing.T) {
	// passing runs the passes on a source again, with an assertion that is passed.
	passing := func(src string, at, clause prog.Pos) *passes.Result {
		nodes := mustRun(t, src, passes.Options{}).Core.Nodes
		x := prog.Assertion{At: prog.NodeID(slices.Index(nodes, at)), Clause: prog.NodeID(slices.Index(nodes, clause))}
		return mustRun(t, src, passes.Options{Passed: []prog.Assertion{x}})
	}
	call, clause := prog.Pos{Line: 12, Col: 3}, prog.Pos{Line: 17, Col: 3}
	r := passing(propertySource, call, clause)
	if sets(r, call) || len(r.Core.Lookup("p").Requires) != 1 || r.Asserts != 6 {
		t.Errorf("%v, %d requires, %d assertions", sets(r, call), len(r.Core.Lookup("p").Requires), r.Asserts)
	}
	// All of them: still the question is whether one fails, not whether main returns.
	at := prog.Pos{Line: 1, Col: 20}
	r = passing("procedure main() { assert false; }", at, at)
	if r.Flag == 0 || r.Asserts != 1 {
		t.Errorf("flag %d, %d assertions", r.Flag, r.Asserts)
	}
}

package verifier_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// TestChains: of procedures that call the next one with several values there are few instances, and the search does not
// go through the values.
func TestChains(t *testing.T) {
	const levels = 30
	const state = "var g: int; var m: [int]int; var b: bool; var c: bool; var d: bool; var n: [bool]int; var k: int;\n"
	chain := func(body, last string) string {
		var b strings.Builder
		b.WriteString(state)
		for i := range levels {
			body := strings.NewReplacer("NEXT()", fmt.Sprintf("P%d(p)", i+1)).Replace(body)
			fmt.Fprintf(&b, "procedure P%d(p: int) modifies g, m, b, c, d, n; { %s }\n", i, body)
		}
		fmt.Fprintf(&b, "procedure P%d(p: int) modifies g, m, b, c, d, n; { %s }\n", levels, last)
		return b.String()
	}
	const count = "if (*) { g := g + 1; call NEXT(); } else { call NEXT(); }"
	for _, c := range []struct {
		name, procs, assert, want string
	}{
		{"counted, then reset", chain(count, "if (g > 1000) { g := 0; }"), "g <= 30", "safe"},
		{"counted, then reset", chain(count, "if (g > 1000) { g := 0; }"), "g < 30", "unsafe"},
		{"changed on the way back", chain(count+" if (g == 5) { g := 6; }", ""), "g <= 30 && g != 5", "safe"},
		{"changed on the way back", chain(count+" if (g == 5) { g := 6; }", ""), "g < 30", "unsafe"},
		{"doubled", chain("if (*) { g := g + 1; call NEXT(); } else { g := g * 2; call NEXT(); }", ""), "g >= 0", "safe"},
		{"recursion", state + `
procedure A(n: int) modifies g; { if (n > 0) { if (*) { g := g + 1; call A(n - 1); } else { call A(n - 1); } } }
procedure P0(p: int) modifies g; { call A(30); }`, "g <= 30", "safe"},
		{"counted at an argument", chain("if (*) { m[p] := m[p] + 1; call NEXT(); } else { call NEXT(); }", ""), "m[x] <= 30", "safe"},
		{"counted at an argument", chain("if (*) { m[p] := m[p] + 1; call NEXT(); } else { call NEXT(); }", ""), "m[x] < 30", "unsafe"},
		{"beside a counter", chain("if (*) { g := g + 1; call NEXT(); } else { m[g] := 9; call NEXT(); }", ""), "m[31] == 0", "safe"},
		{"beside a counter", chain("if (*) { g := g + 1; call NEXT(); } else { m[g] := 9; call NEXT(); }", ""), "m[29] == 0", "unsafe"},
		{"opposite Booleans", chain("if (*) { b := !b; c := !c; call NEXT(); } else { call NEXT(); }", ""), "b != c", "safe"},
		{"opposite Booleans", chain("if (*) { b := !b; c := !c; call NEXT(); } else { call NEXT(); }", ""), "c", "unsafe"},
		{"equal Booleans, one copied", strings.Replace(chain("if (*) { b := !b; c := !c; call NEXT(); } else { call NEXT(); }",
			"d := c;"), "P0(", "Q(", 1) + "procedure P0(p: int) modifies g, m, b, c, d, n; { b := false; c := false; call Q(p); }", "b == d", "safe"},
		{"Booleans as indexes", state + `
procedure P0(p: int) modifies g, k, n; { if (*) { k := k + 1; call P1(); } else { call P1(); } }
procedure P1() modifies g, k, n; { if (*) { k := k + 1; call P2(); } else { call P2(); } }
procedure P2() modifies g, k, n; { if (*) { k := k + 1; call P3(); } else { call P3(); } }
procedure P3() modifies g, k, n; { var q: bool; var r: bool;
  if (*) { q := true; r := false; k := k + 1; } else { q := false; r := true; }
  n[q] := 1; if (*) { n[r] := 2; k := k + 1; } else { n[r] := 2; } g := n[q]; }`, "g == 2 && k <= old(k) + 5", "unsafe"},
	} {
		src := c.procs + "procedure {:entrypoint} main(x: int) modifies g, m, b, c, d, n, k; { g := 0; m[x] := 0; m[29] := 0; m[31] := 0; c := !b; " +
			"call P0(x); assert " + c.assert + "; }"
		for engine, most := range map[string]int{"legion": 6, "corral": 25} { // instances for each level
			if engine == "corral" && (strings.Contains(c.procs, "m[") || strings.Contains(c.procs, "n[")) { // it then shares little
				continue
			}
			rep, err := driver.Verify(t.Context(), "chain.bpl", []byte(src), driver.Options{
				Question: driver.Question{Front: boogie.Front{}, Bound: levels + 1},
				Engines:  driver.Engines{Engine: engine},
				Output:   driver.Output{Check: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := rep.Result.String(); got != c.want {
				t.Errorf("%s, %s, %s: %s, want %s", c.name, c.assert, engine, got, c.want)
			}
			stats := rep.Result.Stats()
			conflicts := 0
			for _, x := range stats.Counters {
				if x.Name == "conflicts" {
					conflicts = int(x.Value)
				}
			}
			if n := stats.Instances; n > most*levels || conflicts > 100*levels {
				t.Errorf("%s, %s, %s: %d instances, %d conflicts", c.name, c.assert, engine, n, conflicts)
			}
			t.Logf("%s, %s, %s: %d instances, %d conflicts", c.name, c.assert, engine, stats.Instances, conflicts)
		}
	}
}

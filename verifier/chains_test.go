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
	chain := func(body, last string) string {
		var b strings.Builder
		b.WriteString("var g: int;\n")
		for i := range levels {
			body := strings.NewReplacer("NEXT", fmt.Sprintf("P%d", i+1)).Replace(body)
			fmt.Fprintf(&b, "procedure P%d() modifies g; { %s }\n", i, body)
		}
		fmt.Fprintf(&b, "procedure P%d() modifies g; { %s }\n", levels, last)
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
		{"recursion", `
var g: int;
procedure A(n: int) modifies g; { if (n > 0) { if (*) { g := g + 1; call A(n - 1); } else { call A(n - 1); } } }
procedure P0() modifies g; { call A(30); }`, "g <= 30", "safe"},
	} {
		src := c.procs + "procedure {:entrypoint} main() modifies g; { g := 0; call P0(); assert " + c.assert + "; }"
		rep, err := driver.Verify(t.Context(), "chain.bpl", []byte(src), driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: levels + 1},
			Engines:  driver.Engines{Engine: "legion"},
			Output:   driver.Output{Check: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Result.String(); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.name, c.assert, got, c.want)
		}
		if n := rep.Result.Stats().Instances; n > 6*levels {
			t.Errorf("%s, %s: %d instances", c.name, c.assert, n)
		}
	}
}

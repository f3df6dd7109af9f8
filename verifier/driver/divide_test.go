package driver_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// branching adds up one of two numbers at each of some levels, by calls, and asks whether the sum can be one.
func branching(levels, sum int) string {
	var b strings.Builder
	b.WriteString("var g: int;\n")
	for i := range levels {
		fmt.Fprintf(&b, "procedure add%d() modifies g; { g := g + %d; }\n", i, 3*i+3)
		fmt.Fprintf(&b, "procedure skip%d() modifies g; { g := g - %d; }\n", i, 3*i)
		fmt.Fprintf(&b, "procedure level%d() modifies g; { var c: bool; if (c) { call add%d(); } else { call skip%d(); } }\n",
			i, i, i)
	}
	b.WriteString("procedure {:entrypoint} main() modifies g; { g := 0;\n")
	for i := range levels {
		fmt.Fprintf(&b, "call level%d();\n", i)
	}
	fmt.Fprintf(&b, "assert g != %d; }\n", sum)
	return b.String()
}

// A search that is divided has the answers of one that is not, with proofs that are confirmed.
func TestDivided(t *testing.T) {
	halves := map[string]int64{}
	for _, c := range []struct {
		text string
		want string
	}{
		{branching(8, 61), "safe"},
		{branching(8, 60), "unsafe"},
		{branching(6, 64), "safe"},
		{`procedure p(n: int) returns (r: int) { var c, d: bool;
			if (c) { if (d) { call r := p(n + 2); } else { call r := p(n + 4); } } else { r := n; } }
		procedure {:entrypoint} main() { var r, s, n: int; var b: bool;
			if (b) { call r := p(2 * n); call s := p(r); } else { call s := p(4 * n); call r := p(s); }
			assert r + s != 7; }`, "safe up to bound 3"},
	} {
		for _, engine := range []string{"legion", "corral", "alt", driver.Auto, "legion/corral"} {
			name, halvesBy, _ := strings.Cut(engine, "/")
			rep, err := driver.Verify(context.Background(), "test.bpl", []byte(c.text), driver.Options{
				Question: driver.Question{Front: boogie.Front{}, Bound: 3},
				Limits:   driver.Limits{Processors: 8, Unbounded: -1, DivideAfter: 1, Halves: halvesBy},
				Engines:  driver.Engines{Engine: name, NoFacts: true},
				Output:   driver.Output{Check: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Result.String() != c.want || rep.Result.Verdict() != verifier.Unsafe && rep.Check.State != driver.CheckOK {
				t.Errorf("%s: %s, %v, not %s\n%s", engine, rep.Result, rep.Check, c.want, c.text)
			}
			for _, n := range rep.Result.Stats().Counters {
				if n.Name == "split: halves" {
					halves[engine] += n.Value
				}
			}
		}
	}
	if halves["legion"] == 0 || halves["legion/corral"] == 0 {
		t.Error("no search of legion was divided: ", halves)
	}
}

package coverage_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// TestReached shows which lines of bodies of main are reached, up to some bound at least, and which are not: a branch
// is named by its line and block, a procedure by its name. Where that is unknown it says why.
func TestReached(t *testing.T) {
	const before = `var g: int; procedure p(x: int) modifies g; { if (x > 3) { g := 1; } else { g := 2; } }
procedure q(x: int) { if (x > 0) { call q(x - 1); } }
procedure main(x: int, y: int) modifies g; { var i: int; var b: bool;
`
	for _, x := range []struct {
		body      string // from line 4 on
		unbounded bool   // proofs for all bounds are looked for
		polls     int64  // after so many of them the search is stopped; 0 stands for no limit
		want      string
	}{
		{body: "if (x > 0) {\n g := 1;\n} else {\n g := 2;\n}",
			want: "main reachable, 4 Then reachable, 4 Else reachable"},
		{body: "if (x > 0) {\n if (x < 0) {\n g := 1;\n }\n}",
			want: "main reachable, 4 Then reachable, 4 Else reachable, 5 Then unreachable, 5 Else reachable"},
		{body: "assume x > 0;\nif (x > 0) {\n g := 1;\n} else {\n g := 2;\n}",
			want: "main reachable, 5 Then reachable, 5 Else unreachable"},
		{body: "assert x > 0;\nif (x < 0) {\n g := 1;\n}",
			want: "main reachable, 5 Then unreachable, 5 Else reachable"},
		{body: "if (x > 0) {\n assert x < 0;\n call p(x);\n}",
			want: "p unreachable, 1 Then unreachable, 1 Else unreachable, main reachable, 4 Then reachable, 4 Else reachable"},
		{body: "call p(2);",
			want: "p reachable, 1 Then unreachable, 1 Else reachable, main reachable"},
		{body: "call p(x);",
			want: "p reachable, 1 Then reachable, 1 Else reachable, main reachable"},
		{body: "call p(1);\ncall p(4);",
			want: "p reachable, 1 Then reachable, 1 Else reachable, main reachable"},
		{body: "if (x > 0) {\n assume x == 2;\n call p(x);\n}",
			want: "p reachable, 1 Then unreachable, 1 Else reachable, main reachable, 4 Then reachable, 4 Else reachable"},
		{body: "call q(1);",
			want: "q reachable, 2 Then reachable, 2 Else reachable, main reachable"},
		{body: "call q(0);",
			want: "q reachable, 2 Then unreachable, 2 Else reachable, main reachable"},
		{body: "i := 0;\nwhile (i < 9) {\n i := i + 1;\n}\ng := 1;",
			want: "main reachable, 5 LoopDone unreachable up to bound 3, 5 LoopBody reachable"},
		{body: "i := 0;\nwhile (i < 9) {\n i := i + 1;\n}\ng := 1;", unbounded: true,
			want: "main reachable, 5 LoopDone unreachable up to bound 3, 5 LoopBody reachable"},
		{body: "i := 0;\nwhile (i < y) {\n i := i + 1;\n if (i < 0) {\n g := 1;\n }\n}",
			want: "main reachable, 5 LoopDone reachable, 5 LoopBody reachable, 7 Then unreachable, 7 Else reachable"},
		{body: "i := 0;\nwhile (i < y) {\n i := i + 2;\n}\nif (i == -1) {\n g := 1;\n}",
			want: "main reachable, 5 LoopDone reachable, 5 LoopBody reachable, 8 Then unreachable, 8 Else reachable"},
		{body: "i := 0;\nwhile (i < y) {\n i := i + 1;\n if (i == 2) {\n g := 1;\n }\n}",
			want: "main reachable, 5 LoopDone reachable, 5 LoopBody reachable, 7 Then reachable, 7 Else reachable"},
		{body: "goto A, B;\nA:\n g := 1;\n return;\nB:\n assume false;\n g := 2;",
			want: "main reachable, 5 A reachable, 8 B unreachable"},
		{body: "assume x > 1 && y > 1 && g > 1;\nif (x * x * x + y * y * y == g * g * g) {\n g := 1;\n}", polls: 300,
			want: "main reachable, 5 Then unknown (trace not confirmed), 5 Else reachable"},
	} {
		for _, engine := range []string{"legion", "corral"} {
			ctx := t.Context()
			if x.polls > 0 {
				var cancel context.CancelFunc
				ctx, cancel = limit.NewCountdown(x.polls, limit.Memory).Context(ctx)
				defer cancel()
			}
			opt := driver.Options{
				Question: driver.Question{Front: boogie.Front{}, Bound: 3},
				Limits:   driver.Limits{Unbounded: -1},
				Engines:  driver.Engines{Engine: engine, Invariants: x.unbounded},
				Output:   driver.Output{Check: true},
			}
			if x.unbounded {
				opt.Unbounded = time.Hour
			}
			rep, err := driver.Coverage(ctx, "a.bpl", []byte(before+x.body+"\n}\n"), opt)
			if err != nil {
				t.Fatalf("%s: %v", x.body, err)
			}
			var got []string
			for i := range rep.Targets {
				c := &rep.Targets[i]
				name := c.Proc
				if c.Branch {
					name = fmt.Sprint(c.Pos.Line, " ", c.Block[strings.Index(c.Block, "_")+1:])
				}
				if name += " " + c.Verdict(); c.Result.Verdict() == verifier.Unknown {
					name += fmt.Sprintf(" (%v)", c.Result.Reason().Kind)
				}
				got = append(got, name)
			}
			if got := strings.Join(got, ", "); got != x.want {
				t.Errorf("%s\nwith %s: got  %s\nwant %s", x.body, engine, got, x.want)
			}
		}
	}
}

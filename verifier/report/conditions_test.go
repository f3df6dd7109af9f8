package report_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// condition is an expression in C, and its value.
type condition struct {
	text  string
	value int
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// conditions makes conditions over the variables of a program, whose values it knows.
type conditions struct {
	*rand.Rand
	vars map[string]int
}

func (g conditions) variable() condition {
	name := string("abc"[g.IntN(3)])
	return condition{name, g.vars[name]}
}

// make returns a condition of so many levels. Those of calls are evaluated in blocks of their own.
func (g conditions) make(depth int) condition {
	if depth == 0 {
		x, n := g.variable(), g.IntN(4)
		switch g.IntN(6) {
		case 0:
			return x
		case 1:
			return condition{fmt.Sprintf("id(%s)", x.text), x.value}
		case 2:
			return condition{fmt.Sprintf("*&%s >= %d", x.text, n), truth(x.value >= n)}
		case 3:
			return condition{fmt.Sprintf("%s != %d", x.text, n), truth(x.value != n)}
		case 4:
			y := g.variable()
			return condition{fmt.Sprintf("%s < %s", x.text, y.text), truth(x.value < y.value)}
		}
		return condition{fmt.Sprintf("%s == %d", x.text, n), truth(x.value == n)}
	}
	x, y := g.make(depth-1), g.make(g.IntN(depth))
	switch g.IntN(7) {
	case 0, 1:
		return condition{"!(" + x.text + ")", truth(x.value == 0)}
	case 2:
		return condition{"(" + x.text + ") && (" + y.text + ")", truth(x.value != 0 && y.value != 0)}
	case 3:
		return condition{"(" + x.text + ") || (" + y.text + ")", truth(x.value != 0 || y.value != 0)}
	case 4:
		return condition{"(" + x.text + ", " + y.text + ")", y.value}
	case 5:
		z := g.make(g.IntN(depth))
		if x.value == 0 {
			y = condition{y.text, z.value}
		}
		return condition{"(" + x.text + ") ? (" + y.text + ") : (" + z.text + ")", y.value}
	}
	return condition{"(" + x.text + ") != (" + y.text + ")", truth(x.value != y.value)}
}

// TestConditions compares what traces and witnesses say of conditions with the values that these have.
func TestConditions(t *testing.T) {
	for seed := range 6 {
		g := conditions{rand.New(rand.NewPCG(1, uint64(seed))), map[string]int{}}
		var src strings.Builder
		src.WriteString("extern void __VERIFIER_error(void); static int id(int x) { return x; }\nint main(void) {\nint n, x;\n")
		for _, name := range []string{"a", "b", "c"} {
			g.vars[name] = g.IntN(4)
			fmt.Fprintf(&src, "int %s = %d;\n", name, g.vars[name])
		}
		type want struct {
			kind string
			cond condition
		}
		wants := map[int]want{}
		for line := 7; line < 47; line++ {
			w := want{[]string{"if", "while", "for", "do", "?:"}[g.IntN(5)], g.make(g.IntN(4))}
			wants[line] = w
			switch w.kind {
			case "if":
				fmt.Fprintf(&src, "if (%s) x = 1; else x = 2;\n", w.cond.text)
			case "while":
				fmt.Fprintf(&src, "while (%s) break;\n", w.cond.text)
			case "for":
				fmt.Fprintf(&src, "for (n = 0; %s; n++) break;\n", w.cond.text)
			case "do":
				fmt.Fprintf(&src, "n = 0; do n++; while ((%s) && n < 2);\n", w.cond.text)
			case "?:":
				fmt.Fprintf(&src, "x = (%s) ? 7 : 8;\n", w.cond.text)
			}
		}
		src.WriteString("__VERIFIER_error();\n}\n")
		rep, err := driver.Verify(t.Context(), "cond.c", []byte(src.String()), driver.Options{
			Question: driver.Question{Front: c.Front{}, Bound: 3},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Engine: "corral"},
		})
		if err != nil {
			t.Fatal(err, src.String())
		}
		r := report.New(rep, "test")
		if r.Failure == nil {
			t.Fatal(r.Answer, r.Reason, src.String())
		}
		shown := map[int]string{}
		for i := range r.Steps {
			if r.Steps[i].Depth == 0 {
				shown[r.Steps[i].Place.Line] += r.Steps[i].Line() + "\n"
			}
		}
		ways := branchings(t, r)
		for line, w := range wants {
			holds := w.cond.value != 0
			says := map[string][2]string{
				"if": {"is false", "is true"}, "while": {"is false", "iteration 1"}, "for": {"is false", "iteration 1"},
				"do": {"n = 1", "iteration 2"}, "?:": {"x = 8", "x = 7"},
			}[w.kind]
			text := shown[line]
			if no, yes := strings.Contains(text, says[0]), strings.Contains(text, says[1]); yes != holds || no == holds && w.kind != "do" {
				t.Errorf("line %d: %s of %s, which is %v:\n%s", line, w.kind, w.cond.text, holds, text)
			}
			if way, ok := ways[line]; ok && way != holds || !ok && w.kind != "?:" && w.kind != "do" {
				t.Errorf("line %d: the witness says %v, %v of %s, which is %v", line, ok, way, w.cond.text, holds)
			}
		}
	}
}

var branching = regexp.MustCompile(`type: "branching"\s+action: "follow"\s+constraint:\s+value: "(\w+)"\s+location:\s+file_name: "cond.c"\s+line: (\d+)`)

// branchings returns which ways a witness says that branches go, by line.
func branchings(t *testing.T, r *report.Report) map[int]bool {
	t.Helper()
	var yaml strings.Builder
	if err := report.YAML(&yaml, r, report.Task{}); err != nil {
		t.Fatal(err)
	}
	out := map[int]bool{}
	for _, m := range branching.FindAllStringSubmatch(yaml.String(), -1) {
		line, _ := strconv.Atoi(m[2])
		if _, ok := out[line]; ok {
			t.Errorf("line %d has two ways", line)
		}
		out[line] = m[1] == "true"
	}
	return out
}

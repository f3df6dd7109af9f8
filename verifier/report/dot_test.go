package report_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// TestDot parses a call graph.
func TestDot(t *testing.T) {
	const src = `procedure main(n: int) {
  var i: int;
  call helper(n);
  call helper(n + 1);
  while (i < n) { i := i + 1; }
  call \assert(1);
}
procedure helper(n: int) { call outside(n); call once(n); }
procedure outside(n: int);
procedure once(n: int) { assert n != 1; }
procedure \assert(n: int) { }
procedure unreached() { call main(1); }`
	rep, err := driver.Verify(t.Context(), `dir/"a".bpl`, []byte(src), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: "legion"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := report.New(rep, "")
	if err := report.Dot(&out, []*report.Report{r, r}); err != nil {
		t.Fatal(err)
	}
	nodes, edges := parseDot(t, out.String())
	for _, want := range []string{
		`p0_0 label="main\n1 inlined", color=red`, `label="helper\n`, `label="outside", shape=ellipse`, `label="once\n1 inlined\nfails at 10,26", style="filled", fillcolor="#ffd7d5", color=red`,
		`label="loop of main\ndir/\"a\".bpl(5,`,
	} {
		if !slices.ContainsFunc(nodes, func(n string) bool { return strings.Contains(n, want) }) {
			t.Errorf("there is no node with %s", want)
		}
	}
	if len(nodes) < 6 || !slices.Contains(edges, `p0_0 -> p0_1 label="2", color=red`) || strings.Contains(out.String(), "unreached") {
		t.Errorf("%d nodes, %q\n%s", len(nodes), edges, &out)
	}
	if dot, err := exec.LookPath("dot"); err == nil {
		cmd := exec.Command(dot, "-Tsvg")
		cmd.Stdin = strings.NewReader(out.String())
		if err := cmd.Run(); err != nil {
			t.Error(err)
		}
	}
}

// parseDot reads the part of Graphviz's grammar that call graphs use, and returns their nodes and edges.
func parseDot(t *testing.T, text string) (nodes, edges []string) {
	t.Helper()
	token := regexp.MustCompile(`^\s*("(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z_0-9]*|->|[{}\[\];=,])`)
	next := func() string {
		m := token.FindStringSubmatch(text)
		if m == nil {
			return ""
		}
		text = text[len(m[0]):]
		return m[1]
	}
	expect := func(want string) {
		if got := next(); got != want {
			t.Fatalf("want %s, got %q before %.40q", want, got, text)
		}
	}
	attrs := func() string {
		var list []string
		for x := next(); x != "]"; x = next() {
			if x == "," {
				x = next()
			}
			expect("=")
			list = append(list, x+"="+next())
		}
		return strings.Join(list, ", ")
	}
	var statements func()
	statements = func() {
		for x := next(); x != "}"; x = next() {
			if x == "" {
				t.Fatalf("no statement: %.40q", text)
			}
			if x == "subgraph" {
				next()
				expect("{")
				statements()
				continue
			}
			switch y := next(); y {
			case "=":
				next()
			case "->":
				z := next()
				expect("[")
				edges = append(edges, x+" -> "+z+" "+attrs())
			case "[":
				if a := attrs(); x != "node" && x != "edge" {
					nodes = append(nodes, x+" "+a)
				}
			default:
				t.Fatalf("%q behind %s", y, x)
			}
			expect(";")
		}
	}
	expect("digraph")
	next()
	expect("{")
	statements()
	if strings.TrimSpace(text) != "" {
		t.Fatalf("behind the graph: %q", text)
	}
	return nodes, edges
}

package report_test

import (
	"io/fs"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// answers keeps answers.
type answers map[cache.Key][]byte

func (a answers) Get(k cache.Key) ([]byte, error) { return a[k], nil }

func (a answers) Put(k cache.Key, data []byte) error {
	a[k] = data
	return nil
}

// TestKeptReports: of an answer that was kept all reports are what they are of one that was searched, but for how it was
// found.
func TestKeptReports(t *testing.T) {
	read := func(name string) ([]byte, error) {
		if name != "count.h" {
			return nil, fs.ErrNotExist
		}
		return []byte("static int next(int i) {\n  while (i < 3) i++;\n  return i;\n}\n"), nil
	}
	cProgram := c.Front{Options: c.Options{Options: syntax.Options{Read: read}}}
	for _, x := range []struct {
		name, text string
		opt        driver.Options
		answer     string
	}{
		{"safe.c", "#include \"count.h\"\nint t[];\nvoid reach_error(void) {}\n" +
			"int main(void) { int x = next(0); if (x < 0) reach_error(); return x + t[0]; }",
			driver.Options{Question: driver.Question{Front: cProgram}}, "safe"},
		{"bounded.c", "#include \"count.h\"\nint __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint never(void) { reach_error(); return 1; }\n" +
			"int main(void) { int n = next(__VERIFIER_nondet_int());\n  for (int i = 0; i != n; i++) if (i == 7 && n == 5) reach_error();\n  return n; }",
			driver.Options{Question: driver.Question{Front: cProgram, Bound: 3}, Limits: driver.Limits{Unbounded: -1}}, "safe up to bound 3"},
		{"unsafe.c", "#include \"count.h\"\nvoid reach_error(void) {}\nint main(void) { if (next(2) == 3) reach_error(); }",
			driver.Options{Question: driver.Question{Front: cProgram}}, "unsafe"},
		{"threads.bpl", "var g: int; procedure p() modifies g; { g := 1; }\nprocedure main() modifies g; { g := 0; async call p(); assert g < 2; }",
			driver.Options{Question: driver.Question{Front: boogie.Front{}}}, "safe up to 2 contexts"},
		{"calls.bpl", "procedure p(i: int) returns (j: int) { if (i > 0) { call j := p(i - 1); } else { j := 0; } }\n" +
			"procedure main(n: int) { var r: int; call r := p(n); assert r == 0; }",
			driver.Options{Question: driver.Question{Front: boogie.Front{}}}, "safe"},
	} {
		store := answers{}
		var want map[string]string
		for i, how := range []string{"searched", "by the text", "by the program"} {
			if how == "by the program" { // a store that has lost what leads there from the text
				maps.DeleteFunc(store, func(_ cache.Key, data []byte) bool { return strings.Contains(string(data), `"Said"`) })
			}
			opt := x.opt
			opt.Timeout, opt.Engine, opt.Answers = time.Minute, "corral", &driver.Answers{Store: store, Build: "test", ByText: true}
			rep, err := driver.Verify(t.Context(), x.name, []byte(x.text), opt)
			if err != nil {
				t.Fatal(x.name, err)
			}
			early := how == "by the text" && x.answer != "unsafe"
			if rep.Kept != (i > 0) || (rep.Loaded == nil) != early || !strings.HasPrefix(rep.String(), x.answer) {
				t.Errorf("%s, %s: %v, kept: %v, read: %v", x.name, how, rep, rep.Kept, rep.Loaded != nil)
			}
			got := written(t, report.New(rep, "version"))
			got["warnings"] = strings.Join(rep.Warnings, "\n")
			if i == 0 {
				want = got
			} else if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s, %s:\n%s", x.name, how, d)
			}
		}
		if x.name == "safe.c" && want["warnings"] == "" {
			t.Errorf("%s: no warning", x.name)
		}
	}
}

// written returns a report in all formats, without times and counters.
func written(t *testing.T, r *report.Report) map[string]string {
	r.Kept, r.Seconds, r.Phases, r.Counters, r.MemoryBytes, r.Learning = false, 0, nil, nil, 0, nil
	var text, json, sarif, junit, dot, page strings.Builder
	rs := []*report.Report{r}
	r.AddTrace()
	for _, err := range []error{
		report.Answer(&text, r, report.Full, false), report.Line(&json, r), report.SARIF(&sarif, rs), report.JUnit(&junit, rs), report.Dot(&dot, rs),
		report.HTML(&page, rs),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[string]string{"text": text.String(), "JSON": json.String(), "SARIF": sarif.String(), "JUnit": junit.String(), "dot": dot.String(),
		"HTML": page.String()}
}

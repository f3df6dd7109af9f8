package report_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
	"github.com/muster-smt/muster/verifier/report/jsonschema"
)

var update = flag.Bool("update", false, "write the expected traces")

// run returns the report of a program.
func run(t *testing.T, file string, bound int) *report.Report {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	language, err := front.Choose(prog.Files{{Name: file}}, c.Front{}, boogie.Front{})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := driver.Verify(t.Context(), filepath.Base(file), src, driver.Options{
		Question: driver.Question{Front: language, Bound: bound, Contexts: 2},
		Limits:   driver.Limits{Unbounded: time.Hour},
		Engines:  driver.Engines{Engine: "corral"},
		Output:   driver.Output{LoopInvariants: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return report.New(rep, "test")
}

// TestTraces compares traces by statement with those expected.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob("testdata/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		r := run(t, file, 12)
		if r.Failure == nil {
			t.Fatalf("%s: %s", file, r.Answer)
		}
		var b strings.Builder
		b.WriteString(r.Failure.Message + "\n")
		if err := report.Text(&b, r, false); err != nil {
			t.Fatal(err)
		}
		golden := strings.TrimSuffix(file, ".bpl") + ".trace"
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}

// TestFormats checks what each format makes of programs of all verdicts against the schemas in testdata.
func TestFormats(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.bpl")
	examples, _ := filepath.Glob("../../examples/*.bpl")
	loops, _ := filepath.Glob("../driver/testdata/invariants/*.c")
	for _, file := range slices.Concat(files, examples, loops) {
		if strings.HasSuffix(file, "cubes.bpl") {
			continue // which takes long, and has no answer
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := run(t, file, 5)
			r.File = "a dir/ü <" + r.File + ">" // what has to be escaped
			formats(t, r)
		})
	}
}

func formats(t *testing.T, r *report.Report) {
	var sarif, junit, page, yaml, graph strings.Builder
	task := report.Task{Files: []report.TaskFile{{r.File, strings.Repeat("ab", 32)}, {"ü", "cd"}}, UUID: "3abf4db7-32eb-44a7-aba2-fe8731b57d1a", Created: "2026-01-02T03:04:05Z"}
	rs := []*report.Report{r}
	for _, err := range []error{
		report.SARIF(&sarif, rs), report.JUnit(&junit, rs), report.HTML(&page, rs), report.YAML(&yaml, r, task), report.GraphML(&graph, r, task),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	schema, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	r.AddTrace()
	var doc strings.Builder
	if err := report.Line(&doc, r); err != nil {
		t.Fatal(err)
	}
	if n, err := jsonschema.Documents(schema, doc.String()); n != 1 || err != nil {
		t.Error(n, err)
	}
	var log any
	if err := json.Unmarshal([]byte(sarif.String()), &log); err != nil {
		t.Fatal(err)
	}
	validate(t, "sarif", log)
	validate(t, "junit", element(t, junit.String()))
	validate(t, "graphml", element(t, graph.String()))
	text := strings.ReplaceAll(yaml.String(), "  content: []\n", "")
	entry := block(t, strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	if strings.Contains(yaml.String(), "content: []") {
		entry.([]any)[0].(map[string]any)["content"] = []any{}
	}
	validate(t, "yaml", entry)
	_, data, _ := strings.Cut(page.String(), `type="application/json">`)
	data, _, ok := strings.Cut(data, "</script>")
	var content struct{ Reports []struct{ Steps [][]any } }
	if err := json.Unmarshal([]byte(data), &content); err != nil || !ok {
		t.Fatal("the data of the page:", err)
	}
	if len(content.Reports[0].Steps) != len(r.Steps) {
		t.Errorf("the page has %d of %d steps", len(content.Reports[0].Steps), len(r.Steps))
	}
}

// TestPage steps through a page in a browser, where there is one.
func TestPage(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("Chromium is not installed")
	}
	r := run(t, "testdata/ensures.bpl", 5)
	var page strings.Builder
	if err := report.HTML(&page, []*report.Report{r}); err != nil {
		t.Fatal(err)
	}
	keys := "<script>for (const key of ['Home', 'j', 'j', 'j', 'j']) dispatchEvent(new KeyboardEvent('keydown', {key}));</script></body>"
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(strings.Replace(page.String(), "</body>", keys, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "data"),
		"--virtual-time-budget=2000", "--dump-dom", "file://"+file)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		t.Skip("Chromium does not run here: ", err)
	}
	for _, want := range []string{
		`<h1 id="verdict" class="unsafe">unsafe</h1>`, `<span id="at">5 of 12</span>`, // after four steps, in the call
		`<li>half (called in line 19)</li><li>main</li>`, `<tr class="new"><td>x</td><td>3</td></tr>`,
		`-- with x = 3`,
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the page has no %s:\n%s", want, out)
		}
	}
}

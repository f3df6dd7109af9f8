package golang

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/report"
)

// TestArguments: answers are what comments of entries want, and a test with the arguments of an execution, which return
// what calls have returned in it, panics as the execution does.
func TestArguments(t *testing.T) {
	for _, archive := range []string{"arguments.txtar", "stubs.txtar"} {
		dir := unpacked(t, archive)
		p := read(t, dir)
		failures := map[string]*report.Failure{} // by the names of tests
		for entry, want := range wanted(t, dir) {
			rep := p.verify(t, entry)
			if got := answer(rep); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s\nnot %s", entry, got, want)
				continue
			}
			f := report.New(rep, "").Failure
			if f == nil {
				continue
			}
			r := rep.Loaded.Source.(*Result)
			x, err := r.Counterexample(rep.Result.Trace())
			if err != nil {
				t.Errorf("%s: %v", entry, err)
				continue
			}
			w, err := r.Package().Write(x)
			if err != nil {
				t.Errorf("%s: %v", entry, err)
				continue
			}
			if err := w.File.Save(dir); err != nil {
				t.Fatal(err)
			}
			failures[w.Name] = f
		}
		fail(t, dir, failures)
	}
}

// fail runs the tests of a package, which fail in these ways.
func fail(t *testing.T, dir string, failures map[string]*report.Failure) {
	binary := filepath.Join(t.TempDir(), "p.test")
	build := exec.Command("go", "test", "-c", "-o", binary)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, f := range failures {
		out, err := exec.Command(binary, "-test.run=^"+name+"$", "-test.timeout=10s").CombinedOutput()
		text, message := string(out), strings.TrimPrefix(f.Message, "panic: ")
		if strings.Contains(message, "of another type") {
			message = "interface conversion: "
		}
		at := fmt.Sprintf("/p.go:%d", f.Place.Line)
		if err == nil || !strings.Contains(text, "panic: "+message) || !strings.Contains(text, at+" ") && !strings.Contains(text, at+"\n") {
			t.Errorf("%s: %v, want %s at %s\n%s", name, err, message, at, text)
		}
	}
}

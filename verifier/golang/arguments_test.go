package golang

import (
	"testing"

	"github.com/muster-smt/muster/verifier/golang/gotest"
	"github.com/muster-smt/muster/verifier/report"
)

// TestArguments: a test with the arguments of an execution panics as the execution does.
func TestArguments(t *testing.T) {
	p := read(t, unpacked(t, "arguments.txtar"))
	for _, entry := range []string{"Bytes", "Nodes", "Any"} {
		rep := p.verify(t, entry)
		f := report.New(rep, "").Failure
		if f == nil {
			t.Errorf("%s: %s", entry, rep)
			continue
		}
		r := rep.Loaded.Source.(*Result)
		x, err := r.Counterexample(rep.Result.Trace())
		if err != nil {
			t.Errorf("%s: %v", entry, err)
			continue
		}
		q := r.Package()
		w, err := q.Write(x)
		if err != nil {
			t.Errorf("%s: %v", entry, err)
			continue
		}
		want := gotest.Expect{Kind: f.Kind, File: "p.go", From: f.Place.Line, To: f.Place.Line}
		if out := q.Run(t.Context(), w, want, gotest.Own); !out.Failed {
			t.Errorf("%s: %s\n%s", entry, out.Why, w.File.Text)
		}
	}
}

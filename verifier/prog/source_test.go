package prog_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestWriteSource: a core program that is written and read again has the same answer as its source, and is then
// written in the same way.
func TestWriteSource(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := core(file, src)
			if err != nil {
				t.Skip(err)
			}
			if again, err := core(file, text); err != nil || !bytes.Equal(again, text) {
				t.Errorf("written again: %v\n%s\nfirst:\n%s", err, again, text)
			}
			if filepath.Base(file) == "cubes.bpl" {
				return // its search is long, and its text the same
			}
			if got, want := answer(t, file, text), answer(t, file, src); got != want {
				t.Errorf("%s, the source is %s\n%s", got, want, text)
			}
		})
	}
}

// core returns the text of a program's core program.
func core(file string, src []byte) ([]byte, error) {
	p, err := boogie.Load(file, src, term.NewStore())
	if err != nil {
		return nil, err
	}
	r, err := passes.Run(context.Background(), p, passes.Options{})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = prog.WriteSource(&b, r.Core, prog.Source{Attrs: func(q *prog.Proc) string {
		if q.ID == r.Core.Entry {
			return "{:entrypoint}"
		}
		return ""
	}})
	return b.Bytes(), err
}

func answer(t *testing.T, file string, src []byte) string {
	rep, err := driver.Verify(context.Background(), file, src, driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: 2},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: "legion"},
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if v := rep.Result.Verdict(); v == verifier.SafeUpToBound && rep.Result.Bound() == 0 {
		return verifier.Safe.String() // of a program with threads, whose core program has none
	}
	return rep.Result.Verdict().String()
}

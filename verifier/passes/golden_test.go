package passes_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestGolden runs testdata/*.txt: a first line "// show: pass..." , a Boogie
// program, and for each pass shown "==== after PASS" and the program then.
// MUSTER_UPDATE=1 rewrites the files.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no golden files")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			src, _, _ := strings.Cut(string(data), "==== after ")
			first, _, _ := strings.Cut(src, "\n")
			show := strings.Split(strings.TrimSpace(strings.TrimPrefix(first, "// show:")), ", ")
			var out bytes.Buffer
			out.WriteString(src)
			p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
			if err != nil {
				t.Fatal(err)
			}
			_, err = passes.Run(context.Background(), p, passes.Options{
				Check: true,
				Observe: func(pass string, p *prog.Program) {
					for _, name := range show {
						if name == pass {
							out.WriteString("==== after " + pass + "\n")
							if err := prog.Fprint(&out, p); err != nil {
								t.Fatal(err)
							}
						}
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if os.Getenv("MUSTER_UPDATE") != "" {
				if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(data), out.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

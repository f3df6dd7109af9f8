package chc_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/vc"
)

func TestBench(t *testing.T) {
	filepath.Walk("/tmp/bench/chc", func(path string, info os.FileInfo, err error) error {
		if !strings.HasSuffix(path, ".smt2") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		st := term.NewStore()
		s, err := chc.Read(path, strings.NewReader(string(src)), st, nil)
		if err != nil {
			t.Error(err)
			return nil
		}
		sys, _ := chc.Generate(s, rewrite.New(st))
		if err := vc.Check(sys); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
}

package passes_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// benchFiles returns the driver programs of both sets, or skips: MUSTER_BENCH
// names the folder with sdv and svcomp, MUSTER_MATCH a part of the file names.
func benchFiles(tb testing.TB) []string {
	tb.Helper()
	dir := os.Getenv("MUSTER_BENCH")
	if dir == "" {
		tb.Skip("MUSTER_BENCH is not set: no driver programs")
	}
	var files []string
	for _, set := range []string{"sdv", "svcomp"} {
		all, err := filepath.Glob(filepath.Join(dir, set, "*.bpl"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range all {
			if strings.Contains(f, os.Getenv("MUSTER_MATCH")) {
				files = append(files, f)
			}
		}
	}
	return files
}

type size struct{ procs, blocks, cmds, sites, locals int }

func sizeOf(p *prog.Program) (s size) {
	for _, q := range p.Procs {
		if !q.HasBody() {
			continue
		}
		s.procs++
		s.blocks += len(q.Blocks)
		s.locals += len(q.Locals)
		for i := range q.Blocks {
			for j := range q.Blocks[i].Cmds {
				s.cmds++
				if c := &q.Blocks[i].Cmds[j]; c.Kind == prog.Call && p.Procs[c.Callee].HasBody() {
					s.sites++
				}
			}
		}
	}
	return s
}

// TestBench runs the passes on real drivers and prints what they do.
func TestBench(t *testing.T) {
	for _, file := range benchFiles(t) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Load(file, src, term.NewStore())
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		r, err := passes.Run(context.Background(), p, passes.Options{Check: os.Getenv("MUSTER_CHECK") != ""})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		took := time.Since(start)
		fmt.Printf("%-60.60s %7.3fs core %v now %v\n", filepath.Base(file), took.Seconds(), sizeOf(r.Core), sizeOf(r.Program))
		if testing.Verbose() {
			for _, x := range r.Passes {
				fmt.Printf("  %-12s %8.1fms %v\n", x.Name, float64(x.Time.Microseconds())/1000, x.Counters)
			}
		}
	}
}

package spacer

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// TestBounds: a reachability fact has the depth of its call stack. With less it would be used where summary facts exclude it.
func TestBounds(t *testing.T) {
	const src = `
procedure main() { call p(); return; }
procedure p() { call q(); call q(); return; }
procedure q() { return; }`
	st := term.NewStore()
	p, err := boogie.Load("test.bpl", []byte(src), st)
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = p.Lookup("main").ID
	sys, _, err := vcgen.Generate(p, vcgen.Options{Maker: rewrite.New(st)})
	if err != nil {
		t.Fatal(err)
	}
	run, err := inline.NewRun(context.Background(), sys, verifier.Options{}, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	s := newSearch(context.Background(), sys, run)
	defer s.frames.Close()
	if _, err := s.recMC(); err != nil {
		t.Fatal(err)
	}
	want := map[string]int32{"main": 2, "p": 1, "q": 0}
	for _, m := range s.musts {
		name := sys.Procs[m.proc].Name
		if m.bound != want[name] {
			t.Errorf("%s: bound %d", name, m.bound)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("no facts about %v", want)
	}
}

package learn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// sure is a solver that notes whether a check was not decided. It may have a candidate for a model then, by which candidates are
// dropped though they may be inductive.
type sure struct {
	*native.Solver
	not *bool
}

func (s sure) Check(ctx context.Context, as []term.Term) inline.Outcome {
	out := s.Solver.Check(ctx, as)
	if out.Status != inline.StatusSat && out.Status != inline.StatusUnsat {
		*s.not = true
	}
	return out
}

// generate makes the system of a program.
func generate(t *testing.T, file string, src []byte) *vc.System {
	t.Helper()
	p, err := boogie.Load(file, src, term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	rw := rewrite.New(p.Store)
	prep, err := passes.Run(context.Background(), p, passes.Options{Rewriter: rw})
	if err != nil {
		t.Fatal(err)
	}
	sys, _, err := vcgen.Generate(prep.Program, vcgen.Options{Interfaces: prep.Interfaces, Maker: rw})
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// inductive returns the candidates that Houdini leaves where nothing is known at the entry's call, in order. With a source of
// random numbers the candidates, and procedures, are looked at in another order. It returns false if that may matter, since not
// all was decided.
func inductive(t *testing.T, sys *vc.System, r *rand.Rand) (left []string, all int, decided bool) {
	t.Helper()
	unsure := false
	h := newHoudini(sys, nil, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			return sure{native.New(st, solver.Options{}), &unsure}, nil
		},
		NewMaker: func(st *term.Store) term.Maker { return rewrite.New(st) },
	})
	h.candidates.source = true
	defer h.close()
	h.add(sys.Entry)
	for k := range h.specs[sys.Entry].pre {
		h.specs[sys.Entry].pre[k].live = false
	}
	if r != nil {
		shuffle(r, h.queue)
		for id := range h.specs {
			shuffle(r, h.callers[id])
			if s := h.specs[id]; s != nil {
				shuffle(r, s.pre)
				shuffle(r, s.post)
			}
		}
	}
	if done, err := h.run(context.Background()); !done || err != nil {
		t.Fatal(done, err)
	}
	for id, s := range h.specs {
		if s == nil {
			continue
		}
		for kind, list := range [][]candidate{s.pre, s.post} {
			for _, x := range list {
				if x.live {
					left = append(left, fmt.Sprint(id, kind, " ", sys.Store.String(x.t)))
				}
			}
		}
	}
	slices.Sort(left)
	return left, h.stats.Candidates, h.stats.Undecided == 0 && !unsure
}

func shuffle[T any](r *rand.Rand, xs []T) {
	r.Shuffle(len(xs), func(i, k int) { xs[i], xs[k] = xs[k], xs[i] })
}

// TestOrder: the largest inductive set of candidates does not depend on the order in which they, and procedures, are looked at.
func TestOrder(t *testing.T) {
	type program struct {
		name string
		src  []byte
	}
	files, err := filepath.Glob("testdata/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var programs []program
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, program{file, src})
	}
	orders := extent.Of(uint64(1), 3)
	for seed := range extent.Of(uint64(10), 40) {
		p := gen.Typestate(rand.New(rand.NewPCG(seed, 3)))
		programs = append(programs, program{fmt.Sprint("random program ", seed), []byte(p.String())})
	}
	compared, some := 0, 0
	for _, p := range programs {
		sys := generate(t, p.name, p.src)
		want, all, decided := inductive(t, sys, nil)
		for seed := range orders {
			got, _, too := inductive(t, sys, rand.New(rand.NewPCG(seed, 0)))
			if !decided || !too {
				continue
			}
			compared++
			if len(want) > 0 && len(want) < all {
				some++
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, seed %d: %d of %d candidates are left in the usual order, %d in another one", p.name, seed, len(want), all, len(got))
			}
		}
	}
	t.Logf("%d runs of %d programs compared; in %d some candidates are left, but not all", compared, len(programs), some)
	if some < 2*len(programs)*int(orders)/3 {
		t.Errorf("%d runs of %d programs compared; in %d some candidates are left, but not all", compared, len(programs), some)
	}
}

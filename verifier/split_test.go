package verifier_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/alternate"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/split"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
	"github.com/muster-smt/muster/verifier/witness"
)

// program is one that was prepared, in a store that nobody changes.
type program struct {
	prep *passes.Result
	sys  *vc.System
	back *vcgen.Back
}

func prepared(t testing.TB, src string) program {
	t.Helper()
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	rw := rewrite.New(p.Store)
	res, err := passes.Run(context.Background(), p, passes.Options{Rewriter: rw})
	if err != nil {
		t.Fatal(err)
	}
	sys, back, err := vcgen.Generate(res.Program, vcgen.Options{Interfaces: res.Interfaces, Maker: rw})
	if err != nil {
		t.Fatal(err)
	}
	return program{res, sys, back}
}

// engine returns an engine and its system in a new store.
func (p program) engine(name string) (learn.Stepwise, *vc.System) {
	st := p.sys.Store.Clone()
	sys := *p.sys
	sys.Store = st
	c := inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{Cone: true}), nil },
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
		Replay:    &witness.Replayer{Prepared: p.prep.In(st), System: &sys, Back: p.back},
	}
	switch name {
	case "legion":
		return &legion.Engine{Config: c}, &sys
	case "corral":
		return &corral.Engine{Config: c}, &sys
	}
	return &alternate.Engine{Config: c}, &sys
}

// queue is one place, at which searches run one after the other, and some may be divided.
type queue struct {
	most, halves int
	waiting      []func()
}

func (q *queue) Idle(int) bool { return q.halves < q.most }

func (q *queue) Go(ctx context.Context, f func(context.Context)) {
	q.halves++
	q.waiting = append(q.waiting, func() { f(ctx) })
}

func (q *queue) Away(f func()) {
	for len(q.waiting) > 0 {
		next := q.waiting[0]
		q.waiting = q.waiting[1:]
		next()
	}
	f()
}

// divided has an engine search a program, divided before each check as long as there are few halves.
func divided(t testing.TB, p program, name string, opt verifier.Options, most int) (verifier.Result, int) {
	t.Helper()
	q := &queue{most: most}
	base, sys := p.engine(name)
	e := &split.Engine{Base: base, Places: q, Effort: 1, Conflicts: 10, Share: -1, Fork: func(*split.State) (learn.Stepwise, *vc.System) {
		other := map[string]string{"legion": "corral", "corral": "legion"}[name]
		if q.halves%2 == 0 {
			other = name
		}
		return p.engine(other)
	}}
	r, err := e.Verify(context.Background(), sys, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r, q.halves
}

// checked has a proof checked in a store of its own.
func checked(t testing.TB, p program, r verifier.Result) validate.Report {
	t.Helper()
	rep, err := validate.Proof(context.Background(), p.sys, r, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			return native.New(st, solver.Options{NoRelevancy: true}), nil
		},
		NewMaker: func(st *term.Store) term.Maker { return rewrite.New(st) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

var splitEngines = []string{"legion", "corral", "alt"}

// Searches that are divided at every step have the answers of the table, and proofs.
func TestDividedBehaviours(t *testing.T) {
	halves := 0
	for _, b := range behaviours {
		p := prepared(t, b.src)
		for _, name := range splitEngines {
			r, n := divided(t, p, name, verifier.Options{Bound: b.bound}, 8)
			halves += n
			got, _, _ := strings.Cut(r.String(), " (quantified")
			if got != b.want {
				t.Errorf("%s, %s, %d halves: got %s, want %s", b.name, name, n, r, b.want)
			} else if r.Proof() != nil {
				if rep := checked(t, p, r); !rep.Confirmed {
					t.Errorf("%s, %s, %d halves: %s, %v", b.name, name, n, rep.Wrong, rep.Why)
				}
			}
		}
	}
	if halves < 50 {
		t.Errorf("only %d halves", halves)
	}
}

// callingProgram is a random program whose procedures call each other on the branches of decisions, and change little.
func callingProgram(r *rand.Rand) (p rprogram) {
	n := 3 + r.IntN(4)
	for i := range n {
		var proc []rblock
		blocks := 3 + r.IntN(4)
		for b := range blocks {
			var blk rblock
			for range 1 + r.IntN(3) {
				s := stmt{kind: r.IntN(call), x: 2 + r.IntN(3), y: r.IntN(numVars), z: r.IntN(numVars), k: r.IntN(4) - 1}
				switch {
				case i < n-1 && r.IntN(2) == 0:
					s.kind, s.k = call, i+1+r.IntN(n-1-i)
				case s.kind == assignSwap || s.kind == load || s.kind == store:
					s.kind = assignPlus
				case s.kind == assumeEq && r.IntN(2) == 0:
					s.kind = assumeLe
				}
				blk.stmts = append(blk.stmts, s)
			}
			for t := b + 1; t < blocks && len(blk.succs) < 2; t++ {
				if t == b+1 || r.IntN(2) == 0 {
					blk.succs = append(blk.succs, t)
				}
			}
			proc = append(proc, blk)
		}
		p.procs = append(p.procs, proc)
	}
	return p
}

// Of random programs they have those of a search that is not divided.
func TestDividedRandomPrograms(t *testing.T) {
	halves, composed := 0, 0
	for seed := range extent.Of(100, 3000) {
		text := callingProgram(rand.New(rand.NewPCG(uint64(seed), 11))).text()
		p := prepared(t, text)
		alone, sys := p.engine("legion")
		whole, err := alone.Verify(context.Background(), sys, verifier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := whole.Verdict()
		for _, name := range splitEngines {
			res, n := divided(t, p, name, verifier.Options{}, 2+seed%12)
			halves += n
			if res.Verdict() != want {
				t.Fatalf("seed %d, %s, %d halves: got %s, want %s\n%s", seed, name, n, res, want, text)
			}
			if res.Proof() == nil {
				continue
			}
			if res.Proof().Split != nil {
				composed++
			}
			if rep := checked(t, p, res); !rep.Confirmed {
				t.Fatalf("seed %d, %s, %d halves: %s, %v\n%s", seed, name, n, rep.Wrong, rep.Why, text)
			}
		}
	}
	if halves < 100 || composed < 5 {
		t.Errorf("only %d halves, %d composed proofs", halves, composed)
	}
}

// A composed proof that lacks a half, or whose halves are not those of the split, is refused.
func TestWrongHalves(t *testing.T) {
	p := prepared(t, figure1)
	leaf := func(of **verifier.Proof) *verifier.Proof {
		c := **of
		*of = &c
		return *of
	}
	last := func(q *verifier.Proof) verifier.SiteRef { return q.Opened[len(q.Opened)-1] }
	for _, c := range []struct {
		name  string
		spoil func(*verifier.Split)
		want  string // in what the check says
	}{
		{"a half is missing", func(s *verifier.Split) { s.Must = nil }, "missing"},
		{"a half is there twice", func(s *verifier.Split) { s.Must = s.Block }, "about a part"},
		{"the halves are exchanged", func(s *verifier.Split) { s.Must, s.Block = s.Block, s.Must }, "about a part"},
		{"a decision is inverted", func(s *verifier.Split) {
			leaf(&s.Block).Decided = []verifier.Decision{{Site: s.Site, Must: true}}
		}, "about a part"},
		{"a decision is left out", func(s *verifier.Split) { leaf(&s.Block).Decided = nil }, "satisfiable"},
		{"the split is on another call site", func(s *verifier.Split) { s.Site.Site = 1 - s.Site.Site }, "about a part"},
		{"all of it is about another call site", func(s *verifier.Split) {
			s.Site.Site = 1 - s.Site.Site
			leaf(&s.Block).Decided = []verifier.Decision{{Site: s.Site}}
			leaf(&s.Must).Decided = []verifier.Decision{{Site: s.Site, Must: true}}
		}, "satisfiable"},
		{"the call site is of an instance that only one half has", func(s *verifier.Split) {
			leaf(&s.Block).Opened = nil
			s.Block.Decided, s.Block.Cone = nil, nil
			s.Site = last(s.Must)
			leaf(&s.Must).Decided = []verifier.Decision{{Site: s.Site, Must: true}}
		}, "satisfiable"},
		{"there is no such call site", func(s *verifier.Split) { s.Site.Site = 1000 }, "about a part"},
		{"a half blocks less than it says", func(s *verifier.Split) { leaf(&s.Block).Cut = []vc.ProcID{0} }, "blocks 0 call sites"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := divided(t, p, "legion", verifier.Options{}, 1)
			if r.Verdict() != verifier.Safe || r.Proof().Split == nil {
				t.Fatalf("%v is not composed", r)
			}
			if rep := checked(t, p, r); !rep.Confirmed {
				t.Fatalf("it is refused as it is: %s", rep.Wrong)
			}
			c.spoil(r.Proof().Split)
			if rep := checked(t, p, r); !rep.Refuted || !strings.Contains(rep.Wrong, c.want) {
				t.Errorf("%v, %q, not %q", rep.Refuted, rep.Wrong, c.want)
			}
		})
	}
	r, _ := divided(t, p, "legion", verifier.Options{}, 1)
	r.Proof().Cut = []vc.ProcID{0}
	if rep := checked(t, p, r); !rep.Refuted || !strings.Contains(rep.Wrong, "its halves") {
		t.Errorf("a whole that blocks less than it says: %v, %q", rep.Refuted, rep.Wrong)
	}
}

// Halves that have opened call sites in another order do not agree on what a call site is.
func TestHalvesDisagree(t *testing.T) {
	p := prepared(t, figure1)
	open := func(sites ...int32) *verifier.Proof {
		q := &verifier.Proof{Wide: true}
		for _, s := range sites {
			q.Opened = append(q.Opened, verifier.SiteRef{Site: s})
		}
		return q
	}
	// In one tree instance 1 is that of foo, in the other that of bar. All that the halves exclude is decided in it.
	split := verifier.SiteRef{Instance: 1}
	must, block := open(0, 1), open(1, 0)
	for i, q := range []*verifier.Proof{must, block} {
		for inst := int32(1); inst <= 2; inst++ {
			for s := range int32(2) {
				q.Opened = append(q.Opened, verifier.SiteRef{Instance: inst, Site: s})
			}
		}
		q.Decided = []verifier.Decision{{Site: split, Must: i == 0}}
	}
	r := verifier.SafeWith(&verifier.Proof{Split: &verifier.Split{Site: split, Must: must, Block: block}})
	if rep := checked(t, p, r); !rep.Refuted || !strings.Contains(rep.Wrong, "different instances") {
		t.Errorf("%v, %q", rep.Refuted, rep.Wrong)
	}
}

// A state whose counters, call sites, bound or system are others is not resumed.
func TestOtherStates(t *testing.T) {
	p := prepared(t, figure1)
	engine, sys := p.engine("legion")
	ev := evidence.OfSystem(sys)
	run, err := engine.NewRun(context.Background(), sys, verifier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run.Open(run.Tree.OpenSites())
	for _, c := range []struct {
		name  string
		spoil func(*split.State)
		want  string // of the error
	}{
		{"as it is", func(*split.State) {}, ""},
		{"another counter", func(s *split.State) { s.Counts.Assertions++ }, "the tree is another one"},
		{"a call site less", func(s *split.State) { s.Opened = s.Opened[:1] }, "the tree is another one"},
		{"no call site", func(s *split.State) { s.Opened[0].Site = 7 }, "there is no call site"},
		{"another bound", func(s *split.State) { s.Bound++ }, "bound"},
		{"another system", func(s *split.State) { s.System[0]++ }, "another system"},
		{"a decision about nothing", func(s *split.State) {
			s.Decided = []verifier.Decision{{Site: verifier.SiteRef{Instance: 9}}}
		}, "no call site"},
	} {
		s := split.State{System: ev.Hash, Bound: run.Bound, Wide: true, Opened: run.Tree.Opened(), Counts: run.Tree.Counts()}
		c.spoil(&s)
		other, sys := p.engine("legion")
		again, err := other.NewRun(context.Background(), sys, verifier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Resume(evidence.OfSystem(sys), again)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, not %q", c.name, err, c.want)
		}
	}
}

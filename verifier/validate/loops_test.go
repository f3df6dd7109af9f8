package validate

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// system returns the system of a program as it stands, without passes. Its first procedure is the entry.
func system(t *testing.T, src string) *vc.System {
	t.Helper()
	st := term.NewStore()
	p, err := boogie.Load("test.bpl", []byte(src), st)
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = 0
	sys, _, err := vcgen.Generate(p, vcgen.Options{Maker: rewrite.New(st)})
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// counting is a loop that increments i up to n.
const counting = `
procedure main(n: int) { var r: int; call r := loop(0, n); return; }
procedure loop(i: int, n: int) returns (r: int) {
  goto exit, body;
exit: r := i; return;
body: assume i < n; call r := loop(i + 1, n); return; }`

// TestLoops: facts about a loop are invariants if it is one, and if they hold at the entry and after an iteration.
func TestLoops(t *testing.T) {
	type maker = func(st *term.Store, i, n, r term.Term) term.Term
	grows := func(st *term.Store, i, n, r term.Term) term.Term { return st.Le(i, r) }
	for _, c := range []struct {
		name     string
		old, new string // in counting
		state    []int32
		fact     maker
		want     string // in what is wrong; "" if nothing is
	}{
		{"an invariant", "", "", []int32{0}, grows, ""},
		{"one of the loop alone", "", "", []int32{0}, func(st *term.Store, i, n, r term.Term) term.Term {
			return st.Or(st.Not(st.Eq(i, st.Int(0))), st.Le(st.Int(0), r))
		}, ""},
		{"one that needs the condition", "", "", []int32{0}, func(st *term.Store, i, n, r term.Term) term.Term {
			return st.Or(st.Lt(n, i), st.Le(r, n))
		}, ""},
		{"not at the entry", "", "", []int32{0}, func(st *term.Store, i, n, r term.Term) term.Term { return st.Lt(i, r) }, "fact 0 at the entry"},
		{"not after an iteration", "", "", []int32{0}, func(st *term.Store, i, n, r term.Term) term.Term {
			return st.Le(r, st.Add(i, st.Int(1)))
		}, "fact 0 after an iteration"},
		{"true, but no invariant: the calls to come say it", "", "", []int32{0}, func(st *term.Store, i, n, r term.Term) term.Term {
			return st.Or(st.Eq(i, r), st.Not(st.Eq(r, st.Int(7))), st.Le(st.Int(7), n))
		}, ""},
		{"another result", "1, n); return; }", "1, n); r := r + 1; return; }", []int32{0}, grows, "what its own call returns is returned"},
		{"a result of its own", "call r := loop(i + 1, n); return; }", "call r := loop(i + 1, n); havoc r; return; }", []int32{0}, grows, "what its own call returns"},
		{"another exit", "r := i;", "r := i + 1;", []int32{0}, grows, "without a call of its own the state is returned"},
		{"one more exit", "exit, body", "exit, body, out; out: return", []int32{0}, grows, "without a call of its own the state is returned"},
		{"the argument changes", "1, n); return; }", "1, n + 1); return; }", []int32{0}, grows, "argument 1 is passed on"},
		{"another state", "", "", []int32{1}, func(st *term.Store, i, n, r term.Term) term.Term { return st.Le(n, r) }, "argument 0 is passed on"},
		{"no such argument", "", "", []int32{2}, grows, "has no argument 2"},
		{"no argument", "", "", []int32{-1}, grows, "has no argument -1"},
		{"too few results", "", "", nil, grows, "has 1 results, not 0"},
		{"twice", "1, n); return; }", "1, n); call r := loop(r, n); return; }", []int32{0}, grows, "calls itself twice"},
		{"twice in a row of blocks", "1, n); return; }", "1, n); goto next; next: call r := loop(r, n); return; }", []int32{0}, grows, "calls itself twice"},
		{"one call or another", "body: assume i < n;", "body: goto one, two; two: call r := loop(i + 2, n); return; one:", []int32{0}, grows, ""},
		{"the other goes down", "body: assume i < n;", "body: goto one, two; two: call r := loop(i - 2, n); return; one:", []int32{0}, grows, "fact 0 after an iteration"},
		{"a condition on the result of all is none on the states between", "1, n); return; }", "1, n); assume r > 3; return; }", []int32{0},
			func(st *term.Store, i, n, r term.Term) term.Term { return st.Or(st.Eq(i, r), st.Lt(st.Int(3), r)) }, "fact 0 after an iteration"},
	} {
		src := counting
		if c.old != "" {
			if src = strings.Replace(src, c.old, c.new, 1); src == counting {
				t.Fatalf("%s: no %q", c.name, c.old)
			}
		}
		sys := system(t, src)
		p := sys.Procs[1]
		f := verifier.Fact{Proc: 1, Formula: c.fact(sys.Store, p.In[0], p.In[1], p.Out[0])}
		list := newLoops(sys, []verifier.Loop{{Proc: 1, State: c.state}})
		with := verifier.WithFacts(sys, []verifier.Fact{f})
		r, err := prove(context.Background(), with, with.Procs, list, fresh())
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "" && !r.Confirmed, c.want != "" && (r.Confirmed || !r.Refuted || !strings.Contains(r.Wrong, c.want)):
			t.Errorf("%s: %+v, want %q", c.name, r, c.want)
		}
	}
}

func fresh() inline.Config {
	return inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			return native.New(st, solver.Options{NoRelevancy: true}), nil
		},
		NewMaker: func(st *term.Store) term.Maker { return rewrite.New(st) },
	}
}

// TestLoopAtEntry: the contracts of the entry need not hold at its own calls, so it is no loop.
func TestLoopAtEntry(t *testing.T) {
	sys := system(t, `
procedure loop(i: int) returns (r: int) { goto exit, body; exit: r := i; return; body: call r := loop(i + 1); return; }`)
	p := sys.Procs[0]
	facts := []verifier.Fact{{Proc: 0, Formula: sys.Store.Le(p.In[0], p.Out[0])}}
	list := newLoops(sys, []verifier.Loop{{Proc: 0, State: []int32{0}}})
	with := verifier.WithFacts(sys, facts)
	r, err := prove(context.Background(), with, with.Procs, list, fresh())
	if err != nil || !r.Refuted || !strings.Contains(r.Wrong, "no loop") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestInvariants: a fact that follows from the iteration before only is no contract of a procedure that calls itself.
func TestInvariants(t *testing.T) {
	sys := system(t, counting)
	st, p := sys.Store, sys.Procs[1]
	for _, c := range []struct {
		fact term.Term
		want int
	}{
		{st.Le(p.In[0], p.Out[0]), 0},
		{st.Or(st.Not(st.Eq(p.In[0], st.Int(0))), st.Le(st.Int(0), p.Out[0])), 1},
	} {
		proof := &verifier.Proof{Facts: []verifier.Fact{{Proc: 1, Formula: c.fact}}, Loops: []verifier.Loop{{Proc: 1, State: []int32{0}}}}
		out, err := Invariants(context.Background(), sys, proof, fresh())
		if err != nil || len(out) != c.want {
			t.Errorf("%v, %v, want %d", out, err, c.want)
		}
	}
}

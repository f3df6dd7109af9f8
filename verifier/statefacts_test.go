package verifier_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/split"
	"github.com/muster-smt/muster/verifier/vc"
)

// doubling returns twice a number, by recursion, and fails if that is one.
const doubling = `
procedure twice(n: int) returns (r: int) {
	if (n > 0) { call r := twice(n - 1); r := r + 2; } else { r := 0; }
}
procedure {:entrypoint} main() { var n, r: int; call r := twice(n); assert r != `

// procOf returns the procedure of a name.
func procOf(t *testing.T, sys *vc.System, name string) *vc.Proc {
	t.Helper()
	i := slices.IndexFunc(sys.Procs, func(p *vc.Proc) bool { return strings.HasPrefix(p.Name, name) })
	if i < 0 {
		t.Fatal("there is no procedure ", name)
	}
	return sys.Procs[i]
}

// What a state says of procedures is used as far as it is proved again, and nothing else of it.
func TestStateFacts(t *testing.T) {
	even := func(st *term.Store, r term.Term) term.Term { return st.Eq(st.Mod(r, st.Int(2)), st.Int(0)) }
	small := func(st *term.Store, r term.Term) term.Term { return st.Le(r, st.Int(6)) }
	never := func(st *term.Store, _ term.Term) term.Term { return st.False() }
	type formula func(*term.Store, term.Term) term.Term
	for _, c := range []struct {
		name   string
		sum    string
		facts  []formula
		level  int32
		safe   bool // for all bounds
		unsafe bool
	}{
		{"nothing is said", "7", nil, learn.AllLevels, false, false},
		{"what holds", "7", []formula{even}, learn.AllLevels, true, false},
		{"what holds, said for a level", "7", []formula{even}, 2, true, false},
		{"what holds beside what does not", "7", []formula{small, even, never}, learn.AllLevels, true, false},
		{"what holds up to a bound", "7", []formula{small}, learn.AllLevels, false, false},
		{"what does not hold", "7", []formula{never}, learn.AllLevels, false, false},
		{"what excludes the failure", "4", []formula{never, small}, learn.AllLevels, false, true},
	} {
		p := prepared(t, doubling+c.sum+"; }")
		engine, sys := p.engine("legion")
		ev := evidence.OfSystem(sys)
		twice := procOf(t, sys, "twice")
		var facts []verifier.LevelledFact
		for _, f := range c.facts {
			facts = append(facts, verifier.LevelledFact{Level: c.level,
				Fact: verifier.Fact{Proc: twice.ID, Formula: f(sys.Store, twice.Out[0])}})
		}
		run, err := engine.NewRun(context.Background(), sys, verifier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := &split.State{System: ev.Hash, Engine: "legion", Bound: run.Bound, Wide: run.Tree.Wide, Counts: run.Tree.Counts()}
		if s.Facts, err = ev.AppendFacts(nil, facts); err != nil {
			t.Fatal(err)
		}
		other, sys := p.engine("legion")
		e := &split.Engine{Base: other, Places: &queue{}}
		a, err := e.Search(context.Background(), sys, verifier.Options{Exchange: verifier.NewExchange(sys)}, s)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if a.Result != nil != c.unsafe || a.Safe != c.safe || a.Proof == nil != c.unsafe {
			t.Errorf("%s: %+v", c.name, a)
		}
		if a.Proof == nil {
			continue
		}
		q, err := evidence.OfSystem(p.sys).ReadProof(a.Proof)
		if err != nil {
			t.Fatal(err)
		}
		r := verifier.SafeUpToBoundWith(run.Bound, q)
		if a.Safe {
			r = verifier.SafeWith(q)
		}
		if rep := checked(t, p, r); !rep.Confirmed {
			t.Errorf("%s: %s", c.name, rep.Wrong)
		}
	}
}

// Facts that are none of the system have the state refused.
func TestForeignFacts(t *testing.T) {
	p := prepared(t, doubling+"7; }")
	engine, sys := p.engine("legion")
	ev := evidence.OfSystem(sys)
	run, err := engine.NewRun(context.Background(), sys, verifier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	twice, main := procOf(t, sys, "twice"), procOf(t, sys, "main")
	about := func(f verifier.Fact, n int) []byte {
		data, err := ev.AppendFacts(nil, slices.Repeat([]verifier.LevelledFact{{Fact: f}}, n))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	own := sys.Store.Eq(twice.Out[0], sys.Store.Int(1))
	for name, data := range map[string][]byte{
		"about another procedure": about(verifier.Fact{Proc: main.ID, Formula: own}, 1),
		"too many":                about(verifier.Fact{Proc: twice.ID, Formula: own}, 501),
		"cut off":                 about(verifier.Fact{Proc: twice.ID, Formula: own}, 1)[:5],
	} {
		s := &split.State{System: ev.Hash, Engine: "legion", Bound: run.Bound, Wide: run.Tree.Wide,
			Counts: run.Tree.Counts(), Facts: data}
		other, sys := p.engine("legion")
		e := &split.Engine{Base: other, Places: &queue{}}
		if a, err := e.Search(context.Background(), sys, verifier.Options{}, s); err == nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// far is a place elsewhere that keeps the states which it gets, and knows no answer.
type far struct{ states [][]byte }

func (f *far) Idle(int) bool { return len(f.states) == 0 }

func (f *far) Search(_ context.Context, state []byte) (*split.Answer, error) {
	f.states = append(f.states, state)
	return &split.Answer{Why: reason.Reason{Kind: reason.GaveUp}}, nil
}

// A search that is divided says in the state what it knows.
func TestStateHasFacts(t *testing.T) {
	p := prepared(t, figure1)
	engine, sys := p.engine("legion")
	foo := procOf(t, sys, "foo")
	near := func(st *term.Store) term.Term { return st.Le(foo.In[0], st.Int(9)) }
	x := verifier.NewExchange(sys)
	x.Port(sys).Share([]verifier.Fact{{Proc: foo.ID, Formula: near(sys.Store)}})
	f := &far{}
	e := &split.Engine{Base: engine, Places: &queue{}, Remote: f, Effort: 1, Conflicts: 1, Share: -1, Seed: 9}
	if _, err := e.Verify(context.Background(), sys, verifier.Options{Exchange: x}); err != nil {
		t.Fatal(err)
	}
	if len(f.states) == 0 {
		t.Fatal("nothing is divided")
	}
	s, err := split.Read(f.states[0])
	if err != nil {
		t.Fatal(err)
	}
	facts, err := evidence.OfSystem(p.sys).ReadFacts(s.Facts)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(facts, func(f verifier.LevelledFact) bool {
		return f.Proc == foo.ID && f.Formula == near(p.sys.Store) && f.Level == learn.AllLevels
	}) || s.Seed != 9 {
		t.Errorf("the state has the facts %v and the seed %d", facts, s.Seed)
	}
}

package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
)

// counting is a procedure that returns 0, or one more than a call of itself returned, up to 7.
func counting() (*vc.System, term.Term) {
	st := term.NewStore()
	c := func(name string, s term.Sort) term.Term { return st.FreshConst(name, s) }
	out, r := c("out", term.Int), c("r", term.Int)
	entry, base, step, site := c("entry", term.Bool), c("base", term.Bool), c("step", term.Bool), c("site", term.Bool)
	count := &vc.Proc{
		ID: 1, Name: "count", CountName: "count", Out: []term.Term{out}, Owned: []term.Term{entry, base, step, site, r},
		Blocks: []vc.Block{
			{Guard: entry, Succs: []vc.Edge{{To: 1, Guard: base}, {To: 2, Guard: step}}, IPDom: -1},
			{Guard: base, Conds: []term.Term{st.Eq(out, st.Int(0))}, Preds: []vc.Pred{{Block: 0, Edge: 0}}, IPDom: -1},
			{Guard: step, Conds: []term.Term{st.Eq(out, st.Add(r, st.Int(1))), st.Le(out, st.Int(7))}, Sites: []int32{0}, Preds: []vc.Pred{{Block: 0, Edge: 1}}, IPDom: -1},
		},
		Sites: []vc.Site{{Guard: site, Block: 2, Callee: 1, Outs: []term.Term{r}}},
	}
	start := c("start", term.Bool)
	main := &vc.Proc{ID: 0, Name: "main", CountName: "main", Owned: []term.Term{start}, Blocks: []vc.Block{{Guard: start, IPDom: -1}}}
	return &vc.System{Store: st, Procs: []*vc.Proc{main, count}}, out
}

// TestFrames: facts have the level that their proof gives, are raised as far as they follow, and converge.
func TestFrames(t *testing.T) {
	f, out, more := frames(t)
	st := f.sys.Store
	if err := vc.Check(f.sys); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	p, err := f.Pred(1)
	if err != nil {
		t.Fatal(err)
	}
	exclude := func(lits []term.Term, within int32) (level int32, ok bool) {
		if o := p.Ask(ctx, within, p.Hold(nil, lits)); o.Status != inline.StatusUnsat {
			return 0, false
		}
		_, at := p.Exclude(ctx, within)
		return at, true
	}
	for _, c := range []struct {
		n             int64
		within, level int32
		excluded      bool
	}{
		{1, 0, 0, true},         // nothing is called
		{0, 1, 0, false},        // nothing is known of the call
		{0, 0, 0, true},         // at most 0
		{1, 1, 1, true},         // at most 1, as the call returns at most 0
		{1, 2, 0, false},        // with two calls it returns 2
		{7, 6, AllLevels, true}, // needs no call
	} {
		if level, ok := exclude(more(c.n), c.within); ok != c.excluded || ok && level != c.level {
			t.Errorf("more than %d within level %d: %v, level %d", c.n, c.within, ok, level)
		}
	}
	if !f.Excludes(1, more(1), 1) || f.Excludes(1, more(1), 2) {
		t.Errorf("a fact of level 1 about more than 1 is there for level 1: %v, for 2: %v",
			f.Excludes(1, more(1), 1), f.Excludes(1, more(1), 2))
	}
	if done, err := f.Push(ctx, 1); done || err != nil {
		t.Errorf("facts about few calls are inductive: %v", err)
	}
	negative := []term.Term{st.Le(out, st.Int(-1))}
	f.Add(1, negative, 0)
	f.Add(1, append(more(-9), negative...), 0)
	if f.Excludes(1, more(-9), 0) || !f.Excludes(1, append(more(-9), negative...), 0) {
		t.Error("a fact excludes more than its literals say, or less")
	}
	if _, err := f.Push(ctx, 9); err != nil || !f.Excludes(1, negative, AllLevels) {
		t.Errorf("an inductive fact does not converge: %v", err)
	}
	if got := len(f.Solution(context.Background())); got < 2 {
		t.Errorf("%d facts for all levels", got)
	}
}

// TestAssume: facts for all levels have what was assumed before as a premise, and one with fewer premises stays.
func TestAssume(t *testing.T) {
	sys, out := counting()
	st := sys.Store
	f := NewFrames(sys, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
	})
	defer f.Close()
	p, err := f.Pred(1)
	if err != nil {
		t.Fatal(err)
	}
	a, b := st.FreshConst("a", term.Int), st.FreshConst("b", term.Int)
	up, low, lower := st.Le(a, b), st.Le(out, st.Int(-1)), st.Le(out, st.Int(-9))
	f.Add(1, []term.Term{lower}, AllLevels)
	f.Assume(up)
	f.Add(1, []term.Term{low}, 3)
	f.Add(1, []term.Term{low}, AllLevels)
	var got []string
	for _, x := range f.Solution(context.Background()) {
		got = append(got, st.String(x.Formula))
	}
	if want := []string{st.String(st.Not(lower)), st.String(st.Or(st.Not(up), st.Not(low)))}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	ask := func() inline.Status {
		return p.Ask(context.Background(), 0, []term.Term{p.Assume("less", p.Copy(st.Le(b, st.Sub(a, st.Int(1)))))}).Status
	}
	if first := ask(); first != inline.StatusSat || !p.Take(up) || p.Take(up) || ask() != inline.StatusUnsat {
		t.Error("what was taken does not hold")
	}
}

// TestAdd: a fact goes when one with fewer literals comes that holds at its level, and not before.
func TestAdd(t *testing.T) {
	for _, x := range []struct{ facts, want string }{ // literals and a level, in order; the facts that are left
		{"ab3 a3", "a3"},
		{"ab3 a2", "ab3 a2"},
		{"ab3 a4", "a4"},
		{"a3 ab3", "a3 ab3"},
		{"ab1 bc2 b2", "b2"},
		{"ab1 c1 ab2", "c1 ab2"},
	} {
		f, out, _ := frames(t)
		lit := func(c rune) term.Term { return f.sys.Store.Le(out, f.sys.Store.Int(-int64(c))) }
		for w := range strings.FieldsSeq(x.facts) {
			var lits []term.Term
			for _, c := range w[:len(w)-1] {
				lits = append(lits, lit(c))
			}
			f.Add(1, lits, int32(w[len(w)-1]-'0'))
		}
		var got []string
		for _, i := range f.of[1] {
			text := ""
			for _, c := range "abc" {
				if slices.Contains(f.facts[i].Lits, lit(c)) {
					text += string(c)
				}
			}
			got = append(got, fmt.Sprint(text, f.facts[i].Level))
		}
		if got := strings.Join(got, " "); got != x.want {
			t.Errorf("%s: got %s, want %s", x.facts, got, x.want)
		}
	}
}

// TestCombine: inequalities are added up as long as the sum suffices.
func TestCombine(t *testing.T) {
	st := term.NewStore()
	rw := rewrite.New(st)
	x, y, z := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshConst("z", term.Int)
	a, b := rw.Le(x, z), rw.Le(rw.Add(z, st.Int(1)), y)
	less := rw.Le(rw.Add(x, st.Int(1)), y)
	for _, c := range []struct {
		name  string
		lits  []term.Term
		add   sum
		wants term.Term // what suffices
		want  []term.Term
	}{
		{"a third value", []term.Term{a, b}, cancel, less, []term.Term{less}},
		{"multiples", []term.Term{rw.Le(rw.Mul(st.Int(2), z), y), rw.Le(rw.Mul(st.Int(3), x), rw.Mul(st.Int(3), z))}, cancel,
			rw.Le(rw.Mul(st.Int(2), x), y), []term.Term{rw.Le(rw.Mul(st.Int(2), x), y)}},
		{"numbers", []term.Term{rw.Le(x, st.Int(88)), rw.Le(st.Int(89), y)}, (*rewrite.Rewriter).AddRows, less, []term.Term{less}},
		{"nothing cancels", []term.Term{rw.Le(x, st.Int(88)), rw.Le(st.Int(89), y)}, cancel, less, nil},
		{"the sum says too little", []term.Term{a, b}, cancel, a, nil},
	} {
		ask := func(lits []term.Term) ([]term.Term, bool) {
			for _, t := range lits {
				if rw.Simplify(t) == rw.Simplify(c.wants) {
					return lits, true
				}
			}
			return nil, false
		}
		if c.want == nil {
			c.want = c.lits
		}
		got := combine(context.Background(), rw, c.lits, c.add, maxSummands, ask)
		if len(got) != len(c.want) || rw.Simplify(got[0]) != rw.Simplify(c.want[0]) {
			t.Errorf("%s: %s", c.name, st.String(got[0]))
		}
	}
}

package inline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// deaf is a solver that records assertions and answers nothing.
type deaf struct{ asserts, flows []term.Term }

func (d *deaf) Assert(t term.Term)     { d.asserts = append(d.asserts, t) }
func (d *deaf) AssertFlow(t term.Term) { d.flows = append(d.flows, t) }
func (d *deaf) Hint(term.Term, bool)   {}
func (d *deaf) Core() []term.Term      { return nil }
func (d *deaf) Reached(term.Term) bool { return true }
func (d *deaf) Check(context.Context, []term.Term) inline.Outcome {
	return inline.Outcome{Reason: reason.Reason{Kind: reason.GaveUp}}
}
func (d *deaf) Model() (*model.Model, error) { return nil, nil }
func (d *deaf) Stats() []stat.Counter        { return nil }

func system(t *testing.T, src string) *vc.System {
	t.Helper()
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = p.Lookup("main").ID
	sys, _, err := vcgen.Generate(p, vcgen.Options{Maker: rewrite.New(p.Store)})
	if err != nil {
		t.Fatal(err)
	}
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	return sys
}

// openAll opens every call site that the bound allows and returns how many
// instances each procedure has.
func openAll(tree *inline.Tree, bound int) string {
	for again := true; again; {
		again = false
		for _, s := range slices.Clone(tree.OpenSites()) {
			if tree.Allowed(s, bound) {
				tree.Open(s)
				again = true
			}
		}
	}
	count := map[string]int{}
	for i := range tree.NumInstances() {
		count[tree.Proc(inline.InstID(i)).Name]++
	}
	var out []string
	for name, n := range count {
		out = append(out, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

const selfRecursive = `
procedure main() { call p(); return; }
procedure p() { goto a, b; a: return; b: call p(); return; }`

const mutual = `
procedure main() { call p(); return; }
procedure p() { goto a, b; a: return; b: call q(); return; }
procedure q() { goto a, b; a: return; b: call p(); return; }`

const extra = `
procedure main() { call p(); call q(); return; }
procedure p();
implementation {:SIextraRecBound 2} p() { goto a, b; a: return; b: call p(); return; }
procedure q() { goto a, b; a: return; b: call q(); return; }`

const twice = `
procedure main() { call p(); call p(); return; }
procedure p() { goto a, b; a: return; b: call p(); call p(); return; }`

const either = `
procedure main() { goto a, b; a: call p(); return; b: call p(); return; }
procedure p() { goto a, b, c; a: call q(); return; b: call q(); goto d; c: goto d; d: call q(); return; }
procedure q() { return; }`

const eitherValue = `
procedure main() { goto a, b; a: call p(1); return; b: call p(2); return; }
procedure p(x: int) { assume x > 0; return; }`

const eitherRecursive = `
procedure main() { call p(); return; }
procedure p() { goto a, b, c; a: call p(); return; b: call p(); return; c: return; }`

const mainRecursive = `
procedure main() { goto a, b; a: return; b: call main(); return; }`

// Recursion depth counts the calls of procedures with the same CountName on the
// way from the entry; the entry itself is not counted. Sites that exclude each other share
// an instance, unless they pass different values.
func TestRecursionBound(t *testing.T) {
	for _, c := range []struct {
		src   string
		bound int
		want  string
	}{
		{selfRecursive, 1, "main 1, p 1"},
		{selfRecursive, 3, "main 1, p 3"},
		{mutual, 1, "main 1, p 1, q 1"},
		{mutual, 2, "main 1, p 2, q 2"},
		{extra, 1, "main 1, p 3, q 1"},
		{extra, 3, "main 1, p 5, q 3"},
		{twice, 1, "main 1, p 2"},
		{twice, 3, "main 1, p 14"},
		{mainRecursive, 2, "main 3"},
		{either, 1, "main 1, p 1, q 2"},
		{eitherValue, 1, "main 1, p 2"},
		{eitherRecursive, 3, "main 1, p 3"},
	} {
		sys := system(t, c.src)
		tree := inline.NewTree(sys, rewrite.New(sys.Store), &deaf{}, c.bound)
		if got := openAll(tree, c.bound); got != c.want {
			t.Errorf("bound %d of%s\ngot %s, want %s", c.bound, c.src, got, c.want)
		}
	}
}

func TestEagerWithinBound(t *testing.T) {
	const src = `
procedure main() { call p(); return; }
procedure p();
implementation {:ForceInline} p() { goto a, b; a: return; b: call p(); call q(); return; }
procedure q() { return; }`
	sys := system(t, src)
	tree := inline.NewTree(sys, rewrite.New(sys.Store), &deaf{}, 2)
	tree.OpenEager()
	if tree.NumInstances() != 3 || tree.NumOpen() != 3 {
		t.Errorf("%d instances and %d open sites, want main, p, p and sites of p, q, q", tree.NumInstances(), tree.NumOpen())
	}
}

// An instance whose arguments exclude a branch has no call sites in it.
func TestConstantArgumentsPrune(t *testing.T) {
	const src = `
procedure main() { call p(1); return; }
procedure p(x: int) { goto a, b; a: assume x == 1; return; b: assume x == 2; call q(); return; }
procedure q() { return; }`
	sys := system(t, src)
	tree := inline.NewTree(sys, rewrite.New(sys.Store), &deaf{}, 1)
	tree.Open(tree.OpenSites()[0])
	if n := tree.NumOpen(); n != 0 {
		t.Errorf("%d open sites, want none", n)
	}
}

// The tree rebuilt from a proof has the same call sites under the same references.
func TestProofRebuilds(t *testing.T) {
	for _, src := range []string{twice, either} {
		rebuild(t, src)
	}
}

func rebuild(t *testing.T, src string) {
	sys := system(t, src)
	mk := rewrite.New(sys.Store)
	a := inline.NewTree(sys, mk, &deaf{}, 2)
	a.Open(a.OpenSites()[1])
	a.Open(a.OpenSites()[2])
	proof := a.Proof(a.OpenSites())
	b := inline.NewTree(sys, mk, &deaf{}, 0)
	for _, ref := range proof.Opened {
		s, ok := b.SiteOf(ref)
		if !ok {
			t.Fatalf("no site %v", ref)
		}
		b.Open(s)
	}
	if !slices.Equal(a.OpenSites(), b.OpenSites()) {
		t.Errorf("open sites %v, then %v", a.OpenSites(), b.OpenSites())
	}
	for _, s := range a.OpenSites() {
		if a.Ref(s) != b.Ref(s) {
			t.Errorf("site %d is %v and %v", s, a.Ref(s), b.Ref(s))
		}
	}
}

// TestFactsOnce: what a contract says is asserted again only where no block that
// dominates the call, here or in the callers, has said it.
func TestFactsOnce(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"twice in a block, then in a callee", "a: call p(x); call p(x); call q(x); return;", 1},
		{"before a branch", "a: call p(x); goto b, c; b: call p(x); return; c: call q(x); return;", 1},
		{"in both branches", "a: goto b, c; b: call p(x); return; c: call p(x); return;", 2},
		{"in a branch, then behind it", "a: goto b, c; b: call q(x); goto d; c: goto d; d: call p(x); return;", 1},
		{"behind a branch on the same condition as before it", "a: goto b, c; b: goto d; c: goto d; d: call p(x); goto e, f; e: call p(x); return; f: return;", 1},
		{"of other values", "a: call p(x); call p(x + 1); return;", 2},
		{"in a callee that two branches share", "a: goto b, c; b: call q(x); return; c: call q(x); return;", 1},
	} {
		sys := system(t, `
procedure main(x: int) { `+c.body+` }
procedure p(x: int); free ensures x > 7;
implementation p(x: int) { return; }
procedure q(x: int) { call p(x); return; }`)
		var s deaf
		tree := inline.NewTree(sys, rewrite.New(sys.Store), &s, 3)
		openAll(tree, 3)
		got := 0
		for _, a := range s.asserts {
			if strings.Contains(sys.Store.String(a), "7") || strings.Contains(sys.Store.String(a), "6") {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: said %d times, want %d", c.name, got, c.want)
		}
	}
}

// randomCalls is a program of procedures that call each other. If values is set, arguments are often values.
func randomCalls(r *rand.Rand, values bool) string {
	var b strings.Builder
	n := 3 + r.IntN(3)
	for i := range n {
		name := fmt.Sprintf("p%d", i)
		if i == 0 {
			name = "main"
		}
		fmt.Fprintf(&b, "procedure %s(x: int) {\n  goto L0;\n", name)
		blocks := 3 + r.IntN(5)
		for k := range blocks {
			fmt.Fprintf(&b, "  L%d: ", k)
			for r.IntN(5) < 3 {
				callee := 1 + r.IntN(n-1)
				if callee <= i && r.IntN(3) > 0 {
					continue
				}
				arg := "x"
				if values {
					arg = []string{"x", "x + 1", "0", "7"}[r.IntN(4)]
				}
				fmt.Fprintf(&b, "call p%d(%s); ", callee, arg)
			}
			if k >= blocks/2 && r.IntN(3) > 0 || k == blocks-1 {
				b.WriteString("return;\n")
				continue
			}
			fmt.Fprintf(&b, "goto L%d", k+1+r.IntN(blocks-1-k))
			for range 1 + r.IntN(2) {
				fmt.Fprintf(&b, ", L%d", k+1+r.IntN(blocks-1-k))
			}
			b.WriteString(";\n")
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// TestShare opens call sites of random programs in any order, and then walks at random
// through the instances: no execution enters an instance twice, and at each call site
// there are as many calls above as its depth says.
func TestShare(t *testing.T) {
	programs := extent.Of(100, 400)
	shared, far := 0, 0
	for seed := range 2 * programs {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		sys := system(t, randomCalls(r, seed >= programs))
		tree := inline.NewTree(sys, rewrite.New(sys.Store), &deaf{}, 0)
		tree.Wide = true
		child := map[verifier.SiteRef]inline.InstID{}
		by := map[inline.InstID]verifier.SiteRef{}
		for range 150 {
			var within []inline.SiteID
			for _, s := range tree.OpenSites() {
				if tree.Allowed(s, 2) {
					within = append(within, s)
				}
			}
			if len(within) == 0 {
				break
			}
			s := within[r.IntN(len(within))]
			ref := tree.Ref(s)
			c := tree.Open(s)
			child[ref] = c
			if other, ok := by[c]; ok {
				shared++
				if other.Instance != ref.Instance {
					far++
				}
			}
			by[c] = ref
		}
		for range 300 {
			if err := randomWalk(r, tree, child); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if shared < 4*programs || far < programs/25 {
		t.Errorf("%d calls share an instance, %d with one of another instance", shared, far)
	}
}

// randomWalk executes the instances of a tree.
func randomWalk(r *rand.Rand, tree *inline.Tree, child map[verifier.SiteRef]inline.InstID) error {
	entered := map[inline.InstID]bool{}
	above := map[string]int{}
	var walk func(c inline.InstID) error
	walk = func(c inline.InstID) error {
		if entered[c] {
			return fmt.Errorf("instance %d of %s is entered twice", c, tree.Proc(c).Name)
		}
		entered[c] = true
		p := tree.Proc(c)
		for b := int32(0); ; {
			for _, k := range p.Blocks[b].Sites {
				ref := verifier.SiteRef{Instance: int32(c), Site: k}
				s, ok := tree.SiteOf(ref)
				if !ok {
					return fmt.Errorf("no site %v", ref)
				}
				name := tree.Name(s)
				if got := above[name] + 1; got != tree.Depth(s) {
					return fmt.Errorf("call %v is at depth %d, not %d", ref, got, tree.Depth(s))
				}
				if d, ok := child[ref]; ok {
					above[name]++
					if err := walk(d); err != nil {
						return err
					}
					above[name]--
				}
			}
			succs := p.Blocks[b].Succs
			if len(succs) == 0 {
				return nil
			}
			b = succs[r.IntN(len(succs))].To
		}
	}
	return walk(0)
}

package validate

import (
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

// TestCalls: calls of r may enter one instance only if no execution passes both.
func TestCalls(t *testing.T) {
	const src = `
procedure main() { goto a, b; a: call p(); call q(); return; b: call q(); call q(); return; }
procedure p() { goto a, b; a: call r(); return; b: call r(); return; }
procedure q() { call r(); return; }
procedure r() { return; }`
	st := term.NewStore()
	p, err := boogie.Load("test.bpl", []byte(src), st)
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = p.Lookup("main").ID
	mk := rewrite.New(st)
	sys, _, err := vcgen.Generate(p, vcgen.Options{Maker: mk})
	if err != nil {
		t.Fatal(err)
	}
	tree := inline.NewTree(sys, mk, native.New(st, solver.Options{}), 0)
	tree.Wide = true
	ref := func(i inline.InstID, site int32) verifier.SiteRef {
		return verifier.SiteRef{Instance: int32(i), Site: site}
	}
	opened := newCalls(tree)
	entry := make([]inline.InstID, 4)
	for k := range entry {
		s, _ := tree.SiteOf(ref(0, int32(k)))
		entry[k] = tree.Open(s)
		if !opened.add(entry[k], ref(0, int32(k))) {
			t.Fatalf("call %d is not apart from those before it", k)
		}
	}
	if entry[1] != entry[2] || entry[1] == entry[3] {
		t.Fatalf("instances %v", entry)
	}
	p0, p1 := ref(entry[0], 0), ref(entry[0], 1)
	near, far := ref(entry[1], 0), ref(entry[3], 0)
	for _, c := range []struct {
		name string
		a, b verifier.SiteRef
		want bool
	}{
		{"branches of p", p0, p1, true},
		{"p and q after it", p0, near, false},
		{"p and q in the other branch", p1, far, true},
		{"q and the next q", near, far, false},
		{"the same call", far, far, false},
	} {
		x := &calls{tree: tree, of: map[inline.InstID][]verifier.SiteRef{}}
		for k, v := range opened.of {
			x.of[k] = v
		}
		const r = 99
		if !x.add(r, c.a) || x.add(r, c.b) != c.want {
			t.Errorf("%s: want %v", c.name, c.want)
		}
	}
}

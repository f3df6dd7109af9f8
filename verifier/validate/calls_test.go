package validate

import (
	"maps"
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
		opened.add(entry[k], ref(0, int32(k)))
	}
	for _, c := range entry {
		if !opened.exclusive(c) {
			t.Fatalf("calls of instance %d are not apart", c)
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
		x := newCalls(tree)
		x.of = maps.Clone(opened.of)
		const r = 99
		x.add(r, c.a)
		if !x.exclusive(r) {
			t.Errorf("%s: one call alone", c.name)
		}
		x.add(r, c.b)
		if x.exclusive(r) != c.want {
			t.Errorf("%s: want %v", c.name, c.want)
		}
	}
}

package bpl

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// Rewritten programs are read back unchanged, and keep what they must.
func TestVary(t *testing.T) {
	p, err := Read("sample.bpl", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		vary func(*rand.Rand, *Program) *Program
		keep []string // how often each occurs in both
	}{
		{"rename", Rename, []string{"while", "call", "old(", "{:entrypoint}", "forall", ":="}},
		{"permute", Permute, []string{"while", "call", "assert", "axiom", "x", "g["}},
		{"pad", Pad, []string{"while", "call", "assert", "axiom", "havoc"}},
		{"imply", Imply, []string{"while", "call", "havoc"}},
		{"unroll", Unroll, []string{"assert", "axiom"}},
	} {
		for seed := range 20 {
			q := c.vary(rand.New(rand.NewPCG(uint64(seed), 1)), p)
			again, err := Read(c.name, []byte(q.String()))
			if err != nil || again.String() != q.String() {
				t.Fatalf("%s: %v\n%s", c.name, err, q)
			}
			for _, k := range c.keep {
				if n, m := strings.Count(p.String(), k), strings.Count(q.String(), k); n != m {
					t.Errorf("%s: %q occurs %d times, not %d\n%s", c.name, k, m, n, q)
				}
			}
		}
	}
}

func TestUnroll(t *testing.T) {
	p, err := Read("loop.bpl", []byte(`procedure main() { var i: int; while (i < 3) invariant i < 4; { i := i + 1; } }`))
	if err != nil {
		t.Fatal(err)
	}
	const want = `procedure main() { var i: int; assert i < 4; if (i < 3) { i := i + 1; while (i < 3) invariant i < 4; { i := i + 1; } } }`
	if got := fields(Unroll(rand.New(rand.NewPCG(0, 0)), p).String()); got != want {
		t.Error(got)
	}
}

func TestImply(t *testing.T) {
	p, err := Read("imply.bpl", []byte(`var g: int; var h: int where h > 0;
procedure main() requires g > 1; modifies h;
{ var x: int; x := g; x := x + 1; havoc h; if (x > 0) { assume x > 2; } else { x := h; } while (x < 9) { x := 9; } assert x >= 0; }`))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for seed := range 200 {
		for _, s := range regexp.MustCompile(`(assume|assert) ([^;]*);`).FindAllStringSubmatch(Imply(rand.New(rand.NewPCG(uint64(seed), 0)), p).String(), -1) {
			got[s[2]] = true
		}
	}
	for _, f := range []string{"g > 1", "x == g", "h > 0", "x > 0", "!(x > 0)", "x > 2", "x == h", "x < 9", "!(x < 9)", "x == 9", "x >= 0", "g == old(g)"} {
		if !got[f] {
			t.Errorf("%s is never stated", f)
		}
		delete(got, f)
	}
	if len(got) > 0 {
		t.Errorf("stated of main: %v", got)
	}
}

func TestInline(t *testing.T) {
	p, err := Read("call.bpl", []byte(`var g: int;
procedure p(x: int) returns (y: int) requires x > 0; ensures g == old(g) + y; modifies g;
{ L: if (x == g) { return; } y := x; g := g + y; goto L; }
procedure main() modifies g; { var z: int; call z := p(g + 1); assert z > 0; }`))
	if err != nil {
		t.Fatal(err)
	}
	const want = `var z: int; var x: int; var y: int; var old_g: int;
old_g, x := g, g + 1; havoc y; assert x > 0; assume x > 0;
L: if (x == g) { goto end; } y := x; g := g + y; goto L;
end: assert g == old_g + y; assume g == old_g + y; z := y; assume true; assert z > 0; }`
	got := fields(Inline(rand.New(rand.NewPCG(0, 0)), p).String())
	got = got[strings.Index(got, "var z"):]
	if got = regexp.MustCompile(`in[0-9]+_`).ReplaceAllString(got, ""); got != fields(want) {
		t.Error(got)
	}
}

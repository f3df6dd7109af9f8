package vcgen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

func load(t testing.TB, src string) *prog.Program {
	t.Helper()
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = p.Lookup("main").ID
	return p
}

func generate(t testing.TB, src string) (*vc.System, *vcgen.Back) {
	t.Helper()
	p := load(t, src)
	sys, back, err := vcgen.Generate(p, vcgen.Options{Maker: rewrite.New(p.Store)})
	if err != nil {
		t.Fatal(err)
	}
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	return sys, back
}

// show prints a template with its constants numbered in order of appearance.
func show(sys *vc.System, p *vc.Proc) string {
	pr := printer{st: sys.Store, names: map[term.Term]string{}, used: map[string]int{}}
	var b strings.Builder
	for _, d := range p.Defs {
		fmt.Fprintf(&b, "def %s = %s\n", pr.term(d.Name), pr.term(d.Value))
	}
	for _, blk := range p.Blocks {
		fmt.Fprintf(&b, "%s:", pr.term(blk.Guard))
		for _, c := range blk.Conds {
			fmt.Fprintf(&b, " %s;", pr.term(c))
		}
		for _, s := range blk.Sites {
			fmt.Fprintf(&b, " call %s", sys.Procs[p.Sites[s].Callee].Name)
			for _, a := range p.Sites[s].Args {
				fmt.Fprintf(&b, " %s", pr.term(a))
			}
			fmt.Fprint(&b, " ->")
			for _, a := range p.Sites[s].Outs {
				fmt.Fprintf(&b, " %s", pr.term(a))
			}
			fmt.Fprint(&b, ";")
		}
		for _, e := range blk.Succs {
			fmt.Fprintf(&b, " ->%s", pr.term(p.Blocks[e.To].Guard))
			for _, q := range e.Eqs {
				fmt.Fprintf(&b, " [%s]", pr.term(q))
			}
		}
		fmt.Fprintf(&b, " ipdom %d\n", blk.IPDom)
	}
	return b.String()
}

// printer prints terms; constants with the same name get a number.
type printer struct {
	st    *term.Store
	names map[term.Term]string
	used  map[string]int
}

func (p *printer) term(t term.Term) string {
	switch {
	case p.st.IsNum(t):
		return p.st.Num(t).String()
	case p.st.IsConst(t):
		if p.names[t] == "" {
			n := p.st.SymName(p.st.Sym(t))
			p.used[n]++
			if k := p.used[n]; k > 1 {
				n = fmt.Sprintf("%s#%d", n, k)
			}
			p.names[t] = n
		}
		return p.names[t]
	}
	head := p.st.Op(t).String()
	if p.st.Op(t) == term.OpApp {
		head = p.st.SymName(p.st.Sym(t))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%s", head)
	for _, a := range p.st.Args(t) {
		fmt.Fprintf(&b, " %s", p.term(a))
	}
	return b.String() + ")"
}

func TestTemplates(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"values are substituted, great ones defined", `
procedure main() returns (r: int) { var x, y, z: int; var m: [int]int;
  x := z + 1; y := x * z; m[3] := x; r := m[y] + x; return; }`, `
def y = (+ z (* z z))
def r = (+ z (select (store m 3 (+ z 1)) y) 1)
anon0: (= r' r); ipdom -1
`},
		{"only live variables that differ are merged", `
procedure main() returns (r: int) { var x, y, dead: int;
  a: x := 1; y := 2; goto b, c;
  b: x := 3; dead := 4; goto d;
  c: dead := 5; goto d;
  d: r := x + y; return; }`, `
a: ->b ->c ipdom 3
b: (= x 3); ->d ipdom 3
c: (= x 1); ->d ipdom 3
d: (= r' (+ x 2)); ipdom -1
`},
		{"an edge from a branch has its own guard", `
procedure main() returns (r: int) { var x: int;
  a: x := 1; goto b, d;
  b: x := 2; goto d;
  d: r := x; return; }`, `
a: ->b ->d [(= x 1)] ipdom 2
b: (= x 2); ->d ipdom 2
d: (= r' x); ipdom -1
`},
		{"the merged value is the result where nothing changes it", `
procedure main() returns (r: int) {
  a: goto b, c; b: r := 1; goto d; c: r := 2; goto d; d: return; }`, `
a: ->b ->c ipdom 3
b: (= r' 1); ->d ipdom 3
c: (= r' 2); ->d ipdom 3
d: ipdom -1
`},
		{"several returns", `
procedure main() returns (r: int) {
  a: goto b, c; b: r := 1; return; c: r := 2; return; }`, `
a: ->b ->c ipdom -1
b: (= r' 1); ipdom -1
c: (= r' 2); ipdom -1
`},
		{"blocks that lead nowhere are dropped", `
procedure main() { var x: int;
  a: x := 1; goto b, c, d; b: assume x == 2; goto d; c: assume false; d: assume x == 1; return; }`, `
a: ->d ipdom 1
d: ipdom -1
`},
		{"a call", `
var g: int;
procedure p(x: int, y: int) returns (r: int) modifies g; { g := x; r := y; return; }
procedure main() modifies g; { var a, b: int; call b := p(a + 1, a * a); assume b == g; return; }`, `
def y = (* a a)
anon0: (= r g); (= g' g); call p (+ a 1) y g#2 -> r g; ipdom -1
`},
		{"what a call promises is known after it", `
var g, h: int;
procedure p() returns (r: int); free ensures r == 1 && (r == 2 || g == 3); modifies g;
implementation p() returns (r: int) { r := 1; g := 3; return; }
procedure main() returns (r: int) modifies g, h; { var x: int;
  call x := p(); h := 5; goto b, c; b: assume x == 1; r := g; return; c: assume x == 2; r := 4; return; }`, `
anon0: call p g -> r g#2; ->b ipdom 1
b: (= r' 3); (= g' 3); (= h' 5); ipdom -1
`},
		{"what holds at all calls is known in the body", `
procedure main(x: int) returns (r: int) { call r := q(x); return; }
procedure q(x: int) returns (r: int); free ensures x == 2;
implementation q(x: int) returns (r: int) { goto a, b; a: assume x == 1; r := 0; return; b: r := x; return; }`, `
anon0: (= r' r); call q x -> r; ipdom -1
`},
		{"what a branch assumes is known behind it, not behind the join", `
procedure main(x: int) returns (r: int, s: int) {
  a: goto b, c; b: assume x == 1; s := x; goto d; c: s := 7; goto d; d: r := x; return; }`, `
a: ->b ->c ipdom 3
b: (= x 1); (= s' 1); ->d ipdom 3
c: (= s' 7); ->d ipdom 3
d: (= x r'); ipdom -1
`},
		{"a literal that a merged variable has anyway is no new value", `
procedure main(x: int) returns (r: int) { var y: int;
  a: y := x; goto b, c; b: assume x == 1; y := 1; goto d; c: goto d; d: r := y; return; }`, `
a: ->b ->c ipdom 3
b: (= x 1); ->d ipdom 3
c: ->d ipdom 3
d: (= x r'); ipdom -1
`},
	} {
		sys, _ := generate(t, c.src)
		got := show(sys, sys.Procs[sys.Entry])
		if want := strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("%s:\n%swant:\n%s", c.name, got, want)
		}
	}
}

func TestBackTellsChoices(t *testing.T) {
	sys, back := generate(t, `
procedure q() returns (r: int); free ensures r > 0;
procedure main() { var x, y, z: int; havoc x; call y := q(); assume x == y; assume z == 1; havoc z; return; }`)
	b := back.Procs[sys.Entry]
	if len(b.Entry) != 1 || len(b.Blocks) != 1 || len(b.Blocks[0]) != 2 {
		t.Errorf("entry %v, blocks %v: want z at entry; x and y in the block", b.Entry, b.Blocks)
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`procedure main() { assert false; return; }`, "not in the core language"},
		{`procedure main() { a: goto a, b; b: return; }`, "has a cycle"},
		{`procedure main();`, "has no body"},
	} {
		p := load(t, c.src)
		_, _, err := vcgen.Generate(p, vcgen.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.src, err, c.want)
		}
	}
}

// A contract over a global that the interface lacks must not be dropped.
func TestInterfaceMustCoverContracts(t *testing.T) {
	p := load(t, `
var g: int;
procedure p(); free requires g > 0;
implementation p() { return; }
procedure main() { call p(); return; }`)
	faces := make([]prog.Interface, len(p.Procs))
	_, _, err := vcgen.Generate(p, vcgen.Options{Interfaces: faces})
	if err == nil || !strings.Contains(err.Error(), "its interface lacks") {
		t.Errorf("got %v", err)
	}
}

// Bodies may be huge: 20,000 blocks and 10,000 variables take a moment.
func TestLargeBody(t *testing.T) {
	const blocks, vars = 20000, 10000
	var b strings.Builder
	fmt.Fprint(&b, "procedure main() returns (r: int) { var x0")
	for i := 1; i < vars; i++ {
		fmt.Fprintf(&b, ", x%d", i)
	}
	fmt.Fprint(&b, ": int;\n")
	for i := 0; i < blocks; i += 2 {
		v := (i / 2) % vars
		fmt.Fprintf(&b, "B%d: goto B%d, B%d; B%d: x%d := x%d + 1; goto B%d;\n", i, i+1, i+2, i+1, v, (v+vars-1)%vars, i+2)
	}
	fmt.Fprintf(&b, "B%d: r := x%d; return; }\n", blocks, vars-1)
	sys, _ := generate(t, b.String())
	if n := len(sys.Procs[0].Blocks); n < blocks {
		t.Errorf("%d blocks", n)
	}
}

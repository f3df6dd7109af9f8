package boogie

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// Modifies clauses get what bodies and their callees change: through cycles, not what locals of the same name hide.
func TestInferModifies(t *testing.T) {
	src := `var a, b, c, d: int;
		procedure main() { var d: int; call p(); d := 1; }
		procedure p() modifies a; { call q(); if (*) { call p(); } }
		procedure q() { b := 1; call r(); call q(); }
		procedure r(); modifies c;
		procedure s() { call c := t(); havoc c; }
		procedure t() returns (x: int) { x := c; call p(); }`
	p, err := Options{InferModifies: true}.Load("t.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, q := range p.Procs {
		set := map[string]bool{} // prints in order
		for _, g := range q.Modifies {
			set[p.Var(g).Name] = true
		}
		got += fmt.Sprintf("%s%d%v ", q.Name, len(q.Modifies), set)
	}
	want := "main3map[a:true b:true c:true] p3map[a:true b:true c:true] q2map[b:true c:true] r1map[c:true] s3map[a:true b:true c:true] t3map[a:true b:true c:true] "
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// The place of a statement in the source behind the program, in both of the forms that Corral reads.
func TestSource(t *testing.T) {
	src := `procedure main() {
		assume {:sourceloc "a.c", 3, 4} true;
		assert {:sourcefile "b.c"} {:sourceline 5} {:msg "m"} true;
		assume {:sourceloc "a.c", 3} true;
		assume {:sourceloc "a.c", true, 3} {:sourceline 7} true;
	}`
	p, err := Load("t.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, c := range p.Procs[0].Blocks[0].Cmds {
		got += fmt.Sprint(c.Label, p.Names[c.Node], " ")
	}
	if want := "a.c(3,4)[] b.c(5,1)[msg m] [] [] "; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

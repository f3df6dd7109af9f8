package driver

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
)

// contractsOf are procedures that call each other.
const contractsOf = `
var g: int;
function f(int) returns (int);
axiom (forall i: int :: f(i) > i);
procedure leaf(n: int) returns (r: int) requires n > 0; ensures r > n; { r := n + 1; }
procedure middle(n: int) returns (r: int) requires n > 0; ensures r > n + 1; { call r := leaf(n); call r := leaf(r); }
procedure loop(n: int) returns (i: int) requires n > 0; ensures i == n;
{ i := 0; while (i < n) invariant i <= n; { i := i + 1; } }
procedure apart(n: int) returns (r: int) ensures r > n; { r := f(n); }
procedure wrong(n: int) returns (r: int) ensures r > n; { r := n; }
`

// TestKeptContracts: after an edit only those procedures are asked about again whose proof depends on what was edited.
func TestKeptContracts(t *testing.T) {
	edit := func(old, new string) string {
		if !strings.Contains(contractsOf, old) {
			t.Fatal(old)
		}
		return strings.Replace(contractsOf, old, new, 1)
	}
	store := newTable()
	for _, c := range []struct{ name, text, asked string }{
		{"at first", contractsOf, "leaf middle loop apart wrong"},
		{"once more", contractsOf, "wrong"}, // what fails is not kept
		{"a comment before all", "// comment\n" + contractsOf, "wrong"},
		{"a body", edit("r := n + 1", "r := n + 2"), "leaf wrong"},
		{"a contract", edit("ensures r > n; { r := n + 1", "ensures r > n; ensures r < n + 9; { r := n + 1"), "leaf middle wrong"},
		{"an axiom", edit("f(i) > i", "f(i) > i + 1"), "leaf middle loop apart wrong"},
		{"an invariant", edit("i <= n", "i <= n && i >= 0"), "loop wrong"},
		{"broken", edit("r := n + 1", "r := n"), "leaf wrong"},
		{"as it was", contractsOf, "wrong"},
	} {
		opt := ModularOptions{Options: Options{Question: Question{Front: boogie.Front{}}}}
		opt.Answers = &Answers{Store: store, Build: "test"}
		rep, err := Modular(context.Background(), "p.bpl", []byte(c.text), opt)
		if err != nil {
			t.Fatal(err)
		}
		var asked, failed []string
		for _, p := range rep.Procs {
			if !p.Kept {
				asked = append(asked, p.Name)
			}
			if len(p.Failures) > 0 {
				failed = append(failed, p.Name)
			}
			if p.Obligations == 0 || p.Pos.Line == 0 {
				t.Errorf("%s: %s has %d obligations at %v", c.name, p.Name, p.Obligations, p.Pos)
			}
		}
		if got := strings.Join(asked, " "); got != c.asked {
			t.Errorf("%s: asked about %s, not %s", c.name, got, c.asked)
		}
		if want := c.name == "broken"; slices.Contains(failed, "leaf") != want || !slices.Contains(failed, "wrong") {
			t.Errorf("%s: %v fail", c.name, failed)
		}
	}
	opt := ModularOptions{Options: Options{Question: Question{Front: boogie.Front{}}, Output: Output{Check: true}}}
	opt.Answers = &Answers{Store: store, Build: "test"}
	rep, err := Modular(context.Background(), "p.bpl", []byte(contractsOf), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range rep.Procs {
		if p.Kept {
			t.Errorf("%s is not proved though there is a check", p.Name)
		}
	}
}

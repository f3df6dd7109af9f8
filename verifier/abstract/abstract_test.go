package abstract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// core returns the core program of a body over the globals a, b, c and d, and a set of globals by their names.
func core(t *testing.T, body string) (*prog.Program, func(names string) []bool) {
	t.Helper()
	src := "var a, b, c, d: int;\nprocedure p(x: int) returns (r: int) modifies d; { d := x; r := x + 1; }\n" +
		"procedure main() modifies a, b, c, d; {\n" + body + "\n}"
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	prep, err := passes.Run(t.Context(), p, passes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return prep.Core, func(names string) []bool {
		set := make([]bool, len(prep.Core.Vars))
		for _, v := range prep.Core.Globals {
			set[v] = slices.Contains(strings.Fields(names), prep.Core.Var(v).Name)
		}
		return set
	}
}

// TestProgram abstracts bodies: what is expected is what the entry does if only some globals are tracked.
func TestProgram(t *testing.T) {
	for _, x := range []struct{ body, tracked, want string }{
		{"a := 1; b := a;", "a b", "a := 1; b := a"},
		{"a := 1; b := a;", "a", "a := 1"},
		{"a := 1; b := a;", "b", "havoc b"},
		{"assume a > 0 && b > 0; c := 1;", "b c", "assume 0 < b; c := 1"},
		{"assume a > 0 || b > 0;", "b", ""},
		{"assume a > b && c > 0;", "b c", "assume 0 < c"},
		{"havoc a, b;", "b", "havoc b"},
		{"a, b, c := 1, 2, 3;", "a c", "a, c := 1, 3"},
		{"a, b, c := c, 2, d;", "a b d", "b := 2; havoc a"},
		{"call a := p(b);", "a b", "call a := p(b)"},
		{"call a := p(b);", "a", "havoc lost; call a := p(lost)"},
		{"call a := p(b);", "b", "call lost := p(b)"},
		{"call a := p(b + 1);", "d", "havoc lost; call lost := p(lost)"},
	} {
		p, set := core(t, x.body)
		q := abstract.Program(p, set(x.tracked)).Program
		var got []string
		for _, b := range q.Proc(q.Entry).Blocks {
			for i := range b.Cmds {
				got = append(got, q.CmdString(&b.Cmds[i]))
			}
		}
		if got := strings.Join(got, "; "); got != x.want {
			t.Errorf("%s tracking %s: got %q, want %q", x.body, x.tracked, got, x.want)
		}
	}
}

// TestOrder orders globals by their steps from a property; those behind the bar are not reached by any.
func TestOrder(t *testing.T) {
	for _, x := range []struct{ body, property, want string }{
		{"a := b; b := c;", "a", "a b c | d"},
		{"a := b; b := c;", "c", "c | a b d"},
		{"assume d > 0; a := 1;", "a", "a d | b c"},
		{"if (b > 0) { a := 1; } else { a := 2; }", "a", "a b | c d"},
		{"if (b > 0) { c := 1; } a := d;", "a", "a d | b c"},
		{"a := 1;", "a b", "a b | c d"},
		{"call a := p(b);", "a", "a b | c d"},
		{"call a := p(b);", "d", "d b | a c"},
		{"assume c > 0; call a := p(b);", "d", "d c b | a"},
		{"call b := p(1);", "a", "a | b c d"},
	} {
		p, set := core(t, x.body)
		order, near := abstract.Order(p, set(x.property))
		var got []string
		for i, v := range order {
			if i == near {
				got = append(got, "|")
			}
			got = append(got, p.Var(v).Name)
		}
		if got := strings.Join(got, " "); got != x.want {
			t.Errorf("%s from %s: got %q, want %q", x.body, x.property, got, x.want)
		}
	}
}

// TestProperty shows what is tracked from the beginning, with the flag of assertions and, if it is a question whether the
// entry returns, without.
func TestProperty(t *testing.T) {
	for _, x := range []struct{ body, flagged, returns string }{
		{"assume a > 0; b := 1;", "a", "a"},
		{"assume a > 0; assert b > 0; c := 1;", "a b assertion_failed", "b"},
		{"if (c > 0) { assert b > 0; } assume d > 0;", "b assertion_failed", "b"},
	} {
		p, _ := core(t, x.body)
		flag := prog.VarID(slices.IndexFunc(p.Vars, func(v prog.Var) bool { return strings.HasPrefix(v.Name, "assertion") }))
		for _, y := range []struct {
			flag prog.VarID
			want string
		}{{max(flag, 0), x.flagged}, {0, x.returns}} {
			var got []string
			for v, tracked := range abstract.Property(p, y.flag) {
				if tracked {
					got = append(got, p.Vars[v].Name)
				}
			}
			if got := strings.Join(got, " "); got != y.want {
				t.Errorf("%s with flag %d: got %q, want %q", x.body, y.flag, got, y.want)
			}
		}
	}
}

// reasons are sets of globals, each of which makes a path infeasible.
type reasons []string

func (r reasons) Infeasible(tracked []prog.VarID) bool {
	return slices.ContainsFunc(r, func(set string) bool {
		return !slices.ContainsFunc([]rune(set), func(g rune) bool { return !slices.Contains(tracked, prog.VarID(g)) })
	})
}

// TestRefine has both refiners find the reason whose last global is preferred to those of the others.
func TestRefine(t *testing.T) {
	for _, x := range []struct {
		all     string
		reasons reasons
		want    string
	}{
		{"abcd", reasons{"c"}, "c"},
		{"abcd", reasons{"ad", "bc"}, "bc"},
		{"abcd", reasons{"abcd"}, "abcd"},
		{"dcba", reasons{"ad", "bc"}, "cb"},
		{"abcde", reasons{"abe", "d"}, "d"},
		{"abcd", reasons{""}, ""},
	} {
		var all []prog.VarID
		for _, g := range x.all {
			all = append(all, prog.VarID(g))
		}
		for _, r := range []abstract.Refiner{abstract.Hierarchical{}, abstract.Linear{}} {
			got := ""
			for _, v := range r.Refine(x.reasons, all) {
				got += string(rune(v))
			}
			if got != x.want {
				t.Errorf("%T: of %s by %q: got %q, want %q", r, x.all, x.reasons, got, x.want)
			}
		}
	}
}

package term_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// named returns the constants of a store in the order of their names, and what is made of them.
func named(s *term.Store, names string) map[string]term.Term {
	out := map[string]term.Term{}
	for _, n := range strings.Fields(names) {
		out[n] = s.FreshConst(n, term.Bool)
	}
	return out
}

func TestBottomUp(t *testing.T) {
	s := term.NewStore()
	c := named(s, "a b c d")
	shared := s.And(c["a"], c["b"])
	root := s.Or(s.Not(shared), c["c"], s.Or(shared, c["d"]))
	var done term.Set
	done.Add(c["b"])
	visit := func(stop int) (got []string) {
		for u := range term.BottomUp(root, s.Args, done.Has) {
			if len(got) == stop {
				break
			}
			got = append(got, s.String(u))
			done.Add(u)
		}
		return got
	}
	first, rest := visit(3), visit(-1)
	if want := []string{"d", "a", "(and a b)"}; !slices.Equal(first, want) {
		t.Errorf("got %q, want %q", first, want)
	}
	if want := []string{"(or (and a b) d)", "c", "(not (and a b))", s.String(root)}; !slices.Equal(rest, want) {
		t.Errorf("got %q, want %q", rest, want)
	}
	if again := visit(-1); again != nil {
		t.Errorf("done twice: %q", again)
	}
}

func TestWalk(t *testing.T) {
	s := term.NewStore()
	c := named(s, "a b c d e")
	left, right := s.And(c["a"], c["b"]), s.And(c["b"], c["c"])
	var w term.Walk
	visit := func(root term.Term) (got []string) {
		w.Visit(s, func(u term.Term) bool {
			if got = append(got, s.String(u)); u == c["c"] {
				w.Push(c["d"], c["e"])
			}
			return u != left
		}, root)
		return got
	}
	for _, test := range []struct {
		root term.Term
		want string
	}{
		{s.Or(left, right), "(or (and a b) (and b c)), (and b c), c, e, d, b, (and a b)"},
		{left, ""},
		{s.Or(c["a"], right), "(or a (and b c)), a"},
	} {
		if got := strings.Join(visit(test.root), ", "); got != test.want {
			t.Errorf("%s: got %s, want %s", s.String(test.root), got, test.want)
		}
	}
	w.Seen.Clear()
	if got := visit(c["a"]); len(got) != 1 {
		t.Errorf("after Clear: got %q", got)
	}
}

func TestConjuncts(t *testing.T) {
	s := term.NewStore()
	c := named(s, "a b c")
	inner := s.And(c["b"], c["a"])
	var got []string
	for _, u := range s.Conjuncts([]term.Term{c["c"]}, s.And(inner, s.True(), s.Not(inner), s.And(c["c"], inner))) {
		got = append(got, s.String(u))
	}
	if want := []string{"c", "b", "a", "(not (and b a))", "c", "b", "a"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFold checks the order, that known values end the descent, and that a fold may be used below itself.
func TestFold(t *testing.T) {
	s := term.NewStore()
	c := named(s, "a b c")
	root := s.Or(s.And(c["a"], c["b"]), s.Not(c["c"]), s.And(c["c"], c["a"]))
	var f term.Fold[string]
	memo := map[term.Term]string{s.Not(c["c"]): "known"}
	known := func(u term.Term) (string, bool) { v, ok := memo[u]; return v, ok }
	quote := func(u term.Term, args []string) string { return "'" + s.String(u) + "'" }
	node := func(u term.Term, args []string) string {
		if s.NumArgs(u) == 0 {
			v, _ := f.Of(u, s.Args, known, quote, nil)
			return v
		}
		memo[u] = "(" + strings.Join(args, " ") + ")"
		return memo[u]
	}
	if got, _ := f.Of(root, s.Args, known, node, nil); got != "(('a' 'b') known ('c' 'a'))" {
		t.Errorf("got %s", got)
	}
	clear(memo)
	if got, ok := f.Of(root, s.Args, known, node, func() bool { return len(memo) > 0 }); ok {
		t.Errorf("not stopped, but %s", got)
	}
	if got, ok := f.Of(c["a"], s.Args, known, node, nil); got != "'a'" || !ok {
		t.Errorf("after a stop: got %s", got)
	}
}

package chc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/vc"
)

const declarations = `(set-logic HORN)
(declare-sort U 0)
(declare-fun p (Int) Bool)
(declare-fun q (Int Int) Bool)
(declare-fun z () Bool)
(declare-fun b (Bool) Bool)
(declare-fun f (Int) Int)
(declare-const c Int)
`

func read(text string) (*chc.Script, error) {
	return chc.Read("test.smt2", strings.NewReader(declarations+text), term.NewStore(), nil)
}

// show prints a rule: its head, and its body as far as predicates are in it.
func show(s *chc.Script, r chc.Rule) string {
	text := "false"
	if r.Head != 0 {
		text = string(smtlib.AppendTerm(nil, s.Store, r.Head))
	}
	text += " <-"
	for _, l := range r.Body {
		f := string(smtlib.AppendTerm(nil, s.Store, l.Formula))
		if !l.Want {
			f = "not " + f
		}
		text += " " + f + ";"
	}
	return text
}

// TestRules: what is Horn in whatever form is split into rules.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		assertion string
		want      []string
	}{
		{"(forall ((x Int)) (=> (> x 0) (p x)))", []string{"(p x) <- not (<= x 0);"}},
		{"(p 3)", []string{"(p 3) <-"}},
		{"z", []string{"z <-"}},
		{"(not z)", []string{"false <- z;"}},
		{"(=> z false)", []string{"false <- z;"}},
		{"(forall ((x Int)) (or (not (p x)) (> x 0)))", []string{"false <- (p x); (<= x 0);"}},
		{"(forall ((x Int)) (=> (p x) (=> (> x 1) (and (q x x) (p (+ x 1))))))", []string{
			"(q x x) <- (p x); not (<= x 1);", "(p (+ x 1)) <- (p x); not (<= x 1);"}},
		{"(forall ((x Int)) (=> (exists ((y Int)) (q x y)) (p x)))", []string{"(p x) <- (q x y);"}},
		{"(forall ((x Int)) (=> z (forall ((y Int)) (q x y))))", []string{"(q x y) <- z;"}},
		{"(forall ((x Int)) (not (and (p x) (not z))))", []string{"z <- (p x);"}},
		{"(forall ((x Int)) (ite (> x 0) (p x) (q x x)))", []string{
			"(p x) <- not (<= x 0);", "(q x x) <- (<= x 0);"}},
		{"(forall ((x Int)) (= (p x) (> x 0)))", []string{
			"false <- (p x); (<= x 0);", "(p x) <- not (<= x 0);"}},
		{"(forall ((x Int)) (xor (p x) (> x 0)))", []string{
			"false <- (p x); not (<= x 0);", "(p x) <- (<= x 0);"}},
		{"(forall ((x Int)) (=> (or (p x) (q x 0)) (and (> x 0) (< x 9))))", []string{
			"false <- (or (p x) (q x 0)); not (and (not (<= x 0)) (not (<= 9 x)));"}},
		{"(forall ((x Int)) (let ((a (p x))) (=> (and a a) a)))", []string{"(p x) <- (p x);"}},
		{"(forall ((x Int) (y Int)) (=> (p x) (and (or (not (p y)) (> y x)) (or (not (q x y)) z))))", []string{
			"z <- (p x); (q x y);", "false <- (p x); (p y); (<= y x);"}},
		{"(forall ((x Bool)) (=> x (b x)))", []string{"(b x) <- x;"}},
		{"(forall ((x Int)) (=> (forall ((y Int)) (> (* y y) x)) (p x)))", []string{
			"(p x) <- (forall ((y Int)) (not (<= (* y y) x)));"}},
		{"(forall ((x Int)) (=> (= x (f c)) (p x)))", []string{"(p x) <- (= x (f c));"}},
		{"(forall ((x Int)) (or (p x) (p x)))", []string{"(p x) <-"}},
		{"(=> (exists ((x Int)) (p x)) (forall ((x Int)) (p x)))", []string{"(p x) <- (p x);"}},
		{"false", []string{"false <-"}},
	} {
		s, err := read("(assert " + c.assertion + ")")
		if err != nil {
			t.Errorf("%s: %v", c.assertion, err)
			continue
		}
		var got []string
		for _, r := range s.Rules {
			got = append(got, show(s, r))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.assertion, got, c.want)
		}
		for _, s := range []*chc.Script{s, s.Copy()} {
			sys, _ := chc.Generate(s, nil)
			if err := vc.Check(sys); err != nil {
				t.Errorf("%s: %v", c.assertion, err)
			}
		}
	}
}

// TestFreshVariables: a quantifier that a definition repeats has variables of its own each time.
func TestFreshVariables(t *testing.T) {
	s, err := read(`(define-fun some ((a Int)) Bool (exists ((y Int)) (q a y)))
(assert (forall ((x Int)) (=> (and (some x) (some 1)) (p x))))`)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Assertions[0].Vars); n != 3 {
		t.Errorf("%d variables, want x and two times y", n)
	}
	sys, back := chc.Generate(s, nil)
	sites := sys.Procs[chc.Proc(0)].Sites
	if len(sites) != 2 || sites[0].Outs[1] == sites[1].Outs[1] {
		t.Errorf("the calls share a result: %v", sites)
	}
	if v := back.Values(0); len(v) != 3 || v[1] == v[2] {
		t.Errorf("the variables share a value: %v", v)
	}
}

// TestBlocks: only disjunctions around predicates branch, so that the size of a template is that of its rules.
func TestBlocks(t *testing.T) {
	var body strings.Builder
	const n = 200
	for k := range n {
		fmt.Fprintf(&body, "(or (p %d) (and z (> x %d)) (< x %d)) (or (> x %d) (< x 3)) ", k, k, k, k)
	}
	s, err := read("(assert (forall ((x Int)) (=> (and " + body.String() + ") (p x))))")
	if err != nil {
		t.Fatal(err)
	}
	sys, _ := chc.Generate(s, nil)
	if err := vc.Check(sys); err != nil {
		t.Error(err)
	}
	p := sys.Procs[chc.Proc(0)]
	// The entry, the rule, three branches for each disjunction, and a join behind all but the last.
	if want := 2 + 3*n + n - 1; len(p.Blocks) != want {
		t.Errorf("%d blocks, want %d", len(p.Blocks), want)
	}
	if len(p.Sites) != 2*n {
		t.Errorf("%d call sites, want %d", len(p.Sites), 2*n)
	}
}

// TestDeep: nesting has no limit.
func TestDeep(t *testing.T) {
	const n = 20_000
	text := strings.Repeat("(or (p 1) (and (p 2) ", n) + "z" + strings.Repeat("))", n)
	s, err := read("(assert (=> " + text + " z))\n(assert " + strings.Repeat("(not ", 2*n) + "z" + strings.Repeat(")", 2*n) + ")")
	if err != nil {
		t.Fatal(err)
	}
	sys, _ := chc.Generate(s, nil)
	if got := len(sys.Procs[chc.Proc(2)].Sites); got != 2*n+1 {
		t.Errorf("%d call sites, want %d", got, 2*n+1)
	}
}

// TestErrors: what is no Horn clause, or not supported, is refused with its place.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(assert (forall ((x Int)) (or (p x) z)))", "9:1: not a Horn clause: predicates p and z are both in its head"},
		{"(assert (not (and (not (p 1)) (not (q 1 2)))))", "9:1: not a Horn clause: predicates p and q are both in its head"},
		{"(assert (=> (not z) (p 1)))", "9:1: not a Horn clause: predicates z and p are both in its head"},
		{"(assert (= z (p 1)))\n (assert (xor z (p 1)))", "10:2: not a Horn clause: predicates z and p are both in its head"},
		{"(assert (exists ((x Int)) (p x)))", "9:1: not a Horn clause: predicate p is below an existential quantifier in a head"},
		{"\n(assert (=> (forall ((x Int)) (p x)) false))", "10:1: not a Horn clause: predicate p is below a universal quantifier in a body"},
		{"(assert (= z (forall ((x Int)) (p x))))", "9:1: not a Horn clause: predicate p is below a universal quantifier in a body"},
		{"(assert (b (p 1)))", "9:1: not a Horn clause: predicate p occurs inside a term"},
		{"(assert (forall ((x Int)) (=> (= x (ite z 1 2)) (p x))))", "9:1: not a Horn clause: predicate z occurs inside a term"},
		{"(assert (distinct z (p 1)))", "9:1: not a Horn clause: predicate z occurs inside a term"},
		{"(assert (> c 0))", "9:1: unsupported: an assertion about c and no predicate"},
		{"(reset-assertions)", "9:1: unsupported: reset-assertions in a script of Horn clauses"},
		{"(pop)", "9:1: pop of 1 scopes, but 0 are open"},
		{"(check-sat)(check-sat)", "9:12: unsupported: a second check (check-sat)"},
		{"(check-sat)\n(assert z)", "10:1: unsupported: assert after the check"},
		{"(rule z)(query z)(query z)", "9:18: unsupported: a second check (query)"},
		{"(rule z)(check-sat)", "9:9: unsupported: check-sat in a script with rule"},
		{"(assert z)(query z)", "9:11: unsupported: query in a script with assert"},
		{"(assert z)(rule z)", "9:11: unsupported: rule in a script with assert"},
		{"(rule z)", "9:1: unsupported: rules without a query"},
		{"(declare-var x Int)(rule (or (p x) z))(query z)", "9:20: not a Horn clause: predicates p and z are both in its head"},
		{"(assert (forall ((x Int)) (=> (= (lambda ((i Int)) (* 2 i)) ((as const (Array Int Int)) x)) (p x))))", "9:1: unsupported: a function that is given by a term (lambda or define-fun-rec)"},
		{"(assert (p true))", "9:12: argument 1 of p"},
		{"(assert (p 1)", "9:"},
	} {
		_, err := read(c.text)
		if e := (*smtlib.Error)(nil); !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "test.smt2:"+c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestScopes: each check asks about what is asserted in the scopes that are open then.
func TestScopes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(assert (p 1))", "p/1"},
		{"(declare-fun p (Int) Bool)(assert (p 1))(push 2)(declare-fun q () Bool)(assert (=> q (p 2)))(check-sat)", "pq/2"},
		{"(declare-fun p (Int) Bool)(push)(assert (p 1))(check-sat)(get-model)(pop)(push)(assert (p 2))(assert (not (p 3)))" +
			"(check-sat)(pop)(check-sat)", "p/1 model, p/2, p/0"},
		{"(declare-fun p (Int) Bool)(push)(declare-fun q () Bool)(pop)(push)(declare-fun q (Int) Bool)(assert (q 1))(check-sat)(pop)",
			"pq/1"},
		{"(set-option :global-declarations true)(push)(declare-fun p (Int) Bool)(pop)(assert (p 1))(check-sat)", "p/1"},
		{"(set-option :global-declarations true)(declare-fun p (Int) Bool)(push)(declare-fun c () Int)(assert (p c))(pop)" +
			"(assert (p 1))(check-sat)", "p/1"},
		{"(set-option :global-declarations true)(set-option :global-declarations false)(push)(declare-fun q () Bool)(pop)" +
			"(declare-fun p (Int) Bool)(assert (p 1))(check-sat)", "p/1"},
		{"(declare-fun p (Int) Bool)(assert (p 1))(check-sat)(push)(assert (p 2))(pop)", "p/1"},
		{"(declare-rel p (Int))(rule (p 1))(query (p 1))(push)(rule (p 2))(query (p 2))(pop)(query (p 3))", "p/2, p/3, p/2"},
	} {
		text := c.text
		if !strings.Contains(text, "declare") {
			text = "(declare-fun p (Int) Bool)" + text
		}
		all, err := chc.ReadAll("test.smt2", strings.NewReader(text), term.NewStore(), nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var got []string
		for _, s := range all {
			names := ""
			for _, f := range s.Preds {
				names += s.Store.SymName(f)
			}
			if len(s.Rules) != len(s.Assertions) {
				t.Errorf("%s: %d rules of %d assertions", c.text, len(s.Rules), len(s.Assertions))
			}
			if names = fmt.Sprintf("%s/%d", names, len(s.Assertions)); s.WantsModel {
				names += " model"
			}
			got = append(got, names)
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestTooMany: what would have too many clauses is refused, not tried.
func TestTooMany(t *testing.T) {
	nested := "(p 0)"
	for k := range 40 {
		nested = fmt.Sprintf("(let ((a%d %s)) (ite (> c %d) a%d (and a%d (p %d))))", k, nested, k, k, k, k+1)
	}
	if _, err := read("(assert " + nested + ")"); err == nil || !strings.Contains(err.Error(), "unsupported: more than") {
		t.Error(err)
	}
}

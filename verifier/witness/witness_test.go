package witness_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
	"github.com/muster-smt/muster/verifier/witness"
)

// recorder is an inline.Solver that only records assertions.
type recorder struct{ all []term.Term }

func (s *recorder) Assert(t term.Term)           { s.all = append(s.all, t) }
func (s *recorder) AssertFlow(t term.Term)       { s.all = append(s.all, t) }
func (s *recorder) Hint(term.Term, bool)         {}
func (s *recorder) Core() []term.Term            { return nil }
func (s *recorder) Reached(term.Term) bool       { return false }
func (s *recorder) Model() (*model.Model, error) { return nil, nil }
func (s *recorder) Stats() []stat.Counter        { return nil }
func (s *recorder) Check(context.Context, []term.Term) inline.Outcome {
	return inline.Outcome{}
}

// stage is a program with all its calls inlined, and a solver that takes
// products, quotients, quantifiers and equations of maps for arbitrary values:
// its models are those that a solver may offer that is incomplete there.
type stage struct {
	t      *testing.T
	st     *term.Store
	rw     *rewrite.Rewriter
	replay *witness.Replayer
	tree   *inline.Tree
	facts  []term.Term             // what was asserted to the solver, taken at its word
	opaque map[term.Term]term.Term // terms that the solver does not understand, and the constants for them
	solver *solver.Solver
	model  *model.Model // that was replayed last
}

func newStage(t *testing.T, src string) *stage {
	t.Helper()
	ctx := context.Background()
	s := &stage{t: t, st: term.NewStore(), opaque: map[term.Term]term.Term{}}
	p, err := boogie.Load("test.bpl", []byte(src), s.st)
	if err != nil {
		t.Fatal(err)
	}
	s.rw = rewrite.New(s.st)
	prep, err := passes.Run(ctx, p, passes.Options{Rewriter: s.rw, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	sys, back, err := vcgen.Generate(prep.Program, vcgen.Options{Interfaces: prep.Interfaces, Maker: s.rw})
	if err != nil {
		t.Fatal(err)
	}
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	s.replay = &witness.Replayer{Prepared: prep, System: sys, Back: back}
	var asserted recorder
	s.tree = inline.NewTree(sys, s.rw, &asserted, 4)
	for s.tree.NumOpen() > 0 && s.tree.NumInstances() < 20 {
		s.tree.Open(s.tree.OpenSites()[0])
	}
	s.facts = asserted.all
	s.solver = solver.New(s.st, solver.Options{})
	for _, f := range s.facts {
		s.solver.Assert(s.abstract(f))
	}
	return s
}

// abstract replaces what the solver does not understand by constants.
func (s *stage) abstract(t term.Term) term.Term {
	if c, ok := s.opaque[t]; ok {
		return c
	}
	opaque := false
	switch op := s.st.Op(t); op {
	case term.OpForall, term.OpExists:
		opaque = true
	case term.OpMul:
		opaque = !s.st.IsNum(s.st.Arg(t, 0)) && !s.st.IsNum(s.st.Arg(t, 1))
	case term.OpDiv, term.OpMod:
		opaque = !s.st.IsNum(s.st.Arg(t, 1))
	case term.OpEq:
		opaque = s.st.IsArray(s.st.Sort(s.st.Arg(t, 0)))
	}
	if opaque {
		c := s.st.FreshConst("opaque", s.st.Sort(t))
		s.opaque[t] = c
		return c
	}
	args := s.st.Args(t)
	if len(args) == 0 {
		return t
	}
	out := make([]term.Term, len(args))
	for i, a := range args {
		out[i] = s.abstract(a)
	}
	return s.rw.Rebuild(t, out)
}

// constant returns the constant of this name in what was asserted.
func (s *stage) constant(name string) term.Term {
	found := term.Term(0)
	s.st.Visit(func(t term.Term) bool {
		if s.st.IsConst(t) && s.st.SymName(s.st.Sym(t)) == name {
			found = t
		}
		return true
	}, s.facts...)
	if found == 0 {
		s.t.Fatalf("nothing was asserted about %s", name)
	}
	return found
}

// attempt asks for a model in which constants have the given values, and
// replays it. The stage has no model if there is none, and nothing is given.
func (s *stage) attempt(ctx context.Context, given map[string]int64) (trace *verifier.Trace, fix inline.Repair, why string) {
	s.t.Helper()
	s.solver.Push()
	defer s.solver.Pop()
	s.assume(given)
	s.model = nil
	switch got := s.solver.Check(context.Background()).Status; {
	case got == sat.Unsat && given == nil:
		return nil, inline.Repair{}, "refuted"
	case got != sat.Sat:
		s.t.Fatalf("no model with %v: %v", given, got)
	}
	m, err := s.solver.Model()
	if err != nil {
		s.t.Fatal(err)
	}
	s.model = m
	path, err := s.tree.Path(func(g term.Term) bool { ok, err := m.EvalBool(g); return ok && err == nil })
	if err != nil || len(path.Open) > 0 {
		s.t.Fatalf("path %v, %v", path, err)
	}
	trace, fix, because := s.replay.Replay(ctx, s.tree, path, m)
	return trace, fix, because.Detail
}

func (s *stage) assume(given map[string]int64) {
	for name, v := range given {
		c := s.constant(name)
		if s.st.Sort(c) == term.Bool {
			if v == 0 {
				c = s.st.Not(c)
			}
			s.solver.Assert(c)
			continue
		}
		s.solver.Assert(s.st.Eq(c, s.st.Int(v)))
	}
}

// check checks that lemmas exclude the last model, as the solver takes it, and
// that each holds in every execution.
func (s *stage) check(name string, lemmas []term.Term) {
	s.t.Helper()
	excluded := false
	for _, l := range lemmas {
		valid := solver.New(s.st, solver.Options{})
		valid.Assert(s.st.Not(l))
		if got := valid.Check(context.Background()).Status; got != sat.Unsat {
			s.t.Errorf("%s: the lemma %s is not valid: its negation is %v", name, s.st.String(l), got)
		}
		ok, err := s.model.EvalBool(s.abstract(l))
		if err != nil {
			s.t.Errorf("%s: %s: %v", name, s.st.String(l), err)
		}
		excluded = excluded || !ok
	}
	if !excluded {
		s.t.Errorf("%s: the model satisfies all lemmas %q", name, s.texts(lemmas))
	}
}

// tell writes a trace on one line.
func tell(tr *verifier.Trace) string {
	var out []string
	for _, x := range tr.Steps {
		switch x.Kind {
		case prog.StepCall:
			out = append(out, "call "+x.Proc)
		case prog.StepReturn:
			out = append(out, "return "+x.Proc)
		case prog.StepAssign, prog.StepRecord:
			out = append(out, x.Label+" = "+x.Value)
		}
	}
	return strings.Join(out, "; ")
}

// TestTraces: models that are executions, and their traces.
func TestTraces(t *testing.T) {
	for _, c := range []struct {
		name, src string
		given     map[string]int64
		want      string
		failed    prog.Pos
	}{
		{"assignments", `procedure main(x: int) { var y: int;
			y := x + 1; assert y != 8; }`, map[string]int64{"x": 7}, "x = 7; y = 8", prog.Pos{Line: 2, Col: 16}},
		{"havoc", `procedure main() { var y: int; havoc y; assume y > 3;
			assert y != 5; }`, map[string]int64{"y": 5}, "y = 5", prog.Pos{Line: 2, Col: 4}},
		{"a product", `procedure main(x: int, y: int) { assume x * y == 6; assert x < y; }`,
			map[string]int64{"x": 3, "y": 2}, "x = 3; y = 2", prog.Pos{Line: 1, Col: 53}},
		{"a call", `var g: int;
			procedure inc(n: int) returns (r: int) modifies g; { r := n + 1; g := g + r; }
			procedure main() modifies g; { var a: int; g := 1; call a := inc(4); assert g != 6; }`,
			nil, "g = 1; call inc; r = 5; g = 6; return inc; a = 5", prog.Pos{Line: 3, Col: 73}},
		{"a call in a call", `
			procedure a(n: int) returns (r: int) { call r := b(n); r := r + 1; }
			procedure b(n: int) returns (r: int) { havoc r; assume r > n; }
			procedure main() { var x: int; call x := a(2); assert x < 9; }`,
			nil, "", prog.Pos{Line: 4, Col: 51}},
		{"maps", `procedure main() { var m: [int]int; havoc m; m[1] := 5; m[9] := 0; assert m[1] == m[9]; }`,
			nil, "m = [else 0]; m = [1 -> 5, else 0]; m = [1 -> 5, else 0]", prog.Pos{Line: 1, Col: 68}},
		{"a loop without effect is searched for", `procedure main(x: int) { var i: int; i := 0;
			while (i < 3) { i := i + 1; }
			assert x != 1; }`, map[string]int64{"x": 1}, "", prog.Pos{Line: 3, Col: 4}},
		{"the entry returns", `procedure main() returns (r: int) { havoc r; assume r == 4; return; }`, nil, "r = 4", prog.Pos{}},
	} {
		s := newStage(t, c.src)
		trace, _, why := s.attempt(context.Background(), c.given)
		if trace == nil {
			t.Errorf("%s: %s", c.name, why)
			continue
		}
		if got := tell(trace); c.want != "" && got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		if trace.Failed != c.failed {
			t.Errorf("%s: failed at %v, want %v", c.name, trace.Failed, c.failed)
		}
	}
}

// TestFailures: models that are not executions, where the replay fails, and whether
// it hands back a lemma. Lemmas hold in every execution and exclude the model.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name, src string
		given     map[string]int64
		why       string
		lemma     string // what some lemma looks like; "" if nothing can be done
	}{
		{"a product", `procedure main(x: int, y: int) { assume x > 0; assume x * y == 6; assert false; }`,
			map[string]int64{"x": 2, "y": 4}, "1,48: assumption is false in main", "(or (not (= x 2)) (= (* x y) (* 2 y)))"},
		{"a product in an assignment", `procedure main(x: int, y: int) { var z: int; z := x * y; assume z == 6 && x > 1; assert z < y; }`,
			map[string]int64{"x": 2, "y": 4}, "1,58: assumption is false in main", "(or (not (= y 4)) (= (* x y) (* 4 x)))"},
		{"a division", `procedure main(x: int, y: int) { assume x div y == 3; assert false; }`,
			map[string]int64{"x": 7, "y": 3}, "1,34: assumption is false in main", "(or (not (= y 3)) (= (div x y) (div x 3)))"},
		{"a remainder", `procedure main(x: int, y: int) { assume x mod y == 3; assert false; }`,
			map[string]int64{"x": 7, "y": 5}, "1,34: assumption is false in main", "(or (not (= y 5)) (= (mod x y) (mod x 5)))"},
		{"a division by a negative number", `procedure main(x: int, y: int) { assume x div y == 3; assert false; }`,
			map[string]int64{"x": 7, "y": -2}, "1,34: assumption is false in main", "(or (not (= x 7)) (not (= y -2)) (= (div x y) -3))"},
		{"equal maps", `procedure main(m: [int]int, n: [int]int) { assume m[1] == 2 && n[1] == 3; assume m == n; assert false; }`,
			nil, "1,75: assumption is false in main", ""},
		{"a quantifier at a read", `procedure main(m: [int]int, j: int) { assume (forall i: int :: m[i] > 1); assume m[j] == 0; assert false; }`,
			map[string]int64{"j": 4}, "1,39: quantified assumption is false at an instance in main", "(not (<= (select m j) 1))"},
		{"a negated quantifier at a read", `procedure main(m: [int]int, j: int) { assume !(exists i: int :: m[i] == 9); assume m[j] == 9; assert false; }`,
			map[string]int64{"j": 4}, "1,39: quantified assumption is false at an instance in main", "(select m j)"},
		{"a quantifier at a boundary", `function P(x: int): bool;
			procedure main(y: int, z: int) { assume (forall x: int :: x == y + 4 ==> P(x)); assume !P(z) && z == y + 4; assert false; }`,
			map[string]int64{"y": 1}, "2,37: quantified assumption is false at an instance in main", "(P (+ y 4))"},
		{"a quantifier at a value", `function P(x: int): bool;
			procedure main(z: int) { assume (forall x: int :: P(x)); assume !P(z); assert false; }`,
			map[string]int64{"z": 7}, "2,29: quantified assumption is false at an instance in main", "(P 7)"},
		{"a quantifier over a type", `type T; function f(t: T): int;
			procedure main(a: T) { assume (forall t: T :: f(t) > 0); assume f(a) == 0; assert false; }`,
			nil, "2,27: quantified assumption is false at an instance in main", "(f a)"},
		{"a quantified axiom", `function f(x: int): int; axiom (forall x: int :: {f(x)} f(x) > x);
			procedure main(y: int) { assume f(y) == y; assert false; }`,
			map[string]int64{"y": 3}, "1,26: quantified assumption is false at an instance", "(f "},
		{"no witness", `procedure main(m: [int]int) { assume (exists i: int :: m[i] > m[i + 1] && m[i] < m[i + 2]); assume m[0] == 1; assert false; }`,
			nil, "1,31: no witness for an existential assumption in main", ""},
	} {
		s := newStage(t, c.src)
		trace, fix, why := s.attempt(context.Background(), c.given)
		switch {
		case trace != nil:
			t.Errorf("%s: replayed: %s", c.name, tell(trace))
			continue
		case why != c.why:
			t.Errorf("%s: %s\nwant %s", c.name, why, c.why)
		}
		if c.lemma == "" {
			if len(fix.Lemmas) > 0 {
				t.Errorf("%s: lemmas %s", c.name, s.texts(fix.Lemmas))
			}
			continue
		}
		if all := s.texts(fix.Lemmas); !strings.Contains(strings.Join(all, "\n"), c.lemma) {
			t.Errorf("%s: lemmas %q, want %s", c.name, all, c.lemma)
		}
		s.check(c.name, fix.Lemmas)
		for _, v := range fix.Values {
			if ok, err := s.model.EvalBool(v); !ok || err != nil {
				t.Errorf("%s: the value %s is not the model's", c.name, s.st.String(v))
			}
		}
	}
}

func (s *stage) texts(ts []term.Term) []string {
	var out []string
	for _, t := range ts {
		out = append(out, s.st.String(t))
	}
	return out
}

// TestCancelled: a replay that is cancelled hands back that reason and nothing else.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var src strings.Builder // a replay polls now and then only
	src.WriteString("procedure main(x: int) { var y: int; y := x; goto B0;\n")
	for i := range 600 {
		fmt.Fprintf(&src, "B%d: goto C%d, D%d; C%d: y := y + 1; goto B%d; D%d: y := y + 2; goto B%d;\n", i, i, i, i, i+1, i, i+1)
	}
	src.WriteString("B600: assert y != 1000; }")
	trace, fix, why := newStage(t, src.String()).attempt(ctx, nil)
	if trace != nil || len(fix.Lemmas)+len(fix.Values) > 0 || why != context.Canceled.Error() {
		t.Errorf("trace %v, %v, %s", trace != nil, fix, why)
	}
}

// TestRepairsLeadToAnAnswer: programs of random products, quotients and reads
// under a quantifier. A solver that believes any value of them, and learns the
// lemmas of failed replays, ends with an execution or a contradiction.
func TestRepairsLeadToAnAnswer(t *testing.T) {
	n := extent.Of(20, 150)
	ran, refuted, repaired := 0, 0, 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		s := newStage(t, randomProgram(r))
		for round := 0; ; round++ {
			if round == 60 {
				t.Logf("seed %d: no answer after %d repairs", seed, round)
				break
			}
			trace, fix, why := s.attempt(context.Background(), nil)
			if s.model == nil {
				refuted++
				break
			}
			if trace != nil {
				ran++
				break
			}
			if len(fix.Lemmas) == 0 {
				t.Errorf("seed %d: nothing can be done: %s", seed, why)
				break
			}
			s.check(fmt.Sprintf("seed %d, round %d", seed, round), fix.Lemmas)
			for _, l := range fix.Lemmas {
				s.solver.Assert(s.abstract(l))
			}
			repaired++
		}
	}
	t.Logf("%d ran, %d were refuted, %d repairs", ran, refuted, repaired)
	if ran < n/4 || refuted < n/20 || repaired < n/2 {
		t.Errorf("of %d programs %d ran and %d were refuted after %d repairs", n, ran, refuted, repaired)
	}
}

// randomProgram assumes two facts about small integers and a map.
func randomProgram(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	num := func() string { return fmt.Sprint(r.IntN(7)) }
	var b strings.Builder
	b.WriteString("procedure main(x: int, y: int, m: [int]int) { var z: int;\n")
	for _, v := range []string{"x", "y"} {
		fmt.Fprintf(&b, "assume 0 < %s && %s < 7;\n", v, v)
	}
	for range 2 {
		op := pick(" * ", " div ", " mod ")
		fmt.Fprintf(&b, "z := %s%s%s; assume z %s %s;\n", pick("x", "(x + 1)", "m[y]"), op, pick("y", "(y + 2)"), pick("==", ">", "!="), num())
	}
	fmt.Fprintf(&b, "assume (forall i: int :: m[i] %s %s);\n", pick(">", "<="), num())
	b.WriteString("assert false; }")
	return b.String()
}

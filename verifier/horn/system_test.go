package horn_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/verifier/horn"
)

// applied stands for predicate k: it is applied, or its definition is.
type applied func(k int, args ...smt.Expr) smt.Bool

// systems are systems of one or two predicates p0 and p1.
var systems = []struct {
	name    string
	params  func(st *smt.Store) [][]smt.Expr
	clauses func(st *smt.Store, p applied) []smt.Bool
	want    sat.Status
}{
	{
		"loop, with parameters that two predicates share",
		func(st *smt.Store) [][]smt.Expr {
			return [][]smt.Expr{{st.Int("x"), st.Int("n")}, {st.Int("n"), st.Int("x")}}
		},
		func(st *smt.Store, p applied) []smt.Bool {
			x, n, two := st.Int("x"), st.IntSort().Fresh("n"), st.IntVal(2)
			return []smt.Bool{
				n.Ge(st.IntVal(0)).Implies(p(0, st.IntVal(0), n)),
				p(0, x, n).And(x.Lt(n)).Implies(p(0, x.Add(two), n)),
				p(0, x, n).And(x.Ge(n)).Implies(p(1, n, x)),
				p(1, n, x).Implies(x.Le(n.Add(st.IntVal(1))).And(x.Mod(two).Eq(st.IntVal(0)))),
			}
		},
		sat.Sat,
	},
	{
		"without parameters, and a variable of sort Bool",
		func(st *smt.Store) [][]smt.Expr { return [][]smt.Expr{{}, {st.Bool("b")}} },
		func(st *smt.Store, p applied) []smt.Bool {
			b := st.Bool("b")
			return []smt.Bool{p(0), p(0).And(b).Implies(p(1, b)), p(1, b).Implies(b)}
		},
		sat.Sat,
	},
	{
		"functions and elements",
		func(st *smt.Store) [][]smt.Expr { return [][]smt.Expr{{st.Sort("U").Const("u")}} },
		func(st *smt.Store, p applied) []smt.Bool {
			u := st.Sort("U")
			x, f := u.Const("x"), smt.NewFun1("f", u, u)
			return []smt.Bool{x.Eq(f.At(x)).Implies(p(0, x)), p(0, x).Implies(f.At(f.At(x)).Eq(x))}
		},
		sat.Sat,
	},
	{
		"elements, unsat",
		func(st *smt.Store) [][]smt.Expr { return [][]smt.Expr{{st.Sort("U").Const("u"), st.Int("n")}} },
		func(st *smt.Store, p applied) []smt.Bool {
			x, n := st.Sort("U").Const("x"), st.Int("n")
			return []smt.Bool{
				p(0, x, st.IntVal(0)), p(0, x, n).Implies(p(0, x, n.Add(st.IntVal(1)))),
				p(0, x, n).Implies(n.Lt(st.IntVal(3))),
			}
		},
		sat.Unsat,
	},
	{
		"arrays, and quantifiers in clauses",
		func(st *smt.Store) [][]smt.Expr {
			return [][]smt.Expr{{st.Int("i"), smt.ArrayOf(st.IntSort(), st.IntSort()).Const("a")}}
		},
		func(st *smt.Store, p applied) []smt.Bool {
			i, a := st.Int("i"), smt.ArrayOf(st.IntSort(), st.IntSort()).Const("a")
			return []smt.Bool{
				st.Forall([]smt.Expr{a}, p(0, st.IntVal(0), a)),
				p(0, i, a).And(i.Lt(st.IntVal(2))).Implies(p(0, i.Add(st.IntVal(1)), a.Store(i, st.IntVal(7)))),
				st.Exists([]smt.Expr{a}, p(0, st.IntVal(2), a).And(a.Select(st.IntVal(1)).Eq(st.IntVal(7)))).Not(),
			}
		},
		sat.Unsat,
	},
	{
		"bit-vectors",
		func(st *smt.Store) [][]smt.Expr { return [][]smt.Expr{{st.BitVec("x", 8)}} },
		func(st *smt.Store, p applied) []smt.Bool {
			x, three := st.BitVec("x", 8), st.BitVecVal(3, 8)
			return []smt.Bool{p(0, three), p(0, x).Implies(p(0, x.Mul(three))), p(0, st.BitVecVal(0, 8)).Not()}
		},
		sat.Sat,
	},
}

// TestSystems: systems over typed terms are solved, by one engine, in their own store, and by all. With the definitions the clauses hold, as a session says that
// shares nothing with it but the terms; and its derivations are in the system's terms.
func TestSystems(t *testing.T) {
	for _, c := range systems {
		for _, engine := range []string{"spacer", horn.Auto} {
			t.Run(c.name+"/"+engine, func(t *testing.T) {
				st := smt.NewStore()
				s := horn.NewSystem(st)
				var preds []*horn.Pred
				for k, params := range c.params(st) {
					preds = append(preds, s.Pred(fmt.Sprint("p", k), params...))
				}
				for _, f := range c.clauses(st, func(k int, args ...smt.Expr) smt.Bool { return preds[k].At(args...) }) {
					s.Assert("", f)
				}
				opt := horn.Options{Engine: engine, Model: true, Invariants: true}
				a, err := horn.Solve(t.Context(), s, opt)
				if err != nil || a.Status != c.want {
					t.Fatal(a, err)
				}
				if a.Status == sat.Unsat {
					checkSteps(t, a)
					return
				}
				if len(a.Solution) != len(preds) {
					t.Fatalf("no solution: %v", a.NoSolution)
				}
				for i, f := range c.clauses(st, func(k int, args ...smt.Expr) smt.Bool { return a.Solution[k].At(args...) }) {
					check := smt.NewSession(st, smt.Config{})
					check.Assert(f.Not())
					if r, err := check.Check(t.Context()); err != nil || r.Status != smt.Unsat {
						t.Errorf("clause %d: %v %v with %v", i, r, err, a.Solution)
					}
				}
				s.Query("all", preds[0].At(preds[0].Params()...))
				if b, err := horn.Solve(t.Context(), s, opt); err != nil || b.Status == sat.Sat && c.name != "functions and elements" {
					t.Errorf("with nothing in p0: %v %v", b, err)
				}
			})
		}
	}
}

func checkSteps(t *testing.T, a *horn.Answer) {
	t.Helper()
	for k, s := range a.Derivation {
		if (s.Pred == nil) != (k == len(a.Derivation)-1) {
			t.Errorf("step %d derives %v", k, s.Pred)
		}
		if s.Pred != nil && len(s.Args) != len(s.Pred.Params()) {
			t.Errorf("step %d has %d arguments", k, len(s.Args))
		}
		for i, v := range s.Args {
			_, isInt := v.Int()
			_, isElem := v.Element()
			sort := s.Pred.Params()[i].Untyped().Sort()
			if isInt != (sort == sort.Store().IntSort().AnySort) || isElem != sort.Uninterpreted() || v.String() == "" {
				t.Errorf("step %d: %v is not of sort %v", k, v, sort)
			}
		}
		for _, x := range s.Vars {
			if x.Var.String() == "" || x.Value.String() == "" {
				t.Errorf("step %d: %v", k, x)
			}
		}
	}
}

// Systems over one store may be solved at the same time.
func TestSystemsTogether(t *testing.T) {
	st := smt.NewStore()
	x := st.Int("x")
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			s := horn.NewSystem(st)
			p := s.Pred("p", x)
			s.Rule("start", p.At(st.IntVal(0)))
			s.Rule("step", p.At(x.Add(st.IntVal(1))), p.At(x), x.Lt(st.IntVal(int64(k))))
			s.Query("end", p.At(x), x.Ge(st.IntVal(2)))
			a, err := horn.Solve(t.Context(), s, horn.Options{Model: true})
			if err != nil || (a.Status == sat.Unsat) != (k >= 2) {
				t.Error(k, a, err)
			}
		})
	}
	all.Wait()
}

// What is wrong with a clause is said with its name.
func TestClauseError(t *testing.T) {
	st := smt.NewStore()
	x := st.Int("x")
	f := smt.NewFun1("f", st.IntSort(), st.BoolSort())
	for _, c := range []struct {
		name, want string
		clause     func(p, q *horn.Pred) smt.Bool
	}{
		{"choice", "choice: not a Horn clause: predicates p and q are both in its head", func(p, q *horn.Pred) smt.Bool { return p.At(x).Or(q.At(x)) }},
		{"", "clause 2: not a Horn clause: predicate p is below an existential quantifier in a head", func(p, q *horn.Pred) smt.Bool { return st.Exists([]smt.Expr{x}, p.At(x)) }},
		{"f", "f: f is no predicate of the system", func(p, q *horn.Pred) smt.Bool { return f.At(x).Implies(p.At(x)) }},
		{"inside", "inside: not a Horn clause: predicate q occurs inside a term", func(p, q *horn.Pred) smt.Bool {
			return p.At(smt.Ite(q.At(x), x, st.IntVal(0)))
		}},
	} {
		s := horn.NewSystem(st)
		p, q := s.Pred("p", x), s.Pred("q", x)
		s.Rule("fine", p.At(x), q.At(x))
		s.Assert(c.name, c.clause(p, q))
		a, err := horn.Solve(t.Context(), s, horn.Options{})
		if e := new(horn.ClauseError); !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("%v, %v, want %s", a, err, c.want)
		}
	}
}

func TestSystemMisuse(t *testing.T) {
	st, other := smt.NewStore(), smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	s := horn.NewSystem(st)
	p := s.Pred("p", x, y)
	for i, c := range []struct {
		f    func()
		want string
	}{
		{func() { s.Pred("q", x, x) }, "parameter 2 is not a constant, or is listed twice"},
		{func() { s.Pred("q", x, st.IntVal(1)) }, "parameter 2 is not a constant, or is listed twice"},
		{func() { s.Pred("q", x.Neg()) }, "parameter 1 is not a constant, or is listed twice"},
		{func() { s.Pred("q", smt.Int{}) }, "parameter 1 is not a constant, or is listed twice"},
		{func() { s.Pred("q", other.Int("x")) }, "a sort of another store"},
		{func() { s.Pred("p", x, y) }, "the predicate is declared twice"},
		{func() { s.Pred("p", x) }, "it is already declared with other sorts"},
		{func() { p.At(x) }, "1 arguments, want 2"},
		{func() { p.At(x, st.Bool("b")) }, "argument 2 is of sort Bool, want Int"},
		{func() { s.Rule("r", p.At(x, y), other.Bool("b")) }, "argument 1 is of another store"},
		{func() { s.Query("r", smt.Bool(x)) }, "argument 1 is of sort Int, want Bool"},
		{func() { s.Assert("r", smt.Bool(x)) }, "the clause is no formula of the system's store"},
		{func() { s.Assert("r", smt.Bool{}) }, "the clause is no formula of the system's store"},
		{func() { horn.Definition{Pred: p, Body: x.Lt(y)}.At(x) }, "2 variables, 1 terms"},
	} {
		func() {
			defer func() {
				m := new(smt.Misuse)
				if err, ok := recover().(error); !ok || !errors.As(err, &m) || m.Why != c.want {
					t.Errorf("%d: %v, want %s", i, err, c.want)
				}
			}()
			c.f()
		}()
	}
}

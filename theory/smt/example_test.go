package smt_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/muster-smt/muster/theory/smt"
)

func Example() {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Add(y).Eq(st.IntVal(10)))
	s.Assert(x.Sub(y).Eq(st.IntVal(4)))
	r, err := s.Check(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	m, err := s.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	for c, v := range m.Constants {
		fmt.Println(c, "=", v)
	}
	// Output:
	// sat
	// x = 7
	// y = 3
}

func ExampleSession_Check() {
	st := smt.NewStore()
	x := st.Int("x")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Mul(st.IntVal(2)).Eq(st.IntVal(6)))
	for _, assumption := range []smt.Bool{x.Gt(st.IntVal(2)), x.Gt(st.IntVal(3))} {
		r, err := s.Check(context.Background(), assumption)
		fmt.Println(r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := s.Check(ctx)
	fmt.Println(errors.Is(err, context.Canceled))
	// Output:
	// sat <nil>
	// unsat <nil>
	// true
}

// A limit of the session is not an error: the answer is unknown, with the reason.
func ExampleConfig() {
	st := smt.NewStore()
	s := smt.NewSession(st, smt.Config{Conflicts: 10, Timeout: time.Hour, CheckModels: true})
	in := func(pigeon, hole int) smt.Bool { return st.Bool(fmt.Sprintf("p%d in %d", pigeon, hole)) }
	const holes = 7
	for p := range holes + 1 {
		some := st.Or()
		for h := range holes {
			some = some.Or(in(p, h))
			for q := range p {
				s.Assert(in(p, h).And(in(q, h)).Not())
			}
		}
		s.Assert(some)
	}
	r, err := s.Check(context.Background())
	fmt.Println(r, err)
	// Output: unknown (conflict limit) <nil>
}

func ExampleSession_Push() {
	ctx := context.Background()
	st := smt.NewStore()
	x := st.Int("x")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Ge(st.IntVal(0)))
	s.Push()
	s.Assert(x.Lt(st.IntVal(0)))
	inner, _ := s.Check(ctx)
	s.Pop()
	outer, _ := s.Check(ctx)
	fmt.Println(inner, outer)
	// Output: unsat sat
}

func ExampleSession_Core() {
	ctx := context.Background()
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	s := smt.NewSession(st, smt.Config{})
	rules := map[smt.ID]string{
		s.Assert(x.Lt(y)):             "x is less than y",
		s.Assert(y.Le(st.IntVal(10))): "y is at most 10",
		s.Assert(y.Ge(st.IntVal(0))):  "y is at least 0",
	}
	r, _ := s.Check(ctx, x.Eq(st.IntVal(10)))
	fmt.Println(r)
	core, err := s.MinimizeCore(ctx, 0)
	fmt.Println(core.Assumptions, core.Minimal, err)
	for _, id := range core.Assertions {
		fmt.Println(rules[id])
	}
	// Output:
	// unsat
	// [(= x 10)] true <nil>
	// x is less than y
	// y is at most 10
}

func ExampleSession_Models() {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	s := smt.NewSession(st, smt.Config{})
	zero := st.IntVal(0)
	s.Assert(zero.Lt(x).And(x.Lt(y), x.Add(y).Eq(st.IntVal(7))))
	sum := 0
	for m, err := range s.Models(context.Background(), x, y) {
		if err != nil {
			fmt.Println(err)
			return
		}
		a, _ := m.Int(x)
		b, _ := m.Int(y)
		sum += int(a.Int64() * b.Int64())
	}
	fmt.Println("1*6 + 2*5 + 3*4 =", sum)
	// Output: 1*6 + 2*5 + 3*4 = 28
}

func ExampleSession_Fork() {
	ctx := context.Background()
	st := smt.NewStore()
	b := st.Bool("b")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(b.Or(st.Bool("c")))
	other := s.Fork()
	answer := make(chan smt.Result)
	go func() { // both may run at the same time
		other.Assert(b.Not().And(st.Bool("c").Not()))
		r, _ := other.Check(ctx)
		answer <- r
	}()
	r, _ := s.Check(ctx, b)
	fmt.Println(r, <-answer)
	// Output: sat unsat
}

func ExampleSession_Stats() {
	st := smt.NewStore()
	s := smt.NewSession(st, smt.Config{})
	s.Assert(st.Bool("b"))
	_, _ = s.Check(context.Background())
	fmt.Println(s.Stats().Get("checks"))
	// All counters together are the attributes of a log record.
	slog.New(slog.DiscardHandler).Info("solved", "solver", s.Stats())
	// Output: 1
}

func ExampleSession_WriteSMTLIB() {
	st := smt.NewStore()
	x := st.Int("the x")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Le(st.IntVal(-1)))
	s.Push()
	s.Assert(x.Ge(st.IntVal(0)))
	if err := s.WriteSMTLIB(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (set-logic ALL)
	// (declare-fun |the x| () Int)
	// (assert (<= |the x| (- 1)))
	// (push 1)
	// (assert (<= 0 |the x|))
	// (check-sat)
}

func ExampleSession_Record() {
	st := smt.NewStore()
	x := st.Int("x")
	s := smt.NewSession(st, smt.Config{Seed: 3})
	end := s.Record(os.Stdout)
	s.Assert(x.Le(st.IntVal(-1)))
	_, _ = s.Check(context.Background(), x.Ge(st.IntVal(0)))
	_, _ = s.Core(context.Background())
	if err := end(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ; calls on a smt.Session; each set-info :answer is that of the call before it
	// (set-option :random-seed 3)
	// (set-option :global-declarations true)
	// (set-logic ALL)
	// (declare-fun x () Int)
	// (assert (<= x (- 1)))
	// (define-fun $a1 () Bool (<= 0 x))
	// (check-sat-assuming ($a1))
	// (set-info :answer unsat)
	// (set-info :call core)
	// ; assertions [1], assumptions [1]
}

func ExampleArray() {
	st := smt.NewStore()
	ints := st.IntSort()
	a := smt.ArrayOf(ints, ints).Const("a")
	i, j := st.Int("i"), st.Int("j")
	s := smt.NewSession(st, smt.Config{})
	swapped := a.Store(i, a.Select(j)).Store(j, a.Select(i))
	s.Assert(swapped.Select(i).Ne(a.Select(j)))
	r, _ := s.Check(context.Background())
	fmt.Println(r)
	// Output: unsat
}

func ExampleFun1() {
	st := smt.NewStore()
	person := st.Sort("Person")
	father := smt.NewFun1("father", person, person)
	anna, bert := person.Const("anna"), person.Const("bert")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(anna.Eq(bert))
	s.Assert(father.At(anna).Ne(father.At(bert)))
	r, _ := s.Check(context.Background())
	fmt.Println(r)
	// Output: unsat
}

// A constant array differs from one that a function of three arguments has changed.
func ExampleConstArray() {
	st := smt.NewStore()
	ints := st.IntSort()
	zeros := smt.ConstArray(smt.ArrayOf(ints, ints), st.IntVal(0))
	mix := smt.NewFun3("mix", ints, ints, ints, ints)
	i, j, k := st.Int("i"), st.Int("j"), st.Int("k")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(smt.Distinct(i, j, k))
	s.Assert(zeros.Store(i, mix.At(i, j, k)).Select(j).Ne(st.IntVal(0)))
	r, _ := s.Check(context.Background())
	fmt.Println(r)
	// Output: unsat
}

func ExampleReal() {
	st := smt.NewStore()
	x := st.Real("x")
	third := x.Mul(st.RealVal(3, 1)).Eq(st.RealVal(1, 1))
	fmt.Println(third)
	fmt.Println(third == st.Real("x").Mul(st.RealVal(3, 1)).Eq(st.RealVal(1, 1)))
	// Output:
	// (= (* 3 x) 1)
	// true
}

func ExampleStore_Forall() {
	st := smt.NewStore()
	ints := st.IntSort()
	f := smt.NewFun1("f", ints, ints)
	x := st.Int("x")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(st.Forall([]smt.Expr{x}, f.At(x).Gt(x), []smt.Expr{f.At(x)}))
	s.Assert(f.At(st.IntVal(5)).Lt(st.IntVal(6)))
	r, _ := s.Check(context.Background())
	fmt.Println(r)
	// Output: unsat
}

// Where sorts are only known at run time, mistakes are errors.
func ExampleStore_Apply() {
	st := smt.NewStore()
	x, err := st.IntSort().AnySort.Const("x")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = st.Apply("+", x, st.Bool("b").Untyped())
	fmt.Println(err)
	_, err = st.Apply("<=", x, smt.NewStore().Int("x").Untyped())
	fmt.Println(err)
	le, err := st.Apply("<=", x, st.IntVal(3).Untyped())
	fmt.Println(le, err)
	f, err := smt.As(le, st.BoolSort())
	fmt.Println(f.Not(), err)
	// Output:
	// smt: +: argument 2 is of sort Bool, want Int
	// smt: <=: argument 2 is of another store
	// (<= x 3) <nil>
	// (not (<= x 3)) <nil>
}

func ExampleModel_Table() {
	ctx := context.Background()
	st := smt.NewStore()
	ints := st.IntSort()
	f := smt.NewFun1("f", ints, ints)
	s := smt.NewSession(st, smt.Config{})
	s.Assert(f.At(st.IntVal(1)).Eq(st.IntVal(7)))
	s.Assert(f.At(st.IntVal(2)).Eq(st.IntVal(9)))
	s.Assert(f.At(st.IntVal(3)).Eq(st.IntVal(7)))
	_, _ = s.Check(ctx)
	m, err := s.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Assert(st.BoolVal(false)) // a model never changes
	entries, otherwise, _ := m.Table(f.Func)
	for _, e := range entries {
		fmt.Println(e.Args, "->", e.Value)
	}
	fmt.Println("otherwise", otherwise)
	fmt.Print(m)
	// Output:
	// [1] -> 7
	// [2] -> 9
	// [3] -> 7
	// otherwise 7
	// (define-fun f ((x!0 Int)) Int (ite (= x!0 2) 9 7))
}

// An invariant is inductive if it holds after a step wherever it does before.
func ExampleSubstitute() {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	invariant := x.Add(y).Eq(st.IntVal(0))
	after := smt.Substitute(invariant, []smt.Expr{x, y}, []smt.Expr{y.Add(st.IntVal(-1)), x.Add(st.IntVal(1))})
	fmt.Println(after)
	s := smt.NewSession(st, smt.Config{})
	s.Assert(invariant.Implies(after).Not())
	fmt.Println(s.Check(context.Background()))
	// Output:
	// (= (+ (+ y -1) (+ x 1)) 0)
	// unsat <nil>
}

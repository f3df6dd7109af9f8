package model

import (
	"errors"
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

func TestEval(t *testing.T) {
	st := term.NewStore()
	m := New(st, Options{Strict: true})
	c := func(name string, sort term.Sort) term.Term { return st.FreshConst(name, sort) }
	x, y, p, u := c("x", term.Int), c("y", term.Int), c("p", term.Bool), c("unassigned", term.Bool)
	arr := st.ArraySort(term.Int, term.Int)
	a := c("a", arr)
	f := st.DeclareFun("f", []term.Sort{term.Int, term.Int}, term.Int)
	m.SetConst(x, Int64(-7))
	m.SetConst(y, Int64(2))
	m.SetConst(p, Bool(true))
	m.SetConst(a, ConstArray(st, arr, Int64(3)).Store(Int64(1), Int64(4)))
	r, s := c("r", term.Real), c("s", term.Real)
	ra := c("ra", st.ArraySort(term.Real, term.Real))
	rat := func(n, d int64) num.Rat { return num.FromInts(num.FromInt64(n), num.FromInt64(d)) }
	m.SetConst(r, Rat(rat(-7, 2)))
	m.SetConst(s, Rat(rat(3, 1)))
	m.SetConst(ra, ConstArray(st, st.ArraySort(term.Real, term.Real), Rat(rat(1, 1))).Store(Rat(rat(-1, 2)), Rat(rat(9, 1))))
	m.SetQuoZero(rat(-7, 2), rat(1, 3))
	m.SetFun(f, []Value{Int64(-7), Int64(2)}, Int64(11))
	m.SetDivZero(num.FromInt64(-7), num.FromInt64(5))
	b := st.BoundVar("b", term.Int)
	q := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{b}, Body: st.Le(b, x)})
	tru, fls := Bool(true), Bool(false)
	i := st.Int
	for _, test := range []struct {
		t    term.Term
		want Value
		err  error
	}{
		{st.Add(x, y, i(10)), Int64(5), nil},
		{st.Mul(x, y), Int64(-14), nil},
		{st.Div(x, y), Int64(-4), nil},
		{st.Mod(x, y), Int64(1), nil},
		{st.Div(x, i(-2)), Int64(4), nil},
		{st.Mod(x, i(-2)), Int64(1), nil},
		{st.Div(x, i(0)), Int64(5), nil},
		{st.Div(y, i(0)), Int64(0), nil},
		{st.Mod(y, i(0)), Int64(0), nil},
		{st.Le(x, y), tru, nil},
		{st.Lt(y, y), fls, nil},
		{st.App(f, x, y), Int64(11), nil},
		{st.App(f, y, x), Value{}, ErrUnassigned},
		{st.Ite(p, x, st.App(f, y, x)), Int64(-7), nil},
		{st.Ite(u, x, x), Int64(-7), nil},
		{st.Ite(u, x, y), Value{}, ErrUnassigned},
		{st.And(p, u), Value{}, ErrUnassigned},
		{st.And(u, st.Not(p)), fls, nil},
		{st.And(q, st.Not(p)), fls, nil},
		{st.And(q, p), Value{}, ErrQuantifier},
		{st.Or(q, u, p), tru, nil},
		{st.Or(st.Not(p), st.Not(p)), fls, nil},
		{st.Distinct(x, y, x), fls, nil},
		{st.Distinct(x, y, i(5)), tru, nil},
		{st.Distinct(p, u, p), fls, nil},
		{st.Distinct(p, u), Value{}, ErrUnassigned},
		{st.Add(r, s, st.Rat(rat(1, 2))), Rat(rat(0, 1)), nil},
		{st.Mul(r, r), Rat(rat(49, 4)), nil},
		{st.Quo(r, s), Rat(rat(-7, 6)), nil},
		{st.Quo(r, st.Rat(rat(0, 1))), Rat(rat(1, 3)), nil},
		{st.Quo(s, st.Add(s, st.Neg(s))), Rat(rat(0, 1)), nil},
		{st.ToInt(r), Int64(-4), nil},
		{st.ToReal(x), Rat(rat(-7, 1)), nil},
		{st.IsInt(r), fls, nil},
		{st.IsInt(s), tru, nil},
		{st.Lt(r, s), tru, nil},
		{st.Le(st.Rat(rat(-10, 3)), r), fls, nil},
		{st.Eq(st.Mul(r, st.Rat(rat(2, 1))), st.ToReal(x)), tru, nil},
		{st.Select(ra, st.Add(r, s)), Rat(rat(9, 1)), nil},
		{st.Select(st.Store(a, x, i(8)), i(-7)), Int64(8), nil},
		{st.Select(a, i(1)), Int64(4), nil},
		{st.Eq(a, st.Store(st.ConstArray(arr, i(3)), i(1), i(4))), tru, nil},
		{st.Eq(a, st.Store(a, i(1), i(3))), fls, nil},
		{st.Eq(p, st.Eq(x, y)), fls, nil},
		{b, Value{}, ErrUnbound},
	} {
		for range 2 { // the second time from the memo
			got, err := m.Eval(test.t)
			if !errors.Is(err, test.err) || !got.Equal(test.want) {
				t.Errorf("%v of term %d: %v, %v; want %v, %v", st.Op(test.t), test.t, got, err, test.want, test.err)
			}
		}
	}
}

func TestCompletionIsKept(t *testing.T) {
	st := term.NewStore()
	m := New(st, Options{})
	s := st.UninterpretedSort("S")
	f := st.DeclareFun("f", []term.Sort{term.Int}, s)
	a := st.FreshConst("a", st.ArraySort(term.Int, st.ArraySort(term.Bool, s)))
	app := st.App(f, st.Int(3))
	v, err := m.Eval(app)
	if err != nil || !v.Equal(Elem(s, 0)) {
		t.Fatal(v, err)
	}
	m.SetDefault(f, Elem(s, 1))
	if v, _ := m.Eval(app); !v.Equal(Elem(s, 0)) {
		t.Fatalf("completed value changed to %v", v)
	}
	if v, _ := m.Eval(st.App(f, st.Int(4))); !v.Equal(Elem(s, 1)) {
		t.Fatalf("default not used: %v", v)
	}
	if v, err := m.Eval(st.Select(st.Select(a, st.Int(0)), st.True())); err != nil || !v.Equal(Elem(s, 0)) {
		t.Fatal(v, err)
	}
}

func TestEnv(t *testing.T) {
	st := term.NewStore()
	m := New(st, Options{})
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	m.SetConst(x, Int64(1))
	m.SetConst(y, Int64(10))
	sum := st.Add(x, y)
	eval := func(e *Env, want int64) {
		t.Helper()
		if v, err := e.Eval(sum); err != nil || !v.Equal(Int64(want)) {
			t.Fatalf("%v, %v, want %d", v, err, want)
		}
	}
	e := m.NewEnv()
	eval(e, 11)
	e.Set(x, Int64(2))
	eval(e, 12)
	c := e.Clone()
	c.Set(y, Int64(20))
	eval(c, 22)
	eval(e, 12)
	e.Unset(x)
	eval(e, 11)
	eval(c, 22)
	m.SetConst(x, Int64(5))
	eval(e, 15)
	eval(c, 22)

	b := st.BoundVar("b", term.Int)
	all := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{b}, Body: st.Le(b, sum)})
	some := st.Quantify(term.OpExists, term.Quant{Vars: []term.Term{b}, Body: st.Lt(sum, b)})
	instances := [][]Value{{Int64(0)}, {Int64(22)}, {Int64(23)}}
	for _, q := range []term.Term{all, some} {
		if i, err := m.EvalQuant(c, q, instances); i != 2 || err != nil {
			t.Fatal(i, err)
		}
		if i, err := m.EvalQuant(c, q, instances[:2]); i != -1 || err != nil {
			t.Fatal(i, err)
		}
	}
}

func TestDeepAndShared(t *testing.T) {
	st := term.NewStore()
	m := New(st, Options{})
	x := st.FreshConst("x", term.Int)
	m.SetConst(x, Int64(1))
	d := x
	for range 1000000 { // deep
		d = st.Mod(d, st.Int(7))
	}
	if v, err := m.Eval(d); err != nil || !v.Equal(Int64(1)) {
		t.Fatal(v, err)
	}
	d = x
	for range 62 { // 2^62 paths
		d = st.Add(d, d)
	}
	if v, err := m.Eval(d); err != nil || !v.Equal(Int64(1<<62)) {
		t.Fatal(v, err)
	}
	d = st.Int(3)
	for range 64 {
		d = st.Mul(d, d)
	}
	if _, err := m.Eval(d); !errors.Is(err, ErrUnsupported) {
		t.Fatal(err)
	}
}

// TestEnvSet binds constants before and after they were evaluated.
func TestEnvSet(t *testing.T) {
	st := term.NewStore()
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	e := New(st, Options{}).NewEnv()
	sum := st.Add(x, y)
	for i, step := range []struct {
		set  term.Term
		to   int64
		want int64
	}{{x, 1, 1}, {x, 2, 2}, {y, 5, 7}, {y, 6, 8}} {
		e.Set(step.set, Int64(step.to))
		if v, err := e.Eval(sum); err != nil || !v.Equal(Int64(step.want)) {
			t.Errorf("step %d: %v, %v, want %d", i, v, err, step.want)
		}
	}
	z := st.FreshConst("z", term.Int)
	e.Set(z, Int64(3))
	if v, err := e.Eval(st.Add(sum, z)); err != nil || !v.Equal(Int64(11)) {
		t.Errorf("with a new constant: %v, %v", v, err)
	}
}

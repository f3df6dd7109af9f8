package smtlib

import (
	"bufio"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

func TestAnswerValues(t *testing.T) {
	st := term.NewStore()
	s := st.UninterpretedSort("my sort")
	ints := st.ArraySort(term.Int, term.Int)
	set := st.ArraySort(s, term.Bool)
	reals := st.ArraySort(term.Real, term.Real)
	for _, test := range []struct {
		sort     term.Sort
		in, want string
	}{
		{term.Int, "5", "5"},
		{term.Int, "(- 12345678901234567890)", "(- 12345678901234567890)"},
		{term.Bool, "true", "true"},
		{s, "|my sort!val!3|", "(as |@my sort_3| |my sort|)"},
		{s, "(as |@my sort_2| |my sort|)", "(as |@my sort_2| |my sort|)"},
		{ints, "((as const (Array Int Int)) 4)", "((as const (Array Int Int)) 4)"},
		{ints, "(store (store ((as const (Array Int Int)) 4) 2 (- 1)) 1 0)", "(store (store ((as const (Array Int Int)) 4) 1 0) 2 (- 1))"},
		{ints, "(let ((a!1 (store ((as const (Array Int Int)) 4) 2 3))) (store a!1 2 4))", "((as const (Array Int Int)) 4)"},
		{ints, "(lambda ((x!1 Int)) (ite (= x!1 3) 5 (ite (or (= x!1 4) (= 5 x!1)) 6 0)))",
			"(store (store (store ((as const (Array Int Int)) 0) 3 5) 4 6) 5 6)"},
		{ints, "(lambda ((x Int)) (ite (= x 3) 5 (ite (= x 3) 6 0)))", "(store ((as const (Array Int Int)) 0) 3 5)"},
		{set, "(lambda ((x |my sort|)) (= x |my sort!val!1|))",
			"(store ((as const (Array |my sort| Bool)) false) (as |@my sort_1| |my sort|) true)"},
		{set, "(lambda ((x |my sort|)) (not (= x |my sort!val!1|)))",
			"(store ((as const (Array |my sort| Bool)) true) (as |@my sort_1| |my sort|) false)"},
		{ints, "(_ as-array k!0)", "error: unsupported: (_ as-array k!0)"},
		{ints, "(lambda ((x Int)) (ite (<= x 3) 5 0))", "error: unsupported: this lambda is not a finite table"},
		{ints, "(lambda ((x Int)) x)", "error: unsupported: this lambda is not a finite table"},
		{term.Int, "true", "error: a value of sort Int is expected, not Bool"},
		{term.Int, "1.5", "error: a value of sort Int is expected, not Real"},
		{term.Real, "1.50", "(/ 3.0 2.0)"},
		{term.Real, "(- (/ 4 6))", "(- (/ 2.0 3.0))"},
		{term.Real, "(/ (- 4) 2)", "(- 2.0)"},
		{term.Real, "7", "7.0"},
		{reals, "(lambda ((x Real)) (ite (= x (/ 1 2)) 5.0 0.0))", "(store ((as const (Array Real Real)) 0.0) (/ 1.0 2.0) 5.0)"},
		{term.Int, "x", "error: unknown symbol x"},
	} {
		a := NewAnswers(strings.NewReader("(((f x \"y\") "+test.in+"))"), st, nil)
		values, err := a.Values([]term.Sort{test.sort})
		if err != nil {
			want, isError := strings.CutPrefix(test.want, "error: ")
			if !isError || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", test.in, err)
			}
			continue
		}
		got := string(AppendValue(nil, st, values[0]))
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.in, got, test.want)
		}
		again, err := NewAnswers(strings.NewReader("((x "+got+"))"), st, nil).Values([]term.Sort{test.sort})
		if err != nil || !again[0].Equal(values[0]) {
			t.Errorf("%s: %v, %v", got, again, err)
		}
	}
	_, err := NewAnswers(strings.NewReader(`(error "line 1 column 2")`), st, nil).Symbol()
	var e *SolverError
	if !errors.As(err, &e) || e.Msg != "line 1 column 2" {
		t.Error(err)
	}
	if _, err := NewAnswers(strings.NewReader(""), st, nil).Symbol(); err != io.ErrUnexpectedEOF {
		t.Error(err)
	}
}

func TestAppendDefinition(t *testing.T) {
	st := term.NewStore()
	m := model.New(st, model.Options{})
	f := st.DeclareFun("f", []term.Sort{term.Int, term.Bool}, term.Int)
	m.SetFun(f, []model.Value{model.Int64(-1), model.Bool(true)}, model.Int64(2))
	m.SetFun(f, []model.Value{model.Int64(5), model.Bool(false)}, model.Int64(3))
	m.SetDefault(f, model.Int64(3))
	c := st.DeclareFun("a c", nil, st.UninterpretedSort("S"))
	got, err := AppendDefinition(nil, m, f)
	if want := "(define-fun f ((x!0 Int) (x!1 Bool)) Int (ite (and (= x!0 (- 1)) x!1) 2 3))"; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	got, err = AppendDefinition(nil, m, c)
	if want := "(define-fun |a c| () S (as @S_0 S))"; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// TestSession talks to the installed solvers over a pipe: values of random terms
// must agree with evaluation, and unsat assumptions come back as terms.
func TestSession(t *testing.T) {
	for _, solver := range [][]string{{"z3", "-in"}, {"cvc5", "--incremental", "-q", "--produce-models"}} {
		if _, err := exec.LookPath(solver[0]); err != nil {
			t.Logf("no %s on PATH", solver[0])
			continue
		}
		t.Run(solver[0], func(t *testing.T) { session(t, solver) })
	}
}

func session(t *testing.T, solver []string) {
	cmd := exec.Command(solver[0], solver[1:]...)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	st := term.NewStore()
	s := st.UninterpretedSort("T")
	c := func(name string, sort term.Sort) term.Term { return st.FreshConst(name, sort) }
	x, y, p, q := c("x", term.Int), c("x", term.Int), c("p", term.Bool), c("q", term.Bool)
	array := st.ArraySort(term.Int, s)
	a, u, v := c("a", array), c("u", s), c("v", s)
	w := NewWriter(in, st, Options{GlobalDeclarations: true, Options: [][2]string{{":produce-models", "true"}, {":produce-unsat-assumptions", "true"}}})
	answers := NewAnswers(bufio.NewReader(out), st, w)
	status := func(want string) {
		t.Helper()
		if got, err := answers.Symbol(); got != want || err != nil {
			t.Fatal(got, err)
		}
	}
	w.Assert(st.Le(st.Add(x, st.Int(3)), y))
	w.Assert(st.Le(y, st.Int(-7)))
	w.Assert(st.Not(st.Eq(u, v)))
	w.Assert(st.Eq(st.Select(a, x), u))
	w.Assert(st.Eq(st.Select(a, y), v))
	w.CheckSat()
	status("sat")
	ask := []term.Term{x, y, st.Add(x, y), u, v, a, st.Eq(u, v), st.Select(a, x)}
	w.GetValue(ask)
	var sorts []term.Sort
	for _, t := range ask {
		sorts = append(sorts, st.Sort(t))
	}
	values, err := answers.Values(sorts)
	if err != nil {
		t.Fatal(err)
	}
	m := model.New(st, model.Options{Strict: true})
	for k, u := range ask {
		if st.IsConst(u) {
			m.SetConst(u, values[k])
		}
	}
	for k, u := range ask {
		if got, err := m.Eval(u); err != nil || !got.Equal(values[k]) {
			t.Errorf("%s is %v, %v, but the solver says %v", st.String(u), got, err, values[k])
		}
	}
	w.Push()
	w.Assert(st.Or(st.Not(p), st.Le(st.Int(0), x)))
	lits := []term.Term{st.Not(q), p, st.Le(st.Int(-100), x)}
	w.CheckSatAssuming(lits)
	status("unsat")
	w.GetUnsatAssumptions()
	used, err := answers.Literals()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, l := range used {
		u, ok := w.Assumed(l)
		if !ok || !slices.Contains(lits, u) {
			t.Errorf("unsat assumption %s", l)
		}
		found = found || u == p
	}
	if !found {
		t.Errorf("unsat assumptions %v", used)
	}
	w.Pop(1)
	w.CheckSatAssuming(lits)
	status("sat")
	w.Exit()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

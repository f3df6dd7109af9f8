package prop_test

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

func TestCheckReplays(t *testing.T) {
	dir, st := t.TempDir(), smt.NewStore()
	x, y, n := st.Int("x"), st.Int("|y z|"), st.IntVal
	a := smt.ArrayOf(st.IntSort(), st.BoolSort()).Const("a")
	file := filepath.Join(dir, "TestA.case_1-bae022e2.txt")
	run := func(f smt.Bool) *recorder {
		tb := &recorder{name: "TestA/case 1"}
		if got := (prop.Config{Dir: dir}).Check(tb, f); got != (len(tb.errors) == 0) {
			t.Errorf("%v: %q", got, tb.errors)
		}
		return tb
	}
	wants := func(what string, lines []string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(strings.Join(lines, "\n"), w) {
				t.Errorf("%s: %q, want %q", what, lines, w)
			}
		}
	}
	less := x.Le(y.Add(n(3))).Or(a.Select(x))
	wants("first", run(less).errors, "smallest counterexample:\n    x = 2\n    |y z| = -2\n    a = [else: false]", "kept in "+file)
	wants("again", run(less).errors, "fails for the values of "+file+":3\n    x = 2")
	wants("changed, and still wrong", run(less.And(x.Le(n(100)))).errors, "fails for the values of "+file+":3")
	wants("wrong elsewhere", run(less.Or(x.Lt(n(10)))).errors, "smallest counterexample", "x = 10")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wants("file", []string{string(data)}, "# Values for which TestA/case 1 failed", "formula ", "x = 2\n|y z| = -2\na = [else: false]\n", "x = 10\n")
	other := st.Bool("c").Or(st.Bool("c").Not())
	wants("other names", run(other).logs, file+":3: ignored: kept for ", "has no x")
	if !(prop.Config{Dir: dir}).Check(&recorder{name: "TestA/case 1"}, less.Or(x.Gt(y))) {
		t.Error("not proved")
	}
	if again, err := os.ReadFile(file); err != nil || string(again) != string(data) {
		t.Errorf("a proof has changed the file: %v", err)
	}
	for _, c := range []struct{ text, want string }{
		{"x = 1\n", file + ":1: want"},
		{"formula 1\n\nx 1\n", file + ":3: want"},
		{"formula = 1\n", file + ":1: want"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		wants("bad file", run(less).errors, c.want)
	}
}

func TestForAllReplays(t *testing.T) {
	dir, st := t.TempDir(), smt.NewStore()
	x, q, n := st.Int("x"), st.Real("q"), st.IntVal
	f := x.Ge(n(0)).And(q.Eq(x.ToReal().Mul(st.RealVal(2, 1))))
	file := filepath.Join(dir, "TestB.txt")
	var seen []int64
	run := func(f smt.Bool, most int64) *recorder {
		seen = nil
		tb := &recorder{name: "TestB"}
		prop.Config{Dir: dir}.ForAll(tb, f, func(v prop.Values) error {
			k := v.Int(x)
			seen = append(seen, k.Int64())
			if k.Cmp(big.NewInt(most)) > 0 {
				panic("too much")
			}
			return nil
		}, x, q)
		return tb
	}
	if tb := run(f, 100); len(tb.errors) != 1 || !strings.Contains(tb.errors[0], "x = 101\n    q = 202\npanic: too much") {
		t.Errorf("%q", tb.errors)
	}
	if tb := run(f, 50); len(tb.errors) != 1 || !strings.Contains(tb.errors[0], "the values of "+file+":3") || !slices.Equal(seen, []int64{101}) {
		t.Errorf("%q, %v", tb.errors, seen)
	}
	run(f, 101) // keeps another one
	if data, err := os.ReadFile(file); err != nil || strings.Count(string(data), "formula") != 2 {
		t.Errorf("%s, %v", data, err)
	}
	if tb := run(f.And(x.Le(n(70))), 1000); len(tb.errors) != 0 || len(tb.logs) != 2 || len(seen) != 100 {
		t.Errorf("%q, %q, %d cases", tb.errors, tb.logs, len(seen))
	}
}

// Everything that a counterexample can contain is read back unchanged.
func TestKeptValuesComeBack(t *testing.T) {
	st := smt.NewStore()
	n, ints, s := st.IntVal, st.IntSort(), st.Sort("S")
	x, odd, formula := st.Int("x"), st.Int("a = b [c: d, #1] x"), st.Int("formula")
	q, r := st.Real("q"), st.Real("r")
	a := smt.ArrayOf(ints, smt.ArrayOf(s, st.RealSort())).Const("a")
	f := smt.NewFun2("f g", s, st.BoolSort(), ints)
	hash := smt.NewFun1("#", ints, ints)
	e, d := s.Const("e"), s.Const("d")
	flags := smt.ArrayOf(st.BoolSort(), ints).Const("flags")
	yes := st.BoolVal(true)
	for i, c := range []struct {
		f    smt.Bool // has a counterexample
		want string
	}{
		{odd.Add(formula).Lt(n(1000)), "a = b [c: d, #1] x = 500\nformula = 500"},
		{q.Mul(st.RealVal(3, 1)).Ne(st.RealVal(-2, 1)), "q = -2/3"},
		{a.Select(x).Select(e).Eq(a.Select(n(5)).Select(d)),
			"x = 0\na = [else: [#0: 1, else: 0]]\ne = #0\nd = #1"},
		{f.At(e, yes).Le(f.At(d, yes).Add(n(3))), "f g = [#0 true: -2, else: 2]\ne = #1\nd = #0"},
		{f.At(e, x.Gt(n(3))).Eq(f.At(e, x.Lt(n(-3)))), "x = 4\nf g = [#0 false: 1, else: 0]\ne = #0"},
		{hash.At(x).Eq(hash.At(n(7))), ""},
		{flags.Select(yes).Eq(flags.Select(yes.Not())), "flags = [true: 1, else: 0]"},
		{x.Mod(n(0)).Ne(n(4)), "x = 0\n(mod 0 0) = 4"},
		{q.Div(r).Eq(q.Add(st.RealVal(1, 3)).Div(r)), "q = 0\nr = 0\n(/ 1/3 0) = 1"},
		{x.Div(n(0)).Eq(n(0)).Or(x.Gt(n(-9))), "x = -9\n(div -9 0) = 1"},
	} {
		dir := t.TempDir()
		run := func() string {
			tb := &recorder{name: "TestA"}
			if (prop.Config{Dir: dir}).Check(tb, c.f) || len(tb.errors) != 1 || len(tb.logs) > 0 {
				t.Fatalf("%d: %q %q", i, tb.errors, tb.logs)
			}
			return tb.errors[0]
		}
		first, again := run(), run()
		values := func(text string) string {
			_, text, _ = strings.Cut(text, "\n")
			var lines []string
			for _, l := range strings.Split(text, "\n") {
				if strings.HasPrefix(l, "    ") {
					lines = append(lines, l[4:])
				}
			}
			return strings.Join(lines, "\n")
		}
		if c.want == "" { // a name that would begin a comment
			if !strings.Contains(first, "not kept: ") {
				t.Errorf("%d: %s", i, first)
			}
			continue
		}
		if !strings.Contains(first, "smallest counterexample:") || !strings.Contains(again, "fails for the values of") ||
			!strings.HasPrefix(values(first), c.want) || values(again) != values(first) {
			t.Errorf("%d:\n%s\n%s\nwant\n%s", i, first, again, c.want)
		}
	}
}

// Elements with different numbers differ, whatever the formula allows.
func TestKeptElementsAreDifferent(t *testing.T) {
	dir, st := t.TempDir(), smt.NewStore()
	s, other := st.Sort("S"), st.Sort("T")
	a, b, c := s.Const("a"), s.Const("b"), other.Const("c")
	text := "formula 1\na = #2\nb = #7\nc = #2\n"
	if err := os.WriteFile(filepath.Join(dir, "TestA.txt"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	seen := 0
	prop.Config{Dir: dir, Tests: 1}.ForAll(&recorder{name: "TestA"}, a.Eq(a).And(b.Eq(b), c.Eq(c)), func(v prop.Values) error {
		if seen++; seen == 1 && v.Elem(a) == v.Elem(b) {
			t.Errorf("the same:\n%s", v)
		}
		return nil
	})
	if seen != 2 {
		t.Errorf("%d values, want what is kept and one more", seen)
	}
}

// What is kept for one formula stays when another one of the same test is proved, and
// tests that run at the same time lose nothing.
func TestKeptByManyAtOnce(t *testing.T) {
	dir, st := t.TempDir(), smt.NewStore()
	x := st.Int("x")
	var wait sync.WaitGroup
	for i := range int64(8) {
		wait.Go(func() {
			prop.Config{Dir: dir}.Check(&recorder{name: "TestA"}, x.Ne(st.IntVal(i)))
			prop.Config{Dir: dir}.Check(&recorder{name: "TestA"}, x.Ne(st.IntVal(i)).Or(x.Eq(st.IntVal(i))))
		})
	}
	wait.Wait()
	data, err := os.ReadFile(filepath.Join(dir, "TestA.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if strings.Count(string(data), fmt.Sprintf("\nx = %d\n", i)) == 0 {
			t.Errorf("%d is lost:\n%s", i, data)
		}
	}
	tb := &recorder{name: "TestA"}
	if (prop.Config{Dir: dir}).Check(tb, x.Ne(st.IntVal(3))) || !strings.Contains(tb.errors[0], "fails for the values of") {
		t.Errorf("%q", tb.errors)
	}
}

// Each test has a file of its own, whatever its name.
func TestFilesDiffer(t *testing.T) {
	dir, st := t.TempDir(), smt.NewStore()
	names := []string{"TestA", "TestA/b", "TestA/<", "TestA/>", "TestA/<=", "TestA/b.c", "TestA/b/c", "TestA/\u00e9", "TestA/..",
		"TestA/" + strings.Repeat("long", 100), "TestA/" + strings.Repeat("long", 100) + "er"}
	for _, name := range names {
		for range 2 {
			tb := &recorder{name: name}
			prop.Config{Dir: dir}.Check(tb, st.Int("x").Gt(st.IntVal(0)))
			if len(tb.errors) != 1 || strings.Contains(tb.errors[0], "not kept") {
				t.Errorf("%s: %q", name, tb.errors)
			}
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != len(names) {
		t.Errorf("%d files, want %d: %v", len(files), len(names), err)
	}
}

// A failure that cannot be replayed is not a success.
func TestKeptAndNotDecided(t *testing.T) {
	dir, st := t.TempDir(), smt.NewStore()
	x := st.Int("x")
	fails := func(prop.Values) error { return errors.New("no") }
	prop.Config{Dir: dir}.ForAll(&recorder{name: "TestA"}, x.Gt(st.IntVal(0)), fails)
	tb := &recorder{name: "TestA"}
	ok := prop.Config{Dir: dir, Timeout: 1}.ForAll(tb, x.Gt(st.IntVal(0)), func(prop.Values) error { return nil })
	if ok || len(tb.errors) != 1 || !strings.Contains(tb.errors[0], "TestA.txt:3") || !strings.Contains(tb.errors[0], "cannot be replayed") {
		t.Errorf("%v: %q", ok, tb.errors)
	}
}

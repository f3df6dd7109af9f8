package dimacs_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
)

func render(f *dimacs.Formula) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", f.Vars)
	for c := range f.Clauses() {
		for _, l := range c {
			fmt.Fprintf(&b, " %d", l.Dimacs())
		}
		b.WriteString(" 0")
	}
	for _, q := range f.Queries {
		fmt.Fprintf(&b, " %d?", q.Clauses)
		for _, l := range q.Assumptions {
			fmt.Fprintf(&b, " %d", l.Dimacs())
		}
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"p cnf 0 0", "0:"},
		{"c hello\np cnf 3 2\n1 -2\n 3 0\nc mid\n-1 0", "3: 1 -2 3 0 -1 0"},
		{"p cnf 2 1\r\n0\r\n%\n0\n", "2: 0"},
		{"", "f:1:1: expected the header p cnf VARIABLES CLAUSES"},
		{"p cnff 1 1", "f:1:3: expected the header p cnf VARIABLES CLAUSES"},
		{"p cnf x 1", "f:1:7: expected the number of variables, found 'x'"},
		{"p cnf 999999999999999999999 1", "f:1:7: the number of variables is larger than 2147483647"},
		{"p cnf 2 1\n1 3 0", "f:2:3: variable 3, but the header declares 2 variables"},
		{"p cnf 2 1\n1 -0", "f:2:4: expected a variable after the minus sign"},
		{"p cnf 2 1\n1 2z 0", "f:2:4: expected a blank after the number, found 'z'"},
		{"p cnf 2 1\n1 2", "f:2:4: the input ends inside a clause"},
		{"p cnf 2 1 1 c 2\n2 0", "2: 1 2 0"},
		{"p cnf 9 0\n", "9:"},
		{"p inccnf\n1 2 0\na -1 0\nc x\n-2 0\na 0\na 3\t-1 0\n", "3: 1 2 0 -2 0 1? -1 2? 2? 3 -1"},
		{"p inccnf ", "0:"},
		{"p inccnf\na1 0", "f:2:2: expected a blank after the a, found '1'"},
		{"p inccnf\na 1", "f:2:4: expected a literal, but the input ends"},
		{"p inccnf\n1\na 1 0", "f:3:1: expected the end of the clause, found 'a'"},
		{"p cnf 2 1\na 1 0", "f:2:1: expected a literal, found 'a'"},
		{"p cnf 2 2\n1 2 0\n", "f:3:1: the header declares 2 clauses, but there are 1"},
		{"p cnf 2 1\n1 0\n2 0", "f:3:1: the header declares 1 clauses, but here is another"},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			f, err := dimacs.Read(in, "f")
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = render(f)
			}
			if got != c.want {
				t.Errorf("%q: got %q, want %q", c.in, got, c.want)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	f, err := dimacs.Read(strings.NewReader("p cnf 2 3\n1 2 0 -1 2 0 1 -2 0"), "f")
	if err != nil {
		t.Fatal(err)
	}
	s := sat.New(sat.Options{})
	if !f.Load(s) || s.Solve(nil, nil, sat.Budget{}) != sat.Sat || f.Evaluate(dimacs.Query{Clauses: f.Len()}, f.Model(s.ModelValue)) != nil {
		t.Fatal("no model")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("c x\np cnf 3 2\n1 -2 0 3 0")
	f.Add("p cnf 1 1\n-1 0 %")
	f.Fuzz(func(t *testing.T, in string) {
		formula, err := dimacs.Read(strings.NewReader(in), "f")
		var e *dimacs.Error
		if err == nil {
			for c := range formula.Clauses() {
				for _, l := range c {
					if l.Var() == 0 || l.Var() > formula.MaxVar || int(l.Var()) > formula.Vars {
						t.Fatalf("literal %v out of range", l)
					}
				}
			}
		} else if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
			t.Fatalf("error without a position: %v", err)
		}
	})
}

// BenchmarkRead measures reading in bytes per second.
func BenchmarkRead(b *testing.B) {
	var in strings.Builder
	const clauses = 200000
	fmt.Fprintf(&in, "p cnf 1000000 %d\n", clauses)
	for i := range clauses {
		fmt.Fprintf(&in, "%d -%d %d 0\n", i%1000000+1, i*7919%1000000+1, i*104729%1000000+1)
	}
	b.SetBytes(int64(in.Len()))
	for b.Loop() {
		if _, err := dimacs.Read(strings.NewReader(in.String()), "f"); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSparse reads formulas that have few of the variables that they declare: all that is
// made must be in proportion to the clauses.
func TestSparse(t *testing.T) {
	for _, c := range []struct{ in, model string }{
		{"p cnf 2000000000 0\n", "[]"},
		{"p cnf 2147483647 2\n1 2 0 -1 0", "[-1 2]"},
		{"p cnf 2000000000 3\n1999999999 -5 0 5 0 -1000000000 -5 0", "[5 -1000000000 1999999999]"},
		{"p inccnf\n2147483647 0\na -7 0\n", "[-7 2147483647]"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := dimacs.Read(strings.NewReader(c.in), "f")
		if err != nil {
			t.Fatal(err)
		}
		s := sat.New(sat.Options{})
		f.Load(s)
		q := dimacs.Query{Clauses: f.Len()}
		if len(f.Queries) > 0 {
			q = f.Queries[0]
		}
		var assumed []sat.Lit
		for _, l := range q.Assumptions {
			assumed = append(assumed, f.Number(l))
		}
		if st := s.Solve(nil, assumed, sat.Budget{}); st != sat.Sat || f.Evaluate(dimacs.Query{Clauses: f.Len()}, f.Model(s.ModelValue)) != nil {
			t.Fatalf("%q: %v", c.in, st)
		}
		model := f.Model(s.ModelValue)
		if err := f.Evaluate(q, model); err != nil {
			t.Errorf("%q: %v", c.in, err)
		}
		var got []int
		for _, l := range model {
			got = append(got, l.Dimacs())
		}
		if text := fmt.Sprint(got); text != c.model {
			t.Errorf("%q: model %s, want %s", c.in, text, c.model)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%q: %d bytes", c.in, n)
		}
	}
}

// TestNames checks that the names of a sparse formula and the numbers of its variables are
// inverse, and that variables that a solver makes get names of their own.
func TestNames(t *testing.T) {
	f, err := dimacs.Read(strings.NewReader("p cnf 100000 2\n3 -99999 0 1 5 0"), "f")
	if err != nil || !f.Sparse() || f.Made() != 4 {
		t.Fatal(err, f.Made())
	}
	want := []int{1, 3, 5, 99999, 2, 4, 6, 7}
	for i, n := range want {
		l := sat.Var(i + 1).Neg()
		name := f.Name(l)
		if name.Dimacs() != -n {
			t.Errorf("%v is %d, want %d", l, name.Dimacs(), -n)
		}
		if back := f.Number(name); back != l && (i < f.Made() || back != sat.NoLit) {
			t.Errorf("%d is %v, want %v", -n, back, l)
		}
	}
}

// TestStore reads back clauses of all sizes and with all distances between literals.
func TestStore(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var in strings.Builder
	var want strings.Builder
	in.WriteString("p inccnf\n")
	for range 3000 {
		for range min(r.IntN(9)*r.IntN(9), 1<<r.IntN(16)) {
			n := 1 + r.IntN(1<<(1+r.IntN(31))-1)
			if r.IntN(2) == 0 {
				n = -n
			}
			fmt.Fprintf(&in, "%d ", n)
			fmt.Fprintf(&want, " %d", n)
		}
		in.WriteString("0\n")
		want.WriteString(" 0")
	}
	f, err := dimacs.Read(strings.NewReader(in.String()), "f")
	if err != nil {
		t.Fatal(err)
	}
	if got := render(f); got[strings.Index(got, ":")+1:] != want.String() {
		t.Error("the clauses are not those that were read")
	}
}

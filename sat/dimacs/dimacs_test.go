package dimacs_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

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
		{"p cnf 999999999999999999999 1", "f:1:7: the number of variables is larger than 268435456"},
		{"p cnf 2 1\n1 3 0", "f:2:3: variable 3, but the header declares 2 variables"},
		{"p cnf 2 1\n1 -0", "f:2:4: expected a variable after the minus sign"},
		{"p cnf 2 1\n1 2z 0", "f:2:4: expected a blank after the number, found 'z'"},
		{"p cnf 2 1\n1 2", "f:2:4: the input ends inside a clause"},
		{"p cnf 2 2\n1 2 0\n", "f:3:1: the header declares 2 clauses, but there are 1"},
		{"p cnf 2 1\n1 0\n2 0", "f:3:1: the header declares 1 clauses, but here is another"},
	} {
		f, err := dimacs.Read(strings.NewReader(c.in), "f")
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

func TestLoad(t *testing.T) {
	f, err := dimacs.Read(strings.NewReader("p cnf 2 3\n1 2 0 -1 2 0 1 -2 0"), "f")
	if err != nil {
		t.Fatal(err)
	}
	s := sat.New(sat.Options{})
	if !f.Load(s) || s.Solve(nil, nil, sat.Budget{}) != sat.Sat || !f.Satisfied(s.ModelValue) {
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
					if l.Var() == 0 || int(l.Var()) > formula.Vars {
						t.Fatalf("literal %v out of range", l)
					}
				}
			}
		} else if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
			t.Fatalf("error without a position: %v", err)
		}
	})
}

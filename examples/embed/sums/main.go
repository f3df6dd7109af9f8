// Sums finds two numbers by their sum and their difference, and says why there are none if these do not fit.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/muster-smt/muster/theory/smt"
)

func main() {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Add(y).Eq(st.IntVal(10)))
	s.Assert(x.Sub(y).Ge(st.IntVal(3)))
	r, err := s.Check(context.Background())
	if err != nil || r.Status != smt.Sat { // smt.Unsat, or smt.Unknown with r.Reason
		log.Fatal(r.Status, r.Reason, err)
	}
	m, err := s.Model() // immutable: m.Int(x), m.Eval(t), m.String()
	if err != nil {
		log.Fatal(err)
	}
	a, _ := m.Int(x)
	b, _ := m.Int(y)
	fmt.Println(a, b)
}

package horn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/verifier/horn"
)

// The domain of all variables of random systems, and the number of predicates, which have their index as arity.
const (
	domain     = 3
	predicates = 3
	depth      = 3
)

// formula is a formula over the variables of a clause that can be evaluated and printed. Predicates occur positively.
type formula struct {
	op   string // "and", "or", "ite", "p": predicate n at variables, else a comparison of two variables or a variable and n
	kids []formula
	n    int
	vars []int
}

func (f formula) eval(values []int, facts map[string]bool) bool {
	switch f.op {
	case "and":
		return f.kids[0].eval(values, facts) && f.kids[1].eval(values, facts)
	case "or":
		return f.kids[0].eval(values, facts) || f.kids[1].eval(values, facts)
	case "ite":
		if f.kids[0].eval(values, facts) {
			return f.kids[1].eval(values, facts)
		}
		return f.kids[2].eval(values, facts)
	case "p":
		return facts[f.fact(values)]
	case "<":
		return values[f.vars[0]] < values[f.vars[1]]
	case "+":
		return values[f.vars[0]] == values[f.vars[1]]+1
	}
	return values[f.vars[0]] == f.n
}

// fact is the application of a predicate to values.
func (f formula) fact(values []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(p%d", f.n)
	for _, v := range f.vars {
		fmt.Fprintf(&b, " %d", values[v])
	}
	return b.String() + ")"
}

func (f formula) String() string {
	switch f.op {
	case "and":
		// Three ways to say it.
		switch f.n {
		case 0:
			return fmt.Sprintf("(not (or (not %v) (not %v)))", f.kids[0], f.kids[1])
		case 1:
			return fmt.Sprintf("(let ((k %v)) (and k %v k))", f.kids[0], f.kids[1])
		}
		return fmt.Sprintf("(and %v %v)", f.kids[0], f.kids[1])
	case "or":
		if f.n == 0 {
			return fmt.Sprintf("(not (and (not %v) (not %v)))", f.kids[0], f.kids[1])
		}
		return fmt.Sprintf("(or %v %v)", f.kids[0], f.kids[1])
	case "ite":
		return fmt.Sprintf("(ite %v %v %v)", f.kids[0], f.kids[1], f.kids[2])
	case "p":
		if len(f.vars) == 0 {
			return fmt.Sprintf("p%d", f.n)
		}
		text := fmt.Sprintf("(p%d", f.n)
		for _, v := range f.vars {
			text += fmt.Sprintf(" x%d", v)
		}
		return text + ")"
	case "<":
		return fmt.Sprintf("(< x%d x%d)", f.vars[0], f.vars[1])
	case "+":
		return fmt.Sprintf("(= x%d (+ x%d 1))", f.vars[0], f.vars[1])
	}
	return fmt.Sprintf("(= x%d %d)", f.vars[0], f.n)
}

// clause says that a body implies each of the heads, or false if there are none, for values within the domain.
type clause struct {
	vars  int
	body  formula
	heads []formula
	form  int
}

func (c clause) String() string {
	guard := ""
	binders := ""
	for v := range c.vars {
		guard += fmt.Sprintf(" (<= 0 x%d %d)", v, domain-1)
		binders += fmt.Sprintf("(x%d Int) ", v)
	}
	head := "false"
	if len(c.heads) > 0 {
		head = fmt.Sprintf("(and true %v %v)", c.heads[0], c.heads[len(c.heads)-1])
	}
	switch c.form {
	case 0:
		return fmt.Sprintf("(forall (%s) (=> (and%s) (=> %v %s)))", binders, guard, c.body, head)
	case 1:
		return fmt.Sprintf("(forall (%s) (or (not (and%s)) %s (not %v)))", binders, guard, head, c.body)
	case 2:
		return fmt.Sprintf("(not (exists (%s) (and%s %v (not %s))))", binders, guard, c.body, head)
	}
	return fmt.Sprintf("(forall (%s) (ite (and%s) (=> %v %s) true))", binders, guard, c.body, head)
}

func randomClause(r *rand.Rand, query bool) clause {
	c := clause{vars: 1 + r.IntN(3), form: r.IntN(4)}
	c.body = c.formula(r, 3)
	if !query {
		for range 1 + r.IntN(2) {
			c.heads = append(c.heads, c.atom(r))
		}
	}
	return c
}

func (c clause) atom(r *rand.Rand) formula {
	f := formula{op: "p", n: r.IntN(predicates)}
	for range f.n {
		f.vars = append(f.vars, r.IntN(c.vars))
	}
	return f
}

func (c clause) formula(r *rand.Rand, size int) formula {
	comparison := func() formula {
		return formula{op: []string{"<", "+", "=", "="}[r.IntN(4)], n: r.IntN(domain), vars: []int{r.IntN(c.vars), r.IntN(c.vars)}}
	}
	if size == 0 {
		if r.IntN(2) == 0 {
			return comparison()
		}
		return c.atom(r)
	}
	switch r.IntN(6) {
	case 0:
		return formula{op: "ite", kids: []formula{comparison(), c.formula(r, size-1), c.formula(r, size-1)}}
	case 1, 2:
		return formula{op: "or", n: r.IntN(2), kids: []formula{c.formula(r, size-1), c.formula(r, size-1)}}
	case 3, 4:
		return formula{op: "and", n: r.IntN(3), kids: []formula{c.formula(r, size-1), c.formula(r, size-1)}}
	}
	return c.formula(r, 0)
}

// derive returns whether false can be derived, and by a tree of at most the given height.
func derive(clauses []clause, height int) (ever, within bool) {
	facts := map[string]bool{}
	for round := 1; ; round++ {
		next := map[string]bool{}
		for _, c := range clauses {
			values := make([]int, c.vars)
			for more := true; more; more = count(values) {
				if !c.body.eval(values, facts) {
					continue
				}
				if len(c.heads) == 0 {
					return true, round <= height
				}
				for _, h := range c.heads {
					if f := h.fact(values); !facts[f] {
						next[f] = true
					}
				}
			}
		}
		if len(next) == 0 {
			return false, false
		}
		for f := range next {
			facts[f] = true
		}
	}
}

// count goes to the next values.
func count(values []int) bool {
	for i := range values {
		if values[i]++; values[i] < domain {
			return true
		}
		values[i] = 0
	}
	return false
}

// TestRandom compares answers with the facts that can be derived, one by one.
func TestRandom(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 20
	}
	got := map[sat.Status]int{}
	for seed := range n {
		r := rand.New(rand.NewPCG(22, uint64(seed)))
		var clauses []clause
		for range 2 + r.IntN(4) {
			clauses = append(clauses, randomClause(r, false))
		}
		clauses = append(clauses, randomClause(r, true))
		if r.IntN(3) == 0 {
			clauses = append(clauses, randomClause(r, true))
		}
		var text strings.Builder
		text.WriteString("(declare-fun p0 () Bool)(declare-fun p1 (Int) Bool)(declare-fun p2 (Int Int) Bool)\n")
		for _, c := range clauses {
			fmt.Fprintf(&text, "(assert %v)\n", c)
		}
		for _, engine := range horn.Engines() {
			rep, err := horn.Solve(context.Background(), read(t, text.String()), horn.Options{Engine: engine, Depth: depth, Invariants: true, Model: seed%4 == 0})
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, engine, err, &text)
			}
			got[rep.Status]++
			ever, within := derive(clauses, depth+1)
			if rep.Status == sat.Sat && ever || rep.Status == sat.Unsat && !ever || rep.Status != sat.Unsat && within {
				t.Errorf("seed %d: %s says %v (%v); derivable: %v, at this depth: %v\n%s", seed, engine, rep.Status, rep.Reason, ever, within, &text)
			}
			if rep.Status == sat.Sat && seed%4 == 0 && rep.Solution == nil {
				t.Errorf("seed %d: %s has no solution: %v\n%s", seed, engine, rep.NoSolution, &text)
			}
		}
	}
	t.Log(got)
}

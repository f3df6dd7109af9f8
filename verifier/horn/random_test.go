package horn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/horn"
	"github.com/muster-smt/muster/verifier/validate"
)

// The domain of all variables of random systems, and the number of predicates, which have their index as arity.
const (
	domain     = 3
	predicates = 3
	depth      = 3
)

// formula is a formula over the variables of a clause that can be evaluated and printed. Predicates occur positively.
type formula struct {
	// op is and, or, ite, exists: over variable n, p: predicate n at variables, else a comparison of two variables or of a
	// variable and n.
	op   string
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
	case "exists":
		values = slices.Clone(values)
		for values[f.n] = range domain {
			if f.kids[0].eval(values, facts) {
				return true
			}
		}
		return false
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
	if len(f.vars) == 0 {
		return fmt.Sprintf("p%d", f.n)
	}
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
	case "exists":
		return fmt.Sprintf("(exists ((x%d Int)) (and (<= 0 x%d %d) %v))", f.n, f.n, domain-1, f.kids[0])
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

// clause says that a body implies each of the heads, or false if there are none, for values within the domain. Of two heads
// that are split, it implies the first one where the first variable is 0, and the second one elsewhere.
type clause struct {
	vars  int
	body  formula
	heads []formula
	split bool
	form  int
}

// conclusions returns what follows for some values.
func (c clause) conclusions(values []int) (facts []string) {
	for i, h := range c.heads {
		if !c.split || i == min(values[0], 1) {
			facts = append(facts, h.fact(values))
		}
	}
	if len(c.heads) == 0 {
		facts = append(facts, "false")
	}
	return facts
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
	if c.split {
		head = fmt.Sprintf("(ite (= x0 0) %v %v)", c.heads[0], c.heads[1])
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
		c.split = len(c.heads) == 2 && r.IntN(2) == 0
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
	switch r.IntN(7) {
	case 6:
		return formula{op: "exists", n: r.IntN(c.vars), kids: []formula{c.formula(r, size-1)}}
	case 0:
		return formula{op: "ite", kids: []formula{comparison(), c.formula(r, size-1), c.formula(r, size-1)}}
	case 1, 2:
		return formula{op: "or", n: r.IntN(2), kids: []formula{c.formula(r, size-1), c.formula(r, size-1)}}
	case 3, 4:
		return formula{op: "and", n: r.IntN(3), kids: []formula{c.formula(r, size-1), c.formula(r, size-1)}}
	}
	return c.formula(r, 0)
}

// derive returns all facts, false among them, with the least height of a tree that derives each.
func derive(clauses []clause) map[string]int {
	heights, facts := map[string]int{}, map[string]bool{}
	for height := 1; ; height++ {
		next := map[string]bool{}
		for _, c := range clauses {
			values := make([]int, c.vars)
			for more := true; more; more = count(values) {
				if c.body.eval(values, facts) {
					for _, f := range c.conclusions(values) {
						next[f] = true
					}
				}
			}
		}
		grown := false
		for f := range next {
			if !facts[f] {
				facts[f], heights[f], grown = true, height, true
			}
		}
		if !grown {
			return heights
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

// randomSystem returns random clauses, and a script of them.
func randomSystem(r *rand.Rand) (clauses []clause, text string) {
	for range 2 + r.IntN(4) {
		clauses = append(clauses, randomClause(r, false))
	}
	for range 1 + r.IntN(3)/2 {
		clauses = append(clauses, randomClause(r, true))
	}
	text = "(declare-fun p0 () Bool)(declare-fun p1 (Int) Bool)(declare-fun p2 (Int Int) Bool)\n"
	for _, c := range clauses {
		text += fmt.Sprintf("(assert %v)\n", c)
	}
	return clauses, text
}

// solveRandom solves a random system within a limit on effort: some have hundreds of thousands of instances within the
// depth.
func solveRandom(t *testing.T, text string, opt horn.Options) *horn.Report {
	ctx, cancel := limit.NewCountdown(5_000, limit.Steps).Context(context.Background())
	defer cancel()
	opt.Depth = depth
	return solveWithin(ctx, t, text, opt)
}

// TestRandom compares answers with the facts that can be derived, one by one.
func TestRandom(t *testing.T) {
	n := extent.Of(20, 60)
	got := map[sat.Status]int{}
	for seed := range n {
		clauses, text := randomSystem(rand.New(rand.NewPCG(22, uint64(seed))))
		height, ever := derive(clauses)["false"]
		for _, engine := range horn.Engines() {
			rep := solveRandom(t, text, horn.Options{Engine: engine, Model: seed%4 == 0})
			got[rep.Status]++
			within := ever && height <= depth+1 && rep.Reason.Kind != reason.Steps
			if rep.Status == sat.Sat && ever || rep.Status == sat.Unsat && !ever || rep.Status != sat.Unsat && within {
				t.Errorf("seed %d: %s says %v (%v); height of a derivation: %d\n%s", seed, engine, rep.Status, rep.Reason, height, text)
			}
			if rep.Status == sat.Sat && seed%4 == 0 && rep.Solution == nil && rep.NoSolution.Kind != reason.Steps {
				t.Errorf("seed %d: %s has no solution: %v\n%s", seed, engine, rep.NoSolution, text)
			}
		}
	}
	t.Log(got)
}

// TestRandomDerivations damages derivations: what is accepted derives nothing that cannot be derived.
func TestRandomDerivations(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range 40 {
		r := rand.New(rand.NewPCG(23, uint64(seed)))
		clauses, text := randomSystem(r)
		facts := derive(clauses)
		rep := solveRandom(t, text, horn.Options{Engine: "corral"})
		if rep.Status != sat.Unsat {
			continue
		}
		good := rep.Derivation.Steps
		for range 100 {
			steps := slices.Clone(good)
			s := &steps[r.IntN(len(steps))]
			values := slices.Clone(s.Values)
			s.Values, s.Args, s.Premises = values, slices.Clone(s.Args), slices.Clone(s.Premises)
			value := model.Int64(r.Int64N(domain+1) - r.Int64N(2))
			switch r.IntN(6) {
			case 5:
				k := r.IntN(predicates)
				s.Pred, s.Args = rep.Script.Preds[k], append(s.Args, value, value)[:k]
			case 0:
				s.Clause = r.IntN(len(clauses))
				for len(s.Values) < clauses[s.Clause].vars {
					s.Values = append(s.Values, value)
				}
				s.Values = s.Values[:clauses[s.Clause].vars]
			case 1:
				s.Values[r.IntN(len(values))] = value
			case 2:
				s.Premises = s.Premises[:r.IntN(len(s.Premises)+1)]
			case 3:
				s.Premises = append(s.Premises, r.IntN(len(steps)))
			case 4:
				if len(s.Args) > 0 {
					s.Args[r.IntN(len(s.Args))] = value
				}
			}
			steps[len(steps)-1].Pred, steps[len(steps)-1].Args = 0, nil
			d := verifier.Derivation{Steps: steps}
			if !validate.Derivation(context.Background(), rep.Script.Store, horn.Clauses(rep.Script), rep.Script.IsPred, &d).Confirmed {
				refused++
				continue
			}
			accepted++
			for i := range steps {
				if f := string(rep.AppendFact(nil, &steps[i])); facts[f] == 0 {
					t.Errorf("seed %d: step %d derives %s\n%s", seed, i+1, f, text)
				}
			}
		}
	}
	if accepted == 0 || refused == 0 {
		t.Errorf("%d derivations accepted, %d refused", accepted, refused)
	}
	t.Logf("%d derivations accepted, %d refused", accepted, refused)
}

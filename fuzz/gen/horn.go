package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// hornVars are the variables of each clause.
const hornVars = "abc"

// hornGen makes Horn clauses.
type hornGen struct{ r *rand.Rand }

// Horn returns random Horn clauses about three predicates, with integers from 0 to 2 alone, for oracle.Horn; one line each.
func Horn(r *rand.Rand) []byte {
	g := &hornGen{r}
	var text strings.Builder
	text.WriteString("(set-logic HORN)\n(declare-fun p0 () Bool)\n(declare-fun p1 (Int) Bool)\n(declare-fun p2 (Int Int) Bool)\n")
	for range 1 + r.IntN(6) {
		fmt.Fprintf(&text, "(assert %s)\n", g.clause(g.head()))
	}
	for range 1 + r.IntN(2) {
		fmt.Fprintf(&text, "(assert %s)\n", g.clause("false"))
	}
	return []byte(text.String())
}

// clause returns a clause for all values of the variables within the domain.
func (g *hornGen) clause(head string) string {
	var binders, guard strings.Builder
	for _, x := range hornVars {
		fmt.Fprintf(&binders, "(%c Int)", x)
		fmt.Fprintf(&guard, "(<= 0 %c) (<= %c 2) ", x, x)
	}
	body := g.condition(1 + g.r.IntN(2))
	switch g.r.IntN(3) {
	case 0:
		return fmt.Sprintf("(forall (%s) (=> (and %s%s) %s))", &binders, &guard, body, head)
	case 1:
		return fmt.Sprintf("(forall (%s) (or (not (and %s%s)) %s))", &binders, &guard, body, head)
	}
	return fmt.Sprintf("(not (exists (%s) (and %s(not (=> %s %s)))))", &binders, &guard, body, head)
}

func (g *hornGen) head() string {
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprintf("(and %s %s)", g.atom(), g.atom())
	case 1:
		return fmt.Sprintf("(ite %s %s %s)", g.comparison(), g.atom(), g.atom())
	case 2:
		return fmt.Sprintf("(=> %s %s)", g.condition(1), g.atom())
	}
	return g.atom()
}

// condition returns a formula in which predicates occur positively.
func (g *hornGen) condition(size int) string {
	pick := g.r.IntN(8)
	switch {
	case size == 0 && pick < 4:
		return g.comparison()
	case size == 0:
		return g.atom()
	case pick == 0:
		return fmt.Sprintf("(ite %s %s %s)", g.comparison(), g.condition(size-1), g.condition(size-1))
	case pick == 1:
		return fmt.Sprintf("(not (and (not %s) (not %s)))", g.condition(size-1), g.condition(size-1))
	case pick == 2:
		x := g.variable()
		return fmt.Sprintf("(exists ((%s Int)) (and (<= 0 %s) (<= %s 2) %s))", x, x, x, g.condition(size-1))
	case pick == 3:
		return fmt.Sprintf("(or %s %s)", g.condition(size-1), g.condition(size-1))
	}
	return fmt.Sprintf("(and %s %s)", g.condition(size-1), g.condition(size-1))
}

func (g *hornGen) variable() string { return string(hornVars[g.r.IntN(len(hornVars))]) }

// value returns a variable or a number.
func (g *hornGen) value() string {
	if g.r.IntN(4) == 0 {
		return fmt.Sprint(g.r.IntN(3))
	}
	return g.variable()
}

func (g *hornGen) atom() string {
	switch g.r.IntN(5) {
	case 0:
		return "p0"
	case 1, 2:
		return fmt.Sprintf("(p1 %s)", g.value())
	}
	return fmt.Sprintf("(p2 %s %s)", g.value(), g.value())
}

func (g *hornGen) comparison() string {
	op := []string{"<", "<=", "="}[g.r.IntN(3)]
	if g.r.IntN(2) == 0 {
		return fmt.Sprintf("(%s %s (+ %s 1))", op, g.variable(), g.value())
	}
	return fmt.Sprintf("(%s %s %s)", op, g.variable(), g.value())
}

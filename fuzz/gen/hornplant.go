package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The comments by which a script of Horn clauses says what its answer is.
const (
	// HornSat is a line of scripts that have a solution, with any of their assertions left out.
	HornSat = "; has a solution"
	// HornUnsat begins a line of scripts that have none; it is followed by the number of assertions from which false is
	// derived.
	HornUnsat = "; derives false from "
	// HornUsed is at the end of these assertions.
	HornUsed = " ; used"
)

// hornSig is the signature of a predicate in a planted system.
type hornSig struct {
	name  string
	sorts []string
}

// The sorts of planted systems.
const (
	hornInt   = "Int"
	hornReal  = "Real"
	hornArray = "(Array Int Int)"
	hornBool  = "Bool"
	hornBits  = "(_ BitVec 4)"
)

// hornRange is the number of values of a bit-vector.
const hornRange = 16

// plantGen makes Horn clauses about numbers and arrays without bounds, around what makes their answer certain.
type plantGen struct {
	hornGen
	number string // the sort of numbers
	size   int    // of all that there are several of; most systems have 1, so that they are many
	arrays bool
	preds  []hornSig
	vars   []hornVar // of the clause that is being made
}

// hornVar is a variable of a clause, with its value in the derivation that is planted.
type hornVar struct {
	name, sort string
	value      hornValue
}

// PlantedHorn returns random Horn clauses over integers, reals, arrays or bit-vectors around a solution or a derivation, one line each, with
// HornSat or HornUnsat before them.
func PlantedHorn(r *rand.Rand) []byte {
	g := &plantGen{hornGen: hornGen{r}, number: hornInt, size: 1}
	if r.IntN(16) == 0 {
		g.size = 3
	}
	switch r.IntN(6) {
	case 0:
		g.number = hornReal
	case 1:
		g.arrays = true
	case 2:
		g.number = hornBits
	}
	for k := range 1 + r.IntN(3*g.size) {
		p := hornSig{name: fmt.Sprintf("q%d", k)}
		for range 1 + r.IntN(2+g.size) {
			p.sorts = append(p.sorts, g.sort())
		}
		g.preds = append(g.preds, p)
	}
	head, lines := HornSat, []string(nil)
	if r.IntN(2) == 0 {
		lines = g.withSolution()
	} else {
		var used int
		lines, used = g.withDerivation()
		head = fmt.Sprintf("%s%d", HornUnsat, used)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n(set-logic HORN)\n", head)
	for _, p := range g.preds {
		fmt.Fprintf(&text, "(declare-fun %s (%s) Bool)\n", p.name, strings.Join(p.sorts, " "))
	}
	for _, l := range lines {
		text.WriteString(l + "\n")
	}
	return []byte(text.String())
}

func (g *plantGen) sort() string {
	switch {
	case g.arrays && g.r.IntN(3) == 0:
		return hornArray
	case g.r.IntN(6) == 0:
		return hornBool
	}
	return g.number
}

// pred returns one of the predicates.
func (g *plantGen) pred() int { return g.r.IntN(len(g.preds)) }

// assertion returns a clause for all values of the variables, in one of several forms.
func (g *plantGen) assertion(body []string, head string) string {
	g.r.Shuffle(len(body), func(i, j int) { body[i], body[j] = body[j], body[i] })
	b := "true"
	if len(body) > 0 {
		b = "(and " + strings.Join(body, " ") + ")"
	}
	b = g.respelled(b)
	var binders strings.Builder
	for _, x := range g.vars {
		fmt.Fprintf(&binders, "(%s %s)", x.name, x.sort)
	}
	form := g.r.IntN(3)
	if binders.Len() == 0 {
		return fmt.Sprintf("(assert (=> %s %s))", b, head)
	}
	switch form {
	case 0:
		return fmt.Sprintf("(assert (forall (%s) (=> %s %s)))", &binders, b, head)
	case 1:
		return fmt.Sprintf("(assert (forall (%s) (or %s (not %s))))", &binders, head, b)
	}
	return fmt.Sprintf("(assert (not (exists (%s) (and %s (not %s)))))", &binders, b, head)
}

// respelled returns a body that means the same, now and then with its atoms in branches.
func (g *plantGen) respelled(body string) string {
	x, ok := g.some(g.number)
	if !ok {
		return body
	}
	cond := g.compare("le", x.name, g.numeral(g.small()))
	switch g.r.IntN(20) {
	case 0:
		return fmt.Sprintf("(or (and %s %s) (and %s (not %s)))", cond, body, body, cond)
	case 1:
		return fmt.Sprintf("(and (or %s (not %s)) (or (and %s %s) %s))", cond, cond, body, cond, body)
	case 2:
		return fmt.Sprintf("(let ((k %s)) (and k (or %s k)))", body, cond)
	case 3:
		return fmt.Sprintf("(ite %s %s (and %s true))", cond, body, body)
	}
	return body
}

// fresh returns the name of a new variable.
func (g *plantGen) fresh(sort string, v hornValue) string {
	name := fmt.Sprintf("v%d", len(g.vars))
	g.vars = append(g.vars, hornVar{name, sort, v})
	return name
}

// some returns a variable of a sort; none if there is none.
func (g *plantGen) some(sort string) (hornVar, bool) {
	var all []hornVar
	for _, x := range g.vars {
		if x.sort == sort {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return hornVar{}, false
	}
	return all[g.r.IntN(len(all))], true
}

// atom returns an application of a predicate to terms.
func (p *hornSig) atom(args []string) string {
	return "(" + p.name + " " + strings.Join(args, " ") + ")"
}

// small returns a number around 0.
func (g *plantGen) small() int64 {
	most := int64(4 * g.size * g.size)
	return g.r.Int64N(2*most+1) - most
}

// numeral returns a number as a term of the sort of numbers.
func (g *plantGen) numeral(n int64) string { return hornNumeral(g.number, n) }

func hornNumeral(sort string, n int64) string {
	if sort == hornBits {
		return fmt.Sprintf("(_ bv%d 4)", n&(hornRange-1))
	}
	point := ""
	if sort == hornReal {
		point = ".0"
	}
	if n < 0 {
		return fmt.Sprintf("(- %d%s)", -n, point)
	}
	return fmt.Sprintf("%d%s", n, point)
}

// norm returns a number as the value of its sort.
func (g *plantGen) norm(n int64) hornValue {
	if g.number == hornBits {
		n &= hornRange - 1
	}
	return hornValue{num: n}
}

// compare returns a comparison of numbers: le, lt, ge or gt.
func (g *plantGen) compare(op, x, y string) string {
	if g.number == hornBits {
		return fmt.Sprintf("(bvu%s %s %s)", op, x, y)
	}
	return fmt.Sprintf("(%s %s %s)", map[string]string{"le": "<=", "lt": "<", "ge": ">=", "gt": ">"}[op], x, y)
}

// sum returns the sum of multiples of terms and a number.
func (g *plantGen) sum(coeffs []int64, terms []string, plus int64) string {
	plusOp, timesOp := "+", "*"
	if g.number == hornBits {
		plusOp, timesOp = "bvadd", "bvmul"
	}
	var parts []string
	for i, c := range coeffs {
		switch c {
		case 0:
		case 1:
			parts = append(parts, terms[i])
		default:
			parts = append(parts, fmt.Sprintf("(%s %s %s)", timesOp, g.numeral(c), terms[i]))
		}
	}
	if plus != 0 || len(parts) == 0 {
		parts = append(parts, g.numeral(plus))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + plusOp + " " + strings.Join(parts, " ") + ")"
}

// indices returns the positions of a sort.
func indices(sorts []string, sort string) (at []int) {
	for i, s := range sorts {
		if s == sort {
			at = append(at, i)
		}
	}
	return at
}

// elements returns those at some positions.
func elements(all []string, at []int) (out []string) {
	for _, i := range at {
		out = append(out, all[i])
	}
	return out
}

// noise returns a clause about which nothing is known.
func (g *plantGen) noise() string {
	g.vars = g.vars[:0]
	var body []string
	for range g.r.IntN(3) {
		body = append(body, g.premise())
	}
	if g.r.IntN(8) == 0 {
		return g.assertion(append(body, g.decoration()...), "false")
	}
	p := &g.preds[g.pred()]
	head := p.atom(g.arguments(p))
	return g.assertion(append(body, g.decoration()...), head)
}

// premise returns an atom about variables.
func (g *plantGen) premise() string {
	p := &g.preds[g.pred()]
	var args []string
	for _, s := range p.sorts {
		args = append(args, g.variable(s))
	}
	return p.atom(args)
}

// variable returns a variable of a sort, often a new one.
func (g *plantGen) variable(sort string) string {
	if x, ok := g.some(sort); ok && g.r.IntN(4) == 0 {
		return x.name
	}
	return g.fresh(sort, hornValue{})
}

// arguments returns terms for a head.
func (g *plantGen) arguments(p *hornSig) (args []string) {
	for _, s := range p.sorts {
		t, _ := g.term(s)
		args = append(args, t)
	}
	return args
}

// decoration returns a few conditions on the variables.
func (g *plantGen) decoration() (conds []string) {
	for range g.r.IntN(3) {
		t, v := g.term(g.number)
		switch n := g.small(); g.r.IntN(3) {
		case 0:
			conds = append(conds, g.compare("le", t, g.numeral(n)))
		case 1:
			conds = append(conds, g.compare("lt", g.numeral(n), t))
		default:
			conds = append(conds, fmt.Sprintf("(= %s %s)", t, g.numeral(v.num)))
		}
	}
	return conds
}

package gen

import (
	"fmt"
	"slices"
	"strings"
)

// hornFact is a condition on the arguments of a predicate, a part of a planted solution.
type hornFact struct {
	kind   hornFactKind
	coeffs []int64 // of the numbers among the arguments
	at     []int   // where these are
	number int64   // the bound, the residue, or an index
	mod    int64
	array  int // where the array is, of hornCell
	or     *hornFact
}

type hornFactKind uint8

const (
	hornAtMost hornFactKind = iota // a sum is at most a number
	hornEquals
	hornResidue // a sum of integers has a residue
	hornCell    // what an array has at an index is at most a number
	hornFlag    // a Boolean, or its negation
)

// text returns the condition on terms.
func (f *hornFact) text(g *plantGen, args []string) string {
	if f.or != nil {
		rest := *f
		rest.or = nil
		return fmt.Sprintf("(or %s %s)", rest.text(g, args), f.or.text(g, args))
	}
	sum := g.sum(f.coeffs, elements(args, f.at), 0)
	switch f.kind {
	case hornAtMost:
		return g.compare("le", sum, g.numeral(f.number))
	case hornEquals:
		return fmt.Sprintf("(= %s %s)", sum, g.numeral(f.number))
	case hornResidue:
		return fmt.Sprintf("(= (mod %s %d) %d)", sum, f.mod, f.number)
	case hornCell:
		index := "0"
		if len(f.at) > 0 {
			index = args[f.at[0]]
		}
		return fmt.Sprintf("(<= (select %s %s) %s)", args[f.array], index, hornNumeral(hornInt, f.number))
	}
	if f.number == 0 {
		return fmt.Sprintf("(not %s)", args[f.at[0]])
	}
	return args[f.at[0]]
}

// kept reports whether the condition stays true, whatever the arguments are, when the numbers among them grow by delta and all
// else stays. Sums of bit-vectors wrap around.
func (f *hornFact) kept(g *plantGen, delta []int64) bool {
	grows := int64(0)
	for i, c := range f.coeffs {
		grows += c * delta[i]
	}
	switch {
	case f.or != nil:
		return slices.Max(delta) == 0 && slices.Min(delta) == 0
	case f.kind == hornAtMost:
		return grows == 0 || grows < 0 && g.number != hornBits
	case f.kind == hornEquals:
		return grows == 0
	case f.kind == hornResidue:
		return grows%f.mod == 0
	case f.kind == hornCell && len(f.at) > 0:
		return delta[0] == 0 // the index is the first number
	}
	return true
}

// fact returns a condition on the arguments of a predicate.
func (g *plantGen) fact(p *hornSig) hornFact {
	f := g.oneFact(p)
	if g.r.IntN(6) == 0 {
		other := g.oneFact(p)
		f.or = &other
	}
	return f
}

func (g *plantGen) oneFact(p *hornSig) hornFact {
	numbers, flags, arrays := indices(p.sorts, g.number), indices(p.sorts, hornBool), indices(p.sorts, hornArray)
	if len(arrays) > 0 && g.r.IntN(2) == 0 {
		f := hornFact{kind: hornCell, array: arrays[g.r.IntN(len(arrays))], number: g.small()}
		if len(numbers) > 0 {
			f.at = numbers[:1]
		}
		return f
	}
	if len(numbers) == 0 || len(flags) > 0 && g.r.IntN(4) == 0 {
		if len(flags) == 0 {
			return hornFact{kind: hornCell, array: arrays[0], number: g.small()}
		}
		return hornFact{kind: hornFlag, at: flags[:1], number: g.r.Int64N(2)}
	}
	f := hornFact{at: numbers, number: g.small(), mod: 2 + g.r.Int64N(3)}
	for range numbers {
		f.coeffs = append(f.coeffs, g.r.Int64N(5)-2)
	}
	switch g.r.IntN(5) {
	case 0:
		f.kind = hornEquals
	case 1:
		if g.number == hornInt {
			f.kind, f.number = hornResidue, g.r.Int64N(f.mod)
		}
	}
	return f
}

// withSolution returns clauses that a solution satisfies, which is a conjunction of conditions for each predicate: what it says
// of a head is a condition of the body, but for what follows from the premise.
func (g *plantGen) withSolution() (lines []string) {
	solution := make([][]hornFact, len(g.preds))
	for k := range g.preds {
		for range 1 + g.r.IntN(2) {
			solution[k] = append(solution[k], g.fact(&g.preds[k]))
		}
	}
	for k := range g.preds {
		lines = append(lines, g.guarded(solution, k))
	}
	for range 1 + g.r.IntN(4*g.size) {
		if k := g.pred(); g.r.IntN(3) > 0 {
			lines = append(lines, g.growing(solution, k))
		} else {
			lines = append(lines, g.guarded(solution, k))
		}
	}
	for range 1 + g.r.IntN(2) {
		lines = append(lines, g.excluded(solution))
	}
	return lines
}

// guarded returns a clause with any premises whose body says of the head what the solution does.
func (g *plantGen) guarded(solution [][]hornFact, k int) string {
	g.vars = g.vars[:0]
	p := &g.preds[k]
	var body []string
	for range g.r.IntN(3) {
		body = append(body, g.premise())
	}
	body = append(body, g.decoration()...)
	args := g.arguments(p)
	for i := range solution[k] {
		body = append(body, solution[k][i].text(g, args))
	}
	return g.assertion(body, p.atom(args))
}

// growing returns a clause from a predicate to itself, with numbers that grow by constants.
func (g *plantGen) growing(solution [][]hornFact, k int) string {
	g.vars = g.vars[:0]
	p := &g.preds[k]
	var from, to []string
	var delta []int64
	for _, s := range p.sorts {
		x := g.fresh(s, hornValue{})
		from, to = append(from, x), append(to, x)
		if s == g.number {
			d := g.r.Int64N(5) - 2
			delta = append(delta, d)
			to[len(to)-1] = g.sum([]int64{1}, []string{x}, d)
		}
	}
	body := []string{p.atom(from)}
	for i := range solution[k] {
		if f := &solution[k][i]; len(delta) > 0 && !f.kept(g, delta) {
			body = append(body, f.text(g, to))
		}
	}
	if g.r.IntN(3) == 0 { // what else is known weakens the clause
		body = append(body, g.premise())
	}
	if g.r.IntN(2) == 0 {
		body = append(body, g.decoration()...)
	}
	return g.assertion(body, p.atom(to))
}

// excluded returns a clause without a head: a premise of it has arguments for which the solution does not hold.
func (g *plantGen) excluded(solution [][]hornFact) string {
	g.vars = g.vars[:0]
	k := g.pred()
	p := &g.preds[k]
	var args []string
	for _, s := range p.sorts {
		args = append(args, g.variable(s))
	}
	body := []string{p.atom(args)}
	var not []string
	for i := range solution[k] {
		not = append(not, fmt.Sprintf("(not %s)", solution[k][i].text(g, args)))
	}
	if g.r.IntN(2) == 0 {
		not = not[:1]
	}
	body = append(body, "(or "+strings.Join(not, " ")+")")
	if g.r.IntN(4) == 0 {
		body = append(body, g.premise())
	}
	return g.assertion(append(body, g.decoration()...), "false")
}

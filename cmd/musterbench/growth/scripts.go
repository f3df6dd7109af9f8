package growth

import (
	"fmt"
	"slices"
	"strings"
)

// logic begins a script.
func (g *generator) logic(name string) { g.line("(set-logic %s)", name) }

// constants declares constants.
func (g *generator) constants(sort string, names ...string) {
	for _, n := range names {
		g.line("(declare-fun %s () %s)", n, sort)
	}
}

// assert asserts a formula.
func (g *generator) assert(format string, args ...any) {
	g.line("(assert "+format+")", args...)
}

// check asks for an answer that is sat in a twin.
func (g *generator) check() { g.checkFor(g.either("unsat", "sat")) }

func (g *generator) checkFor(want string) {
	g.line("(check-sat)")
	g.want = append(g.want, want)
}

// numbered returns names with the numbers below n.
func numbered(name string, n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(name, i))
	}
	return all
}

// integer is a number in SMT-LIB.
func integer(n int) string {
	if n < 0 {
		return fmt.Sprintf("(- %d)", -n)
	}
	return fmt.Sprint(n)
}

// eqDiamond is a chain of n diamonds, one of which is open in a twin.
func eqDiamond(g *generator, n int) {
	g.logic("QF_UF")
	g.line("(declare-sort U 0)")
	g.diamonds(n, "x%d")
	g.assert("(not (= x0 x%d))", n)
	g.check()
}

// funDiamond applies a function in each diamond.
func funDiamond(g *generator, n int) {
	g.logic("QF_UF")
	g.line("(declare-sort U 0)")
	g.line("(declare-fun f (U) U)")
	g.diamonds(n, "(f x%d)")
	g.constants("U", numbered("t", n+1)...)
	g.assert("(= t0 x0)")
	for i := range n {
		g.assert("(= t%d (f t%d))", i+1, i)
	}
	g.assert("(not (= t%d x%d))", n, n)
	g.check()
}

// diamonds says that n diamonds lead from each x to the next, by way of a y or a z.
func (g *generator) diamonds(n int, from string) {
	g.constants("U", slices.Concat(numbered("x", n+1), numbered("y", n), numbered("z", n))...)
	for i := range n {
		x, to := fmt.Sprintf(from, i), fmt.Sprint("z", i)
		if g.twin && i == n/2 {
			to = fmt.Sprint("x", i+1) // is equal to itself
		}
		g.assert("(or (and (= %s y%d) (= y%d x%d)) (and (= %s z%d) (= %s x%d)))", x, i, i, i+1, x, i, to, i+1)
	}
}

// offsetDiamond adds three by way of one or by way of two.
func offsetDiamond(g *generator, n int) {
	g.logic("QF_LIA")
	g.constants("Int", slices.Concat(numbered("x", n+1), numbered("y", n), numbered("z", n))...)
	for i := range n {
		last := 1
		if i == n/2 {
			last = g.plus(last)
		}
		g.assert("(or (and (= y%d (+ x%d 1)) (= x%d (+ y%d 2))) (and (= z%d (+ x%d 2)) (= x%d (+ z%d %d))))", i, i, i+1, i,
			i, i, i+1, i, last)
	}
	g.assert("(not (= x%d (+ x0 %d)))", n, 3*n)
	g.check()
}

// iteJoin applies a function to one of two terms in each step.
func iteJoin(g *generator, n int) {
	g.logic("QF_UF")
	g.line("(declare-sort U 0)")
	g.line("(declare-fun f (U U) U)")
	g.constants("U", slices.Concat(numbered("x", n+1), numbered("y", n+1), numbered("c", n), numbered("d", n),
		numbered("e", n))...)
	g.constants("Bool", numbered("b", n)...)
	g.assert("(= x0 y0)")
	for i := range n {
		g.assert("(= x%d (ite b%d (f x%d c%d) (f x%d d%d)))", i+1, i, i, i, i, i)
		g.assert("(= y%d (f y%d c%d))", i+1, i, i)
		if !g.twin || i != n/2 {
			g.assert("(or (= c%d d%d) (and (= c%d e%d) (= e%d d%d)))", i, i, i, i, i, i)
		}
	}
	g.assert("(not (= x%d y%d))", n, n)
	g.check()
}

// gapCopy reads the copy beyond its end in a twin.
func gapCopy(g *generator, n int) {
	const gap = 3
	g.logic("QF_ALIA")
	g.constants("(Array Int Int)", append(numbered("b", n+1), "a")...)
	g.constants("Int", "j", "k")
	for i := range n {
		g.assert("(= b%d (store b%d %d (select a %d)))", i+1, i, gap*i, gap*i)
	}
	g.assert("(and (= j (* %d k)) (<= 0 k) (< k %d))", gap, g.plus(n))
	g.assert("(not (= (select b%d j) (select a j)))", n)
	g.check()
}

// swapBack does not undo the first swap in a twin.
func swapBack(g *generator, n int) {
	g.logic("QF_ALIA")
	g.constants("(Array Int Int)", numbered("a", 2*n+1)...)
	g.constants("Int", append(numbered("p", n), numbered("q", n)...)...)
	swap := func(from, pair int) {
		g.assert("(= a%d (store (store a%d p%d (select a%d q%d)) q%d (select a%d p%d)))", from+1, from, pair, from, pair,
			pair, from, pair)
	}
	last := 2 * n
	for i := range n {
		swap(i, i)
	}
	if g.twin {
		last--
	}
	for i := n; i < last; i++ {
		swap(i, 2*n-1-i)
	}
	g.assert("(not (= a%d a0))", last)
	g.check()
}

// comparators calls f for the comparators of odd-even transposition sort, which
// sorts n cells in n rounds. A twin never compares the first two cells.
func (g *generator) comparators(n int, f func(cell int)) {
	for round := range n {
		for i := round % 2; i+1 < n; i += 2 {
			if !g.twin || i > 0 {
				f(i)
			}
		}
	}
}

func oddEvenArray(g *generator, n int) {
	g.logic("QF_ALIA")
	g.constants("(Array Int Int)", "a0")
	last := 0
	g.comparators(n, func(i int) {
		g.constants("(Array Int Int)", fmt.Sprint("a", last+1))
		x, y := fmt.Sprintf("(select a%d %d)", last, i), fmt.Sprintf("(select a%d %d)", last, i+1)
		g.assert("(= a%d (ite (> %s %s) (store (store a%d %d %s) %d %s) a%d))", last+1, x, y, last, i, y, i+1, x, last)
		last++
	})
	g.unsorted(n, func(i int) string { return fmt.Sprintf("(select a%d %d)", last, i) })
}

func oddEvenInt(g *generator, n int) {
	g.logic("QF_LIA")
	cells := numbered("x", n)
	g.constants("Int", cells...)
	fresh := 0
	g.comparators(n, func(i int) {
		low, high := fmt.Sprint("l", fresh), fmt.Sprint("h", fresh)
		g.constants("Int", low, high)
		g.assert("(= %s (ite (<= %s %s) %s %s))", low, cells[i], cells[i+1], cells[i], cells[i+1])
		g.assert("(= %s (ite (<= %s %s) %s %s))", high, cells[i], cells[i+1], cells[i+1], cells[i])
		cells[i], cells[i+1] = low, high
		fresh++
	})
	g.unsorted(n, func(i int) string { return cells[i] })
}

// unsorted says that some cell is above the next one.
func (g *generator) unsorted(n int, cell func(int) string) {
	var above []string
	for i := range n - 1 {
		above = append(above, fmt.Sprintf("(> %s %s)", cell(i), cell(i+1)))
	}
	g.assert("(or false %s)", strings.Join(above, " "))
	g.check()
}

// twoCoins is about coins p and q without a common factor: above p q - p - q every
// sum can be paid.
func twoCoins(g *generator, n int) {
	p, q := 2*n+1, 2*n+3
	g.coins([]int{p, q}, g.plus(p*q-p-q))
}

// threeCoins is about coins q r, p r and p q, for p, q and r without common factors:
// above 2 p q r - p q - p r - q r every sum can be paid.
func threeCoins(g *generator, n int) {
	p, q, r := 2*n+1, 2*n+2, 2*n+3
	g.coins([]int{q * r, p * r, p * q}, g.plus(2*p*q*r-p*q-p*r-q*r))
}

func (g *generator) coins(values []int, sum int) {
	g.logic("QF_LIA")
	names := numbered("x", len(values))
	g.constants("Int", names...)
	for _, x := range names {
		g.assert("(>= %s 0)", x)
	}
	g.assert("(= %s %d)", linear(values, names), sum)
	g.check()
}

// linear is a sum of multiples.
func linear(factors []int, names []string) string {
	sum := "(+ 0"
	for i, f := range factors {
		sum += fmt.Sprintf(" (* %s %s)", integer(f), names[i])
	}
	return sum + ")"
}

// intSystem has n equations with random factors, in two more unknowns than that, for
// which there is a solution. One more is their sum plus three times a sum of
// unknowns; its constant is off by one.
func intSystem(g *generator, n int) {
	g.logic("QF_LIA")
	names := numbered("x", n+2)
	g.constants("Int", names...)
	values := g.integers(n+2, 50)
	last, constant := make([]int, n+2), 0
	for range n {
		row := g.integers(n+2, 9)
		sum := 0
		for i, f := range row {
			sum += f * values[i]
			last[i] += f
		}
		constant += sum
		g.assert("(= %s %s)", linear(row, names), integer(sum))
	}
	for i, f := range g.integers(n+2, 9) {
		last[i] += 3 * f
		constant += 3 * f * values[i]
	}
	if !g.twin {
		constant++
	}
	g.assert("(= %s %s)", linear(last, names), integer(constant))
	g.check()
}

// integers returns n random integers with at most this absolute value.
func (g *generator) integers(n, most int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = g.rng.IntN(2*most+1) - most
	}
	return all
}

package growth

import "fmt"

// clause adds a clause.
func (g *generator) clause(literals ...int) {
	for _, l := range literals {
		fmt.Fprint(&g.text, l, " ")
	}
	g.line("0")
	g.clauses++
}

// variable makes a variable.
func (g *generator) variable() int {
	g.variables++
	return g.variables
}

// answer is the answer to a formula without a check.
func (g *generator) answer(want, twin string) {
	g.want = append(g.want, g.either(want, twin))
}

// xor returns the exclusive or of two literals.
func (g *generator) xor(a, b int) int {
	x := g.variable()
	g.clause(-x, a, b)
	g.clause(-x, -a, -b)
	g.clause(x, -a, b)
	g.clause(x, a, -b)
	return x
}

// xorOrder says that an exclusive or of n inputs is true, and that it is false in
// another order: in a twin, that it is true.
func xorOrder(g *generator, n int) {
	inputs := make([]int, n)
	for i := range inputs {
		inputs[i] = g.variable()
	}
	one, two := inputs[0], 0
	for _, x := range inputs[1:] {
		one = g.xor(one, x)
	}
	for k, i := range g.rng.Perm(n) {
		if k == 0 {
			two = inputs[i]
		} else {
			two = g.xor(two, inputs[i])
		}
	}
	g.clause(one)
	if !g.twin {
		two = -two
	}
	g.clause(two)
	g.answer("unsat", "sat")
}

// ordering says of n elements in a total order that each is above another one; in a
// twin the first one need not be.
func ordering(g *generator, n int) {
	below := make([][]int, n)
	for i := range below {
		below[i] = make([]int, n)
		for j := range i {
			x := g.variable()
			below[i][j], below[j][i] = x, -x
		}
	}
	for i := range n {
		var some []int
		for j := range n {
			if i == j {
				continue
			}
			some = append(some, below[j][i])
			for k := range n {
				if k != i && k != j {
					g.clause(-below[i][j], -below[j][k], below[i][k])
				}
			}
		}
		if !g.twin || i > 0 {
			g.clause(some...)
		}
	}
	g.answer("unsat", "sat")
}

// dominoes covers a board of 2n by 2n cells without two opposite corners, or without
// two corners of the same side in a twin.
func dominoes(g *generator, n int) {
	side := 2 * n
	corner := [2]int{side - 1, side - 1}
	if g.twin {
		corner[0] = 0
	}
	free := func(row, column int) bool {
		at := [2]int{row, column}
		return row < side && column < side && at != [2]int{} && at != corner
	}
	over := map[[2]int][]int{}
	put := func(row, column, nextRow, nextColumn int) {
		if free(row, column) && free(nextRow, nextColumn) {
			x := g.variable()
			for _, at := range [][2]int{{row, column}, {nextRow, nextColumn}} {
				over[at] = append(over[at], x)
			}
		}
	}
	for row := range side {
		for column := range side {
			put(row, column, row, column+1)
			put(row, column, row+1, column)
		}
	}
	for row := range side {
		for column := range side {
			if !free(row, column) {
				continue
			}
			here := over[[2]int{row, column}]
			g.clause(here...)
			for i, x := range here {
				for _, y := range here[:i] {
					g.clause(-x, -y)
				}
			}
		}
	}
	g.answer("unsat", "sat")
}

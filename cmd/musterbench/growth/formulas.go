package growth

import (
	"fmt"
	"math/bits"
	"slices"
)

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

// parity says that the number of true variables is odd, or even.
func (g *generator) parity(odd bool, variables ...int) {
	for k := range 1 << len(variables) {
		if bits.OnesCount(uint(k))%2 == 1 == odd {
			continue
		}
		c := slices.Clone(variables)
		for i := range c {
			if k>>i&1 == 1 {
				c[i] = -c[i]
			}
		}
		g.clause(c...)
	}
}

// parities says what the parity of the variables at each point is. Each variable is at an
// even number of points, but the sum is odd; a twin has a solution.
func (g *generator) parities(at [][]int) {
	value := make([]bool, g.variables+1)
	for x := range value {
		value[x] = g.rng.IntN(2) == 1
	}
	for i, variables := range at {
		odd := i == 0 && !g.twin
		for _, x := range variables {
			odd = odd != value[x]
		}
		g.parity(odd, variables...)
	}
	g.answer("unsat", "sat")
}

// xorGrid is Tseitin's formula of a torus of 2n by n points.
func xorGrid(g *generator, n int) {
	edges := make([][]int, 2*n*n)
	for row := range n {
		for column := range 2 * n {
			at := row*2*n + column
			for _, next := range [...]int{row*2*n + (column+1)%(2*n), (row+1)%n*2*n + column} {
				x := g.variable()
				edges[at], edges[next] = append(edges[at], x), append(edges[next], x)
			}
		}
	}
	g.parities(edges)
}

// xorGraph is Tseitin's formula of a random graph of n points, one more if need be, of
// the same degree.
func xorGraph(g *generator, n, degree int) {
	n += n * degree % 2
	for {
		ends := g.rng.Perm(n * degree)
		seen := map[[2]int]bool{}
		for i := 0; i < len(ends); i += 2 {
			a, b := ends[i]/degree, ends[i+1]/degree
			if a != b {
				seen[[2]int{min(a, b), max(a, b)}] = true
			}
		}
		if len(seen) < len(ends)/2 && n > degree {
			continue // a loop, or two edges between the same points
		}
		edges := make([][]int, n)
		for i := 0; i < len(ends); i += 2 {
			x := g.variable()
			for _, p := range ends[i : i+2] {
				edges[p/degree] = append(edges[p/degree], x)
			}
		}
		g.parities(edges)
		return
	}
}

// xorFour says what the parities of random triples of 3n variables are, each of which is
// in four.
func xorFour(g *generator, n int) {
	places := make([]int, 12*n)
	for i := range places {
		if i%4 == 0 {
			g.variable()
		}
		places[i] = g.variables
	}
	clash := func(i int) bool {
		for j := i / 3 * 3; j < i/3*3+3; j++ {
			if j != i && places[j] == places[i] {
				return true
			}
		}
		return false
	}
	g.rng.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for i := 0; i < len(places); i++ {
		for clash(i) {
			j := g.rng.IntN(len(places))
			if places[i], places[j] = places[j], places[i]; clash(j) {
				places[i], places[j] = places[j], places[i]
			}
		}
	}
	g.parities(slices.Collect(slices.Chunk(places, 3)))
}

// pigeons puts n+1 pigeons into n holes, or n of them in a twin.
func pigeons(g *generator, n int) {
	in := make([][]int, n)
	count := n + 1
	if g.twin {
		count = n
	}
	for range count {
		var some []int
		for h := range n {
			x := g.variable()
			for _, y := range in[h] {
				g.clause(-x, -y)
			}
			in[h] = append(in[h], x)
			some = append(some, x)
		}
		g.clause(some...)
	}
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

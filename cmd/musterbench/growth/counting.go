package growth

// pigeonOrder puts n+1 pigeons into n holes, of which at most one is in each: auxiliary
// variables say that one of the first pigeons is. In a twin there are n pigeons.
func pigeonOrder(g *generator, n int) {
	taken := make([]int, n)
	count := n + 1
	if g.twin {
		count = n
	}
	for i := range count {
		var some []int
		for h := range n {
			x := g.variable()
			some = append(some, x)
			next := g.variable()
			g.clause(-x, next)
			if i > 0 {
				g.clause(-taken[h], -x)
				g.clause(-taken[h], next)
			}
			taken[h] = next
		}
		g.clause(some...)
	}
	g.answer("unsat", "sat")
}

// board covers a board of n times n squares without two corners by dominoes, or n+1 if n is odd.
// The corners have the same color, or in a twin different ones.
func board(g *generator, n int) {
	n += n % 2
	at := make([][]int, n*n)
	gone := n*n - 1
	if g.twin {
		gone = n - 1
	}
	domino := func(a, b int) {
		if a != 0 && a != gone && b != gone {
			x := g.variable()
			at[a], at[b] = append(at[a], x), append(at[b], x)
		}
	}
	for i := range n * n {
		if i%n < n-1 {
			domino(i, i+1)
		}
		if i+n < n*n {
			domino(i, i+n)
		}
	}
	for i, some := range at {
		if i == 0 || i == gone {
			continue
		}
		g.clause(some...)
		for k := range some {
			for _, y := range some[:k] {
				g.clause(-some[k], -y)
			}
		}
	}
	g.answer("unsat", "sat")
}

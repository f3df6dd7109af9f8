package cnfgen

import "math/big"

// mulCommute says that x*y and y*x differ, for words of n bits.
func mulCommute(c *circuit, n int) string {
	a, b := c.inputs(n), c.inputs(n)
	c.add(c.differ(c.multiply(a, b), c.multiply(b, a)))
	return "unsat"
}

// factor asks for two factors of n bits: of the product of two primes of n bits if 4
// divides n, else of a prime of 2n-1 bits, which has none.
func factor(c *circuit, n int) string {
	product, expected := c.prime(2*n-1), "unsat"
	if n%4 == 0 {
		product, expected = new(big.Int).Mul(c.prime(n), c.prime(n)), "sat"
	}
	for i, l := range c.multiply(c.inputs(n), c.inputs(n)) {
		if product.Bit(i) == 0 {
			l = -l
		}
		c.add(l)
	}
	return expected
}

// prime returns a random prime of n bits.
func (c *circuit) prime(n int) *big.Int {
	p := new(big.Int).SetUint64(c.rng.Uint64()>>(64-n) | 1<<(n-1) | 1)
	for !p.ProbablyPrime(20) {
		p.Add(p, big.NewInt(2))
		if p.BitLen() > n {
			p.SetUint64(1<<(n-1) | 1)
		}
	}
	return p
}

// boundedCounter says that a counter of n bits with enable and reset inputs is full
// one step earlier than is possible.
func boundedCounter(c *circuit, n int) string {
	state := c.zeros(n)
	for range 1<<n - 2 {
		enabled, reset := c.input(), c.input()
		state = c.muxWord(reset, c.zeros(n), c.increment(state, enabled))
	}
	for _, l := range state {
		c.add(l)
	}
	return "unsat"
}

// boundedFIFO says that a shifting FIFO and a ring buffer have different heads within
// n steps.
func boundedFIFO(c *circuit, n int) string {
	c.fifo(4, 4, n, false)
	return "unsat"
}

// fifo says that two FIFOs of some depth and width differ within some steps, with a bug:
// that the last word of the shifting one stays where it is when it was full.
func (c *circuit) fifo(depth, width, steps int, bug bool) {
	shift, ring := make([][]int, depth), make([][]int, depth)
	for i := range depth {
		shift[i], ring[i] = c.zeros(width), c.zeros(width)
	}
	// One-hot: the number of elements, and where the ring reads and writes.
	count := append([]int{c.yes}, c.zeros(depth)...)
	read := append([]int{c.yes}, c.zeros(depth-1)...)
	write := append([]int{c.yes}, c.zeros(depth-1)...)
	bad := -c.yes
	for range steps {
		data := c.inputs(width)
		push := c.and(c.input(), -count[depth])
		pop := c.and(c.and(c.input(), -count[0]), -push)
		for i := range depth {
			ring[i] = c.muxWord(c.and(push, write[i]), data, ring[i])
			next := c.zeros(width)
			if i+1 < depth {
				next = shift[i+1]
			}
			moves := pop
			if bug && i == depth-2 {
				moves = c.and(pop, -count[depth])
			}
			shift[i] = c.muxWord(moves, next, c.muxWord(c.and(push, count[i]), data, shift[i]))
		}
		read = c.muxWord(pop, rotate(read), read)
		write = c.muxWord(push, rotate(write), write)
		up := append([]int{-c.yes}, count[:depth]...)
		down := append(append([]int{}, count[1:]...), -c.yes)
		count = c.muxWord(push, up, c.muxWord(pop, down, count))
		head := c.zeros(width)
		for i := range depth {
			head = c.muxWord(read[i], ring[i], head)
		}
		bad = c.or(bad, c.and(-count[0], c.differ(head, shift[0])))
	}
	c.add(bad)
}

// rotate moves the one of a one-hot word to the next bit.
func rotate(word []int) []int {
	return append([]int{word[len(word)-1]}, word[:len(word)-1]...)
}

// pigeonhole puts n+1 pigeons into n holes.
func pigeonhole(c *circuit, n int) string {
	in := make([][]int, n+1)
	for p := range in {
		in[p] = c.inputs(n)
		c.add(in[p]...)
	}
	for h := range n {
		for p := range in {
			for q := range p {
				c.add(-in[p][h], -in[q][h])
			}
		}
	}
	return "unsat"
}

// parity asks for values of the edges of a random cubic graph with n vertices (n is
// even) such that the edges have an even sum at every vertex except one, where it is
// odd.
func parity(c *circuit, n int) string {
	at := make([][]int, n)
	var ends []int // a circle, and chords
	for v, e := range c.inputs(n) {
		at[v] = append(at[v], e)
		at[(v+1)%n] = append(at[(v+1)%n], e)
		ends = append(ends, v)
	}
	c.rng.Shuffle(n, func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	for i := 0; i < n; i += 2 {
		e := c.input()
		at[ends[i]] = append(at[ends[i]], e)
		at[ends[i+1]] = append(at[ends[i+1]], e)
	}
	for v, e := range at {
		for signs := range 8 {
			odd := signs ^ signs>>1 ^ signs>>2
			if (odd&1 == 1) == (v == 0) {
				continue
			}
			clause := make([]int, 3)
			for i := range clause {
				clause[i] = e[i]
				if signs>>i&1 == 1 {
					clause[i] = -e[i]
				}
			}
			c.add(clause...)
		}
	}
	return "unsat"
}

// randomSAT is 3-SAT with n variables and 4.26 n clauses.
func randomSAT(c *circuit, n int) string {
	vars := c.inputs(n)
	for range n * 426 / 100 {
		clause := make([]int, 3)
		for i, v := range c.rng.Perm(n)[:3] {
			clause[i] = vars[v]
			if c.rng.IntN(2) == 0 {
				clause[i] = -vars[v]
			}
		}
		c.add(clause...)
	}
	return "unknown"
}

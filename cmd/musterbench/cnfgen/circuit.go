package cnfgen

import (
	"bufio"
	"math/rand/v2"
	"strconv"
)

// circuit encodes gates as clauses, which it hands on at once: millions of them need no
// memory. Literals are as in DIMACS; yes is a true one.
type circuit struct {
	rng     *rand.Rand
	vars    int
	clauses int
	yes     int
	sink    func(lits []int) // nil: the clauses are only counted
}

func newCircuit(rng *rand.Rand, sink func(lits []int)) *circuit {
	c := &circuit{rng: rng, sink: sink}
	c.yes = c.input()
	c.add(c.yes)
	return c
}

func (c *circuit) add(lits ...int) {
	c.clauses++
	if c.sink != nil {
		c.sink(lits)
	}
}

// writeLits writes literals and a zero. Flush has the error.
func writeLits(out *bufio.Writer, lits []int) {
	var number [20]byte
	for _, l := range lits {
		_, _ = out.Write(append(strconv.AppendInt(number[:0], int64(l), 10), ' '))
	}
	_, _ = out.WriteString("0\n")
}

func (c *circuit) input() int {
	c.vars++
	return c.vars
}

func (c *circuit) inputs(n int) []int {
	word := make([]int, n)
	for i := range word {
		word[i] = c.input()
	}
	return word
}

func (c *circuit) and(a, b int) int {
	switch {
	case a == -c.yes || b == -c.yes || a == -b:
		return -c.yes
	case a == c.yes || a == b:
		return b
	case b == c.yes:
		return a
	}
	g := c.input()
	c.add(-g, a)
	c.add(-g, b)
	c.add(g, -a, -b)
	return g
}

func (c *circuit) or(a, b int) int { return -c.and(-a, -b) }

func (c *circuit) xor(a, b int) int {
	switch {
	case a == c.yes || a == -c.yes:
		return b * -a * c.yes // yes is variable 1
	case b == c.yes || b == -c.yes:
		return a * -b * c.yes
	case a == b:
		return -c.yes
	case a == -b:
		return c.yes
	}
	g := c.input()
	c.add(-g, a, b)
	c.add(-g, -a, -b)
	c.add(g, -a, b)
	c.add(g, a, -b)
	return g
}

func (c *circuit) mux(cond, a, b int) int { return c.or(c.and(cond, a), c.and(-cond, b)) }

// ite is mux as one gate.
func (c *circuit) ite(cond, a, b int) int {
	switch {
	case a == b:
		return a
	case a == -b:
		return c.xor(cond, b)
	case a == c.yes || a == -c.yes || b == c.yes || b == -c.yes:
		return c.mux(cond, a, b)
	}
	g := c.input()
	c.add(-g, -cond, a)
	c.add(g, -cond, -a)
	c.add(-g, cond, b)
	c.add(g, cond, -b)
	return g
}

// muxWord is mux for each bit of two words.
func (c *circuit) muxWord(cond int, a, b []int) []int {
	out := make([]int, len(a))
	for i := range a {
		out[i] = c.mux(cond, a[i], b[i])
	}
	return out
}

// differ returns a literal that is true if the words differ.
func (c *circuit) differ(a, b []int) int {
	d := -c.yes
	for i := range a {
		d = c.or(d, c.xor(a[i], b[i]))
	}
	return d
}

// increment returns the sum of a word and a bit.
func (c *circuit) increment(a []int, carry int) []int {
	out := make([]int, len(a))
	for i, x := range a {
		out[i], carry = c.xor(x, carry), c.and(x, carry)
	}
	return out
}

// zeros returns the word 0 of n bits.
func (c *circuit) zeros(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -c.yes
	}
	return out
}

// multiply returns the product of two words, by an array of adders.
func (c *circuit) multiply(a, b []int) []int {
	sum := c.zeros(len(a) + len(b))
	for i, y := range b {
		carry := -c.yes
		for j, x := range a {
			p, s := c.and(x, y), sum[i+j]
			half := c.xor(s, p)
			sum[i+j], carry = c.xor(half, carry), c.or(c.and(s, p), c.and(half, carry))
		}
		sum[i+len(a)] = carry
	}
	return sum
}

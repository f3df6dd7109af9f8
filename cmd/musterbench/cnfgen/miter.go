package cnfgen

import (
	"math/bits"
	"slices"
)

// shifter says that rotating 16 elements of n bits by a variable amount with the
// smallest steps first and with the largest first differ. The bug is a wrong bit at one
// place, for one amount, if its neighbours have certain values.
func shifter(c *circuit, n int, bug bool) {
	const elements = 16
	word, amount := c.inputs(elements*n), c.inputs(bits.Len(elements-1))
	steps := make([]int, len(amount))
	for i := range steps {
		steps[i] = n << i
	}
	up := c.rotateBy(word, amount, steps)
	slices.Reverse(amount)
	slices.Reverse(steps)
	down := c.rotateBy(word, amount, steps)
	if bug {
		at := c.rng.IntN(len(word))
		trigger := c.is(amount, c.rng.IntN(elements))
		for i := range 16 {
			trigger = c.and(trigger, c.sign(down[(at+i)%len(down)]))
		}
		down[at] = c.xor(down[at], trigger)
	}
	c.add(c.unequal(up, down))
}

// rotateBy rotates a word, by each of the steps whose literal is true.
func (c *circuit) rotateBy(word, amount, steps []int) []int {
	for i, by := range steps {
		word = c.muxWord(amount[i], slices.Concat(word[by:], word[:by]), word)
	}
	return word
}

// sign returns a literal or its negation.
func (c *circuit) sign(l int) int {
	if c.rng.IntN(2) == 0 {
		return -l
	}
	return l
}

// is says that a word has a value.
func (c *circuit) is(word []int, value int) int {
	all := c.yes
	for i, l := range word {
		if value>>i&1 == 0 {
			l = -l
		}
		all = c.and(all, l)
	}
	return all
}

// unequal returns a literal that is true if the words differ, as differ does, but by
// one wide gate.
func (c *circuit) unequal(a, b []int) int {
	g := c.input()
	wide := []int{-g}
	for i := range a {
		d := c.xor(a[i], b[i])
		c.add(g, -d)
		wide = append(wide, d)
	}
	c.add(wide...)
	return g
}

// muxTree says that a tree of multiplexers that selects one of 1<<n words of 16 bits
// differs from a decoder with a wide or. The bug is an address at which the tree has
// another bit.
func muxTree(c *circuit, n int, bug bool) {
	const width = 16
	address := c.inputs(n)
	decoded := c.decode(address)
	var tree, flat []int
	for place := range width {
		data, any := c.inputs(len(decoded)), -c.yes
		for i, l := range decoded {
			any = c.or(any, c.and(l, data[i]))
		}
		if bug && place == width/2 {
			at := c.rng.IntN(len(data))
			data[at] = data[(at+1+c.rng.IntN(len(data)-1))%len(data)]
		}
		for _, l := range address {
			half := make([]int, len(data)/2)
			for i := range half {
				half[i] = c.mux(l, data[2*i+1], data[2*i])
			}
			data = half
		}
		tree, flat = append(tree, data[0]), append(flat, any)
	}
	c.add(c.unequal(tree, flat))
}

// decode returns 1<<n literals for a word of n bits, of which one is true.
func (c *circuit) decode(word []int) []int {
	out := []int{c.yes}
	for _, l := range slices.Backward(word) {
		next := make([]int, 2*len(out))
		for i, x := range out {
			next[2*i], next[2*i+1] = c.and(x, -l), c.and(x, l)
		}
		out = next
	}
	return out
}

// leadingZeros says that two ways to count the leading zeros of a word of n bits
// differ: by halving the word, and bit by bit. The bug is a wrong count for words
// whose ones begin at a certain place, with certain values after it.
func leadingZeros(c *circuit, n int, bug bool) {
	word := c.inputs(n)
	width := bits.Len(uint(n))
	scan := c.constant(n, width)
	for i, l := range word {
		scan = c.muxWord(l, c.constant(n-1-i, width), scan)
	}
	halves, none := c.halve(word)
	halves = append(halves, none)
	if bug {
		at := c.rng.IntN(n/2) + n/2
		trigger := c.is(scan, n-1-at)
		for i := range min(16, n/2) {
			trigger = c.and(trigger, c.sign(word[at-1-i]))
		}
		halves[0] = c.xor(halves[0], trigger)
	}
	c.add(c.unequal(scan, halves))
}

// halve counts the leading zeros of a word whose length is a power of two; the
// count is 0 if there are only zeros, which none says.
func (c *circuit) halve(word []int) (count []int, none int) {
	if len(word) == 1 {
		return nil, -word[0]
	}
	low, lowNone := c.halve(word[:len(word)/2])
	high, highNone := c.halve(word[len(word)/2:])
	none = c.and(lowNone, highNone)
	return append(c.muxWord(highNone, low, high), c.and(highNone, -none)), none
}

// constant returns a value as a word.
func (c *circuit) constant(value, width int) []int {
	out := make([]int, width)
	for i := range out {
		out[i] = c.yes
		if value>>i&1 == 0 {
			out[i] = -c.yes
		}
	}
	return out
}

// shiftAdd says that machines that shift, and add once for each bit of the second factor,
// and arrays of adders have different products: those of n words with another one, all of
// 5 bits. The bug is a wrong bit of one product if the factors have certain values.
func shiftAdd(c *circuit, n int, bug bool) {
	const width = 5
	var machines, arrays []int
	b, at := c.inputs(width), c.rng.IntN(n)
	for i := range n {
		a := c.inputs(width)
		sum, shifted := c.zeros(2*width), slices.Concat(a, c.zeros(width))
		for _, l := range b {
			sum = c.muxWord(l, c.sum(sum, shifted), sum)
			shifted = append([]int{-c.yes}, shifted[:len(shifted)-1]...)
		}
		if bug && i == at {
			trigger := c.and(c.is(a, c.rng.IntN(1<<width)), c.is(b, c.rng.IntN(1<<width)))
			sum[width] = c.xor(sum[width], trigger)
		}
		machines, arrays = append(machines, sum...), append(arrays, c.multiply(a, b)...)
	}
	c.add(c.unequal(machines, arrays))
}

// sum returns the sum of two words, without the last carry.
func (c *circuit) sum(a, b []int) []int {
	carry, out := -c.yes, make([]int, len(a))
	for i, x := range a {
		half := c.xor(x, b[i])
		out[i], carry = c.xor(half, carry), c.or(c.and(x, b[i]), c.and(half, carry))
	}
	return out
}

package cnfgen

// register asks for n bits of the initial state of a stream cipher, a linear feedback
// shift register of 64 bits with a filter, of which the others are known, and 6000 bits
// of the output. Without a model, one of the last of these is wrong.
func register(c *circuit, n int, possible bool) {
	const steps = 6000
	state, values := c.inputs(64), make([]bool, 64)
	for i := range values {
		values[i] = c.rng.IntN(2) == 1
	}
	for _, i := range c.rng.Perm(64)[n:] {
		c.add(signed(state[i], values[i]))
	}
	wrong := -1
	if !possible {
		wrong = steps - 1 - c.rng.IntN(steps/10)
	}
	for step := range steps {
		// The filter: x5 + x11 x23 + x17 x31 x47 + x53 x61.
		bit := c.xor(c.xor(state[5], c.and(state[11], state[23])),
			c.xor(c.and(state[17], c.and(state[31], state[47])), c.and(state[53], state[61])))
		value := values[5] != (values[11] && values[23]) != (values[17] && values[31] && values[47]) != (values[53] &&
			values[61])
		c.add(signed(bit, value != (step == wrong)))
		// x^64 + x^63 + x^61 + x^60 + 1
		next := c.xor(c.xor(state[0], state[1]), c.xor(state[3], state[4]))
		state = append(state[1:], next)
		values = append(values[1:], values[0] != values[1] != values[3] != values[4])
	}
}

// signed returns a literal, or its negation if value is false.
func signed(l int, value bool) int {
	if value {
		return l
	}
	return -l
}

// wideFIFO says that a shifting FIFO and a ring buffer, of two words each, have different heads
// within 50 steps, for words of n bits. The bug is that the last word stays where it is
// when the shifting one is full and something is taken from it.
func wideFIFO(c *circuit, n int, bug bool) { c.fifo(2, n, 50, bug) }

// coherence says that in n steps of a protocol that keeps caches coherent (MSI), some
// processor reads a word other than the last one written, or two caches own a line. Each
// step reads or writes a line. The bug is that a write of the last line by the last
// processor leaves the copy of the first one alone if the word has a certain value.
func coherence(c *circuit, n int, bug bool) {
	const processors, lines, width = 2, 4, 16
	s := newCaches(c, processors, lines, width)
	bad := -c.yes
	for range n {
		c.add(-bad) // the last step is the first bad one
		bad = s.step(bug)
	}
	c.add(bad)
}

// caches is the state of a memory and of the caches before it.
type caches struct {
	*circuit
	memory, last      [][]int   // by line: what is in the memory, and what was written last
	words             [][][]int // by processor and line
	valid, owned      [][]int
	processors, lines []int // one-hot: who does a step, and with which line
	value             int   // for which there is a bug
}

func newCaches(c *circuit, processors, lines, width int) *caches {
	s := &caches{circuit: c, value: c.rng.IntN(1 << width), processors: c.zeros(processors), lines: c.zeros(lines)}
	for range lines {
		word := c.zeros(width)
		s.memory, s.last = append(s.memory, word), append(s.last, word)
	}
	for range processors {
		words := make([][]int, lines)
		for i := range words {
			words[i] = c.zeros(width)
		}
		s.words = append(s.words, words)
		s.valid, s.owned = append(s.valid, c.zeros(lines)), append(s.owned, c.zeros(lines))
	}
	return s
}

// oneOf returns n inputs of which exactly one is true.
func (c *circuit) oneOf(n int) []int {
	out := c.inputs(n)
	c.add(out...)
	for i := range out {
		for j := range i {
			c.add(-out[i], -out[j])
		}
	}
	return out
}

// step makes a step and says that it is a bad one.
func (s *caches) step(bug bool) (bad int) {
	s.processors, s.lines = s.oneOf(len(s.processors)), s.oneOf(len(s.lines))
	write, data := s.input(), s.inputs(len(s.memory[0]))
	bad = -s.yes
	for line, at := range s.lines {
		// The owner, if there is one, writes its word to the memory when another
		// processor asks for it.
		memory := s.memory[line]
		for p, who := range s.processors {
			memory = s.muxWord(s.and(s.and(at, -who), s.owned[p][line]), s.words[p][line], memory)
		}
		s.memory[line] = memory
		for p, who := range s.processors {
			mine, stores := s.and(at, who), s.and(at, write)
			// What it had, or loads.
			old := s.muxWord(s.and(mine, -s.valid[p][line]), memory, s.words[p][line])
			bad = s.or(bad, s.and(mine, s.differ(old, s.last[line])))
			s.words[p][line] = s.muxWord(s.and(mine, write), data, old)
			lost := s.and(stores, -who)
			if bug && p == 0 && line == len(s.lines)-1 {
				lost = s.and(lost, -s.and(s.processors[len(s.processors)-1], s.is(data, s.value)))
			}
			s.valid[p][line] = s.or(mine, s.and(s.valid[p][line], -lost))
			s.owned[p][line] = s.or(s.and(mine, write), s.and(s.owned[p][line], s.or(-at, who)))
			for q := range p {
				bad = s.or(bad, s.and(s.owned[p][line], s.owned[q][line]))
			}
		}
		s.last[line] = s.muxWord(s.and(at, write), data, s.last[line])
	}
	return bad
}

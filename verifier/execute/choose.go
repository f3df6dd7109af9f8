package execute

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// maxTries limits how often what was just drawn is drawn again, since an assumption about it is false.
const maxTries = 64

// maxFew limits the numbers of moodFew.
const maxFew = 4

// mood says which values an execution prefers.
type mood uint8

const (
	moodZero  mood = iota // nothing but 0
	moodOne               // 1
	moodSame              // at each place the same value
	moodSmall             // small numbers
	moodPool              // numerals of the program, and their neighbours
	moodMixed             // any of these, edges of ranges, and any number
	moodFew               // a few of the numerals, again and again: what parsers read has such a form
	moods
)

// chooser chooses what executions leave open. What it chose is on a tape: words, one for each choice. An execution
// begins with what is on the tape already: a part or a variation of that of an earlier one.
type chooser struct {
	*code
	rand *rand.Rand
	mood mood
	tape []int64
	at   int
	ways []int32 // successors that were chosen
	same map[int]int64
	few  []int64
}

// begin prepares an execution with a tape.
func (c *chooser) begin(tape []int64, m mood) {
	c.tape, c.at, c.ways, c.mood = append(c.tape[:0], tape...), 0, c.ways[:0], m
	clear(c.same)
	c.few = c.few[:0]
	for range 1 + c.rand.IntN(maxFew) {
		c.few = append(c.few, c.pooled())
	}
}

// back takes back the choices from one on.
func (c *chooser) back(at int) { c.tape, c.at = c.tape[:at], at }

// take returns the next word of the tape.
func (c *chooser) take() (v int64, ok bool) {
	if c.at < len(c.tape) {
		c.at++
		return c.tape[c.at-1], true
	}
	return 0, false
}

func (c *chooser) put(v int64) int64 {
	c.tape = append(c.tape, v)
	c.at++
	return v
}

// way chooses one of n.
func (c *chooser) way(n int) int {
	if v, ok := c.take(); ok && v >= 0 && v < int64(n) {
		return int(v)
	} else if ok {
		c.back(c.at - 1)
	}
	return int(c.put(int64(c.rand.IntN(n))))
}

// first chooses one of n alternatives, as often the first as another: that tends to be the one that leaves most open.
func (c *chooser) first(n int) int {
	if c.at == len(c.tape) && c.rand.IntN(2) == 0 {
		return int(c.put(0))
	}
	return c.way(n)
}

// draw gives a register an arbitrary value.
func (m *machine) draw(dst reg, s *site) {
	c := m.choose
	d := drawn{v: s.v}
	switch s.kind {
	case siteOther:
	case siteRows:
		m.maps[dst] = m.newMap(int(m.levels[dst]), 0)
	case siteMap:
		def, ok := c.take()
		if !ok {
			def = c.put(c.word(-1, math.MinInt64, math.MaxInt64))
		}
		def = c.fits(def, s.width) // a tape that was changed may have any word here
		b := &birth{def: def, cells: map[int64]int64{}}
		m.maps[dst] = m.newPaged(def)
		m.maps[dst].birth, d.birth = b, b
		b.width = s.width
	default:
		d.word = c.value(int(dst), s)
		m.regs[dst] = d.word
	}
	m.drawn = append(m.drawn, d)
}

// value chooses a value for a site.
func (c *chooser) value(place int, s *site) int64 {
	v, ok := c.take()
	if ok {
		c.tape[c.at-1] = s.wrap(v)
		return c.tape[c.at-1]
	}
	v = c.fits(c.word(place, s.lo, s.hi), s.bits())
	if s.kind == siteInt && (v < s.lo || v > s.hi) {
		v = c.between(s.lo, s.hi)
	}
	return c.put(v)
}

// bits returns the width of the words of a site; 0 means that they are integers.
func (s *site) bits() int {
	switch s.kind {
	case siteBool:
		return 1
	case siteBits:
		return s.width
	case siteElem:
		return 2
	}
	return 0
}

// wrap brings a word into the range of the site, as arithmetic that wraps around does.
func (s *site) wrap(v int64) int64 {
	if w := s.bits(); w > 0 {
		return int64(uint64(v) & mask(uint(w)))
	}
	lo, hi := max(s.lo, tagTop+1), min(s.hi, top-1)
	if v >= lo && v <= hi || lo > hi {
		return min(max(v, tagTop+1), top-1)
	}
	span := uint64(hi-lo) + 1
	if v > hi {
		return lo + int64(uint64(v-lo)%span)
	}
	return hi - int64(uint64(hi-v)%span)
}

// fits brings a word into a width; 0 means that it is an integer.
func (c *chooser) fits(v int64, width int) int64 {
	if width == 0 {
		if !small(v) {
			return v >> 2
		}
		return v
	}
	return int64(uint64(v) & mask(uint(width)))
}

// cell chooses an element of an arbitrary map.
func (c *chooser) cell(b *birth) int64 {
	v, ok := c.take()
	if !ok {
		v = b.def
		if c.mood > moodSame && c.rand.IntN(4) > 0 {
			v = c.word(-1, math.MinInt64, math.MaxInt64)
		}
		v = c.put(c.fits(v, b.width))
	}
	return c.fits(v, b.width)
}

// word chooses a number, if possible from lo to hi.
func (c *chooser) word(place int, lo, hi int64) int64 {
	switch c.mood {
	case moodZero:
		return 0
	case moodOne:
		return 1
	case moodSame:
		v, ok := c.same[place]
		if !ok {
			v = c.mixed(lo, hi)
			c.same[place] = v
		}
		return v
	case moodSmall:
		return int64(c.rand.IntN(6)) - 1
	case moodPool:
		if c.rand.IntN(4) > 0 {
			return c.pooled()
		}
	case moodFew:
		if c.rand.IntN(16) > 0 {
			return c.few[c.rand.IntN(len(c.few))]
		}
	}
	return c.mixed(lo, hi)
}

func (c *chooser) mixed(lo, hi int64) int64 {
	switch c.rand.IntN(8) {
	case 0, 1:
		return int64(c.rand.IntN(3))
	case 2:
		return int64(c.rand.IntN(12)) - 2
	case 3, 4:
		return c.pooled()
	case 5:
		edges := [...]int64{lo, hi, 0, hi - 1, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxUint8}
		return edges[c.rand.IntN(len(edges))]
	case 6:
		return int64(c.rand.IntN(2000)) - 500
	}
	return c.between(lo, hi)
}

// pooled returns a numeral of the program, or a neighbour.
func (c *chooser) pooled() int64 {
	if len(c.pool) == 0 {
		return 0
	}
	return c.pool[c.rand.IntN(len(c.pool))] + [...]int64{0, 0, 1, -1}[c.rand.IntN(4)]
}

// between returns any number of a range, as often small as large.
func (c *chooser) between(lo, hi int64) int64 {
	lo, hi = max(lo, tagTop+1), min(hi, top-1)
	if lo >= hi {
		return lo
	}
	span := uint64(hi - lo)
	v := c.rand.Uint64N(span+1) >> c.rand.IntN(bits.Len64(span))
	if lo < 0 && hi > 0 { // around 0
		x := int64(v >> 1)
		if v&1 != 0 {
			x = -x
		}
		return min(max(x, lo), hi)
	}
	return lo + int64(v)
}

package oracle

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Btor2 is a small transition system, with values in words: a bit-vector as it is, an array as
// its elements side by side, the first one lowest.
type Btor2 struct {
	lines          []btorLine
	inputs, states []int // lines
	bads, limits   []int // operands
	at             map[int]int
}

// btorLine is an expression.
type btorLine struct {
	op         string
	width      int // of the bit-vector or of the elements
	index      int // of the indices; 0 if it is no array
	args       []int
	init, next int // of a state; operands, or 0
	word       uint64
}

// size returns the number of bits of a value.
func (l *btorLine) size() int {
	if l.index > 0 {
		return l.width << l.index
	}
	return l.width
}

// NewBtor2 reads a system, which must be well-formed.
func NewBtor2(text string) *Btor2 {
	s := &Btor2{lines: make([]btorLine, 1), at: map[int]int{}}
	sorts := map[int]btorLine{}
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, ";")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		n := make([]int, len(words))
		for i, w := range words {
			n[i], _ = strconv.Atoi(w)
		}
		switch op := words[1]; op {
		case "sort":
			if words[2] == "bitvec" {
				sorts[n[0]] = btorLine{width: n[3]}
			} else {
				sorts[n[0]] = btorLine{width: sorts[n[4]].width, index: sorts[n[3]].width}
			}
		case "init":
			s.lines[s.ref(n[3])].init = s.ref(n[4])
		case "next":
			s.lines[s.ref(n[3])].next = s.ref(n[4])
		case "bad":
			s.bads = append(s.bads, s.ref(n[2]))
		case "constraint":
			s.limits = append(s.limits, s.ref(n[2]))
		case "output":
		default:
			s.expression(n, words, sorts[n[2]])
		}
	}
	return s
}

// ref returns the operand that an identifier is, negated like it.
func (s *Btor2) ref(id int) int {
	if id < 0 {
		return -s.at[-id]
	}
	return s.at[id]
}

// expression adds an expression.
func (s *Btor2) expression(n []int, words []string, l btorLine) {
	l.op = words[1]
	switch l.op {
	case "input":
		s.inputs = append(s.inputs, len(s.lines))
	case "state":
		s.states = append(s.states, len(s.lines))
	case "one":
		l.word = 1
	case "ones":
		l.word = ^uint64(0)
	case "const", "constd", "consth":
		base := map[string]int{"const": 2, "constd": 10, "consth": 16}[l.op]
		v, _ := strconv.ParseInt(words[3], base, 64)
		l.word = uint64(v)
	case "slice":
		l.args = []int{s.ref(n[3])}
		l.word = uint64(n[5])
	case "sext", "uext":
		l.args = []int{s.ref(n[3])}
	default:
		count := 2
		switch l.op {
		case "not", "inc", "dec", "neg", "redand", "redor", "redxor":
			count = 1
		case "ite", "write":
			count = 3
		case "zero":
			count = 0
		}
		for _, id := range n[3 : 3+count] {
			l.args = append(l.args, s.ref(id))
		}
	}
	s.at[n[0]] = len(s.lines)
	s.lines = append(s.lines, l)
}

// ones returns a word of k ones.
func ones(k int) uint64 {
	if k >= 64 {
		return ^uint64(0)
	}
	return 1<<k - 1
}

// Small reports whether the states and inputs have at most so many bits, and each value fits a
// word.
func (s *Btor2) Small(most int) bool {
	for _, i := range append(append([]int{}, s.inputs...), s.states...) {
		most -= min(s.lines[i].size(), 64)
	}
	for i := range s.lines {
		if s.lines[i].index > 6 || s.lines[i].size() > 64 {
			return false
		}
	}
	return most >= 0
}

// value returns the value of an operand, or of its complement.
func (s *Btor2) value(now []uint64, ref int) uint64 {
	if ref < 0 {
		return ^now[-ref] & ones(s.lines[-ref].width)
	}
	return now[ref]
}

// run computes all expressions. Those of states and inputs have their values.
func (s *Btor2) run(now []uint64, first bool) {
	for i := range s.lines {
		l := &s.lines[i]
		switch {
		case l.op == "" || l.op == "input" || l.op == "state" && (!first || l.init == 0):
			continue
		case l.op == "state":
			v := s.value(now, l.init)
			if from := &s.lines[max(l.init, -l.init)]; l.index > 0 && from.index == 0 {
				now[i] = 0
				for k := range 1 << l.index {
					now[i] |= v << (k * l.width)
				}
				continue
			}
			now[i] = v
		default:
			now[i] = s.apply(l, now) & ones(l.size())
		}
	}
}

// apply computes an expression; what is above its width is arbitrary.
func (s *Btor2) apply(l *btorLine, now []uint64) uint64 {
	var v [3]uint64
	var w int
	for k, a := range l.args {
		v[k] = s.value(now, a)
	}
	if len(l.args) > 0 {
		w = s.lines[max(l.args[0], -l.args[0])].width
	}
	a, b := v[0], v[1]
	signed := func(x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }
	truth := func(c bool) uint64 {
		if c {
			return 1
		}
		return 0
	}
	outside := func(n int64) uint64 { return truth(n < -1<<(w-1) || n >= 1<<(w-1)) }
	switch l.op {
	case "one", "ones", "zero", "const", "constd", "consth":
		return l.word
	case "slice":
		return a >> l.word
	case "uext":
		return a
	case "sext":
		return uint64(signed(a))
	case "not":
		return ^a
	case "inc":
		return a + 1
	case "dec":
		return a - 1
	case "neg":
		return -a
	case "redand":
		return truth(a == ones(w))
	case "redor":
		return truth(a != 0)
	case "redxor":
		return uint64(bits.OnesCount64(a))
	case "iff", "xnor":
		return ^(a ^ b)
	case "implies":
		return ^a | b
	case "eq":
		return truth(a == b)
	case "neq", "ne": // as btor2tools once called it
		return truth(a != b)
	case "ugt":
		return truth(a > b)
	case "ugte":
		return truth(a >= b)
	case "ult":
		return truth(a < b)
	case "ulte":
		return truth(a <= b)
	case "sgt":
		return truth(signed(a) > signed(b))
	case "sgte":
		return truth(signed(a) >= signed(b))
	case "slt":
		return truth(signed(a) < signed(b))
	case "slte":
		return truth(signed(a) <= signed(b))
	case "and":
		return a & b
	case "nand":
		return ^(a & b)
	case "nor":
		return ^(a | b)
	case "or":
		return a | b
	case "xor":
		return a ^ b
	case "rol", "ror":
		k := b % uint64(w)
		if l.op == "ror" {
			k = uint64(w) - k
		}
		return a<<k | a>>(uint64(w)-k)
	case "sll":
		return a << b
	case "srl":
		return a >> b
	case "sra":
		return uint64(signed(a) >> b)
	case "add":
		return a + b
	case "sub":
		return a - b
	case "mul":
		return a * b
	case "udiv":
		if b == 0 {
			return ^uint64(0)
		}
		return a / b
	case "urem":
		if b == 0 {
			return a
		}
		return a % b
	case "sdiv":
		if b == 0 {
			return 1 - 2*truth(signed(a) >= 0)
		}
		return uint64(signed(a) / signed(b))
	case "srem", "smod":
		if b == 0 {
			return a
		}
		r := signed(a) % signed(b)
		if l.op == "smod" && r != 0 && (r < 0) != (signed(b) < 0) {
			r += signed(b)
		}
		return uint64(r)
	case "uaddo":
		return truth(a+b > ones(w))
	case "saddo":
		return outside(signed(a) + signed(b))
	case "sdivo":
		return truth(b != 0) & outside(signed(a)/(signed(b)|int64(truth(b == 0))))
	case "umulo":
		return truth(a*b > ones(w))
	case "smulo":
		return outside(signed(a) * signed(b))
	case "usubo":
		return truth(a < b)
	case "ssubo":
		return outside(signed(a) - signed(b))
	case "concat":
		return a<<s.lines[max(l.args[1], -l.args[1])].width | b
	case "read":
		return a >> (int(b) * l.width)
	case "ite":
		if a == 1 {
			return b
		}
		return v[2]
	case "write":
		k := int(b) * l.width
		return a&^(ones(l.width)<<k) | v[2]<<k
	}
	panic("oracle: " + l.op)
}

// all reports whether all operands, which are bits, are 1; any whether one is.
func (s *Btor2) all(now []uint64, refs []int) bool {
	for _, r := range refs {
		if s.value(now, r) == 0 {
			return false
		}
	}
	return true
}

func (s *Btor2) any(now []uint64, refs []int) bool {
	for _, r := range refs {
		if s.value(now, r) == 1 {
			return true
		}
	}
	return false
}

// Search returns the first step up to depth that has a bad state, or -1, and up to which step
// there are executions, at most depth. It enumerates all states.
func (s *Btor2) Search(depth int) (bad, last int) {
	front := map[string][]uint64{"": make([]uint64, len(s.lines))}
	for step := range depth + 1 {
		open := append([]int{}, s.inputs...)
		for _, i := range s.states {
			if l := &s.lines[i]; step == 0 && l.init == 0 || step > 0 && l.next == 0 {
				open = append(open, i)
			}
		}
		next, alive := map[string][]uint64{}, false
		for _, from := range front {
			found := s.each(from, open, step == 0, func(now []uint64) bool {
				alive = true
				after := make([]uint64, len(now))
				for _, i := range s.states {
					if l := &s.lines[i]; l.next != 0 {
						after[i] = s.value(now, l.next)
					}
				}
				next[fmt.Sprint(after)] = after
				return s.any(now, s.bads)
			})
			if found {
				return step, step
			}
		}
		if !alive {
			return -1, step - 1
		}
		front = next
	}
	return -1, depth
}

// each calls yield with all values that the open leaves can have within the constraints, until
// it returns true.
func (s *Btor2) each(from []uint64, open []int, first bool, yield func(now []uint64) bool) bool {
	total := 0
	for _, i := range open {
		total += s.lines[i].size()
	}
	now := make([]uint64, len(from))
	for n := range uint64(1) << total {
		copy(now, from)
		for _, i := range open {
			now[i] = n & ones(s.lines[i].size())
			n >>= s.lines[i].size()
		}
		s.run(now, first)
		if s.all(now, s.limits) && yield(now) {
			return true
		}
	}
	return false
}

// Replay checks a witness in the format of BTOR2: it says what is wrong with it, if anything.
func (s *Btor2) Replay(witness string, depth int) error {
	lines := strings.Split(strings.TrimSuffix(witness, "\n"), "\n")
	if len(lines) < 4 || lines[0] != "sat" || lines[len(lines)-1] != "." {
		return fmt.Errorf("no witness: %q", witness)
	}
	steps := map[string][]string{} // by head, as #0 and @0
	head := ""
	for _, line := range lines[2 : len(lines)-1] {
		if line[0] == '#' || line[0] == '@' {
			head = line
			continue
		}
		steps[head] = append(steps[head], line)
	}
	now := make([]uint64, len(s.lines))
	for step := range depth + 1 {
		after := make([]uint64, len(s.lines))
		for _, i := range s.states {
			if l := &s.lines[i]; step > 0 && l.next != 0 {
				after[i] = s.value(now, l.next)
			}
		}
		now = after
		s.take(now, s.states, steps["#"+strconv.Itoa(step)])
		s.take(now, s.inputs, steps["@"+strconv.Itoa(step)])
		if s.run(now, step == 0); !s.all(now, s.limits) {
			return fmt.Errorf("step %d violates a constraint", step)
		}
	}
	for _, b := range strings.Fields(lines[1]) {
		k, err := strconv.Atoi(strings.TrimPrefix(b, "b"))
		if err != nil || k >= len(s.bads) || s.value(now, s.bads[k]) == 0 {
			return fmt.Errorf("%s does not hold at step %d", b, depth)
		}
	}
	return nil
}

// take sets leaves to the values in lines of a witness.
func (s *Btor2) take(now []uint64, leaves []int, lines []string) {
	for _, line := range lines {
		words := strings.Fields(line)
		k, _ := strconv.Atoi(words[0])
		at, index := leaves[k], uint64(0)
		if words[1][0] == '[' {
			index, _ = strconv.ParseUint(strings.Trim(words[1], "[]"), 2, 64)
			words = words[1:]
		}
		v, _ := strconv.ParseUint(words[1], 2, 64)
		now[at] |= v << (int(index) * s.lines[at].width)
	}
}

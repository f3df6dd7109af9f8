package cnfgen

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// sessions are the families of incremental formulas: what asks a solver many questions
// about one large circuit.
var sessions = []struct {
	name string
	make func(s *session, clauses, queries int)
}{
	{"outputs", askOutputs},
	{"induction", askInduction},
	{"frames", askFrames},
	{"soft", askSoft},
	{"sweep", askSweep},
}

// WriteQueries writes an incremental formula of each family to a directory, which it
// creates: with about as many clauses and queries as wanted. A comment before each query
// gives the expected answer.
func WriteQueries(dir string, seed uint64, clauses, queries int) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i, f := range sessions {
		name := filepath.Join(dir, f.name+".icnf")
		err := measure.WriteFile(name, func(w io.Writer) error {
			s := newSession(w, rand.New(rand.NewPCG(seed, uint64(i))))
			f.make(s, clauses, queries)
			return s.out.Flush()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// session is a circuit that is written as queries are asked about it.
type session struct {
	*circuit
	out     *bufio.Writer
	kept    [][]int // the clauses
	written int     // of them
	values  []bool  // by variable: in a random run of the circuit
}

func newSession(w io.Writer, rng *rand.Rand) *session {
	s := &session{out: bufio.NewWriter(w), values: make([]bool, 1)}
	s.circuit = newCircuit(rng, func(lits []int) { s.kept = append(s.kept, lits) })
	s.out.WriteString("p inccnf\n")
	return s
}

// ask asks whether the clauses so far are satisfiable under assumptions.
func (s *session) ask(expected string, assumptions ...int) {
	for ; s.written < len(s.kept); s.written++ {
		writeLits(s.out, s.kept[s.written])
	}
	fmt.Fprintf(s.out, "%s%s\na ", Expected, expected)
	writeLits(s.out, assumptions)
}

// run gives all variables so far the values of a random run. A variable is an input
// unless clauses whose last variable it is make it follow from those before.
func (s *session) run() {
	s.values = s.values[:1]
	for len(s.values) <= s.vars {
		s.values = append(s.values, s.rng.IntN(2) == 0)
	}
	last := make([][]int, s.vars+1) // by variable: clauses whose last variable it is
	for i, c := range s.kept {
		v := 0
		for _, l := range c {
			v = max(v, l, -l)
		}
		last[v] = append(last[v], i)
	}
	for v := range last {
		for _, i := range last[v] {
			forced, holds := 0, false
			for _, l := range s.kept[i] {
				if l == v || l == -v {
					forced = l
				} else {
					holds = holds || s.holds(l)
				}
			}
			if !holds {
				s.values[v] = forced > 0
			}
		}
	}
}

// holds is the value of a literal in the run.
func (s *session) holds(l int) bool {
	if l < 0 {
		return !s.values[-l]
	}
	return s.values[l]
}

// held is the literal of the same variable that holds in the run.
func (s *session) held(l int) int {
	if s.holds(l) {
		return l
	}
	return -l
}

// pick is a random element.
func (s *session) pick(list []int) int { return list[s.rng.IntN(len(list))] }

// machine is the state of a transition system: rings of one-hot bits, and other bits.
type machine struct {
	rings [][]int
	bits  []int
}

const ringBits = 12

// reset is the initial state: that of n rings, and 2n inputs.
func (s *session) reset(n int) machine {
	m := machine{bits: s.inputs(2 * n)}
	for range n {
		m.rings = append(m.rings, append([]int{s.yes}, s.zeros(ringBits-1)...))
	}
	return m
}

// anywhere is a state in which the rings may be anywhere.
func (s *session) anywhere(n int) machine {
	m := machine{bits: s.inputs(2 * n)}
	for range n {
		m.rings = append(m.rings, s.inputs(ringBits))
	}
	return m
}

// step returns the next state. The other bits mix with their neighbours and the rings.
// Both are about 100 clauses for a ring.
func (s *session) step(m machine) machine {
	var next machine
	for i, r := range m.rings {
		next.rings = append(next.rings, s.muxWord(s.and(s.input(), m.bits[2*i]), rotate(r), r))
	}
	n := len(m.bits)
	for i, b := range m.bits {
		a, c := m.bits[(i+1)%n], m.bits[(i+7)%n]
		next.bits = append(next.bits, s.xor(b, s.or(s.and(a, -c), s.and(m.rings[i/2][i%ringBits], s.input()))))
	}
	return next
}

// clash is two bits of a ring, which are never both true.
func (s *session) clash(m machine) []int {
	r := m.rings[s.rng.IntN(len(m.rings))]
	i := s.rng.IntN(ringBits)
	j := (i + 1 + s.rng.IntN(ringBits-1)) % ringBits
	return []int{r[i], r[j]}
}

// unroll makes some steps of a machine that is as wide as it takes.
func (s *session) unroll(clauses int) []machine {
	const depth = 20
	frames := []machine{s.reset(max(1, clauses/depth/100))}
	for range depth {
		frames = append(frames, s.step(frames[len(frames)-1]))
	}
	return frames
}

// askOutputs asks about values of a few bits of an unrolled machine.
func askOutputs(s *session, clauses, queries int) {
	frames := s.unroll(clauses)
	s.run()
	for i := range queries {
		m := frames[1+s.rng.IntN(len(frames)-1)]
		if i%4 == 0 {
			s.ask("unsat", s.clash(m)...)
			continue
		}
		assume := []int{s.held(s.pick(m.bits)), s.held(s.pick(m.bits)), s.held(s.pick(m.rings[s.rng.IntN(len(m.rings))]))}
		s.ask("sat", assume[:1+i%3]...)
	}
}

// askInduction asks, as IC3 does, whether a clause about the bits of a large machine is
// inductive: each query has a clause of its own under an activation literal.
func askInduction(s *session, clauses, queries int) {
	now := s.anywhere(clauses / 100)
	next := s.step(now)
	for i := range queries {
		r := s.rng.IntN(len(now.rings))
		j := s.rng.IntN(ringBits)
		k := (j + 1 + s.rng.IntN(ringBits-1)) % ringBits
		ring, after := now.rings[r], next.rings[r]
		act := s.input()
		if i%4 == 3 {
			// Not inductive: the ring may come from any place before j.
			s.add(-act, -ring[j], -ring[k], now.bits[0])
			s.ask("sat", act, after[j], -after[k])
		} else {
			// That two bits of equal distance are not both true is inductive.
			for d := range ringBits {
				s.add(-act, -ring[(j+d)%ringBits], -ring[(k+d)%ringBits])
			}
			s.ask("unsat", act, after[j], after[k])
		}
		s.add(-act)
	}
}

// askFrames adds a frame of a machine now and then, and asks about the last one. What
// does not hold in it is added, so that the next frame is as easy.
func askFrames(s *session, clauses, queries int) {
	const rings = 8
	m := s.reset(rings)
	frames := max(1, clauses/rings/100)
	var never [][2]int
	for i := range queries {
		if s.clauses < clauses/queries*(i+1) || i == 0 {
			m = s.step(m)
			never = never[:0]
			for _, r := range m.rings {
				for j := range queries / frames / rings {
					never = append(never, [2]int{r[j%ringBits], r[(j+1)%ringBits]})
				}
			}
		}
		if len(never) > 0 && i%8 < 6 {
			p := never[0]
			never = never[1:]
			s.ask("unsat", p[0], p[1])
			s.add(-p[0], -p[1])
			continue
		}
		s.ask("sat", s.pick(m.bits), m.rings[s.rng.IntN(rings)][0])
	}
}

// askSoft assumes thousands of bits of an unrolled machine, of which a few are others
// in the next query.
func askSoft(s *session, clauses, queries int) {
	frames := s.unroll(clauses)
	s.run()
	some := func() int {
		m := frames[1+s.rng.IntN(len(frames)-1)]
		if s.rng.IntN(2) == 0 {
			return s.held(s.pick(m.bits))
		}
		return s.held(s.pick(m.rings[s.rng.IntN(len(m.rings))]))
	}
	var soft []int
	for range max(10, clauses/200) {
		soft = append(soft, some())
	}
	for i := range queries {
		for range 5 {
			soft[s.rng.IntN(len(soft))] = some()
		}
		if i%3 == 0 {
			s.ask("unsat", append(s.clash(frames[1+s.rng.IntN(len(frames)-1)]), soft...)...)
		} else {
			s.ask("sat", soft...)
		}
	}
}

// askSweep asks whether gates of two circuits are equal that have the same functions but
// for a few, and adds the equivalences found.
func askSweep(s *session, clauses, queries int) {
	in := s.inputs(max(20, clauses/1000))
	a, b := append([]int{}, in...), append([]int{}, in...)
	var pairs [][2]int
	for s.clauses < clauses {
		n := len(a)
		i, j, k := n-1-s.rng.IntN(min(n, 2000)), s.rng.IntN(n), n-1-s.rng.IntN(min(n, 50))
		if s.rng.IntN(3) == 0 {
			a = append(a, s.xor(s.and(a[i], a[j]), a[k]))
			b = append(b, s.mux(b[k], -s.and(b[j], b[i]), s.and(b[i], b[j])))
		} else {
			a = append(a, s.and(s.or(a[i], a[j]), -a[k]))
			b = append(b, s.or(s.and(b[i], -b[k]), s.and(b[j], -b[k])))
		}
		pairs = append(pairs, [2]int{a[n], b[n]})
	}
	s.run()
	for i := range min(queries, 2*len(pairs)) {
		p := pairs[i/2]
		if i%2 == 1 {
			s.ask("unsat", -p[0], p[1])
			s.add(-p[0], p[1])
			s.add(p[0], -p[1])
			continue
		}
		if i%8 == 6 {
			s.ask("sat", s.held(p[0]), s.held(s.pick(b)))
		}
		s.ask("unsat", p[0], -p[1])
	}
}

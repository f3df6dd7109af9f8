package execute

import (
	"math"

	"github.com/muster-smt/muster/theory/term"
)

// firstSights is how many executions of a comparison are seen, beside the last one.
const firstSights = 6

// watch sees what an execution compares. It serves to find values with which a comparison has another result.
type watch struct {
	counts []int32 // by instruction: how often it was executed
	some   []int32 // those that were
	dirs   []uint8 // by instruction: 1 if it was seen to be false, 2 if true
	sights []sight
	last   []int32 // by instruction: its last sight, plus one
	best   []int64 // by instruction that always had one result: how close it came to the other one
	fresh  int     // results that no execution before had seen, or came as close to

	goals []goal // if there are some, only they are seen
	first []int32
}

// sight is one execution of a comparison.
type sight struct {
	pc, k int32 // the k-th one of the instruction
	equal bool  // whether a = b, else whether a <= b
	a, b  int64
	words int // of the tape that were read before
}

// goal is a sight whose result is to become another one.
type goal struct {
	sight
	now  sight // as the present execution has it
	met  bool  // it has it
	next int32 // the next goal of the instruction, plus one
}

func newWatch(c *code) *watch {
	n := len(c.code)
	w := &watch{counts: make([]int32, n), dirs: make([]uint8, n), last: make([]int32, n), first: make([]int32, n),
		best: make([]int64, n)}
	for i := range w.best {
		w.best[i] = math.MaxInt64
	}
	return w
}

func (s *sight) holds() bool {
	if s.equal {
		return s.a == s.b
	}
	return s.a <= s.b
}

// reset prepares an execution.
func (w *watch) reset() {
	for _, pc := range w.some {
		w.counts[pc] = 0
	}
	w.some, w.fresh = w.some[:0], 0
	w.sights = w.sights[:0]
	for i := range w.goals {
		w.goals[i].met = false
	}
}

// aim has the next executions be seen at some sights only; at all if there are none.
func (w *watch) aim(at []sight) {
	for i := range w.goals {
		w.first[w.goals[i].pc] = 0
	}
	w.goals = w.goals[:0]
	for i, s := range at {
		w.goals = append(w.goals, goal{sight: s, next: w.first[s.pc]})
		w.first[s.pc] = int32(i) + 1
	}
}

// compare is called where numbers are compared.
func (w *watch) compare(m *machine, pc int32, equal bool, a, b int64) {
	s := sight{pc: pc, k: w.counts[pc], equal: equal, a: a, b: b, words: m.choose.at}
	if w.counts[pc]++; s.k == 0 {
		w.some = append(w.some, pc)
	}
	dir := uint8(1)
	if s.holds() {
		dir = 2
	}
	if w.dirs[pc]&dir == 0 {
		w.dirs[pc] |= dir
		w.fresh++
	}
	if w.dirs[pc] != 3 {
		if far := abs(a - b); far >= 0 && far <= w.best[pc]-max(1, w.best[pc]/4) {
			w.best[pc] = far
			w.fresh++
		}
	}
	switch {
	case len(w.goals) > 0:
		for g := w.first[pc]; g > 0; g = w.goals[g-1].next {
			if w.goals[g-1].k == s.k {
				w.goals[g-1].now, w.goals[g-1].met = s, true
			}
		}
	case s.k > firstSights:
		w.sights[w.last[pc]-1] = s
	default:
		w.sights = append(w.sights, s)
		w.last[pc] = int32(len(w.sights))
	}
}

// open reports whether the comparison was never seen to have the other result.
func (w *watch) open(s *sight) bool { return w.dirs[s.pc] != 3 }

// compareBits is called where bit-vectors are compared.
func (w *watch) compareBits(m *machine, pc int32, o *bitOp, a, b int64) {
	switch o.op {
	case term.OpBvUle:
		w.compare(m, pc, false, a, b)
	case term.OpBvSle:
		w.compare(m, pc, false, signed(uint64(a), o.from), signed(uint64(b), o.from))
	}
}

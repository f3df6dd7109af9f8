package execute

import "cmp"

// Limits on the search for values that turn a comparison.
const (
	maxGoals  = 64  // of one tape
	maxProbes = 128 // executions that measure
	maxTurns  = 32  // executions that approach a goal
	maxSought = 16  // of one comparison
	maxRandom = 32  // tapes, one round
)

// entry is a tape in the corpus.
type entry struct {
	tape   []int64
	mood   mood
	steps  int64 // of its execution
	solved bool
}

// effect says how a word of the tape changes the difference that decides a comparison.
type effect struct {
	word  int
	delta int64 // of the word
	diff  int64 // of the difference
}

// solve looks at tapes of the corpus for comparisons that always had one result, and for values of single words that
// give them the other one; then at any comparisons of some tapes, rather short ones. It has at most half of all
// steps.
func (x *search) solve() {
	for i := range x.corpus {
		if !x.corpus[i].solved && x.affordable() {
			x.corpus[i].solved = true
			x.turn(x.corpus[i], true)
		}
	}
	r := x.m.choose.rand
	for i := 0; i < maxRandom && len(x.corpus) > 0 && x.affordable(); i++ {
		e, f := x.corpus[r.IntN(len(x.corpus))], x.corpus[r.IntN(len(x.corpus))]
		if f.steps < e.steps {
			e = f
		}
		x.turn(e, false)
	}
}

// affordable reports whether there is time for another execution.
func (x *search) affordable() bool { return x.found == nil && !x.over && x.solving <= x.steps/2 }

// turn looks for values that turn comparisons of an execution: only those that always had one result, if open is set.
func (x *search) turn(e entry, open bool) {
	w := x.watch
	w.aim(nil)
	if x.observe(e); len(w.sights) == 0 || x.over {
		return
	}
	goals := x.goals(open)
	if len(goals) == 0 {
		return
	}
	w.aim(goals)
	effects := x.measure(e, goals)
	for i := range goals {
		for _, f := range effects[i] {
			if !x.affordable() || open && !w.open(&goals[i]) {
				break
			}
			x.approach(e, i, f)
		}
	}
	w.aim(nil)
}

// goals chooses comparisons that the execution that has just ended decided.
func (x *search) goals(open bool) (out []sight) {
	w := x.watch
	for i := range w.sights {
		s := &w.sights[i]
		if s.words > 0 && s.a > tagTop && s.b > tagTop && (!open || w.open(s) && x.tries[s.pc] < maxSought) {
			out = append(out, *s)
		}
	}
	r := x.m.choose.rand
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	out = out[:min(len(out), maxGoals)]
	if open {
		for i := range out {
			x.tries[out[i].pc]++
		}
	}
	return out
}

// measure changes words one by one, and returns by goal which of them change its difference.
func (x *search) measure(e entry, goals []sight) [][]effect {
	out := make([][]effect, len(goals))
	r := x.m.choose.rand
	for n := range min(len(e.tape), maxProbes) {
		i := n
		if len(e.tape) > maxProbes {
			i = r.IntN(len(e.tape))
		}
		for _, delta := range [...]int64{1, -1, 1 << (4 + r.IntN(24))} {
			if !x.affordable() {
				return out
			}
			by, ok := x.changed(e, i, delta)
			if !ok {
				continue
			}
			f, some := effect{word: i, delta: by}, false
			for k := range goals {
				g := &x.watch.goals[k]
				if f.diff = g.now.a - g.now.b - (g.a - g.b); g.met && f.diff != 0 && i < g.words {
					out[k] = append(out[k], f)
					some = true
				}
			}
			if some {
				break
			}
		}
	}
	return out
}

// changed executes the program with one word changed. It returns by how much, and whether the word was read.
func (x *search) changed(e entry, i int, by int64) (int64, bool) {
	old := e.tape[i]
	e.tape[i] += by
	x.observe(e)
	e.tape[i] = old
	c := x.m.choose
	if i >= c.at || c.tape[i] == old {
		return 0, false
	}
	return c.tape[i] - old, true
}

// approach changes a word so that the difference becomes what turns goal k, as if it were linear, and so on from
// there (Newton's method with secants, with shorter steps where they lead too far). Before, it changes the bits that
// are different, as if others were added to the word.
func (x *search) approach(e entry, k int, f effect) {
	g := x.watch.goals[k].sight
	if word := e.tape[f.word]; g.equal && g.a != g.b {
		if x.changed(e, f.word, (word^g.a^g.b)-word); x.turned(k, &g) {
			return
		}
	}
	at, diff, damped := int64(0), g.a-g.b, int64(1) // how far the word has moved, and the difference there
	for range maxTurns {
		step, ok := f.step(diff, &g)
		if step /= damped; !ok || step == 0 || !small(at+step) || !x.affordable() {
			return
		}
		by, ok := x.changed(e, f.word, at+step)
		n := &x.watch.goals[k]
		switch next := n.now.a - n.now.b; {
		case x.turned(k, &g):
			return
		case !ok || !n.met || n.now.a <= tagTop || n.now.b <= tagTop || abs(next) >= abs(diff):
			damped *= 4
		default:
			f.delta, f.diff, damped = by-at, next-diff, 1
			at, diff = by, next
		}
	}
}

// step returns by how much the word has to change.
func (f effect) step(diff int64, g *sight) (int64, bool) {
	want := int64(0) // what the difference is to be
	if !g.equal && g.holds() {
		want = 1
	} else if g.equal && g.holds() {
		return 0, false // measuring has turned it
	}
	if f.diff == 0 || !small(diff) {
		return 0, false
	}
	need := want - diff
	if abs(need) > 1<<40 || abs(f.delta) > 1<<20 {
		return need / f.diff * f.delta, true
	}
	step := need * f.delta / f.diff
	if !g.equal && step*f.diff != need*f.delta { // rather too far
		step += sign(need) * sign(f.delta) * sign(f.diff)
	}
	return step, true
}

// turned reports whether the execution that has just ended gives goal k the other result.
func (x *search) turned(k int, g *sight) bool {
	n := &x.watch.goals[k]
	return n.met && n.now.holds() != g.holds()
}

func sign(v int64) int64 { return int64(cmp.Compare(v, 0)) }

func abs(v int64) int64 { return max(v, -v) }

// observe executes the program along a tape, and sees what it compares. What has a new result is kept.
func (x *search) observe(e entry) {
	x.watch.reset()
	x.m.watch = x.watch
	from := x.steps
	out := x.try(e.tape, e.mood, min(x.limit, 2*e.steps+pollEvery))
	x.m.watch = nil
	x.solving += x.steps - from
	x.over = x.over || out == stopped
	if x.watch.fresh > 0 && len(x.watch.goals) > 0 && x.m.fresh == 0 && out != refused {
		x.keep()
	}
}

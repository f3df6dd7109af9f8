package passes

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// tupleLen bounds the number of variables in conditions that are remembered.
const tupleLen = 6

// tupleKey is the value numbers of the variables in a condition.
type tupleKey [tupleLen]int32

// assume returns the command with variables replaced and without conjuncts
// that are known to hold.
func (w *walker) assume(c prog.Cmd) prog.Cmd {
	t := w.image(c.Cond)
	switch {
	case t == w.st.True():
		return w.dropped(c)
	case w.st.Op(t) != term.OpAnd:
		switch w.known(t) {
		case 1:
			return w.dropped(c)
		case -1:
			c.Cond = w.st.False()
			return c
		}
		w.learn(t)
		c.Cond = t
		return c
	}
	var left []term.Term
	for _, a := range w.st.Args(t) {
		switch w.known(a) {
		case -1:
			c.Cond = w.st.False()
			return c
		case 0:
			left = append(left, a)
			w.learn(a)
		}
	}
	if len(left) == 0 {
		return w.dropped(c)
	}
	c.Cond = w.rw.And(left...)
	return c
}

func (w *walker) dropped(c prog.Cmd) prog.Cmd {
	if !w.rewrite {
		return c
	}
	w.redundant++
	return prog.Cmd{}
}

// fact returns the element of env for t or what t negates, and the value that this
// element has if t is known, of either sign; the value is 0 if no facts are kept
// about t.
func (w *walker) fact(t term.Term) (slot, tuple int32) {
	neg := int32(0)
	if w.st.Op(t) == term.OpNot {
		t, neg = w.st.Arg(t, 0), 1
	}
	refs := w.uses.Of(t)
	if len(refs) > tupleLen {
		return 0, 0
	}
	var key tupleKey
	for i, r := range refs {
		switch {
		case w.dense[r.Var()] == 0: // a constant of the program
		case r.Old():
			key[i] = -w.dense[r.Var()] // its initial value
		default:
			key[i] = w.value(r.Var())
		}
	}
	slot, ok := w.facts[t]
	if !ok {
		if len(w.facts) == w.maxFacts { // substitution can create more of them than were counted
			return 0, 0
		}
		slot = int32(len(w.vars) + len(w.facts))
		w.facts[t] = slot
	}
	id, ok := w.tuples[key]
	if !ok {
		id = int32(len(w.tuples)) + 1
		w.tuples[key] = id
	}
	return slot, 2*id + neg
}

// known reports 1 if t is known to hold, -1 if it is known not to, else 0.
func (w *walker) known(t term.Term) int {
	slot, tuple := w.fact(t)
	if tuple == 0 {
		return 0
	}
	switch w.arena.get(w.env, slot) {
	case tuple:
		return 1
	case tuple ^ 1:
		return -1
	}
	return 0
}

// learn notes that t holds from here on.
func (w *walker) learn(t term.Term) {
	if slot, tuple := w.fact(t); tuple != 0 {
		w.env = w.arena.set(w.env, slot, tuple)
	}
	// From here on, a variable equal to a literal or to another is replaced.
	switch op := w.st.Op(t); {
	case op == term.OpEq:
		a, b := w.st.Arg(t, 0), w.st.Arg(t, 1)
		m, n := w.number(a), w.number(b)
		switch {
		case m == 0 || n == 0 || m == n:
		case n > 0 && m < 0:
			w.set(w.uses.Ref(a).Var(), n)
		case m > 0 && n < 0:
			w.set(w.uses.Ref(b).Var(), m)
		}
	case op == term.OpNot:
		if a := w.st.Arg(t, 0); w.number(a) < 0 {
			w.set(w.uses.Ref(a).Var(), int32(w.st.False()))
		}
	case w.number(t) < 0:
		w.set(w.uses.Ref(t).Var(), int32(w.st.True()))
	}
}

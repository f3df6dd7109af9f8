package quant

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// useful is the number of final checks that must have sent an instance before it is sent
// again without one: what was of use once may have been so by chance.
const useful = 2

// trigger is the match that an instance waits for: its nodes, in wakes.nodes, and the one
// that watches for it. Without nodes, as of an instance that a model required, only the
// quantifier must be active.
type trigger struct {
	first, n uint32
	watch    theory.Node
}

// wakes makes instances live again that were sent in another part of the search, as soon
// as the nodes of their match are relevant, so that no final check must find them.
// Whether the nodes still match, modulo the present classes, does not matter: any
// instance is valid.
type wakes struct {
	nodes   []theory.Node // of triggers
	watches [][]int32     // by node: instances
	at      []int32       // by node: its place in fresh, if it is there

	fresh  []theory.Node // relevant nodes in order
	quants []int32       // active quantifiers in order
	undone []int32       // instances that backtracking has made dead

	headFresh, headQuants int // Propagate has processed those before
}

// wakeMark is the state of wakes at the start of a level.
type wakeMark struct{ fresh, quants, headFresh, headQuants int32 }

func (w *wakes) mark() wakeMark {
	return wakeMark{int32(len(w.fresh)), int32(len(w.quants)), int32(w.headFresh), int32(w.headQuants)}
}

func (w *wakes) undo(to wakeMark) {
	w.fresh, w.quants = w.fresh[:to.fresh], w.quants[:to.quants]
	w.headFresh, w.headQuants = min(w.headFresh, int(to.headFresh)), min(w.headQuants, int(to.headQuants))
}

func (w *wakes) left() int { return len(w.fresh) + len(w.quants) + w.headFresh + w.headQuants }

func (w *wakes) relevant(n theory.Node) {
	for len(w.at) <= int(n) {
		w.at = append(w.at, 0)
	}
	w.at[n] = int32(len(w.fresh))
	w.fresh = append(w.fresh, n)
}

func (w *wakes) lost(i int32) { w.undone = append(w.undone, i) }

// place returns the place of a node in fresh, -1 if it is not relevant.
func (w *wakes) place(n theory.Node) int {
	if int(n) < len(w.at) {
		if k := int(w.at[n]); k < len(w.fresh) && w.fresh[k] == n {
			return k
		}
	}
	return -1
}

// last returns the node of a trigger that became relevant last, or one that is not
// relevant.
func (w *wakes) last(t trigger) (n theory.Node, relevant bool) {
	best := -1
	for _, k := range w.nodes[t.first : t.first+t.n] {
		p := w.place(k)
		if p < 0 {
			return k, false
		}
		if p > best {
			n, best = k, p
		}
	}
	return n, true
}

// watch makes n the node that watches for instance i.
func (m *Matcher) watch(n theory.Node, i int32) {
	w := &m.wakes
	for len(w.watches) <= int(n) {
		w.watches = append(w.watches, nil)
	}
	w.watches[n] = append(w.watches[n], i)
	m.insts[i].trigger.watch = n
}

// setTrigger makes x, which holds, the match that instance i waits for, unless the one
// that it waits for has relevant nodes, too.
func (m *Matcher) setTrigger(i int32, x *match) {
	w, t := &m.wakes, &m.insts[i].trigger
	n := uint32(m.quants[x.quant].programs[x.program].nodes)
	if n == 0 {
		return
	}
	if t.n > 0 {
		if _, ok := w.last(*t); ok {
			return
		}
	}
	if t.n < n {
		t.first = uint32(len(w.nodes))
		w.nodes = append(w.nodes, m.found.tops[x.tops:x.tops+n]...)
	}
	t.n = n
	copy(w.nodes[t.first:], m.found.tops[x.tops:x.tops+n])
	last, _ := w.last(*t)
	m.watch(last, i)
}

// Propagate implements theory.Plugin. Matching is left to Check.
func (m *Matcher) Propagate() {
	w := &m.wakes
	for _, i := range w.undone {
		if _, ok := w.last(m.insts[i].trigger); ok {
			m.wake(i)
		}
	}
	w.undone = w.undone[:0]
	for ; w.headQuants < len(w.quants); w.headQuants++ {
		for _, i := range m.quants[w.quants[w.headQuants]].sent {
			if _, ok := w.last(m.insts[i].trigger); ok {
				m.wake(i)
			}
		}
	}
	for ; w.headFresh < len(w.fresh); w.headFresh++ {
		n := w.fresh[w.headFresh]
		if int(n) >= len(w.watches) {
			continue
		}
		list := w.watches[n]
		kept := list[:0]
		for _, i := range list {
			t := m.insts[i].trigger
			if t.watch != n {
				continue // it waits for another match
			}
			last, ok := w.last(t)
			if last != n {
				m.watch(last, i)
				continue
			}
			kept = append(kept, i)
			if ok {
				m.wake(i)
			}
		}
		w.watches[n] = kept
	}
	if invariant.Enabled {
		err := m.checkWatches()
		invariant.Check(err == nil, fmt.Sprint(err))
	}
}

// wake makes an instance live, unless it is already, is true now, or was of no use.
func (m *Matcher) wake(i int32) {
	in := &m.insts[i]
	if in.needed < useful || in.live > 0 || !m.quants[in.quant].active || len(m.live) >= maxLive/2 || m.truthOf(in.body, false) == yes {
		return
	}
	m.stats.woken++
	m.enliven(i)
}

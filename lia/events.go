package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// events lists what was announced, and what is still to be handled.
type events struct {
	syncs    queue[theory.Node]    // active nodes whose class has new bounds
	linkage  queue[[2]theory.Node] // pairs of active nodes in one class, to be tied
	work     queue[theory.Node]    // relevant nodes that need a row or a lemma
	wide     queue[recID]          // fixed values that are not offsets: large ones, and all of Reals
	rel      []theory.Node         // relevant nodes
	actives  []theory.Node         // in the order of activation
	asserted []sat.Lit             // atoms, as literals
	diseqs   []int32               // atoms of asserted disequalities
}

// lengthen makes a list at least n long; what is new is x.
func lengthen[T any](list []T, n int, x T) []T {
	for len(list) < n {
		list = append(list, x)
	}
	return list
}

// queue is a list of events, of which those before head are handled. They stay in
// it, since backtracking may undo the handling but not the event.
type queue[T any] struct {
	items []T
	head  int
}

type queueMark struct{ n, head int32 }

func (q *queue[T]) push(x T)        { q.items = append(q.items, x) }
func (q *queue[T]) more() bool      { return q.head < len(q.items) }
func (q *queue[T]) mark() queueMark { return queueMark{int32(len(q.items)), int32(q.head)} }
func (q *queue[T]) reset(m queueMark) {
	q.items, q.head = q.items[:m.n], int(m.head)
}

func (q *queue[T]) pop() T {
	q.head++
	return q.items[q.head-1]
}

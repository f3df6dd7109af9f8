package interp

import (
	"slices"

	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

// Of a loop that iterates often, a brief trace has the first and the last iterations.
const (
	firstIterations = 2
	lastIterations  = 3
)

// iterations follows the loops of one call of a procedure, and leaves steps of iterations out of the trace.
type iterations struct {
	c     *course
	q     *prog.Proc
	depth int
	*heads
	loops []iteration // of the heads that were reached
}

// heads are the heads of a procedure's loops.
type heads struct {
	edges []graph.Edge
	inner map[int32][]int32
}

// iteration is the present state of a loop.
type iteration struct {
	head  int32
	count int
	skip  int   // where the step is that stands for what is left out
	last  []int // where the steps of the last iterations begin
}

func (c *course) loopsOf(q *prog.Proc, depth int) *iterations {
	if c.heads[q.ID] == nil {
		back := graph.BackEdges(len(q.Blocks), q.Succs)
		c.heads[q.ID] = &heads{back, graph.InnerHeads(len(q.Blocks), q.Succs)}
	}
	return &iterations{c: c, q: q, depth: depth, heads: c.heads[q.ID]}
}

// follow notes that control goes from one block to another.
func (x *iterations) follow(from, to int32) {
	head, back := false, false
	for _, e := range x.edges {
		head = head || e.To == to
		back = back || e.To == to && e.From == from
	}
	if !head {
		return
	}
	for _, h := range x.inner[to] {
		if y := x.find(h); y != nil {
			y.count, y.last = 0, y.last[:0]
		}
	}
	l := x.loop(to)
	if !back {
		l.count, l.last = 1, l.last[:0]
		x.mark(prog.StepCall, to)
		x.mark(prog.StepReturn, to)
		return
	}
	l.count++
	x.skip(l)
	x.c.needs(l.count - x.q.Blocks[to].Trips)
	if x.c.Brief && l.count > firstIterations {
		x.leaveOut(l)
	}
}

// find returns the state of a loop, nil if its head was not reached.
func (x *iterations) find(head int32) *iteration {
	for i := range x.loops {
		if x.loops[i].head == head {
			return &x.loops[i]
		}
	}
	return nil
}

func (x *iterations) loop(head int32) *iteration {
	if l := x.find(head); l != nil {
		return l
	}
	x.loops = append(x.loops, iteration{head: head})
	return &x.loops[len(x.loops)-1]
}

// mark says in the trace that a loop begins: as where it is a procedure of its own.
func (x *iterations) mark(kind prog.StepKind, head int32) {
	b := &x.q.Blocks[head]
	s := TraceStep{Kind: kind, Depth: x.depth, Proc: x.q.ID, Block: head, Label: x.q.Name, Node: b.Node, Cut: true}
	x.c.trace.Steps = append(x.c.trace.Steps, s)
}

// leaveOut leaves out the iteration before the last ones, where another one begins.
func (x *iterations) leaveOut(l *iteration) {
	t := x.c.trace
	if l.count == firstIterations+1 {
		l.skip = len(t.Steps)
	}
	if len(l.last) == lastIterations {
		if l.count == firstIterations+1+lastIterations {
			skip := TraceStep{Kind: prog.StepSkip, Depth: x.depth, Proc: x.q.ID, Block: l.head, Node: x.q.Blocks[l.head].Node,
				From: firstIterations + 1}
			t.Steps = slices.Insert(t.Steps, l.skip, skip)
			for i := range l.last {
				l.last[i]++
			}
		}
		t.Steps[l.skip].To = l.count - lastIterations
		from, to := l.last[0], len(t.Steps)
		if len(l.last) > 1 {
			to = l.last[1]
		}
		t.Steps, l.last = slices.Delete(t.Steps, from, to), slices.Delete(l.last, 0, 1)
		for i := range l.last {
			l.last[i] -= to - from
		}
	}
	l.last = append(l.last, len(t.Steps))
}

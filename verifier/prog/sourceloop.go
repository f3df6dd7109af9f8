package prog

import (
	"fmt"
	"strings"
)

// nest says which blocks of a procedure are in which loops, as far as these can be written as loops: a loop is entered
// at its head only, and continues by one jump, from a block that goes nowhere else.
type nest struct {
	last  []int32 // by block: if it is the head of a loop, where that continues; else -1
	inner []int32 // by block: the head of the innermost loop that it is in; -1 if there is none
}

// newNest finds the loops of q. If one of them cannot be written as a loop, there are none.
func newNest(q *Proc) nest {
	n := nest{last: none(len(q.Blocks)), inner: none(len(q.Blocks))}
	preds := make([][]int32, len(q.Blocks))
	for i := range q.Blocks {
		for _, t := range q.Blocks[i].Succs {
			preds[t] = append(preds[t], int32(i))
		}
	}
	// Outer loops come first, since their heads are reached first.
	order, back := search(q)
	for _, e := range back {
		if e[0] == e[1] || n.last[e[1]] >= 0 || len(q.Blocks[e[0]].Succs) != 1 {
			return nest{none(len(q.Blocks)), none(len(q.Blocks))}
		}
		n.last[e[1]] = e[0]
	}
	for _, head := range order {
		if n.last[head] < 0 {
			continue
		}
		in := map[int32]bool{head: true} // never ranged over
		body := []int32{}
		work := []int32{n.last[head]}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if in[x] {
				continue
			}
			if x == 0 { // there is another way into the loop
				return nest{none(len(q.Blocks)), none(len(q.Blocks))}
			}
			in[x] = true
			body = append(body, x)
			work = append(work, preds[x]...)
		}
		for _, x := range body {
			n.inner[x] = head
		}
	}
	return n
}

func none(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// search returns the blocks in reverse postorder, and the edges that lead back to a block on the path of the search.
func search(q *Proc) (order []int32, back [][2]int32) {
	const unseen, open, done = 0, 1, 2
	state := make([]byte, len(q.Blocks))
	type frame struct{ block, next int32 }
	stack := []frame{{0, 0}}
	state[0] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if succs := q.Blocks[top.block].Succs; int(top.next) < len(succs) {
			to := succs[top.next]
			top.next++
			switch state[to] {
			case unseen:
				state[to] = open
				stack = append(stack, frame{to, 0})
			case open:
				back = append(back, [2]int32{top.block, to})
			}
			continue
		}
		order = append(order, top.block)
		state[top.block] = done
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order, back
}

// bodyWriter writes the blocks of a procedure.
type bodyWriter struct {
	*source
	b      *strings.Builder
	q      *Proc
	labels []string
	nest   nest
	indent string
}

// level writes the blocks that are in a loop and in no inner one; -1 stands for no loop.
func (w *bodyWriter) level(head int32) {
	for i := range w.q.Blocks {
		if w.nest.inner[i] != head || head >= 0 && w.nest.last[head] == int32(i) {
			continue
		}
		fmt.Fprintf(w.b, "%s%s:\n", w.indent, w.labels[i])
		if w.nest.last[i] < 0 {
			w.rest(int32(i), 0)
		} else {
			w.loop(int32(i))
		}
	}
	if head >= 0 {
		last := w.nest.last[head]
		fmt.Fprintf(w.b, "%s%s:\n", w.indent, w.labels[last])
		w.cmds(w.q.Blocks[last].Cmds)
	}
}

// loop writes the loop that begins at a block. The assertions there are its invariants.
func (w *bodyWriter) loop(head int32) {
	fmt.Fprintf(w.b, "%s  while (true)\n", w.indent)
	n := 0
	for _, c := range w.q.Blocks[head].Cmds {
		if c.Kind != Assert || !c.Given {
			break
		}
		n++
		fmt.Fprintf(w.b, "%s    invariant %s;\n", w.indent, w.term(c.Cond))
	}
	fmt.Fprintf(w.b, "%s  {\n", w.indent)
	outer := w.indent
	w.indent += "  "
	w.rest(head, n)
	w.level(head)
	w.indent = outer
	// Control never gets here. Without the return it would seem to get to the block that happens to follow.
	fmt.Fprintf(w.b, "%s  }\n%s  return;\n", w.indent, w.indent)
}

// rest writes a block from a command on, with its jump.
func (w *bodyWriter) rest(i int32, from int) {
	x := &w.q.Blocks[i]
	w.cmds(x.Cmds[from:])
	if len(x.Succs) == 0 {
		fmt.Fprintf(w.b, "%s  return;\n", w.indent)
		return
	}
	to := make([]string, len(x.Succs))
	for k, n := range x.Succs {
		to[k] = w.labels[n]
	}
	fmt.Fprintf(w.b, "%s  goto %s;\n", w.indent, strings.Join(to, ", "))
}

func (w *bodyWriter) cmds(list []Cmd) {
	for j := range list {
		if text := w.cmd(&list[j]); text != "" {
			fmt.Fprintf(w.b, "%s  %s;\n", w.indent, text)
		}
	}
}

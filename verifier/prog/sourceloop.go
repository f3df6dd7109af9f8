package prog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/graph"
)

// nest says which blocks of a procedure are in which loops, as far as these can be written as loops: a loop is entered
// at its head only, and continues by one jump, from a block that goes nowhere else.
type nest struct {
	last  []int32 // by block: if it is the head of a loop, where that continues; else -1
	inner []int32 // by block: the head of the innermost loop that it is in; -1 if there is none
}

// newNest finds the loops of q. If one of them cannot be written as a loop, there are none.
func newNest(q *Proc) nest {
	n := len(q.Blocks)
	none := func() []int32 { return slices.Repeat([]int32{-1}, n) }
	x := nest{last: none(), inner: none()}
	preds := graph.Preds(n, q.Succs)
	// Outer loops come first, since their heads are reached first.
	order, back := graph.DepthFirst(n, q.Succs)
	for _, e := range back {
		if e.From == e.To || x.last[e.To] >= 0 || len(q.Blocks[e.From].Succs) != 1 {
			return nest{none(), none()}
		}
		x.last[e.To] = e.From
	}
	for _, head := range order {
		if x.last[head] < 0 {
			continue
		}
		in := map[int32]bool{head: true}
		term.TopDown(func(b int32) []int32 {
			if in[b] {
				return nil
			}
			in[b] = true
			return preds[b]
		}, x.last[head])
		if head > 0 && in[0] { // there is another way into the loop
			return nest{none(), none()}
		}
		delete(in, head)
		for b := range in {
			x.inner[b] = head
		}
	}
	return x
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

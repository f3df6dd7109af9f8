package execute

import (
	"encoding/binary"
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// maxNodes bounds the control states of an unfolded program.
const maxNodes = 1500

// node is a control state: a state of the explorer without values. A program unfolded up to
// the recursion bound is an acyclic graph of nodes.
type node struct {
	frames []frame // without values; its phase is checkRequires, or assumeRequires for the entry, running or checkEnsures
	succs  []*node
	ins    []*world // in which control may get here
}

// unfolding collects the nodes.
type unfolding struct {
	p     *Program
	bound int
	nodes map[string]*node
	order []*node // each after its successors
	over  bool    // there are too many nodes
}

// unfold returns the nodes, each before its successors; nil if there are too many.
func (p *Program) unfold(bound int) []*node {
	u := &unfolding{p: p, bound: bound, nodes: map[string]*node{}}
	u.visit([]frame{{proc: p.entry, phase: assumeRequires}})
	if u.over {
		return nil
	}
	slices.Reverse(u.order)
	return u.order
}

func (u *unfolding) visit(frames []frame) *node {
	key := controlKey(frames)
	if n := u.nodes[key]; n != nil {
		return n
	}
	n := &node{frames: frames}
	u.nodes[key] = n
	if u.over = u.over || len(u.nodes) > maxNodes; !u.over {
		for _, next := range u.next(frames) {
			n.succs = append(n.succs, u.visit(next))
		}
	}
	u.order = append(u.order, n)
	return n
}

func controlKey(frames []frame) string {
	var b []byte
	for i := range frames {
		f := &frames[i]
		for _, k := range []int{f.proc, int(f.phase), f.block, f.cmd, len(f.loops)} {
			b = binary.AppendVarint(b, int64(k))
		}
		for _, l := range f.loops {
			b = binary.AppendVarint(binary.AppendVarint(b, int64(l.loop)), int64(l.k))
		}
	}
	return string(b)
}

// next returns the successors of a node: after the contract at the beginning, after the
// commands up to a call or the end of the block, after the contract at the end.
func (u *unfolding) next(frames []frame) [][]frame {
	f := &frames[len(frames)-1]
	q := u.p.procs[f.proc]
	switch f.phase {
	case checkRequires, assumeRequires:
		switch {
		case q.body == nil:
			return [][]frame{returned(frames)}
		case f.phase == checkRequires && u.calls(frames, f.proc) > u.bound+q.extra:
			return nil
		}
		return u.arrive(frames, -1, q.body.blocks[0])
	case running:
		b := q.body.blocks[f.block]
		if i := b.call(f.cmd); i >= 0 {
			inner := slices.Clone(frames)
			inner[len(inner)-1].cmd = i
			return [][]frame{append(inner, frame{proc: b.cmds[i].callee})}
		}
		if len(b.succs) == 0 {
			if len(f.loops) > 0 {
				return nil // the guess was that the iteration completes
			}
			end := slices.Clone(frames)
			end[len(end)-1] = frame{proc: f.proc, phase: checkEnsures}
			return [][]frame{end}
		}
		var out [][]frame
		for _, t := range b.succs {
			out = append(out, u.arrive(frames, b.id, t)...)
		}
		return out
	}
	if len(frames) == 1 {
		return nil
	}
	return [][]frame{returned(frames)}
}

// call returns the number of the first call from command i on; -1 if there is none.
func (b *block) call(i int) int {
	for ; i < len(b.cmds); i++ {
		if b.cmds[i].kind == bpl.Call {
			return i
		}
	}
	return -1
}

func returned(frames []frame) []frame {
	out := slices.Clone(frames[:len(frames)-1])
	out[len(out)-1].cmd++
	return out
}

// calls counts the active calls of a procedure, including the innermost one, except the run
// of the entry.
func (u *unfolding) calls(frames []frame, proc int) int {
	n := 0
	for _, f := range frames[1:] {
		if f.proc == proc {
			n++
		}
	}
	return n
}

func iterations(frames []frame, loop int) int {
	n := 0
	for i := range frames {
		for _, l := range frames[i].loops {
			if l.loop == loop {
				n += l.k
			}
		}
	}
	return n
}

// arrive lists the guesses with which control may enter a block, as explorer.arrive does.
func (u *unfolding) arrive(frames []frame, from int, t *block) [][]frame {
	f := &frames[len(frames)-1]
	flow := u.p.procs[f.proc].body
	l := &flow.loops[t.id]
	top := len(f.loops) - 1
	at := func(loops []iteration) []frame {
		out := slices.Clone(frames)
		out[len(out)-1] = frame{proc: f.proc, phase: running, block: t.id, loops: loops}
		return out
	}
	if l.id > 0 && from >= 0 && l.in[from] {
		if top < 0 || f.loops[top].loop != l.id || iterations(frames, l.id) >= u.bound {
			return nil
		}
		again := slices.Clone(f.loops)
		again[top].k++
		return [][]frame{at(again), at(f.loops[:top:top])}
	}
	if top >= 0 && !flow.loopIn(f.loops[top].loop, t.id) {
		return nil
	}
	if l.id == 0 {
		return [][]frame{at(f.loops)}
	}
	if iterations(frames, l.id) >= u.bound {
		return nil
	}
	return [][]frame{at(append(slices.Clone(f.loops), iteration{l.id, 1})), at(f.loops)}
}

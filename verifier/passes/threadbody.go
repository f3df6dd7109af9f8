package passes

import (
	"fmt"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// threadBody is a procedure that is being rewritten.
type threadBody struct {
	q     *prog.Proc
	src   prog.Block
	at    int // the block that takes the next command
	cuts  int // counts the cuts of the present source block
	where atomicity
	// The blocks where a thread stops, and where one has stopped in a call; 0 before they are needed.
	halt, unwind int32
}

// atomicity says whether the present thread is known to be in an atomic block.
type atomicity uint8

const (
	outside atomicity = iota
	inside
	somewhere
)

// anywhere is what is known at the beginning of a block.
func (x *sequentialiser) anywhere() atomicity {
	if x.atomic == 0 {
		return outside
	}
	return somewhere
}

// rewrite lets the present thread go on in a later round before each access of a shared global, and stop after each
// change of one.
func (x *sequentialiser) rewrite(q *prog.Proc) {
	x.threadBody = threadBody{q: q}
	late := x.mentions(q.Ensures)
	for i := range len(q.Blocks) {
		x.src, x.at, x.cuts, x.where = q.Blocks[i], i, 0, x.anywhere()
		q.Blocks[i].Cmds, q.Blocks[i].Succs, q.Blocks[i].Dead = nil, nil, false
		for _, c := range x.src.Cmds {
			x.command(c)
		}
		if late && len(x.src.Succs) == 0 && !x.src.Dead {
			x.maySwitch()
		}
		b := &q.Blocks[x.at]
		b.Succs, b.Dead = x.src.Succs, x.src.Dead
	}
	for i := range q.Ensures {
		q.Ensures[i].Cond = x.st.Or(x.term(x.t.stop), q.Ensures[i].Cond)
	}
}

func (x *sequentialiser) emit(cmds ...prog.Cmd) {
	b := &x.q.Blocks[x.at]
	b.Cmds = append(b.Cmds, cmds...)
}

func (x *sequentialiser) command(c prog.Cmd) {
	at := func(cmds []prog.Cmd) []prog.Cmd {
		for i := range cmds {
			cmds[i].Node = c.Node
		}
		return cmds
	}
	if c.Yield {
		x.yield(c)
		return
	}
	special := x.special(&c)
	if x.opt.Cooperative && (special == atomicBegin || special == atomicEnd) {
		return // all is in atomic blocks
	}
	switch special {
	case atomicBegin:
		x.maySwitch()
		x.emit(at(x.set(x.atomic, x.st.True()))...)
		x.where = inside
		return
	case atomicEnd:
		x.emit(at(x.set(x.atomic, x.st.False()))...)
		x.where = outside
		x.mayStop()
		return
	case threadID:
		c = at(x.set(c.Targets[0], x.term(x.id)))[0]
	case childThreadID:
		c = at(x.set(c.Targets[0], x.term(x.child)))[0]
	}
	if x.visible(&c) {
		x.maySwitch()
	}
	q := x.callee(&c)
	switch {
	case c.Async:
		c.Callee, c.Async = x.starts[q.ID], false
		x.emit(c)
		x.mayStop()
	case q != nil && q.HasBody():
		x.call(c)
	default:
		x.emit(c)
		if x.changes(&c) {
			x.mayStop()
		}
	}
}

// yield ends the atomic block that threads are in if they cooperate, and begins another one; else it does nothing.
func (x *sequentialiser) yield(c prog.Cmd) {
	x.emit(c)
	if !x.opt.Cooperative {
		return
	}
	x.emit(x.set(x.atomic, x.st.False())...)
	x.where = outside
	x.mayStop()
	x.maySwitch()
	x.emit(x.set(x.atomic, x.st.True())...)
	x.where = inside
}

// call calls a procedure with a body. Shared globals get its results by an assignment after it.
func (x *sequentialiser) call(c prog.Cmd) {
	results := prog.Cmd{Kind: prog.Assign, Node: c.Node}
	targets := make([]prog.VarID, len(c.Targets))
	for i, v := range c.Targets {
		if targets[i] = v; x.isShared[v] {
			targets[i] = x.local(v)
			results.Targets = append(results.Targets, v)
			results.Values = append(results.Values, x.term(targets[i]))
		}
	}
	c.Targets = targets
	x.emit(c)
	x.where = x.anywhere()
	if x.active[c.Callee] {
		x.unwound(c.Node)
	}
	if len(results.Targets) > 0 {
		x.maySwitch()
		x.emit(results)
		x.mayStop()
	}
}

// local makes a local of the present procedure like v.
func (x *sequentialiser) local(v prog.VarID) prog.VarID {
	u := x.own(x.p.Var(v).Name+"_result", prog.Local, x.p.Sort(v))
	x.q.Locals = append(x.q.Locals[:len(x.q.Locals):len(x.q.Locals)], u)
	return u
}

// block appends a block to the present procedure.
func (x *sequentialiser) block(label string, cmds ...prog.Cmd) int32 {
	for i := range cmds {
		cmds[i].Node = x.src.Node
	}
	x.q.Blocks = append(x.q.Blocks, prog.Block{Label: label, Node: x.src.Node, Cut: true, Inner: true, Cmds: cmds})
	return int32(len(x.q.Blocks) - 1)
}

// cutHere ends the present block. Control goes on in a new one, or in one of others.
func (x *sequentialiser) cutHere(others ...int32) {
	x.cuts++
	next := x.block(fmt.Sprintf("%s_next%d", x.src.Label, x.cuts))
	x.q.Blocks[x.at].Succs = append([]int32{next}, others...)
	for _, b := range others {
		if b != x.halt && b != x.unwind {
			x.q.Blocks[b].Succs = append(x.q.Blocks[b].Succs, next)
		}
	}
	x.at = int(next)
}

// free returns the conditions with the one that no atomic block is open, if that is not known.
func (x *sequentialiser) free(ts ...term.Term) term.Term {
	if x.where == somewhere {
		ts = append(ts, x.st.Not(x.term(x.atomic)))
	}
	return x.st.And(ts...)
}

// maySwitch lets the present thread go on in a later round.
func (x *sequentialiser) maySwitch() {
	if x.rounds == 1 || x.where == inside {
		return
	}
	x.cutHere(x.switches(x.free())...)
}

// switches makes a block for each switch to the next round, each of which may be followed by the next one. The
// condition is for the first.
func (x *sequentialiser) switches(cond term.Term) (blocks []int32) {
	for k := range x.rounds - 1 {
		b := x.block(fmt.Sprintf("%s_round%d_%d", x.src.Label, k+1, x.cuts+1), assume(x.st.And(x.inRound(k), cond)),
			x.switchTo(k, k+1))
		if k > 0 {
			x.q.Blocks[b-1].Succs = []int32{b}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// mayStop lets the present thread stop for good.
func (x *sequentialiser) mayStop() {
	if x.where == inside {
		return
	}
	if x.halt == 0 {
		cmds := x.set(x.t.stop, x.st.True())
		if x.atomic != 0 {
			cmds = append([]prog.Cmd{assume(x.st.Not(x.term(x.atomic)))}, cmds...)
		}
		x.halt = x.block("thread_halts", cmds...)
	}
	x.cutHere(x.halt)
}

// unwound returns if the present thread has stopped.
func (x *sequentialiser) unwound(at prog.NodeID) {
	if x.unwind == 0 {
		x.unwind = x.block("thread_has_stopped", assume(x.term(x.t.stop)))
	}
	x.cutHere(x.unwind)
	x.emit(prog.Cmd{Kind: prog.Assume, Cond: x.st.Not(x.term(x.t.stop)), Node: at})
}

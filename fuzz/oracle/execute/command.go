package execute

import (
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// push begins a call.
func (x *explorer) push(proc int, args []value) {
	s := x.cur
	q := x.p.procs[proc]
	f := frame{proc: proc, vars: slices.Clone(args)}
	if q.old {
		f.old = slices.Clone(s.globals)
	}
	for _, k := range q.sorts[len(args):] {
		f.vars = append(f.vars, s.symbol(k))
	}
	s.frames = append(s.frames, f)
}

// havoc does what a procedure without a body does.
func (x *explorer) havoc(q *procedure) {
	for _, g := range q.modify {
		x.cur.globals[g] = x.cur.symbol(x.p.globals[g])
	}
}

// pop ends a call.
func (x *explorer) pop() {
	s := x.cur
	last := len(s.frames) - 1
	f, q := s.frames[last], x.p.procs[s.frames[last].proc]
	s.frames = s.frames[:last]
	caller := &s.frames[last-1]
	k := x.p.procs[caller.proc].body.blocks[caller.block].cmds[caller.cmd]
	for i, t := range k.targets {
		*x.variable(caller, t) = f.vars[q.ins+i]
	}
	caller.cmd++
}

func (x *explorer) variable(f *frame, t target) *value {
	if t.global {
		return &x.cur.globals[t.slot]
	}
	return &f.vars[t.slot]
}

func (x *explorer) command(b *block) bool {
	s := x.cur
	f := &s.frames[len(s.frames)-1]
	if f.cmd == len(b.cmds) {
		return x.leave(f, b)
	}
	k := &b.cmds[f.cmd]
	switch k.kind {
	case bpl.Assert:
		if !x.check(k.conds) {
			return false
		}
	case bpl.Assume:
		if !x.assume(k.conds) {
			return false
		}
	case bpl.Havoc:
		for _, t := range k.slots {
			sort := x.p.globals
			if !t.global {
				sort = x.p.procs[f.proc].sorts
			}
			*x.variable(f, t) = s.symbol(sort[t.slot])
		}
	case bpl.Assign:
		x.assign(f, k)
	case bpl.Call:
		args := make([]value, len(k.values))
		for i, e := range k.values {
			args[i] = x.env.eval(e)
		}
		x.push(k.callee, args)
		return true
	}
	f.cmd++
	return true
}

func (x *explorer) assign(f *frame, k *cmd) {
	values := make([]value, len(k.values))
	for i, e := range k.values {
		values[i] = x.env.eval(e)
		if len(k.targets[i].indices) > 0 {
			values[i] = x.update(*x.variable(f, k.targets[i]), k.targets[i].indices, values[i])
		}
	}
	for i, t := range k.targets {
		*x.variable(f, t) = values[i]
	}
}

// update changes a map at an index, or a map in it.
func (x *explorer) update(m value, indices [][]*expr, v value) value {
	key := x.env.key(indices[0])
	if len(indices) > 1 {
		v = x.update(x.env.cell(m.m, key), indices[1:], v)
	}
	m.m = m.m.with(key, v)
	return m
}

// leave ends a block.
func (x *explorer) leave(f *frame, b *block) bool {
	if len(b.succs) == 0 {
		if len(f.loops) > 0 {
			return false // the guess was that the iteration completes
		}
		f.phase = checkEnsures
		return true
	}
	here := x.cur
	for i, t := range b.succs {
		if i < len(b.succs)-1 {
			x.cur = here.clone()
		} else {
			x.cur = here
		}
		if x.arrive(b.id, t) {
			x.todo = append(x.todo, x.cur)
		}
	}
	return false
}

// arrive enters block t from another block, or with -1 from the start of the body. It
// returns false if the state is done with.
func (x *explorer) arrive(from int, t *block) bool {
	s := x.cur
	f := &s.frames[len(s.frames)-1]
	flow := x.p.procs[f.proc].body
	f.block, f.cmd = t.id, 0
	l := &flow.loops[t.id]
	top := len(f.loops) - 1
	if l.id > 0 && from >= 0 && l.in[from] { // an iteration ends
		if top < 0 || f.loops[top].loop != l.id || x.loopDepth(l.id) >= x.bound {
			return false
		}
		again := s.clone()
		g := &again.frames[len(again.frames)-1]
		g.loops[top].k++
		x.visit(again)
		f.loops = f.loops[:top]
		return x.unseen(s)
	}
	if top >= 0 && !flow.loopIn(f.loops[top].loop, t.id) {
		return false // the guess was that the iteration completes
	}
	if l.id > 0 {
		if x.loopDepth(l.id) >= x.bound {
			return false
		}
		whole := s.clone()
		g := &whole.frames[len(whole.frames)-1]
		g.loops = append(g.loops, iteration{l.id, 1})
		x.visit(whole)
	}
	return x.unseen(s)
}

func (f *flow) loopIn(id, block int) bool {
	for i := range f.loops {
		if f.loops[i].id == id {
			return f.loops[i].in[block]
		}
	}
	return false
}

func (x *explorer) visit(s *state) {
	if x.unseen(s) {
		x.todo = append(x.todo, s)
	}
}

// depth counts the active calls of a procedure, except the run of the entry.
func (x *explorer) depth(proc int) int {
	n := 0
	for _, f := range x.cur.frames[1:] {
		if f.proc == proc {
			n++
		}
	}
	return n
}

func (x *explorer) loopDepth(loop int) int {
	n := 0
	for i := range x.cur.frames {
		for _, l := range x.cur.frames[i].loops {
			if l.loop == loop {
				n += l.k
			}
		}
	}
	return n
}

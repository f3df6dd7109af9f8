package passes

import (
	"slices"

	"github.com/muster-smt/muster/verifier/prog"
)

// liveness determines which values can influence an assumption. It is strong
// (an assignment reads only if its target is live) and interprocedural: a
// result or global is live at a procedure's return if it is after some call,
// an argument at a call if the formal is at the procedure's entry. What a
// contract mentions is live where it is assumed, at the calls. So is what a candidate mentions, but
// not what templates propose later (candidate.go).
//
// Sweeps over the procedures whose neighbours changed, alternately callees first
// and callers first, compute the least solution. Each visit is one pass over
// an acyclic body.
func (s *state) liveness() error {
	l := newLiveness(s)
	if err := l.solve(); err != nil {
		return err
	}
	s.live = l
	l.interfaces()
	return nil
}

// liveness is the result of the analysis.
type liveness struct {
	*state
	index  []int32 // by variable: number of a global, -1
	words  int     // of a set of globals
	bodies []*body // by procedure; nil without body
	procs  []face  // by procedure
	order  []int32 // procedures with body, callees first
	dirty  []bool
	arena  bitset
}

// face is what is live at the boundary of a procedure.
type face struct {
	writes  bitset // globals that a call may change
	in      bitset // globals live at the entry
	out     bitset // globals live at the return; part of writes
	ins     []bool // formals live at the entry
	outs    []bool // results live at the return
	callers []prog.ProcID
}

func newLiveness(s *state) *liveness {
	l := &liveness{state: s, index: s.globalIndex()}
	n := len(s.p.Procs)
	l.words = (len(s.p.Globals) + 63) / 64
	l.bodies, l.procs, l.dirty = make([]*body, n), make([]face, n), make([]bool, n)
	for i, q := range s.p.Procs {
		f := &l.procs[i]
		f.writes, f.in, f.out = make(bitset, l.words), make(bitset, l.words), make(bitset, l.words)
		f.ins, f.outs = make([]bool, len(q.Ins)), make([]bool, len(q.Outs))
		for _, g := range q.Modifies {
			f.writes.add(l.index[g])
		}
		l.seed(q, f)
	}
	calls, comps := s.callGraph()
	b := newNumbering(l)
	for _, comp := range comps {
		for _, id := range comp {
			if !s.p.Procs[id].HasBody() {
				continue
			}
			l.bodies[id] = b.body(s.p.Procs[id])
			l.dirty[id] = true
			l.order = append(l.order, id)
			for _, c := range calls[id] {
				l.procs[c].callers = append(l.procs[c].callers, prog.ProcID(id))
			}
		}
	}
	return l
}

// seed makes live what the contracts of q mention.
func (l *liveness) seed(q *prog.Proc, f *face) {
	mention := func(r prog.Ref, post bool) {
		v := r.Var()
		switch l.p.Var(v).Kind {
		case prog.Global:
			if g := l.index[v]; post && !r.Old() && f.writes.has(g) {
				f.out.add(g)
			} else {
				f.in.add(g)
			}
		case prog.In:
			f.ins[slices.Index(q.Ins, v)] = true
		case prog.Out:
			f.outs[slices.Index(q.Outs, v)] = true
		}
	}
	for _, c := range q.Candidates {
		for _, r := range l.uses.Of(c.Cond) {
			if !l.fixed(q.ID, r.Var()) {
				mention(r, !c.Entry)
			}
		}
	}
	for _, c := range q.Requires {
		for _, r := range l.uses.Of(c.Cond) {
			mention(r, false)
		}
	}
	for _, c := range q.Ensures {
		for _, r := range l.uses.Of(c.Cond) {
			mention(r, true)
		}
	}
}

func (l *liveness) solve() error {
	visits := 0
	for again := true; again; {
		again = false
		if err := l.ctx.Err(); err != nil {
			return err
		}
		for i := range l.order {
			again = l.visit(l.order[i], &visits) || again
		}
		for i := len(l.order) - 1; i >= 0; i-- {
			again = l.visit(l.order[i], &visits) || again
		}
	}
	l.count("procedures", len(l.order))
	l.count("visits", visits)
	return nil
}

func (l *liveness) visit(id int32, visits *int) bool {
	if !l.dirty[id] {
		return false
	}
	l.dirty[id] = false
	*visits++
	b, f := l.bodies[id], &l.procs[id]
	entry := l.pass(b, f, nil)
	grew := f.in.union(entry[:l.words])
	for g, k := range b.old {
		if k >= 0 && entry.has(k) && !f.in.has(int32(g)) {
			f.in.add(int32(g))
			grew = true
		}
	}
	for i, k := range b.ins {
		if k >= 0 && entry.has(k) && !f.ins[i] {
			f.ins[i], grew = true, true
		}
	}
	if grew {
		for _, c := range f.callers {
			l.dirty[c] = true
		}
	}
	return true
}

// pass goes through a body against the control flow and returns what is live
// at its entry. It passes to callees what is live after their calls. It calls see,
// if not nil, for every command, with what is live after it.
func (l *liveness) pass(b *body, f *face, see func(block int32, cmd int, live bitset)) bitset {
	need := len(b.q.Blocks) * b.words
	if len(l.arena) < need {
		l.arena = make(bitset, need)
	}
	sets := l.arena[:need]
	clear(sets)
	for k := len(b.flow) - 1; k >= 0; k-- {
		i := b.flow[k]
		set := sets[int(i)*b.words : int(i+1)*b.words]
		blk := &b.q.Blocks[i]
		if len(blk.Succs) == 0 && !blk.Dead {
			set.union(f.out)
			for j, n := range b.outs {
				if n >= 0 && f.outs[j] {
					set.add(n)
				}
			}
		}
		for _, t := range blk.Succs {
			set.union(sets[int(t)*b.words : int(t+1)*b.words])
		}
		for j := len(blk.Cmds) - 1; j >= 0; j-- {
			if see != nil {
				see(i, j, set)
			}
			l.command(b, &blk.Cmds[j], b.first[i]+int32(j), set)
		}
	}
	return sets[:b.words]
}

// command turns what is live after a command into what is live before it.
func (l *liveness) command(b *body, c *prog.Cmd, at int32, set bitset) {
	switch c.Kind {
	case prog.Assume:
		b.gen(b.slot[at], set)
	case prog.Assign:
		slot := b.slot[at]
		b.marks = b.marks[:0]
		for i, k := range b.targets[at] {
			if set.has(k) {
				b.marks = append(b.marks, slot+int32(i))
			}
		}
		for _, k := range b.targets[at] {
			set.del(k)
		}
		for _, s := range b.marks {
			b.gen(s, set)
		}
	case prog.Havoc:
		for _, k := range b.targets[at] {
			set.del(k)
		}
	case prog.Call:
		l.call(b, c, at, set)
	}
}

func (l *liveness) call(b *body, c *prog.Cmd, at int32, set bitset) {
	f := &l.procs[c.Callee]
	grew := f.out.unionOf(set, f.writes)
	for i, k := range b.targets[at] {
		if set.has(k) && !f.outs[i] {
			f.outs[i], grew = true, true
		}
	}
	if grew && l.bodies[c.Callee] != nil {
		l.dirty[c.Callee] = true
	}
	for _, k := range b.targets[at] {
		set.del(k)
	}
	set.minus(f.writes)
	set.union(f.in)
	for i := range c.Values {
		if f.ins[i] {
			b.gen(b.slot[at]+int32(i), set)
		}
	}
}

// interfaces computes what must cross the boundaries of the procedures.
func (l *liveness) interfaces() {
	all := make([]prog.Interface, len(l.p.Procs))
	wide, narrow := 0, 0
	for _, id := range l.order {
		q, f, x := l.p.Procs[id], &l.procs[id], &all[id]
		x.In, x.Out = chosen(q.Ins, marked(f.ins)), chosen(q.Outs, marked(f.outs))
		f.in.each(func(g int32) { x.In = append(x.In, l.p.Globals[g]) })
		f.out.each(func(g int32) { x.Out = append(x.Out, l.p.Globals[g]) })
		e := &l.res.Effects[id]
		wide += len(q.Ins) + len(q.Outs) + len(e.Reads) + len(e.Writes)
		narrow += len(x.In) + len(x.Out)
	}
	l.count("width before", wide)
	l.count("width after", narrow)
	l.res.Interfaces = all
}

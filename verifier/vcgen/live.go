package vcgen

import (
	"math/bits"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// uses finds the variables in terms. Its memory is kept.
type uses struct {
	walk  term.Walk
	found []varRef
}

// of returns the variables in t, each once. The slice is valid until the next call.
func (u *uses) of(g *generator, t term.Term) []varRef {
	u.found = u.found[:0]
	u.walk.Seen.Clear()
	u.walk.Visit(g.st, func(t term.Term) bool {
		r := g.ref(t)
		if r != 0 {
			u.found = append(u.found, r)
		}
		return r == 0
	}, t)
	return u.found
}

// bitset is a set of a body's dense variable numbers.
type bitset []uint64

func (s bitset) has(i int32) bool { return s[i>>6]&(1<<(i&63)) != 0 }
func (s bitset) add(i int32)      { s[i>>6] |= 1 << (i & 63) }
func (s bitset) del(i int32)      { s[i>>6] &^= 1 << (i & 63) }

func (s bitset) union(o bitset) {
	for i, w := range o {
		s[i] |= w
	}
}

// each calls f with the members in increasing order.
func (s bitset) each(f func(i int32)) {
	for k, w := range s {
		for w != 0 {
			f(int32(k<<6 + bits.TrailingZeros64(w)))
			w &= w - 1
		}
	}
}

// slots numbers what commands read: one slot for each value of an assignment
// or call, one for a condition, and one for what else a call reads.
type slots struct {
	first [][]int32 // by block and command: its first slot
	off   []int32   // by slot: where its uses begin in refs; one more at the end
	refs  []int32   // dense variable numbers
	dead  []bool    // by slot, of assignments: the target is not live afterwards
}

func (s *slots) reads(slot int32) []int32 { return s.refs[s.off[slot]:s.off[slot+1]] }

// collect numbers the variables of the body and finds what its commands read.
func (b *body) collect() {
	b.slots = slots{first: make([][]int32, len(b.src.Blocks))}
	s := &b.slots
	for i := range b.src.Blocks {
		if !b.alive[i] {
			continue
		}
		cmds := b.src.Blocks[i].Cmds
		s.first[i] = make([]int32, len(cmds))
		for j := range cmds {
			s.first[i][j] = int32(len(s.off))
			b.collectCmd(&cmds[j])
		}
	}
	s.off = append(s.off, int32(len(s.refs)))
	s.dead = make([]bool, len(s.off))
	for _, v := range b.face.Out {
		b.number(now(v))
	}
}

func (b *body) collectCmd(c *prog.Cmd) {
	switch c.Kind {
	case prog.Assume, prog.Assert:
		b.slot(c.Cond)
	case prog.Assign:
		for i, t := range c.Values {
			b.slot(t)
			b.number(now(c.Targets[i]))
		}
	case prog.Havoc:
		for _, v := range c.Targets {
			b.number(now(v))
		}
	case prog.Call:
		callee := b.g.p.Proc(c.Callee)
		face := &b.g.ifaces[c.Callee]
		for i, t := range c.Values {
			if contains(face.In, callee.Ins[i]) {
				b.slot(t)
			} else {
				b.slot(0)
			}
		}
		b.slot(0)
		for _, v := range face.In {
			if b.g.p.Var(v).Kind == prog.Global {
				b.slots.refs = append(b.slots.refs, b.number(now(v)))
			}
		}
		for _, v := range c.Targets {
			b.number(now(v))
		}
		for _, v := range callee.Modifies {
			b.number(now(v))
		}
	}
}

// slot opens a new slot that reads t.
func (b *body) slot(t term.Term) {
	b.slots.off = append(b.slots.off, int32(len(b.slots.refs)))
	if t == 0 {
		return
	}
	for _, r := range b.g.uses.of(b.g, t) {
		b.slots.refs = append(b.slots.refs, b.number(r))
	}
}

// number gives the variable its dense number in this body.
func (b *body) number(r varRef) int32 {
	if n := b.dense[r]; n != 0 {
		return n - 1
	}
	b.vars = append(b.vars, r)
	b.dense[r] = int32(len(b.vars))
	return int32(len(b.vars) - 1)
}

// liveness computes the variables that are live at the entry of each block,
// in one pass against the topological order.
func (b *body) liveness() {
	words := (len(b.vars) + 63) / 64
	flat := make(bitset, words*len(b.src.Blocks))
	b.live = make([]bitset, len(b.src.Blocks))
	for k := len(b.topo) - 1; k >= 0; k-- {
		i := b.topo[k]
		set := flat[int(i)*words : int(i+1)*words : int(i+1)*words]
		b.live[i] = set
		blk := &b.src.Blocks[i]
		if len(blk.Succs) == 0 && !blk.Dead {
			for _, v := range b.face.Out {
				set.add(b.number(now(v)))
			}
		}
		for _, s := range blk.Succs {
			if b.alive[s] {
				set.union(b.live[s])
			}
		}
		for j := len(blk.Cmds) - 1; j >= 0; j-- {
			b.liveCmd(set, &blk.Cmds[j], b.slots.first[i][j])
		}
	}
}

func (b *body) liveCmd(set bitset, c *prog.Cmd, slot int32) {
	read := func(slot int32) {
		for _, v := range b.slots.reads(slot) {
			set.add(v)
		}
	}
	switch c.Kind {
	case prog.Assume, prog.Assert:
		read(slot)
	case prog.Assign:
		for i, v := range c.Targets {
			b.slots.dead[slot+int32(i)] = !set.has(b.number(now(v)))
		}
		for _, v := range c.Targets {
			set.del(b.number(now(v)))
		}
		for i := range c.Targets {
			if s := slot + int32(i); !b.slots.dead[s] {
				read(s)
			}
		}
	case prog.Havoc:
		for _, v := range c.Targets {
			set.del(b.number(now(v)))
		}
	case prog.Call:
		for _, v := range c.Targets {
			set.del(b.number(now(v)))
		}
		for _, v := range b.g.p.Proc(c.Callee).Modifies {
			set.del(b.number(now(v)))
		}
		for i := 0; i <= len(c.Values); i++ {
			read(slot + int32(i))
		}
	}
}

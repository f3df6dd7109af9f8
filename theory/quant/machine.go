package quant

import "github.com/muster-smt/muster/theory"

// choice is a point that the machine comes back to: instruction pc stands at
// node, the at-th of its list (opEach), or in a chain of the index (opBind).
type choice struct {
	pc   int32
	at   int32
	node theory.Node
}

// machine runs programs. Its memory is used again by each run.
type machine struct {
	regs  []theory.Point
	stack []choice
	steps int64
}

// stepsPerPoll is how often the machine asks whether it is to stop.
const stepsPerPoll = 1 << 12

// run finds all matches of p in the index and calls yield for each until it
// returns false. If only is not 0, it is the only node for the first term of
// the pattern, the index is not used, and no merges are seen through: nested
// terms match the very arguments. Watched arrays are taken to be connected
// with all: the caller wants only instances that were found before.
func (m *Matcher) run(p *program, only theory.Node, yield func() bool) {
	mc := &m.machine
	if len(mc.regs) < p.regs {
		mc.regs = make([]theory.Point, 2*p.regs)
	}
	mc.stack = mc.stack[:0]
	pc := int32(0)
	for {
		if mc.steps++; mc.steps%stepsPerPoll == 0 && m.host.Stopped() {
			return
		}
		i := &p.code[pc]
		ok := true
		switch i.op {
		case opEach, opBind:
			c := choice{pc: pc, at: -1}
			if ok = m.begin(&c, i, only); ok {
				mc.stack = append(mc.stack, c)
				copy(mc.regs[i.out:], m.host.Args(c.node))
			}
		case opCheck:
			ok = m.host.Same(mc.regs[i.reg].Plus(i.off), i.ground)
		case opWeak:
			a, b := m.host.Root(mc.regs[i.reg].Node), m.host.Root(i.ground.Node)
			ok = a == b || only != 0 || m.weak.same(a, b)
		case opCompare:
			ok = m.host.Same(mc.regs[i.reg].Plus(i.off), mc.regs[i.other].Plus(i.otherOff))
		case opYield:
			if !yield() {
				return
			}
			ok = false
		}
		pc++
		if !ok {
			if pc = m.retry(p, only); pc < 0 {
				return
			}
		}
	}
}

// begin finds the first alternative of a choice.
func (m *Matcher) begin(c *choice, i *instr, only theory.Node) bool {
	switch {
	case only == 0:
		if i.op == opBind {
			c.node = m.index.first(i.list, m.host.Root(m.machine.regs[i.reg].Node))
			return m.settle(c, i)
		}
		return m.advance(c, i)
	case i.op == opEach:
		c.node = only
		return true
	}
	at := m.machine.regs[i.reg].Plus(i.off)
	t := m.host.Term(at.Node)
	c.node = at.Node
	return t != 0 && at.Off == 0 && matchable(m.st, t) && symKey(m.st, t) == i.key && m.host.IsRelevant(at.Node)
}

// advance moves to the next alternative.
func (m *Matcher) advance(c *choice, i *instr) bool {
	if i.op == opBind {
		c.node = m.index.chain[c.node]
		return m.settle(c, i)
	}
	c.at++
	if list := m.index.unique[i.list]; int(c.at) < len(list) {
		c.node = list[c.at]
		return true
	}
	return false
}

// settle moves along the chain to a node at the wanted offset.
func (m *Matcher) settle(c *choice, i *instr) bool {
	want := m.machine.regs[i.reg].Plus(i.off)
	for c.node != 0 && !m.host.Same(theory.Point{Node: c.node}, want) {
		c.node = m.index.chain[c.node]
	}
	return c.node != 0
}

// retry advances the last choice that has an alternative left and returns the
// instruction after it; -1 if there is none.
func (m *Matcher) retry(p *program, only theory.Node) int32 {
	mc := &m.machine
	if only != 0 {
		return -1 // all choices have one alternative
	}
	for len(mc.stack) > 0 {
		c := &mc.stack[len(mc.stack)-1]
		i := &p.code[c.pc]
		if m.advance(c, i) {
			copy(mc.regs[i.out:], m.host.Args(c.node))
			return c.pc + 1
		}
		mc.stack = mc.stack[:len(mc.stack)-1]
	}
	return -1
}

// generation returns the greatest generation of the nodes of the present match.
func (m *Matcher) generation() uint16 {
	g := uint16(0)
	for _, c := range m.machine.stack {
		g = max(g, m.gens[c.node])
	}
	return g
}

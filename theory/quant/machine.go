package quant

import "github.com/muster-smt/muster/theory"

// choice is a point to which the machine returns: instruction pc is at node, the
// at-th of its list (opEach, opNear), or in a chain of the index (opBind).
type choice struct {
	pc   int32
	at   int32
	node theory.Node
}

// machine runs programs. Each run reuses its memory.
type machine struct {
	regs  []theory.Point
	stack []choice
	steps int64
	prog  *program // the one being run
	// changed restricts matches to those whose node for the program's first term has
	// changed, and whose nodes for the terms before it in the pattern have not.
	changed bool
}

// stepsPerPoll is the number of steps between polls for a stop.
const stepsPerPoll = 1 << 12

// runChanged finds the matches of p in the index with a changed node for some term.
func (m *Matcher) runChanged(p *program, yield func() bool) {
	m.machine.changed = true
	m.run(p, yield)
	for k := range p.turned {
		m.run(&p.turned[k], yield)
	}
	m.machine.changed = false
}

// run finds all matches of p in the index and calls yield for each until it
// returns false.
func (m *Matcher) run(p *program, yield func() bool) {
	mc := &m.machine
	if len(mc.regs) < p.regs {
		mc.regs = make([]theory.Point, 2*p.regs)
	}
	mc.stack, mc.prog = mc.stack[:0], p
	for _, x := range p.idle {
		mc.regs[x.reg] = theory.Point{Node: x.node}
	}
	pc := int32(0)
	for {
		if mc.steps++; mc.steps%stepsPerPoll == 0 && m.host.Stopped() {
			return
		}
		i := &p.code[pc]
		ok := true
		switch i.op {
		case opEach, opBind, opNear:
			c := choice{pc: pc, at: -1}
			if ok = m.begin(&c, i); ok {
				mc.stack = append(mc.stack, c)
				copy(mc.regs[i.out:], m.host.Args(c.node))
			}
		case opCheck:
			ok = m.host.Same(mc.regs[i.reg].Plus(i.off), i.ground)
		case opWeak:
			a, b := m.host.Root(mc.regs[i.reg].Node), m.host.Root(i.ground.Node)
			ok = a == b || m.weak.same(a, b)
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
			if pc = m.retry(); pc < 0 {
				return
			}
		}
	}
}

// begin moves a choice to its first alternative.
func (m *Matcher) begin(c *choice, i *instr) bool {
	if i.op == opBind {
		c.node = m.index.first(i.list, m.host.Root(m.machine.regs[i.reg].Node))
		return m.settle(c, i)
	}
	if i.op == opNear {
		return m.near(c, i)
	}
	at := int32(0)
	if i.join != 0 && !m.machine.starts(c) {
		by := i.ground.Node
		if by == theory.NoNode {
			by = m.machine.regs[i.other].Node
		}
		at = m.index.joins[i.join-1].first(m.host.Root(by)) - 1
	}
	return m.from(c, i, at)
}

// advance moves a choice to its next alternative.
func (m *Matcher) advance(c *choice, i *instr) bool {
	switch i.op {
	case opBind:
		c.node = m.index.chain[c.node]
		return m.settle(c, i)
	case opNear:
		return m.near(c, i)
	}
	return m.from(c, i, m.after(c, i, c.at))
}

// starts reports whether c is the choice of a changed node.
func (mc *machine) starts(c *choice) bool { return mc.changed && c.pc == 0 }

// from moves a choice of opEach to its first node from position at on.
func (m *Matcher) from(c *choice, i *instr, at int32) bool {
	mc, list := &m.machine, m.index.unique[i.list]
	if mc.starts(c) {
		list = m.changes.changed[i.list]
	}
	for at >= 0 && int(at) < len(list) {
		if n := list[at]; !mc.changed || i.term >= mc.prog.pivot || !m.changes.isChanged(n) {
			c.at, c.node = at, n
			return true
		}
		at = m.after(c, i, at)
	}
	return false
}

// after returns the position after at, -1 if there is none.
func (m *Matcher) after(c *choice, i *instr, at int32) int32 {
	if i.join != 0 && !m.machine.starts(c) {
		return m.index.joins[i.join-1].next[at] - 1
	}
	return at + 1
}

// settle moves along the chain to a node with the required offset.
func (m *Matcher) settle(c *choice, i *instr) bool {
	want := m.machine.regs[i.reg].Plus(i.off)
	for c.node != 0 && !m.host.Same(theory.Point{Node: c.node}, want) {
		c.node = m.index.chain[c.node]
	}
	return c.node != 0
}

// near moves a choice to the next node that is connected with reg.
func (m *Matcher) near(c *choice, i *instr) bool {
	list, a := m.index.unique[i.list], m.host.Root(m.machine.regs[i.reg].Node)
	for c.at++; int(c.at) < len(list); c.at++ {
		if b := m.host.Root(list[c.at]); a == b || m.weak.same(a, b) {
			c.node = list[c.at]
			return true
		}
	}
	return false
}

// retry advances the last choice that has an alternative left and returns the
// instruction after it; -1 if there is none.
func (m *Matcher) retry() int32 {
	mc := &m.machine
	for len(mc.stack) > 0 {
		c := &mc.stack[len(mc.stack)-1]
		i := &mc.prog.code[c.pc]
		if m.advance(c, i) {
			copy(mc.regs[i.out:], m.host.Args(c.node))
			return c.pc + 1
		}
		mc.stack = mc.stack[:len(mc.stack)-1]
	}
	return -1
}

// tops appends the nodes of the present match: those for the terms of the pattern, in
// their order, then those below.
func (m *Matcher) tops(dst []theory.Node) []theory.Node {
	p, n := m.machine.prog, len(dst)
	for range p.terms {
		dst = append(dst, theory.NoNode)
	}
	for _, c := range m.machine.stack {
		if i := &p.code[c.pc]; i.op == opEach {
			dst[n+int(i.term)] = c.node
		} else {
			dst = append(dst, c.node)
		}
	}
	return dst
}

// bound appends the points of the quantifier's variables in the present match.
func (m *Matcher) bound(dst []theory.Point) []theory.Point {
	for _, v := range m.machine.prog.vars {
		dst = append(dst, m.machine.regs[v.reg].Plus(v.off))
	}
	return dst
}

// generation returns the greatest generation of the nodes of the present match, and the
// greatest depth of these or, with an oracle, of what it binds: of the term or, if that is
// a numeral or has an offset, of the application that has it as an argument, since there is
// no end of such terms.
func (m *Matcher) generation() (gen, depth uint16) {
	mc := &m.machine
	for _, c := range mc.stack {
		gen = max(gen, m.gens[c.node])
		if !m.checksModels() {
			depth = max(depth, m.depths[c.node])
		}
	}
	if !m.checksModels() {
		return gen, depth
	}
	for i, v := range mc.prog.vars {
		p := mc.regs[v.reg].Plus(v.off)
		if p.Node == theory.Zero || p.Off != 0 {
			p.Node = mc.stack[mc.prog.above[i]].node
		}
		if int(p.Node) < len(m.depths) { // else a truth value of a variable that does not occur
			depth = max(depth, m.depths[p.Node])
		}
	}
	return gen, depth
}

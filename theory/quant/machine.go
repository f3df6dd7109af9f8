package quant

import (
	"math"

	"github.com/muster-smt/muster/theory"
)

// choice is a point that the machine comes back to: instruction pc stands at
// node, the at-th of its list, or in a class entered at first. An opBind takes
// the shorter of the class and the list of all nodes of its symbol.
type choice struct {
	pc    int32
	at    int32
	node  theory.Node
	first theory.Node // 0 if a list is gone through
}

// machine runs programs. Its memory is used again by each run.
type machine struct {
	regs  []theory.Point
	stack []choice
	steps int64
}

// stepsPerPoll is how often the machine asks whether it is to stop.
const stepsPerPoll = 1 << 12

// run finds all matches of p and calls yield for each until it returns false.
// If only is not 0, it is the only node for the first term of the pattern, and
// arrays are watched no further than their class.
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
		case opEach:
			if pc == 0 && only != 0 {
				mc.stack = append(mc.stack, choice{pc: pc, at: math.MaxInt32 - 1, node: only})
				copy(mc.regs[i.out:], m.host.Args(only))
				break
			}
			mc.stack = append(mc.stack, choice{pc: pc, at: -1})
			ok = false
		case opBind:
			c := choice{pc: pc, at: -1}
			if n := mc.regs[i.reg].Node; m.host.Size(n) <= len(m.lists[i.list]) {
				c.first = n
			}
			mc.stack = append(mc.stack, c)
			ok = false
		case opCheck:
			ok = m.host.Same(mc.regs[i.reg].Plus(i.off), i.ground)
		case opWeak:
			a, b := m.host.Root(mc.regs[i.reg].Node), m.host.Root(i.ground.Node)
			ok = a == b || only == 0 && m.weak.same(a, b)
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
			if pc = m.retry(p); pc < 0 {
				return
			}
		}
	}
}

// retry advances the last choice that has an alternative left and returns the
// instruction after it; -1 if there is none.
func (m *Matcher) retry(p *program) int32 {
	mc := &m.machine
	for len(mc.stack) > 0 {
		c := &mc.stack[len(mc.stack)-1]
		i := &p.code[c.pc]
		var ok bool
		switch {
		case i.op == opEach:
			ok = m.nextInList(c, m.lists[i.list])
		case c.first == 0:
			want := mc.regs[i.reg].Plus(i.off)
			for ok = m.nextInList(c, m.lists[i.list]); ok && !m.host.Same(theory.Point{Node: c.node}, want); {
				ok = m.nextInList(c, m.lists[i.list])
			}
		default:
			ok = m.nextInClass(c, i)
		}
		if ok {
			copy(mc.regs[i.out:], m.host.Args(c.node))
			return c.pc + 1
		}
		mc.stack = mc.stack[:len(mc.stack)-1]
	}
	return -1
}

func (m *Matcher) nextInList(c *choice, list []theory.Node) bool {
	c.at++
	if int(c.at) >= len(list) {
		return false
	}
	c.node = list[c.at]
	return true
}

// nextInClass moves to the next relevant member with the wanted symbol at the
// wanted offset.
func (m *Matcher) nextInClass(c *choice, i *instr) bool {
	want := m.machine.regs[i.reg].Plus(i.off)
	for {
		switch {
		case c.node == 0:
			c.node = c.first
		default:
			if c.node = m.host.Next(c.node); c.node == c.first {
				return false
			}
		}
		t := m.host.Term(c.node)
		if t != 0 && matchable(m.st, t) && symKey(m.st, t) == i.key && m.host.IsRelevant(c.node) &&
			m.host.Same(theory.Point{Node: c.node}, want) {
			return true
		}
	}
}

// generation returns the greatest generation of the nodes of the present match.
func (m *Matcher) generation() uint16 {
	g := uint16(0)
	for _, c := range m.machine.stack {
		g = max(g, m.gens[c.node])
	}
	return g
}

// components are the arrays that relevant stores connect: a union-find over
// the roots of array classes.
type components struct {
	up []theory.Node
}

func (w *components) same(a, b theory.Node) bool { return w.find(a) == w.find(b) }

func (w *components) find(n theory.Node) theory.Node {
	for int(n) < len(w.up) && w.up[n] != 0 {
		if g := w.up[w.up[n]]; g != 0 {
			w.up[n] = g
		}
		n = w.up[n]
	}
	return n
}

// connect builds the components for the present classes.
func (m *Matcher) connect() {
	w := &m.weak
	w.up = append(w.up[:0], make([]theory.Node, m.host.NumNodes())...)
	for _, n := range m.lists[m.list(storeKey)] {
		a, b := w.find(m.host.Root(n)), w.find(m.host.Root(m.host.Args(n)[0].Node))
		if a != b {
			w.up[max(a, b)] = min(a, b)
		}
	}
}

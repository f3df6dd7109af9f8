package quant

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// maxShift bounds numerals that patterns add to terms.
const maxShift = theory.MaxOffset

type opcode uint8

const (
	opEach    opcode = iota // for each relevant node of list: its arguments into registers from out
	opBind                  // for each relevant node of symbol key in the class of reg+off: likewise
	opCheck                 // reg+off = ground
	opWeak                  // reg and ground, two arrays, are connected by stores
	opCompare               // reg+off = other+otherOff
	opYield                 // a match
)

// instr is an instruction of the matching machine.
type instr struct {
	op       opcode
	reg      uint16
	out      uint16
	other    uint16
	list     uint32 // opEach, opBind
	key      uint32 // opBind
	off      int64
	otherOff int64
	ground   theory.Point
}

// operand is a register plus an offset.
type operand struct {
	reg uint16
	off int64
}

// program matches one pattern.
type program struct {
	code []instr
	regs int
	vars []operand // by bound variable
	weak bool      // it has opWeak
	list uint32    // of the first instruction
	many bool      // several terms: a multi-pattern
}

// goal says that a register plus an offset is to match a term.
type goal struct {
	operand
	t term.Term
}

// compiler turns a pattern, a set of terms, into a program.
type compiler struct {
	host  theory.Host
	st    *term.Store
	lists func(key uint32) uint32
	prog  program
	bound []bool
	index map[term.Term]int
	goals []goal
	quant int32
}

// compile makes the programs of a quantifier, from its own patterns or else
// from inferred ones. Patterns that no machine can match are left out.
func (m *Matcher) compile(i int32) {
	q := &m.quants[i]
	q.compiled = true
	for _, p := range patterns(m.st, q.t) {
		m.addProgram(i, p)
	}
	if len(q.vars) == 0 {
		m.addProgram(i, nil)
	}
	if len(q.programs) > 0 {
		return
	}
	for _, p := range Infer(m.st, q.vars, q.body) {
		m.addProgram(i, p)
	}
}

// patterns returns the user's patterns of a quantifier and of those that are all of
// its body.
func patterns(st *term.Store, t term.Term) [][]term.Term {
	q := st.Quant(t)
	out := q.Patterns
	for st.Op(q.Body) == term.OpForall {
		q = st.Quant(q.Body)
		out = append(out[:len(out):len(out)], q.Patterns...)
	}
	return out
}

func (m *Matcher) addProgram(i int32, pattern []term.Term) {
	q := &m.quants[i]
	c := &compiler{quant: i, host: m.host, st: m.st, lists: m.list, index: map[term.Term]int{}, bound: make([]bool, len(q.vars))}
	c.prog.vars = make([]operand, len(q.vars))
	for i, v := range q.vars {
		c.index[v] = i
	}
	for _, t := range pattern {
		if !c.top(t) {
			return
		}
	}
	for _, b := range c.bound {
		if !b {
			return
		}
	}
	c.emit(instr{op: opYield})
	for _, in := range c.prog.code {
		if in.op == opEach || in.op == opBind {
			m.index.want(in.list)
		}
	}
	q.programs = append(q.programs, c.prog)
	for len(m.firsts) < len(m.lists) {
		m.firsts = append(m.firsts, nil)
	}
	if c.prog.list = c.prog.code[0].list; c.prog.code[0].op == opEach && !c.prog.many {
		at := programAt{quant: c.quant, program: int32(len(q.programs) - 1)}
		m.firsts[c.prog.list] = append(m.firsts[c.prog.list], at)
	}
	m.hasWeak = m.hasWeak || c.prog.weak
}

func (c *compiler) emit(i instr) { c.prog.code = append(c.prog.code, i) }

// top compiles one term of a pattern; false if it can't be matched.
func (c *compiler) top(t term.Term) bool {
	if c.st.Ground(t) {
		return true // nothing to bind; the term is not required to exist
	}
	if !matchable(c.st, t) {
		return false
	}
	c.prog.many = len(c.prog.code) > 0
	c.emit(instr{op: opEach, list: c.lists(symKey(c.st, t)), out: uint16(c.prog.regs)})
	watch := c.st.Op(t) == term.OpSelect && c.st.Ground(c.st.Arg(t, 0))
	if watch {
		a := c.host.Node(c.st.Arg(t, 0))
		c.emit(instr{op: opWeak, reg: uint16(c.prog.regs), ground: a})
		c.prog.weak = true
	}
	c.arguments(t, watch)
	return c.drain()
}

// arguments makes goals of t's arguments: easy ones, that need no choice,
// first. skipFirst leaves out the first argument, whose register stays.
func (c *compiler) arguments(t term.Term, skipFirst bool) {
	base := c.prog.regs
	c.prog.regs += c.st.NumArgs(t)
	easy := func(a term.Term) bool { return c.st.Ground(a) || !matchable(c.st, a) }
	for pass := range 2 {
		for i, a := range c.st.Args(t) {
			if easy(a) != (pass == 1) || i == 0 && skipFirst {
				continue
			}
			// The last goal is taken first.
			c.goals = append(c.goals, goal{operand{reg: uint16(base + i)}, a})
		}
	}
}

// drain compiles goals until none is left; false if one can't be matched.
func (c *compiler) drain() bool {
	for len(c.goals) > 0 {
		g := c.goals[len(c.goals)-1]
		c.goals = c.goals[:len(c.goals)-1]
		if c.prog.regs > 1<<15 || !c.goal(g) {
			return false
		}
	}
	return true
}

func (c *compiler) goal(g goal) bool {
	if c.st.Ground(g.t) {
		c.emit(instr{op: opCheck, reg: g.reg, off: g.off, ground: c.host.Node(g.t)})
		return true
	}
	for {
		rest, k, ok := shift(c.st, g.t)
		if !ok {
			break
		}
		g.t, g.off = rest, g.off-k
	}
	if g.off > maxShift || g.off < -maxShift {
		return false
	}
	if c.st.Op(g.t) == term.OpBound {
		return c.variable(g)
	}
	if !matchable(c.st, g.t) {
		return false
	}
	c.emit(instr{op: opBind, reg: g.reg, off: g.off, list: c.lists(symKey(c.st, g.t)), key: symKey(c.st, g.t), out: uint16(c.prog.regs)})
	c.arguments(g.t, false)
	return true
}

func (c *compiler) variable(g goal) bool {
	i, ours := c.index[g.t]
	if !ours {
		return false
	}
	if !c.bound[i] {
		c.bound[i] = true
		c.prog.vars[i] = g.operand
		return true
	}
	v := c.prog.vars[i]
	c.emit(instr{op: opCompare, reg: g.reg, off: g.off, other: v.reg, otherOff: v.off})
	return true
}

package quant

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// maxShift bounds the numerals that patterns add to terms.
const maxShift = theory.MaxOffset

// maxNested bounds the nesting of patterns that are matched incrementally.
const maxNested = 3

type opcode uint8

const (
	// for each relevant node of list: its arguments into registers from out; term says which term of the pattern it is
	opEach    opcode = iota
	opBind           // for each relevant node of list in the class of reg+off: likewise
	opNear           // for each relevant node of list, an array, that stores connect with reg: likewise
	opCheck          // reg+off = ground
	opWeak           // reg and ground, two arrays, are connected by stores
	opCompare        // reg+off = other+otherOff
	opYield          // a match
)

// instr is an instruction of the matching machine.
type instr struct {
	op       opcode
	reg      uint16
	out      uint16
	other    uint16
	term     uint16
	join     int32  // opEach: 1 + index of a join, whose argument must be in the class of other or ground; 0: all nodes
	list     uint32 // opEach, opBind, opNear
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
	code     []instr
	regs     int
	vars     []operand   // by bound variable
	above    []int       // by bound variable: which choice has it as an argument
	weak     bool        // it has opWeak or opNear
	terms    uint16      // of the pattern that are not ground
	patterns []term.Term // these terms, if a match has nodes of theirs
	nodes    uint16      // that a match consists of: those for terms, and those below
	pivot    uint16      // the first of the terms that the program matches
	depth    int         // nesting depth of applications in the pattern
	whole    bool        // changes do not determine which matches are new
	// turned has a program for each further term of a multi-pattern, which matches
	// that term first.
	turned []program
	round  uint32 // of the last complete matching
	idle   []idle
}

// idle is a register for a variable that does not occur, and what it stands for.
type idle struct {
	reg  int
	node theory.Node
}

// goal is to match a register plus an offset with a term.
type goal struct {
	operand
	t     term.Term
	depth int  // of the application whose argument it is: 1 at the top
	read  bool // it is the array that a term of the pattern reads
}

// compiler turns a pattern, a set of terms, into a program.
type compiler struct {
	host  Host
	st    *term.Store
	lists func(key uint32) uint32
	wide  bool // arrays of patterns that are read are those that stores connect with a read one, too
	prog  program
	bound []bool
	index map[term.Term]int
	goals []goal
}

// compile makes the programs of a quantifier, from its own patterns or else from
// inferred ones. Patterns that the machine cannot match are skipped.
func (m *Matcher) compile(i int32) {
	q := &m.quants[i]
	q.compiled = true
	q.tests, q.tested = m.tests(q)
	occurring := m.occurring(q)
	given, avoid := patterns(m.st, q.t)
	for _, p := range given {
		m.addProgram(i, p)
	}
	if len(occurring) == 0 {
		m.addProgram(i, nil)
	}
	if len(q.programs) > 0 {
		return
	}
	inferred := Infer(m.st, occurring, q.body, avoid...)
	if len(inferred) == 0 && len(given) == 0 && m.oracle == nil && m.limits == nil && m.move(q, occurring) {
		q.tests, q.tested = m.tests(q)
		inferred = Infer(m.st, m.occurring(q), q.body, avoid...)
	}
	for _, p := range inferred {
		m.addProgram(i, p)
	}
}

// patterns returns the user's patterns of a quantifier and of those directly nested
// in it, and the terms that are to be none.
func patterns(st *term.Store, t term.Term) (given [][]term.Term, avoid []term.Term) {
	q := st.Quant(t)
	given, avoid = q.Patterns, q.Avoid
	for st.Op(q.Body) == term.OpForall {
		q = st.Quant(q.Body)
		given, avoid = append(given[:len(given):len(given)], q.Patterns...), append(avoid[:len(avoid):len(avoid)], q.Avoid...)
	}
	return given, avoid
}

// occurring returns the variables of a quantifier that its body contains. The others may
// stand for anything.
func (m *Matcher) occurring(q *quantifier) []term.Term {
	found := map[term.Term]bool{}
	m.st.Visit(func(t term.Term) bool {
		found[t] = true
		return !m.st.Ground(t)
	}, q.body)
	q.idle = make([]theory.Node, len(q.vars))
	var out []term.Term
	for i, v := range q.vars {
		if found[v] {
			out = append(out, v)
			continue
		}
		q.idle[i] = theory.True
		if s := m.st.Sort(v); s != term.Bool {
			q.idle[i] = m.host.Node(m.element(s)).Node
		}
	}
	return out
}

func (m *Matcher) addProgram(i int32, pattern []term.Term) {
	var terms []term.Term
	for _, t := range pattern {
		if !m.st.Ground(t) { // nothing to bind; the term need not exist
			terms = append(terms, t)
		}
	}
	p, ok := m.compileTerms(i, terms, 0)
	if !ok {
		return
	}
	if !p.weak {
		p.patterns = terms
	}
	for k := 1; k < len(terms); k++ {
		t, _ := m.compileTerms(i, terms, k)
		p.turned = append(p.turned, t)
	}
	q := &m.quants[i]
	q.programs = append(q.programs, p)
	m.hasWeak = m.hasWeak || p.weak
}

// compileTerms makes the program that matches the terms of a pattern, the one at
// pivot first; false if there is none.
func (m *Matcher) compileTerms(i int32, terms []term.Term, pivot int) (program, bool) {
	q := &m.quants[i]
	c := &compiler{host: m.host, st: m.st, lists: m.list, wide: m.oracle != nil, index: map[term.Term]int{},
		bound: make([]bool, len(q.vars))}
	c.prog.vars = make([]operand, len(q.vars))
	c.prog.terms, c.prog.pivot = uint16(len(terms)), uint16(pivot)
	for i, v := range q.vars {
		c.index[v] = i
	}
	ok := len(terms) == 0 || c.top(terms[pivot], pivot)
	for k, t := range terms {
		ok = ok && (k == pivot || c.top(t, k))
	}
	for i := range q.vars {
		if q.idle[i] != theory.NoNode && !c.bound[i] {
			c.bound[i] = true
			c.prog.vars[i].reg = uint16(c.prog.regs)
			c.prog.idle = append(c.prog.idle, idle{c.prog.regs, q.idle[i]})
			c.prog.regs++
		}
	}
	if !ok || slices.Contains(c.bound, false) {
		return program{}, false
	}
	c.emit(instr{op: opYield})
	c.prog.above = above(c.prog.code, c.prog.vars)
	for k := range c.prog.code {
		in := &c.prog.code[k]
		switch in.op {
		case opEach:
			c.prog.nodes++
			m.index.want(in.list)
			if in.join > 0 {
				in.join = m.index.join(in.list, int(in.join-1))
			}
		case opBind:
			c.prog.nodes++
			m.index.want(in.list)
			m.index.child[in.list] = true
		case opNear:
			c.prog.nodes++
			m.index.want(in.list)
		case opCheck:
			m.index.grounds = append(m.index.grounds, in.ground)
		}
		c.prog.whole = c.prog.whole || in.op == opWeak || in.op == opNear || in.op != opYield && in.off != in.otherOff
	}
	c.prog.whole = c.prog.whole || len(terms) == 0 || c.prog.depth > maxNested
	m.index.nested = max(m.index.nested, min(c.prog.depth, maxNested))
	return c.prog, true
}

// above returns for each variable the number of the choice, among those of code in their
// order, whose application has it as an argument.
func above(code []instr, vars []operand) []int {
	out := make([]int, len(vars))
	choices := 0
	for _, in := range code {
		if in.op != opEach && in.op != opBind && in.op != opNear {
			continue
		}
		for v := range vars {
			if in.out <= vars[v].reg {
				out[v] = choices // registers are used in the order of the code
			}
		}
		choices++
	}
	return out
}

func (c *compiler) emit(i instr) { c.prog.code = append(c.prog.code, i) }

// top compiles the k-th term of a pattern; false if it can't be matched.
func (c *compiler) top(t term.Term, k int) bool {
	if !matchable(c.st, t) {
		return false
	}
	each := instr{op: opEach, list: c.lists(symKey(c.st, t)), out: uint16(c.prog.regs), term: uint16(k)}
	watch := c.readsGround(t)
	if !watch {
		c.join(&each, t)
	}
	c.emit(each)
	if watch {
		c.watch(t)
	}
	c.arguments(t, 1, watch)
	return c.drain()
}

// readsGround reports whether a term reads a ground array.
func (c *compiler) readsGround(t term.Term) bool {
	return c.st.Op(t) == term.OpSelect && c.st.Ground(c.st.Arg(t, 0))
}

// watch compiles that stores connect the array which t reads with the one in the next free
// register.
func (c *compiler) watch(t term.Term) {
	c.emit(instr{op: opWeak, reg: uint16(c.prog.regs), ground: c.host.Node(c.st.Arg(t, 0))})
	c.prog.weak = true
}

// join makes an opEach visit only the nodes whose argument is in the right class,
// for the first argument of t that is known by then. (Its offset is checked later.)
// compileTerms sets the number of the join; until then it is one more than the
// argument's.
func (c *compiler) join(each *instr, t term.Term) {
	for i, a := range c.st.Args(t) {
		if c.st.Ground(a) {
			each.ground, each.join = c.host.Node(a), int32(i+1)
			return
		}
		for rest, _, ok := shift(c.st, a); ok; rest, _, ok = shift(c.st, a) {
			a = rest
		}
		if v, ours := c.index[a]; ours && c.bound[v] {
			each.other, each.join = c.prog.vars[v].reg, int32(i+1)
			return
		}
	}
}

// arguments makes goals of t's arguments, those that need no choice first.
// skipFirst leaves out the first argument, whose register stays.
func (c *compiler) arguments(t term.Term, depth int, skipFirst bool) {
	c.prog.depth = max(c.prog.depth, depth-1)
	base := c.prog.regs
	c.prog.regs += c.st.NumArgs(t)
	easy := func(a term.Term) bool { return c.st.Ground(a) || !matchable(c.st, a) }
	for pass := range 2 {
		for i, a := range c.st.Args(t) {
			if easy(a) != (pass == 1) || i == 0 && skipFirst {
				continue
			}
			// The last goal is taken first.
			read := i == 0 && depth == 1 && c.st.Op(t) == term.OpSelect
			c.goals = append(c.goals, goal{operand{reg: uint16(base + i)}, a, depth, read})
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
	bind := instr{op: opBind, reg: g.reg, off: g.off, list: c.lists(symKey(c.st, g.t)), out: uint16(c.prog.regs)}
	watch := g.read && c.readsGround(g.t)
	near := watch || g.read && c.wide && c.st.Op(g.t) == term.OpApp
	if near {
		bind.op, c.prog.weak = opNear, true
	}
	c.emit(bind)
	if watch {
		c.watch(g.t)
	}
	c.arguments(g.t, g.depth+1, watch)
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

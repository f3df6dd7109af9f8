package execute

import (
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// compiler makes the code of a program.
type compiler struct {
	code
	uses   *prog.Uses
	regOf  map[term.Term]reg
	consts map[int64]reg
	init   []int64               // by register
	reads  []map[prog.VarID]bool // by procedure: the globals that a call may read

	memo  map[term.Term]reg
	trail []term.Term
	depth int // of the term that is compiled

	// Of the procedure that is compiled: where its blocks begin, and registers.
	at      prog.NodeID // of the command that is compiled; zero outside of commands
	labels  []int32     // by label: its instruction, -1 until it is placed
	entry   []int32     // by block: its label
	past    []int32     // by block: the label behind the assumption that it begins with, for jumps that know it
	free    [2][]reg    // registers that no value needs after the command: of words, and of maps
	used    [2][]reg
	fails   int32    // the label of the instruction where a false assumption goes
	dirty   int32    // where a jump goes whose condition is unknown: a label, or unsureSplit
	opening bool     // what is compiled opens a way: quantifiers are unknown
	later   []func() // code behind that of the procedure
}

// compile makes the code of a program.
func compile(p *prog.Program) *code {
	c := &compiler{uses: prog.NewUses(p), regOf: map[term.Term]reg{}, consts: map[int64]reg{}, memo: map[term.Term]reg{}}
	c.p, c.st, c.dirty = p, p.Store, unsureSplit
	c.register(false) // second
	for i := 1; i < len(p.Vars); i++ {
		v := &p.Vars[i]
		c.variable(v.Term)
		if v.Old != 0 {
			c.variable(v.Old)
		}
	}
	for _, v := range p.Consts {
		c.code.constant = append(c.code.constant, constReg{v, c.regOf[p.Var(v).Term]})
	}
	c.procs = make([]procedure, len(p.Procs))
	c.reads = c.mentioned()
	for _, q := range p.Procs {
		c.proc(q)
	}
	c.begin()
	for n := range c.consts {
		c.pool = append(c.pool, n)
	}
	slices.Sort(c.pool)
	c.code.consts = c.init
	c.numRegs = len(c.init)
	c.shorten()
	return &c.code
}

// begin compiles what is before the entry: the first values of globals, and of its formals.
func (c *compiler) begin() {
	c.start = int32(len(c.code.code))
	c.labels = c.labels[:0]
	q := c.p.Procs[c.p.Entry]
	live := c.liveAtEntry(q, c.p.Globals, c.reads)
	for _, x := range q.Requires {
		for _, r := range c.uses.Of(x.Cond) {
			live = append(live, r.Var())
		}
	}
	for _, g := range c.p.Globals {
		if c.draw(g, nil); !slices.Contains(live, g) {
			c.sites[len(c.sites)-1].kind = siteOther
		}
	}
	k := call{callee: q.ID}
	for _, v := range q.Ins {
		c.draw(v, nil)
		r := c.regOf[c.p.Var(v).Term]
		k.args, k.argMap = append(k.args, r), append(k.argMap, c.regMap[r])
	}
	c.calls = append(c.calls, k)
	c.emit(opCall, 0, int32(len(c.calls)-1), 0)
}

func (c *compiler) register(isMap bool) reg {
	c.init = append(c.init, 0)
	c.regMap, c.levels = append(c.regMap, isMap), append(c.levels, 0)
	return reg(len(c.init) - 1)
}

// variable gives a variable a register.
func (c *compiler) variable(t term.Term) {
	sort := c.st.Sort(t)
	r := c.register(c.st.IsArray(sort))
	n, _ := c.mapLevels(sort)
	c.regOf[t], c.levels[r] = r, uint8(n)
	c.nested = c.nested || n > 1
}

// temp returns a register for a value that is needed until the end of the command.
func (c *compiler) temp(isMap bool) reg {
	k := 0
	if isMap {
		k = 1
	}
	var r reg
	if n := len(c.free[k]); n > 0 {
		r = c.free[k][n-1]
		c.free[k] = c.free[k][:n-1]
	} else {
		r = c.register(isMap)
	}
	c.used[k] = append(c.used[k], r)
	return r
}

// next ends a command.
func (c *compiler) next() {
	c.forget(0)
	for k := range c.used {
		c.free[k] = append(c.free[k], c.used[k]...)
		c.used[k] = c.used[k][:0]
	}
}

func (c *compiler) constant(n int64) reg {
	r, ok := c.consts[n]
	if !ok {
		r = c.register(false)
		c.init[r] = n
		c.consts[n] = r
	}
	return r
}

// bigConstant returns the register of an integer that is no word: an index of the first big numbers.
func (c *compiler) bigConstant(n num.Int) reg {
	c.bigs = append(c.bigs, n)
	r := c.register(false)
	c.init[r] = math.MinInt64 + int64(len(c.bigs)-1)
	return r
}

func (c *compiler) emit(op opcode, dst, a, b int32) {
	c.code.code = append(c.code.code, instr{op: op, dst: dst, a: a, b: b})
	c.unsure = append(c.unsure, c.dirty)
}

func (c *compiler) newLabel() int32 {
	c.labels = append(c.labels, -1)
	return int32(len(c.labels) - 1)
}

func (c *compiler) place(label int32) { c.labels[label] = int32(len(c.code.code)) }

// proc compiles a procedure.
func (c *compiler) proc(q *prog.Proc) {
	c.labels = c.labels[:0]
	x := &c.procs[q.ID]
	from := len(c.code.code)
	x.entry = int32(from)
	for _, v := range q.Ins {
		x.ins = append(x.ins, c.regOf[c.p.Var(v).Term])
	}
	for _, v := range q.Outs {
		r := c.regOf[c.p.Var(v).Term]
		x.outs, x.outMap = append(x.outs, r), append(x.outMap, c.regMap[r])
	}
	for _, v := range slices.Concat(q.Ins, q.Outs, q.Locals) {
		x.own = append(x.own, c.regOf[c.p.Var(v).Term])
	}
	for _, g := range c.uses.Olds(q) {
		v := c.p.Var(g)
		x.olds = append(x.olds, [2]reg{c.regOf[v.Old], c.regOf[v.Term]})
	}
	c.fails = c.newLabel()
	c.assumeAll(q.Requires)
	wayFrom := len(c.ways)
	if q.HasBody() {
		x.begin = c.liveAtEntry(q, append(q.Outs[:len(q.Outs):len(q.Outs)], q.Locals...), c.reads)
		for _, v := range x.begin {
			c.draw(v, nil)
		}
		c.body(q)
	} else {
		for _, v := range slices.Concat(q.Modifies, q.Outs) {
			c.draw(v, nil)
		}
		c.assumeAll(q.Ensures)
		c.emit(opReturn, 0, int32(q.ID), 0)
	}
	c.place(c.fails)
	c.emit(opBlocked, 0, 0, 0)
	for len(c.later) > 0 {
		c.at = 0 // it belongs to several
		f := c.later[0]
		c.later = c.later[1:]
		f()
	}
	c.resolve(from, wayFrom)
	x.own, x.ownMaps = c.split(x.own)
}

// split puts apart the registers that hold maps.
func (c *compiler) split(all []reg) (words, maps []reg) {
	for _, r := range all {
		if c.regMap[r] {
			maps = append(maps, r)
		} else {
			words = append(words, r)
		}
	}
	return words, maps
}

// resolve puts instructions in place of labels.
func (c *compiler) resolve(from, ways int) {
	for i := from; i < len(c.code.code); i++ {
		switch x := &c.code.code[i]; x.op {
		case opJump, opJumpTrue, opJumpFalse, opJumpLe, opJumpGt, opJumpEq, opJumpNe, opSeek:
			x.dst = c.labels[x.dst]
			if to := c.unsure[i]; to >= 0 {
				c.unsure[i] = c.labels[to]
			}
		}
	}
	for i := ways; i < len(c.ways); i++ {
		for k, l := range c.ways[i].blocks {
			c.ways[i].blocks[k] = c.labels[l]
		}
	}
}

func (c *compiler) assumeAll(cs []prog.Contract) {
	for _, x := range cs {
		c.assume(x.Cond)
		c.next()
	}
}

// body compiles the blocks of a procedure.
func (c *compiler) body(q *prog.Proc) {
	c.entry, c.past = c.entry[:0], c.past[:0]
	for range q.Blocks {
		c.entry, c.past = append(c.entry, c.newLabel()), append(c.past, c.newLabel())
	}
	for i := range q.Blocks {
		c.block(q, int32(i))
	}
}

func (c *compiler) block(q *prog.Proc, i int32) {
	b := &q.Blocks[i]
	c.place(c.entry[i])
	cmds := b.Cmds
	if t := guard(b); t != 0 {
		c.at = cmds[0].Node
		cmds = cmds[1:]
		c.assume(t)
		c.next()
	}
	c.place(c.past[i])
	c.emit(opBlock, 0, int32(c.blocks), 0)
	c.blocks++
	c.commands(cmds)
	c.at = 0
	if b.Dead {
		c.emit(opBlocked, 0, 0, 0)
		return
	}
	switch len(b.Succs) {
	case 0:
		if q.ID == c.p.Entry && len(q.Ensures) > 0 { // callers alone assume them
			c.emit(opExit, 0, 0, 0)
		}
		c.assumeAll(q.Ensures)
		c.emit(opReturn, 0, int32(q.ID), 0)
	case 1:
		if b.Succs[0] != i+1 {
			c.emit(opJump, c.entry[b.Succs[0]], 0, 0)
		}
	default:
		c.branch(q, b)
	}
}

// branch compiles a jump to one of several blocks.
func (c *compiler) branch(q *prog.Proc, b *prog.Block) {
	if len(b.Succs) == 2 {
		s, t := b.Succs[0], b.Succs[1]
		if x, y := guard(&q.Blocks[s]), guard(&q.Blocks[t]); x != 0 && y != 0 && c.complementary(x, y) {
			c.at = q.Blocks[s].Cmds[0].Node
			c.jumpUnless(x, c.past[t])
			c.next()
			c.emit(opJump, c.past[s], 0, 0)
			return
		}
	}
	c.emit(opClearWays, 0, 0, 0)
	w := way{}
	for k, t := range b.Succs {
		if guard(&q.Blocks[t]) != 0 {
			c.at = q.Blocks[t].Cmds[0].Node
		}
		c.openWay(k, guards(&q.Blocks[t]))
		w.blocks = append(w.blocks, c.entry[t])
	}
	c.ways = append(c.ways, w)
	c.emit(opWay, 0, int32(len(c.ways)-1), 0)
}

// guards returns the assumptions that a block begins with.
func guards(b *prog.Block) (out []term.Term) {
	for i := range b.Cmds {
		if b.Cmds[i].Kind != prog.Assume {
			break
		}
		out = append(out, b.Cmds[i].Cond)
	}
	return out
}

// guard returns the first assumption of a block, 0 if it begins with something else.
func guard(b *prog.Block) term.Term {
	if len(b.Cmds) > 0 && b.Cmds[0].Kind == prog.Assume {
		return b.Cmds[0].Cond
	}
	return 0
}

// complementary reports whether exactly one of two conditions holds.
func (c *compiler) complementary(x, y term.Term) bool {
	return c.st.Not(x) == y || c.st.Not(y) == x
}

// commands compiles the commands of a block.
func (c *compiler) commands(cmds []prog.Cmd) {
	for i := 0; i < len(cmds); i++ {
		c.at = cmds[i].Node
		switch x := &cmds[i]; x.Kind {
		case prog.Assume, prog.Assert:
			c.assume(x.Cond)
		case prog.Assign:
			c.assign(x)
		case prog.Havoc:
			n := i + 1
			for n < len(cmds) && (cmds[n].Kind == prog.Havoc || cmds[n].Kind == prog.Assume) {
				n++
			}
			c.guess(cmds[i:n])
			i = n - 1
		case prog.Call:
			c.call(x)
		}
		c.next()
	}
}

// guess compiles havocs and the assumptions behind them: if one of these is false, others values are tried.
func (c *compiler) guess(cmds []prog.Cmd) {
	fails := c.fails
	mark := int32(len(c.code.code))
	again, over := c.newLabel(), c.newLabel()
	c.emit(opMark, 0, 0, 0)
	for i := range cmds {
		x := &cmds[i]
		c.at = x.Node
		if i > 0 && x.Kind == prog.Assume && cmds[i-1].Kind == prog.Havoc {
			c.seeks(cmds, i)
		}
		switch {
		case x.Kind == prog.Havoc:
			for _, v := range x.Targets {
				if !c.filled(cmds[i+1:], v) {
					c.draw(v, cmds[i+1:])
				}
			}
		case c.fill(x.Cond):
		default:
			c.pick(x.Cond, cmds[:i])
			c.fails = again
			c.assume(x.Cond)
		}
		c.next()
	}
	c.emit(opJump, over, 0, 0)
	c.place(again)
	c.emit(opRetry, mark+1, 0, 0)
	c.place(over)
	c.fails = fails
}

// pick compiles that of alternatives for what was just drawn one is chosen, and what it says about the values is so:
// they are hard to guess.
func (c *compiler) pick(t term.Term, before []prog.Cmd) {
	if !c.alternatives(t) {
		return
	}
	var drawn []prog.VarID
	for i := range before {
		if before[i].Kind == prog.Havoc {
			drawn = append(drawn, before[i].Targets...)
		}
	}
	w, pass := way{}, c.newLabel()
	for range c.st.Args(t) {
		w.blocks = append(w.blocks, c.newLabel())
	}
	c.ways = append(c.ways, w)
	c.emit(opPick, 0, int32(len(c.ways)-1), 0)
	c.emit(opJump, pass, 0, 0)
	for k, a := range c.st.Args(t) {
		c.place(w.blocks[k])
		for _, part := range c.conjuncts(a) {
			if v, x := c.equation(part, drawn); v != 0 {
				r := c.regOf[c.p.Var(v).Term]
				c.move(r, c.value(x, -1))
				c.emit(opGiven, r, int32(v), 0)
			}
		}
		c.next()
		c.emit(opJump, pass, 0, 0)
	}
	c.place(pass)
}

// equation returns which of some variables a formula says to be equal to a term in which none of them is, else 0.
func (c *compiler) equation(t term.Term, of []prog.VarID) (prog.VarID, term.Term) {
	if c.st.Op(t) != term.OpEq {
		return 0, 0
	}
	for k, side := range c.st.Args(t) {
		other := c.st.Arg(t, 1-k)
		if i := slices.IndexFunc(of, func(v prog.VarID) bool { return c.p.Var(v).Term == side }); i >= 0 &&
			!c.regMap[c.regOf[side]] &&
			!slices.ContainsFunc(c.uses.Of(other), func(r prog.Ref) bool { return slices.Contains(of, r.Var()) }) {
			return of[i], other
		}
	}
	return 0, 0
}

// draw compiles that a variable gets an arbitrary value; what follows may say which.
func (c *compiler) draw(v prog.VarID, follow []prog.Cmd) {
	s := site{v: v, sort: c.p.Sort(v), lo: math.MinInt64, hi: math.MaxInt64}
	switch {
	case s.sort == term.Int:
		s.kind = siteInt
		for i := range follow {
			if follow[i].Kind == prog.Assume {
				c.narrow(&s, follow[i].Cond)
			}
		}
	case s.sort == term.Bool:
		s.kind = siteBool
	case c.st.IsArray(s.sort):
		s.kind = siteMap
		_, e := c.st.ArraySorts(s.sort)
		if n, ok := c.mapLevels(s.sort); !ok {
			s.kind = siteOther
		} else if n > 1 {
			s.kind = siteRows
		} else if s.width = c.st.Width(e); s.width == 0 && e == term.Bool {
			s.width = 1
		}
	case c.st.SortKind(s.sort) == term.KindUninterpreted:
		s.kind = siteElem
	case c.scalar(s.sort):
		s.kind, s.width = siteBits, c.st.Width(s.sort)
	default:
		s.kind = siteOther
	}
	c.sites = append(c.sites, s)
	c.emit(opDraw, c.regOf[c.p.Var(v).Term], int32(len(c.sites)-1), 0)
}

// narrow reads bounds off a condition.
func (c *compiler) narrow(s *site, t term.Term) {
	st, x := c.st, c.p.Var(s.v).Term
	switch st.Op(t) {
	case term.OpAnd:
		for _, a := range st.Args(t) {
			c.narrow(s, a)
		}
	case term.OpLe:
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		if n, ok := c.number(b); ok && a == x {
			s.hi = min(s.hi, n)
		}
		if n, ok := c.number(a); ok && b == x {
			s.lo = max(s.lo, n)
		}
	}
}

func (c *compiler) number(t term.Term) (int64, bool) {
	if !c.st.IsNum(t) {
		return 0, false
	}
	return c.st.Num(t).Int64()
}

// assign compiles an assignment.
func (c *compiler) assign(x *prog.Cmd) {
	if len(x.Targets) == 1 {
		dst := c.regOf[c.p.Var(x.Targets[0]).Term]
		if edits, ok := c.update(x.Values[0], dst); ok {
			c.edit(dst, edits)
			return
		}
		c.valueInto(x.Values[0], dst)
		c.settle(x.Values[0], dst)
		return
	}
	regs := make([]reg, len(x.Values))
	edits := make([][]edit, len(x.Values))
	for i, t := range x.Values {
		dst := c.regOf[c.p.Var(x.Targets[i]).Term]
		var ok bool
		if edits[i], ok = c.update(t, dst); ok {
			regs[i] = dst
			continue
		}
		regs[i] = c.held(t)
		if c.st.IsConst(t) && slices.Contains(x.Targets, c.uses.Ref(t).Var()) { // it may be assigned before it is read
			r := c.temp(c.regMap[regs[i]])
			c.move(r, regs[i])
			regs[i] = r
		}
	}
	for i := range edits {
		c.edit(regs[i], edits[i])
	}
	for i, v := range x.Targets {
		if edits[i] == nil {
			c.move(c.regOf[c.p.Var(v).Term], regs[i])
		}
	}
}

// valueInto compiles that a register gets the value of a term.
func (c *compiler) valueInto(t term.Term, dst reg) {
	if r := c.value(t, dst); r != dst {
		c.move(dst, r)
	}
}

func (c *compiler) move(dst, r reg) {
	op := opMove
	if c.regMap[dst] {
		op = opMoveMap
	}
	c.emit(op, dst, r, 0)
}

// call compiles a call.
func (c *compiler) call(x *prog.Cmd) {
	k := call{callee: x.Callee}
	for _, t := range x.Values {
		r := c.value(t, -1)
		k.args, k.argMap = append(k.args, r), append(k.argMap, c.regMap[r])
	}
	for _, v := range x.Targets {
		r := c.regOf[c.p.Var(v).Term]
		k.targets, k.tMap = append(k.targets, r), append(k.tMap, c.regMap[r])
	}
	c.calls = append(c.calls, k)
	c.emit(opCall, 0, int32(len(c.calls)-1), 0)
}

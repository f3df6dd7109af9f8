package execute

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/verifier/prog"
)

// outcome is how an execution ends.
type outcome uint8

const (
	running  outcome = iota
	returned         // the entry returns
	blocked          // an assumption is false
	cut              // too many steps
	refused          // at what is not supported: machine.why
	stopped          // by the limit
)

// drawn is an arbitrary value, as the execution has it.
type drawn struct {
	v     prog.VarID
	word  int64
	table *table // of a map that an assumption determines
	birth *birth
}

// frame is a call that has not ended.
type frame struct {
	back        int32
	call        int32
	saved, maps int  // what is saved from here on
	recursive   bool // the registers of the callee are saved
}

// Limits on an execution.
const (
	maxDepth  = 200_000 // calls that have not ended
	maxDrawn  = 1 << 22 // arbitrary values
	maxTape   = 1 << 22 // choices, elements of arbitrary maps among them
	maxCopied = 1 << 20 // maps that are copied, and for each 64 of their pages one more
	maxPages  = 1 << 17 // pages of the maps that the registers have, 270 MB
	firstHeld = 1 << 22 // words of rows up to which these are not weighed, and
	maxHeld   = 1 << 25 // twice as many as there may be then
)

// machine executes code.
type machine struct {
	*code
	regs  []int64
	maps  []*table
	bigs  []num.Int
	freed []int32 // of bigs: those that are free
	why   string  // what is not supported
	stack []frame
	saved []int64
	olds  []*table
	out   []int64
	outs  []*table

	active []int32 // by procedure: calls that have not ended
	drawn  []drawn
	choose *chooser
	steps  int64
	copied int
	pool   pool  // of pages of maps
	filled int64 // elements of maps
	fresh  int   // blocks that no execution before had reached
	cover  []bool
	poll   func(steps int64) bool // reports whether to stop
	watch  *watch                 // nil, or sees what is compared
	lazy   *forks                 // nil, or has what is arbitrary be unknown
	pc     int32                  // where an execution goes on that was cut off
	passed bool                   // an assumption was passed about what is unknown

	open     []int32 // successors that are open
	seeking  seeking
	indices  map[string]int64 // tags of big numbers that are indices of maps, by the number
	heaviest int              // words of rows that may be held before they are weighed
	mark     struct{ drawn, tape, tries int }
	constant []int64 // of code.constant
}

func newMachine(c *code) *machine {
	return &machine{
		code: c, regs: make([]int64, c.numRegs), maps: make([]*table, c.numRegs),
		active: make([]int32, len(c.procs)), cover: make([]bool, c.blocks),
	}
}

// reset prepares an execution.
func (m *machine) reset() {
	copy(m.regs, m.consts)
	m.pool.recycle(m.maps)
	m.pool.recycle(m.olds)
	clear(m.maps)
	clear(m.active)
	clear(m.indices)
	m.bigs, m.freed = append(m.bigs[:0], m.code.bigs...), m.freed[:0]
	m.stack, m.saved, m.olds, m.drawn = m.stack[:0], m.saved[:0], m.olds[:0], m.drawn[:0]
	m.why, m.steps, m.copied, m.pool.made, m.filled, m.fresh, m.passed = "", 0, 0, 0, 0, 0, false
	m.pool.held, m.heaviest = 0, firstHeld
}

// pollEvery is how many blocks are executed between two polls.
const pollEvery = 1 << 12

// run executes the program for at most so many blocks.
func (m *machine) run(limit int64) outcome {
	m.begin()
	return m.resume(limit)
}

// begin prepares an execution.
func (m *machine) begin() {
	m.reset()
	for i, x := range m.code.constant {
		m.regs[x.r] = m.constant[i]
	}
	m.pc = m.start
}

// resume goes on with an execution until it has executed so many blocks.
func (m *machine) resume(limit int64) outcome {
	code, regs, maps := m.code.code, m.regs, m.maps
	for pc := m.pc; ; {
		i := &code[pc]
		pc++
		switch i.op {
		case opBlock:
			pc = i.other
			if !m.cover[i.a] {
				m.cover[i.a] = true
				m.fresh++
			}
			if m.steps++; m.steps&(pollEvery-1) == 0 {
				if m.poll(pollEvery) {
					return stopped
				}
				m.large()
				m.sweep()
			}
			if m.steps > limit {
				m.pc = pc
				return cut
			}
			if m.why != "" {
				return refused
			}
		case opMove:
			regs[i.dst] = regs[i.a]
			pc = i.other
		case opMoveMap:
			m.share(i.dst, i.a)
		case opAdd:
			a, b := regs[i.a], regs[i.b]
			if r := a + b; a > tagTop && b > tagTop && small(r) {
				regs[i.dst] = r
			} else {
				regs[i.dst] = m.slow(opAdd, a, b)
			}
		case opSub:
			a, b := regs[i.a], regs[i.b]
			if r := a - b; a > tagTop && b > tagTop && small(r) {
				regs[i.dst] = r
			} else {
				regs[i.dst] = m.slow(opSub, a, b)
			}
		case opAddJump:
			a, b := regs[i.a], regs[i.b]
			r := a + b
			if a <= tagTop || b <= tagTop || !small(r) {
				regs[i.dst] = m.slow(opAdd, a, b)
				continue
			}
			regs[i.dst] = r
			j := &code[pc]
			x, y := regs[j.a], regs[j.b]
			if x <= tagTop || y <= tagTop || m.watch != nil {
				continue
			}
			if pc = j.other; (x <= y) == (j.op == opJumpLe) {
				pc = j.dst
			}
			if k := &code[pc]; k.op == opMove {
				regs[k.dst] = regs[k.a]
				pc = k.other
			}
		case opMul:
			regs[i.dst] = m.product(regs[i.a], regs[i.b])
		case opDiv, opMod:
			regs[i.dst] = m.quotient(i.op, regs[i.a], regs[i.b])
			if m.why != "" {
				return refused
			}
		case opLe:
			if m.watch != nil {
				m.watch.compare(m, pc-1, false, regs[i.a], regs[i.b])
			}
			regs[i.dst] = m.atMost(regs[i.a], regs[i.b])
		case opEq, opEqWord:
			if m.watch != nil {
				m.watch.compare(m, pc-1, true, regs[i.a], regs[i.b])
			}
			if i.op == opEqWord {
				regs[i.dst] = sameWord(regs[i.a], regs[i.b])
				continue
			}
			regs[i.dst] = m.equals(regs[i.a], regs[i.b])
		case opEqMap, opEqIntMap:
			a, b := m.table(i.a), m.table(i.b)
			if a != b && (a.birth != nil || b.birth != nil) {
				m.why = "equality of arbitrary maps"
				return refused
			}
			regs[i.dst] = m.same(a, b, i.op == opEqIntMap)
		case opNot:
			if a := regs[i.a]; a != unknown {
				regs[i.dst] = 1 - a
			} else {
				regs[i.dst] = unknown
			}
		case opSelect:
			at := regs[i.b]
			if at == unknown {
				regs[i.dst] = unknown
				continue
			}
			if at <= tagTop {
				at = m.index(at)
			}
			v, known := m.table(i.a).get(at)
			if !known {
				v = m.cell(m.maps[i.a], at)
			}
			regs[i.dst] = v
		case opStore:
			if regs[i.a] == unknown {
				m.forget(i.dst)
				continue
			}
			at := regs[i.a]
			if at <= tagTop {
				at = m.index(at)
			}
			m.owned(i.dst).set(at, regs[i.b])
		case opConstMap:
			maps[i.dst] = m.newTable(regs[i.a])
		case opRow, opOwnRow, opStoreRow, opConstRow, opConstRows:
			if m.row(i); m.why != "" {
				return refused
			}
		case opFill:
			f := &m.fills[i.a]
			if m.lazy == nil && m.cost()+m.extent(f)/fillsPerStep > limit {
				return cut
			}
			m.fill(f)
		case opEvery:
			if regs[i.dst] = m.every(&m.everies[i.a]); m.why != "" {
				return refused
			}
		case opBits:
			if m.watch != nil {
				m.watch.compareBits(m, pc-1, &m.bits[i.b], regs[i.a], regs[second])
			}
			regs[i.dst] = m.bitwise(&m.bits[i.b], regs[i.a], regs[second])
		case opJump:
			pc = i.dst
		case opJumpTrue:
			if v := regs[i.a]; v == unknown {
				pc = m.unsureAt(pc - 1)
			} else if pc = i.other; v != 0 {
				pc = i.dst
			}
		case opJumpFalse:
			if v := regs[i.a]; v == 0 {
				pc = i.dst
			} else if v == unknown {
				pc = m.unsureAt(pc - 1)
			} else {
				pc = i.other
			}
		case opRange:
			if lo, v, hi := regs[i.a], regs[i.b], regs[code[pc].b]; tagTop < lo && lo <= v && v <= hi && m.watch == nil {
				pc = code[pc].other
				continue
			}
			fallthrough
		case opJumpLe, opJumpGt:
			a, b := regs[i.a], regs[i.b]
			if m.watch != nil {
				m.watch.compare(m, pc-1, false, a, b)
			}
			holds := a <= b
			if a <= tagTop || b <= tagTop {
				v := m.atMost(a, b)
				if v == unknown {
					pc = m.unsureAt(pc - 1)
					continue
				}
				holds = v != 0
			}
			if pc = i.other; holds == (i.op == opJumpLe) {
				pc = i.dst
			}
		case opJumpEq, opJumpNe:
			a, b := regs[i.a], regs[i.b]
			if m.watch != nil {
				m.watch.compare(m, pc-1, true, a, b)
			}
			holds := a == b
			if a <= tagTop || b <= tagTop {
				v := m.equals(a, b)
				if v == unknown {
					pc = m.unsureAt(pc - 1)
					continue
				}
				holds = v != 0
			}
			if pc = i.other; holds == (i.op == opJumpEq) {
				pc = i.dst
			}
		case opClearWays:
			m.open = m.open[:0]
		case opOpenWay:
			m.open = append(m.open, i.a)
		case opWay:
			if len(m.open) == 0 {
				return blocked
			}
			k := m.open[0]
			switch {
			case len(m.open) == 1:
			case m.lazy != nil:
				k = m.open[m.lazy.next(len(m.open))]
			default:
				k = m.open[m.choose.way(len(m.open))]
				m.choose.ways = append(m.choose.ways, k)
			}
			pc = m.ways[i.a].blocks[k]
		case opSettle:
			if regs[i.dst] == unknown {
				regs[i.dst] = int64(m.lazy.next(2))
			}
		case opUnknown:
			regs[i.dst] = unknown
		case opUnknownMap:
			maps[i.dst] = m.newMap(int(i.a), unknown)
		case opDraw:
			if m.lazy != nil {
				if m.regMap[i.dst] {
					maps[i.dst] = m.newMap(max(1, int(m.levels[i.dst])), unknown)
				}
				regs[i.dst] = unknown
				continue
			}
			if len(m.drawn) >= maxDrawn {
				m.why = "too many arbitrary values"
				return refused
			}
			m.draw(i.dst, &m.sites[i.a])
		case opPick:
			if m.lazy == nil {
				to := m.ways[i.a].blocks
				pc = to[m.choose.first(len(to))]
			}
		case opGiven:
			m.given(prog.VarID(i.a), regs[i.dst])
		case opMark:
			if m.lazy == nil {
				m.mark.drawn, m.mark.tape, m.mark.tries = len(m.drawn), m.choose.at, 0
			}
		case opRetry:
			if m.mark.tries++; m.mark.tries > maxTries || m.lazy != nil {
				return blocked
			}
			m.drawn = m.drawn[:m.mark.drawn]
			m.choose.back(m.mark.tape)
			pc = i.dst
		case opSeek:
			if pc = i.other; !m.seek(&m.seeks[i.a]) {
				pc = i.dst
			}
		case opFound:
			m.seeking.found = append(m.seeking.found, regs[i.dst])
		case opSeekNext:
			to, out := m.nextSought(i)
			if out != running {
				return out
			}
			pc = to
		case opCall:
			if len(m.stack) >= maxDepth {
				if m.lazy == nil {
					return cut
				}
				m.why = "calls that are nested too deeply"
				return refused
			}
			pc = m.call(pc, i.a)
		case opExit:
			if len(m.stack) == 1 {
				return returned
			}
		case opReturn:
			if len(m.stack) == 1 {
				return returned
			}
			pc = m.ret(i.a)
		case opBlocked:
			return blocked
		case opRefuse:
			m.why = m.refusals[i.a]
			return refused
		}
	}
}

// large refuses an execution that needs much memory.
func (m *machine) large() {
	pages := 0
	for _, t := range m.maps {
		if t != nil {
			pages += len(t.pages)
		}
	}
	if m.pool.held > m.heaviest {
		m.weigh()
		m.heaviest = max(firstHeld, 2*m.pool.held)
	}
	if pages > maxPages || m.heaviest > maxHeld || m.lazy == nil && len(m.choose.tape) > maxTape {
		m.why = "an execution that needs much memory"
	}
}

// fillsPerStep is how many elements are filled in the time of a step.
const fillsPerStep = 8

// cost returns how many steps the execution was worth.
func (m *machine) cost() int64 { return m.steps + m.filled/fillsPerStep }

// given replaces what was just drawn for a variable.
func (m *machine) given(v prog.VarID, word int64) {
	for k := len(m.drawn) - 1; k >= m.mark.drawn; k-- {
		if m.drawn[k].v == v {
			m.drawn[k].word = word
			return
		}
	}
}

// table returns the map of a register.
func (m *machine) table(r reg) *table {
	if m.maps[r] == nil {
		m.maps[r] = m.newMap(max(1, int(m.levels[r])), 0) // nothing reads what it holds
	}
	return m.maps[r]
}

// share has a register hold the map of another one.
func (m *machine) share(dst, a reg) {
	t := m.table(a)
	t.shared = true
	m.maps[dst] = t
}

// owned returns the map of a register, which no other one has.
func (m *machine) owned(r reg) *table {
	t := m.table(r)
	if t.shared {
		if m.copied += 1 + t.size()/64; m.copied > maxCopied {
			m.why = "too many copies of maps"
		}
		t = t.clone()
		m.maps[r] = t
	}
	return t
}

// cell chooses an element of an arbitrary map.
func (m *machine) cell(t *table, i int64) int64 {
	v, ok := t.birth.cells[i]
	if !ok {
		v = m.choose.cell(t.birth)
		t.birth.cells[i] = v
		t.birth.order = append(t.birth.order, i)
	}
	t.set(i, v) // copies that share t have the same element
	return v
}

// call begins a call, and returns where the callee begins.
func (m *machine) call(pc, n int32) int32 {
	k := &m.calls[n]
	p := &m.procs[k.callee]
	f := frame{back: pc, call: n, saved: len(m.saved), maps: len(m.olds), recursive: m.active[k.callee] > 0}
	m.active[k.callee]++
	m.out, m.outs = m.out[:0], m.outs[:0]
	for i, r := range k.args { // an argument may be a register of the callee
		if k.argMap[i] {
			m.table(r).shared = true
			m.outs = append(m.outs, m.maps[r])
		} else {
			m.out = append(m.out, m.regs[r])
		}
	}
	if f.recursive {
		for _, r := range p.own {
			m.saved = append(m.saved, m.regs[r])
		}
		for _, r := range p.ownMaps {
			m.olds = append(m.olds, m.maps[r])
		}
	}
	for _, o := range p.olds {
		if m.regMap[o[0]] {
			m.olds = append(m.olds, m.maps[o[0]])
			m.share(o[0], o[1])
		} else {
			m.saved = append(m.saved, m.regs[o[0]])
			m.regs[o[0]] = m.regs[o[1]]
		}
	}
	w, s := 0, 0
	for i, r := range p.ins {
		if k.argMap[i] {
			m.maps[r] = m.outs[s]
			s++
		} else {
			m.regs[r] = m.out[w]
			w++
		}
	}
	m.stack = append(m.stack, f)
	return p.entry
}

// ret ends a call, and returns where the caller goes on.
func (m *machine) ret(q int32) int32 {
	f := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	k, p := &m.calls[f.call], &m.procs[q]
	m.active[q]--
	m.out, m.outs = m.out[:0], m.outs[:0]
	for i, r := range p.outs {
		if p.outMap[i] {
			m.table(r).shared = true
			m.outs = append(m.outs, m.maps[r])
		} else {
			m.out = append(m.out, m.regs[r])
		}
	}
	w, s := f.saved, f.maps
	if f.recursive {
		w += copyTo(m.regs, p.own, m.saved[w:])
		s += copyTo(m.maps, p.ownMaps, m.olds[s:])
	}
	for _, o := range p.olds {
		if m.regMap[o[0]] {
			m.maps[o[0]] = m.olds[s]
			s++
		} else {
			m.regs[o[0]] = m.saved[w]
			w++
		}
	}
	m.saved, m.olds = m.saved[:f.saved], m.olds[:f.maps]
	w, s = 0, 0
	for i, r := range k.targets {
		if k.tMap[i] {
			m.maps[r] = m.outs[s]
			s++
		} else {
			m.regs[r] = m.out[w]
			w++
		}
	}
	return f.back
}

// copyTo gives registers what was saved of them, and returns how many there are.
func copyTo[T any](regs []T, of []reg, saved []T) int {
	for i, r := range of {
		regs[r] = saved[i]
	}
	return len(of)
}

package rerun

import (
	"context"
)

// frame is a call that has not ended.
type frame struct {
	proc   *procedure
	words  []val
	maps   []*table
	block  int32
	cmd    int   // where the call goes on
	called *call // what made it; nil of the entry
	counts []int // by head: iterations of the loop
}

// machine runs a program.
type machine struct {
	ctx         context.Context
	code        *compiler
	globals     []val
	globalMaps  []*table
	locals      []val    // of the present frame
	localMaps   []*table // likewise
	stack       []*frame
	callee      *call // what the command that has just been executed calls
	bound       int64
	scratch     []val
	scratchMaps []*table
	passed      []val
	passedMaps  []*table
	ways        []int32

	zeros bool // what is arbitrary is 0, and
	doubt bool // something has happened that only what is unknown allows

	learned int64 // values that assumptions have given to variables
	loop    *watched

	splits []split
	at     int // of splits
	steps  int64
	poll   int64 // when to look at the context
	past   past
	parted int // splits behind which the state was looked up
	before map[uint64][]past
	known  int // states in before
}

// split is a place where runs part.
type split struct{ way, of int }

// maxDepth limits the calls that have not ended.
const maxDepth = 1 << 18

func newMachine(ctx context.Context, c *compiler) *machine {
	return &machine{ctx: ctx, code: c, globals: make([]val, c.words), globalMaps: make([]*table, c.maps)}
}

func (m *machine) set(s slot, v val) {
	if s.global {
		m.globals[s.at] = v
	} else {
		m.locals[s.at] = v
	}
}

// setTruth gives a variable a truth value: a chosen one if it is unknown.
func (m *machine) setTruth(s slot, v val) {
	if v.kind == unknown {
		v = wordOf(int64(m.split(2)))
	}
	m.set(s, v)
}

func (m *machine) valueOf(s slot) val {
	if s.global {
		return m.globals[s.at]
	}
	return m.locals[s.at]
}

func (m *machine) setMap(s slot, t *table) {
	if s.global {
		m.globalMaps[s.at] = t
	} else {
		m.localMaps[s.at] = t
	}
}

func (m *machine) tableOf(s slot) *table {
	if s.global {
		return m.globalMaps[s.at]
	}
	return m.localMaps[s.at]
}

// nothing is the value of what is arbitrary.
func (m *machine) nothing() val {
	if m.zeros {
		return wordOf(0)
	}
	return val{}
}

// forget makes a variable arbitrary.
func (m *machine) forget(s slot) {
	if s.isMap {
		m.setMap(s, newMap(s.levels, m.nothing()))
	} else {
		m.set(s, m.nothing())
	}
}

// split returns which of several ways the run takes.
func (m *machine) split(of int) int {
	if m.zeros {
		m.doubt = true
		return 0
	}
	if m.at == len(m.splits) {
		m.splits = append(m.splits, split{0, of})
	}
	m.at++
	return m.splits[m.at-1].way
}

// next prepares the next run, and reports whether there is one.
func (m *machine) next() bool {
	for n := len(m.splits) - 1; n >= 0; n-- {
		if m.splits[n].way++; m.splits[n].way < m.splits[n].of {
			m.splits, m.at = m.splits[:n+1], 0
			return true
		}
	}
	return false
}

// enter begins a call: the formals have what was passed, all else is unknown.
func (m *machine) enter(p *procedure, k *call) {
	var f *frame
	if n := len(p.frames); n > 0 {
		f = p.frames[n-1]
		p.frames = p.frames[:n-1]
		clear(f.counts)
	} else {
		f = &frame{proc: p, words: make([]val, p.words), maps: make([]*table, p.maps), counts: make([]int, len(p.heads))}
	}
	f.called, f.block, f.cmd = k, 0, 0
	for i := range f.words {
		f.words[i] = m.nothing()
	}
	for i := range f.maps {
		f.maps[i] = newMap(p.levels[i], m.nothing())
	}
	p.active++
	p.most = max(p.most, p.active)
	m.stack = append(m.stack, f)
	m.locals, m.localMaps = f.words, f.maps
	if k != nil {
		w, t := 0, 0
		for _, s := range p.ins {
			if s.isMap {
				f.maps[s.at] = m.passedMaps[t]
				t++
			} else {
				f.words[s.at] = m.passed[w]
				w++
			}
		}
	}
	for _, o := range p.olds {
		if o[0].isMap {
			m.setMap(o[0], held(m.tableOf(o[1]), false))
		} else {
			m.set(o[0], m.valueOf(o[1]))
		}
	}
}

// pass evaluates the arguments of a call.
func (m *machine) pass(k *call) {
	m.passed, m.passedMaps = m.passed[:0], m.passedMaps[:0]
	for i := range k.args {
		if k.isMap[i] {
			m.passedMaps = append(m.passedMaps, held(k.maps[i](m)))
		} else {
			m.passed = append(m.passed, k.args[i].full(m))
		}
	}
}

// leave ends a call, and assigns its results.
func (m *machine) leave() {
	f := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	caller := m.stack[len(m.stack)-1]
	m.locals, m.localMaps = caller.words, caller.maps
	for i, s := range f.proc.outs {
		if to := f.called.targets[i]; s.isMap {
			m.setMap(to, f.maps[s.at])
		} else {
			m.set(to, f.words[s.at])
		}
	}
	f.proc.frames = append(f.proc.frames, f)
	f.proc.active--
}

// all executes commands that call nothing.
func (m *machine) all(cmds []command) status {
	for _, f := range cmds {
		if f(m) == ends {
			return ends
		}
	}
	return goesOn
}

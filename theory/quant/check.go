package quant

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory"
)

// Limits of a round.
const (
	maxMatches    = 200_000 // new matches looked at
	maxSent       = 400     // instances sent
	maxConflicts  = 16      // instances sent if some are false already
	maxGeneration = 4       // terms deeper than that are not matched on (10: serial_irqlkedispatchlte_0 drowns in associations of BOR, 113 procedure instances in 20 s instead of 2,139)
	maxLive       = 50_000  // instances that stand at one time
)

// match is a match found in the present round.
type match struct {
	quant int32
	first uint32 // of its bindings
	gen   uint16
	next  int32 // hash chain: 1 + index of a match
}

// matches are those of a round, and the live instances, by the classes of
// their bindings.
type matches struct {
	list     []match
	bindings []theory.Point // as matched
	table    []int32        // 1 + index into list
	live     int            // that many at the start are live instances
}

func (f *matches) reset() {
	f.list, f.bindings, f.live = f.list[:0], f.bindings[:0], 0
	if f.table == nil {
		f.table = make([]int32, 1<<10)
	}
	clear(f.table)
}

// Check implements theory.Plugin. Matching is done at effort Quant; what needs a
// complete model, at effort Last.
func (m *Matcher) Check(e theory.Effort) theory.Status {
	if len(m.active) == 0 || e == theory.Full {
		return theory.Consistent
	}
	if e == theory.Last {
		return m.checkLast()
	}
	if m.dirty {
		m.dirty = false // unless round says otherwise
		if m.resend() || m.round() {
			m.dirty = true
			return theory.Progress
		}
	}
	return theory.Consistent
}

// checkLast ends the check unless there is an oracle.
func (m *Matcher) checkLast() theory.Status {
	if m.oracle != nil {
		if s := m.checkModel(); s != theory.GaveUp {
			return s
		}
	}
	if m.deep || m.limited {
		m.host.Incomplete(theory.IncompleteInstantiation)
	}
	m.host.Incomplete(theory.IncompleteQuantifiers)
	return theory.GaveUp
}

// round matches all active quantifiers and sends instances; true if there were any.
func (m *Matcher) round() bool {
	m.stats.rounds++
	m.found.reset()
	for _, i := range m.active {
		if !m.quants[i].compiled {
			m.compile(i)
		}
	}
	if m.hasWeak {
		m.connect()
	}
	deep := m.buildIndex()
	m.stats.deep += int64(deep)
	m.deep = deep > 0
	m.enterLive()
	m.limited = len(m.live) >= maxLive
	if m.limited {
		return false
	}
	for _, i := range m.active {
		q := &m.quants[i]
		for k := range q.programs {
			p := &q.programs[k]
			m.run(p, 0, func() bool {
				m.stats.matches++
				return m.enter(i, p) && len(m.found.list)-m.found.live < maxMatches
			})
		}
	}
	m.limited = len(m.found.list)-m.found.live >= maxMatches
	return m.send()
}

// enterLive notes the live instances, so that what agrees with one modulo the
// present classes is not sent.
func (m *Matcher) enterLive() {
	f := &m.found
	for _, i := range m.live {
		in := &m.insts[i]
		first := uint32(len(f.bindings))
		f.bindings = append(f.bindings, m.points[in.first:in.first+uint32(len(m.quants[in.quant].vars))]...)
		m.add(match{quant: in.quant, first: first})
	}
	f.live = len(f.list)
}

// enter notes the match that the machine stands at.
func (m *Matcher) enter(quant int32, p *program) bool {
	f := &m.found
	first := uint32(len(f.bindings))
	for _, v := range p.vars {
		f.bindings = append(f.bindings, m.machine.regs[v.reg].Plus(v.off))
	}
	if !m.add(match{quant: quant, first: first, gen: m.generation()}) {
		f.bindings = f.bindings[:first]
		m.stats.duplicates++
	}
	return true
}

// add puts a match into the table; false if an equal one is there.
func (m *Matcher) add(x match) bool {
	f := &m.found
	n := len(m.quants[x.quant].vars)
	if len(f.list) >= len(f.table) {
		m.growTable()
	}
	h := m.hash(x.quant, f.bindings[x.first:x.first+uint32(n)]) & uint64(len(f.table)-1)
	for i := f.table[h]; i != 0; i = f.list[i-1].next {
		if o := &f.list[i-1]; o.quant == x.quant && m.sameBindings(o.first, x.first, n) {
			if o.gen > x.gen && int(i-1) >= f.live {
				o.gen = x.gen
			}
			return false
		}
	}
	x.next = f.table[h]
	f.list = append(f.list, x)
	f.table[h] = int32(len(f.list))
	return true
}

func (m *Matcher) growTable() {
	f := &m.found
	f.table = make([]int32, 4*len(f.table))
	for i := range f.list {
		x := &f.list[i]
		n := uint32(len(m.quants[x.quant].vars))
		h := m.hash(x.quant, f.bindings[x.first:x.first+n]) & uint64(len(f.table)-1)
		x.next = f.table[h]
		f.table[h] = int32(i + 1)
	}
}

func (m *Matcher) hash(quant int32, ps []theory.Point) uint64 {
	h := uint64(quant) * 0x9e3779b97f4a7c15
	for _, p := range ps {
		h = (h ^ uint64(m.host.Root(p.Node))) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>31 ^ uint64(m.host.Offset(p.Node)+p.Off)) * 0x94d049bb133111eb
	}
	return h ^ h>>29
}

func (m *Matcher) sameBindings(a, b uint32, n int) bool {
	for i := range uint32(n) {
		if !m.host.Same(m.found.bindings[a+i], m.found.bindings[b+i]) {
			return false
		}
	}
	return true
}

// send makes instances of the new matches and sends lemmas: of those that are
// false now, if there are any, else of those that are not true, by generation.
func (m *Matcher) send() bool {
	f := &m.found
	fresh := f.list[f.live:]
	slices.SortStableFunc(fresh, func(a, b match) int { return cmp.Compare(a.gen, b.gen) })
	var open []int32
	conflicts := 0
	for k := range fresh {
		i := m.instance(&fresh[k])
		switch m.truthOf(m.insts[i].body, false) {
		case yes:
			m.stats.satisfied++
			continue
		case no:
			m.stats.conflicting++
			m.sendInstance(i)
			conflicts++
		default:
			if m.truthOf(m.insts[i].body, true) == yes {
				m.stats.satisfiedByModel++
				m.dirty = true // the next model may be another
				continue
			}
			open = append(open, i)
		}
		if conflicts >= maxConflicts || len(open) >= maxSent || k%64 == 63 && m.host.Stopped() {
			break
		}
	}
	if conflicts > 0 {
		return true
	}
	for _, i := range open {
		m.sendInstance(i)
	}
	return len(open) > 0
}

package quant

import "slices"

// Limits bound saturation: E-matching to the end, without an oracle. The cost of an
// instance is the generation of its match plus the weight of its quantifier, which is 1
// unless it says otherwise. The terms that it makes have its cost as their generation, or
// one more than the match if that is greater, so that matching loops end.
type Limits struct {
	Eager     uint16 // the greatest cost of an instance
	Lazy      uint16 // the same when nothing cheaper is left
	Instances int64  // the greatest number of instances of a check; 0: no limit
}

// DefaultLimits are Z3's.
func DefaultLimits() Limits { return Limits{Eager: 10, Lazy: 20} }

// Saturate makes later checks end when the instances within the limits are made, whether
// there is an oracle or not; nil undoes that. It may be called between checks only.
func (m *Matcher) Saturate(l *Limits) {
	m.limits = l
	m.depth = maxGeneration
	m.Start()
	m.forget()
	m.dirty = true
}

// Start begins a check.
func (m *Matcher) Start() {
	m.startPatience()
	if m.limits == nil {
		return
	}
	m.first = m.stats.sent
	m.setCost(m.limits.Eager)
}

// setCost sets the greatest cost of an instance. What was left out is matched again.
func (m *Matcher) setCost(cost uint16) {
	if m.depth != cost {
		m.depth, m.dirty = cost, true
		m.forget()
	}
}

// checksModels reports whether the oracle has the last word.
func (m *Matcher) checksModels() bool { return m.oracle != nil && m.limits == nil }

// raise allows instances that are not cheap, if some were left out.
func (m *Matcher) raise() bool {
	if m.limits == nil || !m.deep || m.depth >= m.limits.Lazy {
		return false
	}
	m.setCost(m.limits.Lazy)
	return true
}

// isSpent reports whether the check has its number of instances, together with those that
// are to be sent.
func (m *Matcher) isSpent(chosen int) bool {
	l := m.limits
	return l != nil && l.Instances > 0 && m.stats.sent-m.first+int64(chosen) >= l.Instances
}

// wasSent reports whether the instance of a match was sent before.
func (m *Matcher) wasSent(x *match) bool { return x.inst > 0 && m.insts[x.inst-1].sent }

// made is the generation of what an instance of q makes for a match of generation gen.
func (m *Matcher) made(q *quantifier, gen uint16) uint16 {
	if m.limits == nil {
		return gen + 1
	}
	return gen + max(q.weight, 1)
}

// isDear reports whether an instance of q for a match of generation gen costs too much.
func (m *Matcher) isDear(q *quantifier, gen uint16) bool {
	return m.limits != nil && int(gen)+int(q.weight) > int(m.depth)
}

// cannotMatch reports whether each pattern of q contains a term whose symbol no relevant
// application has: most quantifiers of a large prelude are of no use to any one check.
func (m *Matcher) cannotMatch(q *quantifier) bool {
	if m.limits == nil {
		return false
	}
	if q.heads == nil {
		given, _ := patterns(m.st, q.t)
		for _, p := range given {
			var lists []uint32
			for _, t := range p {
				if !m.st.Ground(t) && matchable(m.st, t) {
					lists = append(lists, m.list(symKey(m.st, t)))
				}
			}
			q.heads = append(q.heads, lists)
		}
	}
	for _, lists := range q.heads {
		if !slices.ContainsFunc(lists, func(i uint32) bool { return len(m.lists[i]) == 0 }) {
			return false
		}
	}
	return len(q.heads) > 0
}

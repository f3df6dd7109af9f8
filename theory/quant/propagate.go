package quant

import "github.com/muster-smt/muster/theory"

// Propagate implements theory.Plugin. Matching is left to Check, but an instance
// that was sent before, in another part of the search, is sent again as soon as its
// match exists, so that no final check must find it.
func (m *Matcher) Propagate() {
	if m.head == len(m.fresh) {
		return
	}
	for ; m.head < len(m.fresh); m.head++ {
		n := m.fresh[m.head]
		i := m.list(symKey(m.st, m.host.Term(n)))
		if int(i) >= len(m.firsts) {
			continue
		}
		for _, at := range m.firsts[i] {
			if m.quants[at.quant].active {
				m.again(n, at)
			}
		}
	}
}

// again sends the known instances of matches of one program that begin with n.
func (m *Matcher) again(n theory.Node, at programAt) {
	p := &m.quants[at.quant].programs[at.program]
	m.run(p, n, func() bool {
		m.scratch = m.bound(m.scratch[:0])
		if i, _ := m.lookup(at.quant, m.scratch, true); i >= 0 {
			if in := &m.insts[i]; in.sent && in.live == 0 && m.truthOf(in.body, false) != yes {
				m.stats.again++
				m.sendInstance(i)
			}
		}
		return true
	})
}

package quant

import (
	"math/bits"

	"github.com/muster-smt/muster/theory"
)

// uses records which instances were of use: their lemmas took part in a conflict. What such
// an instance made is no further from the input than its match is, so the generations of
// a chain of instances grow only by those that were of no use yet. That lasts as long as
// the instance, permanently.
type uses struct {
	sent  []int32       // instances in the order in which they were sent first
	nodes []theory.Node // arena of their matches
	fell  bool          // generations have fallen in this round

	count, fallen int64 // instances that were of use, nodes whose generation fell
}

// noteSent notes that an instance is sent for the first time, for a match with these
// nodes, and that the nodes from first on were made for it.
func (m *Matcher) noteSent(i int32, match []theory.Node, first theory.Node) {
	u, in := &m.uses, &m.insts[i]
	m.patience.instances++
	in.place = int32(len(u.sent))
	u.sent = append(u.sent, i)
	in.match[0] = uint32(len(u.nodes))
	u.nodes = append(u.nodes, match...)
	in.match[1] = uint32(len(u.nodes))
	in.made = [2]theory.Node{first, max(first, theory.Node(min(m.host.NumNodes(), len(m.gens))))} // some are not attached
}

// seeUse counts the uses of instances since the last round, and lowers generations.
func (m *Matcher) seeUse() {
	u := &m.uses
	u.fell = false
	first := len(u.sent)
	m.host.Used(func(number uint32) {
		m.patience.noteUse()
		in := &m.insts[number-1]
		if in.uses++; in.uses == 1 {
			u.count++
			first = min(first, int(in.place))
		}
	})
	for _, i := range u.sent[first:] {
		m.lower(i)
	}
}

// lower brings the generations of an instance and of its nodes up to date, after those of
// all instances that were sent before it.
func (m *Matcher) lower(i int32) {
	u, in := &m.uses, &m.insts[i]
	if in.match[0] < in.match[1] {
		in.gen = min(in.gen, m.greatest(u.nodes[in.match[0]:in.match[1]]))
	}
	made := in.gen
	if in.uses == 0 {
		made = m.made(&m.quants[in.quant], in.gen)
	}
	for n := in.made[0]; n < in.made[1]; n++ {
		g := made
		if t := m.host.Term(n); t != 0 && matchable(m.st, t) {
			for _, a := range m.host.Args(n) {
				g = max(g, m.gens[a.Node])
			}
		}
		if g >= m.gens[n] {
			continue
		}
		m.gens[n] = g
		u.fell = true
		u.fallen++
	}
}

func (m *Matcher) greatest(nodes []theory.Node) (gen uint16) {
	for _, n := range nodes {
		gen = max(gen, m.gens[n])
	}
	return gen
}

// refresh brings the generations of kept matches up to date.
func (m *Matcher) refresh() {
	if !m.uses.fell {
		return
	}
	for k := range m.found.list {
		x := &m.found.list[k]
		n := uint32(m.quants[x.quant].programs[x.program].nodes)
		x.gen = min(x.gen, m.greatest(m.found.tops[x.tops:x.tops+n]))
	}
}

// Ranks of matches. Those of use come first, then those that were sent, then the others by
// their generation.
const (
	maxUseRank = 3
	maxRank    = 1<<7 - 1 // of seven bits
)

func (m *Matcher) rank(x *match) uint64 {
	if x.inst > 0 {
		if in := &m.insts[x.inst-1]; in.sent {
			return uint64(maxUseRank - min(bits.Len32(uint32(in.uses)), maxUseRank))
		}
	}
	return min(uint64(x.gen)+maxUseRank+1, maxRank)
}

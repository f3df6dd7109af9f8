package execute

import "github.com/muster-smt/muster/theory/num"

// fewBigs is how many big numbers are free behind which none is looked for.
const fewBigs = maxBigs / 4

// maxIndices limits the big numbers that are indices of maps.
const maxIndices = 1 << 16

// index returns the same tag for all tags of a number, as an index of maps.
func (m *machine) index(tag int64) int64 {
	key := string(m.number(tag).Big().Append(nil, 62))
	if w, ok := m.indices[key]; ok {
		return w
	}
	if len(m.indices) == maxIndices {
		m.why = "a map at many numbers of more than 62 bits"
		return 0
	}
	if m.indices == nil {
		m.indices = map[string]int64{}
	}
	m.indices[key] = tag
	return tag
}

// sweep frees the big numbers that nothing holds, once there are many. What looks like the tag of one is taken for
// one, so a bit-vector may keep it.
func (m *machine) sweep() {
	if len(m.freed)+maxBigs-len(m.bigs) > fewBigs {
		return
	}
	held := make([]bool, len(m.bigs))
	mark := func(w int64) {
		if k := uint64(w) - 1<<63; k < uint64(len(held)) {
			held[k] = true
		}
	}
	for k := range m.code.bigs {
		held[k] = true
	}
	for _, w := range m.indices {
		mark(w)
	}
	for _, words := range [...][]int64{m.regs, m.saved} {
		for _, w := range words {
			mark(w)
		}
	}
	seen, read := map[*table]bool{}, map[*page]bool{}
	see := func(t *table) {
		mark(t.def)
		for _, w := range t.low {
			mark(w)
		}
		for _, p := range t.pages {
			if read[p] {
				continue
			}
			read[p] = true
			for _, w := range p.words {
				mark(w)
			}
		}
	}
	visit(m.maps, seen, see)
	visit(m.olds, seen, see)
	for i := range m.drawn {
		mark(m.drawn[i].word)
		visit([]*table{m.drawn[i].table}, seen, see)
	}
	m.freed = m.freed[:0]
	for k := range held {
		if !held[k] {
			m.freed = append(m.freed, int32(k))
			m.bigs[k] = num.Int{}
		}
	}
	if len(m.freed) < fewBigs && len(m.bigs) >= maxBigs-fewBigs {
		m.why = "many numbers of more than 62 bits"
	}
}

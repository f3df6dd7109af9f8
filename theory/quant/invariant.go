package quant

import (
	"fmt"

	"github.com/muster-smt/muster/theory"
)

// Undone returns an error that names what is left when nothing is relevant.
func (m *Matcher) Undone() error {
	if len(m.levels) > 0 {
		return nil
	}
	for i := range m.quants {
		if m.quants[i].active {
			return fmt.Errorf("quant: quantifier %d is active", i)
		}
	}
	for i, list := range m.lists {
		if len(list) > 0 {
			return fmt.Errorf("quant: list %d has %d nodes", i, len(list))
		}
	}
	for i := range m.insts {
		if m.insts[i].live != 0 {
			return fmt.Errorf("quant: instance %d is live", i)
		}
	}
	if left := len(m.active) + len(m.trail) + len(m.live); left > 0 {
		return fmt.Errorf("quant: %d records are left", left)
	}
	return nil
}

// compareMatches compares the present matches with those that matching everything
// again finds, and their generations with those of their nodes.
func (m *Matcher) compareMatches() error {
	f := &m.found
	have := map[string]int{}
	for _, x := range f.list {
		q := &m.quants[x.quant]
		p := &q.programs[x.program]
		n, k := uint32(len(q.vars)), uint32(p.terms)
		if g := m.greatest(f.tops[x.tops : x.tops+uint32(p.nodes)]); g != x.gen {
			return fmt.Errorf("quant: a match has generation %d instead of %d", x.gen, g)
		}
		have[m.matchKey(x.quant, x.program, f.bindings[x.first:x.first+n], f.tops[x.tops:x.tops+k])]++
	}
	missing := ""
	m.eachMatch(func(quant, program int32, bindings []theory.Point, tops []theory.Node) {
		key := m.matchKey(quant, program, bindings, tops[:m.quants[quant].programs[program].terms])
		if have[key]--; have[key] < 0 {
			missing = key
		}
	})
	if missing != "" {
		return fmt.Errorf("quant: match %s was not found", missing)
	}
	for _, n := range have {
		if n != 0 {
			return fmt.Errorf("quant: %d matches were kept that are not matches", n)
		}
	}
	return nil
}

// eachMatch matches everything again.
func (m *Matcher) eachMatch(yield func(quant, program int32, bindings []theory.Point, tops []theory.Node)) {
	var bindings []theory.Point
	var tops []theory.Node
	for _, i := range m.active {
		for k := range m.quants[i].programs {
			m.run(&m.quants[i].programs[k], func() bool {
				bindings, tops = m.bound(bindings[:0]), m.tops(tops[:0])
				yield(i, int32(k), bindings, tops)
				return true
			})
		}
	}
}

// matchKey identifies a match by the classes of its bindings.
func (m *Matcher) matchKey(quant, program int32, bindings []theory.Point, tops []theory.Node) string {
	key := fmt.Sprint(quant, program, tops)
	for _, p := range bindings {
		key += fmt.Sprint(" ", m.host.Root(p.Node), m.host.Offset(p.Node)+p.Off)
	}
	return key
}

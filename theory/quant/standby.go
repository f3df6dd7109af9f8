package quant

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// useful is the number of final checks that must have sent an instance before it stands
// by: what was of use once may have been so by chance.
const useful = 2

// condition returns the condition under which an instance is live that stands by: its
// quantifier is true, and the nodes of a match are relevant. Whether these still match,
// modulo the present classes, does not matter: any instance is valid. Those below others
// are relevant with them.
func (m *Matcher) condition(l sat.Lit, nodes []theory.Node) theory.While {
	w, n := theory.While{Lit: l}, 0
	for i, a := range nodes {
		implied := slices.Contains(nodes[:i], a)
		for _, b := range nodes {
			for _, p := range m.host.Args(b) {
				implied = implied || p.Node == a
			}
		}
		if !implied && n < len(w.Nodes) {
			w.Nodes[n] = a
			n++
		}
	}
	return w
}

// isLive reports whether the lemmas of an instance are live.
func (m *Matcher) isLive(i int32) bool {
	in := &m.insts[i]
	return in.live > 0 || m.standsBy(in)
}

// standsBy reports whether the condition of an instance holds.
func (m *Matcher) standsBy(in *instance) bool {
	if in.while.Lit == sat.NoLit || !m.quants[in.quant].active {
		return false
	}
	for _, n := range in.while.Nodes {
		if n != theory.NoNode && !m.host.IsRelevant(n) {
			return false
		}
	}
	return true
}

// Propagate implements theory.Plugin. Matching is left to Check.
func (m *Matcher) Propagate() {}

package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// proposes reports whether the source proposes anything.
func proposes(sys *vc.System) bool {
	return slices.ContainsFunc(sys.Procs, func(p *vc.Proc) bool { return len(p.Candidates) > 0 })
}

// proposed lists what the source proposes for the entry or the exit of a procedure.
func (m *candidates) proposed(p *vc.Proc, entry bool) (out []term.Term) {
	for _, c := range p.Candidates {
		if m.source && c.Entry == entry {
			out = append(out, m.conjuncts(c.Formula)...)
		}
	}
	return out
}

func (m *candidates) conjuncts(t term.Term) []term.Term {
	if m.st.Op(t) == term.OpAnd {
		return m.st.Args(t)
	}
	return []term.Term{t}
}

// refuted returns the places that propose something for the entry or the exit of a procedure of which nothing is
// left: of each instance a part was dropped.
func (h *houdini) refuted() (out []verifier.Refuted) {
	for _, id := range h.procs {
		p := h.sys.Procs[id]
		if len(p.Candidates) == 0 {
			continue
		}
		pre, post := dropped(h.specs[id].pre), dropped(h.specs[id].post)
		type proposal struct {
			origin int32
			entry  bool
		}
		held := map[proposal]bool{} // never ranged over
		for _, c := range p.Candidates {
			lost := post
			if c.Entry {
				lost = pre
			}
			if !slices.ContainsFunc(h.candidates.conjuncts(c.Formula), func(t term.Term) bool { return lost[t] }) {
				held[proposal{c.Origin, c.Entry}] = true
			}
		}
		first := len(out)
		for _, c := range p.Candidates {
			at := verifier.Refuted{Proc: p.Name, Origin: c.Origin}
			if !held[proposal{c.Origin, c.Entry}] && !slices.Contains(out[first:], at) {
				out = append(out, at)
			}
		}
	}
	return out
}

// dropped returns the candidates that were dropped.
func dropped(cs []candidate) map[term.Term]bool {
	out := map[term.Term]bool{}
	for _, c := range cs {
		if !c.live {
			out[c.t] = true
		}
	}
	return out
}

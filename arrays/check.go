package arrays

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// maxViolations bounds the violations that one check answers with lemmas.
const maxViolations = 64

// Check implements theory.Plugin.
func (s *Solver) Check(e theory.Effort) theory.Status {
	if e != theory.Full || len(s.relevant) == 0 {
		return theory.Consistent
	}
	s.stats.checks++
	s.built.valid, s.gaveUp = false, false
	s.look(s.candidate)
	violated, progress := s.readViolations()
	violated, progress = s.constViolations(violated, progress)
	if !violated {
		violated, progress = s.sharedViolations()
	}
	switch {
	case progress:
		return theory.Progress
	case violated:
		s.gaveUp = true
		s.host.Incomplete(theory.IncompleteArrays)
		return theory.GaveUp
	}
	return theory.Consistent
}

// readViolations looks for reads that are weakly equivalent at their index
// value but have different values, and sends the lemmas that forbid it.
func (s *Solver) readViolations() (violated, progress bool) {
	v := &s.view
	count := 0
	for _, g := range v.groups {
		if !v.seed(g) {
			continue
		}
		v.spread(v.sources[g.from].key)
		for _, b := range v.bound {
			violated = true
			s.stats.violations++
			if s.answer(b) {
				progress = true
			}
			if count++; count >= maxViolations || s.host.Stopped() {
				return violated, progress
			}
		}
	}
	return violated, progress
}

// answer sends the lemmas along the path between the seeds of a boundary.
func (s *Solver) answer(b boundary) bool {
	v := &s.view
	p, q := b.p, b.q
	if s.kinds[v.seeds[p].node] == kindConst {
		p, q = q, p
	}
	from := v.seeds[p]
	if s.kinds[from.node] == kindConst {
		return false // two constant arrays: see constViolations
	}
	i := s.indexTerm(from.node)
	sent := false
	if b.edge >= 0 {
		e := &v.edges[b.edge]
		sent = s.readOver(e.store, i)
		sent = s.answerBack(e.base, i) || sent
		sent = s.answerBack(e.to, i) || sent
	}
	return s.answerEnd(v.seeds[q].node, i) || sent
}

// answerBack sends the lemmas on the way from class c back to its seed.
func (s *Solver) answerBack(c int32, i term.Term) bool {
	v := &s.view
	sent := false
	for v.via[c] != 0 {
		e := &v.edges[v.via[c]-1]
		sent = s.readOver(e.store, i) || sent
		c = e.base + e.to - c
	}
	return sent
}

// answerEnd connects select(b,i), for an array b in the class of seed n, with
// the value that n says there is at its own index.
func (s *Solver) answerEnd(n theory.Node, i term.Term) bool {
	if s.kinds[n] == kindConst || s.indexTerm(n) == i {
		return false // Propagate sees to it
	}
	if p, ok := s.host.Lookup(i); ok && s.host.Same(p, s.index(n)) {
		return false // congruence did
	}
	t := s.host.Term(n)
	if s.kinds[n] == kindStore {
		return s.agree(t, s.st.Arg(t, 1), s.st.Arg(t, 2), i)
	}
	return s.agree(s.st.Arg(t, 0), s.st.Arg(t, 1), t, i)
}

// constViolations looks for constant arrays of different values that stores
// connect. Over Int there is an index that none of the stores touches.
func (s *Solver) constViolations(violated, progress bool) (bool, bool) {
	v := &s.view
	for i := 1; i < len(v.consts); i++ {
		a, b := &v.consts[i-1], &v.consts[i]
		if a.comp != b.comp || a.val == b.val {
			continue
		}
		violated = true
		if index, _ := s.st.ArraySorts(s.st.Sort(s.host.Term(a.node))); index == term.Int {
			progress = s.connectConsts(a, b) || progress
		}
	}
	return violated, progress
}

// connectConsts merges the elements of two constant arrays, for the path of
// stores between them.
func (s *Solver) connectConsts(a, b *source) bool {
	v := &s.view
	v.seeds = append(v.seeds[:0], *a)
	v.spread(-1) // no store has this key: all edges count
	why := reason{kind: endConst, from: a.node, end: b.node, first: uint32(len(s.steps))}
	for c := b.class; v.via[c] != 0; {
		e := &v.edges[v.via[c]-1]
		s.steps = append(s.steps, step{store: e.store, up: c == e.to})
		c = e.base + e.to - c
	}
	why.n = uint32(len(s.steps)) - why.first
	s.reasons = append(s.reasons, why)
	s.host.Merge(a.elem, b.elem, theory.Reason(len(s.reasons)))
	return true
}

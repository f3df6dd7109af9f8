package arrays

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// maxViolations bounds the violations for which one check sends lemmas.
const maxViolations = 64

// Check implements theory.Plugin.
func (s *Solver) Check(e theory.Effort) theory.Status {
	switch {
	case len(s.relevant) == 0:
	case e == theory.Full:
		return s.checkReads()
	case e == theory.Early && s.through && s.readThrough():
		return theory.Progress
	case e == theory.Refine && s.through:
		return s.checkShared()
	}
	return theory.Consistent
}

// checkReads looks for violations of the axioms.
func (s *Solver) checkReads() theory.Status {
	s.stats.checks++
	s.built.valid, s.gaveUp = false, false
	val := valuation{s.candidate, s.integer}
	s.look(&val)
	violated, progress := s.readViolations()
	violated, progress = s.constViolations(violated, progress)
	if !violated && !s.through {
		violated, progress = s.sharedViolations()
	}
	return s.status(violated, progress)
}

// checkShared looks for classes that would have the same value, where that matters. With ReadThrough it is left until
// instances are made of all that is there, since it makes more.
func (s *Solver) checkShared() theory.Status {
	if s.gaveUp {
		return theory.GaveUp
	}
	val := valuation{s.candidate, s.integer}
	s.look(&val)
	return s.status(s.sharedViolations())
}

// status returns the status of a check that has found violations, and sent lemmas, or not.
func (s *Solver) status(violated, progress bool) theory.Status {
	switch {
	case progress:
		return theory.Progress
	case !violated && !s.view.unfit:
		return theory.Consistent
	}
	why := reason.Quantifiers
	if violated {
		why = reason.Arrays
	}
	s.gaveUp = true
	s.host.Incomplete(reason.Reason{Kind: why})
	return theory.GaveUp
}

// integer returns the value of an Int point in the candidate model.
func (s *Solver) integer(p theory.Point) (num.Int, bool) {
	n, ok := s.host.Candidate(p)
	return n.Num(), ok
}

// readViolations searches for reads that are weakly equivalent at their index
// value but have different values, and sends the lemmas that forbid this.
func (s *Solver) readViolations() (violated, progress bool) {
	count := 0
	s.closeRules(func(g group, b boundary) bool {
		violated = true
		s.stats.violations++
		if s.answer(g, b) {
			progress = true
		}
		count++
		return count < maxViolations && !s.host.Stopped()
	})
	return violated, progress
}

// answer sends the lemmas along the path between the seeds of a boundary.
func (s *Solver) answer(g group, b boundary) bool {
	v := &s.view
	p, q := v.seeds[b.p], v.seeds[b.q]
	if s.isConst(&p) && s.isConst(&q) && p.comp == q.comp {
		return false // two constant arrays: see constViolations
	}
	from := v.sources[g.from]
	for k := g.from + 1; k < g.to; k++ {
		if s.rank(&v.sources[k]) < s.rank(&from) {
			from = v.sources[k]
		}
	}
	for _, x := range [2]source{q, p} {
		if x.indexed() && s.rank(&x) <= s.rank(&from) {
			from = x
		}
	}
	if s.rank(&from) == middleOfSpan {
		return false // each next model could have it elsewhere, forever
	}
	path := lemmasAlong{index: s.indexOf(&from)}
	path.at, path.known = s.host.Lookup(path.index)
	if s.answerPath(&path, &p, &q, b.edge) {
		return true
	}
	path.known = false
	return s.answerPath(&path, &p, &q, b.edge)
}

// lemmasAlong says which lemmas to send along a path of stores: those for an index. If that
// is a known point, stores at indices that are known to differ from it are left out: reads
// walk over them, unless the way is very long.
type lemmasAlong struct {
	index term.Term
	at    theory.Point
	known bool
}

// answerPath sends the lemmas between two seeds, by way of an edge unless that is -1.
func (s *Solver) answerPath(path *lemmasAlong, p, q *source, edge int32) bool {
	sent := false
	if edge >= 0 {
		e := &s.view.edges[edge]
		sent = s.crossLemma(path, e)
		sent = s.answerBack(path, e.base) || sent
		sent = s.answerBack(path, e.to) || sent
	}
	sent = s.answerEnd(p, path.index) || sent
	return s.answerEnd(q, path.index) || sent
}

func (s *Solver) isConst(p *source) bool { return p.node != 0 && s.kinds[p.node] == kindConst }

// crossLemma sends the lemma that connects the arrays of an edge.
func (s *Solver) crossLemma(path *lemmasAlong, e *edge) bool {
	if e.link != 0 {
		return s.instantiate(s.view.links[e.link-1].at, path.index)
	}
	if path.known {
		if _, apart := s.apart(path.at, path.index, e.store); apart {
			return false
		}
	}
	return s.readOver(e.store, path.index)
}

// answerBack sends the lemmas on the way from class c back to its seed.
func (s *Solver) answerBack(path *lemmasAlong, c int32) bool {
	v := &s.view
	sent := false
	for v.via[c] != 0 && !s.host.Stopped() {
		e := &v.edges[v.via[c]-1]
		sent = s.crossLemma(path, e) || sent
		c = e.base + e.to - c
	}
	return sent
}

// answerEnd connects select(b,i), for an array b in the class of a seed, with
// the value that the seed gives at its own index.
func (s *Solver) answerEnd(p *source, i term.Term) bool {
	switch {
	case p.fill > 0:
		return s.instantiate(s.view.fills[p.fill-1].at, i)
	case p.virtual > 0:
		w := s.view.virtuals[p.virtual-1]
		return s.instantiate(w.at, s.bindingOf(&w))
	case s.isConst(p) || s.indexTerm(p.node) == i:
		return false // left to Propagate
	}
	n := p.node
	if p, ok := s.host.Lookup(i); ok && s.host.Same(p, s.index(n)) {
		return false // congruence has connected them
	}
	t := s.host.Term(n)
	if s.kinds[n] == kindStore {
		return s.agree(n, t, s.st.Arg(t, 1), s.st.Arg(t, 2), i)
	}
	return s.agree(n, s.st.Arg(t, 0), s.st.Arg(t, 1), t, i)
}

// constViolations searches for constant arrays of different values that stores
// connect. If indices are numbers, there is one that none of the stores touches; if they
// have few values, each is looked at.
func (s *Solver) constViolations(violated, progress bool) (bool, bool) {
	v := &s.view
	for i := 1; i < len(v.consts); i++ {
		a, b := &v.consts[i-1], &v.consts[i]
		if a.comp != b.comp || a.val == b.val {
			continue
		}
		index, _ := s.st.ArraySorts(s.st.Sort(s.host.Term(a.node)))
		switch {
		case isNumber(index):
			violated = true
			progress = s.connectConsts(a, b) || progress
		case s.st.IsBitVec(index):
			width := s.st.Width(index)
			if n := len(s.between(a, b)); width > 30 || n < 1<<width {
				violated, progress = true, s.connectConsts(a, b) || progress
				break
			}
			for i := range int64(1) << width {
				n := num.FromInt64(i)
				found, sent := s.constsAt(a, b, s.st.Bits(index, n), v.internOther(num.RatFromInt(n)))
				violated, progress = violated || found, progress || sent
			}
		default:
			values := s.host.Values(index)
			violated = violated || len(values) == 0
			for _, i := range values {
				found, sent := s.constsAt(a, b, i, s.candidate(s.host.Node(i)))
				violated, progress = violated || found, progress || sent
			}
		}
	}
	return violated, progress
}

// connectConsts merges the elements of two constant arrays, for the path of
// stores between them.
func (s *Solver) connectConsts(a, b *source) bool {
	steps := s.between(a, b)
	why := cause{kind: endConst, from: a.node, end: b.node, first: uint32(len(s.steps)), n: uint32(len(steps))}
	s.steps = append(s.steps, steps...)
	s.reasons = append(s.reasons, why)
	s.host.Merge(a.elem, b.elem, theory.Reason(len(s.reasons)))
	return true
}

// between returns the stores on a shortest path from b to a.
func (s *Solver) between(a, b *source) []step {
	v := &s.view
	v.seeds = append(v.seeds[:0], *a)
	v.spread(-1) // no store has this key: all stores count, and no rules
	var steps []step
	for c := b.class; v.via[c] != 0; {
		e := &v.edges[v.via[c]-1]
		steps = append(steps, step{store: e.store, up: c == e.to})
		c = e.base + e.to - c
	}
	return steps
}

// constsAt is about two constant arrays of different values that stores connect, of which
// there may be one at each index that there is: an index sort of few values has none that
// all of them leave alone. So it looks at one index, whose value has a key.
func (s *Solver) constsAt(a, b *source, index term.Term, key int32) (violated, progress bool) {
	v := &s.view
	v.seeds = append(v.seeds[:0], *a, *b)
	v.spread(key)
	if len(v.bound) == 0 {
		return false, false
	}
	x := v.bound[0]
	p, q := v.seeds[x.p], v.seeds[x.q]
	return true, s.answerPath(&lemmasAlong{index: index}, &p, &q, x.edge)
}

package combine

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
)

// Final implements sat.Propagator: every active clause is justified, so the
// relevant part is a propositional model. It repeats the check at once after changes that
// the SAT solver does not see, such as merges and relevant terms.
func (e *Engine) Final() sat.Final {
	for {
		before := e.rel.notices
		if f := e.finalCheck(); f != sat.FinalContinue || e.rel.notices != before || e.lim.Stopped() {
			return f
		}
	}
}

// finalCheck makes the efforts in order; after Early the candidate values must also respect
// congruence.
func (e *Engine) finalCheck() sat.Final {
	e.missing = reason.Reason{}
	for effort := theory.Full; effort < theory.NumEfforts; effort++ {
		progress := false
		e.Checks[effort]++
		for _, p := range e.plugins {
			if p.Check(effort) == theory.Progress || e.failed {
				progress = true
				break
			}
		}
		if !progress && effort == theory.Early {
			progress = e.careSplits()
		}
		if progress || e.news() {
			if e.failed {
				e.handOver()
			} else {
				e.Propagate()
			}
			return sat.FinalContinue
		}
	}
	e.checkJustified()
	e.unsupportedAtoms()
	if e.missing.Kind != reason.None {
		return sat.FinalUnknown
	}
	return sat.FinalSat
}

func (e *Engine) news() bool {
	return e.failed || len(e.found)+len(e.lemmas)+len(e.ites)+len(e.splits)+len(e.forget.back) > 0 || e.g.Pending() ||
		e.rel.pending()
}

// lacks notes why the model may be wrong, unless there is a graver reason: kinds have their
// order in package reason.
func (e *Engine) lacks(why reason.Reason) {
	if e.missing.Kind == reason.None || why.Kind < e.missing.Kind {
		e.missing = why
	}
}

func (e *Engine) unsupportedAtoms() {
	for _, l := range e.alien {
		if e.rel.lit[l] || e.rel.lit[l.Not()] {
			e.lacks(reason.Reason{Kind: reason.Unsupported})
		}
	}
}

// candidate returns the value of a point in the candidate model, if it is a number.
func (e *Engine) candidate(p theory.Point) (num.Rat, bool) {
	if c, ok := e.g.Const(p); ok {
		return num.RatFromInt64(c), true
	}
	t := e.g.Term(p.Node)
	if t == 0 {
		return num.Rat{}, false
	}
	v, ok := e.claims.candidate(e.st.Sort(t), p.Node)
	if !ok {
		return v, false
	}
	return v.Add(num.RatFromInt64(p.Off)), true
}

// careSplits looks for pairs of relevant applications of one symbol in different
// classes whose arguments have equal candidate values: for congruence one of the argument
// equalities must be decided. This builds the care graph lazily. There may be
// quadratically many pairs, so it stops after manySplits.
func (e *Engine) careSplits() bool {
	c := &e.care
	c.reset(len(e.rel.nodes))
	progress := false
	for _, n := range e.rel.nodes {
		if c.left == 0 || e.lim.Stopped() {
			return true
		}
		if !e.nodes[n].cares {
			continue
		}
		h := e.candidateHash(n)
		split, known := e.splitAgainst(n, c.with(h))
		if !known {
			c.add(h, n)
		}
		progress = progress || split
	}
	return progress
}

// careIndex finds applications by the hash of their candidate arguments.
type careIndex struct {
	nodes  []theory.Node
	hashes []uint64
	next   []int32
	table  []int32 // 1 + index into nodes, a power of two long
	found  []theory.Node
	left   int // splits until it stops
}

// manySplits bounds the splits of one call of careSplits.
const manySplits = 1 << 14

// reset empties the index, for so many nodes.
func (c *careIndex) reset(size int) {
	c.nodes, c.hashes, c.next, c.left = c.nodes[:0], c.hashes[:0], c.next[:0], manySplits
	if n := min(size, 1<<12); n > len(c.table) {
		c.table = make([]int32, 1<<bits.Len(uint(n-1)))
	}
	clear(c.table)
}

func (c *careIndex) add(h uint64, n theory.Node) {
	slot := &c.table[h&uint64(len(c.table)-1)]
	c.nodes, c.hashes, c.next = append(c.nodes, n), append(c.hashes, h), append(c.next, *slot)
	*slot = int32(len(c.nodes))
}

// with returns the nodes added under h, the oldest first; valid until the next call.
func (c *careIndex) with(h uint64) []theory.Node {
	c.found = c.found[:0]
	for i := c.table[h&uint64(len(c.table)-1)]; i != 0; i = c.next[i-1] {
		if c.hashes[i-1] == h {
			c.found = append(c.found, c.nodes[i-1])
		}
	}
	slices.Reverse(c.found)
	return c.found
}

// splitAgainst splits on the arguments of n and of those among others whose arguments
// have the same candidate values. It stops at one whose arguments are known to equal those
// of n, since that one was compared with the rest already. (The e-graph also knows a
// congruent node, but that may be irrelevant.)
func (e *Engine) splitAgainst(n theory.Node, others []theory.Node) (split, known bool) {
	for _, m := range others {
		if !e.sameCandidates(m, n) {
			continue
		}
		if e.congruent(m, n) {
			return split, true
		}
		if !e.g.Same(theory.Point{Node: m}, theory.Point{Node: n}) && e.splitArguments(m, n) {
			split = true
			if e.care.left--; e.care.left == 0 || e.lim.Stopped() {
				break
			}
		}
	}
	return split, false
}

func (e *Engine) congruent(m, n theory.Node) bool {
	b := e.g.Args(n)
	for i, p := range e.g.Args(m) {
		if !e.g.Same(p, b[i]) {
			return false
		}
	}
	return true
}

func (e *Engine) candidateHash(n theory.Node) uint64 {
	h := uint64(e.g.Fn(n))
	for _, a := range e.g.Args(n) {
		x := uint64(e.g.Root(a.Node))
		if v, ok := e.candidate(a); ok {
			x = v.Hash()
		}
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 31
	}
	return h
}

func (e *Engine) sameCandidates(m, n theory.Node) bool {
	if e.g.Fn(m) != e.g.Fn(n) {
		return false
	}
	b := e.g.Args(n)
	for i, p := range e.g.Args(m) {
		q := b[i]
		if e.g.Same(p, q) {
			continue
		}
		v, ok := e.candidate(p)
		w, ok2 := e.candidate(q)
		if !ok || !ok2 || !v.Equal(w) {
			return false
		}
	}
	return true
}

// splitArguments requests a decision on the first pair of arguments that are not known to
// be equal. Equality is tried first, as in the candidate model.
func (e *Engine) splitArguments(m, n theory.Node) bool {
	a, b := e.st.Args(e.g.Term(m)), e.st.Args(e.g.Term(n))
	for i := range a {
		p, q := e.points.at(a[i]), e.points.at(b[i])
		if e.g.Same(p, q) {
			continue
		}
		l := e.cnf.Lit(e.mk.Eq(a[i], b[i]), e.tag)
		e.link()
		switch {
		case e.rel.lit[l]:
			// The equality was rewritten to one of a sum, so the e-graph missed it.
			e.g.MergeLit(p, q, l)
			return true
		case e.rel.lit[l.Not()]:
			continue // the theory should have kept the values apart
		}
		if e.sat.Value(l) == sat.Undef {
			e.sat.SetPhase(l.Var(), !l.Sign())
		}
		e.Splits++
		e.splits = append(e.splits, l)
		return true
	}
	return false
}

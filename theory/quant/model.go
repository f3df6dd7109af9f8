package quant

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Universal is an active universal quantifier as the oracle sees it: one prefix of
// variables, so Vars and Body may be those of several nested quantifiers.
type Universal struct {
	Vars []term.Term
	Body term.Term
}

// Oracle checks quantifiers against the candidate model. For each it returns the
// terms of an instance that the model violates, nil if there is none. Satisfied
// means that the model satisfies them all, spent that no more models are to be
// checked. Name returns a term that has the given value in the model.
type Oracle func(qs []Universal, name func(model.Value) (term.Term, bool)) (instances [][]term.Term, satisfied,
	spent bool)

const (
	modelsPerDepth = 1   // models checked before deeper terms are matched
	maxDepth       = 256 // of terms that are matched
)

// resend sends the instances that models have required, unless they are live.
func (m *Matcher) resend() bool {
	sent := false
	for _, i := range m.active {
		for _, k := range m.quants[i].byModel {
			if !m.isLive(k) && m.truthOf(m.insts[k].body, false) != yes {
				m.sendInstance(k, nil)
				sent = true
			}
		}
	}
	return sent
}

// checkModel makes the oracle check the model. It alternates with deeper matching,
// since neither need terminate.
func (m *Matcher) checkModel() theory.Status {
	if m.deep && m.models >= modelsPerDepth && m.depth < maxDepth {
		return m.deepen()
	}
	m.models++
	m.stats.models++
	m.patience.models++
	qs := make([]Universal, len(m.active))
	for k, i := range m.active {
		qs[k] = Universal{Vars: m.quants[i].vars, Body: m.quants[i].body}
	}
	instances, satisfied, spent := m.oracle(qs, m.namer())
	switch {
	case satisfied:
		return theory.Consistent
	case spent:
		m.limited = true
		return theory.GaveUp
	}
	sent := false
	active := append([]int32(nil), m.active...)
	for k, args := range instances {
		if args != nil && m.addByModel(active[k], args) {
			sent = true
		}
	}
	switch {
	case sent:
		m.dirty = true
		return theory.Progress
	case m.deep && m.depth < maxDepth:
		return m.deepen()
	}
	return theory.GaveUp
}

// deepen allows deeper terms to be matched.
func (m *Matcher) deepen() theory.Status {
	m.patience.noteRaised(m.stats.sent)
	m.depth *= 2
	m.models, m.dirty = 0, true
	return theory.Progress
}

// addByModel sends the instance of a quantifier by the given terms; false if it
// was live already.
func (m *Matcher) addByModel(quant int32, args []term.Term) bool {
	q := &m.quants[quant]
	first := uint32(len(m.points))
	gen, depth := uint16(0), uint16(0)
	m.subst.Reset()
	for k, t := range args {
		p := m.host.Node(t)
		if int(p.Node) < len(m.gens) {
			gen, depth = max(gen, m.gens[p.Node]), max(depth, m.depths[p.Node])
		}
		m.points = append(m.points, p)
		m.subst.Bind(q.vars[k], m.termOf(p))
	}
	for _, i := range q.byModel {
		if m.samePoints(m.insts[i].first, first, uint32(len(args))) {
			m.points = m.points[:first]
			if m.isLive(i) {
				return false
			}
			m.sendInstance(i, nil)
			return true
		}
	}
	m.stats.byModel++
	i := int32(len(m.insts))
	m.insts = append(m.insts, instance{quant: quant, first: first, body: m.subst.Apply(q.body), gen: gen, depth: depth})
	q.byModel = append(q.byModel, i)
	m.sendInstance(i, nil)
	return true
}

// namer returns a function that finds terms by their values: a member of the class
// of an element, for a number or a bit-vector an argument of a function or an array.
func (m *Matcher) namer() func(model.Value) (term.Term, bool) {
	numbers := map[uint64][]theory.Node{} // by hash of the value; never ranged over
	elements := map[theory.Node]theory.Node{}
	value := func(n theory.Node) (num.Rat, bool) { return m.host.Candidate(theory.Point{Node: n}) }
	for n := theory.Zero + 1; int(n) < m.host.NumNodes(); n++ {
		t := m.host.Term(n)
		if t == 0 || !m.host.IsRelevant(n) {
			continue
		}
		switch m.st.SortKind(m.st.Sort(t)) {
		case term.KindUninterpreted:
			r := m.host.Root(n)
			if old, ok := elements[r]; !ok || m.less(n, old) {
				elements[r] = n
			}
		case term.KindInt, term.KindReal, term.KindBitVec:
			if len(m.host.Parents(m.host.Root(n))) == 0 {
				continue
			}
			if v, ok := value(n); ok {
				numbers[v.Hash()] = append(numbers[v.Hash()], n)
			}
		}
	}
	return func(v model.Value) (term.Term, bool) {
		switch v.Kind() {
		case model.KindElem:
			if n, ok := elements[theory.Node(v.Number())]; ok {
				return m.host.Term(n), true
			}
			return m.element(v.Sort()), true
		case model.KindInt, model.KindReal, model.KindBits:
			best, x := theory.NoNode, v.Rat()
			for _, n := range numbers[x.Hash()] {
				w, ok := value(n)
				if ok && w.Equal(x) && m.st.Sort(m.host.Term(n)) == v.Sort() && (best == theory.NoNode || m.less(n, best)) {
					best = n
				}
			}
			if best != theory.NoNode {
				return m.host.Term(best), true
			}
			if v.Kind() == model.KindBits {
				return m.st.Bits(v.Sort(), v.Int()), true
			}
		}
		return 0, false
	}
}

// element returns a constant of a sort that has no terms: sorts are not empty.
func (m *Matcher) element(sort term.Sort) term.Term {
	t, ok := m.elements[sort]
	if !ok {
		t = m.st.FreshConst("element", sort)
		m.elements[sort] = t
	}
	return t
}

package quant

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// truth is a value of three-valued logic.
type truth int8

const (
	no      truth = -1
	unknown truth = 0
	yes     truth = 1
)

// evaluator determines which formulas are true in the e-graph, or, if it is soft,
// also in the candidate model of arithmetic.
type evaluator struct {
	soft  bool
	memo  []evalMemo // open addressing, emptied by now++
	known int        // number of current entries
	now   uint32
	stack []evalFrame
}

// evalMemo is the truth of a formula, valid if its time is now.
type evalMemo struct {
	t   term.Term
	now uint32
	v   truth
}

// slot returns the slot of t, or the one to put it in.
func (e *evaluator) slot(t term.Term) *evalMemo {
	mask := len(e.memo) - 1
	for i := int(uint64(t)*0x9e3779b97f4a7c15>>40) & mask; ; i = (i + 1) & mask {
		if s := &e.memo[i]; s.now != e.now || s.t == t {
			return s
		}
	}
}

func (e *evaluator) reset() {
	e.now++
	e.known = 0
	if e.memo == nil || e.now == 0 {
		e.memo, e.now = make([]evalMemo, 64), 1
	}
}

// lookup returns the truth of a formula, if it has been evaluated.
func (e *evaluator) lookup(t term.Term) (truth, bool) {
	s := e.slot(t)
	return s.v, s.now == e.now
}

func (e *evaluator) store(t term.Term, v truth) {
	if 2*e.known >= len(e.memo) {
		old := e.memo
		e.memo = make([]evalMemo, 2*len(old))
		for _, s := range old {
			if s.now == e.now {
				*e.slot(s.t) = s
			}
		}
	}
	e.known++
	*e.slot(t) = evalMemo{t, e.now, v}
}

type evalFrame struct {
	t    term.Term
	next int
}

// truthOf evaluates a ground formula. Equalities and predicates have the truth that
// the e-graph knows; if soft, arithmetic atoms have that of the candidate model. It
// creates no terms or nodes.
func (m *Matcher) truthOf(t term.Term, soft bool) truth {
	e := &m.eval
	e.soft = soft
	e.reset()
	e.stack = append(e.stack[:0], evalFrame{t: t})
	for len(e.stack) > 0 {
		f := &e.stack[len(e.stack)-1]
		if _, done := e.lookup(f.t); done {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		if m.isConnective(f.t) && f.next < m.st.NumArgs(f.t) {
			f.next++
			e.stack = append(e.stack, evalFrame{t: m.st.Arg(f.t, f.next-1)})
			continue
		}
		e.store(f.t, m.combine(f.t))
		e.stack = e.stack[:len(e.stack)-1]
	}
	v, _ := e.lookup(t)
	return v
}

func (m *Matcher) isConnective(t term.Term) bool {
	switch m.st.Op(t) {
	case term.OpNot, term.OpAnd, term.OpOr:
		return true
	case term.OpEq, term.OpIte:
		return m.st.Sort(m.st.Arg(t, 1)) == term.Bool
	}
	return false
}

// combine evaluates a formula whose parts have been evaluated.
func (m *Matcher) combine(t term.Term) truth {
	if !m.isConnective(t) {
		return m.atom(t)
	}
	v := func(i int) truth { v, _ := m.eval.lookup(m.st.Arg(t, i)); return v }
	switch m.st.Op(t) {
	case term.OpNot:
		return -v(0)
	case term.OpEq:
		return v(0) * v(1)
	case term.OpIte:
		switch v(0) {
		case yes:
			return v(1)
		case no:
			return v(2)
		}
		if v(1) == v(2) {
			return v(1)
		}
		return unknown
	}
	least, most := yes, no
	for i := range m.st.NumArgs(t) {
		least, most = min(least, v(i)), max(most, v(i))
	}
	if m.st.Op(t) == term.OpAnd {
		return least
	}
	return most
}

func (m *Matcher) atom(t term.Term) truth {
	switch m.st.Op(t) {
	case term.OpTrue:
		return yes
	case term.OpFalse:
		return no
	case term.OpEq:
		p, ok := m.pointOf(m.st.Arg(t, 0))
		q, ok2 := m.pointOf(m.st.Arg(t, 1))
		switch {
		case !ok || !ok2:
		case m.host.Same(p, q):
			return yes
		case m.host.Apart(p, q):
			return no
		}
		if m.eval.soft && m.st.Sort(m.st.Arg(t, 0)).IsNumber() {
			return m.compare(t, func(c int) bool { return c == 0 })
		}
	case term.OpLe:
		return m.lessEqual(t)
	case term.OpApp, term.OpSelect:
		if p, ok := m.seen(t); ok {
			switch m.host.Root(p.Node) {
			case m.host.Root(theory.True):
				return yes
			case m.host.Root(theory.False):
				return no
			}
		}
	}
	return unknown
}

func (m *Matcher) lessEqual(t term.Term) truth {
	a, b := m.st.Arg(t, 0), m.st.Arg(t, 1)
	p, ok := m.pointOf(a)
	q, ok2 := m.pointOf(b)
	if !ok || !ok2 || m.host.Root(p.Node) != m.host.Root(q.Node) {
		if m.eval.soft {
			return m.compare(t, func(c int) bool { return c <= 0 })
		}
		return unknown
	}
	if m.host.Offset(p.Node)+p.Off <= m.host.Offset(q.Node)+q.Off {
		return yes
	}
	return no
}

// pointOf returns the point of a term, if it has one.
func (m *Matcher) pointOf(t term.Term) (theory.Point, bool) {
	if p, ok := m.seen(t); ok {
		return p, true
	}
	if m.st.IsNum(t) {
		c, ok := m.st.Num(t).Int64()
		return theory.Point{Node: theory.Zero, Off: c}, ok && c > -theory.MaxOffset && c < theory.MaxOffset
	}
	if rest, c, ok := shift(m.st, t); ok {
		p, ok := m.seen(rest)
		return p.Plus(c), ok
	}
	return theory.Point{}, false
}

// seen returns the point of a term, if it has one that counts: with limits, it must be relevant, since
// an instance also has the terms that further matches need.
func (m *Matcher) seen(t term.Term) (theory.Point, bool) {
	p, ok := m.host.Lookup(t)
	return p, ok && (m.limits == nil || m.host.IsRelevant(p.Node))
}

// compare evaluates an atom over two numbers in the candidate model.
func (m *Matcher) compare(t term.Term, holds func(c int) bool) truth {
	a, ok := m.candidate(m.st.Arg(t, 0))
	b, ok2 := m.candidate(m.st.Arg(t, 1))
	switch {
	case !ok || !ok2:
		return unknown
	case holds(a.Cmp(b)):
		return yes
	}
	return no
}

// candidate returns the value of a number in the candidate model: of a term
// that has a node, or a sum or multiple of such.
func (m *Matcher) candidate(t term.Term) (num.Rat, bool) {
	if m.st.Op(t) != term.OpAdd {
		return m.candidateMultiple(t)
	}
	sum := num.Rat{}
	for _, a := range m.st.Args(t) {
		v, ok := m.candidateMultiple(a)
		if !ok {
			return v, false
		}
		sum = sum.Add(v)
	}
	return sum, true
}

func (m *Matcher) candidateMultiple(t term.Term) (num.Rat, bool) {
	factor := num.RatFromInt64(1)
	if m.st.Op(t) == term.OpMul {
		if k, ok := m.st.NumeralValue(m.st.Arg(t, 0)); ok {
			factor, t = k, m.st.Arg(t, 1)
		}
	}
	if k, ok := m.st.NumeralValue(t); ok {
		return factor.Mul(k), true
	}
	p, ok := m.host.Lookup(t)
	if !ok || !m.host.IsRelevant(p.Node) && m.host.Root(p.Node) == p.Node && m.host.Next(p.Node) == p.Node {
		return num.Rat{}, false // no theory gives it a value
	}
	v, ok := m.host.Candidate(p)
	return factor.Mul(v), ok
}

// isUnit reports whether all parts except one are false, of a disjunction or of one
// of the disjunctions in a conjunction. The formula must have just been evaluated.
func (m *Matcher) isUnit(t term.Term) bool {
	switch m.st.Op(t) {
	case term.OpAnd:
		for _, a := range m.st.Args(t) {
			if v, ok := m.eval.lookup(a); ok && v == unknown && m.isUnit(a) {
				return true
			}
		}
		return false
	case term.OpOr:
		open := 0
		for _, a := range m.st.Args(t) {
			if v, _ := m.eval.lookup(a); v == unknown {
				open++
			}
		}
		return open == 1
	}
	return true
}

// open returns the only part of a disjunction that is not false, 0 if it is not a unit. The
// formula must have just been evaluated.
func (m *Matcher) open(unit bool, t term.Term) term.Term {
	switch {
	case !unit || m.st.Op(t) == term.OpAnd:
		return 0
	case m.st.Op(t) != term.OpOr:
		return t
	}
	for _, a := range m.st.Args(t) {
		if v, _ := m.eval.lookup(a); v == unknown {
			return a
		}
	}
	return 0
}

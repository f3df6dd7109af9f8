package combine

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/euf"
	"github.com/muster-smt/muster/theory/term"
)

// After a restart the cases of short clauses are tried one by one: what each of them makes
// equal is equal. Such a fact gets an atom, and then the search derives it by conflicts of
// its negation with the cases, so proofs know nothing of this. Without the fact the search
// finds out once for each path that leads through the clause.

const (
	mostCases   = 3    // literals of a clause whose cases are tried
	mostMembers = 2048 // classes merged in a case that are compared
	manyFacts   = 4    // facts of one clause
	caseShare   = 16   // of this many merges one may be made by trying
	firstMerges = 8000 // that may be made besides
	tryMerges   = 40   // merges that cost as much as a case in which nothing is merged
	mostSkipped = 256  // restarts between two passes that find nothing
)

type casePhase uint8

const (
	caseIdle   casePhase = iota
	caseMeet             // a case is decided, to see what follows
	caseDeny             // a fact is denied, and then the cases are decided
	caseExpect           // the same of an expected fact
)

// cases is the state of trying cases.
type cases struct {
	phase   casePhase
	wanted  bool // there are functions or arrays
	next    int  // the clause to look at
	passing bool
	left    int // clauses to look at before the pass ends
	lits    []sat.Lit
	at      int // the case that is tried
	members []member
	facts   []sat.Lit // to derive
	denied  sat.Lit   // the one under way, or NoLit
	isTrue  []bool    // by literal: a fact, relevant whenever it is true
	nodes   []theory.Node
	found   bool  // a fact, in this pass
	skip    int   // restarts to skip
	period  int   // how many were skipped before
	spent   int64 // merges made while trying
	last    int64 // merges at the last call
}

// member says that in all cases so far node is equal to class plus off.
type member struct {
	node, class theory.Node
	off         int64
}

// note makes l a fact.
func (c *cases) note(l sat.Lit) {
	for int(l) >= len(c.isTrue) {
		c.isTrue = append(c.isTrue, false)
	}
	c.isTrue[l] = true
}

// isDenied reports whether l denies an expected fact that is being derived.
func (c *cases) isDenied(l sat.Lit) bool { return c.phase == caseExpect && l == c.denied.Not() }

func (c *cases) isFact(l sat.Lit) bool { return int(l) < len(c.isTrue) && c.isTrue[l] }

// Tries implements sat.Trier: without functions or arrays nothing follows by congruence, and
// a case that makes two terms equal says no more than the clause.
func (e *Engine) Tries() bool { return e.cases.wanted }

// Try implements sat.Trier.
func (e *Engine) Try(depth int) sat.Lit {
	c := &e.cases
	if c.phase == caseMeet { // what a fact costs is well spent
		c.spent += e.g.Merges - c.last + tryMerges
	}
	c.last = e.g.Merges
	l := e.tryNext(depth)
	if l != sat.NoLit {
		e.Tried++
	}
	return l
}

func (e *Engine) tryNext(depth int) sat.Lit {
	c := &e.cases
	switch c.phase {
	case caseMeet:
		switch {
		case depth == 0 && c.at < len(c.lits) && e.sat.Value(c.lits[c.at]) == sat.Undef:
			return c.lits[c.at] // the case before this one gave something
		case depth != 1 || !e.meet():
			c.phase = caseIdle // a case is false, or there is nothing in common
		}
		if depth > 0 {
			return sat.NoLit
		}
	case caseDeny:
		switch {
		case depth == 0:
			return e.nextFact()
		case depth == 1:
			for _, l := range c.lits {
				if e.sat.Value(l) == sat.Undef {
					return l
				}
			}
		}
		return sat.NoLit // the fact does not follow
	case caseExpect:
		if depth > 0 {
			return e.nextExpectedCase()
		}
	}
	if depth > 0 {
		return sat.NoLit
	}
	if l := e.nextExpected(); l != sat.NoLit || !c.wanted && !e.opt.Stress {
		return l
	}
	return e.nextClause()
}

// nextClause returns the first case of the next clause, or NoLit at the end of the pass.
func (e *Engine) nextClause() sat.Lit {
	c := &e.cases
	if !c.passing {
		if c.skip > 0 && !e.opt.Stress {
			c.skip--
			return sat.NoLit
		}
		c.passing, c.left, c.found = true, len(e.rel.clauses), false
	}
	for ; c.left > 0 && c.spent*caseShare <= e.g.Merges+firstMerges*caseShare; c.left-- {
		if c.next >= len(e.rel.clauses) {
			c.next = 0
		}
		cl, id := &e.rel.clauses[c.next], uint32(c.next)
		c.next++
		if e.constraint.inForce && id == e.constraint.id {
			continue // what its cases have in common does not hold without it
		}
		if cl.active && !cl.justified && e.open(cl) {
			c.left--
			c.phase, c.at, c.members = caseMeet, 0, c.members[:0]
			return c.lits[0]
		}
	}
	if c.left > 0 {
		return sat.NoLit // the budget is spent
	}
	c.passing = false
	c.period = min(2*c.period+1, mostSkipped)
	if c.found {
		c.period = 0
	}
	c.skip = c.period
	return sat.NoLit
}

// open sets the cases of a clause; false if they are too many.
func (e *Engine) open(cl *clause) bool {
	c := &e.cases
	c.lits = c.lits[:0]
	for _, l := range e.rel.lits(cl) {
		switch e.sat.Value(l) {
		case sat.True:
			return false
		case sat.Undef:
			if len(c.lits) == mostCases {
				return false
			}
			c.lits = append(c.lits, l)
		}
	}
	return len(c.lits) > 1
}

// meet reduces what the cases have in common to what holds in the present one, too. It
// reports whether anything is left.
func (e *Engine) meet() bool {
	c := &e.cases
	if c.at == 0 {
		c.nodes = e.g.MergedAbove(len(e.marks)-1, c.nodes[:0])
		if len(c.nodes) > mostMembers {
			return false
		}
		slices.Sort(c.nodes)
		for _, n := range slices.Compact(c.nodes) {
			c.members = append(c.members, member{n, e.g.Root(n), e.g.Offset(n)})
		}
	} else {
		c.members = e.refine(c.members)
	}
	c.at++
	if len(c.members) > 0 && c.at == len(c.lits) {
		e.makeFacts()
	}
	return len(c.members) > 0
}

// refine keeps the members of one class that are in one class now, at the same offset.
func (e *Engine) refine(ms []member) []member {
	key := func(m, n member) int {
		return cmp.Or(cmp.Compare(m.class, n.class), cmp.Compare(e.g.Root(m.node), e.g.Root(n.node)),
			cmp.Compare(m.off-e.g.Offset(m.node), n.off-e.g.Offset(n.node)))
	}
	slices.SortFunc(ms, func(m, n member) int { return cmp.Or(key(m, n), cmp.Compare(m.node, n.node)) })
	kept := ms[:0]
	for i := 0; i < len(ms); {
		j, first := i+1, ms[i]
		for j < len(ms) && key(ms[j], first) == 0 {
			j++
		}
		for k := i; k < j && j > i+1; k++ {
			kept = append(kept, member{ms[k].node, first.node, ms[k].off - first.off})
		}
		i = j
	}
	return kept
}

// makeFacts makes atoms for what the cases have in common, for terms that are older first:
// what follows from that by congruence needs none.
func (e *Engine) makeFacts() {
	c := &e.cases
	c.phase, c.facts = caseDeny, c.facts[:0]
	slices.SortFunc(c.members, func(m, n member) int { return cmp.Compare(m.node, n.node) })
	for _, m := range c.members {
		if m.node == m.class || len(c.facts) == manyFacts {
			continue
		}
		if l := e.joinAtom(euf.Join{A: m.node, B: m.class, Off: m.off}); l != sat.NoLit {
			c.facts = append(c.facts, l)
		}
	}
	slices.Reverse(c.facts)
}

// nextFact returns the negation of the next fact, or goes on to the next clause.
func (e *Engine) nextFact() sat.Lit {
	c := &e.cases
	if c.denied != sat.NoLit && e.sat.Value(c.denied) == sat.True {
		c.found = true
		e.Facts++
		c.spent = max(0, c.spent-int64(len(c.lits))*2*tryMerges)
	}
	c.denied = sat.NoLit
	for len(c.facts) > 0 {
		n := len(c.facts) - 1
		l := c.facts[n]
		c.facts = c.facts[:n]
		if e.sat.Value(l) != sat.Undef {
			continue
		}
		c.note(l)
		c.denied = l
		return l.Not()
	}
	c.phase = caseIdle
	return e.nextClause()
}

// joinAtom returns the atom of a join, or NoLit if there is none.
func (e *Engine) joinAtom(j euf.Join) sat.Lit {
	a, b := theory.TermOf(e.g, e.st, j.A), theory.TermOf(e.g, e.st, j.B)
	if a == 0 || b == 0 || e.st.Sort(a) == term.Bool || e.st.Sort(a) != e.st.Sort(b) {
		return sat.NoLit
	}
	if j.Off != 0 {
		if e.st.Sort(b) != term.Int {
			return sat.NoLit
		}
		b = e.mk.Add(b, e.st.Int(j.Off))
	}
	t := e.mk.Eq(a, b)
	if e.st.Op(t) != term.OpEq {
		return sat.NoLit
	}
	l := e.cnf.Lit(t, e.tag)
	e.link()
	return l
}

package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// What preprocessing finds to hold in every case of a formula is derived here where assertions must be accounted for
// as they are: after a few conflicts it is denied, and the cases are decided until each is refuted. So certificates,
// proofs and cones know it as a clause that the search has learned.

// Fact is a formula that is expected to follow from cases of which one holds.
type Fact struct {
	Formula term.Term // an atom or the negation of one
	Cases   []term.Term
	Under   []term.Term // assumptions without which it may not hold
}

// expected is a Fact.
type expected struct {
	lit   sat.Lit
	cases []term.Term
	under []sat.Lit
}

// expectedCase is a literal to decide once the case that it belongs to has been: one before it, or none (-1).
type expectedCase struct {
	lit sat.Lit
	in  int
}

const (
	mostDecided  = 64  // cases that are decided for an expected fact
	caseDepth    = 12  // how deep cases lie in each other
	firstExpects = 256 // facts that may be tried
	moreExpects  = 8   // those that may be besides, for each conflict that no fact has caused
)

// expecting is the state of deriving expected facts.
type expecting struct {
	any     bool           // a fact was expected
	next    []expected     // to be tried
	parked  []expected     // those under assumptions that this check does not make
	at      expected       // the one under way
	cases   []expectedCase // its cases
	decided int            // how many of them were decided
	tried   int64
	before  int64 // conflicts before the one under way
	own     int64 // conflicts that facts have caused
}

// Expect has a fact derived if the search turns out not to be short.
func (e *Engine) Expect(f Fact) {
	x := expected{lit: e.Lit(f.Formula), cases: f.Cases}
	for _, t := range f.Under {
		x.under = append(x.under, e.Lit(t))
	}
	e.expecting.any = true
	e.expecting.next = append(e.expecting.next, x)
}

// expandCases lists cases that belong to another one, as far as the search can decide them.
func (e *Engine) expandCases(cases []term.Term, in, depth int) {
	x := &e.expecting
	for _, t := range cases {
		if depth > caseDepth || len(x.cases) >= mostDecided {
			return
		}
		at := in
		if l := e.cnf.Known(t); l != sat.NoLit {
			at = len(x.cases)
			x.cases = append(x.cases, expectedCase{l, in})
		}
		switch args := e.st.Args(t); e.st.Op(t) {
		case term.OpAnd, term.OpOr:
			e.expandCases(args, at, depth+1)
		case term.OpIte:
			e.expandCases(args[1:], at, depth+1)
		}
	}
}

// unpark has all facts tried that no earlier check has.
func (x *expecting) unpark() { x.next, x.parked = append(x.next, x.parked...), x.parked[:0] }

// Expects implements sat.Trier.
func (e *Engine) Expects() bool {
	return len(e.expecting.next) > 0 && e.expecting.tried < e.mayExpect()
}

// mayExpect returns the number of facts that may be tried by now.
func (e *Engine) mayExpect() int64 {
	return firstExpects + moreExpects*(e.sat.Conflicts()-e.expecting.own)
}

// nextExpected returns the negation of the next expected fact, or NoLit if none is to be tried now.
func (e *Engine) nextExpected() sat.Lit {
	c, x := &e.cases, &e.expecting
	if c.phase == caseExpect {
		x.own += e.sat.Conflicts() - x.before
		if e.sat.Value(x.at.lit) == sat.True {
			e.Facts++
		}
		c.phase, c.denied = caseIdle, sat.NoLit
	}
	for e.Expects() {
		x.at, x.next = x.next[0], x.next[1:]
		switch e.held(x.at.under) {
		case sat.False:
			continue
		case sat.Undef:
			x.parked = append(x.parked, x.at)
			continue
		}
		if l := x.at.lit; e.sat.Value(l) == sat.Undef {
			c.note(l)
			x.cases = x.cases[:0]
			e.expandCases(x.at.cases, -1, 0)
			x.tried, x.decided, x.before = x.tried+1, 0, e.sat.Conflicts()
			c.phase, c.denied = caseExpect, l
			return l.Not()
		}
	}
	return sat.NoLit
}

// held returns whether assumptions hold in this check; False: they never will.
func (e *Engine) held(under []sat.Lit) sat.Value {
	v := sat.True
	for _, l := range under {
		if e.sat.FixedValue(l) == sat.False {
			return sat.False
		}
		if e.sat.Value(l) != sat.True {
			v = sat.Undef
		}
	}
	return v
}

// nextExpectedCase returns the next case to decide, or NoLit to give the fact up.
func (e *Engine) nextExpectedCase() sat.Lit {
	x := &e.expecting
	if x.decided++; x.decided > mostDecided {
		return sat.NoLit
	}
	for _, k := range x.cases {
		if e.sat.Value(k.lit) == sat.Undef && (k.in < 0 || e.sat.Value(x.cases[k.in].lit) == sat.True) {
			return k.lit
		}
	}
	return sat.NoLit
}

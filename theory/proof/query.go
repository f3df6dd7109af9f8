package proof

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// query begins a check: it assumes its formulas and that all scopes are open.
func (k *Checker) query(e *Event) {
	k.taken.reset()
	k.assumed = k.assumed[:0]
	e.Kind, k.asking, k.refuted = Query, true, 0
	for {
		n := k.line.number()
		if n == 0 {
			break
		}
		t := k.formulaAt(n)
		e.Assumptions = append(e.Assumptions, t)
		if k.line.err == nil {
			e.Simplified = append(e.Simplified, k.simplified(t))
			k.assumeFormula(k.simplified(t))
		}
	}
	for _, s := range k.scopes {
		k.assumeFormula(s.term())
	}
}

// assumeFormula assumes a formula. A check may be stopped before it has a circuit; then nothing is
// assumed.
func (k *Checker) assumeFormula(t term.Term) {
	if !k.pure {
		k.assume(k.literal(t))
	} else if l, err := k.gates.bit(t); err == nil {
		k.assume(l)
	}
}

func (k *Checker) assume(l lit) {
	k.taken.set(l)
	k.assumed = append(k.assumed, l)
}

// refutes reports whether all literals are negations of assumptions.
func (k *Checker) refutes(c []lit) bool {
	return !slices.ContainsFunc(c, func(l lit) bool { return !k.taken.has(l.not()) })
}

func (k *Checker) answer(c byte, e *Event) {
	l := &k.line
	e.Kind = Answer
	switch c {
	case 's':
		if k.refuted != 0 || k.empty || k.contradictory() {
			l.fail("the assumptions are refuted")
			return
		}
		e.Status = sat.Sat
		k.sum.Sat++
	case '?':
		k.sum.Unknown++
	case 'u':
		e.Status = sat.Unsat
		k.sum.Unsat++
		e.ID = sat.ClauseID(l.number())
		if e.ID == 0 {
			if !k.contradictory() {
				l.fail("no two assumptions contradict each other")
			}
			return
		}
		clause, ok := k.clauses.get(e.ID)
		if !ok || !k.refutes(clause) {
			l.fail("clause %d does not refute the assumptions", e.ID)
			return
		}
		k.deliver(e, clause)
	}
}

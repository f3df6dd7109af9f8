package proof

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// lit is a formula without a negation at its top, twice, plus one if negated.
type lit uint32

func litOf(t term.Term, neg bool) lit {
	l := lit(t) << 1
	if neg {
		l++
	}
	return l
}

func (l lit) not() lit        { return l ^ 1 }
func (l lit) term() term.Term { return term.Term(l >> 1) }
func (l lit) neg() bool       { return l&1 != 0 }

// literal returns the literal of a formula.
func (k *Checker) literal(t term.Term) lit {
	l := strip(k.st, cert.Literal{T: t})
	return litOf(l.T, l.Neg)
}

// falsum is the literal that is always false.
func (k *Checker) falsum() lit { return litOf(k.st.True(), true) }

func literals(c []lit) []cert.Literal {
	out := make([]cert.Literal, len(c))
	for i, l := range c {
		out[i] = cert.Literal{T: l.term(), Neg: l.neg()}
	}
	return out
}

// marks is a set of literals that is emptied in constant time.
type marks struct {
	at  []uint32
	now uint32
}

func (m *marks) reset() {
	m.now++
	if m.now == 0 {
		clear(m.at)
		m.now = 1
	}
}

func (m *marks) has(l lit) bool { return int(l) < len(m.at) && m.at[l] == m.now && m.now != 0 }

func (m *marks) set(l lit) {
	if int(l) >= len(m.at) {
		m.at = append(m.at, make([]uint32, max(int(l)+1, 2*len(m.at))-len(m.at))...)
	}
	m.at[l] = m.now
}

// mark marks the literals of the current clause, and reports whether it is a
// tautology.
func (k *Checker) mark(c []lit) (tautology bool) {
	k.marks.reset()
	for _, l := range c {
		k.marks.set(l)
		tautology = tautology || k.marks.has(l.not()) || l == k.falsum().not()
	}
	return tautology
}

var (
	errInput      = errors.New("it does not follow from the assertion")
	errDefinition = errors.New("it does not follow from the definition of its first literal")
)

// input verifies a clause of the last assertion, or one from before this engine, or of a closed
// scope.
func (k *Checker) input(n uint64, c []lit) error {
	tautology := k.mark(c)
	if n == 0 {
		for _, l := range c {
			if l.neg() && k.shut[l.not()] {
				return nil
			}
		}
		return errors.New("it does not negate the guard of a closed scope")
	}
	if n != uint64(k.last) && n > uint64(k.before) {
		return fmt.Errorf("assertion %d is not the last one", n)
	}
	a, ok := k.asserted[int32(n)]
	if !ok {
		return fmt.Errorf("there is no assertion %d", n)
	}
	if tautology || (a.guard == 0 || k.marks.has(a.guard.not())) && k.follows(k.simplified(a.formula)) {
		return nil
	}
	return errInput
}

// parts speeds up the search through conjunctions: clauses come in the order of
// the members that they follow from.
type parts struct {
	next   map[term.Term]int // by conjunction: the member that was found last
	failed marks             // formulas that the current clause does not follow from
	depth  int

	gate    term.Term // whose definition has members
	negated bool
	members map[lit]bool
}

const maxDepth = 10000 // of nested conjunctions and disjunctions in follows

// follows reports whether the marked clause follows from formula t by taking
// conjunctions and disjunctions apart.
func (k *Checker) follows(t term.Term) bool {
	k.parts.failed.reset()
	if k.parts.next == nil {
		k.parts.next = map[term.Term]int{}
	}
	return k.followsFrom(k.literal(t))
}

func (k *Checker) followsFrom(l lit) bool {
	p := &k.parts
	if k.marks.has(l) || l == k.falsum() {
		return true
	}
	if p.failed.has(l) || p.depth > maxDepth {
		return false
	}
	p.depth++
	defer func() { p.depth-- }()
	ok := false
	args := k.st.Args(l.term())
	switch op := k.st.Op(l.term()); {
	case op == term.OpAnd && !l.neg(), op == term.OpOr && l.neg():
		first := p.next[l.term()]
		for i := range args {
			j := (first + i) % len(args)
			if ok = k.followsFrom(k.signed(args[j], l.neg())); ok {
				p.next[l.term()] = j
				break
			}
		}
	case op == term.OpOr, op == term.OpAnd:
		ok = true
		for _, a := range args {
			if ok = k.followsFrom(k.signed(a, l.neg())); !ok {
				break
			}
		}
	}
	if !ok {
		p.failed.set(l)
	}
	return ok
}

// signed returns the literal of t, or of its negation.
func (k *Checker) signed(t term.Term, neg bool) lit {
	if neg {
		return k.literal(t).not()
	}
	return k.literal(t)
}

// definition verifies a clause of the definition of its first literal's formula t:
// (or (not t) ...) states what t implies, (or t ...) what its negation implies.
func (k *Checker) definition(c []lit) error {
	if len(c) == 0 {
		return errDefinition
	}
	if k.mark(c) {
		return nil
	}
	t, neg := c[0].term(), !c[0].neg()
	args := k.st.Args(t)
	ok := k.gates != nil && k.gates.definitionMixed(c)
	if ok {
		return nil
	}
	switch op := k.st.Op(t); op {
	case term.OpAnd, term.OpOr:
		if neg == (op == term.OpOr) {
			ok = k.someMember(t, neg, c[1:])
		} else {
			ok = k.allOf(args, neg)
		}
	case term.OpEq:
		if k.st.Sort(args[0]) == term.Bool {
			a, b := k.literal(args[0]), k.signed(args[1], neg)
			ok = k.both(a.not(), b) || k.both(a, b.not())
		}
	case term.OpIte:
		i := k.literal(args[0])
		ok = k.both(i.not(), k.signed(args[1], neg)) || k.both(i, k.signed(args[2], neg))
	case term.OpDistinct:
		if neg {
			ok = k.allOf(k.pairs(args), false)
		} else {
			ok = k.someMember(t, false, c[1:])
		}
	case term.OpForall, term.OpExists:
		ok = k.quantified(t, neg, c[1:])
	}
	if !ok {
		return errDefinition
	}
	return nil
}

func (k *Checker) both(a, b lit) bool { return k.marks.has(a) && k.marks.has(b) }

// allOf reports whether the clause contains all formulas, or the negations of all;
// those that are false may be missing.
func (k *Checker) allOf(ts []term.Term, neg bool) bool {
	for _, t := range ts {
		if l := k.signed(t, neg); !k.marks.has(l) && l != k.falsum() {
			return false
		}
	}
	return true
}

// someMember reports whether one of the literals is among what t, or its
// negation, implies. The set is kept: the clauses of a definition come together.
func (k *Checker) someMember(t term.Term, neg bool, rest []lit) bool {
	p := &k.parts
	if p.gate != t || p.negated != neg {
		p.gate, p.negated, p.members = t, neg, map[lit]bool{}
		if f := k.tag[t]; f != 0 {
			for i, a := range k.st.Args(t) {
				eq := k.st.Eq(k.st.App(f, a), k.st.Int(int64(i)))
				p.members[k.literal(k.simplified(eq))] = true
			}
		} else if k.st.Op(t) == term.OpDistinct {
			for _, eq := range k.pairs(k.st.Args(t)) {
				p.members[k.literal(eq).not()] = true
			}
		} else {
			for _, a := range k.st.Args(t) {
				p.members[k.signed(a, neg)] = true
			}
		}
	}
	return slices.ContainsFunc(rest, func(l lit) bool { return p.members[l] })
}

// pairs returns the simplified equalities of all pairs.
func (k *Checker) pairs(args []term.Term) []term.Term {
	var out []term.Term
	for i, a := range args {
		for _, b := range args[i+1:] {
			out = append(out, k.simplified(k.st.Eq(a, b)))
		}
	}
	return out
}

// quantified verifies what a quantifier, or its negation, implies: its body for
// its own constants, or the dual quantifier.
func (k *Checker) quantified(t term.Term, neg bool, rest []lit) bool {
	exists := k.st.Op(t) == term.OpExists
	if exists != neg {
		body, ok := k.body[t]
		return ok && k.marks.has(k.signed(body, neg))
	}
	if !exists {
		return false
	}
	q := k.st.Quant(t)
	dual := k.st.Quantify(term.OpForall, term.Quant{Vars: q.Vars, Body: k.st.Not(q.Body)})
	return len(rest) > 0 && k.marks.has(k.literal(dual))
}

// derived verifies a clause by unit propagation: when it is false, each
// antecedent must be a unit, and one of them false.
func (k *Checker) derived(c []lit, antecedents []sat.ClauseID) error {
	defer k.undo()
	for _, l := range c {
		if k.value(l) > 0 {
			return nil // a tautology
		}
		k.set(l.not())
	}
	for _, id := range antecedents {
		clause, ok := k.clauses.get(id)
		if !ok {
			return fmt.Errorf("there is no clause %d", id)
		}
		var unit lit
		for _, l := range clause {
			switch v := k.value(l); {
			case v < 0 || l == unit:
			case v > 0:
				return fmt.Errorf("clause %d is true", id)
			case unit != 0:
				return fmt.Errorf("clause %d is not a unit", id)
			default:
				unit = l
			}
		}
		if unit == 0 {
			return nil
		}
		k.set(unit)
	}
	return errors.New("the antecedents do not lead to a contradiction")
}

func (k *Checker) value(l lit) int8 {
	if int(l) < len(k.values) {
		return k.values[l]
	}
	return 0
}

func (k *Checker) set(l lit) {
	if int(l|1) >= len(k.values) {
		k.values = append(k.values, make([]int8, max(int(l|1)+1, 2*len(k.values))-len(k.values))...)
	}
	k.values[l], k.values[l.not()] = 1, -1
	k.trail = append(k.trail, l)
}

func (k *Checker) undo() {
	for _, l := range k.trail {
		k.values[l], k.values[l.not()] = 0, 0
	}
	k.trail = k.trail[:0]
}

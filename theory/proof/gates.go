package proof

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// This file verifies the part of a log whose literals are gates. The checker makes the circuits
// of the terms in the order of the log, and so has the graph of the solver with its numbers. It
// trusts the circuits, which tests compare with the evaluator, but not the graph: see steps.go.

// gates is the graph of such a part. The word of a term begins at 1 less than at[term] in pool.
type gates struct {
	k     *Checker
	g     *aig.Graph
	ops   *blast.Operators
	steps steps
	at    []uint32
	pool  []aig.Lit
	guard map[lit]lit // guards of scopes, as a gate, to the formula
	small int         // the number of bits up to which an array is a word
	room  int         // for elements that words stand for

	equations map[[2]term.Term]aig.Lit // the equalities of arrays that are no words
	terms     []term.Term              // by node: the constant that stands for it among formulas; 0: none

	defined []bool // by node: there is a clause of its definition
	seen    marks  // see conjuncts
	work    []aig.Lit
	tree    tree
}

func newGates(k *Checker, small int) *gates {
	x := &gates{k: k, g: aig.New(), guard: map[lit]lit{}, small: small, room: 1 << blast.ElementBits,
		equations: map[[2]term.Term]aig.Lit{}}
	x.steps.g = x.g
	x.g.Watch = &x.steps
	x.ops = blast.New(k.st, circuit.New(x.g), x.word)
	return x
}

// known reports whether the circuit of a term was made.
func (x *gates) known(t term.Term) bool { return int(t) < len(x.at) && x.at[t] != 0 }

// word returns the word of a term whose circuit was made.
func (x *gates) word(t term.Term) []aig.Lit {
	from := int(x.at[t] - 1)
	return x.pool[from : from+x.width(x.k.st.Sort(t))]
}

// bit returns the gate of a formula.
func (x *gates) bit(t term.Term) (lit, error) {
	if t == x.k.st.True() {
		return lit(aig.True), nil
	}
	if !x.known(t) {
		return 0, errors.New("a formula has no circuit")
	}
	return lit(x.word(t)[0]), nil
}

// circuit makes the circuit of a term, after those of its arguments; or, if it is opaque, a word of
// new inputs.
func (x *gates) circuit(t term.Term, opaque bool) error {
	st := x.k.st
	if x.known(t) {
		return errors.New("the term has its circuit already")
	}
	opaque = opaque || st.Op(t) == term.OpForall || st.Op(t) == term.OpExists
	for _, a := range st.Args(t) {
		if !opaque && !x.known(a) && x.width(st.Sort(a)) > 0 {
			return errors.New("an argument has no circuit")
		}
	}
	if !x.k.closed(t) {
		return errors.New("a variable is free in the term")
	}
	sort := st.Sort(t)
	width := x.width(sort)
	x.room -= blast.Elements(st, sort, x.small) // all can be different words
	var w []aig.Lit
	switch op := st.Op(t); {
	case width == 0 || x.room < 0:
		return errors.New("no terms of this sort have circuits, or no more of them")
	case opaque || op == term.OpApp || op == term.OpSelect && x.width(st.Sort(st.Arg(t, 0))) == 0:
		w = x.inputs(width)
	case (op == term.OpEq || op == term.OpDistinct) && x.width(st.Sort(st.Arg(t, 0))) == 0:
		all, err := x.equalities(t)
		if err != nil {
			return err
		}
		w = []aig.Lit{all}
	case !blast.Supports(op) && op != term.OpSelect && op != term.OpStore && op != term.OpConstArray:
		return errors.New("the term has no circuit")
	case blast.TooLarge(st, t, x.g.Len()):
		return errors.New("the circuit is too large")
	default:
		w = x.ops.Circuit(t)
	}
	x.at = term.Extend(x.at, st.Len())
	x.at[t] = uint32(len(x.pool)) + 1
	x.pool = append(x.pool, w...)
	return x.steps.bad
}

// width returns the number of bits of the words of a sort; 0 if there are none.
func (x *gates) width(sort term.Sort) int {
	if !x.k.pure && x.k.st.SortKind(sort) == term.KindUninterpreted {
		return 0
	}
	return blast.Width(x.k.st, sort, x.small)
}

// inputs returns a word of n new inputs.
func (x *gates) inputs(n int) []aig.Lit {
	w := make([]aig.Lit, n)
	for k := range w {
		w[k] = x.g.Input()
	}
	return w
}

// equalities returns the bit of an equality of arrays, a new input unless there is one for the
// same arrays, or of a distinct of arrays, after those of the equalities.
func (x *gates) equalities(t term.Term) (aig.Lit, error) {
	st := x.k.st
	args := st.Args(t)
	if st.Op(t) == term.OpEq {
		pair := [2]term.Term{min(args[0], args[1]), max(args[0], args[1])}
		if pair[0] == pair[1] {
			return aig.True, nil
		}
		if _, ok := x.equations[pair]; !ok {
			x.equations[pair] = x.g.Input()
		}
		return x.equations[pair], nil
	}
	all := aig.True
	for i, a := range args {
		for _, b := range args[:i] {
			e, ok := x.equations[[2]term.Term{min(a, b), max(a, b)}]
			switch {
			case a == b:
				e = aig.True
			case !ok:
				return 0, errors.New("an equality of arrays has no circuit")
			}
			all = x.g.And(all, e.Not())
		}
	}
	return all, nil
}

// theoryGates reads formulas, and verifies that a clause has the gates of all of them.
func (x *gates) theoryGates(c []lit) ([]cert.Literal, error) {
	k := x.k
	k.marks.reset()
	for _, l := range c {
		k.marks.set(l)
	}
	formulas := k.readClause()
	if k.line.err != nil {
		return nil, nil // it is known
	}
	for _, f := range formulas {
		g, err := x.bit(f.term())
		if err != nil {
			return nil, err
		}
		if f.neg() {
			g = g.not()
		}
		if g != lit(aig.False) && !k.marks.has(g) {
			return nil, errors.New("the gate of a formula is missing")
		}
	}
	return literals(formulas), nil
}

// engine reads which engine takes over. Its clauses are numbered anew.
func (k *Checker) engine(e *Event) {
	e.Kind = Engine
	k.before = k.last
	clear(k.skolem) // the engine introduces symbols of its own
	clear(k.consts)
	clear(k.body)
	clear(k.tag)
	k.clauses, k.lastID, k.empty = newStored(), 0, false
	switch w := k.line.word(); w {
	case wordFormulas:
		k.gates, k.pure = nil, false
	case wordGates:
		e.Small = int(min(k.line.number(), math.MaxInt32))
		k.gates, k.pure, e.Gates = newGates(k, e.Small), true, true
	default:
		k.line.fail("no such engine")
	}
}

// circuit reads of which term the circuit is made, or which one is opaque.
func (k *Checker) circuit(e *Event, opaque bool) {
	e.Kind, e.From, e.Opaque = Circuit, k.readTerm(), opaque
	if k.line.err != nil {
		return
	}
	if k.gates == nil {
		k.gates = newGates(k, 0)
	}
	if err := k.gates.circuit(e.From, opaque); err != nil {
		k.line.fail("%v", err)
		return
	}
	if s := litOf(e.From, false); k.pure && (k.shut[s] || slices.Contains(k.scopes, s)) {
		k.gates.guard[lit(k.gates.word(e.From)[0])] = s
	}
}

// readGate reads a gate: its number plus one, with a minus sign if negated.
func (k *Checker) readGate() (l lit, end bool) {
	neg := k.line.minus()
	n := k.line.number()
	switch {
	case n == 0:
		return 0, true
	case n > uint64(k.gates.g.Len()):
		k.line.fail("there is no such gate")
		return 0, true
	}
	l = lit(n-1) << 1
	if neg {
		l++
	}
	return l, false
}

// readGates reads gates up to 0.
func (k *Checker) readGates() []lit {
	k.lits = k.lits[:0]
	for {
		l, end := k.readGate()
		if end {
			return slices.Clone(k.lits)
		}
		k.lits = append(k.lits, l)
	}
}

// inputGates verifies a clause of assertion n: that it follows from root, which follows from the
// assertion by taking conjunctions apart; or a clause of a closed scope.
func (x *gates) inputGates(n uint64, root lit, c []lit) error {
	k := x.k
	k.marks.reset()
	for _, l := range c {
		k.marks.set(l)
	}
	if n == 0 {
		for _, l := range c {
			if s, ok := x.guard[l.not()]; ok && k.shut[s] {
				return nil
			}
		}
		return errors.New("it does not negate the guard of a closed scope")
	}
	if n > uint64(k.last) {
		return fmt.Errorf("there is no assertion %d", n)
	}
	a, ok := k.asserted[int32(n)]
	if !ok {
		return fmt.Errorf("there is no assertion %d", n)
	}
	if a.guard != 0 {
		g, err := x.bit(a.guard.term())
		if err != nil || !k.marks.has(g.not()) {
			return errors.New("it does not negate the guard of the assertion's scope")
		}
	}
	top, err := x.bit(k.simplified(a.formula))
	if err != nil {
		return err
	}
	if root != top && !x.conjunct(aig.Lit(top), aig.Lit(root)) {
		return errInput
	}
	if k.marks.has(root) || x.follows(root, c) {
		return nil
	}
	return errInput
}

// definitionGates verifies a clause of the definition of its first literal's gate.
func (x *gates) definitionGates(c []lit) error {
	if len(c) == 0 {
		return errDefinition
	}
	x.k.marks.reset()
	for _, l := range c[1:] {
		x.k.marks.set(l)
	}
	if !x.follows(c[0].not(), c[1:]) {
		return errDefinition
	}
	n := aig.Lit(c[0]).Node()
	x.defined = term.Extend(x.defined, x.g.Len())
	x.defined[n] = true
	return nil
}

// follows reports whether a clause, whose literals are marked, follows from l by what the gate
// of l is made of.
func (x *gates) follows(l lit, c []lit) bool {
	o := aig.Lit(l)
	if o == aig.False || x.k.marks.has(lit(aig.True)) {
		return true
	}
	if x.g.Kind(o.Node()) == aig.And {
		if !o.IsNeg() {
			return x.someConjunct(o, c)
		}
		return x.allConjuncts(o.Node())
	}
	// Perhaps one exclusive or in another one is part of it.
	t := &x.steps.tab
	t.start(x.g, false)
	t.open = append(t.open, o.Node())
	for _, f := range x.g.Fanins(o.Node()) {
		if x.g.Kind(f.Node()) == aig.Xor && !x.k.marks.has(lit(f)) && !x.k.marks.has(lit(f.Not())) {
			t.open = append(t.open, f.Node())
		}
	}
	lits := append(x.work[:0], o.Not())
	for _, m := range c {
		lits = append(lits, aig.Lit(m))
	}
	x.work = lits
	return t.valid(lits)
}

// tree are the conjuncts of a gate that were found last.
type tree struct {
	of    aig.Lit
	whole bool // also below gates that are defined
	clash bool // two of them are opposite
	in    marks
}

// conjunct reports whether l is among the conjuncts of o.
func (x *gates) conjunct(o, l aig.Lit) bool {
	for _, whole := range [...]bool{false, true} {
		if x.conjuncts(o, whole); x.tree.in.has(lit(l)) {
			return true
		}
	}
	return false
}

// someConjunct reports whether one of the literals is among the conjuncts of o, or these
// contradict each other.
func (x *gates) someConjunct(o aig.Lit, c []lit) bool {
	for _, f := range x.g.Fanins(o.Node()) {
		if x.k.marks.has(lit(f)) {
			return true
		}
	}
	for _, whole := range [...]bool{false, true} {
		x.conjuncts(o, whole)
		if x.tree.clash {
			return true
		}
		for _, l := range c {
			if x.tree.in.has(l) {
				return true
			}
		}
	}
	return false
}

// conjuncts finds what o implies: itself, and the inputs of each and among them. Clauses of a
// definition or of an assertion come together, so the last ones are kept.
func (x *gates) conjuncts(o aig.Lit, whole bool) {
	t := &x.tree
	if t.of == o && t.whole == whole {
		return
	}
	t.of, t.whole, t.clash = o, whole, false
	t.in.reset()
	x.work = append(x.work[:0], o)
	for len(x.work) > 0 {
		l := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		if t.in.has(lit(l)) {
			continue
		}
		t.in.set(lit(l))
		t.clash = t.clash || l == aig.False || t.in.has(lit(l.Not()))
		n := l.Node()
		if !l.IsNeg() && x.g.Kind(n) == aig.And && (whole || l == o || int(n) >= len(x.defined) || !x.defined[n]) {
			x.work = append(x.work, x.g.Fanins(n)...)
		}
	}
}

// allConjuncts reports whether the negations of all conjuncts of a gate are marked.
func (x *gates) allConjuncts(n uint32) bool {
	x.seen.reset()
	x.work = append(x.work[:0], x.g.Fanins(n)...)
	for len(x.work) > 0 {
		l := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		if l == aig.True || x.seen.has(lit(l)) || x.k.marks.has(lit(l.Not())) {
			continue
		}
		x.seen.set(lit(l))
		if l.IsNeg() || x.g.Kind(l.Node()) != aig.And {
			return false
		}
		x.work = append(x.work, x.g.Fanins(l.Node())...)
	}
	return true
}

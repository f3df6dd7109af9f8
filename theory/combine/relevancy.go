package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// clause is a clause as relevancy sees it: its literals except the guard.
type clause struct {
	off, n    uint32
	guard     sat.Lit // NoLit: a root or a lemma
	first     sat.Lit // NoLit, or one of two literals: it is decided before the other
	active    bool
	justified bool
	unlisted  bool   // it is not in occ
	away      uint32 // the number plus one of a lemma that the SAT solver has forgotten, or 0
}

// lateActive is a clause that was added above the level at which its condition began to
// hold (a root, without one: above level 0), and the level at which it is active now.
type lateActive struct {
	id    uint32
	level int32
	while theory.While
}

// use is a clause that is active while a condition holds, of which a node or a literal is
// part.
type use struct {
	id    uint32
	while theory.While
}

type relRecord struct {
	kind relKind
	id   uint32
}

type relKind uint8

const (
	relLit       relKind = iota // literal id became relevant
	relNode                     // node id became relevant
	relActive                   // clause id became active
	relJustified                // clause id became justified
)

// relevancy is the state of relevancy.go.
type relevancy struct {
	clauses []clause
	arena   []sat.Lit
	defs    term.Lists[uint32] // by literal: the clauses that it guards
	occ     term.Lists[uint32] // by literal: the clauses that it can justify
	lit     []bool             // by literal: relevant
	node    []bool             // by node: relevant
	uses    term.Lists[use]    // by node: the clauses that depend on it
	gated   term.Lists[use]    // by literal: the clauses that depend on it and on nodes
	nodes   []theory.Node      // the relevant nodes, in the order in which they became so
	queue   []sat.Lit          // relevant literals whose consequences are still to be drawn
	head    int
	trail   []relRecord
	levels  []int
	late    []lateActive // clauses that became active above the level at which they are required
	reopen  []uint32     // clauses to offer again after Backtrack
	assumed []bool       // by literal: an assumption of this check
	wanted  []sat.Lit    // the assumptions
	stack   []theory.Node
	notices int64 // grows whenever the SAT solver has to look again
	many    int   // number of clauses that triggers a collection
}

func (r *relevancy) init() {
	r.lit = make([]bool, 2)
	r.assumed = make([]bool, 2)
	r.many = collectSlack
}

func (r *relevancy) newVar(sat.Var) {
	r.lit = append(r.lit, false, false)
	r.assumed = append(r.assumed, false, false)
}

func (r *relevancy) newLevel() { r.levels = append(r.levels, len(r.trail)) }

func (r *relevancy) pending() bool { return r.head < len(r.queue) }

// assume makes the assumptions of a check relevant, at their common level: one that holds
// without being assumed must not stay relevant permanently. A new one that the trail of
// the previous check already implies would become relevant too late, so that trail is
// dropped.
func (e *Engine) assume(lits []sat.Lit) {
	r := &e.rel
	for _, l := range lits {
		if !r.assumed[l] && e.sat.Value(l) == sat.True {
			e.sat.Reset()
			break
		}
	}
	for _, l := range r.wanted {
		r.assumed[l] = false
	}
	r.wanted = append(r.wanted[:0], lits...)
	for _, l := range lits {
		r.assumed[l] = true
	}
}

// assumptionLevel makes assumptions that are already true relevant, and the constraint active,
// when their level is opened.
func (e *Engine) assumptionLevel() {
	for _, l := range e.rel.wanted {
		e.markRelevant(l)
	}
	if e.constraint.inForce {
		e.activate(e.constraint.id)
	}
}

func (r *relevancy) lits(c *clause) []sat.Lit { return r.arena[c.off : c.off+c.n] }

func (r *relevancy) push(k relKind, id uint32) {
	if len(r.levels) > 0 {
		r.trail = append(r.trail, relRecord{k, id})
	}
}

// addClause stores a clause, which is not active yet.
func (e *Engine) addClause(guard sat.Lit, lits []sat.Lit) uint32 {
	r := &e.rel
	id := uint32(len(r.clauses))
	r.clauses = append(r.clauses, clause{off: uint32(len(r.arena)), n: uint32(len(lits)), guard: guard})
	r.arena = append(r.arena, lits...)
	e.list(id)
	if guard != sat.NoLit {
		r.defs.Add(uint32(guard), id)
	}
	return id
}

// list enters a clause into the lists of occurrences.
func (e *Engine) list(id uint32) {
	for _, l := range e.rel.lits(&e.rel.clauses[id]) {
		e.rel.occ.Add(uint32(l), id)
	}
}

// Define implements cnf.Sink.
func (e *Engine) Define(g sat.Lit, lits []sat.Lit, n int32) {
	id := e.addClause(g, lits)
	c := append(append(e.asked[:0], g.Not()), lits...)
	e.asked = c
	from := definition(n)
	if e.st.IsConst(e.formula(g).T) {
		from = input(n) // only assertions define a constant
	}
	e.add(c, from)
	if e.rel.lit[g] {
		e.activateLate(id, theory.While{Lit: g})
	}
}

// require makes a clause without a guard active whenever w holds.
func (e *Engine) require(id uint32, w theory.While) {
	r := &e.rel
	switch {
	case w.Nodes[0] == theory.NoNode:
		r.defs.Add(uint32(w.Lit), id)
	case w.Lit != sat.NoLit:
		r.gated.Add(uint32(w.Lit), use{id, w})
	}
	for _, n := range w.Nodes {
		if n != theory.NoNode {
			r.uses.Add(uint32(n), use{id, w})
		}
	}
	if r.holds(w) {
		e.activateLate(id, w)
	}
}

// holds reports whether the clauses with this condition must be justified.
func (r *relevancy) holds(w theory.While) bool {
	for _, n := range w.Nodes {
		if n == theory.NoNode {
			break
		}
		if !r.node[n] {
			return false
		}
	}
	return w.Lit == sat.NoLit || r.lit[w.Lit]
}

// activateLate makes a clause active now and as long as w holds.
func (e *Engine) activateLate(id uint32, w theory.While) {
	if n := len(e.rel.levels); n > 0 {
		e.rel.late = append(e.rel.late, lateActive{id, int32(n), w})
	}
	e.activate(id)
}

// Root implements cnf.Sink. A root is always active.
func (e *Engine) Root(lits []sat.Lit, n int32) {
	id := e.addClause(sat.NoLit, lits)
	from := input(n)
	if len(lits) == 1 && e.formula(lits[0]).T == e.st.True() {
		from = definition(n)
	}
	e.add(lits, from)
	e.activateLate(id, theory.While{})
}

// activate makes a clause required from now on.
func (e *Engine) activate(id uint32) {
	c := &e.rel.clauses[id]
	if c.active {
		return
	}
	c.active = true
	e.rel.push(relActive, id)
	e.ord.activated(id)
	if c.away != 0 {
		e.recall(id)
	}
	best := sat.NoLit
	for _, l := range e.rel.lits(c) {
		if e.sat.Value(l) == sat.True {
			if e.rel.lit[l] {
				best = l
				break
			}
			if best == sat.NoLit {
				best = l
			}
		}
	}
	if best != sat.NoLit {
		e.justify(id, best)
		return
	}
	e.offer(c)
}

// offer makes the literals of a clause that is not justified eligible for decision, those
// that are false now as soon as they are unassigned.
func (e *Engine) offer(c *clause) {
	for _, l := range e.rel.lits(c) {
		if e.sat.Value(l) == sat.Undef {
			e.rel.notices++
		}
		e.sat.Offer(l.Var())
	}
}

func (e *Engine) justify(id uint32, l sat.Lit) {
	e.rel.clauses[id].justified = true
	e.rel.push(relJustified, id)
	e.markRelevant(l)
}

// nowTrue handles a literal that became true.
func (e *Engine) nowTrue(l sat.Lit) {
	for _, id := range e.rel.occ.Of(uint32(l)) {
		if c := &e.rel.clauses[id]; c.active && !c.justified {
			e.justify(id, l)
		}
	}
	if e.opt.NoRelevancy || e.cases.isFact(l) || e.cases.isDenied(l) || e.rel.assumed[l] && len(e.rel.levels) > 0 {
		e.markRelevant(l)
	}
}

// markRelevant makes a true literal relevant.
func (e *Engine) markRelevant(l sat.Lit) {
	if e.rel.lit[l] || e.sat.Value(l) != sat.True {
		return
	}
	e.rel.lit[l] = true
	if v := l.Var(); e.atoms[v].kind != propositional {
		e.count.relevant(v, len(e.rel.levels) == 0)
	}
	e.rel.push(relLit, uint32(l))
	e.rel.queue = append(e.rel.queue, l)
}

// spread draws the consequences of newly relevant literals: definitions become
// active, and atoms are asserted to the theories.
func (e *Engine) spread() {
	r := &e.rel
	for r.head < len(r.queue) {
		l := r.queue[r.head]
		r.head++
		for _, id := range r.defs.Of(uint32(l)) {
			e.activate(id)
		}
		e.activateUses(r.gated.Of(uint32(l)))
		e.assertAtom(l)
	}
	r.queue, r.head = r.queue[:0], 0
}

// assertAtom announces a relevant true literal to the e-graph and its plugin.
func (e *Engine) assertAtom(l sat.Lit) {
	a := &e.atoms[l.Var()]
	for _, n := range a.also {
		if n != 0 && e.rel.node[n] {
			e.mergeBool(n, e.g.Lit(n), l)
		}
	}
	if a.kind == propositional {
		return
	}
	for _, n := range e.below[a.below : a.below+a.n] {
		e.relevantNode(n)
	}
	switch a.kind {
	case equality:
		if l.Sign() {
			e.g.MergeLit(theory.Point{Node: a.node}, theory.Point{Node: theory.False}, l)
		} else {
			args := e.g.Args(a.node)
			e.g.MergeLit(args[0], args[1], l)
		}
	case predicate:
		v := theory.True
		if l.Sign() {
			v = theory.False
		}
		e.g.MergeLit(theory.Point{Node: a.node}, theory.Point{Node: v}, l)
	}
	if a.owner != nobody {
		e.plugins[a.owner].Assert(l)
	}
}

// relevantNode makes a node and all nodes below it relevant.
func (e *Engine) relevantNode(n theory.Node) {
	r := &e.rel
	r.stack = append(r.stack[:0], n)
	for len(r.stack) > 0 {
		n := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if r.node[n] {
			continue
		}
		r.node[n] = true
		r.nodes = append(r.nodes, n)
		r.push(relNode, uint32(n))
		for _, a := range e.g.Args(n) {
			r.stack = append(r.stack, a.Node)
		}
		e.announceRelevant(n)
		e.activateUses(r.uses.Of(uint32(n)))
	}
}

// activateUses makes those clauses active whose conditions hold.
func (e *Engine) activateUses(us []use) {
	for _, u := range us {
		if e.rel.holds(u.while) {
			e.activate(u.id)
		}
	}
}

// undoRelevancy undoes all levels above level.
func (e *Engine) undoRelevancy(level int) {
	r := &e.rel
	mark := r.levels[level]
	r.levels = r.levels[:level]
	r.queue, r.head = r.queue[:0], 0
	r.reopen = r.reopen[:0]
	for len(r.trail) > mark {
		rec := r.trail[len(r.trail)-1]
		r.trail = r.trail[:len(r.trail)-1]
		switch rec.kind {
		case relLit:
			r.lit[rec.id] = false
			if v := sat.Lit(rec.id).Var(); e.atoms[v].kind != propositional {
				e.count.undone(v)
			}
		case relNode:
			r.node[rec.id] = false
			r.nodes = r.nodes[:len(r.nodes)-1]
		case relActive:
			r.clauses[rec.id].active = false
			e.ord.inactive()
		case relJustified:
			r.clauses[rec.id].justified = false
			r.reopen = append(r.reopen, rec.id)
		}
	}
	e.ord.undo(level)
	for _, id := range r.reopen {
		if c := &r.clauses[id]; c.active && !c.justified {
			e.offer(c)
		}
	}
	e.reviveLate()
	e.checkUndone()
	e.checkEmpty()
}

// reviveLate reactivates, at this level, the late clauses that were active above it. The
// list is ordered by level.
func (e *Engine) reviveLate() {
	r := &e.rel
	now := int32(len(r.levels))
	from := len(r.late)
	for from > 0 && r.late[from-1].level > now {
		from--
	}
	kept := r.late[:from]
	for _, l := range r.late[from:] {
		if !r.holds(l.while) {
			continue // it will be active as soon as the condition holds again
		}
		if now > 0 {
			kept = append(kept, lateActive{l.id, now, l.while})
		}
		e.activate(l.id)
	}
	r.late = kept
}

// Eligible implements sat.Decider: a variable may be decided if that can justify an active
// clause, or if a plugin wants it.
func (e *Engine) Eligible(v sat.Var) (sat.Lit, bool) {
	if e.ord.on {
		if l := e.nextInOrder(); l != sat.NoLit {
			return l, true
		}
	}
	if a := &e.atoms[v]; a.kind == private {
		return sat.NoLit, e.rel.node[a.node]
	}
	pos, open := e.wanted(v.Pos())
	neg, open2 := e.wanted(v.Neg())
	switch {
	case pos && neg, open, open2:
		return sat.NoLit, true // the saved phase
	case pos:
		return v.Pos(), true
	case neg:
		return v.Neg(), true
	}
	return sat.NoLit, false
}

// MayWait implements sat.Decider: a constant that guards nothing and justifies nothing in
// its assumed polarity only forbids, as blocked call sites do. Where facts are expected none
// waits: some hold under assumptions, and chains of them need all of these.
func (e *Engine) MayWait(a sat.Lit) bool {
	t := &e.atoms[a.Var()]
	return !e.opt.NoRelevancy && !e.expecting.any && t.kind == propositional && t.also == [2]theory.Node{} &&
		e.rel.defs.NumOf(uint32(a))+e.rel.occ.NumOf(uint32(a)) == 0
}

// wanted reports whether a decision on l can justify an active clause, and whether its
// negation would be as good.
func (e *Engine) wanted(l sat.Lit) (wanted, open bool) {
	for _, id := range e.rel.occ.Of(uint32(l)) {
		c := &e.rel.clauses[id]
		if c.active && !c.justified && (c.first == sat.NoLit || c.first == l || e.sat.Value(c.first) != sat.Undef) {
			return true, c.first == l
		}
	}
	return false, false
}

// Reached reports whether a literal is true and relevant.
func (e *Engine) Reached(l sat.Lit) bool {
	return e.sat.Value(l) == sat.True && e.rel.lit[l]
}

package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// dense is the irredundant clauses with full occurrence lists, which backward
// subsumption, elimination and blocked clauses use instead of watches.
type dense struct {
	clauses []denseClause
	queued  []bool      // by clause: in the queue
	inGate  []bool      // by clause: of the gate at hand
	queue   []int32     // clauses that backward has to try
	lists   []denseList // by literal: clauses that have it, or had it before
	pool    []int32     // the lists
	counts  []int32     // by literal: clauses that have it
	marks   []bool      // by literal: in the clause at hand
	ids     []ClauseID

	poolFull, clausesFull int // when there are more words or clauses, the lists are filled anew
}

// denseClause is a clause with occurrences.
type denseClause struct {
	ref cref // crefNone: deleted
	sig [2]uint32
}

// denseList is where a list begins in the pool, its length, and its room.
type denseList struct{ from, n, room uint32 }

// signature is a set of hashed variables: that of a clause contains those of the clauses
// that subsume it.
func signature(c []Lit) uint64 {
	sig := uint64(0)
	for _, l := range c {
		sig |= 1 << (uint32(l.Var()) * 0x9e3779b1 >> 26)
	}
	return sig
}

// sign sets a clause and its signature.
func (e *denseClause) sign(ref cref, c []Lit) {
	sig := signature(c)
	e.ref, e.sig = ref, [2]uint32{uint32(sig), uint32(sig >> 32)}
}

// mayContain reports whether the signatures allow a clause to contain another one.
func (e *denseClause) mayContain(sig [2]uint32) bool {
	return sig[0]&^e.sig[0]|sig[1]&^e.sig[1] == 0
}

// enterDense makes the occurrence lists; no literal of a clause may have a value. It
// returns nil after a stop.
func (s *Solver) enterDense() *dense {
	d := &dense{
		lists:  make([]denseList, len(s.vals)),
		counts: make([]int32, len(s.vals)),
		marks:  make([]bool, len(s.vals)),
	}
	d.clauses = make([]denseClause, 0, s.db.irredundant+s.db.irredundant/8)
	d.queued, d.inGate = make([]bool, 0, cap(d.clauses)), make([]bool, 0, cap(d.clauses))
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return nil
		}
		if *s.meta(ref)&(metaDead|metaRedun) == 0 {
			s.denseEnter(d, ref)
		}
	}
	if !s.fillDense(d) {
		return nil
	}
	s.stats.Ticks += int64(len(d.pool)) / 4
	return d
}

// fillDense makes all lists anew, without clauses that are deleted and without unused
// places. The other clauses get new numbers, so if there are deleted ones the queue must be
// empty. It returns false after a stop: then the lists are of no use.
func (s *Solver) fillDense(d *dense) bool {
	total := uint32(0)
	for l, n := range d.counts {
		d.lists[l] = denseList{total, 0, uint32(n)}
		total += uint32(n)
	}
	d.poolFull = capacity(int(total))
	if cap(d.pool) < d.poolFull || cap(d.pool) > 2*d.poolFull {
		d.pool = nil // the new one may take its memory
		d.pool = make([]int32, 0, d.poolFull+d.poolFull/8)
	}
	d.pool = d.pool[:total]
	kept := d.clauses[:0]
	for _, e := range d.clauses {
		if s.lim.Stopped() {
			return false
		}
		if e.ref == crefNone {
			continue
		}
		kept = append(kept, e)
		for _, l := range s.lits(e.ref) {
			h := &d.lists[l]
			invariant.Check(h.n < h.room, "fillDense: a literal is in more clauses than were counted")
			d.pool[h.from+h.n] = int32(len(kept) - 1)
			h.n++
		}
	}
	d.clauses, d.queued, d.inGate = kept, d.queued[:len(kept)], d.inGate[:len(kept)]
	d.clausesFull = capacity(len(kept))
	return true
}

// capacity is how many there may be where n were needed. With half as much room for more,
// elimination took 1.4 and 1.7 times as long on two formulas.
func capacity(n int) int { return 2*n + 1<<10 }

// stale holds when the lists should be filled anew: much of them is of no use any more.
func (d *dense) stale() bool {
	return len(d.pool) > d.poolFull || len(d.clauses) > d.clausesFull
}

// occurs is the list of l, until a clause with l is added.
func (d *dense) occurs(l Lit) []int32 {
	e := &d.lists[l]
	return d.pool[e.from : e.from+e.n : e.from+e.n]
}

// cut keeps the first n clauses of the list of l.
func (d *dense) cut(l Lit, n int) { d.lists[l].n = uint32(n) }

// drop empties the list of l, whose place is free when the lists are filled anew.
func (d *dense) drop(l Lit) { d.lists[l] = denseList{} }

// list adds clause i to the list of l. If the list is full, deleted clauses leave it, and
// it moves to the end of the pool unless there were many.
func (d *dense) list(l Lit, i int32) {
	e := &d.lists[l]
	if e.n == e.room {
		list := d.occurs(l)
		kept := list[:0]
		for _, j := range list {
			if d.clauses[j].ref != crefNone {
				kept = append(kept, j)
			}
		}
		if e.n = uint32(len(kept)); e.n >= e.room-e.room/4 {
			*e = denseList{uint32(len(d.pool)), e.n, e.n + e.n/2 + 4}
			d.pool = append(d.pool, kept...)
			d.pool = append(d.pool, make([]int32, e.room-e.n)...)
		}
	}
	d.pool[e.from+e.n] = i
	e.n++
}

// leaveDense drops the learned clauses with removed variables, and goes back to
// watches.
func (s *Solver) leaveDense() {
	for _, ref := range s.db.learned {
		if *s.meta(ref)&metaDead == 0 && s.anyInactive(s.lits(ref)) {
			s.kill(ref)
		}
	}
	s.reconnect()
}

// reconnect cleans the clauses after changes that ignored the watches, and rebuilds the
// watches.
func (s *Solver) reconnect() {
	s.watches.empty()
	s.rewatching = rewatching{}
	if s.conflict.found || !s.clean() {
		s.loseWatches()
		return
	}
	if s.rewatch() {
		s.propagateRoot()
	}
}

// denseAdd adds a clause, and queues it unless it was tried.
func (s *Solver) denseAdd(d *dense, ref cref) {
	i := s.denseEnter(d, ref)
	for _, l := range s.lits(ref) {
		d.list(l, i)
	}
}

// denseEnter is denseAdd without the lists. It returns the number of the clause.
func (s *Solver) denseEnter(d *dense, ref cref) int32 {
	i := int32(len(d.clauses))
	c := s.lits(ref)
	d.clauses = append(d.clauses, denseClause{})
	d.clauses[i].sign(ref, c)
	d.queued, d.inGate = append(d.queued, false), append(d.inGate, false)
	if *s.meta(ref)&metaBackward == 0 {
		d.enqueue(i)
	}
	for _, l := range c {
		d.counts[l]++
	}
	return i
}

// denseBinary reports whether there is a clause of two literals.
func (s *Solver) denseBinary(d *dense, a, b Lit) bool {
	for _, i := range d.occurs(a) {
		if d.has(s, i, a) && d.has(s, i, b) && len(s.lits(d.clauses[i].ref)) == 2 {
			return true
		}
	}
	return false
}

// denseKill deletes a clause.
func (s *Solver) denseKill(d *dense, i int32) {
	s.denseForget(d, i)
	s.kill(d.clauses[i].ref)
	d.clauses[i].ref = crefNone
}

// denseForget removes a clause from the counts.
func (s *Solver) denseForget(d *dense, i int32) {
	for _, l := range s.lits(d.clauses[i].ref) {
		d.counts[l]--
		s.touch(l.Var())
	}
}

// denseRemove removes the literal l from a clause: ants imply that l is false if the
// other literals are. It returns false after a conflict.
func (s *Solver) denseRemove(d *dense, i int32, l Lit, ants ...ClauseID) bool {
	kept := s.without(d.clauses[i].ref, l)
	d.ids = append(d.ids[:0], ants...)
	id, unit, ok := s.denseDerive(d, i, kept)
	switch {
	case !ok:
		return false
	case unit != NoLit:
		return s.denseUnit(d, unit, id)
	}
	d.counts[l]--
	s.touch(l.Var())
	s.denseReplace(d, i, kept, id)
	return true
}

// denseDerive derives kept, a part of clause i, from it and the antecedents in d.ids.
// If kept is a unit, the clause is removed and its literal returned. The last result
// is false after a conflict: kept is empty, as its literals are false at level 0.
func (s *Solver) denseDerive(d *dense, i int32, kept []Lit) (id ClauseID, unit Lit, ok bool) {
	s.scratch.lits = kept
	ref := d.clauses[i].ref
	if len(kept) == 0 {
		s.setConflict(s.lits(ref), ref, 0)
		return 0, NoLit, false
	}
	d.ids = append(d.ids, s.clauseID(ref))
	id = s.derive(kept, d.ids)
	unit = NoLit
	if len(kept) == 1 {
		unit = kept[0]
		s.denseKill(d, i)
	}
	return id, unit, true
}

// denseReplace replaces a clause by the shorter clause c, and queues that.
func (s *Solver) denseReplace(d *dense, i int32, c []Lit, id ClauseID) {
	e := &d.clauses[i]
	e.sign(s.replace(e.ref, c, id), c)
	d.enqueue(i)
}

// enqueue queues a clause for backward subsumption.
func (d *dense) enqueue(i int32) {
	if !d.queued[i] {
		d.queued[i] = true
		d.queue = append(d.queue, i)
	}
}

// unqueue empties the queue.
func (d *dense) unqueue() {
	for _, i := range d.queue {
		d.queued[i] = false
	}
	d.queue = d.queue[:0]
}

// denseUnit makes l true at level 0 and propagates through the occurrence lists. Id is
// the unit clause. It returns false after a conflict.
func (s *Solver) denseUnit(d *dense, l Lit, id ClauseID) bool {
	switch s.vals[l] {
	case True:
		return true
	case False:
		return s.falseUnit(l, id)
	}
	from := len(s.trail)
	s.rootAssign(l, id)
	for ; from < len(s.trail); from++ {
		p := s.trail[from]
		for _, i := range d.occurs(p) {
			if d.has(s, i, p) {
				s.denseKill(d, i)
			}
		}
		for _, i := range d.occurs(p.Not()) {
			if d.has(s, i, p.Not()) && !s.denseShorten(d, i) {
				return false
			}
		}
	}
	return true
}

// denseShorten removes the false literals from a clause that is not true. It returns
// false after a conflict.
func (s *Solver) denseShorten(d *dense, i int32) bool {
	ref := d.clauses[i].ref
	kept := s.scratch.lits[:0]
	d.ids = d.ids[:0]
	for _, q := range s.lits(ref) {
		switch {
		case s.vals[q] == True:
			return true // it is deleted when q is propagated
		case s.vals[q] == Undef:
			kept = append(kept, q)
		case s.tracer != nil:
			d.ids = append(d.ids, s.proof.unitID[q.Var()])
		}
	}
	id, unit, ok := s.denseDerive(d, i, kept)
	switch {
	case !ok:
		return false
	case unit != NoLit:
		s.rootAssign(unit, id)
		return true
	}
	for _, q := range s.lits(ref) {
		if s.vals[q] == False {
			d.counts[q]--
		}
		s.touch(q.Var())
	}
	s.denseReplace(d, i, kept, id)
	return true
}

// has reports whether a clause is alive and has l: the list of l may be out of date.
func (d *dense) has(s *Solver, i int32, l Lit) bool {
	ref := d.clauses[i].ref
	return ref != crefNone && slices.Contains(s.lits(ref), l)
}

package sat

// dense is the irredundant clauses with full occurrence lists, which backward
// subsumption, elimination and blocked clauses use instead of watches.
type dense struct {
	clauses []denseClause
	queued  []bool      // by clause: in the queue
	queue   []int32     // clauses that backward has to try
	lists   []denseList // by literal: clauses that have it, or had it before
	pool    []int32     // the lists
	holes   int         // words of the pool that no list has any more
	counts  []int32     // by literal: clauses that have it
	marks   []bool      // by literal: in the clause at hand
	ids     []ClauseID
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
	total := 0
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return nil
		}
		if *s.meta(ref)&(metaDead|metaRedun) == 0 {
			for _, l := range s.lits(ref) {
				d.lists[l].room++
				total++
			}
		}
	}
	from := uint32(0)
	for l := range d.lists {
		d.lists[l].from = from
		from += d.lists[l].room
	}
	d.pool = make([]int32, total)
	d.clauses = make([]denseClause, 0, s.db.irredundant+s.db.irredundant/8)
	d.queued = make([]bool, 0, cap(d.clauses))
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return nil
		}
		if *s.meta(ref)&(metaDead|metaRedun) == 0 {
			s.denseAdd(d, ref)
		}
	}
	s.stats.Ticks += int64(total) / 4
	return d
}

// occurs is the list of l, until a clause with l is added.
func (d *dense) occurs(l Lit) []int32 {
	e := &d.lists[l]
	return d.pool[e.from : e.from+e.n : e.from+e.n]
}

// cut keeps the first n clauses of the list of l.
func (d *dense) cut(l Lit, n int) { d.lists[l].n = uint32(n) }

// drop empties the list of l, and gives its place up.
func (d *dense) drop(l Lit) {
	d.holes += int(d.lists[l].room)
	d.lists[l] = denseList{}
}

// list adds clause i to the list of l, which moves to the end of the pool if it is full.
func (d *dense) list(l Lit, i int32) {
	e := &d.lists[l]
	if e.n == e.room {
		if len(d.pool)+2*int(e.n)+4 > cap(d.pool) && d.holes > len(d.pool)/4 {
			d.pack()
		}
		list := d.occurs(l)
		d.holes += int(e.room)
		*e = denseList{uint32(len(d.pool)), e.n, 2*e.n + 4}
		d.pool = append(d.pool, list...)
		d.pool = append(d.pool, make([]int32, e.room-e.n)...)
	}
	d.pool[e.from+e.n] = i
	e.n++
}

// pack moves the lists to a new pool without holes. Lists that were read before stay
// valid.
func (d *dense) pack() {
	old := d.pool
	d.pool, d.holes = make([]int32, 0, len(old)), 0
	for l := range d.lists {
		e := &d.lists[l]
		from := uint32(len(d.pool))
		d.pool = append(d.pool, old[e.from:e.from+e.n]...)
		*e = denseList{from, e.n, e.n}
	}
}

// leaveDense drops the learned clauses with removed variables, and goes back to
// watches.
func (s *Solver) leaveDense() {
	for _, ref := range s.db.learned {
		if *s.meta(ref)&metaDead != 0 {
			continue
		}
		for _, l := range s.lits(ref) {
			if s.ext.inactive[l.Var()] {
				s.kill(ref)
				break
			}
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

// denseAdd adds a clause to the occurrence lists, and queues it unless it was tried.
func (s *Solver) denseAdd(d *dense, ref cref) {
	i := int32(len(d.clauses))
	c := s.lits(ref)
	d.clauses = append(d.clauses, denseClause{})
	d.clauses[i].sign(ref, c)
	d.queued = append(d.queued, false)
	if s.theory.prop != nil || *s.meta(ref)&metaSeen == 0 {
		d.enqueue(i)
	}
	for _, l := range c {
		d.list(l, i)
		d.counts[l]++
	}
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
	ref := d.clauses[i].ref
	kept := s.scratch.lits[:0]
	for _, q := range s.lits(ref) {
		if q != l {
			kept = append(kept, q)
		}
	}
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
	if s.tracer != nil {
		d.ids = append(d.ids, s.clauseID(ref))
		id = s.derive(kept, d.ids)
	}
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
		s.conflict.buf = append(s.conflict.buf[:0], l)
		s.setConflict(s.conflict.buf, crefNone, id)
		return false
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
	if ref == crefNone {
		return false
	}
	for _, q := range s.lits(ref) {
		if q == l {
			return true
		}
	}
	return false
}

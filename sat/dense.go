package sat

// dense is the irredundant clauses with full occurrence lists, which backward
// subsumption, elimination and blocked clauses use instead of watches.
type dense struct {
	clauses []denseClause
	occurs  [][]int32 // by literal: clauses that have it, or had it before
	counts  []int32   // by literal: clauses that have it
	marks   []bool    // by literal: in the clause at hand
	queue   []int32   // clauses that backward has to try
	ids     []ClauseID
}

// denseClause is a clause with occurrences.
type denseClause struct {
	ref    cref   // crefNone: deleted
	sig    uint64 // signature
	queued bool
}

// signature is a set of hashed variables: that of a clause contains those of the clauses
// that subsume it.
func signature(c []Lit) uint64 {
	sig := uint64(0)
	for _, l := range c {
		sig |= 1 << (uint32(l.Var()) * 0x9e3779b1 >> 26)
	}
	return sig
}

// enterDense makes the occurrence lists; no literal of a clause may have a value. It
// returns nil after a stop.
func (s *Solver) enterDense() *dense {
	d := &dense{
		occurs: make([][]int32, len(s.vals)),
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
				d.counts[l]++
				total++
			}
		}
	}
	space := make([]int32, total)
	for l, n := range d.counts {
		d.occurs[l], space = space[:0:n], space[n:]
		d.counts[l] = 0
	}
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
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	if s.conflict.found || !s.clean() {
		s.loseWatches()
		return
	}
	if s.rewatch() {
		s.propagateRoot()
	}
}

// denseAdd adds a clause to the occurrence lists, and queues it.
func (s *Solver) denseAdd(d *dense, ref cref) {
	i := int32(len(d.clauses))
	c := s.lits(ref)
	d.clauses = append(d.clauses, denseClause{ref, signature(c), true})
	d.queue = append(d.queue, i)
	for _, l := range c {
		d.occurs[l] = append(d.occurs[l], i)
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
	e.ref, e.sig = s.replace(e.ref, c, id), signature(c)
	if !e.queued {
		e.queued = true
		d.queue = append(d.queue, i)
	}
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
		for _, i := range d.occurs[p] {
			if d.has(s, i, p) {
				s.denseKill(d, i)
			}
		}
		for _, i := range d.occurs[p.Not()] {
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

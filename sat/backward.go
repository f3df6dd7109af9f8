package sat

// Backward subsumption and strengthening (Eén, Biere, SAT 2005): a clause removes
// those that contain it, and a literal from those that contain it except for the sign
// of that literal.

// backward compares the queued clauses with all others. It returns false after a
// conflict.
func (s *Solver) backward(d *dense, end int64) bool {
	for len(d.queue) > 0 && s.stats.Ticks < end && !s.lim.Stopped() {
		i := d.queue[len(d.queue)-1]
		d.queue = d.queue[:len(d.queue)-1]
		d.queued[i] = false
		ref := d.clauses[i].ref
		if ref == crefNone {
			continue
		}
		*s.meta(ref) |= metaBackward
		if !s.backwardClause(d, i) {
			return false
		}
	}
	return true
}

const (
	subsumeSize   = 100  // longer clauses subsume nothing
	subsumeOccurs = 1000 // nor do those whose rarest variable is in more clauses
)

// backwardClause compares a clause with those of its rarest variable. It returns false
// after a conflict.
func (s *Solver) backwardClause(d *dense, i int32) bool {
	c := s.lits(d.clauses[i].ref)
	if len(c) > subsumeSize {
		return true
	}
	best := c[0]
	for _, l := range c {
		if d.counts[l]+d.counts[l^1] < d.counts[best]+d.counts[best^1] {
			best = l
		}
	}
	if len(d.occurs(best))+len(d.occurs(best^1)) > subsumeOccurs {
		return true
	}
	d.mark(c, true)
	sig, n := d.clauses[i].sig, len(c)
	ok := true
	for _, l := range [...]Lit{best, best ^ 1} {
		list := d.occurs(l)
		for k := 0; ok && k < len(list); k++ {
			j := list[k]
			e := &d.clauses[j]
			if j == i || e.ref == crefNone || !e.mayContain(sig) || int(s.db.arena[e.ref]) < n {
				continue
			}
			s.stats.Ticks++
			switch remove, hit := s.subsumes(d, n, e.ref); {
			case !hit:
			case remove == NoLit:
				s.stats.Subsumed++
				s.denseKill(d, j)
			default:
				s.stats.Strengthened++
				ok = s.denseRemove(d, j, remove, s.clauseID(d.clauses[i].ref))
				if vanished(s, d, i, n) {
					k = len(list)
				}
			}
		}
		if vanished(s, d, i, n) {
			break
		}
	}
	d.mark(c, false)
	return ok
}

// vanished reports whether a clause is deleted, or no longer as long as it was.
func vanished(s *Solver, d *dense, i int32, n int) bool {
	ref := d.clauses[i].ref
	return ref == crefNone || int(s.db.arena[ref]) != n
}

// subsumes reports whether a clause has all n marked literals, one of them possibly
// negated: then that one is the first result.
func (s *Solver) subsumes(d *dense, n int, ref cref) (remove Lit, hit bool) {
	found := 0
	for _, l := range s.lits(ref) {
		switch {
		case d.marks[l]:
			found++
		case d.marks[l^1]:
			if remove != NoLit {
				return NoLit, false
			}
			remove = l
			found++
		}
	}
	return remove, found == n
}

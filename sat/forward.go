package sat

import "slices"

// Forward subsumption (Zhang, SAT 2005; the schedule is CaDiCaL's): clauses are tried
// in the order of their size, and each is compared with the smaller ones before it,
// each of which is listed at one literal, whose variable is its rarest. A clause that
// contains another one is removed; one that does except for the sign of a literal loses
// that literal. Learned clauses that are likely to be kept take part. One that subsumes
// an irredundant clause becomes irredundant.
//
// Of two clauses that are compared one is new: no round has tried it. If one contains
// the other, all variables of the smaller one and at least two of the larger one are in
// new clauses; others need not be listed, or tried. What the effort of a round did not
// reach is new again in the next.

// forward is the working memory of a round.
type forward struct {
	lists  []denseList     // of new clauses by literal, each followed by that of old ones
	listed []forwardClause // the lists
	counts []int32         // by variable: candidates that have it
	fresh  []bool          // by variable: in a new clause
	marks  []bool          // by literal: in the clause at hand
	cands  []cref          // clauses to try, by size
	ids    [2]ClauseID
}

// forwardClause is a listed clause.
type forwardClause struct {
	sig uint64 // signature
	ref cref
}

// forwardScan is how many words of clauses are read in a tick, before the first is tried.
const forwardScan = 8

// subsumeForward is a round of forward subsumption, if the effort saved for it pays for
// more than reading the clauses. Units that it finds are propagated afterwards: until then
// clauses that have one are left alone.
func (s *Solver) subsumeForward(ticks int64) {
	s.fwdSaved += ticks
	if s.fwdSaved <= int64(len(s.db.arena))/forwardScan {
		return
	}
	end := s.stats.Ticks + s.fwdSaved
	s.fwdSaved = 0
	f := s.beginForward()
	changed := false
	for i, ref := range f.cands {
		if s.stats.Ticks > end || s.lim.Stopped() {
			for _, ref := range f.cands[i:] {
				*s.meta(ref) &^= metaForward
			}
			break
		}
		if s.forwardClause(f, ref) == ref {
			s.forwardList(f, ref)
		} else {
			changed = true
		}
	}
	if changed {
		s.flushWatches()
		s.db.learned = slices.DeleteFunc(s.db.learned, func(ref cref) bool { return *s.meta(ref)&metaRedun == 0 })
	}
}

// beginForward finds the variables of new clauses, and collects the clauses to try.
func (s *Solver) beginForward() *forward {
	s.stats.Ticks += int64(len(s.db.arena)) / forwardScan
	f := &forward{
		lists:  make([]denseList, 2*len(s.vals)),
		counts: make([]int32, len(s.vars)),
		fresh:  make([]bool, len(s.vars)),
		marks:  make([]bool, len(s.vals)),
	}
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if *s.meta(ref)&metaForward == 0 && s.forwardable(ref) {
			for _, l := range s.lits(ref) {
				f.fresh[l.Var()] = true
			}
		}
	}
	var from [2*subsumeSize + 3]int // by size and kind: clauses, then where they begin
	var cands []cref
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if !s.forwardable(ref) || !f.mayContain(s.lits(ref)) {
			continue
		}
		cands = append(cands, ref)
		from[s.forwardOrder(ref)+1]++
		for _, l := range s.lits(ref) {
			f.counts[l.Var()]++
		}
	}
	for i := range len(from) - 1 {
		from[i+1] += from[i]
	}
	f.cands = make([]cref, len(cands))
	for _, ref := range cands {
		i := s.forwardOrder(ref)
		f.cands[from[i]] = ref
		from[i]++
		if list := s.forwardPlace(f, ref); list != nil {
			list.room++
		}
	}
	at := uint32(0)
	for i := range f.lists {
		f.lists[i].from = at
		at += f.lists[i].room
	}
	f.listed = make([]forwardClause, at)
	return f
}

// forwardable reports whether a clause takes part.
func (s *Solver) forwardable(ref cref) bool {
	m := *s.meta(ref)
	return m&metaDead == 0 && s.db.arena[ref] <= subsumeSize &&
		(m&metaRedun == 0 || m&usedMask != 0 || s.glue(ref) <= glueTier2)
}

// forwardOrder is the rank of a clause: by size, irredundant ones first.
func (s *Solver) forwardOrder(ref cref) int {
	return 2*int(s.db.arena[ref]) + int(*s.meta(ref)&metaRedun)
}

// mayContain reports whether a clause has two variables of new clauses.
func (f *forward) mayContain(c []Lit) bool {
	n := 0
	for _, l := range c {
		if f.fresh[l.Var()] {
			if n++; n == 2 {
				return true
			}
		}
	}
	return false
}

// forwardPlace is the list to which a clause belongs, or nil if no candidate contains it.
func (s *Solver) forwardPlace(f *forward, ref cref) *denseList {
	c := s.lits(ref)
	best := c[0]
	for _, l := range c {
		if !f.fresh[l.Var()] {
			return nil
		}
		if f.counts[l.Var()] < f.counts[best.Var()] {
			best = l
		}
	}
	if *s.meta(ref)&metaForward == 0 {
		return &f.lists[2*best]
	}
	return &f.lists[2*best+1]
}

// forwardList lists a clause that was tried and is as it was.
func (s *Solver) forwardList(f *forward, ref cref) {
	if list := s.forwardPlace(f, ref); list != nil {
		f.listed[list.from+list.n] = forwardClause{signature(s.lits(ref)), ref}
		list.n++
	}
	*s.meta(ref) |= metaForward
}

// forwardClause subsumes or strengthens a clause by those listed, and returns what is
// left of it.
func (s *Solver) forwardClause(f *forward, ref cref) cref {
	for {
		by, remove := s.forwardFind(f, ref)
		switch {
		case by == crefNone:
			return ref
		case remove == NoLit:
			s.stats.Subsumed++
			if *s.meta(ref)&metaRedun == 0 && *s.meta(by)&metaRedun != 0 {
				*s.meta(by) &^= metaRedun
				s.db.irredundant++
			}
			s.kill(ref)
			return crefNone
		}
		s.stats.Strengthened++
		kept := s.without(ref, remove)
		f.ids = [2]ClauseID{s.clauseID(by), s.clauseID(ref)}
		id := s.derive(kept, f.ids[:])
		if len(kept) == 1 {
			s.kill(ref)
			s.rootAssign(kept[0], id)
			return crefNone
		}
		ref = s.replace(ref, kept, id)
		s.attach(ref)
	}
}

// forwardFind returns a listed clause that subsumes the given one, or would without
// the literal of the second result, which it has negated.
func (s *Solver) forwardFind(f *forward, ref cref) (by cref, remove Lit) {
	c := s.lits(ref)
	s.stats.Ticks++
	for _, l := range c {
		if s.vals[l] != Undef {
			return crefNone, NoLit
		}
	}
	mark(f.marks, c, true)
	by, remove = s.forwardSearch(f, c, *s.meta(ref)&metaForward != 0)
	mark(f.marks, c, false)
	return by, remove
}

// forwardSearch is forwardFind for a clause whose literals are marked. An old clause is
// compared with new ones only.
func (s *Solver) forwardSearch(f *forward, c []Lit, old bool) (by cref, remove Lit) {
	sig := signature(c)
	for _, l := range c {
		for _, l := range [...]Lit{l, l ^ 1} {
			lists := f.lists[2*l : 2*l+2]
			if old {
				lists = lists[:1]
			}
			for _, list := range lists {
				if list.n == 0 {
					continue
				}
				s.stats.Ticks += 1 + int64(list.n>>2)
				for _, d := range f.listed[list.from : list.from+list.n] {
					if d.sig&^sig != 0 {
						continue
					}
					s.stats.Ticks++
					if remove, hit := f.subsumes(s.lits(d.ref)); hit {
						return d.ref, remove
					}
				}
			}
		}
	}
	return crefNone, NoLit
}

// subsumes reports whether all literals of a clause are marked. One of them may be
// marked with the other sign: then that marked literal is the first result.
func (f *forward) subsumes(d []Lit) (remove Lit, hit bool) {
	for _, l := range d {
		switch {
		case f.marks[l]:
		case f.marks[l^1] && remove == NoLit:
			remove = l ^ 1
		default:
			return NoLit, false
		}
	}
	return remove, true
}

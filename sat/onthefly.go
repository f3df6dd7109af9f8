package sat

// On-the-fly strengthening (Han, Somenzi, SAT 2009): if a resolvent in conflict
// analysis is one of its antecedents without the pivot, then it replaces that clause.
// If it has only one literal of the conflict level, the learned clause takes the place
// of the antecedent. Not with a propagator.
//
// The clause is replaced after backjumping. Then it is no reason, since it had the
// pivot, and at least two of its literals are unassigned.

// onTheFly is what on-the-fly strengthening has found in the present conflict.
type onTheFly struct {
	same    cref // the clause that has all literals of the resolvent, or crefNone
	shorter []shorter
	lits    []Lit
	kind    ClauseKind // of the learned clause
}

// shorter is a clause that can be strengthened: its literals that were assigned at the
// conflict level, at a trail position or after it, can be removed.
type shorter struct {
	ref      cref
	pos      uint32
	from, to int // what is left of it, in lits; nothing if the learned clause subsumes it
	id       ClauseID
}

// startOnTheFly begins with the conflict as the resolvent.
func (s *Solver) startOnTheFly() {
	f := &s.fly
	f.same, f.shorter, f.kind = crefNone, f.shorter[:0], Learned
	if s.conflict.ref >= arenaStart && *s.meta(s.conflict.ref)&metaLate == 0 {
		f.same = s.conflict.ref
	}
}

// seeResolvent compares the resolvent with its antecedents: the reason of l, and the
// resolvent before, which had n literals and the negation of l. A clause that can be
// strengthened is listed once, with the last pivot.
func (s *Solver) seeResolvent(l Lit, n int) {
	f := &s.fly
	vd := &s.vars[l.Var()]
	size := s.resolventSize()
	if size > n {
		f.same = crefNone
	}
	if vd.ref >= arenaStart && int(s.db.arena[vd.ref]) > size && s.sizeAboveRoot(vd.ref) == size+1 &&
		*s.meta(vd.ref)&metaLate == 0 && (f.same == crefNone || *s.meta(vd.ref)&metaRedun == 0) {
		f.same = vd.ref
	}
	if f.same == crefNone {
		return
	}
	if k := len(f.shorter); k > 0 && f.shorter[k-1].ref == f.same {
		f.shorter[k-1].pos = vd.pos
	} else {
		f.shorter = append(f.shorter, shorter{ref: f.same, pos: vd.pos})
	}
}

// resolventSize counts the literals of the resolvent. The first literal of learnt is a
// place for the asserting one.
func (s *Solver) resolventSize() int { return s.analysis.open + len(s.analysis.learnt) - 1 }

// sizeAboveRoot counts the literals of a clause that are not assigned at level 0.
func (s *Solver) sizeAboveRoot(ref cref) int {
	n := 0
	for _, q := range s.lits(ref) {
		if s.vars[q.Var()].level > 0 {
			n++
		}
	}
	return n
}

// deriveShorter computes what is left of the clauses, before backjumping.
func (s *Solver) deriveShorter() {
	f := &s.fly
	f.lits = f.lits[:0]
	for i := range f.shorter {
		h := &f.shorter[i]
		h.from = len(f.lits)
		open := 0
		for _, q := range s.lits(h.ref) {
			vd := &s.vars[q.Var()]
			if vd.level == 0 || vd.level == s.level && vd.pos >= h.pos {
				continue
			}
			if vd.level == s.level {
				open++
			}
			f.lits = append(f.lits, q)
		}
		if open == 1 && !s.shrinker.done {
			f.lits = f.lits[:h.from]
			if *s.meta(h.ref)&metaRedun == 0 {
				f.kind = Irredundant
			}
		}
		h.to = len(f.lits)
		if c := f.lits[h.from:]; len(c) > 0 && s.tracer != nil {
			h.id = s.derive(c, s.antecedents(s.conflict.lits, s.conflict.id, c))
		}
	}
}

// shorten replaces the clauses, after backjumping and once the learned clause is added.
func (s *Solver) shorten() {
	f := &s.fly
	for _, h := range f.shorter {
		s.stats.OnTheFly++
		s.unwatch(h.ref)
		if h.from == h.to {
			s.kill(h.ref)
			continue
		}
		ref := s.replace(h.ref, f.lits[h.from:h.to], h.id)
		s.orderWatches(s.lits(ref))
		s.attach(ref)
	}
}

package sat

import (
	"cmp"
	"slices"
)

// Forward subsumption (Zhang, SAT 2005; the schedule is CaDiCaL's): clauses are tried
// in the order of their size, and each is compared with the smaller ones before it,
// which are listed at their rarest literals. A clause that contains another one is
// removed; one that does except for the sign of a literal loses that literal. Learned
// clauses that are likely to be kept take part. One that subsumes an irredundant clause
// becomes irredundant.

// forward is the working memory of forward subsumption.
type forward struct {
	occurs [][]forwardClause // by literal: the clauses listed there
	counts []int32           // by literal: candidates that have it
	fresh  []bool            // by variable: in a candidate that no round has tried
	marks  []bool            // by literal: in the clause at hand
	cands  []cref            // clauses to try, by size
	ids    [2]ClauseID
}

// forwardClause is a listed clause.
type forwardClause struct {
	ref cref
	sig uint64 // signature
}

// forwardOccurs bounds the clauses that are listed at one literal.
const forwardOccurs = 200

// subsumeForward is a round of forward subsumption.
func (s *Solver) subsumeForward(ticks int64) {
	f := &s.fwd
	end := s.stats.Ticks + ticks
	s.forwardCandidates()
	changed := false
	for _, ref := range f.cands {
		if s.stats.Ticks > end || s.lim.Stopped() {
			break
		}
		n, ok := s.forwardClause(ref)
		changed = changed || n != ref
		if !ok {
			break
		}
		if n != crefNone {
			*s.meta(n) |= metaSeen
			s.forwardList(n)
		}
	}
	if changed {
		s.flushWatches()
		s.db.learned = slices.DeleteFunc(s.db.learned, func(ref cref) bool { return *s.meta(ref)&metaRedun == 0 })
	}
}

// forwardCandidates collects the clauses to try, and the variables of new ones.
func (s *Solver) forwardCandidates() {
	f := &s.fwd
	for len(f.occurs) < len(s.vals) {
		f.occurs = append(f.occurs, nil)
		f.counts = append(f.counts, 0)
		f.fresh = append(f.fresh, false)
		f.marks = append(f.marks, false)
	}
	for l := range f.occurs {
		f.occurs[l] = f.occurs[l][:0]
	}
	clear(f.counts)
	clear(f.fresh)
	f.cands = f.cands[:0]
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		m := *s.meta(ref)
		if m&metaDead != 0 || s.db.arena[ref] > subsumeSize ||
			m&metaRedun != 0 && m&usedMask == 0 && s.glue(ref) > glueTier2 {
			continue
		}
		f.cands = append(f.cands, ref)
		for _, l := range s.lits(ref) {
			f.counts[l]++
			if m&metaSeen == 0 {
				f.fresh[l.Var()] = true
			}
		}
	}
	slices.SortFunc(f.cands, func(a, b cref) int {
		return cmp.Or(cmp.Compare(s.db.arena[a], s.db.arena[b]), cmp.Compare(*s.meta(a)&metaRedun, *s.meta(b)&metaRedun), cmp.Compare(a, b))
	})
}

// forwardList lists a clause at its rarest literal.
func (s *Solver) forwardList(ref cref) {
	f := &s.fwd
	c := s.lits(ref)
	best := c[0]
	for _, l := range c[1:] {
		if f.counts[l] < f.counts[best] {
			best = l
		}
	}
	if len(f.occurs[best]) < forwardOccurs {
		f.occurs[best] = append(f.occurs[best], forwardClause{ref, signature(c)})
	}
}

// forwardClause subsumes or strengthens a clause by those listed. It returns what has
// become of the clause, and false if that is a unit.
func (s *Solver) forwardClause(ref cref) (cref, bool) {
	for {
		by, remove := s.forwardFind(ref)
		switch {
		case by == crefNone:
			return ref, true
		case remove == NoLit:
			s.stats.Subsumed++
			if *s.meta(ref)&metaRedun == 0 && *s.meta(by)&metaRedun != 0 {
				*s.meta(by) &^= metaRedun
				s.db.irredundant++
			}
			s.kill(ref)
			return crefNone, true
		}
		s.stats.Strengthened++
		kept := s.scratch.lits[:0]
		for _, l := range s.lits(ref) {
			if l != remove {
				kept = append(kept, l)
			}
		}
		s.scratch.lits = kept
		var id ClauseID
		if s.tracer != nil {
			s.fwd.ids = [2]ClauseID{s.clauseID(by), s.clauseID(ref)}
			id = s.derive(kept, s.fwd.ids[:])
		}
		if len(kept) == 1 {
			s.kill(ref)
			s.rootAssign(kept[0], id)
			return crefNone, false
		}
		ref = s.replace(ref, kept, id)
		s.attach(ref)
	}
}

// forwardFind returns a listed clause that subsumes the given one, or would without
// the literal of the second result, which it has negated.
func (s *Solver) forwardFind(ref cref) (by cref, remove Lit) {
	f := &s.fwd
	c := s.lits(ref)
	fresh := 0
	for _, l := range c {
		if f.fresh[l.Var()] {
			fresh++
		}
	}
	if fresh < 2 {
		return crefNone, NoLit
	}
	for _, l := range c {
		f.marks[l] = true
	}
	sig := signature(c)
search:
	for _, l := range c {
		for _, l := range [...]Lit{l, l ^ 1} {
			s.stats.Ticks += int64(len(f.occurs[l]) >> 2)
			for _, d := range f.occurs[l] {
				if d.sig&^sig != 0 {
					continue
				}
				s.stats.Ticks++
				if r, hit := subsumed(f.marks, s.lits(d.ref)); hit {
					by, remove = d.ref, r
					break search
				}
			}
		}
	}
	for _, l := range c {
		f.marks[l] = false
	}
	return by, remove
}

// subsumed reports whether all literals of a clause are marked. One of them may be
// marked with the other sign: then that marked literal is the first result.
func subsumed(marks []bool, d []Lit) (remove Lit, hit bool) {
	for _, l := range d {
		switch {
		case marks[l]:
		case marks[l^1] && remove == NoLit:
			remove = l ^ 1
		default:
			return NoLit, false
		}
	}
	return remove, true
}

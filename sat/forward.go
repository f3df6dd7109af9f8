package sat

import (
	"cmp"
	"slices"
)

// Forward subsumption (Zhang, SAT 2005; the schedule is CaDiCaL's): clauses are
// looked at in the order of their size, and each is compared with the smaller ones
// that came before, of which every one is listed at its rarest literal. One that
// contains another goes; one that contains it but for a sign loses a literal.
// Learned clauses that are likely to be kept take part. One that subsumes an
// irredundant clause is irredundant from then on.

type forward struct {
	occurs [][]forwardClause // by literal
	counts []int32           // by literal
	fresh  []bool            // by variable: in a clause that no pass has looked at
	marks  []bool            // by literal: in the clause at hand
	cands  []cref
	ids    [2]ClauseID
}

type forwardClause struct {
	ref cref
	sig uint64 // of its variables
}

// forwardOccurs bounds the clauses that are listed at one literal.
const forwardOccurs = 200

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

// forwardCandidates collects the clauses by size, and what is new among them.
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

// forwardClause compares a clause with those listed until they have no more to
// say. It returns what has become of it, and false if that is a unit.
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

// forwardFind returns a listed clause that subsumes the given one, or does so but
// for the sign of a literal, which is the second result.
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

// subsumed reports whether a clause is a part of the marked literals. If it is but
// for one literal that is marked with the other sign, that one is the first result.
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

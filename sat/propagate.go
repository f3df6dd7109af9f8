package sat

// propagate runs unit propagation and the propagator to a common fixpoint. It returns
// false if a clause is false, which is in s.conflict then, or an assumption that waits,
// which is in s.wait.violated then.
func (s *Solver) propagate() bool {
	for {
		if s.conflict.found {
			return false
		}
		if s.late.dirty && !s.reimply() {
			return false
		}
		if !s.propagateUnits() {
			return false
		}
		if s.stop.seen {
			return true
		}
		if s.level == 0 {
			s.settleRoot()
		}
		if s.theory.prop == nil {
			return true
		}
		s.propagateTheory()
		if !s.conflict.found && s.head == len(s.trail) && !s.late.dirty && len(s.theory.unreported) == 0 {
			return true
		}
	}
}

// propagateUnits is unit propagation over two watched literals. After a stop it returns
// early, without a conflict.
func (s *Solver) propagateUnits() bool {
	if s.rewatching.left > 0 && !s.watchAgain() {
		s.stop.seen = true
		return true
	}
	var (
		vals    = s.vals
		vars    = s.vars
		arena   = s.db.arena
		avoided = s.wait.forbidden
		head    = s.head
		start   = head
		ticks   = int64(0)
		seeks   = s.theory.prop == nil
	)
	for head < len(s.trail) {
		p := s.trail[head]
		if avoided[p] && s.level > 0 {
			s.endUnits(head, start, ticks)
			s.wait.violated = p ^ 1
			return false
		}
		head++
		if (head-start)&1023 == 0 && s.lim.Stopped() {
			s.stop.seen = true
			break
		}
		f := p ^ 1 // the literal that became false
		ws := s.watches.of(f)
		ticks += int64(len(ws) >> 3)
		i, j := 0, 0
		for {
			for i < len(ws) && vals[ws[i].blocker] > 0 {
				ws[j] = ws[i]
				i++
				j++
			}
			if i == len(ws) {
				break
			}
			w := ws[i]
			bv := vals[w.blocker]
			i++
			if w.ref&binaryFlag != 0 {
				ws[j] = w
				j++
				ref := w.ref &^ binaryFlag
				if bv < 0 {
					j += copy(ws[j:], ws[i:])
					s.watches.cut(f, j)
					s.endUnits(head, start, ticks)
					s.setConflict(s.lits(ref), ref, 0)
					return false
				}
				vals[w.blocker] = True
				vals[w.blocker^1] = False
				vars[w.blocker>>1] = varData{s.level, uint32(len(s.trail)), ref, f}
				s.trail = append(s.trail, w.blocker)
				continue
			}
			ticks++
			base := int(w.ref) + offLits
			c := arena[base : base+int(arena[w.ref])]
			other := c[0] ^ c[1] ^ f
			ov := vals[other]
			if ov > 0 {
				ws[j] = watch{other, w.ref}
				j++
				continue
			}
			k := 2
			if seeks && len(c) >= longClause {
				k = seek(vals, c, &arena[w.ref+offMeta])
			} else {
				for k < len(c) && vals[c[k]] < 0 {
					k++
				}
			}
			if k < len(c) {
				l := c[k]
				if vals[l] > 0 {
					// It stays true as long as f is false.
					ws[j] = watch{l, w.ref}
					j++
				} else {
					c[0], c[1], c[k] = other, l, f
					to := &s.watches.lists[l]
					if to.n == to.room {
						s.watches.move(to)
						ws = s.watches.of(f)
					}
					s.watches.pool[to.from+to.n] = watch{other, w.ref}
					to.n++
				}
				continue
			}
			c[0], c[1] = other, f
			ws[j] = watch{other, w.ref}
			j++
			if ov < 0 {
				j += copy(ws[j:], ws[i:])
				s.watches.cut(f, j)
				s.endUnits(head, start, ticks)
				s.setConflict(c, w.ref, 0)
				return false
			}
			vals[other] = True
			vals[other^1] = False
			vars[other>>1] = varData{s.level, uint32(len(s.trail)), w.ref, 0}
			s.trail = append(s.trail, other)
		}
		s.watches.cut(f, j)
	}
	s.endUnits(head, start, ticks)
	return true
}

// longClause is the size from which on a clause remembers where seek found a literal.
const longClause = 7

// seek finds a literal of a long clause that is not false, apart from the watched ones.
// It begins where it found one the last time (Gent, JAIR 2013).
func seek(vals []Value, c []Lit, meta *Lit) int {
	from := max(2, int(*meta&placeMask>>placeShift))
	k := from
	for k < len(c) && vals[c[k]] < 0 {
		k++
	}
	if k == len(c) {
		k = 2
		for k < from && vals[c[k]] < 0 {
			k++
		}
		if k == from {
			return len(c)
		}
	}
	*meta = *meta&^placeMask | Lit(min(k, maxPlace))<<placeShift
	return k
}

// endUnits stores the counters of propagateUnits.
func (s *Solver) endUnits(head, start int, ticks int64) {
	s.head = head
	s.stats.Propagations += int64(head - start)
	s.stats.Ticks += ticks
}

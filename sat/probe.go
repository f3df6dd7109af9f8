package sat

// Inprocessing opens levels of its own above level 0: they are not reported to the
// propagator, and leave phases and the decision heap as they are. Failed literal probing
// (here), vivification and transitive reduction use them.

// prober is the state of failed literal probing.
type prober struct {
	rootSize []int32 // by literal: number of literals at level 0 when it was last probed, or -1
	last     Var     // the last one that was looked at
}

// probeDecide opens a level with the decision l.
func (s *Solver) probeDecide(l Lit) {
	s.levels = append(s.levels, int32(len(s.trail)))
	s.level++
	s.analysis.growLevel(s.level)
	s.assign(l, crefNone, 0)
}

// probeBacktrack undoes levels above the given one.
func (s *Solver) probeBacktrack(level int32) {
	if s.level <= level {
		return
	}
	from := int(s.levels[level])
	for _, l := range s.trail[from:] {
		s.vals[l] = Undef
		s.vals[l^1] = Undef
	}
	s.trail = s.trail[:from]
	s.levels = s.levels[:level]
	s.level = level
	s.head = min(s.head, from)
}

// blame appends to dst the negated decisions on which the false literals from depend,
// without the literal except. It reports whether the clause avoid took part.
func (s *Solver) blame(from []Lit, except Lit, avoid cref, dst []Lit) ([]Lit, bool) {
	used := false
	for _, l := range from {
		if l != except {
			s.seeCore(l)
		}
	}
	for i := 0; i < len(s.analysis.analyzed); i++ {
		v := s.analysis.analyzed[i]
		ref := s.vars[v].ref
		if ref == crefNone {
			dst = append(dst, s.trueLit(v).Not())
			continue
		}
		used = used || ref == avoid
		for _, q := range s.lits(ref) {
			s.seeCore(q)
		}
	}
	s.clearSeen()
	return dst, used
}

// probe decides the literals that are roots of the binary implication graph. One whose
// propagation ends in a conflict is false: a failed literal. A round begins where the one
// before ended.
func (s *Solver) probe(ticks int64) {
	p := &s.probing
	end := s.stats.Ticks + ticks
	for range len(s.vars) - 1 {
		if p.last++; int(p.last) >= len(s.vars) {
			p.last = 1
		}
		v := p.last
		if v&1023 == 0 && s.lim.Stopped() {
			return
		}
		for _, l := range [...]Lit{v.Pos(), v.Neg()} {
			if s.vals[l] != Undef || s.ext.inactive[v] || s.probed(l) || !s.isRoot(l) {
				continue
			}
			p.rootSize[l] = int32(s.rootSize())
			s.probeDecide(l)
			failed := !s.propagateUnits()
			s.stats.Ticks += 1 + int64(len(s.trail)-s.rootSize())/4 // chains of binary clauses have no ticks else
			if failed && !s.failed(l) {
				return
			}
			s.probeBacktrack(0)
			if s.lim.Stopped() || s.stats.Ticks > end {
				return
			}
		}
	}
}

// probed reports whether a literal was probed, and level 0 has not grown since.
func (s *Solver) probed(l Lit) bool {
	p := &s.probing
	p.rootSize = lengthen(p.rootSize, len(s.vals), -1)
	return int(p.rootSize[l]) == s.rootSize()
}

// isRoot reports whether l implies other literals by binary clauses, and none implies l.
func (s *Solver) isRoot(l Lit) bool {
	return s.hasBinary(l.Not()) && !s.hasBinary(l)
}

func (s *Solver) hasBinary(l Lit) bool {
	for _, w := range s.watches.of(l) {
		if w.ref&binaryFlag != 0 {
			return true
		}
	}
	return false
}

// failed learns that l is false from the conflict that its propagation ended in. It
// returns false after a conflict at level 0.
func (s *Solver) failed(l Lit) bool {
	s.stats.Failed++
	s.conflict.found = false
	s.scratch.lits = append(s.scratch.lits[:0], l.Not())
	id := s.derive(s.scratch.lits, s.antecedents(s.conflict.lits, s.conflict.id, s.scratch.lits))
	s.probeBacktrack(0)
	return s.rootUnit(l.Not(), id)
}

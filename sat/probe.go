package sat

// probe decides literals that imply others by binary clauses and are implied by
// none. One whose propagation ends in a conflict is false: a failed literal.
func (s *Solver) probe(ticks int64) {
	end := s.stats.Ticks + ticks
	for v := Var(1); int(v) < len(s.vars); v++ {
		if v&1023 == 0 && s.lim.Stopped() {
			return
		}
		for _, l := range [...]Lit{v.Pos(), v.Neg()} {
			if s.vals[l] != Undef || s.ext.gone[v] || s.probed(l) || !s.isRoot(l) {
				continue
			}
			s.inproc.probed[l] = int32(s.rootSize())
			s.quietDecide(l)
			failed := !s.propagateUnits()
			s.stats.Ticks++
			if failed && !s.failed(l) {
				return
			}
			s.quietBacktrack(0)
			if s.lim.Stopped() || s.stats.Ticks > end {
				return
			}
		}
	}
}

// probed reports whether a literal was probed since the last literal at level 0.
func (s *Solver) probed(l Lit) bool {
	p := &s.inproc
	for len(p.probed) < len(s.vals) {
		p.probed = append(p.probed, -1)
	}
	return int(p.probed[l]) == s.rootSize()
}

// isRoot reports whether l is in no binary clause, but its negation is.
func (s *Solver) isRoot(l Lit) bool {
	return s.hasBinary(l.Not()) && !s.hasBinary(l)
}

func (s *Solver) hasBinary(l Lit) bool {
	for _, w := range s.watches[l] {
		if w.ref&binaryFlag != 0 {
			return true
		}
	}
	return false
}

// failed learns that l is false, from the conflict that its propagation ended in.
func (s *Solver) failed(l Lit) bool {
	s.stats.Failed++
	s.hasConflict = false
	s.learnt = append(s.learnt[:0], l.Not())
	var id ClauseID
	if s.tracer != nil {
		id = s.derive(s.learnt, s.antecedents(s.conflict, s.conflictID, s.learnt))
	}
	s.quietBacktrack(0)
	return s.rootUnit(l.Not(), id)
}

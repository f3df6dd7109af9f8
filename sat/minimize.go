package sat

// minimizer is the working memory of clause minimization.
type minimizer struct {
	visited []Var // variables that have marks of minimization only
	stack   []minFrame
	binary  [1]Lit // what reasonSide returns for a binary clause
}

// minFrame is a variable under examination, and how far its reason is read.
type minFrame struct {
	v Var
	i int32
}

// minimize removes the literals from the learned clause that are false whenever its
// others are (recursive minimization, with an explicit stack).
func (s *Solver) minimize() {
	s.computeGlue(s.analysis.learnt) // stamps the clause's levels
	kept := s.analysis.learnt[:1]
	for _, l := range s.analysis.learnt[1:] {
		if !s.implied(l.Var()) {
			kept = append(kept, l)
		}
	}
	s.stats.MinimizedLiterals += int64(len(s.analysis.learnt) - len(kept))
	s.analysis.learnt = kept
}

// implied reports whether the literal of v in the learned clause is false whenever the
// others are.
func (s *Solver) implied(v Var) bool {
	if !s.expandable(v) {
		return false
	}
	stack := append(s.minimizer.stack[:0], minFrame{v, 0})
	result := true
walk:
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		c := s.reasonSide(top.v)
		for int(top.i) < len(c) {
			q := c[top.i].Var()
			top.i++
			if q == top.v || s.vars[q].level == 0 || s.analysis.seen[q]&(seenClause|seenRemovable) != 0 {
				continue
			}
			if s.analysis.seen[q]&seenPoison != 0 || s.analysis.stamps[s.vars[q].level] != s.analysis.stamp || !s.expandable(q) {
				result = false
				break walk
			}
			stack = append(stack, minFrame{q, 0})
			continue walk
		}
		s.markMinimized(top.v, seenRemovable)
		stack = stack[:len(stack)-1]
	}
	for _, f := range stack {
		s.markMinimized(f.v, seenPoison)
	}
	s.minimizer.stack = stack
	return result
}

// reasonSide is the literals on which the literal of v depends; that literal itself may be
// among them. It is valid until the next call. Binary clauses are not looked up.
func (s *Solver) reasonSide(v Var) []Lit {
	if vd := &s.vars[v]; vd.ref >= arenaStart && vd.other != NoLit {
		s.minimizer.binary[0] = vd.other
		return s.minimizer.binary[:]
	}
	c, _ := s.reason(v)
	return c
}

// expandable reports whether v has a reason that minimization may use.
func (s *Solver) expandable(v Var) bool {
	switch s.vars[v].ref {
	case crefNone:
		return false
	case crefTheory:
		if !s.opt.ExplainInMinimization {
			return false
		}
		s.explain(s.trueLit(v))
	}
	return true
}

func (s *Solver) markMinimized(v Var, mark uint8) {
	if s.analysis.seen[v] == 0 {
		s.minimizer.visited = append(s.minimizer.visited, v)
	}
	s.analysis.seen[v] |= mark
}

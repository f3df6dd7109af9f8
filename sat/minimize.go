package sat

import "math"

// minimizer is the working memory of clause minimization.
type minimizer struct {
	visited []Var // variables that have marks of minimization only
	stack   []minFrame
	levels  []levelNote // by level; those of the learned clause are valid
	binary  [1]Lit      // what reasonSide returns for a binary clause
}

// minFrame is a variable under examination, and how far its reason is read.
type minFrame struct {
	v Var
	i int32
}

// minimize removes the literals from the learned clause that are false whenever its
// others are (recursive minimization, with an explicit stack).
func (s *Solver) minimize() {
	s.noteLevels(s.analysis.learnt)
	kept := s.analysis.learnt[:1]
	for _, l := range s.analysis.learnt[1:] {
		if s.aloneOnLevel(l.Var()) || !s.implied(l.Var()) {
			kept = append(kept, l)
		}
	}
	s.stats.MinimizedLiterals += int64(len(s.analysis.learnt) - len(kept))
	s.analysis.learnt = kept
}

// levelNote is what minimization knows about the literals of the learned clause that are
// of one level. A literal depends on others of its level, unless its clause is late. So it
// is not implied if it was assigned before them, or if there are none (Knuth, TAOCP 4B).
type levelNote struct {
	first uint32 // the least trail position
	many  bool   // there is more than one literal
}

// noteLevels stamps and notes the levels of the learned clause.
func (s *Solver) noteLevels(c []Lit) {
	s.computeGlue(c)
	if s.theory.prop != nil {
		return // its literals may depend on lower levels only
	}
	m := &s.minimizer
	m.levels = lengthen(m.levels, int(s.level)+1, levelNote{})
	for _, l := range c {
		m.levels[s.vars[l.Var()].level] = levelNote{first: math.MaxUint32}
	}
	for _, l := range c {
		vd := &s.vars[l.Var()]
		n := &m.levels[vd.level]
		n.many = n.first != math.MaxUint32
		n.first = min(n.first, vd.pos)
	}
}

// aloneOnLevel reports whether v is the only variable of its level in the clause.
func (s *Solver) aloneOnLevel(v Var) bool {
	return s.theory.prop == nil && !s.minimizer.levels[s.vars[v].level].many
}

// beforeLevel reports whether the clause has no literal of the level, or only later ones.
func (s *Solver) beforeLevel(vd *varData) bool {
	return s.analysis.stamps[vd.level] != s.analysis.stamp ||
		s.theory.prop == nil && vd.pos < s.minimizer.levels[vd.level].first
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
			if s.analysis.seen[q]&seenPoison != 0 || s.beforeLevel(&s.vars[q]) || !s.expandable(q) {
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

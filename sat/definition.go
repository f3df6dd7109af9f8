package sat

// Definitions are found semantically (Fleury, Biere, POS 2021): if the clauses with v and
// those with its negation contradict each other without these literals, then the core of
// the contradiction defines v, whatever its form. Resolvents of two other clauses are
// implied; those of two clauses of the core are not, unlike a gate's.

const definitionTicks = 2000 // of the small solver for a question

// findDefinition looks for a definition of v. It leaves the clauses in eliminator.gate. If
// v turns out to be a unit, it becomes one.
func (s *Solver) findDefinition(d *dense, v Var) bool {
	e := &s.elim
	pos, neg := d.occurs(v.Pos()), d.occurs(v.Neg())
	if s.theory.prop != nil || len(pos)*len(neg) <= len(pos)+len(neg) {
		return false // with few clauses there are few resolvents
	}
	k := &s.small
	k.reset(len(s.vars))
	for i := range pos {
		k.addWithout(ClauseID(pos[i]), v.Pos(), s.lits(d.clauses[pos[i]].ref)...)
	}
	for i := range neg {
		k.addWithout(ClauseID(neg[i]), v.Neg(), s.lits(d.clauses[neg[i]].ref)...)
	}
	ticks := k.ticks
	answer := k.solve(ticks + definitionTicks)
	s.stats.Ticks += k.cost(ticks)
	if answer != False {
		return false
	}
	e.gate, e.whole = e.gate[:0], true
	used := 0 // of the positive ones
	for i, needed := range k.needed()[:k.added] {
		if needed {
			e.gate = append(e.gate, int32(k.clauses[i].id))
			if i < len(pos) {
				used++
			}
		}
	}
	switch used {
	case 0:
		s.definedUnit(d, v.Neg())
		return false
	case len(e.gate):
		s.definedUnit(d, v.Pos())
		return false
	}
	return true
}

// definedUnit makes a literal true that is in all clauses of eliminator.gate, which
// contradict each other without it.
func (s *Solver) definedUnit(d *dense, l Lit) {
	k := &s.small
	k.reset(len(s.vars))
	k.suppose([]Lit{l})
	for _, i := range s.elim.gate {
		ref := d.clauses[i].ref
		k.add(s.clauseID(ref), s.lits(ref)...)
	}
	if id, ok := k.derive(s, []Lit{l}); ok {
		s.denseUnit(d, l, id)
	}
}

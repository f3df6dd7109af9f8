package sat

// Bounded variable elimination (Eén, Biere, SAT 2005): the clauses of a variable
// are replaced by their resolvents on it, if there are not many more of them. If some
// clauses define the variable as the output of a gate, only the resolvents of a gate
// clause and another clause are needed.

// eliminator schedules elimination.
type eliminator struct {
	done  []bool  // by variable: tried, and none of its clauses was removed since
	bound int     // how many more clauses an elimination may leave
	heap  varHeap // variables to try, the cheapest first
	gate  []int32 // clauses of the gate at hand
}

const (
	eliminateOccurs = 100 // of a literal
	eliminateSize   = 100 // of a resolvent
	eliminateBound  = 16  // greatest bound
)

// touch notes that a clause with v was removed, so that v is tried again.
func (s *Solver) touch(v Var) {
	if e := &s.elim; int(v) < len(e.done) {
		e.done[v] = false
	}
}

// eliminate alternates backward subsumption and elimination.
func (s *Solver) eliminate(ticks int64) {
	e := &s.elim
	end := s.stats.Ticks + ticks
	for len(e.done) < len(s.vars) {
		e.done = append(e.done, false)
	}
	frozen := s.freezeWanted()
	d := s.enterDense()
	complete := false
	for ok := d != nil; ok && !complete && s.stats.Ticks < end && !s.lim.Stopped(); {
		ok = s.backward(d, end)
		if ok && len(d.queue) == 0 {
			complete, ok = s.eliminateAll(d, end)
		}
	}
	if d != nil {
		s.leaveDense()
	}
	for _, v := range frozen {
		s.ext.frozen[v] = false
	}
	if complete && e.bound < eliminateBound {
		e.bound = max(1, 2*e.bound)
		clear(e.done)
	}
}

// eliminateAll tries the variables that are not done, rare ones first. Complete means
// that there was none; ok is false after a conflict.
func (s *Solver) eliminateAll(d *dense, end int64) (complete, ok bool) {
	e := &s.elim
	e.heap.clear()
	for len(e.heap.act) < len(s.vars) {
		e.heap.grow()
	}
	for v := Var(1); int(v) < len(s.vars); v++ {
		if s.lim.Stopped() {
			return false, true
		}
		if !e.done[v] && s.removable(v) {
			e.heap.act[v] = -d.cost(v)
			e.heap.insert(v)
		}
	}
	complete = len(e.heap.list) == 0
	for len(e.heap.list) > 0 {
		if s.stats.Ticks > end || s.lim.Stopped() {
			return false, true
		}
		v := e.heap.pop()
		e.done[v] = true
		if s.removable(v) && !s.eliminateVar(d, v) {
			return false, false
		}
	}
	return complete, true
}

// cost is about the number of resolvents on v.
func (d *dense) cost(v Var) float64 {
	return float64(d.counts[v.Pos()]) * float64(d.counts[v.Neg()])
}

// eliminateVar eliminates v if that leaves few enough clauses. It returns false after a conflict.
func (s *Solver) eliminateVar(d *dense, v Var) bool {
	pos, neg := v.Pos(), v.Neg()
	if d.counts[pos] > eliminateOccurs || d.counts[neg] > eliminateOccurs {
		return true
	}
	d.compact(s, pos)
	d.compact(s, neg)
	if len(d.occurs(pos))+len(d.occurs(neg)) == 0 {
		return true // it is in no clause: the search gives it a value
	}
	gates := s.findGate(d, v)
	if !s.fewResolvents(d, v, gates) {
		return true
	}
	s.stats.Eliminated++
	if gates {
		s.stats.Gates++
	}
	for _, i := range d.occurs(pos) {
		for _, j := range d.occurs(neg) {
			if gates && d.inGate(s, i) == d.inGate(s, j) {
				continue
			}
			if !s.addResolvent(d, i, j, pos) {
				return false
			}
			if s.vals[pos] != Undef {
				return true
			}
		}
	}
	s.beginRecord(v)
	for _, l := range [...]Lit{pos, neg} {
		for _, i := range d.occurs(l) {
			ref := d.clauses[i].ref
			if ref == crefNone {
				continue
			}
			s.recordClause(s.lits(ref), s.clauseID(ref))
			s.denseForget(d, i)
			s.bury(ref)
			d.clauses[i].ref = crefNone
		}
		d.cut(l, 0)
	}
	return true
}

// compact brings the list of l up to date.
func (d *dense) compact(s *Solver, l Lit) {
	list := d.occurs(l)
	kept := list[:0]
	for _, i := range list {
		if d.has(s, i, l) {
			kept = append(kept, i)
		}
	}
	d.cut(l, len(kept))
	s.stats.Ticks += int64(len(kept))
}

// fewResolvents reports whether the resolvents that are not tautologies are few and
// short enough.
func (s *Solver) fewResolvents(d *dense, v Var, gates bool) bool {
	pos, neg := d.occurs(v.Pos()), d.occurs(v.Neg())
	limit := len(pos) + len(neg) + s.elim.bound
	for _, i := range pos {
		c := s.lits(d.clauses[i].ref)
		d.mark(c, true)
		for _, j := range neg {
			if gates && d.inGate(s, i) == d.inGate(s, j) {
				continue
			}
			s.stats.Ticks++
			n := len(c) - 1
			for _, l := range s.lits(d.clauses[j].ref) {
				if l.Var() == v || d.marks[l] {
					continue
				}
				if d.marks[l^1] {
					n = -1
					break
				}
				n++
			}
			if n < 0 {
				continue
			}
			if limit--; limit < 0 || n > eliminateSize {
				d.mark(c, false)
				return false
			}
		}
		d.mark(c, false)
	}
	return true
}

// mark sets or clears the marks of a clause's literals.
func (d *dense) mark(c []Lit, on bool) {
	for _, l := range c {
		d.marks[l] = on
	}
}

// addResolvent adds the resolvent of two clauses, the first one with pos, if it
// is not a tautology. It returns false after a conflict.
func (s *Solver) addResolvent(d *dense, i, j int32, pos Lit) bool {
	a, b := d.clauses[i].ref, d.clauses[j].ref
	if a == crefNone || b == crefNone {
		return true // true at level 0
	}
	c := s.lits(a)
	d.mark(c, true)
	r := s.scratch.lits[:0]
	taut := false
	for _, l := range s.lits(b) {
		switch {
		case l == pos.Not() || d.marks[l]:
		case d.marks[l^1]:
			taut = true
		default:
			r = append(r, l)
		}
	}
	d.mark(c, false)
	if taut {
		s.scratch.lits = r
		return true
	}
	for _, l := range c {
		if l != pos {
			r = append(r, l)
		}
	}
	s.scratch.lits = r
	s.stats.Resolvents++
	var id ClauseID
	if s.tracer != nil {
		d.ids = append(d.ids[:0], s.clauseID(a), s.clauseID(b))
		id = s.derive(r, d.ids)
	}
	if len(r) == 1 {
		return s.denseUnit(d, r[0], id)
	}
	s.denseAdd(d, s.newClause(r, Irredundant, len(r), id))
	return true
}

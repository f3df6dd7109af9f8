package sat

// Bounded variable elimination (Eén, Biere, SAT 2005): the clauses of a variable
// are replaced by their resolvents on it, if there are not many more of them. If some
// clauses define the variable as the output of a gate, only the resolvents of a gate
// clause and another clause are needed.

// eliminator schedules elimination.
type eliminator struct {
	done  []bool  // by variable: tried, and none of its clauses was removed since
	bound int     // how many more clauses an elimination may leave
	saved int64   // effort not spent so far
	ran   bool    // it ran, so later effort is a share of the search's
	dense *dense  // while it runs
	heap  varHeap // variables to try, the cheapest first, while it runs
	gate  []int32 // clauses of the gate or definition at hand
	whole bool    // they are a definition
}

const (
	eliminateOccurs = 100 // of a literal
	eliminateSize   = 100 // of a resolvent
	eliminateBound  = 16  // greatest bound
	eliminateFirst  = 20  // least effort of the first round for each literal of the clauses
	eliminateWait   = 4   // effort of the search for each literal before the first round
	eliminateEnter  = 1   // effort for each literal that pays for the lists
)

// touch notes that a clause with v was removed, so that v is tried again.
func (s *Solver) touch(v Var) {
	e := &s.elim
	if int(v) >= len(e.done) {
		return
	}
	e.done[v] = false
	if e.dense != nil {
		s.schedule(v)
	}
}

// schedule puts v where it belongs in the heap.
func (s *Solver) schedule(v Var) {
	h := &s.elim.heap
	if h.pos[v] < 0 && !s.removable(v) {
		return
	}
	h.act[v] = -s.elim.dense.cost(v)
	if p := h.pos[v]; p < 0 {
		h.insert(v)
	} else {
		h.up(int(p))
		h.down(int(h.pos[v]))
	}
}

// eliminate runs elimination with backward subsumption, if there is anything to try and
// the effort pays for the lists. Otherwise it saves the effort.
func (s *Solver) eliminate(ticks int64) {
	e := &s.elim
	e.done = lengthen(e.done, len(s.vars), false)
	words := int64(len(s.db.arena) - s.db.waste - hdrWords*(s.db.irredundant+len(s.db.learned)))
	if s.theory.prop != nil {
		words = 0
	}
	if e.saved += ticks; !e.ran {
		e.saved = max(e.saved, eliminateFirst*words)
	}
	paid := e.ran || s.opt.Stress || s.stats.Ticks >= eliminateWait*words
	if paid && e.saved > eliminateEnter*words && s.eliminable() {
		e.ran = true
		ticks, e.saved = e.saved, 0
		s.watches.drop()
		s.loseWatches()
		if d := s.enterDense(); d != nil {
			s.eliminateAll(d, s.stats.Ticks+ticks)
			s.leaveDense()
		}
	}
}

// eliminable reports whether a variable is to be tried.
func (s *Solver) eliminable() bool {
	for v := Var(1); int(v) < len(s.vars); v++ {
		if !s.elim.done[v] && s.removable(v) {
			return true
		}
	}
	return false
}

// eliminateAll tries the variables that are not done, and raises the bound when all are.
// At most half of the effort goes to the clauses that backward subsumption has not tried.
func (s *Solver) eliminateAll(d *dense, end int64) {
	e := &s.elim
	e.dense = d
	e.heap = varHeap{act: make([]float64, len(s.vars)), pos: make([]int32, len(s.vars))}
	for v := range e.heap.pos {
		e.heap.pos[v] = -1
	}
	if !s.backward(d, (s.stats.Ticks+end)/2) {
		e.dense, e.heap = nil, varHeap{}
		return
	}
	d.unqueue()
	if s.fillSchedule() && s.eliminateOn(d, end) && e.bound < eliminateBound {
		e.bound = max(1, 2*e.bound)
		clear(e.done)
	}
	e.dense, e.heap = nil, varHeap{}
}

// fillSchedule schedules the variables that are not done. It returns false after a stop.
func (s *Solver) fillSchedule() bool {
	for v := Var(1); int(v) < len(s.vars); v++ {
		if s.lim.Stopped() {
			return false
		}
		if !s.elim.done[v] {
			s.schedule(v)
		}
	}
	return true
}

// eliminateOn works off the schedule and the queue of backward subsumption. It returns
// false if it did not come to the end, or after a conflict.
func (s *Solver) eliminateOn(d *dense, end int64) bool {
	e := &s.elim
	for {
		if !s.backward(d, end) || len(d.queue) > 0 {
			return false
		}
		if len(e.heap.list) == 0 {
			return true
		}
		if s.stats.Ticks > end || s.lim.Stopped() {
			return false
		}
		if d.stale() && !s.fillDense(d) {
			return false
		}
		v := e.heap.pop()
		if c := d.cost(v); c > -e.heap.act[v] && len(e.heap.list) > 0 {
			s.schedule(v) // resolvents were added since
			continue
		}
		e.done[v] = true
		if s.removable(v) && !s.eliminateVar(d, v) {
			return false
		}
		if s.theory.prop == nil && s.db.waste*collectThreshold > len(s.db.arena) && s.db.waste > s.collects.slack {
			s.loseWatches()
			s.flushDead()
		}
	}
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
	if max(d.compact(s, pos), d.compact(s, neg)) > eliminateSize+1 {
		return true // the resolvents are too long, unless all of that clause's are needless
	}
	if len(d.occurs(pos))+len(d.occurs(neg)) == 0 {
		return true // it is in no clause: the search gives it a value
	}
	gates := s.findGate(d, v) || s.findDefinition(d, v)
	if s.vals[pos] != Undef {
		return !s.conflict.found
	}
	if gates {
		d.setGate(s.elim.gate, true)
		defer d.setGate(s.elim.gate, false)
	}
	if !s.fewResolvents(d, v, gates) {
		return true
	}
	s.stats.Eliminated++
	switch {
	case gates && s.elim.whole:
		s.stats.Definitions++
	case gates:
		s.stats.Gates++
	}
	for _, i := range d.occurs(pos) {
		for _, j := range d.occurs(neg) {
			if gates && d.needless(s, i, j) {
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
		d.drop(l)
	}
	return true
}

// compact brings the list of l up to date, and returns the size of the longest clause.
func (d *dense) compact(s *Solver, l Lit) (longest int) {
	list := d.occurs(l)
	kept := list[:0]
	for _, i := range list {
		if d.has(s, i, l) {
			kept = append(kept, i)
			longest = max(longest, int(s.db.arena[d.clauses[i].ref]))
		}
	}
	d.cut(l, len(kept))
	s.stats.Ticks += int64(len(kept))
	return longest
}

// fewResolvents reports whether the resolvents that are not tautologies are few and
// short enough.
func (s *Solver) fewResolvents(d *dense, v Var, gates bool) bool {
	pos, neg := d.occurs(v.Pos()), d.occurs(v.Neg())
	limit := len(pos) + len(neg) + s.elim.bound
	for _, i := range pos {
		c := s.lits(d.clauses[i].ref)
		marked := false
		for _, j := range neg {
			if gates && d.needless(s, i, j) {
				continue
			}
			if !marked {
				d.mark(c, true)
				marked = true
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
		if marked {
			d.mark(c, false)
		}
	}
	return true
}

// mark sets or clears the marks of a clause's literals.
func (d *dense) mark(c []Lit, on bool) { mark(d.marks, c, on) }

func mark(marks []bool, c []Lit, on bool) {
	for _, l := range c {
		marks[l] = on
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
	d.ids = append(d.ids[:0], s.clauseID(a), s.clauseID(b))
	id := s.derive(r, d.ids)
	if len(r) == 1 {
		return s.denseUnit(d, r[0], id)
	}
	s.denseAdd(d, s.newClause(r, Irredundant, len(r), id))
	return true
}

package sat

import "slices"

// A solver that is asked many questions about a large formula has a model of all but a
// few clauses when a question begins: the last one, changed where assumptions and new
// clauses contradict it. So the search repairs it. The candidate is the trail, and where
// that is open the values that variables had last. Each irredundant clause has a witness,
// a literal that is true in the candidate; a clause that loses its last one is broken.
// Decisions make literals of broken clauses true, and if no clause is broken the candidate
// is a model, however short the trail is. Thus a question costs what it changes, and not
// what the formula has.
//
// Activity decides about variables that took part in a conflict of the call. After a few
// conflicts or some hundred decisions it decides everything, with the phases of the last
// model: a search that is hard goes on as it always would. Of 300 queries about circuits of
// 100,000 clauses those that are easy need 1/80 of the propagations, and those that are hard
// between 0.7 and 1.0 of them. Repairing for 500 conflicts instead took four times the
// conflicts, literals chosen by activity or age in place of those that break least twice, and
// phases that the failed repair has left twice. Any number of decisions took twice the ticks
// on equivalences of circuits of 500,000 clauses, where contradictions that activity finds in
// two conflicts and 200 decisions took 12 and 3,000, and 0.9 of them at 100,000 clauses.

// repairer is the candidate, and what it breaks.
type repairer struct {
	built   bool      // each irredundant clause is in a list of clauses or broken
	active  bool      // the call repairs
	found   bool      // the candidate is a model
	behind  bool      // the candidate is older than the last model
	models  int       // answers Sat so far
	after   int       // there must be this many
	hot     float64   // least activity of a variable that was bumped in this call
	limit   int64     // conflicts of a call after which activity decides
	synced  int       // trail position up to which the candidate agrees with the trail
	values  []Value   // the candidate, by variable
	first   []uint32  // by literal: the first of the clauses whose witness it is; 0: none
	clauses []witness // numbered from 1
	broken  uint32    // the first of the clauses to look at; some of them may be true
	flips   []Var     // of the candidate since the last model
}

// witness is a clause with the next one of its list.
type witness struct {
	ref  cref
	next uint32
}

const (
	repairAfter     = 1
	repairConflicts = 10
	repairDecisions = 200
)

func (r *repairer) init() { r.after, r.limit = repairAfter, repairConflicts }

// beginRepair begins a call.
func (s *Solver) beginRepair() {
	r := &s.repairs
	r.active = r.models >= r.after && s.theory.prop == nil
	r.found, r.hot = false, s.heap.increment
}

// endRepair ends a call that did not find a model: the candidate is the last one again.
func (s *Solver) endRepair(st Status) {
	r := &s.repairs
	r.active = false
	if st != Sat {
		s.revertCandidate()
	}
}

// failing holds after the conflicts and decisions that a call may have while it repairs.
func (s *Solver) failing() bool {
	start := &s.stop.start
	return s.repairs.active && (s.stats.Conflicts-start.Conflicts >= s.repairs.limit ||
		s.stats.Decisions-start.Decisions >= repairDecisions)
}

// giveUp lets activity decide for the rest of the call, with the phases of the last model.
func (s *Solver) giveUp() {
	r := &s.repairs
	r.active = false
	s.backtrack(s.restartLevel())
	s.revertCandidate()
	for v, x := range r.values {
		if s.vals[Var(v).Pos()] == Undef {
			s.phases.saved[v] = phaseOf(x == True)
		}
	}
	s.phases.resetTarget()
}

// isHot reports whether a variable is open that took part in a conflict of this call: then
// activity decides.
func (s *Solver) isHot() bool {
	h := &s.heap
	for len(h.list) > 0 && (s.vals[h.list[0].Pos()] != Undef || s.ext.inactive[h.list[0]]) {
		h.pop()
	}
	return len(h.list) > 0 && h.act[h.list[0]] >= s.repairs.hot
}

// forgetWitnesses is called before clauses move or change.
func (s *Solver) forgetWitnesses() {
	r := &s.repairs
	if r.built {
		clear(r.first)
		r.clauses, r.broken, r.built = r.clauses[:0], 0, false
	}
	r.synced = 0
}

// findWitnesses looks for a witness of each clause. It returns false after a stop.
func (s *Solver) findWitnesses() bool {
	r := &s.repairs
	s.growCandidate()
	r.built = true
	r.clauses = append(r.clauses[:0], witness{})
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			s.forgetWitnesses()
			return false
		}
		if *s.meta(ref)&(metaDead|metaRedun) == 0 {
			r.addBroken(ref)
		}
	}
	return true
}

// addBroken adds a clause of which no witness is known.
func (r *repairer) addBroken(ref cref) {
	r.clauses = append(r.clauses, witness{ref, r.broken})
	r.broken = uint32(len(r.clauses) - 1)
}

// growCandidate gives new variables the values that decisions would.
func (s *Solver) growCandidate() {
	r := &s.repairs
	for v := Var(len(r.values)); int(v) < len(s.vars); v++ {
		r.values = append(r.values, value(s.PhaseLit(v)))
		r.first = append(r.first, 0, 0)
	}
}

// value is the value of a variable if the literal l of it is true.
func value(l Lit) Value { return 1 - 2*Value(l&1) }

// witness moves the clause i to the list of its witness. It returns false if the clause
// is broken.
func (s *Solver) witness(i uint32) bool {
	r := &s.repairs
	c := &r.clauses[i]
	for _, l := range s.lits(c.ref) {
		if r.values[l.Var()] == value(l) {
			c.next, r.first[l] = r.first[l], i
			return true
		}
	}
	return false
}

// syncCandidate makes the candidate agree with the trail.
func (s *Solver) syncCandidate() {
	r := &s.repairs
	s.growCandidate()
	for ; r.synced < len(s.trail); r.synced++ {
		l := s.trail[r.synced]
		if r.values[l.Var()] == value(l) {
			continue
		}
		r.flips = append(r.flips, l.Var())
		s.flip(l)
	}
}

// flip makes l true in the candidate, and finds other witnesses for the clauses that had
// its negation.
func (s *Solver) flip(l Lit) {
	r := &s.repairs
	r.values[l.Var()] = value(l)
	i := r.first[l^1]
	r.first[l^1] = 0
	for i != 0 {
		c := &r.clauses[i]
		next := c.next
		s.stats.Ticks++
		if *s.meta(c.ref)&metaDead == 0 && !s.witness(i) {
			c.next, r.broken = r.broken, i
		}
		i = next
	}
}

// revertCandidate undoes the flips since the last model, except where the trail has them.
func (s *Solver) revertCandidate() {
	r := &s.repairs
	for len(r.flips) > 0 {
		v := r.flips[len(r.flips)-1]
		r.flips = r.flips[:len(r.flips)-1]
		switch {
		case s.vals[v.Pos()] != Undef:
		case r.values[v] == True:
			s.flip(v.Neg())
		default:
			s.flip(v.Pos())
		}
	}
}

// prefer makes l true in the candidate, since the owner wants it in models.
func (s *Solver) prefer(l Lit) {
	s.takeModel()
	r, v := &s.repairs, l.Var()
	if int(v) >= len(r.values) || r.values[v] == value(l) {
		return
	}
	if s.vals[l] != Undef {
		r.synced = min(r.synced, int(s.vars[v].pos))
	}
	s.flip(l)
}

// repair returns the literal to decide, which makes a broken clause true, or NoLit if no
// clause is broken. It reports false if activity must decide.
func (s *Solver) repair() (Lit, bool) {
	r := &s.repairs
	r.found = false
	if s.isHot() {
		return NoLit, false
	}
	if !r.built && !s.findWitnesses() {
		return NoLit, false
	}
	s.syncCandidate()
	for r.broken != 0 {
		i := r.broken
		c := &r.clauses[i]
		next := c.next
		if *s.meta(c.ref)&metaDead == 0 && !s.witness(i) {
			l := s.mendingLit(c.ref)
			return l, l != NoLit
		}
		r.broken = next
	}
	r.found = true
	return NoLit, true
}

// mendingLit is the open literal of a broken clause that breaks the fewest other clauses
// if it becomes true; among equals the one that activity would decide first.
func (s *Solver) mendingLit(ref cref) Lit {
	best, least := NoLit, 0
	for _, l := range s.lits(ref) {
		if s.vals[l] != Undef {
			continue
		}
		n := s.breaks(l ^ 1)
		if best == NoLit || n < least || n == least && s.heap.act[l.Var()] > s.heap.act[best.Var()] {
			best, least = l, n
		}
	}
	return best
}

// breaks counts the clauses of which l is the only literal that is true in the candidate.
func (s *Solver) breaks(l Lit) int {
	r := &s.repairs
	n := 0
	for i := r.first[l]; i != 0 && n < 16; i = r.clauses[i].next {
		s.stats.Ticks++
		ref := r.clauses[i].ref
		if *s.meta(ref)&metaDead == 0 && !s.witnessedWithout(ref, l) {
			n++
		}
	}
	return n
}

func (s *Solver) witnessedWithout(ref cref, l Lit) bool {
	return slices.ContainsFunc(s.lits(ref), func(q Lit) bool { return q != l && s.repairs.values[q.Var()] == value(q) })
}

// keepCandidate is called after the answer Sat.
func (s *Solver) keepCandidate() {
	r := &s.repairs
	r.models++
	switch {
	case r.found:
		s.stats.Repaired++
		s.checkCandidate()
	case r.built:
		s.syncCandidate()
	default:
		r.behind = s.theory.prop == nil
	}
	r.flips = r.flips[:0]
}

// takeModel makes the last model the candidate if no clause had a witness then: a single
// question needs no candidate.
func (s *Solver) takeModel() {
	r := &s.repairs
	if !r.behind {
		return
	}
	r.behind = false
	s.growCandidate()
	for v, x := range s.model.values {
		if x != Undef {
			r.values[v] = x
		}
	}
}

// extendCandidate gives the variables of records that were restored the values that they
// have in the model.
func (s *Solver) extendCandidate(records []record) {
	s.takeModel()
	if len(s.repairs.values) == 0 {
		return
	}
	s.growCandidate()
	for _, r := range records {
		for at := r.from; at < r.to; {
			var c []Lit
			c, _, at = s.ext.next(at)
			if !s.inCandidate(c[1:]) {
				s.prefer(c[0])
				break
			}
		}
	}
}

// inCandidate reports whether one of the literals is true in the candidate.
func (s *Solver) inCandidate(c []Lit) bool {
	return slices.ContainsFunc(c, func(l Lit) bool { return s.repairs.values[l.Var()] == value(l) })
}

// clone copies the candidate. The witnesses are found again.
func (r *repairer) clone() repairer {
	return repairer{
		models: r.models, after: r.after, limit: r.limit, behind: r.behind,
		values: slices.Clone(r.values), first: make([]uint32, len(r.first)),
	}
}

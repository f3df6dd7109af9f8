package sat

import "slices"

const (
	recyclePay   = 1 << 12 // words of clauses that are searched for the sake of one retired variable
	recycleLeast = 16
)

// reusesVars reports whether numbers of variables are used again. In a proof a number
// means the same throughout; a propagator and solvers that share clauses know variables
// by number.
func (s *Solver) reusesVars() bool {
	return s.theory.prop == nil && s.tracer == nil && s.opt.Exchange == nil
}

// outside removes a variable from the search: it is in no live clause that is not true
// at level 0.
func (s *Solver) outside(v Var) {
	s.groups.role[v] = roleRetired
	s.groups.out++
	s.ext.inactive[v] = true
}

// recycle drops the clauses that retired activation literals satisfy, once there are
// enough of them, and frees the variables that are in no clause any more. With a
// propagator the clauses are left to reduce.
func (s *Solver) recycle() {
	g := &s.groups
	size := len(s.db.arena) + len(s.ext.words) + len(s.vars)
	if s.theory.prop != nil || 2*g.words < size+s.collects.slack && len(g.retired) <= g.least+size/recyclePay {
		return
	}
	if !s.fixpoint() {
		return
	}
	g.words = 0
	s.closeModel()
	s.dropSatisfied()
	s.purgeRecords()
	held := s.heldVars()
	kept := g.retired[:0]
	for _, v := range g.retired {
		if held[v] {
			kept = append(kept, v)
			continue
		}
		if s.vals[v.Pos()] != Undef {
			s.outside(v)
		}
		g.role[v] = roleFree
		g.free = append(g.free, v)
	}
	g.retired = kept
	s.flushDead()
	s.forgetFree()
}

// fixpoint propagates at level 0 between solves. It returns false after a conflict, and
// if late clauses are left.
func (s *Solver) fixpoint() bool {
	s.backToRoot()
	if !s.ok || s.conflict.found {
		return false
	}
	for s.ok && (s.late.dirty || s.head < len(s.trail)) {
		if s.late.dirty && !s.reimply() || !s.propagateUnits() {
			s.conflict.found = false
			s.refute()
		}
	}
	if s.ok {
		s.settleRoot()
	}
	return s.ok && len(s.late.list) == 0
}

// heldVars marks the variables of live clauses and records.
func (s *Solver) heldVars() []bool {
	held := make([]bool, len(s.vars))
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if *s.meta(ref)&metaDead == 0 {
			for _, l := range s.lits(ref) {
				held[l.Var()] = true
			}
		}
	}
	e := &s.ext
	for _, r := range e.records {
		for at := r.from; at < r.to; {
			var c []Lit
			c, _, at = e.next(at)
			for _, l := range c {
				held[l.Var()] = true
			}
		}
	}
	return held
}

// purgeRecords removes the records of retired variables, and recorded clauses that are
// true at level 0.
func (s *Solver) purgeRecords() {
	e := &s.ext
	records, words := e.records[:0], e.words[:0]
	for l := range e.blocked {
		e.blocked[l] = noRecord
	}
	for _, r := range e.records {
		if r.v != 0 && s.groups.role[r.v] == roleRetired {
			if r.lit == NoLit {
				e.place[r.v] = noRecord
			}
			r.v = 0
		}
		if r.v == 0 {
			continue
		}
		from := len(words)
		for at := r.from; at < r.to; {
			c, id, after := e.next(at)
			if !s.fixedTrue(c) {
				words = append(append(words, Lit(len(c)), Lit(id)), c...)
			} else if s.tracer != nil {
				s.tracer.Deleted(id, c)
			}
			at = after
		}
		i := int32(len(records))
		r.from, r.to = from, len(words)
		switch {
		case r.lit == NoLit:
			e.place[r.v] = i
		case r.from == r.to:
			continue
		default:
			r.before, e.blocked[r.lit] = e.blocked[r.lit], i
		}
		records = append(records, r)
	}
	e.records, e.words = records, words
}

// forgetFree removes free variables from the trail. The solver is at level 0.
func (s *Solver) forgetFree() {
	kept, head, clean := s.trail[:0], s.head, s.inproc.cleanTo
	for i, l := range s.trail {
		v := l.Var()
		if s.groups.role[v] != roleFree {
			s.vars[v].pos = uint32(len(kept))
			kept = append(kept, l)
			continue
		}
		s.vals[l], s.vals[l^1] = Undef, Undef
		if i < head {
			s.head--
		}
		if i < clean {
			s.inproc.cleanTo--
		}
	}
	s.trail = kept
	s.root.settled, s.collects.satisfiedTo, s.repairs.synced = len(kept), len(kept), 0
}

// reuseVar returns a variable with a number that was used before, or 0.
func (s *Solver) reuseVar() Var {
	g := &s.groups
	if len(g.free) == 0 || !s.reusesVars() {
		return 0
	}
	v := g.free[len(g.free)-1]
	g.free = g.free[:len(g.free)-1]
	g.role[v] = roleOwner
	g.out--
	s.ext.inactive[v], s.ext.frozen[v] = false, false
	clearAt(s.ext.freezes, v)
	s.vars[v] = varData{}
	s.phases.saved[v] = phaseOf(s.opt.Phase)
	clearAt(s.wait.lastUse, v)
	s.touch(v)
	clearAt(s.phases.target, v)
	clearAt(s.rephases.best, v)
	clearAt(s.model.values, v)
	for _, l := range [...]Lit{v.Pos(), v.Neg()} {
		s.watches.cut(l, 0)
		if int(l) < len(s.probing.rootSize) {
			s.probing.rootSize[l] = -1
		}
	}
	s.heap.insert(v)
	return v
}

// clearAt zeroes the entry of v, if there is one.
func clearAt[T any](list []T, v Var) {
	if int(v) < len(list) {
		var zero T
		list[v] = zero
	}
}

// clone copies the groups.
func (g *groups) clone() groups {
	c := *g
	c.role, c.retired, c.free = slices.Clone(g.role), slices.Clone(g.retired), slices.Clone(g.free)
	c.open, c.buf = slices.Clone(g.open), nil
	for i := range c.open {
		c.open[i].vars = slices.Clone(c.open[i].vars)
	}
	return c
}

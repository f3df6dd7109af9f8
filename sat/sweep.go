package sat

import "github.com/muster-smt/muster/sat/invariant"

// Sweeping (Biere, Fazekas, Fleury, Froleyks, FMCAD 2024, after that of circuits) finds
// units and equivalent literals that follow from the clauses around a variable. A small
// solver looks for models in which the variable, or another one with equal values so far,
// has its other value: first by flipping it in the model at hand, then by a question.
// What no model distinguishes is equivalent, and substitution does the rest.

// sweeps schedules sweeping.
type sweeps struct {
	pauses       // after all variables without a find
	saved  int64 // effort that was not enough
	next   Var   // the first variable to sweep
	swept  int   // variables since one was found
}

const (
	sweepDepth    = 3   // steps from the variable
	sweepClauses  = 300 // of the surroundings
	sweepVars     = 100
	sweepOccurs   = 100  // of a literal whose clauses are taken
	sweepTicks    = 2000 // of the small solver for a question
	maxSweepPause = 15
)

// sweeper is the working memory of a round.
type sweeper struct {
	d      *dense
	stamps []uint32   // by clause: stamp of the variable in whose surroundings it is
	stamp  uint32     // of the present one; it may come twice in a round
	repr   []Lit      // by literal: what it was found to be equivalent to
	class  []Lit      // literals of the small solver that have been true when the variable's was
	cores  [2][]int32 // clauses that the latest answers come from
	prover small
}

// sweep sweeps the next variables, and substitutes if it finds equivalences.
func (s *Solver) sweep(ticks int64) {
	w := &s.sweeps
	if w.pausing() {
		return
	}
	if len(s.vars) < 2 {
		return // there are no variables
	}
	lists := int64(len(s.db.arena)-s.db.waste) / 2 // about the cost of making and leaving them
	if w.saved += ticks; w.saved < 2*lists && !s.opt.Stress {
		return
	}
	end := s.stats.Ticks + w.saved
	w.saved = 0
	s.stats.Ticks += lists
	before := s.stats.Swept
	s.watches.drop()
	s.loseWatches()
	if d := s.enterDense(); d != nil {
		d.unqueue()
		s.sweepAll(d, end)
		s.leaveDense()
	}
	if s.stats.Swept > before && !s.conflict.found && s.propagateRoot() && !s.stop.seen && s.clean() {
		s.substitute(ticks)
	}
}

// sweepAll sweeps variables until the effort is spent or each was swept without success.
func (s *Solver) sweepAll(d *dense, end int64) {
	w := &s.sweeps
	p := &sweeper{d: d, stamps: make([]uint32, 0, cap(d.clauses)), repr: make([]Lit, len(s.vals))}
	for l := range p.repr {
		p.repr[l] = Lit(l)
	}
	for s.stats.Ticks <= end && !s.lim.Stopped() && !s.conflict.found {
		if w.swept >= len(s.vars) {
			w.swept, w.pause = 0, min(4*w.pause+3, maxSweepPause)
			w.left = w.pause
			return
		}
		if w.next++; int(w.next) >= len(s.vars) {
			w.next = 1
		}
		w.swept++
		if v := w.next; s.vals[v.Pos()] == Undef && !s.ext.inactive[v] && d.counts[v.Pos()] > 0 && d.counts[v.Neg()] > 0 {
			s.sweepVar(p, v)
		}
	}
}

// find is the representative of a literal.
func (p *sweeper) find(l Lit) Lit {
	for p.repr[l] != l {
		p.repr[l] = p.repr[p.repr[l]]
		l = p.repr[l]
	}
	return l
}

// surround gives the small solver the clauses near v.
func (s *Solver) surround(p *sweeper, v Var) {
	k := &s.small
	k.reset(len(s.vars))
	k.lit(v.Pos())
	p.stamps = lengthen(p.stamps, len(p.d.clauses), 0)
	p.stamp++
	from := 1
	for depth := 0; depth < sweepDepth; depth++ {
		to := len(k.outer)
		for ; from < to; from++ {
			for _, l := range [...]Lit{k.outer[from].Pos(), k.outer[from].Neg()} {
				list := p.d.occurs(l)
				if len(list) > sweepOccurs {
					continue
				}
				s.stats.Ticks++
				for _, i := range list {
					if p.stamps[i] == p.stamp || !p.d.has(s, i, l) {
						continue
					}
					if k.added >= sweepClauses || len(k.outer) > sweepVars {
						return
					}
					p.stamps[i] = p.stamp
					k.add(ClauseID(i), s.lits(p.d.clauses[i].ref)...)
				}
			}
		}
	}
}

// sweepVar finds out whether v is a unit, or equivalent to other literals.
func (s *Solver) sweepVar(p *sweeper, v Var) {
	k := &s.small
	ticks := k.ticks
	defer func() { s.stats.Ticks += k.cost(ticks) }()
	s.surround(p, v)
	l := k.lit(v.Pos())
	switch s.ask() {
	case False:
		s.refuteSwept(p, v)
		return
	case Undef:
		return
	}
	if k.vals[l] == False {
		l ^= 1
	}
	if k.flip(l) {
		return
	}
	p.class = p.class[:0]
	for u := Var(1); int(u) < len(k.outer); u++ {
		if q := k.trueLit(u); u != l.Var() && !k.flip(q) {
			p.class = append(p.class, q)
		}
	}
	switch s.ask(l ^ 1) {
	case False:
		s.sweptUnit(p, k.outward(l))
		return
	case Undef:
		return
	}
	k.refine(p, l)
	for len(p.class) > 0 && !s.conflict.found && s.vals[v.Pos()] == Undef {
		q := p.class[len(p.class)-1]
		p.class = p.class[:len(p.class)-1]
		if s.same(p, l, q) {
			s.sweptEqual(p, l, q)
		}
	}
}

// ask asks the small solver a question.
func (s *Solver) ask(assumptions ...Lit) Value {
	return s.small.solve(s.small.ticks+sweepTicks, assumptions...)
}

// refine keeps the literals of the class that the model does not distinguish from l, nor
// one in which a variable is flipped.
func (k *small) refine(p *sweeper, l Lit) {
	kept := p.class[:0]
	if !k.flip(k.trueLit(l.Var())) {
		for _, q := range p.class {
			if k.vals[q] == k.vals[l] && !k.flip(k.trueLit(q.Var())) {
				kept = append(kept, q)
			}
		}
	}
	p.class = kept
}

// same reports whether l and q are found to be equivalent, and were not before. Frozen
// variables may have been: substitution leaves them.
func (s *Solver) same(p *sweeper, l, q Lit) bool {
	k := &s.small
	a, b := k.outward(l), k.outward(q)
	if p.find(a) == p.find(b) || s.denseBinary(p.d, a^1, b) && s.denseBinary(p.d, a, b^1) {
		return false
	}
	for i := range p.cores {
		switch s.ask(l^Lit(i), q^1^Lit(i)) {
		case True:
			k.refine(p, l)
			return false
		case Undef:
			return false
		}
		s.keepCore(p, i)
	}
	return true
}

// keepCore keeps the clauses that an answer comes from.
func (s *Solver) keepCore(p *sweeper, i int) {
	p.cores[i] = p.cores[i][:0]
	if s.tracer == nil && !invariant.Enabled {
		return
	}
	k := &s.small
	for j, needed := range k.needed()[:k.added] {
		if needed {
			p.cores[i] = append(p.cores[i], int32(k.clauses[j].id))
		}
	}
}

// proveSwept derives a clause that the clauses of a core imply. It returns false if that
// takes too long.
func (s *Solver) proveSwept(p *sweeper, core int, lits ...Lit) (id ClauseID, ok bool) {
	p.prover.reset(len(s.vars))
	p.prover.suppose(lits)
	for _, i := range p.cores[core] {
		ref := p.d.clauses[i].ref
		p.prover.add(s.clauseID(ref), s.lits(ref)...)
	}
	return p.prover.derive(s, lits)
}

// sweptUnit makes a literal true, as the latest answer says.
func (s *Solver) sweptUnit(p *sweeper, l Lit) {
	s.keepCore(p, 0)
	if id, ok := s.proveSwept(p, 0, l); ok {
		s.stats.SweptUnits++
		s.sweeps.swept = 0
		s.denseUnit(p.d, l, id)
	}
}

// refuteSwept ends in a conflict, since the clauses around v contradict each other.
func (s *Solver) refuteSwept(p *sweeper, v Var) {
	s.keepCore(p, 0)
	if ids, ok := s.proveTwice(p, [2]int{}, []Lit{v.Pos()}, []Lit{v.Neg()}); ok && s.denseUnit(p.d, v.Pos(), ids[0]) {
		s.denseUnit(p.d, v.Neg(), ids[1])
	}
}

// sweptEqual adds that two literals are equivalent, as the latest two answers say.
func (s *Solver) sweptEqual(p *sweeper, l, q Lit) {
	a, b := s.small.outward(l), s.small.outward(q)
	lits := [2][]Lit{{a ^ 1, b}, {a, b ^ 1}}
	ids, ok := s.proveTwice(p, [2]int{0, 1}, lits[0], lits[1])
	if !ok {
		return
	}
	s.stats.Swept++
	s.sweeps.swept = 0
	for i, id := range ids {
		s.denseAdd(p.d, s.newClause(lits[i], Irredundant, 1, id))
	}
	x, y := p.find(a), p.find(b)
	p.repr[x], p.repr[x^1] = y, y^1
}

// proveTwice derives two clauses, each from a core, or none.
func (s *Solver) proveTwice(p *sweeper, cores [2]int, lits ...[]Lit) (ids [2]ClauseID, ok bool) {
	for i := range ids {
		if ids[i], ok = s.proveSwept(p, cores[i], lits[i]...); !ok {
			if i > 0 && s.tracer != nil {
				s.tracer.Deleted(ids[0], lits[0])
			}
			return ids, false
		}
	}
	return ids, true
}

package sat

import "slices"

// Clone is an independent copy without the propagator; a copy of the propagator may be
// connected to it. It has no tracer, since its clauses come from another proof, and
// no Exchange.
func (s *Solver) Clone() *Solver {
	s.require(stateIdle, "Clone")
	s.backToRoot()
	if s.theory.prop != nil {
		s.explainRoot()
	}
	c := *s
	c.tracer, c.opt.Tracer, c.opt.Exchange, c.rec = nil, nil, nil, nil
	c.cloneAssignment(s)
	c.cloneClauses(s)
	c.cloneSearch(s)
	// Working memory is valid during one call, conflict or round only.
	c.minimizer, c.fly, c.scratch, c.proof = minimizer{}, onTheFly{}, scratch{}, proofState{}
	c.superfluous, c.shrinker = superfluous{}, shrinker{}
	c.small, c.sweeps = small{}, sweeps{}
	c.closures, c.viv, c.elim, c.graph, c.blocking = closures{}, vivifier{}, eliminator{}, implications{}, blocker{}
	c.assumptions, c.expl = assumptions{}, explanations{slack: s.expl.slack}
	c.unplug()
	return &c
}

func (c *Solver) cloneAssignment(s *Solver) {
	c.vals = slices.Clone(s.vals)
	c.vars = slices.Clone(s.vars)
	c.trail = slices.Clone(s.trail)
	c.levels = nil
	c.theory.observed = slices.Clone(s.theory.observed)
	c.theory.offered = slices.Clone(s.theory.offered)
	c.theory.batch, c.theory.unreported, c.theory.reportedLate = nil, nil, nil
}

func (c *Solver) cloneClauses(s *Solver) {
	c.db.arena = slices.Clone(s.db.arena)
	c.db.learned = slices.Clone(s.db.learned)
	c.watches = s.watches.clone()
	c.late.list = slices.Clone(s.late.list)
	c.ext = s.ext.clone()
	c.groups = s.groups.clone()
	c.constraint.lits = slices.Clone(s.constraint.lits)
	c.core = slices.Clone(s.core)
	c.model.values = slices.Clone(s.model.values)
}

func (c *Solver) cloneSearch(s *Solver) {
	c.conflict.lits = slices.Clone(s.conflict.lits)
	c.conflict.buf = nil
	c.analysis = analysis{seen: slices.Clone(s.analysis.seen), stamps: slices.Clone(s.analysis.stamps),
		stamp: s.analysis.stamp}
	c.wait.forbidden = slices.Clone(s.wait.forbidden)
	c.wait.lastUse = slices.Clone(s.wait.lastUse)
	c.heap.varHeap = varHeap{slices.Clone(s.heap.act), slices.Clone(s.heap.pos), slices.Clone(s.heap.list)}
	c.phases.saved = slices.Clone(s.phases.saved)
	c.phases.target = slices.Clone(s.phases.target)
	c.repairs = s.repairs.clone()
	c.rephases.best = slices.Clone(s.rephases.best)
	c.probing.rootSize = slices.Clone(s.probing.rootSize)
	c.inproc.paid = slices.Clone(s.inproc.paid)
	c.stages.all = slices.Clone(s.stages.all)
}

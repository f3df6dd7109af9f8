package sat

import "slices"

// Clone is an independent copy without the propagator; a copy of that may be
// connected to it. It has no tracer, since its clauses come from another proof, and
// shares nothing.
func (s *Solver) Clone() *Solver {
	s.require(stateIdle, "Clone")
	s.backToRoot()
	if s.prop != nil {
		s.explainRoot()
	}
	c := *s
	c.tracer, c.opt.Tracer, c.opt.Exchange, c.unitID = nil, nil, nil, nil
	c.vals = slices.Clone(s.vals)
	c.vars = slices.Clone(s.vars)
	c.trail = slices.Clone(s.trail)
	c.levels = nil
	c.assumed, c.tardy, c.wanted = nil, nil, nil
	c.avoided = slices.Clone(s.avoided)
	c.lastUse = slices.Clone(s.lastUse)
	c.observed = slices.Clone(s.observed)
	c.offered = slices.Clone(s.offered)
	c.arena = slices.Clone(s.arena)
	c.watches = make([][]watch, len(s.watches))
	for l, ws := range s.watches {
		c.watches[l] = slices.Clone(ws)
	}
	c.learned = slices.Clone(s.learned)
	c.late = slices.Clone(s.late)
	c.phases = slices.Clone(s.phases)
	c.heap = varHeap{slices.Clone(s.heap.act), slices.Clone(s.heap.pos), slices.Clone(s.heap.list)}
	c.target.phases = slices.Clone(s.target.phases)
	c.rephases.best = slices.Clone(s.rephases.best)
	c.viv, c.elim, c.fwd, c.graph, c.blocking = vivifier{}, eliminator{}, forward{}, implications{}, blocker{}
	c.ext = s.ext.clone()
	c.inproc.probed = slices.Clone(s.inproc.probed)
	c.inproc.paid = slices.Clone(s.inproc.paid)
	c.core = slices.Clone(s.core)
	c.demand.lits = slices.Clone(s.demand.lits)
	c.groups = s.groups.clone()
	c.groupBuf = nil
	c.model = slices.Clone(s.model)
	c.conflict = slices.Clone(s.conflict)
	c.seen = slices.Clone(s.seen)
	c.stamps = slices.Clone(s.stamps)
	c.conflictBuf, c.analyzed, c.minimized, c.learnt, c.stack, c.addBuf, c.addIDs = nil, nil, nil, nil, nil, nil, nil
	c.news, c.missed, c.early, c.explainBuf, c.expl = nil, nil, nil, nil, nil
	c.chain = chainBuilder{}
	c.unplug()
	return &c
}

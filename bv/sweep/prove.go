package sweep

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
)

const (
	propagations  = 500  // of a question, for each of its conflicts
	varProp       = 10   // and at least, for each variable
	roomForVars   = 3000 // of a core; and at least
	roomForOthers = 2    // times what its first question needs
)

// prover is a SAT core that knows gates of the reduced graph.
type prover struct {
	core *sat.Solver
	cnf  *aig.CNF
	room int   // for variables
	paid int64 // ticks of the core that are counted
}

// sink hands clauses to the core.
type sink struct{ *sat.Solver }

func (s sink) Clause(lits []sat.Lit) { s.AddClause(lits...) }

// renewCore begins with a new core, which knows nothing.
func (s *Sweeper) renewCore() {
	core := sat.New(sat.Options{})
	s.prover = prover{core: core, cnf: aig.NewCNF(s.small, sink{core})}
	s.prover.cnf.Stopped = func() bool { return s.lim.Stopped() }
}

// ask decides whether two literals of the reduced graph are equal: Unsat if they are; Sat if the
// core has a model that distinguishes them.
func (s *Sweeper) ask(a, b aig.Lit) sat.Status {
	p := &s.prover
	if p.core == nil || p.room > 0 && p.core.NumVars() > p.room {
		s.renewCore()
	}
	x, y := p.cnf.Lit(a), p.cnf.Lit(b)
	if x == sat.NoLit || y == sat.NoLit {
		return sat.Unknown
	}
	vars := p.core.NumVars()
	if p.room == 0 {
		p.room = max(roomForVars, roomForOthers*vars)
		if s.opt.Stress {
			p.room = vars
		}
	}
	budget := sat.Budget{Conflicts: s.conflicts, Propagations: max(propagations*s.conflicts, varProp*int64(vars))}
	st := sat.Unsat
	for k := 0; k < 2 && st == sat.Unsat; k++ {
		if st = p.core.Solve(s.lim, []sat.Lit{x, y.Not()}, budget); st == sat.Unsat {
			p.core.AddClause(x.Not(), y)
		}
		x, y = x.Not(), y.Not()
	}
	all := p.core.Stats()
	s.Stats.Ticks += all.Ticks + all.SimplifyTicks - p.paid
	p.paid = all.Ticks + all.SimplifyTicks
	return st
}

// refute makes the core's model a pattern, with neighbors, and splits the classes.
func (s *Sweeper) refute() {
	row := s.patterns.random(s.g.Inputs())
	for i := range row {
		n := s.g.InputLit(i).Node()
		if int(n) >= len(s.image) || s.image[n] == none {
			continue
		}
		x := s.prover.cnf.Known(s.image[n])
		if x == sat.NoLit {
			continue
		}
		switch s.prover.core.ModelValue(x) {
		case sat.True:
			row[i] = ^s.patterns.flips()
		case sat.False:
			row[i] = s.patterns.flips()
		}
	}
	s.patterns.add(row)
	s.simulate(row)
	s.Stats.Ticks += int64(s.classes.split() / splitTick)
}

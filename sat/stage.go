package sat

import "slices"

// A stage is what the solver is doing: the search, a technique of inprocessing, a walk.
// Stages nest, and what an inner one takes does not count for the outer one. The solver
// counts runs and ticks; it reads no clock, so time is for Options.Stage to take.

// The stages, besides the techniques of inprocessing, which are stages by their names.
const (
	stageInput     = "input" // outside Solve, and in Imply
	stageSearch    = "search"
	stageRestore   = "restore" // what the assumptions need
	stageModel     = "model"
	stageInprocess = "inprocess" // what is left of a round
	stageClean     = "clean"
	stageReduce    = "reduce"
	stageCollect   = "collect"
	stageWalk      = "walk"
	stageLucky     = "lucky"
)

// StageStats is what a stage has taken since New.
type StageStats struct {
	Name  string
	Runs  int64
	Ticks int64
}

// stages counts what the stages take.
type stages struct {
	all   []StageStats // in the order in which they first began
	now   int
	since int64 // ticks of all stages when the present one began or went on
}

func (t *stages) init() { t.all = []StageStats{{Name: stageInput, Runs: 1}} }

// beginStage begins a stage, and returns the one around it, for endStage.
func (s *Solver) beginStage(name string) (outer int) {
	t := &s.stages
	outer = t.now
	i := slices.IndexFunc(t.all, func(g StageStats) bool { return g.Name == name })
	if i < 0 {
		i = len(t.all)
		t.all = append(t.all, StageStats{Name: name})
	}
	t.all[i].Runs++
	s.endStage(i)
	return outer
}

// endStage ends a stage; the outer one goes on.
func (s *Solver) endStage(outer int) {
	t := &s.stages
	t.all[t.now].Ticks += s.allTicks() - t.since
	t.now, t.since = outer, s.allTicks()
	if s.opt.Stage != nil {
		s.opt.Stage(t.all[outer].Name)
	}
}

// allTicks are the ticks so far of search, inprocessing and walks.
func (s *Solver) allTicks() int64 {
	return s.stats.Ticks + s.stats.SimplifyTicks + s.stats.WalkTicks
}

// Stages returns what the stages have taken, in the order in which they first began.
func (s *Solver) Stages() []StageStats {
	all := slices.Clone(s.stages.all)
	all[s.stages.now].Ticks += s.allTicks() - s.stages.since
	return all
}

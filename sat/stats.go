package sat

// Stats counts what a solver has done since New.
type Stats struct {
	Solves             int64
	Repaired           int64 // models that are the last one, repaired
	Conflicts          int64
	Decisions          int64
	Propagations       int64 // literals propagated through the clauses
	Ticks              int64 // about the number of cache lines that propagation has touched
	Restarts           int64
	Reused             int64 // levels that restarts kept
	Met                int64 // waiting assumptions that the search violated (wait.go)
	ModeSwitches       int64
	Reductions         int64
	Collections        int64 // of the clause arena
	Added              int64 // clauses from the owner and the propagator
	Learned            int64 // clauses from conflicts
	Reduced            int64 // learned clauses dropped
	Forgotten          int64 // lemmas dropped
	Imported           int64 // clauses of other solvers
	ImportsLeft        int64 // clauses not imported, since they have removed variables
	LearnedLiterals    int64
	MinimizedLiterals  int64 // removed from learned clauses
	GlueSum            int64 // of learned clauses
	TrailSum           int64 // of the literals assigned at conflicts
	LevelSum           int64 // of the levels of conflicts
	JumpSum            int64 // of the levels undone after conflicts
	ShrunkenLiterals   int64 // likewise, by replacing several by one
	TheoryPropagations int64
	TheoryConflicts    int64
	Explanations       int64
	FinalChecks        int64
	Rephases           int64
	Walks              int64 // local searches for better phases
	WalkTicks          int64
	Lucky              int64 // answers without a search (lucky.go)
	Rounds             int64 // of inprocessing
	SimplifyTicks      int64 // of inprocessing; Ticks are those of the search
	Failed             int64 // failed literals
	Transitive         int64 // binary clauses removed, since others imply them
	Substituted        int64 // variables replaced by equivalent literals
	Swept              int64 // equivalences that sweeping finds
	SweptUnits         int64
	Congruent          int64 // equivalences of gates with equal inputs
	GateUnits          int64 // literals at level 0 that gates imply
	Eliminated         int64 // variables replaced by resolvents
	Gates              int64 // of them, those defined by gates
	Definitions        int64 // likewise, by other clauses
	Resolvents         int64
	Restored           int64 // removed variables that came back
	Blocked            int64 // blocked clauses removed
	Unblocked          int64 // of them, those that came back
	Xors               int64 // exclusive ors found in all rounds
	XorUnits           int64 // units that follow from several of them
	XorEquivalences    int64 // likewise
	XorWide            int64 // sums that would take too many clauses in the proof
	HallViolations     int64 // sets of clauses refuted by counting
	OnTheFly           int64 // clauses strengthened or subsumed in conflict analysis
	Subsumed           int64
	Strengthened       int64
	VivifyTried        int64
	Vivified           int64 // clauses that became shorter
	VivifiedLiterals   int64
	VivifyImplied      int64 // learned clauses removed, since the others imply them
	Dropped            int64 // variables that the Decider refused
	Variables          int64
	Irredundant        int64 // clauses at present
	Redundant          int64 // learned clauses at present
	Fixed              int64 // literals at level 0
	Bytes              int64 // about the memory of clauses, watches and variables
}

// Stats returns the counters.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Variables = int64(s.NumVars())
	st.Irredundant = int64(s.db.irredundant)
	st.Redundant = int64(len(s.db.learned))
	st.Fixed = int64(s.rootSize())
	st.Bytes = s.bytes()
	return st
}

// Conflicts returns the counter of that name.
func (s *Solver) Conflicts() int64 { return s.stats.Conflicts }

// bytes estimates the memory of clauses, watches and variables.
func (s *Solver) bytes() int64 {
	clauses := int64(s.db.irredundant) + int64(len(s.db.learned))
	return 4*int64(cap(s.db.arena)+cap(s.ext.words)) + 8*int64(cap(s.repairs.clauses)) + 8*2*clauses +
		130*int64(len(s.vars)-1)
}

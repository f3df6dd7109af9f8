package sat

// Stats counts what a solver did since it was made.
type Stats struct {
	Solves             int64
	Conflicts          int64
	Decisions          int64
	Propagations       int64 // literals propagated through the clauses
	Ticks              int64 // cache lines that propagation touched, about
	Restarts           int64
	Met                int64 // assumptions that the search came upon while they waited
	ModeSwitches       int64
	Reductions         int64
	Collections        int64 // of the clause arena
	Added              int64 // clauses from the owner and the propagator
	Learned            int64 // clauses from conflicts
	Reduced            int64 // learned clauses dropped
	Imported           int64 // clauses of other solvers
	ImportsLeft        int64 // those that speak of variables that are out here
	LearnedLiterals    int64
	MinimizedLiterals  int64 // removed from learned clauses
	TheoryPropagations int64
	TheoryConflicts    int64
	Explanations       int64
	FinalChecks        int64
	Rephases           int64
	Walks              int64 // local searches for better phases
	WalkTicks          int64
	Rounds             int64 // of inprocessing
	SimplifyTicks      int64 // of inprocessing; Ticks are those of the search
	Failed             int64 // literals whose propagation ends in a conflict
	Transitive         int64 // binary clauses that others imply
	Substituted        int64 // variables replaced by equivalent literals
	Eliminated         int64 // variables replaced by resolvents
	Gates              int64 // of them those that gates define
	Resolvents         int64
	Restored           int64 // variables that came back
	Blocked            int64 // clauses taken out, since a literal blocks them
	Unblocked          int64 // clauses of those that came back
	OnTheFly           int64 // clauses that became shorter, or went, by a conflict
	Subsumed           int64
	Strengthened       int64
	VivifyTried        int64
	Vivified           int64 // clauses that became shorter
	VivifiedLiterals   int64
	VivifyImplied      int64 // learned clauses that the others imply
	Dropped            int64 // variables that the Decider found not eligible
	Variables          int64
	Irredundant        int64 // clauses kept now
	Redundant          int64 // learned clauses kept now
	Fixed              int64 // literals at level 0
	Bytes              int64 // memory of clauses, watches and variables
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

// bytes is about the memory of clauses, watches and variables.
func (s *Solver) bytes() int64 {
	clauses := int64(s.db.irredundant) + int64(len(s.db.learned))
	return 4*int64(cap(s.db.arena)+cap(s.ext.words)) + 8*2*clauses + 130*int64(len(s.vars)-1)
}

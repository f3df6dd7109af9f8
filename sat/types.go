package sat

import "log/slog"

// Var is a propositional variable. Variables are numbered from 1; 0 is no variable.
type Var uint32

// Pos is the literal that is true when v is true.
func (v Var) Pos() Lit { return Lit(v << 1) }

// Neg is the literal that is true when v is false.
func (v Var) Neg() Lit { return Lit(v<<1 | 1) }

// Lit is a literal in gini's encoding: variable v is 2v, its negation 2v+1.
// The zero Lit is no literal.
type Lit uint32

// NoLit is the absent literal.
const NoLit Lit = 0

// Var is the literal's variable.
func (l Lit) Var() Var { return Var(l >> 1) }

// Not is the literal's negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Sign reports whether the literal is negated.
func (l Lit) Sign() bool { return l&1 != 0 }

// Dimacs is the literal as a signed number, as in DIMACS files and proofs.
func (l Lit) Dimacs() int {
	if l.Sign() {
		return -int(l >> 1)
	}
	return int(l >> 1)
}

// FromDimacs is the literal of a signed number other than zero.
func FromDimacs(n int) Lit {
	if n < 0 {
		return Var(-n).Neg()
	}
	return Var(n).Pos()
}

// Value is a truth value of three-valued logic. Negating the number negates the value.
type Value int8

// The truth values.
const (
	False Value = -1
	Undef Value = 0
	True  Value = 1
)

func (v Value) String() string {
	switch v {
	case True:
		return "true"
	case False:
		return "false"
	}
	return "undef"
}

// Status is the answer of a solver.
type Status int8

// The answers.
const (
	Unsat   Status = -1
	Unknown Status = 0
	Sat     Status = 1
)

func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// ClauseKind says whether the solver may drop a clause that is added.
type ClauseKind uint8

const (
	// Irredundant clauses are never dropped.
	Irredundant ClauseKind = iota
	// Learned clauses are implied by what the owner can add again if need be; the
	// solver drops them when they seem useless.
	Learned
)

// ClauseID identifies a clause for a Tracer. 0 is no clause.
type ClauseID uint64

// Origin is the owner's note on a clause that it adds: where the clause comes
// from. The solver hands it to the Tracer with the clause and never reads it.
type Origin uint64

// Mode is the mode of the search (mode.go).
type Mode uint8

// The modes. What is easy for one of them may be hard for the other, so only workers of
// a portfolio use a single one.
const (
	Alternating Mode = iota // focused and stable alternate
	Focused                 // quick restarts
	Stable                  // rare restarts, target phases
)

// Options of a solver. The zero value is the recommended setting.
type Options struct {
	// Seed other than 0 perturbs the first decisions. Equal seeds give equal runs.
	Seed uint64
	// Phase is the first value that decisions try, unless SetPhase sets another one. True
	// is better for most formulas, false for the atoms of theories.
	Phase bool
	// Mode restricts the search to one mode.
	Mode Mode
	// Exchange, if set, shares clauses with other solvers of the same formula.
	Exchange Exchange
	// Tracer receives the proof. It must be set before the first clause; a nil
	// Tracer costs nothing.
	Tracer Tracer
	// Progress, if set, is called with the counters at restarts, by Solve.
	Progress func(Stats)
	// Stage, if set, is called with the name of a stage (stage.go) when it begins, and
	// when it goes on after an inner one.
	Stage func(name string)
	// Log receives each decision, conflict, restart and answer, if it takes the debug level.
	Log *slog.Logger
	// Without names techniques of inprocessing (Techniques) that do not run.
	Without []string
	// ForgetTrail makes every Solve begin at level 0. By default a Solve whose
	// assumptions include those of the call before goes on from its trail.
	ForgetTrail bool
	// ExplainInMinimization makes clause minimization call Explain for literals that
	// conflict analysis did not have to explain.
	ExplainInMinimization bool
	// Stress makes restarts, reductions, collections, mode switches and rounds of
	// inprocessing happen every few conflicts, and lets new assumptions wait, so
	// that small inputs exercise all of them. It is for tests, and much slower.
	Stress bool
}

// Budget bounds one Solve by deterministic counts; 0 means no bound. It is checked after
// each conflict and before each decision, so a Solve may exceed it a little.
type Budget struct {
	Conflicts    int64
	Decisions    int64
	Propagations int64 // literals propagated through the clauses
	Bytes        int64 // Stats.Bytes of the whole solver, not what this Solve adds
}

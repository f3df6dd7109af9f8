package solver

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/cnf"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/mbqi"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// A backend decides formulas. It knows no scopes but by their guards, gets what preprocessing
// and simplification leave, and lives until another one takes over what is in force (renew.go).
// The first methods are those of combine.Engine and of bv.Solver.
type backend interface {
	Tag(n int32)
	Assert(t term.Term)
	AssertUnder(guard, t term.Term)
	AssertFlow(t term.Term)
	Lit(t term.Term) sat.Lit // NoLit if the limit has stopped it
	Known(t term.Term) sat.Lit
	Reached(l sat.Lit) bool
	Constrain(lits ...sat.Lit) // if there are traits.constraints
	ConstraintFailed() bool
	Cone() []int32
	DecideInOrder(on bool)
	SAT() *sat.Solver

	traits() traits
	knows(guard term.Term) bool // if not, it may guard something else
	prefer(t term.Term, phase bool)
	expect(f combine.Fact) // it may have the search derive that
	limitMatching()        // as the options now say
	// scopes says how many scopes are open, and how many of these were satisfiable. It returns
	// what a check assumes besides their guards, or NoLit.
	scopes(open, satisfiable int) sat.Lit

	// begin begins a check, which the returned function ends.
	begin(lim *limit.Limit) (end func())
	// check decides under assumptions. If it is Unknown without a reason, the limit has
	// stopped it, or why says more.
	check(lim *limit.Limit, assumptions []sat.Lit, b sat.Budget) Result
	why() reason.Reason

	// model returns the model of the last check, values the same one by one: nil if it is there
	// only as a whole.
	model() (*model.Model, error)
	values() model.Source

	weight() int   // its size
	Spoiled() bool // whether the next check needs a new one
	count(t *tally)
}

// traits are what the solver must know of a backend.
type traits struct {
	// relevancy: a model need not satisfy what nothing that is asserted makes relevant, so
	// facts and definitions may sleep.
	relevancy bool
	// constraints: it takes a clause for one check.
	constraints bool
	// finder: a proof costs it so much that a search for models without one pays.
	finder bool
}

// common is what a solver shares with its backends, which come and go.
type common struct {
	st       *term.Store
	rw       *rewrite.Rewriter
	opt      Options
	symbols  *cnf.Symbols  // that clausification introduces
	proof    *proof.Writer // nil without Options.Proof
	resolver *resolver
	checked  *checked
	turn     combine.Turn
	products int64 // lemmas about products that are left; see SetProductBudget
	inOrder  bool  // see SetInOrder

	// Quantifiers in candidate models.
	ctx         context.Context // of the check in progress
	checker     *mbqi.Checker
	candidates  int64        // checked in this check
	verified    *model.Model // one in which all quantifiers hold
	modelBudget int64
	nesting     int                      // of questions about quantifiers inside quantifiers
	games       map[term.Term]*game.Game // by the body of a quantifier, see games.go; never ranged over
}

// certifies reports whether someone wants to see why what is derived holds.
func (c *common) certifies() bool { return c.proof != nil || c.opt.Certify != nil }

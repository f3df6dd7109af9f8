package inline

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// Replayer executes a path, with the values of a model, in the program itself.
type Replayer interface {
	// Replay returns the trace if the path is an execution. Otherwise why says
	// what failed, and fix how the model can be excluded.
	Replay(ctx context.Context, t *Tree, p *Path, m *model.Model) (trace *verifier.Trace, fix Repair, why reason.Reason)
}

// Deriver is a Replayer that can be given an execution call by call.
type Deriver interface {
	Replayer
	NewDerivation() Derivation
}

// Derivation is an execution, as a graph of what procedures do: calls that do the same share it.
type Derivation interface {
	// Step adds that a procedure takes a path through its blocks, on which its calls do what earlier steps say, and
	// returns its number. value gives the values of constants of the template.
	Step(p *vc.Proc, blocks []int32, calls []int, value func(term.Term) (model.Value, error)) (int, error)
	// Trace returns the trace of the last step, of the entry, if it is confirmed; else why it is not.
	Trace() (*verifier.Trace, reason.Reason)
}

// Repair is what a failed replay hands back. Without lemmas the run cannot go on.
type Repair struct {
	// Lemmas are facts that the model violates.
	Lemmas []term.Term
	// Values are equations, true in the model, that make the products linear
	// whose values are wrong in it: a similar execution may satisfy them, too.
	Values []term.Term
	// Open says that nobody knows whether the path is an execution, which took so many polls to find. It may be set
	// aside for another one.
	Open  bool
	Polls int64
}

// A run repairs at most maxRepairs failed replays. Once a product was wrong, the
// solver may send at most productBudget lemmas about products. Some formulas about
// products are not decided by any number of lemmas, which have larger and larger
// numbers, so only a clock would end the run.
const (
	maxRepairs    = 200
	productBudget = 10_000
)

// Paths are set aside while what was spent on them is a tenth of the effort of the run, or a little.
const (
	asideShare = 10
	asideLeast = 200_000
)

// repairs is what a run knows of its failed replays.
type repairs struct {
	made     int
	products ProductBudgeter // the solver, once a product was wrong, if it is one
	values   []term.Term     // constants that imply Repair.Values, to be assumed by the next check
	aside    []term.Term     // constants that exclude a path each, to be assumed by all later checks
	open     reason.Reason   // why the first of these is neither an execution nor excluded
	polls    int64           // spent on these
}

// Confirm replays a path without open call sites. If it fails but can be
// repaired, again is true: the engine should ask again.
func (r *Run) Confirm(p *Path) (res verifier.Result, again bool) {
	if r.replay == nil {
		return verifier.UnknownBecause(reason.Reason{Kind: reason.UnconfirmedTrace, Detail: "no replay"}), false
	}
	m, err := LastModel(r.Solver)
	if err != nil {
		return verifier.UnknownBecause(reason.Unconfirmed(err)), false
	}
	trace, fix, why := r.execute(p, m)
	if trace != nil {
		if n := r.Tree.bounds(p); n > r.Bound {
			trace.Bound = n
		}
		return verifier.UnsafeWith(trace), false
	}
	if len(fix.Lemmas) > 0 && !r.Stopped() {
		spent := r.repairs.spent()
		if spent == "" {
			r.repair(fix)
			return verifier.Result{}, true
		}
		why.Detail += " (" + spent + ")"
	}
	if fix.Open && r.setAside(p, fix.Polls, why) {
		return verifier.Result{}, true
	}
	return verifier.UnknownBecause(why), false
}

// setAside has later checks look for other paths than one of which nobody knows whether it is an execution, and
// reports whether there is a budget for that.
func (r *Run) setAside(p *Path, polls int64, why reason.Reason) bool {
	b := &r.repairs
	b.polls += polls
	if r.Stopped() || b.polls > max(asideLeast, r.effort.Spent()/asideShare) {
		return false
	}
	if len(b.aside) == 0 {
		b.open = why
	}
	st := r.Tree.st
	c := st.FreshConst("aside", term.Bool)
	r.Tree.forgetCone()
	AssertUnder(r.Solver, st, c, r.excluding(nil, p))
	b.aside = append(b.aside, c)
	return true
}

// settled returns the outcome of a check, but unknown where what refutes all executions but those that were set aside
// says nothing of these, and no call site to open either.
func (r *Run) settled(out Outcome) Outcome {
	if out.Status != StatusUnsat || len(r.repairs.aside) == 0 {
		return out
	}
	core := r.Solver.Core()
	leans := slices.ContainsFunc(r.repairs.aside, func(c term.Term) bool { return slices.Contains(core, c) })
	within := func(s SiteID) bool { return r.Tree.Allowed(s, r.Bound) }
	if !leans || slices.ContainsFunc(r.Core(), within) {
		return out
	}
	return Outcome{Status: StatusUnknown, Reason: r.repairs.open}
}

// spent describes the budget of repairs that is spent; it is empty if none is.
func (r *repairs) spent() string {
	switch {
	case r.products != nil && r.products.ProductBudget() <= 0:
		return fmt.Sprintf("%d replays repaired, %d lemmas about products", r.made, productBudget)
	case r.made >= maxRepairs:
		return fmt.Sprintf("%d replays repaired", r.made)
	}
	return ""
}

// repair asserts the lemmas of a failed replay. Values are tried in the first,
// second, fourth repair and so on. They find an execution at once where lemmas
// only lead from one value to the next; but if there is none, the attempt
// disturbs the search.
func (r *Run) repair(fix Repair) {
	b := &r.repairs
	b.made++
	r.Tree.forgetCone()
	for _, l := range fix.Lemmas {
		r.Solver.Assert(l)
	}
	if len(fix.Values) == 0 {
		return
	}
	if p, ok := r.Solver.(ProductBudgeter); ok && b.products == nil {
		p.SetProductBudget(productBudget)
		b.products = p
	}
	if b.made&(b.made-1) != 0 {
		return
	}
	st := r.Tree.st
	for _, v := range fix.Values {
		c := st.FreshConst("value", term.Bool)
		r.Solver.Assert(st.Or(st.Not(c), v))
		b.values = append(b.values, c)
	}
}

// checkWithValues is Check under the values as additional assumptions. Values in
// a core are dropped and the check is repeated. ok reports whether the outcome
// also answers the check without values.
func (r *Run) checkWithValues() (out Outcome, ok bool) {
	values := r.repairs.values
	r.repairs.values = nil
	blocks := len(r.blocks)
	for len(values) > 0 {
		out = r.Solver.Check(r.ctx, r.Tree.assume(append(r.blocks[:blocks:blocks], values...)))
		if out.Status != StatusUnsat {
			return out, out.HasModel()
		}
		core := r.Solver.Core()
		left := slices.DeleteFunc(values, func(c term.Term) bool { return slices.Contains(core, c) })
		if len(left) == len(values) {
			return out, true
		}
		values = left
	}
	return out, false
}

package inline

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
)

// decided is a decision, and the literal that is assumed for it.
type decided struct {
	verifier.Decision
	site    SiteID
	literal term.Term
}

// Decide has all later checks ask about executions only that pass the block of a call site, or do not. Proofs name the
// decisions that they need. What is learned of procedures, and claimed of instances, does not rest on decisions, which
// neither sees.
func (t *Tree) Decide(d verifier.Decision) error {
	s, ok := t.SiteOf(d.Site)
	if !ok {
		return fmt.Errorf("inline: no call site %v to decide about", d.Site)
	}
	l := t.blockGuard(s)
	if !d.Must {
		l = t.st.Not(l)
	}
	t.decided = append(t.decided, decided{d, s, l})
	return nil
}

// Decisions returns what is decided.
func (t *Tree) Decisions() (out []verifier.Decision) {
	for _, d := range t.decided {
		out = append(out, d.Decision)
	}
	return out
}

// Undecide takes all decisions back.
func (t *Tree) Undecide() { t.decided = nil }

// needs returns the decisions in the core of the last check, which was unsatisfiable.
func (t *Tree) needs() (out []verifier.Decision) {
	if len(t.decided) == 0 {
		return nil
	}
	core := t.solver.Core()
	for _, d := range t.decided {
		if slices.Contains(core, d.literal) {
			out = append(out, d.Decision)
		}
	}
	return out
}

// assume returns the literals of decisions, and then others: so a core names a decision where it makes call sites that
// are blocked unnecessary.
func (t *Tree) assume(others []term.Term) []term.Term {
	if len(t.decided) == 0 {
		return others
	}
	out := make([]term.Term, 0, len(t.decided)+len(others))
	for _, d := range t.decided {
		out = append(out, d.literal)
	}
	return append(out, others...)
}

// Passing returns the guard of the block of a call site: it is true of the executions that make the call.
func (t *Tree) Passing(s SiteID) term.Term { return t.blockGuard(s) }

// Entries returns the call sites through which executions enter an instance, whether they are opened or not. No other
// will ever share it.
func (t *Tree) Entries(c InstID) (out []verifier.SiteRef) {
	if c == 0 {
		return nil
	}
	for _, s := range t.entries(c) {
		out = append(out, t.Ref(s))
	}
	return out
}

// Counts are counters of a tree. They are equal in all trees in which the same call sites are opened in the same order.
type Counts struct{ Instances, Sites, Assertions int }

// Counts returns the counters of the tree.
func (t *Tree) Counts() Counts {
	return Counts{len(t.instances), len(t.sites), int(t.asserted)}
}

// Opened returns the call sites that have been opened, in order.
func (t *Tree) Opened() (out []verifier.SiteRef) {
	for _, s := range t.opened {
		out = append(out, t.Ref(s))
	}
	return out
}

// errStopped says that Resume was stopped.
var errStopped = errors.New("inline: stopped")

// Resume opens call sites as another tree has, and decides what was decided there. The tree is to be new, so only call
// sites of eager procedures are open. It is an error if it does not become the same tree: then it is of no use.
func (t *Tree) Resume(p *verifier.Proof, want Counts) error {
	t.Wide, t.Plain = p.Wide, p.Plain
	for _, ref := range p.Opened {
		if t.Stop != nil && t.Stop() {
			return errStopped
		}
		s, ok := t.SiteOf(ref)
		if !ok {
			return fmt.Errorf("inline: there is no call site %v", ref)
		}
		if t.IsOpen(s) {
			t.Open(s)
		}
	}
	if !slices.Equal(t.Opened(), p.Opened) {
		return fmt.Errorf("inline: other call sites are opened than in the search that is resumed")
	}
	if got := t.Counts(); got != want {
		return fmt.Errorf("inline: the tree is another one than in the search that is resumed: %v, not %v", got, want)
	}
	for _, d := range p.Decided {
		if err := t.Decide(d); err != nil {
			return err
		}
	}
	return nil
}

// Between has checks without a limit of their own stop after so many conflicts, and f called then and before each
// check, in the run's goroutine. It may decide something: the check goes on with that.
func (r *Run) Between(conflicts int64, f func()) { r.between, r.slice = f, conflicts }

// Effort returns what the run has spent, in polls and what is spent between them.
func (r *Run) Effort() int64 { return r.effort.Spent() }

// solve checks r.blocks, which all assumptions are but decisions.
func (r *Run) solve() Outcome {
	if r.between == nil || r.limited {
		return r.Solver.Check(r.ctx, r.Tree.assume(r.blocks))
	}
	Limit(r.Solver, r.slice)
	defer Limit(r.Solver, 0)
	for {
		r.between()
		out := r.Solver.Check(r.ctx, r.Tree.assume(r.blocks))
		if out.Status != StatusUnknown || out.Candidate || out.Reason.Kind != reason.Conflicts || r.Stopped() {
			return out
		}
	}
}

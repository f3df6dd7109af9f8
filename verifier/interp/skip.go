package interp

import (
	"context"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// skipFrom is the iteration before which nothing is skipped.
const skipFrom = 64

// Loops executes iterations of loops of which a brief trace says nothing.
type Loops interface {
	// Skip executes iterations until only some are left. It returns how many it has executed: none, and nothing has
	// changed, if it cannot, or if there are no more.
	Skip(ctx context.Context, at *Standing) int
}

// Standing is where an execution stands: an iteration of a loop begins.
type Standing struct {
	Proc *prog.Proc // of the present call
	Head int32      // where the loop begins
	Last int        // iterations to leave
	// Get returns the value of a variable, or of a global at the entry of the call, by its term, and Set changes it.
	Get func(t term.Term) (model.Value, bool)
	Set func(t term.Term, v model.Value)
	// Nested counts the calls that have not ended, and Needs takes the recursion bound that the iterations need.
	Nested map[prog.ProcID]int
	Needs  func(bound int)
}

// skip executes iterations of a loop that the trace leaves out.
func (x *iterations) skip(l *iteration) {
	if x.c.Loops == nil || !x.c.Brief || l.count != skipFrom {
		return
	}
	l.count += x.c.Loops.Skip(x.c.ctx, &Standing{
		Proc: x.q, Head: l.head, Last: lastIterations, Get: x.c.env.Get, Set: x.c.bind, Nested: x.c.nested, Needs: x.c.needs,
	})
}

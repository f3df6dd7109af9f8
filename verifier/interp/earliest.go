package interp

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier/prog"
)

// earliestBlocks limits the blocks that are executed to find the first fault of one execution.
const earliestBlocks = 1 << 18

// errLate says that an execution does not fail before another one.
var errLate = errors.New("an execution fails before")

// sight is what an execution watches.
type sight struct {
	instead bool // of what its course says:
	nth     int  // one of prog.Program.Watched, or what begins to be at one of the commands after that
	born    int  // commands so far
}

// watch returns what a command with prog.Cmd.Watch gives a variable, where the course says x.
func (c *course) watch(cmd *prog.Cmd, v prog.VarID, x model.Value) (model.Value, error) {
	first := len(cmd.Targets) > 1
	if !first {
		c.sight.born++
	}
	switch at := c.sight.nth - len(c.p.Watched); {
	case !c.sight.instead:
		return x, nil
	case !first:
		return model.Bool(at == c.sight.born-1), nil
	case at >= 0:
		return c.env.Eval(c.p.Watched[0][slices.Index(cmd.Targets, v)])
	}
	return c.env.Eval(c.p.Watched[c.sight.nth][slices.Index(cmd.Targets, v)])
}

// earliest returns the execution of a course that fails first, whatever it watches: t, which fails, if there is no
// other one. What such executions do before one of them fails does not depend on what they watch, or else they are
// executions all the same. Unwatched is set if not all were tried.
func (c *Course) earliest(ctx context.Context, t *Trace, opt ReplayOptions) *Trace {
	if t.failed == 0 || t.Quantifiers > 0 || c.Zeros { // with zeros, whether it fails does not depend on what it watches
		return t
	}
	first, best, left := t, 0, int64(earliestBlocks)
	for nth := len(c.Program.Watched) + t.born - 1; nth > 0; nth-- { // what is static last: there may be many literals
		if left -= int64(t.failed); left < 0 || ctx.Err() != nil {
			first.Unwatched = true
			break
		}
		if u := c.watching(ctx, nth, t.failed, ReplayOptions{Instances: opt.Instances}); u != nil {
			t, best = u, nth
		}
	}
	if best > 0 {
		if u := c.watching(ctx, best, t.failed+1, opt); u != nil {
			u.Unwatched = first.Unwatched
			return u
		}
	}
	return first
}

// watching returns the execution that watches something else, if it fails before so many blocks.
func (c *Course) watching(ctx context.Context, nth int, until uint32, opt ReplayOptions) *Trace {
	r := c.replayer(ctx, opt)
	r.course.sight, r.course.until = sight{instead: true, nth: nth}, until
	t, fail, err := r.outcome(r.course.run())
	if err != nil || fail != nil || t.failed == 0 || t.Quantifiers > 0 {
		return nil
	}
	return t
}

// taken is what a script leaves to the program, in the order of the execution.
type taken struct {
	values []model.Value
	inits  [][]Binding // of the calls
}

// take notes a value that a variable has got.
func (r *replayer) take(vs ...prog.VarID) {
	if len(r.p.Watched) == 0 || r.course != nil {
		return
	}
	for _, v := range vs {
		x, _ := r.env.Get(r.p.Vars[v].Term)
		r.taken.values = append(r.taken.values, x)
	}
}

// begins notes what the variables of a procedure are where a call of it begins.
func (r *replayer) begins(q *prog.Proc, init []Binding) {
	if len(r.p.Watched) > 0 && !q.Loop {
		r.taken.inits = append(r.taken.inits, init)
	}
}

// earliest returns the execution that fails first, whatever it watches, of what a script leaves to the program: the
// trace of r, if there is no other. Where a loop is a procedure, that says before it which iteration is the last one,
// so what is executed is the program with its loops.
func (s *Script) earliest(ctx context.Context, r *replayer, opt ReplayOptions) *Trace {
	c := &Course{Program: s.Flat, Model: s.Model, Defs: s.Defs, Unchecked: s.Unchecked, Flag: s.Flag,
		Values: r.taken.values, inits: r.taken.inits}
	for _, step := range r.trace.Steps {
		if step.Kind == prog.StepBlock {
			c.labels = append(c.labels, step.Label)
		}
	}
	again := c.replayer(ctx, opt)
	t, fail, err := again.outcome(again.course.run())
	if fail != nil || err != nil || t.failed == 0 {
		r.trace.Unwatched = true
		return r.trace
	}
	first := c.earliest(ctx, t, opt)
	if first == t {
		r.trace.Unwatched = t.Unwatched
		return r.trace
	}
	first.Flat = true
	return first
}

// fails notes where an execution fails.
func (r *replayer) fails(v prog.VarID, x model.Value) {
	if c := r.course; c != nil && v == r.s.Flag && x.IsTrue() {
		r.trace.failed, r.trace.born = r.count, c.sight.born
	}
}

// passes notes that a block is executed, as it was in the execution that the course is of.
func (c *course) passes(label string) {
	i := slices.IndexFunc(c.ahead, func(x string) bool { return lastOf(x) == lastOf(label) })
	if i < 0 {
		i = len(c.ahead) - 1 // it is another execution from here on
	}
	c.ahead = c.ahead[i+1:]
}

// guided returns the first one of the successors of a block that may be entered where the execution went that the
// course is of.
func (c *course) guided(q *prog.Proc, b *prog.Block) (to int32, ok bool) {
	for _, label := range c.ahead {
		for _, t := range b.Succs {
			if lastOf(q.Blocks[t].Label) == lastOf(label) && c.mayEnter(&q.Blocks[t]) {
				return t, true
			}
		}
	}
	return 0, false
}

// lastOf returns the label of the block that one is a copy of in the last iteration of a loop (passes).
func lastOf(label string) string { return strings.TrimSuffix(label, "_last") }

package reenact

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// Question says what is asked about an assertion.
type Question uint8

// The questions.
const (
	Asked   Question = iota // whether it fails
	Passed                  // nothing: it is assumed
	Skipped                 // nothing, and nothing is concluded from it
)

// Options say what was asked.
type Options struct {
	// About says what is asked about an assertion: by where it is checked, and where it is written.
	About func(prog.Assertion) Question
	// Returns says that the question is whether the entry returns.
	Returns bool
	// Reaches says that the question is whether places are reached: what a trace names in place of an assertion is the
	// procedure or the block that the execution reaches at last.
	Reaches bool
	// Contracts says that the entry is checked by its contract. Then its postconditions are checked where it returns,
	// not where they are written, and callers do not assume free preconditions. Clauses are the positions at which
	// assertions stand for clauses, by Cmd.ID.
	Contracts bool
	Clauses   map[int32]prog.Assertion
	// Wrapper is the name, in the trace, of a procedure that the program lacks: it calls the entry. It is empty if there
	// is none.
	Wrapper string
	// Cooperative says that only the statement yield interrupts threads.
	Cooperative bool
}

// errTooMany says that there are more ways than are tried.
var errTooMany = errors.New("there are more ways that the trace leaves open than are tried")

// maxTries limits the ways that are tried where a trace does not say which one control goes.
const maxTries = 1 << 10

// errDone says that the execution is at its end.
var errDone = errors.New("the execution is at its end")

// errLeftOut says that the trace leaves something out from here on.
var errLeftOut = errors.New("iterations are left out")

// Check executes p, whose entry is chosen, along a trace. It returns nil if p has this execution; else what is wrong,
// or the error of the context. Left says why not all of the trace was checked, if so; else it is empty.
func Check(ctx context.Context, p *prog.Program, t *verifier.Trace, opt Options) (left string, err error) {
	defer func() {
		if x := recover(); x != nil {
			left, err = "", fmt.Errorf("the trace and the program are at odds: %v", x)
		}
	}()
	if t.Evidence.Model == nil {
		return "the model was not kept", nil
	}
	r := &runner{
		ctx: ctx, p: p, st: p.Store, env: t.Evidence.Model.NewEnv(), trace: t, opt: opt, events: eventsOf(t, p, opt.Wrapper),
	}
	if hasThreads(t) {
		err = r.interleave()
	} else {
		err = r.run()
	}
	switch {
	case errors.Is(err, errLeftOut), errors.Is(err, errTooMany):
		return err.Error(), nil
	case errors.Is(err, errDone):
		return "", nil
	}
	return "", err
}

// runner executes a program along a trace.
type runner struct {
	ctx    context.Context
	p      *prog.Program
	st     *term.Store
	env    *model.Env
	trace  *verifier.Trace
	events []event // that are to come
	opt    Options
	steps  int
	depth  int
	tries  int // of ways that are not in the trace

	// Of a thread.
	x             *interleaving // nil if the program has none
	thread, child int           // its number, and that of the last one that it has created
	yield         func() bool
	resume        func() (struct{}, bool)
	stop          func()
	ended         bool
	err           error // why it ended
}

// run executes the program from its entry. It returns errDone at the end of the execution.
func (r *runner) run() error {
	q := r.p.Procs[r.p.Entry]
	if err := r.open(r.p.Globals, r.trace.Evidence.Globals); err != nil {
		return err
	}
	for _, list := range [3][]prog.VarID{q.Ins, q.Outs, q.Locals} {
		if err := r.open(list, nil); err != nil {
			return err
		}
	}
	r.setOlds(r.p.Globals)
	if err := r.body(q); err != nil {
		return err
	}
	if r.x != nil {
		return nil
	}
	if !r.opt.Returns {
		return errors.New("the entry returns, and nothing has failed")
	}
	if len(r.events) > 0 {
		return fmt.Errorf("the entry returns, and the trace goes on with %s", r.events[0])
	}
	return errDone
}

// body executes the body of a procedure whose formals have values.
func (r *runner) body(q *prog.Proc) error {
	for t := r.peek(); t != nil && t.kind == prog.StepAssign && t.begins; t = r.peek() {
		for _, list := range [3][]prog.VarID{q.Ins, q.Outs, q.Locals} {
			if err := r.open(list, t.Exact); err != nil {
				return err
			}
		}
		if err := r.next(); err != nil {
			return err
		}
	}
	if q.ID == r.p.Entry && r.depth == 0 && r.thread <= 1 {
		for _, c := range q.Requires {
			if err := r.assume(c.Cond, c.Node, "precondition"); err != nil {
				return err
			}
		}
	}
	return r.from(q, 0)
}

// from executes the body of a procedure from a block on.
func (r *runner) from(q *prog.Proc, i int32) error {
	for {
		b := &q.Blocks[i]
		if err := r.block(q, b); err != nil {
			return err
		}
		if b.Dead {
			return fmt.Errorf("%s: control gets past a block that it does not leave, %s", r.p.Pos(b.Node), b.Label)
		}
		if len(b.Succs) == 0 {
			return r.returns(q, b)
		}
		ways, err := r.ways(q, b)
		if err != nil {
			return err
		}
		if i = ways[0]; len(ways) > 1 {
			return r.try(q, ways)
		}
	}
}

// try executes the rest of a body on each of several ways that the trace leaves open, until it is what the trace says.
func (r *runner) try(q *prog.Proc, ways []int32) error {
	env, events := r.env, r.events
	var first error
	for _, way := range ways {
		if r.tries++; r.tries > maxTries {
			return errTooMany
		}
		r.env, r.events = env.Clone(), events
		err := r.from(q, way)
		if err == nil || errors.Is(err, errDone) || errors.Is(err, errLeftOut) || errors.Is(err, errTooMany) ||
			r.ctx.Err() != nil {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// block executes the commands of a block.
func (r *runner) block(q *prog.Proc, b *prog.Block) error {
	if r.steps++; r.steps&1023 == 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	if t := r.peek(); t != nil && t.kind == prog.StepSkip {
		return errLeftOut
	}
	if t := r.peek(); t != nil && t.kind == prog.StepBlock {
		switch {
		case t.isBlock(b):
			if err := r.next(); err != nil {
				return err
			}
		case !b.Cut:
			return fmt.Errorf("%s: control is in %s, and the trace goes on with %s", r.p.Pos(b.Node), b.Label, *t)
		}
	}
	if r.reaches(b.Node) || b == &q.Blocks[0] && r.reaches(q.Node) {
		if err := r.next(); err != nil {
			return err
		}
		return errDone
	}
	for j := range b.Cmds {
		if err := r.command(q, &b.Cmds[j]); err != nil {
			return err
		}
	}
	return nil
}

// ways returns where control goes: of the successors that may be entered the one that the trace says, or those that
// it may have taken without saying so. A thread of which the trace says nothing goes nowhere.
func (r *runner) ways(q *prog.Proc, b *prog.Block) ([]int32, error) {
	if r.x != nil && len(b.Succs) > 1 {
		t := r.peek()
		if t == nil {
			return nil, r.halts()
		}
		for _, s := range b.Succs {
			if t.isBlock(&q.Blocks[s]) {
				return []int32{s}, nil
			}
		}
	}
	var may []int32
	for _, s := range b.Succs {
		if r.mayEnter(&q.Blocks[s]) {
			may = append(may, s)
		}
	}
	switch t := r.peek(); {
	case len(may) == 0:
		return nil, fmt.Errorf("%s: no way goes on from %s", r.p.Pos(b.Node), b.Label)
	case len(may) == 1:
		return may, nil
	case t != nil && t.kind == prog.StepSkip:
		return nil, errLeftOut
	case t != nil && t.kind == prog.StepBlock:
		for _, s := range may {
			if t.isBlock(&q.Blocks[s]) {
				return []int32{s}, nil
			}
		}
	}
	// A way that the trace says begins with its block, so it is one that it does not say: it leads there.
	may = slices.DeleteFunc(may, func(s int32) bool { return !q.Blocks[s].Cut })
	if len(may) == 0 {
		return nil, fmt.Errorf("%s: the trace does not say where control goes from %s", r.p.Pos(b.Node), b.Label)
	}
	// Those that lead there at once come first.
	first := slices.DeleteFunc(slices.Clone(may), func(s int32) bool { return !r.leads(q, &q.Blocks[s]) })
	last := slices.DeleteFunc(may, func(s int32) bool { return slices.Contains(first, s) })
	return append(first, last...), nil
}

// leads reports whether a block that is not in the trace leads to the next event: a block, or an assertion in it that
// fails.
func (r *runner) leads(q *prog.Proc, b *prog.Block) bool {
	t := r.peek()
	if t == nil {
		return false
	}
	for _, s := range b.Succs {
		if t.isBlock(&q.Blocks[s]) {
			return true
		}
	}
	return slices.ContainsFunc(b.Cmds, func(c prog.Cmd) bool {
		return t.kind == prog.StepFail && c.Kind == prog.Assert && r.opt.Clauses[c.ID].At == t.Node && r.truth(c.Cond) != yes
	})
}

// mayEnter reports whether no assumption at the beginning of a block is false.
func (r *runner) mayEnter(b *prog.Block) bool {
	for i := range b.Cmds {
		if b.Cmds[i].Kind != prog.Assume {
			return true
		}
		if r.truth(b.Cmds[i].Cond) == no {
			return false
		}
	}
	return true
}

// reaches reports whether the trace says that the execution reaches a place at last, which was asked about.
func (r *runner) reaches(at prog.NodeID) bool {
	t := r.peek()
	return r.opt.Reaches && t != nil && t.kind == prog.StepFail && t.Node == at
}

// command executes a command.
func (r *runner) command(q *prog.Proc, c *prog.Cmd) error {
	switch c.Kind {
	case prog.Assume:
		if t := r.changed(q, c); t != nil && r.truth(c.Cond) == maybe { // it says what a map becomes
			if err := r.next(); err != nil {
				return err
			}
		}
		if err := r.when(q, c.Node, func() bool { return r.truth(c.Cond) != no }); err != nil {
			return err
		}
		if c.Yield {
			return r.yields()
		}
		return r.assume(c.Cond, c.Node, "assumption")
	case prog.Assert:
		where, ok := r.opt.Clauses[c.ID]
		if !ok {
			where = prog.Assertion{At: c.Node, Clause: c.Node}
		}
		about := r.opt.About(where)
		if c.Loose && r.opt.Contracts {
			about = Skipped
		}
		if err := r.when(q, c.Node, r.passes(c.Cond, about)); err != nil {
			return err
		}
		return r.assert(c.Cond, where, about)
	case prog.Assign:
		return r.assign(q, c)
	case prog.Havoc:
		t := r.changed(q, c)
		if t == nil {
			return r.missing(c)
		}
		if err := r.next(); err != nil {
			return err
		}
		return r.open(c.Targets, t.Exact)
	case prog.Call:
		return r.call(q, c)
	}
	return nil
}

// assign executes an assignment. A value with a quantifier in it is taken from the trace.
func (r *runner) assign(q *prog.Proc, c *prog.Cmd) error {
	t := r.changed(q, c)
	if t == nil {
		return r.missing(c)
	}
	if err := r.next(); err != nil {
		return err
	}
	values := make([]model.Value, len(c.Targets))
	for i, v := range c.Targets {
		said, ok := t.valueOf(v)
		if !ok {
			return fmt.Errorf("%s: the trace does not say what %s becomes", r.p.Pos(c.Node), r.nameOf(v))
		}
		x, err := r.env.Eval(c.Values[i])
		switch {
		case err != nil:
			x = said
		case !x.Equal(said):
			return fmt.Errorf("%s: %s becomes %s, and the trace says %s", r.p.Pos(c.Node), r.nameOf(v), x, said)
		}
		values[i] = x
	}
	for i, v := range c.Targets {
		r.env.Set(r.p.Var(v).Term, values[i])
	}
	return nil
}

// missing says that the trace has no step for a command.
func (r *runner) missing(c *prog.Cmd) error {
	if t := r.peek(); t != nil && t.kind == prog.StepSkip {
		return errLeftOut
	} else if t == nil && r.x != nil {
		return r.halts()
	} else if t != nil {
		return fmt.Errorf("%s: the trace has no step for what changes here, and goes on with %s", r.p.Pos(c.Node), *t)
	}
	return fmt.Errorf("%s: the trace has no step for what changes here", r.p.Pos(c.Node))
}

// assume makes sure that what is assumed is not false.
func (r *runner) assume(cond term.Term, at prog.NodeID, what string) error {
	if r.truth(cond) == no {
		return fmt.Errorf("%s: this %s is false: %s", r.p.Pos(at), what, r.st.String(cond))
	}
	return nil
}

// passes returns whether an assertion is no obstacle.
func (r *runner) passes(cond term.Term, about Question) func() bool {
	return func() bool { return about == Skipped || r.truth(cond) != no }
}

// assert makes sure that an assertion holds, unless it is the one that the trace says fails.
func (r *runner) assert(cond term.Term, x prog.Assertion, about Question) error {
	is := r.truth(cond)
	t := r.peek()
	if named := t != nil && t.kind == prog.StepFail && t.Node == x.At && r.trace.Assertion == x; named && is != yes {
		return errDone
	}
	switch {
	case about == Skipped:
	case about == Passed:
		return r.assume(cond, x.At, "assertion, which is assumed,")
	case is == no:
		return fmt.Errorf("%s: this assertion fails, and the trace names another one: %s", r.p.Pos(x.At), r.st.String(cond))
	}
	return nil
}

// nameOf returns the name of a variable as traces show it.
func (r *runner) nameOf(v prog.VarID) string {
	return strings.ReplaceAll(r.p.Var(v).Name, `\`, "")
}

// open gives variables their values; those that have none are zero, as nothing depends on them.
func (r *runner) open(vs []prog.VarID, values []verifier.Exact) error {
	for _, v := range vs {
		t := r.p.Var(v).Term
		if x, ok := valueIn(values, v); ok {
			r.env.Set(t, x)
			continue
		}
		if _, ok := r.env.Get(t); ok {
			continue
		}
		x, err := model.Zero(r.st, r.st.Sort(t))
		if err != nil {
			return err
		}
		r.env.Set(t, x)
	}
	return nil
}

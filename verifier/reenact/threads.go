package reenact

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Corral's procedures that mean something in programs with threads.
const (
	atomicBegin   = "corral_atomic_begin"
	atomicEnd     = "corral_atomic_end"
	threadID      = "corral_getThreadID"
	childThreadID = "corral_getChildThreadID"
)

// errStopped says that nobody asks a thread to go on.
var errStopped = errors.New("the thread is stopped")

// interleaving executes threads in the order in which a trace has their steps.
type interleaving struct {
	events  []event
	done    []bool // by event
	now     int    // the event that is due
	threads []*runner
	running *runner
	atomic  int // the thread that is in an atomic block, or 0
	ids     []identifier
}

// identifier is what a program was given as the identifier of a thread.
type identifier struct {
	thread int
	value  model.Value
}

// interleave has the threads of a program executed; r is the first one.
func (r *runner) interleave() error {
	r.x = &interleaving{events: r.events, done: make([]bool, len(r.events))}
	if r.opt.Cooperative {
		r.x.atomic = 1
	}
	r.becomes(1, r.run)
	defer func() {
		for _, t := range r.x.threads {
			t.stop()
		}
	}()
	return r.x.run(r)
}

// becomes makes r the thread with a number, which does run.
func (r *runner) becomes(thread int, run func() error) {
	x := r.x
	r.thread, r.events = thread, nil
	for _, t := range x.events {
		if t.Thread == thread {
			r.events = append(r.events, t)
		}
	}
	r.resume, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.yield = func() bool { return yield(struct{}{}) }
		if r.err = run(); r.err == nil {
			r.ended = true
			if x.atomic == thread {
				x.atomic = 0
			}
		}
	})
	x.threads = append(x.threads, r)
}

// run has each step executed by its thread. It returns errDone at the end of the execution.
func (x *interleaving) run(first *runner) error {
	for ; x.now < len(x.events); x.now++ {
		t := &x.events[x.now]
		if x.done[x.now] {
			continue
		}
		i := slices.IndexFunc(x.threads, func(r *runner) bool { return r.thread == t.Thread })
		switch other := x.atomic != 0 && x.atomic != t.Thread; {
		case t.hint && (i < 0 || other):
			continue
		case i < 0:
			return fmt.Errorf("thread %d is not created, and the trace goes on with %s in it", t.Thread, *t)
		case other:
			return fmt.Errorf("thread %d is in an atomic block, and the trace goes on with %s in thread %d", x.atomic, *t,
				t.Thread)
		}
		if err := x.goOn(x.threads[i]); err != nil {
			return err
		}
		if !x.done[x.now] && !t.hint {
			return fmt.Errorf("thread %d does not get to %s", t.Thread, *t)
		}
	}
	switch {
	case !first.opt.Returns:
		return errors.New("the trace is at its end, and nothing has failed")
	case first.ended:
		return errDone
	}
	if err := x.goOn(first); err != nil {
		return err
	}
	if !first.ended {
		return errors.New("the trace is at its end, and the first thread has not returned")
	}
	return errDone
}

// goOn has a thread go on until it has to wait. Threads share the globals.
func (x *interleaving) goOn(r *runner) error {
	if was := x.running; was != nil && was != r {
		for _, g := range r.p.Globals {
			t := r.p.Var(g).Term
			if v, ok := was.env.Get(t); ok {
				r.env.Set(t, v)
			}
		}
	}
	x.running = r
	r.resume()
	return r.err
}

// wait lets the others go on.
func (r *runner) wait() error {
	if !r.yield() {
		return errStopped
	}
	return r.ctx.Err()
}

// waitFor waits until an event is due.
func (r *runner) waitFor(at int) error {
	for r.x.now < at {
		if err := r.wait(); err != nil {
			return err
		}
	}
	return nil
}

// halts is the end of a thread that has no other events.
func (r *runner) halts() error {
	for {
		if err := r.wait(); err != nil {
			return err
		}
	}
}

// when waits for the time at which a thread executes what is at a place: that of its event; else as soon as it
// holds, and at the latest when the next step of the thread is due. No order of the events has another
// time at which it could be sooner, and what only reads is never in the way of others.
func (r *runner) when(q *prog.Proc, at prog.NodeID, holds func() bool) error {
	if r.x == nil {
		return nil
	}
	for i := range r.events {
		t := &r.events[i]
		if !t.isOf(q, at) {
			if t.hint {
				continue
			}
			break
		}
		if err := r.waitFor(t.at); err != nil {
			return err
		}
		r.events = r.events[i:]
		if t.hint {
			r.x.done[t.at] = true
			r.events = r.events[1:]
		}
		return nil
	}
	for !holds() {
		if t := r.peek(); t != nil && r.x.now >= t.at {
			break
		}
		if err := r.wait(); err != nil {
			return err
		}
	}
	return nil
}

// isOf reports whether this is the step of a command.
func (t *event) isOf(q *prog.Proc, at prog.NodeID) bool {
	switch t.kind {
	case prog.StepCall, prog.StepSpawn, prog.StepFail:
		return t.Node == at
	case prog.StepAssign, prog.StepCommand:
		return t.Node == at && t.in == q.Name && !t.begins
	}
	return false
}

// always holds.
func always() bool { return true }

// spawn creates a thread. Its preconditions are about the state in which that is done.
func (r *runner) spawn(callee *prog.Proc, c *prog.Cmd, args []model.Value, checked bool) error {
	saved := r.enter(callee, args)
	if err := r.requires(callee, c, checked); err != nil {
		return err
	}
	child := &runner{ctx: r.ctx, p: r.p, st: r.st, env: r.env.Clone(), trace: r.trace, opt: r.opt, x: r.x}
	r.restore(saved)
	t := r.peek()
	if err := r.expect(prog.StepSpawn, callee, c); err != nil {
		return err
	}
	r.child = t.Started
	child.becomes(r.child, func() error { return child.runs(callee) })
	return nil
}

// runs executes what a thread runs.
func (r *runner) runs(q *prog.Proc) error {
	if err := r.enterBlock(r.opt.Cooperative); err != nil {
		return err
	}
	r.setOlds(r.p.Globals)
	if q.HasBody() {
		return r.body(q)
	}
	t := r.peek()
	if t == nil {
		return r.halts()
	}
	if err := r.next(); err != nil {
		return err
	}
	if err := r.open(q.Modifies, t.Exact); err != nil {
		return err
	}
	for _, e := range q.Ensures {
		if err := r.assume(e.Cond, e.Node, "postcondition"); err != nil {
			return err
		}
	}
	return nil
}

// enterBlock waits until an event of a thread is due, or none of any is left, and begins an atomic block then if atomic
// is set.
func (r *runner) enterBlock(atomic bool) error {
	at := len(r.x.events)
	if len(r.events) > 0 {
		at = r.events[0].at
	}
	if err := r.waitFor(at); err != nil {
		return err
	}
	if atomic {
		r.x.atomic = r.thread
	}
	return nil
}

// yields ends the atomic block that a thread is in, if threads cooperate, and begins another one.
func (r *runner) yields() error {
	if r.x == nil || !r.opt.Cooperative {
		return nil
	}
	r.x.atomic = 0
	return r.enterBlock(true)
}

// bracket executes a call that begins or ends an atomic block; is is false if a call is none.
func (r *runner) bracket(callee *prog.Proc) (is bool, err error) {
	if r.x == nil || callee.HasBody() || callee.Name != atomicBegin && callee.Name != atomicEnd {
		return false, nil
	}
	switch {
	case r.opt.Cooperative: // all is in atomic blocks
		return true, nil
	case callee.Name == atomicBegin:
		return true, r.enterBlock(true)
	}
	r.x.atomic = 0
	return true, nil
}

// identifies makes sure that threads have identifiers of their own, of which the first one is 1.
func (r *runner) identifies(callee *prog.Proc, c *prog.Cmd) error {
	if r.x == nil || callee.HasBody() || callee.Name != threadID && callee.Name != childThreadID || len(c.Targets) != 1 {
		return nil
	}
	thread := r.thread
	if callee.Name == childThreadID {
		thread = r.child
	}
	if thread == 0 { // it has created none
		return nil
	}
	v, _ := r.env.Get(r.p.Var(c.Targets[0]).Term)
	if r.x.ids == nil {
		one := model.Int64(1)
		if v.Sort() != term.Int {
			one = model.Bits(r.st, v.Sort(), num.FromInt64(1))
		}
		r.x.ids = []identifier{{1, one}}
	}
	for _, id := range r.x.ids {
		if (id.thread == thread) != id.value.Equal(v) {
			return fmt.Errorf("%s: the identifier of thread %d is %s, and that of thread %d is said to be %s", r.p.Pos(c.Node),
				id.thread, id.value, thread, v)
		}
	}
	r.x.ids = append(r.x.ids, identifier{thread, v})
	return nil
}

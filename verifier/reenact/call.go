package reenact

import (
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// kept is the value that a variable has in the caller; invalid if it has none.
type kept struct {
	t term.Term
	v model.Value
}

// maxDepth limits calls that have not ended.
const maxDepth = 1 << 14

// call executes a call.
func (r *runner) call(q *prog.Proc, c *prog.Cmd) error {
	callee := r.p.Procs[c.Callee]
	if is, err := r.bracket(callee); is {
		return err
	}
	if err := r.when(q, c.Node, always); err != nil {
		return err
	}
	args := make([]model.Value, len(c.Values))
	for i, t := range c.Values {
		x, err := r.env.Eval(t)
		if err != nil {
			return errLeftOut // an argument with a quantifier in it
		}
		args[i] = x
	}
	under := c.Cond != 0 && r.truth(c.Cond) != no
	if c.Async {
		return r.spawn(callee, c, args, !c.Free && !under)
	}
	saved := r.enter(callee, args)
	if err := r.requires(callee, c, !c.Free && !under); err != nil {
		return err
	}
	if callee.HasBody() {
		if err := r.inner(callee, c); err != nil {
			return err
		}
	}
	if err := r.results(q, callee, c, saved); err != nil {
		return err
	}
	return r.identifies(callee, c)
}

// requires checks the preconditions that are checked, unless none is. Then all are assumed.
func (r *runner) requires(callee *prog.Proc, c *prog.Cmd, checked bool) error {
	for _, x := range callee.Requires {
		if x.Free || !checked {
			continue
		}
		at := prog.Assertion{At: c.Node, Clause: x.Node}
		if err := r.assert(x.Cond, at, r.opt.About(at)); err != nil {
			return err
		}
	}
	for _, x := range callee.Requires {
		if r.opt.Contracts && (c.Free || x.Free && !x.Always) {
			continue
		}
		if checked && !x.Free && r.opt.About(prog.Assertion{At: c.Node, Clause: x.Node}) == Skipped {
			continue
		}
		if err := r.assume(x.Cond, c.Node, "precondition"); err != nil {
			return err
		}
	}
	return nil
}

// inner executes the body of a callee.
func (r *runner) inner(callee *prog.Proc, c *prog.Cmd) error {
	if r.depth++; r.depth > maxDepth {
		return errLeftOut
	}
	defer func() { r.depth-- }()
	if err := r.expect(prog.StepCall, callee, c); err != nil {
		return err
	}
	if err := r.body(callee); err != nil {
		return err
	}
	return r.expect(prog.StepReturn, callee, c)
}

// expect makes sure that the trace goes on with the beginning or the end of a call.
func (r *runner) expect(kind prog.StepKind, callee *prog.Proc, c *prog.Cmd) error {
	t := r.peek()
	switch {
	case t == nil && r.x != nil:
		return r.halts()
	case t == nil:
		return fmt.Errorf("%s: the trace ends in the call of %s", r.p.Pos(c.Node), callee.Name)
	case t.kind == prog.StepSkip:
		return errLeftOut
	case t.kind != kind || t.Label != callee.Name:
		return fmt.Errorf("%s: %s is called, and the trace goes on with %s", r.p.Pos(c.Node), callee.Name, *t)
	}
	return r.next()
}

// results ends a call. The trace has what a procedure without a body returns and changes.
func (r *runner) results(q, callee *prog.Proc, c *prog.Cmd, saved []kept) error {
	t := r.changed(q, c)
	if t != nil {
		if err := r.next(); err != nil {
			return err
		}
	}
	out := make([]model.Value, len(callee.Outs))
	for i, v := range callee.Outs {
		x, _ := r.env.Get(r.p.Var(v).Term)
		said, ok := t.valueOf(c.Targets[i])
		if !ok && t == nil {
			return r.missing(c)
		} else if !callee.HasBody() {
			x = said
			r.env.Set(r.p.Var(v).Term, x)
		} else if ok && !x.Equal(said) {
			return fmt.Errorf("%s: %s returns %s, and the trace says %s", r.p.Pos(c.Node), callee.Name, x, said)
		}
		out[i] = x
	}
	if !callee.HasBody() && t != nil {
		if err := r.open(callee.Modifies, t.Exact); err != nil {
			return err
		}
	}
	for _, x := range callee.Ensures {
		if r.opt.About(prog.Assertion{At: x.Node, Clause: x.Node}) == Skipped && !x.Free {
			continue
		}
		if err := r.assume(x.Cond, x.Node, "postcondition"); err != nil {
			return err
		}
	}
	r.restore(saved)
	return r.give(q, c, t, out)
}

// give assigns the results of a call, of which t is the step. A thread assigns those that globals get in another step.
func (r *runner) give(q *prog.Proc, c *prog.Cmd, t *event, out []model.Value) error {
	var late []int
	for i, v := range c.Targets {
		if _, ok := t.valueOf(v); !ok && r.x != nil {
			late = append(late, i)
			continue
		}
		r.env.Set(r.p.Var(v).Term, out[i])
	}
	if len(late) == 0 {
		return nil
	}
	if t = r.changed(q, c); t == nil {
		return r.missing(c)
	}
	if err := r.next(); err != nil {
		return err
	}
	for _, i := range late {
		v := c.Targets[i]
		if said, ok := t.valueOf(v); !ok || !said.Equal(out[i]) {
			return fmt.Errorf("%s: %s becomes %s, which the trace does not say", r.p.Pos(c.Node), r.nameOf(v), out[i])
		}
		r.env.Set(r.p.Var(v).Term, out[i])
	}
	return nil
}

// restore gives variables of the caller their values.
func (r *runner) restore(saved []kept) {
	for _, k := range saved {
		if k.v.IsValid() {
			r.env.Set(k.t, k.v)
		} else {
			r.env.Unset(k.t)
		}
	}
}

// returns checks the postconditions of a procedure at the end of its body, block b.
func (r *runner) returns(q *prog.Proc, b *prog.Block) error {
	for _, c := range q.Ensures {
		if c.Free {
			continue
		}
		x := prog.Assertion{At: c.Node, Clause: c.Node}
		if r.opt.Contracts {
			x.At = b.End
		}
		about := r.opt.About(x)
		if err := r.when(q, c.Node, r.passes(c.Cond, about)); err != nil {
			return err
		}
		if err := r.assert(c.Cond, x, about); err != nil {
			return err
		}
	}
	return nil
}

// enter gives the variables of a callee their values at entry, and returns those of the caller.
func (r *runner) enter(q *prog.Proc, args []model.Value) (saved []kept) {
	keep := func(t term.Term) {
		v, _ := r.env.Get(t)
		saved = append(saved, kept{t, v})
	}
	for _, g := range r.p.Globals {
		keep(r.p.Var(g).Old)
	}
	r.setOlds(r.p.Globals)
	for i, v := range q.Ins {
		keep(r.p.Var(v).Term)
		r.env.Set(r.p.Var(v).Term, args[i])
	}
	for _, list := range [2][]prog.VarID{q.Outs, q.Locals} {
		for _, v := range list {
			t := r.p.Var(v).Term
			keep(t)
			if x, err := model.Zero(r.st, r.st.Sort(t)); err == nil {
				r.env.Set(t, x)
			}
		}
	}
	return saved
}

// setOlds gives the values at entry of globals their present values.
func (r *runner) setOlds(globals []prog.VarID) {
	for _, g := range globals {
		if x, ok := r.env.Get(r.p.Var(g).Term); ok {
			r.env.Set(r.p.Var(g).Old, x)
		}
	}
}

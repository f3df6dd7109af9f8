package interp

import (
	"fmt"
	"github.com/muster-smt/muster/verifier/prog"

	"github.com/muster-smt/muster/theory/model"
)

// Oracle decides what a program leaves open.
type Oracle interface {
	// Choose returns which of n successors control goes to, from 0.
	Choose(n int) int
	// Value returns an arbitrary value for a variable.
	Value(p *prog.Program, v prog.VarID) model.Value
}

// Observer is an Oracle that sees the calls of procedures with a body, also of the one of the entry. value
// returns the present value of a variable; formals and results are those of the call.
type Observer interface {
	Oracle
	Entered(q *prog.Proc, value func(prog.VarID) (model.Value, error)) error
	Returned(q *prog.Proc, value func(prog.VarID) (model.Value, error)) error
}

// Careful is an Oracle that is not offered successors that block at once: those whose first command is an assumption
// that is false.
type Careful interface {
	Oracle
	Careful()
}

// Outcome is how an execution ends.
type Outcome uint8

// The outcomes.
const (
	Returned  Outcome = iota + 1 // the entry returned
	Blocked                      // an assumption was false
	Violated                     // an assertion, precondition or postcondition was false
	Exhausted                    // out of fuel
)

// Run executes a program, with loops and assertions, for at most fuel blocks.
// It is the plainest reading of what a program means, and the oracle of tests of
// transformations and of facts, which alone use it. A quantifier is an error, but for what fills says. The frame is
// the script of the execution up to where it ended.
func Run(p *prog.Program, m *model.Model, o Oracle, fuel int) (Outcome, *Frame, error) {
	x := &runner{machine: newMachine(p, m), o: o, fuel: fuel}
	x.observer, _ = o.(Observer)
	_, x.careful = o.(Careful)
	q := p.Procs[p.Entry]
	root := &Frame{Proc: q.ID}
	arbitrary := func(v prog.VarID) model.Value {
		val := o.Value(p, v)
		root.Init = append(root.Init, Binding{Var: v, Value: val})
		return val
	}
	for _, g := range p.Globals {
		x.set(g, arbitrary(g))
	}
	args := make([]model.Value, len(q.Ins))
	for i, v := range q.Ins {
		args[i] = arbitrary(v)
	}
	if _, err := x.enter(q, args); err != nil {
		return 0, nil, err
	}
	// The entry's preconditions are assumed, checked or not.
	if out, err := x.assume(q.Requires, false); out != 0 || err != nil {
		return out, root, err
	}
	out, err := x.body(q, root)
	if out == 0 && err == nil {
		out, err = Returned, x.returned(q)
	}
	return out, root, err
}

// runner executes a program. Its methods return the outcome 0 while the
// execution goes on.
type runner struct {
	*machine
	o        Oracle
	observer Observer // o, or nil
	careful  bool
	fuel     int
}

func (x *runner) entered(q *prog.Proc) error {
	if x.observer == nil {
		return nil
	}
	return x.observer.Entered(q, x.value)
}

func (x *runner) returned(q *prog.Proc) error {
	if x.observer == nil {
		return nil
	}
	return x.observer.Returned(q, x.value)
}

// assume evaluates contracts. One that is false blocks the execution or, if
// check is set and it is not free, is a violation.
func (x *runner) assume(cs []prog.Contract, check bool) (Outcome, error) {
	for _, c := range cs {
		v, err := x.env.Eval(c.Cond)
		switch {
		case err != nil:
			return 0, err
		case v.IsTrue():
		case check && !c.Free:
			return Violated, nil
		default:
			return Blocked, nil
		}
	}
	return 0, nil
}

func (x *runner) body(q *prog.Proc, f *Frame) (Outcome, error) {
	if err := x.entered(q); err != nil {
		return 0, err
	}
	for _, list := range [2][]prog.VarID{q.Outs, q.Locals} {
		for _, v := range list {
			val := x.o.Value(x.p, v)
			f.Init = append(f.Init, Binding{Var: v, Value: val})
			x.set(v, val)
		}
	}
	for i := int32(0); ; {
		if x.fuel--; x.fuel < 0 {
			return Exhausted, nil
		}
		b := &q.Blocks[i]
		f.Path = append(f.Path, i)
		for j := range b.Cmds {
			if out, err := x.command(f, &b.Cmds[j]); out != 0 || err != nil {
				return out, err
			}
		}
		switch n := len(b.Succs); {
		case b.Dead:
			return 0, fmt.Errorf("%s: control gets past dead block %s", q.Name, b.Label)
		case n == 0:
			for _, e := range q.Ensures {
				if e.Free {
					continue // not checked inside
				}
				if out, err := x.assume([]prog.Contract{e}, true); out != 0 || err != nil {
					return out, err
				}
			}
			return 0, nil
		case n == 1:
			i = b.Succs[0]
		default:
			next, err := x.choose(q, b.Succs)
			if err != nil {
				return 0, err
			}
			i = next
		}
	}
}

// choose has the oracle choose a successor.
func (x *runner) choose(q *prog.Proc, succs []int32) (int32, error) {
	if !x.careful {
		return succs[x.o.Choose(len(succs))], nil
	}
	var open []int32
	for _, s := range succs {
		if cmds := q.Blocks[s].Cmds; len(cmds) > 0 && cmds[0].Kind == prog.Assume {
			v, err := x.env.Eval(cmds[0].Cond)
			if err != nil {
				return 0, err
			}
			if !v.IsTrue() {
				continue
			}
		}
		open = append(open, s)
	}
	switch len(open) {
	case 0:
		return succs[0], nil // where it blocks
	case 1:
		return open[0], nil
	}
	return open[x.o.Choose(len(open))], nil
}

func (x *runner) command(f *Frame, c *prog.Cmd) (Outcome, error) {
	switch c.Kind {
	case prog.Assume:
		if done, err := x.fills(c); done || err != nil {
			return 0, err
		}
		return x.assume([]prog.Contract{{Cond: c.Cond}}, false)
	case prog.Assert:
		return x.assume([]prog.Contract{{Cond: c.Cond}}, true)
	case prog.Assign:
		values, err := x.values(c.Values)
		if err != nil {
			return 0, err
		}
		for i, v := range c.Targets {
			x.set(v, values[i])
		}
	case prog.Havoc:
		for _, v := range c.Targets {
			x.set(v, x.arbitrary(f, c, v, v))
		}
	case prog.Call:
		return x.call(f, c)
	}
	return 0, nil
}

// arbitrary returns a value for v and records it as given to the variable as.
func (x *runner) arbitrary(f *Frame, c *prog.Cmd, v, as prog.VarID) model.Value {
	val := x.o.Value(x.p, v)
	f.Values = append(f.Values, Assigned{c.ID, as, val})
	return val
}

func (x *runner) call(f *Frame, c *prog.Cmd) (Outcome, error) {
	q := x.p.Procs[c.Callee]
	if c.Async {
		return 0, fmt.Errorf("the call of %s at %v starts a thread", q.Name, x.p.Pos(c.Node))
	}
	args, err := x.values(c.Values)
	if err != nil {
		return 0, err
	}
	save, err := x.enter(q, args)
	if err != nil {
		return 0, err
	}
	if out, err := x.assume(q.Requires, true); out != 0 || err != nil {
		return out, err
	}
	if q.HasBody() {
		child := &Frame{Proc: q.ID}
		f.Calls = append(f.Calls, Child{c.ID, child})
		if out, err := x.body(q, child); out != 0 || err != nil {
			return out, err
		}
	} else {
		for _, g := range q.Modifies {
			x.set(g, x.arbitrary(f, c, g, g))
		}
		for i, v := range q.Outs {
			x.set(v, x.arbitrary(f, c, v, c.Targets[i]))
		}
	}
	if out, err := x.assume(q.Ensures, false); out != 0 || err != nil {
		return out, err
	}
	if q.HasBody() {
		if err := x.returned(q); err != nil {
			return 0, err
		}
	}
	results, err := x.results(q)
	if err != nil {
		return 0, err
	}
	x.leave(save)
	for i, v := range c.Targets {
		x.set(v, results[i])
	}
	return 0, nil
}

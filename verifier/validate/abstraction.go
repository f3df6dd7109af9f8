package validate

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Abstraction checks that a program over-approximates the executions of another one, by comparing them command by
// command. It is what a safe answer about an abstraction (verifier/abstract) needs besides the check of its proof.
//
// The globals that the abstraction does not list are hidden: it must not mention them. Whatever state an execution of
// the program reaches, the abstraction can reach one at the same place in which all other variables of the program
// have the same values:
//
//   - procedures, blocks, jumps and signatures are the same;
//   - what it assumes, and in contracts too, are conjuncts of what the program assumes;
//   - it assigns the same values or havocs the target, and it may havoc anything, since that may leave all as it is;
//   - it makes the same calls in the same order. An argument or the target of a result may be a variable that the
//     program does not have, if the argument is havocked at once before.
func Abstraction(core, abs *prog.Program) error {
	if core.Store != abs.Store || core.Entry != abs.Entry || len(core.Procs) != len(abs.Procs) ||
		len(abs.Vars) < len(core.Vars) {
		return fmt.Errorf("not of one program")
	}
	c := &comparison{core: core, abs: abs, uses: prog.NewUses(abs), hidden: make([]bool, len(abs.Vars))}
	for _, g := range core.Globals {
		c.hidden[g] = !slices.Contains(abs.Globals, g)
	}
	for i, v := range core.Vars {
		if w := abs.Vars[i]; v.Kind != w.Kind || v.Term != w.Term || v.Old != w.Old || v.Where != w.Where ||
			v.Unique != w.Unique {
			return fmt.Errorf("variable %s differs", v.Name)
		}
	}
	for _, a := range abs.Axioms {
		if !slices.Contains(core.Axioms, a) {
			return fmt.Errorf("an axiom is new")
		}
	}
	for i, q := range core.Procs {
		if err := c.proc(q, abs.Procs[i]); err != nil {
			return fmt.Errorf("%s: %w", q.Name, err)
		}
	}
	return nil
}

// comparison compares a program with its abstraction.
type comparison struct {
	core, abs *prog.Program
	uses      *prog.Uses
	hidden    []bool // by variable of the abstraction
}

// own reports whether only the abstraction has a variable.
func (c *comparison) own(v prog.VarID) bool {
	return int(v) >= len(c.core.Vars) && c.abs.Var(v).Kind == prog.Local
}

// open reports whether a term mentions nothing hidden.
func (c *comparison) open(t term.Term) bool {
	return !slices.ContainsFunc(c.uses.Of(t), func(r prog.Ref) bool { return c.hidden[r.Var()] })
}

func (c *comparison) proc(q, a *prog.Proc) error {
	same := q.ID == a.ID && q.CountName == a.CountName && q.ExtraBound == a.ExtraBound && len(q.Blocks) == len(a.Blocks) &&
		slices.Equal(q.Ins, a.Ins) && slices.Equal(q.Outs, a.Outs)
	if !same {
		return fmt.Errorf("the procedure differs")
	}
	for _, v := range q.Locals {
		if !slices.Contains(a.Locals, v) {
			return fmt.Errorf("a local variable is missing")
		}
	}
	for _, g := range q.Modifies {
		if !c.hidden[g] && !slices.Contains(a.Modifies, g) {
			return fmt.Errorf("it changes less")
		}
	}
	if err := c.contracts(q.Requires, a.Requires); err != nil {
		return err
	}
	if err := c.contracts(q.Ensures, a.Ensures); err != nil {
		return err
	}
	for i := range q.Blocks {
		b, d := &q.Blocks[i], &a.Blocks[i]
		if !slices.Equal(b.Succs, d.Succs) || d.Dead && !b.Dead {
			return fmt.Errorf("block %s jumps elsewhere", b.Label)
		}
		rest := d.Cmds
		var err error
		for j := range b.Cmds {
			if rest, err = c.command(&b.Cmds[j], rest); err != nil {
				return fmt.Errorf("block %s, command %d: %w", b.Label, j, err)
			}
		}
		for _, x := range rest {
			if x.Kind != prog.Havoc {
				return fmt.Errorf("block %s does more", b.Label)
			}
		}
	}
	return nil
}

func (c *comparison) contracts(of, abs []prog.Contract) error {
	var conjuncts []term.Term
	for _, x := range of {
		conjuncts = c.conjuncts(conjuncts, x.Cond)
	}
	for _, x := range abs {
		if !x.Free || !c.among(x.Cond, conjuncts) {
			return fmt.Errorf("a contract says more")
		}
	}
	return nil
}

func (c *comparison) conjuncts(dst []term.Term, t term.Term) []term.Term {
	if c.core.Store.Op(t) != term.OpAnd {
		return append(dst, t)
	}
	for _, x := range c.core.Store.Args(t) {
		dst = c.conjuncts(dst, x)
	}
	return dst
}

// among reports whether all conjuncts of t are in the list and mention nothing hidden.
func (c *comparison) among(t term.Term, list []term.Term) bool {
	return !slices.ContainsFunc(c.conjuncts(nil, t), func(x term.Term) bool {
		return !slices.Contains(list, x) || !c.open(x)
	})
}

// command takes from the abstraction's commands what stands for x, and returns the others.
func (c *comparison) command(x *prog.Cmd, abs []prog.Cmd) ([]prog.Cmd, error) {
	due := map[prog.VarID]bool{} // targets to which the abstraction has to do the same
	for _, v := range x.Targets {
		if !c.hidden[v] {
			due[v] = true
		}
	}
	switch x.Kind {
	case prog.Assume:
		if len(abs) > 0 && abs[0].Kind == prog.Assume && c.among(abs[0].Cond, c.conjuncts(nil, x.Cond)) {
			abs = abs[1:]
		}
	case prog.Assign:
		if done := c.assigned(x, abs, due); len(done) > 0 {
			for _, v := range done {
				delete(due, v)
			}
			abs = abs[1:]
		}
	case prog.Call:
		return c.call(x, abs)
	case prog.Record:
		if len(abs) > 0 && abs[0].Kind == prog.Record && slices.Equal(x.Values, abs[0].Values) {
			if slices.ContainsFunc(x.Values, func(t term.Term) bool { return !c.open(t) }) {
				return nil, fmt.Errorf("it records what is hidden")
			}
			abs = abs[1:]
		}
	case prog.Havoc, prog.Propose:
	default:
		return nil, fmt.Errorf("it is not in the core language")
	}
	for len(due) > 0 {
		if len(abs) == 0 || abs[0].Kind != prog.Havoc {
			return nil, fmt.Errorf("an assignment is missing")
		}
		for _, v := range abs[0].Targets {
			delete(due, v)
		}
		abs = abs[1:]
	}
	return abs, nil
}

// assigned returns the targets to which the first command of the abstraction assigns what x does; none if it does
// anything else.
func (c *comparison) assigned(x *prog.Cmd, abs []prog.Cmd, due map[prog.VarID]bool) []prog.VarID {
	if len(abs) == 0 || abs[0].Kind != prog.Assign || len(abs[0].Targets) != len(abs[0].Values) {
		return nil
	}
	for i, v := range abs[0].Targets {
		k := slices.Index(x.Targets, v)
		if k < 0 || x.Values[k] != abs[0].Values[i] || !due[v] || !c.open(abs[0].Values[i]) {
			return nil
		}
	}
	return abs[0].Targets
}

// call compares a call, before which the abstraction may havoc.
func (c *comparison) call(x *prog.Cmd, abs []prog.Cmd) ([]prog.Cmd, error) {
	var free []prog.VarID
	for len(abs) > 0 && abs[0].Kind == prog.Havoc {
		free = append(free, abs[0].Targets...)
		abs = abs[1:]
	}
	if len(abs) == 0 || abs[0].Kind != prog.Call || abs[0].Callee != x.Callee ||
		len(abs[0].Values) != len(x.Values) || len(abs[0].Targets) != len(x.Targets) {
		return nil, fmt.Errorf("a call is missing")
	}
	a := &abs[0]
	used := map[prog.VarID]bool{}
	fresh := func(v prog.VarID) bool {
		ok := c.own(v) && !used[v]
		used[v] = true
		return ok
	}
	for i, t := range a.Values {
		if t == x.Values[i] && c.open(t) {
			continue
		}
		v := c.uses.Ref(t).Var()
		if v == 0 || !fresh(v) || !slices.Contains(free, v) {
			return nil, fmt.Errorf("argument %d differs", i)
		}
	}
	for i, v := range a.Targets {
		if v == x.Targets[i] && !c.hidden[v] {
			continue
		}
		if !c.hidden[x.Targets[i]] || !fresh(v) {
			return nil, fmt.Errorf("result %d differs", i)
		}
	}
	return abs[1:], nil
}

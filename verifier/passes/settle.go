package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Settled is a global that has the same value in all procedures but the entry, whenever they run, and something is
// known of it.
type Settled struct {
	Global prog.VarID
	// Const stands for it in Program; 0 if its value does.
	Const prog.VarID
	// Holds is what is known, over the term of Global.
	Holds term.Term
	// Readers are the procedures that read it, or call some that do, but for the entry; by procedure.
	Readers []bool
}

// settleGlobals finds the globals that nothing changes but the entry, before its first branch and its first call: the
// tables, strings and limits of a program. The other procedures then read its value; or a constant, if the value is an
// array, which the entry takes for equal to the global there, and an axiom says what its elements are. So no procedure
// hands them on, and no proof needs invariants to say that they stay as they are.
func (s *state) settleGlobals() error {
	entry := s.p.Procs[s.p.Entry]
	if s.opt.Modular || !entry.HasBody() || s.called(entry.ID) {
		return nil
	}
	o := s.newOpening(entry)
	settled := o.settled()
	if len(settled) == 0 || entry.Blocks[o.block].Dead {
		return nil
	}
	sub := term.NewSubst(s.st, s.rw)
	for i := range settled {
		x := &settled[i]
		sub.Bind(s.p.Var(x.Global).Term, o.settle(x))
	}
	for _, q := range s.p.Procs {
		if q != entry {
			s.sweepProc(q, sub.Apply)
			q.Candidates = slices.Clone(q.Candidates)
			for i := range q.Candidates {
				q.Candidates[i].Cond = sub.Apply(q.Candidates[i].Cond)
			}
		}
	}
	o.insert()
	s.res.Settled = settled
	s.count("globals", len(settled))
	return nil
}

// opening is how the entry begins: the commands that each execution executes, once and first.
type opening struct {
	*state
	entry *prog.Proc
	block int32 // where it ends
	cmd   int
	value map[prog.VarID]term.Term // of what it assigns, at its end; it mentions what is arbitrary by variables
	ties  []term.Term              // of constants to globals
}

func (s *state) newOpening(entry *prog.Proc) *opening {
	o := &opening{state: s, entry: entry, value: map[prog.VarID]term.Term{}}
	f := newFlow(entry)
	f.predecessors()
	sub := term.NewSubst(s.st, s.rw)
	for {
		b := &entry.Blocks[o.block]
		for o.cmd = 0; o.cmd < len(b.Cmds); o.cmd++ {
			c := &b.Cmds[o.cmd]
			if c.Kind == prog.Call {
				return o
			}
			o.execute(c, sub)
		}
		if len(b.Succs) != 1 || len(f.preds[b.Succs[0]]) != 1 {
			return o
		}
		o.block = b.Succs[0]
	}
}

// execute follows the values of variables over a command.
func (o *opening) execute(c *prog.Cmd, sub *term.Subst) {
	sub.Reset()
	for _, t := range c.Values {
		for _, r := range o.uses.Of(t) {
			if x := o.value[r.Var()]; x != 0 && !r.Old() {
				sub.Bind(o.p.Var(r.Var()).Term, x)
			}
		}
	}
	values := make([]term.Term, len(c.Values))
	for i, t := range c.Values {
		values[i] = sub.Apply(t)
	}
	for i, v := range c.Targets {
		if c.Kind == prog.Assign {
			o.value[v] = values[i]
		} else {
			o.value[v] = o.p.Var(v).Term
		}
	}
}

// settled lists the globals that change nowhere else, that others read, and of which something is known.
func (o *opening) settled() (out []Settled) {
	changes := make([]bool, len(o.p.Vars)) // after the opening
	for _, q := range o.p.Procs {
		if q != o.entry {
			for _, g := range q.Modifies {
				changes[g] = true
			}
		}
	}
	for i := range o.entry.Blocks {
		for k := range o.entry.Blocks[i].Cmds {
			if !o.within(int32(i), k) {
				for _, v := range o.entry.Blocks[i].Cmds[k].Targets {
					changes[v] = true
				}
			}
		}
	}
	for _, g := range o.p.Globals {
		if o.value[g] == 0 || changes[g] {
			continue
		}
		holds := o.known(g)
		if readers, read := o.readers(g); read && holds != o.st.True() {
			out = append(out, Settled{Global: g, Holds: holds, Readers: readers})
		}
	}
	return out
}

// within reports whether a command of the entry is in the opening.
func (o *opening) within(block int32, cmd int) bool {
	for b := int32(0); ; b = o.entry.Blocks[b].Succs[0] {
		if b == block {
			return b != o.block || cmd < o.cmd
		}
		if b == o.block {
			return false
		}
	}
}

func (o *opening) readers(g prog.VarID) (by []bool, some bool) {
	by = make([]bool, len(o.p.Procs))
	for i := range by {
		by[i] = i != int(o.entry.ID) && slices.Contains(o.res.Effects[i].Reads, g)
		some = some || by[i]
	}
	return by, some
}

// known says what is known of a global at the end of the opening: its value, or elements of an array.
func (o *opening) known(g prog.VarID) term.Term {
	t, st := o.p.Var(g).Term, o.st
	value := o.value[g]
	if o.closed(value) {
		return o.rw.Eq(t, value)
	}
	var all []term.Term
	seen := map[term.Term]bool{}
	for st.Op(value) == term.OpStore && st.IsValue(st.Arg(value, 1)) {
		if i, x := st.Arg(value, 1), st.Arg(value, 2); !seen[i] {
			seen[i] = true
			if o.closed(x) {
				all = append(all, o.rw.Eq(o.rw.Select(t, i), x))
			}
		}
		value = st.Arg(value, 0)
	}
	return o.rw.And(all...)
}

// closed reports whether a term mentions no variable.
func (o *opening) closed(t term.Term) bool {
	return !slices.ContainsFunc(o.uses.Of(t), func(r prog.Ref) bool { return o.p.Var(r.Var()).Kind != prog.Constant })
}

// settle returns what stands for a global in the other procedures.
func (o *opening) settle(x *Settled) term.Term {
	g := o.p.Var(x.Global)
	if value := o.value[x.Global]; o.closed(value) && o.st.Op(value) != term.OpStore {
		return value
	}
	x.Const = o.p.NewVar(g.Name+"'", prog.Constant, o.st.Sort(g.Term), g.Node)
	o.p.Consts = append(o.p.Consts, x.Const)
	g = o.p.Var(x.Global) // where it is now
	c := o.p.Var(x.Const).Term
	o.ties = append(o.ties, o.rw.Eq(c, g.Term))
	sub := term.NewSubst(o.st, o.rw)
	sub.Bind(g.Term, c)
	o.p.Axioms = append(o.p.Axioms, prog.Axiom{Cond: sub.Apply(x.Holds), Node: g.Node})
	o.axiomOf = append(o.axiomOf, noAxiom)
	return c
}

// insert puts what ties constants to globals at the end of the opening.
func (o *opening) insert() {
	if len(o.ties) == 0 {
		return
	}
	b := &o.entry.Blocks[o.block]
	tie := prog.Cmd{Kind: prog.Assume, Cond: o.rw.And(o.ties...), Node: b.Node}
	b.Cmds = slices.Insert(slices.Clone(b.Cmds), o.cmd, tie)
}

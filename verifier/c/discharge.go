package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// shadows are the variables that say of variables of a procedure that they have no value.
type shadows struct {
	*fn
	is  map[prog.VarID]bool
	of  map[term.Term]prog.VarID
	may []map[prog.VarID]bool // which of them may be true, where a block begins; nil if control does not get there
	use map[term.Term][]prog.VarID
}

// discharge leaves out what is asked about variables that have a value in any case, however control
// gets there, and what is not asked about at all.
func (f *fn) discharge() {
	x := &shadows{fn: f, is: map[prog.VarID]bool{}, of: map[term.Term]prog.VarID{}, use: map[term.Term][]prog.VarID{},
		may: make([]map[prog.VarID]bool, len(f.q.Blocks))}
	for _, v := range f.unsetVars {
		x.is[v], x.of[f.prog.Var(v).Term] = true, v
	}
	if len(x.is) == 0 {
		return
	}
	x.may[0] = x.is
	for work := []int32{0}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		after := x.through(i, nil)
		for _, next := range f.q.Blocks[i].Succs {
			if x.join(next, after) {
				work = append(work, next)
			}
		}
	}
	live := map[prog.VarID]bool{}
	for i := range f.q.Blocks {
		if x.may[i] == nil {
			x.may[i] = x.is // nothing is known of what control does not get to
		}
		f.q.Blocks[i].Cmds = x.rewritten(int32(i), live)
	}
	x.drop(live)
}

// join adds to what may be true where a block begins, and reports whether that is more.
func (x *shadows) join(block int32, may map[prog.VarID]bool) (more bool) {
	if x.may[block] == nil {
		x.may[block] = map[prog.VarID]bool{}
		more = true
	}
	for v := range may {
		if !x.may[block][v] {
			x.may[block][v], more = true, true
		}
	}
	return more
}

// through goes through a block, and returns what may be true behind it. It calls each with the
// commands, as they are where what is false is replaced.
func (x *shadows) through(block int32, each func(prog.Cmd)) map[prog.VarID]bool {
	may := map[prog.VarID]bool{}
	for v := range x.may[block] {
		may[v] = true
	}
	for _, cmd := range x.q.Blocks[block].Cmds {
		if cmd.Cond != 0 {
			cmd.Cond = x.known(cmd.Cond, may)
		}
		var values []term.Term
		for _, t := range cmd.Values {
			values = append(values, x.known(t, may))
		}
		cmd.Values = values
		for i, v := range cmd.Targets {
			if x.is[v] {
				if delete(may, v); cmd.Kind != prog.Assign || values[i] != x.st.False() {
					may[v] = true
				}
			}
		}
		if each != nil {
			each(cmd)
		}
	}
	return may
}

// known returns a term with false in place of what cannot be true.
func (x *shadows) known(t term.Term, may map[prog.VarID]bool) term.Term {
	var sub *term.Subst
	for _, v := range x.mentioned(t) {
		if !may[v] {
			if sub == nil {
				sub = term.NewSubst(x.st, x.st)
			}
			sub.Bind(x.prog.Var(v).Term, x.st.False())
		}
	}
	if sub == nil {
		return t
	}
	return sub.Apply(t)
}

// mentioned lists the shadows in a term.
func (x *shadows) mentioned(t term.Term) []prog.VarID {
	list, ok := x.use[t]
	if !ok {
		x.st.Visit(func(u term.Term) bool {
			if v, ok := x.of[u]; ok {
				list = append(list, v)
			}
			return true
		}, t)
		x.use[t] = list
	}
	return list
}

// rewritten returns the commands of a block without those that say nothing, and notes the shadows that are asked about.
func (x *shadows) rewritten(block int32, live map[prog.VarID]bool) (out []prog.Cmd) {
	x.through(block, func(cmd prog.Cmd) {
		if (cmd.Kind == prog.Assert || cmd.Kind == prog.Assume) && cmd.Cond == x.st.True() {
			return
		}
		for _, t := range append([]term.Term{cmd.Cond}, cmd.Values...) {
			if t != 0 {
				for _, v := range x.mentioned(t) {
					live[v] = true
				}
			}
		}
		out = append(out, cmd)
	})
	return out
}

// drop leaves out the shadows that nothing is asked of.
func (x *shadows) drop(live map[prog.VarID]bool) {
	dead := func(v prog.VarID) bool { return x.is[v] && !live[v] }
	for i := range x.q.Blocks {
		b := &x.q.Blocks[i]
		var cmds []prog.Cmd
		for _, cmd := range b.Cmds {
			if cmd.Kind == prog.Assign || cmd.Kind == prog.Havoc {
				var targets []prog.VarID
				var values []term.Term
				for k, v := range cmd.Targets {
					if !dead(v) {
						targets = append(targets, v)
						if cmd.Kind == prog.Assign {
							values = append(values, cmd.Values[k])
						}
					}
				}
				if cmd.Targets, cmd.Values = targets, values; len(targets) == 0 {
					continue
				}
			}
			cmds = append(cmds, cmd)
		}
		b.Cmds = cmds
	}
	var locals []prog.VarID
	for _, v := range x.q.Locals {
		if !dead(v) {
			locals = append(locals, v)
		}
	}
	x.q.Locals = locals
}

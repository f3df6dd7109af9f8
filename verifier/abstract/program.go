package abstract

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Abstraction is an abstraction of a core program.
type Abstraction struct {
	core    *prog.Program
	Program *prog.Program
	// made is how many commands of Program a command of the core program became: by procedure, in order.
	made [][]int32
}

// Program returns the abstraction of a core program in which only some globals are tracked, by variable (Fig. 3). What
// has no meaning without the others goes: assignments to them, and assumptions that read them, conjunct by conjunct. A
// value that reads one is arbitrary.
func Program(core *prog.Program, tracked []bool) *Abstraction {
	p := *core
	p.Vars = slices.Clone(core.Vars)
	a := &abstracter{p: &p, uses: prog.NewUses(core), lost: make([]bool, len(core.Vars))}
	p.Globals = nil
	for _, g := range core.Globals {
		if tracked[g] {
			p.Globals = append(p.Globals, g)
		} else {
			a.lost[g] = true
		}
	}
	p.Templates = slices.DeleteFunc(slices.Clone(core.Templates), func(t prog.Template) bool { return a.reads(t.Cond) })
	p.Procs = make([]*prog.Proc, len(core.Procs))
	out := &Abstraction{core: core, Program: &p, made: make([][]int32, len(core.Procs))}
	for i, q := range core.Procs {
		p.Procs[i], out.made[i] = a.proc(q)
	}
	return out
}

// abstracter makes the abstraction p.
type abstracter struct {
	p    *prog.Program
	uses *prog.Uses // of the core program
	lost []bool     // by variable of the core program: a global that is not tracked
	q    *prog.Proc // what is being made
}

// reads reports whether a term mentions what is lost.
func (a *abstracter) reads(t term.Term) bool {
	return slices.ContainsFunc(a.uses.Of(t), func(r prog.Ref) bool { return a.lost[r.Var()] })
}

// cond returns the conjuncts of a condition that mention nothing lost.
func (a *abstracter) cond(t term.Term) term.Term {
	if !a.reads(t) {
		return t
	}
	st := a.p.Store
	if st.Op(t) != term.OpAnd {
		return st.True()
	}
	var kept []term.Term
	for _, c := range st.Args(t) {
		if c = a.cond(c); c != st.True() {
			kept = append(kept, c)
		}
	}
	return st.And(kept...)
}

func (a *abstracter) contracts(cs []prog.Contract) []prog.Contract {
	var out []prog.Contract
	for _, c := range cs {
		if c.Cond = a.cond(c.Cond); c.Cond != a.p.Store.True() {
			out = append(out, c)
		}
	}
	return out
}

// proc returns the abstraction of q, and how many commands each of its commands became.
func (a *abstracter) proc(q *prog.Proc) (abs *prog.Proc, made []int32) {
	out := *q
	a.q = &out
	isLost := func(v prog.VarID) bool { return a.lost[v] }
	out.Locals = slices.Clone(q.Locals)
	out.Modifies = slices.DeleteFunc(slices.Clone(q.Modifies), isLost)
	out.Requires, out.Ensures = a.contracts(q.Requires), a.contracts(q.Ensures)
	out.Candidates = slices.DeleteFunc(slices.Clone(q.Candidates), func(c prog.Candidate) bool { return a.reads(c.Cond) })
	out.Blocks = slices.Clone(q.Blocks)
	id := int32(0)
	for i := range out.Blocks {
		b := &out.Blocks[i]
		b.Cmds = nil
		for j := range q.Blocks[i].Cmds {
			n := len(b.Cmds)
			b.Cmds = a.command(b.Cmds, q.Blocks[i].Cmds[j])
			made = append(made, int32(len(b.Cmds)-n))
		}
		for j := range b.Cmds {
			id++
			b.Cmds[j].ID = id
		}
	}
	return &out, made
}

// command adds what is left of c.
func (a *abstracter) command(dst []prog.Cmd, c prog.Cmd) []prog.Cmd {
	switch c.Kind {
	case prog.Assume:
		if c.Cond = a.cond(c.Cond); c.Cond == a.p.Store.True() {
			return dst
		}
		return append(dst, c)
	case prog.Assign:
		return a.assign(dst, c)
	case prog.Havoc:
		return a.havoc(dst, c, c.Targets)
	case prog.Call:
		return a.call(dst, c)
	case prog.Record:
		if slices.ContainsFunc(c.Values, a.reads) {
			return dst
		}
		return append(dst, c)
	}
	return dst // what is only proposed
}

// assign keeps the assignments that are left, and then makes arbitrary what gets a value that is lost.
func (a *abstracter) assign(dst []prog.Cmd, c prog.Cmd) []prog.Cmd {
	kept := c
	kept.Targets, kept.Values = nil, nil
	var free []prog.VarID
	for i, v := range c.Targets {
		switch {
		case a.lost[v]:
		case a.reads(c.Values[i]):
			free = append(free, v)
		default:
			kept.Targets = append(kept.Targets, v)
			kept.Values = append(kept.Values, c.Values[i])
		}
	}
	if len(kept.Targets) > 0 {
		dst = append(dst, kept)
	}
	return a.havoc(dst, c, free)
}

// havoc makes variables arbitrary, where c is.
func (a *abstracter) havoc(dst []prog.Cmd, c prog.Cmd, vs []prog.VarID) []prog.Cmd {
	vs = slices.DeleteFunc(slices.Clone(vs), func(v prog.VarID) bool { return a.lost[v] })
	if len(vs) == 0 {
		return dst
	}
	return append(dst, prog.Cmd{Kind: prog.Havoc, Targets: vs, Node: c.Node})
}

// call passes arbitrary values for arguments that are lost, and stores results for lost globals in new variables.
func (a *abstracter) call(dst []prog.Cmd, c prog.Cmd) []prog.Cmd {
	c.Values, c.Targets = slices.Clone(c.Values), slices.Clone(c.Targets)
	var free []prog.VarID
	for i, t := range c.Values {
		if a.reads(t) {
			v := a.local("lost", a.p.Store.Sort(t), c.Node)
			free = append(free, v)
			c.Values[i] = a.p.Var(v).Term
		}
	}
	for i, v := range c.Targets {
		if a.lost[v] {
			c.Targets[i] = a.local("lost", a.p.Sort(v), c.Node)
		}
	}
	if len(free) > 0 {
		dst = append(dst, prog.Cmd{Kind: prog.Havoc, Targets: free, Node: c.Node})
	}
	return append(dst, c)
}

func (a *abstracter) local(name string, sort term.Sort, node prog.NodeID) prog.VarID {
	v := a.p.NewVar(name, prog.Local, sort, node)
	a.q.Locals = append(a.q.Locals, v)
	return v
}

// Property returns what is tracked from the beginning: the flag that assertions set, and what the entry reads where it
// sets the flag or, without a flag, returns. Of local variables it only says what the property is about.
func Property(core *prog.Program, flag prog.VarID) []bool {
	tracked := make([]bool, len(core.Vars))
	uses := prog.NewUses(core)
	if flag != 0 {
		tracked[flag] = true
	}
	for _, b := range core.Proc(core.Entry).Blocks {
		asks := flag == 0 && len(b.Succs) == 0 && !b.Dead
		for _, c := range b.Cmds {
			asks = asks || c.Kind == prog.Assign && slices.Contains(c.Targets, flag) && flag != 0
		}
		for _, c := range b.Cmds {
			if !asks || c.Kind != prog.Assume {
				continue
			}
			for _, r := range uses.Of(c.Cond) {
				tracked[r.Var()] = true
			}
		}
	}
	return tracked
}

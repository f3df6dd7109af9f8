package passes

import (
	"fmt"
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// inlineCalls puts in place of calls of procedures with {:inline N} their bodies, nested up to N
// times; deeper ones end the execution, as in Boogie.
func (m *modular) inlineCalls() error {
	x := &inliner{modular: m, left: map[int32]map[prog.ProcID]int{}}
	for i := 0; i < len(m.q.Blocks); i++ {
		for j := range m.q.Blocks[i].Cmds {
			c := m.q.Blocks[i].Cmds[j]
			if c.Kind != prog.Call || c.Async || !m.p.Procs[c.Callee].Modular.Inlined || !m.p.Procs[c.Callee].HasBody() {
				continue
			}
			if err := x.splice(int32(i), j); err != nil {
				return err
			}
			break // the rest is in another block
		}
	}
	return nil
}

// inliner inlines calls in the entry.
type inliner struct {
	*modular
	// by block: how often a procedure may still be inlined, if that is less than its attribute says
	left    map[int32]map[prog.ProcID]int
	callee  *prog.Proc
	renamed map[prog.VarID]prog.VarID // never ranged over
	count   int
}

// splice replaces a call by the callee's body.
func (x *inliner) splice(at int32, j int) error {
	b := &x.q.Blocks[at]
	call := b.Cmds[j]
	x.callee = x.p.Procs[call.Callee]
	if x.callee.Unsupported != nil {
		return x.callee.Unsupported
	}
	left, ok := x.left[at][call.Callee]
	if !ok {
		left = x.callee.Modular.Inline
	}
	if left == 0 {
		b.Cmds = b.Cmds[:j:j]
		x.kill(b)
		return nil
	}
	if len(x.q.Blocks)+len(x.callee.Blocks) > maxSplit {
		return x.tooManyBlocks(x.q)
	}
	next, first := int32(len(x.q.Blocks)), int32(len(x.q.Blocks)+1)
	rest := *b
	rest.Node, rest.Cut, rest.Cmds = call.Node, true, x.behind(b.Cmds[j+1:], &call)
	b.Cmds, b.Succs, b.Dead, b.End = append(b.Cmds[:j:j], x.enter(&call)...), []int32{first}, false, 0
	x.q.Blocks = append(x.q.Blocks, rest)
	inner := maps.Clone(x.left[at])
	if inner == nil {
		inner = map[prog.ProcID]int{}
	}
	inner[call.Callee] = left - 1
	x.left[next] = x.left[at]
	for i := range x.callee.Blocks {
		x.left[first+int32(i)] = inner
		x.q.Blocks = append(x.q.Blocks, x.block(int32(i), first, next, &call))
	}
	x.count++
	return nil
}

// behind returns what follows a call, without the where clauses that it would establish.
func (x *inliner) behind(cmds []prog.Cmd, call *prog.Cmd) []prog.Cmd {
	for len(cmds) > 0 && cmds[0].Kind == prog.Assume && cmds[0].Node == call.Node {
		cmds = cmds[1:]
	}
	return slices.Clone(cmds)
}

// enter returns the commands before the body, and has the substitution replace the callee's variables.
func (x *inliner) enter(call *prog.Cmd) []prog.Cmd {
	x.sub.Reset()
	x.renamed = map[prog.VarID]prog.VarID{}
	begin := len(x.q.Locals)
	lists := [][]prog.VarID{x.callee.Ins, x.callee.Outs, x.callee.Locals}
	for _, list := range lists {
		from := len(x.q.Locals)
		x.fresh(&x.q.Locals, list, prog.Local)
		for i, v := range list {
			x.renamed[v] = x.q.Locals[from+i]
		}
	}
	ins := len(x.callee.Ins)
	made := slices.Clone(x.q.Locals[begin:])
	var cmds []prog.Cmd
	if ins > 0 {
		cmds = append(cmds, prog.Cmd{Kind: prog.Assign, Targets: made[:ins:ins], Values: call.Values, Node: call.Node})
	}
	if len(made) > ins {
		cmds = append(cmds, prog.Cmd{Kind: prog.Havoc, Targets: made[ins:], Node: call.Node})
	}
	cmds = append(cmds, x.snapshots(call)...)
	x.p.Wheres = maps.Clone(x.p.Wheres)
	for _, list := range lists {
		for _, v := range list {
			if w := x.p.Wheres[v]; w != 0 {
				x.p.Wheres[x.renamed[v]] = x.sub.Apply(w)
			}
		}
	}
	for _, r := range x.contract(x.callee, call) {
		c := prog.Cmd{Kind: prog.Assume, Cond: x.sub.Apply(r.Cond), Node: call.Node}
		if !r.Free {
			checked := prog.Cmd{Cond: x.unless(call.Cond, c.Cond), Node: call.Node}
			cmds = append(cmds, x.clause(Obligation{CheckRequires, call.Node, r.Node}, checked))
		}
		if r.Free || call.Cond != 0 {
			cmds = append(cmds, c)
		}
	}
	return cmds
}

// snapshots has the globals whose values at the entry occur keep these in locals.
func (x *inliner) snapshots(call *prog.Cmd) []prog.Cmd {
	seen := map[prog.VarID]bool{}
	c := prog.Cmd{Kind: prog.Assign, Node: call.Node}
	look := func(t term.Term) {
		for _, r := range x.uses.Of(t) {
			if v := r.Var(); r.Old() && !seen[v] {
				seen[v] = true
				c.Targets, c.Values = append(c.Targets, v), append(c.Values, x.p.Var(v).Term)
			}
		}
	}
	for c := range x.callee.Cmds {
		for t := range c.Terms {
			look(t)
		}
	}
	for _, e := range x.callee.Ensures {
		look(e.Cond)
	}
	if len(c.Targets) == 0 {
		return nil
	}
	for i, g := range c.Targets {
		d := *x.p.Var(g)
		v := x.p.NewVar("old_"+d.Name, prog.Local, x.p.Sort(g), d.Node)
		x.sub.Bind(d.Old, x.p.Var(v).Term)
		x.q.Locals = append(x.q.Locals, v)
		c.Targets[i] = v
	}
	return []prog.Cmd{c}
}

// block returns a block of the body. What returns there checks the postconditions, and goes on behind the call.
func (x *inliner) block(i, first, next int32, call *prog.Cmd) prog.Block {
	src := &x.callee.Blocks[i]
	b := prog.Block{Label: fmt.Sprintf("inline$%s$%d$%s", x.callee.Name, x.count, src.Label), Node: src.Node,
		Dead: src.Dead}
	for _, c := range src.Cmds {
		if i > 0 || !x.global(&c) {
			b.Cmds = append(b.Cmds, renamed(c, x.sub, x.renamed))
		}
	}
	for _, t := range src.Succs {
		b.Succs = append(b.Succs, first+t)
	}
	if len(src.Succs) > 0 || src.Dead {
		return b
	}
	for _, e := range x.contract(x.callee, nil) {
		c := prog.Cmd{Kind: prog.Assume, Cond: x.sub.Apply(e.Cond), Node: src.End}
		if !e.Free {
			c = x.clause(Obligation{CheckEnsures, src.End, e.Node}, c)
		}
		b.Cmds = append(b.Cmds, c)
	}
	if len(call.Targets) > 0 {
		c := prog.Cmd{Kind: prog.Assign, Targets: call.Targets, Node: call.Node}
		for _, v := range x.callee.Outs {
			c.Values = append(c.Values, x.p.Var(x.renamed[v]).Term)
		}
		b.Cmds = append(b.Cmds, c)
	}
	b.Succs = []int32{next}
	return b
}

// global reports whether a command assumes the where clause of a global, as entries do.
func (x *inliner) global(c *prog.Cmd) bool {
	return c.Kind == prog.Assume && slices.ContainsFunc(x.p.Globals, func(g prog.VarID) bool {
		return x.p.Wheres[g] == c.Cond && x.p.Var(g).Node == c.Node
	})
}

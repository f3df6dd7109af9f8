package abstract

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Order lists all globals in the order in which they are tracked for preference: by how many steps they are from the
// property, where a step leads from what is assigned in a block, or by a procedure that it calls, to what it is
// assigned, and to what is assumed there and on the way from the last join, and between arguments and formals. Of
// several reasons why a path is infeasible refinement so finds the one that other paths to the property share: what the
// property needs refutes all of them if the program is safe. The first few, as near says, can be reached by such steps.
func Order(core *prog.Program, property []bool) (order []prog.VarID, near int) {
	g := &graph{uses: prog.NewUses(core), next: make([][]prog.VarID, len(core.Vars))}
	for _, q := range core.Procs {
		before := tests(q)
		for i := range q.Blocks {
			g.block(core, q, &q.Blocks[i], before[i])
		}
	}
	seen := make([]bool, len(core.Vars))
	var reached []prog.VarID
	for v := range property {
		if property[v] {
			seen[v] = true
			reached = append(reached, prog.VarID(v))
		}
	}
	for i := 0; i < len(reached); i++ {
		for _, w := range g.next[reached[i]] {
			if !seen[w] {
				seen[w] = true
				reached = append(reached, w)
			}
		}
	}
	for _, v := range reached {
		if core.Var(v).Kind == prog.Global {
			order = append(order, v)
		}
	}
	near = len(order)
	for _, v := range core.Globals {
		if !seen[v] {
			order = append(order, v)
		}
	}
	return order, near
}

// graph leads from a variable to those on which its value may depend.
type graph struct {
	uses *prog.Uses
	next [][]prog.VarID
}

func (g *graph) depends(v prog.VarID, t term.Term) {
	if t == 0 {
		return
	}
	for _, r := range g.uses.Of(t) {
		g.next[v] = append(g.next[v], r.Var())
	}
}

func (g *graph) block(p *prog.Program, q *prog.Proc, b *prog.Block, before []term.Term) {
	assumed := slices.Clone(before)
	for i := range b.Cmds {
		c := &b.Cmds[i]
		if c.Kind == prog.Assume {
			assumed = append(assumed, c.Cond)
		}
		changed := c.Targets
		if c.Kind == prog.Call {
			changed = slices.Concat(changed, p.Proc(c.Callee).Modifies)
		}
		for _, v := range changed {
			for _, t := range assumed {
				g.depends(v, t)
			}
		}
		if c.Kind == prog.Assign {
			for k, v := range c.Targets {
				g.depends(v, c.Values[k])
			}
		}
		if c.Kind != prog.Call {
			continue
		}
		callee := p.Proc(c.Callee)
		for k, t := range c.Values {
			g.depends(callee.Ins[k], t)
		}
		for k, v := range c.Targets {
			g.next[v] = append(g.next[v], callee.Outs[k])
		}
	}
}

// testsBefore limits how many blocks tests looks back.
const testsBefore = 8

// tests returns, by block, what the blocks assume through which alone control gets there since the last join.
func tests(q *prog.Proc) [][]term.Term {
	entries := make([]int, len(q.Blocks))
	from := make([]int32, len(q.Blocks))
	for i := range q.Blocks {
		for _, n := range q.Blocks[i].Succs {
			entries[n]++
			from[n] = int32(i)
		}
	}
	out := make([][]term.Term, len(q.Blocks))
	for i := range q.Blocks {
		b := int32(i)
		for n := 0; n < testsBefore && b > 0 && entries[b] == 1; n++ {
			b = from[b]
			for _, c := range q.Blocks[b].Cmds {
				if c.Kind == prog.Assume {
					out[i] = append(out[i], c.Cond)
				}
			}
		}
	}
	return out
}

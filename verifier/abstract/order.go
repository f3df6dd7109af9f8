package abstract

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Order lists all globals in the order in which they are tracked for preference: by how many steps they are from the
// property, where a step leads from what is assigned in a block to what it is assigned, and to what the block assumes, and
// between arguments and formals. Of several reasons why a path is infeasible refinement so finds the one that other paths to the
// property share: what the property needs refutes all of them if the program is safe.
func Order(core *prog.Program, property []bool) []prog.VarID {
	g := &graph{uses: prog.NewUses(core), next: make([][]prog.VarID, len(core.Vars))}
	for _, q := range core.Procs {
		for i := range q.Blocks {
			g.block(core, q, &q.Blocks[i])
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
	var out []prog.VarID
	for _, v := range reached {
		if core.Var(v).Kind == prog.Global {
			out = append(out, v)
		}
	}
	for _, v := range core.Globals {
		if !seen[v] {
			out = append(out, v)
		}
	}
	return out
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

func (g *graph) block(p *prog.Program, q *prog.Proc, b *prog.Block) {
	var assumed []term.Term
	for i := range b.Cmds {
		c := &b.Cmds[i]
		if c.Kind == prog.Assume {
			assumed = append(assumed, c.Cond)
		}
		for k, v := range c.Targets {
			if c.Kind == prog.Assign {
				g.depends(v, c.Values[k])
			}
			for _, t := range assumed {
				g.depends(v, t)
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

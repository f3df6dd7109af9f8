package execute

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// liveAtEntry returns the results and locals of q that may be read before they are written, in their order: only their first values
// matter.
func (c *compiler) liveAtEntry(q *prog.Proc) (out []prog.VarID) {
	index := map[prog.VarID]int{}
	var vars []prog.VarID
	for _, list := range [][]prog.VarID{q.Outs, q.Locals} {
		for _, v := range list {
			index[v] = len(vars)
			vars = append(vars, v)
		}
	}
	if len(vars) == 0 {
		return nil
	}
	words := (len(vars) + 63) / 64
	n := len(q.Blocks)
	live, gen, kill := make([]uint64, n*words), make([]uint64, n*words), make([]uint64, n*words)
	for i := range q.Blocks {
		g, k := gen[i*words:(i+1)*words], kill[i*words:(i+1)*words]
		read := func(t term.Term) {
			if t == 0 {
				return
			}
			for _, r := range c.uses.Of(t) {
				if v, ok := index[r.Var()]; ok && k[v/64]>>(v%64)&1 == 0 {
					g[v/64] |= 1 << (v % 64)
				}
			}
		}
		b := &q.Blocks[i]
		for j := range b.Cmds {
			read(b.Cmds[j].Cond)
			for _, t := range b.Cmds[j].Values {
				read(t)
			}
			for _, t := range b.Cmds[j].Targets {
				if v, ok := index[t]; ok {
					k[v/64] |= 1 << (v % 64)
				}
			}
		}
		if len(b.Succs) == 0 {
			for _, e := range q.Ensures {
				read(e.Cond)
			}
			for _, v := range q.Outs {
				read(c.p.Var(v).Term)
			}
		}
	}
	preds := make([][]int32, n)
	work := make([]int32, n)
	for i := range q.Blocks {
		work[i] = int32(i)
		for _, t := range q.Blocks[i].Succs {
			preds[t] = append(preds[t], int32(i))
		}
	}
	row := make([]uint64, words)
	for len(work) > 0 {
		i := int(work[len(work)-1])
		work = work[:len(work)-1]
		clear(row)
		for _, t := range q.Blocks[i].Succs {
			for w := range row {
				row[w] |= live[int(t)*words+w]
			}
		}
		for w := range row {
			row[w] = row[w]&^kill[i*words+w] | gen[i*words+w]
		}
		if old := live[i*words : (i+1)*words]; !slices.Equal(old, row) {
			copy(old, row)
			work = append(work, preds[i]...)
		}
	}
	for i, v := range vars {
		if live[i/64]>>(i%64)&1 != 0 {
			out = append(out, v)
		}
	}
	return out
}

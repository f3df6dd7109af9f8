package execute

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

// mentioned returns, by procedure, the globals that it or what it calls may read, also the values that they had at
// its entry.
func (c *compiler) mentioned() []map[prog.VarID]bool {
	all := make([]map[prog.VarID]bool, len(c.p.Procs))
	callers := make([][]prog.ProcID, len(all))
	var work []prog.ProcID
	for i, q := range c.p.Procs {
		all[i] = map[prog.VarID]bool{}
		for t := range q.Terms {
			for _, r := range c.uses.Of(t) {
				if c.p.Var(r.Var()).Kind == prog.Global {
					all[i][r.Var()] = true
				}
			}
		}
		for x := range q.Cmds {
			if x.Kind == prog.Call {
				callers[x.Callee] = append(callers[x.Callee], q.ID)
			}
		}
		work = append(work, q.ID)
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, caller := range callers[q] {
			n := len(all[caller])
			for g := range all[q] {
				all[caller][g] = true
			}
			if len(all[caller]) > n {
				work = append(work, caller)
			}
		}
	}
	return all
}

// liveAtEntry returns those of some variables of q that may be read before they are written: only their first values
// matter. calls gives the globals that calls may read.
func (c *compiler) liveAtEntry(q *prog.Proc, vars []prog.VarID, calls []map[prog.VarID]bool) (out []prog.VarID) {
	index := map[prog.VarID]int{}
	for i, v := range vars {
		index[v] = i
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
			for t := range b.Cmds[j].Terms {
				read(t)
			}
			if b.Cmds[j].Kind == prog.Call {
				for v := range calls[b.Cmds[j].Callee] {
					if v, ok := index[v]; ok && k[v/64]>>(v%64)&1 == 0 {
						g[v/64] |= 1 << (v % 64)
					}
				}
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
				if q.ID == c.p.Entry {
					break // nobody reads them
				}
				read(c.p.Var(v).Term)
			}
		}
	}
	preds := graph.Preds(n, q.Succs)
	work := make([]int32, n)
	for i := range work {
		work[i] = int32(i)
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

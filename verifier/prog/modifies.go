package prog

import "slices"

// FindModifies says of each procedure which globals it changes, itself or by what it calls.
func (p *Program) FindModifies() {
	n := len(p.Procs)
	has := make([]map[VarID]bool, n)
	callers := make([][]int, n)
	var work []int
	for i, q := range p.Procs {
		has[i] = map[VarID]bool{}
		for c := range q.Cmds {
			for _, v := range c.Targets {
				if p.Var(v).Kind == Global {
					has[i][v] = true
				}
			}
			if c.Kind == Call {
				callers[c.Callee] = append(callers[c.Callee], i)
			}
		}
		work = append(work, i)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, k := range callers[i] {
			before := len(has[k])
			for v := range has[i] {
				has[k][v] = true
			}
			if len(has[k]) > before {
				work = append(work, k)
			}
		}
	}
	for i, q := range p.Procs {
		q.Modifies = nil
		for v := range has[i] {
			q.Modifies = append(q.Modifies, v)
		}
		slices.Sort(q.Modifies)
	}
}

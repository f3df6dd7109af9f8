package boogie

// mayModify reports whether the body being checked may change a global. Where clauses are inferred it may, and this
// is noted.
func (c *checker) mayModify(modifies []bool, g entID) bool {
	if c.options.InferModifies {
		modifies[c.globalIndex(g)] = true
	}
	return modifies[c.globalIndex(g)]
}

// extendModifies adds what a body was seen to change to the clause of its procedure.
func (c *checker) extendModifies(p *procedure, modifies []bool) {
	if !c.options.InferModifies {
		return
	}
	for _, g := range p.modifies {
		modifies[c.globalIndex(g)] = false
	}
	for i, g := range c.globals {
		if modifies[i] {
			p.modifies = append(p.modifies, g)
		}
	}
}

// inferModifies adds to the clauses what callees change.
func (c *checker) inferModifies() {
	if !c.options.InferModifies {
		return
	}
	callers := make([][]int32, len(c.procs))
	has := make([][]bool, len(c.procs))
	var work []int32
	for i := range c.procs {
		p := &c.procs[i]
		for _, q := range p.calls {
			callers[q] = append(callers[q], int32(i))
		}
		has[i] = make([]bool, len(c.globals))
		for _, g := range p.modifies {
			has[i][c.globalIndex(g)] = true
		}
		work = append(work, int32(i))
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range callers[q] {
			p, before := &c.procs[i], len(c.procs[i].modifies)
			for _, g := range c.procs[q].modifies {
				if k := c.globalIndex(g); !has[i][k] {
					has[i][k] = true
					p.modifies = append(p.modifies, g)
				}
			}
			if len(p.modifies) > before {
				work = append(work, i)
			}
		}
	}
}

package vcgen

import "github.com/muster-smt/muster/verifier/prog"

// Wide returns interfaces with everything that could matter: all formals, every
// global that a procedure or one of its callees mentions, and at the exit the
// globals that it may change (Modifies). It serves where there is no liveness
// analysis.
func Wide(p *prog.Program) []prog.Interface {
	g := &generator{p: p, st: p.Store}
	g.indexVars()
	reads := make([]map[prog.VarID]bool, len(p.Procs))
	for i, q := range p.Procs {
		reads[i] = g.directGlobals(q)
	}
	for changed := true; changed; {
		changed = false
		for i, q := range p.Procs {
			for j := range q.Blocks {
				for k := range q.Blocks[j].Cmds {
					c := &q.Blocks[j].Cmds[k]
					if c.Kind != prog.Call || reads[c.Callee] == nil {
						continue
					}
					for _, v := range p.Globals {
						if reads[c.Callee][v] && !reads[i][v] {
							reads[i][v] = true
							changed = true
						}
					}
				}
			}
		}
	}
	faces := make([]prog.Interface, len(p.Procs))
	for i, q := range p.Procs {
		f := &faces[i]
		f.In = append(f.In, q.Ins...)
		f.Out = append(f.Out, q.Outs...)
		for _, v := range p.Globals {
			if reads[i][v] {
				f.In = append(f.In, v)
			}
			if contains(q.Modifies, v) {
				f.Out = append(f.Out, v)
			}
		}
	}
	return faces
}

// directGlobals returns the globals that q itself mentions or may change.
func (g *generator) directGlobals(q *prog.Proc) map[prog.VarID]bool {
	found := map[prog.VarID]bool{}
	var u uses
	add := func(refs []varRef) {
		for _, r := range refs {
			if g.p.Var(r.id()).Kind == prog.Global {
				found[r.id()] = true
			}
		}
	}
	for _, v := range q.Modifies {
		found[v] = true
	}
	for t := range q.Terms {
		add(u.of(g, t))
	}
	for i := range q.Blocks {
		for j := range q.Blocks[i].Cmds {
			for _, v := range q.Blocks[i].Cmds[j].Targets {
				add([]varRef{now(v)})
			}
		}
	}
	return found
}

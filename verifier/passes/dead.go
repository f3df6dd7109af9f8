package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// dropDead removes what has no influence according to the preceding liveness
// analysis: assignments, havocs, arguments and formals, results. A call of a
// procedure that only returns becomes a havoc of its results.
func (s *state) dropDead() error {
	d := &deadCode{liveness: s.live, idle: make([]bool, len(s.p.Procs))}
	for i, q := range s.p.Procs {
		d.idle[i] = !q.HasBody() && len(q.Requires)+len(q.Ensures) == 0
	}
	for _, id := range d.order { // callees first
		d.body(d.bodies[id], &d.procs[id])
		d.idle[id] = isIdle(s.p.Procs[id])
	}
	for i, q := range s.p.Procs {
		d.signature(q, &d.procs[i])
	}
	s.live = nil // it is about the commands as they were
	s.count("targets", d.targets)
	s.count("calls", d.calls)
	s.count("formals", d.formals)
	s.count("results", d.results)
	s.count("procedures", s.clearUncalled())
	return nil
}

// isIdle reports whether a call of q just returns, without any constraint on what
// it changes.
func isIdle(q *prog.Proc) bool {
	return len(q.Requires)+len(q.Ensures) == 0 && len(q.Blocks) == 1 && len(q.Blocks[0].Cmds) == 0 && !q.Blocks[0].Dead
}

type deadCode struct {
	*liveness
	// idle says of procedures without body that they have no contract, and
	// of others that nothing is left of their body; what they change is arbitrary.
	idle []bool

	targets, calls, formals, results int
}

func (d *deadCode) body(b *body, f *face) {
	d.pass(b, f, func(block int32, j int, live bitset) {
		// The pass continues with the numbers of the original command.
		c := &b.q.Blocks[block].Cmds[j]
		targets := b.targets[b.first[block]+int32(j)]
		switch c.Kind {
		case prog.Assign:
			*c = d.assignment(*c, func(i int) (term.Term, bool) { return c.Values[i], d.alive(live, targets[i]) })
		case prog.Havoc:
			*c = d.havoc(*c, func(i int) bool { return d.alive(live, targets[i]) })
		}
	})
	for i := range b.q.Blocks {
		blk := &b.q.Blocks[i]
		kept := blk.Cmds[:0]
		for j, c := range blk.Cmds {
			if c.Kind == prog.Call {
				c = d.call(b, c, b.first[i]+int32(j))
			}
			if c.Kind != 0 {
				kept = append(kept, c)
			}
		}
		blk.Cmds = kept
	}
}

func (d *deadCode) alive(live bitset, k int32) bool {
	if !live.has(k) {
		d.targets++
		return false
	}
	return true
}

func (d *deadCode) havoc(c prog.Cmd, alive func(i int) bool) prog.Cmd {
	c.Targets = chosen(c.Targets, alive)
	if len(c.Targets) == 0 {
		return prog.Cmd{}
	}
	return c
}

// chosen returns those elements of a list for whose indices keep holds.
func chosen[T any](list []T, keep func(i int) bool) (kept []T) {
	for i, x := range list {
		if keep(i) {
			kept = append(kept, x)
		}
	}
	return kept
}

// marked returns whether a list has true at an index.
func marked(list []bool) func(i int) bool { return func(i int) bool { return list[i] } }

// call drops dead arguments and results.
func (d *deadCode) call(b *body, c prog.Cmd, at int32) prog.Cmd {
	q, f := d.p.Procs[c.Callee], &d.procs[c.Callee]
	targets := chosen(c.Targets, marked(f.outs))
	c.Values, c.Targets = chosen(c.Values, marked(f.ins)), targets
	if !d.idle[c.Callee] {
		return c
	}
	d.calls++
	if !q.HasBody() {
		f.out.each(func(g int32) { targets = append(targets, d.p.Globals[g]) })
	}
	if len(targets) == 0 {
		return prog.Cmd{}
	}
	return prog.Cmd{Kind: prog.Havoc, Targets: unique(targets), ID: c.ID, Node: c.Node}
}

// unique returns the list without repetitions, which a call may have that
// changes a global and returns a result in it.
func unique(vs []prog.VarID) []prog.VarID {
	var out []prog.VarID
	for _, v := range vs {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// signature drops the formals that are dead at the entry and the results that
// are dead after all calls.
func (d *deadCode) signature(q *prog.Proc, f *face) {
	ins, outs := len(q.Ins), len(q.Outs)
	q.Ins = chosen(q.Ins, marked(f.ins))
	for i, v := range q.Outs {
		if !f.outs[i] { // from here on it is a local variable, if it is used at all
			d.p.Vars[v].Kind = prog.Local
			q.Locals = append(slices.Clip(q.Locals), v)
		}
	}
	q.Outs = chosen(q.Outs, marked(f.outs))
	d.formals += ins - len(q.Ins)
	d.results += outs - len(q.Outs)
}

// dropVariables removes the variables that no longer occur.
func (s *state) dropVariables() error {
	used := make([]bool, len(s.p.Vars))
	use := func(t term.Term) {
		for _, r := range s.uses.Of(t) {
			used[r.Var()] = true
		}
	}
	for _, q := range s.p.Procs {
		for t := range q.Terms {
			use(t)
		}
		for _, c := range q.Candidates {
			use(c.Cond)
		}
		for _, g := range q.Modifies {
			used[g] = true
		}
		for c := range q.Cmds {
			for _, v := range c.Targets {
				used[v] = true
			}
		}
	}
	filter := func(vs []prog.VarID) []prog.VarID { return chosen(vs, func(i int) bool { return used[vs[i]] }) }
	before := len(s.p.Globals)
	s.p.Globals = filter(s.p.Globals)
	s.count("globals dropped", before-len(s.p.Globals))
	before = 0
	after := 0
	for _, q := range s.p.Procs {
		before += len(q.Locals)
		q.Locals = filter(q.Locals)
		after += len(q.Locals)
	}
	s.count("locals dropped", before-after)
	return nil
}

package passes

import "github.com/muster-smt/muster/verifier/prog"

// dropUnreachable removes the blocks that control cannot reach or from which it
// cannot return, and the bodies of procedures that are no longer called. A call of
// a procedure that never returns ends a path.
func (s *state) dropUnreachable() error {
	_, comps := s.callGraph()
	r := &returner{state: s, returns: make([]bool, len(s.p.Procs))}
	for _, comp := range comps {
		for changed := true; changed; {
			changed = false
			for _, id := range comp {
				q := s.p.Procs[id]
				if !r.returns[id] && r.canReturn(q) {
					r.returns[id], changed = true, true
				}
			}
		}
	}
	blocks := 0
	s.res.Never = make([]bool, len(s.p.Procs))
	for _, comp := range comps {
		for _, id := range comp {
			s.res.Never[id] = !r.returns[id]
			blocks += r.prune(s.p.Procs[id])
		}
	}
	s.count("blocks", blocks)
	s.count("procedures", s.clearUncalled())
	return nil
}

// returner determines which procedures can return.
type returner struct {
	*state
	returns []bool // by procedure
	reach   []bool // by block of the current procedure: a return can be reached
}

// canReturn fills reach, and reports whether q can return.
func (r *returner) canReturn(q *prog.Proc) bool {
	if !q.HasBody() {
		return true
	}
	f := newFlow(q)
	r.reach = make([]bool, len(q.Blocks))
	for i := len(f.order) - 1; i >= 0; i-- { // successors first: the graph has no cycle
		b := &q.Blocks[f.order[i]]
		ok := len(b.Succs) == 0 && !b.Dead
		for _, t := range b.Succs {
			ok = ok || r.reach[t]
		}
		for j := range b.Cmds {
			c := &b.Cmds[j]
			ok = ok && (c.Kind != prog.Call || r.returns[c.Callee])
		}
		r.reach[f.order[i]] = ok
	}
	return r.reach[0]
}

// prune removes the blocks of q from which no return can be reached.
func (r *returner) prune(q *prog.Proc) int {
	if !q.HasBody() {
		return 0
	}
	if !r.canReturn(q) {
		n := len(q.Blocks) - 1
		q.Blocks = q.Blocks[:1]
		q.Blocks[0].Cmds = nil
		r.kill(&q.Blocks[0])
		return n
	}
	n := removeBlocks(q, func(b int32) bool { return r.reach[b] })
	return n + dropUnreached(q)
}

// clearUncalled empties the procedures that the entry no longer reaches.
func (s *state) clearUncalled() int {
	_, comps := s.callGraph()
	called := make([]bool, len(s.p.Procs))
	for _, comp := range comps {
		for _, id := range comp {
			called[id] = true
		}
	}
	n := 0
	for i, q := range s.p.Procs {
		if !called[i] && (q.HasBody() || len(q.Ensures)+len(q.Requires)+len(q.Modifies) > 0) {
			n++
		}
		if !called[i] {
			q.Blocks, q.Requires, q.Ensures, q.Candidates, q.Modifies = nil, nil, nil, nil, nil
		}
	}
	return n
}

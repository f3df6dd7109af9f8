package learn

import (
	"context"

	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// houdini finds the largest inductive set of candidates (see the package comment).
type houdini struct {
	sys        *vc.System
	c          inline.Config
	candidates *candidates
	procs      []vc.ProcID // that have candidates
	specs      []*spec     // by vc.ProcID
	provers    []*prover   // by vc.ProcID; nil until needed
	callers    [][]vc.ProcID

	queue  []vc.ProcID // to be looked at again
	queued []bool
	stats  Stats
}

// checkBudget limits a check, in conflicts. What is not decided by then is dropped.
const checkBudget = 1000

// newHoudini returns one for a system, or for what it becomes when its loops are turned.
func newHoudini(sys *vc.System, cut *cutpoint.Turned, c inline.Config) *houdini {
	n := len(sys.Procs)
	m := newCandidates(sys)
	if cut != nil {
		sys = cut.System
	}
	return &houdini{
		sys: sys, c: c, candidates: m, specs: make([]*spec, n), provers: make([]*prover, n),
		callers: make([][]vc.ProcID, n), queued: make([]bool, n),
	}
}

// add makes candidates for a procedure and all that it reaches by calls.
func (h *houdini) add(root vc.ProcID) (added []vc.ProcID) {
	for _, id := range vc.Closure(h.sys, []vc.ProcID{root}) {
		if h.specs[id] != nil {
			continue
		}
		added = append(added, id)
		h.specs[id] = h.candidates.of(h.candidates.sys.Procs[id])
		h.stats.Candidates += len(h.specs[id].pre) + len(h.specs[id].post)
		for i := range h.sys.Procs[id].Sites {
			q := h.sys.Procs[id].Sites[i].Callee
			h.callers[q] = append(h.callers[q], id)
		}
	}
	for _, id := range added {
		h.enqueue(id)
	}
	h.procs = append(h.procs, added...)
	h.stats.Procs = len(h.procs)
	return added
}

func (h *houdini) enqueue(id vc.ProcID) {
	if h.specs[id] != nil && !h.queued[id] {
		h.queued[id] = true
		h.queue = append(h.queue, id)
	}
}

// dropPost drops a candidate for the exit: callers may not rely on it any more.
func (h *houdini) dropPost(id vc.ProcID, k int) {
	h.specs[id].post[k].live = false
	for _, p := range h.callers[id] {
		h.enqueue(p)
	}
}

// dropPre drops a candidate for the entry: the procedure may not rely on it any more.
func (h *houdini) dropPre(id vc.ProcID, k int) {
	h.specs[id].pre[k].live = false
	h.enqueue(id)
}

// run drops candidates until those that are left are inductive. It returns false if it was stopped.
func (h *houdini) run(ctx context.Context) (done bool, err error) {
	for len(h.queue) > 0 {
		if ctx.Err() != nil {
			return false, nil
		}
		p, err := h.next()
		if err != nil {
			return false, err
		}
		if !p.refute(ctx) {
			h.enqueue(p.body.id)
		}
	}
	return true, nil
}

// next takes a procedure off the queue.
func (h *houdini) next() (*prover, error) {
	id := h.queue[0]
	h.queue = h.queue[1:]
	h.queued[id] = false
	if h.provers[id] == nil {
		p, err := newProver(h, id)
		if err != nil {
			return nil, err
		}
		h.provers[id] = p
	}
	return h.provers[id], nil
}

// close ends the solvers.
func (h *houdini) close() {
	for _, id := range h.procs {
		if p := h.provers[id]; p != nil {
			inline.Close(p.body.s)
		}
	}
}

package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// trimBudget limits a check of what is needed, in conflicts. The same was proved before.
const trimBudget = 10 * checkBudget

// trimmer finds the candidates that a proof needs.
type trimmer struct {
	*houdini
	pre, post [][]bool // by vc.ProcID and candidate
}

// trim returns the facts that prove the given candidates for exits: from these on, what the cores of
// their proofs name, until nothing is added. It returns false if it was stopped.
func (h *houdini) trim(ctx context.Context, roots []said) (facts []verifier.Fact, done bool, err error) {
	t := &trimmer{h, make([][]bool, len(h.specs)), make([][]bool, len(h.specs))}
	for _, id := range h.procs {
		t.pre[id], t.post[id] = make([]bool, len(h.specs[id].pre)), make([]bool, len(h.specs[id].post))
	}
	t.rely(roots)
	for len(h.queue) > 0 {
		id := h.queue[0]
		h.queue = h.queue[1:]
		h.queued[id] = false
		p, err := h.prover(id)
		if err != nil {
			return nil, false, err
		}
		own, callees, ok := t.core(ctx, p)
		if !ok {
			return nil, false, nil
		}
		for _, k := range own {
			if !t.pre[id][k] {
				t.pre[id][k] = true
				t.again(h.callers[id]) // they have to prove it
			}
		}
		t.rely(callees)
	}
	return t.facts(), true, nil
}

// rely notes that candidates for exits are needed.
func (t *trimmer) rely(on []said) {
	for _, a := range on {
		if !t.post[a.proc][a.k] {
			t.post[a.proc][a.k] = true
			t.enqueue(a.proc)
		}
	}
}

// again looks once more at procedures that the proof needs.
func (t *trimmer) again(procs []vc.ProcID) {
	for _, id := range procs {
		if slices.Contains(t.post[id], true) {
			t.enqueue(id)
		}
	}
}

// core proves what is needed of a procedure, and returns the candidates for its entry and for the
// exits of its callees on which that rests.
func (t *trimmer) core(ctx context.Context, x *prover) (own []int, callees []said, ok bool) {
	live := x.live()
	goals := x.targets(func(_ vc.ProcID, k int) bool { return t.post[x.id][k] }, t.needed)
	with := choice{own: live.own, pre: t.needed, post: live.post}
	for ctx.Err() == nil {
		out, trivial := x.ask(ctx, goals, with, trimBudget)
		switch {
		case trivial:
			return nil, nil, true
		case out.Status == inline.StatusUnsat:
			own, callees = x.named(x.s.Core())
			return own, callees, true
		case !out.HasModel() || !x.tellAll():
			return nil, nil, false
		}
	}
	return nil, nil, false
}

func (t *trimmer) needed(id vc.ProcID, k int) bool { return t.pre[id][k] }

// tellAll asserts what the last model violates at the first call where there is something.
func (x *prover) tellAll() bool {
	m, err := x.s.Model()
	if err != nil {
		return false
	}
	for i := range x.sites {
		if s := &x.sites[i]; x.s.Reached(s.guard) {
			x.atEntry(s)
			if x.tell(m, s) {
				return true
			}
		}
	}
	return false
}

// named returns the candidates whose assumptions are in a core.
func (x *prover) named(core []term.Term) (own []int, callees []said) {
	in := make(map[term.Term]bool, len(core))
	for _, c := range core {
		in[c] = true
	}
	for k, c := range x.pre {
		if c != 0 && in[c] {
			own = append(own, k)
		}
	}
	return own, x.cited(in)
}

// facts returns what was needed, as facts.
func (t *trimmer) facts() []verifier.Fact {
	st := t.sys.Store
	var out []verifier.Fact
	for _, id := range t.procs {
		var all []term.Term
		for k, c := range t.specs[id].post {
			if t.post[id][k] {
				all = append(all, c.t)
			}
		}
		if len(all) == 0 {
			continue
		}
		clause := []term.Term{st.And(all...)}
		for k, c := range t.specs[id].pre {
			if t.pre[id][k] {
				clause = append(clause, st.Not(c.t))
			}
		}
		out = append(out, verifier.Fact{Proc: id, Formula: st.Or(clause...)})
	}
	return out
}

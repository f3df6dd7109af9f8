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
	copier    *term.Copier
}

// trim returns the facts that prove the given candidates for exits: from these on, what the cores of
// their proofs name, until nothing is added. It returns false if it was stopped.
func (h *houdini) trim(ctx context.Context, roots []exit) (facts []verifier.Fact, done bool, err error) {
	t := &trimmer{h, make([][]bool, len(h.specs)), make([][]bool, len(h.specs)), term.NewCopier(h.sys.Store, nil)}
	for _, id := range h.procs {
		t.pre[id], t.post[id] = make([]bool, len(h.specs[id].pre)), make([]bool, len(h.specs[id].post))
	}
	t.rely(roots)
	for len(h.queue) > 0 {
		p, err := h.next()
		if err != nil {
			return nil, false, err
		}
		id := p.body.id
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
	facts, err = t.facts(ctx)
	return facts, err == nil, err
}

// rely notes that candidates for exits are needed.
func (t *trimmer) rely(on []exit) {
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
func (t *trimmer) core(ctx context.Context, x *prover) (own []int, callees []exit, ok bool) {
	live := x.live()
	goals := x.targets(func(_ vc.ProcID, k int) bool { return t.post[x.body.id][k] }, t.needed)
	with := choice{own: live.own, pre: t.needed, post: live.post}
	for ctx.Err() == nil {
		out, trivial := x.ask(ctx, goals, with, trimBudget)
		switch {
		case trivial:
			return nil, nil, true
		case out.Status == inline.StatusUnsat:
			core := x.s.Core()
			return x.pre.named(core), x.cited(core), true
		case !out.HasModel() || !x.refineFirst():
			return nil, nil, false
		}
	}
	return nil, nil, false
}

func (t *trimmer) needed(id vc.ProcID, k int) bool { return t.pre[id][k] }

// refineFirst asserts what the last model violates at the first call where there is something.
func (x *prover) refineFirst() bool {
	m, err := inline.LastModel(x.s)
	if err != nil {
		return false
	}
	for i := range x.sites {
		if s := &x.sites[i]; x.s.Reached(s.guard) {
			x.atEntry(s)
			if x.refine(m, s) {
				return true
			}
		}
	}
	return false
}

// facts returns what was needed, as facts.
func (t *trimmer) facts(ctx context.Context) ([]verifier.Fact, error) {
	st := t.sys.Store
	var out []verifier.Fact
	for _, id := range t.procs {
		pre, post := chosen(t.specs[id].pre, t.pre[id]), chosen(t.specs[id].post, t.post[id])
		if len(post) == 0 {
			continue
		}
		var err error
		if pre, post, err = t.concise(ctx, pre, post); err != nil {
			return nil, err
		}
		if len(post) == 0 { // it follows from pre
			continue
		}
		clause := []term.Term{st.And(post...)}
		for _, p := range pre {
			clause = append(clause, st.Not(p))
		}
		out = append(out, verifier.Fact{Proc: id, Formula: st.Or(clause...)})
	}
	return out, nil
}

func chosen(all []candidate, which []bool) (out []term.Term) {
	for k, c := range all {
		if which[k] {
			out = append(out, c.t)
		}
	}
	return out
}

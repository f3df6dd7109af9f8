package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// prover checks the candidates of one procedure.
type prover struct {
	calls
	body  *body
	h     *houdini
	sites []call          // that have candidates, in order of execution
	pre   activation[int] // by candidate for the entry
	post  []goal          // by candidate for the exit
}

func newProver(h *houdini, id vc.ProcID) (*prover, error) {
	b, err := newBody(h.sys, &h.c, id, true)
	if err != nil {
		return nil, err
	}
	local := make([]*local, len(h.specs))
	for q, p := range b.sys.Procs {
		if p != nil && h.specs[q] != nil {
			local[q] = h.specs[q].local(b.copier.Term)
		}
	}
	x := &prover{calls: newCalls(b.s, b.st, b.mk, b.sys.Procs, h.specs, local), body: b, h: h}
	for i := range b.sites {
		if s := &b.sites[i]; h.specs[s.callee] != nil {
			x.sites = append(x.sites, call{callee: s.callee, site: s.index, guard: s.guard, iface: s.iface})
		}
	}
	x.bind(id, x.body.iface)
	x.post = x.goals(local[id].post)
	return x, nil
}

// target is a candidate to be proved: for the exit, if site is negative, or for the entry of the
// callee at a call site.
type target struct{ site, k int }

// refute drops candidates until those that are left are inductive at this procedure, as far as it is
// concerned. It returns false if it was stopped.
func (x *prover) refute(ctx context.Context) bool {
	for ctx.Err() == nil {
		live := x.live()
		goals := x.targets(func(_ vc.ProcID, k int) bool { return x.specs[x.body.id].post[k].live }, live.pre)
		if len(goals) == 0 || x.prove(ctx, goals) {
			return true
		}
	}
	return false
}

// live chooses the live candidates.
func (x *prover) live() choice {
	c := x.calls.live()
	c.own = func(k int) bool { return x.specs[x.body.id].pre[k].live }
	return c
}

func (c *calls) live() choice {
	return choice{
		pre:  func(id vc.ProcID, k int) bool { return c.specs[id].pre[k].live },
		post: func(id vc.ProcID, k int) bool { return c.specs[id].post[k].live },
	}
}

// targets lists what is to be proved of the candidates for the exit, and for the entries of callees.
func (x *prover) targets(post, pre func(id vc.ProcID, k int) bool) []target {
	var out []target
	for k := range x.post {
		if post(x.body.id, k) {
			out = append(out, target{-1, k})
		}
	}
	for i := range x.sites {
		callee := x.sites[i].callee
		for k := range x.specs[callee].pre {
			if pre(callee, k) {
				out = append(out, target{i, k})
			}
		}
	}
	return out
}

// prove drops candidates among the goals, or of the callees at calls, unless all goals hold. It
// returns false if some may be left to look at.
func (x *prover) prove(ctx context.Context, goals []target) bool {
	out, trivial := x.ask(ctx, goals, x.live(), checkBudget)
	switch {
	case trivial || out.Status == inline.StatusUnsat:
		return true
	case out.HasModel():
		m, err := inline.LastModel(x.s)
		if err != nil {
			break
		}
		if x.blame(m, goals) {
			return false
		}
		switch d := x.unsure(m, goals); {
		case len(d) == 1:
			x.drop(d[0])
			return false
		case len(d) > 1 && len(d) < len(goals):
			rest := slices.DeleteFunc(slices.Clone(goals), func(g target) bool { return slices.Contains(d, g) })
			return x.prove(ctx, d) && x.prove(ctx, rest)
		}
	}
	if ctx.Err() != nil {
		return false
	}
	if len(goals) > 1 {
		half := len(goals) / 2
		a := x.prove(ctx, goals[:half])
		b := x.prove(ctx, goals[half:])
		return a && b
	}
	x.h.stats.Undecided++
	x.drop(goals[0])
	return false
}

// ask looks for an execution that violates one of the goals, where the chosen candidates
// hold. It is trivial if no goal can fail.
func (x *prover) ask(ctx context.Context, goals []target, with choice, conflicts int64) (out inline.Outcome,
	trivial bool) {
	var clause []term.Term
	for _, g := range goals {
		if f := x.failure(g); x.st.Op(f) != term.OpFalse {
			clause = append(clause, f)
		}
	}
	if len(clause) == 0 {
		return inline.Outcome{}, true
	}
	inline.Limit(x.s, conflicts)
	x.h.stats.Checks++
	as := x.assumptions(with)
	if c, ok := x.s.(inline.Constrainer); ok {
		c.Constrain(clause)
		return x.s.Check(ctx, as), false
	}
	question := x.st.FreshConst("question", term.Bool)
	x.s.Assert(x.st.Or(append(clause, x.st.Not(question))...))
	out = x.s.Check(ctx, append(as, question))
	x.s.Assert(x.st.Not(question)) // it is not asked again
	return out, false
}

// failure returns the constant that implies that a goal fails.
func (x *prover) failure(g target) term.Term {
	if g.site < 0 {
		return x.fails(&x.post[g.k], 0)
	}
	s := &x.sites[g.site]
	x.atEntry(s)
	return x.fails(&s.pre[g.k], s.guard)
}

// assumptions returns those that make a choice.
func (x *prover) assumptions(with choice) []term.Term {
	var as []term.Term
	bound := false
	for k, t := range x.local[x.body.id].pre {
		if !with.own(k) {
			continue
		}
		c, fresh := x.pre.literal(x.st, "pre", k)
		if fresh {
			if !bound {
				x.bind(x.body.id, x.body.iface)
				bound = true
			}
			inline.AssertUnder(x.s, x.st, c, x.sub.Apply(t))
		}
		as = append(as, c)
	}
	for i := range x.sites {
		as = x.assume(&x.sites[i], with, as)
	}
	return as
}

// blame drops candidates that a model refutes. At the first call where candidates for the callee's
// entry fail, these are dropped: what comes later may be due to that. Where the callee's candidates
// for the exit exclude what the model says of a call, they are asserted. It returns false if it finds
// nothing. Quantified candidates, of which the model may be wrong, are dropped only if nothing else is: those for the
// exit one by one (unsure).
func (x *prover) blame(m *model.Model, goals []target) bool {
	for i := range x.sites {
		s := &x.sites[i]
		if !x.s.Reached(s.guard) {
			continue
		}
		if bad := x.violated(m, s); len(bad) > 0 {
			for _, k := range bad {
				x.drop(target{i, k})
			}
			return true
		}
		if x.refine(m, s) {
			return true
		}
	}
	dropped := false
	drop := func(g target) {
		x.drop(g)
		dropped = true
	}
	for _, g := range goals {
		if g.site < 0 && x.specs[x.body.id].post[g.k].live && isFalse(m, x.post[g.k].image) {
			drop(g)
		}
	}
	if dropped {
		return true
	}
	for i := range x.sites {
		if s := &x.sites[i]; x.s.Reached(s.guard) {
			for _, k := range x.doubtful(m, s) {
				drop(target{i, k})
			}
		}
	}
	return dropped
}

// unsure returns the goals that a candidate model takes to fail, though evaluation cannot decide them. One that does
// fail takes others with it, so they are asked about without the rest.
func (x *prover) unsure(m *model.Model, goals []target) (out []target) {
	for _, g := range goals {
		if g.site < 0 && x.specs[x.body.id].post[g.k].live && x.post[g.k].doubtful(m) {
			out = append(out, g)
		}
	}
	return out
}

func (x *prover) drop(g target) {
	if g.site < 0 {
		x.h.dropPost(x.body.id, g.k)
	} else {
		x.h.dropPre(x.sites[g.site].callee, g.k)
	}
}

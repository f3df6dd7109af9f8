package learn

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// calls are the call sites of a solver whose callees have candidates. What these say about a call is
// asserted when a model violates it: few of them matter.
type calls struct {
	binder
	s      inline.Solver
	st     *term.Store
	specs  []*spec  // by vc.ProcID; nil: nothing is said about it
	local  []*local // by vc.ProcID: the same in terms of st
	active activation[exit]
}

// local is a spec in terms of another store, by candidate.
type local struct{ pre, post []term.Term }

// exit identifies a candidate for the exit of a procedure.
type exit struct {
	proc vc.ProcID
	k    int
}

// call is a call site.
type call struct {
	callee vc.ProcID
	site   int32 // the index in its template, or its number in the tree
	guard  term.Term
	iface  []term.Term

	pre      []goal    // by candidate for the callee's entry; nil until needed
	ok       term.Term // holds if the call is reached and no live candidate for the callee's entry fails
	asserted []bool    // by candidate for the callee's exit
}

// goal is a formula, and a constant that implies that it does not hold: 0 until needed, true and
// false where the formula is false and true.
type goal struct{ image, fails term.Term }

func newCalls(s inline.Solver, st *term.Store, mk term.Maker, procs []*vc.Proc, specs []*spec, local []*local) calls {
	return calls{binder: binder{term.NewSubst(st, mk), procs}, s: s, st: st, specs: specs, local: local}
}

// goals returns the images of formulas under the present binding.
func (c *calls) goals(ts []term.Term) []goal {
	out := make([]goal, len(ts))
	for k, t := range ts {
		out[k].image = c.sub.Apply(t)
	}
	return out
}

// atEntry makes the images of the candidates for the callee's entry.
func (c *calls) atEntry(x *call) {
	if x.pre == nil {
		c.bind(x.callee, x.iface)
		x.pre = c.goals(c.local[x.callee].pre)
	}
}

// fails returns the constant that implies that a goal fails, and where it is to be shown, that guard
// holds, if that is not 0.
func (c *calls) fails(g *goal, guard term.Term) term.Term {
	if g.fails != 0 {
		return g.fails
	}
	if c.st.Op(g.image) == term.OpTrue {
		g.fails = c.st.False()
		return g.fails
	}
	g.fails = c.st.FreshConst("fails", term.Bool)
	not := c.st.Not(g.fails)
	c.s.Assert(c.st.Or(not, c.st.Not(g.image)))
	if guard != 0 {
		c.s.Assert(c.st.Or(not, guard))
	}
	return g.fails
}

// violated returns the live candidates for the callee's entry that a model violates at a call.
func (c *calls) violated(m *model.Model, x *call) (out []int) {
	c.atEntry(x)
	for k, p := range c.specs[x.callee].pre {
		if p.live && isFalse(m, x.pre[k].image) {
			out = append(out, k)
		}
	}
	return out
}

// doubtful returns the live candidates for the callee's entry that a candidate model takes to be violated
// at a call, though evaluation cannot decide them, for they are quantified: there may be no such model.
func (c *calls) doubtful(m *model.Model, x *call) (out []int) {
	for k, p := range c.specs[x.callee].pre {
		if g := &x.pre[k]; p.live && g.doubtful(m) {
			out = append(out, k)
		}
	}
	return out
}

// refine asserts what the callee's candidates say about a call and a model violates, or might: it does not
// decide quantified formulas. It reports whether there was anything.
func (c *calls) refine(m *model.Model, x *call) bool {
	spec, l := c.specs[x.callee], c.local[x.callee]
	if x.asserted == nil {
		x.asserted = make([]bool, len(spec.post))
	}
	c.bind(x.callee, x.iface)
	var news []int // what is asserted ends the model
	var images []term.Term
	for k, p := range spec.post {
		if !p.live || x.asserted[k] {
			continue
		}
		image := c.sub.Apply(l.post[k])
		if v, err := m.EvalBool(image); v || err != nil && !errors.Is(err, model.ErrQuantifier) {
			continue
		}
		news, images = append(news, k), append(images, image)
	}
	for i, k := range news {
		c.prepare(x)
		active, _ := c.active.literal(c.st, "exit", exit{x.callee, k})
		inline.AssertUnder(c.s, c.st, active, c.st.Or(c.st.Not(x.ok), images[i]))
		x.asserted[k] = true
	}
	return len(news) > 0
}

// prepare makes x.ok.
func (c *calls) prepare(x *call) {
	if x.ok != 0 {
		return
	}
	x.ok = c.st.FreshConst("ok", term.Bool)
	clause := []term.Term{c.st.Not(x.guard), x.ok}
	for k, p := range c.specs[x.callee].pre {
		if p.live {
			if f := c.fails(&x.pre[k], x.guard); c.st.Op(f) != term.OpFalse {
				clause = append(clause, f)
			}
		}
	}
	c.s.Assert(c.st.Or(clause...))
}

// choice says which candidates a question relies on: of the procedure itself for its entry; of callees
// for their entries, which must hold before anything is known of their exits; and for their exits.
type choice struct {
	own       func(k int) bool
	pre, post func(id vc.ProcID, k int) bool
}

// assume appends the assumptions that make a choice at a call.
func (c *calls) assume(x *call, with choice, dst []term.Term) []term.Term {
	if x.ok == 0 {
		return dst
	}
	for k := range x.pre {
		if f := x.pre[k].fails; f != 0 && c.st.Op(f) != term.OpFalse && !with.pre(x.callee, k) {
			dst = append(dst, c.st.Not(f)) // it is no reason for not knowing anything
		}
	}
	for k, asserted := range x.asserted {
		if asserted && with.post(x.callee, k) {
			dst = append(dst, c.active.of[exit{x.callee, k}])
		}
	}
	return dst
}

// cited returns the candidates for exits that a core names, in the order in which they were first asserted: their
// literals are as old.
func (c *calls) cited(core []term.Term) []exit {
	return c.active.named(slices.Sorted(slices.Values(core)))
}

func isFalse(m *model.Model, t term.Term) bool {
	v, err := m.EvalBool(t)
	return err == nil && !v
}

func (g *goal) doubtful(m *model.Model) bool {
	if g.fails == 0 {
		return false
	}
	if _, err := m.EvalBool(g.image); !errors.Is(err, model.ErrQuantifier) {
		return false
	}
	fails, err := m.EvalBool(g.fails)
	return err == nil && fails
}

package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// refiner is a solver at whose call sites facts about the callees are asserted: where a model violates one, for few of
// them matter at a site.
type refiner struct {
	binder
	l      *learner
	s      inline.Solver
	st     *term.Store
	own    func(term.Term) term.Term // from the learner's store to st
	active activation[int32]         // by fact
}

// callSite is a call site of a refiner.
type callSite struct {
	callee   vc.ProcID
	guard    term.Term
	iface    []term.Term
	slots    []term.Term // of the callee's vocabulary; nil until needed
	asserted []bool      // by index in known.facts of the callee
	given    []image     // likewise in known.formulas
}

// image is a formula at a call site.
type image struct {
	t        term.Term // in terms of the site
	asserted bool
}

// observation is what a model has the callee of a call do.
type observation struct {
	valuation
	broken []int // the formulas that do not hold and are not asserted there, by index in known.formulas of the callee
}

func newRefiner(l *learner, s inline.Solver, st *term.Store, mk term.Maker, procs []*vc.Proc,
	own func(term.Term) term.Term) *refiner {
	return &refiner{binder: binder{term.NewSubst(st, mk), procs}, l: l, s: s, st: st, own: own}
}

// at returns what a model has the callee of a call do.
func (x *refiner) at(m *model.Model, c *callSite) observation {
	v := x.l.known(c.callee).vocabulary
	if len(c.slots) < len(v.slots) {
		x.bind(c.callee, c.iface)
		for _, t := range v.slots {
			c.slots = append(c.slots, x.sub.Apply(x.own(t)))
		}
	}
	return observation{v.at(m, c.slots), x.broken(m, c)}
}

// broken returns the formulas that are not asserted at a call and that a model violates there. It does not decide
// quantified ones.
func (x *refiner) broken(m *model.Model, c *callSite) (out []int) {
	x.prepare(c)
	for n := range c.given {
		if g := &c.given[n]; !g.asserted {
			if ok, err := m.EvalBool(g.t); err != nil || !ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// prepare makes the images of the formulas about the callee of a site.
func (x *refiner) prepare(c *callSite) {
	if news := x.l.known(c.callee).formulas[len(c.given):]; len(news) > 0 {
		x.bind(c.callee, c.iface)
		for _, f := range news {
			c.given = append(c.given, image{t: x.sub.Apply(x.own(x.l.facts[f].t))})
		}
	}
}

// refine asserts at a call site the facts that an observation violates. It reports whether there was one.
func (x *refiner) refine(c *callSite, o observation) bool {
	k := x.l.known(c.callee)
	for len(c.asserted) < len(k.facts) {
		c.asserted = append(c.asserted, false)
	}
	any := false
	for n, f := range k.facts {
		if x.l.facts[f].live && !c.asserted[n] && o.includes(x.l.facts[f].lits) {
			c.asserted[n], any = true, true
			x.bind(c.callee, c.iface)
			x.assert(c, f, x.sub.Apply(x.own(x.l.facts[f].t)))
		}
	}
	for _, n := range o.broken {
		c.given[n].asserted = true
		x.assert(c, k.formulas[n], c.given[n].t)
	}
	return any || len(o.broken) > 0
}

// assert asserts a fact at a call site, in terms of the site.
func (x *refiner) assert(c *callSite, f int32, t term.Term) {
	x.l.facts[f].sites++
	active, _ := x.active.literal(x.st, "fact", f)
	inline.AssertUnder(x.s, x.st, active, x.st.Or(x.st.Not(c.guard), t))
}

// assume appends the assumptions under which the facts hold that are asserted at sites.
func (x *refiner) assume(dst []term.Term) []term.Term {
	for _, f := range x.active.order {
		if x.l.facts[f].live {
			dst = append(dst, x.active.of[f])
		}
	}
	return dst
}

// named returns the facts that a core names, in order.
func (x *refiner) named(core []term.Term) []int32 {
	facts := x.active.named(core)
	slices.Sort(facts)
	return facts
}

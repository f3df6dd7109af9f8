package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// listener is a solver whose call sites are given facts about their callees: where a model violates one, for few of
// them matter at a site.
type listener struct {
	l   *learner
	s   inline.Solver
	st  *term.Store
	sub *term.Subst
	sys *vc.System                // in terms of st
	own func(term.Term) term.Term // from the learner's store to st

	says   map[int32]term.Term // by fact: the assumption under which sites are told
	factOf map[term.Term]int32
	order  []int32 // keys of says, in order
}

// callSite is a call site of a listener.
type callSite struct {
	callee vc.ProcID
	guard  term.Term
	iface  []term.Term
	slots  []term.Term // of the callee's vocabulary; nil until needed
	told   []bool      // by index in known.facts of the callee
	given  []image     // likewise in known.formulas
}

// image is a formula at a call site.
type image struct {
	t    term.Term // in terms of the site
	told bool
}

// observation is what a model says of a call.
type observation struct {
	valuation
	broken []int // the formulas that the call is not told and that do not hold, by index in known.formulas of the callee
}

func newListener(l *learner, s inline.Solver, st *term.Store, mk term.Maker, sys *vc.System,
	own func(term.Term) term.Term) *listener {
	return &listener{
		l: l, s: s, st: st, sub: term.NewSubst(st, mk), sys: sys, own: own,
		says: map[int32]term.Term{}, factOf: map[term.Term]int32{},
	}
}

// bind makes sub map the interface of a procedure to terms: In, then Out.
func (x *listener) bind(id vc.ProcID, iface []term.Term) {
	p := x.sys.Procs[id]
	x.sub.Reset()
	for i, v := range p.In {
		x.sub.Bind(v, iface[i])
	}
	for i, v := range p.Out {
		x.sub.Bind(v, iface[len(p.In)+i])
	}
}

// at returns what a model says of a call.
func (x *listener) at(m *model.Model, c *callSite) observation {
	v := x.l.known(c.callee).vocabulary
	if len(c.slots) < len(v.slots) {
		x.bind(c.callee, c.iface)
		for _, t := range v.slots {
			c.slots = append(c.slots, x.sub.Apply(x.own(t)))
		}
	}
	return observation{v.at(m, c.slots), x.broken(m, c)}
}

// broken returns the formulas that a call is not told and that a model violates there. It does not decide quantified
// ones.
func (x *listener) broken(m *model.Model, c *callSite) (out []int) {
	x.prepare(c)
	for n := range c.given {
		if g := &c.given[n]; !g.told {
			if ok, err := m.EvalBool(g.t); err != nil || !ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// prepare makes the images of the formulas about the callee of a site.
func (x *listener) prepare(c *callSite) {
	if news := x.l.known(c.callee).formulas[len(c.given):]; len(news) > 0 {
		x.bind(c.callee, c.iface)
		for _, f := range news {
			c.given = append(c.given, image{t: x.sub.Apply(x.own(x.l.facts[f].t))})
		}
	}
}

// tell has a call site know the facts that an observation violates. It reports whether there was one.
func (x *listener) tell(c *callSite, o observation) bool {
	k := x.l.known(c.callee)
	for len(c.told) < len(k.facts) {
		c.told = append(c.told, false)
	}
	any := false
	for n, f := range k.facts {
		if x.l.facts[f].live && !c.told[n] && o.includes(x.l.facts[f].lits) {
			c.told[n], any = true, true
			x.bind(c.callee, c.iface)
			x.say(c, f, x.sub.Apply(x.own(x.l.facts[f].t)))
		}
	}
	for _, n := range o.broken {
		x.give(c, n)
	}
	return any || len(o.broken) > 0
}

// give has a call site know a formula, by its index in known.formulas of the callee.
func (x *listener) give(c *callSite, n int) {
	c.given[n].told = true
	x.say(c, x.l.known(c.callee).formulas[n], c.given[n].t)
}

// say has a call site know a fact, in terms of the site.
func (x *listener) say(c *callSite, f int32, t term.Term) {
	x.l.told(f)
	if x.says[f] == 0 {
		says := x.st.FreshConst("says", term.Bool)
		x.says[f], x.factOf[says] = says, f
		x.order = append(x.order, f)
	}
	inline.AssertUnder(x.s, x.st, x.says[f], x.st.Or(x.st.Not(c.guard), t))
}

// assume appends the assumptions under which sites know what they are given.
func (x *listener) assume(dst []term.Term) []term.Term {
	for _, f := range x.order {
		if x.l.facts[f].live {
			dst = append(dst, x.says[f])
		}
	}
	return dst
}

// named returns the facts that a core names, in order.
func (x *listener) named(core []term.Term) (facts []int32) {
	for _, c := range core {
		if f, ok := x.factOf[c]; ok {
			facts = append(facts, f)
		}
	}
	slices.Sort(facts)
	return facts
}

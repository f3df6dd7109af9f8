package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// listener is a solver whose call sites are told facts about their callees: where a model violates one, for few of them matter
// at a site.
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
	given  []bool      // likewise in known.formulas
}

// observation is what a model says of a call.
type observation struct {
	valuation
	broken []int // the formulas that the call is not told and that do not hold, by index in known.formulas of the callee
}

func newListener(l *learner, s inline.Solver, st *term.Store, mk term.Maker, sys *vc.System, own func(term.Term) term.Term) *listener {
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

// broken returns the formulas that a call is not told and that a model violates there. It does not decide quantified ones.
func (x *listener) broken(m *model.Model, c *callSite) (out []int) {
	k := x.l.known(c.callee)
	for len(c.given) < len(k.formulas) {
		c.given = append(c.given, false)
	}
	if !slices.Contains(c.given, false) {
		return nil
	}
	env, p := m.NewEnv(), x.sys.Procs[c.callee]
	for i, v := range slices.Concat(p.In, p.Out) {
		if value, err := m.Eval(c.iface[i]); err == nil {
			env.Set(v, value)
		}
	}
	for n, f := range k.formulas {
		if c.given[n] {
			continue
		}
		if v, err := env.Eval(x.own(x.l.facts[f].t)); err != nil || !v.IsTrue() {
			out = append(out, n)
		}
	}
	return out
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
			x.say(c, f)
		}
	}
	for _, n := range o.broken {
		c.given[n] = true
		x.say(c, k.formulas[n])
	}
	return any || len(o.broken) > 0
}

// say has a call site know a fact.
func (x *listener) say(c *callSite, f int32) {
	x.l.told(f)
	if x.says[f] == 0 {
		says := x.st.FreshConst("says", term.Bool)
		x.says[f], x.factOf[says] = says, f
		x.order = append(x.order, f)
	}
	x.bind(c.callee, c.iface)
	t := x.st.Or(x.st.Not(c.guard), x.sub.Apply(x.own(x.l.facts[f].t)))
	AssertUnder(x.s, x.st, x.says[f], t)
}

// assume appends the assumptions under which sites know what they are told.
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

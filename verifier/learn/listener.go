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
func (x *listener) at(m *model.Model, c *callSite) valuation {
	v := x.l.known(c.callee).vocabulary
	if len(c.slots) < len(v.slots) {
		x.bind(c.callee, c.iface)
		for _, t := range v.slots {
			c.slots = append(c.slots, x.sub.Apply(x.own(t)))
		}
	}
	return v.at(m, c.slots)
}

// tell has a call site know the facts that its valuation violates. It reports whether there was one.
func (x *listener) tell(c *callSite, v valuation) bool {
	k := x.l.known(c.callee)
	for len(c.told) < len(k.facts) {
		c.told = append(c.told, false)
	}
	any := false
	for n, f := range k.facts {
		if !x.l.facts[f].live || c.told[n] || !v.includes(x.l.facts[f].lits) {
			continue
		}
		c.told[n], any = true, true
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
	return any
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

package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Pred is the solver of a procedure: an instance of its template with an interface of its own, in a store of its own,
// at whose call sites levelled facts are asserted where a model violates them.
type Pred struct {
	binder
	f        *Frames
	body     *body
	holds    activation[term.Term]   // by literal of the system
	active   activation[int32]       // by fact about a callee
	owns     activation[int32]       // by fact about the procedure: see own
	asserted [][]bool                // by site and fact
	as       []term.Term             // assumptions of the last check
	block    []term.Term             // what blocks all recursive sites
	model    *model.Model            // of the last check; nil until needed
	defs     map[term.Term]term.Term // of the instance; nil until needed; never ranged over
	local    map[term.Term]bool      // see Local; nil until needed
	taken    []taken                 // in the order of Take
}

// taken is a formula of Frames.always, by its number, and the assumption that it holds.
type taken struct {
	number     int
	assumption term.Term
}

func newPred(f *Frames, id vc.ProcID) (*Pred, error) {
	b, err := newBody(f.sys, &f.c, id, false)
	if err != nil {
		return nil, err
	}
	p := &Pred{
		binder: binder{term.NewSubst(b.st, b.mk), b.sys.Procs}, f: f, body: b, asserted: make([][]bool, len(b.sites)),
	}
	for i := range b.sites {
		if p.Below(b.sites[i].callee, 0) < 0 {
			p.block = append(p.block, b.st.Not(b.sites[i].guard))
		}
	}
	return p, nil
}

// Store returns the store of the instance.
func (p *Pred) Store() *term.Store { return p.body.st }

// NumSites returns the number of call sites of the instance, which are numbered in order of execution.
func (p *Pred) NumSites() int { return len(p.body.sites) }

// Callee returns the procedure that a site calls.
func (p *Pred) Callee(site int) vc.ProcID { return p.body.sites[site].callee }

// Index returns the index of a site in its template.
func (p *Pred) Index(site int) int32 { return p.body.sites[site].index }

// Guard returns the guard of a site.
func (p *Pred) Guard(site int) term.Term { return p.body.sites[site].guard }

// At returns a formula over the interface of a site's callee in the terms of the site.
func (p *Pred) At(site int, t term.Term) term.Term {
	s := &p.body.sites[site]
	p.bind(s.callee, s.iface)
	return p.sub.Apply(p.body.copier.Term(t))
}

// Own returns a formula over the interface of the procedure in the terms of the instance.
func (p *Pred) Own(t term.Term) term.Term {
	p.bind(p.body.id, p.body.iface)
	return p.sub.Apply(p.body.copier.Term(t))
}

// Assume has a formula hold in checks that assume the constant that is returned.
func (p *Pred) Assume(name string, t term.Term) term.Term {
	c := p.body.st.FreshConst(name, term.Bool)
	inline.AssertUnder(p.body.s, p.body.st, c, t)
	return c
}

// Take has all later checks assume a formula of Frames.Assume. It reports whether that is new.
func (p *Pred) Take(t term.Term) bool {
	n := p.f.number[t]
	if slices.ContainsFunc(p.taken, func(x taken) bool { return x.number == n }) {
		return false
	}
	p.taken = append(p.taken, taken{n, p.Assume("always", p.Copy(t))})
	return true
}

// Hold appends the assumptions that literals over the procedure's interface hold.
func (p *Pred) Hold(dst, lits []term.Term) []term.Term {
	for _, x := range lits {
		c := p.holds.of[x]
		if c == 0 {
			c = p.Assume("holds", p.Own(x))
			p.holds.set(x, c)
		}
		dst = append(dst, c)
	}
	return dst
}

// Ask asks for an execution within a level in which some constants hold and callees satisfy their facts; level 0
// blocks recursive call sites.
func (p *Pred) Ask(ctx context.Context, level int32, as []term.Term) inline.Outcome {
	return p.ask(ctx, basis{level, len(p.f.always)}, as)
}

// basis says what a check may use: facts about executions within a level, of which those for all levels rest on the
// first under formulas of Frames.always, and these formulas.
type basis struct {
	level int32
	under int
}

// has reports whether a check about a procedure may use a fact about one that it calls.
func (p *Pred) has(k basis, x *Levelled) bool {
	return x.Level >= p.Below(x.Proc, k.level) && (x.Level < AllLevels || x.under <= k.under) &&
		(x.only.Goal == 0 || x.only.Goal == p.f.goal)
}

// Below returns the level of what a call of a procedure may do in an execution within a level; less than 0 if there
// is no such call.
func (p *Pred) Below(callee vc.ProcID, level int32) int32 {
	if level == AllLevels || p.f.cycle[callee] != p.f.cycle[p.body.id] {
		return level
	}
	return level - 1
}

// Above returns the level of an execution with a call of a procedure within a level.
func (p *Pred) Above(callee vc.ProcID, level int32) int32 {
	return level + (level - p.Below(callee, level))
}

func (p *Pred) ask(ctx context.Context, k basis, as []term.Term) inline.Outcome {
	for {
		p.as = append(p.as[:0], as...)
		if k.level == 0 {
			p.as = append(p.as, p.block...)
		}
		for _, x := range p.taken {
			if x.number < k.under {
				p.as = append(p.as, x.assumption)
			}
		}
		for _, i := range p.active.order {
			if x := &p.f.facts[i]; p.has(k, x) && !x.dead {
				p.as = append(p.as, p.active.of[i])
			}
		}
		out := p.body.s.Check(ctx, p.as)
		p.model = nil
		if !out.HasModel() {
			return out
		}
		m, err := inline.LastModel(p.body.s)
		if err != nil {
			return inline.Outcome{Reason: reason.Unconfirmed(err)}
		}
		if !p.refine(m, k) {
			return out
		}
	}
}

// Model returns the model of the last check, which stays when others follow.
func (p *Pred) Model() (*model.Model, error) {
	if p.model == nil {
		m, err := p.body.s.Model()
		if err != nil {
			return nil, reason.Unconfirmed(err)
		}
		p.model = m
	}
	return p.model, nil
}

// LastModel returns the model of the last check, which ends with what is asserted next.
func (p *Pred) LastModel() (*model.Model, error) { return inline.LastModel(p.body.s) }

// Reached reports whether the model of the last check passes a site.
func (p *Pred) Reached(site int) bool { return p.body.s.Reached(p.body.sites[site].guard) }

// refine asserts at the sites that a model passes the facts that it violates. It reports whether there was one.
func (p *Pred) refine(m *model.Model, k basis) bool {
	type news struct {
		site int
		fact int32
	}
	var all []news // asserted when all is evaluated: the model ends with the next assertion
	for s := range p.body.sites {
		site := &p.body.sites[s]
		if len(p.f.of[site.callee]) == 0 || !p.body.s.Reached(site.guard) {
			continue
		}
		env := p.Env(m, s)
		for _, i := range p.f.of[site.callee] {
			if !p.has(k, &p.f.facts[i]) || !p.open(s, i) {
				continue
			}
			v, err := env.Eval(p.body.copier.Term(p.f.facts[i].formula))
			if err == nil && v.IsTrue() {
				continue
			}
			all = append(all, news{s, i})
		}
	}
	for _, x := range all {
		p.assert(x.site, x.fact)
	}
	return len(all) > 0
}

// Env returns an environment in which the interface of a site's callee has the values that the site has in a model: it
// evaluates what Copy returns.
func (p *Pred) Env(m *model.Model, site int) *model.Env {
	s := &p.body.sites[site]
	env := m.NewEnv()
	for i, v := range p.Interface(s.callee) {
		if x, err := m.Eval(s.iface[i]); err == nil {
			env.Set(v, x)
		}
	}
	return env
}

// Copy returns a formula of the system in the store of the instance.
func (p *Pred) Copy(t term.Term) term.Term { return p.body.copier.Term(t) }

// open reports whether a fact is not asserted at a site that it serves.
func (p *Pred) open(site int, fact int32) bool {
	known := int(fact) < len(p.asserted[site]) && p.asserted[site][fact]
	return !known && p.f.facts[fact].serves(CallSite{Caller: p.body.id, Number: site + 1})
}

// AssertLast asserts at a site the last fact about its callee, if there is one.
func (p *Pred) AssertLast(site int) {
	of := p.f.of[p.body.sites[site].callee]
	if n := len(of) - 1; n >= 0 && p.open(site, of[n]) {
		p.assert(site, of[n])
	}
}

// assert asserts a fact at a site.
func (p *Pred) assert(site int, fact int32) {
	for len(p.asserted[site]) <= int(fact) {
		p.asserted[site] = append(p.asserted[site], false)
	}
	p.asserted[site][fact] = true
	p.f.facts[fact].sites++
	st := p.body.st
	active, _ := p.active.literal(st, "fact", fact)
	guard := st.Not(p.body.sites[site].guard)
	inline.AssertUnder(p.body.s, st, active, st.Or(guard, p.At(site, p.f.facts[fact].formula)))
}

// Level returns the level at which what was refuted last is excluded: the least of an execution that the facts in its
// proof allow.
func (p *Pred) Level() int32 {
	level := int32(AllLevels)
	for _, c := range p.body.s.Core() {
		if i, ok := p.active.key[c]; ok {
			level = min(level, p.Above(p.f.facts[i].Proc, p.f.facts[i].Level))
		} else if p.body.st.Op(c) == term.OpNot {
			return 0
		}
	}
	return level
}

// Count counts a use of the facts that the last refutation rests on (verifier.Learning.Used).
func (p *Pred) Count() {
	for _, i := range p.used() {
		p.f.facts[i].used++
	}
}

// maxTries bounds the literals, or groups of them, that are tried to be left out of a fact. The cores of some drivers
// have a thousand.
const maxTries = 60

// Exclude adds a fact of what the last refutation rests on, made more general: inequalities are combined, and
// literals left out, many at a time if there are many, while the rest is excluded, given that the procedure's own
// calls do not do it either (Bradley, "SAT-based model checking without unrolling", 2011). It returns the fact's
// literals and level.
func (p *Pred) Exclude(ctx context.Context, level int32) (lits []term.Term, at int32) {
	lits, at = p.Core(), p.Level()
	ask := func(rest []term.Term) ([]term.Term, bool) {
		core, l, ok := p.inductive(ctx, level, rest)
		if ok {
			at = l
		}
		return core, ok
	}
	lits = combine(ctx, p.f.rw, lits, cancel, maxSummands, ask)
	lits = leaveOut(ctx, lits, ask)
	lits = combine(ctx, p.f.rw, lits, (*rewrite.Rewriter).AddRows, maxAnySummands, ask)
	p.f.Add(p.body.id, lits, at)
	return lits, at
}

// Keep adds a fact if it is inductive by itself: whenever the procedure returns, one of some literals is false.
func (p *Pred) Keep(ctx context.Context, lits []term.Term) bool {
	_, at, ok := p.inductive(ctx, AllLevels, lits)
	if ok && at == AllLevels {
		p.f.Add(p.body.id, lits, at)
		return true
	}
	return false
}

// KeepFormula is Keep for the negation of a formula.
func (p *Pred) KeepFormula(ctx context.Context, t term.Term) bool {
	parts := []term.Term{t}
	if st := p.f.sys.Store; st.Op(t) == term.OpOr {
		parts = st.Args(t)
	}
	lits := make([]term.Term, len(parts))
	for i, a := range parts {
		lits[i] = p.f.opposite(a)
	}
	return p.Keep(ctx, lits)
}

// leaveOut leaves out literals while the rest is excluded.
func leaveOut(ctx context.Context, lits []term.Term, ask func([]term.Term) ([]term.Term, bool)) []term.Term {
	tries := maxTries
	for size := max(1, len(lits)/8); size > 0; size /= 2 {
		for k := 0; k < len(lits) && len(lits) > 1 && tries > 0 && ctx.Err() == nil; tries-- {
			rest := slices.Delete(slices.Clone(lits), k, min(k+size, len(lits)))
			if core, ok := ask(rest); ok {
				lits = core // in order, so what was tried before k is there still
			} else {
				k += size
			}
		}
	}
	return lits
}

// CoreAssumptions returns the assumptions that the last refutation rests on, of all kinds.
func (p *Pred) CoreAssumptions() []term.Term { return p.body.s.Core() }

// ExcludeCore adds a fact of just what the last refutation rests on.
func (p *Pred) ExcludeCore() { p.f.Add(p.body.id, p.Core(), p.Level()) }

// Core returns the literals that the last refutation rests on, in order.
func (p *Pred) Core() []term.Term {
	lits := p.holds.named(p.body.s.Core())
	slices.Sort(lits)
	return lits
}

// inductive asks whether literals are excluded, given that the procedure's own calls exclude them. It returns those
// that suffice.
func (p *Pred) inductive(ctx context.Context, level int32, lits []term.Term) (core []term.Term, at int32, ok bool) {
	as := p.Hold(nil, lits)
	h := term.Term(0)
	if level > 0 {
		h = p.hypothesis(lits)
	}
	if h != 0 {
		as = append(as, h)
	}
	if out := p.Ask(ctx, level, as); out.Status != inline.StatusUnsat {
		return nil, 0, false
	}
	core, at = p.Core(), p.Level()
	if h != 0 && slices.Contains(p.body.s.Core(), h) {
		core = lits // what was assumed is what was shown
	}
	return core, at, true
}

// hypothesis returns an assumption that own calls exclude literals; 0 if there are no own calls.
func (p *Pred) hypothesis(lits []term.Term) term.Term {
	h := term.Term(0)
	t := term.Term(0)
	st := p.body.st
	for i := range p.body.sites {
		if p.body.sites[i].callee != p.body.id {
			continue
		}
		if h == 0 {
			h, t = st.FreshConst("assumed", term.Bool), p.f.negation(lits)
		}
		inline.AssertUnder(p.body.s, st, h, st.Or(st.Not(p.body.sites[i].guard), p.At(i, t)))
	}
	return h
}

// Back returns formulas over the interface of a procedure in the terms of the system.
func (p *Pred) Back(ts []term.Term) []term.Term {
	back := p.body.copier.Back()
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = back.Term(t)
	}
	return out
}

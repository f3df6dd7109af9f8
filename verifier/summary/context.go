package summary

import (
	"context"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxContextSteps limits the walks of Contexts together.
const maxContextSteps = maxSteps / 4

// Entry is what is known of In where a procedure is called: limits, values and equations, also of Booleans, which are 0
// or 1, and of elements of maps.
type Entry struct{ of *outcome } // over no argument; nil: nothing

// Contexts evaluates templates where something is known of their arguments.
type Contexts struct {
	a       *analysis
	last    []*passing // by vc.ProcID: the walk before
	speaker []*body    // by vc.ProcID: has the terms of what is said; nil until needed
}

// passing is what a procedure passes in a context.
type passing struct {
	in   *Entry
	args []*Entry // by site; nil for a call that is not reached
}

// Outcome is what is known of a procedure that has returned, in a context.
type Outcome struct {
	of    *outcome
	Facts []term.Term // over In and Out of the template
}

// NewContexts returns the contexts of a system.
func NewContexts(sys *vc.System, mk term.Maker) *Contexts {
	n := len(sys.Procs)
	return &Contexts{
		a: &analysis{ctx: context.Background(), sys: sys, mk: mk, of: make([]*outcome, n), most: maxContextSteps,
			callee: term.NewSubst(sys.Store, mk), elements: term.NewSubst(sys.Store, sys.Store)},
		last: make([]*passing, n), speaker: make([]*body, n),
	}
}

// ready finds the shapes of all procedures, once.
func (c *Contexts) ready() {
	if c.a.shapes == nil {
		c.a.shapes = shapes(c.a.sys)
	}
}

// Knows reports whether something may be known of number i of In of a procedure by limits.
func (c *Contexts) Knows(id vc.ProcID, i int) bool {
	c.ready()
	st, t := c.a.sys.Store, c.a.sys.Procs[id].In[i]
	if !st.IsArray(st.Sort(t)) {
		return st.Sort(t) == term.Int || st.Sort(t) == term.Bool
	}
	for _, x := range c.a.shapes[id].ins[len(c.a.sys.Procs[id].In):] {
		if st.Arg(x, 0) == t {
			return true
		}
	}
	return false
}

// Says returns what is known of In of a procedure.
func (c *Contexts) Says(id vc.ProcID, in *Entry) []term.Term {
	if in.of == nil {
		return nil
	}
	b := c.speaker[id]
	if b == nil {
		b = c.start(id, &Entry{})
		c.speaker[id] = b
	}
	return b.outcomeFacts(b.ins, in.of)
}

// Either returns what is known of a procedure that is called in one way or the other.
func (c *Contexts) Either(x, y *Entry) *Entry {
	if x.of == nil || y.of == nil {
		return &Entry{}
	}
	c.a.steps += len(x.of.outs)
	r := joinOutcomes(0, x.of, y.of, false)
	return &Entry{r.plain(func(i int) interval { return x.of.limits(i).hull(y.of.limits(i)) })}
}

// Args returns what the calls of a procedure pass of which in is known: by site; nil for a call that is not reached. Of
// results of calls it knows what summaries and facts say.
func (c *Contexts) Args(id vc.ProcID, in *Entry) []*Entry {
	if l := c.last[id]; l != nil && l.in.equal(in) {
		return l.args
	}
	b := c.start(id, in)
	if !b.a.spent() {
		b.walk()
	}
	l := &passing{in: in, args: make([]*Entry, len(b.p.Sites))}
	for k := range b.p.Sites {
		switch x := &b.p.Sites[k]; {
		case b.a.spent():
			l.args[k] = &Entry{}
		case !b.nodes[x.Block].dead:
			l.args[k] = b.passes(x)
		}
	}
	c.last[id] = l
	return l.args
}

func (x *Entry) equal(y *Entry) bool {
	if x.of == nil || y.of == nil {
		return x.of == y.of
	}
	return x.of.equal(y.of)
}

// passes returns what is known of what a call passes.
func (b *body) passes(x *vc.Site) *Entry {
	terms, _ := b.a.passed(x)
	r := &outcome{outs: make([]out, len(terms))}
	var ints []int
	var values [][]form
	for i, t := range terms {
		if b.numeric(t) {
			ints, values = append(ints, i), append(values, []form{b.eval(x.Block, t)})
		} else if v := b.atom(x.Block, t); b.st.IsValue(v) {
			r.outs[i].same = v
		}
	}
	limits := make([]interval, len(terms))
	for k, i := range ints {
		limits[i] = b.rangeAt(x.Block, values[k][0])
	}
	settle(r.outs, ints, join(values, numerals, func(_ int, f form) interval { return b.rangeAt(x.Block, f) }))
	return &Entry{r.plain(func(i int) interval { return limits[i] })}
}

func numerals(s sym) bool { return s == one }

// limits returns the range of a result of an outcome over no argument.
func (r *outcome) limits(i int) interval {
	x := &r.outs[i]
	if !x.known {
		return interval{}
	}
	in := exactly(x.base.coefficient(one))
	if x.fresh {
		in = in.plus(x.in, num.FromInt64(1))
	}
	for _, p := range x.terms {
		in = in.plus(r.outs[p.of].in, p.c)
	}
	return in
}

// plain has limits in place of equations with several results, or with a multiple of one: the limits of those would
// say less.
func (r *outcome) plain(limits func(i int) interval) *outcome {
	for i := range r.outs {
		x := &r.outs[i]
		if len(x.terms) == 0 || len(x.terms) == 1 && (x.terms[0].c.IsOne() || x.terms[0].c.Neg().IsOne()) {
			continue
		}
		if in := limits(i); in.bounded() {
			x.terms, x.fresh = nil, true
			x.in = in.plus(exactly(x.base.coefficient(one)), num.FromInt64(-1))
		}
	}
	return r
}

// Outcome returns what is known of a procedure of whose In in is known, where something may be known of the calls that
// it makes; nil if nothing is.
func (c *Contexts) Outcome(id vc.ProcID, in *Entry, calls func(site int) *Outcome) *Outcome {
	p := c.a.sys.Procs[id]
	b := c.start(id, in)
	b.calls = make(map[*vc.Site]*outcome, len(p.Sites))
	for k := range p.Sites {
		if o := calls(k); o != nil {
			b.calls[&p.Sites[k]] = o.of
		}
	}
	if !b.a.spent() {
		b.walk()
	}
	if c.a.spent() {
		return nil
	}
	o := &Outcome{of: b.outcome()}
	o.Facts = b.outcomeFacts(b.outs, o.of)
	return o
}

// start returns the walk of a template of whose In something is known.
func (c *Contexts) start(id vc.ProcID, in *Entry) *body {
	c.ready()
	b := newBody(c.a, c.a.sys.Procs[id])
	if in.of == nil {
		return b
	}
	for i, t := range b.ins {
		x := &in.of.outs[i]
		switch {
		case x.same != 0:
			b.defs[t] = []definition{{same: x.same}}
		case x.fresh && len(x.terms) == 0:
			s := &b.symbols[1+i]
			s.in = s.in.meet(x.in.plus(exactly(x.base.coefficient(one)), num.FromInt64(1)))
		case x.known && !x.fresh:
			f := x.base
			for _, p := range x.terms {
				f = f.plus(single(sym(1+p.of)).minus(in.of.outs[p.of].base), p.c)
			}
			b.defs[t] = []definition{{f: f}}
		}
	}
	b.aliases()
	return b
}

// tell has what the summary and the facts of a callee say limit the values at a call.
func (b *body) tell(i int32, x *vc.Site) {
	callee := b.a.sys.Procs[x.Callee]
	b.a.callee.Reset()
	b.a.callee.BindAll(callee.In, x.Args)
	b.a.callee.BindAll(callee.Out, x.Outs)
	for _, list := range [][]term.Term{callee.Summary, callee.Facts} {
		for _, f := range list {
			if b.nodes[i].dead || b.a.spent() {
				return
			}
			b.a.steps += b.a.size(f)
			b.assume(i, b.a.callee.Apply(f))
		}
	}
}

// size returns the number of terms in a formula.
func (a *analysis) size(f term.Term) (n int) {
	a.sys.Store.Visit(func(term.Term) bool { n++; return true }, f)
	return n
}

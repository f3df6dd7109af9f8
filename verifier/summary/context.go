package summary

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxContextSteps limits the walks of Contexts together.
const maxContextSteps = maxSteps / 4

// Range is what is known of an argument: of an integer limits, each of which there may be, and of any other a value.
type Range struct {
	in   interval
	same term.Term // 0: unknown
}

func (r Range) equal(o Range) bool { return r.in.equal(o.in) && r.same == o.same }

// Either returns what is known of an argument that is known as one or the other.
func (r Range) Either(o Range) Range {
	if r.same != o.same {
		r.same = 0
	}
	return Range{r.in.hull(o.in), r.same}
}

// Contexts evaluates templates where something is known of their arguments.
type Contexts struct {
	a    *analysis
	last []*passing // by vc.ProcID: the walk before
}

// passing is what a procedure passes in a context.
type passing struct {
	in   []Range
	args [][]Range // by site, then by In of the callee; nil for a call that is not reached
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
			callee: term.NewSubst(sys.Store, mk)},
		last: make([]*passing, n),
	}
}

// Says returns what ranges say of In of a procedure.
func (c *Contexts) Says(id vc.ProcID, in []Range) (out []term.Term) {
	st, mk := c.a.sys.Store, c.a.mk
	add := func(x term.Term) { out = append(out, mk.Rebuild(x, st.Args(x))) }
	for i, t := range c.a.sys.Procs[id].In {
		r := &in[i]
		if r.same != 0 {
			add(st.Eq(t, r.same))
		}
		if r.in.lo.ok {
			add(st.Le(st.Numeral(r.in.lo.v), t))
		}
		if r.in.hi.ok {
			add(st.Le(t, st.Numeral(r.in.hi.v)))
		}
	}
	return out
}

// Args returns what the calls of a procedure pass whose In are in the given ranges: by site, then by In of the callee;
// nil for a call that is not reached. Of results of calls it knows what summaries and facts say.
func (c *Contexts) Args(id vc.ProcID, in []Range) [][]Range {
	if l := c.last[id]; l != nil && slices.EqualFunc(l.in, in, Range.equal) {
		return l.args
	}
	b := c.body(id, in)
	l := &passing{in: in, args: make([][]Range, len(b.p.Sites))}
	for k := range b.p.Sites {
		x := &b.p.Sites[k]
		if b.a.spent() {
			l.args[k] = make([]Range, len(x.Args))
			continue
		}
		for _, t := range x.Args {
			if !b.nodes[x.Block].dead {
				l.args[k] = append(l.args[k], b.known(x.Block, t))
			}
		}
	}
	c.last[id] = l
	return l.args
}

// known returns what is known of a term at a node.
func (b *body) known(i int32, t term.Term) (r Range) {
	if b.numeric(t) {
		r.in = b.rangeAt(i, b.eval(i, t))
	} else if v := b.atom(i, t); b.st.IsValue(v) {
		r.same = v
	}
	return r
}

// Outcome returns what is known of a procedure whose In are in the given ranges, where something may be known of the
// calls that it makes; nil if nothing is.
func (c *Contexts) Outcome(id vc.ProcID, in []Range, calls func(site int) *Outcome) *Outcome {
	p := c.a.sys.Procs[id]
	b := c.start(id, in)
	b.calls = make(map[*vc.Site]*outcome, len(p.Sites))
	for k := range p.Sites {
		if o := calls(k); o != nil {
			b.calls[&p.Sites[k]] = o.of
		}
	}
	if b.walk(); c.a.spent() {
		return nil
	}
	o := &Outcome{of: b.outcome()}
	o.Facts = b.outcomeFacts(o.of)
	return o
}

// body walks a template in a context.
func (c *Contexts) body(id vc.ProcID, in []Range) *body {
	b := c.start(id, in)
	if !c.a.spent() {
		b.walk()
	}
	return b
}

func (c *Contexts) start(id vc.ProcID, in []Range) *body {
	b := newBody(c.a, c.a.sys.Procs[id])
	for i, t := range b.p.In {
		b.symbols[1+i].in = in[i].in
		if v := in[i].same; v != 0 {
			b.defs[t] = []definition{{same: v}}
		}
	}
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
			if !b.nodes[i].dead {
				b.assume(i, b.a.callee.Apply(f))
			}
		}
	}
}

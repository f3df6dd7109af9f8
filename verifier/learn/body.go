package learn

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// body is an instance of one template that stands alone, with an interface of its own, in a solver and
// a store of their own: the tables of a solver are as long as its store, so a question about it costs
// what the procedure is large.
type body struct {
	id     vc.ProcID
	s      inline.Solver
	st     *term.Store
	mk     term.Maker
	sys    *vc.System   // of its own store; see vc.Extract
	copier *term.Copier // from the store of the whole system
	iface  []term.Term  // In, then Out
	sites  []site       // in order of execution

	stamper *stamp.Stamper
	inst    stamp.Instance
}

// site is a call site of a body.
type site struct {
	callee vc.ProcID
	index  int32 // in its template
	guard  term.Term
	iface  []term.Term
}

// newBody makes the instance. If a question may be about a call, from where the exit need not be reached, then the
// entry has to lead there in a model: constraints on the flow of control are asserted.
func newBody(sys *vc.System, c *inline.Config, id vc.ProcID, aboutCalls bool) (*body, error) {
	st := term.NewStore()
	copier := term.NewCopier(sys.Store, st)
	own := vc.Extract(sys, id, copier, st)
	s, err := c.NewSolver(st)
	if err != nil {
		return nil, err
	}
	b := &body{id: id, s: s, st: st, mk: rewrite.New(st), sys: own, copier: copier}
	for _, a := range own.Axioms {
		s.Assert(a)
	}
	b.stamp(aboutCalls)
	return b, nil
}

func (b *body) stamp(aboutCalls bool) {
	p := b.sys.Procs[b.id]
	b.stamper = stamp.New(b.sys, b.mk, sink{b, p, aboutCalls})
	own := b.stamper.Own(b.id)
	b.iface = own.Iface
	b.s.Assert(own.Guard)
	b.inst = b.stamper.Stamp(b.id, own)
	if b.id != b.sys.Entry {
		for _, t := range p.Summary {
			b.s.Assert(b.stamper.Image(t))
		}
	}
	order := make([]int32, len(p.Sites)) // by site
	for i := range p.Blocks {
		for k, s := range p.Blocks[i].Sites {
			order[s] = int32(k)
		}
	}
	slices.SortStableFunc(b.sites, func(x, y site) int {
		s, t := &p.Sites[x.index], &p.Sites[y.index]
		return cmp.Or(cmp.Compare(s.Block, t.Block), cmp.Compare(order[x.index], order[y.index]))
	})
}

// sink takes what the instance asserts.
type sink struct {
	*body
	p          *vc.Proc
	aboutCalls bool
}

// Assert implements stamp.Sink.
func (x sink) Assert(t term.Term) { x.s.Assert(t) }

// AssertFlow implements stamp.Sink.
func (x sink) AssertFlow(t term.Term) {
	if x.aboutCalls {
		x.s.Assert(t)
	} else {
		x.s.AssertFlow(t)
	}
}

// Site implements stamp.Sink.
func (x sink) Site(index int32, guard term.Term, iface []term.Term) {
	x.sites = append(x.sites, site{x.p.Sites[index].Callee, index, guard, slices.Clone(iface)})
}

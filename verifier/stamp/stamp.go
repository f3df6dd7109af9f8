package stamp

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Sink takes what instances assert.
type Sink interface {
	// Assert asserts t permanently.
	Assert(t term.Term)
	// AssertFlow asserts a constraint on the flow of control (see the package
	// comment).
	AssertFlow(t term.Term)
	// Site is called for every call site that lies on a path to an exit of the
	// instance being stamped, in order: its index in vc.Proc.Sites, its guard,
	// and its arguments followed by its results, a slice valid during the call.
	Site(index int32, guard term.Term, iface []term.Term)
}

// Stamper makes the instances of one system.
type Stamper struct {
	// WithoutBlockFacts leaves out the facts at blocks, which are to be proved.
	WithoutBlockFacts bool

	sys  *vc.System
	st   *term.Store
	mk   term.Maker
	sink Sink

	templates []*template // by vc.ProcID; nil until the first instance
	sub       *term.Subst
	facts     facts

	// The rest is about the instance being stamped.
	conds [][]term.Term   // by block: images of its conditions
	eqs   [][][]term.Term // by block and edge
	alive []bool          // by block: it lies on a path from the entry to an exit
	edges [][]bool        // by block and edge: it can be taken
	iface []term.Term
	lits  []term.Term
	work  []term.Term
}

// New returns a stamper for the templates of sys that makes terms by mk and
// asserts to sink.
func New(sys *vc.System, mk term.Maker, sink Sink) *Stamper {
	return &Stamper{
		sys: sys, st: sys.Store, mk: mk, sink: sink,
		templates: make([]*template, len(sys.Procs)), sub: term.NewSubst(sys.Store, mk),
	}
}

// Binding says what an instance has in place of its template's entry guard and
// interface variables.
type Binding struct {
	Call  Call
	Guard term.Term
	Iface []term.Term // by In, then by Out
}

// Own returns a binding to fresh constants.
func (s *Stamper) Own(id vc.ProcID) Binding {
	p := s.sys.Procs[id]
	b := Binding{Call: Nowhere, Iface: make([]term.Term, 0, len(p.In)+len(p.Out))}
	for _, v := range p.In {
		b.Iface = append(b.Iface, s.copyConst(v))
	}
	for _, v := range p.Out {
		b.Iface = append(b.Iface, s.copyConst(v))
	}
	b.Guard = s.copyConst(p.Blocks[0].Guard)
	return b
}

// Passed returns the binding for a call at a site that has the given guard and
// whose arguments and results are iface. Arguments that are not Passable are
// replaced, in iface itself, by constants that Passed defines.
func (s *Stamper) Passed(id vc.ProcID, at Call, guard term.Term, iface []term.Term) Binding {
	for i, v := range s.sys.Procs[id].In {
		if a := iface[i]; !Passable(s.st, a) {
			c := s.copyConst(v)
			s.sink.Assert(s.st.Eq(c, a))
			iface[i] = c
		}
	}
	return Binding{Call: at, Guard: guard, Iface: iface}
}

// Enter returns what makes a call in a block enter an instance that has a guard, or an interface, of its own: while
// the guard of the block is true, so is the instance's, and arguments and results are its interface. An engine that
// wants to take the call back asserts each of these under a literal, the expansion literal of the site.
func (s *Stamper) Enter(block term.Term, args []term.Term, b Binding) []term.Term {
	not := s.st.Not(block)
	out := []term.Term{s.st.Or(not, b.Guard)}
	for _, eq := range s.Ties(args, b.Iface) {
		out = append(out, s.st.Or(not, eq))
	}
	return out
}

// Ties returns the equations between arguments and results of a call and the interface of an instance, where these
// differ.
func (s *Stamper) Ties(args, iface []term.Term) (eqs []term.Term) {
	for i, v := range iface {
		if a := args[i]; a != v {
			eqs = append(eqs, s.Simplified(s.st.Eq(a, v)))
		}
	}
	return eqs
}

// Stamp makes an instance of a template.
func (s *Stamper) Stamp(id vc.ProcID, b Binding) Instance {
	tmp := s.template(id)
	p := s.sys.Procs[id]
	s.facts.begin(b.Call, s.caller(b.Call), tmp)
	x := Instance{Proc: id, Guard: b.Guard, base: term.Term(s.st.Len())}
	for _, c := range p.Owned[1:] {
		s.copyConst(c)
	}
	if got := s.st.Len() - int(x.base); got != len(p.Owned)-1 {
		panic("stamp: fresh constants are not consecutive")
	}
	s.Bind(&x, b.Iface)
	for _, d := range p.Defs {
		s.sink.Assert(s.Simplified(s.st.Eq(s.Image(d.Name), s.Image(d.Value))))
	}
	s.prune(p)
	s.sites(&x, p, tmp)
	for i := range p.Blocks {
		s.block(&x, p, tmp, int32(i))
	}
	return x
}

// caller returns the nearest block that dominates a call.
func (s *Stamper) caller(at Call) int32 {
	if at.Caller < 0 {
		return 0
	}
	tmp := s.facts.calls[at.Caller].tmp
	block := at.Blocks[0]
	for _, k := range at.Blocks[1:] {
		block = tmp.meet(block, k)
	}
	return block
}

// copyConst makes a fresh constant like c.
func (s *Stamper) copyConst(c term.Term) term.Term {
	return s.st.FreshConst(s.st.SymName(s.st.Sym(c)), s.st.Sort(c))
}

// Simplified returns x, simplified at its root.
func (s *Stamper) Simplified(x term.Term) term.Term { return s.mk.Rebuild(x, s.st.Args(x)) }

// prune maps the conditions of the blocks that control can reach, and finds
// the blocks that lie on a path to an exit once false conditions are seen.
func (s *Stamper) prune(p *vc.Proc) {
	n := len(p.Blocks)
	for len(s.conds) < n {
		s.conds = append(s.conds, nil)
		s.eqs = append(s.eqs, nil)
		s.edges = append(s.edges, nil)
	}
	if cap(s.alive) < n {
		s.alive = make([]bool, n)
	}
	s.alive = s.alive[:n]
	clear(s.alive)
	s.alive[0] = true
	for i := range p.Blocks {
		s.conds[i], s.eqs[i], s.edges[i] = s.conds[i][:0], s.eqs[i][:0], s.edges[i][:0]
		b := &p.Blocks[i]
		if !s.alive[i] {
			for range b.Succs {
				s.edges[i] = append(s.edges[i], false)
			}
			continue
		}
		s.conds[i], s.alive[i] = s.images(s.conds[i], b.Conds)
		for _, e := range b.Succs {
			eqs, ok := s.images(nil, e.Eqs)
			ok = ok && s.alive[i]
			s.eqs[i] = append(s.eqs[i], eqs)
			s.edges[i] = append(s.edges[i], ok)
			s.alive[e.To] = s.alive[e.To] || ok
		}
	}
	for i := n - 1; i >= 0; i-- {
		b := &p.Blocks[i]
		if !s.alive[i] || len(b.Succs) == 0 {
			continue
		}
		s.alive[i] = false
		for k, e := range b.Succs {
			s.edges[i][k] = s.edges[i][k] && s.alive[e.To]
			s.alive[i] = s.alive[i] || s.edges[i][k]
		}
	}
	// An edge out of a dead block cannot be taken.
	for i := range p.Blocks {
		if !s.alive[i] {
			clear(s.edges[i])
		}
	}
}

// images appends the images of the conjuncts ts and reports whether none is false.
func (s *Stamper) images(dst, ts []term.Term) ([]term.Term, bool) {
	for _, c := range ts {
		s.work = append(s.work[:0], s.Image(c))
		for len(s.work) > 0 {
			c := s.work[len(s.work)-1]
			s.work = s.work[:len(s.work)-1]
			switch s.st.Op(c) {
			case term.OpTrue:
			case term.OpFalse:
				return dst, false
			case term.OpAnd:
				s.work = append(s.work, s.st.Args(c)...)
			default:
				dst = append(dst, c)
			}
		}
	}
	return dst, true
}

// sites announces the call sites in live blocks.
func (s *Stamper) sites(x *Instance, p *vc.Proc, tmp *template) {
	for i := range p.Sites {
		site := &p.Sites[i]
		if !s.alive[site.Block] {
			continue
		}
		s.iface = s.iface[:0]
		for _, a := range site.Args {
			s.iface = append(s.iface, s.Image(a))
		}
		for _, a := range site.Outs {
			s.iface = append(s.iface, s.Image(a))
		}
		s.sink.Site(int32(i), x.image(tmp.siteAt[i]), s.iface)
	}
}

// block asserts what holds of block i.
func (s *Stamper) block(x *Instance, p *vc.Proc, tmp *template, i int32) {
	b := &p.Blocks[i]
	g := x.image(tmp.blockAt[i])
	not := s.st.Not(g)
	if !s.alive[i] {
		if i == 0 {
			s.sink.Assert(not)
		}
		return
	}
	region := tmp.region[i]
	for _, c := range s.conds[i] {
		if !s.facts.add(c, region) {
			s.implied(not, c)
		}
	}
	if !s.WithoutBlockFacts {
		for _, c := range b.Facts {
			if c = s.Image(c); !s.facts.add(c, region) {
				s.implied(not, c)
			}
		}
	}
	for _, k := range b.Sites {
		sg := x.image(tmp.siteAt[k])
		s.sink.Assert(s.st.Or(not, sg))
		s.sink.AssertFlow(s.st.Or(s.st.Not(sg), g))
		for _, c := range tmp.summary[k] {
			if c = s.Image(c); !s.facts.add(c, region) {
				s.implied(not, c)
			}
		}
	}
	if len(b.Succs) > 0 {
		s.leave(x, p, tmp, i, not)
	}
	if d := b.IPDom; d >= 0 && len(b.Succs) > 1 && tmp.region[d] != region {
		s.sink.AssertFlow(s.st.Or(not, x.image(tmp.blockAt[d])))
	}
	if i > 0 {
		s.arrive(x, p, tmp, i, not)
	}
}

// leave asserts that a reached block is left by one of its edges.
func (s *Stamper) leave(x *Instance, p *vc.Proc, tmp *template, i int32, not term.Term) {
	s.lits = append(s.lits[:0], not)
	free := false // it can be left without a condition
	for k, e := range p.Blocks[i].Succs {
		if !s.edges[i][k] {
			continue
		}
		to := x.image(tmp.blockAt[e.To])
		own := tmp.edgeAt[i][k]
		if own < 0 {
			free = free || tmp.region[e.To] == tmp.region[i]
			s.lits = append(s.lits, to)
			continue
		}
		eg := x.image(own)
		s.lits = append(s.lits, eg)
		ne := s.st.Not(eg)
		if tmp.region[e.To] != tmp.region[i] {
			s.sink.Assert(s.st.Or(ne, to))
		}
		s.sink.AssertFlow(s.st.Or(ne, x.image(tmp.blockAt[i])))
		for _, c := range s.eqs[i][k] {
			s.implied(ne, c)
		}
	}
	if !free {
		s.sink.Assert(s.st.Or(s.lits...))
	}
}

// arrive asserts that a reached block was entered by one of its edges.
func (s *Stamper) arrive(x *Instance, p *vc.Proc, tmp *template, i int32, not term.Term) {
	s.lits = append(s.lits[:0], not)
	for _, e := range p.Blocks[i].Preds {
		if !s.edges[e.Block][e.Edge] {
			continue
		}
		if own := tmp.edgeAt[e.Block][e.Edge]; own >= 0 {
			s.lits = append(s.lits, x.image(own))
		} else {
			if tmp.region[e.Block] == tmp.region[i] {
				return
			}
			s.lits = append(s.lits, x.image(tmp.blockAt[e.Block]))
		}
	}
	s.sink.AssertFlow(s.st.Or(s.lits...))
}

// implied asserts not => c, conjunct by conjunct, flattened to a clause.
func (s *Stamper) implied(not, c term.Term) {
	switch s.st.Op(c) {
	case term.OpTrue:
		return
	case term.OpFalse:
		s.sink.Assert(not)
		return
	case term.OpAnd:
		for _, a := range s.st.Args(c) {
			s.clause(not, a)
		}
		return
	}
	s.clause(not, c)
}

func (s *Stamper) clause(not, c term.Term) {
	s.work = append(s.work[:0], not)
	if s.st.Op(c) == term.OpOr {
		s.work = append(s.work, s.st.Args(c)...)
	} else {
		s.work = append(s.work, c)
	}
	s.sink.Assert(s.st.Or(s.work...))
}

package stamp

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Instance is an instance of a template.
type Instance struct {
	Proc  vc.ProcID
	Guard term.Term // of its entry

	base term.Term // image of the template's Owned[1]
}

// image returns the image of the template's constant Owned[k].
func (x *Instance) image(k int32) term.Term {
	if k == 0 {
		return x.Guard
	}
	return x.base + term.Term(k-1)
}

// Block returns the guard of block i of an instance.
func (s *Stamper) Block(x *Instance, i int32) term.Term {
	return x.image(s.templates[x.Proc].blockAt[i])
}

// Edge returns the guard of edge k of block i of an instance, if the edge has
// a guard of its own.
func (s *Stamper) Edge(x *Instance, i int32, k int) (guard term.Term, own bool) {
	at := s.templates[x.Proc].edgeAt[i][k]
	if at < 0 {
		return 0, false
	}
	return x.image(at), true
}

// Site returns the guard of call site i of an instance.
func (s *Stamper) Site(x *Instance, i int32) term.Term {
	return x.image(s.templates[x.Proc].siteAt[i])
}

// Alive reports whether block i lies on a path to an exit of the instance stamped last.
func (s *Stamper) Alive(i int32) bool { return s.alive[i] }

// Bind makes Image map the terms of the template to instance x, which was
// stamped with the interface iface.
func (s *Stamper) Bind(x *Instance, iface []term.Term) {
	p := s.sys.Procs[x.Proc]
	s.sub.Reset()
	s.sub.BindAll(p.In, iface)
	s.sub.BindAll(p.Out, iface[len(p.In):])
	for k, c := range p.Owned {
		s.sub.Bind(c, x.image(int32(k)))
	}
}

// Image returns the image of a template's term in the instance bound last.
func (s *Stamper) Image(t term.Term) term.Term { return s.sub.Apply(t) }

// template is what stamping needs to know of a vc.Proc, computed once.
type template struct {
	blockAt []int32       // by block: the index of its guard in Owned
	siteAt  []int32       // by site
	edgeAt  [][]int32     // by block and edge: of its own guard, -1 if it is the target's
	summary [][]term.Term // by site: the callee's summary and facts over the site's arguments and results

	idom, first, last []int32 // by block: see dominators

	region []int32 // by block: see regions
}

// template returns what is known of a procedure.
func (s *Stamper) template(id vc.ProcID) *template {
	if s.templates[id] != nil {
		return s.templates[id]
	}
	p := s.sys.Procs[id]
	at := make(map[term.Term]int32, len(p.Owned))
	for k, c := range p.Owned {
		at[c] = int32(k)
	}
	tmp := &template{}
	tmp.idom, tmp.first, tmp.last = dominators(p)
	tmp.region = regions(p, tmp.idom)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		tmp.blockAt = append(tmp.blockAt, at[p.Blocks[tmp.region[i]].Guard])
		var own []int32
		for _, e := range b.Succs {
			k := int32(-1)
			if e.Guard != p.Blocks[e.To].Guard {
				k = at[e.Guard]
			}
			own = append(own, k)
		}
		tmp.edgeAt = append(tmp.edgeAt, own)
	}
	for i := range p.Sites {
		site := &p.Sites[i]
		tmp.siteAt = append(tmp.siteAt, at[site.Guard])
		tmp.summary = append(tmp.summary, s.summaryAt(site))
	}
	s.templates[id] = tmp
	return tmp
}

// summaryAt returns the summary of a site's callee in the terms of the caller's template.
func (s *Stamper) summaryAt(site *vc.Site) []term.Term {
	callee := s.sys.Procs[site.Callee]
	if len(callee.Summary)+len(callee.Facts) == 0 {
		return nil
	}
	s.sub.Reset()
	s.sub.BindAll(callee.In, site.Args)
	s.sub.BindAll(callee.Out, site.Outs)
	var out []term.Term
	for _, list := range [][]term.Term{callee.Summary, callee.Facts} {
		for _, c := range list {
			if c = s.sub.Apply(c); s.st.Op(c) != term.OpTrue {
				out = append(out, c)
			}
		}
	}
	return out
}

// Facts returns formulas over In and Out of a template for an instance with the given interface.
func (s *Stamper) Facts(id vc.ProcID, iface, formulas []term.Term) (out []term.Term) {
	p := s.sys.Procs[id]
	s.sub.Reset()
	s.sub.BindAll(p.In, iface)
	s.sub.BindAll(p.Out, iface[len(p.In):])
	for _, f := range formulas {
		out = append(out, s.sub.Apply(f))
	}
	return out
}

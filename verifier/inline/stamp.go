package inline

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// template is what stamping needs to know of a vc.Proc, computed once.
type template struct {
	blockAt []int32       // by block: the index of its guard in Owned
	siteAt  []int32       // by site
	edgeAt  [][]int32     // by block and edge: of its own guard, -1 if it is the target's
	summary [][]term.Term // by site: the callee's summary over the site's arguments and results
}

// stamper is the scratch space of stamping.
type stamper struct {
	sub   *term.Subst
	conds [][]term.Term   // by block: images of its conditions
	eqs   [][][]term.Term // by block and edge
	alive []bool          // by block
	edges [][]bool        // by block and edge: it can be taken
	lits  []term.Term
	work  []term.Term
}

// template returns the preprocessed template of a procedure.
func (t *Tree) template(id vc.ProcID) *template {
	if t.templates[id] != nil {
		return t.templates[id]
	}
	p := t.sys.Procs[id]
	at := make(map[term.Term]int32, len(p.Owned))
	for k, c := range p.Owned {
		at[c] = int32(k)
	}
	tmp := &template{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		tmp.blockAt = append(tmp.blockAt, at[b.Guard])
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
		s := &p.Sites[i]
		tmp.siteAt = append(tmp.siteAt, at[s.Guard])
		tmp.summary = append(tmp.summary, t.summaryAt(s))
	}
	t.templates[id] = tmp
	return tmp
}

// summaryAt returns the summary of a site's callee in the terms of the caller's template.
func (t *Tree) summaryAt(s *vc.Site) []term.Term {
	callee := t.sys.Procs[s.Callee]
	if len(callee.Summary) == 0 {
		return nil
	}
	sub := t.stamp.sub
	sub.Reset()
	for i, v := range callee.In {
		sub.Bind(v, s.Args[i])
	}
	for i, v := range callee.Out {
		sub.Bind(v, s.Outs[i])
	}
	var out []term.Term
	for _, c := range callee.Summary {
		if c = sub.Apply(c); t.st.Op(c) != term.OpTrue {
			out = append(out, c)
		}
	}
	return out
}

// Bind makes Image map the terms of an instance's template to the instance.
func (t *Tree) Bind(id InstID) {
	inst := &t.instances[id]
	p := t.sys.Procs[inst.Proc]
	sub := t.stamp.sub
	sub.Reset()
	iface := t.terms[inst.in:]
	for i, v := range p.In {
		sub.Bind(v, iface[i])
	}
	for i, v := range p.Out {
		sub.Bind(v, iface[len(p.In)+i])
	}
	for k, c := range p.Owned {
		sub.Bind(c, inst.image(int32(k)))
	}
}

// Image returns the image of a template's term in the instance bound last.
func (t *Tree) Image(x term.Term) term.Term { return t.stamp.sub.Apply(x) }

// add stamps an instance whose interface is set.
func (t *Tree) add(inst Instance) InstID {
	tmp := t.template(inst.Proc)
	p := t.sys.Procs[inst.Proc]
	id := InstID(len(t.instances))
	inst.base = term.Term(t.st.Len())
	inst.firstSite = SiteID(len(t.sites))
	for _, c := range p.Owned[1:] {
		t.copyConst(c)
	}
	if got := t.st.Len() - int(inst.base); got != len(p.Owned)-1 {
		panic("inline: fresh constants are not consecutive")
	}
	t.instances = append(t.instances, inst)
	t.Bind(id)
	for _, d := range p.Defs {
		t.assert(t.simplified(t.st.Eq(t.Image(d.Name), t.Image(d.Value))))
	}
	t.prune(p)
	t.addSites(id, p, tmp)
	for i := range p.Blocks {
		t.assertBlock(id, p, tmp, int32(i))
	}
	return id
}

func (t *Tree) simplified(x term.Term) term.Term { return t.mk.Rebuild(x, t.st.Args(x)) }

// prune maps the conditions of the blocks that control can come to, and finds
// the blocks that lie on a path to an exit once false conditions are seen.
func (t *Tree) prune(p *vc.Proc) {
	s := &t.stamp
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
		s.conds[i], s.alive[i] = t.images(s.conds[i], b.Conds)
		for _, e := range b.Succs {
			eqs, ok := t.images(nil, e.Eqs)
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
func (t *Tree) images(dst, ts []term.Term) ([]term.Term, bool) {
	s := &t.stamp
	for _, c := range ts {
		s.work = append(s.work[:0], t.Image(c))
		for len(s.work) > 0 {
			c := s.work[len(s.work)-1]
			s.work = s.work[:len(s.work)-1]
			switch t.st.Op(c) {
			case term.OpTrue:
			case term.OpFalse:
				return dst, false
			case term.OpAnd:
				s.work = append(s.work, t.st.Args(c)...)
			default:
				dst = append(dst, c)
			}
		}
	}
	return dst, true
}

// addSites makes the call sites of an instance; those in live blocks are open.
func (t *Tree) addSites(id InstID, p *vc.Proc, tmp *template) {
	for i := range p.Sites {
		x := &p.Sites[i]
		callee := t.sys.Procs[x.Callee]
		s := SiteID(len(t.sites))
		t.sites = append(t.sites, site{inst: id, index: int32(i), child: deadSite})
		if !t.stamp.alive[x.Block] {
			continue
		}
		y := &t.sites[s]
		y.child = stillOpen
		y.depth = t.recursionDepth(id, callee)
		y.args = uint32(len(t.terms))
		for _, a := range x.Args {
			t.terms = append(t.terms, t.Image(a))
		}
		for _, a := range x.Outs {
			t.terms = append(t.terms, t.Image(a))
		}
		t.open.add(s)
		if callee.Eager {
			t.eager = append(t.eager, s)
		}
		g := t.instances[id].image(tmp.siteAt[i])
		t.siteOf[g] = s
		t.solver.Hint(g, false)
	}
}

// assertBlock asserts what holds of block i of an instance.
func (t *Tree) assertBlock(id InstID, p *vc.Proc, tmp *template, i int32) {
	inst := &t.instances[id]
	s := &t.stamp
	b := &p.Blocks[i]
	g := inst.image(tmp.blockAt[i])
	not := t.st.Not(g)
	if !s.alive[i] {
		if i == 0 {
			t.assert(not)
		}
		return
	}
	for _, c := range s.conds[i] {
		t.implied(not, c)
	}
	for _, x := range b.Sites {
		sg := inst.image(tmp.siteAt[x])
		t.assert(t.st.Or(not, sg))
		t.assertFlow(t.st.Or(t.st.Not(sg), g))
		for _, c := range tmp.summary[x] {
			t.implied(t.st.Not(sg), t.Image(c))
		}
	}
	if len(b.Succs) > 0 {
		t.assertEdges(inst, p, tmp, i, not)
	}
	if d := b.IPDom; d >= 0 && len(b.Succs) > 1 {
		t.assertFlow(t.st.Or(not, inst.image(tmp.blockAt[d])))
	}
	if i > 0 {
		t.assertArrival(inst, p, tmp, i, not)
	}
}

// assertEdges says that a reached block leaves by one of its edges.
func (t *Tree) assertEdges(inst *Instance, p *vc.Proc, tmp *template, i int32, not term.Term) {
	s := &t.stamp
	s.lits = append(s.lits[:0], not)
	for k, e := range p.Blocks[i].Succs {
		if !s.edges[i][k] {
			continue
		}
		to := inst.image(tmp.blockAt[e.To])
		own := tmp.edgeAt[i][k]
		if own < 0 {
			s.lits = append(s.lits, to)
			continue
		}
		eg := inst.image(own)
		s.lits = append(s.lits, eg)
		ne := t.st.Not(eg)
		t.assert(t.st.Or(ne, to))
		t.assertFlow(t.st.Or(ne, inst.image(tmp.blockAt[i])))
		for _, c := range s.eqs[i][k] {
			t.implied(ne, c)
		}
	}
	t.assert(t.st.Or(s.lits...))
}

// assertArrival says that a reached block was entered by one of its edges.
func (t *Tree) assertArrival(inst *Instance, p *vc.Proc, tmp *template, i int32, not term.Term) {
	s := &t.stamp
	s.lits = append(s.lits[:0], not)
	for _, e := range p.Blocks[i].Preds {
		if !s.edges[e.Block][e.Edge] {
			continue
		}
		if own := tmp.edgeAt[e.Block][e.Edge]; own >= 0 {
			s.lits = append(s.lits, inst.image(own))
		} else {
			s.lits = append(s.lits, inst.image(tmp.blockAt[e.Block]))
		}
	}
	t.assertFlow(t.st.Or(s.lits...))
}

// implied asserts not => c, conjunct by conjunct, flattened to a clause.
func (t *Tree) implied(not, c term.Term) {
	s := &t.stamp
	switch t.st.Op(c) {
	case term.OpTrue:
		return
	case term.OpFalse:
		t.assert(not)
		return
	case term.OpAnd:
		for _, a := range t.st.Args(c) {
			t.assertClause(s, not, a)
		}
		return
	}
	t.assertClause(s, not, c)
}

func (t *Tree) assertClause(s *stamper, not, c term.Term) {
	s.work = append(s.work[:0], not)
	if t.st.Op(c) == term.OpOr {
		s.work = append(s.work, t.st.Args(c)...)
	} else {
		s.work = append(s.work, c)
	}
	t.assert(t.st.Or(s.work...))
}

// assert asserts c for good, under the next number.
func (t *Tree) assert(c term.Term) {
	t.number()
	if t.st.Op(c) != term.OpTrue {
		t.solver.Assert(c)
	}
}

func (t *Tree) assertFlow(c term.Term) {
	t.number()
	t.solver.AssertFlow(c)
}

// number gives the next assertion its number: the same in every tree that
// opens the same call sites in the same order.
func (t *Tree) number() {
	t.asserted++
	if t.coner != nil {
		t.coner.Tag(t.asserted)
	}
}

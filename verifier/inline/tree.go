package inline

import (
	"log/slog"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// InstID is the index of an instance in its tree; 0 is the entry's.
type InstID int32

// SiteID is the index of a call site of some instance, in order of stamping.
type SiteID int32

// Values of site.child for a site without an instance.
const (
	stillOpen InstID = -1
	deadSite  InstID = -2 // its block is dead in the instance
)

// Instance is one unfolding of a procedure.
type Instance struct {
	stamp.Instance
	Parent InstID // -1 for the entry
	Site   SiteID // where the parent calls it, the first one of several; -1 for the entry

	iface     uint32   // where its interface begins in Tree.terms: In, then Out
	firstSite SiteID   // its sites have consecutive ids
	below     position // what every execution passes that gets there
	depth     int32    // the number of positions below each other, down to the entry
	recursion recursion
}

// site is a call site of an instance.
type site struct {
	inst  InstID
	index int32 // into vc.Proc.Sites
	depth int32 // recursion depth of the call
	child InstID
	iface uint32 // where the images of Args, then Outs, begin in Tree.terms
}

// Tree is the tree of instances over one solver.
type Tree struct {
	// Stop, if not nil, ends OpenEager early when it returns true.
	Stop func() bool
	// Wide lets call sites of different instances share one; see the package comment.
	Wide bool
	// Plain asserts nothing of single instances: see Claims.
	Plain bool
	// Log receives each instance, but that of the entry, if it is not nil.
	Log *slog.Logger

	sys    *vc.System
	whole  *vc.System // without the axioms of a question
	st     *term.Store
	solver Solver
	bound  int

	stamper   *stamp.Stamper
	instances []Instance
	sites     []site
	open      openSet
	terms     []term.Term
	opened    []SiteID             // in order
	siteOf    map[term.Term]SiteID // by guard
	eager     []SiteID             // sites of eager procedures, to be opened at once
	share     sharing
	known     known
	decided   []decided

	coner    Coner // the solver, if it is one
	asserted int32 // assertions so far
}

// NewTree asserts the axioms and the entry procedure's instance. The bound is
// for the call sites of eager procedures: see OpenEager.
func NewTree(sys *vc.System, mk term.Maker, solver Solver, bound int) *Tree {
	t := &Tree{sys: sys, whole: sys, st: sys.Store, solver: solver, bound: bound, siteOf: map[term.Term]SiteID{}}
	t.coner, _ = solver.(Coner)
	t.stamper = stamp.New(sys, mk, sink{t})
	t.share = newSharing(sys)
	t.known = newKnown(sys, mk)
	for _, a := range sys.Axioms {
		sink{t}.Assert(a)
	}
	b := t.stamper.Own(sys.Entry)
	t.terms = append(t.terms, b.Iface...)
	sink{t}.Assert(b.Guard)
	t.add(Instance{Parent: -1, Site: -1, below: position{inst: -1}}, sys.Entry, b)
	return t
}

// add stamps an instance.
func (t *Tree) add(inst Instance, id vc.ProcID, b stamp.Binding) InstID {
	at := InstID(len(t.instances))
	inst.Proc = id // sink.Site needs it
	inst.firstSite = SiteID(len(t.sites))
	above := recursion(-1)
	if inst.Parent >= 0 {
		above = t.instances[inst.Parent].recursion
		inst.depth = t.instances[inst.below.inst].depth + 1
	}
	inst.recursion = t.share.recursion(above, t.sys.Procs[id])
	t.instances = append(t.instances, inst)
	t.share.add(id, inst.recursion)
	for i := range t.sys.Procs[id].Sites {
		t.sites = append(t.sites, site{inst: at, index: int32(i), child: deadSite})
	}
	x := t.stamper.Stamp(id, b)
	t.instances[at].Instance = x
	t.opens(at)
	if t.Log != nil {
		t.Log.Debug("instance", "n", at, "procedure", t.sys.Procs[id].Name, "parent", inst.Parent, "depth", inst.depth)
	}
	return at
}

// sink passes assertions to the tree's solver and records its call sites.
type sink struct{ *Tree }

// Assert implements stamp.Sink.
func (t sink) Assert(c term.Term) {
	t.number()
	if t.st.Op(c) != term.OpTrue {
		t.solver.Assert(c)
	}
}

// AssertFlow implements stamp.Sink.
func (t sink) AssertFlow(c term.Term) {
	t.number()
	t.solver.AssertFlow(c)
}

// Site implements stamp.Sink: the site is open.
func (t sink) Site(index int32, guard term.Term, iface []term.Term) {
	id := InstID(len(t.instances) - 1)
	s := t.instances[id].firstSite + SiteID(index)
	callee := t.callee(s)
	x := &t.sites[s]
	x.child = stillOpen
	x.depth = t.recursionDepth(id, callee)
	x.iface = uint32(len(t.terms))
	t.terms = append(t.terms, iface...)
	t.open.add(s)
	t.share.open[callee.ID] = append(t.share.open[callee.ID], s)
	if callee.Eager {
		t.eager = append(t.eager, s)
	}
	t.siteOf[guard] = s
	t.solver.Hint(guard, false)
}

// number gives the next assertion its number, which is the same in every tree
// that opens the same call sites in the same order.
func (t *Tree) number() {
	t.asserted++
	if t.coner != nil {
		t.coner.Tag(t.asserted)
	}
}

// Bind makes Image map the terms of an instance's template to the instance.
func (t *Tree) Bind(id InstID) {
	x := &t.instances[id]
	t.stamper.Bind(&x.Instance, t.terms[x.iface:])
}

// Image returns the image of a template's term in the instance bound last.
func (t *Tree) Image(x term.Term) term.Term { return t.stamper.Image(x) }

// Open inlines the callee of an open call site, and eager procedures below it.
func (t *Tree) Open(s SiteID) InstID {
	id := t.openOne(s)
	t.OpenEager()
	return id
}

func (t *Tree) openOne(s SiteID) InstID {
	if c, ok := t.share.with[s]; ok {
		delete(t.share.with, s)
		t.enter(s, c, stamp.Binding{Guard: t.instances[c].Guard, Iface: t.iface(c)})
		t.entered(s, c)
		return c
	}
	if mates, at := t.matesOf(s); len(mates) > 0 {
		c := t.openShared(s, mates, at)
		t.entered(s, c)
		return c
	}
	x := &t.sites[s]
	id := t.callee(s).ID
	at := t.position(s)
	b := t.stamper.Passed(id, at.call(), t.blockGuard(s), t.terms[x.iface:])
	inst := Instance{Parent: x.inst, Site: s, iface: x.iface, below: at}
	x.child = InstID(len(t.instances))
	t.opened = append(t.opened, s)
	t.open.remove(s)
	t.solver.Hint(t.Guard(s), true)
	c := t.add(inst, id, b)
	t.entered(s, c)
	return c
}

// OpenEager inlines the open call sites of eager procedures within the
// recursion bound. There may be many, so it polls Stop.
func (t *Tree) OpenEager() {
	for len(t.eager) > 0 {
		if t.Stop != nil && t.Stop() {
			return
		}
		s := t.eager[0]
		t.eager = t.eager[1:]
		if t.sites[s].child == stillOpen && t.Allowed(s, t.bound) {
			t.openOne(s)
		}
	}
}

func (t *Tree) callee(s SiteID) *vc.Proc {
	return t.sys.Procs[t.templateSite(s).Callee]
}

func (t *Tree) templateSite(s SiteID) *vc.Site {
	x := &t.sites[s]
	return &t.sys.Procs[t.instances[x.inst].Proc].Sites[x.index]
}

// ask makes literals axioms of the system, in place of those that were before (Run.Ask). Nothing is asserted.
func (t *Tree) ask(literals []term.Term) {
	sys := *t.whole
	sys.Axioms = append(slices.Clip(sys.Axioms), literals...)
	t.sys = &sys
}

// System returns what the tree unfolds.
func (t *Tree) System() *vc.System { return t.sys }

// Callee returns the procedure that a site calls.
func (t *Tree) Callee(s SiteID) vc.ProcID { return t.callee(s).ID }

// Iface returns the arguments of a call site, then its results.
func (t *Tree) Iface(s SiteID) []term.Term {
	p := t.callee(s)
	at := int(t.sites[s].iface)
	return t.terms[at : at+len(p.In)+len(p.Out)]
}

// Guard returns the guard of a call site.
func (t *Tree) Guard(s SiteID) term.Term {
	x := &t.sites[s]
	return t.stamper.Site(&t.instances[x.inst].Instance, x.index)
}

// blockGuard returns the guard of the block in which a call site is.
func (t *Tree) blockGuard(s SiteID) term.Term {
	return t.stamper.Block(&t.instances[t.sites[s].inst].Instance, t.templateSite(s).Block)
}

// Depth returns the recursion depth of a call site: one more than the number of
// calls above it of procedures with the same CountName.
func (t *Tree) Depth(s SiteID) int { return int(t.sites[s].depth) }

// Excess returns the least recursion bound under which s is allowed.
func (t *Tree) Excess(s SiteID) int { return t.Depth(s) - t.callee(s).ExtraBound }

// Allowed reports whether s may be inlined under the recursion bound.
func (t *Tree) Allowed(s SiteID, bound int) bool { return t.Excess(s) <= bound }

// recursionDepth counts the calls of procedures with the callee's CountName from
// the entry down to inst, and the one that inst makes.
func (t *Tree) recursionDepth(inst InstID, callee *vc.Proc) int32 {
	n := int32(1)
	for i := inst; i > 0; i = t.instances[i].Parent {
		if t.sys.Procs[t.instances[i].Proc].CountName == callee.CountName {
			n++
		}
	}
	return n
}

// OpenSites returns the open call sites in order of stamping. The slice is
// valid until the next change of the tree.
func (t *Tree) OpenSites() []SiteID { return t.open.list() }

// NumOpen returns the number of open call sites.
func (t *Tree) NumOpen() int { return t.open.n }

// inlined says how many instances of procedures there are, in the order of the system.
func (t *Tree) inlined() (out []verifier.Inlined) {
	count := make([]int, len(t.sys.Procs))
	for i := range t.instances {
		count[t.instances[i].Proc]++
	}
	for i, n := range count {
		if n > 0 {
			out = append(out, verifier.Inlined{Proc: t.sys.Procs[i].Name, Instances: n})
		}
	}
	return out
}

// NumInstances returns the number of instances.
func (t *Tree) NumInstances() int { return len(t.instances) }

// Instance returns an instance.
func (t *Tree) Instance(i InstID) *Instance { return &t.instances[i] }

// Proc returns the template of an instance.
func (t *Tree) Proc(i InstID) *vc.Proc { return t.sys.Procs[t.instances[i].Proc] }

// Name returns the name of the procedure that a site calls.
func (t *Tree) Name(s SiteID) string { return t.callee(s).Name }

// forgetCone has later proofs name no assertions, since there will be some that the tree does not make: what they
// rest on is not known.
func (t *Tree) forgetCone() {
	if t.coner != nil {
		t.coner.Tag(0)
		t.coner = nil
	}
}

// Rebuild begins the tree of a proof, in which no call site is opened but by Reopen.
func Rebuild(sys *vc.System, mk term.Maker, solver Solver, p *verifier.Proof) *Tree {
	t := NewTree(sys, mk, solver, math.MinInt)
	t.Wide, t.Plain = p.Wide, p.Plain
	return t
}

// Reopen opens a call site of a proof. It returns false if there is none that is open.
func (t *Tree) Reopen(ref verifier.SiteRef) (InstID, bool) {
	site, ok := t.SiteOf(ref)
	if !ok || !t.IsOpen(site) {
		return 0, false
	}
	return t.Open(site), true
}

// Proof returns how to rebuild this tree, the sites that the last refutation
// needs blocked, and the assertions that it needs, if the solver knows them.
func (t *Tree) Proof(blocked []SiteID) *verifier.Proof {
	p := &verifier.Proof{Opened: t.Opened(), Wide: t.Wide, Plain: t.Plain, Decided: t.needs()}
	if t.coner != nil {
		p.Cone = t.coner.Cone()
	}
	for _, s := range blocked {
		p.Blocked = append(p.Blocked, t.Ref(s))
		if id := t.Callee(s); !slices.Contains(p.Cut, id) {
			p.Cut = append(p.Cut, id)
		}
	}
	return p
}

// Ref returns what identifies a call site in every tree that opens the same ones.
func (t *Tree) Ref(s SiteID) verifier.SiteRef {
	x := &t.sites[s]
	return verifier.SiteRef{Instance: int32(x.inst), Site: x.index}
}

// SiteOf returns the call site with the given reference.
func (t *Tree) SiteOf(r verifier.SiteRef) (SiteID, bool) {
	if r.Instance < 0 || int(r.Instance) >= len(t.instances) {
		return 0, false
	}
	i := InstID(r.Instance)
	if r.Site < 0 || int(r.Site) >= len(t.Proc(i).Sites) {
		return 0, false
	}
	return t.instances[i].firstSite + SiteID(r.Site), true
}

// IsOpen reports whether a call site is open.
func (t *Tree) IsOpen(s SiteID) bool { return t.sites[s].child == stillOpen }

// Enter opens a call site of an instance, if it is open, and returns the instance that it enters; false if it is dead.
func (t *Tree) Enter(inst InstID, site int32) (InstID, bool) {
	s, ok := t.SiteOf(verifier.SiteRef{Instance: int32(inst), Site: site})
	if !ok {
		return 0, false
	}
	if t.IsOpen(s) {
		t.Open(s)
	}
	return t.Child(s)
}

// Child returns the instance that a call site enters, if it has been opened.
func (t *Tree) Child(s SiteID) (InstID, bool) {
	c := t.sites[s].child
	return c, c >= 0
}

// openSet is the set of open call sites, listed in order of their ids.
type openSet struct {
	ids    []SiteID
	closed []bool // by SiteID
	n      int
	dirty  bool
}

func (o *openSet) add(s SiteID) {
	for int(s) >= len(o.closed) {
		o.closed = append(o.closed, false)
	}
	o.ids = append(o.ids, s)
	o.n++
}

func (o *openSet) remove(s SiteID) {
	o.closed[s] = true
	o.n--
	o.dirty = true
}

func (o *openSet) list() []SiteID {
	if o.dirty {
		kept := o.ids[:0]
		for _, s := range o.ids {
			if !o.closed[s] {
				kept = append(kept, s)
			}
		}
		o.ids, o.dirty = kept, false
	}
	return o.ids
}

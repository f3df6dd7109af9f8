package inline

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/summary"
	"github.com/muster-smt/muster/verifier/vc"
)

// known is what is known of what instances are called with, and of what they return. See the package comment.
type known struct {
	contexts *summary.Contexts
	in       map[InstID]*summary.Entry // of those that somebody asked for
	sites    map[InstID][]SiteID       // of shared instances: all call sites that enter it, opened or not
	apart    map[InstID]bool           // instances of which something is asserted: see multiply
	out      map[InstID]*summary.Outcome
	left     []int32 // by instance: call sites through which something may happen that is not known
	number   map[InstID]numbers
	callers  map[InstID][]SiteID // call sites that have been opened
	told     map[vc.ProcID]bool  // facts say all that it returns
}

// numbers are those of the last assertions before what is known of In of an instance was asserted, and of In and Out,
// and how many there are of either.
type numbers struct{ entry, entries, exit, exits int32 }

func newKnown(sys *vc.System, mk term.Maker) known {
	return known{
		contexts: summary.NewContexts(sys, mk), sites: map[InstID][]SiteID{}, apart: map[InstID]bool{},
		out:     map[InstID]*summary.Outcome{},
		in:      map[InstID]*summary.Entry{0: {}},
		callers: map[InstID][]SiteID{}, number: map[InstID]numbers{}, told: map[vc.ProcID]bool{},
	}
}

// Claims returns what the tree takes to hold of In whenever an instance is entered, and of In and Out whenever it
// returns, in terms of the template.
func (t *Tree) Claims(c InstID) (entry, exit []term.Term) {
	if in, ok := t.known.in[c]; ok {
		entry = t.known.contexts.Says(t.instances[c].Proc, in)
	}
	if o := t.known.out[c]; o != nil {
		exit = o.Facts
	}
	return entry, exit
}

// Claimed reports whether the assertions with the given numbers, in ascending order, have what is claimed of In of an
// instance, or of In and Out; nil means all assertions.
func (t *Tree) Claimed(c InstID, cone []int32) (entry, exit bool) {
	any := func(after, n int32) bool {
		if cone == nil {
			return n > 0
		}
		at, _ := slices.BinarySearch(cone, after+1)
		return at < len(cone) && cone[at] <= after+n
	}
	n := t.known.number[c]
	return any(n.entry, n.entries), any(n.exit, n.exits)
}

// limit asserts what is known of what the given call sites pass, which are all that will enter the instance c, if it
// is of use.
func (t *Tree) limit(c InstID, sites []SiteID, b stamp.Binding) {
	t.known.sites[c] = sites
	if !t.Plain && t.multiply(sites, b) {
		t.known.apart[c] = true
		callee := t.callee(sites[0])
		n := t.known.number[c]
		n.entry = t.asserted
		t.assertFacts(callee, b, t.known.contexts.Says(callee.ID, t.entryOf(c)))
		n.entries = t.asserted - n.entry
		t.known.number[c] = n
	}
}

// multiply reports whether the search would find out for each way to an instance what is passed: its calls pass
// different values, or different integers, Booleans or maps and more than one way leads to one of them, or that was so
// above.
func (t *Tree) multiply(sites []SiteID, b stamp.Binding) bool {
	differ := false
	callee := t.callee(sites[0])
	for i := range callee.In {
		differ = differ || t.terms[int(t.sites[sites[0]].iface)+i] != b.Iface[i] && t.known.contexts.Knows(callee.ID, i)
	}
	for _, s := range sites {
		up := t.sites[s].inst
		if _, shared := t.known.sites[up]; t.known.apart[up] || shared && differ || !t.alike(sites[0], s) {
			return true
		}
	}
	return false
}

// assertFacts asserts what is known of an instance whenever it is entered, or returns.
func (t *Tree) assertFacts(p *vc.Proc, b stamp.Binding, facts []term.Term) {
	for _, f := range t.stamper.Facts(p.ID, b.Iface, facts) {
		sink{t}.Assert(t.st.Or(t.st.Not(b.Guard), f))
	}
}

// entryOf returns what is known of what an instance is called with.
func (t *Tree) entryOf(c InstID) *summary.Entry {
	in, ok := t.known.in[c]
	if !ok {
		in = t.common(t.entries(c))
		t.known.in[c] = in
	}
	return in
}

// entries returns the call sites that enter an instance other than that of the entry, opened or not.
func (t *Tree) entries(c InstID) []SiteID {
	if sites, ok := t.known.sites[c]; ok {
		return sites
	}
	return []SiteID{t.instances[c].Site}
}

// common returns what is known of what a call through one of the given sites passes.
func (t *Tree) common(sites []SiteID) (all *summary.Entry) {
	for _, s := range sites {
		x := &t.sites[s]
		switch in := t.known.contexts.Args(t.instances[x.inst].Proc, t.entryOf(x.inst))[x.index]; {
		case in == nil: // it is not reached
		case all == nil:
			all = in
		default:
			all = t.known.contexts.Either(all, in)
		}
	}
	if all == nil {
		all = &summary.Entry{}
	}
	return all
}

// opens notes a new instance.
func (t *Tree) opens(c InstID) {
	x := &t.instances[c]
	n := int32(0)
	for i := range t.sys.Procs[x.Proc].Sites {
		if s := x.firstSite + SiteID(i); t.sites[s].child == stillOpen && !t.told(s) {
			n++
		}
	}
	t.known.left = append(t.known.left, n)
	if n == 0 {
		t.conclude(c)
	}
}

// told reports whether facts say all that a call returns, so that engines have no need to open it: for each result one
// equates it with what is passed.
func (t *Tree) told(s SiteID) bool {
	p := t.callee(s)
	all, ok := t.known.told[p.ID]
	if !ok {
		all = !slices.ContainsFunc(p.Out, func(out term.Term) bool { return !equated(t.st, p, out) })
		t.known.told[p.ID] = all
	}
	return all
}

// equated reports whether a fact about a procedure is an equation of a result with no other one. Those of
// verifier/summary give its value then. Where another one does not, as a residue, a claim is missed, and none is
// wrong.
func equated(st *term.Store, p *vc.Proc, out term.Term) bool {
	return slices.ContainsFunc(p.Facts, func(f term.Term) bool {
		this, others := false, false
		st.Visit(func(x term.Term) bool {
			this = this || x == out
			others = others || x != out && slices.Contains(p.Out, x)
			return true
		}, f)
		return this && !others && st.Op(f) == term.OpEq
	})
}

// entered notes that a call site enters c, and concludes what instances return of which everything is known now.
func (t *Tree) entered(s SiteID, c InstID) {
	k := &t.known
	k.callers[c] = append(k.callers[c], s)
	if k.left[c] > 0 {
		return
	}
	for work := []SiteID{s}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if t.told(s) {
			continue
		}
		i := t.sites[s].inst
		if k.left[i]--; k.left[i] == 0 {
			t.conclude(i)
			work = append(work, k.callers[i]...)
		}
	}
}

// conclude asserts what is known of what an instance returns, all of whose calls are opened, if something is
// asserted of it, or of an instance below.
func (t *Tree) conclude(c InstID) {
	x := &t.instances[c]
	p := t.sys.Procs[x.Proc]
	below := func(i int) *summary.Outcome {
		if d := t.sites[int(x.firstSite)+i].child; d >= 0 {
			return t.known.out[d]
		}
		return nil
	}
	any := t.known.apart[c]
	for i := range p.Sites {
		any = any || below(i) != nil
	}
	if !any {
		return
	}
	if o := t.known.contexts.Outcome(p.ID, t.entryOf(c), below); o != nil {
		t.known.out[c] = o
		n := t.known.number[c]
		n.exit = t.asserted
		t.assertFacts(p, stamp.Binding{Guard: x.Guard, Iface: t.iface(c)}, o.Facts)
		n.exits = t.asserted - n.exit
		t.known.number[c] = n
	}
}

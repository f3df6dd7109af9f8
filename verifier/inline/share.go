package inline

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// sharing decides which call sites share an instance.
type sharing struct {
	groups []*groups         // by vc.ProcID; nil until needed
	with   map[SiteID]InstID // open sites that will share an instance that exists
	mates  []SiteID
}

// groups are the call sites of a template, in groups of sites of one callee of
// which no execution passes two.
type groups struct {
	of      []int32 // by site: its group
	members [][]int32
}

// groupsOf returns the groups of a template.
func (h *sharing) groupsOf(p *vc.Proc) *groups {
	if g := h.groups[p.ID]; g != nil {
		return g
	}
	g := &groups{of: make([]int32, len(p.Sites))}
	h.groups[p.ID] = g
	byCallee := map[vc.ProcID][]int32{}
	several := false
	for i := range p.Sites {
		c := p.Sites[i].Callee
		byCallee[c] = append(byCallee[c], int32(i))
		several = several || len(byCallee[c]) > 1
	}
	var apart func(i, k int32) bool
	if several {
		apart = exclusive(p)
	}
	first := map[vc.ProcID][]int32{}
	for i := range p.Sites {
		c := p.Sites[i].Callee
		g.of[i] = -1
		if len(byCallee[c]) == 1 {
			continue
		}
		for _, n := range first[c] {
			fits := true
			for _, k := range g.members[n] {
				fits = fits && apart(p.Sites[i].Block, p.Sites[k].Block)
			}
			if fits {
				g.of[i] = n
				break
			}
		}
		if g.of[i] < 0 {
			g.of[i] = int32(len(g.members))
			first[c] = append(first[c], g.of[i])
			g.members = append(g.members, nil)
		}
		g.members[g.of[i]] = append(g.members[g.of[i]], int32(i))
	}
	return g
}

// exclusive returns whether no path of a template leads through two blocks with
// call sites.
func exclusive(p *vc.Proc) func(i, k int32) bool {
	number := map[int32]int{} // of blocks with call sites
	for i := range p.Sites {
		if b := p.Sites[i].Block; number[b] == 0 {
			number[b] = len(number) + 1
		}
	}
	words := (len(number) + 64) / 64
	after := make([]uint64, words*len(p.Blocks)) // by block: the numbered blocks from it on
	for i := len(p.Blocks) - 1; i >= 0; i-- {
		at := after[words*i : words*(i+1)]
		for _, e := range p.Blocks[i].Succs {
			for w, bits := range after[words*int(e.To) : words*int(e.To+1)] {
				at[w] |= bits
			}
		}
		if n := number[int32(i)]; n > 0 {
			at[n/64] |= 1 << (n % 64)
		}
	}
	leads := func(i, k int32) bool {
		n := number[k]
		return after[words*int(i)+n/64]>>(n%64)&1 != 0
	}
	return func(i, k int32) bool { return !leads(i, k) && !leads(k, i) }
}

// matesOf returns the open sites that may share an instance with s: those of its
// group whose arguments have values where the ones of s have the same.
func (t *Tree) matesOf(s SiteID) []SiteID {
	h := &t.share
	h.mates = h.mates[:0]
	x := &t.sites[s]
	inst := &t.instances[x.inst]
	g := h.groupsOf(t.sys.Procs[inst.Proc])
	if g.of[x.index] < 0 {
		return nil
	}
	for _, k := range g.members[g.of[x.index]] {
		m := inst.firstSite + SiteID(k)
		if _, taken := h.with[m]; m != s && t.sites[m].child == stillOpen && !taken && t.alike(s, m) {
			h.mates = append(h.mates, m)
		}
	}
	return h.mates
}

// alike reports whether two calls of a procedure pass values at the same places, and
// the same ones.
func (t *Tree) alike(s, m SiteID) bool {
	x, y := t.terms[t.sites[s].iface:], t.terms[t.sites[m].iface:]
	for i := range t.callee(s).In {
		if x[i] != y[i] && (t.st.IsValue(x[i]) || t.st.IsValue(y[i])) {
			return false
		}
	}
	return true
}

// openShared makes an instance for s and its mates, which will enter it when they
// are opened.
func (t *Tree) openShared(s SiteID, mates []SiteID) InstID {
	callee := t.callee(s)
	own := t.stamper.Own(callee.ID)
	iface := t.terms[t.sites[s].iface:]
	for i := range callee.In {
		same := stamp.Passable(t.st, iface[i])
		for _, m := range mates {
			same = same && t.terms[int(t.sites[m].iface)+i] == iface[i]
		}
		if same {
			own.Iface[i] = iface[i]
		}
	}
	own.Call = stamp.Call{Caller: int32(t.sites[s].inst), Site: t.sites[s].index}
	inst := Instance{Parent: t.sites[s].inst, Site: s, iface: uint32(len(t.terms))}
	t.terms = append(t.terms, own.Iface...)
	c := InstID(len(t.instances))
	entered := []term.Term{t.st.Not(own.Guard), t.blockGuard(s)}
	for _, m := range mates {
		t.share.with[m] = c
		own.Call.Others = append(own.Call.Others, t.sites[m].index)
		entered = append(entered, t.blockGuard(m))
	}
	t.enter(s, c, own)
	sink{t}.AssertFlow(t.st.Or(entered...))
	return t.add(inst, callee.ID, own)
}

// enter makes a call through an open site a call of the shared instance c.
func (t *Tree) enter(s SiteID, c InstID, b stamp.Binding) {
	x := &t.sites[s]
	x.child = c
	t.opened = append(t.opened, s)
	t.open.remove(s)
	t.solver.Hint(t.Guard(s), true)
	not := t.st.Not(t.blockGuard(s))
	sink{t}.Assert(t.st.Or(not, b.Guard))
	for _, eq := range t.ties(s, b.Iface) {
		sink{t}.Assert(t.st.Or(not, eq))
	}
}

// ties returns the equations between the arguments and results of a call and the
// interface of its instance, where these differ.
func (t *Tree) ties(s SiteID, iface []term.Term) []term.Term {
	var eqs []term.Term
	for i, v := range iface {
		if a := t.terms[int(t.sites[s].iface)+i]; a != v {
			eqs = append(eqs, t.stamper.Simplified(t.st.Eq(a, v)))
		}
	}
	return eqs
}

// iface returns the interface of an instance.
func (t *Tree) iface(c InstID) []term.Term {
	x := &t.instances[c]
	p := t.sys.Procs[x.Proc]
	return t.terms[x.iface : int(x.iface)+len(p.In)+len(p.Out)]
}

// Ties returns what holds between caller and instance when the call site with the
// given index, which was opened, is passed: equations between the call's arguments
// and results and the interface of an instance that it shares.
func (t *Tree) Ties(caller InstID, index int32) []term.Term {
	s := t.instances[caller].firstSite + SiteID(index)
	return t.ties(s, t.iface(t.sites[s].child))
}

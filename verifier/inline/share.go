package inline

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// sharing decides which call sites share an instance.
type sharing struct {
	with  map[SiteID]InstID           // open sites that will share an instance that exists
	open  [][]SiteID                  // by vc.ProcID: call sites that were open when last looked at, in order
	apart []func(i, k int32) bool     // by vc.ProcID: exclusive; nil until needed
	again []bool                      // by vc.ProcID: there may be several calls on one way down the tree
	calls map[recursiveCall]recursion // numbers
	mates []SiteID
	count map[procAt]int  // instances
	both  map[passed]bool // an execution may pass both

	mapless bool // no call passes or returns maps
}

// procAt stands for the instances of a procedure at a depth of recursions.
type procAt struct {
	proc vc.ProcID
	at   recursion
}

// passed are an instance and a call site of an earlier one.
type passed struct {
	inst InstID
	by   SiteID
}

// recursion numbers the recursive calls on the way from the entry down to an
// instance, itself included: instances of one number are at the same depth of all
// recursions.
type recursion = int32

// recursiveCall is a call by name in an instance at a given depth.
type recursiveCall struct {
	at   recursion
	name string
}

// Limits on what is tried to find the call sites that share an instance.
const (
	maxMates = 32
	maxTries = 256
	maxPairs = 1024    // of instances and call sites, to find out about two call sites
	maxKnown = 1 << 18 // of these that are known at a time
)

// maxAlone is how many instances of a procedure there are at one depth of recursions before calls share one that pass
// different values. Few values prune their instances, and the search learns about each in turn; of many there are
// soon more combinations than calls.
const maxAlone = 4

func newSharing(sys *vc.System) sharing {
	n := len(sys.Procs)
	h := sharing{
		with: map[SiteID]InstID{}, open: make([][]SiteID, n), apart: make([]func(i, k int32) bool, n),
		again: make([]bool, n), calls: map[recursiveCall]recursion{},
		count: map[procAt]int{}, both: map[passed]bool{}, mapless: true,
	}
	isMap := func(x term.Term) bool { return sys.Store.IsArray(sys.Store.Sort(x)) }
	for _, p := range sys.Procs {
		h.mapless = h.mapless && !slices.ContainsFunc(p.In, isMap) && !slices.ContainsFunc(p.Out, isMap)
		h.again[p.ID] = calledAgain(sys, p)
	}
	return h
}

// calledAgain reports whether p reaches a procedure under whose name it is counted.
func calledAgain(sys *vc.System, p *vc.Proc) bool {
	seen := make([]bool, len(sys.Procs))
	work := []vc.ProcID{p.ID}
	for len(work) > 0 {
		q := sys.Procs[work[len(work)-1]]
		work = work[:len(work)-1]
		for i := range q.Sites {
			c := q.Sites[i].Callee
			if sys.Procs[c].CountName == p.CountName {
				return true
			}
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	return false
}

// recursion returns the number of an instance of p below one that has the number at;
// -1 if there is none.
func (h *sharing) recursion(at recursion, p *vc.Proc) recursion {
	if !h.again[p.ID] && at >= 0 {
		return at
	}
	k := recursiveCall{at, p.CountName}
	n, ok := h.calls[k]
	if !ok {
		n = recursion(len(h.calls))
		h.calls[k] = n
	}
	return n
}

// position is a set of blocks of an instance.
type position struct {
	inst   InstID
	blocks []int32
}

func (p position) call() stamp.Call { return stamp.Call{Caller: int32(p.inst), Blocks: p.blocks} }

// position returns the block of a call site.
func (t *Tree) position(s SiteID) position {
	return position{t.sites[s].inst, []int32{t.templateSite(s).Block}}
}

// meet returns the lowest position that executions pass whether they pass p or q, and
// reports whether none passes both: in the lowest instance that is entered before
// both, no path of the template leads through blocks of both.
func (t *Tree) meet(p, q position) (at position, apart bool) {
	for p.inst != q.inst {
		if x, y := &t.instances[p.inst], &t.instances[q.inst]; x.depth >= y.depth {
			p = x.below
		} else {
			q = y.below
		}
	}
	blocks := slices.Clip(p.blocks)
	for _, b := range q.blocks {
		if !slices.Contains(blocks, b) {
			blocks = append(blocks, b)
		}
	}
	return position{p.inst, blocks}, t.apart(p, q)
}

// apart reports whether no path of a template leads through a block of p and a block
// of q.
func (t *Tree) apart(p, q position) bool {
	proc := t.Proc(p.inst)
	f := t.share.apart[proc.ID]
	if f == nil {
		f = exclusive(proc)
		t.share.apart[proc.ID] = f
	}
	for _, b := range p.blocks {
		for _, c := range q.blocks {
			if !f(b, c) {
				return false
			}
		}
	}
	return true
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

// add notes an instance.
func (h *sharing) add(id vc.ProcID, at recursion) { h.count[procAt{id, at}]++ }

// many reports whether there are so many instances of the callee at the depth of a call that values do not keep
// calls apart.
func (t *Tree) many(s SiteID) bool {
	p := t.callee(s)
	return t.share.count[procAt{p.ID, t.share.recursion(t.instances[t.sites[s].inst].recursion, p)}] >= maxAlone
}

// matesOf returns open sites that may share an instance with s, and the position of
// that: calls of the same procedure at the same depth of recursions, of which no
// execution passes two, and whose arguments have values where the ones of s have the
// same, unless there are many instances already.
func (t *Tree) matesOf(s SiteID) (mates []SiteID, at position) {
	h := &t.share
	h.mates = h.mates[:0]
	at = t.position(s)
	id := t.callee(s).ID
	recursion := t.instances[t.sites[s].inst].recursion
	list, tries, gone := h.open[id], 0, 0
	any := t.many(s)
	wide := t.Wide || any && h.mapless
	for _, m := range list {
		if t.sites[m].child != stillOpen {
			gone++
			continue
		}
		if tries++; tries > maxTries || len(h.mates) == maxMates {
			break
		}
		if !wide && t.sites[m].inst != t.sites[s].inst {
			continue
		}
		if _, taken := h.with[m]; taken || m == s || t.instances[t.sites[m].inst].recursion != recursion ||
			!any && !t.alike(s, m) {
			continue
		}
		q := t.position(m)
		if t.apartFromAll(s, q) || any && t.neverBoth(s, m) {
			h.mates = append(h.mates, m)
			at, _ = t.meet(at, q)
		}
	}
	if gone > tries {
		h.open[id] = slices.DeleteFunc(list, func(m SiteID) bool { return t.sites[m].child != stillOpen })
	}
	return h.mates, at
}

// apartFromAll reports whether no execution passes q and s or one of its mates.
func (t *Tree) apartFromAll(s SiteID, q position) bool {
	_, apart := t.meet(t.position(s), q)
	for _, k := range t.share.mates {
		if !apart {
			break
		}
		_, apart = t.meet(t.position(k), q)
	}
	return apart
}

// neverBoth reports whether no execution passes m and s, or one of its mates, by what is known of the call sites
// through which instances are entered. That tells more than positions, and takes longer.
func (t *Tree) neverBoth(s, m SiteID) bool {
	for _, k := range append([]SiteID{s}, t.share.mates...) {
		if left := maxPairs; t.together(k, m, &left) {
			return false
		}
	}
	return true
}

// together reports whether an execution may pass two call sites: they are on one path of an instance, or so are a
// call site through which the later instance is entered and the other.
func (t *Tree) together(r, q SiteID, left *int) bool {
	x, y := t.sites[r].inst, t.sites[q].inst
	if x < y {
		r, q, x, y = q, r, y, x
	}
	if x == y {
		return !t.apart(t.position(r), t.position(q))
	}
	k := passed{x, q}
	v, ok := t.share.both[k]
	if ok {
		return v
	}
	if *left--; *left < 0 {
		return true
	}
	v = slices.ContainsFunc(t.entries(x), func(c SiteID) bool { return t.together(c, q, left) })
	if *left >= 0 {
		if len(t.share.both) == maxKnown {
			clear(t.share.both)
		}
		t.share.both[k] = v
	}
	return v
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
func (t *Tree) openShared(s SiteID, mates []SiteID, at position) InstID {
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
	own.Call = at.call()
	inst := Instance{Parent: t.sites[s].inst, Site: s, iface: uint32(len(t.terms)), below: at}
	t.terms = append(t.terms, own.Iface...)
	c := InstID(len(t.instances))
	entered := []term.Term{t.st.Not(own.Guard), t.blockGuard(s)}
	for _, m := range mates {
		t.share.with[m] = c
		entered = append(entered, t.blockGuard(m))
	}
	t.limit(c, append([]SiteID{s}, mates...), own)
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
	for _, c := range t.stamper.Enter(t.blockGuard(s), t.Iface(s), b) {
		sink{t}.Assert(c)
	}
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
	return t.stamper.Ties(t.Iface(s), t.iface(t.sites[s].child))
}

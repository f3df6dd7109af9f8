package annotate

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
)

// unfolding is the tree of instances of a proof.
type unfolding struct {
	tree   *inline.Tree
	opened []verifier.SiteRef
	child  []inline.InstID // by index of opened
}

// tags is a solver that knows which call site was opened when an assertion was made.
type tags struct {
	inline.Solver
	coner inline.Coner
	step  int32   // call sites opened so far
	steps []int32 // by number of an assertion
}

// Tag implements inline.Coner.
func (t *tags) Tag(n int32) {
	for len(t.steps) <= int(n) {
		t.steps = append(t.steps, t.step)
	}
	t.coner.Tag(n)
}

// Cone implements inline.Coner.
func (t *tags) Cone() []int32 { return t.coner.Cone() }

// unfold opens the call sites of a proof again, and then only those that the refutation needs, until
// all are needed. If a refutation is not found in time, what was found before is returned.
func unfold(ctx context.Context, sys *vc.System, p verifier.Proof, c inline.Config) (*unfolding, error) {
	var best *unfolding
	for {
		u, needed, err := refute(ctx, sys, &p, c)
		if err != nil && best == nil {
			return nil, err
		}
		if err != nil || u == nil {
			return best, nil
		}
		best = u
		kept := u.only(needed)
		if len(kept) == len(p.Opened) {
			return best, nil
		}
		p.Opened = kept
	}
}

// refute opens call sites, and says which of them a refutation needs: all if there is none.
func refute(ctx context.Context, sys *vc.System, p *verifier.Proof, c inline.Config) (*unfolding, []bool, error) {
	s, err := c.NewSolver(sys.Store)
	if err != nil {
		return nil, nil, err
	}
	t := &tags{Solver: s}
	var ok bool
	if t.coner, ok = s.(inline.Coner); !ok {
		return nil, nil, fmt.Errorf("annotate: the solver does not know what a refutation rests on")
	}
	u := &unfolding{tree: inline.Rebuild(sys, c.Maker(sys.Store), t, p)}
	for i, ref := range p.Opened {
		t.step = int32(i + 1)
		if err := u.open(ref); err != nil {
			return nil, nil, err
		}
	}
	needed := make([]bool, len(p.Opened)+1)
	if out := s.Check(ctx, nil); out.Status != inline.StatusUnsat {
		return nil, nil, fmt.Errorf("annotate: no refutation again: %v", out.Reason)
	}
	for _, n := range t.Cone() {
		needed[t.steps[n]] = true
	}
	return u, needed, nil
}

// open opens a call site of a proof.
func (u *unfolding) open(ref verifier.SiteRef) error {
	c, ok := u.tree.Reopen(ref)
	if !ok {
		return fmt.Errorf("annotate: opened call site %d does not exist", len(u.opened))
	}
	u.opened, u.child = append(u.opened, ref), append(u.child, c)
	return nil
}

// only returns the call sites whose opening is needed, with the numbers that instances then have.
// Needed[0] is about the entry.
func (u *unfolding) only(needed []bool) []verifier.SiteRef {
	n := u.tree.NumInstances()
	by, in := make([][]int, n), make([][]int, n) // by instance: what opens it, and what is opened in it
	for i, c := range u.child {
		by[c], in[u.opened[i].Instance] = append(by[c], i), append(in[u.opened[i].Instance], i)
	}
	for c := len(in) - 1; c > 0; c-- { // callers have smaller numbers
		if slices.ContainsFunc(in[c], func(i int) bool { return needed[i+1] }) {
			for _, k := range by[c] {
				needed[k+1] = true
			}
		}
	}
	return u.renumbered(needed)
}

// renumbered returns the call sites that are kept, with the numbers that instances then have.
func (u *unfolding) renumbered(kept []bool) []verifier.SiteRef {
	number := slices.Repeat([]int32{-1}, u.tree.NumInstances())
	number[0] = 0
	next := int32(1)
	var out []verifier.SiteRef
	for i, ref := range u.opened {
		if !kept[i+1] {
			continue
		}
		if number[u.child[i]] < 0 {
			number[u.child[i]] = next
			next++
		}
		out = append(out, verifier.SiteRef{Instance: number[ref.Instance], Site: ref.Site})
	}
	return out
}

// node is a procedure with the calls in it that are unfolded, and how.
type node struct {
	proc  prog.ProcID
	calls []int32 // Cmd.IDs, in order
	to    []*node // by index of calls
	copy  prog.ProcID
}

// folder finds the nodes of an unfolding, equal ones once.
type folder struct {
	*unfolding
	sys   *vc.System
	sites [][]int // by instance: indices of opened
	bySet map[string]*node
	byKey map[string]*node
	list  []*node // callees first
}

// fold returns the nodes, callees first; the last is the entry's.
func (u *unfolding) fold() []*node {
	f := &folder{unfolding: u, sys: u.tree.System(), bySet: map[string]*node{}, byKey: map[string]*node{}}
	f.sites = make([][]int, u.tree.NumInstances())
	for i, ref := range u.opened {
		f.sites[ref.Instance] = append(f.sites[ref.Instance], i)
	}
	f.node([]inline.InstID{0})
	return f.list
}

// node returns the node of instances of one procedure, for calls made by one command: what is unfolded in
// any of them is unfolded.
func (f *folder) node(set []inline.InstID) *node {
	slices.Sort(set)
	set = slices.Compact(set)
	name := fmt.Sprint(set)
	if n := f.bySet[name]; n != nil {
		return n
	}
	p := f.tree.Proc(set[0])
	below := map[int32][]inline.InstID{}
	n := &node{proc: prog.ProcID(p.Origin)}
	for _, x := range set {
		for _, i := range f.sites[x] {
			id := p.Sites[f.opened[i].Site].Origin
			if below[id] == nil {
				n.calls = append(n.calls, id)
			}
			below[id] = append(below[id], f.child[i])
		}
	}
	slices.Sort(n.calls)
	key := fmt.Sprint(n.proc)
	for _, id := range n.calls {
		to := f.node(below[id])
		n.to = append(n.to, to)
		key += fmt.Sprintf(" %d:%d", id, slices.Index(f.list, to))
	}
	if same := f.byKey[key]; same != nil {
		n = same
	} else {
		f.byKey[key] = n
		f.list = append(f.list, n)
	}
	f.bySet[name] = n
	return n
}

// maxExpanded bounds the calls that a verifier inlines.
const maxExpanded = 20000

// expanded returns how many calls are inlined if each is inlined by itself; maxExpanded+1 stands for more.
func expanded(list []*node) int {
	size := map[*node]int{}
	n := 0
	for _, x := range list {
		n = 0
		for _, to := range x.to {
			n = min(n+1+size[to], maxExpanded+1)
		}
		size[x] = n
	}
	return n
}

package lazyann

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// node is a sub-goal that was resolved with the rule of its procedure: a call in the tree of the goal.
type node struct {
	proc   vc.ProcID
	at     learn.CallSite
	goal   int         // which it is: no two have the same
	number int32       // its constants are those of the procedure with this number; -1 when it is gone
	iface  []term.Term // In and Out, in terms of the goal
	links  []term.Term // equations between the template's interface and iface
	lits   []term.Term // decisions
	own    []term.Term // the same in terms of the instance
	sites  []int32     // that the decided path passes, by index in the template
	calls  []*node     // by sites
	again  int32       // of an iteration of a loop that is turned: the site by which it calls itself, after that

	noGoods    []noGood
	backtracks uint // how often a sub-goal was refuted

	kept map[int]*subtree // by call site
	live bool             // it is in the goal
	held int              // subtrees that are kept and have it
}

// subtree is how a sub-goal was derived, to be tried again when the goal has changed elsewhere.
type subtree struct {
	nodes []*node // the first is its root
	lits  []term.Term
}

// expand adds a node to the goal: a call with an interface, or that of the entry.
func (s *search) expand(id vc.ProcID, iface []term.Term) *node {
	s.goals++
	n := &node{goal: s.goals, proc: id, number: s.number(id), iface: iface, live: true, kept: map[int]*subtree{}}
	s.nodes = append(s.nodes, n)
	q := s.sys.Procs[id]
	for i, v := range slices.Concat(q.In, q.Out) {
		if iface == nil {
			n.iface = append(n.iface, s.names.constant(v, n.number))
		} else {
			n.links = append(n.links, s.rw.Eq(v, iface[i]))
		}
	}
	return n
}

// number returns a number for a new node of a procedure.
func (s *search) number(id vc.ProcID) int32 {
	used := &s.used[id]
	k := slices.Index(*used, false)
	if k < 0 {
		k, *used = len(*used), append(*used, false)
	}
	(*used)[k] = true
	return int32(k)
}

// collapse removes all nodes of the goal but the first ones.
func (s *search) collapse(first int) {
	for _, x := range s.nodes[first:] {
		x.live = false
	}
	for _, x := range s.nodes[first:] {
		s.release(x)
	}
	s.nodes = s.nodes[:first]
}

// release gives back the number of a node that nothing has any more.
func (s *search) release(n *node) {
	if !n.live && n.held == 0 && n.number >= 0 {
		s.used[n.proc][n.number] = false
		n.number = -1
		s.forget(n)
	}
}

// keep notes how the sub-goal at a site was derived.
func (s *search) keep(n *node, site int, nodes []*node) {
	if s.without.Keeping {
		return
	}
	k := &subtree{nodes: slices.Clone(nodes)}
	for _, x := range k.nodes {
		x.held++
		k.lits = append(k.lits, x.lits...)
	}
	n.kept[site] = k
}

// again adds a subtree to the goal.
func (s *search) again(k *subtree) {
	for _, x := range k.nodes {
		x.live = true
	}
	s.nodes = append(s.nodes, k.nodes...)
	s.hold(k.lits)
	s.stats.again += len(k.nodes)
}

// forget forgets the subtrees that are kept at a node.
func (s *search) forget(n *node) {
	for _, site := range n.keptSites() {
		s.drop(n, site)
	}
}

func (s *search) drop(n *node, site int) {
	k := n.kept[site]
	delete(n.kept, site)
	for _, x := range k.nodes {
		x.held--
	}
	for _, x := range k.nodes {
		s.release(x)
	}
}

// reject forgets the subtrees that take part in a refutation. It reports whether there were any.
func (s *search) reject(n *node, core []term.Term) (any bool) {
	if len(n.kept) == 0 {
		return false
	}
	in := make(map[term.Term]bool, len(core))
	for _, t := range core {
		in[t] = s.in[t] == 0
	}
	for _, site := range n.keptSites() {
		if slices.ContainsFunc(n.kept[site].lits, func(t term.Term) bool { return in[t] }) {
			s.drop(n, site)
			any = true
		}
	}
	return any
}

// assume returns the assumptions of a check: a context, the decisions of the subtrees that are kept, and no-goods.
func (s *search) assume(p *pred, n *node, context []term.Term) []term.Term {
	as := p.Hold(nil, context)
	for _, site := range n.keptSites() {
		as = s.holdOwn(p, n, as, n.kept[site].lits)
	}
	for _, x := range n.noGoods {
		as = append(as, x.assumption)
	}
	return as
}

// holdOwn appends the assumptions that literals hold in which constants of the node itself may occur: they are those
// of the instance.
func (s *search) holdOwn(p *pred, n *node, as, lits []term.Term) []term.Term {
	for _, t := range lits {
		if s.sys.Store.IsValue(t) {
			continue
		}
		c := p.holds[name{t, n.number}]
		if c == 0 {
			p.sub.Reset()
			for _, f := range s.names.symbols(t) {
				if x := s.names.by[f]; x.number == n.number && p.image[x.of] != 0 {
					p.sub.Bind(p.Copy(s.names.of[x]), p.image[x.of])
				}
			}
			c = p.Assume("proposed", p.sub.Apply(p.Copy(t)))
			p.holds[name{t, n.number}], p.litOf[c] = c, t
		}
		as = append(as, c)
	}
	return as
}

// core returns the literals that the last refutation rests on.
func (p *pred) core() []term.Term {
	lits := p.Core()
	for _, c := range p.CoreAssumptions() {
		if t, ok := p.litOf[c]; ok {
			lits = append(lits, t)
		}
	}
	return lits
}

// keptSites returns the sites with subtrees, in order.
func (n *node) keptSites() []int {
	return slices.Sorted(maps.Keys(n.kept))
}

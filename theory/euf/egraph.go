package euf

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Listener is notified of changes of classes. It may queue merges, and nothing else.
type Listener interface {
	// Merged: the class of other went into the class of root,
	// value(other) = value(root) + off.
	Merged(root, other theory.Node, off int64)
	// Decided: the Boolean node n, which has a literal, became true or false.
	Decided(n theory.Node, value bool)
}

type justKind uint8

// The kinds of justification of a proof edge.
const (
	byLit    justKind = iota // x is the literal
	byCong                   // the ends are congruent applications; x is 1 if they are equalities that agree crosswise
	byArgs                   // an equality node whose two sides are in one class
	byTheory                 // x is the Reason, plugin says whose
)

// just is why two nodes were merged.
type just struct {
	kind   justKind
	plugin uint8
	x      uint32
	at     Time
}

// Time orders merges: each is younger than those with lesser times. A merge that is undone
// gives its time back.
type Time uint32

// rep is the place of a node in its class, from which signatures are made. It is
// separate from node because propagation reads it far more often.
type rep struct {
	root theory.Node
	next theory.Node // circular list of the class
	off  int64       // value(n) - value(root)
}

type node struct {
	up    theory.Node // proof forest
	value theory.Node // of a root: the value node of its class
	size  uint32      // of a root: members
	fn    uint32      // symbol key; 0 for a leaf
	args  uint32      // offset in the arena
	hash  uint32      // of its signature, while it is in the table
	lit   sat.Lit     // of a Boolean node
	term  term.Term
	upOff int64 // value(n) - value(up)
	just  just
	nargs uint16
	isEq  bool
	inTab bool
	isVal bool
}

type recKind uint8

const (
	recMerge  recKind = iota
	recInsert         // an application entered the table and its arguments' parent lists
)

// record is an undo record.
type record struct {
	kind     recKind
	hadValue bool        // merge: the root class had its value before
	root     theory.Node // merge: the surviving root; insert: the node
	other    theory.Node
	a, b     theory.Node // merge: the proof edge
	removed  uint32      // merge: where its removed signatures begin
	off      int64
}

type pendingMerge struct {
	a, b theory.Point
	why  just
}

// EGraph is an e-graph. Its zero value is not usable; see New.
type EGraph struct {
	reps    []rep                   // by node
	nodes   []node                  // by node
	parents term.Lists[theory.Node] // by root: applications with an argument in the class
	args    []theory.Point
	table   table
	queue   []pendingMerge
	head    int
	trail   []record
	removed []slot        // signatures removed by merges on the trail
	levels  []int32       // trail length at the start of each level
	again   []theory.Node // applications to insert again after Backtrack
	listen  Listener

	conflict    pendingMerge // the merge that failed
	hasConflict bool

	mark   []uint32 // explanation: by node
	marked uint32
	short  shortcuts
	joins  joins
	steps  []theory.Node // the current path
	place  []int32       // by node: its index in steps
	dates  dates

	Merges, Conflicts, Explained, Shortcuts int64 // statistics
	Older                                   int64 // atoms not used, since their paths are older
}

// firstNodes is the room of a new e-graph: small, since many solve one small problem or none.
const firstNodes = 16

// New returns an e-graph that holds True, False and Zero.
func New(l Listener) *EGraph {
	g := &EGraph{listen: l, reps: make([]rep, 1, firstNodes), nodes: make([]node, 1, firstNodes)}
	g.table.init()
	for range 3 {
		n := g.NewLeaf(0)
		g.SetValue(n)
	}
	return g
}

// NumNodes returns one more than the greatest node.
func (g *EGraph) NumNodes() int { return len(g.nodes) }

// NewLeaf returns a new node without arguments for t.
func (g *EGraph) NewLeaf(t term.Term) theory.Node {
	n := theory.Node(len(g.nodes))
	g.reps = append(g.reps, rep{root: n, next: n})
	g.nodes = append(g.nodes, node{size: 1, term: t})
	return n
}

// SetValue marks n as a value, different from all other values. It must be called
// before n is merged with anything.
func (g *EGraph) SetValue(n theory.Node) {
	g.nodes[n].isVal = true
	g.nodes[n].value = n
}

// NewApp returns a new node of symbol fn (not 0) applied to args.
func (g *EGraph) NewApp(t term.Term, fn uint32, args []theory.Point) theory.Node {
	n := g.NewLeaf(t)
	nd := &g.nodes[n]
	nd.fn, nd.args, nd.nargs = fn, uint32(len(g.args)), uint16(len(args))
	g.args = append(g.args, args...)
	g.insert(n)
	return n
}

// NewEq returns a new Boolean node of the equality a = b.
func (g *EGraph) NewEq(t term.Term, a, b theory.Point) theory.Node {
	n := g.NewLeaf(t)
	nd := &g.nodes[n]
	nd.isEq, nd.fn, nd.args, nd.nargs = true, eqFn, uint32(len(g.args)), 2
	g.args = append(g.args, a, b)
	g.insert(n)
	g.short.add(n, a.Node, b.Node)
	g.short.add(n, b.Node, a.Node)
	return n
}

// SetLit gives a Boolean node its literal.
func (g *EGraph) SetLit(n theory.Node, l sat.Lit) { g.nodes[n].lit = l }

// Lit returns the literal of a Boolean node.
func (g *EGraph) Lit(n theory.Node) sat.Lit { return g.nodes[n].lit }

// insert puts an application into the parent lists of its arguments and into
// the table, or queues its merge with a congruent one.
func (g *EGraph) insert(n theory.Node) {
	for _, a := range g.argsOf(n) {
		r := g.reps[a.Node].root
		g.parents.Add(uint32(r), n)
	}
	g.lookupOrAdd(n)
	if len(g.levels) > 0 {
		g.trail = append(g.trail, record{kind: recInsert, root: n})
	}
}

// lookupOrAdd enters n in the table under its present signature.
func (g *EGraph) lookupOrAdd(n theory.Node) {
	if g.nodes[n].isEq && g.decideEq(n) {
		return
	}
	if q := g.table.insert(g, n); q != n {
		g.enqueue(theory.Point{Node: n}, theory.Point{Node: q}, just{kind: byCong, x: g.crossed(n, q)})
	} else {
		g.nodes[n].inTab = true
	}
}

// decideEq queues the value of an equality node whose sides are in one class.
func (g *EGraph) decideEq(n theory.Node) bool {
	a, b := g.args[g.nodes[n].args], g.args[g.nodes[n].args+1]
	if g.reps[a.Node].root != g.reps[b.Node].root {
		return false
	}
	value := theory.False
	if g.reps[a.Node].off+a.Off == g.reps[b.Node].off+b.Off {
		value = theory.True
	}
	g.enqueue(theory.Point{Node: n}, theory.Point{Node: value}, just{kind: byArgs})
	return true
}

func (g *EGraph) argsOf(n theory.Node) []theory.Point {
	nd := &g.nodes[n]
	return g.args[nd.args : nd.args+uint32(nd.nargs)]
}

func (g *EGraph) enqueue(a, b theory.Point, why just) {
	g.queue = append(g.queue, pendingMerge{a, b, why})
}

// MergeLit queues a = b because l is true.
func (g *EGraph) MergeLit(a, b theory.Point, l sat.Lit) {
	g.enqueue(a, b, just{kind: byLit, x: uint32(l)})
}

// MergeTheory queues a = b for a reason of the numbered plugin.
func (g *EGraph) MergeTheory(a, b theory.Point, plugin int, why theory.Reason) {
	g.enqueue(a, b, just{kind: byTheory, plugin: uint8(plugin), x: uint32(why)})
}

// Now is the time of the next merge.
func (g *EGraph) Now() Time { return Time(len(g.trail)) }

// Pending reports whether merges are queued.
func (g *EGraph) Pending() bool { return g.head < len(g.queue) }

// Propagate merges until the queue is empty or a conflict is found. It returns
// false on a conflict.
func (g *EGraph) Propagate() bool {
	for g.head < len(g.queue) && !g.hasConflict {
		m := g.queue[g.head]
		g.head++
		g.merge(m)
	}
	if g.hasConflict {
		return false
	}
	g.queue, g.head = g.queue[:0], 0
	return true
}

func (g *EGraph) fail(m pendingMerge) {
	g.conflict, g.hasConflict = m, true
	g.Conflicts++
}

func (g *EGraph) merge(m pendingMerge) {
	ra, rb := g.reps[m.a.Node].root, g.reps[m.b.Node].root
	va, vb := g.reps[m.a.Node].off+m.a.Off, g.reps[m.b.Node].off+m.b.Off
	if ra == rb {
		if va != vb {
			g.fail(m)
		}
		return
	}
	if g.nodes[ra].value != 0 && g.nodes[rb].value != 0 {
		g.fail(m)
		return
	}
	g.Merges++
	a, b := m.a.Node, m.b.Node
	root, other, off := rb, ra, vb-va // ra + va = rb + vb
	if g.nodes[ra].size > g.nodes[rb].size {
		a, b = b, a
		root, other, off = ra, rb, va-vb
	}
	// Edge from a (in other's class) to b.
	m.why.at = g.Now()
	g.reroot(a)
	g.nodes[a].up, g.nodes[a].just = b, m.why
	if a == m.a.Node {
		g.nodes[a].upOff = m.b.Off - m.a.Off
	} else {
		g.nodes[a].upOff = m.a.Off - m.b.Off
	}
	g.join(root, other, off, a, b)
}

// join makes other's class part of root's.
func (g *EGraph) join(root, other theory.Node, off int64, a, b theory.Node) {
	ro, ot := &g.nodes[root], &g.nodes[other]
	rec := record{kind: recMerge, root: root, other: other, a: a, b: b, off: off,
		removed: uint32(len(g.removed)), hadValue: ro.value != 0}
	for _, p := range g.parents.Of(uint32(other)) {
		if nd := &g.nodes[p]; nd.inTab {
			g.table.remove(g, p)
			nd.inTab = false
			g.removed = append(g.removed, slot{N: p, Hash: nd.hash})
		}
	}
	oldRootSize := ro.size
	g.relabel(other, root, off)
	g.splice(root, other)
	ro.size += ot.size
	if ot.value != 0 {
		ro.value = ot.value
	}
	g.parents.AddAll(uint32(root), uint32(other))
	g.trail = append(g.trail, rec)
	for i := int(rec.removed); i < len(g.removed); i++ {
		g.lookupOrAdd(g.removed[i].N)
	}
	g.announce(root, other, rec.hadValue, oldRootSize)
	g.listen.Merged(root, other, off)
}

// splice joins the member lists of two classes, or separates them again.
func (g *EGraph) splice(root, other theory.Node) {
	ro, ot := &g.reps[root], &g.reps[other]
	ro.next, ot.next = ot.next, ro.next
}

// relabel gives the members of other's class a new root.
func (g *EGraph) relabel(other, root theory.Node, off int64) {
	for n := other; ; {
		r := &g.reps[n]
		r.root = root
		r.off += off
		n = r.next
		if n == other {
			return
		}
	}
}

// announce reports to the listener which Boolean nodes the merge has decided.
func (g *EGraph) announce(root, other theory.Node, rootHad bool, rootSize uint32) {
	v := g.nodes[root].value
	if v != theory.True && v != theory.False {
		return
	}
	// After the splice the list from root reads: root, the rest of other's class
	// and other, the rest of root's class.
	if rootHad {
		n := g.reps[root].next
		for range g.nodes[other].size {
			g.notify(n, v == theory.True)
			n = g.reps[n].next
		}
		return
	}
	n := g.reps[other].next
	for range rootSize - 1 {
		g.notify(n, v == theory.True)
		n = g.reps[n].next
	}
	g.notify(root, v == theory.True)
}

func (g *EGraph) notify(n theory.Node, value bool) {
	if g.nodes[n].lit != 0 {
		g.listen.Decided(n, value)
	}
}

// reroot reverses edges of the proof tree of n so that n is its root.
func (g *EGraph) reroot(n theory.Node) {
	var up theory.Node
	var why just
	var off int64
	for n != 0 {
		nd := &g.nodes[n]
		nextUp, nextWhy, nextOff := nd.up, nd.just, nd.upOff
		nd.up, nd.just, nd.upOff = up, why, -off
		up, why, off = n, nextWhy, nextOff
		n = nextUp
	}
}

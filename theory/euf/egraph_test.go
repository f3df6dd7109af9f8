package euf

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// The test runs lists of operations on an e-graph and on a naive oracle: a list
// of equalities closed under congruence from scratch. A failing list is made
// smaller by leaving operations out.

type opKind uint8

const (
	opApp    opKind = iota // an application, also in the middle of the search
	opEq                   // an equality node
	opLit                  // a literal for an equality node that has none
	opMerge                // a = b
	opDecide               // an equality node is true or false
	opLevel
	opBack
	opVerify // propagate and compare
	numOpKinds
)

var opNames = [...]string{"app", "eq", "lit", "merge", "decide", "level", "back", "verify"}

// op has numbers that are taken modulo what exists, so that it still makes sense
// when other operations are left out.
type op struct {
	kind       opKind
	fn         uint8
	a, b       uint16
	offA, offB int8
}

func (o op) String() string {
	return fmt.Sprintf("{%s %d %d%+d %d%+d}", opNames[o.kind], o.fn, o.a, o.offA, o.b, o.offB)
}

func randomOps(r *rand.Rand) []op {
	weights := [numOpKinds]int{15, 8, 4, 25, 10, 20, 15, 15}
	total := 0
	for _, w := range weights {
		total += w
	}
	var ops []op
	if r.Intn(2) == 0 {
		ops = append(ops, op{kind: opLevel}) // so that nothing holds at level 0
	}
	for range 20 + r.Intn(60) {
		o := op{fn: uint8(r.Intn(256)), a: uint16(r.Intn(1 << 12)), b: uint16(r.Intn(1 << 12)),
			offA: int8(r.Intn(3) - 1), offB: int8(r.Intn(3) - 1)}
		for k := r.Intn(total); k >= weights[o.kind]; o.kind++ {
			k -= weights[o.kind]
		}
		ops = append(ops, o)
	}
	return ops
}

type decl struct {
	fn   uint32
	eq   bool
	lit  bool
	args []theory.Point
}

type world struct {
	g       *EGraph
	decls   []decl   // by node
	facts   [][]fact // by level
	decided []map[theory.Node]bool
	lits    int
	over    bool // inconsistent at level 0
	atoms   bool // explain, too
}

type fact struct {
	a, b theory.Point
	lit  sat.Lit
}

func (w *world) Merged(root, other theory.Node, off int64) {}

func (w *world) Decided(n theory.Node, value bool) { w.decided[len(w.decided)-1][n] = value }

func newWorld() *world {
	w := &world{}
	w.g = New(w)
	w.decls = make([]decl, 4)
	w.facts = [][]fact{nil}
	w.decided = []map[theory.Node]bool{{}}
	for range 5 {
		w.g.NewLeaf(0)
		w.decls = append(w.decls, decl{})
	}
	return w
}

// run returns what goes wrong in a list of operations.
func run(ops []op, atoms bool) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	w := newWorld()
	w.atoms = atoms
	for i, o := range ops {
		if err := w.step(o); err != nil {
			return fmt.Errorf("operation %d %v: %w", i, o, err)
		}
		if w.over || len(w.decls) > 40 {
			return nil
		}
	}
	if len(w.facts) > 1 {
		return w.back(0)
	}
	return nil
}

// point is a node that is not an equality, with an offset.
func (w *world) point(k uint16, off int8) theory.Point {
	n := 3 + int(k)%(len(w.decls)-3)
	for w.decls[n].eq {
		n--
	}
	return theory.Point{Node: theory.Node(n), Off: int64(off)}
}

// equality is an equality node, or 0.
func (w *world) equality(k uint16) theory.Node {
	var eqs []theory.Node
	for n, d := range w.decls {
		if d.eq {
			eqs = append(eqs, theory.Node(n))
		}
	}
	if len(eqs) == 0 {
		return 0
	}
	return eqs[int(k)%len(eqs)]
}

func (w *world) step(o op) error {
	a, b := w.point(o.a, o.offA), w.point(o.b, o.offB)
	switch o.kind {
	case opApp:
		args := []theory.Point{a}
		if o.fn&1 == 0 {
			args = append(args, b)
		}
		fn := uint32(10 + o.fn>>1&1 + 10*uint8(len(args)))
		w.g.NewApp(0, fn, args)
		w.decls = append(w.decls, decl{fn: fn, args: args})
	case opEq:
		n := w.g.NewEq(0, a, b)
		w.decls = append(w.decls, decl{eq: true, args: []theory.Point{a, b}})
		if o.fn&3 > 0 {
			w.setLit(n)
		}
	case opLit:
		// Who links a node late asks for its value (combine's link).
		if n := w.equality(o.a); n != 0 && w.g.ValueNode(n) == theory.NoNode {
			w.setLit(n)
		}
	case opMerge:
		w.merge(a, b)
	case opDecide:
		if n := w.equality(o.a); n != 0 {
			w.merge(theory.Point{Node: n}, theory.Point{Node: theory.True + theory.Node(o.fn&1)})
		}
	case opLevel:
		// Levels are opened on propagated ground only.
		if err := w.verify(); err != nil || w.over {
			return err
		}
		w.g.NewLevel()
		w.facts = append(w.facts, nil)
		w.decided = append(w.decided, map[theory.Node]bool{})
	case opBack:
		if n := len(w.facts) - 1; n > 0 {
			return w.back(int(o.a) % n)
		}
	case opVerify:
		return w.verify()
	}
	return nil
}

// firstAtom is the literal of node 0, if it had one; literals of merges are less.
const firstAtom = 1000

func (w *world) setLit(n theory.Node) {
	w.g.SetLit(n, firstAtom+sat.Lit(n))
	w.decls[n].lit = true
}

func (w *world) merge(a, b theory.Point) {
	w.lits++
	l := sat.Lit(2 * w.lits)
	top := len(w.facts) - 1
	w.facts[top] = append(w.facts[top], fact{a, b, l})
	w.g.MergeLit(a, b, l)
}

func (w *world) back(level int) error {
	w.g.Backtrack(level)
	w.facts = w.facts[:level+1]
	w.decided = w.decided[:level+1]
	return w.g.Undone()
}

// CertifyMerge is never called: the test asks for no certificates.
func (w *world) CertifyMerge(theory.Point, theory.Point, sat.Lit, bool, *theory.Antecedents) {
	panic("CertifyMerge")
}

// Usable implements TheoryExplainer: if atoms may explain, those of equality nodes that are
// true may, from the level on at which they were announced.
func (w *world) Usable(l sat.Lit) (level int, ok bool) {
	for level := range w.decided {
		if w.atoms && w.decided[level][theory.Node(l)-firstAtom] {
			return level, true
		}
		for _, f := range w.facts[level] {
			if f.lit == l {
				return level, true
			}
		}
	}
	return 0, false
}

// ExplainMerge is never called: the test has no plugins.
func (w *world) ExplainMerge(int, theory.Point, theory.Point, theory.Reason, *theory.Antecedents) {
	panic("ExplainMerge")
}

// closure is the oracle: root and offset by node.
type closure struct {
	root []theory.Node
	off  []int64
	bad  bool
}

func (w *world) closure(facts []fact) *closure {
	c := &closure{root: make([]theory.Node, len(w.decls)), off: make([]int64, len(w.decls))}
	for n := range c.root {
		c.root[n] = theory.Node(n)
	}
	for _, f := range facts {
		c.join(f.a, f.b)
	}
	for again := true; again && !c.bad; {
		again = false
		for p := range w.decls {
			again = w.decideOracle(c, theory.Node(p)) || again
			for q := p + 1; q < len(w.decls); q++ {
				if w.congruentOracle(c, p, q) {
					again = c.join(theory.Point{Node: theory.Node(p)}, theory.Point{Node: theory.Node(q)}) || again
				}
			}
		}
		t, f, z := c.root[theory.True], c.root[theory.False], c.root[theory.Zero]
		c.bad = c.bad || t == f || t == z || f == z
	}
	return c
}

func (w *world) decideOracle(c *closure, n theory.Node) bool {
	d := w.decls[n]
	if !d.eq || c.root[d.args[0].Node] != c.root[d.args[1].Node] {
		return false
	}
	v := theory.False
	if c.same(d.args[0], d.args[1]) {
		v = theory.True
	}
	return c.join(theory.Point{Node: n}, theory.Point{Node: v})
}

func (w *world) congruentOracle(c *closure, p, q int) bool {
	a, b := w.decls[p], w.decls[q]
	if a.eq && b.eq {
		return c.gap(a.args[0], b.args[0]) == 0 && c.gap(a.args[1], b.args[1]) == 0 ||
			c.equalGaps(a.args, b.args, 0) || c.equalGaps(a.args, b.args, 1)
	}
	if a.fn == 0 || a.fn != b.fn || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if !c.same(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// equalGaps reports whether both sides (crossed or not) differ by one offset.
func (c *closure) equalGaps(a, b []theory.Point, cross int) bool {
	x, y := c.gap(a[0], b[cross]), c.gap(a[1], b[1-cross])
	return x != noGap && x == y
}

const noGap = 1 << 50

func (c *closure) gap(a, b theory.Point) int64 {
	if c.root[a.Node] != c.root[b.Node] {
		return noGap
	}
	return c.off[a.Node] + a.Off - c.off[b.Node] - b.Off
}

func (c *closure) same(a, b theory.Point) bool { return c.gap(a, b) == 0 }

func (c *closure) join(a, b theory.Point) bool {
	if g := c.gap(a, b); g != noGap {
		c.bad = c.bad || g != 0
		return false
	}
	from, to := c.root[a.Node], c.root[b.Node]
	d := c.off[b.Node] + b.Off - c.off[a.Node] - a.Off
	for n := range c.root {
		if c.root[n] == from {
			c.root[n] = to
			c.off[n] += d
		}
	}
	return true
}

func (w *world) all() []fact {
	var out []fact
	for _, l := range w.facts {
		out = append(out, l...)
	}
	return out
}

func (w *world) pick(lits []sat.Lit) []fact {
	var out []fact
	for _, f := range w.all() {
		for _, l := range lits {
			if f.lit == l {
				out = append(out, f)
				break
			}
		}
	}
	for _, l := range lits {
		if l >= firstAtom {
			args := w.decls[l-firstAtom].args
			out = append(out, fact{a: args[0], b: args[1]})
		}
	}
	return out
}

// verify compares the e-graph with the oracle; it backtracks out of a conflict.
func (w *world) verify() error {
	want := w.closure(w.all())
	if !w.g.Propagate() {
		if !want.bad {
			return fmt.Errorf("conflict, but the facts are consistent")
		}
		var a theory.Antecedents
		w.g.Conflict(&a, w)
		if c := w.closure(w.pick(a.Lits)); !c.bad {
			return fmt.Errorf("conflict explained by %v, which is consistent", a.Lits)
		}
		return w.recover()
	}
	if want.bad {
		return fmt.Errorf("no conflict, but the facts are inconsistent")
	}
	return w.compare(want)
}

// recover leaves the level of the conflict, or ends the run if it is 0.
func (w *world) recover() error {
	if n := len(w.facts) - 1; n > 0 {
		if err := w.back(n - 1); err != nil {
			return err
		}
		return w.verify()
	}
	w.over = true
	return nil
}

func (w *world) compare(want *closure) error {
	for p := 1; p < len(w.decls); p++ {
		for q := 1; q < p; q++ {
			if err := w.comparePair(want, theory.Node(p), theory.Node(q)); err != nil {
				return err
			}
		}
	}
	return w.checkDecided(want)
}

func (w *world) comparePair(want *closure, p, q theory.Node) error {
	a, b := theory.Point{Node: p}, theory.Point{Node: q}
	if w.g.Root(p) != w.g.Root(q) {
		if want.gap(a, b) != noGap {
			return fmt.Errorf("%d and %d should be in one class", p, q)
		}
		if w.g.Apart(a, b) && !w.closure(append(w.all(), fact{a: a, b: b})).bad {
			return fmt.Errorf("%d and %d are apart, but may be equal", p, q)
		}
		return nil
	}
	if got := w.g.Offset(p) - w.g.Offset(q); got != want.gap(a, b) {
		return fmt.Errorf("gap of %d and %d is %d, want %d", p, q, got, want.gap(a, b))
	}
	var why theory.Antecedents
	why.Eq(p, q)
	w.g.Explain(&why, w)
	if c := w.closure(w.pick(why.Lits)); !c.bad && c.gap(a, b) != want.gap(a, b) {
		return fmt.Errorf("%d = %d explained by %v, which is not enough", p, q, why.Lits)
	}
	return nil
}

func (w *world) checkDecided(want *closure) error {
	for n, d := range w.decls {
		r := want.root[n]
		if !d.lit || r != want.root[theory.True] && r != want.root[theory.False] {
			continue
		}
		value, known := false, false
		for _, m := range w.decided {
			if v, ok := m[theory.Node(n)]; ok {
				value, known = v, true
			}
		}
		if !known {
			return fmt.Errorf("the listener was not told that %d is decided", n)
		}
		if value != (r == want.root[theory.True]) {
			return fmt.Errorf("%d was announced as %v", n, value)
		}
	}
	return nil
}

func TestOperationLists(t *testing.T) {
	for seed := int64(1); seed <= 1500; seed++ {
		ops, atoms := randomOps(rand.New(rand.NewSource(seed))), seed%2 == 0
		if run(ops, atoms) == nil {
			continue
		}
		ops = shrink.List(ops, nil, func(less []op) bool { return run(less, atoms) != nil })
		var b strings.Builder
		for _, o := range ops {
			fmt.Fprintf(&b, "\n\t%v", o)
		}
		t.Fatalf("seed %d: %v%s", seed, run(ops, atoms), b.String())
	}
}

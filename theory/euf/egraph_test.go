package euf

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// The test runs random operation lists on an e-graph and on a naive oracle: a
// list of equalities closed under congruence from scratch after every step.

type decl struct {
	fn   uint32
	eq   bool
	args []theory.Point
}

type world struct {
	t     *testing.T
	rng   *rand.Rand
	g     *EGraph
	decls []decl   // by node
	facts [][]fact // by level
	told  []map[theory.Node]bool
	steps []string
}

type fact struct {
	a, b theory.Point
	lit  sat.Lit
}

func (w *world) Merged(root, other theory.Node, off int64) {}

func (w *world) Decided(n theory.Node, value bool) { w.told[len(w.told)-1][n] = value }

func newWorld(t *testing.T, seed int64) *world {
	w := &world{t: t, rng: rand.New(rand.NewSource(seed))}
	w.g = New(w)
	w.decls = make([]decl, 4)
	w.facts = [][]fact{nil}
	w.told = []map[theory.Node]bool{{}}
	for range 5 {
		w.g.NewLeaf(0)
		w.decls = append(w.decls, decl{})
	}
	return w
}

func (w *world) point() theory.Point {
	for {
		n := theory.Node(3 + w.rng.Intn(len(w.decls)-3))
		if !w.decls[n].eq {
			return theory.Point{Node: n, Off: int64(w.rng.Intn(3) - 1)}
		}
	}
}

func (w *world) step() {
	switch r := w.rng.Intn(20); {
	case r < 3:
		args := []theory.Point{w.point()}
		if w.rng.Intn(2) == 0 {
			args = append(args, w.point())
		}
		fn := uint32(10 + w.rng.Intn(2) + 10*len(args))
		w.log("app %d %v", fn, args)
		w.g.NewApp(0, fn, args)
		w.decls = append(w.decls, decl{fn: fn, args: args})
	case r < 5:
		a, b := w.point(), w.point()
		w.log("eq %v %v", a, b)
		n := w.g.NewEq(0, a, b)
		w.g.SetLit(n, sat.Lit(1000+n))
		w.decls = append(w.decls, decl{eq: true, args: []theory.Point{a, b}})
	case r < 10:
		w.merge(w.point(), w.point())
	case r < 12:
		for range 5 {
			n := theory.Node(w.rng.Intn(len(w.decls)))
			if w.decls[n].eq {
				w.merge(theory.Point{Node: n}, theory.Point{Node: theory.True + theory.Node(w.rng.Intn(2))})
				break
			}
		}
	case r < 16:
		w.verify() // levels are opened on propagated ground only
		if w.decls == nil {
			return
		}
		w.log("level")
		w.g.NewLevel()
		w.facts = append(w.facts, nil)
		w.told = append(w.told, map[theory.Node]bool{})
	default:
		if n := len(w.facts) - 1; n > 0 {
			w.back(w.rng.Intn(n))
		}
	}
}

func (w *world) log(f string, args ...any) { w.steps = append(w.steps, fmt.Sprintf(f, args...)) }

func (w *world) merge(a, b theory.Point) {
	l := sat.Lit(2 * (1 + len(w.steps)))
	w.log("merge %v %v by %d", a, b, l)
	top := len(w.facts) - 1
	w.facts[top] = append(w.facts[top], fact{a, b, l})
	w.g.MergeLit(a, b, l)
}

func (w *world) back(level int) {
	w.log("back %d", level)
	w.g.Backtrack(level)
	w.facts = w.facts[:level+1]
	w.told = w.told[:level+1]
}

// CertifyMerge is never called: the test asks for no certificates.
func (w *world) CertifyMerge(theory.Point, theory.Point, sat.Lit, bool, *theory.Antecedents) {
	w.t.Fatal("CertifyMerge")
}

// ExplainMerge is never called: the test has no plugins.
func (w *world) ExplainMerge(int, theory.Point, theory.Point, theory.Reason, *theory.Antecedents) {
	w.t.Fatal("ExplainMerge")
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
		c.bad = c.bad || c.root[theory.True] == c.root[theory.False]
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
	return out
}

func (w *world) fatal(f string, args ...any) {
	for _, s := range w.steps {
		w.t.Log(s)
	}
	w.t.Fatalf(f, args...)
}

// verify compares the e-graph with the oracle; it backtracks out of a conflict.
func (w *world) verify() {
	want := w.closure(w.all())
	if !w.g.Propagate() {
		if !want.bad {
			w.fatal("conflict, but the facts are consistent")
		}
		var a theory.Antecedents
		w.g.Conflict(&a, w)
		if c := w.closure(w.pick(a.Lits)); !c.bad {
			w.fatal("conflict explained by %v, which is consistent", a.Lits)
		}
		w.recover()
		return
	}
	if want.bad {
		w.fatal("no conflict, but the facts are inconsistent")
	}
	w.compare(want)
}

// recover leaves the level of the conflict, or ends the run if it is 0.
func (w *world) recover() {
	if n := len(w.facts) - 1; n > 0 {
		w.back(n - 1)
		w.verify()
		return
	}
	w.decls = nil
}

func (w *world) compare(want *closure) {
	for p := 1; p < len(w.decls); p++ {
		for q := 1; q < p; q++ {
			a, b := theory.Point{Node: theory.Node(p)}, theory.Point{Node: theory.Node(q)}
			if w.g.Root(a.Node) != w.g.Root(b.Node) {
				if want.gap(a, b) != noGap {
					w.fatal("%d and %d should be in one class", p, q)
				}
				continue
			}
			if got := w.g.Offset(a.Node) - w.g.Offset(b.Node); got != want.gap(a, b) {
				w.fatal("gap of %d and %d is %d, want %d", p, q, got, want.gap(a, b))
			}
			var why theory.Antecedents
			why.Eq(a.Node, b.Node)
			w.g.Explain(&why, w)
			if c := w.closure(w.pick(why.Lits)); !c.bad && c.gap(a, b) != want.gap(a, b) {
				w.fatal("%d = %d explained by %v, which is not enough", p, q, why.Lits)
			}
		}
	}
	w.checkTold(want)
}

func (w *world) checkTold(want *closure) {
	for n, d := range w.decls {
		r := want.root[n]
		if !d.eq || r != want.root[theory.True] && r != want.root[theory.False] {
			continue
		}
		value, known := false, false
		for _, m := range w.told {
			if v, ok := m[theory.Node(n)]; ok {
				value, known = v, true
			}
		}
		if !known {
			w.fatal("nobody was told that %d is decided", n)
		}
		if value != (r == want.root[theory.True]) {
			w.fatal("%d was announced as %v", n, value)
		}
	}
}

func TestOperationLists(t *testing.T) {
	for seed := int64(1); seed <= 1500; seed++ {
		w := newWorld(t, seed)
		for range 60 {
			w.step()
			if w.decls != nil && w.rng.Intn(3) == 0 {
				w.verify()
			}
			if w.decls == nil || len(w.decls) > 40 {
				break
			}
		}
	}
}

package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// tableau is the procedure for arbitrary linear constraints: the general simplex of
// package simplex. Every active term is a variable. A sum has a row, and so has the
// difference of two tied terms.
type tableau struct {
	*Solver
	tab     *simplex.Tableau
	columns []column                       // by node
	vars    []tabVar                       // by simplex.Var
	ties    map[[2]theory.Node]simplex.Var // rows of differences
	spending
	branching
	diving
	early cliqueTime
	pool  cutPool

	farkas  []simplex.Farkas // of the last explanation or conflict
	implied []simplex.Implied
	offsets []simplex.Offset
	eps     num.Rat // the value of the infinitesimal in the candidate model
}

// column says what a node is in the tableau: its value is scale*v + base.
type column struct {
	v           simplex.Var
	scale, base num.Rat
}

// tabVar says what a variable of the tableau stands for: a node, or, if node is 0, the
// difference x - y.
type tabVar struct{ node, x, y theory.Node }

// spending bounds the steps of a check.
type spending struct {
	spent, limit int64
	polls        uint
	spend        func(int64) bool
}

// pollEvery is the number of pivots per poll of the host. With long numbers a pivot
// takes time.
const pollEvery = 16

func (t *tableau) init(s *Solver) {
	t.Solver, t.tab, t.ties = s, simplex.New(), map[[2]theory.Node]simplex.Var{}
	t.branching.reset()
	t.spend = func(n int64) bool {
		t.spent += n
		t.polls++
		return t.spent <= t.limit && !(t.polls%pollEvery == 0 && t.host.Stopped())
	}
}

// attach makes n a variable of the tableau.
func (t *tableau) attach(n theory.Node) bool {
	t.track(n)
	if t.nodes[n].real {
		t.tab.Share(t.columns[n].v, t.host.Shared(n))
	}
	if t.nodes[n].kind == multiple {
		t.tab.Revisit(t.columns[n].v) // see activateFixed
	}
	return true
}

// isTracked reports whether n is a variable of the tableau.
func (t *tableau) isTracked(n theory.Node) bool {
	return int(n) < len(t.columns) && t.columns[n].v != simplex.NoVar
}

// track makes n a variable of the tableau. The coefficients of a sum are divided by their
// greatest common divisor, so that bounds of integer sums are rounded sharply.
func (t *tableau) track(n theory.Node) {
	t.grow(n)
	if t.isTracked(n) {
		return
	}
	one := num.RatFromInt64(1)
	if k := t.nodes[n].kind; k != sum && k != multiple {
		t.newVar(n, column{t.tab.NewVar(!t.nodes[n].real), one, num.Rat{}})
		return
	}
	t.stats.rows++
	var base num.Rat
	var over num.Int
	under := num.FromInt64(1)
	ms := t.sumOf(n)
	for _, m := range ms {
		base = base.AddMul(m.coeff, num.RatFromInt64(m.off))
		if m.node == theory.Zero {
			continue
		}
		t.track(m.node)
		x := &t.columns[m.node]
		base = base.AddMul(m.coeff, x.base)
		k := m.coeff.Mul(x.scale)
		over, under = over.GCD(k.Num()), under.LCM(k.Den())
	}
	g := one
	if !over.IsZero() {
		g = num.FromInts(over, under)
	}
	row := make([]simplex.Monomial, 0, len(ms))
	for _, m := range ms {
		if m.node == theory.Zero {
			continue
		}
		x := &t.columns[m.node]
		row = append(row, simplex.Monomial{V: x.v, C: m.coeff.Mul(x.scale).Div(g)})
	}
	t.newVar(n, column{t.tab.NewRow(row), g, base})
}

func (t *tableau) newVar(n theory.Node, c column) {
	t.columns = lengthen(t.columns, int(n)+1, column{v: simplex.NoVar})
	t.columns[n] = c
	t.setVar(c.v, tabVar{node: n})
	x := &t.nodes[n]
	t.tab.Watch(c.v, !x.real || x.first >= 0)
	t.tab.Share(c.v, true)
}

func (t *tableau) setVar(v simplex.Var, x tabVar) {
	t.vars = lengthen(t.vars, int(v)+1, tabVar{})
	t.vars[v] = x
}

func (t *tableau) watch(n theory.Node) {
	if t.isTracked(n) {
		t.tab.Watch(t.columns[n].v, true)
	}
}

// toTableau converts a value of the node n to one of its variable.
func (t *tableau) toTableau(n theory.Node, v num.Rat) num.Rat {
	x := &t.columns[n]
	return v.Sub(x.base).Div(x.scale)
}

// fromTableau is the inverse of toTableau.
func (t *tableau) fromTableau(n theory.Node, v num.Rat) num.Rat {
	x := &t.columns[n]
	return x.base.AddMul(v, x.scale)
}

// sync gives the bounds of n's class to the tableau.
func (t *tableau) sync(n theory.Node) bool {
	v, ok := t.columns[n].v, true
	if t.nodes[n].real {
		c := &t.class[t.host.Root(n)]
		ok = t.tab.AssertEqual(v, t.toTableau(n, t.numeralOf(c)), simplex.Reason(c.lo))
	} else {
		lo, loID := t.lower(n)
		hi, hiID := t.upper(n)
		if loID != 0 {
			ok = t.tab.AssertLower(v, t.toTableau(n, num.RatFromInt64(lo)), false, simplex.Reason(loID))
		}
		if ok && hiID != 0 {
			ok = t.tab.AssertUpper(v, t.toTableau(n, num.RatFromInt64(hi)), false, simplex.Reason(hiID))
		}
		if ok && t.isLong(n) {
			ok = t.tab.AssertEqual(v, t.toTableau(n, ratOf(t.terms.Num(t.nodes[n].term))), simplex.Reason(t.always(n)))
		}
	}
	t.dirty = true
	if !ok {
		t.conflict(bySimplex)
	}
	return true
}

// tie gives the tableau the difference of two active members of a class.
func (t *tableau) tie(x, y theory.Node) bool {
	if x > y {
		x, y = y, x
	}
	d, ok := t.ties[[2]theory.Node{x, y}]
	a, b := &t.columns[x], &t.columns[y]
	if !ok {
		t.stats.links++
		d = t.tab.NewRow([]simplex.Monomial{{V: a.v, C: a.scale}, {V: b.v, C: b.scale.Neg()}})
		t.ties[[2]theory.Node{x, y}] = d
		t.setVar(d, tabVar{x: x, y: y})
	}
	k := num.RatFromInt64(t.host.Offset(x) - t.host.Offset(y)).Sub(a.base).Add(b.base)
	t.dirty = true
	if !t.tab.AssertEqual(d, k, 0) {
		t.conflict(bySimplex)
	}
	return true
}

// assertBig asserts the bound that the literal l of the atomLeBig a states.
func (t *tableau) assertBig(a *atom, l sat.Lit) {
	t.track(a.x) // it may have become active in the graph
	id := t.record(rec{kind: recAtom, node: a.x, lit: l})
	v, c := t.columns[a.x].v, t.consts[a.c]
	ok := false
	if l == a.lit {
		ok = t.tab.AssertUpper(v, t.toTableau(a.x, c), false, simplex.Reason(id))
	} else {
		ok = t.tab.AssertLower(v, t.toTableau(a.x, c.Add(num.RatFromInt64(1))), false, simplex.Reason(id))
	}
	t.dirty = true
	if !ok {
		t.conflict(bySimplex)
	}
}

func (t *tableau) assertReal(n theory.Node, b *bound, id recID) bool {
	assert := t.tab.AssertLower
	if b.upper {
		assert = t.tab.AssertUpper
	}
	if !assert(t.columns[n].v, t.toTableau(n, b.val), b.strict, simplex.Reason(id)) {
		t.conflict(bySimplex)
		return true
	}
	if _, now := t.boundOf(n, b.upper); now != id {
		return true // there was a stronger one
	}
	t.dirty = true
	t.decideAtoms(n, b, id)
	return true
}

func (t *tableau) bound(n theory.Node, upper bool) (bound, recID) {
	v := t.columns[n].v
	b, ok := t.tab.Lower(v)
	if upper {
		b, ok = t.tab.Upper(v)
	}
	if !ok {
		return bound{}, 0
	}
	return bound{t.fromTableau(n, b.B), upper, b.Strict}, recID(b.Why)
}

// check makes the tableau feasible.
func (t *tableau) check(pivots int64) {
	t.spent, t.limit = 0, pivots
	switch t.tab.Check(t.spend) {
	case simplex.Infeasible:
		t.conflict(bySimplex)
	case simplex.Feasible:
		t.dirty = false
	}
}

// disequal does nothing: the final check looks at disequalities.
func (t *tableau) disequal(int32) {}

// splitEarly does nothing: models show which splits are needed.
func (t *tableau) splitEarly() {}

func (t *tableau) push() { t.tab.Push() }

func (t *tableau) backtrack(level int) {
	t.tab.Backtrack(level)
	if level == 0 {
		t.branches /= 2
	}
}

func (t *tableau) invariants() error { return t.tab.Invariants() }
func (t *tableau) undone() error     { return t.tab.Undone() }

func (t *tableau) addStats(add func(name string, n int64)) {
	c := t.tab.Stats()
	add("pivots", c.Pivots)
	add("nudges", c.Nudged)
	add("checks", c.Checks)
	add("rows-activated", c.Activated)
	add("rows-dropped", c.Dropped)
	add("gcd-conflicts", c.GCDConflicts)
	add("diophantine-conflicts", c.DioConflicts)
	add("patches", c.Patched)
	add("directions", c.Directions)
	add("cuts-kept", t.pool.kept)
	add("cuts-kept-used", t.pool.used)
}

package lia

import (
	"math"
	"slices"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// aside holds what the sparse graph leaves to the final check: sums that are no differences, and equalities with them.
type aside struct {
	later  []theory.Node    // sums
	pairs  [][2]theory.Node // members of one class, of which one is a sum
	diving bool             // the graph has edges of dive, at levels of their own
	form   linearForm
}

type asideMark struct{ later, pairs, causes int }

// mayWait reports whether one more constraint may be set aside. While the graph takes over, the matrix has the terms.
func (g *sparse) mayWait() bool {
	return g.limits.share*(len(g.later)+len(g.pairs)+1) <= max(g.graph.NumVars(), g.diff.graph.NumVars())
}

// setAside has the sum n wait.
func (g *sparse) setAside(n theory.Node) bool {
	switch {
	case slices.Contains(g.later, n):
		return true
	case !g.mayWait():
		return false
	}
	g.stats.aside++
	g.later = append(g.later, n)
	return true
}

// setAsideTie has an equality wait.
func (g *sparse) setAsideTie(x, y theory.Node) bool {
	if !g.mayWait() {
		return false
	}
	g.stats.aside++
	g.pairs = append(g.pairs, [2]theory.Node{x, y})
	return true
}

// integrate makes the values satisfy what was set aside. If that fails the tableau decides.
func (g *sparse) integrate() theory.Status {
	if len(g.later)+len(g.pairs) == 0 {
		return theory.Consistent
	}
	g.diving = true
	if !g.dive() {
		g.surface()
		g.decline()
	} else {
		g.stats.asideSolved++
	}
	return theory.Consistent
}

// decline leaves a check to the tableau, and all that follow if that happens often.
func (g *sparse) decline() {
	if g.stats.declined++; g.stats.declined > maxDeclined+g.stats.asideSolved {
		g.handOver()
	} else {
		g.visitRows()
	}
}

// maxDeclined is how many more checks may be left to the tableau than the graph decides.
const maxDeclined = 10

// surface takes back what dive has added.
func (g *sparse) surface() {
	if g.diving {
		g.graph.Backtrack(len(g.marks))
		g.diving = false
	}
}

// dive adds edges to the graph that imply all that was set aside: in each constraint all but two terms get values,
// so that it is a difference, or the bound of one term. It reports whether there are values.
func (g *sparse) dive() bool {
	for _, n := range g.later {
		lo, loID := g.lower(n)
		hi, hiID := g.upper(n)
		if loID == 0 {
			lo = math.MinInt64
		}
		if hiID == 0 {
			hi = math.MaxInt64
		}
		g.form.reset()
		if (loID != 0 || hiID != 0) && (!g.addTo(&g.form, n, 1) || !g.bind(&g.form, lo, hi)) {
			return false
		}
	}
	for _, p := range g.pairs {
		k := g.host.Offset(p[0]) - g.host.Offset(p[1])
		g.form.reset()
		if !g.addTo(&g.form, p[0], 1) || !g.addTo(&g.form, p[1], -1) || !g.bind(&g.form, k, k) {
			return false
		}
	}
	return true
}

// linearForm is a sum of variables of the graph with coefficients, and a constant.
type linearForm struct {
	vars     []difference.Var
	coeffs   []int64
	constant int64
}

func (f *linearForm) reset() { f.vars, f.coeffs, f.constant = f.vars[:0], f.coeffs[:0], 0 }

func (f *linearForm) add(v difference.Var, k int64) {
	if v == 0 {
		return
	}
	i := slices.Index(f.vars, v)
	if i < 0 {
		i = len(f.vars)
		f.vars, f.coeffs = append(f.vars, v), append(f.coeffs, 0)
	}
	f.coeffs[i] += k
}

// drop removes variables.
func (f *linearForm) drop(which func(i int) bool) {
	n := 0
	for i := range f.vars {
		if !which(i) {
			f.vars[n], f.coeffs[n] = f.vars[i], f.coeffs[i]
			n++
		}
	}
	f.vars, f.coeffs = f.vars[:n], f.coeffs[:n]
}

// hasPair reports whether there are variables with coefficients 1 and -1.
func (f *linearForm) hasPair() bool {
	return slices.Contains(f.coeffs, 1) && slices.Contains(f.coeffs, -1)
}

// Coefficients, the constant and the sum of a linearForm are limited, so that nothing overflows.
const (
	maxFormCoeff    = 1 << 15
	maxFormConstant = 1 << 45
	maxFormSum      = 1 << 58
)

// addTo adds k times a node to a form; false if the numbers are too large.
func (g *sparse) addTo(f *linearForm, n theory.Node, k int64) bool {
	if p := g.placeOf(n); p.x != p.y {
		f.add(p.x, k)
		f.add(p.y, -k)
		f.constant += k * p.base
		return true
	}
	for _, m := range g.sumOf(n) {
		c, ok := m.coeff.Int64()
		if !ok || c <= -maxFormCoeff || c >= maxFormCoeff || m.off <= -maxFormCoeff*maxFormCoeff ||
			m.off >= maxFormCoeff*maxFormCoeff {
			return false
		}
		f.constant += k * c * m.off
		if m.node == theory.Zero {
			continue
		}
		p := g.placeOf(m.node)
		if p.x == p.y {
			return false // a sum in a sum
		}
		f.add(p.x, k*c)
		f.add(p.y, -k*c)
		f.constant += k * c * p.base
	}
	return -maxFormConstant < f.constant && f.constant < maxFormConstant
}

// bind adds edges so that a form is at least lo and at most hi, unless these are the ends of int64. All but two
// variables, with coefficients 1 and -1, or all but one, are given values near 0; which, is tried.
func (g *sparse) bind(f *linearForm, lo, hi int64) bool {
	f.drop(func(i int) bool { return f.coeffs[i] == 0 })
	if len(f.vars) == 0 {
		return lo <= f.constant && f.constant <= hi
	}
	base := g.graph.Level()
	for i, k := range f.coeffs {
		for j, l := range f.coeffs {
			if k == 1 && l == -1 || i == j && !f.hasPair() {
				g.graph.Push()
				if g.keep(f, i, j, lo, hi) {
					return true
				}
				g.graph.Backtrack(base)
			}
		}
	}
	return false
}

// keep is bind with the choice of the two variables; they may be the same one.
func (g *sparse) keep(f *linearForm, i, j int, lo, hi int64) bool {
	c := f.constant
	for k, v := range f.vars {
		if k == i || k == j {
			continue
		}
		val := g.nearZero(v)
		if val <= -difference.MaxSparseLength || val >= difference.MaxSparseLength || !g.pinVar(v, val) {
			return false
		}
		if c += f.coeffs[k] * val; c <= -maxFormSum || c >= maxFormSum {
			return false
		}
	}
	x, y, k := f.vars[i], f.vars[j], int64(1)
	if i == j {
		y, k = 0, f.coeffs[i]
	}
	return (hi == math.MaxInt64 || g.atMost(x, y, k, hi-c)) && (lo == math.MinInt64 || g.atLeast(x, y, k, lo-c))
}

// nearZero moves a variable as near to 0 as its edges allow, and returns the value.
func (g *sparse) nearZero(v difference.Var) int64 {
	lo, hi := g.graph.Room(v)
	val := min(max(0, lo), hi)
	g.graph.Move(v, val)
	return val
}

// pinVar has a variable keep its value.
func (g *sparse) pinVar(v difference.Var, value int64) bool {
	return g.graph.Assert(v, 0, value, 0) && g.graph.Assert(0, v, -value, 0)
}

// atMost adds k*x - y <= c.
func (g *sparse) atMost(x, y difference.Var, k, c int64) bool {
	if x == y { // both are Zero
		return c >= 0
	}
	if k < 0 {
		// x >= c/k, rounded up
		return g.edge(0, x, -ceilDiv(c, k))
	}
	return g.edge(x, y, floorDiv(c, k))
}

// atLeast adds k*x - y >= c.
func (g *sparse) atLeast(x, y difference.Var, k, c int64) bool {
	if x == y {
		return c <= 0
	}
	if k < 0 {
		return g.edge(x, 0, floorDiv(c, k))
	}
	return g.edge(y, x, -ceilDiv(c, k))
}

func (g *sparse) edge(x, y difference.Var, c int64) bool {
	return -difference.MaxSparseLength < c && c < difference.MaxSparseLength && g.graph.Assert(x, y, c, 0)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// valueOfSum returns the value of a sum that was set aside.
func (g *sparse) valueOfSum(n theory.Node) (v num.Rat) {
	for _, m := range g.sumOf(n) {
		x := intOf(m.off)
		if m.node != theory.Zero {
			x = x.Add(g.value(m.node))
		}
		v = v.AddMul(m.coeff, x)
	}
	return v
}

package simplex

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// Limits of what Direction considers.
const (
	mostUnknowns = 40
	mostSystems  = 100
	widestRow    = 64 // bits of a coefficient
	widestWeight = 30 // bits of how much one range is wider than another
	narrowness   = 4  // how much wider the greatest coefficient of a narrow row is than its range
)

// directions has the systems that Direction has met.
type directions struct {
	systems []system
	rows
	split []bool // by definition: one of the forms of a system
}

// rows are definitions with their unknowns.
type rows struct {
	equations, narrow []int32 // definitions
	unknowns          []Var
}

// system is a connected set of equations and narrow rows between integers. In a reduced
// basis of the integer solutions of the homogeneous equations, the forms give the coordinates.
type system struct {
	rows
	forms [][]Monomial // in the order in which to split on them
}

// Direction returns an integer combination of integer variables and its present value, which is
// fractional; v is an integer variable with a fractional value after a feasible Check. The
// combination is a coordinate in a reduced basis of the lattice of solutions of the equations
// that are connected with v, as in Aardal, Hurkens and Lenstra, "Solving a system of linear
// diophantine equations with lower and upper bounds on the variables" (Mathematics of Operations
// Research 25, 2000). Vectors of such a basis are short and nearly orthogonal, so few values of
// a coordinate are within bounds; the solutions of one equation with two unknowns have a single
// coordinate. Equations are the definitions of fixed slack variables. Where the bounds of a
// slack variable are close to each other (a narrow row), vectors are as short as it is narrow,
// which is Lenstra's method. False means that there is none: v has neither, or eliminating
// variables solves the equations, or there are too many unknowns. After each step spend is
// called as by Check.
func (t *Tableau) Direction(v Var, spend func(int64) bool) (form []Monomial, value num.Rat, ok bool) {
	if !t.collect(v) {
		return nil, value, false
	}
	for _, f := range t.system(spend).forms {
		value = num.Rat{}
		for _, m := range f {
			if len(t.del) > 0 && !t.del[m.V].IsZero() {
				return nil, value, false
			}
			value = value.AddMul(m.C, t.vars[m.V].val)
		}
		if !value.IsInt() {
			t.stats.Directions++
			return f, value, true
		}
	}
	return nil, value, false
}

// collect collects the equations and narrow rows that are connected with v, and their
// unknowns. Variables that are fixed at level 0 are no unknowns, and forms that splits have
// bounded are no rows.
func (t *Tableau) collect(v Var) bool {
	d := &t.directions
	for i := len(d.split); i < len(t.defs); i++ {
		d.split = append(d.split, d.hasForm(&t.defs[i]))
	}
	d.unknowns, d.equations, d.narrow = append(d.unknowns[:0], v), d.equations[:0], d.narrow[:0]
	for k := 0; k < len(d.unknowns); k++ {
		for _, i := range t.occ[d.unknowns[k]] {
			def := &t.defs[i]
			if d.split[i] || !t.integral(def) || slices.Contains(d.equations, i) || slices.Contains(d.narrow, i) {
				continue
			}
			switch {
			case t.fixedVar(&t.vars[def.slack]):
				d.equations = append(d.equations, i)
			case t.isNarrow(def):
				d.narrow = append(d.narrow, i)
			default:
				continue
			}
			for _, m := range def.terms {
				if !t.fixedForever(m.v) && !slices.Contains(d.unknowns, m.v) {
					d.unknowns = append(d.unknowns, m.v)
				}
				if len(d.unknowns) > mostUnknowns || m.c.BitLen() > widestRow {
					return false
				}
			}
		}
	}
	slices.Sort(d.unknowns)
	slices.Sort(d.equations)
	slices.Sort(d.narrow)
	return len(d.equations)+len(d.narrow) > 0
}

// isNarrow reports whether the range of a definition at level 0 is much narrower than its
// greatest coefficient.
func (t *Tableau) isNarrow(def *definition) bool {
	x := &t.vars[def.slack]
	if x.lo == 0 || x.up == 0 || !t.isPermanent(x.lo) || !t.isPermanent(x.up) {
		return false
	}
	width := t.recs[x.up].b.Sub(t.recs[x.lo].b).Floor().Mul(num.FromInt64(narrowness))
	return slices.ContainsFunc(def.terms, func(m term) bool { return width.Less(m.c.Abs()) })
}

// isPermanent reports whether the bound with record i was asserted at level 0.
func (t *Tableau) isPermanent(i int32) bool { return len(t.levels) == 0 || i < t.levels[0].recs }

// hasForm reports whether a definition is one of the forms, or its negative.
func (d *directions) hasForm(def *definition) bool {
	return slices.ContainsFunc(d.systems, func(s system) bool {
		return slices.ContainsFunc(s.forms, func(f []Monomial) bool { return isMultiple(def, f) })
	})
}

// isMultiple reports whether def is f or its negative.
func isMultiple(def *definition, f []Monomial) bool {
	if len(f) != len(def.terms) || !def.den.IsOne() {
		return false
	}
	sign := 0
	for _, m := range def.terms {
		k := slices.IndexFunc(f, func(x Monomial) bool { return x.V == m.v })
		if k < 0 || !f[k].C.Num().Abs().Equal(m.c.Abs()) {
			return false
		}
		s := f[k].C.Sign() * m.c.Sign()
		if sign != 0 && s != sign {
			return false
		}
		sign = s
	}
	return true
}

// fixedForever reports whether v is fixed at level 0.
func (t *Tableau) fixedForever(v Var) bool {
	x := &t.vars[v]
	return t.fixedVar(x) && t.isPermanent(x.lo) && t.isPermanent(x.up)
}

// system returns the system of the rows that collect has found.
func (t *Tableau) system(spend func(int64) bool) *system {
	d := &t.directions
	for i := range d.systems {
		if s := &d.systems[i]; slices.Equal(s.equations, d.equations) && slices.Equal(s.narrow, d.narrow) &&
			slices.Equal(s.unknowns, d.unknowns) {
			return s
		}
	}
	s := system{rows: rows{slices.Clone(d.equations), slices.Clone(d.narrow), slices.Clone(d.unknowns)}}
	if (len(s.narrow) > 0 || t.needsParameters(s.equations)) && !t.reduceSystem(&s, spend) {
		return &s // stopped
	}
	if len(d.systems) == mostSystems {
		d.systems = d.systems[:0]
	}
	d.systems = append(d.systems, s)
	return &d.systems[len(d.systems)-1]
}

// needsParameters reports whether eliminating variables with coefficient 1 does not solve
// the equations.
func (t *Tableau) needsParameters(equations []int32) bool {
	d := diophantine{t: t, widest: widestEquation, forever: true}
	for range t.vars {
		d.fresh()
	}
	for _, i := range equations {
		if !d.add(d.read(i)) {
			return false
		}
	}
	return len(d.solutionOf) > len(t.vars)
}

// reduceSystem finds the forms of s.
func (t *Tableau) reduceSystem(s *system, spend func(int64) bool) bool {
	n := len(s.unknowns)
	forms := matrix(len(s.equations)+len(s.narrow), n)
	for j, i := range slices.Concat(s.equations, s.narrow) {
		for _, m := range t.defs[i].terms {
			if k, ok := slices.BinarySearch(s.unknowns, m.v); ok {
				forms[j][k] = m.c
			}
		}
	}
	measured := slices.Clone(s.unknowns)
	for _, i := range s.narrow {
		measured = append(measured, t.defs[i].slack)
	}
	weights := t.weights(measured)
	l := newLattice(forms, weights[:n], weights[n:])
	if !l.reduce(spend) {
		return false
	}
	for j := l.kernel() - 1; j >= 0; j-- {
		coordinate, ok := l.form(j, spend)
		if !ok {
			return false
		}
		var form []Monomial
		for i, c := range coordinate {
			if !c.IsZero() {
				form = append(form, Monomial{s.unknowns[i], num.RatFromInt(c)})
			}
		}
		s.forms = append(s.forms, form)
	}
	return true
}

// weights returns weights for a scalar product: the square of how much narrower the range of
// a variable is than the widest. One without bounds counts as the widest.
func (t *Tableau) weights(vs []Var) []num.Int {
	bits := make([]int, len(vs))
	most := 0
	for i, v := range vs {
		x := &t.vars[v]
		bits[i] = -1
		if x.lo != 0 && x.up != 0 {
			bits[i] = t.recs[x.up].b.Sub(t.recs[x.lo].b).Ceil().BitLen()
			most = max(most, bits[i])
		}
	}
	weights := make([]num.Int, len(vs))
	for i, b := range bits {
		if b < 0 {
			b = most
		}
		weights[i] = num.FromInt64(1).Lsh(uint(2 * min(most-b, widestWeight)))
	}
	return weights
}

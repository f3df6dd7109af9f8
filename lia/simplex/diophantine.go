package simplex

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// Limits of the elimination: an equation that exceeds them is dropped.
const (
	longestEquation = 60
	widestEquation  = 62 // bits of a coefficient
)

// equation states that the sum of terms plus constant is zero. It follows from
// the combination of definitions in from.
type equation struct {
	terms    []term
	constant num.Int
	from     combination[int32]
}

// combination is a sum of multiples: of definitions, by their numbers, or of variables.
type combination[K comparable] []multiple[K]

type multiple[K comparable] struct {
	of    K
	coeff num.Rat
}

// add adds coeff times a definition or variable.
func (c *combination[K]) add(of K, coeff num.Rat) {
	s := *c
	for i := range s {
		if s[i].of != of {
			continue
		}
		if s[i].coeff = s[i].coeff.Add(coeff); s[i].coeff.IsZero() {
			s[i] = s[len(s)-1]
			*c = s[:len(s)-1]
		}
		return
	}
	*c = append(s, multiple[K]{of, coeff})
}

// diophantine is a system of equations over integers and reals, solved as far as it
// has been read: each solution expresses one variable by others that no earlier
// solution expresses. Variables beyond the tableau's are integers made on the way.
type diophantine struct {
	t          *Tableau
	solutions  []equation       // the first term is the variable; an integer has coefficient 1 or -1
	solutionOf []int32          // by variable; -1: none
	widest     int              // bits of a coefficient
	forever    bool             // for Direction: only unknowns that are fixed at level 0 are constants
	met        bool             // for Form: variables that meet a bound are constants
	form       combination[Var] // for Form: what has no integer value
}

// Diophantine reads the definitions of fixed slack variables as equations, with fixed variables
// as constants, and solves them over the integers by the method of Knuth's "Art of Computer
// Programming" (vol. 2, 4.5.2): a variable with coefficient one is eliminated, otherwise a new
// variable makes the coefficients smaller. An equation with reals is solved for one of them;
// eliminating all reals leaves the equations over integers that they hid. False means that there
// is no solution, or that a bounded variable has no value that the equations allow. Conflict has
// the bounds, as for GCDTest.
func (t *Tableau) Diophantine() bool {
	d := diophantine{t: t, widest: widestEquation}
	for range t.vars {
		d.fresh()
	}
	mixed := t.mixed()
	var open []int32
	for i := range t.defs {
		def := &t.defs[i]
		if !mixed && !t.integral(def) {
			continue
		}
		s := &t.vars[def.slack]
		switch {
		case t.fixedVar(s):
			if !d.add(d.read(int32(i))) {
				t.stats.DioConflicts++
				return false
			}
		case s.lo != 0 && s.up != 0:
			open = append(open, int32(i))
		}
	}
	for _, i := range open {
		e := d.read(i)
		if len(d.solutions) > 0 && d.substitute(&e) && !d.holds(e.from) {
			t.stats.DioConflicts++
			return false
		}
	}
	return true
}

// fresh makes a variable.
func (d *diophantine) fresh() Var {
	d.solutionOf = append(d.solutionOf, -1)
	return Var(len(d.solutionOf) - 1)
}

// integral reports whether a definition has only integer variables, slack included.
func (t *Tableau) integral(def *definition) bool {
	return t.IsInt(def.slack) && !slices.ContainsFunc(def.terms, func(m term) bool { return !t.IsInt(m.v) })
}

// mixed reports whether an equation has both integers and reals that are not fixed.
// If none has, the reals do not matter to the integers.
func (t *Tableau) mixed() bool {
	for i := range t.defs {
		def := &t.defs[i]
		if !t.fixedVar(&t.vars[def.slack]) {
			continue
		}
		ints, reals := false, false
		for _, m := range def.terms {
			if v := &t.vars[m.v]; !t.fixedVar(v) {
				ints, reals = ints || v.flags&isInt != 0, reals || v.flags&isInt == 0
			}
		}
		if ints && reals {
			return true
		}
	}
	return false
}

// read turns definition i into an equation.
func (d *diophantine) read(i int32) equation {
	d.t.loadDef(&d.t.defs[i])
	e := equation{from: combination[int32]{{i, num.RatFromInt64(1)}}}
	var constant num.Rat
	for _, m := range d.t.scratch {
		if k, ok := d.constant(m.v); ok {
			constant = constant.AddMul(num.RatFromInt(m.c), k)
		} else {
			e.terms = append(e.terms, m)
		}
	}
	e.scale(constant.Den())
	e.constant = constant.Num()
	return e
}

// constant returns the value of a variable that counts as a constant.
func (d *diophantine) constant(x Var) (num.Rat, bool) {
	if d.met {
		k, ok := d.t.met(x)
		return num.RatFromInt(k), ok
	}
	if v := &d.t.vars[x]; d.t.fixedVar(v) && (!d.forever || d.t.fixedForever(x) || v.def >= 0) {
		return d.t.recs[v.lo].b, true
	}
	return num.Rat{}, false
}

// add adds e to the system. False means that it has no solution with e.
func (d *diophantine) add(e equation) bool {
	if !d.substitute(&e) {
		return true
	}
	if k := d.realTerm(&e); k >= 0 {
		d.solve(e, k)
		return true
	}
	for len(e.terms) > 0 {
		g := gcdOf(e.terms)
		if !g.Divides(e.constant) {
			if d.met {
				d.combine(&e, g)
				return false
			}
			d.reduceModulo(&e, g)
			return d.holds(e.from)
		}
		e.divide(g)
		k := leastTerm(e.terms)
		if e.terms[k].c.Abs().IsOne() {
			d.solve(e, k)
			break
		}
		e = d.reduce(e, k)
	}
	return true
}

// realTerm returns the index of a real variable in e, or -1.
func (d *diophantine) realTerm(e *equation) int {
	return slices.IndexFunc(e.terms, func(m term) bool { return int(m.v) < len(d.t.vars) && !d.t.IsInt(m.v) })
}

// substitute eliminates the variables that have solutions; false means that e
// exceeded the limits.
func (d *diophantine) substitute(e *equation) bool {
	for {
		at, first := -1, int32(len(d.solutions))
		for k, m := range e.terms {
			if i := d.solutionOf[m.v]; i >= 0 && i < first {
				at, first = k, i
			}
		}
		if at < 0 {
			return true
		}
		s := &d.solutions[first]
		x := s.terms[0].c
		e.scale(x.Abs())
		k, _ := e.terms[at].c.QuoRem(x)
		k = k.Neg()
		for _, m := range s.terms {
			e.addTerm(m.v, k.Mul(m.c))
		}
		e.constant = e.constant.Add(k.Mul(s.constant))
		for _, f := range s.from {
			e.from.add(f.of, f.coeff.Mul(num.RatFromInt(k)))
		}
		if !x.Abs().IsOne() {
			e.divide(gcdOf(e.terms).GCD(e.constant))
		}
		if len(e.terms) > longestEquation || !e.isNarrow(d.widest) {
			return false
		}
	}
}

// solve makes e the solution for its term k: a real variable, or one with coefficient 1
// or -1.
func (d *diophantine) solve(e equation, k int) {
	e.terms[0], e.terms[k] = e.terms[k], e.terms[0]
	d.solutionOf[e.terms[0].v] = int32(len(d.solutions))
	d.solutions = append(d.solutions, e)
}

// reduce expresses the variable of term k, with the least coefficient a, by a new
// one, so that all other coefficients of e become remainders modulo a.
func (d *diophantine) reduce(e equation, k int) equation {
	a, v := e.terms[k].c, d.fresh()
	rest := equation{terms: []term{{a, v}}, from: e.from}
	given := equation{terms: []term{{num.FromInt64(1), e.terms[k].v}, {num.FromInt64(-1), v}}}
	for j, m := range e.terms {
		if j == k {
			continue
		}
		q, r := m.c.EuclidDivMod(a)
		if !q.IsZero() {
			given.terms = append(given.terms, term{q, m.v})
		}
		if !r.IsZero() {
			rest.terms = append(rest.terms, term{r, m.v})
		}
	}
	given.constant, rest.constant = e.constant.EuclidDivMod(a)
	d.solve(given, 0)
	return rest
}

// holds tests a sum of multiples of definitions, cleared of denominators, as
// GCDTest does the rows.
func (d *diophantine) holds(from combination[int32]) bool {
	den := num.FromInt64(1)
	for _, f := range from {
		den = den.LCM(f.coeff.Den())
	}
	var sum equation
	for _, f := range from {
		k := f.coeff.Mul(num.RatFromInt(den)).Num()
		def := &d.t.defs[f.of]
		for _, m := range def.terms {
			sum.addTerm(m.v, k.Mul(m.c))
		}
		sum.addTerm(def.slack, k.Mul(def.den).Neg())
	}
	d.t.scratch = append(d.t.scratch[:0], sum.terms...)
	return d.t.sumGCD()
}

// addTerm adds c*v to e.
func (e *equation) addTerm(v Var, c num.Int) {
	for k := range e.terms {
		m := &e.terms[k]
		if m.v != v {
			continue
		}
		if m.c = m.c.Add(c); m.c.IsZero() {
			e.terms[k] = e.terms[len(e.terms)-1]
			e.terms = e.terms[:len(e.terms)-1]
		}
		return
	}
	e.terms = append(e.terms, term{c, v})
}

// scale multiplies e by k, which is positive.
func (e *equation) scale(k num.Int) {
	if k.IsOne() {
		return
	}
	for i := range e.terms {
		e.terms[i].c = e.terms[i].c.Mul(k)
	}
	e.constant = e.constant.Mul(k)
	for i := range e.from {
		e.from[i].coeff = e.from[i].coeff.Mul(num.RatFromInt(k))
	}
}

// divide divides e by g, which divides all its numbers.
func (e *equation) divide(g num.Int) {
	if g.IsZero() || g.IsOne() {
		return
	}
	for k := range e.terms {
		e.terms[k].c, _ = e.terms[k].c.QuoRem(g)
	}
	e.constant, _ = e.constant.QuoRem(g)
	for k := range e.from {
		e.from[k].coeff = e.from[k].coeff.Div(num.RatFromInt(g))
	}
}

// reduceModulo divides e.from by g and drops integer multiples of integral definitions,
// which do not matter modulo g, so that only equations that matter are blamed.
func (d *diophantine) reduceModulo(e *equation, g num.Int) {
	kept := e.from[:0]
	for _, f := range e.from {
		c := f.coeff.Div(num.RatFromInt(g))
		if d.t.integral(&d.t.defs[f.of]) {
			c = c.Sub(num.RatFromInt(c.Floor()))
		}
		if !c.IsZero() {
			kept = append(kept, multiple[int32]{f.of, c})
		}
	}
	e.from = kept
}

func (e *equation) isNarrow(widest int) bool {
	return !slices.ContainsFunc(e.terms, func(m term) bool { return m.c.BitLen() > widest })
}

func gcdOf(terms []term) num.Int {
	var g num.Int
	for _, m := range terms {
		g = g.GCD(m.c)
	}
	return g
}

// leastTerm returns the index of the coefficient of least magnitude.
func leastTerm(terms []term) int {
	k := 0
	for j, m := range terms {
		if m.c.Abs().Less(terms[k].c.Abs()) {
			k = j
		}
	}
	return k
}

package simplex

import "github.com/muster-smt/muster/theory/num"

// Bounded reports whether the bounds leave an interval with two ends to each of the
// given variables over the rationals. If a feasible polyhedron is unbounded in a direction, its
// recession cone has a vector in that direction: a solution of the rows where all
// bounds are zero. Before each pivot spend is called as by Check; false may mean
// that it stopped the test.
func (t *Tableau) Bounded(vs []Var, spend func(int64) bool) bool {
	var cone *Tableau
	var image []Var
	for _, v := range vs {
		for _, upper := range [...]bool{false, true} {
			if t.boundIndex(v, upper) != 0 {
				continue
			}
			if cone == nil {
				cone, image = t.recession(vs)
			}
			cone.Push()
			far := num.RatFromInt64(1)
			ok := true
			if upper {
				ok = cone.AssertLower(image[v], far, false, 0)
			} else {
				ok = cone.AssertUpper(image[v], far.Neg(), false, 0)
			}
			if ok && cone.Check(spend) != Infeasible {
				return false
			}
			cone.Backtrack(0)
		}
	}
	return true
}

// recession returns a tableau whose solutions are the recession cone, with the image of each
// variable: those of definitions with bounds and those in vs have one.
func (t *Tableau) recession(vs []Var) (cone *Tableau, image []Var) {
	cone = New()
	image = make([]Var, len(t.vars))
	for v := range t.vars {
		image[v] = NoVar
		if t.vars[v].def < 0 {
			image[v] = cone.NewVar(false)
		}
	}
	row := func(v Var) {
		def := &t.defs[t.vars[v].def]
		ms := make([]Monomial, 0, len(def.terms))
		for _, m := range def.terms {
			ms = append(ms, Monomial{image[m.v], num.FromInts(m.c, def.den)})
		}
		image[v] = cone.NewRow(ms)
	}
	for _, v := range vs {
		if image[v] == NoVar {
			row(v)
		}
	}
	for v := range t.vars {
		x := &t.vars[v]
		if x.lo|x.up == 0 {
			continue
		}
		if image[v] == NoVar {
			row(Var(v))
		}
		if x.lo != 0 {
			cone.AssertLower(image[v], num.Rat{}, false, 0)
		}
		if x.up != 0 {
			cone.AssertUpper(image[v], num.Rat{}, false, 0)
		}
	}
	return cone, image
}

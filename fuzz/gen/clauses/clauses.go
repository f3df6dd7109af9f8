// Package clauses makes random formulas in conjunctive normal form, in families that each
// exercise a technique of a solver. All random choices come from the given generator.
package clauses

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/sat"
)

// A Family makes clauses over the variables 1 to about n.
type Family struct {
	Name   string
	Weight int
	Make   func(r *rand.Rand, n int) [][]sat.Lit
}

// Families lists the families of formulas.
var Families = [...]Family{
	{"mixed", 6, Mixed},
	{"threshold", 3, Threshold},
	{"circuit", 5, func(r *rand.Rand, n int) [][]sat.Lit { return Circuit(r, 1+n/3, n-1-n/3) }},
	{"binary", 3, Binary},
	{"equivalences", 2, Equivalences},
	{"parity", 2, Parity},
	{"pigeons", 1, Pigeons},
	{"ordered", 1, Ordered},
	{"corners", 2, Corners},
}

// Random makes clauses of a random family, or of two.
func Random(r *rand.Rand, n int) [][]sat.Lit {
	cs := family(r).Make(r, n)
	if r.IntN(4) == 0 {
		cs = append(cs, family(r).Make(r, n)...)
	}
	return cs
}

func family(r *rand.Rand) *Family {
	total := 0
	for _, f := range Families {
		total += f.Weight
	}
	k := r.IntN(total)
	for i := range Families {
		if k -= Families[i].Weight; k < 0 {
			return &Families[i]
		}
	}
	return &Families[0]
}

// Lit returns a random literal.
func Lit(r *rand.Rand, vars int) sat.Lit { return sat.Lit(2 + r.IntN(2*vars)) }

// Lits returns random literals, which may be equal or opposite.
func Lits(r *rand.Rand, vars, n int) []sat.Lit {
	c := make([]sat.Lit, n)
	for i := range c {
		c[i] = Lit(r, vars)
	}
	return c
}

// Distinct returns literals of different variables, at most one for each.
func Distinct(r *rand.Rand, vars, n int) []sat.Lit {
	c := make([]sat.Lit, 0, n)
next:
	for len(c) < min(n, vars) {
		l := Lit(r, vars)
		for _, m := range c {
			if m.Var() == l.Var() {
				continue next
			}
		}
		c = append(c, l)
	}
	return c
}

// Mixed makes clauses of all short lengths.
func Mixed(r *rand.Rand, n int) [][]sat.Lit {
	var cs [][]sat.Lit
	for range n * (1 + r.IntN(4)) {
		size := 2 + r.IntN(2) + r.IntN(2)
		if r.IntN(12) == 0 {
			size = 1 + r.IntN(7)
		}
		cs = append(cs, Distinct(r, n, size))
	}
	return cs
}

// Threshold makes random k-SAT near the threshold, where half the formulas are satisfiable.
func Threshold(r *rand.Rand, n int) [][]sat.Lit {
	k, hundredths := 3, 426
	if r.IntN(4) == 0 {
		k, hundredths = 4, 993
	}
	cs := make([][]sat.Lit, n*hundredths/100+r.IntN(3))
	for i := range cs {
		cs[i] = Distinct(r, n, k)
	}
	return cs
}

// Circuit makes gates: the first variables are inputs, each of the n after them is an
// equivalence, a conjunction, an exclusive or, an if-then-else, a majority or a conjunction
// of many of the earlier ones.
func Circuit(r *rand.Rand, inputs, n int) [][]sat.Lit {
	var cs [][]sat.Lit
	for out := inputs + 1; out <= inputs+n; out++ {
		x := sat.Var(out).Pos() | sat.Lit(r.IntN(2))
		in := func() sat.Lit { return Lit(r, out-1) }
		a, b, c := in(), in(), in()
		switch r.IntN(8) {
		case 0:
			cs = append(cs, equal(x, a)...)
		case 1, 2:
			cs = append(cs, xor(x.Not(), a, b)...)
		case 3:
			cs = append(cs, []sat.Lit{x.Not(), a.Not(), b}, []sat.Lit{x.Not(), a, c}, []sat.Lit{x, a.Not(), b.Not()}, []sat.Lit{x, a, c.Not()})
		case 4:
			cs = append(cs, []sat.Lit{x.Not(), a, b}, []sat.Lit{x.Not(), a, c}, []sat.Lit{x.Not(), b, c},
				[]sat.Lit{x, a.Not(), b.Not()}, []sat.Lit{x, a.Not(), c.Not()}, []sat.Lit{x, b.Not(), c.Not()})
		case 5:
			cs = append(cs, and(x, Distinct(r, out-1, 3+r.IntN(3)))...)
		default:
			cs = append(cs, and(x, []sat.Lit{a, b})...)
		}
	}
	return cs
}

func equal(x, a sat.Lit) [][]sat.Lit { return [][]sat.Lit{{x.Not(), a}, {x, a.Not()}} }

func and(x sat.Lit, in []sat.Lit) [][]sat.Lit {
	var cs [][]sat.Lit
	long := []sat.Lit{x}
	for _, a := range in {
		cs = append(cs, []sat.Lit{x.Not(), a})
		long = append(long, a.Not())
	}
	return append(cs, long)
}

// xor says that an odd number of the literals is true.
func xor(lits ...sat.Lit) [][]sat.Lit {
	var cs [][]sat.Lit
	for signs := range 1 << len(lits) {
		even := true
		c := make([]sat.Lit, len(lits))
		for i, l := range lits {
			c[i] = l ^ sat.Lit(signs>>i&1)
			even = even != (signs>>i&1 == 1)
		}
		if even {
			cs = append(cs, c)
		}
	}
	return cs
}

// Binary makes an implication graph with cycles, and a few longer clauses.
func Binary(r *rand.Rand, n int) [][]sat.Lit {
	var cs [][]sat.Lit
	for range n + r.IntN(1+n) {
		cs = append(cs, Distinct(r, n, 2))
	}
	for range r.IntN(1 + n) {
		cs = append(cs, Distinct(r, n, 3))
	}
	return cs
}

// Equivalences makes clauses that put variables into classes, some of them only late.
func Equivalences(r *rand.Rand, n int) [][]sat.Lit {
	var cs [][]sat.Lit
	for range n / 2 {
		cs = append(cs, equal(Lit(r, n), Lit(r, n))...)
	}
	return append(cs, Mixed(r, n)...)
}

// Parity makes a system of exclusive ors of three or four variables, rarely more. In some
// systems a few clauses lack a literal.
func Parity(r *rand.Rand, n int) [][]sat.Lit {
	var cs [][]sat.Lit
	shorten := r.IntN(3) == 0
	for range n*3/4 + r.IntN(1+n/2) {
		size := 3 + r.IntN(2)
		if r.IntN(12) == 0 {
			size += r.IntN(4)
		}
		cs = append(cs, xor(Distinct(r, n, size)...)...)
		if shorten && r.IntN(4) == 0 {
			c := &cs[r.IntN(len(cs))]
			*c = (*c)[:max(1, len(*c)-1)]
		}
	}
	return cs
}

// Pigeons puts pigeons into holes, with one pigeon too many or not.
func Pigeons(r *rand.Rand, n int) [][]sat.Lit {
	holes := 1
	for (holes+1)*(holes+2) <= n && holes < 5 {
		holes++
	}
	pigeons := holes + r.IntN(2)
	in := func(p, h int) sat.Lit { return sat.Var(p*holes + h + 1).Pos() }
	var cs [][]sat.Lit
	for p := range pigeons {
		var some []sat.Lit
		for h := range holes {
			some = append(some, in(p, h))
			for q := range p {
				cs = append(cs, []sat.Lit{in(p, h).Not(), in(q, h).Not()})
			}
		}
		cs = append(cs, some)
	}
	return cs
}

// Ordered says that a finite order has no least element.
func Ordered(r *rand.Rand, n int) [][]sat.Lit {
	size := 2
	for (size+1)*size/2 <= n && size < 7 {
		size++
	}
	less := func(i, j int) sat.Lit {
		if i > j {
			return sat.Var(i*(i-1)/2 + j + 1).Neg()
		}
		return sat.Var(j*(j-1)/2 + i + 1).Pos()
	}
	var cs [][]sat.Lit
	for i := range size {
		var some []sat.Lit
		for j := range size {
			if i != j {
				some = append(some, less(j, i))
			}
			for k := range size {
				if i != j && j != k && i != k {
					cs = append(cs, []sat.Lit{less(i, j).Not(), less(j, k).Not(), less(i, k)})
				}
			}
		}
		if i > 0 || r.IntN(2) == 0 {
			cs = append(cs, some)
		}
	}
	return cs
}

// Corners makes units, repeated literals and clauses, tautologies, clauses with all
// variables, subsumed clauses, and rarely an empty one.
func Corners(r *rand.Rand, n int) [][]sat.Lit {
	cs := [][]sat.Lit{Distinct(r, n, 1+r.IntN(3))}
	for range 1 + r.IntN(3*n) {
		old := cs[r.IntN(len(cs))]
		switch k := r.IntN(40); {
		case k == 0:
			cs = append(cs, nil)
		case k < 5:
			cs = append(cs, Lits(r, n, 1))
		case k < 9:
			cs = append(cs, append([]sat.Lit{}, old...))
		case k < 14:
			cs = append(cs, append(Lits(r, n, 1+r.IntN(2)), old...))
		case k < 17:
			l := Lit(r, n)
			cs = append(cs, append(Lits(r, n, r.IntN(3)), l, l.Not()))
		case k < 20:
			cs = append(cs, Distinct(r, n, n))
		default:
			cs = append(cs, Lits(r, n, 2+r.IntN(3)))
		}
	}
	return cs
}

package simplex

import "github.com/muster-smt/muster/theory/num"

// lattice is a basis of the integer vectors of some length, a row of basis each, with the
// dual basis: row j of dual is the form that gives the coordinate of a vector at row j of
// basis. Further forms are given, with a weight each; image has their values at each basis
// vector.
//
// The basis is reduced with exact integers as by Cohen, "A Course in Computational Algebraic
// Number Theory", Algorithm 2.6.7 (LLL, after de Weger). The scalar product is the weighted
// sum of products of the unknowns and of the given forms. The first forms, equations, have
// so great a weight that vectors at which they are zero come first.
type lattice struct {
	basis, dual, image [][]num.Int
	weights            []num.Int // of the unknowns
	heavy              []num.Int // of the given forms
	equations          int       // the number of forms that are equations
	d                  []num.Int // d[i+1] is the determinant of the Gram matrix of the first i+1 vectors
	lambda             [][]num.Int
	known              int // the number of vectors with d and lambda
}

// newLattice returns the unit vectors, not reduced. There is a weight for each form that
// is no equation.
func newLattice(forms [][]num.Int, weights, heavy []num.Int) *lattice {
	n := len(weights)
	l := &lattice{
		basis: matrix(n, n), dual: matrix(n, n), image: matrix(n, len(forms)), equations: len(forms) - len(heavy),
		weights: weights, d: make([]num.Int, n+1), lambda: matrix(n, n),
	}
	one := num.FromInt64(1)
	for i := range n {
		l.basis[i][i], l.dual[i][i] = one, one
		for j, e := range forms {
			l.image[i][j] = e[i]
		}
	}
	// A reduced vector at which the equations are zero is at most 2^n times as long as the
	// product of the equations.
	bits := n + widest(weights) + widest(heavy)
	for j, e := range forms {
		bits += 2*widest(e) + num.FromInt64(int64(n)).BitLen()
		if j < l.equations {
			l.heavy = append(l.heavy, num.Int{})
		}
	}
	for j := range l.heavy {
		l.heavy[j] = one.Lsh(uint(bits))
	}
	l.heavy = append(l.heavy, heavy...)
	return l
}

// widest returns the bits of the greatest number.
func widest(xs []num.Int) int {
	most := 0
	for _, x := range xs {
		most = max(most, x.BitLen())
	}
	return most
}

func matrix(rows, columns int) [][]num.Int {
	m := make([][]num.Int, rows)
	for i := range m {
		m[i] = make([]num.Int, columns)
	}
	return m
}

// reduce reduces the basis; it returns false if spend, which is called before each
// exchange, does.
func (l *lattice) reduce(spend func(int64) bool) bool {
	l.d[0] = num.FromInt64(1)
	l.orthogonalize(0)
	for k := 1; k < len(l.basis); {
		if k == l.known {
			l.orthogonalize(k)
		}
		l.shorten(k, k-1)
		// Lovász's condition, with 3/4.
		q := l.d[k].Mul(l.d[k]).Mul(num.FromInt64(3)).Sub(l.lambda[k][k-1].Mul(l.lambda[k][k-1]).Mul(num.FromInt64(4)))
		if l.d[k-1].Mul(l.d[k+1]).Mul(num.FromInt64(4)).Less(q) {
			if spend != nil && !spend(0) {
				return false
			}
			l.exchange(k)
			k = max(1, k-1)
			continue
		}
		for j := k - 2; j >= 0; j-- {
			l.shorten(k, j)
		}
		k++
	}
	return true
}

// kernel returns the number of basis vectors, the first ones, at which the equations are
// zero.
func (l *lattice) kernel() int {
	for i, row := range l.image {
		for _, c := range row[:l.equations] {
			if !c.IsZero() {
				return i
			}
		}
	}
	return len(l.image)
}

// orthogonalize computes d and lambda for vector i.
func (l *lattice) orthogonalize(i int) {
	for j := range i + 1 {
		s := l.product(i, j)
		for m := range j {
			s, _ = l.d[m+1].Mul(s).Sub(l.lambda[i][m].Mul(l.lambda[j][m])).QuoRem(l.d[m])
		}
		if j < i {
			l.lambda[i][j] = s
		} else {
			l.d[i+1] = s
		}
	}
	l.known = i + 1
}

// product returns the scalar product of two basis vectors.
func (l *lattice) product(i, j int) num.Int {
	var sum num.Int
	for k, c := range l.image[i] {
		if x := l.image[j][k]; !c.IsZero() && !x.IsZero() {
			sum = sum.Add(c.Mul(x).Mul(l.heavy[k]))
		}
	}
	for k, c := range l.basis[i] {
		if x := l.basis[j][k]; !c.IsZero() && !x.IsZero() {
			sum = sum.Add(c.Mul(x).Mul(l.weights[k]))
		}
	}
	return sum
}

// shorten subtracts a multiple of vector j from vector k, a later one.
func (l *lattice) shorten(k, j int) {
	q := nearest(l.lambda[k][j], l.d[j+1])
	if q.IsZero() {
		return
	}
	minus := q.Neg()
	addRow(l.basis[k], minus, l.basis[j])
	addRow(l.image[k], minus, l.image[j])
	addRow(l.dual[j], q, l.dual[k])
	l.lambda[k][j] = l.lambda[k][j].Add(minus.Mul(l.d[j+1]))
	addRow(l.lambda[k][:j], minus, l.lambda[j][:j])
}

// addRow adds k times y to x.
func addRow(x []num.Int, k num.Int, y []num.Int) {
	for i := range x {
		if !y[i].IsZero() {
			x[i] = x[i].Add(k.Mul(y[i]))
		}
	}
}

// nearest returns the integer nearest to a/b, for positive b.
func nearest(a, b num.Int) num.Int {
	return a.Add(a).Add(b).FloorDiv(b.Add(b))
}

// exchange exchanges the vectors k and k-1.
func (l *lattice) exchange(k int) {
	for _, m := range [...][][]num.Int{l.basis, l.dual, l.image} {
		m[k], m[k-1] = m[k-1], m[k]
	}
	for j := range k - 1 {
		l.lambda[k][j], l.lambda[k-1][j] = l.lambda[k-1][j], l.lambda[k][j]
	}
	x, d := l.lambda[k][k-1], l.d[k]
	b, _ := l.d[k-1].Mul(l.d[k+1]).Add(x.Mul(x)).QuoRem(d)
	for i := k + 1; i < l.known; i++ {
		y := l.lambda[i][k]
		l.lambda[i][k], _ = l.d[k+1].Mul(l.lambda[i][k-1]).Sub(x.Mul(y)).QuoRem(d)
		l.lambda[i][k-1], _ = b.Mul(y).Add(x.Mul(l.lambda[i][k])).QuoRem(l.d[k+1])
	}
	l.d[k] = b
}

// form returns the form of coordinate j of the kernel, made small: on the
// solutions of the equations, the forms of coordinates outside the kernel are constant.
// False means that spend, which is called before each round, returned false.
//
// It ends: subtracting the nearest multiple of g makes f shorter, or leaves it as long if
// that is g itself; and g alone is not subtracted in a circle, since the forms are
// independent.
func (l *lattice) form(j int, spend func(int64) bool) ([]num.Int, bool) {
	f := l.dual[j]
	for again := true; again; {
		if again = false; spend != nil && !spend(0) {
			return nil, false
		}
		for i := l.kernel(); i < len(l.dual); i++ {
			g := l.dual[i]
			if k := nearest(dot(f, g), dot(g, g)); !k.IsZero() {
				addRow(f, k.Neg(), g)
				again = true
			}
		}
	}
	return f, true
}

func dot(x, y []num.Int) num.Int {
	var sum num.Int
	for i := range x {
		sum = sum.Add(x[i].Mul(y[i]))
	}
	return sum
}

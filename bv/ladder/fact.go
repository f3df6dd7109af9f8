package ladder

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
)

// Fact says that Z is the product of X and Y modulo 2^n, or that Z and R are quotient and
// remainder of X by Y as bv/circuit defines them. All words have one width n.
type Fact struct {
	X, Y, Z, R []aig.Lit // R is nil for a product

	// Most is the number of gates that a lemma may have; 0 if there is no bound.
	Most int64

	// Exact is true when the lemmas so far are all there is to say.
	Exact bool

	fixed []aig.Lit // by schema without parameters: its lemma, made when it is first needed
	used  []int     // by schema: how often its lemma was used
	fits  aig.Lit   // see Fact.noOverflow; 0 if it was not made
	low   int       // so many low bits of the equation hold
	// values is how many lemmas of method value there are.
	values int
}

// Point has the numbers of a fact's words in an assignment.
type Point struct{ X, Y, Z, R *big.Int }

// Product returns a fact whose result is new inputs.
func Product(g *aig.Graph, x, y []aig.Lit) *Fact {
	return &Fact{X: slices.Clone(x), Y: slices.Clone(y), Z: circuit.New(g).Inputs(len(x))}
}

// Division returns a fact whose results are new inputs.
func Division(g *aig.Graph, x, y []aig.Lit) *Fact {
	f := Product(g, x, y)
	f.R = circuit.New(g).Inputs(len(x))
	return f
}

// ProductGates estimates the number of gates of a product's circuit: none, if an operand is constant.
func ProductGates(x, y []aig.Lit) int64 {
	n := int64(len(x))
	return 3 * min(variable(x)*variable(y), n*n/2)
}

// MultipleGates estimates the number of gates of the circuit of a product with a constant: none, if
// no operand is one.
func MultipleGates(x, y []aig.Lit) int64 {
	if variable(x) > 0 && variable(y) > 0 {
		return 0
	}
	n := int64(len(x))
	return n * n / 2 // a third of the digits are not 0
}

func productGates(x, y []aig.Lit) int64 { return max(ProductGates(x, y), MultipleGates(x, y)) }

// DivisionGates estimates the number of gates of a division's circuit.
func DivisionGates(x, y []aig.Lit) int64 {
	m := len(y)
	for m > 0 && y[m-1] == aig.False {
		m--
	}
	each := int64(4)
	if variable(y) == 0 {
		each = 2
	}
	return each * variable(x) * int64(m)
}

// variable counts the bits from the lowest to the highest that is not constant.
func variable(x []aig.Lit) int64 {
	n := len(x)
	for n > 0 && x[n-1].IsConst() {
		n--
	}
	k := 0
	for k < n && x[k].IsConst() {
		k++
	}
	return int64(n - k)
}

// Results returns what Z and R have to be for operands; r is nil for a product.
func (f *Fact) Results(x, y *big.Int) (z, r *big.Int) {
	n := uint(len(f.X))
	switch {
	case f.R == nil:
		z = new(big.Int).Mul(x, y)
		return z.And(z, ones(n)), nil
	case y.Sign() == 0:
		return ones(n), x
	}
	return new(big.Int).QuoRem(x, y, new(big.Int))
}

// ones is 2^n - 1.
func ones(n uint) *big.Int {
	p := power(int(n))
	return p.Sub(p, big.NewInt(1))
}

func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// Refine returns a valid formula that a wrong assignment violates; at has its numbers, holds
// evaluates. Perhaps it is what the circuit says, and the fact is exact. It returns false if there
// is none but the circuit, which is too large, and if the builder was interrupted, and then nothing
// has changed.
func (f *Fact) Refine(b *circuit.Builder, at Point, holds func(aig.Lit) bool) (l aig.Lit, ok bool) {
	schemas := f.schemas()
	if f.used == nil {
		f.used = make([]int, len(schemas))
	}
	for k := range schemas {
		s := &schemas[k]
		if f.used[k] == s.uses(len(f.X)) {
			continue
		}
		l := f.lemma(b, k, at)
		if b.Interrupted() {
			return aig.False, false
		}
		if !holds(l) {
			f.used[k]++
			return l, true
		}
	}
	if l, ok := f.lowBits(b, holds); ok || b.Interrupted() {
		return l, ok
	}
	if f.values == valueLemmas {
		return aig.False, false
	}
	f.values++
	return f.value(b, at), true
}

// valueLemmas is how many lemmas of method value there are in place of a circuit that is too large.
const valueLemmas = 1 << 8

// value says what the result is for the operands that these are.
func (f *Fact) value(b *circuit.Builder, at Point) aig.Lit {
	n := len(f.X)
	z, r := f.Results(at.X, at.Y)
	is := b.Eq(f.Z, b.Const(z, n))
	if f.R != nil {
		is = b.And(is, b.Eq(f.R, b.Const(r, n)))
	}
	return implies(b, b.And(b.Eq(f.X, b.Const(at.X, n)), b.Eq(f.Y, b.Const(at.Y, n))), is)
}

// lemma returns the lemma of a schema at a point. It has no meaning if the builder was interrupted,
// and is not kept then.
func (f *Fact) lemma(b *circuit.Builder, k int, at Point) aig.Lit {
	s := &f.schemas()[k]
	if s.at != nil {
		return s.at(b, f, at)
	}
	for len(f.fixed) <= k {
		f.fixed = append(f.fixed, aig.False)
	}
	if l := f.fixed[k]; l != aig.False {
		return l
	}
	l := s.always(b, f)
	if !b.Interrupted() {
		f.fixed[k] = l
	}
	return l
}

// lowBits says that twice as many low bits agree as before, until these are wrong. When there
// are many, everything does. It returns false if it was interrupted, or if that is too large.
func (f *Fact) lowBits(b *circuit.Builder, holds func(aig.Lit) bool) (l aig.Lit, ok bool) {
	n := len(f.X)
	for k := max(4, 2*f.low); k <= n/2 && !f.tooLarge(f.equationGates(k)); k *= 2 {
		l := f.equation(b, k)
		if b.Interrupted() {
			return aig.False, false
		}
		if f.low = k; !holds(l) {
			return l, true
		}
	}
	if f.tooLarge(f.gates()) {
		return aig.False, false
	}
	l = f.Meaning(b)
	f.Exact = !b.Interrupted()
	return l, f.Exact
}

func (f *Fact) tooLarge(gates int64) bool { return f.Most > 0 && gates > f.Most }

// gates estimates the number of gates of the operator's circuit.
func (f *Fact) gates() int64 {
	if f.R != nil {
		return DivisionGates(f.X, f.Y)
	}
	return productGates(f.X, f.Y)
}

// equation says that the equation of the fact holds modulo 2^k.
func (f *Fact) equation(b *circuit.Builder, k int) aig.Lit {
	x, y, z := f.X[:k], f.Y[:k], f.Z[:k]
	if f.R == nil {
		return b.Eq(b.Mul(x, y), z)
	}
	return b.Eq(b.Add(b.Mul(z, y), f.R[:k]), x)
}

// equationGates estimates the number of gates of that.
func (f *Fact) equationGates(k int) int64 {
	if f.R == nil {
		return productGates(f.X[:k], f.Y[:k])
	}
	return productGates(f.Z[:k], f.Y[:k])
}

// Meaning says all that the fact does, by the operator's circuit.
func (f *Fact) Meaning(b *circuit.Builder) aig.Lit {
	if f.R == nil {
		return b.Eq(b.Mul(f.X, f.Y), f.Z)
	}
	q, r := b.UdivRem(f.X, f.Y)
	return b.And(b.Eq(q, f.Z), b.Eq(r, f.R))
}

// digits counts the digits of a number's form with digits 1, 0 and -1 of which no two in a row are not 0.
func digits(c *big.Int) int {
	// These are the bits in which c and 3c differ.
	d := new(big.Int).Lsh(c, 1)
	d.Add(d, c).Xor(d, c)
	n := 0
	for _, w := range d.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

package circuit

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
)

// Select is element i of the elements of an array, one for each value of i, joined.
func (b *Builder) Select(array, i []aig.Lit) []aig.Lit {
	z := array
	for _, bit := range i {
		n := len(array) >> len(i)
		half := make([]aig.Lit, 0, len(z)/2)
		for k := 0; k < len(z); k += 2 * n {
			half = append(half, b.IteWords(bit, z[k+n:k+2*n], z[k:k+n])...)
		}
		z = half
	}
	return slices.Clone(z)
}

// Store is an array with x as its element i.
func (b *Builder) Store(array, i, x []aig.Lit) []aig.Lit {
	hits := []aig.Lit{aig.True} // by the value of the bits of i so far
	for k, bit := range i {
		for _, h := range hits[:1<<k] {
			hits = append(hits, b.And(h, bit))
		}
		for j, h := range hits[:1<<k] {
			hits[j] = b.And(h, bit.Not())
		}
	}
	z := make([]aig.Lit, 0, len(array))
	for k, hit := range hits {
		z = append(z, b.IteWords(hit, x, array[k*len(x):(k+1)*len(x)])...)
	}
	return z
}

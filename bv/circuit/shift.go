package circuit

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
)

// Shl shifts x to the left by the amount y, of any width.
func (b *Builder) Shl(x, y []aig.Lit) []aig.Lit {
	return b.reverse(b.shift(b.reverse(x), y, aig.False))
}

// Lshr shifts x to the right by the amount y, of any width, and fills with zeros.
func (b *Builder) Lshr(x, y []aig.Lit) []aig.Lit { return b.shift(x, y, aig.False) }

// Ashr shifts x to the right by the amount y, of any width, and fills with its sign.
func (b *Builder) Ashr(x, y []aig.Lit) []aig.Lit { return b.shift(x, y, x[len(x)-1]) }

// shift is a barrel: a row of choices for each bit of y whose power of two is less than the
// width, then one for all others.
func (b *Builder) shift(x, y []aig.Lit, fill aig.Lit) []aig.Lit {
	z := slices.Clone(x)
	k := 0
	for ; k < len(y) && 1<<k < len(x); k++ {
		for i := range z {
			from := fill
			if i+1<<k < len(z) {
				from = z[i+1<<k]
			}
			z[i] = b.Ite(y[k], from, z[i])
		}
		if b.stop() {
			return z
		}
	}
	if k < len(y) {
		far := b.Any(y[k:])
		for i := range z {
			z[i] = b.Ite(far, fill, z[i])
		}
	}
	return z
}

func (b *Builder) reverse(x []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range z {
		z[i] = x[len(x)-1-i]
	}
	return z
}

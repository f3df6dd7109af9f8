package local

import (
	"math/big"
	"math/bits"

	"github.com/muster-smt/muster/theory/num"
)

// random is a generator of pseudorandom numbers: splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number below n.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// one reports true once in n times.
func (r *random) one(n int) bool { return r.below(n) == 0 }

// word returns any word of a width.
func (r *random) word(width int) num.Word {
	if width <= 64 {
		return num.WordFromUint64(width, r.next())
	}
	b := make([]byte, 8*((width+63)/64))
	for k := 0; k < len(b); k += 8 {
		x := r.next()
		for i := range 8 {
			b[k+i] = byte(x >> (8 * i))
		}
	}
	return num.WordFromInt(width, num.FromBig(new(big.Int).SetBytes(b)))
}

// upTo returns a word from 0 to w.
func (r *random) upTo(w num.Word) num.Word {
	x := r.word(w.Width())
	if w.IsOnes() {
		return x
	}
	_, x = x.Divide(w.Add(num.WordFromUint64(w.Width(), 1)))
	return x
}

package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// overflows makes the question whether a product overflows one about the first bits of the product of twice the
// width, where that occurs, too. The circuit of the question alone is smaller, but has other gates, and no search shows
// that both say the same.
func (p *Pipeline) overflows() int {
	if !p.st.HasBitVecs() {
		return 0
	}
	products, widths, asked := map[term.Term]bool{}, []int(nil), false
	p.pushBatch()
	p.walk(func(t term.Term) {
		switch p.st.Op(t) {
		case term.OpBvMul:
			products[t] = true
			if w := p.st.WidthOf(t); !slices.Contains(widths, w) {
				widths = append(widths, w)
			}
		case term.OpBvUmulo, term.OpBvSmulo:
			asked = true
		}
	})
	if !asked || len(products) == 0 {
		return 0
	}
	return p.rewriteTerms(func(t term.Term) {
		op := p.st.Op(t)
		if op != term.OpBvUmulo && op != term.OpBvSmulo || p.sub.image(t) != 0 {
			return
		}
		x, y := p.st.Arg(t, 0), p.st.Arg(t, 1)
		n := p.st.WidthOf(x)
		for _, w := range widths {
			if w < 2*n {
				continue
			}
			if z := p.rw.BvMul(p.extend(op, w-n, x), p.extend(op, w-n, y)); products[z] {
				p.bindFact(t, p.tooWide(op, n, z))
				return
			}
		}
	})
}

// extend returns x with k more bits, as the operands of an operator are to be understood.
func (p *Pipeline) extend(op term.Op, k int, x term.Term) term.Term {
	if op == term.OpBvSmulo {
		return p.rw.SignExtend(k, x)
	}
	return p.rw.Concat(p.st.Bits(p.st.BitVecSort(k), num.Int{}), x)
}

// tooWide returns the formula that a number is not one of n bits.
func (p *Pipeline) tooWide(op term.Op, n int, z term.Term) term.Term {
	if op == term.OpBvUmulo {
		first := p.rw.Extract(p.st.WidthOf(z)-1, n, z)
		return p.rw.Not(p.rw.Eq(first, p.bitsOf(first, 0)))
	}
	first := p.rw.Extract(p.st.WidthOf(z)-1, n-1, z)
	return p.rw.Not(p.rw.Or(p.rw.Eq(first, p.bitsOf(first, 0)), p.rw.Eq(first, p.bitsOf(first, -1))))
}

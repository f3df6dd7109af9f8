package blast

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/theory/term"
)

// Sums that count bits have circuits of their own. A sum is taken as a polynomial over literals; if its
// monomials fall apart into fields, in each of which literals of one weight are counted and from none of
// which a carry leaves, each field becomes one tree of adders, by the order of the literals only. The words
// that such trees have made are recognised in other sums wherever their bits have been moved to. So
// counting bits one by one and counting them in parallel, in the fields of a word, give the same gates.

const (
	countWidth  = 64      // of the widest sums that are looked at
	countLeaves = 1 << 12 // in the columns of a sum
)

// field is the number of leaves that are true.
type field struct {
	leaves []aig.Lit // without signs, in order; perhaps after True
	bits   []aig.Lit // its word, which holds that number
}

// counter looks for sums that count.
type counter struct {
	fields map[aig.Lit]field // by bit 0 without its sign; never ranged over

	// The sum that is looked at, modulo two to the width.
	width   int
	ms      []countMonomial
	c       uint64
	columns [countWidth][]aig.Lit
}

// countMonomial is a coefficient times a literal without sign.
type countMonomial struct {
	l aig.Lit
	k uint64
}

// counted returns the word of a sum, if it counts. The arguments may be products by literals.
func (o *Operators) counted(args []term.Term, width int) (w []aig.Lit, ok bool) {
	n := &o.counter
	if width > countWidth || !slices.ContainsFunc(args, o.sparse) {
		return nil, false
	}
	n.width, n.ms, n.c = width, n.ms[:0], 0
	for _, t := range args {
		k, u := o.scaled(t)
		n.addWord(k, o.word(u))
	}
	n.merge()
	if n.spread() {
		return o.countFields(), true
	}
	// A sum is -1 minus its complement.
	for i := range n.ms {
		n.ms[i].k = -n.ms[i].k
	}
	n.c = ^n.c
	if n.spread() {
		return o.c.Not(o.countFields()), true
	}
	return nil, false
}

// sparse reports whether many bits of an argument are constant: a sum without such an argument does
// not count.
func (o *Operators) sparse(t term.Term) bool {
	_, u := o.scaled(t)
	w := o.word(u)
	constant := 0
	for _, l := range w {
		if l.IsConst() {
			constant++
		}
	}
	return 4*constant >= len(w)
}

// scaled returns k and u if t is k times u.
func (o *Operators) scaled(t term.Term) (k uint64, u term.Term) {
	switch st := o.st; st.Op(t) {
	case term.OpBvNeg:
		return ^uint64(0), st.Arg(t, 0)
	case term.OpBvMul:
		f, u := st.Arg(t, 0), st.Arg(t, 1)
		if st.IsBits(u) {
			f, u = u, f
		}
		if !st.IsBits(f) {
			return 1, t
		}
		if v, ok := st.Num(f).Uint64(); ok {
			return v, u
		}
	}
	return 1, t
}

// addWord adds k times a word.
func (n *counter) addWord(k uint64, w []aig.Lit) {
	for p := 0; p < len(w); p++ {
		at := k << p
		f, ok := n.fields[w[p].Abs()]
		if !ok || len(f.bits) > len(w)-p {
			n.addLit(at, w[p])
			continue
		}
		sign := f.bits[0] ^ w[p]
		for i, l := range f.bits {
			ok = ok && l^sign == w[p+i]
		}
		switch {
		case !ok:
			n.addLit(at, w[p])
			continue
		case sign != 0: // all bits are negated
			n.c += at * (1<<len(f.bits) - 1)
			at = -at
		}
		for _, l := range f.leaves {
			n.addLit(at, l)
		}
		p += len(f.bits) - 1
	}
}

// addLit adds k times a literal.
func (n *counter) addLit(k uint64, l aig.Lit) {
	if l.IsNeg() {
		n.c += k
		k = -k
	}
	if l.Abs() != aig.False {
		n.ms = append(n.ms, countMonomial{l.Abs(), k})
	}
}

// merge orders the monomials by literal, and adds those of one literal.
func (n *counter) merge() {
	slices.SortFunc(n.ms, func(a, b countMonomial) int { return int(a.l) - int(b.l) })
	kept := n.ms[:0]
	for _, m := range n.ms {
		if i := len(kept) - 1; i >= 0 && kept[i].l == m.l {
			kept[i].k += m.k
		} else {
			kept = append(kept, m)
		}
	}
	n.ms = kept
}

// spread puts the literals into the columns of the powers of two in their coefficients. It reports
// whether the columns are far enough from each other that none has a carry into another.
func (n *counter) spread() bool {
	for j := range n.width {
		n.columns[j] = n.columns[j][:0]
	}
	mask := ^uint64(0) >> (64 - n.width)
	left := countLeaves
	put := func(k uint64, l aig.Lit) bool {
		k &= mask
		left -= bits.OnesCount64(k)
		for ; k != 0 && left >= 0; k &= k - 1 {
			j := bits.TrailingZeros64(k)
			n.columns[j] = append(n.columns[j], l)
		}
		return left >= 0
	}
	if !put(n.c, aig.True) {
		return false
	}
	for _, m := range n.ms {
		if !put(m.k, m.l) {
			return false
		}
	}
	free := 0 // no carry comes to this column or above
	for j := range n.width {
		if k := len(n.columns[j]); k > 0 {
			if j < free {
				return false
			}
			free = j + bits.Len(uint(k))
		}
	}
	return true
}

// countFields returns the word of the columns.
func (o *Operators) countFields() []aig.Lit {
	n := &o.counter
	w := make([]aig.Lit, n.width)
	for j := range w {
		leaves := n.columns[j]
		if len(leaves) == 0 {
			continue
		}
		sum := o.count(leaves)
		copy(w[j:], sum)
		if len(leaves) > 1 && !sum[0].IsConst() {
			if n.fields == nil {
				n.fields = map[aig.Lit]field{}
			}
			n.fields[sum[0].Abs()] = field{slices.Clone(leaves), sum}
		}
	}
	return w
}

// count returns how many of some literals are true, in as many bits as that needs: as many as fill all
// bits but one, the others, and one as the carry into their sum.
func (o *Operators) count(leaves []aig.Lit) []aig.Lit {
	k := bits.Len(uint(len(leaves))) // bits of the sum
	if k == 1 {
		return []aig.Lit{leaves[0]}
	}
	m := 1<<(k-1) - 1
	x := o.count(leaves[:m])
	y := make([]aig.Lit, len(x))
	if rest := leaves[m+1:]; len(rest) > 0 {
		copy(y, o.count(rest))
	}
	sum, carry := o.c.AddCarry(x, y, leaves[m])
	return append(sum, carry)
}

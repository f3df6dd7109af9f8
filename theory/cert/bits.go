package cert

import (
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// This file has the normal forms of the other operators on bit-vectors. What none of the cases
// below says anything about stays as it is.

// bits returns the normal form of an operator on bit-vectors.
func (z *normalizer) bits(op term.Op, tag uint32, sort term.Sort, a []node) node {
	switch op {
	case term.OpBvAdd:
		return z.sum(a)
	case term.OpBvMul:
		return z.wordProduct(a)
	case term.OpBvNeg:
		return z.scaled(a[0], num.FromInt64(-1), num.Int{})
	case term.OpBvNot:
		return z.complement(a[0])
	case term.OpBvAnd:
		return z.bitAnd(a)
	case term.OpBvOr:
		b := make([]node, len(a))
		for i, x := range a {
			b[i] = z.complement(x)
		}
		return z.complement(z.bitAnd(b))
	case term.OpBvXor:
		return z.bitXor(a)
	case term.OpBvUrem: // x - y*(x udiv y), also for y = 0
		q := z.bits(term.OpBvUdiv, 0, sort, a)
		return z.sum([]node{a[0], z.scaled(z.wordProduct([]node{a[1], q}), num.FromInt64(-1), num.Int{})})
	case term.OpConcat:
		return z.concat(sort, a)
	case term.OpExtract:
		return z.slice(a[0], int(tag)+z.st.Width(sort)-1, int(tag))
	case term.OpBvUle:
		return z.atMost(a[0], a[1])
	case term.OpBvSle: // the same with the first bits negated
		half := power(z.width(a[0]) - 1)
		return z.atMost(z.scaled(a[0], num.FromInt64(1), half), z.scaled(a[1], num.FromInt64(1), half))
	case term.OpBvShl, term.OpBvLshr, term.OpBvAshr:
		if n, ok := z.shift(op, a); ok {
			return n
		}
	case term.OpBvUdiv:
		if v, ok := z.value(a[1]); ok && v.IsOne() {
			return a[0]
		}
	}
	return z.decide(z.intern(nodeData{op: op, tag: tag, sort: sort, args: a}))
}

func ones(width int) num.Int { return power(width).Sub(num.FromInt64(1)) }

// bitAnd returns the conjunction of words.
func (z *normalizer) bitAnd(a []node) node {
	width := z.width(a[0])
	mask := ones(width)
	flat := sortedSet(z.flat(term.OpBvAnd, a))
	kept := flat[:0]
	for _, x := range flat {
		if v, ok := z.value(x); ok {
			mask = num.FromBig(new(big.Int).And(mask.Big(), v.Big()))
		} else {
			kept = append(kept, x)
		}
	}
	for _, x := range kept {
		if contains(kept, z.complement(x)) {
			mask = num.Int{}
		}
	}
	switch {
	case mask.IsZero() || len(kept) == 0:
		return z.literal(width, mask)
	case !mask.Equal(ones(width)):
		kept = sortedSet(append(kept, z.literal(width, mask)))
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return z.decide(z.intern(nodeData{op: term.OpBvAnd, sort: z.nodes[a[0]].sort, args: kept}))
}

// bitXor returns the exclusive disjunction of words: of each and its complement, the older one.
func (z *normalizer) bitXor(a []node) node {
	width := z.width(a[0])
	var mask num.Int
	odd := map[node]bool{}
	for _, x := range z.flat(term.OpBvXor, a) {
		v, ok := z.value(x)
		if !ok {
			if y := z.complement(x); y < x {
				x, v = y, ones(width)
			}
			odd[x] = !odd[x]
		}
		mask = num.FromBig(new(big.Int).Xor(mask.Big(), v.Big()))
	}
	var kept []node
	for x, is := range odd {
		if is {
			kept = append(kept, x)
		}
	}
	slices.Sort(kept)
	negated := mask.Equal(ones(width))
	switch {
	case len(kept) == 0:
		return z.literal(width, mask)
	case !negated && !mask.IsZero():
		kept = sortedSet(append(kept, z.literal(width, mask)))
	}
	n := kept[0]
	if len(kept) > 1 {
		n = z.decide(z.intern(nodeData{op: term.OpBvXor, sort: z.nodes[a[0]].sort, args: kept}))
	}
	if negated {
		return z.complement(n)
	}
	return n
}

// shift returns the normal form of a shift by a literal, if it has one.
func (z *normalizer) shift(op term.Op, a []node) (node, bool) {
	v, ok := z.value(a[1])
	width := z.width(a[0])
	if !ok {
		return 0, false
	}
	k := width
	if w, small := v.Int64(); small && w < int64(width) {
		k = int(w)
	}
	switch {
	case k == 0:
		return a[0], true
	case op == term.OpBvShl:
		return z.scaled(a[0], power(k), num.Int{}), true
	case op == term.OpBvLshr && k == width:
		return z.literal(width, num.Int{}), true
	case op == term.OpBvLshr:
		return z.concat(z.nodes[a[0]].sort, []node{z.literal(k, num.Int{}), z.slice(a[0], width-1, k)}), true
	}
	return 0, false
}

// atMost returns x <= y of unsigned words.
func (z *normalizer) atMost(x, y node) node {
	v, left := z.value(x)
	w, right := z.value(y)
	most := ones(z.width(x))
	sort := z.nodes[x].sort
	switch {
	case left && right:
		return z.truth(!w.Less(v))
	case x == y || left && v.IsZero() || right && w.Equal(most):
		return z.tru
	case right && w.IsZero() || left && v.Equal(most):
		return z.equal(sort, []node{x, y})
	case left:
		return z.not(z.atMost(y, z.literal(z.width(x), v.Sub(num.FromInt64(1)))))
	}
	return z.decide(z.intern(nodeData{op: term.OpBvUle, sort: term.Bool, args: []node{x, y}}))
}

// pieces returns words whose concatenation a node is, the highest bits first.
func (z *normalizer) pieces(n node) []node {
	d := &z.nodes[n]
	if d.op == term.OpConcat {
		return d.args
	}
	if p := z.word(n); d.op == term.OpBvAdd && len(p.mons) == 1 && p.c.IsZero() {
		if k := p.mons[0].k.BitLen() - 1; p.mons[0].k.Equal(power(k)) {
			return []node{z.slice(p.mons[0].n, p.width-k-1, 0), z.literal(k, num.Int{})}
		}
	}
	return []node{n}
}

// concat returns the concatenation of words: flat, with neighbours joined.
func (z *normalizer) concat(sort term.Sort, a []node) node {
	var flat []node
	for _, x := range a {
		for _, y := range z.pieces(x) {
			if n := len(flat) - 1; n >= 0 {
				if m, ok := z.joined(flat[n], y); ok {
					flat[n] = m
					continue
				}
			}
			flat = append(flat, y)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	// A power of two times a word.
	if v, ok := z.value(flat[len(flat)-1]); ok && v.IsZero() && len(flat) == 2 {
		if d := &z.nodes[flat[0]]; d.op == term.OpExtract && d.tag == 0 && z.width(d.args[0]) == z.st.Width(sort) {
			return z.scaled(d.args[0], power(z.width(flat[1])), num.Int{})
		}
	}
	return z.decide(z.intern(nodeData{op: term.OpConcat, sort: sort, args: flat}))
}

// joined returns the concatenation of two words if it is a literal or a slice.
func (z *normalizer) joined(x, y node) (node, bool) {
	v, ok := z.value(x)
	w, ok2 := z.value(y)
	if ok && ok2 {
		return z.literal(z.width(x)+z.width(y), v.Lsh(uint(z.width(y))).Add(w)), true
	}
	d, e := &z.nodes[x], &z.nodes[y]
	if d.op == term.OpExtract && e.op == term.OpExtract && d.args[0] == e.args[0] && int(d.tag) == int(e.tag)+z.width(y) {
		return z.slice(d.args[0], int(d.tag)+z.width(x)-1, int(e.tag)), true
	}
	return 0, false
}

// slice returns the bits of a word from hi down to lo.
func (z *normalizer) slice(n node, hi, lo int) node {
	width := z.width(n)
	sort := z.st.BitVecSort(hi - lo + 1)
	if lo == 0 && hi == width-1 {
		return n
	}
	if v, ok := z.value(n); ok {
		q, _ := v.EuclidDivMod(power(lo))
		return z.literal(hi-lo+1, q)
	}
	switch d := &z.nodes[n]; {
	case d.op == term.OpExtract:
		return z.slice(d.args[0], hi+int(d.tag), lo+int(d.tag))
	case len(z.pieces(n)) > 1:
		var out []node
		at := width
		for _, x := range z.pieces(n) {
			at -= z.width(x) // where x begins
			if top, bottom := min(hi, at+z.width(x)-1), max(lo, at); bottom <= top {
				out = append(out, z.slice(x, top-at, bottom-at))
			}
		}
		return z.concat(sort, out)
	}
	return z.decide(z.intern(nodeData{op: term.OpExtract, tag: uint32(lo), sort: sort, args: []node{n}}))
}

package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	// bitwiseLimit is the greatest length of a nested BvAnd or BvXor that is flattened.
	bitwiseLimit = 16
	// maskRuns is the number of runs of equal bits up to which a mask becomes slices.
	maskRuns = 3
	// cutLimit is the greatest number of places where a bitwise operator is cut.
	cutLimit = 16
	// absorbLimit is the greatest length of a BvAnd in which arguments are compared in pairs.
	absorbLimit = 8
)

// BvNot returns a with all bits flipped.
//
// Rules: BV_NOT_CONST, BV_NOT_NOT, BV_NOT_CONCAT, BV_NOT_SIGN_EXTEND, BV_NOT_ITE, BV_NOT_XOR, BV_NOT_ADD.
func (r *Rewriter) BvNot(a term.Term) term.Term {
	st := r.st
	switch st.Op(a) {
	case term.OpBits:
		return r.by(bvNotConst, r.literal(r.wordOf(a).Not()))
	case term.OpBvNot:
		return r.by(bvNotNot, st.Arg(a, 0))
	case term.OpConcat:
		base := len(r.terms)
		for _, x := range st.Args(a) {
			r.keep(r.BvNot(x))
		}
		return r.by(bvNotConcat, r.apply(base, r.Concat))
	case term.OpSignExt:
		x := st.Arg(a, 0)
		return r.by(bvNotSignExtend, r.SignExtend(st.WidthOf(a)-st.WidthOf(x), r.BvNot(x)))
	case term.OpIte:
		if c, x, y, ok := r.iteOfNumerals(a); ok {
			return r.by(bvNotIte, r.Ite(c, r.BvNot(x), r.BvNot(y)))
		}
	case term.OpBvXor:
		if st.IsBits(st.Arg(a, st.NumArgs(a)-1)) {
			return r.by(bvNotXor, r.BvXor(a, r.literal(num.Ones(st.WidthOf(a)))))
		}
	}
	if r.linear(a) {
		k := num.Ones(st.WidthOf(a))
		start, c := len(r.bits), k
		r.collectBits(a, k, &c)
		t := r.buildBits(start, c)
		r.countIf(bvNotAdd, st.Op(t) != term.OpBvNot || st.Arg(t, 0) != a)
		return t
	}
	return st.BvNot(a)
}

// BvOr returns the bitwise disjunction of its arguments.
//
// Rules: BV_OR_ELIM, BV_OR_ROTATE.
func (r *Rewriter) BvOr(args ...term.Term) term.Term {
	r.fired[bvOrElim]++
	base := len(r.terms)
	for _, a := range args {
		r.keep(r.BvNot(a))
	}
	t := r.BvAnd(r.terms[base:]...)
	r.terms = r.terms[:base]
	if len(args) == 2 && !r.off[bvOrRotate] {
		if u, ok := r.rotated(args[0], args[1]); ok {
			return u
		}
	}
	return r.BvNot(t)
}

// BvAnd returns the bitwise conjunction of its arguments.
//
// Rules: BV_AND_FLATTEN, BV_AND_CONST, BV_AND_SORT, BV_AND_DUPLICATE, BV_AND_COMPLEMENT, and those of makeAnd.
func (r *Rewriter) BvAnd(args ...term.Term) term.Term {
	n := r.st.WidthOf(args[0])
	base, mask := len(r.terms), num.Ones(n)
	for _, a := range args {
		if r.st.Op(a) != term.OpBvAnd || r.st.NumArgs(a) > bitwiseLimit {
			r.pushAnd(a, &mask)
			continue
		}
		r.fired[bvAndFlatten]++
		for _, x := range r.st.Args(a) {
			r.pushAnd(x, &mask)
		}
	}
	t := r.zeros(n)
	if !mask.IsZero() && r.orderBits(base) {
		t = r.makeAnd(base, mask)
	}
	r.terms = r.terms[:base]
	return t
}

func (r *Rewriter) pushAnd(a term.Term, mask *num.Word) {
	if r.st.IsBits(a) {
		v := r.wordOf(a)
		r.countIf(bvAndConst, !mask.IsOnes() || v.IsOnes() || v.IsZero())
		*mask = mask.And(v)
		return
	}
	r.terms = append(r.terms, a)
}

// orderBits sorts r.terms[base:] by atom and drops duplicates. It returns false if there are
// two complementary terms.
func (r *Rewriter) orderBits(base int) bool {
	keys := r.keys[:0]
	for _, t := range r.terms[base:] {
		keys = append(keys, r.literalKey(term.OpBvNot, t))
	}
	r.keys = keys
	r.sortKeys(keys, bvAndSort)
	r.terms = r.terms[:base]
	return r.pushKeys(keys, r.st.BvNot, bvAndDuplicate, bvAndComplement)
}

// makeAnd returns the conjunction of r.terms[base:] and a mask.
//
// Rules: BV_AND_ITE, BV_BITWISE_BOOL, BV_AND_ABSORB, BV_AND_XOR, BV_AND_RESOLVE, BV_AND_MINORITY, BV_AND_MASK,
// BV_BITWISE_CONCAT.
func (r *Rewriter) makeAnd(base int, mask num.Word) term.Term {
	n := mask.Width()
	args := r.terms[base:]
	switch {
	case len(args) == 0:
		return r.literal(mask)
	case len(args) == 1 && mask.IsOnes():
		return args[0]
	case len(args) == 1:
		if c, x, y, ok := r.iteOfNumerals(args[0]); ok {
			return r.by(bvAndIte, r.Ite(c, r.literal(mask.And(r.wordOf(x))), r.literal(mask.And(r.wordOf(y)))))
		}
	case n == 1 && r.allBools(base):
		return r.fromBool(r.And(r.terms[base:]...))
	}
	if mask.IsOnes() {
		if t := r.absorb(base); t != 0 {
			return t
		}
		if t := r.minority(base); t != 0 {
			return t
		}
	} else if mask.Runs() <= maskRuns {
		return r.by(bvAndMask, r.masked(r.BvAnd(args...), mask))
	}
	if t := r.cut(term.OpBvAnd, base, mask, mask.IsOnes()); t != 0 {
		return t
	}
	if !mask.IsOnes() {
		r.terms = append(r.terms, r.literal(mask))
	}
	return r.st.BvAnd(r.terms[base:]...)
}

// masked returns t under a mask, as slices of t and zeros.
func (r *Rewriter) masked(t term.Term, mask num.Word) term.Term {
	base := len(r.terms)
	for hi := mask.Width() - 1; hi >= 0; {
		lo := hi
		for lo > 0 && mask.Bit(lo-1) == mask.Bit(hi) {
			lo--
		}
		var u term.Term
		if mask.Bit(hi) {
			u = r.Extract(hi, lo, t)
		} else {
			u = r.zeros(hi - lo + 1)
		}
		r.terms = append(r.terms, u)
		hi = lo - 1
	}
	u := r.Concat(r.terms[base:]...)
	r.terms = r.terms[:base]
	return u
}

// opposite reports whether one bit-vector is the negation of the other.
func (r *Rewriter) opposite(a, b term.Term) bool { return r.negates(term.OpBvNot, a, b) }

// positive returns what t is the negation of, or t if it is none.
func (r *Rewriter) positive(t term.Term) term.Term {
	if r.st.Op(t) == term.OpBvNot {
		return r.st.Arg(t, 0)
	}
	return t
}

// nand returns the arguments of the BvAnd in (bvnot (bvand ...)).
func (r *Rewriter) nand(t term.Term) []term.Term {
	st := r.st
	if st.Op(t) == term.OpBvNot && st.Op(st.Arg(t, 0)) == term.OpBvAnd {
		return st.Args(st.Arg(t, 0))
	}
	return nil
}

// absorb simplifies the conjunction of r.terms[base:], or returns 0.
//
// Rules: BV_AND_ABSORB, BV_AND_XOR, BV_AND_RESOLVE.
func (r *Rewriter) absorb(base int) term.Term {
	end := len(r.terms)
	if end-base > absorbLimit {
		return 0
	}
	if end-base == 2 {
		if t := r.resolve(r.nand(r.terms[base]), r.nand(r.terms[base+1])); t != 0 {
			return t
		}
	}
	for i := base; i < end && !r.off[bvAndAbsorb]; i++ {
		inner := r.nand(r.terms[i])
		if inner == nil {
			continue
		}
		kept := len(r.terms)
		for _, x := range inner {
			given := false
			for j := base; j < end && !given; j++ {
				if r.opposite(x, r.terms[j]) {
					return r.by(bvAndAbsorb, r.BvAnd(slices.Delete(r.terms[base:end], i-base, i-base+1)...))
				}
				given = x == r.terms[j]
			}
			if !given {
				r.terms = append(r.terms, x)
			}
		}
		if len(r.terms)-kept == len(inner) {
			r.terms = r.terms[:kept]
			continue
		}
		var t term.Term
		if len(r.terms) == kept {
			t = r.zeros(r.st.WidthOf(inner[0]))
		} else {
			t = r.BvNot(r.BvAnd(r.terms[kept:]...))
		}
		r.terms = r.terms[:end]
		r.terms[i] = t
		return r.by(bvAndAbsorb, r.BvAnd(r.terms[base:]...))
	}
	return 0
}

// resolve simplifies the conjunction of the negations of two conjunctions, or returns 0.
func (r *Rewriter) resolve(a, b []term.Term) term.Term {
	if len(a) != 2 || len(b) != 2 {
		return 0
	}
	for k := range 2 {
		for l := range 2 {
			p, q, u, v := a[k], a[1-k], b[l], b[1-l]
			switch {
			case r.opposite(p, u) && r.opposite(q, v) && !r.off[bvAndXor]:
				return r.by(bvAndXor, r.BvXor(p, q))
			case p == u && r.opposite(q, v) && !r.off[bvAndResolve]:
				return r.by(bvAndResolve, r.BvNot(p))
			}
		}
	}
	return 0
}

// BvXor returns the bitwise exclusive or of its arguments.
//
// Rules: BV_XOR_FLATTEN, BV_XOR_NOT, BV_XOR_CONST, BV_XOR_SORT, BV_XOR_DUPLICATE, and those of makeXor.
func (r *Rewriter) BvXor(args ...term.Term) term.Term {
	n := r.st.WidthOf(args[0])
	base, flip := len(r.terms), num.WordFromUint64(n, 0)
	for _, a := range args {
		if r.st.Op(a) == term.OpBvNot {
			r.fired[bvXorNot]++
			a, flip = r.st.Arg(a, 0), flip.Not()
		}
		if r.st.Op(a) != term.OpBvXor || r.st.NumArgs(a) > bitwiseLimit {
			r.pushXor(a, &flip)
			continue
		}
		r.fired[bvXorFlatten]++
		for _, x := range r.st.Args(a) {
			r.pushXor(x, &flip)
		}
	}
	if !slices.IsSorted(r.terms[base:]) {
		r.fired[bvXorSort]++
		slices.Sort(r.terms[base:])
	}
	kept := r.terms[:base]
	for _, t := range r.terms[base:] {
		if k := len(kept); k > base && kept[k-1] == t {
			r.fired[bvXorDuplicate]++
			kept = kept[:k-1]
			continue
		}
		kept = append(kept, t)
	}
	r.terms = kept
	t := r.makeXor(base, flip)
	r.terms = r.terms[:base]
	return t
}

func (r *Rewriter) pushXor(a term.Term, flip *num.Word) {
	if r.st.Op(a) == term.OpBvNot {
		r.fired[bvXorNot]++
		a = r.st.Arg(a, 0)
		*flip = flip.Not()
	}
	if r.st.IsBits(a) {
		v := r.wordOf(a)
		r.countIf(bvXorConst, !flip.IsZero() || v.IsZero())
		*flip = flip.Xor(v)
		return
	}
	r.terms = append(r.terms, a)
}

// makeXor returns the exclusive or of r.terms[base:] and a literal.
//
// Rules: BV_XOR_ITE, BV_BITWISE_BOOL, BV_XOR_CHOICE, BV_XOR_MAJORITY, BV_BITWISE_CONCAT.
func (r *Rewriter) makeXor(base int, flip num.Word) term.Term {
	args := r.terms[base:]
	switch {
	case len(args) == 0:
		return r.literal(flip)
	case len(args) == 1 && flip.IsZero():
		return args[0]
	case len(args) == 1 && flip.IsOnes():
		return r.BvNot(args[0])
	case len(args) == 1:
		if c, x, y, ok := r.iteOfNumerals(args[0]); ok {
			return r.by(bvXorIte, r.Ite(c, r.literal(flip.Xor(r.wordOf(x))), r.literal(flip.Xor(r.wordOf(y)))))
		}
	case flip.Width() == 1 && r.allBools(base):
		f := r.terms[base]
		for _, g := range r.terms[base+1:] {
			f = r.Not(r.Eq(f, g))
		}
		if !flip.IsZero() {
			f = r.Not(f)
		}
		return r.fromBool(f)
	}
	if flip.IsZero() || flip.IsOnes() {
		if t := r.chosen(base); t != 0 && flip.IsOnes() {
			return r.BvNot(t)
		} else if t != 0 {
			return t
		}
	}
	if t := r.cut(term.OpBvXor, base, flip, flip.IsZero() || flip.IsOnes()); t != 0 {
		return t
	}
	if flip.IsOnes() {
		return r.st.BvNot(r.st.BvXor(args...))
	}
	if !flip.IsZero() {
		r.terms = append(r.terms, r.literal(flip))
	}
	return r.st.BvXor(r.terms[base:]...)
}

// fromBool returns 1 of width 1 if c holds, else 0.
func (r *Rewriter) fromBool(c term.Term) term.Term {
	return r.Ite(c, r.literal(num.WordFromUint64(1, 1)), r.literal(num.WordFromUint64(1, 0)))
}

// asBool returns the formula that a term of width 1 is 1, if it is made from a formula.
func (r *Rewriter) asBool(t term.Term) (c term.Term, ok bool) {
	if r.st.IsBits(t) {
		return r.st.Bool(r.wordOf(t).IsOne()), true
	}
	if c, x, _, ok := r.iteOfNumerals(t); ok {
		if r.wordOf(x).IsOne() {
			return c, true
		}
		return r.st.Not(c), true
	}
	return 0, false
}

// allBools replaces the terms r.terms[base:] by formulas if all are made from formulas.
//
// Rules: BV_BITWISE_BOOL.
func (r *Rewriter) allBools(base int) bool {
	for _, t := range r.terms[base:] {
		if _, ok := r.asBool(t); !ok {
			return false
		}
	}
	r.fired[bvBitwiseBool]++
	for i := base; i < len(r.terms); i++ {
		r.terms[i], _ = r.asBool(r.terms[i])
	}
	return true
}

// cut applies a bitwise operator in pieces to r.terms[base:] and a literal, unit if it does
// nothing; or it returns 0.
//
// Rules: BV_BITWISE_CONCAT.
func (r *Rewriter) cut(op term.Op, base int, v num.Word, unit bool) term.Term {
	from := len(r.cuts)
	defer func() { r.cuts = r.cuts[:from] }()
	r.findCuts(base, v.Width())
	if k := len(r.cuts) - from; k == 0 || k > cutLimit || !r.descend() {
		return 0
	}
	end := len(r.terms)
	hi := v.Width() - 1
	r.cuts = append(r.cuts, 0)
	for k := from; k < len(r.cuts); k++ {
		lo := r.cuts[k]
		sub := len(r.terms)
		for i := base; i < end; i++ {
			r.keep(r.Extract(hi, lo, r.terms[i]))
		}
		if !unit || op == term.OpBvXor {
			r.terms = append(r.terms, r.literal(v.Slice(hi, lo)))
		}
		var t term.Term
		if op == term.OpBvAnd {
			t = r.BvAnd(r.terms[sub:]...)
		} else {
			t = r.BvXor(r.terms[sub:]...)
		}
		r.terms = append(r.terms[:sub], t)
		hi = lo - 1
	}
	r.depth--
	return r.by(bvBitwiseConcat, r.apply(end, r.Concat))
}

// findCuts pushes the places on r.cuts where a bitwise operator on r.terms[base:] is cut, in
// falling order: the lowest bits of pieces.
func (r *Rewriter) findCuts(base, width int) {
	st := r.st
	from, concats := len(r.cuts), 0
	for _, t := range r.terms[base:] {
		if st.Op(t) != term.OpConcat {
			continue
		}
		concats++
		if st.NumArgs(t) > 2*cutLimit {
			continue
		}
		top := width
		for _, x := range st.Args(t) {
			bottom := top - st.WidthOf(x)
			if st.IsBits(x) {
				r.cuts = append(r.cuts, top, bottom)
			}
			top = bottom
		}
	}
	if concats == len(r.terms)-base {
		r.commonCuts(base, width)
	}
	cuts := slices.DeleteFunc(r.cuts[from:], func(c int) bool { return c == 0 || c == width })
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	slices.Reverse(cuts)
	r.cuts = r.cuts[:from+len(cuts)]
}

// commonCuts pushes the places where all of r.terms[base:], which are concatenations, have one.
func (r *Rewriter) commonCuts(base, width int) {
	st := r.st
	at := width
	for _, x := range st.Args(r.terms[base]) {
		at -= st.WidthOf(x)
		common := true
		for _, t := range r.terms[base+1:] {
			common = common && r.hasCut(t, at)
		}
		if common {
			r.cuts = append(r.cuts, at)
		}
	}
}

func (r *Rewriter) hasCut(t term.Term, at int) bool {
	k := r.st.WidthOf(t)
	for _, x := range r.st.Args(t) {
		if k -= r.st.WidthOf(x); k <= at {
			return k == at
		}
	}
	return false
}

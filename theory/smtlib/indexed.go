package smtlib

import (
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// indexedOp returns the operator (_ NAME ...) that takes numbers as indices.
func indexedOp(name string) opcode {
	switch name {
	case "divisible":
		return opDivisible
	case "at-most":
		return opAtMost
	case "at-least":
		return opAtLeast
	case "pble":
		return opPble
	case "pbge":
		return opPbge
	case "pbeq":
		return opPbeq
	}
	return opNone
}

// indexed pushes the frame of a list that begins at off and whose head, node h, is
// (_ NAME ...).
func (r *Reader) indexed(h, off uint32) error {
	parts := r.children(h)
	if r.is(parts[1], "map") {
		return r.openMap(h, off)
	}
	if k := bitsFunction(r.textOf(parts[1])); k >= 0 && bitsFuns[k].indices > 0 {
		return r.openBits(k, h, off)
	}
	op := indexedOp(r.textOf(parts[1]))
	if op == opNone {
		return r.errorAt(h, "unsupported: %s", r.excerpt(h))
	}
	var indices []num.Int
	for _, i := range parts[2:] {
		digits, negative := strings.CutPrefix(r.textOf(i), "-")
		v, err := num.ParseInt(digits)
		if err != nil || digits == "" || r.nodes[i].kind != tokenNumeral && !(negative && r.nodes[i].kind == tokenSymbol) {
			return r.errorAt(i, "a number is expected")
		}
		if negative {
			v = v.Neg()
		}
		indices = append(indices, v)
	}
	switch op {
	case opDivisible, opAtMost, opAtLeast:
		if len(indices) != 1 || indices[0].Sign() < 0 {
			return r.errorAt(h, "%s takes one natural number as its index", r.textOf(parts[1]))
		}
		if op == opDivisible && indices[0].IsZero() {
			return r.errorAt(h, "divisible by 0")
		}
	default:
		if len(indices) == 0 {
			return r.errorAt(h, "%s takes a bound and coefficients as indices", r.textOf(parts[1]))
		}
	}
	r.dropNodes(h)
	r.open(frameOp, op, 0, off)
	r.indices = append(r.indices, indices)
	return nil
}

// applyIndexed builds the application of an operator with indices.
func (r *Reader) applyIndexed(f *frame, args []term.Term) (term.Term, error) {
	indices := r.indices[len(r.indices)-1]
	r.indices = r.indices[:len(r.indices)-1]
	bound, weights := indices[0], indices[1:]
	switch f.op {
	case opDivisible:
		return r.st.Eq(r.st.Mod(args[0], r.st.Numeral(bound)), r.st.Int(0)), nil
	case opAtMost, opAtLeast:
		for range args {
			weights = append(weights, num.FromInt64(1))
		}
	}
	if len(weights) != len(args) {
		return 0, r.errorOff(f.at, "%d coefficients for %d arguments", len(weights), len(args))
	}
	above := bound.Add(num.FromInt64(1))
	var t term.Term
	switch f.op {
	case opAtLeast, opPbge:
		t = r.atLeast(weights, args, bound)
	case opPbeq:
		t = r.st.And(r.atLeast(weights, args, bound), r.st.Not(r.atLeast(weights, args, above)))
	default:
		t = r.st.Not(r.atLeast(weights, args, above))
	}
	return t, r.fatal
}

package proof

import (
	"github.com/muster-smt/muster/theory/term"
)

// This file rebuilds terms of bit-vectors from their declarations.

// bitOperators are the operators of bit-vectors by name.
var bitOperators = func() map[string]term.Op {
	ops := map[string]term.Op{}
	for op := term.OpBits; op <= term.OpIntToBv; op++ {
		ops[op.String()] = op
	}
	return ops
}()

// readWidth reads the width of a bit-vector.
func (k *Checker) readWidth() int {
	n := k.line.number()
	if n < 1 || n > term.MaxWidth {
		k.line.fail("no width of a bit-vector")
		return 1
	}
	return int(n)
}

// vectors checks that the arguments are bit-vectors: as many as given, or if n is 0 two or more.
// If alike, they have one width.
func (k *Checker) vectors(args []term.Term, n int, alike bool) bool {
	ok := k.line.err == nil && (len(args) == n || n == 0 && len(args) >= 2)
	for _, a := range args {
		ok = ok && k.st.IsBitVec(k.st.Sort(a)) && (!alike || k.st.Sort(a) == k.st.Sort(args[0]))
	}
	if !ok {
		k.line.fail("arguments of wrong number or sort")
	}
	return ok
}

// maxWidth checks that a term may have this width.
func (k *Checker) maxWidth(n int) bool {
	if n > term.MaxWidth {
		k.line.fail("a bit-vector that is too wide")
		return false
	}
	return true
}

// bitTerm reads what follows an operator of bit-vectors.
func (k *Checker) bitTerm(op term.Op) term.Term {
	l, st := &k.line, k.st
	switch op {
	case term.OpBits:
		sort, v := k.readSort(), l.integer()
		if !st.IsBitVec(sort) || v.Sign() < 0 || v.Big().BitLen() > st.Width(sort) {
			l.fail("no such bit-vector")
			return 0
		}
		return st.Bits(sort, v)
	case term.OpExtract:
		hi, lo, args := l.number(), l.number(), k.readArgs()
		if !k.vectors(args, 1, true) {
			return 0
		}
		if lo > hi || hi >= uint64(st.WidthOf(args[0])) {
			l.fail("no such bits")
			return 0
		}
		return st.Extract(int(hi), int(lo), args[0])
	case term.OpSignExt:
		n, args := k.readWidth(), k.readArgs()
		if k.vectors(args, 1, true) && k.maxWidth(n+st.WidthOf(args[0])) {
			return st.SignExtend(n, args[0])
		}
		return 0
	case term.OpConcat:
		args := k.readArgs()
		n := 0
		for _, a := range args {
			n = min(n+st.WidthOf(a), term.MaxWidth+1)
		}
		if k.vectors(args, 0, false) && k.maxWidth(n) {
			return st.Concat(args...)
		}
		return 0
	case term.OpBvToInt:
		if args := k.readArgs(); k.vectors(args, 1, true) {
			return st.BvToInt(args[0])
		}
		return 0
	case term.OpIntToBv:
		n, args := k.readWidth(), k.readArgs()
		if k.fit(args, term.Int) {
			return st.IntToBv(n, args[0])
		}
		return 0
	}
	return k.likewise(op, k.readArgs())
}

// likewise makes a term of bit-vectors of one width.
func (k *Checker) likewise(op term.Op, args []term.Term) term.Term {
	n := 2
	switch op {
	case term.OpBvNot, term.OpBvNeg:
		n = 1
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd:
		n = 0
	}
	if !k.vectors(args, n, true) {
		return 0
	}
	return k.st.BitVector(op, args...)
}

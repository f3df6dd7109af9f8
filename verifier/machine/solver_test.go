package machine_test

import (
	"math/big"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// bitVector returns what an operation is in the theory of bit-vectors.
func bitVector(st *term.Store, op machine.Op, signed bool, x, y term.Term) term.Term {
	switch op {
	case machine.Add:
		return st.BvAdd(x, y)
	case machine.Sub:
		return st.BvSub(x, y)
	case machine.Mul:
		return st.BvMul(x, y)
	case machine.And:
		return st.BvAnd(x, y)
	case machine.Or:
		return st.BvOr(x, y)
	case machine.Xor:
		return st.BvXor(x, y)
	case machine.Shl:
		return st.BvShl(x, y)
	}
	switch {
	case op == machine.Quo && signed:
		return st.BvSdiv(x, y)
	case op == machine.Quo:
		return st.BvUdiv(x, y)
	case op == machine.Rem && signed:
		return st.BvSrem(x, y)
	case op == machine.Rem:
		return st.BvUrem(x, y)
	case signed:
		return st.BvAshr(x, y)
	}
	return st.BvLshr(x, y)
}

// TestBitVectors proves that the term of an operation is the operation on bit-vectors, and that what it has assumed
// holds: for all operands where the types are narrow, and for all first ones, where the second is a constant.
func TestBitVectors(t *testing.T) {
	for _, x := range []struct {
		op               machine.Op
		second           int64 // 0: any
		signed, unsigned int   // the widest types for which the proof takes no time
	}{
		{machine.Add, 0, 64, 64},
		{machine.Sub, 0, 64, 64},
		{machine.Mul, 4, 64, 64},
		{machine.Mul, 7, 16, 64},
		{machine.Mul, -1, 64, 0},
		{machine.Quo, -3, 64, 0},
		{machine.Quo, 4, 64, 64},
		{machine.Quo, 7, 64, 64},
		{machine.Rem, 7, 32, 64},
		{machine.Rem, -3, 32, 0},
		{machine.Shl, 0, 4, 4},
		{machine.Shl, 3, 64, 64},
		{machine.Shr, 0, 4, 4},
		{machine.Shr, 3, 64, 64},
		{machine.And, 0, 4, 64},
		{machine.And, 4, 8, 64},
		{machine.And, 7, 64, 64},
		{machine.Or, 0, 4, 4},
		{machine.Or, 3, 8, 64},
		{machine.Xor, 0, 4, 4},
		{machine.Xor, 3, 4, 64},
	} {
		for _, bits := range []int{4, 8, 16, 32, 64} {
			if bits <= x.signed {
				proves(t, machine.Type{Bits: bits, Signed: true}, x.op, x.second)
			}
			if bits <= x.unsigned {
				proves(t, machine.Type{Bits: bits}, x.op, x.second)
			}
		}
	}
}

// proves is for one operation on one type.
func proves(t *testing.T, typ machine.Type, op machine.Op, second int64) {
	st := term.NewStore()
	sort := st.BitVecSort(typ.Bits)
	x, y := st.FreshConst("x", sort), st.FreshConst("y", sort)
	lo, hi := typ.Range()
	number := func(v term.Term) machine.Value {
		if typ.Signed {
			return machine.Value{Term: st.BvToSigned(v), Lo: lo, Hi: hi}
		}
		return machine.Value{Term: st.BvToInt(v), Lo: lo, Hi: hi}
	}
	var facts []term.Term
	b := machine.New(st, func(fact term.Term) { facts = append(facts, fact) })
	p, q := number(x), number(y)
	s := solver.New(st, solver.Options{})
	switch {
	case second != 0:
		q = b.Small(second)
		y = st.IntToBv(typ.Bits, q.Term)
	case op == machine.Shl || op == machine.Shr:
		q = q.Clip(new(big.Int), hi)
		s.Assert(st.Le(st.Int(0), q.Term))
	}
	out := st.IntToBv(typ.Bits, b.Number(made(b, op, p, q, typ)))
	s.Assert(st.Not(st.And(append(facts, st.Eq(out, bitVector(st, op, typ.Signed, x, y)))...)))
	if got := s.Check(t.Context()); got.Status != sat.Unsat {
		t.Errorf("%v: operation %d, the second operand %d: %v", typ, op, second, got)
	}
}

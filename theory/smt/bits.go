package smt

import (
	"math/big"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// BitVecSort returns the sort of bit-vectors of a width from 1 to 65,535; another width is a
// Misuse.
func (st *Store) BitVecSort(width int) Sort[BitVec] {
	if width < 1 || width > term.MaxWidth {
		panic(misuse("BitVecSort", "width %d", width))
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return Sort[BitVec]{AnySort{st, st.st.BitVecSort(width)}}
}

// Width returns the width of a sort of bit-vectors; 0 of another sort.
func (s AnySort) Width() int {
	if s.store == nil {
		return 0
	}
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	return s.store.st.Width(s.id)
}

// BigBitVec returns the bit-vector whose value is n modulo two to the width; n may be negative.
func (st *Store) BigBitVec(n *big.Int, width int) BitVec {
	sort := st.BitVecSort(width)
	st.mu.Lock()
	defer st.mu.Unlock()
	return BitVec{Term{st, st.st.Bits(sort.id, num.FromBig(n))}}
}

func indexed[T Expr](op string, a Term, indices ...int) T {
	if a.store == nil {
		panic(misuse(op, "argument 1 is the zero term"))
	}
	return typed[T](must(a.store.ApplyIndexed(op, a, indices...)))
}

// ApplyIndexed builds a term from the SMT-LIB name of an operator with indices: extract
// zero_extend sign_extend repeat rotate_left rotate_right int_to_bv. An error is a *Misuse.
func (st *Store) ApplyIndexed(op string, a Term, indices ...int) (Term, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	ids, err := st.ids(op, []Term{a})
	if err != nil {
		return Term{}, err
	}
	wants, want := 1, anyVector(st.st, ids, 0)
	switch op {
	case "extract":
		wants = 2
	case "int_to_bv":
		want = sorted(st.st, ids[0], term.Int)
	case "zero_extend", "sign_extend", "repeat", "rotate_left", "rotate_right":
	default:
		return Term{}, misuse(op, "no such operator with indices")
	}
	switch {
	case want != "":
		return Term{}, st.illSorted(op, 0, ids[0], want)
	case len(indices) != wants:
		return Term{}, misuse(op, "%d indices, want %d", len(indices), wants)
	}
	t, err := buildIndexed(st.st, op, ids[0], indices)
	return Term{st, t}, err
}

func buildIndexed(st *term.Store, op string, a term.Term, indices []int) (term.Term, error) {
	n, k := st.WidthOf(a), indices[0]
	if k < 0 || k > term.MaxWidth && op != "rotate_left" && op != "rotate_right" {
		return 0, misuse(op, "index %d", k)
	}
	width := n
	switch op {
	case "extract":
		lo := indices[1]
		if lo < 0 || k < lo || k >= n {
			return 0, misuse(op, "bits %d to %d of %d", k, lo, n)
		}
		return st.Extract(k, lo, a), nil
	case "zero_extend", "sign_extend":
		width += k
	case "repeat":
		width *= k
	case "int_to_bv":
		width = k
	}
	if width < 1 || width > term.MaxWidth {
		return 0, misuse(op, "width %d", width)
	}
	switch op {
	case "zero_extend":
		return st.ZeroExtend(k, a), nil
	case "sign_extend":
		return st.SignExtend(k, a), nil
	case "repeat":
		return st.Repeat(k, a), nil
	case "rotate_left":
		return st.RotateLeft(k, a), nil
	case "rotate_right":
		return st.RotateRight(k, a), nil
	}
	return st.IntToBv(k, a), nil
}

// BitVec returns the unsigned value of a bit-vector.
func (m *Model) BitVec(t BitVec) (*big.Int, error) {
	v, err := m.Eval(t)
	return v.v.Int().Big(), err
}

// BitVec returns the unsigned value and the width of a bit-vector.
func (v Value) BitVec() (n *big.Int, width int, ok bool) {
	return v.v.Int().Big(), v.v.Width(), v.v.Kind() == model.KindBits
}

// Uint64 returns the unsigned value of a bit-vector that fits.
func (v Value) Uint64() (uint64, bool) {
	n, _, ok := v.BitVec()
	return n.Uint64(), ok && n.IsUint64()
}

// Signed returns the signed value of a bit-vector.
func (v Value) Signed() (*big.Int, bool) {
	n, width, ok := v.BitVec()
	if ok && n.Bit(width-1) == 1 {
		n = new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	return n, ok
}

// bitsVal returns the literal of a value.
func (st *Store) bitsVal(v model.Value) Term {
	return st.BigBitVec(v.Int().Big(), v.Width()).Term
}

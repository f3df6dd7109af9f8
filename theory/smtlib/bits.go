package smtlib

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// bitsFun is a function on bit-vectors.
type bitsFun struct {
	name        string
	op          opcode
	least, most int // number of arguments; most -1: any, applied from the left
	indices     int
	apply       func(st *term.Store, f *frame, args []term.Term) term.Term
}

// shape says what the arguments of a function on bit-vectors must be.
type shape uint8

const (
	shapeLike shape = iota // bit-vectors of one width
	shapeAny               // bit-vectors
	shapeInt               // an Int
)

func (g *bitsFun) shape() shape {
	switch g.op {
	case opConcat, opBvIte:
		return shapeAny
	case opIntToBv:
		return shapeInt
	}
	return shapeLike
}

func unary(f func(*term.Store, term.Term) term.Term) func(*term.Store, *frame, []term.Term) term.Term {
	return func(st *term.Store, _ *frame, args []term.Term) term.Term { return f(st, args[0]) }
}

func binary(f func(*term.Store, term.Term, term.Term) term.Term) func(*term.Store, *frame, []term.Term) term.Term {
	return func(st *term.Store, _ *frame, args []term.Term) term.Term {
		t := args[0]
		for _, a := range args[1:] {
			t = f(st, t, a)
		}
		return t
	}
}

func nary(f func(*term.Store, ...term.Term) term.Term) func(*term.Store, *frame, []term.Term) term.Term {
	return func(st *term.Store, _ *frame, args []term.Term) term.Term { return f(st, args...) }
}

func byNumber(f func(*term.Store, int, term.Term) term.Term) func(*term.Store, *frame, []term.Term) term.Term {
	return func(st *term.Store, g *frame, args []term.Term) term.Term { return f(st, int(g.ref), args[0]) }
}

// swapped exchanges the arguments of a relation.
func swapped(f func(*term.Store, term.Term, term.Term) term.Term) func(*term.Store, *frame, []term.Term) term.Term {
	return binary(func(st *term.Store, a, b term.Term) term.Term { return f(st, b, a) })
}

// fits negates an overflow predicate, for what Z3 has instead.
func fits(f func(*term.Store, term.Term, term.Term) term.Term) func(*term.Store, *frame, []term.Term) term.Term {
	return binary(func(st *term.Store, a, b term.Term) term.Term { return st.Not(f(st, a, b)) })
}

// sameSign is the formula that a product is not negative, unless it is 0.
func sameSign(st *term.Store, a, b term.Term) term.Term {
	k := st.WidthOf(a) - 1
	return st.Eq(st.Extract(k, k, a), st.Extract(k, k, b))
}

// parity returns the exclusive disjunction of the bits of a, of which it combines the halves again and again.
func parity(st *term.Store, a term.Term) term.Term {
	for w := st.WidthOf(a); w > 1; w = st.WidthOf(a) {
		half := (w + 1) / 2
		a = st.BvXor(st.Extract(half-1, 0, a), st.ZeroExtend(2*half-w, st.Extract(w-1, half, a)))
	}
	return a
}

// bitsFuns are the functions of the theory of bit-vectors, of the logics with it, and those that
// other solvers read.
var bitsFuns = []bitsFun{
	{"concat", opConcat, 1, -1, 0, nary((*term.Store).Concat)},
	{"bvnot", opBits, 1, 1, 0, unary((*term.Store).BvNot)},
	{"bvneg", opBits, 1, 1, 0, unary((*term.Store).BvNeg)},
	{"bvand", opBits, 1, -1, 0, nary((*term.Store).BvAnd)},
	{"bvor", opBits, 1, -1, 0, nary((*term.Store).BvOr)},
	{"bvxor", opBits, 1, -1, 0, nary((*term.Store).BvXor)},
	{"bvnand", opBits, 2, 2, 0, binary((*term.Store).BvNand)},
	{"bvnor", opBits, 2, 2, 0, binary((*term.Store).BvNor)},
	{"bvxnor", opBits, 1, -1, 0, binary((*term.Store).BvXnor)},
	{"bvcomp", opBits, 2, 2, 0, binary((*term.Store).BvComp)},
	{"bvadd", opBits, 1, -1, 0, nary((*term.Store).BvAdd)},
	{"bvsub", opBits, 1, -1, 0, binary((*term.Store).BvSub)},
	{"bvmul", opBits, 1, -1, 0, binary((*term.Store).BvMul)},
	{"bvudiv", opBits, 2, 2, 0, binary((*term.Store).BvUdiv)},
	{"bvurem", opBits, 2, 2, 0, binary((*term.Store).BvUrem)},
	{"bvsdiv", opBits, 2, 2, 0, binary((*term.Store).BvSdiv)},
	{"bvsrem", opBits, 2, 2, 0, binary((*term.Store).BvSrem)},
	{"bvsmod", opBits, 2, 2, 0, binary((*term.Store).BvSmod)},
	{"bvshl", opBits, 2, 2, 0, binary((*term.Store).BvShl)},
	{"bvlshr", opBits, 2, 2, 0, binary((*term.Store).BvLshr)},
	{"bvashr", opBits, 2, 2, 0, binary((*term.Store).BvAshr)},
	{"ext_rotate_left", opBits, 2, 2, 0, binary((*term.Store).ExtRotateLeft)},
	{"ext_rotate_right", opBits, 2, 2, 0, binary((*term.Store).ExtRotateRight)},
	{"bvult", opBits, 2, 2, 0, binary((*term.Store).BvUlt)},
	{"bvule", opBits, 2, 2, 0, binary((*term.Store).BvUle)},
	{"bvugt", opBits, 2, 2, 0, swapped((*term.Store).BvUlt)},
	{"bvuge", opBits, 2, 2, 0, swapped((*term.Store).BvUle)},
	{"bvslt", opBits, 2, 2, 0, binary((*term.Store).BvSlt)},
	{"bvsle", opBits, 2, 2, 0, binary((*term.Store).BvSle)},
	{"bvsgt", opBits, 2, 2, 0, swapped((*term.Store).BvSlt)},
	{"bvsge", opBits, 2, 2, 0, swapped((*term.Store).BvSle)},
	{"bvnego", opBits, 1, 1, 0, unary((*term.Store).BvNego)},
	{"bvuaddo", opBits, 2, 2, 0, binary((*term.Store).BvUaddo)},
	{"bvsaddo", opBits, 2, 2, 0, binary((*term.Store).BvSaddo)},
	{"bvumulo", opBits, 2, 2, 0, binary((*term.Store).BvUmulo)},
	{"bvsmulo", opBits, 2, 2, 0, binary((*term.Store).BvSmulo)},
	{"bvusubo", opBits, 2, 2, 0, binary((*term.Store).BvUsubo)},
	{"bvssubo", opBits, 2, 2, 0, binary((*term.Store).BvSsubo)},
	{"bvsdivo", opBits, 2, 2, 0, binary((*term.Store).BvSdivo)},
	{"bvumul_noovfl", opBits, 2, 2, 0, fits((*term.Store).BvUmulo)},
	{"bvsmul_noovfl", opBits, 2, 2, 0, fits(func(st *term.Store, a, b term.Term) term.Term {
		return st.And(st.BvSmulo(a, b), sameSign(st, a, b))
	})},
	{"bvsmul_noudfl", opBits, 2, 2, 0, fits(func(st *term.Store, a, b term.Term) term.Term {
		return st.And(st.BvSmulo(a, b), st.Not(sameSign(st, a, b)))
	})},
	{"bvredor", opBits, 1, 1, 0, unary((*term.Store).BvRedOr)},
	{"bvredand", opBits, 1, 1, 0, unary((*term.Store).BvRedAnd)},
	{"bvredxor", opBits, 1, 1, 0, unary(parity)},
	{"bvite", opBvIte, 3, 3, 0, func(st *term.Store, _ *frame, args []term.Term) term.Term {
		return st.Ite(st.Eq(args[0], st.Uint(1, 1)), args[1], args[2])
	}},
	{"bv2nat", opBits, 1, 1, 0, unary((*term.Store).BvToInt)},
	{"bv2int", opBits, 1, 1, 0, unary((*term.Store).BvToInt)},
	{"ubv_to_int", opBits, 1, 1, 0, unary((*term.Store).BvToInt)},
	{"sbv_to_int", opBits, 1, 1, 0, unary((*term.Store).BvToSigned)},
	{"extract", opExtract, 1, 1, 2, func(st *term.Store, f *frame, args []term.Term) term.Term {
		return st.Extract(int(f.ref>>16), int(f.ref&0xffff), args[0])
	}},
	{"zero_extend", opExtend, 1, 1, 1, byNumber((*term.Store).ZeroExtend)},
	{"sign_extend", opExtend, 1, 1, 1, byNumber((*term.Store).SignExtend)},
	{"repeat", opRepeat, 1, 1, 1, byNumber((*term.Store).Repeat)},
	{"rotate_left", opRotate, 1, 1, 1, byNumber((*term.Store).RotateLeft)},
	{"rotate_right", opRotate, 1, 1, 1, byNumber((*term.Store).RotateRight)},
	{"int_to_bv", opIntToBv, 1, 1, 1, byNumber((*term.Store).IntToBv)},
	{"int2bv", opIntToBv, 1, 1, 1, byNumber((*term.Store).IntToBv)},
	{"nat2bv", opIntToBv, 1, 1, 1, byNumber((*term.Store).IntToBv)},
}

// initBits enters the functions under their names. With indices they get a meaning after "_"
// only.
func (r *Reader) initBits() {
	for k := range bitsFuns {
		if g := &bitsFuns[k]; g.indices == 0 {
			n := &r.names.all[r.names.intern([]byte(g.name))]
			n.op, n.bits = g.op, uint8(k)
		}
	}
}

// bitsFunction returns the number of a function on bit-vectors, or -1.
func bitsFunction(name string) int {
	for k := range bitsFuns {
		if bitsFuns[k].name == name {
			return k
		}
	}
	return -1
}

// openBits pushes the frame of a list that begins at off and whose head, node h, is function k
// with indices.
func (r *Reader) openBits(k int, h, off uint32) error {
	g, parts := &bitsFuns[k], r.children(h)
	if len(parts) != 2+g.indices {
		if g.indices == 2 {
			return r.errorAt(h, "%s takes two indices", g.name)
		}
		return r.errorAt(h, "%s takes one index", g.name)
	}
	var index [2]uint32
	for i, p := range parts[2:] {
		v, err := strconv.ParseUint(r.textOf(p), 10, 32)
		switch {
		case r.nodes[p].kind != tokenNumeral:
			return r.errorAt(p, "a number is expected")
		case err != nil || v > term.MaxWidth && g.op != opRotate:
			return r.errorAt(p, "unsupported: an index above %d", term.MaxWidth)
		case v == 0 && (g.op == opRepeat || g.op == opIntToBv):
			return r.errorAt(p, "a positive number is expected")
		}
		index[i] = uint32(v)
	}
	r.dropNodes(h)
	ref := index[0]
	if g.op == opExtract {
		ref = index[0]<<16 | index[1]
	}
	r.open(frameBits, g.op, ref, off)
	r.work[len(r.work)-1].bits = uint8(k)
	return nil
}

// applyBits builds the application of a function on bit-vectors.
func (r *Reader) applyBits(f *frame, args []term.Term) (term.Term, error) {
	g, st := &bitsFuns[f.bits], r.st
	if err := r.argCount(f, args, g.least, g.most); err != nil {
		return 0, err
	}
	if g.shape() == shapeInt {
		if err := r.argSort(f, args, 0, term.Int); err != nil {
			return 0, err
		}
		return g.apply(st, f, args), nil
	}
	width := 0
	for k, a := range args {
		if !st.IsBitVec(st.Sort(a)) {
			return 0, r.errorOff(r.offs[int(f.base)+k], "argument %d of %s has sort %s, which is not one of bit-vectors", k+1,
				r.head(f.at), st.SortString(st.Sort(a)))
		}
		width += st.WidthOf(a)
		if g.shape() == shapeLike {
			width = st.WidthOf(args[0])
			if err := r.argSort(f, args, k, st.Sort(args[0])); err != nil {
				return 0, err
			}
		}
	}
	switch g.op {
	case opBvIte:
		if st.WidthOf(args[0]) != 1 || st.Sort(args[1]) != st.Sort(args[2]) {
			return 0, r.errorOff(f.at, "bvite takes a bit and two bit-vectors of one width")
		}
		width = st.WidthOf(args[1])
	case opExtract:
		if hi, lo := int(f.ref>>16), int(f.ref&0xffff); hi < lo || hi >= width {
			return 0, r.errorOff(f.at, "there are no bits %d to %d in a bit-vector of width %d", hi, lo, width)
		}
	case opExtend:
		width += int(f.ref)
	case opRepeat:
		width *= int(f.ref)
	}
	if width > term.MaxWidth {
		return 0, r.errorOff(f.at, "unsupported: a bit-vector of width %d; the largest is %d", width, term.MaxWidth)
	}
	switch g.name {
	case "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod":
		if by := args[1]; st.Op(by) != term.OpBits || st.Num(by).IsZero() {
			r.dividesByZero = true
		}
	}
	return g.apply(st, f, args), nil
}

// bitsToken pushes the bit-vector that the present token, #b... or #x..., is.
func (r *Reader) bitsToken() error {
	off := r.tok.off
	text := r.text(off, r.tok.end)
	base, per := 2, 1
	if text[1] == 'x' {
		base, per = 16, 4
	}
	digits := string(text[2:])
	width := per * len(digits)
	if width > term.MaxWidth {
		return r.errorOff(off, "unsupported: a bit-vector of width %d; the largest is %d", width, term.MaxWidth)
	}
	if width < 64 {
		v, err := strconv.ParseUint(digits, base, 64)
		r.add(r.st.Uint(width, v), off)
		return err
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return r.errorOff(off, "malformed constant %s", text)
	}
	r.add(r.st.Bits(r.st.BitVecSort(width), num.FromBig(v)), off)
	return nil
}

// bitsLiteral returns the term (_ bvV W), of which these are the parts; false if it is none.
func (r *Reader) bitsLiteral(parts []uint32) (term.Term, bool, error) {
	if len(parts) != 3 || r.nodes[parts[1]].kind != tokenSymbol || r.nodes[parts[2]].kind != tokenNumeral {
		return 0, false, nil
	}
	digits, ok := strings.CutPrefix(r.textOf(parts[1]), "bv")
	if kind, isNumber := numeric([]byte(digits)); !ok || !isNumber || kind != tokenNumeral {
		return 0, false, nil
	}
	width, err := r.width(parts[2])
	if err != nil {
		return 0, true, err
	}
	if len(digits) > maxDecimal {
		return 0, true, r.errorAt(parts[1], "unsupported: a numeral of %d characters", len(digits))
	}
	v, err := num.ParseInt(digits)
	if err != nil {
		return 0, true, r.errorAt(parts[1], "%v", err)
	}
	if v.BitLen() > width {
		return 0, true, r.errorAt(parts[1], "%s does not fit into %d bits", digits, width)
	}
	return r.st.Bits(r.st.BitVecSort(width), v), true, nil
}

// width returns the width that node i denotes.
func (r *Reader) width(i uint32) (int, error) {
	v, err := parseWidth(r.textOf(i))
	if err != "" {
		return 0, r.errorAt(i, "%s", err)
	}
	return v, nil
}

// parseWidth returns the width of a bit-vector, or what is wrong with it.
func parseWidth(text string) (int, string) {
	v, err := strconv.ParseUint(text, 10, 64)
	switch {
	case err != nil && !strings.Contains(err.Error(), "range"), err == nil && v == 0:
		return 0, "a positive number is expected"
	case err != nil || v > term.MaxWidth:
		return 0, "unsupported: a bit-vector of width " + text + "; the largest is " + strconv.Itoa(term.MaxWidth)
	}
	return int(v), ""
}

// AppendBits appends a bit-vector: hexadecimal if the width is a multiple of four, else
// binary.
func AppendBits(dst []byte, width int, v num.Int) []byte {
	base, per, prefix := 2, 1, "#b"
	if width%4 == 0 {
		base, per, prefix = 16, 4, "#x"
	}
	dst = append(dst, prefix...)
	digits := v.Big().Text(base)
	for k := len(digits); k < width/per; k++ {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// indexedTerm reads a term (_ ...): a bit-vector, or an array of a function.
func (r *Reader) indexedTerm(off uint32) error {
	root := r.list(off)
	if err := r.rest(root); err != nil {
		return err
	}
	t, ok, err := r.bitsLiteral(r.children(root))
	if !ok {
		return r.asArray(root, off)
	}
	r.dropNodes(root)
	r.add(t, off)
	return err
}

package execute

import "github.com/muster-smt/muster/theory/term"

// operate returns the application of an operator on bit-vectors.
func (x *symbolic) operate(e *expr, as []term.Term) term.Term {
	st, o := x.st, e.operator
	switch o.name {
	case "bv2int":
		return st.BvToInt(as[0])
	case "int2bv":
		return st.IntToBv(e.sort.width, as[0])
	case "zero_extend":
		return st.ZeroExtend(o.index[0], as[0])
	case "sign_extend":
		return st.SignExtend(o.index[0], as[0])
	case "extract":
		return st.Extract(o.index[0], o.index[1], as[0])
	case "concat":
		return st.Concat(as...)
	case "bvnot":
		return st.BvNot(as[0])
	case "bvneg":
		return st.BvNeg(as[0])
	}
	binary := map[string]func(a, b term.Term) term.Term{
		"bvsub": st.BvSub, "bvmul": st.BvMul, "bvudiv": st.BvUdiv, "bvurem": st.BvUrem, "bvsdiv": st.BvSdiv, "bvsrem": st.BvSrem,
		"bvsmod": st.BvSmod, "bvshl": st.BvShl, "bvlshr": st.BvLshr, "bvashr": st.BvAshr,
		"bvult": st.BvUlt, "bvule": st.BvUle, "bvslt": st.BvSlt, "bvsle": st.BvSle,
	}
	if f := binary[o.name]; f != nil {
		return f(as[0], as[1])
	}
	mirrored := map[string]func(a, b term.Term) term.Term{"bvugt": st.BvUlt, "bvuge": st.BvUle, "bvsgt": st.BvSlt, "bvsge": st.BvSle}
	if f := mirrored[o.name]; f != nil {
		return f(as[1], as[0])
	}
	several := map[string]func(args ...term.Term) term.Term{"bvand": st.BvAnd, "bvor": st.BvOr, "bvxor": st.BvXor, "bvadd": st.BvAdd}
	return several[o.name](as...)
}

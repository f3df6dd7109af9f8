package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// widestFactor is how many bits a factor has beside which a bit-vector is no mere pattern.
const widestFactor = 16

// integers replaces bit-vectors by their values where they meet integers, if all that is done with them is linear:
// sums, small multiples, comparisons, slices at one end (Zohar, Irfan, Mann, Niemetz, Nötzli, Preiner, Reynolds,
// Barrett and Tinelli, "Bit-precise reasoning via int-blasting", VMCAI 2022). Between the bits of a sum and its value
// as an integer, either theory knows only its side of a carry.
func (p *Pipeline) integers() int {
	v := valuer{Pipeline: p, image: map[term.Term]term.Term{}}
	if !v.collect() {
		return 0
	}
	p.forgetFacts()
	for _, t := range v.terms {
		v.image[t] = v.value(t)
	}
	for i := range p.batch {
		p.batch[i].t = v.image[p.batch[i].t]
	}
	p.assert(v.bounds...)
	p.substitute()
	p.forgetFacts()
	return len(v.consts)
}

// valuer is one run of the pass.
type valuer struct {
	*Pipeline
	terms  []term.Term             // of the batch, arguments first
	consts []term.Term             // bit-vectors
	image  map[term.Term]term.Term // a bit-vector becomes an integer; never ranged over
	bounds []term.Term             // of the integers
}

// collect finds the terms of the batch, and reports whether bit-vectors meet integers and are linear.
func (v *valuer) collect() bool {
	meet, linear := false, true
	v.pushBatch()
	v.walk(func(t term.Term) {
		v.terms = append(v.terms, t)
		op := v.st.Op(t)
		meet = meet || op == term.OpBvToInt || op == term.OpIntToBv
		if linear && (v.st.IsBitVec(v.st.Sort(t)) || slices.ContainsFunc(v.st.Args(t), v.isBits)) {
			linear = v.isLinear(t)
		}
		if v.isBits(t) && v.st.IsConst(t) {
			v.consts = append(v.consts, t)
		}
	})
	if !meet || !linear || v.limit.Stopped() {
		return false
	}
	slices.Sort(v.terms) // arguments have smaller ids
	return true
}

func (v *valuer) isBits(t term.Term) bool { return v.st.IsBitVec(v.st.Sort(t)) }

// isLinear reports whether value knows a term of or about bit-vectors.
func (v *valuer) isLinear(t term.Term) bool {
	st, args := v.st, v.st.Args(t)
	switch st.Op(t) {
	case term.OpApp:
		return len(args) == 0 && !v.wasSeen(t)
	case term.OpBits, term.OpBvAdd, term.OpBvNeg, term.OpBvNot, term.OpSignExt, term.OpIte,
		term.OpEq, term.OpDistinct, term.OpBvUle, term.OpBvSle, term.OpBvToInt, term.OpIntToBv:
		return true
	case term.OpConcat: // shifted, or extended by zeros
		return len(args) == 2 && (st.IsBits(args[0]) || st.IsBits(args[1]))
	case term.OpExtract: // one end
		hi, lo := st.ExtractBounds(t)
		return lo == 0 || hi+1 == st.WidthOf(args[0])
	case term.OpBvMul:
		a := args[0]
		if !st.IsBits(a) {
			a = args[1]
		}
		return st.IsBits(a) && signedBits(st.Num(a), st.WidthOf(a)).BitLen() <= widestFactor
	case term.OpBvUdiv, term.OpBvUrem:
		return st.IsBits(args[1]) && !st.Num(args[1]).IsZero()
	}
	return false
}

// value returns the integer that a bit-vector is, and other terms with integers for bit-vectors.
func (v *valuer) value(t term.Term) term.Term {
	st, rw := v.st, v.rw
	args := slices.Clone(st.Args(t))
	for i, a := range args {
		args[i] = v.image[a]
	}
	if !v.isBits(t) {
		return v.formula(t, args)
	}
	w := st.WidthOf(t)
	wrapped := func(u term.Term) term.Term { return rw.Mod(u, v.power(w)) }
	switch st.Op(t) {
	case term.OpBits:
		return rw.Numeral(st.Num(t))
	case term.OpBvAdd:
		return wrapped(rw.Add(args...))
	case term.OpBvNeg:
		return wrapped(rw.Neg(args[0]))
	case term.OpBvNot:
		return rw.Sub(v.power(w), rw.Add(args[0], rw.Int(1)))
	case term.OpBvMul:
		return wrapped(v.product(w, args[0], args[1]))
	case term.OpBvUdiv:
		return rw.Div(args[0], args[1])
	case term.OpBvUrem:
		return rw.Mod(args[0], args[1])
	case term.OpConcat:
		return v.concat(t, args)
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		u := args[0]
		if lo > 0 {
			u = rw.Div(u, v.power(lo))
		}
		if hi+1 < st.WidthOf(st.Arg(t, 0)) {
			u = rw.Mod(u, v.power(hi-lo+1))
		}
		return u
	case term.OpSignExt:
		n := st.WidthOf(st.Arg(t, 0))
		return rw.Ite(rw.Le(v.power(n-1), args[0]), rw.Add(args[0], rw.Sub(v.power(w), v.power(n))), args[0])
	case term.OpIte:
		return rw.Ite(args[0], args[1], args[2])
	case term.OpIntToBv:
		return wrapped(args[0])
	}
	return v.constant(t)
}

// formula returns a term that is no bit-vector, with these arguments.
func (v *valuer) formula(t term.Term, args []term.Term) term.Term {
	st := v.st
	switch st.Op(t) {
	case term.OpBvToInt:
		return args[0]
	case term.OpBvUle:
		return v.rw.Le(args[0], args[1])
	case term.OpBvSle:
		w := st.WidthOf(st.Arg(t, 0))
		return v.rw.Le(v.signed(w, args[0]), v.signed(w, args[1]))
	case term.OpEq:
		return v.rw.Eq(args[0], args[1])
	case term.OpDistinct:
		return v.rw.Distinct(args...)
	}
	if len(args) == 0 {
		return t
	}
	return v.rw.Rebuild(t, args)
}

// constant returns a new constant for the value of a constant, between its bounds.
func (v *valuer) constant(x term.Term) term.Term {
	w := v.st.WidthOf(x)
	k := v.fresh(term.Int)
	v.bounds = append(v.bounds, v.rw.Le(v.rw.Int(0), k), v.rw.Le(k, v.rw.Sub(v.power(w), v.rw.Int(1))))
	bits := v.rw.IntToBv(w, k)
	v.define(definition{x: x, t: bits, solved: true, again: v.st.Eq(x, bits)})
	return k
}

// product returns the product of two values of which one is a numeral; that is taken as a signed number.
func (v *valuer) product(w int, a, b term.Term) term.Term {
	if !v.st.IsNum(a) {
		a, b = b, a
	}
	return v.rw.Mul(v.rw.Numeral(signedBits(v.st.Num(a), w)), b)
}

// signedBits returns the signed number that an unsigned one of w bits stands for.
func signedBits(n num.Int, w int) num.Int {
	if n.BitLen() == w {
		n = n.Sub(num.FromInt64(1).Lsh(uint(w)))
	}
	return n
}

// concat returns the value of a concatenation.
func (v *valuer) concat(t term.Term, args []term.Term) term.Term {
	shift := 0
	for i := len(args) - 1; i >= 0; i-- {
		args[i] = v.rw.Mul(v.power(shift), args[i])
		shift += v.st.WidthOf(v.st.Arg(t, i))
	}
	return v.rw.Add(args...)
}

// signed returns the signed value of a bit-vector.
func (v *valuer) signed(w int, a term.Term) term.Term {
	return v.rw.Ite(v.rw.Le(v.power(w-1), a), v.rw.Sub(a, v.power(w)), a)
}

// power returns two to the power of n.
func (v *valuer) power(n int) term.Term { return v.rw.Numeral(num.FromInt64(1).Lsh(uint(n))) }

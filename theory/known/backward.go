package known

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// longest is the greatest number of arguments of a sum or exclusive or that is propagated
// backward, which takes quadratic time.
const longest = 16

// narrowing is one call of Backward.
type narrowing struct {
	args    []Value
	changed bool
	failed  bool
}

// meet narrows argument i.
func (n *narrowing) meet(i int, v Value) {
	if n.failed {
		return
	}
	changed, ok := n.args[i].Meet(v)
	n.changed = n.changed || changed
	n.failed = !ok
}

// Backward narrows what the arguments of a term may be by what the term may be. It reports
// whether that changed anything, and whether there are values left; if not, no
// values of the arguments give the term one of its own.
func Backward(st *term.Store, t term.Term, v Value, args []Value) (changed, ok bool) {
	n := &narrowing{args: args}
	switch st.Op(t) {
	case term.OpNot, term.OpBvNot:
		n.meet(0, not(v))
	case term.OpAnd, term.OpBvAnd:
		n.and(v)
	case term.OpOr, term.OpBvOr:
		n.negate()
		n.and(not(v))
		n.negate()
	case term.OpBvXor:
		n.rest(v, xor)
	case term.OpBvAdd:
		n.rest(v, sub)
	case term.OpBvMul:
		n.mul(v)
	case term.OpBvUdiv:
		n.quotient(v)
	case term.OpBvUrem:
		n.remainder(v)
	case term.OpConcat:
		lo := st.WidthOf(t)
		for i := range args {
			w := args[i].Width()
			lo -= w
			n.meet(i, slice(v, lo+w-1, lo))
		}
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		n.extract(v, hi, lo)
	case term.OpSignExt:
		n.signExtend(v)
	case term.OpIte:
		n.choice(v)
	default:
		if w, ok := v.Word(); ok && len(args) == 2 && v.Width() == 1 {
			n.atom(st.Op(t), w.IsOne())
		}
	}
	return n.changed, !n.failed
}

func (n *narrowing) negate() {
	for i, a := range n.args {
		n.args[i] = not(a)
	}
}

// and: what is 1 is so in all arguments; what is 0, and 1 in all others but one, is 0 in that.
func (n *narrowing) and(v Value) {
	zeros := v.may.Not()
	for i := range n.args {
		others := num.Ones(v.Width())
		if len(n.args) <= longest {
			for k, a := range n.args {
				if k != i {
					others = others.And(a.ones)
				}
			}
		} else {
			others = num.WordFromUint64(v.Width(), 0)
		}
		w := ofBits(v.ones, others.And(zeros).Not())
		w.lo = larger(w.lo, v.lo)
		if !w.reduce() {
			n.failed = true
			return
		}
		n.meet(i, w)
	}
}

// rest narrows each argument to what, with the others, gives v: without(v, others).
func (n *narrowing) rest(v Value, without func(a, b Value) Value) {
	if len(n.args) > longest {
		return
	}
	for i := range n.args {
		w := v
		for k, a := range n.args {
			if k != i {
				w = without(w, a)
			}
		}
		n.meet(i, w)
	}
}

func (n *narrowing) mul(v Value) {
	for i := range n.args {
		a, b := n.args[i], n.args[1-i]
		if w, ok := b.Word(); ok && w.Bit(0) {
			n.meet(i, mul(v, Exact(w.Inverse())))
		}
		if n.failed || b.hi.IsZero() || overflows(a.hi, b.hi) {
			continue
		}
		// Without overflow the interval is that of the quotient.
		one := num.WordFromUint64(v.Width(), 1)
		lo, r := v.lo.Divide(b.hi)
		if !r.IsZero() {
			lo = lo.Add(one)
		}
		hi := num.Ones(v.Width())
		if !b.lo.IsZero() {
			hi, _ = v.hi.Divide(b.lo)
		}
		if lo.Cmp(hi) > 0 {
			n.failed = true
			return
		}
		n.meet(i, Between(lo, hi))
	}
}

// quotient: if the divisor b is not 0, a/b = q means q*b <= a <= q*b + b - 1.
func (n *narrowing) quotient(v Value) {
	a, b := n.args[0], n.args[1]
	if b.lo.IsZero() {
		if v.hi.IsOnes() {
			return
		}
		one := num.WordFromUint64(v.Width(), 1)
		n.meet(1, Between(one, num.Ones(v.Width())))
		if n.failed {
			return
		}
		b = n.args[1]
	}
	if overflows(v.lo, b.lo) {
		n.failed = true
		return
	}
	lo, hi := v.lo.Mul(b.lo), num.Ones(v.Width())
	if !overflows(v.hi, b.hi) {
		p := v.hi.Mul(b.hi)
		if q := p.Add(b.hi.Sub(num.WordFromUint64(v.Width(), 1))); q.Cmp(p) >= 0 {
			hi = q
		}
	}
	n.meet(0, Between(lo, larger(lo, hi)))
	if !n.failed && !v.lo.IsZero() {
		most, _ := a.hi.Divide(v.lo)
		if most.IsZero() {
			n.failed = true
			return
		}
		n.meet(1, Between(num.WordFromUint64(v.Width(), 1), most))
	}
}

// remainder: r <= a, and r < b unless b is 0.
func (n *narrowing) remainder(v Value) {
	a, b := n.args[0], n.args[1]
	n.meet(0, Between(v.lo, num.Ones(v.Width())))
	if n.failed {
		return
	}
	if a.hi.Cmp(b.lo) < 0 || b.hi.IsZero() {
		n.meet(0, v)
	}
	if !b.lo.IsZero() && !n.failed {
		if v.lo.IsOnes() {
			n.failed = true
			return
		}
		n.meet(1, Between(v.lo.Add(num.WordFromUint64(v.Width(), 1)), num.Ones(v.Width())))
	}
}

func (n *narrowing) extract(v Value, hi, lo int) {
	a := n.args[0]
	w := a.Width()
	wide := ofBits(v.ones, v.may)
	if lo > 0 {
		wide = join(wide, Top(lo))
	}
	if hi < w-1 {
		wide = join(Top(w-1-hi), wide)
	}
	n.meet(0, wide)
	if n.failed {
		return
	}
	// Where the bits above are known, the interval is that of the slice.
	a = n.args[0]
	if hi < w-1 && a.lo.Slice(w-1, hi+1).Cmp(a.hi.Slice(w-1, hi+1)) != 0 {
		return
	}
	below, above := v.lo, v.hi
	if lo > 0 {
		below, above = below.Join(num.WordFromUint64(lo, 0)), above.Join(num.Ones(lo))
	}
	if hi < w-1 {
		top := a.lo.Slice(w-1, hi+1)
		below, above = top.Join(below), top.Join(above)
	}
	n.meet(0, Between(below, above))
}

func (n *narrowing) signExtend(v Value) {
	m := n.args[0].Width()
	w := v.Width()
	n.meet(0, slice(v, m-1, 0))
	// The sign is each of the higher bits.
	high := slice(v, w-1, m-1)
	sign := num.PowerOfTwo(m, m-1)
	zero := num.WordFromUint64(m, 0)
	switch {
	case n.failed:
	case !high.ones.IsZero() && !high.may.IsOnes():
		n.failed = true
	case !high.ones.IsZero():
		n.meet(0, Between(sign, num.Ones(m)))
	case !high.may.IsOnes():
		n.meet(0, Between(zero, sign.Not()))
	}
}

func (n *narrowing) choice(v Value) {
	then, other := n.args[1], n.args[2]
	if _, ok := then.Meet(v); !ok {
		n.meet(0, Truth(false))
	}
	if _, ok := other.Meet(v); !ok {
		n.meet(0, Truth(true))
	}
	if c, ok := n.args[0].Word(); ok && !n.failed {
		if c.IsOne() {
			n.meet(1, v)
		} else {
			n.meet(2, v)
		}
	}
}

// atom narrows both sides of a relation of known truth.
func (n *narrowing) atom(op term.Op, holds bool) {
	a, b := n.args[0], n.args[1]
	if a.Width() == 0 {
		return
	}
	switch {
	case op == term.OpEq && holds:
		n.meet(0, b)
		n.meet(1, n.args[0])
	case op == term.OpEq:
		n.differ(0, b)
		n.differ(1, n.args[0])
	case op == term.OpBvUle && holds:
		n.atMost(0, 1, false)
	case op == term.OpBvUle:
		n.atMost(1, 0, true)
	case op == term.OpBvSle && holds:
		n.signedAtMost(0, 1, false)
	case op == term.OpBvSle:
		n.signedAtMost(1, 0, true)
	case op == term.OpBvUmulo && !holds:
		for i := range 2 {
			if least := n.args[1-i].lo; !least.IsZero() && !n.failed {
				q, _ := num.Ones(least.Width()).Divide(least)
				n.meet(i, Between(num.WordFromUint64(least.Width(), 0), q))
			}
		}
	}
}

// differ removes the only member of b from argument i where that is an end of its interval.
func (n *narrowing) differ(i int, b Value) {
	w, ok := b.Word()
	if !ok || n.failed {
		return
	}
	a := n.args[i]
	one := num.WordFromUint64(w.Width(), 1)
	if x, ok := a.Word(); ok {
		n.failed = x.Cmp(w) == 0
		return
	}
	switch {
	case a.lo.Cmp(w) == 0:
		n.meet(i, Between(a.lo.Add(one), a.hi))
	case a.hi.Cmp(w) == 0:
		n.meet(i, Between(a.lo, a.hi.Sub(one)))
	}
}

// atMost narrows arguments i and k to i <= k, or i < k.
func (n *narrowing) atMost(i, k int, strict bool) {
	lo, hi := n.args[i].lo, n.args[k].hi
	one := num.WordFromUint64(lo.Width(), 1)
	if strict {
		if lo.IsOnes() || hi.IsZero() {
			n.failed = true
			return
		}
		lo, hi = lo.Add(one), hi.Sub(one)
	}
	n.meet(i, Between(num.WordFromUint64(lo.Width(), 0), hi))
	n.meet(k, Between(lo, num.Ones(lo.Width())))
}

// signedAtMost is atMost for signed numbers: as for unsigned ones, once both signs are known.
func (n *narrowing) signedAtMost(i, k int, strict bool) {
	w := n.args[i].Width()
	sign := num.PowerOfTwo(w, w-1)
	lo, _ := n.args[i].signed()
	_, hi := n.args[k].signed()
	if hi.Bit(w - 1) { // what is at most a negative number is one
		n.meet(i, Between(sign, num.Ones(w)))
	}
	if !lo.Bit(w-1) && !n.failed {
		n.meet(k, Between(num.WordFromUint64(w, 0), sign.Not()))
	}
	if n.failed {
		return
	}
	a, b := n.args[i], n.args[k]
	if a.lo.Bit(w-1) == a.hi.Bit(w-1) && b.lo.Bit(w-1) == b.hi.Bit(w-1) {
		if a.lo.Bit(w-1) == b.lo.Bit(w-1) {
			n.atMost(i, k, strict)
		} else {
			n.failed = !a.lo.Bit(w - 1)
		}
		return
	}
	// The bound of one sign holds for the members of that sign; see doc.go for what is lost.
	if a.lo.Bit(w-1) == a.hi.Bit(w-1) && a.lo.Bit(w-1) == hi.Bit(w-1) {
		n.meet(i, Between(num.WordFromUint64(w, 0), hi))
	}
	if b.lo.Bit(w-1) == b.hi.Bit(w-1) && b.lo.Bit(w-1) == lo.Bit(w-1) && !n.failed {
		n.meet(k, Between(lo, num.Ones(w)))
	}
}

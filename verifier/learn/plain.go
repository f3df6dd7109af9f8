package learn

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// plain returns what a number is without overflow of machine integers: the remainder by a large modulus is what it is
// taken of, and of two cases that differ by a large number it is the one of the smaller constant. Indices of candidates
// are read so; what they do not say of overflow, the proofs of candidates do.
func (r *reader) plain(t term.Term) term.Term {
	var fold term.Fold[term.Term]
	known := func(t term.Term) (term.Term, bool) {
		to, ok := r.open[t]
		return to, ok
	}
	out, _ := fold.Of(t, r.st.Args, known, func(t term.Term, args []term.Term) term.Term {
		to := r.st.Renewed(r.rw, t, args)
		if r.st.Sort(t) == term.Int {
			to = r.unwrapped(to)
		}
		r.open[t] = to
		return to
	}, nil)
	return out
}

// unwrapped returns a number without the overflow at its root.
func (r *reader) unwrapped(t term.Term) term.Term {
	large := num.RatFromInt64(maxStep)
	switch r.st.Op(t) {
	case term.OpMod:
		if k, ok := r.st.NumeralValue(r.st.Arg(t, 1)); ok && k.Abs().Cmp(large) > 0 {
			return r.st.Arg(t, 0)
		}
	case term.OpIte:
		a, b := linear.Read(r.st, r.st.Arg(t, 1), nil), linear.Read(r.st, r.st.Arg(t, 2), nil)
		if d := a.Minus(b); len(d.Monomials) > 0 || d.Constant.Abs().Cmp(large) <= 0 {
			return t
		}
		if a.Constant.Abs().Cmp(b.Constant.Abs()) < 0 {
			return r.st.Arg(t, 1)
		}
		return r.st.Arg(t, 2)
	}
	return t
}

package summary

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// joinOutcomes returns what two outcomes of a procedure with nIn arguments have in
// common. If widen is set, limits that the second one exceeds are given up.
func joinOutcomes(nIn int, was, now *outcome, widen bool) *outcome {
	switch {
	case was.never:
		return now
	case now.never:
		return was
	}
	r := &outcome{outs: make([]out, len(was.outs))}
	var ints []int
	var values [][]form
	for i := range was.outs {
		x, y := &was.outs[i], &now.outs[i]
		switch {
		case x.known && y.known:
			ints = append(ints, i)
			values = append(values, []form{was.form(i, nIn+1), now.form(i, nIn+1+len(was.outs))})
		case x.same == y.same:
			r.outs[i].same = x.same
		}
	}
	keep := func(s sym) bool { return int(s) <= nIn }
	both := [2]*outcome{was, now}
	js := join(values, keep, func(e int, f form) interval {
		in := exactly(num.Int{})
		for _, m := range f {
			var x interval
			switch k := int(m.s) - nIn - 1 - e*len(was.outs); {
			case m.s == one:
				x = exactly(num.FromInt64(1))
			case k >= 0:
				x = both[e].outs[k].in
			}
			in = in.plus(x, m.c)
		}
		return in
	})
	settle(r.outs, ints, js)
	for i := range r.outs {
		if x, y := &was.outs[i], &r.outs[i]; widen && x.fresh && y.fresh && x.base.equal(y.base) {
			y.in = x.in.widen(y.in)
		}
	}
	return r
}

// form returns the form of result i over the arguments, and the deviation of
// result k as symbol first+k.
func (r *outcome) form(i, first int) form {
	deviation := func(k int) form {
		if in := r.outs[k].in; in.lo.ok && in.lo.equal(in.hi) {
			return constant(in.lo.v)
		}
		return single(sym(first + k))
	}
	x := &r.outs[i]
	f := x.base
	if x.fresh {
		f = f.plus(deviation(i), num.FromInt64(1))
	}
	for _, p := range x.terms {
		f = f.plus(deviation(p.of), p.c)
	}
	return f
}

func (r *outcome) equal(o *outcome) bool {
	if r.never || o.never {
		return r.never == o.never
	}
	return slices.EqualFunc(r.outs, o.outs, func(x, y out) bool {
		return x.known == y.known && x.same == y.same && x.fresh == y.fresh && x.in.equal(y.in) && x.base.equal(y.base) &&
			slices.EqualFunc(x.terms, y.terms, func(p, q part) bool { return p.of == q.of && p.c.Equal(q.c) })
	})
}

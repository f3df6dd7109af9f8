package learn

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// view is how what a procedure does at an index is said of all: an index in place of one of a path, and what that makes
// of its arguments. The index is m times the counter, or minus that, and rest.
type view struct {
	q      term.Term // the bound variable
	at     term.Term // the value of the counter where the index is q
	times  term.Term // m times that value
	m      term.Term // a numeral
	rest   term.Term
	flip   bool
	stride num.Int // the distance of neighbours; 1 if all between the first and the last are reached, or are taken to be
	c      counter
	place  int // in the path
}

// whole is the view of the values of a counter themselves.
func (x *ranges) whole(c counter, at term.Term) view {
	return view{q: at, at: at, times: at, m: x.st.Int(1), rest: x.st.Int(0), stride: num.FromInt64(1), c: c}
}

// views returns those of an access. Where a counter moves by more than one, first comes that of the indices that it
// reaches, then that of all between them.
func (x *ranges) views(y *passage, a access) (out []view) {
	for k, i := range a.path {
		for _, c := range y.counters {
			in := y.p.In[c.in]
			if x.st.Sort(i) != term.Int {
				continue
			}
			coeff := linear.Read(x.st, i, nil).Coeff(in)
			if coeff.IsZero() || !coeff.IsInt() || coeff.Abs().Cmp(num.RatFromInt64(maxStep)) > 0 {
				continue
			}
			v := view{q: x.st.BoundVar("q", term.Int), stride: coeff.Abs().Num(), c: c, place: k, flip: coeff.Sign() < 0}
			v.rest = x.rw.Sub(i, x.rw.Mul(x.st.Numeral(coeff.Num()), in))
			if !x.only(v.rest, y.fixed()) {
				continue
			}
			v.m, v.times = x.st.Numeral(v.stride), x.rw.Sub(v.q, v.rest)
			if v.flip {
				v.times = x.rw.Neg(v.times)
			}
			v.at = x.rw.Div(v.times, v.m)
			if step := c.step.Abs(); step.Cmp(num.RatFromInt64(1)) > 0 {
				reached := v
				reached.stride = v.stride.Mul(step.Num())
				out = append(out, reached)
			}
			out = append(out, v)
		}
	}
	return out
}

// limits returns the terms of the entry that may be the end of a counter's range: integers that stay, and values that
// its class is compared with.
func (x *ranges) limits(y *passage, c counter) (out []term.Term) {
	for _, in := range y.fixed() {
		if x.st.Sort(in) == term.Int {
			out = append(out, in)
		}
	}
	out = append(out, x.cls.values[x.cls.root(y.p.In[c.in])]...)
	return out[:min(len(out), maxNumbers)]
}

// ends returns where the range of a counter ends at the exit.
func (x *ranges) ends(y *passage, c counter) []term.Term {
	if k := y.state[c.in]; k >= 0 {
		return []term.Term{y.p.Out[k]}
	}
	for _, d := range y.counters {
		if k := y.state[d.in]; k >= 0 {
			if t, ok := x.along(y, c, d, y.p.Out[k]); ok {
				return []term.Term{t}
			}
		}
	}
	return x.limits(y, c)
}

// along returns the value of a counter where another one, with which it moves in step, has a value.
func (x *ranges) along(y *passage, c, other counter, at term.Term) (term.Term, bool) {
	if c.step.IsZero() || other.step.IsZero() {
		return 0, false
	}
	f := c.step.Div(other.step)
	passed := x.rw.Sub(at, y.p.In[other.in])
	if !f.IsInt() {
		passed = x.rw.Div(passed, x.st.Numeral(f.Den()))
	}
	return x.rw.Add(y.p.In[c.in], x.rw.Mul(x.st.Numeral(f.Num()), passed)), true
}

// within says that the index of a view is in the range of its counter, up to an end.
func (x *ranges) within(y *passage, v view, end term.Term) term.Term {
	first, last := x.rw.Mul(v.m, y.p.In[v.c.in]), x.rw.Mul(v.m, end)
	in := x.rw.And(x.rw.Le(first, v.times), x.st.Not(x.rw.Le(last, v.times)))
	if v.c.down {
		in = x.rw.And(x.rw.Le(v.times, first), x.st.Not(x.rw.Le(v.times, last)))
	}
	if v.stride.IsOne() {
		return in
	}
	return x.rw.And(in, x.rw.Eq(x.rw.Mod(x.rw.Sub(v.times, first), x.st.Numeral(v.stride)), x.st.Int(0)))
}

// bind returns what takes terms of an iteration to those that hold of the index in a view: counters that move in step
// with its counter are known, other state is that at the entry, or at the exit.
func (x *ranges) bind(y *passage, v view, exit bool) *term.Subst {
	state := func() *term.Subst {
		sub := term.NewSubst(x.st, x.rw)
		for _, c := range y.counters {
			if c.in == v.c.in {
				sub.Bind(y.p.In[c.in], v.at)
			} else if t, ok := x.along(y, c, v.c, v.at); ok {
				sub.Bind(y.p.In[c.in], t)
			}
		}
		for j, in := range y.p.In {
			if _, ok := sub.Lookup(in); !ok && exit && y.state[j] >= 0 {
				sub.Bind(in, y.p.Out[y.state[j]])
			}
		}
		return sub
	}
	sub, indices := state(), state()
	for _, a := range y.reads {
		// Without quotients and overflow an index is one that the solver finds.
		sub.Bind(a.value, x.other(y, indices.Apply(y.p.In[a.array]), indices, a, v))
	}
	return sub
}

// element returns the element of an array at the path of an access, with q in its place.
func (x *ranges) element(array term.Term, sub *term.Subst, a access, v view) term.Term {
	for k, i := range a.path {
		if k == v.place {
			i = v.q
		} else {
			i = sub.Apply(i)
		}
		array = x.rw.Select(array, i)
	}
	return array
}

// other returns the element of an array to which any access goes in the iteration in which the index of a view is q.
func (x *ranges) other(y *passage, array term.Term, sub *term.Subst, a access, v view) term.Term {
	in := y.p.In[v.c.in]
	m, _ := x.st.NumeralValue(v.m)
	for _, i := range a.path {
		to := sub.Apply(i)
		if x.st.Sort(i) == term.Int && !m.IsOne() {
			if k := linear.Read(x.st, i, nil).Coeff(in); k.Div(m).IsInt() {
				rest := x.rw.Sub(i, x.rw.Mul(x.st.Numeral(k.Num()), in))
				to = x.rw.Add(x.rw.Mul(x.st.Numeral(k.Div(m).Num()), v.times), sub.Apply(rest))
			}
		}
		array = x.rw.Select(array, to)
	}
	return array
}

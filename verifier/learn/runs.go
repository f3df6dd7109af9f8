package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// lifted adds what a loop inside does for each of its runs.
func (x *ranges) lifted(y *passage) {
	for i := range y.p.Sites {
		s := &y.p.Sites[i]
		inner := x.inner(s)
		if inner == nil || inner == y {
			continue
		}
		for _, c := range y.counters {
			x.runs(y, c, s, inner)
		}
	}
}

// inner returns the passage that a call makes.
func (x *ranges) inner(s *vc.Site) *passage {
	callee := x.sys.Procs[s.Callee]
	x.post(callee)
	return x.of(callee)
}

// runs adds what a loop inside does in all its runs, one for each value of a counter.
func (x *ranges) runs(y *passage, c counter, s *vc.Site, inner *passage) {
	v := x.whole(c, x.st.BoundVar("p", term.Int))
	vals := x.values(y.p)
	for _, exit := range []bool{false, true} {
		for _, end := range x.runEnds(y, s, inner) {
			sub := term.NewSubst(x.st, x.rw)
			outer := x.bind(y, v, exit)
			for k, in := range inner.p.In {
				sub.Bind(in, outer.Apply(vals.sub.Apply(s.Args[k])))
			}
			for k, o := range inner.p.Out {
				switch {
				case x.st.Sort(o) == term.Int:
					sub.Bind(o, end)
				case x.st.IsArray(x.st.Sort(o)):
					if j := x.sameState(y, s.Outs[k]); j >= 0 {
						sub.Bind(o, y.p.Out[j])
					}
				}
			}
			for _, f := range inner.formed {
				quant := x.st.Quant(f)
				fresh := make([]term.Term, len(quant.Vars))
				vars := term.NewSubst(x.st, x.rw)
				for i, q := range quant.Vars {
					fresh[i] = x.st.BoundVar("q", x.st.Sort(q))
					vars.Bind(q, fresh[i])
				}
				if x.spent() {
					return
				}
				body := sub.Apply(vars.Apply(quant.Body))
				if !x.clean(y, body) {
					continue
				}
				rows := x.rowsOf(v.q, fresh[0], sub, inner)
				if len(fresh) > 1 || len(rows) == 0 {
					x.run(y, v, body, append(fresh, v.q))
					continue
				}
				for _, at := range rows {
					row := term.NewSubst(x.st, x.rw)
					row.Bind(v.q, at)
					x.run(y, x.whole(c, at), row.Apply(body), fresh)
				}
			}
		}
	}
}

// rowsOf returns which run of a loop inside, p, stores at an index q, where each of them fills a row of one array:
// the quotient of the index and the length of a row.
func (x *ranges) rowsOf(p, q term.Term, sub *term.Subst, inner *passage) (out []term.Term) {
	for _, a := range inner.fills {
		if at, ok := x.rowOf(p, q, sub.Apply(a.path[0])); ok && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// rowOf returns the row of an index q, where rows of more than one element follow each other and the first index is
// that of row p: a quotient.
func (x *ranges) rowOf(p, q, first term.Term) (term.Term, bool) {
	if x.st.Sort(first) != term.Int {
		return 0, false
	}
	length := linear.Read(x.st, first, nil).Coeff(p)
	if !length.IsInt() || length.Abs().Cmp(num.RatFromInt64(1)) <= 0 {
		return 0, false
	}
	n := x.st.Numeral(length.Num())
	return x.rw.Div(x.rw.Sub(q, x.rw.Sub(first, x.rw.Mul(n, p))), n), true
}

// kept adds that the element at an index that is state, as that of the least one so far, gets no greater, or no
// smaller.
func (x *ranges) kept(y *passage) {
	exit := term.NewSubst(x.st, x.rw)
	for j, in := range y.p.In {
		if k := y.state[j]; k >= 0 {
			exit.Bind(in, y.p.Out[k])
		}
	}
	for _, a := range y.reads {
		if len(x.views(y, a)) > 0 || !x.st.Sort(a.value).IsNumber() {
			continue
		}
		if to := exit.Apply(a.value); to != a.value && x.clean(y, to) && x.clean(y, a.value) && !x.spent() {
			y.add(x.rw.Le(to, a.value))
			y.add(x.rw.Le(a.value, to))
		}
	}
}

// run adds what holds of all runs in a view, up to each end.
func (x *ranges) run(y *passage, v view, body term.Term, vars []term.Term) {
	for _, last := range x.ends(y, v.c) {
		if x.spent() {
			return
		}
		f := x.all(x.rw.Or(x.st.Not(x.within(y, v, last)), body), vars...)
		if x.st.IsQuantifier(f) {
			y.form(f)
		}
		y.add(f)
	}
}

// runEnds returns the terms up to which a loop inside goes: what it is given and does not change.
func (x *ranges) runEnds(y *passage, s *vc.Site, inner *passage) (out []term.Term) {
	for _, in := range inner.fixed() {
		if a := s.Args[slices.Index(inner.p.In, in)]; x.st.Sort(a) == term.Int && x.only(a, y.fixed()) {
			out = append(out, a)
		}
	}
	for _, c := range inner.counters {
		out = append(out, x.cls.values[x.cls.root(inner.p.In[c.in])]...)
	}
	return out[:min(len(out), maxNumbers)]
}

// sameState returns the result of a procedure of the class of a term; -1 if there is none.
func (x *ranges) sameState(y *passage, t term.Term) int {
	return slices.IndexFunc(y.p.Out, func(o term.Term) bool {
		return x.st.Sort(o) == x.st.Sort(t) && x.cls.root(o) == x.cls.root(t)
	})
}

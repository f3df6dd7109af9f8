package interpolate

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/term"
)

// maxInstances bounds what Instances makes.
const maxInstances = 200

// Instances returns formulas without quantifiers that follow from literals, and say more than those of the literals
// that have none: instances of the universal ones of one variable, and of equations of arrays with local symbols, for
// the indices at which the literals read and write; and what reads of stores are. It reports whether there are any.
func (w *Weakener) Instances(lits []term.Term) (formulas []term.Term, any bool) {
	s := w.s
	lits = s.replace(lits, s.st.IsConst)
	x := instances{search: s, at: s.indices(lits), has: map[term.Term]bool{}}
	for _, t := range lits {
		if !s.st.HasQuantifier(t) {
			x.add(t)
		}
	}
	n := len(x.out)
	x.limit = n + maxInstances
	for _, t := range lits {
		x.of(t)
	}
	x.reads()
	return x.out, len(x.out) > n
}

// instances are formulas, and what their making needs.
type instances struct {
	*search
	at    []term.Term // indices
	out   []term.Term
	has   map[term.Term]bool // what is in out
	limit int                // of out; 0 means none
}

func (x *instances) add(t term.Term) {
	if !x.has[t] && (x.limit == 0 || len(x.out) < x.limit) {
		x.has[t] = true
		x.out = append(x.out, t)
	}
}

// of adds the instances of a literal.
func (x *instances) of(t term.Term) {
	if x.st.Op(t) == term.OpEq && x.st.IsArray(x.st.Sort(x.st.Arg(t, 0))) && !x.clean(t) {
		l, r := x.st.Arg(t, 0), x.st.Arg(t, 1)
		o, _ := x.st.ArraySorts(x.st.Sort(l))
		for _, i := range x.at {
			if x.st.Sort(i) == o {
				x.add(x.rw.Eq(x.rw.Select(l, i), x.rw.Select(r, i)))
			}
		}
		return
	}
	if q, ok := x.universal(t); ok && len(q.Vars) == 1 {
		for _, i := range x.valuesAt(q, x.at) {
			x.sub.Reset()
			x.sub.Bind(q.Vars[0], i)
			x.add(x.sub.Apply(q.Body))
		}
	}
}

// reads adds what reads of stores with local symbols are, one store after the other.
func (x *instances) reads() {
	for k := 0; k < len(x.out); k++ {
		x.st.Visit(func(t term.Term) bool {
			if x.clean(t) {
				return false
			}
			if x.st.Op(t) == term.OpSelect && x.st.Op(x.st.Arg(t, 0)) == term.OpStore {
				a, i := x.st.Arg(t, 0), x.st.Arg(t, 1)
				same := x.rw.Eq(x.st.Arg(a, 1), i)
				x.add(x.rw.Or(
					x.rw.And(same, x.rw.Eq(t, x.st.Arg(a, 2))),
					x.rw.And(x.rw.Not(same), x.rw.Eq(t, x.rw.Select(x.st.Arg(a, 0), i)))))
			}
			return true
		}, x.out[k])
	}
}

// universal takes a literal that holds for all values of variables apart, or a clause of one such and others.
func (s *search) universal(t term.Term) (q term.Quant, ok bool) {
	var rest []term.Term
	for _, u := range s.disjuncts(t) {
		switch {
		case !s.st.HasQuantifier(u):
			rest = append(rest, u)
		case ok:
			return q, false
		case s.st.Op(u) == term.OpForall:
			q, ok = s.st.Quant(u), true
		case s.st.Op(u) == term.OpNot && s.st.Op(s.st.Arg(u, 0)) == term.OpExists:
			q, ok = s.st.Quant(s.st.Arg(u, 0)), true
			q.Body = s.rw.Not(q.Body)
		default:
			return q, false
		}
	}
	if ok {
		q.Body = s.rw.Or(append(rest, q.Body)...)
	}
	return q, ok
}

// disjuncts takes a clause apart.
func (s *search) disjuncts(t term.Term) []term.Term {
	switch op := s.st.Op(t); {
	case op == term.OpOr:
		return s.st.Args(t)
	case op == term.OpNot && s.st.Op(s.st.Arg(t, 0)) == term.OpAnd:
		var out []term.Term
		for _, u := range s.st.Args(s.st.Arg(t, 0)) {
			out = append(out, s.rw.Not(u))
		}
		return out
	}
	return []term.Term{t}
}

// indices returns the terms at which terms read and write arrays, without bound variables, in order.
func (s *search) indices(lits []term.Term) (at []term.Term) {
	s.st.Visit(func(t term.Term) bool {
		if op := s.st.Op(t); op == term.OpSelect || op == term.OpStore {
			if i := s.st.Arg(t, 1); s.st.Ground(i) && !slices.Contains(at, i) {
				at = append(at, i)
			}
		}
		return true
	}, lits...)
	slices.Sort(at)
	return at
}

// valuesAt returns the values of a quantifier's variable for which its body reads arrays at given indices.
func (s *search) valuesAt(q term.Quant, at []term.Term) (values []term.Term) {
	x := q.Vars[0]
	s.st.Visit(func(t term.Term) bool {
		if s.st.Op(t) == term.OpSelect && !s.st.Ground(s.st.Arg(t, 1)) {
			for _, i := range at {
				if v := s.solved(s.st.Arg(t, 1), x, i); v != 0 && !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
		}
		return !s.st.Ground(t)
	}, q.Body)
	return values
}

// solved returns for which value of a variable an index that it occurs in is i; 0 if it is not a summand.
func (s *search) solved(index, x, i term.Term) term.Term {
	if s.st.Sort(index) != s.st.Sort(i) {
		return 0
	}
	if index == x {
		return i
	}
	if s.st.Sort(x) != term.Int || !s.isNumber(index) {
		return 0
	}
	sum := linear.Of(s.st, index)
	rest := []term.Term{i, s.rw.Number(term.Int, sum.Constant.Neg())}
	found := false
	for _, m := range sum.Monomials {
		switch {
		case m.Term == x && m.Coeff.IsOne():
			found = true
		case s.st.Ground(m.Term):
			rest = append(rest, s.rw.Mul(s.rw.Number(term.Int, m.Coeff.Neg()), m.Term))
		default:
			return 0
		}
	}
	if !found {
		return 0
	}
	return s.rw.Add(rest...)
}

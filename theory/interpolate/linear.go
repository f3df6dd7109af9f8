package interpolate

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxRows bounds the rows that an elimination makes: what is beyond is given up.
const maxRows = 60

// row says that a sum of multiples of local atoms and of a rest, which is a term over the
// vocabulary, is 0, at most 0, or less than 0.
type row struct {
	local []monomial // none twice
	rest  term.Term
	rel   relation
}

type monomial struct {
	c num.Rat
	t term.Term
}

type relation uint8

const (
	equal relation = iota
	atMost
	less
)

func (s *search) isNumber(t term.Term) bool {
	o := s.st.Sort(t)
	return o == term.Int || o == term.Real
}

// linear eliminates local atoms from the equations and inequalities of numbers among literals, as
// Fourier and Motzkin do. Integers are taken for reals, and atoms such as f(x) for constants.
func (s *search) linear(lits []term.Term) []term.Term {
	var out []term.Term
	var rows []row
	for _, t := range lits {
		if r, ok := s.row(t); ok && len(r.local) > 0 {
			rows = append(rows, r)
		} else {
			out = append(out, t)
		}
	}
	for len(rows) > 0 {
		rows = s.eliminate(rows, rarest(rows))
		kept := rows[:0]
		for _, r := range rows {
			if len(r.local) == 0 {
				out = append(out, s.literal(r))
			} else {
				kept = append(kept, r)
			}
		}
		rows = kept
	}
	return out
}

// row returns the row of a literal.
func (s *search) row(t term.Term) (row, bool) {
	atom, negative := t, s.st.Op(t) == term.OpNot
	if negative {
		atom = s.st.Arg(t, 0)
	}
	op := s.st.Op(atom)
	if op != term.OpEq && op != term.OpLe || op == term.OpEq && negative || !s.isNumber(s.st.Arg(atom, 0)) {
		return row{}, false
	}
	l, r := s.st.Arg(atom, 0), s.st.Arg(atom, 1)
	rel := atMost
	switch {
	case op == term.OpEq:
		rel = equal
	case negative:
		l, r, rel = r, l, less
	}
	q := s.sum(s.rw.Sub(l, r))
	if rel == less && s.st.Sort(l) == term.Int {
		q.rest, rel = s.rw.Add(q.rest, s.st.Int(1)), atMost
	}
	q.rel = rel
	return q, true
}

// sum takes a canonical sum apart.
func (s *search) sum(t term.Term) row {
	args := []term.Term{t}
	if s.st.Op(t) == term.OpAdd {
		args = s.st.Args(t)
	}
	var r row
	rest := []term.Term{s.number(s.st.Sort(t), num.Rat{})}
	for _, a := range args {
		if s.words.clean(a) {
			rest = append(rest, a)
			continue
		}
		m := monomial{num.RatFromInt64(1), a}
		if s.st.Op(a) == term.OpMul {
			if v, ok := s.st.NumeralValue(s.st.Arg(a, 0)); ok && s.st.NumArgs(a) == 2 {
				m = monomial{v, s.st.Arg(a, 1)}
			}
		}
		r.local = append(r.local, m)
	}
	r.rest = s.rw.Add(rest...)
	return r
}

func (s *search) number(o term.Sort, v num.Rat) term.Term {
	if o == term.Real {
		return s.st.Rat(v)
	}
	return s.st.Numeral(v.Num())
}

// coefficient returns that of an atom in a row.
func (r *row) coefficient(x term.Term) num.Rat {
	for _, m := range r.local {
		if m.t == x {
			return m.c
		}
	}
	return num.Rat{}
}

// rarest returns the local atom whose elimination makes the fewest rows.
func rarest(rows []row) term.Term {
	best, least := term.Term(0), 0
	for i := range rows {
		for _, m := range rows[i].local {
			if n := price(rows, m.t); best == 0 || n < least || n == least && m.t < best {
				best, least = m.t, n
			}
		}
	}
	return best
}

// price estimates how many rows it makes to eliminate an atom.
func price(rows []row, x term.Term) int {
	below, above := 0, 0
	for i := range rows {
		switch sign := rows[i].coefficient(x).Sign(); {
		case sign == 0:
		case rows[i].rel == equal:
			return 0
		case sign < 0:
			below++
		default:
			above++
		}
	}
	return below * above
}

// eliminate combines the rows with an atom, so that it vanishes.
func (s *search) eliminate(rows []row, x term.Term) []row {
	var out, with []row
	pivot := -1
	for _, r := range rows {
		if r.coefficient(x).IsZero() {
			out = append(out, r)
			continue
		}
		if r.rel == equal && pivot < 0 {
			pivot = len(with)
		}
		with = append(with, r)
	}
	if pivot >= 0 {
		for i := range with {
			if i != pivot {
				out = append(out, s.combine(with[i], with[pivot], x))
			}
		}
		return out
	}
	for i := range with {
		for j := range i {
			if with[i].coefficient(x).Sign() != with[j].coefficient(x).Sign() && len(out) < maxRows {
				out = append(out, s.combine(with[i], with[j], x))
			}
		}
	}
	return out
}

// combine adds multiples of two rows, one of them an equation or with another sign, so that an
// atom vanishes.
func (s *search) combine(a, b row, x term.Term) row {
	ca, cb := a.coefficient(x), b.coefficient(x)
	ka, kb := cb.Abs(), ca.Abs()
	if ca.Sign() == cb.Sign() { // one is an equation, which may be negated
		if b.rel == equal {
			kb = kb.Neg()
		} else {
			ka = ka.Neg()
		}
	}
	o := s.st.Sort(a.rest)
	out := row{rel: max(a.rel, b.rel)}
	out.rest = s.rw.Add(s.rw.Mul(s.number(o, ka), a.rest), s.rw.Mul(s.number(o, kb), b.rest))
	for _, m := range a.local {
		out.local = append(out.local, monomial{m.c.Mul(ka), m.t})
	}
	for _, m := range b.local {
		out.local = append(out.local, monomial{m.c.Mul(kb), m.t})
	}
	out.gather()
	return out
}

// gather adds the monomials of one atom.
func (r *row) gather() {
	slices.SortStableFunc(r.local, func(a, b monomial) int { return cmp.Compare(a.t, b.t) })
	kept := r.local[:0]
	for _, m := range r.local {
		if n := len(kept); n > 0 && kept[n-1].t == m.t {
			kept[n-1].c = kept[n-1].c.Add(m.c)
		} else {
			kept = append(kept, m)
		}
	}
	r.local = slices.DeleteFunc(kept, func(m monomial) bool { return m.c.IsZero() })
}

// literal returns a row without local atoms as a literal.
func (s *search) literal(r row) term.Term {
	zero := s.number(s.st.Sort(r.rest), num.Rat{})
	switch r.rel {
	case equal:
		return s.rw.Eq(r.rest, zero)
	case atMost:
		return s.rw.Le(r.rest, zero)
	}
	return s.st.Not(s.rw.Le(zero, r.rest))
}

// isolate solves l = r, sides of an equation of numbers, for a local atom, a constant if possible:
// integers only if its coefficient is 1 or -1.
func (s *search) isolate(l, r term.Term) (from, to term.Term) {
	q := s.sum(s.rw.Sub(l, r))
	o := s.st.Sort(l)
	for _, m := range q.local {
		unit := m.c.Abs().IsOne()
		if !unit && o == term.Int || from != 0 && !s.st.IsConst(m.t) {
			continue
		}
		k := m.c.Inv().Neg()
		args := []term.Term{s.rw.Mul(s.number(o, k), q.rest)}
		for _, n := range q.local {
			if n.t != m.t {
				args = append(args, s.rw.Mul(s.number(o, k.Mul(n.c)), n.t))
			}
		}
		if t := s.rw.Add(args...); !s.within(m.t, t) {
			from, to = m.t, t
			if s.st.IsConst(from) {
				break
			}
		}
	}
	return from, to
}

package interpolate

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// maxRows bounds the rows that an elimination makes: what is beyond is given up.
const maxRows = 60

// row says of a sum of multiples of local atoms and of a rest, which is a term over the vocabulary, what a
// rewrite.Row says.
type row struct {
	local linear.Sum // without a number
	rest  term.Term
	rel   rewrite.Relation
}

func (s *search) isNumber(t term.Term) bool { return s.st.Sort(t).IsNumber() }

// linear eliminates local atoms from the equations and inequalities of numbers among literals, as
// Fourier and Motzkin do. Integers are taken for reals, and atoms such as f(x) for constants.
func (s *search) linear(lits []term.Term) []term.Term {
	var out []term.Term
	var rows []row
	for _, t := range lits {
		if r, ok := s.row(t); ok && len(r.local.Monomials) > 0 {
			rows = append(rows, r)
		} else {
			out = append(out, t)
		}
	}
	for len(rows) > 0 {
		rows = s.eliminate(rows, rarest(rows))
		kept := rows[:0]
		for _, r := range rows {
			if len(r.local.Monomials) == 0 {
				out = append(out, s.rw.Literal(rewrite.Row{Sum: r.rest, Rel: r.rel}))
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
	x, ok := s.rw.Row(t)
	if !ok {
		return row{}, false
	}
	r := s.sum(x.Sum)
	r.rel = x.Rel
	return r, true
}

// sum takes a canonical sum apart.
func (s *search) sum(t term.Term) (r row) {
	o := s.st.Sort(t)
	sum := linear.Of(s.st, t)
	rest := []term.Term{s.rw.Number(o, sum.Constant)}
	for _, m := range sum.Monomials {
		if s.clean(m.Term) {
			rest = append(rest, s.rw.Mul(s.rw.Number(o, m.Coeff), m.Term))
		} else {
			r.local.Monomials = append(r.local.Monomials, m)
		}
	}
	r.rest = s.rw.Add(rest...)
	return r
}

// rarest returns the local atom whose elimination makes the fewest rows.
func rarest(rows []row) term.Term {
	uses := map[term.Term]use{}
	for i := range rows {
		for _, m := range rows[i].local.Monomials {
			u := uses[m.Term]
			switch {
			case rows[i].rel == rewrite.Equal:
				u.equal = true
			case m.Coeff.Sign() < 0:
				u.below++
			default:
				u.above++
			}
			uses[m.Term] = u
		}
	}
	best, least := term.Term(0), 0
	for x, u := range uses {
		if n := u.price(); best == 0 || n < least || n == least && x < best {
			best, least = x, n
		}
	}
	return best
}

// use counts the rows with an atom.
type use struct {
	below, above int // inequalities, by the sign of its coefficient
	equal        bool
}

// price estimates how many rows it makes to eliminate the atom.
func (u use) price() int {
	if u.equal {
		return 0
	}
	return u.below * u.above
}

// eliminate combines the rows with an atom, so that it vanishes.
func (s *search) eliminate(rows []row, x term.Term) []row {
	var out, with []row
	pivot := -1
	for _, r := range rows {
		if r.local.Coeff(x).IsZero() {
			out = append(out, r)
			continue
		}
		if r.rel == rewrite.Equal && pivot < 0 {
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
			if with[i].local.Coeff(x).Sign() != with[j].local.Coeff(x).Sign() && len(out) < maxRows {
				out = append(out, s.combine(with[i], with[j], x))
			}
		}
	}
	return out
}

// combine adds multiples of two rows, one of them an equation or with another sign, so that an
// atom vanishes.
func (s *search) combine(a, b row, x term.Term) row {
	ca, cb := a.local.Coeff(x), b.local.Coeff(x)
	ka, kb := cb.Abs(), ca.Abs()
	if ca.Sign() == cb.Sign() { // one is an equation, which may be negated
		if b.rel == rewrite.Equal {
			kb = kb.Neg()
		} else {
			ka = ka.Neg()
		}
	}
	o := s.st.Sort(a.rest)
	out := row{rel: max(a.rel, b.rel)}
	out.rest = s.rw.Add(s.rw.Mul(s.rw.Number(o, ka), a.rest), s.rw.Mul(s.rw.Number(o, kb), b.rest))
	out.local = a.local.Times(ka).Plus(kb, b.local)
	return out
}

// isolate solves l = r, sides of an equation of numbers, for a local atom, a constant if possible:
// integers only if its coefficient is 1 or -1.
func (s *search) isolate(l, r term.Term) (from, to term.Term) {
	q := s.sum(s.rw.Sub(l, r))
	o := s.st.Sort(l)
	for _, m := range q.local.Monomials {
		unit := m.Coeff.Abs().IsOne()
		if !unit && o == term.Int || from != 0 && !s.st.IsConst(m.Term) {
			continue
		}
		k := m.Coeff.Inv().Neg()
		args := []term.Term{s.rw.Mul(s.rw.Number(o, k), q.rest)}
		for _, n := range q.local.Monomials {
			if n.Term != m.Term {
				args = append(args, s.rw.Mul(s.rw.Number(o, k.Mul(n.Coeff)), n.Term))
			}
		}
		if t := s.rw.Add(args...); !s.within(m.Term, t) {
			from, to = m.Term, t
			if s.st.IsConst(from) {
				break
			}
		}
	}
	return from, to
}

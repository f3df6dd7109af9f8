package preprocess

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// growth bounds how much a sum that replaces a constant may lengthen other terms: its
// monomials times the constant's occurrences.
const growth = 64

// solve eliminates constants that an assertion defines. First it chooses a candidate for
// each constant, then it gives up definitions that would be cyclic, and then it rewrites
// the whole batch at once.
func (p *Pipeline) solve() int {
	p.forgetFacts() // what they were learned from is in the batch
	s := solver{Pipeline: p, def: map[term.Term]candidate{}}
	p.count()
	for i, a := range p.batch {
		if s.limit.Stopped() {
			break
		}
		s.candidate(i, a.t)
	}
	s.cuts()
	if len(s.order) == 0 || !s.breakCycles() {
		return 0
	}
	return s.eliminate()
}

// solver is one run of the pass.
type solver struct {
	*Pipeline
	def   map[term.Term]candidate // by constant; never ranged over
	order []term.Term             // the constants
}

// candidate is a definition, and the assertion that it comes from.
type candidate struct {
	t    term.Term
	from int
	cut  // of a bit-vector of which some bits are defined; else its value is 0
}

// eliminable reports whether x is a constant that was not handed on and has no
// definition yet.
func (s *solver) eliminable(x term.Term) bool {
	if !s.st.IsConst(x) || s.wasSeen(x) {
		return false
	}
	_, taken := s.def[x]
	return !taken
}

func (s *solver) take(x, t term.Term, from int) {
	s.def[x] = candidate{t: t, from: from}
	s.order = append(s.order, x)
}

// candidate looks for a constant that assertion number i defines.
func (s *solver) candidate(i int, t term.Term) {
	st := s.st
	atom := st.Atom(t)
	holds := atom == t
	if s.eliminable(atom) {
		s.take(atom, st.Bool(holds), i)
		return
	}
	if st.Op(atom) != term.OpEq {
		return
	}
	a, b := st.Arg(atom, 0), st.Arg(atom, 1)
	switch {
	case st.Sort(a) == term.Bool && !holds:
		s.eitherSide(a, st.Not(b), b, st.Not(a), i)
	case st.WidthOf(a) == 1 && !holds:
		s.eitherSide(a, s.rw.BvNot(b), b, s.rw.BvNot(a), i)
	case !holds:
	case s.eitherSide(a, b, b, a, i):
	case st.Sort(a).IsNumber():
		s.linear(a, b, i)
	case st.WidthOf(a) > 0:
		s.bits(a, b, i)
	}
}

// eitherSide takes x = t or y = u, which are equivalent, as candidate.
func (s *solver) eitherSide(x, t, y, u term.Term, i int) bool {
	switch {
	case s.eliminable(y) && !s.growing(y, u):
		s.take(y, u, i)
	case s.eliminable(x) && !s.growing(x, t):
		s.take(x, t, i)
	default:
		return false
	}
	return true
}

// linear solves a = b for the constant with the fewest occurrences; over integers, its
// coefficient must be 1 or -1.
func (s *solver) linear(a, b term.Term, i int) {
	diff := s.rw.Sub(a, b)
	best, coeff := term.Term(0), num.Rat{}
	ms := linear.Of(s.st, diff).Monomials
	for _, m := range ms {
		unit := m.Coeff.Abs().IsOne() || s.st.Sort(m.Term) == term.Real
		if unit && s.eliminable(m.Term) && (best == 0 || s.occurs(m.Term) < s.occurs(best)) {
			best, coeff = m.Term, m.Coeff
		}
	}
	if best == 0 || s.tooMany(best, len(ms)) {
		return
	}
	// diff = coeff*best + rest = 0, so best = best - diff/coeff.
	k := s.rw.Number(s.st.Sort(best), coeff.Inv())
	s.take(best, s.rw.Sub(best, s.rw.Mul(k, diff)), i)
}

// growing reports whether replacing x by t would make other sums much longer.
func (s *solver) growing(x, t term.Term) bool {
	op := s.st.Op(t)
	return (op == term.OpAdd || op == term.OpBvAdd || op == term.OpBvXor) && s.tooMany(x, s.st.NumArgs(t))
}

func (s *solver) tooMany(x term.Term, monomials int) bool {
	return monomials > 2 && s.occurs(x)*monomials > growth
}

// breakCycles gives up candidates that occur in their own definition, perhaps
// through other definitions. It returns false if it is stopped.
func (s *solver) breakCycles() bool {
	_, ok := s.acyclic.Order(s.st, s.order, term.Definitions{
		Of: func(t term.Term) (term.Term, bool) {
			if s.st.NumArgs(t) > 0 {
				return 0, true
			}
			d := s.def[t].t
			return d, d != 0
		},
		Drop:    func(x term.Term) { delete(s.def, x) },
		Stopped: s.limit.Stopped,
	})
	return ok
}

// eliminate records the definitions that are left and rewrites the batch.
func (s *solver) eliminate() int {
	n := 0
	for _, x := range s.order {
		d, ok := s.def[x]
		if !ok {
			continue
		}
		n++
		t := d.t
		if d.value != 0 {
			t = s.whole(x, d.cut)
		}
		s.define(definition{x: x, t: t, solved: true, again: s.st.Eq(x, t)})
		s.batch[d.from].t = s.st.True()
	}
	if n == 0 {
		return 0
	}
	s.substitute()
	return n
}

package arrays

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// The terms that lemmas speak of are not simplified at the top: a select of a
// store has to stay one, for congruence leads on from it.

// send queues a lemma made of formulas; true if it was not live already.
func (s *Solver) send(id theory.LemmaID, formulas ...term.Term) bool {
	lits := make([]sat.Lit, 0, len(formulas))
	for _, t := range formulas {
		switch s.st.Op(t) {
		case term.OpTrue:
			return false
		case term.OpFalse:
		default:
			lits = append(lits, s.host.Lit(t))
		}
	}
	return s.host.Lemma(lits, id) == theory.LemmaNew
}

// readOver sends i = j or select(store(a,j,v),i) = select(a,i) for store m.
func (s *Solver) readOver(m theory.Node, i term.Term) bool {
	mk := s.host.Maker()
	t := s.host.Term(m)
	a, j := s.st.Arg(t, 0), s.st.Arg(t, 1)
	same := mk.Eq(i, j)
	l, r := s.st.Select(t, i), s.st.Select(a, i)
	s.host.Node(l)
	s.host.Node(r)
	if !s.st.IsValue(same) {
		// The candidate model has them different.
		s.host.Prefer(s.host.Lit(same).Not())
	}
	return s.send(theory.ArrayReadOver, same, mk.Eq(l, r))
}

// congruent sends i != j or select(a,i) = select(a,j), where j is the index of
// read r. The two indices have one candidate value, which makes the lemma a
// question whether they are equal.
func (s *Solver) congruent(r theory.Node, i term.Term) bool {
	mk := s.host.Maker()
	t := s.host.Term(r)
	a, j := s.st.Arg(t, 0), s.st.Arg(t, 1)
	same := mk.Eq(i, j)
	if s.st.IsValue(same) {
		return false
	}
	l := s.st.Select(a, i)
	s.host.Node(l)
	s.host.Prefer(s.host.Lit(same))
	return s.send(theory.ArrayReadOver, mk.Not(same), mk.Eq(l, t))
}

// tellApart sends the extensionality lemma of an array equality.
func (s *Solver) tellApart(e *arrayEq) {
	t := e.t
	if s.st.Op(t) == term.OpNot {
		t = s.st.Arg(t, 0)
	}
	s.differ(t, s.st.Arg(t, 0), s.st.Arg(t, 1))
}

// differ sends a = b or select(a,w) != select(b,w), with eq the equality.
func (s *Solver) differ(eq, a, b term.Term) bool {
	mk := s.host.Maker()
	w := s.witness(a, b)
	l, r := s.st.Select(a, w), s.st.Select(b, w)
	s.host.Node(l)
	s.host.Node(r)
	return s.send(theory.ArrayExtensionality, eq, mk.Not(mk.Eq(l, r)))
}

// witness returns the index at which a and b differ if they do: always the
// same one.
func (s *Solver) witness(a, b term.Term) term.Term {
	key := [2]term.Term{min(a, b), max(a, b)}
	if k, ok := s.wtable[key]; ok {
		return s.witnesses[k].index
	}
	index, _ := s.st.ArraySorts(s.st.Sort(a))
	w := witness{a: key[0], b: key[1], index: s.st.FreshConst("diff", index)}
	s.wtable[key] = int32(len(s.witnesses))
	s.witnesses = append(s.witnesses, w)
	return w.index
}

package arrays

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// The terms in lemmas are not simplified at the top: a select of a store has to
// stay one, since congruence continues from it.

// send queues a lemma, the disjunction of formulas, an instance of rule r for
// args. It reports whether the lemma was not live already.
func (s *Solver) send(id theory.LemmaID, r cert.Rule, args []term.Term, formulas ...term.Term) bool {
	lits := s.literals(formulas...)
	if lits == nil {
		return false
	}
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(r, literals(s.st, formulas...), args...)
	}
	return s.host.Lemma(lits, id, c) == theory.LemmaNew
}

// literals returns the literals of formulas that are not false; nil if one is
// true.
func (s *Solver) literals(formulas ...term.Term) []sat.Lit {
	lits := make([]sat.Lit, 0, len(formulas))
	for _, t := range formulas {
		switch s.st.Op(t) {
		case term.OpTrue:
			return nil
		case term.OpFalse:
		default:
			lits = append(lits, s.host.Lit(t))
		}
	}
	return lits
}

// known is a read-over-write lemma, or an instance of a rule, that was sent
// before; one without literals is trivially true.
type known struct {
	lits     []sat.Lit
	live     bool
	id       theory.LemmaID
	formulas []cert.Literal // for the certificate: an instance of rule for args
	rule     cert.Rule
	args     []term.Term
}

func overKey(m theory.Node, i term.Term) uint64 { return uint64(m)<<32 | uint64(i) }

// readOver sends i = j or select(store(a,j,v),i) = select(a,i) for store m.
func (s *Solver) readOver(m theory.Node, i term.Term) bool {
	if k, ok := s.over[overKey(m, i)]; ok {
		return s.revive(k)
	}
	mk := s.host.Maker()
	t := s.host.Term(m)
	a, j := s.st.Arg(t, 0), s.st.Arg(t, 1)
	same := mk.Eq(i, j)
	l, r := s.st.Select(t, i), s.st.Select(a, i)
	s.host.Node(l)
	s.host.Node(r)
	if !s.st.IsValue(same) {
		// They differ in the candidate model.
		s.host.Prefer(s.host.Lit(same).Not())
	}
	equal := mk.Eq(l, r)
	lits := s.literals(same, equal)
	if lits == nil {
		return false
	}
	s.over[overKey(m, i)] = int32(len(s.known))
	s.known = append(s.known, known{
		lits: lits, id: theory.ArrayReadOver, formulas: literals(s.st, same, equal), rule: cert.ReadOver, args: []term.Term{t, i},
	})
	return s.revive(int32(len(s.known) - 1))
}

// revive sends a known lemma unless it is live.
func (s *Solver) revive(k int32) bool {
	o := &s.known[k]
	if o.live || o.lits == nil {
		return false
	}
	o.live = true
	s.push(record{kind: recLive, a: theory.Node(k)})
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(o.rule, o.formulas, o.args...)
	}
	return s.host.Lemma(o.lits, o.id, c) == theory.LemmaNew
}

// again sends the read-over-write lemma of a store and a read of its class or of
// its base's class if it was sent before, so that no final check must find it again.
func (s *Solver) again(m, r theory.Node) {
	if k, ok := s.over[overKey(m, s.indexTerm(r))]; ok && s.revive(k) {
		s.stats.again++
	}
}

// agree sends i != j or select(a,i) = v, where v is the element of a at j. The two
// indices have the same candidate value, so the search decides whether they are
// equal, and tries that first.
func (s *Solver) agree(a, j, v, i term.Term) bool {
	mk := s.host.Maker()
	same := mk.Eq(i, j)
	if s.st.IsValue(same) {
		return false
	}
	l := s.st.Select(a, i)
	s.host.Node(l)
	s.host.Split(s.host.Lit(same))
	return s.send(theory.ArrayReadOver, cert.ReadAgree, []term.Term{a, j, v, i}, mk.Not(same), mk.Eq(l, v))
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
	return s.send(theory.ArrayExtensionality, cert.Extensionality, []term.Term{a, b, w}, eq, mk.Not(mk.Eq(l, r)))
}

// witness returns the index at which a and b differ if they do, which is always
// the same term.
func (s *Solver) witness(a, b term.Term) term.Term {
	key := [2]term.Term{min(a, b), max(a, b)}
	if k, ok := s.wtable[key]; ok {
		return s.witnesses[k].index
	}
	w := witness{a: key[0], b: key[1], index: s.host.Witness(key[0], key[1])}
	s.wtable[key] = int32(len(s.witnesses))
	s.witnesses = append(s.witnesses, w)
	return w.index
}

package arrays

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// The terms in lemmas are not simplified at the top: a select of a store has to
// stay one, since congruence continues from it.

// clause returns the literals of a lemma and its certificate (nil if none is requested);
// false if it is trivially true.
func (s *Solver) clause(r cert.Rule, args, formulas []term.Term) ([]sat.Lit, *cert.Certificate, bool) {
	lits := s.literals(formulas...)
	if lits == nil {
		return nil, nil, false
	}
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(r, literals(s.st, formulas...), args...)
	}
	return lits, c, true
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
	check    int64         // the number of the last check that sent it
	reads    []theory.Node // it is live while one of them is relevant, and the store for a read-over-write lemma
	id       theory.LemmaID
	formulas []cert.Literal // for the certificate: an instance of rule for args
	rule     cert.Rule
	args     []term.Term
}

func overKey(m theory.Node, i term.Term) uint64 { return uint64(m)<<32 | uint64(i) }

// readOver sends i = j or select(store(a,j,v),i) = select(a,i) for store m.
func (s *Solver) readOver(m theory.Node, i term.Term) bool {
	if k, ok := s.over[overKey(m, i)]; ok {
		return s.liveAlso(k, s.newReads(&s.known[k], m, i))
	}
	mk := s.host.Maker()
	t := s.host.Term(m)
	a, j := s.st.Arg(t, 0), s.st.Arg(t, 1)
	same := mk.Eq(i, j)
	l, r := s.st.Select(t, i), s.st.Select(a, i)
	upper, lower := s.host.Node(l).Node, s.host.Node(r).Node
	if !s.st.IsValue(same) {
		// They differ in the candidate model.
		s.host.Prefer(s.host.Lit(same).Not())
	}
	equal := mk.Eq(l, r)
	k := s.know(cert.ReadOver, []term.Term{t, i}, same, equal)
	if k < 0 {
		return false
	}
	s.over[overKey(m, i)] = k
	o := &s.known[k]
	o.reads = []theory.Node{upper, lower}
	s.sendFirst(k, append(s.newReads(o, m, i), whileRead(upper, m), whileRead(lower, m))...)
	return true
}

// know remembers a lemma about reads, an instance of rule r for args; it returns -1 if the
// lemma is trivially true.
func (s *Solver) know(r cert.Rule, args []term.Term, formulas ...term.Term) int32 {
	lits := s.literals(formulas...)
	if lits == nil {
		return -1
	}
	s.known = append(s.known, known{
		lits: lits, check: s.stats.checks, id: readOver, formulas: literals(s.st, formulas...), rule: r, args: args,
	})
	return int32(len(s.known) - 1)
}

// sendFirst sends a lemma that was not sent before. Its literal about indices is decided
// before the one about reads.
func (s *Solver) sendFirst(k int32, when ...theory.While) {
	o := &s.known[k]
	first := sat.NoLit
	if len(o.lits) == 2 {
		first = o.lits[0]
	}
	s.host.LemmaWhile(o.lits, first, o.id, s.axiom(o), when...)
}

// liveAlso makes a known lemma live, and also whenever one of some conditions holds; true if
// it was not.
func (s *Solver) liveAlso(k int32, when []theory.While) bool {
	o := &s.known[k]
	if o.lits == nil || len(when) == 0 {
		return s.sendKnown(k)
	}
	o.check = s.stats.checks
	s.host.LemmaWhile(o.lits, sat.NoLit, o.id, s.axiom(o), when...)
	return true
}

// newReads returns the conditions that the store m and another read at i of its class, or of
// its base's class, are relevant.
func (s *Solver) newReads(o *known, m theory.Node, i term.Term) []theory.While {
	when := s.newReadsOf(nil, o, m, i, m)
	return s.newReadsOf(when, o, s.array(m), i, m)
}

// newReadsOf appends the conditions that another read at i of a's class and, unless it is
// NoNode, m are relevant.
func (s *Solver) newReadsOf(when []theory.While, o *known, a theory.Node, i term.Term, m theory.Node) []theory.While {
	for r := range s.rings[ringReads].all(s.host.Root(a)) {
		if s.indexTerm(r) == i && !slices.Contains(o.reads, r) {
			o.reads = append(o.reads, r)
			when = append(when, whileRead(r, m))
		}
	}
	return when
}

// whileRead is the condition that a read and, unless it is NoNode, m are relevant.
func whileRead(r, m theory.Node) theory.While { return theory.While{Nodes: [4]theory.Node{r, m}} }

// axiom returns the certificate of a known lemma; nil if none is requested.
func (s *Solver) axiom(o *known) *cert.Certificate {
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(o.rule, o.formulas, o.args...)
	}
	return c
}

// sendKnown sends a known lemma, once in each check; true if it was not live.
func (s *Solver) sendKnown(k int32) bool {
	o := &s.known[k]
	if o.lits == nil || o.check == s.stats.checks {
		return false
	}
	o.check = s.stats.checks
	return s.host.Lemma(o.lits, o.id, s.axiom(o)) == theory.LemmaNew
}

// again makes the read-over-write lemma of a store and a read of its class or of its
// base's class live while both are relevant, if it was sent before, so that no final check
// must find it again.
func (s *Solver) again(m, r theory.Node) {
	k, ok := s.over[overKey(m, s.indexTerm(r))]
	if !ok {
		return
	}
	if o := &s.known[k]; !slices.Contains(o.reads, r) {
		o.reads = append(o.reads, r)
		s.stats.again++
		s.host.LemmaWhile(o.lits, sat.NoLit, o.id, s.axiom(o), whileRead(r, m))
	}
}

// agree sends i != j or select(a,i) = v, where v is the element of a at j by the store or
// read n. The two indices have the same candidate value, so the search decides whether they
// are equal, and tries that first.
func (s *Solver) agree(n theory.Node, a, j, v, i term.Term) bool {
	if k, ok := s.agreed[overKey(n, i)]; ok {
		s.host.Split(s.known[k].lits[0].Not())
		return s.sendKnown(k)
	}
	mk := s.host.Maker()
	same := mk.Eq(i, j)
	if s.st.IsValue(same) {
		return false
	}
	l := s.st.Select(a, i)
	at := s.host.Node(l).Node
	s.host.Split(s.host.Lit(same))
	k := s.know(cert.ReadAgree, []term.Term{a, j, v, i}, mk.Not(same), mk.Eq(l, v))
	if k < 0 {
		return false
	}
	s.agreed[overKey(n, i)] = k
	s.sendFirst(k, whileRead(at, n))
	return true
}

// separate sends the extensionality lemma of an array equality that is false, once.
func (s *Solver) separate(e *arrayEq) {
	if e.sent {
		return
	}
	e.sent = true
	t, l := e.t, e.l
	if s.st.Op(t) == term.OpNot {
		t = s.st.Arg(t, 0)
	}
	args, formulas := s.difference(t, s.st.Arg(t, 0), s.st.Arg(t, 1))
	if lits, c, ok := s.clause(cert.Extensionality, args, formulas); ok {
		s.host.LemmaWhile(lits, sat.NoLit, extensionality, c, theory.While{Lit: l.Not()})
	}
}

// differ sends a = b or select(a,w) != select(b,w), with eq the equality. It reports whether that was not live already.
func (s *Solver) differ(eq, a, b term.Term) bool {
	args, formulas := s.difference(eq, a, b)
	lits, c, ok := s.clause(cert.Extensionality, args, formulas)
	return ok && s.host.Lemma(lits, extensionality, c) == theory.LemmaNew
}

// difference returns a = b or select(a,w) != select(b,w), and what it is an instance for.
func (s *Solver) difference(eq, a, b term.Term) (args, formulas []term.Term) {
	w := s.witness(a, b)
	l, r := s.st.Select(a, w), s.st.Select(b, w)
	s.host.Node(l)
	s.host.Node(r)
	mk := s.host.Maker()
	return []term.Term{a, b, w}, []term.Term{eq, mk.Not(mk.Eq(l, r))}
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

package plugin

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Propagate implements theory.Plugin: what is relevant gets its circuits and lemmas.
func (s *Solver) Propagate() {
	for ; s.made < len(s.relevant); s.made++ {
		n := s.relevant[s.made]
		switch s.st.Op(s.host.Term(n)) {
		case term.OpBvToInt:
			s.sum(n)
			continue
		case term.OpIntToBv:
			s.remainder(n)
		}
		if !s.make(n) && s.host.Stopped() {
			return
		}
	}
	for ; s.defined < len(s.asserted); s.defined++ {
		if !s.define(s.atom(s.asserted[s.defined])) && s.host.Stopped() {
			return
		}
	}
}

func (s *Solver) atom(l sat.Lit) *atom { return &s.atoms[s.atomOf[l.Var()]-1] }

// first reports whether the lemmas of a node are to be sent now: once for good.
func (s *Solver) first(n theory.Node) bool {
	if int(n) >= len(s.linked) {
		s.linked = append(s.linked, make([]bool, max(s.host.NumNodes(), 2*len(s.linked))-len(s.linked))...)
	}
	was := s.linked[n]
	s.linked[n] = true
	return !was
}

// isLinked reports whether the lemmas of a node were sent.
func (s *Solver) isLinked(n theory.Node) bool { return int(n) < len(s.linked) && s.linked[n] }

// maxSum is the greatest width of a word whose number is a sum of its bits. The terms for
// wider ones would fill the memory.
const maxSum = 1 << 12

// sum sends that bv2nat(x), the term of n, is the sum of 2^i for the bits i of x that are 1.
func (s *Solver) sum(n theory.Node) {
	t, mk := s.host.Term(n), s.host.Maker()
	x := s.st.Arg(t, 0)
	width := s.st.WidthOf(x)
	if width > maxSum || !s.first(n) {
		return
	}
	s.stats.sums++
	parts := make([]term.Term, width)
	for i := range parts {
		parts[i] = mk.Ite(s.isSet(i, x), s.power(i), s.st.Int(0))
	}
	s.require(n, mk.Eq(t, mk.Add(parts...)), t)
	s.require(n, s.below(t, width), t)
	s.require(n, s.st.Not(s.st.Le(t, s.st.Int(-1))), t)
	s.powers(t, x)
}

// powers propagates what bounds of bv2nat(x), which is t, mean for bits: if it is below 2^i, bit i
// is 0; if it is below 2^(i+1) and bit i is 0, it is below 2^i. Without this the bits of a
// small number in a wide word would be searched for.
func (s *Solver) powers(t, x term.Term) {
	if !s.make(s.nodeOf(x)) {
		return
	}
	above := sat.NoLit
	for i := s.st.WidthOf(x) - 1; i >= 0; i-- {
		s.owner = s.nodeOf(x)
		if s.cnf.Lit(s.wordOf(x)[i]) == sat.NoLit {
			return
		}
		bit := s.host.Lit(s.isSet(i, x))
		if !s.define(s.atom(bit)) {
			return
		}
		small := s.host.Lit(s.below(t, i))
		say := func(lits ...sat.Lit) { s.host.Define(s.axiom(t, s.st.Int(int64(i))), lits...) }
		say(small.Not(), bit.Not())
		if above == sat.NoLit {
			say(bit, small)
		} else {
			say(small.Not(), above)
			say(above.Not(), bit, small)
		}
		above = small
	}
}

// below returns t < 2^i. Simplified it could become a formula about bits.
func (s *Solver) below(t term.Term, i int) term.Term {
	return s.st.Le(t, s.st.Numeral(s.st.Num(s.power(i)).Sub(num.FromInt64(1))))
}

// isSet returns the formula that bit i of x is 1. It is not simplified: an extraction from
// a sum would become a sum of its own.
func (s *Solver) isSet(i int, x term.Term) term.Term {
	bit, one := s.st.Extract(i, i, x), s.st.Uint(1, 1)
	return s.st.Eq(min(bit, one), max(bit, one))
}

func (s *Solver) power(i int) term.Term { return s.st.Numeral(num.FromInt64(1).Lsh(uint(i))) }

// remainder sends what int2bv(i), the term of n, is as a number.
func (s *Solver) remainder(n theory.Node) {
	if !s.first(n) {
		return
	}
	t, mk := s.host.Term(n), s.host.Maker()
	s.require(n, mk.Eq(s.st.BvToInt(t), mk.Mod(s.st.Arg(t, 0), s.power(s.st.WidthOf(t)))), t)
}

// require sends that t holds whenever n is relevant, by the axiom about of.
func (s *Solver) require(n theory.Node, t, of term.Term) {
	s.host.LemmaWhile([]sat.Lit{s.host.Lit(t)}, sat.NoLit, 0, s.axiom(of),
		theory.While{Nodes: [4]theory.Node{n}})
}

// axiom returns a certificate by the axiom about numbers of words; nil if none are requested.
func (s *Solver) axiom(args ...term.Term) *cert.Certificate {
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(cert.WordNumber, nil, args...)
	}
	return c
}

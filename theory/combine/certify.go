package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// certificates is a pool. Each certificate has one user at a time, from lend until take
// or drop.
type certificates struct {
	requested bool
	traced    bool                // a proof is written: origins have certificates
	free      []*cert.Certificate // not in use
	kept      []*cert.Certificate // by number in an origin; nil if the number is free
	numbers   []uint32            // free numbers
}

// lend returns an empty certificate; nil if none are requested.
func (s *certificates) lend() *cert.Certificate {
	if !s.requested {
		return nil
	}
	n := len(s.free) - 1
	if n < 0 {
		return new(cert.Certificate)
	}
	c := s.free[n]
	s.free = s.free[:n]
	return c
}

// take returns a certificate, unless it is nil, to the pool.
func (s *certificates) take(c *cert.Certificate) {
	if c == nil {
		return
	}
	invariant.Check(!invariant.Enabled || !slices.Contains(s.free, c), "combine: a certificate was used twice")
	c.Reset()
	s.free = append(s.free, c)
}

// origin returns the origin of the clause that c certifies, and keeps c for the tracer.
func (s *certificates) origin(c *cert.Certificate) sat.Origin {
	if !s.traced || c == nil {
		s.take(c)
		return 0
	}
	n := len(s.numbers) - 1
	if n < 0 {
		s.kept = append(s.kept, c)
		return theoryOrigin(uint32(len(s.kept) - 1))
	}
	k := s.numbers[n]
	s.numbers = s.numbers[:n]
	s.kept[k] = c
	return theoryOrigin(k)
}

// drop returns the certificate with number k to the pool.
func (s *certificates) drop(k uint32) {
	s.take(s.kept[k])
	s.kept[k] = nil
	s.numbers = append(s.numbers, k)
}

// formula returns what a literal stands for.
func (e *Engine) formula(l sat.Lit) cert.Literal {
	return cert.Literal{T: e.atoms[l.Var()].term, Neg: l.Sign()}
}

// certifyClause completes the certificate of an explanation of l by true literals, or
// of a conflict of them if l is NoLit.
func (e *Engine) certifyClause(c *cert.Certificate, name string, lits []sat.Lit, l sat.Lit) {
	c.Name, c.Clause = name, c.Clause[:0]
	for _, m := range lits {
		c.Clause = append(c.Clause, e.formula(m.Not()))
	}
	if l != sat.NoLit {
		c.Clause = append(c.Clause, e.formula(l))
	}
	if c.Rule == cert.None {
		c.Rule = cert.Refutation // the literals clash by themselves
	}
	e.showCertificate(c)
}

// certifyLemma completes the certificate of a lemma, which may be nil; the result is
// nil if none are requested.
func (e *Engine) certifyLemma(c *cert.Certificate, lits []sat.Lit, id lemmaKind) *cert.Certificate {
	if c == nil {
		if c = e.certs.lend(); c == nil {
			return nil
		}
	}
	c.Name = e.kinds.names[id]
	if len(c.Clause) == 0 {
		for _, l := range lits {
			c.Clause = append(c.Clause, e.formula(l))
		}
	}
	e.showCertificate(c)
	return c
}

func (e *Engine) showCertificate(c *cert.Certificate) {
	if e.opt.Certify != nil {
		e.opt.Certify(c)
	}
}

// CertifyMerge implements euf.TheoryExplainer.
func (e *Engine) CertifyMerge(a, b theory.Point, l sat.Lit, sides bool, dst *theory.Antecedents) {
	s := cert.Step{Kind: cert.Congruence, A: theory.TermOf(e.g, e.st, a.Node), B: theory.TermOf(e.g, e.st, b.Node),
		Off: b.Off - a.Off}
	switch {
	case l != sat.NoLit:
		s.Kind, s.Lit = cert.ByLiteral, e.formula(l)
	case sides:
		s.Kind = cert.Sides
	}
	dst.Cert.Add(s)
}

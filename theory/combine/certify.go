package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// certifying reports whether somebody asks for certificates.
func (e *Engine) certifying() bool { return e.opt.Certify != nil || e.log != nil }

// newCertificate returns an empty certificate; nil if nobody asks for them.
func (e *Engine) newCertificate() *cert.Certificate {
	if !e.certifying() {
		return nil
	}
	e.cert.Reset()
	return &e.cert
}

func (h *host) Certificate() *cert.Certificate { return h.newCertificate() }

// formula returns what a literal stands for.
func (e *Engine) formula(l sat.Lit) cert.Literal {
	return cert.Literal{T: e.atoms[l.Var()].term, Neg: l.Sign()}
}

// certifyClause makes the certificate of an explanation of l by true literals,
// or of a conflict of them if l is NoLit.
func (e *Engine) certifyClause(name string, lits []sat.Lit, l sat.Lit) *cert.Certificate {
	c := &e.cert
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
	return e.handCertificate()
}

// certifyLemma makes the certificate of a lemma; nil if nobody asks.
func (e *Engine) certifyLemma(lits []sat.Lit, id theory.LemmaID) *cert.Certificate {
	if !e.certifying() {
		return nil
	}
	c := &e.cert
	c.Name = id.String()
	if len(c.Clause) == 0 {
		for _, l := range lits {
			c.Clause = append(c.Clause, e.formula(l))
		}
	}
	return e.handCertificate()
}

// handCertificate hands the certificate over, and keeps it for the proof.
func (e *Engine) handCertificate() *cert.Certificate {
	c := &e.cert
	if e.opt.Certify != nil {
		e.opt.Certify(c)
	}
	var kept *cert.Certificate
	if e.log != nil {
		kept = c.Clone()
	}
	c.Reset()
	return kept
}

// CertifyMerge implements euf.TheoryExplainer.
func (e *Engine) CertifyMerge(a, b theory.Point, l sat.Lit, sides bool, dst *theory.Antecedents) {
	s := cert.Step{Kind: cert.Congruence, A: theory.TermOf(e.g, e.st, a.Node), B: theory.TermOf(e.g, e.st, b.Node), Off: b.Off - a.Off}
	switch {
	case l != sat.NoLit:
		s.Kind, s.Lit = cert.ByLiteral, e.formula(l)
	case sides:
		s.Kind = cert.Sides
	}
	dst.Cert.Add(s)
}

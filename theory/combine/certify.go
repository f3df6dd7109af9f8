package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// newCertificate returns an empty certificate; nil if nobody asks for them.
func (e *Engine) newCertificate() *cert.Certificate {
	if e.opt.Certify == nil {
		return nil
	}
	e.cert.Reset()
	return &e.cert
}

func (h *host) Certificate() *cert.Certificate { return h.newCertificate() }

// formula returns what a literal stands for; no term if only the clausifier
// knows.
func (e *Engine) formula(l sat.Lit) cert.Literal {
	a := &e.atoms[l.Var()]
	switch {
	case a.term != 0:
		return cert.Literal{T: a.term, Neg: l.Sign()}
	case a.also[l&1] != 0:
		return cert.Literal{T: e.g.Term(a.also[l&1])}
	case a.also[l&1^1] != 0:
		return cert.Literal{T: e.g.Term(a.also[l&1^1]), Neg: true}
	}
	return cert.Literal{}
}

// certifyClause hands over the clause of an explanation of l by true literals,
// or of a conflict of them if l is NoLit.
func (e *Engine) certifyClause(name string, lits []sat.Lit, l sat.Lit) {
	c := &e.cert
	c.Name, c.Clause = name, c.Clause[:0]
	for _, m := range lits {
		f := e.formula(m)
		c.Clause = append(c.Clause, cert.Literal{T: f.T, Neg: !f.Neg})
	}
	if l != sat.NoLit {
		c.Clause = append(c.Clause, e.formula(l))
	}
	if c.Rule == cert.None {
		c.Rule = cert.Refutation // the literals clash by themselves
	}
	e.opt.Certify(c)
	c.Reset()
}

// certifyLemma hands over a lemma.
func (e *Engine) certifyLemma(lits []sat.Lit, id theory.LemmaID) {
	c := &e.cert
	c.Name = id.String()
	if len(c.Clause) == 0 {
		for _, l := range lits {
			f := e.formula(l)
			if f.T == 0 && len(lits) == 2 && lits[0] == lits[1].Not() {
				f = cert.Literal{T: e.st.True(), Neg: l.Sign()} // a split on a gate
			}
			c.Clause = append(c.Clause, f)
		}
	}
	e.opt.Certify(c)
	c.Reset()
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

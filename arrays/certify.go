package arrays

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// certify writes the certificate of the merge of a and b.
func (s *Solver) certify(a, b theory.Point, why theory.Reason, c *cert.Certificate) {
	step := cert.Step{Kind: cert.ReadStored, A: theory.TermOf(s.host, s.st, a.Node),
		B: theory.TermOf(s.host, s.st, b.Node), Off: b.Off - a.Off}
	if why != 0 {
		r := &s.reasons[why-1]
		step.Kind = cert.ReadPath
		step.Ends = [2]term.Term{s.host.Term(r.from), s.host.Term(r.end)}
		for k := int(r.first+r.n) - 1; k >= int(r.first); k-- {
			step.Path = append(step.Path, cert.Cross{Store: s.host.Term(s.steps[k].store), Up: s.steps[k].up})
		}
	}
	c.Add(step)
}

// literals returns the formulas that are not false as literals of a certificate.
func literals(st *term.Store, formulas ...term.Term) []cert.Literal {
	var lits []cert.Literal
	for _, f := range formulas {
		if st.Op(f) != term.OpFalse {
			lits = append(lits, cert.Literal{T: f})
		}
	}
	return lits
}

package solver

import (
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// checked simplifies under a proof about bit-vectors: it takes only the steps of which the log's
// checker finds that both sides have one normal form (theory/cert). Since normal forms are made of
// those of the arguments, the checker finds so of the whole formula, too.
type checked struct {
	st    *term.Store
	rw    *rewrite.Rewriter
	certs *cert.Checker
	image []term.Term // by term; 0 if it is not known
}

func newChecked(rw *rewrite.Rewriter) *checked {
	return &checked{st: rw.Terms(), rw: rw, certs: cert.NewChecker(rw.Terms())}
}

// apply returns the simplified form of t. It does not recurse.
func (c *checked) apply(t term.Term) term.Term {
	for u := range term.BottomUp(t, c.st.Args, func(u term.Term) bool { return c.of(u) != 0 }) {
		c.image[u] = c.step(u)
	}
	return c.of(t)
}

// of returns the form of a term, 0 if it is not known.
func (c *checked) of(t term.Term) term.Term {
	c.image = term.Extend(c.image, c.st.Len())
	return c.image[t]
}

// step returns the form of a term whose arguments have theirs.
func (c *checked) step(t term.Term) term.Term {
	n := c.st.NumArgs(t)
	if n == 0 {
		return t
	}
	args := make([]term.Term, n)
	for i, a := range c.st.Args(t) {
		args[i] = c.image[a]
	}
	same := c.rebuild(t, args)
	return c.verified(same, c.rw.Rebuild(same, c.st.Args(same)))
}

// verified returns the simplified form of a term, if the log's checker finds that it is one.
func (c *checked) verified(t, simplified term.Term) term.Term {
	if t == simplified || c.certs.Same(t, simplified) {
		return simplified
	}
	return t
}

// rebuild returns a term with other arguments. Of quantifiers it keeps what the log has.
func (c *checked) rebuild(t term.Term, args []term.Term) term.Term {
	if op := c.st.Op(t); op == term.OpForall || op == term.OpExists {
		return c.st.Quantify(op, term.Quant{Vars: c.st.Quant(t).Vars, Body: args[0]})
	}
	return c.st.Rebuild(t, args)
}

package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
)

// contractEntry is what is kept of a procedure that satisfies its contract.
const contractEntry = "verified "

// keeps returns how answers about procedures are kept; nil if they are not: a check, and what proofs rest on, need a
// proof.
func (m *modular) keeps() *keeping {
	if m.Explain || m.opt().Check || m.opt().NoCheck {
		return nil
	}
	return m.request.keeps()
}

func (m *modular) opt() *Options { return &m.request.opt }

// recallContract reports whether the prepared procedure is known to satisfy its contract. The key is the hash of the
// core program, which has its body, and of what it calls the contracts; without places, so that an edit of another
// procedure does not count.
func (c *covering) recallContract() bool {
	k := c.kept
	if k == nil {
		return false
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "contract %q %q %d ", k.Build, k.front, c.prep.Asserts)
	for _, o := range c.prep.Obligations {
		fmt.Fprintf(sum, "%d ", o.Kind)
	}
	h := evidence.OfProgram(c.prep.Core, false).Hash
	sum.Write(h[:])
	sum.Sum(k.key[:0])
	data, err := k.Store.Get(k.key)
	if err == nil && data == nil {
		return false
	}
	if err == nil && string(data) != contractEntry+k.key.String() {
		err = errors.New("it is another question's")
	}
	if err != nil {
		c.log.Warn("an answer that was kept is not used", "key", k.key, "why", err)
		return false
	}
	c.log.Info("the answer was kept", "key", k.key)
	return true
}

// keepContract keeps that a procedure satisfies its contract.
func (c *covering) keepContract(rep *ProcReport, err error) {
	if err != nil || rep == nil || rep.Kept || rep.Verdict() != verifier.Safe || rep.Check.State != CheckOK {
		return
	}
	if err := c.kept.Store.Put(c.kept.key, []byte(contractEntry+c.kept.key.String())); err != nil {
		c.log.Warn("the answer is not kept", "why", err)
	}
}

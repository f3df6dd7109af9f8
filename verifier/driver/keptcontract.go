package driver

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/coverage"
	"github.com/muster-smt/muster/verifier/evidence"
)

// contractEntry is what is kept of a procedure that satisfies its contract: proofs of all that it has to establish.
type contractEntry struct {
	Key    string // that it is kept under
	Proofs []contractProof
}

// contractProof is a proof that no execution reaches one of some targets (passes.Result.Targets).
type contractProof struct {
	Targets []int
	Proof   []byte // evidence.System.AppendProof, of the system in which only these are asked about
}

// keeps returns how answers about procedures are kept; nil if they are not: what proofs rest on needs a proof that says
// it, and one that nobody has checked is none.
func (m *modular) keeps() *keeping {
	if m.Explain || m.request.opt.NoCheck {
		return nil
	}
	return m.request.keeps()
}

// recallContract returns what is kept of the prepared procedure; nil if that is nothing. The key is the hash of the
// core program, which has its body, and of what it calls the contracts; without places, so that an edit of another
// procedure does not count.
func (c *covering) recallContract() *contractEntry {
	k := c.kept
	if k == nil {
		return nil
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "contract %q %q %d ", k.Build, k.front, c.prep.Asserts)
	for _, o := range c.prep.Obligations {
		fmt.Fprintf(sum, "%d ", o.Kind)
	}
	h := evidence.OfProgram(c.prep.Core, false).Hash
	sum.Write(h[:])
	sum.Sum(k.key[:0])
	if k.anew {
		return nil
	}
	data, err := k.Store.Get(k.key)
	if err == nil && data == nil {
		return nil
	}
	e := &contractEntry{}
	if err == nil {
		err = decodeEntry(data, e)
	}
	if err == nil && e.Key != k.key.String() {
		err = errors.New("it is another question's")
	}
	if err != nil {
		c.log.Warn("an answer that was kept is not used", "key", k.key, "why", err)
		return nil
	}
	c.log.Info("the answer was kept", "key", k.key)
	return e
}

// givenContract reports that the procedure satisfies its contract, as was kept. It returns what is wrong with that, if
// it does not stand up to the check that is asked for.
func (c *covering) givenContract(ctx context.Context, e *contractEntry, rep *ProcReport) error {
	rep.Kept = true
	if !c.opt.Check {
		rep.Obligations, rep.Check = c.contractSize(), Check{State: CheckOK}
		return nil
	}
	c.ctx = ctx
	err := guarded(func() error {
		if err := c.proven(e); err != nil {
			return err
		}
		return c.fill(ctx, rep)
	})
	if err == nil && (rep.Verdict() != verifier.Safe || rep.Check.State != CheckOK) {
		err = unconfirmed(rep.Check, c.checkLimit(0, 0))
	}
	if err != nil {
		c.log.Warn("an answer that was kept does not stand up to the check", "key", c.kept.key, "why", err)
	}
	return err
}

// proven takes the proofs that were kept for the answers.
func (c *covering) proven(e *contractEntry) error {
	if err := c.makeVC(); err != nil {
		return err
	}
	if c.sys == nil {
		return c.ctx.Err()
	}
	targets := c.targets()
	c.answers = make([]coverage.Answer, len(targets))
	for _, p := range e.Proofs {
		for _, k := range p.Targets {
			if k < 0 || k >= len(targets) {
				return errors.New("it is about what the procedure does not have to establish")
			}
		}
		sys := coverage.Asked(c.sys, targets, p.Targets)
		proof, err := evidence.OfSystem(sys).ReadProof(p.Proof)
		if err != nil {
			return err
		}
		ev := &coverage.Evidence{Result: verifier.SafeWith(proof), System: sys}
		for _, k := range p.Targets {
			c.answers[k].Evidence = ev
		}
	}
	for _, a := range c.answers {
		if a.Evidence == nil {
			return errors.New("it lacks a proof of what the procedure has to establish")
		}
	}
	return nil
}

// newContract returns what is kept of a procedure that satisfies its contract.
func (c *covering) newContract() (*contractEntry, error) {
	e := &contractEntry{Key: c.kept.key.String()}
	index := map[*coverage.Evidence]int{}
	for k, a := range c.answers {
		if a.Evidence == nil || a.Result.Verdict() != verifier.Safe {
			return nil, errors.New("it is no proof for all bounds")
		}
		i, ok := index[a.Evidence]
		if !ok {
			proof, err := evidence.OfSystem(a.System).AppendProof(nil, a.Result.Proof())
			if err != nil {
				return nil, err
			}
			i = len(e.Proofs)
			index[a.Evidence] = i
			e.Proofs = append(e.Proofs, contractProof{Proof: proof})
		}
		e.Proofs[i].Targets = append(e.Proofs[i].Targets, k)
	}
	return e, nil
}

// keepContract keeps that a procedure satisfies its contract.
func (c *covering) keepContract(rep *ProcReport, err error) {
	if c.kept == nil || err != nil || rep == nil || rep.Kept || rep.Verdict() != verifier.Safe ||
		rep.Check.State != CheckOK {
		return
	}
	err = guarded(func() error {
		e, err := c.newContract()
		if err != nil {
			return err
		}
		data, err := json.Marshal(e)
		if err != nil {
			return err
		}
		return c.kept.Store.Put(c.kept.key, data)
	})
	if err != nil {
		c.log.Warn("the answer is not kept", "why", err)
	}
}

package split

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// Answer is what has come of a half in another process: a refutation, an execution, or neither.
type Answer struct {
	// Proof is the refutation, as evidence.System.AppendProof writes it, up to the bound at least; nil: there is none.
	Proof []byte
	Safe  bool // it is one for all bounds
	// Needs are the decisions that it needs.
	Needs []verifier.Decision
	// Result is the execution; nil: there is none.
	Result *verifier.Result
	Why    reason.Reason // neither
}

// WrongError says that an answer of another process is wrong. It is counted: that process has a fault, or means harm.
type WrongError struct{ Why string }

func (e *WrongError) Error() string { return "it is wrong: " + e.Why }

// Search goes on from a state of another process, up to what can be said of the half. Nothing of the state is taken for
// granted: it is an error if it is of another search.
func (e *Engine) Search(ctx context.Context, sys *vc.System, opt verifier.Options, s *State) (*Answer, error) {
	t := newTeam(ctx, e, sys, opt)
	defer t.end()
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	t.root.cancel = cancel
	v := t.root.resume(limit.Counted(own), e.Base, s)
	if t.ends(t.root, v); v.refused != nil {
		return nil, v.refused
	}
	if len(t.root.cuts) > 0 {
		t.Places.Away(t.wait)
	}
	return t.half(ctx)
}

// half returns the answer of all searches together about a half.
func (t *team) half(ctx context.Context) (*Answer, error) {
	whole := t.resolve(t.root)
	switch {
	case t.final != nil:
		return &Answer{Result: t.final}, nil
	case whole == nil && t.err != nil:
		return nil, t.err
	case whole == nil && ctx.Err() != nil:
		return &Answer{Why: reason.Of(limit.ContextReason(ctx))}, nil
	case whole == nil:
		return &Answer{Why: t.why}, nil
	}
	proof, err := whole.compose(t.root.evidence())
	if err != nil {
		return nil, err
	}
	a := &Answer{Safe: whole.safe, Needs: whole.needs}
	a.Proof, err = t.root.evidence().AppendProof(nil, proof)
	return a, err
}

// verdict returns what an answer says.
func (a *Answer) verdict() verdict {
	switch {
	case a.Proof != nil:
		return verdict{answer: &answer{a.Proof, a.Safe, a.Needs}}
	case a.Result != nil:
		return verdict{final: a.Result}
	}
	return verdict{why: a.Why}
}

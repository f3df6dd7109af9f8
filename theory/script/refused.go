package script

import (
	"errors"
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
)

// refused is a command that was refused in a scope and that may matter to answers.
type refused struct {
	err *smtlib.Error
	smtlib.Refusal
}

// refuse notes that the reader has refused a command.
func (x *interpreter) refuse(err error) {
	f := refused{Refusal: x.r.Refused()}
	if f.Asks || f.Effect != smtlib.Passive {
		x.changed()
	}
	if f.Effect == smtlib.Passive || !errors.As(err, &f.err) {
		return
	}
	at := &x.scope[len(x.scope)-1]
	if f.Declares && x.set.global || !f.Declares && f.Effect == smtlib.Decisive {
		at = &x.scope[0] // where nothing but a reset ends it
	}
	for _, known := range at.refused {
		if known.Refusal == f.Refusal {
			return
		}
	}
	at.refused = append(at.refused, f)
}

// keepRefused returns what of the refused declarations is in force when there are no
// assertions any longer.
func (x *interpreter) keepRefused() (kept []refused) {
	for _, f := range x.scope[0].refused {
		if x.set.global && f.Declares {
			kept = append(kept, f)
		}
	}
	return kept
}

// distrust takes the last answer back if it may be wrong because of a refused command in
// scope, and says which one on the diagnostic channel. The model stays as a candidate.
func (x *interpreter) distrust() {
	if x.last.Status == sat.Sat && x.r.Approximate() != "" {
		x.last = solver.Result{Candidate: true, Reason: reason.Reason{Kind: reason.Incomplete, Detail: x.r.Approximate()}}
	}
	if x.last.Status == sat.Unsat && !x.set.hardware && x.r.DividesByZero() {
		x.last = solver.Result{Reason: reason.Reason{Kind: reason.Incomplete,
			Detail: "division by zero that may be anything"}}
	}
	var first *smtlib.Error
	decisive := false
	for _, s := range x.scope {
		for _, f := range s.refused {
			decisive = decisive || f.Effect == smtlib.Decisive
			if first == nil || f.err.Pos.Line < first.Pos.Line ||
				f.err.Pos.Line == first.Pos.Line && f.err.Pos.Col < first.Pos.Col {
				first = f.err
			}
		}
	}
	if first == nil || x.last.Status == sat.Unsat && !decisive {
		return
	}
	if x.last.Status != sat.Unknown {
		x.last = solver.Result{Candidate: x.last.Status == sat.Sat,
			Reason: reason.Reason{Kind: reason.Refused, Detail: first.Error()}}
	}
	x.diag.line(fmt.Appendf(nil, "%v: refused, so the answer is unknown: %s", first.Pos, first.Msg))
	_ = x.diag.w.Flush() // the error stays and comes back from close
}

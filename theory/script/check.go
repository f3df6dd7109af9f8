package script

import (
	"bytes"
	"errors"
	"io"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// proofs returns where a new solver's proof log goes; nil if none is wanted.
func (x *interpreter) proofs() io.Writer {
	var ws []io.Writer
	if x.opt.Proof != nil {
		ws = append(ws, x.opt.Proof)
	}
	if x.live != nil {
		ws = append(ws, x.live)
	}
	if x.log = nil; x.set.proofs {
		x.log = &bytes.Buffer{}
		ws = append(ws, x.log)
	}
	switch len(ws) {
	case 0:
		return nil
	case 1:
		return ws[0]
	}
	return io.MultiWriter(ws...)
}

// internal returns the fault that the last check has shown, if any: the solver's own
// report, or a wrong proof.
func (x *interpreter) internal() error {
	if x.last.Reason.Kind == reason.Internal {
		return errors.New(x.last.Reason.Report())
	}
	if x.live == nil {
		return nil
	}
	if x.last.HasModel() {
		x.n.models++
	}
	if x.last.Status != sat.Unsat {
		return nil // the next answer unsat rests on the log so far
	}
	err := x.sol.FlushProof()
	if err == nil {
		err = x.live.Verify()
	}
	if err != nil {
		return reason.Internalf("the proof is wrong: %v", err)
	}
	return nil
}

// solveCore refutes a core by a fresh solver: the unnamed assertions, those whose guards
// are in the set, and the assumptions in it.
func (x *interpreter) solveCore(in map[term.Term]bool) error {
	if x.live == nil {
		return nil
	}
	fresh := solver.New(x.st, solver.Options{NoRelevancy: true, Quantifiers: x.quantifierMode(),
		Matching: x.matchingLimits()})
	for _, s := range x.scope {
		for _, t := range s.formulas {
			fresh.Assert(t)
		}
		for _, g := range s.guarded {
			if in[g.guard] {
				fresh.Assert(g.formula)
			}
		}
	}
	var assume []term.Term
	for _, t := range x.asked.Terms {
		if in[t] {
			assume = append(assume, t)
		}
	}
	ctx, cancel := x.limited()
	defer cancel()
	switch r := fresh.Check(ctx, assume...); {
	case r.Status == sat.Sat || r.Reason.Kind == reason.Internal:
		x.rep.Internal = true
		return reason.Internalf("the core is wrong: a fresh solver says %v (%s)", r.Status, r.Reason.Report())
	case r.Status == sat.Unsat:
		x.n.cores++
	default:
		x.n.openCores++
	}
	return nil
}

// statistics returns the solver's counters and those of Options.Check.
func (x *interpreter) statistics() []stat.Counter {
	all := x.sol.Stats()
	if x.live == nil {
		return all
	}
	r := x.live.Report()
	return append(all, []stat.Counter{
		{Name: "checked-models", Value: x.n.models},
		{Name: "checked-proofs", Value: int64(r.Unsat)},
		{Name: "checked-lemmas", Value: int64(r.Log.Events[proof.Theory] - r.TrustedLemmas())},
		{Name: "checked-cores", Value: x.n.cores},
		{Name: "open-cores", Value: x.n.openCores},
		{Name: "trusted-simplifications", Value: int64(r.Log.Trusted)},
		{Name: "trusted-lemmas", Value: int64(r.TrustedLemmas())},
	}...)
}

// getProof answers with the part of the proof log that the last answer rests on, one
// string per line.
func (x *interpreter) getProof() error {
	if !x.set.proofs {
		return x.complain(proofsOff, "")
	}
	if err := x.refuted(noProof); err != nil {
		return err
	}
	if err := x.sol.FlushProof(); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := proof.Trim(bytes.NewReader(x.log.Bytes()), &out); err != nil {
		x.rep.Internal = true
		return reason.Internalf("the proof is wrong: %v", err)
	}
	x.out.line([]byte("(proof"))
	for line := range bytes.Lines(out.Bytes()) {
		x.out.line(smtlib.AppendString(nil, string(bytes.TrimSuffix(line, []byte{'\n'}))))
	}
	x.out.line([]byte(")"))
	return nil
}

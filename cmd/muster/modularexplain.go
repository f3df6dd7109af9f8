package main

import (
	"fmt"
	"io"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// writeExplanation prints what a proof about a procedure rests on.
func writeExplanation(w io.Writer, files prog.Files, p *driver.ProcReport) {
	e := p.Explanation
	if e == nil {
		return
	}
	say := func(at prog.Pos, format string, args ...any) {
		fmt.Fprintf(w, "%s: %s\n", files.At(at), fmt.Sprintf(format, args...))
	}
	switch {
	case e.Why.Kind != reason.None:
		say(p.Pos, "Verified (%s); what it rests on is not known", p.Name)
	case len(e.Used) == 0:
		say(p.Pos, "Verified (%s), without any assumption", p.Name)
	default:
		say(p.Pos, "Verified (%s), from", p.Name)
		for _, x := range e.Used {
			say(x.Clause, "  %s", describePremise(x))
		}
	}
	if e.Why.Kind == reason.None {
		for _, x := range e.Unused {
			if x.Kind != passes.PremiseAxiom && x.Kind != passes.PremiseWhere { // which others may need
				say(x.Clause, "  not needed: %s", describePremise(x))
			}
		}
	}
	for _, v := range e.Vacuous {
		at, text := describeVacuity(p, &v)
		say(at, "Warning: %s", text)
		for _, x := range v.Because {
			say(x.Clause, "Related location: %s", describePremise(x))
		}
	}
}

// writeUnused prints the axioms that no proof needs.
func writeUnused(w io.Writer, rep *driver.ModularReport) {
	used, told := map[prog.Pos]bool{}, map[prog.Pos]bool{}
	for _, p := range rep.Procs {
		if p.Explanation != nil {
			for _, x := range p.Explanation.Used {
				used[x.Clause] = true
			}
		}
	}
	for _, p := range rep.Procs {
		if p.Explanation == nil {
			continue
		}
		for _, x := range p.Explanation.Unused {
			if x.Kind == passes.PremiseAxiom && !used[x.Clause] && !told[x.Clause] {
				told[x.Clause] = true
				fmt.Fprintf(w, "%s: Note: No proof needs this axiom.\n", rep.Files.At(x.Clause))
			}
		}
	}
}

// describePremise says what a proof rests on.
func describePremise(p passes.Premise) string {
	switch p.Kind {
	case passes.PremiseRequires:
		return "the precondition"
	case passes.PremiseEnsures:
		return "the postcondition of " + p.Proc
	case passes.PremiseInvariant:
		return "the invariant"
	case passes.PremiseWhere:
		return "the where clause"
	case passes.PremiseAxiom:
		return "the axiom"
	}
	return "the assumption"
}

// describeVacuity says where nothing is proved, since no execution gets there.
func describeVacuity(p *driver.ProcReport, v *driver.Vacuity) (prog.Pos, string) {
	switch v.Kind {
	case passes.ProbeBegin:
		return p.Pos, "No execution of " + p.Name + " begins: its preconditions and what else is assumed contradict each other."
	case passes.ProbeAfter:
		return v.At, "No execution gets past this call."
	}
	return p.Pos, "No execution of " + p.Name + " returns, so its postconditions say nothing."
}

// jsonExplanation is a driver.Explanation.
type jsonExplanation struct {
	Used    []jsonPremise `json:"used"`
	Unused  []jsonPremise `json:"unused"`
	Vacuous []jsonVacuity `json:"vacuous,omitempty"`
	Reason  string        `json:"reason,omitempty"` // why nothing is known
}

// jsonPremise is a passes.Premise.
type jsonPremise struct {
	Kind      string `json:"kind"`
	Procedure string `json:"procedure,omitempty"` // whose postcondition it is
	Line      int32  `json:"line"`
	Column    int32  `json:"column"`
	In        string `json:"in,omitempty"` // as in jsonPos
}

// jsonVacuity is a driver.Vacuity.
type jsonVacuity struct {
	Message string        `json:"message"`
	At      jsonPos       `json:"at"`
	Because []jsonPremise `json:"because"`
}

func jsonExplained(files prog.Files, p *driver.ProcReport) *jsonExplanation {
	e := p.Explanation
	if e == nil {
		return nil
	}
	out := &jsonExplanation{Used: jsonPremises(files, e.Used), Unused: jsonPremises(files, e.Unused)}
	if e.Why.Kind != reason.None {
		out.Reason = e.Why.String()
	}
	for _, v := range e.Vacuous {
		at, text := describeVacuity(p, &v)
		out.Vacuous = append(out.Vacuous, jsonVacuity{text, position(files, at), jsonPremises(files, v.Because)})
	}
	return out
}

func jsonPremises(files prog.Files, list []passes.Premise) []jsonPremise {
	out := make([]jsonPremise, len(list))
	for i, p := range list {
		kind := [...]string{
			passes.PremiseRequires: "requires", passes.PremiseEnsures: "ensures", passes.PremiseInvariant: "invariant",
			passes.PremiseAssume: "assume", passes.PremiseWhere: "where", passes.PremiseAxiom: "axiom",
		}[p.Kind]
		out[i] = jsonPremise{kind, p.Proc, p.Clause.Line, p.Clause.Col, otherFile(files, p.Clause)}
	}
	return out
}

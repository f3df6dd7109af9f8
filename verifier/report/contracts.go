package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// Explanation says what a proof about a procedure rests on.
type Explanation struct {
	Used    []Premise `json:"used"`              // Premises that suffice, none of which can be left out.
	Unused  []Premise `json:"unused"`            // The other ones.
	Vacuous []Vacuity `json:"vacuous,omitempty"` // Where nothing is proved.
	Reason  string    `json:"reason,omitempty"`  // Why nothing is known.
}

// Premise is something that a proof may rest on.
type Premise struct {
	Kind      string `json:"kind"`                // requires, ensures, invariant, assume, where or axiom.
	Procedure string `json:"procedure,omitempty"` // Of ensures: the procedure whose it is.
	Place     Place  `json:"place"`               // Where it is written.
}

// Vacuity says that no execution gets to a place: what is proved there says nothing.
type Vacuity struct {
	Message string    `json:"message"` // What no execution does.
	Place   Place     `json:"place"`   // Where.
	Because []Premise `json:"because"` // They contradict each other, or exclude what leads there.
}

// NewContracts makes the report about the contracts of procedures.
func NewContracts(rep *driver.ModularReport, version string) *Report {
	r := &Report{
		Schema: Schema, Version: version, File: rep.File, Verdict: contract(verifier.Safe), Files: rep.Files,
		Question: "whether each procedure satisfies its contract", Stopped: rep.Stopped, Seconds: rep.Elapsed.Seconds(),
		choices: rep.Chosen,
	}
	for _, c := range rep.Chosen {
		if r.Chosen == nil {
			r.Chosen = map[string]bool{}
		}
		r.Chosen[c.Name] = c.Value
	}
	var n struct{ verified, errors, inconclusive, timeouts, memory int }
	for _, p := range rep.Procs {
		r.Procedures = append(r.Procedures, NewProcedure(rep.File, rep.Files, p))
		for i := range p.Failures {
			if p.Failures[i].Result.Verdict() == verifier.Unsafe {
				n.errors++
			}
		}
		switch v := p.Verdict(); {
		case v == verifier.Safe:
			n.verified++
		case v == verifier.Unsafe:
		case limitOf(p) == reason.Timeout:
			n.timeouts++
		case limitOf(p) == reason.Memory:
			n.memory++
		default:
			n.inconclusive++
		}
	}
	if n.errors > 0 {
		r.Verdict = contract(verifier.Unsafe)
	} else if n.inconclusive+n.timeouts+n.memory > 0 {
		r.Verdict = contract(verifier.Unknown)
	}
	r.Count = Counters{
		{Name: "verified", Value: int64(n.verified)}, {Name: "errors", Value: int64(n.errors)},
		{Name: "inconclusive", Value: int64(n.inconclusive)}, {Name: "timeouts", Value: int64(n.timeouts)},
		{Name: "out_of_memory", Value: int64(n.memory)},
	}
	// Boogie's last line, of another program verifier.
	r.Answer = fmt.Sprintf("Muster program verifier finished with %d verified, %s", n.verified, plural(n.errors, "error"))
	if n.inconclusive > 0 {
		r.Answer += fmt.Sprintf(", %d inconclusive", n.inconclusive)
	}
	if n.timeouts > 0 {
		r.Answer += ", " + plural(n.timeouts, "time out")
	}
	if n.memory > 0 {
		r.Answer += fmt.Sprintf(", %d out of memory", n.memory)
	}
	return r
}

// contract returns the word for a verdict about a contract.
func contract(v verifier.Verdict) string {
	switch v {
	case verifier.Safe:
		return "verified"
	case verifier.Unsafe:
		return "failed"
	}
	return "unknown"
}

// limitOf returns why a procedure, or the first thing that it has to establish, is unknown.
func limitOf(p *driver.ProcReport) reason.Kind {
	if p.Why.Kind != reason.None {
		return p.Why.Kind
	}
	return p.Failures[0].Result.Reason().Kind
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// NewProcedure makes the report about the contract of a procedure.
func NewProcedure(file string, files prog.Files, p *driver.ProcReport) *Report {
	r := &Report{
		File: file, Verdict: contract(p.Verdict()), Name: p.Name, Place: at(files, p.Pos), ReasonKind: p.Why.Kind,
		Obligations: p.Obligations, Kept: p.Kept, Check: checked(p.Check), Seconds: p.Elapsed.Seconds(),
		Counters: p.Stats.Counters,
	}
	switch why := p.Why.String(); {
	case p.Why.Kind != reason.None:
		r.Reason = why
		if p.Why.Kind == reason.Unsupported {
			why = p.Why.Detail // with its place
		}
		r.Answer = fmt.Sprintf("Verification %s (%s): %s", undecided(p.Why.Kind), p.Name, why)
	case p.Check.State == driver.CheckOpen:
		r.Answer = fmt.Sprintf("Not confirmed (%s): %v", p.Name, p.Check.Why)
	}
	if e := p.Explanation; e != nil {
		r.Explanation = &Explanation{Used: premises(files, e.Used), Unused: premises(files, e.Unused)}
		if e.Why.Kind != reason.None {
			r.Explanation.Reason = e.Why.String()
		}
		for i := range e.Vacuous {
			v := &e.Vacuous[i]
			where, text := vacuity(p, v)
			empty := Vacuity{text, placeIn(files, where), premises(files, v.Because)}
			r.Explanation.Vacuous = append(r.Explanation.Vacuous, empty)
		}
	}
	for i := range p.Failures {
		r.Failures = append(r.Failures, obligation(file, files, &p.Failures[i]))
	}
	return r
}

// undecided says in Boogie's words that nothing is known.
func undecided(why reason.Kind) string {
	switch why {
	case reason.Timeout:
		return "timed out"
	case reason.Memory:
		return "out of memory"
	}
	return "inconclusive"
}

// obligation makes the report of what a procedure does not establish, or of which that is unknown.
func obligation(file string, files prog.Files, f *driver.Failure) *Report {
	code, text, related := f.Words()
	if f.Message != "" {
		text = f.Message
	}
	why, t := f.Result.Reason(), f.Result.Trace()
	r := &Report{
		File: file, Verdict: contract(f.Result.Verdict()), Remark: f.Result.Remark(),
		Reason: why.String(), ReasonKind: why.Kind,
		Failure: &Failure{Kind: f.Kind.String(), Code: code, Message: text, Place: placeIn(files, f.At), related: related},
	}
	if f.Clause != f.At {
		r.Failure.Clause = at(files, f.Clause)
	}
	for _, p := range f.Also {
		r.Failure.Also = append(r.Failure.Also, placeIn(files, p))
	}
	kind, remark := "Unknown", r.Remark
	if t != nil {
		kind, remark, r.Trace, r.axioms = "Error", "", Searched(files, t), len(t.Unsettled)
		if t.Quantifiers > 0 {
			remark = fmt.Sprintf("quantified assumptions checked at %d instances", t.Instances)
		}
	} else {
		r.Advice = adviceOn(why, files, f.Unsettled)
	}
	if r.Answer = fmt.Sprintf("%s %s: %s", kind, code, text); remark != "" {
		r.Answer += " (" + remark + ")"
	}
	return r
}

func premises(files prog.Files, list []passes.Premise) []Premise {
	out := make([]Premise, len(list))
	for i, p := range list {
		kind := [...]string{
			passes.PremiseRequires: "requires", passes.PremiseEnsures: "ensures", passes.PremiseInvariant: "invariant",
			passes.PremiseAssume: "assume", passes.PremiseWhere: "where", passes.PremiseAxiom: "axiom",
		}[p.Kind]
		out[i] = Premise{kind, p.Proc, placeIn(files, p.Clause)}
	}
	return out
}

// vacuity says where nothing is proved, since no execution gets there.
func vacuity(p *driver.ProcReport, v *driver.Vacuity) (prog.Pos, string) {
	switch v.Kind {
	case passes.ProbeBegin:
		return p.Pos, "No execution of " + p.Name +
			" begins: its preconditions and what else is assumed contradict each other."
	case passes.ProbeAfter:
		return v.At, "No execution gets past this call."
	}
	return p.Pos, "No execution of " + p.Name + " returns, so its postconditions say nothing."
}

// Procedure writes the messages about the contract of a procedure.
func Procedure(w io.Writer, p *Report, trace, stats bool) error {
	b := bufio.NewWriter(w)
	line := func(at *Place, format string, args ...any) {
		fmt.Fprintf(b, "%s: %s\n", p.name(at), fmt.Sprintf(format, args...))
	}
	for _, x := range p.Failures {
		f := x.Failure
		line(&f.Place, "%s", x.Answer)
		if f.Clause != nil {
			line(f.Clause, "Related location: %s", f.related)
		}
		if x.Advice != "" {
			line(&f.Place, "Note: What may help: %s.", x.Advice)
		}
		for i := range f.Also {
			line(&f.Also[i], "Related location: This is another such return path.")
		}
		if trace && x.Trace != nil {
			x.blocks(b)
		}
	}
	if p.Answer != "" {
		line(p.Place, "%s", p.Answer)
	}
	if p.Explanation != nil {
		p.explain(line)
	}
	if stats {
		line(p.Place, "%s: %d obligations, %.3f s", p.Name, p.Obligations, p.Seconds)
	}
	return b.Flush()
}

// blocks writes the blocks that an execution goes through, as Boogie does, with the values that it assigns.
func (r *Report) blocks(b *bufio.Writer) {
	fmt.Fprintln(b, "Execution trace:")
	for i := range r.Trace {
		switch s := &r.Trace[i]; {
		case s.Kind == Block && !s.Made:
			fmt.Fprintf(b, "    %s: %s\n", r.name(&s.Place), s.Text)
		case s.Kind == Assign, s.Kind == Record:
			fmt.Fprintf(b, "      %s\n", list(s.Writes))
		}
	}
}

// explain writes what the proof about a procedure rests on.
func (r *Report) explain(line func(at *Place, format string, args ...any)) {
	e := r.Explanation
	switch {
	case e.Reason != "":
		line(r.Place, "Verified (%s); what it rests on is not known", r.Name)
	case len(e.Used) == 0:
		line(r.Place, "Verified (%s), without any assumption", r.Name)
	default:
		line(r.Place, "Verified (%s), from", r.Name)
		for i := range e.Used {
			line(&e.Used[i].Place, "  %s", &e.Used[i])
		}
	}
	for i := range e.Unused {
		if x := &e.Unused[i]; e.Reason == "" && x.Kind != "axiom" && x.Kind != "where" { // which others may need
			line(&x.Place, "  not needed: %s", x)
		}
	}
	for i := range e.Vacuous {
		v := &e.Vacuous[i]
		line(&v.Place, "Warning: %s", v.Message)
		for j := range v.Because {
			line(&v.Because[j].Place, "Related location: %s", &v.Because[j])
		}
	}
}

// String says what a proof rests on.
func (p *Premise) String() string {
	switch p.Kind {
	case "requires":
		return "the precondition"
	case "ensures":
		return "the postcondition of " + p.Procedure
	case "assume":
		return "the assumption"
	case "where":
		return "the where clause"
	}
	return "the " + p.Kind
}

// Contracts writes what is reported of all procedures at the end: the axioms that no proof needs, and the answer.
func Contracts(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	Unneeded(b, r)
	axioms := 0
	for _, p := range r.Procedures {
		for _, x := range p.Failures {
			axioms = max(axioms, x.axioms)
		}
	}
	if axioms > 0 {
		fmt.Fprintf(b, "%s: Note: %s that concern none of these errors may contradict each other; it is not known\n",
			r.File, plural(axioms, "axiom"))
	}
	fmt.Fprintf(b, "\n%s\n", r.Answer)
	return b.Flush()
}

// Unneeded writes the axioms that no proof needs.
func Unneeded(w io.Writer, r *Report) {
	done := map[Place]bool{} // axioms that are needed, or written
	for _, p := range r.Procedures {
		if p.Explanation != nil {
			for _, x := range p.Explanation.Used {
				done[x.Place] = true
			}
		}
	}
	for _, p := range r.Procedures {
		if p.Explanation == nil {
			continue
		}
		for i := range p.Explanation.Unused {
			if x := &p.Explanation.Unused[i]; x.Kind == "axiom" && !done[x.Place] {
				done[x.Place] = true
				fmt.Fprintf(w, "%s: Note: No proof needs this axiom.\n", r.name(&x.Place))
			}
		}
	}
}

// Chosen writes what Houdini has chosen, as Boogie does.
func Chosen(w io.Writer, r *Report) {
	fmt.Fprintln(w, "Assignment computed by Houdini:")
	for _, c := range r.choices {
		fmt.Fprintf(w, "%s = %s\n", c.Name, map[bool]string{true: "True", false: "False"}[c.Value])
	}
}

package reenact

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// event is a step of a trace that the program executes.
type event struct {
	*verifier.Step
	kind   prog.StepKind // prog.StepCommand only if it changes nothing
	at     int           // its number
	hint   bool          // it says only when something is executed that changes nothing
	in     string        // the procedure that a command is in
	begins bool          // the values that a call begins with
}

// String says where a trace goes on.
func (t event) String() string {
	switch t.kind {
	case prog.StepBlock:
		return "block " + t.Label
	case prog.StepCall:
		return "a call of " + t.Label
	case prog.StepReturn:
		return "the end of a call of " + t.Label
	case prog.StepSpawn:
		return "a thread of " + t.Label
	case prog.StepFail:
		return fmt.Sprintf("a failure at %s", t.Pos)
	}
	return fmt.Sprintf("a change at %s in %s", t.Pos, t.in)
}

// valueOf returns the value that the step gives a variable; ok is false if there is none.
func (t *event) valueOf(v prog.VarID) (x model.Value, ok bool) {
	if t == nil {
		return x, false
	}
	return valueIn(t.Exact, v)
}

// valueIn returns the value of a variable; ok is false if there is none.
func valueIn(values []verifier.Exact, v prog.VarID) (x model.Value, ok bool) {
	i := slices.IndexFunc(values, func(x verifier.Exact) bool { return x.Of == prog.Now(v) })
	if i < 0 {
		return x, false
	}
	return values[i].Value, true
}

// isBlock reports whether control reaches a block of the program: passes may have copied it, but a copy keeps its node.
func (t *event) isBlock(b *prog.Block) bool {
	return t.kind == prog.StepBlock && t.Node == b.Node && !b.Cut
}

// eventsOf returns what the program does, as a trace says it: what is not in the wrapper, if there is one.
func eventsOf(t *verifier.Trace, p *prog.Program, wrapper string) (out []event) {
	wrapped := wrapper != "" && slices.ContainsFunc(t.Steps,
		func(s verifier.Step) bool { return s.Kind == prog.StepBlock && s.Proc == wrapper })
	threads := hasThreads(t)
	for i := range t.Steps {
		s := &t.Steps[i]
		if wrapped && s.Depth == 0 && (s.Kind == prog.StepBlock || s.Kind == prog.StepCall && !s.Cut) {
			continue
		}
		x := event{Step: s, kind: s.Kind}
		switch s.Kind {
		case prog.StepBlock, prog.StepCall, prog.StepReturn:
			if s.Cut {
				continue
			}
		case prog.StepAssign, prog.StepCommand: // a call that assigns nothing may change globals
			if s.Source == nil || s.Source.Made {
				continue
			}
			x.in, x.begins = s.Source.In, s.Source.Begins
			if x.hint = s.Kind == prog.StepCommand && len(s.Exact) == 0; !x.hint {
				x.kind = prog.StepAssign
			} else if !threads || p.Lookup(x.in) == nil { // or it is in what starts threads
				continue
			}
		case prog.StepFail: // the assumption before it is that it fails
			out = dropLast(out, func(h *event) bool {
				return h.Thread == s.Thread && (h.Node == t.Assertion.At || h.Node == t.Assertion.Clause)
			})
		case prog.StepSkip, prog.StepSpawn:
		default:
			continue
		}
		out = append(out, x)
	}
	for i := range out {
		out[i].at = i
	}
	return out
}

// dropLast drops hints at the end of a list.
func dropLast(events []event, drop func(*event) bool) []event {
	n := len(events)
	for n > 0 && events[n-1].hint && drop(&events[n-1]) {
		n--
	}
	return events[:n]
}

// hasThreads reports whether a trace is of a program with threads.
func hasThreads(t *verifier.Trace) bool {
	return slices.ContainsFunc(t.Steps, func(s verifier.Step) bool { return s.Thread > 0 })
}

// peek returns the next event; nil if there is none.
func (r *runner) peek() *event {
	for i := range r.events {
		if !r.events[i].hint {
			return &r.events[i]
		}
	}
	return nil
}

// next takes what peek returns, which is executed now.
func (r *runner) next() error {
	i := slices.IndexFunc(r.events, func(t event) bool { return !t.hint })
	if r.x != nil {
		at := r.events[i].at
		if err := r.waitFor(at); err != nil {
			return err
		}
		r.x.done[at] = true
	}
	r.events = r.events[i+1:]
	return nil
}

// changed returns the next event if that is what a command changes. Commands that a front end makes may all be at one
// place, so what is changed has to be the command's, too.
func (r *runner) changed(q *prog.Proc, c *prog.Cmd) *event {
	t := r.peek()
	if t == nil || t.kind != prog.StepAssign || t.begins || t.Node != c.Node || t.in != q.Name {
		return nil
	}
	if slices.ContainsFunc(t.Exact, func(x verifier.Exact) bool { return !r.changes(c, x.Of.Var()) }) {
		return nil
	}
	return t
}

// changes reports whether a command may change a variable. An assumption may say what a map becomes, by its elements.
func (r *runner) changes(c *prog.Cmd, v prog.VarID) bool {
	switch {
	case slices.Contains(c.Targets, v):
		return true
	case c.Kind == prog.Call:
		return slices.Contains(r.p.Proc(c.Callee).Modifies, v)
	case c.Kind == prog.Assume:
		return r.st.Any(func(t term.Term) bool {
			return r.st.Op(t) == term.OpEq && (r.elementOf(r.st.Arg(t, 0), v) || r.elementOf(r.st.Arg(t, 1), v))
		}, c.Cond)
	}
	return false
}

// elementOf reports whether a term is an element of a map.
func (r *runner) elementOf(t term.Term, v prog.VarID) bool {
	return r.st.Op(t) == term.OpSelect && r.st.Arg(t, 0) == r.p.Var(v).Term
}

// truth values, of which maybe is that of what a quantifier decides.
type truthValue uint8

const (
	maybe truthValue = iota
	no
	yes
)

func (v truthValue) not() truthValue {
	switch v {
	case no:
		return yes
	case yes:
		return no
	}
	return maybe
}

// truth evaluates a formula.
func (r *runner) truth(t term.Term) truthValue {
	if x, err := r.env.Eval(t); err == nil {
		if x.IsTrue() {
			return yes
		}
		return no
	}
	switch op := r.st.Op(t); op {
	case term.OpNot:
		return r.truth(r.st.Arg(t, 0)).not()
	case term.OpAnd, term.OpOr:
		decides, all := no, yes
		if op == term.OpOr {
			decides, all = yes, no
		}
		for _, a := range r.st.Args(t) {
			switch v := r.truth(a); v {
			case decides:
				return decides
			case maybe:
				all = maybe
			}
		}
		return all
	case term.OpIte:
		switch r.truth(r.st.Arg(t, 0)) {
		case yes:
			return r.truth(r.st.Arg(t, 1))
		case no:
			return r.truth(r.st.Arg(t, 2))
		}
	}
	return maybe
}

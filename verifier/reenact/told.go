package reenact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// telling is what a trace tells that the program does.
type telling struct {
	kind    prog.StepKind
	at      int    // its number
	thread  int    // 0 if there are none
	hint    bool   // it tells only when something is executed that changes nothing
	in      string // the procedure that a command is in
	label   string // of a block, or the name of what is called
	begins  bool   // the values that a call begins with
	started int    // the thread that is created
	node    prog.NodeID
	pos     prog.Pos // of node
	values  []verifier.Exact
}

// String says where a trace goes on.
func (t telling) String() string {
	switch t.kind {
	case prog.StepBlock:
		return "block " + t.label
	case prog.StepCall:
		return "a call of " + t.label
	case prog.StepReturn:
		return "the end of a call of " + t.label
	case prog.StepSpawn:
		return "a thread of " + t.label
	case prog.StepFail:
		return fmt.Sprintf("a failure at %s", t.pos)
	}
	return fmt.Sprintf("a change at %s in %s", t.pos, t.in)
}

// valueOf returns the value of a variable; ok is false if it is not told.
func (t *telling) valueOf(name string) (v model.Value, ok bool) {
	if t == nil {
		return v, false
	}
	i := slices.IndexFunc(t.values, func(x verifier.Exact) bool { return x.Name == name })
	if i < 0 {
		return v, false
	}
	return t.values[i].Value, true
}

// isBlock reports whether control reaches a block: it, or a copy of it, in the last iteration of a loop, or in one of
// an irreducible loop.
func (t *telling) isBlock(label string) bool {
	if t.kind != prog.StepBlock {
		return false
	}
	rest, ok := strings.CutPrefix(t.label, label)
	return ok && (rest == "" || rest == "_last" || strings.HasPrefix(rest, "#") &&
		strings.Trim(rest[1:], "0123456789") == "")
}

// tellings returns what a trace tells that the program does: what is not in the wrapper, if there is one.
func tellings(t *verifier.Trace, p *prog.Program, wrapper string) (out []telling) {
	wrapped := wrapper != "" && slices.ContainsFunc(t.Steps,
		func(s verifier.Step) bool { return s.Kind == prog.StepBlock && s.Proc == wrapper })
	threads := hasThreads(t)
	for i := range t.Steps {
		s := &t.Steps[i]
		if wrapped && s.Depth == 0 && (s.Kind == prog.StepBlock || s.Kind == prog.StepCall && !s.Cut) {
			continue
		}
		x := telling{pos: p.Pos(s.Node), kind: s.Kind, label: s.Label, thread: s.Thread, started: s.Started, node: s.Node,
			values: s.Exact}
		switch s.Kind {
		case prog.StepBlock:
			if s.Cut {
				continue
			}
		case prog.StepCall, prog.StepReturn:
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
			out = dropLast(out, func(h *telling) bool {
				return h.thread == s.Thread &&
					(h.node == t.Assertion.At || h.node == t.Assertion.Clause)
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

// dropLast drops hints at the end of what is told.
func dropLast(told []telling, drop func(*telling) bool) []telling {
	n := len(told)
	for n > 0 && told[n-1].hint && drop(&told[n-1]) {
		n--
	}
	return told[:n]
}

// hasThreads reports whether a trace is of a program with threads.
func hasThreads(t *verifier.Trace) bool {
	return slices.ContainsFunc(t.Steps, func(s verifier.Step) bool { return s.Thread > 0 })
}

// peek returns what the trace tells next; nil if that is nothing.
func (r *runner) peek() *telling {
	for i := range r.told {
		if !r.told[i].hint {
			return &r.told[i]
		}
	}
	return nil
}

// next takes what peek returns, which is executed now.
func (r *runner) next() error {
	i := slices.IndexFunc(r.told, func(t telling) bool { return !t.hint })
	if r.x != nil {
		at := r.told[i].at
		if err := r.waitFor(at); err != nil {
			return err
		}
		r.x.done[at] = true
	}
	r.told = r.told[i+1:]
	return nil
}

// changed returns what the trace tells next, if that is what a command changes.
func (r *runner) changed(q *prog.Proc, c *prog.Cmd) *telling {
	t := r.peek()
	if t == nil || t.kind != prog.StepAssign || t.begins || t.node != c.Node || t.in != q.Name {
		return nil
	}
	return t
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

package script

import (
	"errors"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
)

// complaint is an error that clients recognise by its text.
type complaint uint8

const (
	noModel complaint = iota
	noCore
	noProof
	noLabels
	coresOff
	proofsOff
	assertionsOff
	notUnknown
	notUnknownCVC4
)

// complaints are the texts: as Z3 has them, which clients look for, and more, which is
// left out under Options.Z3.
var complaints = [...]struct{ text, more string }{
	noModel:       {"model is not available", ""},
	noCore:        {"unsat core is not available", ": the last answer was not unsat, or something has changed since"},
	noProof:       {"proof is not available", ": the last answer was not unsat, or something has changed since"},
	noLabels:      {"labels are not available", ": there is no model"},
	coresOff:      {"unsat core construction is not enabled, use command (set-option :produce-unsat-cores true)", ""},
	proofsOff:     {"proof construction is not enabled, use command (set-option :produce-proofs true)", ""},
	assertionsOff: {"command is only available in interactive mode, use command (set-option :interactive-mode true)", ""},
	notUnknown:    {"the last check was not unknown", ""},
	// CVC4 is not Z3, but Why3 looks for its words.
	notUnknownCVC4: {"Can't get-info :reason-unknown when the last result wasn't unknown!", ""},
}

// complain returns a complaint, with a detail that is left out under Options.Z3.
func (x *interpreter) complain(c complaint, detail string) error {
	if c == notUnknown && x.opt.ModelFormat == smtlib.CVC4 {
		c = notUnknownCVC4
	}
	text := complaints[c]
	if x.opt.Z3 {
		return errors.New(text.text)
	}
	return errors.New(text.text + text.more + detail)
}

// readerWords are errors of the reader in Z3's words. Where the prefix and the suffix
// leave something, it replaces %s.
var readerWords = [...]struct{ prefix, suffix, z3 string }{
	{"unknown symbol ", "", "unknown constant %s"},
	{"unknown sort ", "", "unknown sort '%s'"},
	{"sort ", " is already declared", "invalid sort declaration, sort already declared/defined"},
	{"", " is already declared", "invalid declaration, constant '%s' (with the given signature) already declared"},
	{"pop of ", " are open", "invalid pop command, argument is greater than the current stack depth"},
	{"a formula is expected, not a term of sort ", "", "invalid assert command, term is not Boolean"},
}

// z3Words returns an error of the reader in Z3's words.
func z3Words(msg string) string {
	for _, w := range readerWords {
		if rest, ok := strings.CutPrefix(msg, w.prefix); ok {
			if rest, ok = strings.CutSuffix(rest, w.suffix); ok {
				return strings.Replace(w.z3, "%s", rest, 1)
			}
		}
	}
	return msg
}

// answerError answers (error "...") with the position of the error: of what is wrong in
// the text, or of the command. Z3 names the end of the command, and counts columns from 0.
func (x *interpreter) answerError(err error, c *smtlib.Command) {
	at, msg, inText := c.Pos, err.Error(), false
	var e *smtlib.Error
	if errors.As(err, &e) {
		at, msg, inText = e.Pos, e.Msg, true
	}
	if name, ok := strings.CutPrefix(msg, "unsupported command "); ok && inText && x.opt.Z3 {
		x.out.line([]byte("unsupported"))
		x.diag.line(fmt.Appendf(nil, "; %s line: %d position: %d", name, at.Line, at.Col-1))
		return
	}
	x.rep.Errors++
	switch {
	case inText && x.opt.Z3:
		msg = fmt.Sprintf("line %d column %d: %s", at.Line, at.Col-1, z3Words(msg))
	case x.opt.Z3:
		msg = fmt.Sprintf("line %d column %d: %s", c.End.Line, c.End.Col-1, msg)
	case !inText && x.opt.ModelFormat == smtlib.CVC4: // which names no position
	case at.Line > 0: // otherwise reading itself failed
		msg = fmt.Sprintf("%d:%d: %s", at.Line, at.Col, msg)
	}
	x.out.line(smtlib.AppendString([]byte("(error "), msg), ')')
}

// layout returns the layout of models and values.
func (x *interpreter) layout() smtlib.Layout {
	switch {
	case x.set.tables:
		return smtlib.Z3v2
	case x.opt.Z3 && x.opt.ModelFormat == smtlib.Standard:
		return smtlib.Z3
	}
	return x.opt.ModelFormat
}

// unknownWords are Z3's words for why an answer is unknown, which clients compare. The
// standard has symbols for three of them.
var unknownWords = [...]struct {
	kind   reason.Kind
	text   string
	symbol bool
}{
	{reason.Timeout, "timeout", true},
	{reason.Memory, "memout", true},
	{reason.Incomplete, "incomplete", true},
	{reason.Interrupt, "canceled", false},
	{reason.Conflicts, "max-conflicts-reached", false},
	{reason.Steps, "max. resource limit exceeded", false},
	{reason.Quantifiers, "(incomplete quantifiers)", false},
	{reason.Instantiation, "(incomplete quantifiers)", false},
	{reason.Nonlinear, "(incomplete (theory arithmetic))", false},
	{reason.Branching, "(incomplete (theory arithmetic))", false},
	{reason.Arrays, "(incomplete (theory array))", false},
}

// appendReason appends why the last check was unknown: a symbol of the standard, except
// under Options.Z3, or a string.
func (x *interpreter) appendReason(b []byte) ([]byte, error) {
	if n := len(x.rep.Answers); n == 0 || x.last.Reason.Kind == reason.None {
		switch {
		case !x.opt.Z3:
			return nil, x.complain(notUnknown, "")
		case n == 0 || x.mode == modeAssert:
			return smtlib.AppendString(b, "state of the most recent check-sat command is not known"), nil
		case x.last.Status == sat.Unsat:
			return smtlib.AppendString(b, "unknown"), nil
		}
		return smtlib.AppendString(b, ""), nil
	}
	if x.opt.ModelFormat == smtlib.CVC4 {
		switch x.last.Reason.Kind {
		case reason.Timeout:
			return append(b, "timeout"...), nil
		case reason.Memory:
			return append(b, "memout"...), nil
		}
		return append(b, "incomplete"...), nil
	}
	if x.last.Reason.Kind == reason.Refused {
		return append(b, "(incomplete refused-command)"...), nil
	}
	for _, w := range unknownWords {
		switch {
		case w.kind != x.last.Reason.Kind:
		case w.symbol && !x.opt.Z3:
			return append(b, w.text...), nil
		default:
			return smtlib.AppendString(b, w.text), nil
		}
	}
	return smtlib.AppendString(b, x.last.Reason.Report()), nil
}

package script

import "errors"

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
}

// complain returns a complaint, with a detail that is left out under Options.Z3.
func (x *interpreter) complain(c complaint, detail string) error {
	text := complaints[c]
	if x.opt.Z3 {
		return errors.New(text.text)
	}
	return errors.New(text.text + text.more + detail)
}

package smtlib

import (
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// ReadFunction reads a definition (define-fun f params sort body) with at least one parameter. It
// returns the parameters, which are bound variables, and the body.
func ReadFunction(text string, st *term.Store) (params []term.Term, body term.Term, err error) {
	r := NewReader("", strings.NewReader(text), st)
	if _, err := r.Next(); err != nil {
		return nil, 0, err
	}
	d := r.defs[len(r.defs)-1]
	return d.params, d.body, nil
}

// Operator reports whether name is an operator on formulas, integers or bit-vectors.
func Operator(name string) bool {
	switch name {
	case "not", "=>", "and", "or", "xor", "=", "distinct", "ite", "-", "+", "*", "<=", "<", ">=", ">", "div", "mod", "abs":
		return true
	}
	return bitsFunction(name) >= 0
}

package main

import (
	"fmt"

	"github.com/muster-smt/muster/theory/smtlib"
)

// modelFormats are the values of --model-format, by layout.
var modelFormats = [...]string{smtlib.Standard: "smtlib", smtlib.Z3: "z3", smtlib.CVC4: "cvc4"}

// modelFormatFlag is --model-format.
type modelFormatFlag smtlib.Layout

func (m *modelFormatFlag) String() string { return modelFormats[*m] }

func (m *modelFormatFlag) Type() string { return "layout" }

func (m *modelFormatFlag) Set(text string) error {
	for l, name := range modelFormats {
		if name == text && name != "" {
			*m = modelFormatFlag(l)
			return nil
		}
	}
	return fmt.Errorf("%q is none of smtlib, z3 and cvc4", text)
}

package main

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/solver"
)

// quantifierModes are the values of --quantifiers.
var quantifierModes = [...]solver.QuantifierMode{solver.MatchQuantifiers, solver.ModelQuantifiers,
	solver.AutoQuantifiers}

func quantifierNames() []string {
	var names []string
	for _, m := range quantifierModes {
		names = append(names, m.String())
	}
	return names
}

// quantifierFlag is --quantifiers.
type quantifierFlag solver.QuantifierMode

func (q *quantifierFlag) String() string { return solver.QuantifierMode(*q).String() }

func (q *quantifierFlag) Set(text string) error {
	for _, m := range quantifierModes {
		if m.String() == text {
			*q = quantifierFlag(m)
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", text, strings.Join(quantifierNames(), ", "))
}

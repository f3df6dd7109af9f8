package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// Advice says what may settle an unknown answer. It is empty if the answer is not unknown, or nothing can be said.
func Advice(rep *driver.Report) string {
	if rep.Result.Verdict() != verifier.Unknown {
		return ""
	}
	why, other := rep.Result.Reason(), ""
	switch why.Kind {
	case reason.GaveUp, reason.UnconfirmedTrace, reason.Incomplete:
		other = "another --engine"
	case reason.UnconfirmedProof:
		return "a larger --timeout, or an answer up to a bound: --unbounded 0"
	}
	if (other != "" || why.Kind == reason.Timeout || why.Kind == reason.Memory) && rep.Bound > 1 && repeats(rep.Calls) {
		other = joined(other, "a small --bound")
	}
	return joined(adviceOn(why, rep.Files, rep.Unsettled), other)
}

// joined joins what may help.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; or " + b
}

// repeats reports whether a program may have loops or recursion, of which there are fewer with a smaller bound.
func repeats(g *driver.CallGraph) bool {
	return g == nil || slices.ContainsFunc(g.Calls, func(e driver.CallEdge) bool { return e.To <= e.From })
}

// adviceOn says what may settle a question, of all options those that each question has. The places are those of
// driver.Report.Unsettled.
func adviceOn(why reason.Reason, files prog.Files, at []prog.Pos) string {
	where, products := places(files, at), ""
	if len(at) > 0 {
		products = "bounds or values for what is multiplied or divided" + where
	}
	switch why.Kind {
	case reason.Timeout:
		return joined("a larger --timeout", products)
	case reason.Memory:
		return "a larger --memory"
	case reason.UnconfirmedTrace:
		return products
	case reason.Nonlinear:
		return cmp.Or(products, "bounds or values for what is multiplied or divided")
	case reason.Instantiation:
		return "triggers that match less often, or fewer quantifiers" + where
	case reason.Quantifiers, reason.UnconfirmedQuantifier, reason.OpenQuantifier:
		return "triggers that match what is asked about, or an assertion before it that mentions the terms they need, " +
			"for the quantifiers" + where
	case reason.Branching:
		return "bounds for the integers that the failing assertion depends on"
	case reason.Arrays:
		return "fewer maps that are compared as a whole, or that hold maps"
	case reason.ContradictoryAxioms:
		return "axioms that do not contradict each other: --modular --explain says which ones do"
	case reason.Unsupported:
		return "another form of what is not supported, or a procedure without a body in its place"
	}
	return ""
}

// mostPlaces limits the places in advice.
const mostPlaces = 3

// places names places in a sentence.
func places(files prog.Files, at []prog.Pos) string {
	if len(at) == 0 {
		return ""
	}
	var names []string
	for _, p := range at[:min(len(at), mostPlaces)] {
		names = append(names, files.At(p))
	}
	s := " at " + strings.Join(names, ", ")
	if n := len(at) - mostPlaces; n > 0 {
		s += fmt.Sprintf(" and %d more places", n)
	}
	return s
}

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A verdict is what a client says about a program.
type verdict struct {
	sum     string   // to be compared with the expectation
	details []string // to be compared between the solvers, for example positions of errors
}

func (v verdict) String() string {
	if len(v.details) == 0 {
		return v.sum
	}
	return v.sum + ": " + strings.Join(v.details, ", ")
}

var (
	boogieSum   = regexp.MustCompile(`(?m)^(?:Boogie|Dafny) program verifier finished with (.*)$`)
	boogieError = regexp.MustCompile(`(?m)^\S*(\(\d+,\d+\)): (?:Error|Verification)\b(?: (BP\d+))?.*$`)
)

// boogie reads the output of Boogie and Dafny: the counts of the last line, and where
// the errors are.
func boogie(out string) (v verdict) {
	v.sum = last(boogieSum, out)
	for _, m := range boogieError.FindAllStringSubmatch(out, -1) {
		v.details = append(v.details, strings.TrimSpace(m[1]+" "+m[2]))
	}
	return v.sorted(out)
}

// sorted puts the details into an order that does not depend on the client's, and
// fills in what the client said if there is no verdict.
func (v verdict) sorted(out string) verdict {
	slices.Sort(v.details)
	if v.sum == "" {
		lines := strings.Split(strings.TrimSpace(out), "\n")
		v.sum = fmt.Sprintf("no verdict: %.60s", lines[len(lines)-1])
	}
	return v
}

// last returns the first group of the last match.
func last(re *regexp.Regexp, text string) string {
	all := re.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

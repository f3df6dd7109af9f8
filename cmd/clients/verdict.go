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
	why3Goal    = regexp.MustCompile(`(?m)^Goal (.*)\.\nProver result is: (\w+)`)
	wpSum       = regexp.MustCompile(`Proved goals: +(\d+ / \d+)`)
	wpFailed    = regexp.MustCompile(`(?m)Goal (\S+) : (?:Timeout|Unknown|Failed|Stepout|Invalid)`)
	rumurStates = regexp.MustCompile(`(\d+ states, \d+ rules? fired)`)
	bmcStatus   = regexp.MustCompile(`(?m)Status: (\w+)`)
	bmcFailed   = regexp.MustCompile(`Assert failed in (.*)`)
	satLine     = regexp.MustCompile(`(?m)^s (.*)`)
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

// why3 counts the goals that Why3 calls valid; which ones are not is compared, but not
// how the prover gave up.
func why3(out string) (v verdict) {
	valid := 0
	for _, m := range why3Goal.FindAllStringSubmatch(out, -1) {
		if m[2] == "Valid" {
			valid++
		} else {
			v.details = append(v.details, m[1])
		}
	}
	if valid+len(v.details) > 0 {
		v.sum = fmt.Sprintf("%d valid, %d not", valid, len(v.details))
	}
	return v.sorted(out)
}

// framaC reads how many goals WP has proved, and which ones it has not.
func framaC(out string) (v verdict) {
	v.sum = last(wpSum, out)
	for _, m := range wpFailed.FindAllStringSubmatch(out, -1) {
		v.details = append(v.details, m[1])
	}
	return v.sorted(out)
}

// rumur reads what the generated checker says; its last line, the number of lines of the
// checker, shows what was simplified.
func rumur(out string) (v verdict) {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	switch states := last(rumurStates, out); {
	case states == "":
	case strings.Contains(out, "No error found"):
		v.sum = "no error, " + states
	default:
		v.sum = "error, " + states
	}
	v.details = lines[len(lines)-1:]
	return v.sorted(out)
}

// bmc reads the status of each run of yosys-smtbmc, and which assertions fail.
func bmc(out string) (v verdict) {
	var all []string
	for _, m := range bmcStatus.FindAllStringSubmatch(out, -1) {
		all = append(all, m[1])
	}
	v.sum = strings.Join(all, "; ")
	for _, m := range bmcFailed.FindAllStringSubmatch(out, -1) {
		v.details = append(v.details, m[1])
	}
	return v.sorted(out)
}

// satCompetition reads the status line of a SAT solver.
func satCompetition(out string) (v verdict) {
	v.sum = last(satLine, out)
	return v.sorted(out)
}

// abc reads whether exact synthesis has found a circuit.
func abc(out string) (v verdict) {
	switch {
	case strings.Contains(out, "Verification successful"):
		v.sum = "found"
	case strings.Contains(out, "The problem has no solution"):
		v.sum = "none"
	}
	return v.sorted(out)
}

// said takes all lines as the verdict.
func said(out string) (v verdict) {
	v.sum = strings.Join(strings.Split(strings.TrimSpace(out), "\n"), "; ")
	return v.sorted(out)
}

// firstLine takes the first line as the verdict.
func firstLine(out string) (v verdict) {
	v.sum, _, _ = strings.Cut(out, "\n")
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

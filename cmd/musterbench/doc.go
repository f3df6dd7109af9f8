// Command musterbench measures the verifier on sets of programs with reference
// verdicts: every file in a process of its own, with a time limit, one line of
// CSV each, verdicts against the reference first.
package main

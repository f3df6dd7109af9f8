// Command musterbench measures the verifier on sets of programs with reference
// verdicts: every file in a process of its own, with a time limit, one line of
// CSV each, verdicts against the reference first. It runs other verifiers
// beside (--peer), writes the queries on which verdicts rest (--dump-queries),
// and records the sessions of the engines with the solver (musterbench corpus).
package main

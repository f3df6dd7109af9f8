// Package verifier is the contract between verification engines and those who
// run them: what an engine is asked, what it may answer, and which evidence
// stands behind an answer.
//
// The question is always: can the entry procedure of a vc.System reach its
// exit (the Legion paper, section 2.1)? A Result is built only together with
// its evidence: a Proof for safe answers, a replayed Trace for unsafe ones, a
// reason for unknown.
package verifier

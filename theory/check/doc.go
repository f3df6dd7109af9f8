// Package check verifies a proof log (theory/proof) against the script that it
// claims to be about, for "muster check". It knows the reader of scripts, terms,
// numbers and certificates, and nothing of the solver.
//
// The log is about formulas; that these are the script's is checked by walking
// the reader's terms and the log's terms side by side, up to a one-to-one renaming of
// symbols and variables (match.go). The script's commands must come in their
// order, with the same scopes and an answer for each check, so a log cannot
// omit a check. Two deviations are allowed: the log may guard an assertion by
// a constant that the script does not have, if its queries assume it ("muster
// solve" does so to find unsat cores), and after unsat it may ask again under
// fewer of the same assumptions (minimal cores).
//
// "muster solve --check" is the same checker fed live (live.go): unsat is printed
// only after its log is verified. Since a log accounts for assertions as they
// are, --check turns preprocessing off, and certifies the search without it.
//
// What theory/proof cannot verify it trusts: simplifications of formulas and
// theory lemmas without a certificate that theory/cert covers. These are
// evaluated under 16 random interpretations, rejected if they are false in any,
// and otherwise counted as trusted; "muster check --strict" rejects all of them. Answers
// other than unsat have no proof and need none: see "muster solve --check".
//
// A proof printed by get-proof is a log of its own with one query; Answers finds
// such proofs in a saved transcript and verifies each.
package check

// Package check verifies a proof log (theory/proof) against the script that it
// claims to be about, for "muster check". It knows the reader of scripts, terms,
// numbers and certificates, and nothing of the solver.
//
// The log must tell of the script's commands in their order: what it calls an
// assertion or an assumption must be what the reader makes of the script's, up
// to a one-to-one renaming of symbols and variables; it must open and close the
// same scopes, and answer each check. Beside that, it may guard an assertion by
// a constant of its own and assume this in its queries (as "muster solve" does
// to find unsat cores), and it may ask again after unsat under fewer assumptions.
//
// What theory/proof cannot verify it trusts: simplifications of formulas and
// theory lemmas without a certificate that theory/cert knows. These are counted,
// and evaluated under random interpretations; what is false under one is
// rejected. Answers other than unsat need no proof and get none: see
// "muster solve --check".
package check

// Package theory is the contract between the theories and the engine that
// combines them (theory/combine): two narrow interfaces, Plugin and Host, and
// the types that both use. Plugins never see each other, nor the SAT solver.
//
// The shared structure is the e-graph (theory/euf), which a plugin sees through
// Graph. Its nodes are terms up to an integer offset: x, x+1 and x-7 are one
// Node with three Points, and all numerals that fit (|c| < MaxOffset) are
// points of the node Zero. A class that contains Zero has a fixed value, and
// x+8 against y+4 is decided without arithmetic. So equalities, assignments and
// comparisons of a variable with a numeral, which are nearly all that a driver
// consists of, need no tableau. Equalities between terms live in the e-graph
// alone; plugins add what follows from their own axioms. They index their state
// by node: there is no separate theory variable.
//
// # Rules
//
//  1. Terms arrive canonical: everything passes through theory/rewrite.
//  2. Attach and AddAtom are called once per term, before any event about it,
//     possibly in the middle of the search. What search makes stays: nodes,
//     atoms, definitions and lemmas survive backtracking, and nothing is ever
//     detached. (The e-graph finds the congruences of such nodes again.)
//  3. Atoms are asserted (Assert) only when they are both assigned and
//     relevant; nodes are announced (Relevant) when they stand below a relevant
//     atom. Both are undone by Backtrack. An atom that is assigned but not
//     relevant costs a plugin nothing; a plugin may still propagate atoms that
//     are not relevant.
//  4. Merged is called inside the e-graph's propagation, after the classes have
//     become one. NewLevel comes before the first event of a level; Backtrack(k)
//     leaves exactly the events of levels 0..k.
//  5. Inside Assert, Relevant and Merged a plugin may call Merge, Propagate,
//     Conflict and the Graph; they only queue. Lit, Node and Lemma are allowed
//     in Propagate and Check only. ExplainLit and ExplainEq may call nothing but
//     Graph methods that do not depend on the present classes.
//  6. An explanation holds at the time of the propagation: it names literals and
//     equalities that were true then. (Equalities are expanded by the e-graph,
//     whose explanations are stable.) So a plugin stores what it needs with the
//     Reason, and does not recompute it later.
//  7. After a Conflict nothing but Backtrack is called.
//  8. A Lemma is valid in its theory, given the definitions of fresh symbols.
//     Its clause stays in the database permanently, but it must be justified
//     only while it is live, that is, until the level in which it was sent is
//     undone. The plugin forgets on backtracking that it sent the lemma, as the
//     engine forgets that it is live. Sending it again costs a hash lookup.
//  9. Check runs when nothing is left to decide, effort by effort, all plugins at
//     one effort before the next. It returns Consistent, Progress (it queued
//     something), or GaveUp after calling Incomplete.
//  10. A certificate (theory/cert) is made for one conflict or lemma, by
//     NewCertificate, and belongs to the engine once it was given to Conflict or
//     Lemma. ExplainLit and ExplainEq add their steps to the one in Antecedents. It
//     is nil unless certificates are requested, and then costs nothing.
//  11. Everything is deterministic: no map is ranged over.
//
// User scopes are assumptions inside the engine, so plugins know nothing of
// push and pop.
//
// # Certificates
//
// Every conflict, explanation and lemma can be accompanied by a certificate
// (theory/cert), and always is when a proof or a check of certificates is
// requested; otherwise the certificate is nil and costs nothing. Each step of
// an explanation, from the proof forest of the e-graph to the Farkas
// coefficients of the tableau, adds a step to one flat list. Thus an equality
// that a bound needs brings its own congruence into the same certificate. A
// certificate names terms, not nodes, so backtracking cannot invalidate it.
//
// Witnesses of extensionality come from the host (Host.Witness): the proof log
// must know which constants were introduced by the proof before a term
// mentions them.
package theory

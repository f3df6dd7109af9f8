// Package theory is the contract between the theories and the engine that
// combines them (theory/combine): two narrow interfaces, Plugin and Host, and
// the words that both use. Plugins never see each other, nor the SAT solver.
//
// The shared structure is the e-graph (theory/euf), which a plugin sees through
// Graph. Its nodes are terms up to an integer offset: x, x+1 and x-7 are one
// Node with three Points, and all numerals that fit (|c| < MaxOffset) are
// points of the node Zero. So a class that contains Zero has a fixed value,
// and x+8 against y+4 is decided without arithmetic. Equalities between terms
// live in the e-graph alone; plugins add what follows from their own axioms.
//
// # Rules
//
//  1. Terms arrive canonical: everything is passed through theory/rewrite.
//  2. Attach and AddAtom are called once per term, before any event about it,
//     possibly in the middle of the search. What is attached is never detached.
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
//     Reason, not what it could recompute later.
//  7. After a Conflict the plugin is called for nothing but Backtrack.
//  8. A Lemma is valid in its theory, given what is marked as definition. It
//     stays in the clause database for ever, but it needs to be justified only
//     while it is live: the engine forgets that it is live on backtracking, as
//     the plugin forgets that it has sent it. Sending it again is cheap.
//  9. Check runs when nothing is left to decide, effort by effort, all plugins at
//     one effort before the next. It returns Consistent, Progress (it queued
//     something), or GaveUp after calling Incomplete.
//  10. Everything is deterministic: no map is ranged over.
package theory

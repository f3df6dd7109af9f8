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
//     It is live until the level in which it was sent is undone: only so long must
//     its clause be justified and may the plugin rely on it. The plugin forgets on
//     backtracking that it sent the lemma, as the engine forgets that it is live.
//     Sending it again costs a hash lookup. Without being live the clause is
//     redundant: it helps the search until that forgets it.
//     A lemma that is needed whenever certain nodes or a literal are relevant, such
//     as a definition, is sent once, by LemmaWhile: the engine makes it live by itself.
//  9. Check runs when nothing is left to decide, effort by effort, all plugins at
//     one effort before the next. It returns Consistent, Progress (it queued
//     something), or GaveUp after calling Incomplete.
//  10. NewCertificate makes a certificate (theory/cert) for one conflict or lemma;
//     once passed to Conflict or Lemma it belongs to the engine. ExplainLit and
//     ExplainEq add their steps to the one in Antecedents. It is nil unless
//     certificates are requested.
//  11. What a plugin gets is decided by its Claims alone, which are read once. The
//     engine calls plugins in the order in which it was given them.
//  12. Optional methods (AtomTaker, Candidates, CareGraph, Enumerated, Valuer, Interpreter)
//     are found when the engine is made. What a host offers beside Host is in interfaces of
//     its own (Decider, Definer, FiniteSorts and others), which the type of a plugin's host
//     lists. Candidate, Value and Interpret are called only while the model of a successful
//     Check stands, and change nothing.
//  13. Everything is deterministic: no map is ranged over.
//  14. A plugin that translates terms to clauses has private variables (Private) for what
//     is inside. Only clauses of Define have them. Such a clause is valid in the theory
//     once private variables have the values that it gives them. So it belongs to no
//     assertion, relevancy has no copy of it, and it stays through backtracking as long
//     as the engine lives. For a proof a private variable has the number of the gate that it
//     stands for, Circuit says of which terms gates were made, and a clause of Define is a
//     piece of a definition that these give, unless it comes with a certificate. The engine
//     neither announces private variables nor decides them, unless Want has named a node:
//     then while that is relevant, also after backtracking, until the search comes upon the
//     variable when it is not. So a plugin asks in Check for those that have no value
//     (Value), and returns Progress. Private, Define and Want are allowed where Lit is.
//
// User scopes are assumptions inside the engine, so plugins know nothing of
// push and pop.
//
// # Certificates
//
// Every conflict, explanation and lemma is accompanied by a certificate (theory/cert) when a
// proof or a check of certificates is requested; otherwise the certificate is nil and costs
// nothing. Each step of an explanation, from the proof forest of the e-graph to the Farkas
// coefficients of the tableau, adds a step to one flat list. Thus an equality that a bound
// needs brings its own congruence into the same certificate. A certificate names terms, not
// nodes, so backtracking cannot invalidate it.
//
// Witnesses of extensionality come from the host (Witnesses): the proof log
// must know which constants were introduced by the proof before a term
// mentions them. Other plugins get fresh constants by the literal of an
// existential formula, which the clausifier skolemizes and logs.
//
// # How to add a theory
//
// theory/combine/toytheory_test.go is an example in one file: cards that can be
// flipped and lie face up or down. It lies outside the engine and changes nothing
// there. It shows claims, lemmas, certificates and a model; it propagates nothing,
// and leaves out Undone. theory/combine/toyenum_test.go owns a sort of three values, which
// other theories have as indices and functions as arguments. The values of
// theory/combine/toytree_test.go are finite trees, and a predicate of it is about trees and
// numbers (see below).
//
//  1. Choose the language. New operators (term.Op) go through all layers:
//     arrays/doc.go lists the files. An uninterpreted sort with function symbols,
//     as in the example, needs none of that: simplification, evaluation, congruence
//     and proofs know them already. A new kind of sort needs theory/term/sort.go and theory/term/store.go (IsValue);
//     theory/model/value.go, theory/model/model.go (Zero) and theory/model/array.go
//     (domain, else an array over it counts as having infinitely many indices); byKind in
//     theory/combine/claims.go; a case in theory/solver where the engine is chosen, or
//     formulas with bit-vectors go to package bv, which does not know it;
//     arrays/shared.go; theory/cert/arrays.go (moreThan), theory/check/evaluate.go, its
//     lines in theory/proof; cases in theory/mbqi and theory/quant/model.go; its syntax in
//     theory/smtlib/command.go, theory/smtlib/sorts.go, theory/smtlib/declare.go and
//     theory/smtlib/value.go; theory/smt/store.go, theory/smt/modelview.go and
//     theory/smt/enumerate.go; theory/rewrite/eq.go and theory/cert/normal.go, by which
//     two values differ. grep SortKind, IsArray and IsBitVec finds the rest.
//  2. Write a package with a type that implements Plugin, and a function that makes
//     it for a Host. It may import this package, what that rests on (terms, models,
//     certificates, the literals of package sat) and theory/rewrite, but no other
//     plugin; say so in the table of cmd/policy_test.go. Name the files as those of
//     package arrays: the same name means the same role in every theory.
//  3. Return from Claims the sorts, operators, symbols and atoms that belong to the
//     theory, and implement those of the optional interfaces that it needs:
//     AtomTaker, Candidates, CareGraph, Enumerated, Valuer, Interpreter. A sort of few values
//     needs lemmas by which each relevant class has one: without them its model has more.
//  4. Keep state by node, with undo by typed records: NewLevel pushes a mark,
//     Backtrack pops to it. What Relevant and Assert announce belongs to the level;
//     what Attach and AddAtom announce stays. Implement Undone() error, which says
//     what is left when nothing is relevant: combine calls it under the build tag
//     invariants.
//  5. Infer. The simplest plugin only sends lemmas from Check at effort Full. It
//     must not send one that the classes already satisfy if that made new terms
//     without end (method returns of the example). Propagate is for cheap
//     consequences: literals and equalities with a Reason, which ExplainLit and
//     ExplainEq turn into antecedents when conflict analysis needs them.
//  6. Certify. A theory outside this module brings its axioms as formulas: the
//     plugin takes each quantified axiom as an atom (AtomTaker), its lemmas are
//     instances whose first literal negates the axiom, and the rule cert.Instance
//     covers them, so a proof trusts nothing new. A theory inside may add a rule or
//     a step to theory/cert, with the code that checks it.
//  7. Give values. By default the classes of an uninterpreted sort get different
//     elements; Valuer and Candidates give other values, and Interpreter is for
//     partial operators. If the plugin cannot vouch for the model, Check calls
//     Incomplete and returns GaveUp.
//  8. Add it to the list of plugins in theory/solver (newCombination). The order is that
//     of Propagate and Check, and of claims on the same operator.
//  9. Test random problems against enumeration, with certificates and proofs checked
//     and models evaluated (TestToyRandom).
//
// # A sort whose values are trees
//
// A theory of datatypes needs more than one of elements: no tree is below itself, different
// classes need different trees, and other theories have the numbers in them. The contract has
// what it takes. theory/combine/toytree_test.go shows it:
//
//   - Of the optional interfaces it implements Valuer. AtomTaker is for axioms that come as
//     formulas. Candidates are for values that are numbers. If constructors are operators, not
//     function symbols, CareGraph must report them, so that the engine splits on fields
//     with equal candidates. If selectors are operators, Interpreter says what they are where
//     they are unspecified. Its sorts with few values need Enumerated.
//   - Check works at effort Full, in this order, and stops after the first step that sends
//     something: the sides of constructors, which makes these injective; the split of classes
//     that have selectors and no constructor; cycles; atoms, with what they say of the parts;
//     values. Without cycles values can be found from parts to wholes. A class without a
//     constructor gets one that is higher than all others plus the number of classes, so nothing
//     made of it is another's value. Where a bound leaves too few values, it is raised if it can
//     be, or the class is split.
//   - Splits end where each part has a lower bound than the whole before the next split, and the
//     bound of the whole does not grow with them. Nothing else ends them: whichever constructor the
//     search prefers, it takes back.
//   - The sides of a constructor are sent by LemmaWhile, since they are needed whenever its
//     node is relevant. All else depends on the present classes and is sent by Lemma.
//   - An application of a claimed predicate symbol is an atom, whatever the sorts of its
//     arguments. Host.Args has their points; one of sort Int has an offset. The number of such
//     a point is CandidateModel.Candidate, in Check for plugins that come before
//     in the list, which have made their candidates in this round. An atom that is wrong for its
//     candidate gets a lemma about the terms: the number changes with the next round.
//   - A number that nobody bounds may be a million. So a value must not cost as much as its
//     height, and a class must not be split so often.
//   - Check finds the values, as atoms depend on them, and Value looks them up. They stand until
//     the next Check, since later efforts change nothing unless they report progress, and splits on
//     arguments with equal candidates start a new round. A value with parts of other sorts is
//     final only in Value.
//   - Explanations and conflicts are refutations, whose steps are those of theory/cert. So a
//     plugin that has only axioms sends lemmas and leaves merging to congruence: a cycle gets an instance for
//     each pair on it. Merge and Conflict need steps for constructors and
//     cycles in theory/cert.
//   - Package arrays evaluates the arrays of all sorts at the first call of its Value. If arrays hold
//     trees that hold arrays, this would call itself: it must go by sorts first.
//
// # How to add a lemma
//
//  1. Give it a LemmaID, and a name in the plugin's Lemmas. It then has a counter.
//  2. Make its literals by Host.Lit, in Propagate or Check, and send it with a
//     certificate from Host.NewCertificate. A Refutation needs steps; an
//     instance of an axiom needs its rule and arguments.
//  3. If no rule or step of theory/cert covers it, add one there, with its name in
//     theory/cert/names.go, and a normal form if it has a new operator. Add spoilt
//     copies of its certificates to the tests, which must reject them.
//  4. The random scripts (fuzz, and the campaign of theory/solver) fail on any
//     clause without an accepted certificate. See that they send the lemma.
package theory

// Package chc reads constrained Horn clauses and makes a vc.System of them, on
// which every engine works.
//
// # What is read
//
// A script declares predicates, functions with the result Bool, and asserts
// formulas about them: the logic HORN of SMT-LIB, as CHC-COMP defines it and as
// people write it. Whatever is Horn in whatever form is taken: an assertion is taken
// apart by the rules of propositional logic (split.go), and is refused, with its place
// and the reason, if a clause of it has two predicates in its head. Quantifiers that
// the clause can have in front are taken there (polarity.go); others stay if there is
// no predicate in them. The reader of theory/smtlib has expanded definitions and lets
// before, so terms are graphs, and nothing here walks them as trees.
//
// No clause is made of what has no predicate: that is one condition, however large.
// A disjunction around predicates in a body becomes branches of one template, not
// clauses; so the system is as large as the script, but for equivalences and
// if-then-elses with predicates in heads. These multiply clauses and are limited.
//
// A clause that is not Horn by itself can be so together with others, as
// (or (and c (p x)) (and (not c) (p y))) is, which says (p x) or (p y) beside two
// clauses that are Horn. It is refused: ite says the same.
//
// Z3's fixedpoint dialect (declare-rel, declare-var, rule, query) is read, too: a rule is an
// assertion about all values of its variables, and so is the denial of what is queried.
// Script.Query says that this is asked. A script has either rules and a query or assertions
// and a check-sat. Read takes one question, ReadAll any number: with push and pop, each asks about what is in force.
//
// # Free symbols
//
// Satisfiability is that of the whole script: a free constant or function, what a
// division by zero is, and how many elements an uninterpreted sort has, are chosen
// with the predicates. An engine that finds no error for any choice has a solution for
// each, so its answer sat holds. An error that it finds is one for its own choice;
// validate.Derivation accepts it only if it is one for all, and otherwise the answer is
// unknown. An assertion about free symbols and no predicate would restrict
// the choice and is refused.
//
// # The system
//
// A predicate is a procedure that is called without arguments and returns values for
// which the predicate holds: In is empty and Out are the arguments. Each clause with the
// predicate in its head is a branch of the entry block. The atoms of its body are call
// sites; their results, and the values at the exit, are equated with the arguments, or
// take the place of variables: each variable that is an argument of an atom on the
// branch's trunk is the result of that call, else the argument of the head. The entry
// has a branch for each clause without a head, and its exit is reached exactly if the
// clauses have no solution.
package chc

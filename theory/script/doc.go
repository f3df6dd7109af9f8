// Package script runs SMT-LIB 2.6 scripts on the solver: commands in, answers
// out, in the order and the form of the standard (Barrett, Fontaine, Tinelli:
// The SMT-LIB Standard, Version 2.6, sections 3.9 and 4).
//
// # Commands
//
// Each answer is flushed before the next command is read, so that the run can be
// driven over a pipe. An error in a command whose parentheses match is answered by
// (error "line:column: ..."), has no effect and does not end the run, unless
// Options.ExitOnError is set. Text between commands is an error, too. Only an input that
// ends in the midst of a command ends the run with an error.
//
// Nothing is answered about what was refused. While a refused assertion, declaration or
// definition is in scope, sat becomes unknown, with the model as a candidate; unsat stays.
// Where it is open what the rest of the script means (a scope was refused, or the
// redefinition of a name, or an unknown command), both become unknown, up to a reset. The
// first such error is repeated on the diagnostic channel.
//
// Where the standard demands an option before a command may be used, the option is
// only needed if it costs something: :produce-unsat-cores, :produce-assertions,
// :produce-assignments and :produce-proofs. Models and unsat assumptions are always
// available. set-logic has no influence, but for HORN: the content of a script decides.
//
// define-fun-rec and define-funs-rec declare the functions and assert the equation of
// each for all arguments, with the application as its pattern: applications are
// unfolded as they occur, within the limits of quantifiers. So unsat is found if
// finitely many unfoldings refute. Where unfolding does not stop by itself there is no
// sat: the check ends with unknown, perhaps only at a limit. get-model does not define
// such functions.
//
// :smt.mbqi false makes checks end in unknown, with a candidate model, when E-matching finds
// nothing more. :smt.qi.eager_threshold, :smt.qi.lazy_threshold, :smt.qi.max_instances and
// the attributes :weight, :pattern and :no-pattern then bound the instances as they do in
// Z3. Options.Quantifiers overrides the script. :smt.mbqi.max_iterations bounds the models
// that a check tries, and more than 200 let it try more without use. :smt.case_split from 3 on
// makes the search decide in the order of relevancy, so that candidates change little from
// check to check: Boogie's /stratifiedInline expands a program where they lead.
// :smt.max_conflicts bounds the conflicts of a check, as :reproducible-resource-limit does,
// and :memory_max_size the memory that the process holds while it runs, in megabytes.
//
// # Commands of Z3
//
// (labels) answers with the labels that are true and relevant in the model; the first
// labelled assertion ends preprocessing, which does not keep what is relevant. (eval t)
// is get-value of one term, and (simplify t) prints the solver's canonical form of t.
//
// get-model and values have the standard's layout, Z3's (Options.ModelFormat), or after
// (set-option :model.v2 true) Z3's older one, tables in a string, which Boogie and Dafny
// read. Models are total, so eval has a value for every term.
//
// check-sat-using takes Z3's tactics, but every one of them is the solver's own way, with
// the limits of try-for; a comment on the diagnostic channel names those without a
// counterpart here. apply does skip, simplify, fail and what decides a goal, and the
// combinators. It eliminates quantifiers of linear arithmetic (qe, qe2), and variables that equations
// define (qe-light, der); other tactics on quantifiers, and quantifiers with anything else, are errors.
// Tactics that have nothing to do with quantifiers leave goals as they are, with a comment.
//
// Clients recognise some errors by their texts, so these begin as Z3's do (complaint), and
// get-info :reason-unknown has Z3's words (unknownWords). Options.Z3 makes all of that
// exact: only Z3's texts, and its positions.
//
// :rlimit limits a check to a number of steps, which are counted everywhere, for
// quantifiers too: the polls of the limit in all long loops. So the same run stops at the
// same place on every machine. (get-info :rlimit) has the steps of all checks so far.
//
// # Horn clauses
//
// In the logic HORN, set before the first declaration or assertion, a check solves the
// assertions in force as Horn clauses (Options.Horn), as Z3 does; assumptions are
// assertions for one check, and scopes are as elsewhere. get-model prints the definition
// of each predicate. What else a model, a core or a proof would answer is an error:
// solutions are formulas, and the evidence of unsat is a derivation, which muster horn
// prints. An assertion that is no Horn clause is the answer of each check in its scope, an
// error with its place, where Z3 answers unknown or falls back without a word. A script
// without a predicate, that is a declared function or constant with the result Bool, is
// the solver's as any other, and so is every script where Options.Proof asks for a log.
//
// Of Z3's fixedpoint dialect there are declare-rel, declare-var, rule and query. A query
// answers with Z3's names, which are the opposite of those of HORN: sat if what it asks
// can be derived from the rules in force, unsat if not. Rules and assertions are two worlds, as in Z3:
// no query depends on an assertion, and no check-sat on a rule. Each query is solved from
// the start. Its options, such as :print-certificate, have no effect.
//
// # Options of other solvers
//
// Options of Z3 and cvc5 that cannot change an answer are accepted without effect: a
// table has their names. Z3's are taken in any case, with hyphens, and by the names they
// had before Z3 had modules. What is unknown is answered by unsupported, or by Z3's
// error if Options.Z3 is set. Options.Set sets options before the script.
//
// # Checking the answers
//
// With Options.Check every answer is checked before it is printed: models are
// evaluated, cores are solved again by a fresh solver, and the proof log of an unsat is
// verified as it is written (theory/check). A failed check is an internal error.
//
// After unsat, with :produce-proofs, get-proof answers (proof "line" ...): the strings
// are the lines of a proof log (its format: theory/proof), trimmed to what the answer
// rests on. Package theory/check and muster check verify it, also from a file with all
// answers of a run.
//
// # Interpolants
//
// (get-interpolant NAME CONJECTURE), as cvc5 has it, answers with (define-fun NAME () Bool I): the
// assertions imply I, and I implies the conjecture. No check is needed before, and there are no grammars.
// All else is asked after unsat. (get-interpolant (A B)), as MathSAT has it, answers with the interpolant
// of the assertions with these names, or in these groups (:interpolation-group), and all others.
// (get-interpolants A (and B C) D), as SMTInterpol, OpenSMT and Princess have it, answers with a sequence
// of interpolants in parentheses, one fewer than parts; a part in parentheses is the beginning of a
// subtree: in A (B) C, C is the parent of A and B. What no part names, and the assumptions of the check,
// belongs to the last part. :produce-interpolants is not needed, since names cost nothing. Package
// interpolate checks each answer with fresh solvers; where it has none, the error says why.
//
// # Recorded sessions
//
// Replay gives the assertions, scopes and checks of a recorded session to a solver of
// the caller. It is the one loop for the laboratory (musterbench lab) and for the
// tests with recorded sessions.
package script

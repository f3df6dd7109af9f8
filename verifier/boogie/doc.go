// Package boogie turns Boogie text into programs (verifier/prog).
//
// Load does all of it: parse (package syntax), resolve and check, lower. Checking follows "This is Boogie 2"
// (K. R. M. Leino, 2008) in its scopes (functions, constants and variables, procedures, and types have separate name
// spaces, and every declaration may come after its uses), its types, modifies clauses, and its two-state contexts.
//
// Lowering keeps the statements' meaning and order. Functions with bodies are expanded where they are applied, once for
// equal arguments; if and while become blocks as in Boogie, and loops stay loops; where clauses
// become assumptions at the entry and after a havoc, and after a call those of what the callee modifies and returns,
// also where its body is inlined, as in Corral. Those of variables that get the results are not assumed: these are
// assigned. Asserts and contracts are kept as they are.
//
// Where Boogie departs from that paper, Boogie is followed. A quote behind a backslash ends a string only if no later
// quote on the line can. The parameters of a function that have no colon are names if one of them has a colon, else
// types. A trigger that contains logic or is a lone variable is refused. Quantifiers directly inside each other are
// one, unless they have triggers of their own, and variables that do not occur bind nothing: else no term would ever
// match them. Assumption variables are assumed at the entry. Names in attributes are not resolved, but for those that
// mean something.
//
// Attributes are in one table (attributetable.go): each that Boogie or Corral knows is exact, harmless for a reason
// that is written there, or refused by its name; others mean nothing to them either. {:verified_under E} is E or the
// check; behind it the condition is assumed. {:thread_local} means nothing as long as there is one thread, and is
// refused with several.
//
// A map without index, []T, is what it contains: it gets the sort of T.
//
// A function with {:bvbuiltin "op"} or {:builtin "op"} is the operator op of SMT-LIB, read by package smtlib with the
// sorts that the function declares. One that is unknown marks the procedures that use it, which are refused only if
// they are reachable from the entry. The preconditions of a free call are assumed, not checked; Options.InferModifies
// completes modifies clauses as Corral does. An asynchronous call (async call p(), or call {:async} p()) starts a
// thread; its callee's modifies clause need not be in the caller's. What Civl adds to Boogie (yield, par, movers) is
// not supported. Attributes of assertions and contracts are names for them (prog.Program.Names), and the places in a
// source that statements give ({:sourceloc}) are kept for choices and traces. Types without use get no sort, since
// programs declare bit-vectors that they do not use.
//
// A lambda expression is the value of a function whose arguments are what is the same for all elements (lambda.go).
// Real numbers are exact. Types such as string and float24e8, and the operators ** and <:, refuse the procedures that
// use them, where these are reachable; statements that hide and reveal definitions mean nothing, since all are used.
// Axioms that are hideable, and functions that are revealed, are refused: whoever writes them asks Boogie (with
// /prune) what follows without an axiom, and here it always holds.
//
// # Datatypes
//
// Both forms are read: datatype T<a> { C(x: a) } of present Boogie, with x->f, x->(f := e), x is C, assignments to
// x->f and C(y) := x, and type {:datatype} T a with function {:constructor} C<a>(x: a): T a of Boogie 2.4, with
// f#C(x) and is#C(x). Either may use what the other has.
//
// The solver has no datatypes, so one is an uninterpreted sort with axioms, made when it is used first
// (datalower.go). Their triggers are what is asked of values, so each axiom is used finitely often: no instance asks
// for a field of a field. That values are made in finitely many steps says a number, the size, which is greater for a
// value than for those of the same kind in it; so no value contains itself, as in Z3. Induction does not follow,
// there or here. An equation of datatypes asks which constructors made its sides, and a value what made its fields
// that have finitely many values: else the solver would not see that these are few. As with other axioms, a failing
// execution is one for the instances that were checked, and the verdict says so, unless a model proves more.
//
// A field of a value that has none is any value; Boogie gives the field of the last constructor that has one. An
// update of a field that only one constructor has makes a value of that constructor. What contains itself as an index
// of a map, or contains ever greater types refuses the procedures that use it; what has no values is an error. What
// contains itself as an element of a map has no size, which would have to be greater than infinitely many: an order
// takes its place, in which what is in a value is below it.
//
// # Type parameters
//
// Types are found by unification (poly.go); what nothing determines is int. Lowering makes functions and constructors
// with type parameters to one for each instance that is met (instances.go), and is repeated until it meets no new
// ones. A quantifier over types (overtypes.go) is the conjunction or disjunction over those with which its functions
// and maps are used, and over a type of which nothing is known. An axiom by itself is not needed for it, since
// nothing else is about it, unless there is no other type. What is claimed for all types is false for one if it is
// false, and the unknown type can be that one, if it is the only claim for which it is and no other value around
// depends on the choice: so claims that may be false together have unknown types of their own. If one variable
// carries each type, as f: Field a does in axioms about heaps, the unknown type is the union of all others, and may
// decide any quantifier. It is distinguished from every type with which its values are compared, or share the keys of a
// map, and those are added to the conjunction. Anywhere else, as in a premise, below exists, or for exists that is
// assumed, a type that the program does not have may decide, another one each time: a predicate over the quantifier's
// free variables, of which nothing is known, says whether one does. So what is proved holds for all types. An
// execution for which such a predicate holds is not confirmed; where it does not, all further types are as the
// unknown one. Where operands of == have types that type parameters may make equal, an instance where these differ is
// false. A map with type parameters has keys and values of sorts of their own, with functions from and to each type
// for which it is used; keys of different types differ. If a type parameter is in no index, the number of the types
// for which it is used is an index of its own. A procedure with type parameters is one for each instance that is
// called (generic.go), and one for types of which nothing is known: as the entry, or checked by its contract, it
// holds for all types what holds for these, unless values are compared whose types may be the same, or a map is used,
// outside of quantifiers over types, both with a type parameter and with a type that it may be. Such a procedure is
// refused. It would have to be checked once for each way in which its types may be the same, a type parameter being
// each of the types with which it is compared; what fails for several of these is one message, and an entry would
// begin with the choice. A lambda expression with type parameters is the value of a function with an axiom for each
// instance with which maps of its type are used, and for types of which nothing is known.
//
// A code expression is a formula: what its statements require for returning true (code.go). Where it has several
// executions, all must return true if it is asserted or assigned, and one if it is assumed, as in Boogie; elsewhere
// it must have one.
//
// A measure is what Boogie makes of it: numbers in that of a procedure are not negative where it is called, those in
// that of a loop are an invariant; before a call that may lead back to the caller, and at the end of an iteration, it
// is lexicographically less than at the entry and at the head.
//
// A procedure may have several implementations where these are checked by contracts (Options.Contracts): a whole
// program would not say which one is called. Civl is not read, but for pure procedures, which Boogie's library has;
// calls of those that Civl gives a meaning are refused. MapConst and its like ({:builtin "MapAdd"}) are a constant
// array and lambda expressions.
//
// For procedures that are checked by their contracts, blocks that return say where Boogie reports that
// (prog.Block.End), and attributes are kept: {:verify}, {:inline}, {:timeLimit}, {:subsumption} (prog.Modular).
// Boogie drops blocks that do nothing, so if no block that returns does anything, the end of the body is where all of
// them return.
//
// # Candidates
//
// A program may propose facts that the search for a proof for all bounds tries (verifier/learn). Nothing rests on them
// before they are proved, so they change no answer but safe up to bound N, to safe. What they say is rewritten as a
// candidate here (candidates.go) or in verifier/passes.
//
// A constant with {:existential true} is a bool that the verifier chooses, as Boogie's Houdini does: b ==> e as an
// assert, a loop invariant, or a contract that is not free proposes e at this place, if b is true. Since b may be
// false it cannot fail, so it is not checked; and nothing is assumed, also not where Boogie does so without a proof:
// a precondition of the entry. It is refused for a postcondition of a procedure without a body, which Boogie assumes
// as well. More conditions may stand before e, as in c ==> b ==> e. Several formulas with one b are proposed one by
// one; in Boogie one that is refuted takes the others along. An assert proposes an invariant if it is at the head of
// a loop, after nothing but assertions and assumptions, else nothing. Any other use of b is an error, and so is an
// existential function. Where procedures are checked by their contracts, b is a constant as others, as it is in
// Boogie without /contractInfer, or one that Houdini chooses (verifier/driver).
//
// The contracts of a procedure with {:template}, which has no body and is not called, are proposed for every
// procedure but the entry and those with {:nohoudini}, as in Corral. A requires is about the entry, an ensures about
// the exit, with old for the entry; {:pre} makes it one about the entry, and with each {:post} p of the same template
// a pre ==> p is proposed, too (Corral does so for abstract Houdini only). For a loop, a clause without old, {:pre}
// and {:post} is about both: an invariant. {:loop} restricts a clause to loops. A free clause is a candidate like
// another; Corral assumes it.
//
// Globals are themselves. A formal of the template stands for any formal or result of the same type, and var
// {:template} v also for any global; {:includeFormalIn}, {:includeFormalOut}, {:includeGlobals} and {:match "regexp"}
// restrict that, and {:includeLoopLocals} to what a loop changes. A variable of a loop is one variable: old(v) before
// the loop, v after it. All choices are proposed, up to a limit (verifier/passes). {:mustmod}, {:mustnotmod} and
// {:mustfail} restrict nothing.
package boogie

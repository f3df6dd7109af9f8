// Package chcpass makes a system of constrained Horn clauses smaller before an engine sees it, and leads answers back:
// a solution of the system after becomes one of the system before, and so does a derivation.
//
//	sys, back := chcpass.Run(ctx, before, rw, chcpass.Options{})
//	... an engine answers for sys ...
//	facts, err = back.Solution(ctx, facts)
//	derivation := back.Derivation(to)
//
// The passes are rows of a table and run in turn until none changes anything, or a limit on what they may look at is
// met:
//
//	quantifiers
//	         a quantified formula of linear arithmetic in a condition becomes an equivalent one without (theory/game)
//	reach    procedures that the entry does not reach by calls, those that never return, and blocks on no way to an
//	         exit go
//	equal    an argument that always has one value, or always equals another argument, goes; callers get the value, or
//	         the other result, in its place
//	slice    an argument that no caller looks at goes, and so do conditions that only say what it is
//	local    a constant of a template that a condition defines is replaced by its definition, where that stays small
//	inline   a procedure that does not call itself goes, if it is called once, or if it has one path and little on it;
//	         its callers do what it does
//	join     branches that begin with the same calls have these in common, so what is known of a callee is asserted once
//	relations
//	         linear equations of arguments, and of what is read at them from arrays, that always hold become conditions
//	         of callers, and branches that contradict these go: of two programs side by side those of one alone;
//	         of bit-vectors which are equal, asked path by path, where equations are substituted before sums become
//	         circuits (relationpaths.go)
//	congruences
//	         so do linear equations of bit-vectors modulo powers of two, such as low bits that are always zero, where
//	         conditions are about low bits; and where few valuations of Boolean arguments occur, these, each with its
//	         equations (relationwords.go)
//
// It is run once for all engines of a race: each goes on in a clone of the store (Back.In).
//
// # The level
//
// Rows work on vc.System, not on clauses: a template has many paths with parts in common, so inlining a procedure in a
// caller adds its blocks, where clauses would be multiplied. What they take is the form that package chc makes: no
// parameters, definitions, summaries or axioms, and results of calls that are constants of their own. Others are
// returned as they are. Programs would need parameters, and a way back for traces, whose replay knows blocks by origin.
//
// What is done for the loops of programs, in package cutpoint, needs parameters: the iterations of a clause without
// are searched forwards as they are.
//
// Procedures keep their numbers, and arguments that stay their constants; so a fact about the system after is one about
// the system before. Templates are never changed, but replaced.
//
// # Solutions
//
// Preprocessing must not cost the model, nor put quantifiers in it. Each row says what it adds to the facts, last row
// first:
//
//   - What the entry does not reach may be true, so nothing is said of it; what never returns is false.
//   - Values and equalities that were found are conjoined. They are inductive by themselves.
//   - Arguments that were left out stay free.
//   - A procedure that was inlined gets a formula between what its clauses say and what its callers need, given the
//     facts about all others. The weakest one is the negation of what is left of the callers' paths when the
//     constants that equations define are eliminated; the strongest one is what is left of its own paths. Either is
//     exact if nothing local is left in it, as in programs whose steps are functions of the state, and costs no
//     solver: the weakest is tried first. Where both fail, or there are more than a dozen paths, it is an
//     interpolant, by theory/interpolate: callers are the roots of trees, and their calls the leaves. Only where
//     there is no interpolant within a limit are local constants quantified.
//
// # Derivations
//
// Each row makes a step of the system after one of the system before, or more (inline.Derivation), first row last. The
// values of constants that are gone are those of the terms that replaced them, or are evaluated from the definitions
// that were left out, on the path of the step; results that were left out are what the step of the callee has found,
// which comes first. The step of a procedure that was inlined has the values of the copies of its constants, which the
// caller's template owns.
//
// # Trust
//
// Nothing rests on the rows: package horn checks solutions and derivations on the clauses as they were read. What is
// not confirmed there is asked about again without passes.
package chcpass

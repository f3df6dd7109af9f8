// Package annotate writes a program that is safe for all bounds with its proof, so that any Boogie verifies it,
// procedure by procedure, without inlining by need.
//
// # What is written
//
// The core program (verifier/passes): assertions set a flag and return. Nothing of it is left out except records, and
// procedures that are no longer called, since copies or loops take their place. The loops that the source has are loops
// again, with invariants, where these can be found; the others are procedures that call themselves, as in core.
//
// The facts of a proof are about the small program, which phase two of the passes made. Two kinds of contracts make
// up for what these passes found: a formal with one value at all calls is required to have it (passes.Result.Fixed),
// so are globals that only the entry sets (Settled), and what no execution calls requires false (Uncalled); globals
// that are written only where control never gets are ensured to stay (Writes), and that a procedure never returns,
// too (Never). What the passes found dead needs no contract, since no fact is about it. Facts of the templates
// (verifier/summary) and of the proof (verifier.Proof.Facts) are ensures, all checked. A fact has the form pre =>
// post, and is written like this; a requires would have to hold at calls that the proof does not care about.
//
// Only facts are written, and said in summaries, on which the proof rests (validate.Basis). When loops are in place,
// the contracts are dropped that no procedure needs for what it has to show (trimmer), if there are not too many
// procedures: a loop may need less of what it calls, and what the passes found often matters nowhere.
//
// A program with loops or recursion is written also if its proof needs no facts.
//
// Before the entry returns there is assert false: that is the question.
//
// # Loops
//
// The facts about a loop's procedure relate the start of an iteration and the end of the loop. A call executes any
// number of iterations, so what a fact says of its exit holds whenever control is at the head, and so does what it
// asks of the entry, if the proof is to use it for the next iteration, too. These are the candidates for invariants
// (placer.propose): over the values at the head, and over those before the loop, which locals in_x keep, if a
// candidate mentions them. They are true if the premise of the fact is; in a second attempt it is a premise of the
// invariants.
//
// But they need not be inductive. A fact follows from that about the next iteration, an invariant from that about the
// one before: x <= y at the head with x <= in_y does not give in_x <= y, without in_x <= x. So the largest inductive
// set of them is found by Houdini, on the verification conditions of the procedure with its loops cut as every Boogie
// cuts them (checker), and then it has to imply everything else that has to be shown there. Those that the
// refutations need are written. If a loop has none, a formula "for all exits, what the fact says of the head implies
// what it says of the entry" would be one; its quantifier is worse than a procedure. Then as many loops as possible
// are placed, one by one.
//
// A proof often unfolds an iteration that is apart from the loop's procedure: the last, partial one. In a loop they
// are one, so contracts are tried in place of copies (placeEntry).
//
// Of the loops of the programs in testdata and in those of verifier/learn, all are in place but one that is there for
// this, and two whose invariants have quantifiers that the solver does not decide.
//
// Facts that are invariants already (verifier/cutpoint) are no contracts of a procedure that calls itself. If its
// loop is not put in place, or is a procedure in the source, there is no annotated program.
//
// # Shared instances
//
// A refutation may rest on what is known of single instances (inline.Tree.Claims), where many calls share one. No
// contract says that, so facts take its place first (Restate): what is known of an instance when it is entered implies
// what is known when it returns. The step of the induction is the one that proves both, and the refutation has to go
// through without the claims, with only those calls open that are above these instances, if possible.
//
// # Opened calls
//
// A proof opens call sites, too, where facts would not suffice. First, those that the refutation does not need are
// dropped (unfold): facts often make the deeper ones superfluous. Then facts are looked for in place of the others,
// the deepest first (summarizer): what the rest of the refutation needs to know of a call is an interpolant of the
// template of the procedure, in which calls have their facts only, and of the rest. It follows from the template, as
// a fresh solver confirms, so it is one more fact about the procedure, and the refutation is repeated with it. Both
// sides are first cut down to what a refutation rests on: of 20000 assertions about a driver that
// leaves 100 to 2000, without the axioms that nobody needs; with all of them no interpolant is found, and now all 66
// are.
//
// Where that fails, the procedure is written as a copy with the attribute {:inline 1}, which Boogie inlines and does
// not verify by itself. Copies do not call each other in cycles, so inlining is exact. Instances that are unfolded
// alike share a copy.
//
// # Invariants for reports
//
// Invariants are found by the same check where no annotated program is asked for (Invariants). They need not suffice
// for anything, so there are more candidates, all that holds is reported unless the rest implies it, and whether the
// proof needs no facts or unfolds too much makes no difference. Copies of a loop, which it has if one around it has
// several entries, try the candidates of each other, and what holds at all of them is said of the loop; nothing is, if
// control gets to its head elsewhere, too.
//
// # What Boogie means otherwise
//
// At calls, Boogie takes no notice of a free requires. Here it holds of every call that returns, so it is a free
// ensures about the entry, too. What callers assume freely is assumed before returns, since the facts hold of these
// executions. Both were free in the source, and no checked contract becomes free.
//
// Boogie's maps have no axiom of extensionality. Where a procedure ensures that a map is another one, the instance of
// the axiom is assumed before it returns.
package annotate

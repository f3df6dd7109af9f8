// Package annotate writes a program that is safe for all bounds with its proof, so that any Boogie verifies it, procedure by
// procedure, without loops and without inlining by need.
//
// # What is written
//
// The core program (verifier/passes): assertions set a flag and return, loops are procedures that call themselves. It is as
// close to the source as the facts allow: those of a loop relate the start of an iteration and the end of the loop, and as
// invariants would need a quantifier over its end. Nothing of it is left out except records, and procedures that are no
// longer called, since copies take their place.
//
// The facts of a proof are about the small program, which phase two of the passes made. Two kinds of contracts make up for
// what these passes found: a formal with one value at all calls is required to have it (passes.Result.Fixed); globals that
// are written only where control never gets are ensured to stay (Writes), and that a procedure never returns, too (Never).
// What the passes found dead needs no contract, since no fact is about it. The facts of the templates (verifier/summary)
// and of the proof (verifier.Proof.Facts) are ensures, all checked. A fact has the form pre => post, and is written like
// this; a requires would have to hold at calls that the proof does not care about.
//
// Before the entry returns there is assert false: that is the question.
//
// # Opened calls
//
// A proof opens call sites, too, where facts would not suffice. The procedures opened there are written as copies with the
// attribute {:inline 1}, which Boogie inlines and does not verify by themselves. Copies do not call each other in cycles, so
// inlining is exact. Instances that are unfolded alike share a copy. First, opened call sites that the refutation does
// not need are dropped (unfold): facts often make the deeper ones superfluous. (Of the 154 instances of tps6105x 4 copies stay.)
//
// # What Boogie means otherwise
//
// At calls, Boogie takes no notice of a free requires. Here it holds of every call that returns, so it is a free ensures
// about the entry, too. What callers assume freely is assumed before returns, since the facts hold of these executions.
// Both were free in the source, and no checked contract becomes free.
//
// Boogie's maps have no axiom of extensionality. Where a procedure ensures that a map is another one, the instance of the
// axiom is assumed before it returns.
package annotate

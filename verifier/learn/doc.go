// Package learn finds facts about procedures that hold for all recursion bounds, and proves by them
// that a program is safe where unfolding proves it up to a bound only.
//
// # Facts
//
// A fact is a formula over the In and Out of a procedure that holds whenever it returns. Facts are
// inductive together: each follows from the procedure's template and the facts of the callees at its
// call sites, so all hold by induction on the height of the tree of calls. Loops are recursive
// procedures, so their facts are invariants.
//
// A fact here has the form pre => post: what a context provides, and what the procedure does then.
// The facts of a procedure thus need not hold for all arguments, only where it is called.
//
// # Houdini
//
// First come the conditions of the template on its In (conditions.go): among them are the invariants
// that the source gives to a loop, whose head asserts them, and the requires of a procedure. The same is
// asked of the Out that a path returns unchanged. The ensures of the source are in the summaries already.
// An invariant of the source of which a part was dropped is not shown to be inductive, which the log of the driver
// reports. What the source proposes (templates and guarded contracts, see verifier/boogie) is tried together with all
// others, for half of the steps; without success, once more without it: much that is proposed is noise, of which a
// query may die that is easy without. The log of the driver reports the proposals of which nothing was shown to be
// inductive. The other candidates for pre and post are guessed (candidates.go): values that the program compares a
// variable with, unchanged variables, differences, what a flag becomes by what it was, and by what the procedure
// returns. The largest inductive set of them is found by refutation (Flanagan and Leino, "Houdini, an annotation
// assistant for ESC/Java", 2001; the Corral paper, section 4.2): one solver for each procedure, with its template in a
// store of its own (vc.Extract: the tables of a solver are as long as its store), asks for an execution that satisfies
// what is assumed and violates a candidate. A model drops all candidates that it violates. Changes go round the
// procedures until nothing changes. Each query drops a candidate, asserts a callee's candidate at a call, or is the
// last of its visit, so there are at most as many as candidates, call sites times candidates of their callees, and
// visits.
//
// Evaluation does not decide quantified candidates. One about a callee is asserted at once, and one that is to
// be proved is dropped if a candidate model takes it to fail, and has nothing else to teach.
//
// Of the callees' candidates only what a model violates is asserted (calls.go). It holds at
// a call only if all candidates for the callee's entry hold there: a proof that such a candidate
// holds must not rest on what the call itself does.
//
// # Ranges
//
// Loops are asked about as they are, and once more turned (verifier/cutpoint): then facts relate the entry of a loop to
// the state at its head, and follow from the iteration before. For these there are candidates about all elements of the
// arrays that the loop goes through (ranges.go), which are read off its template (passage.go). Where a counter
// is an index, what an iteration stores there is said of all indices from the entry to the exit, and so are the
// comparisons in which what is stored or read occurs; elsewhere the array is unchanged. The value of the counter is
// known at each index, and so are those that move in step; other state is that at the entry, or at the exit. What an
// inner loop does is said of all its runs. At the entry, what a loop compares may hold of all elements to come, up to
// an argument that stays or a value with which the counter is compared. A sum may grow by at most so much in each step.
//
// An index is a multiple of the counter and an offset that stays, as cells of a memory have (views.go): the candidate
// is about the indices that the counter reaches, by a remainder. A quantified counter in place of the index would find
// instances only where a ground index has the shape of the sum. Where rows follow each other in one array, the number
// of the row is a quotient of the index for the same reason. Overflow of machine integers is read out of indices
// (plain.go): with it no index is a sum, and whether there is any, the proof shows. Ranges that begin at different
// places of one array may be apart. What is stored twice in an iteration is equal, whatever it is. The
// element at an index that is state, as that of the least element so far, gets no greater, or no smaller.
//
// At last, what callers say of arguments and results is tried, also with a counter in place of an argument: from
// 2*s == n*(n+1) after a loop comes 2*s == i*(i+1) at its head.
//
// Such facts about two loops in a row relate what the second leaves to what the first has found: neither needs a
// candidate about the other. Recursive procedures that are no loops have the same candidates, up to an argument that
// stays; they are searched as they are.
//
// Of all procedures together so many are made at most (maxMade), and so many of a loop are said of its runs
// (maxFormed).
// These candidates come first where few procedures go through ranges, for a third of the steps; elsewhere at last. Horn
// clauses have none of it: a fact about a turned loop is no solution.
//
// # Residues
//
// What a loop or a recursion adds, multiplies with or divides by are moduli, and so are common divisors of two of these
// (residues.go): its arguments may be multiples of them, and its results may have the residues of its arguments. Where
// few procedures are reached, such candidates are tried when there is no proof by others. They make queries harder: of
// the others some would be lost to budgets.
//
// # On demand
//
// Houdini asks about everything that might help; on drivers these are 100,000 candidates and more. Demand asks about
// what a search runs into (demand.go): its model passes an open call site and has the callee do something. What it
// does is described in the callee's vocabulary (vocabulary.go): comparisons of flags with what the program compares
// them with, and equations between what they were and are, also in cells of arrays where they are put aside
// (cells.go). Flags are variables with few values on which it depends whether the entry's exit is reached
// (relevance.go). A valuation of the vocabulary is what the Lazy Annotation paper calls the context.
//
// exclude looks for a fact that excludes a valuation (learner.go). It asks the template, in a solver of its own, for
// an execution that does just that. If there is none, the core is minimised and its negation is a fact. If there is
// one, its calls have valuations in turn, which facts may exclude; else they are asked about in the same way, and a
// fact that excludes one is asserted at the call. If none is, the procedure may do it, as far as vocabularies show.
// There are finitely many valuations, so this ends. While a procedure is asked about, its own calls may rely on the
// fact that is to be shown. If it is not, what was proved by it is dropped (facts.go), so that what is left holds by
// induction as Houdini's facts do, for all bounds.
//
// A fact that makes up for a loop or a recursion is asked for with itself assumed at the procedure's own calls while
// it is made more general (generalize.go). These facts need no level: call sites are never blocked where they are
// proved, so all hold for all bounds. Engines in a race share them (exchange.go). A call site of which nothing is
// possible is one of which a fact excludes all valuations, so sites that are refuted need no word of their own there.
//
// Lazyann's facts are formulas over In and Out, which Frames.Share puts into the exchange once they hold for all
// levels: at once if they rest on no recursive call, else when Push has found them inductive. So what is shared is at
// any time inductive together. A formula is evaluated in the model at each open call site on the path, which takes no
// query, and asserted where it does not hold, also in bodies; a quantified one is asserted at once. It is evaluated as
// an image in terms of the site, not under an environment with the values of the interface: what the model remembers
// ends with each environment, and on drivers that took half of all time. A proof that needs formulas needs those that
// they rest on (withBasis): they are proved once more, from the cores of these proofs on. So no engine has to say
// what the proofs of its facts were.
//
// Demand takes part in the search of corral, whose models pass open call sites, and in what comes after a proof for
// the bound (Unbounded). It costs a share of what the search spends.
//
// # Levels
//
// Frames are facts over any literals, for engines that look for them where they fail to find an execution
// (verifier/spacer, verifier/lazyann). The level of a fact is the number of recursive calls that may be open at a
// time in the executions for which it holds: a call counts if its callee and its caller are in one cycle of the call
// graph. So a fact of level k follows from the template with facts about callees of level k and more, of level k-1 in
// its own cycle; one of level 0 with these calls blocked. The core of a refutation names the facts that it rests on,
// and so its level. Push raises facts as far as they follow; when none is left at a level, those above it are
// inductive and hold for all bounds. Inductive finds those that are whatever their levels; Propagate raises during
// the search what refutes a goal. Corral's bound counts calls by name, so it could use facts for all bounds only; but
// all facts of a level that is high enough (vc.Nesting) are a proof for the bound (Frames.Within).
//
// Pred is the solver of a procedure: a query is a set of assumptions, so a goal is retracted by not assuming it, and
// a fact is asserted at a call site when a model violates it there. What executions of the entry all satisfy, over
// constants of the program alone, it may take (Frames.Assume): facts for all levels that come later have this as a
// premise if their proofs need it (solution.go). What a refutation rests on is made more general before it becomes a
// fact (Pred.Exclude): inequalities are added up where a third value cancels, literals are left out with the rest
// assumed at the procedure's own calls, and what is left is added up where only numbers are lost (weaken.go). Without
// sums the facts about some loops go through all values of an index, each of use once.
//
// # All bounds
//
// Unbounded starts from a refutation that blocks call sites past the bound, and asks the run's own tree
// again with nothing blocked: first with facts on demand, unless the source gives facts of its own or candidates are
// few, and with Houdini's (prove.go). The candidates belong to the procedures that these sites call, directly or not.
// The first candidates for entries are all; those that a model violates at a call on its path are dropped, so only
// what the tree reaches weakens them. If a model violates what is known of a call on its path, that is asserted
// there; if it passes a call of which nothing is learned, that is opened. If none of these applies, the candidates do
// not suffice.
//
// Then the proof is trimmed (trim.go): from the core of the refutation, the cores of the proofs of what is needed
// name what these need in turn, and what follows from the rest of a fact is dropped. What is left is the evidence,
// verifier.Proof.Facts, and verifier/validate proves it again.
//
// Budgets are conflicts for each check, and for the whole the steps that Options.Unbounded has time for, so that an
// engine that waits for others loses nothing; a clock ends it, too, after four times as long as that, or after that
// time where there are no others (pace.go). After that the answer for the bound stands.
package learn

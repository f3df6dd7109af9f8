// Package lazyann is Lazy Annotation (McMillan, "Lazy annotation revisited", 2014): a backtracking search for an
// execution that learns, where it fails, what a procedure does not do.
//
// # Search
//
// The goal is a tree of calls (node): sub-goals that were resolved with the rule of their procedure, its template.
// For each there are decisions, literals in terms of constants of its own: a minterm of the template's path in a
// model. Sub-goals that are not resolved are known by the annotation of their procedure alone (learn.Frames). derive
// is Rstep of Fig. 1, subgoals is Search:
//
//   - A sub-goal is asked about in the solver of its procedure, whose template is there once (learn.Pred), with the
//     annotation of its callees, under the decisions on the rest of the goal. So nothing is unfolded, and a goal is
//     taken back by not assuming it. Of the goal only what local symbols connect with the sub-goal's interface is
//     assumed (context).
//   - If there is an execution, its path is decided, and the calls on it are the next sub-goals.
//   - If there is none, an interpolant between the template and the decisions is added to the annotation (annotate),
//     which serves all calls of the procedure, and the caller decides again.
//
// So a check sees the goal in place of its projection to the interface, which is what spacer asks; only what a
// conflict needs of it is projected, and that after all else has failed. An annotation holds within a number of
// recursive calls, its level; the search is repeated with the next one, until the annotation is inductive
// (learn.Frames.Push). Where there are no recursive calls, this is the paper's bounded procedure (Theorem 1).
//
// # Interpolants
//
// The core of the conflict comes first, and what is local to the goal is eliminated from it by steps that only lose
// something (interpolate.Weakener). If what is left does not contradict the template, the whole context is weakened.
// The interpolant is made more general as spacer's facts are (learn.Pred.Exclude): left out is what the procedure
// excludes without it, also inductively.
//
// Where local terms are what arrays and functions of the interface are read at, the interpolant has quantifiers
// (quantify): what the core says of some index holds of none, as in (forall i :: p(a[i]) || old(a)[i] == a[i]) of
// section 5.2. An inequality about such an index and one about the interface are added up where that is excluded, too
// (learn.Crossing): from i < n and n <= j comes i < j, an invariant where n is the end of the loop. Call sites take it
// as it is, and the solver finds the instances at their own index terms.
//
// Quantified decisions stay in the goal as they are. If they are in a core without an interpolant so far, or reads of
// stores, their instances at the indices of the core divide it into cases, literals each, of which each has an
// interpolant (cases). At last the core is projected in a model.
//
// If that fails, too, the core is a no-good of this goal: the caller does not make these decisions again, as long as
// the rest of the goal stays (exclude). Where it is of two calls side by side, the search gives up, and its tree goes
// on.
//
// # The tree
//
// Where nobody else searches beside it, an engine that inlines calls grows a tree beside the goal, with its relevancy
// (Engine.Expand, which is corral): some steps of one, then some resolutions of the other, by their effort (growth).
// The tree is given what the search learns for all bounds. So what that engine can decide is in reach, even where a
// conflict has no interpolant, or the solvers of the procedures become too large (maxTerms). A refutation of the tree
// is an answer for the bound; the search for all bounds goes on without it. In a race these engines run anyway.
//
// # Improvements
//
// Of the paper's section 4, each with a field that turns it off (Improvements): decisions on all atoms of a path;
// back-jumping over nodes that a conflict does not need; interpolants that are made more general, also by prime
// implicants; scores of procedures, which fall when a node is jumped over; propagation during the search, where after
// a backtrack a fact of a lower level refutes the sub-goal, and is raised. That asks more, so it is done at a node's
// second, fourth, eighth backtrack and so on. Of 101 Horn systems 64 were decided within 300,000 steps when all lower
// facts were raised at every backtrack, 67 when those that refute the sub-goal were, 70 as it is, and 70 without.
//
// Beside these, how a sub-goal was derived is kept while its caller decides again, and proposed with the next check,
// if the conflict did not need it (subtree): that takes 393 resolutions in place of 671 for a driver.
//
// Where an interpolant still has more than two literals, two prime implicants of the template are sampled, and the
// disjunction of their interpolants tried (sampler): 32 of 58 SV-COMP drivers are decided with it in equal steps, 30
// without. Of 101 Horn systems 70 are, both ways; with six implicants 68.
//
// # Convergence
//
// Facts are pushed level by level (learn.Frames.Push), which includes covering: what is implied by facts of a higher
// level follows from the template there, and rises. Then all are taken for granted together, whatever their levels,
// and those that do not follow left out (learn.Frames.Inductive), with as many questions as the unwinding took
// resolutions. That lowers the depth of few Horn systems, and decides none.
//
// # Statistics
//
// What was learned, and of what use it was, is counted by procedure (verifier.Stats.Learned). A fact is given to a call
// site of a template, and used by a conflict that rests on it; what only makes an interpolant more general, or raises
// a level, does not count. A conflict that rests on a no-good counts as one more.
//
// # Loops
//
// As procedures that call themselves at the end, loops have facts about what is still to come. Of a loop that goes
// through a range, a count of which is an index of an array, these are about one index after the other. So when the
// search learns something about cells of an array from such a loop, or much, it begins again with all loops turned,
// as spacer has them (verifier/cutpoint): what holds so far has quantified interpolants that are inductive. It does
// not begin with turned loops, as facts about these are no facts for others (verifier.Exchange) and levels no proof
// for a bound: no driver of 25 has a loop that is turned, though half of them count through arrays. If the search
// with turned loops gives up, they are searched as they were.
//
// # Answers
//
// Safe: the annotation for all levels that the proof needs, which verifier/validate proves again. Safe up to a bound:
// see below. Unsafe: the tree is unfolded, and its execution replayed by the program. If it has none, the search goes
// on with all of the goal in contexts.
//
// # Bounds
//
// A recursion bound counts calls by name, a level all recursive calls that are open at a time. No execution within a
// bound has more of these open than vc.Nesting says. So when the entry is refuted at that level, the engine has an
// answer for the bound (cover): it reports it (Options.Proved), and the search goes on for all bounds, for the time
// that Options.Unbounded gives. What it has learned for the bound stays. The proof is the annotation with its levels
// (verifier.Levels), as far as the refutation needs it, which verifier/validate proves level by level: the dual
// solution of Theorem 1.
//
// The level has room for executions past the bound: it may all be spent on one procedure, and after the bound is
// proved the search goes to higher levels. So an answer may be unsafe with a remark that says which bound the
// execution needs. Blocking calls by name would take annotations for each state of the counts.
package lazyann

// Package lazyann is Lazy Annotation (McMillan, "Lazy annotation revisited", 2014): a backtracking search for an execution that
// learns, where it fails, what a procedure does not do.
//
// # Search
//
// The goal is a tree of calls (node): sub-goals that were resolved with the rule of their procedure, its template. For each
// there are decisions, literals in terms of constants of its own: a minterm of the template's path in a model. Sub-goals that
// are not resolved are known by the annotation of their procedure alone (learn.Frames). derive is Rstep of Fig. 1, subgoals is
// Search:
//
//   - A sub-goal is asked about in the solver of its procedure, whose template is there once (learn.Pred), with the
//     annotation of its callees, under the decisions on the rest of the goal. So nothing is unfolded, and a goal is taken back by not
//     assuming it. Of the goal only what local symbols connect with the sub-goal's interface is assumed (context).
//   - If there is an execution, its path is decided, and the calls on it are the next sub-goals.
//   - If there is none, an interpolant between the template and the decisions is added to the annotation (annotate), which
//     serves all calls of the procedure, and the caller decides again.
//
// So a check sees the goal in place of its projection to the interface, which is what spacer asks; only what a conflict needs of
// it is projected, and that after all else has failed. An annotation holds within a number of recursive calls, its level; the
// search is repeated with the next one, until the annotation is inductive (learn.Frames.Push). Where there are no recursive
// calls, this is the paper's bounded procedure (Theorem 1).
//
// # Interpolants
//
// The core of the conflict comes first, and what is local to the goal is eliminated from it by steps that only lose something
// (interpolate.Weakener). If what is left does not contradict the template, the whole context is weakened; else the core is
// projected in a model. The interpolant is made more general as spacer's facts are (learn.Pred.Exclude): left out is what the
// procedure excludes without it, also inductively.
//
// A conflict with quantified decisions may have no interpolant without quantifiers. Then its core is a no-good of this goal: the
// caller does not make these decisions again, as long as the rest of the goal stays (exclude). Where the core is of two calls
// side by side, the answer is unknown.
//
// Annotations that hold for all levels are shared with the other engines (learn.Frames.Share): after each conflict, and when they
// converge. This engine takes none in return.
//
// # Improvements
//
// Of the paper's section 4: decisions on all atoms of a path; back-jumping over nodes that a conflict does not need;
// interpolants that are made more general; scores of procedures, which fall when a node is jumped over. Beside these, how a
// sub-goal was derived is kept while its caller decides again, and proposed with the next check, if the conflict did not need it
// (subtree): that takes 393 resolutions in place of 671 for the driver partmgr_nsremovelockquerymnremove_0. Each can be turned
// off (Improvements).
//
// Not built are propagation during the search, sampling of prime implicants, quantified annotations, and convergence by covering.
//
// # Statistics
//
// What was learned, and of what use it was, is told by procedure (verifier.Stats.Learned). A fact is told to a call site of a template,
// and used by a conflict that rests on it; what only makes an interpolant more general, or raises a level, does not count.
// A conflict that rests on a no-good counts as one more.
//
// # Answers
//
// Safe: the annotation for all levels that the proof needs, which verifier/validate proves again. Safe up to a bound: see below. Unsafe: the tree is unfolded,
// and its execution replayed by the program. If it has none, the search goes on with all of the goal in contexts.
//
// # Bounds
//
// A recursion bound counts calls by name, a level all recursive calls that are open at a time. No execution within a bound has more
// of these open than vc.Nesting says. So when the entry is refuted at that level, the engine has an answer for the bound (cover):
// it tells others (Options.Proved), and the search goes on for all bounds, for the time that Options.Unbounded gives. What it has learned for
// the bound stays. The proof is the annotation with its levels (verifier.Levels), as far as the refutation needs it, which
// verifier/validate proves level by level: the dual solution of Theorem 1.
//
// The level has room for executions past the bound: it may all be spent on one procedure, and after the bound is proved the search
// goes to higher levels. So an answer may be unsafe with a remark that says which bound the execution needs. Blocking calls by name
// would take annotations for each state of the counts.
package lazyann

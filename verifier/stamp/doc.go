// Package stamp makes instances of the templates of a vc.System.
//
// An instance renames the constants that its template owns. The new ones are
// made in one run, so that the image of Owned[k] is the k-th term of the run
// (that of Owned[0] is the entry's guard) and an instance needs no table. Its
// interface variables are bound in one of two ways:
//
//   - By the caller's terms (Passed), as inlining does: constants among the
//     arguments then prune the instance's branches.
//   - By fresh constants (Own), for an instance that stands alone: the root of
//     a tree of instances, or a procedure about which facts are learned or
//     validated. A caller may equate them with its own terms; then both ways
//     have the same models.
//
// An instance asserts its definitions, and of each block that lies on a path
// to an exit:
//
//	guard => condition                       for each condition, and fact
//	guard => site                            for each call site in it
//	guard => summary, facts of the callee    over arguments and results of a site
//	guard => edge or target, or ...          it leaves by one of its edges
//	edge => target, edge => equation         for edges with a guard of their own
//
// and, as constraints on the flow of control (AssertFlow), which hold in every
// execution but need not be justified:
//
//	site => guard, edge => guard
//	guard => post-dominator                  where the block branches
//	guard => edge or source, or ...          it was entered by one of its edges
//
// No more than that: what the callee of a site does is left open. To open it,
// stamp an instance of the callee whose entry guard is the guard of the site's block.
//
// The guard of the site is what an engine assumes false to block the call. An instance with a guard of its own may be
// entered from several sites (Enter), as the trees of the inlining engines do, and under a literal: the expansion
// literal of the site, without which the call is open and the instance sleeps. Engines that drop goals ask about each
// template in a solver of its own (learn.Pred), where goals are assumptions: a goal in one solver, with expansion
// literals, took less memory and more time
// (docs/history/experiments.md).
//
// Blocks that are executed exactly when another one is share its guard, so the
// join of a branch has the guard of the branch, and a callee's entry that of the
// caller's block (regions). What joins say is then true as soon as the branch is
// reached, before the search takes a way through it, and stays when it takes
// another. What a block says is not said again where it dominates, in its
// instance and in those called from there (facts): contracts repeat themselves at
// each call about values that are only passed on. That was half of the clauses of
// some drivers.
//
// # Words
//
//   - passable: of an argument: a value, a constant, or a constant plus a value, so it may replace an interface
//     variable.
package stamp

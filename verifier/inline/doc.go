// Package inline holds what the stratified-inlining engines share: the tree of
// procedure instances that they grow, the set of open call sites, and the
// solver as they see it (the Legion paper, section 2; the Corral paper,
// section 2).
//
// # Blocked call sites
//
// An instance asserts only what its template says (verifier/stamp), so an open
// call site is over-approximated by the callee's summary: it may return
// anything. To exclude executions through it, an engine blocks it: the negation
// of its guard becomes an assumption of the next query. Run.Check takes the
// blocked sites and Run.block makes the assumption. Nothing else turns a call
// site into an assumption, except validate.Proof, which repeats the refutation.
// Run.Core maps the assumptions of a core back to call sites. Opening the site
// (Tree.Open) stamps the callee's instance under the guard of the site's block.
//
// # Shared instances
//
// Call sites of one procedure of which no execution passes two share an instance:
// those of one instance or, if Tree.Wide is set, wherever they are in the tree (Lal and Qadeer, "DAG Inlining: A
// Decision Procedure for Reachability-Modulo-Theories in Hierarchical Programs", PLDI 2015). So a chain of procedures
// that call the next one on both sides of a branch has as many instances as procedures, what the branches of a
// dispatcher call is there once, and the search learns about it once. A shared instance has a guard, and an interface
// where arguments differ, of its own; the guard of the block of each site implies its guard and the equations between
// call and interface. Sites are still opened one by one. An execution enters an instance at most once, so a path
// through the instances is as it was.
//
// Each instance knows its position: the lowest instance, and blocks of it, by way of which
// every execution gets there (its dominator). Two call sites exclude each other if in
// the lowest instance above both no path of the template leads by way of the positions of
// both. Who shares an instance is settled when the first of its call sites is opened, so
// positions never change. Later call sites do not join.
//
// Legion shares widely: it opens whole cores, and what it shares is used. A model that
// corral looks for has more ways through shared instances, and the ties between arrays cost
// more than the instances that are saved (docs/history/experiments.md). So corral shares
// widely only in programs without maps at the boundaries of procedures, and only once there
// are maxAlone instances of a procedure, since there would soon be one for each path. In
// drivers, calls without maps that it shared cost more than they saved, too.
//
// Sites share an instance only at the same depth of all recursions, and not if one passes a
// value for an argument and the other something else: values prune the instance. That ends where there are maxAlone
// instances of the procedure at this depth: forty levels that call the next one with g or with g + 1 have as many
// values as paths, and no instance is pruned. From then on it is decided by the call sites through which instances are
// entered whether sites exclude each other (together), since shared instances have positions that lie above much.
//
// validate.Proof decides again, from the calls alone, that sites that share an instance
// exclude each other.
//
// # What is known of instances
//
// In an instance that calls enter with different values, or from a shared one with different integers, Booleans or
// maps, the search would find out for each path what these are: 2^n conflicts for n levels. So the tree asserts,
// under its guard, what is known of what is passed: limits, values, equations of two, also of elements of maps.
// summary.Contexts evaluates the templates of the callers in what is known of them in turn. All calls that will ever
// enter an instance are known when it is made. When all calls of such an instance have been opened, and all of those
// below it, its template is evaluated once more, with what the calls return, and what is known of its results is
// asserted, too. So g <= 40 at the end of these forty levels takes no search. A call of which facts say all that it
// returns counts as opened, since it may never be. Nothing is asserted of other instances, nor of those above a call
// site that stays open: a call that is blocked at the bound would make it untrue in executions beyond.
//
// These are claims (Tree.Claims) on which a refutation may rest. validate.Proof proves each by itself, for one
// instance from those about its neighbours.
//
// # Dead instances
//
// An instance whose guard is refuted stays in the tree, and its terms in the store. What
// the search made for it is given back by theory/solver when it outweighs what lives.
// That helps corral, which follows one model after the other. Legion opens what a core
// names at once, so nothing is dead before all of it is there. Instances that executions
// pass, but that a refutation no longer needs, stay: without them another model could
// come.
//
// # Recursion bound
//
// The recursion depth of a call site is the number of calls of procedures with
// the callee's CountName on the way from the entry down to the site, which is
// included; the entry itself is not counted. A site is within the bound if its
// depth is at most the bound plus the callee's ExtraBound. Sites past the bound
// are blocked and never opened.
//
// # Candidates
//
// E-matching cannot vouch for a model, so a check that finds no more instances
// is unknown with a candidate (Outcome.Candidate). Engines inline by candidates
// as they do by models, but conclude nothing from them: a path without open
// call sites becomes unsafe only when the program has replayed it (Run.Confirm,
// verifier/witness).
//
// # Repairs
//
// A replay that fails hands back facts that the model violates, which are
// asserted before the next query. Repairs are counted, not timed: after 200 of
// them, or, once a product was wrong, after 10,000 lemmas about products, the
// answer is unknown and names the place that fails. At the first, second, fourth
// repair and so on, an execution is sought beside the model: one factor of each
// wrong product keeps its value, as an assumption, which makes the products
// linear. What the lemmas rest on is not known, so proofs after a repair name no
// assertions (verifier.Proof.Cone).
//
// # Paths that stay open
//
// Where a quantified assumption on a path is neither confirmed nor refuted within the budget of validate.Path, the
// path is set aside: an assumption of all later checks excludes it, and the engine looks for another one, which may
// be an execution. A refutation that rests on such an assumption proves nothing, so its answer is unknown; one that
// does not is a proof. (Facts are learned by checks without these assumptions.) That goes on until the open paths
// have cost a tenth of the effort of the run, or 200,000 polls, a second or two, since most runs with quantifiers are
// shorter than their checks. Both are counted in polls, not timed, so equal runs set the same paths aside. Spacer and
// lazyann, which unfold only the execution that they have found, look for another path through that; execute looks
// for none.
package inline

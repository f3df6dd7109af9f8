// Package inline holds what the stratified-inlining engines share: the tree of
// procedure instances that they grow, the set of open call sites, and the
// solver as they see it (the Legion paper, section 2; the Corral paper,
// section 2).
//
// An instance is stamped from the template of its procedure by renaming: its
// constants are allocated in one run, so that the image of the template's
// k-th constant is base+k. Interface variables are replaced by the caller's
// arguments and results, the entry guard by the guard of the call site. An
// instance asserts no more than its template says; open call sites are left
// over-approximated by their summaries, and an engine blocks them by
// assumptions.
package inline

// Package invariant provides checks that the build tag "invariants" enables.
//
// A cheap condition is written invariant.Check(cond, msg); a costly one is in a block
// guarded by the constant Enabled, which the compiler removes without the tag.
package invariant

// Package invariant holds the checks that the build tag "invariants" turns on.
//
// A cheap condition is written invariant.Check(cond, msg); a costly one stands
// in a block guarded by the constant Enabled, which the compiler removes
// without the tag.
package invariant

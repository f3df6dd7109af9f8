//go:build !invariants

package invariant

// Enabled is true under the build tag "invariants".
const Enabled = false

// Check panics with msg unless cond holds. Without the build tag it does nothing.
func Check(cond bool, msg string) {}

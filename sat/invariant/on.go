//go:build invariants

package invariant

// Enabled is true under the build tag "invariants".
const Enabled = true

// Check panics with msg unless cond holds.
func Check(cond bool, msg string) {
	if !cond {
		panic("invariant violated: " + msg)
	}
}

// Package tested has tests that use Muster: a property of a Go function, proved for all values and tried on diverse
// ones (fuzz/prop), and a model of a protocol, verified by its assertions (verifier/driver).
package tested

// Clamp returns the number between low and high that is nearest to x; low must not be above high.
func Clamp(x, low, high int64) int64 { return max(low, min(x, high)) }

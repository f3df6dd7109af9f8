//go:build !linux

package term

// hugePages does nothing where huge pages cannot be requested.
func hugePages[T any]([]T) {}

//go:build !linux

package term

// hugePages does nothing where large pages can't be asked for.
func hugePages[T any]([]T) {}

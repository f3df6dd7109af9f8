//go:build !linux

package task

// hugePages does nothing where huge pages cannot be requested.
func hugePages() {}

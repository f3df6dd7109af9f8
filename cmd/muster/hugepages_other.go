//go:build !linux

package main

// hugePages does nothing where huge pages cannot be requested.
func hugePages() {}

//go:build unix

package main

import (
	"runtime"
	"syscall"
)

// peak returns the peak of this process's resident size in bytes.
func peak() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10 // kilobytes there
}

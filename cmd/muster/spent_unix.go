//go:build unix

package main

import (
	"runtime"
	"syscall"
	"time"
)

// spent returns the CPU time of this process so far, and the peak of its resident size
// in bytes.
func spent() (cpu time.Duration, peak int64) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, 0
	}
	peak = int64(u.Maxrss)
	if runtime.GOOS != "darwin" {
		peak <<= 10 // kilobytes there
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), peak
}

//go:build unix

package limit

import (
	"syscall"
	"time"
)

// CPU returns the processor time that this process has had so far; 0 if it is not known.
func CPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

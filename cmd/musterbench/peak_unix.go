//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMB returns the greatest resident size of an ended process.
func peakMB(s *os.ProcessState) int64 {
	if s == nil {
		return 0
	}
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss) >> 20 // bytes there, kilobytes elsewhere
	}
	return int64(u.Maxrss) >> 10
}

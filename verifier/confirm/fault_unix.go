//go:build unix

package confirm

import (
	"errors"
	"os/exec"
	"slices"
	"syscall"
)

// faulted reports whether the processor ended a program for a fault of some kind.
func faulted(err error, kind string) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	signals := []syscall.Signal{syscall.SIGSEGV, syscall.SIGBUS}
	switch kind {
	case "overflow", "division":
		signals = []syscall.Signal{syscall.SIGFPE}
	case "unreachable":
		signals = []syscall.Signal{syscall.SIGILL, syscall.SIGTRAP}
	}
	return ok && status.Signaled() && slices.Contains(signals, status.Signal())
}

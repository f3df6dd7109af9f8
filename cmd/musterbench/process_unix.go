//go:build unix

package main

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
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
	return residentMB(u)
}

// residentMB returns the greatest resident size.
func residentMB(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss) >> 20 // bytes there, kilobytes elsewhere
	}
	return int64(u.Maxrss) >> 10
}

// selfPeakMB returns the greatest resident size of this process so far.
func selfPeakMB() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return residentMB(&u)
}

// forgetPeak makes what this process occupies now its greatest size so far, where
// the system can do that (Linux): a process inherits the greatest size of the one
// that starts it, and this one has checked proofs before.
func forgetPeak() {
	debug.FreeOSMemory()
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // without it small processes are told too large
}

// selfCPU returns the processor time of this process so far.
func selfCPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// processCPU returns the processor time so far of the main thread of another
// process, where the system tells (Linux); else 0.
func processCPU(pid int) time.Duration {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/schedstat")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	ns, _ := strconv.ParseInt(first, 10, 64)
	return time.Duration(ns)
}

// groupCPU returns the processor time so far of another process with all its
// threads, where the system tells (Linux).
func groupCPU(pid int) (time.Duration, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// The name, in parentheses, may hold anything.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const user, system, ticks = 11, 12, 100 // Linux tells of hundredths of a second
	if len(fields) <= system {
		return 0, false
	}
	u, err1 := strconv.Atoi(fields[user])
	s, err2 := strconv.Atoi(fields[system])
	return time.Duration(u+s) * time.Second / ticks, err1 == nil && err2 == nil
}

// processPeakMB returns the greatest resident size so far of another process,
// where the system tells (Linux); else 0.
func processPeakMB(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return 0
	}
	kb, _ := strconv.ParseInt(words[0], 10, 64)
	return kb >> 10
}

// ownGroup gives a command a process group, so that cancelling it ends the
// solvers that it started, too.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

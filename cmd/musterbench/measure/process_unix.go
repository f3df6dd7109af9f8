//go:build unix

package measure

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

// PeakMB returns the peak resident size, in MB, of a process that has ended; 0
// if it is not known.
func PeakMB(s *os.ProcessState) int64 {
	if s == nil {
		return 0
	}
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return residentMB(u)
}

// residentMB returns the peak resident size.
func residentMB(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss) >> 20 // bytes there, kilobytes elsewhere
	}
	return int64(u.Maxrss) >> 10
}

// SelfPeakMB returns the peak resident size of this process so far, in MB.
func SelfPeakMB() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return residentMB(&u)
}

// forgetPeak resets the peak resident size of this process to the present size,
// where the system can do that (Linux). A child process inherits the peak of its
// parent, and this one may have grown by checking proofs.
func forgetPeak() {
	debug.FreeOSMemory()
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // if it fails, small processes appear too large
}

// ThreadCPU returns the CPU time so far of the main thread of another process,
// to the nanosecond, where the system reports it (Linux); else 0.
func ThreadCPU(pid int) time.Duration {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/schedstat")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	ns, _ := strconv.ParseInt(first, 10, 64)
	return time.Duration(ns)
}

// processCPU returns the CPU time so far of all threads of another process, to
// hundredths of a second, where the system reports it (Linux).
func processCPU(pid int) (time.Duration, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// The name, in parentheses, may hold anything.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const user, system, ticks = 11, 12, 100 // per second, on Linux
	if len(fields) <= system {
		return 0, false
	}
	u, err1 := strconv.Atoi(fields[user])
	s, err2 := strconv.Atoi(fields[system])
	return time.Duration(u+s) * time.Second / ticks, err1 == nil && err2 == nil
}

// processPeakMB returns the peak resident size so far of another process, in MB,
// where the system reports it (Linux); else 0.
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

// OwnGroup gives a command a process group of its own, so that cancelling it
// also kills the processes that it has started.
func OwnGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

package process

import "syscall"

// pid says that waitid is about a process (P_PID).
const pid = 1

// wait waits for the end of the command, and of what it has started. The command is reaped last.
func (g *group) wait() error {
	errno := syscall.EINTR
	for errno == syscall.EINTR {
		_, _, errno = syscall.Syscall6(syscall.SYS_WAITID, pid, uintptr(g.cmd.Process.Pid), 0,
			syscall.WEXITED|syscall.WNOWAIT, 0, 0)
	}
	if errno != 0 { // nobody knows whether it has ended
		defer g.end()
		return g.cmd.Wait()
	}
	g.end()
	return g.cmd.Wait()
}

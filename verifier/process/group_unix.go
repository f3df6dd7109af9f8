//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// grouped has a command end together with the processes that it starts.
func grouped(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// ended ends what a command has left behind.
func ended(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // there is nothing, as a rule
	}
}

//go:build unix

package process

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// group is a process group, which has the id of its first process, the command. The id may be one of others as soon as
// that is reaped and the group is empty, so nothing is killed afterwards.
type group struct {
	cmd *exec.Cmd

	mu   sync.Mutex
	over bool
}

// grouped has a command end together with the processes that it starts.
func grouped(cmd *exec.Cmd) *group {
	g := &group{cmd: cmd}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = g.kill
	return g
}

// kill ends the processes of the group.
func (g *group) kill() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over {
		return os.ErrProcessDone
	}
	return syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL)
}

// end ends what the command has left behind.
func (g *group) end() {
	_ = g.kill() // there is nothing, as a rule
	g.mu.Lock()
	defer g.mu.Unlock()
	g.over = true
}

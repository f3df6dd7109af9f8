//go:build !unix

package process

import "os/exec"

// group is a command.
type group struct{ cmd *exec.Cmd }

func grouped(cmd *exec.Cmd) *group { return &group{cmd} }

func (g *group) wait() error { return g.cmd.Wait() }

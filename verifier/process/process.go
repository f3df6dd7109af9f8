// Package process runs the programs of others that confirm an answer, a compiler and what it makes, within limits of
// time and output. Nothing that they start outlives them: on Unix they have a process group of their own, which is
// ended with them. They are given no input, and no shell is involved.
package process

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// ErrTime says that a limit was reached, or that the run was interrupted.
var ErrTime = errors.New("the time ran out")

// kept is how much of the end of an output is kept.
const kept = 1 << 16

// tail keeps the end of what is written.
type tail struct{ text []byte }

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if n := len(t.text) - kept; n > kept {
		t.text = append(t.text[:0], t.text[n:]...)
	}
	return len(p), nil
}

// Command is what is run.
type Command struct {
	Dir  string
	Env  []string // as exec.Cmd has it
	Name string
	Args []string
}

// Run runs a command, and all that it starts, for so long at most. It returns the end of what that writes.
func (c Command) Run(ctx context.Context, limit time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var out tail
	cmd := exec.CommandContext(ctx, c.Name, c.Args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = c.Dir, c.Env, &out, &out
	cmd.WaitDelay = 2 * time.Second // for what has been written, on a busy machine, too
	g := grouped(cmd)
	err := cmd.Start()
	if err == nil {
		err = g.wait()
	}
	if ctx.Err() != nil {
		err = ErrTime
	}
	return string(out.text), err
}
